//! Output directories of vdbench: as they are, packed, several below one folder, single files of them.

use crate::support::{Ended, fixtures, plimsoll, plimsoll_in};
use serde_json::Value;
use std::fs;
use std::path::Path;

const SINGLE: &str = "vdbench/single__vdbench-5.04.07";
const OTHER: &str = "vdbench/single__vdbench-5.04.02";
const TWO: &str = "vdbench/two-storage-two-workload-definitions__vdbench-5.04.07";
const NOT_RUN: &str = "vdbench/one-interval__vdbench-5.04.07";

/// The rows of all that ran at the same time, on standard output.
fn totals(ended: &Ended) -> Vec<Value> {
    let rows = ended.stdout.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"));
    rows.filter(|row: &Value| row["level"] == "run" && row["op"] == "total").collect()
}

/// What a row says, but for where it stands.
fn without_places(mut row: Value) -> Value {
    for column in ["source", "run"] {
        row[column] = Value::Null;
    }
    row
}

fn copy(from: &str, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(fixtures().join(from)).expect("a fixture") {
        let path = entry.expect("a file of the fixture").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("a copy");
    }
}

#[test]
fn a_directory_is_one_input() {
    let ended = plimsoll(&["convert", SINGLE]);
    assert_eq!((ended.status, ended.summary()), (0, "1 input read; 9 rows written"));
    let [row] = &totals(&ended)[..] else { panic!("one point: {}", ended.stdout) };
    assert_eq!((&row["source"], &row["run"]), (&SINGLE.into(), &format!("{SINGLE}#1").into()));
    assert_eq!((&row["locator"], &row["iops"]), (&"summary.html line 31".into(), &505.0.into()));
}

#[test]
fn an_archive_tells_what_the_directory_tells() {
    let archive = format!("{TWO}.tar.gz");
    let [plain, packed] = [TWO, &archive].map(|input| plimsoll(&["convert", input]));
    assert_eq!((plain.status, packed.status), (0, 0), "{}", packed.stderr);
    let [plain, packed] = [&plain, &packed].map(totals);
    assert_eq!(packed[0]["source"], format!("{archive}!/50407_two_sd_two_wd"));
    let [plain, packed] =
        [plain, packed].map(|rows| rows.into_iter().map(without_places).collect::<Vec<_>>());
    assert_eq!(packed, plain);
    assert_eq!(plain.len(), 1);
}

#[test]
fn directories_below_one_folder_are_inputs_of_their_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(SINGLE, &folder.path().join("runs/new"));
    copy(OTHER, &folder.path().join("runs/old"));
    let convert = || {
        let output = plimsoll_in(folder.path()).args(["convert", "runs"]).output();
        let ended = Ended::from(output.expect("the program starts"));
        let sources: Vec<Value> =
            totals(&ended).into_iter().map(|row| row["source"].clone()).collect();
        (ended.status, sources)
    };
    assert_eq!(convert(), (0, vec!["runs/new".into(), "runs/old".into()]));
    copy(NOT_RUN, &folder.path().join("runs/refused"));
    let (status, sources) = convert();
    assert_eq!((status, sources.len()), (3, 2), "one of three tells nothing");
}

#[test]
fn a_single_file_is_an_input() {
    for (file, rate) in [("summary.html", 505.0), ("flatfile.html", 505.0), ("totals.html", 505.0)]
    {
        let input = format!("{SINGLE}/{file}");
        let ended = plimsoll(&["convert", &input]);
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        let [row] = &totals(&ended)[..] else { panic!("one point: {}", ended.stdout) };
        assert_eq!((&row["source"], &row["iops"]), (&input.as_str().into(), &rate.into()));
        let locator = row["locator"].as_str().expect("a place");
        assert!(locator.starts_with(&format!("{file} line ")), "{locator}");
    }
}

#[test]
fn a_run_that_was_stopped_has_rows_and_one_that_never_began_has_none() {
    let ended = plimsoll(&["convert", "vdbench/interrupted__vdbench-5.04.07"]);
    let rates: Vec<Value> = totals(&ended).into_iter().map(|row| row["iops"].clone()).collect();
    assert_eq!((ended.status, rates), (0, vec![226.0.into(), Value::Null]));
    for input in [NOT_RUN, "vdbench/alone/flatfile-empty__by-hand.html"] {
        let ended = plimsoll(&["convert", input]);
        assert_eq!((ended.status, ended.stdout.as_str()), (4, ""), "{input}");
        assert!(ended.stderr.contains("no run definition was measured"), "{}", ended.stderr);
    }
}
