//! Which format goes where, and what is refused.

use crate::arguments::{ConvertArguments, To};
use crate::destination::{Destination, is_stdout};
use crate::error::CommandError;
use clap::ValueEnum as _;
use plimsoll_input::InputIsOutput;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where everything goes.
pub(super) struct Places<'a> {
    pub(super) rows: &'a Path,
    /// Beside the rows, if interval data was asked for.
    pub(super) series: Option<PathBuf>,
    pub(super) findings: Option<&'a Path>,
}

impl<'a> Places<'a> {
    /// The places that were asked for. Refuses those that would be lost, or that would destroy
    /// something.
    pub(super) fn of(arguments: &'a ConvertArguments) -> Result<Self, CommandError> {
        let rows = arguments.output.as_path();
        let series = arguments.series.then(|| beside(rows)).transpose()?;
        let places = Self { rows, series, findings: arguments.findings.as_deref() };
        places.are_distinct()?;
        for path in places.all().filter(|path| !is_stdout(path)) {
            let is_series = places.series.as_deref() == Some(path);
            check(path, &arguments.input.inputs, is_series)?;
        }
        Ok(places)
    }

    /// All of them, in the order of the fields.
    pub(super) fn all(&self) -> impl Iterator<Item = &Path> {
        [Some(self.rows), self.series.as_deref(), self.findings].into_iter().flatten()
    }

    fn are_distinct(&self) -> Result<(), CommandError> {
        let both = |what: &str, path: &Path, tip| {
            Err(usage(format!("{what} would both go to {}", path.display()), tip))
        };
        let is_for_findings = |path| self.findings.is_some_and(|it| same_place(it, path));
        if is_for_findings(self.rows) {
            return both("rows and findings", self.rows, OWN_FINDINGS);
        }
        match self.series.as_deref() {
            Some(series) if is_for_findings(series) => {
                both("interval data and findings", series, OWN_FINDINGS)
            }
            // A link may lead from one to the other.
            Some(series) if same_place(series, self.rows) => {
                both("rows and interval data", series, OTHER_ROWS)
            }
            _ => Ok(()),
        }
    }
}

const OWN_FINDINGS: &str = "give --findings a file of its own";

const OTHER_ROWS: &str =
    "interval data goes beside the rows, as NAME.series: name another file with -o";

const OUTSIDE: &str =
    "write to a file outside of the inputs; remove this one first if it is an earlier output";

/// The place of interval data: `x.series.parquet` for rows in `x.parquet`.
fn beside(rows: &Path) -> Result<PathBuf, CommandError> {
    let no_place = |message: String| {
        let tip = "name a file with -o: with -o rows.csv, interval data goes to rows.series.csv";
        Err(usage(message, tip))
    };
    if is_stdout(rows) {
        return no_place("interval data does not go to standard output".to_owned());
    }
    let stem = rows.file_stem().filter(|_| !is_special(rows));
    let Some(mut name) = stem.map(ToOwned::to_owned) else {
        return no_place(format!("{} has no place for interval data beside it", rows.display()));
    };
    name.push(".series");
    if let Some(ending) = rows.extension() {
        name.push(".");
        name.push(ending);
    }
    Ok(rows.with_file_name(name))
}

/// The format to write: asked for, or told by the name of the output.
pub(super) fn format(arguments: &ConvertArguments) -> Result<To, CommandError> {
    let output = &arguments.output;
    if is_stdout(output) {
        let to = arguments.to.unwrap_or(To::Jsonl);
        return if to.is_text() { Ok(to) } else { Err(needs_a_file()) };
    }
    let ending = output.extension().map(|it| it.to_string_lossy().to_lowercase());
    let is_named = |to: &&To| ending.as_deref().is_some_and(|it| to.endings().contains(&it));
    let named = To::value_variants().iter().find(is_named).copied();
    match (arguments.to, named) {
        (Some(asked), Some(named)) if asked != named => Err(usage(
            format!("the name {} and --to ask for different formats", output.display()),
            "leave --to out, or give the output another name",
        )),
        (Some(to), _) | (None, Some(to)) => Ok(to),
        (None, None) if is_special(output) => Ok(To::Jsonl),
        (None, None) => Err(usage(
            format!("the name {} does not tell the format to write", output.display()),
            "choose with --to, or use a name that ends in .jsonl, .ndjson, .csv, .parquet or .arrow",
        )),
    }
}

/// Whether it is a pipe or a device, of which no name tells what it is for.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn needs_a_file() -> CommandError {
    usage(
        "only text formats go to standard output".to_owned(),
        "name a file with -o, for instance -o rows.parquet",
    )
}

/// Refuses a place at which a folder or an input lies.
fn check(path: &Path, inputs: &[OsString], is_series: bool) -> Result<(), CommandError> {
    // Nobody named the place of interval data.
    let tip = |tip: &'static str| if is_series { OTHER_ROWS } else { tip };
    if path.is_dir() {
        let message = format!("{} is a folder", path.display());
        return Err(usage(message, tip("name a file, for instance one in that folder")));
    }
    let is_input = |input: &&OsString| *input != "-" && same_place(Path::new(input), path);
    if let Some(input) = inputs.iter().find(is_input) {
        let message = format!("{} is an input, and would be replaced", input.display());
        return Err(usage(message, tip("write to another file")));
    }
    let is_walked = |input: &&OsString| lies_in(path, Path::new(input));
    if let Some(folder) = inputs.iter().find(is_walked) {
        let (path, folder) = (path.display(), folder.display());
        let message = format!("{path} lies in {folder}, which is read, and would be replaced");
        return Err(usage(message, OUTSIDE));
    }
    Ok(())
}

/// Whether a file is there, somewhere below a folder.
fn lies_in(file: &Path, folder: &Path) -> bool {
    let is_there = file.is_file() && folder.is_dir();
    let real = |path: &Path| fs::canonicalize(path).ok();
    is_there && real(file).zip(real(folder)).is_some_and(|(file, folder)| file.starts_with(folder))
}

/// What the walk found out: a link in a folder leads to an output.
pub(super) fn refused(error: io::Error) -> CommandError {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<InputIsOutput>()) {
        Some(found) => usage(found.to_string(), OUTSIDE),
        None => error.into(),
    }
}

/// Whether two paths are one file. Pipes and devices are none: nothing in them is replaced.
fn same_place(one: &Path, other: &Path) -> bool {
    real_place(one).is_some_and(|place| Some(place) == real_place(other))
}

/// Where a file really lies; one that is not there yet, by its folder.
fn real_place(path: &Path) -> Option<PathBuf> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => fs::canonicalize(path).ok(),
        Ok(_) => None,
        Err(_) => {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(folder.join(path.file_name()?))
        }
    }
}

/// Opens an output before anything is read: hours of reading shall not end at a folder that is not
/// there.
pub(super) fn create(path: impl AsRef<Path>) -> Result<Destination, CommandError> {
    Destination::create(path.as_ref()).map_err(|error| {
        usage(error.to_string(), "look at the folder, its permissions, and the name")
    })
}

fn usage(message: String, tip: &str) -> CommandError {
    CommandError::Usage { subcommand: "convert", message, tip: tip.to_owned() }
}
