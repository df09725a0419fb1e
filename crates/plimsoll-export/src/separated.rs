//! CSV, written cell by cell.

use crate::json::push_float;
use plimsoll_schema::Cell;
use std::io::{self, Write};

/// Writes records through the csv crate, which quotes what needs quotes.
pub(crate) struct CsvRecord<W: Write> {
    writer: csv::Writer<W>,
    field: Vec<u8>,
}

impl<W: Write> CsvRecord<W> {
    /// Writes the header.
    pub(crate) fn new(writer: W, names: impl Iterator<Item = &'static str>) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(writer);
        writer.write_record(names).map_err(io_error)?;
        Ok(Self { writer, field: Vec::new() })
    }

    /// Writes one record; `cells` are those of all columns, in order.
    pub(crate) fn write<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        for cell in cells {
            self.write_cell(&cell)?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(io_error)
    }

    fn write_cell(&mut self, cell: &Cell<'_>) -> io::Result<()> {
        self.field.clear();
        match cell {
            Cell::Null => {}
            Cell::Text(text) => {
                return self.writer.write_field(text.as_bytes()).map_err(io_error);
            }
            Cell::Integer(value) => write!(self.field, "{value}")?,
            Cell::Float(value) => push_float(&mut self.field, *value)?,
            Cell::TextList(texts) => {
                for (index, text) in texts.iter().enumerate() {
                    if index > 0 {
                        self.field.push(b';');
                    }
                    self.field.extend_from_slice(text.as_bytes());
                }
            }
        }
        self.writer.write_field(&self.field).map_err(io_error)
    }

    /// Writes what is still buffered and gives the writer back.
    pub(crate) fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// The csv crate's own conversion hides what kind of error it was, and a broken pipe must be told
/// from a full disk.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}
