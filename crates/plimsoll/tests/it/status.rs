//! Exit statuses.

use crate::support::{plimsoll, plimsoll_in, plimsoll_reading};
use std::io::Write as _;
use std::process::Stdio;

const GOOD: &str = "fio/randrw-4k-70-30__fio-3.33.json";
const OTHER: &str = "fio/several-block-sizes__fio-3.33.json";
const BAD: &str = "fio/err/truncated-in-jobs__fio-3.33.json";

#[test]
fn reading_ends_with_how_much_was_read() {
    for command in ["convert", "inspect"] {
        for (inputs, status, summary) in [
            (&[GOOD][..], 0, "1 input read"),
            (&[GOOD, OTHER], 0, "2 inputs read"),
            (&[GOOD, GOOD], 0, "1 of 2 inputs read, 1 passed over"),
            (&[GOOD, BAD], 3, "1 of 2 inputs read, 1 failed"),
            (&[BAD], 4, "0 of 1 input read, 1 failed"),
            (&["no-such-file", BAD], 4, "0 of 2 inputs read, 2 failed"),
        ] {
            let ended = plimsoll(&[&[command], inputs].concat());
            assert_eq!(ended.status, status, "{command} {inputs:?}");
            let told = ended.summary();
            let first = told.split(';').next();
            assert_eq!(first, Some(summary), "{command} {inputs:?}: {told}");
        }
    }
}

#[test]
fn wrong_usage_is_2_and_writes_nothing() {
    for arguments in [
        &["convert"][..],
        &["convert", GOOD, "--to", "parquet"],
        &["convert", GOOD, "--from", "no-such-format"],
        &["convert", GOOD, "--max-input-size", "1q"],
        &["convert", GOOD, "-o", "fio"],
        &["convert", GOOD, "-o", "rows.txt"],
        &["convert", GOOD, "-o", "rows"],
        &["convert", GOOD, "-o", "rows.csv", "--to", "jsonl"],
        &["convert", GOOD, "-o", "no-such-folder/rows.csv"],
        &["convert", GOOD, "-o", GOOD, "--to", "csv"],
        &["convert", GOOD, "--findings", GOOD],
        &["convert", GOOD, "--findings", "-"],
        &["convert", GOOD, "-o", "rows.csv", "--findings", "./rows.csv"],
        &["inspect", GOOD, "--color", "purple"],
        &["explain", "no-such-code"],
        &["compare", GOOD, GOOD],
    ] {
        let ended = plimsoll(arguments);
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert_eq!(ended.stdout, "", "{arguments:?}");
        assert!(ended.stderr.starts_with("error: ") || arguments.len() == 1, "{}", ended.stderr);
    }
}

#[test]
fn an_input_over_the_limit_is_not_read() {
    let ended = plimsoll(&["convert", GOOD, "--max-input-size", "7k"]);
    assert_eq!(ended.status, 4);
    assert!(ended.stderr.starts_with("error[input-too-large]"), "{}", ended.stderr);
    assert_eq!(plimsoll(&["convert", GOOD, "--max-input-size", "8KiB"]).status, 0);
}

#[test]
fn standard_input_is_an_input() {
    let text = std::fs::read(crate::support::fixtures().join(GOOD)).expect("a fixture");
    let ended = plimsoll_reading(&["convert", "-"], &text);
    assert_eq!(ended.status, 0);
    assert!(ended.stdout.starts_with("{\"source\":\"-\","), "{}", ended.stdout);
    assert_eq!(plimsoll_reading(&["convert", "-"], b"").status, 4);
}

#[test]
fn a_closed_pipe_ends_it_without_a_word() {
    let text = std::fs::read(crate::support::fixtures().join(GOOD)).expect("a fixture");
    for arguments in [["convert", "-"], ["inspect", "-"], ["explain", "cut-off"]] {
        let mut child = plimsoll_in(&crate::support::fixtures())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        // Whether it still reads does not matter.
        let _ = child.stdin.take().expect("piped").write_all(&text);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}
