//! `plimsoll inspect`.

use crate::support::{plimsoll, plimsoll_reading};
use insta::assert_snapshot;

#[test]
fn a_mixed_run() {
    let ended = plimsoll(&["inspect", "fio/randrw-4k-70-30__fio-3.33.json"]);
    assert_snapshot!("inspect-randrw", ended.transcript());
}

#[test]
fn several_runs_in_one_input() {
    let ended = plimsoll(&["inspect", "fio/several-block-sizes__fio-3.33.json"]);
    assert_snapshot!("inspect-several-runs", ended.transcript());
}

#[test]
fn findings_stand_below_the_figures() {
    let ended = plimsoll(&["inspect", "fio/four-jobs-not-grouped__fio-3.33.json"]);
    assert_snapshot!("inspect-findings", ended.transcript());
}

#[test]
fn what_was_passed_over_and_what_failed_has_a_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("notes.txt"), "to do\n").expect("a file");
    let fixtures = crate::support::fixtures();
    let name = "truncated-in-jobs__fio-3.33.json";
    std::fs::copy(fixtures.join("fio/err").join(name), folder.path().join(name)).expect("a file");
    let output = crate::support::plimsoll_in(folder.path())
        .args(["inspect", ".", "no-such-file.json"])
        .output()
        .expect("the program starts");
    let ended = crate::support::Ended::from(output);
    assert_snapshot!("inspect-failures", ended.transcript());
}

#[test]
fn standard_input_that_nobody_knows() {
    let ended = plimsoll_reading(&["inspect", "-"], b"a\tlog\x1b[31m of something else\n");
    assert_snapshot!("inspect-unknown", ended.transcript());
}
