//! Lines in one of the formats.

use crate::arguments::To;
use plimsoll_export::{RowWriter, TextFormat, read_texts};
use plimsoll_frame::{FrameReader, FrameWriter};
use plimsoll_schema::{Cell, Lines, LinesShape, Projection};
use std::fs::File;
use std::io::{self, BufReader, Write};

/// A format that holds one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableFormat {
    Text(TextFormat),
    Parquet,
    Arrow,
}

impl TableFormat {
    /// The format; none where several tables are one file.
    pub(super) fn of(to: To) -> Option<Self> {
        match to {
            To::Jsonl => Some(Self::Text(TextFormat::JsonLines)),
            To::Csv => Some(Self::Text(TextFormat::Csv)),
            To::Parquet => Some(Self::Parquet),
            To::Arrow => Some(Self::Arrow),
            To::Xlsx => None,
        }
    }

    /// The word for it, and the ending of its files.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Text(TextFormat::JsonLines) => "jsonl",
            Self::Text(TextFormat::Csv) => "csv",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
        }
    }

    /// The format of a word.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        [Self::Text(TextFormat::JsonLines), Self::Text(TextFormat::Csv), Self::Parquet, Self::Arrow]
            .into_iter()
            .find(|format| format.word() == word)
    }

    /// Hands over the texts in these columns of a file, line by line; empty where there is none.
    pub(super) fn read_texts(
        self,
        file: File,
        columns: &[&str],
        each: &mut dyn FnMut(&[&str]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut frame = match self {
            Self::Text(format) => return read_texts(BufReader::new(file), format, columns, each),
            Self::Parquet => FrameReader::parquet(file)?,
            Self::Arrow => FrameReader::arrow(file)?,
        };
        frame.lines(columns, &mut |cells| each(&cells.iter().map(text).collect::<Vec<_>>()))
    }
}

fn text<'a>(cell: &'a Cell<'_>) -> &'a str {
    match cell {
        Cell::Text(text) => text,
        _ => "",
    }
}

/// A writer of rows: of results, of interval data, or of any lines.
pub(super) enum Rows<W: Write, P: Projection> {
    /// Text, a line at a time.
    Text(RowWriter<W, P>),
    /// Columns, a group of lines at a time.
    Frame(Box<FrameWriter<W, P>>, TableFormat),
}

impl<W: Write, P: Projection> Rows<W, P> {
    /// Begins a file; `inputs` are what its rows are made from, as named.
    pub(super) fn new(to: W, format: TableFormat, shape: P, inputs: &[String]) -> io::Result<Self> {
        let frame =
            |writer: FrameWriter<W, P>| Self::Frame(Box::new(writer.with_inputs(inputs)), format);
        match format {
            TableFormat::Text(format) => RowWriter::new(to, format, shape).map(Self::Text),
            TableFormat::Parquet => FrameWriter::parquet(to, shape).map(frame),
            TableFormat::Arrow => FrameWriter::arrow(to, shape).map(frame),
        }
    }

    pub(super) fn row(&mut self, row: &P::Row) -> io::Result<()> {
        match self {
            Self::Text(rows) => rows.row(row),
            Self::Frame(rows, _) => rows.row(row),
        }
    }

    /// Lines written so far.
    pub(super) fn lines(&self) -> u64 {
        match self {
            Self::Text(rows) => rows.lines(),
            Self::Frame(rows, _) => rows.lines(),
        }
    }

    /// Values that the format has no room for.
    pub(super) fn left_out(&self) -> u64 {
        match self {
            Self::Text(_) => 0,
            Self::Frame(rows, _) => rows.left_out(),
        }
    }

    /// Bytes that are held in memory.
    pub(super) fn held_bytes(&self) -> usize {
        match self {
            Self::Text(_) => 0,
            Self::Frame(rows, _) => rows.held_bytes(),
        }
    }

    /// Writes what is held in memory.
    pub(super) fn let_go(&mut self) -> io::Result<()> {
        match self {
            Self::Text(_) => Ok(()),
            Self::Frame(rows, _) => rows.end_group(),
        }
    }

    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Text(rows) => rows.finish(),
            Self::Frame(rows, _) => rows.finish(),
        }
    }
}

impl<W: Write, P: Projection> Lines for Rows<W, P> {
    type Error = io::Error;

    /// Takes a line as it stands.
    fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        match self {
            Self::Text(rows) => rows.line(cells),
            Self::Frame(rows, _) => rows.line(cells),
        }
    }
}

impl<W: Write> Rows<W, LinesShape> {
    /// Takes the lines of an earlier file of the same table whose text in `column` is one to keep. Columns
    /// that it has not are null.
    pub(super) fn copy_lines(
        &mut self,
        file: File,
        columns: &[&str],
        column: &str,
        keep: &mut dyn FnMut(&str) -> bool,
    ) -> io::Result<()> {
        let (rows, mut frame) = match self {
            Self::Text(rows) => return rows.copy_lines(BufReader::new(file), column, keep),
            Self::Frame(rows, TableFormat::Arrow) => (rows, FrameReader::arrow(file)?),
            Self::Frame(rows, _) => (rows, FrameReader::parquet(file)?),
        };
        let place = columns.iter().position(|name| *name == column);
        frame.lines(columns, &mut |cells| match place {
            Some(place) if !keep(text(&cells[place])) => Ok(()),
            _ => rows.line(cells.iter().cloned()),
        })
    }
}
