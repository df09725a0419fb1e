//! A log with a row for each operation, read window by window.
//!
//! Rows of one millisecond begin alike, and end alike as long as the block size is the same: only value
//! and direction of such a row are read. Everything else takes the way of any line.

use super::latencies::Latencies;
use super::line::{Columns, Line};
use super::merge::{Slot, Windowed};
use super::notes::Notes;
use super::number::number;
use plimsoll_read::{Entry, Piece, Pieces, ReadError};
use std::collections::VecDeque;

/// How much of a log is read at a time.
const PIECE_BYTES: usize = 256 * 1024;
/// So many latencies of a window and direction are kept for exact percentiles: 8 MiB.
const MOST_VALUES: usize = 1 << 20;
/// A step of more than a minute is a jump, where windows are shorter than six seconds.
const JUMP_MS: u64 = 60_000;

/// Whether a step is longer than any in which storage does nothing.
pub(crate) fn is_jump(step_ms: u64, window_ms: u64) -> bool {
    step_ms > JUMP_MS.max(10 * window_ms)
}

/// How a log is to be read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading {
    pub(crate) columns: Columns,
    /// The time that counts as 0, in the log's own.
    pub(crate) begin_ms: u64,
    /// The length of a window.
    pub(crate) window_ms: u64,
    /// Whether values are latencies, which are kept.
    pub(crate) keeps_values: bool,
}

/// The operations of one direction in a window.
#[derive(Debug, Default)]
pub(crate) struct Operations {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    /// Their latencies in units of the log, as long as they are not too many.
    pub(crate) values: Vec<u64>,
    /// Their latencies, if they are.
    pub(crate) poured: Option<Box<Latencies>>,
}

impl Operations {
    #[inline]
    fn add(&mut self, value: u64, bytes: u64, keeps_value: bool) {
        self.count += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        if keeps_value {
            self.values.push(value);
            if self.values.len() >= MOST_VALUES {
                self.pour();
            }
        }
    }

    /// From single values to counts by bins.
    fn pour(&mut self) {
        self.poured.get_or_insert_default().add(&self.values);
        self.values.clear();
    }

    fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.bytes = self.bytes.saturating_add(other.bytes);
        if self.values.is_empty() {
            self.values = other.values;
        } else {
            self.values.extend(other.values);
        }
        if let Some(poured) = other.poured {
            self.poured.get_or_insert_default().merge(&poured);
        }
        if self.values.len() >= MOST_VALUES || (self.poured.is_some() && !self.values.is_empty()) {
            self.pour();
        }
    }
}

/// The operations of a window, by direction.
#[derive(Debug, Default)]
pub(crate) struct OperationWindow {
    pub(crate) directions: [Operations; 3],
}

/// What a whole log tells beside its windows.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    pub(crate) notes: Notes,
    /// The line of the first row of each direction.
    pub(crate) first_lines: [Option<u64>; 3],
    /// The greatest time of each stretch, since the begin.
    pub(crate) last_ms: Vec<u64>,
    /// The one block size of each direction; 0 if there are several.
    pub(crate) block_sizes: [Option<u64>; 3],
    /// Rows that stand in no window.
    pub(crate) strays: OperationWindow,
}

/// A log that is being read.
pub(crate) struct OperationLog<'e> {
    pieces: Pieces<'e>,
    piece: Piece,
    /// Where reading goes on in the piece.
    at: usize,
    is_at_end: bool,
    reading: Reading,
    before: Before,
    /// The time of the last row that stands in a window.
    last_time: u64,
    /// Lines read so far.
    lines: u64,
    /// Windows that rows may still be added to: the last one and the one before it, because times of
    /// concurrent operations are not quite in order.
    open: VecDeque<(Slot, OperationWindow)>,
    /// Where in `open` rows of the last time belong; `None` for the strays.
    current: Option<usize>,
    closed: VecDeque<(Slot, OperationWindow)>,
    ended: Ended,
}

/// The row before, for rows that begin and end alike.
#[derive(Debug, Default)]
struct Before {
    time: u64,
    begin: Alike,
    end: Alike,
    block_size: u64,
}

/// Up to 16 bytes that the next row may have too.
#[derive(Debug, Default, Clone, Copy)]
struct Alike {
    word: u128,
    mask: u128,
    /// 0 if there are none.
    length: usize,
}

impl Alike {
    fn of(bytes: &[u8]) -> Self {
        let mut word = [0; 16];
        let length = bytes.len();
        let Some(room) = word.get_mut(..length).filter(|_| length > 0) else {
            return Self::default();
        };
        room.copy_from_slice(bytes);
        let mask = u128::MAX >> (128 - 8 * length);
        Self { word: u128::from_le_bytes(word), mask, length }
    }

    /// Where these bytes end, if they stand at an offset.
    #[inline]
    fn passed(self, bytes: &[u8], at: usize) -> Option<usize> {
        let here = u128::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
        (self.length > 0 && (here ^ self.word) & self.mask == 0).then_some(at + self.length)
    }
}

impl<'e> OperationLog<'e> {
    pub(crate) fn open(entry: &'e Entry<'_>, reading: Reading) -> Result<Self, ReadError> {
        Ok(Self {
            pieces: entry.pieces(PIECE_BYTES)?,
            piece: Piece::default(),
            at: 0,
            is_at_end: false,
            reading,
            before: Before::default(),
            last_time: 0,
            lines: 0,
            open: VecDeque::new(),
            current: None,
            closed: VecDeque::new(),
            ended: Ended::default(),
        })
    }

    /// Reads on until a window is closed or the piece ends.
    fn read_piece(&mut self) {
        let piece = std::mem::take(&mut self.piece);
        let bytes = piece.bytes();
        let mut at = self.at;
        while at < bytes.len() && self.closed.is_empty() {
            at = self.alike(bytes, at);
            if at < bytes.len() {
                at = self.line(bytes, at);
            }
        }
        self.at = at;
        self.piece = piece;
    }

    /// Reads rows that begin and end like the row before; gives where they end.
    fn alike(&mut self, bytes: &[u8], mut at: usize) -> usize {
        let Some(current) = self.current else { return at };
        let Before { begin, end, block_size, .. } = self.before;
        let window = &mut self.open[current].1;
        let mut rows = 0;
        let row = |at: usize| {
            let (value, at) = number(bytes, begin.passed(bytes, at)?)?;
            let [b',', b' ', direction @ b'0'..=b'2', b',', b' '] =
                *bytes.get(at..)?.first_chunk()?
            else {
                return None;
            };
            Some((value, usize::from(direction - b'0'), end.passed(bytes, at + 5)?))
        };
        while let Some((value, direction, next)) = row(at) {
            // The first row of a direction, and one of another block size, goes the way of any line.
            if !matches!(self.ended.block_sizes[direction], Some(known) if known == block_size || known == 0)
            {
                break;
            }
            window.directions[direction].add(value, block_size, self.reading.keeps_values);
            rows += 1;
            at = next;
        }
        self.lines += rows;
        self.ended.notes.rows += rows;
        at
    }

    /// Reads one line; gives where the next begins.
    fn line(&mut self, bytes: &[u8], at: usize) -> usize {
        let rest = &bytes[at..];
        let length = rest.iter().position(|byte| *byte == b'\n');
        let line = &rest[..length.unwrap_or(rest.len())];
        let next = at + length.map_or(rest.len(), |length| length + 1);
        self.lines += 1;
        if line.trim_ascii().is_empty() {
            return next;
        }
        let columns = self.reading.columns;
        let Some(row) = Line::parse(line, columns) else {
            if length.is_none() {
                self.ended.notes.cut_line = Some(self.lines);
            } else {
                self.ended.notes.unreadable(self.lines, line);
            }
            return next;
        };
        let known = self.ended.block_sizes[row.direction];
        // Digits of the last column may be missing where the line has no end.
        if length.is_none()
            && columns.end_with_block_size()
            && known.is_some_and(|it| it != row.block_size)
        {
            self.ended.notes.cut_line = Some(self.lines);
            return next;
        }
        self.row(row, &bytes[next..]);
        self.before = Before {
            time: row.time,
            begin: begin_of(line),
            end: Alike::of(end_of(&bytes[at..next], columns)),
            block_size: row.block_size,
        };
        next
    }

    fn row(&mut self, row: Line, rest: &[u8]) {
        let Line { time, value, direction, block_size, .. } = row;
        if self.ended.notes.rows == 0 || time != self.before.time {
            self.enter(time, rest);
        }
        let known = self.ended.block_sizes[direction].get_or_insert(block_size);
        if *known != block_size {
            *known = 0;
        }
        self.ended.first_lines[direction].get_or_insert(self.lines);
        self.ended.notes.rows += 1;
        let window = if let Some(current) = self.current {
            &mut self.open[current].1
        } else {
            self.ended.notes.stray_rows += 1;
            &mut self.ended.strays
        };
        window.directions[direction].add(value, block_size, self.reading.keeps_values);
    }

    /// Finds the window of a time, closing those before it. `rest` are the rows that follow.
    fn enter(&mut self, time: u64, rest: &[u8]) {
        let window = self.window_of(time);
        let Some((last, _)) = self.open.back() else {
            return self.begin(Slot { stretch: 0, window }, time);
        };
        let last = *last;
        let before = self.last_time;
        if time < before {
            self.ended.notes.backwards.note(self.lines, before, time);
        }
        if let Some(at) = self.open.iter().position(|(slot, _)| slot.window == window) {
            return self.stand_in(at, time);
        }
        let oldest = self.open[0].0.window;
        let goes_on = |next: &u64| *next >= oldest && *next <= last.window + 1;
        let is_far = is_jump(time.saturating_sub(before), self.reading.window_ms);
        if window < oldest || is_far {
            // A single time that others do not follow is a damaged line, and no new begin.
            let next = number(rest, 0).map(|(next, _)| self.window_of(next));
            if next.as_ref().is_some_and(goes_on) {
                if is_far {
                    self.ended.notes.jumps.note(self.lines, before, time);
                }
                self.current = None;
                return;
            }
        }
        if window < oldest {
            self.closed.append(&mut self.open);
            return self.begin(Slot { stretch: last.stretch + 1, window }, time);
        }
        if is_far {
            self.ended.notes.jumps.note(self.lines, before, time);
        }
        while self.open.front().is_some_and(|(slot, _)| slot.window + 1 < window) {
            self.closed.extend(self.open.pop_front());
        }
        self.begin(Slot { stretch: last.stretch, window }, time);
    }

    fn begin(&mut self, slot: Slot, time: u64) {
        let at = self.open.partition_point(|(open, _)| *open < slot);
        self.open.insert(at, (slot, OperationWindow::default()));
        self.stand_in(at, time);
    }

    fn stand_in(&mut self, at: usize, time: u64) {
        self.current = Some(at);
        self.last_time = time;
        let stretch = self.open[at].0.stretch as usize;
        let last = &mut self.ended.last_ms;
        last.resize(last.len().max(stretch + 1), 0);
        last[stretch] = last[stretch].max(time.saturating_sub(self.reading.begin_ms));
    }

    fn window_of(&self, time: u64) -> u64 {
        time.saturating_sub(self.reading.begin_ms) / self.reading.window_ms
    }
}

/// The time and what parts it from the value.
fn begin_of(line: &[u8]) -> Alike {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let blanks = line[digits..].iter().take_while(|byte| matches!(byte, b',' | b' ')).count();
    Alike::of(&line[..digits + blanks])
}

/// What follows the direction, with the line end; nothing where another column stands before it, or
/// where the line has no end.
fn end_of(line: &[u8], columns: Columns) -> &[u8] {
    let is_usual = !columns.has_max && line.ends_with(b"\n");
    let mut commas = line.iter().enumerate().filter(|(_, byte)| **byte == b',').map(|(at, _)| at);
    match commas.nth(2).filter(|_| is_usual) {
        Some(comma) if line.get(comma + 1) == Some(&b' ') => &line[comma + 2..],
        _ => &[],
    }
}

impl Windowed for OperationLog<'_> {
    type Window = OperationWindow;
    type Ended = Ended;

    const AHEAD: usize = 2;

    fn next(&mut self) -> Result<Option<(Slot, OperationWindow)>, ReadError> {
        loop {
            if let Some(closed) = self.closed.pop_front() {
                return Ok(Some(closed));
            }
            if self.at == self.piece.bytes().len() {
                if self.is_at_end {
                    return Ok(None);
                }
                self.at = 0;
                if !self.pieces.next_into(&mut self.piece)? {
                    self.is_at_end = true;
                    self.closed.append(&mut self.open);
                }
                continue;
            }
            self.read_piece();
        }
    }

    fn merge(window: &mut OperationWindow, other: OperationWindow) {
        for (one, other) in window.directions.iter_mut().zip(other.directions) {
            one.merge(other);
        }
    }

    fn end(self) -> Ended {
        self.ended
    }
}
