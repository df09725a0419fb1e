//! Where the workspace is, what it holds, and how programs are run in it.

use crate::metadata::Metadata;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
#[derive(Debug)]
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The workspace that this program belongs to.
    pub(crate) fn find() -> Self {
        // What cargo says when it runs the program goes before what it said when it was built: a
        // shared target folder may hold the program of another clone.
        let folder = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = folder.parent().map_or_else(|| folder.clone(), Path::to_path_buf);
        Self { root }
    }

    /// A path in the workspace.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// A program, to be run in the folder of the workspace.
    pub(crate) fn program(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }

    /// The cargo that runs this program.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments);
        command
    }

    /// What cargo knows about the workspace and everything it depends on.
    pub(crate) fn metadata(&self) -> Result<Metadata, String> {
        let arguments = ["metadata", "--format-version", "1", "--locked", "--all-features"];
        let text = output(&mut self.cargo(&arguments))
            .map_err(|error| format!("cargo {}: {error}", arguments.join(" ")))?;
        Metadata::parse(&text)
    }

    /// The files that belong to the workspace: what git tracks, and what it would take.
    pub(crate) fn tree(&self) -> Result<Tree, String> {
        let arguments = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
        let listing = output(self.program("git").args(arguments))
            .map_err(|error| format!("git {}: {error}", arguments.join(" ")))?;
        let mut files = BTreeMap::new();
        for path in listing.split('\0').filter(|path| !path.is_empty()) {
            match fs::read(self.path(path)) {
                Ok(bytes) => {
                    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
                    files.insert(path.to_owned(), text);
                }
                // Removed, and the removal is not committed yet.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(format!("{path}: {error}")),
            }
        }
        Ok(Tree { files })
    }
}

/// What a program prints, if it succeeds; else what it complains about.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let complaint = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> =
            complaint.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
        Err(format!("{}: {}", output.status, lines.join(" ")))
    }
}

/// The files of the workspace, by path from its folder, with their text where they are text.
#[derive(Debug)]
pub(crate) struct Tree {
    files: BTreeMap<String, Option<String>>,
}

impl Tree {
    /// All paths, sorted.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// All files that are text, sorted by path.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(path, text)| Some((path.as_str(), text.as_deref()?)))
    }

    /// The text of a file, if it is there and text.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path)?.as_deref()
    }

    /// A tree of text files, for tests of what looks at one.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| ((*path).into(), Some((*text).into())));
        Self { files: files.collect() }
    }
}
