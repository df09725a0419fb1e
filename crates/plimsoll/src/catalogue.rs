//! The catalogue of published values: the built-in one, and over it what `--catalogue` names.

use crate::error::CommandError;
use plimsoll_reference::{Catalogue, Problem};
use plimsoll_schema::Finding;
use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The ending of catalogue files.
const ENDING: &str = "toml";

/// A catalogue, and what to know about how it came together.
pub(crate) struct Loaded {
    pub(crate) catalogue: Cow<'static, Catalogue>,
    /// One for each built-in reference that a user's own shadows.
    pub(crate) findings: Vec<Finding>,
}

/// The built-in catalogue, with users' own files and folders over it. `subcommand` is the one that
/// errors of usage speak of.
pub(crate) fn load(subcommand: &'static str, paths: &[PathBuf]) -> Result<Loaded, CommandError> {
    let built_in = Catalogue::built_in();
    if paths.is_empty() {
        return Ok(Loaded { catalogue: Cow::Borrowed(built_in), findings: Vec::new() });
    }
    let usage = |message: String| CommandError::Usage {
        subcommand,
        message,
        tip: "docs/catalogue.md says how a catalogue file is written".to_owned(),
    };
    let mut own = Catalogue::default();
    for path in paths {
        for file in files(path).map_err(usage)? {
            own = with_file(&own, &file).map_err(usage)?;
        }
    }
    let (catalogue, findings) = own.over(built_in);
    Ok(Loaded { catalogue: Cow::Owned(catalogue), findings })
}

/// The file itself, or the catalogue files of a folder by name. Other files may lie beside them, and
/// folders below are not looked into.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: io::Error| format!("cannot read {}: {error}", path.display());
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let is_catalogue = file.extension().is_some_and(|it| it.eq_ignore_ascii_case(ENDING));
        if is_catalogue && file.is_file() {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(format!("the folder {} has no file that ends in .{ENDING}", path.display()));
    }
    files.sort();
    Ok(files)
}

/// The user's catalogue with one more file. All problems of a file are told at once.
fn with_file(own: &Catalogue, file: &Path) -> Result<Catalogue, String> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let all = Catalogue::parse(&name, &text).and_then(|it| own.with(&it));
    all.map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
        lines.join("\n  ")
    })
}
