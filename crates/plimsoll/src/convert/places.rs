//! Which format goes where, and what is refused.

use crate::arguments::{ConvertArguments, To};
use crate::destination::{Destination, is_stdout};
use crate::error::CommandError;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The format to write: asked for, or told by the name of the output.
pub(super) fn format(arguments: &ConvertArguments) -> Result<To, CommandError> {
    let output = &arguments.output;
    if is_stdout(output) {
        return Ok(arguments.to.unwrap_or(To::Jsonl));
    }
    let named = output.extension().and_then(|extension| {
        match extension.to_string_lossy().to_lowercase().as_str() {
            "jsonl" | "ndjson" => Some(To::Jsonl),
            "csv" => Some(To::Csv),
            _ => None,
        }
    });
    match (arguments.to, named) {
        (Some(asked), Some(named)) if asked != named => Err(usage(
            format!("the name {} and --to ask for different formats", output.display()),
            "leave --to out, or give the output another name",
        )),
        (Some(to), _) | (None, Some(to)) => Ok(to),
        (None, None) => Err(usage(
            format!("the name {} does not tell the format to write", output.display()),
            "choose with --to jsonl or --to csv, or use a name that ends in .jsonl, .ndjson or .csv",
        )),
    }
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
    }
    Ok(())
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
