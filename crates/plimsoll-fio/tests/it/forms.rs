//! Several forms in one file, forms under the wrong name, and files that hold none.

use crate::support::{files_below, fixture, read_as, read_by_claim, rows_of};
use plimsoll_fio::{FioHuman, FioTerse};
use plimsoll_schema::{MeasuredLevel, Metric, Stat};
use std::path::Path;

#[test]
fn json_wins_once() {
    for name in ["json-and-human-report__fio-3.33.txt", "forms/normal-json-and-terse__fio-3.33.txt"]
    {
        let rows = rows_of(name);
        assert!(rows.iter().all(|row| row.identity.locator.starts_with("/jobs/0")), "{name}");
        let runs = rows.iter().filter(|row| row.identity.level == MeasuredLevel::Run);
        assert_eq!(runs.count(), 2, "{name}");
    }
}

#[test]
fn json_wins_where_it_stands_behind_more_lines_than_are_looked_at() {
    let line = fixture("terse/randrw-version-3__fio-3.33.txt");
    let mut text = line.repeat(100);
    text.extend(fixture("randrw-4k-70-30__fio-3.33.json"));
    let outcome = read_by_claim("a.txt", &text);
    outcome.result.expect("there is a document");
    assert!(outcome.kept.rows.iter().all(|row| row.identity.locator.starts_with("/jobs/0")));
}

#[test]
fn terse_lines_count_and_the_report_says_what_was_asked_for() {
    let rows = rows_of("forms/normal-and-terse__fio-3.33.txt");
    let jobs: Vec<_> = rows
        .iter()
        .filter(|row| row.identity.level == MeasuredLevel::Job && !row.long_shape_only)
        .collect();
    assert_eq!(jobs.len(), 2);
    for row in jobs {
        assert!(row.identity.locator.starts_with("line 5 field "), "{}", row.identity.locator);
        assert_eq!((row.identity.block_size_bytes, row.identity.jobs), (Some(4096), Some(1)));
    }
    let iops = rows[0].figure(Metric::Iops, Stat::Mean, None).and_then(|it| it.written.as_deref());
    assert_eq!(iops, Some("8141"));
}

#[test]
fn runs_in_other_forms_all_count() {
    let mut text = fixture("terse/interrupted__fio-3.33.txt");
    text.extend(fixture("human/randrw__fio-3.33.txt"));
    let outcome = read_by_claim("a.txt", &text);
    outcome.result.expect("both are whole");
    let runs = outcome.kept.rows.iter().filter(|row| row.identity.level == MeasuredLevel::Run);
    let workloads: Vec<_> = runs.filter_map(|row| row.identity.workload.as_deref()).collect();
    assert_eq!(workloads, ["si", "rw", "rw"]);
}

#[test]
fn lines_may_end_in_both_ways_and_follow_progress() {
    let unix = String::from_utf8(fixture("terse/randrw-version-3__fio-3.33.txt")).unwrap();
    let expected = read_by_claim("a.txt", unix.as_bytes()).kept.rows;
    let other =
        format!("Jobs: 1 (f=1): [r(1)][100.0%][eta 00m:00s]\r{}", unix.replace('\n', "\r\n"));
    let rows = read_by_claim("a.txt", other.as_bytes()).kept.rows;
    assert_eq!(rows.len(), expected.len());
    assert!(rows.iter().zip(&expected).all(|(one, other)| one.figures == other.figures));
}

#[test]
fn what_holds_no_result_is_refused_in_words() {
    for (text, code) in [
        ("", "document-not-understood"),
        ("[global]\nrw=randread\nbs=4k\n", "document-not-understood"),
        (
            "fio: pid=1, err=5/file:io_u.c:1, func=io_u error, error=Input/output error\n",
            "nothing-measured",
        ),
        ("3;fio-3.33;rw;0;0;12;34\n", "document-damaged"),
        (
            "rw: (groupid=0, jobs=1): err= 0: pid=1: Mon Nov 30 11:08:21 2026\n  read: IOPS=1, BW=",
            "document-damaged",
        ),
    ] {
        let refused =
            [read_as(&FioTerse, "a", text.as_bytes()), read_as(&FioHuman, "a", text.as_bytes())];
        for outcome in refused {
            assert!(outcome.result.is_err(), "{text}");
            assert_eq!(outcome.codes().last(), Some(&code), "{text}");
            assert!(outcome.kept.rows.is_empty());
        }
    }
}

/// Output of other tools and pages of vendors, where the shared samples lie beside the repository (see
/// `cuts`).
#[test]
fn foreign_shared_samples_are_not_claimed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    for path in files_below(&folder) {
        if path.components().any(|part| part.as_os_str() == "fio") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("a sample");
        for outcome in [read_as(&FioTerse, "a", &bytes), read_as(&FioHuman, "a", &bytes)] {
            assert!(!outcome.is_claimed, "{} is claimed", path.display());
        }
    }
}
