//! `plimsoll convert`: inputs to rows.

mod places;
mod rows;

use crate::arguments::{ConvertArguments, To};
use crate::destination::Destination;
use crate::diagnostic::render;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::look::{ColourWhen, Look, wrapped_for_stderr};
use crate::readers;
use crate::reading::{how_it_went, options, tell};
use crate::tally::{Tally, counted};
use places::Places;
use plimsoll_export::write_finding;
use plimsoll_input::{Outcome, ReadInput, Summary, read_inputs};
use plimsoll_schema::{Finding, SeriesShape, Shape};
use rows::Rows;
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Reads inputs and writes rows, one input at a time.
pub(crate) fn run(arguments: &ConvertArguments, colour: ColourWhen) -> Result<Exit, CommandError> {
    let places = Places::of(arguments)?;
    let format = places::format(arguments)?;
    let look = Look::of_stderr(colour);
    let mut output = Output::create(&places, format, arguments.shape.into(), look)?;
    let mut options = options(&arguments.input, readers::ALL);
    // Rows name their source; its checksum stands nowhere in them.
    options.records_sources = false;
    options.read.series = arguments.series;
    options.read.language = arguments.page.language();
    options.read.fio_version.clone_from(&arguments.log.fio_version);
    options.read.window_s = arguments.window;
    options.outputs = places.all().map(Path::to_owned).collect();
    let summary = read_inputs(&arguments.input.inputs, &options, &mut |input| output.take(&input))
        .map_err(places::refused)?;
    let exit = Exit::after(&summary);
    output.complete(summary, exit, places.findings)?;
    Ok(exit)
}

struct Output {
    rows: Rows<Shape>,
    series: Option<Rows<SeriesShape>>,
    findings: Option<Destination>,
    /// The names under which these are being written: the walk meets them if they lie in a folder
    /// that is read, and they are no inputs.
    unfinished: Vec<OsString>,
    unfinished_met: usize,
    tally: Tally,
    look: Look,
}

impl Output {
    /// Opens everything that will be written.
    fn create(
        places: &Places<'_>,
        format: To,
        shape: Shape,
        look: Look,
    ) -> Result<Self, CommandError> {
        let rows = places::create(places.rows)?;
        let series = places.series.as_deref().map(places::create).transpose()?;
        let findings = places.findings.map(places::create).transpose()?;
        let unfinished = [Some(&rows), series.as_ref(), findings.as_ref()].into_iter().flatten();
        Ok(Self {
            unfinished: unfinished.filter_map(Destination::unfinished_name).collect(),
            unfinished_met: 0,
            rows: Rows::new(rows, format, shape)?,
            series: series.map(|series| Rows::new(series, format, SeriesShape)).transpose()?,
            findings,
            tally: Tally::default(),
            look,
        })
    }

    fn take(&mut self, input: &ReadInput) -> io::Result<()> {
        if input.outcome == Outcome::Skipped && self.is_unfinished(&input.source) {
            self.unfinished_met += 1;
            return Ok(());
        }
        for row in &input.rows {
            self.rows.row(row)?;
        }
        if let Some(series) = &mut self.series {
            for window in &input.windows {
                series.row(window)?;
            }
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
        let mut written = counted(self.rows.lines() as usize, "row");
        let mut too_great = self.rows.left_out();
        if let Some(series) = &self.series {
            written += ", ";
            written += &counted(series.lines() as usize, "window");
            too_great += series.left_out();
        }
        let destinations = [self.series.map(Rows::finish), Some(self.rows.finish())];
        // All are whole before the first one is put in its place.
        let destinations = destinations.into_iter().flatten().collect::<io::Result<Vec<_>>>()?;
        // If nothing was read, a file that stands there already stays: an empty one in its place
        // would say that there is nothing.
        if exit != Exit::NothingRead {
            destinations.into_iter().try_for_each(Destination::complete)?;
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
            vec![how_it_went(&summary), format!("{written} written"), self.tally.summary()];
        parts.retain(|part| !part.is_empty());
        tell(&wrapped_for_stderr(&parts.join("; ")));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Output, Places};
    use crate::arguments::To;
    use crate::exit::Exit;
    use crate::look::{ColourWhen, Look};
    use plimsoll_input::{Outcome, ReadInput, Summary};
    use plimsoll_schema::{Op, SeriesRow, Shape, WindowLatency};
    use std::fs;
    use std::path::Path;

    /// An input with one window for each of these begins.
    fn input(source: &str, begins: &[f64]) -> ReadInput {
        let window = |begin_s: &f64| SeriesRow {
            source: source.into(),
            run: None,
            workload: None,
            op: Op::READ,
            begin_s: *begin_s,
            window_s: 1.0,
            is_measured: true,
            operations: None,
            iops: Some(512.5),
            bytes_per_second: None,
            latency: WindowLatency::default(),
        };
        ReadInput {
            source: source.into(),
            format: None,
            why: None,
            sources: Vec::new(),
            rows: Vec::new(),
            windows: begins.iter().map(window).collect(),
            findings: Vec::new(),
            language: None,
            explanations: Vec::new(),
            outcome: Outcome::Read,
        }
    }

    /// Writes two inputs into a folder, and ends with a status.
    fn write(folder: &Path, exit: Exit) {
        let rows = folder.join("a.csv");
        let series = Some(folder.join("a.series.csv"));
        let places = Places { rows: &rows, series, findings: None };
        let look = Look::of_stderr(ColourWhen::Never);
        let output = Output::create(&places, To::Csv, Shape::Wide, look);
        let mut output = output.unwrap_or_else(|_| panic!("an empty folder"));
        for input in [input("b", &[0.0, 1.0]), input("a", &[0.0])] {
            output.take(&input).expect("room on the disk");
        }
        output.complete(Summary::default(), exit, None).expect("room on the disk");
    }

    #[test]
    fn interval_data_of_all_inputs_goes_into_one_file() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), Exit::Read);
        let text = fs::read_to_string(folder.path().join("a.series.csv")).expect("a series");
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let line = |source, begin| format!("{source},,,read,{begin},1.0,,512.5,,,,,,,,,");
        assert_eq!(lines, [line("b", "0.0"), line("b", "1.0"), line("a", "0.0")]);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }

    #[test]
    fn no_interval_data_is_left_where_nothing_was_read() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), Exit::NothingRead);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
