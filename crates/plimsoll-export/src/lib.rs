//! Rows of the shared schema as text (JSON lines and CSV) and as workbooks (XLSX), in the wide and the
//! long shape, and interval data as series.
//!
//! A [`RowWriter`] takes one row at a time and keeps none, so that eight years of results go
//! through it in the memory of one row. It writes to any [`std::io::Write`] in small pieces: give
//! it a buffered one.
//!
//! Both text formats print a number as the shortest text that is read back as the same number; a float
//! without a fraction may keep its `.0`. What is not known is `null` in JSON and an empty field in
//! CSV. CSV cannot tell an empty text from an absent one; JSON lines can.
//!
//! Text is written as it is. A workload named `=1+1` stays that in CSV, although a spreadsheet
//! may take a field that begins with `=`, `+`, `-` or `@` for a formula: a figure or a name that
//! was changed on the way out would no longer be the one in the file.
//!
//! A [`WorkbookWriter`] is for a person with a spreadsheet; it alone is written when it is finished.
//! [`read_texts`] and [`RowWriter::copy_lines`] go on with text that was written before.

mod finding;
mod json;
mod row_writer;
mod separated;
mod text_reader;
mod workbook;

pub use finding::write_finding;
pub use plimsoll_schema::{SeriesShape, Shape};
pub use row_writer::RowWriter;
pub use text_reader::read_texts;
pub use workbook::{SheetIsFull, WorkbookWriter};

/// A text format for rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFormat {
    /// One JSON object a line, every column present, lists as arrays. No header, so no rows make
    /// no bytes.
    JsonLines,
    /// Comma-separated values (RFC 4180, lines end with a line feed). The header is always there,
    /// lists are joined by `;`.
    Csv,
}
