//! Web pages, read by html5ever: what a browser would show, as blocks and grids.
//!
//! To read along: `tokens` reads text and tags, `role` says what an element is, `place` what stands around a piece of
//! text, `sink` takes what the parser builds, `page` puts it where it belongs, `open` is what is still being read.

mod open;
mod page;
mod place;
mod role;
mod sink;
mod tags;
mod tokens;

use crate::document::Document;
use crate::limits::{Budget, Excess};
use html5ever::tendril::TendrilSink as _;
use sink::PageSink;
use tokens::Tokens;

/// So much is parsed before it is looked whether the page holds too much, in bytes: what a hostile page can make of a
/// piece grows with the square of this.
const PIECE_BYTES: usize = 16 * 1024;

/// Reads a page piece by piece.
pub(crate) struct PageReader {
    tokens: Tokens,
}

impl PageReader {
    /// For a page that begins at a line, from 1, below so many tables.
    pub(crate) fn new(line: usize, tables_before: usize, budget: Budget) -> Self {
        Self { tokens: Tokens::new(PageSink::new(line, tables_before, budget)) }
    }

    /// Reads the next piece. Whether the page holds too much to go on.
    pub(crate) fn push(&mut self, text: &str) -> bool {
        let mut rest = text;
        while !rest.is_empty() && !self.is_full() {
            let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
            self.tokens.push(piece);
            rest = after;
        }
        self.is_full()
    }

    fn is_full(&self) -> bool {
        self.tokens.sink().is_full()
    }

    /// The whole page, and what is left of the budget.
    pub(crate) fn finish(self) -> Result<(Document, Budget), Excess> {
        self.tokens.finish().finish().finish()
    }
}

/// Reads a piece of a page that stands in another text.
pub(crate) fn read(
    text: &str,
    line: usize,
    tables_before: usize,
    budget: &mut Budget,
) -> Result<Document, Excess> {
    let mut reader = PageReader::new(line, tables_before, std::mem::take(budget));
    reader.push(text);
    let (document, left) = reader.finish()?;
    *budget = left;
    Ok(document)
}

#[cfg(test)]
mod tests;
