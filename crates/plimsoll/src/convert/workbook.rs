//! Output to a workbook.

use super::places::{self, Places, usage};
use super::telling::written;
use super::{Done, Output, record};
use crate::destination::Destination;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::tally::counted;
use plimsoll_export::{SheetIsFull, WorkbookWriter};
use plimsoll_input::ReadInput;
use plimsoll_schema::{FindingRecord, Shape};
use std::ffi::OsString;
use std::io;
use std::sync::Arc;

/// Rows, sources and findings in a workbook.
pub(super) struct WorkbookOutput {
    workbook: WorkbookWriter,
    shape: Shape,
    has_series: bool,
    read_with: Arc<str>,
    to: Destination,
    unfinished: Vec<OsString>,
}

impl WorkbookOutput {
    /// Opens the file.
    pub(super) fn create(
        places: &Places<'_>,
        shape: Shape,
        has_series: bool,
        read_with: Arc<str>,
    ) -> Result<Self, CommandError> {
        let to = places::create(places.rows)?;
        let unfinished = to.unfinished_name().into_iter().collect();
        let workbook = WorkbookWriter::new(shape, has_series)?;
        Ok(Self { workbook, shape, has_series, read_with, to, unfinished })
    }
}

impl Output for WorkbookOutput {
    fn take(&mut self, input: &ReadInput) -> io::Result<()> {
        input.rows.iter().try_for_each(|row| self.workbook.row(row))?;
        input.windows.iter().try_for_each(|window| self.workbook.window(window))?;
        self.workbook.source(&record(input, self.shape, &self.read_with))?;
        for finding in &input.findings {
            let (finding, input) = (finding.clone(), input.source.clone());
            self.workbook.finding(&FindingRecord { finding, input })?;
        }
        Ok(())
    }

    fn unfinished(&self) -> &[OsString] {
        &self.unfinished
    }

    fn complete(mut self, exit: Exit) -> io::Result<Done> {
        let (rows, windows) = self.workbook.lines();
        let written = written(rows, self.has_series.then_some(windows));
        let cut_texts = self.workbook.cut_texts();
        match exit {
            Exit::Stopped => {
                let written = "stopped: no file was written".to_owned();
                return Ok(Done { written, notes: Vec::new() });
            }
            Exit::NothingRead => {}
            _ => {
                self.workbook.finish(&mut self.to)?;
                self.to.complete()?;
            }
        }
        let cut = format!("{} cut: a cell has no room", counted(cut_texts as usize, "text"));
        let notes = if cut_texts > 0 { vec![cut] } else { Vec::new() };
        Ok(Done { written, notes })
    }

    fn abandon(self) {
        // A file that was not completed goes when it is dropped.
    }
}

/// The way out where a sheet is full.
pub(super) fn refused(error: io::Error) -> CommandError {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<SheetIsFull>()) {
        Some(full) => usage(
            full.to_string(),
            "write CSV or Parquet, which have no such limit, or convert fewer inputs at a time",
        ),
        None => places::refused(error),
    }
}
