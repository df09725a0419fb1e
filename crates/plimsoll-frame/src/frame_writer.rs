//! Rows to a file of columns.

use crate::Shape;
use crate::arrow_file::ArrowFile;
use crate::group::{Columns, Group};
use crate::parquet_file::ParquetFile;
use crate::spool::Spool;
use plimsoll_schema::{Cell, Row, long, wide};
use std::io::{self, Write};

/// Writes rows to `W`, a group at a time.
///
/// ```
/// use plimsoll_frame::{FrameWriter, Shape};
/// use plimsoll_schema::{Figure, Identity, Metric, Origin, Row, Stat};
///
/// let identity = Identity::new("a.json".into(), "/jobs/0/read".into(), Origin::Measured);
/// let mut row = Row::new(identity);
/// row.figures.push(Figure::written(Metric::Iops, Stat::Mean, 512.5, "512.500000"));
///
/// let mut writer = FrameWriter::parquet(Vec::new(), Shape::Long)?;
/// writer.row(&row)?;
/// assert_eq!(writer.lines(), 1);
/// let file = writer.finish()?;
/// assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct FrameWriter<W: Write> {
    columns: ShapeColumns,
    output: Output<W>,
}

enum ShapeColumns {
    Wide(Vec<&'static wide::Column>),
    Long(Vec<long::Column>),
}

/// Takes lines, whatever they stand for.
struct Output<W: Write> {
    group: Group,
    most_lines: usize,
    file: File,
    spool: Spool,
    writer: W,
    lines: u64,
}

enum File {
    Parquet(Box<ParquetFile>),
    Arrow(Box<ArrowFile>),
}

impl<W: Write> FrameWriter<W> {
    /// Begins a Parquet file. The writer needs no buffer: it is given whole groups.
    pub fn parquet(writer: W, shape: Shape) -> io::Result<Self> {
        Self::new(writer, shape, |spool, group| {
            ParquetFile::new(spool, group.schema(), shape).map(Box::new).map(File::Parquet)
        })
    }

    /// Begins an Arrow file. The writer needs no buffer: it is given whole groups.
    pub fn arrow(writer: W, shape: Shape) -> io::Result<Self> {
        Self::new(writer, shape, |spool, group| {
            ArrowFile::new(spool, group.schema(), shape).map(Box::new).map(File::Arrow)
        })
    }

    fn new(
        writer: W,
        shape: Shape,
        begin: impl FnOnce(Spool, &Group) -> io::Result<File>,
    ) -> io::Result<Self> {
        let columns = ShapeColumns::of(shape);
        let group = columns.group();
        let spool = Spool::default();
        let file = begin(spool.clone(), &group)?;
        let output = Output { group, most_lines: 100_000, file, spool, writer, lines: 0 };
        Ok(Self { columns, output })
    }

    /// Puts at most this many lines into a group, instead of 100,000. A group is what is held in
    /// memory at once, and what a reader of the file can skip. It ends earlier where its cells
    /// hold 64 MiB. Other groups make another file, with the same rows.
    #[must_use]
    pub fn with_lines_in_a_group(mut self, most: usize) -> Self {
        self.output.most_lines = most;
        self
    }

    /// Takes the lines of a row: one in the wide shape, or none if the row stands in the long
    /// shape only; one for each figure in the long shape.
    ///
    /// After an error the output is damaged and the writer of no further use.
    pub fn row(&mut self, row: &Row) -> io::Result<()> {
        match &self.columns {
            ShapeColumns::Wide(columns) if wide::has(row) => {
                self.output.line(columns.iter().map(|column| (column.cell)(row)))?;
            }
            ShapeColumns::Wide(_) => {}
            ShapeColumns::Long(columns) => {
                for figure in &row.figures {
                    self.output.line(columns.iter().map(|column| column.cell(row, figure)))?;
                }
            }
        }
        Ok(())
    }

    /// How many lines were taken.
    pub fn lines(&self) -> u64 {
        self.output.lines
    }

    /// How many whole numbers beyond 2⁶³ − 1 became null, because no column holds them.
    pub fn left_out(&self) -> u64 {
        self.output.group.left_out()
    }

    /// Writes what is still held and the end of the file, flushes, and gives the writer back. A
    /// file without rows has all columns.
    pub fn finish(self) -> io::Result<W> {
        self.output.finish()
    }
}

impl ShapeColumns {
    fn of(shape: Shape) -> Self {
        match shape {
            Shape::Wide => Self::Wide(wide::columns()),
            Shape::Long => Self::Long(long::columns()),
        }
    }

    /// A group for such lines.
    fn group(&self) -> Group {
        match self {
            Self::Wide(columns) => {
                Group::new(columns.iter().map(|column| (column.name, column.column_type)))
            }
            Self::Long(columns) => {
                Group::new(columns.iter().map(|column| (column.name(), column.column_type())))
            }
        }
    }
}

impl<W: Write> Output<W> {
    fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        self.group.push(cells)?;
        self.lines += 1;
        if self.group.is_full(self.most_lines) { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> io::Result<()> {
        if let Some(columns) = self.group.take()? {
            self.file.group(columns)?;
        }
        self.spool.empty_into(&mut self.writer)
    }

    fn finish(mut self) -> io::Result<W> {
        self.write_group()?;
        self.file.finish()?;
        self.spool.empty_into(&mut self.writer)?;
        self.writer.flush()?;
        Ok(self.writer)
    }
}

impl File {
    fn group(&mut self, columns: Columns) -> io::Result<()> {
        match self {
            Self::Parquet(file) => file.group(columns),
            Self::Arrow(file) => file.group(&columns),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Parquet(file) => file.finish(),
            Self::Arrow(file) => file.finish(),
        }
    }
}
