//! Archives and lists of inputs, and the options that say how they are read.

use crate::support::{plimsoll, plimsoll_reading};

const RUN: &str = "vdbench/single__vdbench-5.04.07";
const PIECES: &str = "archives/run-in-pieces.tar.gz";
const FIO: &str = "fio/unified-reporting-mixed__fio-3.33.json";

/// The rows of an input, without what it is called.
fn rows(input: &str, run: &str, fio: &str) -> Vec<String> {
    let ended = plimsoll(&["convert", input]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let lines = ended.stdout.lines();
    lines.map(|line| line.replace(run, "RUN").replace(fio, "FIO")).collect()
}

#[test]
fn a_run_in_pieces_gives_the_rows_of_its_folder() {
    let run = rows(RUN, RUN, FIO);
    let fio = rows(FIO, RUN, FIO);
    assert!(!run.is_empty() && !fio.is_empty());
    let both = [run, fio].concat();
    for archive in [PIECES, "archives/run-in-pieces.zip"] {
        let inside = |name: &str| format!("{archive}!/{name}");
        assert_eq!(rows(archive, &inside("run"), &inside("fio/mixed.json")), both, "{archive}");
    }
}

#[test]
fn archives_in_archives_are_read_as_deep_as_is_allowed() {
    let nested = "archives/nested.tar.bz2";
    let all = plimsoll(&["convert", nested]);
    assert_eq!(all.status, 0, "{}", all.stderr);
    let one = plimsoll(&["convert", PIECES]).stdout.lines().count();
    let alone = plimsoll(&["convert", FIO]).stdout.lines().count();
    assert_eq!(all.stdout.lines().count(), 2 * one + alone);
    let flat = plimsoll(&["convert", nested, "--max-nesting", "1"]);
    assert_eq!((flat.status, flat.stdout.lines().count()), (3, alone));
    assert!(flat.stderr.contains("nested-archive"), "{}", flat.stderr);
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let inputs = ["archives", "fio", "vdbench"];
    let on = |threads: &str| {
        let ended = plimsoll(
            &[&["convert", "--threads", threads, "--shape", "long"], &inputs[..]].concat(),
        );
        (ended.status, ended.stdout, ended.stderr)
    };
    let one = on("1");
    assert!(one.1.lines().count() > 1000, "{}", one.2);
    assert!(one == on("2") && one == on("5"), "another order, other rows or other words");
}

#[test]
fn every_limit_has_an_option_that_its_finding_names() {
    for (option, value, code) in [
        ("--max-entries", "3", "limit-reached"),
        ("--max-unpacked-size", "10k", "limit-reached"),
        ("--max-member-size", "2k", "input-too-large"),
        ("--max-held-size", "1k", "limit-reached"),
    ] {
        let ended = plimsoll(&["convert", PIECES, FIO, option, value]);
        assert_eq!(ended.status, 3, "{option}: {}", ended.stderr);
        assert!(ended.stderr.contains(code), "{option}: {}", ended.stderr);
        assert!(ended.stderr.contains(option), "{option}: {}", ended.stderr);
    }
    for wrong in [["--max-nesting", "0"], ["--threads", "0"], ["--exclude", "a["]] {
        assert_eq!(plimsoll(&[&["convert", FIO], &wrong[..]].concat()).status, 2, "{wrong:?}");
    }
}

#[test]
fn what_is_excluded_counts_for_nothing() {
    let ended = plimsoll(&["convert", PIECES, "--exclude", "run", "--exclude", "*.txt"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert_eq!(ended.stdout.lines().count(), plimsoll(&["convert", FIO]).stdout.lines().count());
    assert!(ended.stderr.contains("1 input read"), "{}", ended.stderr);
}

#[test]
fn inputs_come_from_lists_and_patterns_too() {
    let named = plimsoll(&["convert", FIO, PIECES]).stdout;
    let list = format!("{FIO}\n{PIECES}\n");
    let listed = plimsoll_reading(&["convert", "--files-from", "-"], list.as_bytes());
    assert_eq!((listed.status, &listed.stdout), (0, &named), "{}", listed.stderr);
    let zeros = list.replace('\n', "\0");
    let listed = plimsoll_reading(&["convert", "--files-from", "-"], zeros.as_bytes());
    assert_eq!((listed.status, &listed.stdout), (0, &named), "{}", listed.stderr);
    let matched =
        plimsoll(&["convert", "fio/unified-reporting-mixed__*.json", "archives/*.tar.gz"]);
    assert_eq!((matched.status, &matched.stdout), (0, &named), "{}", matched.stderr);
    let gone = plimsoll(&["convert", "--files-from", "gone.txt"]);
    assert_eq!(gone.status, 2);
    assert!(gone.stderr.contains("cannot read the list gone.txt"), "{}", gone.stderr);
    assert_eq!(plimsoll(&["convert"]).status, 2, "nothing is named");
}
