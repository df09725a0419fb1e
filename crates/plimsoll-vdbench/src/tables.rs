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

use crate::block::{Asked, Average, Block};
use crate::cells::Cells;
use crate::clock::{TIME_BYTES, time_of_day};
use crate::facts::Facts;
use crate::gathering::Gathering;
use crate::label::Label;
use crate::layout::Layout;
use crate::lines::Line;
use crate::number::with_ascii_digits;
use crate::start::Start;
use crate::version::Era;
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
    /// Rows that follow no start that is known: it was cut out, or the row belongs to another one.
    pub(crate) stray_lines: OddLines,
    /// The line in which the file stops.
    pub(crate) cut_line: Option<usize>,
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
    /// The last header that told columns: the first line behind its date, and the second one.
    known_header: Option<(Vec<u8>, Vec<u8>)>,
    cells: Cells,
    gathering: Gathering,
}

impl Tables {
    /// With nothing read yet.
    pub(crate) fn new(depth: Depth) -> Self {
        Self {
            told: Told::default(),
            depth,
            layout: None,
            first_header: None,
            known_header: None,
            cells: Cells::default(),
            gathering: Gathering::new(depth),
        }
    }

    /// Takes the next line.
    pub(crate) fn line(&mut self, line: Line<'_>) {
        if line.bytes.is_empty() {
            return;
        }
        let ascii = with_ascii_digits(line.bytes);
        let text: &[u8] = &ascii;
        if let Some(first) = self.first_header.take() {
            if self.is_known_header(&first, line.bytes) {
                return;
            }
            match Layout::of_table(&first, line.bytes) {
                Some(layout) => {
                    self.known_header = Some((columns_of(&first).to_vec(), line.bytes.to_vec()));
                    return self.set_layout(layout);
                }
                // Rows beneath it have columns that nobody knows, and not those of the header before.
                None if Layout::begins_header(&first) => self.layout = None,
                None => {}
            }
        }
        match (Row::find(text), &self.layout) {
            (Some(row), Some(layout)) => {
                let layout = Arc::clone(layout);
                self.row(line, &row, &layout);
            }
            (Some(row), None) if looks_like_cells(row.cells) => {
                self.told.odd_lines.push(line.number);
            }
            _ => self.other(line, times(text).next().unwrap_or(text)),
        }
    }

    /// What the file told.
    pub(crate) fn finish(mut self) -> Told {
        self.told.blocks = self.gathering.finish();
        self.told
    }

    /// Whether it is the header of the rows before once more: it is printed again every 30 intervals.
    fn is_known_header(&self, first: &[u8], second: &[u8]) -> bool {
        let known = self.known_header.as_ref().filter(|_| self.layout.is_some());
        known.is_some_and(|(columns, below)| columns == columns_of(first) && below == second)
    }

    fn set_layout(&mut self, layout: Layout) {
        // Repeated headers are all the same within one run definition.
        if self.layout.as_deref() != Some(&layout) {
            // Its title may tell more, but the version may be that of another file.
            let era = Era::of_table(&layout, true);
            let layout = Arc::new(layout);
            self.gathering.set_layout(&layout, era);
            self.layout = Some(layout);
        }
    }

    fn other(&mut self, line: Line<'_>, text: &[u8]) {
        if let Some(start) = Start::parse(text) {
            if line.is_cut {
                // Half a name or half a rate would be those of another run definition.
                self.told.cut_line = Some(line.number);
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
        let is_same = self.gathering.started().is_some_and(|started| started.is_same(&start));
        if is_same && !self.gathering.has_rows() {
            self.gathering.restart(start, line);
        } else {
            self.gathering.start(start, line, Asked::default());
        }
    }

    fn row(&mut self, line: Line<'_>, row: &Row<'_>, layout: &Layout) {
        if line.is_cut {
            self.told.cut_line = Some(line.number);
        }
        if matches!(row.label, Label::Deviation(_) | Label::Maximum(_)) {
            if !line.is_cut {
                self.summary_row(line.number, row, layout);
            }
            return;
        }
        let goes_on = self.gathering.goes_on_with(row.label);
        if let (Label::Interval(number), Depth::Averages, true) = (row.label, self.depth, goes_on) {
            self.gathering.count(number, time_of_day(row.text));
            return;
        }
        let columns = layout.columns.len();
        self.cells.find_words(row.cells);
        if self.cells.count() < columns {
            if !line.is_cut && looks_like_cells(row.cells) {
                self.told.odd_lines.push(line.number);
            }
            return;
        }
        if !goes_on {
            self.gathering.close();
            self.told.stray_lines.push(line.number);
            return;
        }
        if line.is_cut {
            self.cells.empty_last();
        }
        match row.label {
            Label::Interval(number) => {
                let time = time_of_day(row.text);
                self.gathering.interval(number, time, row.cells, &self.cells);
            }
            Label::Average(span) => {
                let cells = printed(line, self.cells.count(), columns);
                let line = line.number;
                self.gathering.average(Average {
                    span,
                    line,
                    cells,
                    deviations: None,
                    maxima: None,
                });
            }
            Label::Deviation(_) | Label::Maximum(_) => {}
        }
    }

    fn summary_row(&mut self, line: usize, row: &Row<'_>, layout: &Layout) {
        let Some(average) = self.gathering.average_mut() else { return };
        let Some(cells) = cells_by_edges(row.cells, &layout.right_edges) else {
            self.told.odd_lines.push(line);
            return;
        };
        match row.label {
            Label::Deviation(span) if span == average.span => average.deviations = Some(cells),
            Label::Maximum(span) if span == average.span => average.maxima = Some(cells),
            _ => {}
        }
    }
}

/// A row, wherever in its line it begins.
struct Row<'t> {
    /// From its time on.
    text: &'t [u8],
    label: Label,
    /// What follows the label.
    cells: &'t [u8],
}

impl<'t> Row<'t> {
    /// The row in a line. What a system log, a container or a framework writes before each line may have times
    /// too.
    fn find(text: &'t [u8]) -> Option<Self> {
        // Nearly every row begins with its time.
        if time_of_day(text).is_some()
            && let Some(row) = Self::at(text)
        {
            return Some(row);
        }
        times(text).find_map(Self::at)
    }

    /// The row that begins with this time. A message may begin with a number, but hardly with several.
    fn at(text: &'t [u8]) -> Option<Self> {
        let behind = text.get(TIME_BYTES..)?;
        let rest = behind.trim_ascii_start();
        let is_glued = rest.len() == behind.len();
        match rest.first()? {
            // More digits of the time than vdbench prints.
            b'0'..=b'9' if is_glued => return None,
            b'0'..=b'9' | b'a' | b's' | b'm' => {}
            _ => return None,
        }
        let end = rest.iter().position(|byte| *byte == b' ').unwrap_or(rest.len());
        let (label, cells) = (Label::read(&rest[..end])?, &rest[end..]);
        let is_row = !matches!(label, Label::Interval(_)) || looks_like_cells(cells);
        is_row.then_some(Self { text, label, cells })
    }
}

/// The first line of a header without the date, whose words are those of the locale.
fn columns_of(first: &[u8]) -> &[u8] {
    memmem::find(first, b"nterval").map_or(first, |at| &first[at..])
}

/// A prefix is no longer than this, in bytes.
const LONGEST_PREFIX: usize = 120;

/// The line from each of its times on that may be vdbench's: the line itself, or what follows a prefix.
fn times(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let first = time_of_day(text).map(|_| text);
    let begin = &text[..text.len().min(LONGEST_PREFIX)];
    let is_tag = begin.len() > 1 && begin[0] == b'<' && !begin[1].is_ascii_digit();
    let colons = memchr::memchr_iter(b':', begin).filter(move |_| !is_tag);
    let later = colons
        .filter_map(|colon| colon.checked_sub(2).filter(|at| *at > 0).map(|at| &text[at..]))
        .filter(|rest| time_of_day(rest).is_some());
    first.into_iter().chain(later)
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

/// The width of the first cell in 5.04.07, the blank before it included. No other version prints rows with blank
/// cells.
const FIRST_CELL_BYTES: usize = 7;

/// The cells of a row in which some are blank: each ends where the name of its column does, counted from the
/// begin of the first name, and one that is too wide pushes those behind it. `None` if one ends elsewhere, for
/// then it may be that of any column.
fn cells_by_edges(cells: &[u8], right_edges: &[usize]) -> Option<Vec<Box<str>>> {
    let mut found: Vec<Box<str>> = Vec::with_capacity(right_edges.len());
    let mut edge_before = None;
    let mut at = 0;
    for edge in right_edges {
        let width = edge_before.map_or(FIRST_CELL_BYTES, |before| edge - before);
        let rest = cells.get(at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
        let word = words(&rest[blanks..]).next().unwrap_or_default();
        let is_blank = word.is_empty() || blanks > width;
        let is_too_wide = blanks == 1 && blanks + word.len() > width;
        if is_blank {
            at += width;
            found.push("".into());
        } else if blanks + word.len() == width || is_too_wide {
            at += blanks + word.len();
            found.push(owned(word));
        } else {
            return None;
        }
        edge_before = Some(edge);
    }
    Some(found)
}

/// Whether the first three of them begin like numbers: a message may begin like a row, but hardly with four.
fn looks_like_cells(cells: &[u8]) -> bool {
    let mut was_blank = true;
    let mut seen = 0;
    for byte in cells {
        let is_blank = *byte == b' ';
        if was_blank && !is_blank {
            if !matches!(byte, b'0'..=b'9' | b'N' | b'-' | b'.') {
                return false;
            }
            seen += 1;
            if seen == 3 {
                return true;
            }
        }
        was_blank = is_blank;
    }
    seen > 0
}

#[cfg(test)]
mod tests {
    use super::cells_by_edges;

    /// Where the names of `rate   resp total  sys   pct   rate   resp` end.
    const EDGES: [usize; 7] = [4, 11, 17, 22, 28, 35, 42];

    fn cells(row: &str) -> Option<Vec<String>> {
        let cells = cells_by_edges(row.as_bytes(), &EDGES)?;
        Some(cells.into_iter().map(String::from).collect())
    }

    #[test]
    fn blank_cells_are_told_by_where_the_others_end() {
        let deviations = cells("         0.007                          0.007   ").expect("cells");
        assert_eq!(deviations, ["", "0.007", "", "", "", "", "0.007"]);
        let greatest = cells("  105.0  0.063                   105.0  0.063").expect("cells");
        assert_eq!(greatest, ["105.0", "0.063", "", "", "", "105.0", "0.063"]);
        assert_eq!(cells("  "), Some(vec![String::new(); 7]));
    }

    #[test]
    fn numbers_that_are_too_wide_push_the_cells_behind_them() {
        let greatest = cells(" 1148549 3542.8                  1148549 3542.8").expect("cells");
        assert_eq!(greatest, ["1148549", "3542.8", "", "", "", "1148549", "3542.8"]);
    }

    #[test]
    fn a_cell_that_ends_between_two_columns_is_of_none() {
        assert_eq!(cells("           0.007                          0.007   "), None);
        assert_eq!(cells("  105.0 0.063 "), None);
    }
}
