//! Output to a dataset.

use super::dataset::Run;
use super::table::left_out_note;
use super::telling::written;
use super::watched::was_spared;
use super::{Done, Output, record};
use crate::exit::Exit;
use plimsoll_input::{Outcome, ReadInput};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The next version of a dataset.
pub(super) struct DatasetOutput<'a> {
    run: Run<'a>,
    root: &'a Path,
    has_series: bool,
    read_with: Arc<str>,
    /// Whether an input was read, or did not change.
    has_inputs: bool,
}

impl<'a> DatasetOutput<'a> {
    /// Rows go into this version of the dataset in `root`.
    pub(super) fn new(run: Run<'a>, root: &'a Path, has_series: bool, read_with: Arc<str>) -> Self {
        Self { run, root, has_series, read_with, has_inputs: false }
    }
}

impl Output for DatasetOutput<'_> {
    fn take(&mut self, input: &ReadInput) -> io::Result<()> {
        self.has_inputs |= input.outcome == Outcome::Read;
        if was_spared(input) {
            self.run.keep(&input.source);
            return Ok(());
        }
        self.run.take(input, &record(input, self.run.shape(), &self.read_with))
    }

    fn unfinished(&self) -> &[OsString] {
        &[]
    }

    fn complete(self, exit: Exit) -> io::Result<Done> {
        if !self.has_inputs {
            self.run.give_up()?;
            let nothing = match exit {
                Exit::Stopped => "stopped: no input was complete".to_owned(),
                _ => written(0, None),
            };
            return Ok(Done { written: nothing, notes: Vec::new() });
        }
        let done = self.run.complete()?;
        let mut text = written(done.rows, self.has_series.then_some(done.windows));
        if exit == Exit::Stopped {
            text = format!(
                "stopped: {text}; {} has all inputs up to here, and the same command reads the others",
                self.root.display()
            );
        }
        Ok(Done { written: text, notes: left_out_note(done.left_out) })
    }

    fn abandon(self) {
        // What cannot be removed now is removed by the next run.
        let _ = self.run.give_up();
    }
}
