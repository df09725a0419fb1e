//! Rows to a file of columns.

use crate::about::{About, inputs_text};
use crate::arrow_file::ArrowFile;
use crate::group::{Columns, Group};
use crate::parquet_file::ParquetFile;
use crate::spool::Spool;
use plimsoll_schema::{Cell, Lines, Projection, Shape};
use std::io::{self, Write};

/// Writes rows to `W`, a group of lines at a time: results in a [`Shape`], or interval data as
/// [`SeriesShape`](plimsoll_schema::SeriesShape).
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
pub struct FrameWriter<W: Write, P: Projection = Shape> {
    shape: P,
    output: Output<W>,
}

/// Takes lines, whatever they stand for.
struct Output<W: Write> {
    group: Group,
    most_lines: usize,
    file: File,
    about: About,
    spool: Spool,
    writer: W,
    lines: u64,
}

enum File {
    Parquet(Box<ParquetFile>),
    Arrow(Box<ArrowFile>),
}

impl<W: Write, P: Projection> FrameWriter<W, P> {
    /// Begins a Parquet file. The writer needs no buffer: it is given whole groups.
    pub fn parquet(writer: W, shape: P) -> io::Result<Self> {
        Self::new(writer, shape, |spool, group| {
            ParquetFile::new(spool, group.schema()).map(Box::new).map(File::Parquet)
        })
    }

    /// Begins an Arrow file. The writer needs no buffer: it is given whole groups.
    pub fn arrow(writer: W, shape: P) -> io::Result<Self> {
        Self::new(writer, shape, |spool, group| {
            ArrowFile::new(spool, group.schema()).map(Box::new).map(File::Arrow)
        })
    }

    fn new(
        writer: W,
        shape: P,
        begin: impl FnOnce(Spool, &Group) -> io::Result<File>,
    ) -> io::Result<Self> {
        let group = Group::new(shape.columns().into_iter());
        let spool = Spool::default();
        let file = begin(spool.clone(), &group)?;
        let about = About { shape: shape.word(), inputs: None };
        let output = Output { group, most_lines: 8_192, file, about, spool, writer, lines: 0 };
        Ok(Self { shape, output })
    }

    /// Puts at most this many lines into a group, instead of 8,192. A group is what is held in
    /// memory at once, and what a reader of the file can skip. It ends earlier where its cells
    /// hold 64 MiB. Other groups make another file, with the same rows.
    #[must_use]
    pub fn with_lines_in_a_group(mut self, most: usize) -> Self {
        self.output.most_lines = most;
        self
    }

    /// Says in the file what its rows were made from: the first hundred inputs as named.
    #[must_use]
    pub fn with_inputs(mut self, inputs: &[String]) -> Self {
        self.output.about.inputs = Some(inputs_text(inputs));
        self
    }

    /// Takes the lines that a row makes in the shape.
    ///
    /// After an error the output is damaged and the writer of no further use.
    pub fn row(&mut self, row: &P::Row) -> io::Result<()> {
        self.shape.lines(row, &mut self.output)
    }

    /// Takes a line as it stands; `cells` are those of all columns, in order. So lines of one file go
    /// into another.
    pub fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        self.output.line(cells)
    }

    /// How many bytes are held in memory for the next group.
    pub fn held_bytes(&self) -> usize {
        self.output.group.bytes()
    }

    /// Ends the group before it is full, so that nothing is held.
    pub fn end_group(&mut self) -> io::Result<()> {
        self.output.write_group()
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

impl<W: Write> Lines for Output<W> {
    type Error = io::Error;

    fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        self.group.push(cells)?;
        self.lines += 1;
        if self.group.is_full(self.most_lines) { self.write_group() } else { Ok(()) }
    }
}

impl<W: Write> Output<W> {
    fn write_group(&mut self) -> io::Result<()> {
        if let Some(columns) = self.group.take()? {
            self.file.group(&columns)?;
        }
        self.spool.empty_into(&mut self.writer)
    }

    fn finish(mut self) -> io::Result<W> {
        self.write_group()?;
        self.file.finish(&self.about)?;
        self.spool.empty_into(&mut self.writer)?;
        self.writer.flush()?;
        Ok(self.writer)
    }
}

impl File {
    fn group(&mut self, columns: &Columns) -> io::Result<()> {
        match self {
            Self::Parquet(file) => file.group(columns),
            Self::Arrow(file) => file.group(columns),
        }
    }

    fn finish(self, about: &About) -> io::Result<()> {
        match self {
            Self::Parquet(file) => file.finish(about),
            Self::Arrow(file) => file.finish(about),
        }
    }
}
