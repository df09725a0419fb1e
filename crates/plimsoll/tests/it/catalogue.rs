//! Catalogue files of one's own: files and folders, over the built-in catalogue.

use crate::support::{Ended, fixtures, plimsoll_in};
use std::fs;
use std::path::Path;

const SHADOWED: &str = "gcnv/flex-file/nfsv3/64k-sequential";

/// A catalogue file with one reference, as `reference import` writes it.
fn own(id: &str) -> String {
    format!(
        r#"[page]
vendor = "not stated"
publisher = "not stated"
title = "Our own runs"
date = "2026-01"
locales = []
reading = "Read from own.html by program."
product = "Google Cloud NetApp Volumes"
status = "imported"

[[reference]]
id = "{id}"
service_level = "Flex File"
protocol = "NFSv3"
tool = "fio"
workload = "64 KiB sequential"
pattern = "sequential"
block_size = "64 KiB"
claim = "result"
point = [
    {{ read_percent = 100, op = "read", throughput = "4,000 MiB/s", cell = "table 1 row 1 column 2" }},
    {{ read_percent = 0, op = "write", throughput = "1,400 MiB/s", cell = "table 1 row 2 column 2" }},
]
"#
    )
}

fn run(arguments: &[&str], catalogue: &Path) -> Ended {
    let mut command = plimsoll_in(&fixtures());
    let output = command.args(arguments).arg("--catalogue").arg(catalogue).output();
    Ended::from(output.expect("the program starts"))
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

#[test]
fn a_folder_extends_and_shadows_the_built_in_catalogue_and_that_is_said() {
    let (shadowing, further) = (own(SHADOWED), own("acme/nfsv3"));
    let folder = folder(&[
        ("b.toml", shadowing.as_str()),
        ("a.toml", further.as_str()),
        ("notes.txt", "no catalogue"),
    ]);
    let ended = run(&["reference", "list"], folder.path());
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let ids: Vec<&str> =
        ended.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(ids.iter().filter(|id| **id == SHADOWED).count(), 1);
    assert_eq!(ids.last(), Some(&"acme/nfsv3"));
    assert_eq!(ended.stderr.matches("reference-shadowed").count(), 1, "{}", ended.stderr);
    let shown = run(&["reference", "show", SHADOWED], &folder.path().join("b.toml"));
    let line = shown.stdout.lines().find(|line| line.trim_start().starts_with("catalogue "));
    assert!(line.is_some_and(|line| line.ends_with("b.toml")), "{}", shown.stdout);
    assert!(shown.stdout.contains("4,000 MiB/s"), "{}", shown.stdout);
}

#[test]
fn a_report_says_which_catalogue_was_used_and_that_nobody_reviewed_it() {
    let text = own(SHADOWED);
    let folder = folder(&[("own.toml", text.as_str())]);
    let report = tempfile::tempdir().expect("a folder");
    let to = report.path().to_string_lossy().into_owned();
    let ended = run(
        &["report", "demo-campaign", "--against", SHADOWED, "--format", "md", "-o", &to],
        folder.path(),
    );
    assert_eq!(ended.status, 3, "one of its files is damaged: {}", ended.stderr);
    let read = |name: &str| fs::read_to_string(report.path().join(name)).expect("a file");
    let data: serde_json::Value = serde_json::from_str(&read("report.json")).expect("JSON");
    let references = data["references"].as_array().expect("a list");
    assert_eq!(references.len(), 1, "{references:?}");
    assert_eq!(references[0]["id"], SHADOWED);
    assert_eq!(references[0]["is_built_in"], false);
    let file = references[0]["catalogue_file"].as_str().expect("a text");
    assert!(file.ends_with("own.toml"), "{file}");
    let markdown = read("report.md");
    let origin =
        "Published in “Our own runs” (publisher: not stated; date: 2026-01); catalogue file";
    assert!(markdown.contains(origin), "{markdown}");
    for code in ["reference-shadowed", "reference-unreviewed"] {
        assert_eq!(markdown.matches(code).count(), 1, "one note: {code}\n{markdown}");
    }
}

#[test]
fn a_folder_without_catalogue_files_or_with_an_id_twice_is_wrong_usage() {
    let empty = folder(&[("notes.txt", "")]);
    let ended = run(&["reference", "list"], empty.path());
    assert_eq!(ended.status, 2);
    assert!(ended.stderr.contains("has no file that ends in .toml"), "{}", ended.stderr);
    let text = own("acme/nfsv3");
    let twice = folder(&[("a.toml", text.as_str()), ("b.toml", text.as_str())]);
    let ended = run(&["reference", "list"], twice.path());
    assert_eq!(ended.status, 2);
    assert!(ended.stderr.contains("the id is taken by line 12 of"), "{}", ended.stderr);
    assert!(ended.stderr.contains("a.toml"), "the first by name has it: {}", ended.stderr);
    let missing = run(&["reference", "list"], &empty.path().join("missing"));
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("cannot read"), "{}", missing.stderr);
}
