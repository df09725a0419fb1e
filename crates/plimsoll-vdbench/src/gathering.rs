//! Gathers the rows of a file into blocks, one for each run definition that started.

use crate::block::{Asked, Average, Block, Intervals};
use crate::cells::Cells;
use crate::clock::{elapsed_ms, stamp_ms};
use crate::interval_rows::{IntervalRows, KeptColumns, Use};
use crate::label::Label;
use crate::layout::{Column, Layout, Statistic};
use crate::number::decimal;
use crate::start::Start;
use crate::steady::Steady;
use crate::tables::Depth;
use crate::version::Era;
use std::sync::Arc;

/// The blocks of a file, and the rows of the one that is being read.
#[derive(Debug)]
pub(crate) struct Gathering {
    depth: Depth,
    blocks: Vec<Block>,
    open: Option<Open>,
    layout: Arc<Layout>,
    era: Option<Era>,
    rows: IntervalRows,
    size: Option<usize>,
    response: Option<usize>,
}

/// The run definition whose rows are being read.
#[derive(Debug)]
struct Open {
    start: Start,
    line: usize,
    asked: Asked,
    average: Option<Average>,
    seen: Seen,
}

/// What is known of its intervals.
#[derive(Debug, Default)]
struct Seen {
    count: usize,
    last: u32,
    sizes: Sizes,
    first_time: Option<u32>,
    last_time: Option<u32>,
    first_stamp_ms: Option<i64>,
    lengths_ms: Vec<u32>,
    has_decimal_times: Option<bool>,
}

/// So many differences between row times tell the length of an interval.
const TELLING_LENGTHS: usize = 64;

impl Gathering {
    /// With nothing read yet.
    pub(crate) fn new(depth: Depth) -> Self {
        Self {
            depth,
            blocks: Vec::new(),
            open: None,
            layout: Arc::new(Layout::empty()),
            era: None,
            rows: IntervalRows::default(),
            size: None,
            response: None,
        }
    }

    /// A run definition starts.
    pub(crate) fn start(&mut self, start: Start, line: usize, asked: Asked) {
        self.close();
        self.open = Some(Open { start, line, asked, average: None, seen: Seen::default() });
    }

    /// The same run definition starts once more before any row.
    pub(crate) fn restart(&mut self, start: Start, line: usize) {
        if let Some(open) = &mut self.open {
            (open.start, open.line) = (start, line);
        }
    }

    /// The start whose rows are being read.
    pub(crate) fn started(&self) -> Option<&Start> {
        self.open.as_ref().map(|open| &open.start)
    }

    /// Whether any row of it was read.
    pub(crate) fn has_rows(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.average.is_some() || open.seen.count > 0)
    }

    /// Whether a row can be one of the run definition that is being read. Its average is the last one, and each
    /// interval is later than those before it; all others are of a run definition that started meanwhile.
    pub(crate) fn goes_on_with(&self, label: Label) -> bool {
        self.open.as_ref().is_some_and(|open| {
            let is_later = match label {
                Label::Interval(number) => number > open.seen.last,
                _ => true,
            };
            open.average.is_none() && is_later
        })
    }

    /// The columns of the rows that follow, and what these tell of the version.
    pub(crate) fn set_layout(&mut self, layout: &Arc<Layout>, era: Era) {
        if *self.layout == **layout {
            return;
        }
        if self.open.as_ref().is_some_and(|open| open.average.is_some()) {
            self.close();
        }
        let averages = era != Era::From50407;
        let use_ = Use { series: self.depth == Depth::Rows, averages };
        // Rows with other columns than those that follow are of no use beside them.
        self.rows = IntervalRows::new(Arc::new(KeptColumns::of(layout, use_)));
        self.size = layout.place(Column::TransferSize);
        self.response = layout.place(Column::Response(Statistic::Mean));
        self.layout = Arc::clone(layout);
        self.era = Some(era);
    }

    /// Counts an interval of which nothing else is needed.
    pub(crate) fn count(&mut self, number: u32, time: Option<u32>) {
        if let Some(open) = &mut self.open {
            open.seen.take(number, time);
        }
    }

    /// Takes an interval with its cells.
    pub(crate) fn interval(&mut self, number: u32, time: Option<u32>, text: &[u8], cells: &Cells) {
        let Some(Open { seen, .. }) = &mut self.open else { return };
        seen.take(number, time);
        if let Some(size) = decimal(cells.get(text, self.size)) {
            seen.sizes.take(size);
        }
        if seen.has_decimal_times != Some(true) {
            let response = cells.get(text, self.response);
            let has_decimals =
                decimal(response).map(|_| response.contains(&b'.') || response.contains(&b','));
            seen.has_decimal_times = has_decimals.or(seen.has_decimal_times);
        }
        let value_at = |place| decimal(cells.get(text, Some(place))).unwrap_or(f64::NAN);
        self.rows.push(number, value_at);
    }

    /// The moment of the row that was taken last.
    pub(crate) fn stamp(&mut self, stamp: &[u8]) {
        if let Some(open) = &mut self.open
            && open.seen.count == 1
        {
            open.seen.first_stamp_ms = stamp_ms(stamp);
        }
    }

    /// Takes the average.
    pub(crate) fn average(&mut self, average: Average) {
        if let Some(open) = &mut self.open {
            open.average = Some(average);
        }
    }

    /// The average, for the rows beneath it.
    pub(crate) fn average_mut(&mut self) -> Option<&mut Average> {
        self.open.as_mut()?.average.as_mut()
    }

    /// What follows belongs to no run definition that is known.
    pub(crate) fn close(&mut self) {
        let Some(Open { start, line, asked, average, seen }) = self.open.take() else { return };
        let intervals = self.intervals(seen, average.as_ref());
        self.rows.clear();
        let layout = Arc::clone(&self.layout);
        let era = self.era;
        self.blocks.push(Block { start, line, layout, era, asked, average, intervals });
    }

    /// All blocks.
    pub(crate) fn finish(mut self) -> Vec<Block> {
        self.close();
        self.blocks
    }

    fn intervals(&mut self, mut seen: Seen, average: Option<&Average>) -> Intervals {
        let span = average.map(|average| average.span).filter(|span| span.count() > 0);
        let steady =
            span.and_then(|span| Steady::over(span, &self.rows, self.layout.is_file_system));
        let before = span.and_then(|span| self.rows.row(span.first.checked_sub(1)?));
        Intervals {
            count: seen.count,
            last: seen.last,
            one_size: seen.sizes.one(),
            steady,
            before,
            length_ms: middle(&mut seen.lengths_ms),
            first_time: seen.first_time,
            first_stamp_ms: seen.first_stamp_ms,
            has_decimal_times: seen.has_decimal_times,
            rows: (self.depth == Depth::Rows).then(|| self.rows.take()),
        }
    }
}

impl Seen {
    fn take(&mut self, number: u32, time: Option<u32>) {
        let steps = number.saturating_sub(self.last).max(1);
        self.count += 1;
        self.last = number;
        if let (Some(earlier), Some(later)) = (self.last_time, time)
            && self.lengths_ms.len() < TELLING_LENGTHS
        {
            // Rows may be missing between two.
            self.lengths_ms.push(elapsed_ms(earlier, later) / steps);
        }
        self.first_time = self.first_time.or(time);
        self.last_time = time.or(self.last_time);
    }
}

fn middle(lengths_ms: &mut [u32]) -> Option<u32> {
    lengths_ms.sort_unstable();
    lengths_ms.get(lengths_ms.len() / 2).copied()
}

/// The transfer sizes of intervals that transferred anything.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Sizes {
    #[default]
    None,
    One(f64),
    Several,
}

impl Sizes {
    fn take(&mut self, size: f64) {
        if size > 0.0 {
            *self = match *self {
                Self::None => Self::One(size),
                Self::One(one) if one.total_cmp(&size).is_eq() => return,
                _ => Self::Several,
            };
        }
    }

    /// The size in bytes, if there is one.
    fn one(self) -> Option<u64> {
        match self {
            Self::One(size) if size.fract() == 0.0 => Some(size as u64),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Gathering;
    use crate::block::{Asked, Average};
    use crate::cells::Cells;
    use crate::label::{Label, Span};
    use crate::layout::{Column, Layout};
    use crate::start::Start;
    use crate::tables::Depth;
    use crate::version::Era;
    use std::sync::Arc;

    const SPAN: Span = Span { first: 2, last: 3 };

    fn gathering(header: &str) -> Gathering {
        let mut gathering = Gathering::new(Depth::Rows);
        gathering.start(Start::named("rd1"), 1, Asked::default());
        set_layout(&mut gathering, header);
        gathering
    }

    fn set_layout(gathering: &mut Gathering, header: &str) {
        gathering.set_layout(&Arc::new(Layout::of_flat_file(header.split(' '))), Era::Between);
    }

    fn interval(gathering: &mut Gathering, number: u32, row: &str) {
        let mut cells = Cells::default();
        cells.find_words(row.as_bytes());
        gathering.interval(number, Some(number * 1000), row.as_bytes(), &cells);
    }

    fn average(gathering: &mut Gathering) {
        let (deviations, maxima) = (None, None);
        gathering.average(Average { span: SPAN, line: 9, cells: Vec::new(), deviations, maxima });
    }

    #[test]
    fn a_run_definition_ends_with_its_average_or_before_an_interval_that_is_not_later() {
        let mut gathering = gathering("rate resp");
        assert!(!Gathering::new(Depth::Rows).goes_on_with(Label::Interval(1)));
        interval(&mut gathering, 2, "10 0.5");
        assert!(gathering.goes_on_with(Label::Interval(3)));
        assert!(gathering.goes_on_with(Label::Average(SPAN)));
        assert!(!gathering.goes_on_with(Label::Interval(2)));
        average(&mut gathering);
        assert!(!gathering.goes_on_with(Label::Interval(3)));
        assert!(!gathering.goes_on_with(Label::Average(SPAN)));
    }

    #[test]
    fn intervals_tell_their_mean_their_size_and_their_length() {
        let mut gathering = gathering("rate bytes/io resp");
        for (number, row) in [(1, "10 0 7"), (2, "20 4096 0.5"), (3, "40 4096 0.25")] {
            interval(&mut gathering, number, row);
        }
        average(&mut gathering);
        let blocks = gathering.finish();
        let intervals = &blocks[0].intervals;
        assert_eq!(intervals.steady.as_ref().and_then(|it| it.value(Column::Rate)), Some(30.0));
        assert_eq!(intervals.one_size, Some(4096));
        assert_eq!((intervals.count, intervals.last), (3, 3));
        assert_eq!(intervals.length_ms, Some(1000));
        assert_eq!(intervals.has_decimal_times, Some(true));
    }

    #[test]
    fn rows_before_other_columns_are_of_no_use() {
        let mut gathering = gathering("rate resp");
        interval(&mut gathering, 1, "10 0.5");
        interval(&mut gathering, 2, "20 0.5");
        set_layout(&mut gathering, "resp rate");
        interval(&mut gathering, 3, "0.5 40");
        average(&mut gathering);
        // Columns of the next run definition.
        set_layout(&mut gathering, "rate");
        let blocks = gathering.finish();
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].layout.place(Column::Rate), Some(1));
        let intervals = &blocks[0].intervals;
        assert_eq!((&intervals.steady, intervals.last), (&None, 3));
        let rows = intervals.rows.as_ref().expect("rows for a series");
        let numbers: Vec<u32> = rows.iter().map(|(number, _)| number).collect();
        assert_eq!(numbers, [3]);
    }
}
