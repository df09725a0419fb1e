//! `plimsoll convert`: inputs to rows.

mod places;
mod rows;

use crate::arguments::ConvertArguments;
use crate::destination::Destination;
use crate::diagnostic::render;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::look::{ColourWhen, Look, wrapped_for_stderr};
use crate::reading::{how_it_went, options, tell};
use crate::tally::{Tally, counted};
use plimsoll_export::write_finding;
use plimsoll_input::{Outcome, ReadInput, Summary, read_inputs};
use plimsoll_schema::Finding;
use rows::Rows;
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Reads inputs and writes rows, one input at a time.
pub(crate) fn run(arguments: &ConvertArguments, colour: ColourWhen) -> Result<Exit, CommandError> {
    places::check(arguments)?;
    let format = places::format(arguments)?;
    let rows = places::create(&arguments.output)?;
    let findings = arguments.findings.as_deref().map(places::create).transpose()?;
    let unfinished = [Some(&rows), findings.as_ref()].into_iter().flatten();
    let mut output = Output {
        unfinished: unfinished.filter_map(Destination::unfinished_name).collect(),
        unfinished_met: 0,
        rows: Rows::new(rows, format, arguments.shape)?,
        findings,
        tally: Tally::default(),
        look: Look::of_stderr(colour),
    };
    let mut options = options(&arguments.input);
    options.outputs = [Some(&arguments.output), arguments.findings.as_ref()]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let summary = read_inputs(&arguments.input.inputs, &options, &mut |input| output.take(&input))
        .map_err(places::refused)?;
    let exit = Exit::after(&summary);
    output.complete(summary, exit, arguments.findings.as_deref())?;
    Ok(exit)
}

struct Output {
    rows: Rows,
    findings: Option<Destination>,
    /// The names under which these are being written: the walk meets them if they lie in a folder
    /// that is read, and they are no inputs.
    unfinished: Vec<OsString>,
    unfinished_met: usize,
    tally: Tally,
    look: Look,
}

impl Output {
    fn take(&mut self, input: &ReadInput) -> io::Result<()> {
        if input.outcome == Outcome::Skipped && self.is_unfinished(&input.source) {
            self.unfinished_met += 1;
            return Ok(());
        }
        for row in &input.rows {
            self.rows.row(row)?;
        }
        for finding in &input.findings {
            self.take_finding(finding)?;
        }
        Ok(())
    }

    fn is_unfinished(&self, source: &str) -> bool {
        let name = Path::new(source).file_name();
        name.is_some_and(|name| self.unfinished.iter().any(|own| own == name))
    }

    fn take_finding(&mut self, finding: &Finding) -> io::Result<()> {
        if let Some(findings) = &mut self.findings {
            write_finding(findings, finding)?;
        }
        if self.tally.admits(finding) {
            tell(&render(finding, self.look));
        }
        Ok(())
    }

    /// Puts the files in their places, and says how it went.
    fn complete(
        self,
        mut summary: Summary,
        exit: Exit,
        findings_path: Option<&Path>,
    ) -> io::Result<()> {
        summary.skipped -= self.unfinished_met;
        let rows = counted(self.rows.lines() as usize, "row");
        let too_great = self.rows.left_out();
        let destination = self.rows.finish()?;
        // If nothing was read, a file that stands there already stays: an empty one in its place
        // would say that there is nothing.
        if exit != Exit::NothingRead {
            destination.complete()?;
        }
        if let Some(findings) = self.findings {
            findings.complete()?;
        }
        if let Some(left_out) = self.tally.left_out() {
            tell(&wrapped_for_stderr(&match findings_path {
                Some(path) => format!("{left_out}: {} has all of them", path.display()),
                None => format!("{left_out}: --findings PATH writes all of them"),
            }));
        }
        if too_great > 0 {
            tell(&format!(
                "{} beyond 2^63 left out: the format has no room",
                counted(too_great as usize, "value")
            ));
        }
        let mut parts =
            vec![how_it_went(&summary), format!("{rows} written"), self.tally.summary()];
        parts.retain(|part| !part.is_empty());
        tell(&wrapped_for_stderr(&parts.join("; ")));
        Ok(())
    }
}
