//! CSV, written cell by cell.

use crate::json::push_float;
use plimsoll_schema::Cell;
use std::io::{self, BufRead, Write};

/// Writes records through the csv crate, which quotes what needs quotes.
pub(crate) struct CsvRecord<W: Write> {
    writer: csv::Writer<W>,
    /// A record is gathered before it is written: that is faster than field by field.
    record: csv::ByteRecord,
    field: Vec<u8>,
}

impl<W: Write> CsvRecord<W> {
    /// Writes the header.
    pub(crate) fn new(writer: W, names: impl Iterator<Item = &'static str>) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(writer);
        writer.write_record(names).map_err(io_error)?;
        Ok(Self { writer, record: csv::ByteRecord::new(), field: Vec::new() })
    }

    /// Writes one record; `cells` are those of all columns, in order.
    pub(crate) fn write<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        self.record.clear();
        for cell in cells {
            self.push(&cell)?;
        }
        self.writer.write_byte_record(&self.record).map_err(io_error)
    }

    /// Writes the records of an earlier output with the same header, as far as their text in `column`
    /// is one to keep. How many.
    pub(crate) fn copy_records(
        &mut self,
        from: impl BufRead,
        column: &str,
        keep: &mut dyn FnMut(&str) -> bool,
    ) -> io::Result<u64> {
        let mut records = csv::Reader::from_reader(from);
        let place = place(records.headers().map_err(io_error)?, column);
        let mut record = csv::StringRecord::new();
        let mut kept = 0;
        while records.read_record(&mut record).map_err(io_error)? {
            let text = place.and_then(|place| record.get(place)).unwrap_or_default();
            if keep(text) {
                self.writer.write_record(&record).map_err(io_error)?;
                kept += 1;
            }
        }
        Ok(kept)
    }

    fn push(&mut self, cell: &Cell<'_>) -> io::Result<()> {
        self.field.clear();
        match cell {
            Cell::Null => {}
            Cell::Text(text) => {
                self.record.push_field(text.as_bytes());
                return Ok(());
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
        self.record.push_field(&self.field);
        Ok(())
    }

    /// Writes what is still buffered and gives the writer back.
    pub(crate) fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// The csv crate's own conversion hides what kind of error it was, and a broken pipe must be told
/// from a full disk.
pub(crate) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::new(io::ErrorKind::InvalidData, format!("{kind:?}")),
    }
}

/// Where a column stands.
pub(crate) fn place(header: &csv::StringRecord, name: &str) -> Option<usize> {
    header.iter().position(|column| column == name)
}
