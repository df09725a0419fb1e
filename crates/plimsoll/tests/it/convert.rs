//! `plimsoll convert`: what is written, and where.

use crate::support::{Ended, fixtures, plimsoll, plimsoll_in};
use plimsoll_schema::{long, wide};
use serde_json::Value;
use std::fs;
use std::path::Path;

const GOOD: &str = "fio/randrw-4k-70-30__fio-3.33.json";

/// A folder of its own with `good.json` and `bad.json`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (from, to) in
        [(GOOD, "good.json"), ("fio/err/truncated-in-jobs__fio-3.33.json", "bad.json")]
    {
        fs::copy(fixtures().join(from), folder.path().join(to)).expect("a fixture");
    }
    folder
}

fn convert_in(folder: &Path, arguments: &[&str]) -> Ended {
    let output = plimsoll_in(folder).arg("convert").args(arguments).output();
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
fn json_lines_are_the_default() {
    let ended = plimsoll(&["convert", GOOD]);
    let rows: Vec<Value> = ended
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let levels: Vec<(&str, &str)> = rows
        .iter()
        .map(|row| (row["level"].as_str().expect("text"), row["op"].as_str().expect("text")))
        .collect();
    assert_eq!(levels, [("job", "read"), ("job", "write"), ("run", "read"), ("run", "write")]);
    assert_eq!(rows[0]["source"], GOOD);
    assert_eq!(rows[0]["operations"], 24973);
    assert_eq!(rows[0]["protocol"], Value::Null);
    assert_eq!(ended.summary(), "1 input read; 4 rows written");
}

#[test]
fn csv_has_the_columns_of_its_shape() {
    let header = |arguments: &[&str]| {
        let ended = plimsoll(&[&["convert", GOOD, "--to", "csv"], arguments].concat());
        let header = ended.stdout.lines().next().expect("a header").to_owned();
        header.split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    let names: Vec<&str> = wide::columns().iter().map(|column| column.name).collect();
    assert_eq!(header(&[]), names);
    let names: Vec<&str> = long::columns().iter().map(long::Column::name).collect();
    assert_eq!(header(&["--shape", "long"]), names);
}

#[test]
fn the_long_shape_keeps_every_percentile_as_written() {
    let ended = plimsoll(&["convert", GOOD, "--shape", "long"]);
    let line = ended
        .stdout
        .lines()
        .find(|line| line.contains("\"stat\":\"p99.95\""))
        .expect("fio prints p99.95 by default");
    let row: Value = serde_json::from_str(line).expect("a line of JSON");
    assert_eq!(row["kind"], "completion");
    assert_eq!(row["unit"], "ns");
    let written = row["written"].as_str().and_then(|written| written.parse().ok());
    assert_eq!(row["value"].as_f64(), written);
}

#[test]
fn the_name_of_the_output_tells_the_format() {
    let folder = folder();
    for (name, begin) in
        [("a.jsonl", "{\"source\""), ("b.ndjson", "{\"source\""), ("c.CSV", "source,locator")]
    {
        let ended = convert_in(folder.path(), &["good.json", "-o", name]);
        assert_eq!((ended.status, ended.stdout.as_str()), (0, ""), "{name}");
        let text = fs::read_to_string(folder.path().join(name)).expect("an output");
        assert!(text.starts_with(begin), "{name}: {text}");
    }
    let ended = convert_in(folder.path(), &["good.json", "-o", "d.txt", "--to", "csv"]);
    assert_eq!(ended.status, 0, "--to decides where the name says nothing");
    let ended = convert_in(folder.path(), &["good.json", "-o", "-", "--to", "csv"]);
    assert!(ended.stdout.starts_with("source,locator"));
}

#[test]
fn files_appear_when_complete_and_nothing_else_is_left() {
    let folder = folder();
    fs::write(folder.path().join("rows.csv"), "old").expect("a file");
    let arguments = ["good.json", "bad.json", "-o", "rows.csv", "--findings", "findings.jsonl"];
    let ended = convert_in(folder.path(), &arguments);
    assert_eq!(ended.status, 3);
    assert_eq!(names(folder.path()), ["bad.json", "findings.jsonl", "good.json", "rows.csv"]);
    let rows = fs::read_to_string(folder.path().join("rows.csv")).expect("rows");
    assert_eq!(rows.lines().count(), 5);
    let findings = fs::read_to_string(folder.path().join("findings.jsonl")).expect("findings");
    let finding: Value = serde_json::from_str(findings.trim_end()).expect("one line of JSON");
    assert_eq!(finding["code"], "document-damaged");
    assert_eq!(finding["level"], "error");
    assert_eq!(finding["source"], "bad.json");
    assert_eq!(finding.as_object().map(serde_json::Map::len), Some(6));
}

#[test]
fn findings_can_go_to_standard_output_when_rows_do_not() {
    let folder = folder();
    let arguments = ["good.json", "bad.json", "-o", "rows.csv", "--findings", "-"];
    let ended = convert_in(folder.path(), &arguments);
    assert_eq!(ended.status, 3);
    assert!(ended.stdout.starts_with("{\"code\":\"document-damaged\","), "{}", ended.stdout);
}

#[test]
fn where_nothing_could_be_read_an_earlier_output_stays() {
    let folder = folder();
    fs::write(folder.path().join("rows.csv"), "old").expect("a file");
    let arguments = ["bad.json", "-o", "rows.csv", "--findings", "findings.jsonl"];
    assert_eq!(convert_in(folder.path(), &arguments).status, 4);
    assert_eq!(names(folder.path()), ["bad.json", "findings.jsonl", "good.json", "rows.csv"]);
    assert_eq!(fs::read_to_string(folder.path().join("rows.csv")).expect("rows"), "old");
}

#[test]
fn outputs_in_a_folder_that_is_read_are_no_inputs_while_they_are_written() {
    let folder = folder();
    let arguments = [".", "-o", "a/rows.jsonl", "--findings", "findings.jsonl"];
    fs::create_dir(folder.path().join("a")).expect("a folder");
    let ended = convert_in(folder.path(), &arguments);
    assert_eq!(ended.summary(), "1 of 2 inputs read, 1 failed; 4 rows written; 1 error");
    let findings = fs::read_to_string(folder.path().join("findings.jsonl")).expect("findings");
    assert!(!findings.contains(".part"), "{findings}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_device_a_device() {
    let folder = folder();
    fs::write(folder.path().join("real.csv"), "old").expect("a file");
    std::os::unix::fs::symlink("real.csv", folder.path().join("link.csv")).expect("a link");
    assert_eq!(convert_in(folder.path(), &["good.json", "-o", "link.csv"]).status, 0);
    let link = fs::symlink_metadata(folder.path().join("link.csv")).expect("a link");
    assert!(link.is_symlink());
    let rows = fs::read_to_string(folder.path().join("real.csv")).expect("rows");
    assert_eq!(rows.lines().count(), 5);
    let arguments = ["good.json", "-o", "/dev/null", "--to", "csv", "--findings", "/dev/null"];
    let ended = convert_in(folder.path(), &arguments);
    assert_eq!(ended.summary(), "1 input read; 4 rows written");
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_nothing() {
    let ended = plimsoll(&["convert", GOOD, "-o", "/dev/full", "--to", "jsonl"]);
    assert_eq!(ended.status, 4);
    assert!(ended.stderr.starts_with("error: cannot write /dev/full: "), "{}", ended.stderr);
}

#[test]
fn a_named_format_is_not_found_out() {
    let ended = plimsoll(&["convert", "PROVENANCE.toml", "--from", "fio-json"]);
    assert_eq!(ended.status, 4);
    assert!(!ended.stderr.contains("input-unknown"), "{}", ended.stderr);
}

#[test]
fn columns_are_written_as_parquet_and_arrow_and_always_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, magic) in [("rows.parquet", &b"PAR1"[..]), ("rows.arrow", b"ARROW1")] {
        let write = |name: &str| {
            let path = folder.path().join(name);
            let output = plimsoll_in(&fixtures())
                .args(["convert", "fio/randrw-4k-70-30__fio-3.33.json", "-o"])
                .arg(&path)
                .output()
                .expect("the program starts");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            fs::read(path).expect("a file")
        };
        let bytes = write(name);
        assert!(bytes.starts_with(magic) && bytes.ends_with(magic), "{name}");
        assert_eq!(write(&format!("again-{name}")), bytes, "{name}");
    }
}

#[test]
fn columns_do_not_go_to_standard_output() {
    let ended = plimsoll(&["convert", "fio/randrw-4k-70-30__fio-3.33.json", "--to", "parquet"]);
    assert_eq!(ended.status, 2);
    assert!(ended.stderr.contains("-o rows.parquet"), "{}", ended.stderr);
}

#[test]
fn what_lies_in_a_folder_that_is_read_is_never_replaced() {
    let folder = folder();
    let text = fs::read(folder.path().join("good.json")).expect("a fixture");
    fs::create_dir_all(folder.path().join("of/sub")).expect("a folder");
    fs::write(folder.path().join("of/sub/base.jsonl"), &text).expect("a file");
    for arguments in [
        &["of", "-o", "of/sub/base.jsonl"][..],
        &["of", "--findings", "of/sub/base.jsonl"],
        &["bad.json", "of/sub/", "-o", "of/../of/sub/base.jsonl"],
    ] {
        let ended = convert_in(folder.path(), arguments);
        assert_eq!((ended.status, ended.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ended.stderr.contains("lies in of"), "{}", ended.stderr);
        assert!(ended.stderr.contains("tip: write to a file outside"), "{}", ended.stderr);
    }
    let left = fs::read(folder.path().join("of/sub/base.jsonl")).expect("still there");
    assert_eq!(left, text);
    assert_eq!(names(&folder.path().join("of/sub")), ["base.jsonl"]);
    // Another folder whose name begins with the same letters is another folder.
    fs::create_dir(folder.path().join("office")).expect("a folder");
    fs::write(folder.path().join("office/rows.csv"), "old").expect("a file");
    assert_eq!(convert_in(folder.path(), &["of", "-o", "office/rows.csv"]).status, 0);
}

#[cfg(unix)]
#[test]
fn what_a_link_in_a_folder_leads_to_is_never_replaced() {
    let folder = folder();
    fs::create_dir(folder.path().join("of")).expect("a folder");
    std::os::unix::fs::symlink("../good.json", folder.path().join("of/a.json")).expect("a link");
    let text = fs::read(folder.path().join("good.json")).expect("a fixture");
    for arguments in [["of", "--findings", "good.json"], ["of/", "--findings", "./good.json"]] {
        let ended = convert_in(folder.path(), &arguments);
        assert_eq!(ended.status, 2, "{}", ended.stderr);
        let expected = "of/a.json is an input, and would be replaced";
        assert!(ended.stderr.contains(expected), "{}", ended.stderr);
        assert_eq!(fs::read(folder.path().join("good.json")).expect("still there"), text);
    }
    assert_eq!(names(folder.path()), ["bad.json", "good.json", "of"]);
}

#[cfg(unix)]
#[test]
fn a_device_needs_no_name_that_tells_the_format() {
    let ended = plimsoll(&["convert", GOOD, "-o", "/dev/null"]);
    assert_eq!((ended.status, ended.summary()), (0, "1 input read; 4 rows written"));
}

#[test]
fn output_that_tells_nothing_alone_is_named_and_counted() {
    let folder = folder();
    fs::create_dir(folder.path().join("of")).expect("a folder");
    fs::rename(folder.path().join("good.json"), folder.path().join("of/good.json"))
        .expect("a file");
    let error_log = "<title>Vdbench output/errorlog.html</title><pre>\n";
    fs::write(folder.path().join("of/errorlog.html"), error_log).expect("a file");
    fs::write(folder.path().join("of/notes.txt"), "to do\n").expect("a file");
    let ended = convert_in(folder.path(), &["of"]);
    let expected = "1 of 3 inputs read, 2 passed over (1 looks like a result that is not read yet); 4 rows written; 2 notes";
    assert_eq!((ended.status, ended.summary()), (0, expected));
    let ended = convert_in(folder.path(), &["of/errorlog.html"]);
    assert_eq!(ended.status, 4);
    let expected = "no reader knows it; it looks like the error log of vdbench";
    assert!(ended.stderr.contains(expected), "{}", ended.stderr);
}
