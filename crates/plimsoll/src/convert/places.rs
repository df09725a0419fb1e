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

/// Refuses outputs that would be lost, or that would destroy something.
pub(super) fn check(arguments: &ConvertArguments) -> Result<(), CommandError> {
    let (output, findings) = (&arguments.output, arguments.findings.as_ref());
    if findings.is_some_and(|findings| same_place(findings, output)) {
        let message = format!("rows and findings would both go to {}", output.display());
        return Err(usage(message, "give --findings a file of its own"));
    }
    let places = [Some(output), findings].into_iter().flatten();
    for path in places.filter(|path| !is_stdout(path)) {
        if path.is_dir() {
            let message = format!("{} is a folder", path.display());
            return Err(usage(message, "name a file, for instance one in that folder"));
        }
        let is_input = |input: &&OsString| *input != "-" && same_place(Path::new(input), path);
        if let Some(input) = arguments.input.inputs.iter().find(is_input) {
            let message = format!("{} is an input, and would be replaced", input.display());
            return Err(usage(message, "write to another file"));
        }
        let is_walked = |input: &&OsString| lies_in(path, Path::new(input));
        if let Some(folder) = arguments.input.inputs.iter().find(is_walked) {
            let (path, folder) = (path.display(), folder.display());
            let message = format!("{path} lies in {folder}, which is read, and would be replaced");
            return Err(usage(message, OUTSIDE));
        }
    }
    Ok(())
}

const OUTSIDE: &str =
    "write to a file outside of the inputs; remove this one first if it is an earlier output";

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
