//! A large entry in pieces that end at line ends.

use crate::error::ReadError;
use plimsoll_schema::{Code, Finding};
use std::io::{self, Read};
use std::sync::Arc;

/// The longest line that is held in memory when an entry is read in pieces. Lines of logs are
/// shorter than a kilobyte; a file without line ends must not be held as a whole.
const LONGEST_LINE_BYTES: usize = 16 * 1024 * 1024;

/// The pieces of an entry, in order. See [`Entry::pieces`](crate::Entry::pieces).
pub struct Pieces<'e> {
    reader: Box<dyn Read + 'e>,
    source: Arc<str>,
    piece_bytes: usize,
    /// The begin of a line that the piece before did not end.
    held: Vec<u8>,
    /// Where the next piece begins.
    offset: u64,
}

/// Room for a piece, which can be filled again and again.
#[derive(Debug, Default)]
pub struct Piece {
    /// Where it begins in the entry, in bytes.
    pub offset: u64,
    buffer: Vec<u8>,
    length: usize,
}

impl Piece {
    /// Its bytes: whole lines, but for the last one of an entry that does not end with a line end.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }
}

impl<'e> Pieces<'e> {
    pub(crate) fn new(reader: Box<dyn Read + 'e>, source: Arc<str>, piece_bytes: usize) -> Self {
        Self { reader, source, piece_bytes: piece_bytes.max(1), held: Vec::new(), offset: 0 }
    }

    /// Fills the room with the next piece; `false` if there is none. A line that is longer than a
    /// piece makes its piece longer; one of more than 16 MiB is an error.
    pub fn next_into(&mut self, piece: &mut Piece) -> Result<bool, ReadError> {
        let mut filled = self.held.len();
        let mut limit = filled + self.piece_bytes;
        make_room(&mut piece.buffer, limit);
        piece.buffer[..filled].copy_from_slice(&self.held);
        self.held.clear();
        loop {
            let from = filled;
            let is_last = self.fill(&mut piece.buffer[..limit], &mut filled)?;
            // Only what is new can hold a line end: what was held back had none.
            let line_end = piece.buffer[from..filled].iter().rposition(|byte| *byte == b'\n');
            let end = if is_last { filled } else { line_end.map_or(0, |at| from + at + 1) };
            if end > 0 || is_last {
                self.held.extend_from_slice(&piece.buffer[end..filled]);
                (piece.offset, piece.length) = (self.offset, end);
                self.offset += end as u64;
                return Ok(end > 0);
            }
            if filled > LONGEST_LINE_BYTES {
                let message = format!("the line at byte {} is longer than 16 MiB", self.offset);
                return Err(Finding::new(Code::InputTooLarge, &*self.source, message).into());
            }
            limit = filled + self.piece_bytes;
            make_room(&mut piece.buffer, limit);
        }
    }

    /// Reads until the room is full; `true` if the entry ended before.
    fn fill(&mut self, room: &mut [u8], filled: &mut usize) -> Result<bool, ReadError> {
        while *filled < room.len() {
            match self.reader.read(&mut room[*filled..]) {
                Ok(0) => return Ok(true),
                Ok(count) => *filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(ReadError::Io { source: self.source.to_string(), error });
                }
            }
        }
        Ok(false)
    }
}

fn make_room(buffer: &mut Vec<u8>, length: usize) {
    if buffer.len() < length {
        buffer.resize(length, 0);
    }
}
