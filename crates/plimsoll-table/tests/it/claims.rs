//! What is claimed: published tables, and no output of a tool.

use crate::support::{files, root};
use plimsoll_read::{Entry, Listing};
use plimsoll_table::claims;
use std::fs;
use std::path::{Path, PathBuf};

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Why a file is claimed that was found in a folder.
fn claimed(path: &Path) -> Option<String> {
    let bytes = fs::read(path).expect("the file is there");
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name of text");
    let entry = Entry { is_named: false, ..Entry::named(name, &bytes) };
    let listing = Listing { folder: "d".into(), entries: std::slice::from_ref(&entry) };
    claims(&listing).into_iter().next().map(|claim| claim.why)
}

#[test]
fn every_table_of_a_vendor_is_claimed() {
    for path in files("fixtures/vendor") {
        assert!(claimed(&path).is_some(), "{}", path.display());
    }
}

#[test]
fn no_output_of_a_tool_is_claimed() {
    for tool in ["fio", "vdbench"] {
        let mut found = Vec::new();
        walk(&root().join("fixtures").join(tool), &mut found);
        assert!(found.len() > 20, "the fixtures of {tool} are there");
        // Delimited values with a header look like published ones: there the tool's own reader is surer.
        found.retain(|path| path.extension().is_none_or(|extension| extension != "csv"));
        for path in found {
            assert_eq!(claimed(&path), None, "{}", path.display());
        }
    }
}
