//! `cargo xtask docs`: writes the pages of `docs/` that are made from the code.

use crate::workspace::Workspace;
use crate::{Failure, no_arguments};
use plimsoll_schema::{Code, schema_markdown};
use std::fs;

/// The pages: their paths and what stands in them.
pub(crate) fn pages() -> [(&'static str, String); 2] {
    [("docs/findings.md", Code::registry_markdown()), ("docs/schema.md", schema_markdown())]
}

/// Writes the pages that are not as they should be.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<(), Failure> {
    no_arguments(arguments)?;
    fs::create_dir_all(workspace.path("docs"))
        .map_err(|error| Failure::Failed(format!("docs: {error}")))?;
    for (path, text) in pages() {
        let file = workspace.path(path);
        if fs::read(&file).is_ok_and(|there| there == text.as_bytes()) {
            println!("{path}: as it was");
        } else {
            fs::write(&file, text).map_err(|error| Failure::Failed(format!("{path}: {error}")))?;
            println!("{path}: written");
        }
    }
    Ok(())
}
