//! What the user is told while inputs are read: findings, progress, how it went.

use super::progress::Progress;
use super::watched::was_spared;
use crate::destination::Destination;
use crate::diagnostic::render;
use crate::exit::Exit;
use crate::look::{Look, wrapped_for_stderr};
use crate::reading::{how_it_went_again, tell};
use crate::tally::{Tally, counted};
use plimsoll_export::write_finding;
use plimsoll_input::{Outcome, ReadInput, Summary};
use plimsoll_schema::Finding;
use std::io;
use std::path::Path;

/// What the user is told.
pub(super) struct Telling<'a> {
    /// Where all findings go, if anywhere.
    findings: Option<Destination>,
    findings_path: Option<&'a Path>,
    is_quiet: bool,
    look: Look,
    progress: Progress<'a>,
    tally: Tally,
    /// What became of the inputs so far.
    summary: Summary,
    unchanged: usize,
}

impl<'a> Telling<'a> {
    pub(super) fn new(
        findings: Option<Destination>,
        findings_path: Option<&'a Path>,
        is_quiet: bool,
        look: Look,
        progress: Progress<'a>,
    ) -> Self {
        let (tally, summary) = (Tally::default(), Summary::default());
        Self { findings, findings_path, is_quiet, look, progress, tally, summary, unchanged: 0 }
    }

    /// The file of findings.
    pub(super) fn findings(&self) -> Option<&Destination> {
        self.findings.as_ref()
    }

    /// Takes an input.
    pub(super) fn input(&mut self, input: &ReadInput) -> io::Result<()> {
        if was_spared(input) {
            self.unchanged += 1;
        } else {
            match input.outcome {
                Outcome::Read => self.summary.read += 1,
                Outcome::Skipped => self.summary.skipped += 1,
                Outcome::Failed => self.summary.failed += 1,
            }
            input.findings.iter().try_for_each(|finding| self.finding(finding))?;
        }
        self.progress.input(&input.source);
        Ok(())
    }

    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        if let Some(findings) = &mut self.findings {
            write_finding(findings, finding)?;
        }
        if self.tally.admits(finding) && !self.is_quiet {
            self.progress.print(|| tell(&render(finding, self.look)));
        }
        Ok(())
    }

    /// Says something, unless nothing is to be said.
    pub(super) fn say(&self, text: &str) {
        if !self.is_quiet {
            self.progress.print(|| tell(&wrapped_for_stderr(text)));
        }
    }

    /// How it ends, as far as it went.
    pub(super) fn exit(&self) -> Exit {
        Exit::after(&Summary { read: self.summary.read + self.unchanged, ..self.summary })
    }

    /// Completes the file of findings, and says how it went. `walked` is what the walk counted, where it
    /// came to its end; `written` what there is to show for it.
    pub(super) fn end(mut self, walked: Option<Summary>, written: &str) -> io::Result<()> {
        // Of what was met, some is none of the inputs: files that are being written.
        let Summary { read, skipped, failed, .. } = self.summary;
        self.summary = Summary { read, skipped, failed, ..walked.unwrap_or(self.summary) };
        self.progress.end();
        if let Some(findings) = self.findings.take() {
            findings.complete()?;
        }
        if let Some(left_out) = self.tally.left_out() {
            self.say(&match self.findings_path {
                Some(path) => format!("{left_out}: {} has all of them", path.display()),
                None => format!("{left_out}: --findings PATH writes all of them"),
            });
        }
        let how = how_it_went_again(&self.summary, self.unchanged);
        let mut parts = vec![how, written.to_owned(), self.tally.summary()];
        parts.retain(|part| !part.is_empty());
        self.say(&parts.join("; "));
        Ok(())
    }
}

/// `4 rows, 2 windows written`.
pub(super) fn written(rows: u64, windows: Option<u64>) -> String {
    let mut text = counted(rows as usize, "row");
    if let Some(windows) = windows {
        text += ", ";
        text += &counted(windows as usize, "window");
    }
    text + " written"
}
