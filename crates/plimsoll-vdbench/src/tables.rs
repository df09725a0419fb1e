//! Summary, totals, SD, WD, FSD, host reports, logfile and console text: they all hold the same lines.
//!
//! ```text
//! <a name="_1"></a><i><b>11:18:39.001 Starting RD=rd2; I/O rate: 200; elapsed=60; For loops: None</b></i>
//!
//! Nov 30, 2026    interval        i/o   MB/sec   bytes   read     resp   …
//!                                rate  1024**2     i/o    pct     time   …
//! 11:18:40.010           1      144.0     0.56    4096  69.44    0.013   …
//! 11:18:41.017     avg_2-2      204.0     0.80    4096  68.63    0.014   …
//! ```
//!
//! The header is printed again every 30 intervals, in totals once for the whole file. Up to 5.04.06
//! a label of ten characters follows the time without a blank, so a row is cut after the twelve
//! characters of its time. Between rows stand warnings and messages.

use crate::block::{Asked, Average, Block, Gathering, Intervals};
use crate::cells::Cells;
use crate::clock::{TIME_BYTES, time_of_day};
use crate::facts::Facts;
use crate::label::{Label, Span};
use crate::layout::Layout;
use crate::lines::Line;
use crate::number::{decimal, with_ascii_digits};
use crate::start::Start;
use memchr::memmem;
use std::sync::Arc;

/// How much of a file is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Averages; intervals are counted.
    Averages,
    /// What intervals amount to as well.
    Intervals,
    /// The rows of the intervals as well.
    Rows,
}

/// What a file told.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// Its run definitions, in order.
    pub(crate) blocks: Vec<Block>,
    /// What it says beside them.
    pub(crate) facts: Facts,
    /// Lines that look like rows and are none.
    pub(crate) odd_lines: OddLines,
    /// Whether the file stops in the middle of a row.
    pub(crate) is_cut: Option<usize>,
    /// Columns that `parseflat` was not asked for, and without which its rows are not told apart.
    pub(crate) lacks_columns: Vec<&'static str>,
}

/// Lines that could not be read: the first ones, and how many.
#[derive(Debug, Default, Clone)]
pub(crate) struct OddLines {
    /// Numbers of the first of them.
    pub(crate) first: Vec<usize>,
    /// How many there are.
    pub(crate) count: usize,
}

impl OddLines {
    /// So many are named.
    const NAMED: usize = 20;

    pub(crate) fn push(&mut self, line: usize) {
        self.count += 1;
        if self.first.len() < Self::NAMED {
            self.first.push(line);
        }
    }
}

/// Reads the lines of such a file.
#[derive(Debug)]
pub(crate) struct Tables {
    told: Told,
    depth: Depth,
    layout: Option<Arc<Layout>>,
    /// The first line of a header, until the second one tells what it means.
    first_header: Option<Vec<u8>>,
    open: Option<Open>,
    cells: Cells,
    gathering: Gathering,
    counted: Intervals,
}

/// The run definition whose rows are being read.
#[derive(Debug)]
struct Open {
    start: Start,
    line: usize,
    average: Option<Average>,
}

impl Tables {
    /// With nothing read yet.
    pub(crate) fn new(depth: Depth) -> Self {
        Self {
            told: Told::default(),
            depth,
            layout: None,
            first_header: None,
            open: None,
            cells: Cells::default(),
            gathering: Gathering::new(depth == Depth::Rows),
            counted: Intervals::default(),
        }
    }

    /// Takes the next line.
    pub(crate) fn line(&mut self, line: Line<'_>) {
        let ascii = with_ascii_digits(line.bytes);
        let text: &[u8] = &ascii;
        if let Some(first) = self.first_header.take()
            && let Some(layout) = Layout::of_table(&first, line.bytes)
        {
            self.set_layout(layout);
            return;
        }
        let Some(text) = from_time(text) else { return self.other(line, text) };
        match (row(text), &self.layout) {
            (Some((label, cells)), Some(layout)) => {
                let layout = Arc::clone(layout);
                self.row(line, text, label, cells, &layout);
            }
            (Some((_, cells)), None) if looks_like_cells(cells) => {
                self.told.odd_lines.push(line.number);
            }
            _ => self.other(line, text),
        }
    }

    /// What the file told.
    pub(crate) fn finish(mut self) -> Told {
        self.close();
        self.told
    }

    fn set_layout(&mut self, layout: Layout) {
        // Repeated headers are all the same within one run definition.
        if self.layout.as_deref() != Some(&layout) {
            self.layout = Some(Arc::new(layout));
        }
    }

    fn other(&mut self, line: Line<'_>, text: &[u8]) {
        if let Some(start) = Start::parse(text) {
            if line.is_cut {
                // Half a name or half a rate would be those of another run definition.
                self.told.is_cut = Some(line.number);
            } else {
                self.start(start, line.number);
            }
        } else if memmem::find(text, b"nterval").is_some() {
            self.first_header = Some(line.bytes.to_vec());
        } else {
            self.told.facts.line(line, text);
        }
    }

    fn start(&mut self, start: Start, line: usize) {
        // Up to 5.04.06 the logfile has each start twice, as on the console and with a link, and not
        // always at the same millisecond.
        let is_repeated = self.open.as_ref().is_some_and(|open| {
            open.start.is_same(&start)
                && open.average.is_none()
                && self.gathering.last().is_none()
                && self.counted.count == 0
        });
        if !is_repeated {
            self.close();
        }
        self.open = Some(Open { start, line, average: None });
    }

    fn row(
        &mut self,
        line: Line<'_>,
        text: &[u8],
        label: Label,
        cells: &[u8],
        layout: &Arc<Layout>,
    ) {
        let columns = layout.columns.len();
        if line.is_cut {
            self.told.is_cut = Some(line.number);
        }
        if matches!(label, Label::Deviation(_) | Label::Maximum(_)) {
            if !line.is_cut {
                self.summary_row(label, text, layout);
            }
            return;
        }
        let time = time_of_day(text);
        if let (Label::Interval(number), Depth::Averages, Some(_)) = (label, self.depth, &self.open)
        {
            self.count(number, time);
            return;
        }
        self.cells.find_words(cells);
        if self.cells.count() < columns {
            if !line.is_cut && looks_like_cells(cells) {
                self.told.odd_lines.push(line.number);
            }
            return;
        }
        if line.is_cut {
            self.cells.empty_last();
        }
        let Some(open) = &mut self.open else {
            self.told.odd_lines.push(line.number);
            return;
        };
        match label {
            Label::Interval(number) => {
                let values = self.cells.iter(cells, columns);
                let values = values.map(|cell| decimal(cell).unwrap_or(f64::NAN));
                self.gathering.take(number, time, values);
            }
            Label::Average(span) => {
                let cells = printed(line, self.cells.count(), columns);
                open.average = Some(Average {
                    span,
                    line: line.number,
                    cells,
                    deviations: None,
                    maxima: None,
                });
            }
            Label::Deviation(_) | Label::Maximum(_) => {}
        }
    }

    fn count(&mut self, number: u32, time: Option<u32>) {
        self.counted.count += 1;
        self.counted.last = self.counted.last.max(number);
        self.counted.first_time = self.counted.first_time.or(time);
        self.counted.last_time = time;
    }

    /// A row with blank cells: its cells are told apart by where they end.
    fn summary_row(&mut self, label: Label, text: &[u8], layout: &Layout) {
        let Some(average) = self.open.as_mut().and_then(|open| open.average.as_mut()) else {
            return;
        };
        let mut cells: Vec<Box<str>> = vec!["".into(); layout.columns.len()];
        let mut begin = 0;
        for (cell, edge) in cells.iter_mut().zip(&layout.right_edges) {
            let piece = text.get(begin..(*edge).min(text.len())).unwrap_or_default();
            *cell = owned(piece.trim_ascii());
            begin = *edge;
        }
        // The label stands where the first cell would begin.
        if let Some(first) = cells.first_mut() {
            *first = "".into();
        }
        match label {
            Label::Deviation(span) if span == average.span => average.deviations = Some(cells),
            Label::Maximum(span) if span == average.span => average.maxima = Some(cells),
            _ => {}
        }
    }

    fn close(&mut self) {
        let counted = std::mem::take(&mut self.counted);
        let Some(Open { start, line, average }) = self.open.take() else { return };
        let span: Option<Span> = average.as_ref().map(|average| average.span);
        let layout = self.layout.clone().unwrap_or_else(|| Arc::new(Layout::empty()));
        let intervals = match self.depth {
            Depth::Averages => counted,
            _ => self.gathering.finish(&layout, span),
        };
        let asked = Asked::default();
        self.told.blocks.push(Block { start, line, layout, asked, average, intervals });
    }
}

/// A prefix is no longer than this, in bytes.
const LONGEST_PREFIX: usize = 120;

/// The line from its time on. Console lines that went through a system log have a prefix.
fn from_time(text: &[u8]) -> Option<&[u8]> {
    if time_of_day(text).is_some() {
        return Some(text);
    }
    let begin = &text[..text.len().min(LONGEST_PREFIX)];
    let is_tag = begin.first() == Some(&b'<');
    let colons = memchr::memchr_iter(b':', begin).filter(|_| !is_tag);
    colons
        .filter_map(|colon| colon.checked_sub(2).map(|at| &text[at..]))
        .find(|rest| time_of_day(rest).is_some())
}

/// The label of a row and what follows it.
fn row(text: &[u8]) -> Option<(Label, &[u8])> {
    let rest = text.get(TIME_BYTES..)?.trim_ascii_start();
    if !matches!(rest.first()?, b'0'..=b'9' | b'a' | b's' | b'm') {
        return None;
    }
    let end = rest.iter().position(|byte| *byte == b' ').unwrap_or(rest.len());
    Some((Label::read(&rest[..end])?, &rest[end..]))
}

/// Words of a line; blanks are ASCII, whatever the locale.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b' ').filter(|word| !word.is_empty())
}

pub(crate) fn owned(text: &[u8]) -> Box<str> {
    String::from_utf8_lossy(text).into()
}

/// The cells of a line in the digits of its locale: the last `count` words, because a label may be glued to
/// the time.
fn printed(line: Line<'_>, count: usize, columns: usize) -> Vec<Box<str>> {
    let mut words: Vec<&[u8]> = words(line.bytes).collect();
    if line.is_cut {
        words.pop();
        words.push(b"");
    }
    let first = words.len().saturating_sub(count);
    words[first..].iter().take(columns).map(|word| owned(word)).collect()
}

/// Whether they are numbers, as far as they go: a message may begin like a row.
fn looks_like_cells(cells: &[u8]) -> bool {
    let mut words = words(cells).take(3).peekable();
    words.peek().is_some() && words.all(|word| word == b"NaN" || decimal(word).is_some())
}
