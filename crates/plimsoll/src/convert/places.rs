//! Which format goes where, and what is refused.

use super::rows::TableFormat;
use crate::arguments::{ConvertArguments, To};
use crate::destination::{Destination, is_stdout};
use crate::error::CommandError;
use clap::ValueEnum as _;
use plimsoll_input::InputIsOutput;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What the output is.
pub(super) enum Target<'a> {
    /// A file of one table, with interval data beside it.
    Table(Places<'a>, TableFormat),
    /// A file of all tables.
    Workbook(Places<'a>),
    /// A folder, to which later runs add; the format if it was asked for.
    Dataset(&'a Path, Option<TableFormat>),
}

impl<'a> Target<'a> {
    /// What was asked for. Refuses what would be lost, or would destroy something.
    pub(super) fn of(arguments: &'a ConvertArguments) -> Result<Self, CommandError> {
        if is_dataset(arguments) {
            return dataset(arguments);
        }
        if !arguments.partition_by.is_empty() {
            return Err(usage(
                format!("{} is one file, which has no folders", arguments.output.display()),
                "name a folder with -o to use --partition-by, for instance -o results/",
            ));
        }
        let is_workbook = arguments.to.or_else(|| named(&arguments.output)) == Some(To::Xlsx);
        // Interval data is a sheet of a workbook, and goes beside any other file.
        let places = Places::of(arguments, arguments.series && !is_workbook)?;
        Ok(match TableFormat::of(format(arguments)?) {
            Some(format) => Self::Table(places, format),
            None => Self::Workbook(places),
        })
    }
}

/// Whether the output is a folder: one that is there, a name that ends like one, or one that nothing
/// but a folder can have.
fn is_dataset(arguments: &ConvertArguments) -> bool {
    let output = arguments.output.as_path();
    let ends_like_a_folder = output.as_os_str().as_encoded_bytes().ends_with(b"/");
    let is_there = fs::metadata(output).is_ok_and(|metadata| !metadata.is_dir());
    !is_stdout(output)
        && (ends_like_a_folder
            || output.is_dir()
            || !is_there
                && output.extension().is_none()
                && (arguments.to.is_some() || !arguments.partition_by.is_empty()))
}

fn dataset(arguments: &ConvertArguments) -> Result<Target<'_>, CommandError> {
    let root = arguments.output.as_path();
    let format = arguments.to.map(|to| {
        TableFormat::of(to).ok_or_else(|| {
            let message = format!("{} is a folder, and a workbook is a file", root.display());
            usage(message, "name a file with -o, for instance -o results.xlsx")
        })
    });
    if root.is_file() {
        let message = format!("{} is a file, and no folder", root.display());
        return Err(usage(message, "name a folder, or leave the / at the end out"));
    }
    for input in arguments.input.inputs.iter().filter(|input| *input != "-") {
        let (here, there) = (Path::new(input), real_folder(root));
        let Some((input, there)) = fs::canonicalize(here).ok().zip(there) else { continue };
        if there.starts_with(&input) || input.starts_with(&there) {
            return Err(usage(
                format!("{} and the input {} lie in each other", root.display(), here.display()),
                "write to a folder outside of the inputs",
            ));
        }
    }
    if let Some(findings) = arguments.findings.as_deref().filter(|path| !is_stdout(path)) {
        check(findings, &arguments.input.inputs, false)?;
    }
    Ok(Target::Dataset(root, format.transpose()?))
}

/// Where a folder really lies; one that is not there yet, by the one it will be made in.
fn real_folder(folder: &Path) -> Option<PathBuf> {
    fs::canonicalize(folder).ok().or_else(|| {
        let parent = folder.parent().filter(|parent| *parent != Path::new(""));
        Some(real_folder(parent.unwrap_or(Path::new(".")))?.join(folder.file_name()?))
    })
}

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
    fn of(arguments: &'a ConvertArguments, series: bool) -> Result<Self, CommandError> {
        let rows = arguments.output.as_path();
        let series = series.then(|| beside(rows)).transpose()?;
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
fn format(arguments: &ConvertArguments) -> Result<To, CommandError> {
    let output = &arguments.output;
    if is_stdout(output) {
        let to = arguments.to.unwrap_or(To::Jsonl);
        return if to.is_text() { Ok(to) } else { Err(needs_a_file()) };
    }
    match (arguments.to, named(output)) {
        (Some(asked), Some(named)) if asked != named => Err(usage(
            format!("the name {} and --to ask for different formats", output.display()),
            "leave --to out, or give the output another name",
        )),
        (Some(to), _) | (None, Some(to)) => Ok(to),
        (None, None) if is_special(output) => Ok(To::Jsonl),
        (None, None) => Err(usage(
            format!("the name {} does not tell the format to write", output.display()),
            "choose with --to, or use a name that ends in .jsonl, .ndjson, .csv, .parquet, .arrow or .xlsx",
        )),
    }
}

/// The format that the ending of a name tells.
fn named(output: &Path) -> Option<To> {
    let ending = output.extension()?.to_string_lossy().to_lowercase();
    let is_named = |to: &&To| to.endings().contains(&&*ending);
    To::value_variants().iter().find(is_named).copied()
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

pub(super) fn usage(message: String, tip: &str) -> CommandError {
    CommandError::Usage { subcommand: "convert", message, tip: tip.to_owned() }
}
