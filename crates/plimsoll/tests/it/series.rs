//! `plimsoll convert --series`: where interval data goes.

use crate::support::{Ended, fixtures, plimsoll_in};
use plimsoll_schema::series;
use std::fs;
use std::path::Path;

/// A folder of its own with `run.json`, in which there is no interval data.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fixture = fixtures().join("fio/randrw-4k-70-30__fio-3.33.json");
    fs::copy(fixture, folder.path().join("run.json")).expect("a fixture");
    folder
}

fn convert_in(folder: &Path, arguments: &[&str]) -> Ended {
    let output = plimsoll_in(folder).args(["convert", "--series"]).args(arguments).output();
    Ended::from(output.expect("the program starts"))
}

/// The names in a folder, sorted; hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn interval_data_goes_beside_the_rows_in_the_same_format() {
    let folder = folder();
    let header: Vec<&str> = series::columns().iter().map(|column| column.name).collect();
    let header = header.join(",") + "\n";
    for (output, series, content) in [
        (&["a.csv"][..], "a.series.csv", header.as_str()),
        (&["b.v2.CSV"], "b.v2.series.CSV", &header),
        (&["c.jsonl"], "c.series.jsonl", ""),
        (&["./d.txt", "--to", "csv"], "d.series.txt", &header),
    ] {
        let ended = convert_in(folder.path(), &[&["run.json", "-o"], output].concat());
        assert_eq!(ended.status, 0, "{output:?}: {}", ended.stderr);
        assert_eq!(ended.summary(), "1 input read; 4 rows, 0 windows written");
        let text = fs::read_to_string(folder.path().join(series)).expect("a series");
        assert_eq!(text, content, "{series}");
    }
    for (output, series, magic) in [
        ("f.parquet", "f.series.parquet", &b"PAR1"[..]),
        ("g.feather", "g.series.feather", b"ARROW1"),
    ] {
        assert_eq!(convert_in(folder.path(), &["run.json", "-o", output]).status, 0);
        let bytes = fs::read(folder.path().join(series)).expect("a series");
        assert!(bytes.starts_with(magic) && bytes.ends_with(magic), "{series}");
        let name = b"latency_p999_ns";
        assert!(bytes.windows(name.len()).any(|piece| piece == name), "{series}");
    }
}

#[test]
fn without_a_file_beside_which_it_could_go_interval_data_is_refused() {
    let folder = folder();
    for arguments in [
        &["run.json"][..],
        &["run.json", "-o", "-"],
        &["run.json", "--to", "parquet"],
        #[cfg(unix)]
        &["run.json", "-o", "/dev/null"],
    ] {
        let ended = convert_in(folder.path(), arguments);
        assert_eq!((ended.status, ended.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ended.stderr.contains("interval data"), "{}", ended.stderr);
        let tip =
            "tip: name a file with -o: with -o rows.csv, interval data goes to rows.series.csv";
        assert!(ended.stderr.contains(tip), "{}", ended.stderr);
    }
    assert_eq!(names(folder.path()), ["run.json"]);
}

#[test]
fn interval_data_replaces_no_input_and_no_other_output() {
    let folder = folder();
    fs::copy(folder.path().join("run.json"), folder.path().join("a.series.jsonl")).expect("a file");
    fs::create_dir(folder.path().join("b.series.csv")).expect("a folder");
    fs::create_dir(folder.path().join("of")).expect("a folder");
    fs::write(folder.path().join("of/c.series.csv"), "old").expect("a file");
    for (arguments, expected) in [
        (&["a.series.jsonl", "-o", "a.jsonl"][..], "a.series.jsonl is an input"),
        (&["run.json", "-o", "b.csv"], "b.series.csv is a folder"),
        (&["run.json", "of", "-o", "of/c.csv"], "of/c.series.csv lies in of, which is read"),
        (
            &["run.json", "-o", "d.csv", "--findings", "./d.series.csv"],
            "interval data and findings would both go to d.series.csv",
        ),
    ] {
        let ended = convert_in(folder.path(), arguments);
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(expected), "{arguments:?}: {}", ended.stderr);
    }
    assert_eq!(names(folder.path()), ["a.series.jsonl", "b.series.csv", "of", "run.json"]);
    assert_eq!(fs::read_to_string(folder.path().join("of/c.series.csv")).expect("a file"), "old");
}

#[cfg(unix)]
#[test]
fn links_do_not_hide_what_would_be_replaced() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    fs::write(folder.path().join("a.csv"), "old").expect("a file");
    symlink("a.csv", folder.path().join("a.series.csv")).expect("a link");
    let ended = convert_in(folder.path(), &["run.json", "-o", "a.csv"]);
    let expected = "rows and interval data would both go to a.series.csv";
    assert!(ended.status == 2 && ended.stderr.contains(expected), "{}", ended.stderr);
    fs::create_dir(folder.path().join("of")).expect("a folder");
    symlink("../b.series.csv", folder.path().join("of/b.json")).expect("a link");
    fs::rename(folder.path().join("run.json"), folder.path().join("b.series.csv")).expect("a file");
    let ended = convert_in(folder.path(), &["of", "-o", "b.csv"]);
    let expected = "of/b.json is an input, and would be replaced";
    assert!(ended.status == 2 && ended.stderr.contains(expected), "{}", ended.stderr);
    assert_eq!(names(folder.path()), ["a.csv", "a.series.csv", "b.series.csv", "of"]);
}

#[test]
fn files_appear_together_or_not_at_all() {
    let folder = folder();
    let ended = convert_in(folder.path(), &[".", "-o", "a.csv"]);
    assert_eq!(ended.summary(), "1 input read; 4 rows, 0 windows written");
    assert_eq!(names(folder.path()), ["a.csv", "a.series.csv", "run.json"]);
    fs::write(folder.path().join("empty.json"), "").expect("a file");
    fs::write(folder.path().join("a.series.csv"), "old").expect("a file");
    assert_eq!(convert_in(folder.path(), &["empty.json", "-o", "b.csv"]).status, 4);
    assert_eq!(convert_in(folder.path(), &["empty.json", "-o", "a.csv"]).status, 4);
    assert_eq!(names(folder.path()), ["a.csv", "a.series.csv", "empty.json", "run.json"]);
    assert_eq!(fs::read_to_string(folder.path().join("a.series.csv")).expect("a file"), "old");
}

#[test]
fn logs_of_operations_are_put_together_to_windows_of_the_length_that_was_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fixture = fixtures().join("fio/log/operations__fio-3.33__clat.1.log");
    fs::copy(fixture, folder.path().join("a_clat.1.log")).expect("a fixture");
    let arguments =
        ["a_clat.1.log", "--fio-version", "fio-3.33", "--window", "0.005", "-o", "a.csv"];
    let ended = convert_in(folder.path(), &arguments);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert_eq!(ended.summary(), "1 input read; 2 rows, 6 windows written");
    let rows = fs::read_to_string(folder.path().join("a.csv")).expect("rows");
    assert!(rows.contains("fio,3.33,measured"), "{rows}");
    for wrong in [["--window", "0"], ["--window", "x"], ["--fio-version", "three"]] {
        let arguments = [&["a_clat.1.log", "-o", "b.csv"][..], &wrong].concat();
        assert_eq!(convert_in(folder.path(), &arguments).status, 2, "{wrong:?}");
    }
}
