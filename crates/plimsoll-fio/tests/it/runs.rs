//! What ran together, and what of it may be added up.

use crate::support::{Outcome, read, read_fixture};
use plimsoll_schema::{Cell, MeasuredLevel, Metric, Op, Row, Stat, wide};

/// Two jobs of one group; what stands for `A` and `B` belongs to them alone.
fn two_jobs(one: &str, other: &str) -> Outcome {
    let text = format!(
        r#"{{"fio version" : "fio-3.33", "timestamp_ms" : 1700000001000, "jobs" : [{{"jobname" : "a", "groupid" : 0, {one}}}, {{"jobname" : "b", "groupid" : 0, {other}}}]}}"#
    );
    let outcome = read("two.json", text.as_bytes());
    assert!(outcome.result.is_ok(), "{text}");
    outcome
}

/// A direction that did 100 operations of 4 KiB in a second.
fn direction(name: &str, latency: &str) -> String {
    format!(
        r#""{name}" : {{"total_ios" : 100, "io_bytes" : 409600, "io_kbytes" : 400, "bw_bytes" : 409600, "iops" : 100, "runtime" : 1000, {latency}}}"#
    )
}

fn latency(key: &str, count: u64) -> String {
    format!(r#""{key}" : {{"min" : 1, "max" : 9, "mean" : 5.0, "stddev" : 1.0, "N" : {count}}}"#)
}

fn job(options: &str, direction: &str) -> String {
    format!(r#""error" : 0, "job options" : {{{options}}}, {direction}"#)
}

fn runs(outcome: &Outcome) -> Vec<&Row> {
    let rows = outcome.kept.rows.iter();
    rows.filter(|row| row.identity.level == MeasuredLevel::Run).collect()
}

fn iops(row: &Row) -> Option<f64> {
    row.figure(Metric::Iops, Stat::Mean, None).map(|figure| figure.value)
}

#[test]
fn a_reader_beside_a_writer_is_no_pure_load() {
    let clat = latency("clat_ns", 100);
    let outcome = two_jobs(
        &job(r#""rw" : "randread""#, &direction("read", &clat)),
        &job(r#""rw" : "randwrite""#, &direction("write", &clat)),
    );
    let runs = runs(&outcome);
    assert_eq!(runs.len(), 2);
    for row in runs {
        assert_eq!((row.identity.read_percent, row.identity.jobs), (None, Some(2)));
        assert_eq!(iops(row), Some(100.0));
    }
}

#[test]
fn latencies_that_only_one_job_measured_are_absent_with_a_finding() {
    let reads = |latency: &str| job(r#""rw" : "randread""#, &direction("read", latency));
    let clat = reads(&latency("clat_ns", 100));
    for other in [latency("clat_ns", 0), latency("lat_ns", 100)] {
        let outcome = two_jobs(&clat, &reads(&other));
        let run = runs(&outcome)[0];
        assert_eq!(iops(run), Some(200.0));
        assert_eq!((&run.latency_kind, run.latency(Stat::Mean)), (&None, None));
        assert_eq!(run.finding_codes(), ["latency-not-merged"]);
    }
}

#[test]
fn rates_of_jobs_that_may_not_have_run_together_are_not_added_up() {
    let outcome = read_fixture("start-delay__fio-3.33.json");
    let runs = runs(&outcome);
    let [run] = runs.as_slice() else { panic!("one group: {runs:?}") };
    assert_eq!((iops(run), run.window), (None, None));
    assert!(run.finding_codes().contains(&"together-unclear"));
    assert!(iops(&outcome.kept.rows[0]).is_some(), "those of the jobs stand");
}

#[test]
fn states_of_a_run_with_a_ramp_are_one_run() {
    let outcome = read_fixture("status-interval-with-ramp__fio-3.33.json");
    assert_eq!(runs(&outcome).len(), 2, "two groups of one run");
    assert!(outcome.kept.rows.iter().all(|row| row.identity.locator.starts_with("/jobs/")));
}

#[test]
fn short_runs_of_one_job_file_are_runs_of_their_own() {
    let outcome = read_fixture("three-short-runs-in-one-file__fio-3.33.json");
    assert_eq!(runs(&outcome).len(), 3);
}

#[test]
fn errors_of_a_mixed_load_belong_to_the_job_as_a_whole() {
    let clat = latency("clat_ns", 100);
    let counted = |directions: &str| {
        let text = format!(
            r#"{{"jobs" : [{{"jobname" : "a", "error" : 0, "total_err" : 7, "job options" : {{"rw" : "randrw", "verify" : "md5"}}, {directions}}}]}}"#
        );
        let outcome = read("errors.json", text.as_bytes());
        assert!(outcome.codes().contains(&"job-failed"), "{:?}", outcome.codes());
        let rows = outcome.kept.rows.into_iter();
        rows.filter(|row| row.figure(Metric::Errors, Stat::Sum, None).is_some())
            .map(|row| (row.identity.op, row.identity.level))
            .collect::<Vec<_>>()
    };
    let mixed = [direction("read", &clat), direction("write", &clat)].join(", ");
    assert_eq!(counted(&mixed), [(None, MeasuredLevel::Job)]);
    let unified = [direction("read", &clat), direction("mixed", &clat)].join(", ");
    let total = || Some(Op::TOTAL);
    assert_eq!(counted(&unified), [(total(), MeasuredLevel::Job), (total(), MeasuredLevel::Run)]);
}

#[test]
fn a_count_that_is_none_is_null() {
    let huge = direction("read", &latency("clat_ns", 100)).replace("100, \"io_b", "1e300, \"io_b");
    let outcome = two_jobs(&job(r#""rw" : "read""#, &huge), &job("", &huge));
    let operations = wide::columns().iter().find(|column| column.name == "operations");
    let cell = operations.expect("a column of the contract").cell;
    assert!(outcome.kept.rows.iter().all(|row| cell(row) == Cell::Null));
}
