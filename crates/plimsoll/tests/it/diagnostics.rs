//! Findings on standard error.

use crate::support::{Ended, fixtures, plimsoll, plimsoll_in};
use insta::assert_snapshot;
use std::fs;

#[test]
fn an_error_shows_the_place_with_the_line_numbers_of_the_input() {
    let mut ended = plimsoll(&["convert", "fio/err/truncated-in-jobs__fio-3.33.json"]);
    assert_snapshot!("diagnostic-truncated", ended.transcript());
    // Line 114 of the file is where it ends.
    let name = "fio/err/truncated-in-jobs__fio-3.33.json";
    let text = fs::read_to_string(fixtures().join(name)).expect("a fixture");
    let line = text.lines().nth(112).expect("113 lines").trim();
    ended.stderr.retain(|character| character != ' ');
    assert!(ended.stderr.contains(&format!("113|{}", line.replace(' ', ""))), "{}", ended.stderr);
}

#[test]
fn warnings_are_printed_and_rows_go_elsewhere() {
    let ended = plimsoll(&["convert", "fio/four-jobs-not-grouped__fio-3.33.json"]);
    assert_eq!(ended.stdout.lines().count(), 5);
    assert_snapshot!("diagnostic-warning", ended.stderr);
}

#[test]
fn three_errors_of_one_code_are_printed_and_the_rest_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for number in 10..22 {
        let text = format!("{{\"fio version\": \"fio-3.33\", \"jobs\": [{number}");
        fs::write(folder.path().join(format!("{number}.json")), text).expect("a file");
    }
    let convert = |arguments: &[&str]| {
        let mut command = plimsoll_in(folder.path());
        Ended::from(command.arg("convert").args(arguments).output().expect("it starts"))
    };
    let ended = convert(&["."]);
    assert_eq!(ended.stderr.matches("error[document-damaged]").count(), 3, "{}", ended.stderr);
    let closing: Vec<&str> = ended.stderr.lines().rev().take(2).collect();
    assert_eq!(
        closing,
        [
            "0 of 12 inputs read, 12 failed; 0 rows written; 12 errors",
            "… and 9 more like these (9 document-damaged): --findings PATH writes all of them"
        ]
    );
    let ended = convert(&[".", "--findings", "findings.jsonl"]);
    let line = "… and 9 more like these (9 document-damaged): findings.jsonl has all of them";
    assert!(ended.stderr.contains(line), "{}", ended.stderr);
    let findings = fs::read_to_string(folder.path().join("findings.jsonl")).expect("findings");
    assert_eq!(findings.lines().count(), 12);
}

#[test]
fn notes_are_only_counted() {
    let ended = plimsoll(&["convert", "fio/json-and-human-report__fio-3.33.txt"]);
    assert_eq!(ended.stderr, "1 input read; 4 rows written; 1 note\n");
}
