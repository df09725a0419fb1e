//! The rows of one run definition in one file: its intervals, its average.

use crate::label::Span;
use crate::layout::{Column, Layout, Statistic};
use crate::number::{Cell, with_ascii_digits};
use crate::start::Start;
use crate::steady::Steady;
use std::sync::Arc;

/// What one file tells of one run definition that started.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    /// The start, as far as the file tells it: a flat file has the name and what was asked for.
    pub(crate) start: Start,
    /// Line of the start, or of the first row where there is no such line; from 1.
    pub(crate) line: usize,
    /// The columns of its rows.
    pub(crate) layout: Arc<Layout>,
    /// What was asked for, where the file has columns for it.
    pub(crate) asked: Asked,
    /// Its average row.
    pub(crate) average: Option<Average>,
    /// What its intervals say.
    pub(crate) intervals: Intervals,
}

/// The columns of a flat file that say what was asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Asked {
    /// The first transfer size of a list, in bytes.
    pub(crate) transfer_size: Option<f64>,
    /// Threads of one storage definition.
    pub(crate) threads: Option<f64>,
    /// Reads in per cent.
    pub(crate) read_percent: Option<f64>,
    /// Random accesses in per cent.
    pub(crate) seek_percent: Option<f64>,
}

/// An average row.
#[derive(Debug, Clone)]
pub(crate) struct Average {
    /// The intervals that its label names.
    pub(crate) span: Span,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// Its cells exactly as printed, in the order of the columns.
    pub(crate) cells: Vec<Box<str>>,
    /// Rows beneath it, with the same columns: standard deviations and maxima.
    pub(crate) deviations: Option<Vec<Box<str>>>,
    /// See there.
    pub(crate) maxima: Option<Vec<Box<str>>>,
}

impl Average {
    /// The text of a column.
    pub(crate) fn text(&self, layout: &Layout, column: Column) -> Option<&str> {
        let text = self.cells.get(layout.place(column)?)?;
        matches!(read(text), Cell::Number(_)).then_some(text)
    }

    /// The text of a statistic that tables of file systems print in a row beneath the average.
    pub(crate) fn text_beneath(&self, layout: &Layout, column: Column) -> Option<&str> {
        let (row, above) = match column {
            Column::OpResponse(op, Statistic::Deviation) => {
                (&self.deviations, Column::OpResponse(op, Statistic::Mean))
            }
            Column::OpResponse(op, Statistic::Maximum) => {
                (&self.maxima, Column::OpResponse(op, Statistic::Mean))
            }
            Column::OpRateDeviation(op) => (&self.deviations, Column::OpRate(op)),
            Column::OpRateMaximum(op) => (&self.maxima, Column::OpRate(op)),
            _ => return None,
        };
        let text = row.as_ref()?.get(layout.place(above)?)?;
        matches!(read(text), Cell::Number(_)).then_some(text)
    }

    /// Cells that hold neither a number nor a sign for none.
    pub(crate) fn unreadable<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = &'a str> {
        let cells = layout.columns.iter().zip(&self.cells);
        cells
            .filter(|(column, _)| column.is_some())
            .filter_map(|(_, text)| (read(text) == Cell::Unreadable).then_some(&**text))
    }
}

fn read(text: &str) -> Cell {
    Cell::read(&with_ascii_digits(text.as_bytes()))
}

/// What is kept of the intervals of a run definition. The rows themselves only where a series is wanted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Intervals {
    /// How many rows there are.
    pub(crate) count: usize,
    /// The greatest number of an interval.
    pub(crate) last: u32,
    /// The mean transfer size, if it was the same in every interval that transferred anything; bytes.
    pub(crate) one_size: Option<u64>,
    /// What the intervals of the average amount to.
    pub(crate) steady: Option<Steady>,
    /// Values of the last interval before those of the average.
    pub(crate) before: Option<Vec<f64>>,
    /// The length of an interval by the times of the rows, in milliseconds.
    pub(crate) length_ms: Option<u32>,
    /// Time of day of the first row.
    pub(crate) first_time: Option<u32>,
    /// Time of day of the last row.
    pub(crate) last_time: Option<u32>,
    /// Moment of the first row, in milliseconds since 1970, where the file has stamps in UTC.
    pub(crate) first_stamp_ms: Option<i64>,
    /// All of them, if they are wanted.
    pub(crate) rows: Option<IntervalRows>,
}

/// Interval rows: NaN stands for a cell without a value.
#[derive(Debug, Clone, Default)]
pub(crate) struct IntervalRows {
    /// The number of each interval.
    pub(crate) numbers: Vec<u32>,
    /// Their cells, as many for each as there are columns.
    pub(crate) cells: Vec<f64>,
}

impl IntervalRows {
    /// Each interval with its cells.
    pub(crate) fn iter(&self, columns: usize) -> impl Iterator<Item = (u32, &[f64])> {
        let cells = self.cells.chunks_exact(columns.max(1));
        self.numbers.iter().copied().zip(cells)
    }
}

/// Gathers the rows of one run definition. One is used for a whole file, so that its memory is.
#[derive(Debug)]
pub(crate) struct Gathering {
    rows: IntervalRows,
    wants_rows: bool,
    first_time: Option<u32>,
    last_time: Option<u32>,
    first_stamp_ms: Option<i64>,
    lengths_ms: Vec<u32>,
}

/// So many differences between row times tell the length of an interval.
const TELLING_LENGTHS: usize = 64;

impl Gathering {
    /// An empty one; `wants_rows` if the rows are to be kept.
    pub(crate) fn new(wants_rows: bool) -> Self {
        Self {
            rows: IntervalRows::default(),
            wants_rows,
            first_time: None,
            last_time: None,
            first_stamp_ms: None,
            lengths_ms: Vec::new(),
        }
    }

    /// The number of the last interval.
    pub(crate) fn last(&self) -> Option<u32> {
        self.rows.numbers.last().copied()
    }

    /// Takes an interval; `cells` has one value for each column, NaN for none.
    pub(crate) fn take(
        &mut self,
        number: u32,
        time: Option<u32>,
        cells: impl Iterator<Item = f64>,
    ) {
        self.rows.numbers.push(number);
        self.rows.cells.extend(cells);
        if let (Some(earlier), Some(later)) = (self.last_time, time)
            && self.lengths_ms.len() < TELLING_LENGTHS
        {
            self.lengths_ms.push(crate::clock::elapsed_ms(earlier, later));
        }
        self.first_time = self.first_time.or(time);
        self.last_time = time.or(self.last_time);
    }

    /// The moment of the first row.
    pub(crate) fn stamp(&mut self, stamp: &[u8]) {
        if self.rows.numbers.len() == 1 {
            self.first_stamp_ms = crate::clock::stamp_ms(stamp);
        }
    }

    /// What the rows say, given the average's span; then it is empty again.
    pub(crate) fn finish(&mut self, layout: &Layout, span: Option<Span>) -> Intervals {
        let columns = layout.columns.len();
        let rows = &self.rows;
        let span = span.filter(|span| span.count() > 0);
        let intervals = Intervals {
            count: rows.numbers.len(),
            last: rows.numbers.iter().copied().max().unwrap_or(0),
            one_size: one_size(layout, rows),
            steady: span.and_then(|span| Steady::over(span, layout, rows)),
            before: span.and_then(|span| {
                let mut all = rows.iter(columns);
                all.find(|(number, _)| number + 1 == span.first).map(|(_, cells)| cells.to_vec())
            }),
            length_ms: middle(&mut self.lengths_ms),
            first_time: self.first_time,
            last_time: self.last_time,
            first_stamp_ms: self.first_stamp_ms,
            rows: self.wants_rows.then(|| std::mem::take(&mut self.rows)),
        };
        self.rows.numbers.clear();
        self.rows.cells.clear();
        self.lengths_ms.clear();
        (self.first_time, self.last_time, self.first_stamp_ms) = (None, None, None);
        intervals
    }
}

fn middle(lengths_ms: &mut [u32]) -> Option<u32> {
    lengths_ms.sort_unstable();
    lengths_ms.get(lengths_ms.len() / 2).copied()
}

/// The transfer size of all intervals that transferred anything, if it is one.
fn one_size(layout: &Layout, rows: &IntervalRows) -> Option<u64> {
    let place = layout.place(Column::TransferSize)?;
    let mut one = None;
    for (_, cells) in rows.iter(layout.columns.len()) {
        let size = cells[place];
        if size > 0.0 {
            if one.is_some_and(|one: f64| one.total_cmp(&size).is_ne()) {
                return None;
            }
            one = Some(size);
        }
    }
    one.filter(|size| size.fract() == 0.0).map(|size| size as u64)
}

/// Whether the greatest response time of an average can be that of the warm-up: flat files of 5.04.07
/// print the maximum since the begin of a file-system run, in average rows too.
pub(crate) fn may_be_of_warm_up(block: &Block, column: Column, maximum: f64) -> bool {
    debug_assert!(matches!(
        column,
        Column::Response(Statistic::Maximum) | Column::OpResponse(_, Statistic::Maximum)
    ));
    let Some(average) = &block.average else { return true };
    if average.span.first <= 1 {
        return false;
    }
    match (&block.intervals.before, block.layout.place(column)) {
        (Some(before), Some(place)) => before[place].is_nan() || before[place] >= maximum,
        _ => true,
    }
}
