//! How much of a document is held: published tables are small, and what is not must end in bounded time and memory.

use plimsoll_read::ReadError;
use plimsoll_schema::{Code, Finding};
use std::fmt;

/// Cells of one document, those that spans fill too. The greatest page seen has 500.
pub(crate) const MAX_CELLS: usize = 500_000;

/// Columns of one table: what HTML lets one cell span. A wider table is left out.
pub(crate) const MAX_COLUMNS: usize = 1_000;

/// Text of one document, in bytes, with the copies that spans make.
pub(crate) const MAX_TEXT_BYTES: usize = 64 << 20;

/// Blocks of one document.
pub(crate) const MAX_BLOCKS: usize = 1_000_000;

/// Elements inside one another, as in browsers: what looks for an open element looks through all of them.
pub(crate) const MAX_DEPTH: usize = 512;

/// Elements of one page, with those that the rules of HTML repeat where they were not closed.
pub(crate) const MAX_ELEMENTS: usize = 5_000_000;

/// Attributes of one element: each is compared with all before it.
pub(crate) const MAX_ATTRIBUTES: usize = 1_000;

/// Errors in the markup of one page. Each may take as long as elements are open.
pub(crate) const MAX_ERRORS: usize = 1_000_000;

/// One part of a workbook after decompression, in bytes.
pub(crate) const MAX_PART_BYTES: u64 = 256 << 20;

/// All parts of a workbook that are read, after decompression, in bytes.
pub(crate) const MAX_UNPACKED_BYTES: u64 = 512 << 20;

/// The texts that the cells of a workbook share, after decompression, in bytes.
pub(crate) const MAX_SHARED_TEXT_BYTES: u64 = 64 << 20;

/// Parts of a workbook.
pub(crate) const MAX_PARTS: usize = 10_000;

/// A limit that was passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Excess {
    Cells,
    Text,
    Blocks,
    Depth,
    Elements,
    Attributes,
    Errors,
}

impl fmt::Display for Excess {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells => write!(formatter, "its tables have more than {MAX_CELLS} cells"),
            Self::Text => {
                write!(formatter, "it holds more than {} MiB of text", MAX_TEXT_BYTES >> 20)
            }
            Self::Blocks => {
                write!(formatter, "it has more than {MAX_BLOCKS} paragraphs and tables")
            }
            Self::Depth => {
                write!(formatter, "its elements lie more than {MAX_DEPTH} deep in each other")
            }
            Self::Elements => write!(formatter, "it has more than {MAX_ELEMENTS} elements"),
            Self::Attributes => {
                write!(formatter, "one of its elements has more than {MAX_ATTRIBUTES} attributes")
            }
            Self::Errors => write!(formatter, "its markup has more than {MAX_ERRORS} errors"),
        }
    }
}

impl Excess {
    /// As the error that ends reading.
    pub(crate) fn into_error(self, source: &str) -> ReadError {
        let message = format!("{self}: this is no page of published tables");
        Finding::new(Code::InputTooLarge, source, message)
            .with_help("Cut out the part with the tables, and read that.")
            .into()
    }
}

/// Counts what a document holds.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    cells: usize,
    text_bytes: usize,
    blocks: usize,
}

impl Budget {
    /// Counts a cell and its text.
    pub(crate) fn cell(&mut self, text_bytes: usize) -> Result<(), Excess> {
        self.cells += 1;
        if self.cells > MAX_CELLS {
            return Err(Excess::Cells);
        }
        self.text(text_bytes)
    }

    /// Counts text.
    pub(crate) fn text(&mut self, bytes: usize) -> Result<(), Excess> {
        self.text_bytes = self.text_bytes.saturating_add(bytes);
        if self.text_bytes > MAX_TEXT_BYTES { Err(Excess::Text) } else { Ok(()) }
    }

    /// Counts a block.
    pub(crate) fn block(&mut self) -> Result<(), Excess> {
        self.blocks += 1;
        if self.blocks > MAX_BLOCKS { Err(Excess::Blocks) } else { Ok(()) }
    }
}
