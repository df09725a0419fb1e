//! Rows on a terminal.
//!
//! A file or a pipe gets every name as it is. A terminal would obey what stands in it: a job named
//! `\x1b]0;…` would set its title, so there such characters are shown as U+FFFD.

use crate::look::printable_character;
use std::io::{self, Write};

/// Writes lines of text, without anything in them that a terminal obeys.
pub(super) struct Terminal<W> {
    to: W,
    /// The begin of a character whose end was not written yet.
    begun: Vec<u8>,
}

impl<W> Terminal<W> {
    pub(super) fn new(to: W) -> Self {
        Self { to, begun: Vec::new() }
    }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let shown: String = String::from_utf8_lossy(&self.begun[..whole])
            .chars()
            .map(|character| if character == '\n' { '\n' } else { printable_character(character) })
            .collect();
        self.begun.drain(..whole);
        self.to.write_all(shown.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::Terminal;
    use proptest::prelude::*;
    use std::io::Write as _;

    fn shown(pieces: &[&[u8]]) -> String {
        let mut terminal = Terminal::new(Vec::new());
        for piece in pieces {
            terminal.write_all(piece).expect("memory");
        }
        String::from_utf8(terminal.to).expect("whole characters")
    }

    #[test]
    fn names_cannot_move_the_cursor_or_end_a_line() {
        assert_eq!(shown(&[b"a,\x1b[31mb\r,c\nd\n"]), "a,\u{FFFD}[31mb\u{FFFD},c\nd\n");
        assert_eq!(shown(&["\u{9b}2J測\n".as_bytes()]), "\u{FFFD}2J測\n");
    }

    proptest! {
        #[test]
        fn where_a_text_is_cut_changes_nothing(text in "[a\u{1b}\u{9b}測\n]{0,20}", at in 0usize..40) {
            let (one, other) = text.as_bytes().split_at(at.min(text.len()));
            prop_assert_eq!(shown(&[one, other]), shown(&[text.as_bytes()]));
        }
    }
}
