//! `plimsoll convert`: inputs to rows.
//!
//! One input at a time comes from the walk and goes to an [`Output`]: a file of one table ([`table`]),
//! a workbook ([`workbook`]), or the next version of a dataset ([`dataset`]). What the user is told
//! meanwhile is in [`telling`].

mod dataset;
mod dry_run;
mod into_dataset;
mod places;
mod progress;
mod rows;
mod stop;
mod table;
mod telling;
mod watched;
mod workbook;

use crate::arguments::ConvertArguments;
use crate::destination::{Destination, is_stdout};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::look::{ColourWhen, Look};
use crate::readers;
use dataset::{Dataset, Run};
use into_dataset::DatasetOutput;
use places::Target;
use plimsoll_input::{InputOptions, Outcome, ReadInput, label, read_inputs};
use plimsoll_read::Reader;
use plimsoll_schema::{InputRecord, Row, Shape, wide};
use progress::Progress;
use rows::TableFormat;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use stop::{Stop, is_stopped};
use table::TableOutput;
use telling::Telling;
use watched::{Wanted, Watched};
use workbook::WorkbookOutput;

/// Where the rows go.
trait Output {
    /// Takes an input.
    fn take(&mut self, input: &ReadInput) -> io::Result<()>;

    /// The names under which files are being written: the walk meets them if they lie in a folder
    /// that is read, and they are no inputs.
    fn unfinished(&self) -> &[OsString];

    /// Puts everything in its place, as far as the exit allows.
    fn complete(self, exit: Exit) -> io::Result<Done>;

    /// Leaves nothing, after an error.
    fn abandon(self);
}

/// What an output says at its end.
#[derive(Debug)]
struct Done {
    /// What was written, for the last line.
    written: String,
    /// What else there is to say.
    notes: Vec<String>,
}

/// Reads inputs and writes rows, one input at a time.
pub(crate) fn run(arguments: &ConvertArguments, colour: ColourWhen) -> Result<Exit, CommandError> {
    if arguments.dry_run {
        return dry_run::run(arguments, colour);
    }
    let inputs: Vec<String> = arguments.input.inputs.iter().map(|input| label(input)).collect();
    let shape = arguments.shape.map_or(Shape::Wide, Shape::from);
    let bytes = AtomicU64::new(0);
    let mut job =
        Job { arguments, colour, bytes: &bytes, wanted: Wanted::All, outputs: Vec::new() };
    match Target::of(arguments)? {
        Target::Table(places, format) => {
            job.outputs = places.all().map(Path::to_owned).collect();
            let output = TableOutput::create(&places, format, shape, &inputs)?;
            job.run(output, arguments.series, false)
        }
        Target::Workbook(places) => {
            job.outputs = places.all().map(Path::to_owned).collect();
            let read_with = read_with(arguments);
            let output = WorkbookOutput::create(&places, shape, arguments.series, read_with)?;
            job.run(output, arguments.series, true)
        }
        Target::Dataset(root, format) => into_dataset(job, root, format, &inputs),
    }
}

fn into_dataset(
    job: Job<'_>,
    root: &Path,
    format: Option<TableFormat>,
    inputs: &[String],
) -> Result<Exit, CommandError> {
    if inputs.iter().any(|input| input == "-") {
        return Err(places::usage(
            "standard input has no name by which a later run would know it again".to_owned(),
            "name the file, or write to a file instead of a dataset",
        ));
    }
    let dataset = Dataset::open(root, format, job.arguments)?;
    if let Some(left_behind) = dataset.left_behind().filter(|_| !job.arguments.quiet) {
        crate::reading::tell(&format!(
            "an earlier run into {} did not come to its end ({left_behind}); what it had not completed is read again",
            root.display()
        ));
    }
    let read_with = read_with(job.arguments);
    let known = dataset.known(&read_with)?;
    let has_series = dataset.has_series();
    let job = Job { wanted: Wanted::New(&known), ..job };
    // Before anything is written: from then on Ctrl-C has something to complete.
    let prepared = job.prepare()?;
    let run = Run::begin(dataset, &known, inputs)?;
    job.run_prepared(
        prepared,
        DatasetOutput::new(run, root, has_series, read_with),
        has_series,
        true,
    )
}

/// One call of the command.
struct Job<'a> {
    arguments: &'a ConvertArguments,
    colour: ColourWhen,
    /// The bytes that readers have read.
    bytes: &'a AtomicU64,
    wanted: Wanted<'a>,
    /// Files that will be replaced.
    outputs: Vec<PathBuf>,
}

impl Job<'_> {
    /// Reads everything into an output.
    fn run(
        &self,
        output: impl Output,
        has_series: bool,
        records_sources: bool,
    ) -> Result<Exit, CommandError> {
        self.run_prepared(self.prepare()?, output, has_series, records_sources)
    }

    fn run_prepared(
        &self,
        (stop, mut telling): (Stop, Telling<'_>),
        mut output: impl Output,
        has_series: bool,
        records_sources: bool,
    ) -> Result<Exit, CommandError> {
        let mut unfinished: Vec<OsString> = output.unfinished().to_vec();
        unfinished.extend(telling.findings().and_then(Destination::unfinished_name));
        let watched = watched(self.wanted, self.bytes);
        let readers = watched.iter().map(|reader| reader as _).collect::<Vec<_>>();
        let mut options = options(self.arguments, &readers);
        // Rows name their source; its checksum stands nowhere in them.
        options.records_sources = records_sources;
        options.read.series = has_series;
        options.outputs.clone_from(&self.outputs);
        let result = read_inputs(&self.arguments.input.inputs, &options, &mut |input| {
            stop.check()?;
            if is_unfinished(&input, &unfinished) {
                return Ok(());
            }
            output.take(&input)?;
            telling.input(&input)
        });
        let (walked, exit) = match result {
            Ok(summary) => (Some(summary), telling.exit()),
            Err(error) if is_stopped(&error) => (None, Exit::Stopped),
            Err(error) => {
                output.abandon();
                return Err(workbook::refused(error));
            }
        };
        let done = output.complete(exit)?;
        done.notes.iter().for_each(|note| telling.say(note));
        telling.end(walked, &done.written)?;
        Ok(exit)
    }

    /// What listens for Ctrl-C, and what tells how it goes.
    fn prepare(&self) -> Result<(Stop, Telling<'_>), CommandError> {
        Ok((Stop::watch()?, self.telling()?))
    }

    fn telling(&self) -> Result<Telling<'_>, CommandError> {
        let arguments = self.arguments;
        let path = arguments.findings.as_deref();
        let findings = path.map(places::create).transpose()?;
        let progress = if arguments.quiet {
            Progress::none(self.bytes)
        } else {
            Progress::begin(&arguments.input.inputs, &arguments.output, self.bytes)
        };
        let look = Look::of_stderr(self.colour);
        Ok(Telling::new(findings, path, arguments.quiet, look, progress))
    }
}

/// All readers, watched.
fn watched<'a>(wanted: Wanted<'a>, bytes: &'a AtomicU64) -> Vec<Watched<'a>> {
    readers::ALL.iter().map(|reader| Watched { reader: *reader, wanted, bytes }).collect()
}

fn options<'a>(arguments: &'a ConvertArguments, readers: &'a [&'a dyn Reader]) -> InputOptions<'a> {
    let mut options = crate::reading::options(&arguments.input, readers);
    options.read.language = arguments.page.language();
    options.read.fio_version.clone_from(&arguments.log.fio_version);
    options.read.window_s = arguments.window;
    options
}

fn is_unfinished(input: &ReadInput, unfinished: &[OsString]) -> bool {
    let name = Path::new(&*input.source).file_name();
    input.outcome == Outcome::Skipped
        && name.is_some_and(|name| unfinished.iter().any(|own| own == name))
}

/// Whether rows are printed for a person, who would see a bar among them.
fn rows_go_to_a_terminal(output: &Path) -> bool {
    is_stdout(output) && io::stdout().is_terminal()
}

/// The version of Plimsoll, and the options on which it depends which rows an input gives.
fn read_with(arguments: &ConvertArguments) -> Arc<str> {
    let from = arguments.input.from.as_deref().unwrap_or_default();
    let language = arguments.page.language();
    let language = language.as_deref().unwrap_or("auto");
    let fio = arguments.log.fio_version.as_deref().unwrap_or_default();
    let window_s = arguments.window;
    let version = env!("CARGO_PKG_VERSION");
    format!("plimsoll {version};from={from};lang={language};fio={fio};window={window_s}").into()
}

/// What became of an input, for the table of inputs beside rows in a shape.
fn record(input: &ReadInput, shape: Shape, read_with: &Arc<str>) -> InputRecord {
    let lines = |row: &Row| match shape {
        Shape::Wide => u64::from(wide::has(row)),
        Shape::Long => row.figures.len() as u64,
    };
    InputRecord {
        source: input.source.clone(),
        files: input.sources.clone(),
        format: input.format.map(|format| format.name),
        why: input.why.clone(),
        rows: input.rows.iter().map(lines).sum(),
        windows: input.windows.len() as u64,
        findings: input.findings.len() as u64,
        outcome: match input.outcome {
            Outcome::Read => "read",
            Outcome::Skipped => "skipped",
            Outcome::Failed => "failed",
        },
        read_with: Arc::clone(read_with),
    }
}

#[cfg(test)]
mod tests {
    use plimsoll_input::{Outcome, ReadInput};
    use plimsoll_schema::{Op, SeriesRow, WindowLatency};

    /// An input with one window for each of these begins.
    pub(super) fn input(source: &str, begins: &[f64]) -> ReadInput {
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
}
