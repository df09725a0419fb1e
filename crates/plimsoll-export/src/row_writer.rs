//! Rows to lines.

use crate::TextFormat;
use crate::json::JsonLine;
use crate::separated::CsvRecord;
use crate::text_reader::copy_json_lines;
use plimsoll_schema::{Cell, Lines, Projection, Shape};
use std::io::{self, BufRead, Write};

/// Writes rows to `W`, one at a time: results in a [`Shape`], or interval data as
/// [`SeriesShape`](plimsoll_schema::SeriesShape).
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
pub struct RowWriter<W: Write, P: Projection = Shape> {
    shape: P,
    output: Output<W>,
}

/// Takes lines, whatever they stand for.
struct Output<W: Write> {
    encoder: Encoder<W>,
    lines: u64,
}

enum Encoder<W: Write> {
    JsonLines { line: JsonLine, writer: W },
    Csv(Box<CsvRecord<W>>),
}

impl<W: Write, P: Projection> RowWriter<W, P> {
    /// Begins the output; in CSV this writes the header, so that a table without rows has one.
    pub fn new(writer: W, format: TextFormat, shape: P) -> io::Result<Self> {
        let columns = shape.columns();
        let encoder = Encoder::new(writer, format, columns.into_iter().map(|(name, _)| name))?;
        Ok(Self { shape, output: Output { encoder, lines: 0 } })
    }

    /// Writes the lines that a row makes in the shape.
    ///
    /// After an error the output is damaged and the writer of no further use.
    pub fn row(&mut self, row: &P::Row) -> io::Result<()> {
        self.shape.lines(row, &mut self.output)
    }

    /// Writes a line as it stands; `cells` are those of all columns, in order.
    pub fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        self.output.line(cells)
    }

    /// Writes as they stand the lines of an earlier output of this format and shape, as far as their
    /// text in `column` is one to keep.
    pub fn copy_lines(
        &mut self,
        from: impl BufRead,
        column: &str,
        keep: &mut dyn FnMut(&str) -> bool,
    ) -> io::Result<()> {
        self.output.lines += match &mut self.output.encoder {
            Encoder::JsonLines { writer, .. } => copy_json_lines(from, column, writer, keep)?,
            Encoder::Csv(record) => record.copy_records(from, column, keep)?,
        };
        Ok(())
    }

    /// How many lines were written, a CSV header not counted.
    pub fn lines(&self) -> u64 {
        self.output.lines
    }

    /// Writes what is still buffered, flushes, and gives the writer back.
    pub fn finish(self) -> io::Result<W> {
        let mut writer = match self.output.encoder {
            Encoder::JsonLines { writer, .. } => writer,
            Encoder::Csv(record) => record.finish()?,
        };
        writer.flush()?;
        Ok(writer)
    }
}

impl<W: Write> Lines for Output<W> {
    type Error = io::Error;

    fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        match &mut self.encoder {
            Encoder::JsonLines { line, writer } => line.write(cells, writer)?,
            Encoder::Csv(record) => record.write(cells)?,
        }
        self.lines += 1;
        Ok(())
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
}
