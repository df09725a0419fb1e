//! Rows in one of the formats.

use crate::arguments::To;
use crate::destination::Destination;
use plimsoll_export::{RowWriter, TextFormat};
use plimsoll_frame::FrameWriter;
use plimsoll_schema::Projection;
use std::io;

/// A writer of rows: of results, or of interval data.
pub(super) enum Rows<P: Projection> {
    /// Text, a line at a time.
    Text(RowWriter<Destination, P>),
    /// Columns, a group of lines at a time.
    Frame(Box<FrameWriter<Destination, P>>),
}

impl<P: Projection> Rows<P> {
    pub(super) fn new(to: Destination, format: To, shape: P) -> io::Result<Self> {
        let frame = |writer| Self::Frame(Box::new(writer));
        match format {
            To::Jsonl => RowWriter::new(to, TextFormat::JsonLines, shape).map(Self::Text),
            To::Csv => RowWriter::new(to, TextFormat::Csv, shape).map(Self::Text),
            To::Parquet => FrameWriter::parquet(to, shape).map(frame),
            To::Arrow => FrameWriter::arrow(to, shape).map(frame),
        }
    }

    pub(super) fn row(&mut self, row: &P::Row) -> io::Result<()> {
        match self {
            Self::Text(rows) => rows.row(row),
            Self::Frame(rows) => rows.row(row),
        }
    }

    /// Lines written so far.
    pub(super) fn lines(&self) -> u64 {
        match self {
            Self::Text(rows) => rows.lines(),
            Self::Frame(rows) => rows.lines(),
        }
    }

    /// Values that the format has no room for.
    pub(super) fn left_out(&self) -> u64 {
        match self {
            Self::Text(_) => 0,
            Self::Frame(rows) => rows.left_out(),
        }
    }

    pub(super) fn finish(self) -> io::Result<Destination> {
        match self {
            Self::Text(rows) => rows.finish(),
            Self::Frame(rows) => rows.finish(),
        }
    }
}
