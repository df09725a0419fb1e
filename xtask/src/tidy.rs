//! `cargo xtask tidy`: the rules of this workspace that no other tool checks.
//!
//! Each rule is a function from text to [`Violation`]s, and what it compares with stands in
//! [`rules`]. All violations are reported at once, sorted, each with its place and what to do.

mod dependencies;
mod fixtures;
mod licences;
mod manifest;
mod pages;
mod placement;
mod purity;
mod rules;
mod source;
mod spdx;
mod text;

use crate::metadata::Metadata;
use crate::workspace::{Tree, Workspace};
use crate::{Failure, no_arguments};
use std::fmt;

/// Something against a rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Violation {
    /// From the folder of the workspace.
    path: String,
    /// From 1; 1 too where the whole file is meant.
    line: usize,
    rule: &'static str,
    /// What is wrong and what to do.
    message: String,
    /// Whether it is only something to think about.
    advice: bool,
}

impl Violation {
    fn new(path: impl Into<String>, line: usize, rule: &'static str, message: String) -> Self {
        Self { path: path.into(), line, rule, message, advice: false }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, rule, message, advice } = self;
        let note = if *advice { "note: " } else { "" };
        write!(formatter, "{path}:{line}: {note}{rule}: {message}")
    }
}

/// Checks all rules, and fails if something is against one.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<(), Failure> {
    no_arguments(arguments)?;
    let tree = workspace.tree().map_err(Failure::Failed)?;
    let violations = violations(&tree, workspace.metadata());
    for violation in &violations {
        println!("{violation}");
    }
    match violations.iter().filter(|violation| !violation.advice).count() {
        0 => {
            println!("tidy: {} files, nothing against the rules", tree.paths().count());
            Ok(())
        }
        1 => Err(Failure::Failed("tidy: 1 violation".to_owned())),
        count => Err(Failure::Failed(format!("tidy: {count} violations"))),
    }
}

/// Whether the name of a file ends in a dot and this.
fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, found)| found == extension)
}

/// Everything that is against a rule, sorted by place.
fn violations(tree: &Tree, metadata: Result<Metadata, String>) -> Vec<Violation> {
    let mut violations = Vec::new();
    match metadata {
        Ok(metadata) => {
            violations.extend(dependencies::check(tree, &metadata));
            violations.extend(licences::check(tree, &metadata));
        }
        Err(error) => violations.push(Violation::new(
            "Cargo.toml",
            1,
            "metadata",
            format!("dependencies and licences could not be checked: {error}"),
        )),
    }
    violations.extend(purity::check(tree));
    violations.extend(placement::check(tree));
    violations.extend(fixtures::check(tree));
    violations.extend(text::check(tree));
    violations.extend(pages::check(tree));
    violations.sort();
    violations
}

#[cfg(test)]
mod tests {
    use super::{Violation, violations};
    use crate::metadata::Metadata;
    use crate::workspace::Tree;

    #[test]
    fn a_violation_says_file_line_and_rule() {
        let violation = Violation::new("a.rs", 7, "arrows", "wrong; do right".to_owned());
        assert_eq!(violation.to_string(), "a.rs:7: arrows: wrong; do right");
        let note = Violation { advice: true, ..violation };
        assert_eq!(note.to_string(), "a.rs:7: note: arrows: wrong; do right");
    }

    /// A workspace in which something is against every rule: each must be asked.
    #[test]
    fn every_rule_is_asked_and_the_answers_are_sorted() {
        let tree = Tree::of(&[
            ("crates/plimsoll-fio/Cargo.toml", "[package]\nname = \"plimsoll-fio\""),
            ("crates/plimsoll-fio/src/lib.rs", "use std::fs;"),
            ("crates/plimsoll-fio/src/long.rs", &"\n".repeat(1000)),
            ("fixtures/Upper.json", "{}"),
            ("stray.txt", ""),
        ]);
        let metadata = Metadata::parse(
            r#"{ "workspace_root": "/w", "target_directory": "/t", "workspace_members": ["fio"],
                "packages": [
                  { "id": "fio", "name": "plimsoll-fio", "version": "0.1.0", "license": null,
                    "manifest_path": "/w/crates/plimsoll-fio/Cargo.toml",
                    "dependencies": [ { "name": "plimsoll-export", "path": "/w" }, { "name": "polars" } ] } ] }"#,
        );
        let found = violations(&tree, metadata);
        assert!(found.is_sorted());
        let mut rules: Vec<&str> = found.iter().map(|violation| violation.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        assert_eq!(
            rules,
            [
                "arrows",
                "external-owner",
                "file-length",
                "fixture-name",
                "fixture-provenance",
                "generated-page",
                "licence",
                "manifest",
                "outside-world",
                "top-level",
            ]
        );
    }

    #[test]
    fn without_metadata_the_other_rules_still_hold() {
        let tree = Tree::of(&[("stray.txt", "")]);
        let found = violations(&tree, Err("Cargo.lock needs to be updated".to_owned()));
        assert!(found.iter().any(|violation| violation.rule == "metadata"), "{found:?}");
        assert!(found.iter().any(|violation| violation.rule == "top-level"), "{found:?}");
    }
}
