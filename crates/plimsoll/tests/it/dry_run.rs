//! `plimsoll convert --dry-run` and `--quiet`.

use crate::dataset::{convert_in, folder};
use std::fs;

const GOOD: &str = "randrw-4k-70-30__fio-3.33.json";
const BAD: &str = "err/truncated-in-jobs__fio-3.33.json";

#[test]
fn a_dry_run_lists_inputs_and_writes_nothing() {
    let folder = folder(&[(GOOD, "a.json"), (BAD, "b.json")]);
    fs::write(folder.path().join("in/notes.txt"), "to do\n").expect("a file");
    let arguments = ["in", "no-such-file", "--to", "parquet", "-o", "out", "--dry-run"];
    let ended = convert_in(folder.path(), &arguments);
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    let lines: Vec<&str> = ended.stdout.lines().collect();
    let [read, damaged, passed_over, failed] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(read.starts_with("fio-json       in/a.json  "), "{read}");
    assert!(damaged.starts_with("fio-json       in/b.json  "), "only reading tells: {damaged}");
    assert!(passed_over.starts_with("passed over    in/notes.txt  "), "{passed_over}");
    assert!(failed.starts_with("fails          no-such-file  "), "{failed}");
    let expected = "2 inputs would be read, 1 passed over, 1 would fail";
    assert_eq!(ended.summary(), expected);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn a_named_folder_whose_results_are_not_read_is_no_failure() {
    let folder = folder(&[(GOOD, "a.json"), (GOOD, "sub/b.json")]);
    for input in ["in", "in/", "./in", "in/sub"] {
        let ended = convert_in(folder.path(), &[input, "--dry-run"]);
        assert_eq!(ended.status, 0, "{input}: {}", ended.stdout);
    }
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let ended = convert_in(folder.path(), &["in", "empty", "--dry-run"]);
    assert!(ended.stdout.contains("fails          empty"), "{}", ended.stdout);
    assert_eq!(ended.status, 3);
}

#[test]
fn quiet_is_quiet_and_ends_the_same() {
    let folder = folder(&[(GOOD, "a.json"), (BAD, "b.json")]);
    let loud = convert_in(folder.path(), &["in", "--to", "csv"]);
    let quiet = convert_in(folder.path(), &["in", "--to", "csv", "--quiet"]);
    assert_eq!((quiet.status, quiet.stderr.as_str()), (3, ""));
    assert_eq!(quiet.stdout, loud.stdout);
    let refused = convert_in(folder.path(), &["in", "-o", "rows.txt", "-q"]);
    assert!(refused.status == 2 && refused.stderr.starts_with("error: "), "{}", refused.stderr);
}

#[test]
fn a_workbook_is_written() {
    let folder = folder(&[(GOOD, "a.json"), (BAD, "b.json")]);
    let ended = convert_in(folder.path(), &["in", "-o", "rows.xlsx", "--series"]);
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    assert!(ended.summary().contains("4 rows, 0 windows written"), "{}", ended.summary());
    let bytes = fs::read(folder.path().join("rows.xlsx")).expect("a workbook");
    assert!(bytes.starts_with(b"PK"));
    assert!(!folder.path().join("rows.series.xlsx").exists(), "it is a sheet of the workbook");
    for arguments in [&["in", "--to", "xlsx"][..], &["in", "--to", "xlsx", "-o", "-"]] {
        assert_eq!(convert_in(folder.path(), arguments).status, 2, "{arguments:?}");
    }
}
