//! Histogram logs: `time, direction, block size, count, count, …`, the counts of one interval by bins.
//!
//! `log_hist_coarseness` C puts 2^C bins of fio's grid into one. The number of columns tells C and the
//! grid: 19 groups of 64 bins in microseconds up to 2.21, 29 in nanoseconds since 2.99, and no C makes
//! equal numbers of them. Logs of several jobs or hosts are added up bin by bin; a finer one is made as
//! coarse as the coarsest first.

use super::line::LATEST_MS;
use super::merge::{Slot, Windowed};
use super::notes::Notes;
use super::number::number;
use crate::grid::FIO;
use plimsoll_read::{Entry, Piece, Pieces, ReadError};
use plimsoll_schema::{Bin, Counting, Distribution, Grid};
use std::collections::VecDeque;

/// How much of a log is read at a time.
const PIECE_BYTES: usize = 256 * 1024;
/// Bins of both grids at coarseness 0, and their unit in nanoseconds.
const GRIDS: [(usize, f64); 2] = [(19 * 64, 1000.0), (29 * 64, 1.0)];
const GREATEST_COARSENESS: u32 = 6;
/// No storage does more operations in a millisecond: a hundred million in a second.
const MOST_OF_A_MILLISECOND: u64 = 100_000;
/// Empty bins come in long runs, which are passed over sixteen and four at a time.
const SIXTEEN_EMPTY: &[u8; 48] = b"0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ";
const FOUR_EMPTY: &[u8; 12] = b"0, 0, 0, 0, ";

/// The bins of a histogram log.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HistogramForm {
    /// How many counts a row has.
    pub(crate) bins: usize,
    /// The binary logarithm of how many bins of fio's grid one is.
    pub(crate) coarseness: u32,
    /// The unit of the grid in nanoseconds.
    pub(crate) nanoseconds: f64,
    /// The length of an interval; 0 until it is known.
    pub(crate) interval_ms: u64,
}

impl HistogramForm {
    /// The form of so many counts; `None` if no release writes so many.
    pub(crate) fn of_columns(bins: usize) -> Option<Self> {
        let forms = GRIDS.iter().flat_map(|(grid, nanoseconds)| {
            (0..=GREATEST_COARSENESS).map(move |coarseness| Self {
                bins: grid >> coarseness,
                coarseness,
                nanoseconds: *nanoseconds,
                interval_ms: 0,
            })
        });
        forms.into_iter().find(|form| form.bins == bins)
    }

    /// The bins of its columns, in nanoseconds; `None` if they overlap, which those of no release do.
    pub(crate) fn grid(&self) -> Option<Grid> {
        let bin = |column: usize| {
            let first = (column as u64) << self.coarseness;
            let (lower, _) = FIO.edges(first);
            let (last, width) = FIO.edges(first + (1 << self.coarseness) - 1);
            let upper = last + width;
            let value = if upper - lower == 1 { lower } else { lower + (upper - lower) / 2 };
            Bin {
                lower: lower as f64 * self.nanoseconds,
                upper: upper as f64 * self.nanoseconds,
                value: value as f64 * self.nanoseconds,
                count: 0,
            }
        };
        Grid::new((0..self.bins).map(bin)).ok()
    }

    /// How far a value may be from the middle of its bin, as one part of so many.
    pub(crate) fn precision(&self) -> u64 {
        128 >> self.coarseness
    }
}

/// The counts of one direction in a window. Of two thousand bins only a range in the middle is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) begin_ms: u64,
    pub(crate) end_ms: u64,
    bins: Range,
    total: u64,
}

/// The counts of columns next to each other. Those before and after it are 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Range {
    /// The first column.
    first: usize,
    counts: Vec<u64>,
}

impl Counts {
    /// As a distribution on the grid of its form; `None` if there is nothing.
    pub(crate) fn distribution(&self, grid: &Grid) -> Option<Distribution> {
        let mut counting = Counting::on(grid);
        let counts = self.bins.counts.iter().enumerate();
        for (column, count) in counts.filter(|(_, count)| **count > 0) {
            counting.add(self.bins.first + column, *count)?;
        }
        Some(counting.finish()).filter(|distribution| distribution.total() > 0)
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.begin_ms = self.begin_ms.min(other.begin_ms);
        self.end_ms = self.end_ms.max(other.end_ms);
        self.total = self.total.saturating_add(other.total);
        self.bins.add(&other.bins);
    }
}

impl Range {
    fn end(&self) -> usize {
        self.first + self.counts.len()
    }

    /// Adds a count to a column at the end or behind it.
    fn push(&mut self, column: usize, count: u64) {
        if self.counts.is_empty() {
            self.first = column;
        }
        let index = column - self.first;
        if index < self.counts.len() {
            self.counts[index] = self.counts[index].saturating_add(count);
        } else {
            self.counts.resize(index, 0);
            self.counts.push(count);
        }
    }

    /// Adds another, column by column.
    fn add(&mut self, other: &Self) {
        if other.counts.is_empty() {
            return;
        }
        if self.counts.is_empty() {
            self.clone_from(other);
            return;
        }
        let before = self.first.saturating_sub(other.first);
        if before > 0 {
            self.counts.splice(0..0, std::iter::repeat_n(0, before));
            self.first = other.first;
        }
        if other.end() > self.end() {
            self.counts.resize(other.end() - self.first, 0);
        }
        let from = other.first - self.first;
        for (sum, count) in self.counts[from..].iter_mut().zip(&other.counts) {
            *sum = sum.saturating_add(*count);
        }
    }

    /// With so many bits fewer in the number of a column.
    fn coarser(&self, by: u32) -> Self {
        if by == 0 {
            return self.clone();
        }
        let mut coarser = Self::default();
        for (column, count) in self.counts.iter().enumerate() {
            coarser.push((self.first + column) >> by, *count);
        }
        coarser
    }
}

/// The counts of a window, by direction.
pub(crate) type HistogramWindow = [Option<Counts>; 3];

/// What a whole log tells beside its windows.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    pub(crate) notes: Notes,
    /// The line of the first row of each direction.
    pub(crate) first_lines: [Option<u64>; 3],
    pub(crate) last_ms: u64,
    /// The one block size of each direction; 0 if there are several.
    pub(crate) block_sizes: [Option<u64>; 3],
}

/// A histogram log that is being read.
pub(crate) struct HistogramLog<'e> {
    pieces: Pieces<'e>,
    piece: Piece,
    at: usize,
    form: HistogramForm,
    /// How coarse its windows are to be.
    coarseness: u32,
    begin_ms: u64,
    lines: u64,
    /// The counts of a row before they are made coarser.
    row: Range,
    /// When the last interval of each direction ended.
    ends: [Option<(Slot, u64)>; 3],
    open: Option<(Slot, HistogramWindow)>,
    closed: VecDeque<(Slot, HistogramWindow)>,
    ended: Ended,
}

impl<'e> HistogramLog<'e> {
    /// Opens a log whose times count from `begin_ms`, and whose windows are to be as coarse as that of
    /// other logs.
    pub(crate) fn open(
        entry: &'e Entry<'_>,
        form: HistogramForm,
        coarseness: u32,
        begin_ms: u64,
    ) -> Result<Self, ReadError> {
        Ok(Self {
            pieces: entry.pieces(PIECE_BYTES)?,
            piece: Piece::default(),
            at: 0,
            form,
            coarseness: coarseness.max(form.coarseness),
            begin_ms,
            lines: 0,
            row: Range::default(),
            ends: [None; 3],
            open: None,
            closed: VecDeque::new(),
            ended: Ended::default(),
        })
    }

    /// Reads one line; gives where the next begins.
    fn line(&mut self, bytes: &[u8], at: usize) -> usize {
        self.lines += 1;
        if let Some((row, next)) = self.counts(bytes, at) {
            self.take(&row);
            return next;
        }
        let rest = &bytes[at..];
        let length = rest.iter().position(|byte| *byte == b'\n');
        let line = &rest[..length.unwrap_or(rest.len())];
        if length.is_none() {
            self.ended.notes.cut_line = Some(self.lines);
        } else if !line.trim_ascii().is_empty() {
            self.ended.notes.unreadable(self.lines, line);
        }
        at + length.map_or(rest.len(), |length| length + 1)
    }

    /// Reads the counts of a line into the room for them; gives what stands before them and where the
    /// next line begins. `None` if it does not fit.
    fn counts(&mut self, bytes: &[u8], at: usize) -> Option<(Row, usize)> {
        let (time, at) = number(bytes, at)?;
        let (direction, at) = number(bytes, comma(bytes, at)?)?;
        let (block_size, at) = number(bytes, comma(bytes, at)?)?;
        let mut at = comma(bytes, at)?;
        let bins = self.form.bins;
        let mut bin = 0;
        self.row.counts.clear();
        loop {
            while bin + 16 < bins && bytes.get(at..)?.first_chunk().is_some_and(are_sixteen_empty) {
                bin += 16;
                at += SIXTEEN_EMPTY.len();
            }
            while bin + 4 < bins && bytes.get(at..)?.first_chunk() == Some(FOUR_EMPTY) {
                bin += 4;
                at += FOUR_EMPTY.len();
            }
            let (count, end) = number(bytes, at)?;
            if count > 0 {
                self.row.push(bin, count);
            }
            bin += 1;
            if bin == bins {
                at = end;
                break;
            }
            at = comma(bytes, end)?;
        }
        let at =
            at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b',' | b'\r')).count();
        // Without a line end, the last count may have lost digits.
        let has_end = bytes.get(at) == Some(&b'\n');
        (direction <= 2 && time < LATEST_MS && has_end)
            .then_some((Row { time, direction: direction as usize, block_size }, at + 1))
    }

    fn take(&mut self, row: &Row) {
        let Row { time, direction, block_size } = *row;
        let end_ms = time.saturating_sub(self.begin_ms);
        let interval = self.form.interval_ms.max(1);
        let before = self.ends[direction];
        let last = before.map_or(0, |(_, end)| end);
        let total = self.row.counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
        if total > interval.saturating_mul(2 * MOST_OF_A_MILLISECOND) {
            self.ended.notes.impossible_counts.note(self.lines, last, end_ms);
            return;
        }
        let slot = self.slot(end_ms, last);
        self.note_order(slot, before, end_ms);
        // An interval begins where the one before it ended, unless some are missing between them.
        let follows = before.is_some_and(|(known, end)| {
            known.stretch == slot.stretch && known.window + 1 >= slot.window && end < end_ms
        });
        let is_first = before.is_none() && slot.window <= 1;
        let begin_ms = if follows || is_first { last } else { end_ms.saturating_sub(interval) };
        self.ends[direction] = Some((slot, end_ms));
        self.ended.last_ms = self.ended.last_ms.max(end_ms);
        self.ended.first_lines[direction].get_or_insert(self.lines);
        let known = self.ended.block_sizes[direction].get_or_insert(block_size);
        if *known != block_size {
            *known = 0;
        }
        self.ended.notes.rows += 1;
        let bins = self.row.coarser(self.coarseness - self.form.coarseness);
        let counts = Counts { begin_ms, end_ms, bins, total };
        if let Some((_, window)) = &mut self.open {
            match &mut window[direction] {
                Some(known) => known.merge(&counts),
                empty => *empty = Some(counts),
            }
        }
    }

    /// The slot of an interval that ended at a time, after one of its direction that ended before; opens
    /// its window.
    fn slot(&mut self, end_ms: u64, last: u64) -> Slot {
        let interval = self.form.interval_ms.max(1);
        let window = (end_ms + interval / 2) / interval;
        let slot = match &self.open {
            None => Slot { stretch: 0, window },
            Some((open, _)) if window >= open.window => Slot { window, ..*open },
            // A direction may be logged a little later than another.
            Some((open, _)) if window + 1 == open.window && last < end_ms => *open,
            Some((open, _)) => Slot { stretch: open.stretch + 1, window },
        };
        if self.open.as_ref().is_none_or(|(open, _)| *open != slot) {
            self.closed.extend(self.open.replace((slot, HistogramWindow::default())));
        }
        slot
    }

    fn note_order(&mut self, slot: Slot, before: Option<(Slot, u64)>, end_ms: u64) {
        let Some((known, end)) = before else { return };
        if known.stretch != slot.stretch || end > end_ms {
            self.ended.notes.backwards.note(self.lines, end, end_ms);
        } else {
            self.ended.notes.missing_windows += (slot.window - known.window).saturating_sub(1);
        }
    }
}

/// Whether sixteen bins are empty; a comparison of the slices would be a call for each.
#[inline]
fn are_sixteen_empty(bytes: &[u8; SIXTEEN_EMPTY.len()]) -> bool {
    let words = bytes.as_chunks::<8>().0.iter().zip(SIXTEEN_EMPTY.as_chunks::<8>().0);
    let differ =
        |(one, other): (&[u8; 8], &[u8; 8])| u64::from_ne_bytes(*one) ^ u64::from_ne_bytes(*other);
    words.map(differ).fold(0, |all, differ| all | differ) == 0
}

/// What stands before the counts of a row.
struct Row {
    time: u64,
    direction: usize,
    block_size: u64,
}

/// Where the next column begins.
#[inline]
fn comma(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..)? {
        [b',', b' ', ..] => Some(at + 2),
        [b',', ..] => Some(at + 1),
        _ => None,
    }
}

impl Windowed for HistogramLog<'_> {
    type Window = HistogramWindow;
    type Ended = Ended;

    const AHEAD: usize = 32;

    fn next(&mut self) -> Result<Option<(Slot, HistogramWindow)>, ReadError> {
        loop {
            if let Some(closed) = self.closed.pop_front() {
                return Ok(Some(closed));
            }
            if self.at == self.piece.bytes().len() {
                self.at = 0;
                if !self.pieces.next_into(&mut self.piece)? {
                    return Ok(self.open.take());
                }
            }
            let piece = std::mem::take(&mut self.piece);
            while self.at < piece.bytes().len() && self.closed.is_empty() {
                self.at = self.line(piece.bytes(), self.at);
            }
            self.piece = piece;
        }
    }

    fn merge(window: &mut HistogramWindow, other: HistogramWindow) {
        for (one, other) in window.iter_mut().zip(other) {
            match (one.as_mut(), other) {
                (Some(one), Some(other)) => one.merge(&other),
                (None, other) => *one = other,
                (Some(_), None) => {}
            }
        }
    }

    fn end(self) -> Ended {
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, GRIDS, HistogramForm, Range};
    use proptest::prelude::*;
    use std::collections::{BTreeMap, HashSet};

    #[test]
    fn the_number_of_columns_tells_grid_and_coarseness() {
        let mut seen = HashSet::new();
        for (grid, nanoseconds) in GRIDS {
            for coarseness in 0..=6 {
                let bins = grid >> coarseness;
                assert!(seen.insert(bins), "{bins} columns have one meaning");
                let form = HistogramForm::of_columns(bins).expect("a form of fio's");
                assert_eq!(
                    (form.coarseness, form.nanoseconds.to_bits()),
                    (coarseness, nanoseconds.to_bits())
                );
            }
        }
        assert_eq!(HistogramForm::of_columns(100), None);
    }

    #[test]
    fn a_coarse_bin_covers_the_fine_ones() {
        let form = HistogramForm::of_columns(232).expect("29 groups, coarseness 3");
        let mut bins = Range::default();
        for (column, count) in [(0, 1), (16, 2), (231, 3)] {
            bins.push(column, count);
        }
        let distribution = Counts { begin_ms: 0, end_ms: 1, bins, total: 6 }
            .distribution(&form.grid().expect("a grid"))
            .expect("counts");
        let seen: Vec<(u64, u64, u64)> = distribution
            .bins()
            .map(|bin| (bin.lower as u64, bin.upper as u64, bin.count))
            .collect();
        assert_eq!(seen[..2], [(0, 8, 1), (128, 144, 2)]);
        assert_eq!(seen[2], (16_106_127_360, 17_179_869_184, 3));
        assert_eq!(form.precision(), 16);
    }

    proptest! {
        #[test]
        fn counts_are_added_up_column_by_column(one in proptest::collection::btree_map(0usize..40, 1u64.., 0..6), other in proptest::collection::btree_map(0usize..40, 1u64.., 0..6), by in 0u32..3) {
            let range = |counts: &BTreeMap<usize, u64>| {
                let mut range = Range::default();
                for (column, count) in counts {
                    range.push(*column, *count);
                }
                range
            };
            let counts = |range: &Range| -> BTreeMap<usize, u64> {
                let counts = range.counts.iter().enumerate();
                counts.filter(|(_, count)| **count > 0).map(|(index, count)| (range.first + index, *count)).collect()
            };
            let mut expected: BTreeMap<usize, u64> = one.clone();
            for (column, count) in &other {
                let sum = expected.entry(*column).or_default();
                *sum = sum.saturating_add(*count);
            }
            let mut both = range(&one);
            both.add(&range(&other));
            prop_assert_eq!(counts(&both), expected.clone());
            let mut coarser: BTreeMap<usize, u64> = BTreeMap::new();
            for (column, count) in &expected {
                let sum = coarser.entry(column >> by).or_default();
                *sum = sum.saturating_add(*count);
            }
            prop_assert_eq!(counts(&both.coarser(by)), coarser);
        }
    }
}
