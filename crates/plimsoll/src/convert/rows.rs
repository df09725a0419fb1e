//! Rows in one of the formats.

use crate::arguments::{ShapeName, To};
use crate::destination::Destination;
use plimsoll_export::{RowWriter, TextFormat};
use plimsoll_frame::FrameWriter;
use plimsoll_schema::Row;
use std::io;

/// A writer of rows.
pub(super) enum Rows {
    /// Text, a line at a time.
    Text(RowWriter<Destination>),
    /// Columns, a group of lines at a time.
    Frame(Box<FrameWriter<Destination>>),
}

impl Rows {
    pub(super) fn new(to: Destination, format: To, shape: ShapeName) -> io::Result<Self> {
        let text = |format, to| RowWriter::new(to, format, shape.into()).map(Self::Text);
        match format {
            To::Jsonl => text(TextFormat::JsonLines, to),
            To::Csv => text(TextFormat::Csv, to),
            To::Parquet => {
                FrameWriter::parquet(to, shape.into()).map(|it| Self::Frame(Box::new(it)))
            }
            To::Arrow => FrameWriter::arrow(to, shape.into()).map(|it| Self::Frame(Box::new(it))),
        }
    }

    pub(super) fn row(&mut self, row: &Row) -> io::Result<()> {
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
