//! Rows to lines.

use crate::json::JsonLine;
use crate::separated::CsvRecord;
use crate::{Shape, TextFormat};
use plimsoll_schema::{Cell, Row, long, wide};
use std::io::{self, Write};

/// Writes rows to `W`, one at a time.
///
/// ```
/// use plimsoll_export::{RowWriter, Shape, TextFormat};
/// use plimsoll_schema::{Figure, Identity, Metric, Origin, Row, Stat};
///
/// let identity = Identity::new("a.json".into(), "/jobs/0/read".into(), Origin::Measured);
/// let mut row = Row::new(identity);
/// row.figures.push(Figure::written(Metric::Iops, Stat::Mean, 512.5, "512.500000"));
///
/// let mut writer = RowWriter::new(Vec::new(), TextFormat::Csv, Shape::Long)?;
/// writer.row(&row)?;
/// assert_eq!(writer.lines(), 1);
/// let text = String::from_utf8(writer.finish()?).expect("CSV of texts is text");
/// assert!(text.starts_with("source,locator,tool,"));
/// assert!(text.ends_with(",iops,mean,,512.5,1/s,,512.500000,\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct RowWriter<W: Write> {
    columns: Columns,
    encoder: Encoder<W>,
    lines: u64,
}

enum Columns {
    Wide(Vec<&'static wide::Column>),
    Long(Vec<long::Column>),
}

enum Encoder<W: Write> {
    JsonLines { line: JsonLine, writer: W },
    Csv(Box<CsvRecord<W>>),
}

impl<W: Write> RowWriter<W> {
    /// Begins the output; in CSV this writes the header, so that a table without rows has one.
    pub fn new(writer: W, format: TextFormat, shape: Shape) -> io::Result<Self> {
        match shape {
            Shape::Wide => {
                let columns = wide::columns();
                let encoder = Encoder::new(writer, format, columns.iter().map(|it| it.name))?;
                Ok(Self { columns: Columns::Wide(columns), encoder, lines: 0 })
            }
            Shape::Long => {
                let columns = long::columns();
                let encoder = Encoder::new(writer, format, columns.iter().map(long::Column::name))?;
                Ok(Self { columns: Columns::Long(columns), encoder, lines: 0 })
            }
        }
    }

    /// Writes the lines of a row: one in the wide shape, or none if the row stands in the long
    /// shape only; one for each figure in the long shape.
    ///
    /// After an error the output is damaged and the writer of no further use.
    pub fn row(&mut self, row: &Row) -> io::Result<()> {
        match &self.columns {
            Columns::Wide(columns) if wide::has(row) => {
                self.encoder.write(columns.iter().map(|column| (column.cell)(row)))?;
                self.lines += 1;
            }
            Columns::Wide(_) => {}
            Columns::Long(columns) => {
                for figure in &row.figures {
                    self.encoder.write(columns.iter().map(|column| column.cell(row, figure)))?;
                    self.lines += 1;
                }
            }
        }
        Ok(())
    }

    /// How many lines were written, a CSV header not counted.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Writes what is still buffered, flushes, and gives the writer back.
    pub fn finish(self) -> io::Result<W> {
        let mut writer = match self.encoder {
            Encoder::JsonLines { writer, .. } => writer,
            Encoder::Csv(record) => record.finish()?,
        };
        writer.flush()?;
        Ok(writer)
    }
}

impl<W: Write> Encoder<W> {
    fn new(
        writer: W,
        format: TextFormat,
        names: impl Iterator<Item = &'static str>,
    ) -> io::Result<Self> {
        Ok(match format {
            TextFormat::JsonLines => Self::JsonLines { line: JsonLine::new(names), writer },
            TextFormat::Csv => Self::Csv(Box::new(CsvRecord::new(writer, names)?)),
        })
    }

    fn write<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        match self {
            Self::JsonLines { line, writer } => line.write(cells, writer),
            Self::Csv(record) => record.write(cells),
        }
    }
}
