//! What touches which rows.

use crate::support::{Outcome, read};
use plimsoll_schema::{Finding, Kind, Metric, Row, Stat};
use std::sync::Arc;

/// An entry with one direction.
fn entry(name: &str, iops: &str) -> String {
    format!(
        r#"{{"jobname" : "{name}", "read" : {{"total_ios" : 100, "iops" : {iops}, "runtime" : 1000}}}}"#
    )
}

fn document(timestamp: u64, entries: &[String]) -> String {
    format!(
        "{{\"fio version\" : \"fio-3.33\", \"timestamp\" : {timestamp}, \"jobs\" : [\n{}]}}\n",
        entries.join(",\n")
    )
}

fn read_ok(text: &str) -> Outcome {
    let outcome = read("a.json", text.as_bytes());
    assert!(outcome.result.is_ok(), "{:?}", outcome.codes());
    outcome
}

/// The findings that touch the rows of a job.
fn of_job<'o>(outcome: &'o Outcome, name: &str) -> Vec<&'o Arc<Finding>> {
    let is_of_job = |row: &&Row| row.identity.workload.as_deref() == Some(name);
    outcome.kept.rows.iter().filter(is_of_job).flat_map(|row| &row.findings).collect()
}

#[test]
fn a_value_of_another_type_touches_the_rows_of_its_entry() {
    let outcome = read_ok(&document(1, &[entry("a", "100"), entry("b", "null"), entry("c", "9")]));
    assert_eq!(of_job(&outcome, "a"), [] as [&Arc<Finding>; 0]);
    assert_eq!(of_job(&outcome, "c"), [] as [&Arc<Finding>; 0]);
    let touching = of_job(&outcome, "b");
    assert!(!touching.is_empty());
    assert!(touching.iter().all(|it| it.locator.as_deref() == Some("line 3")), "{touching:?}");
}

#[test]
fn many_values_of_another_type_are_counted() {
    let entries: Vec<String> = (0..40).map(|it| entry(&format!("job{it}"), "null")).collect();
    let outcome = read_ok(&document(1, &entries));
    let messages: Vec<&str> =
        outcome.kept.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(
        messages
            .iter()
            .filter(|it| it.ends_with("is not of the type that its key promises"))
            .count(),
        5
    );
    assert!(messages.iter().any(|it| it.starts_with("35 more values are not of the type")));
    assert!(messages[4].starts_with("the value of `iops` (/jobs/4/read/iops) is not"));
    assert!(!of_job(&outcome, "job39").is_empty(), "the last one is touched too");
}

#[test]
fn interruptions_are_told_a_few_times_for_each_document() {
    let signals = "fio: terminating on signal 2\n".repeat(30);
    let text = |at| format!("{signals}{}", document(at, &[entry("a", "100")]));
    let outcome = read_ok(&(text(1) + &text(900)));
    let told = outcome.codes().iter().filter(|code| **code == "run-interrupted").count();
    assert_eq!(told, 12, "five and a count before each");
    for number in [1, 2] {
        let locator = format!("document {number} /jobs/0/read");
        let mut rows = outcome.kept.rows.iter().filter(|row| row.identity.locator == locator);
        assert!(rows.all(|row| row.finding_codes().contains(&"run-interrupted")), "{locator}");
    }
}

#[test]
fn a_damaged_document_before_a_good_one_does_not_touch_it() {
    let good = document(1, &[entry("a", "100")]);
    for cut in [40, good.len() - 20] {
        let outcome = read_ok(&format!("{}\n{good}", &good[..cut]));
        let damaged = outcome.kept.findings.iter().find(|it| it.code.word() == "document-damaged");
        assert!(damaged.is_some(), "cut at {cut}: {:?}", outcome.codes());
        assert!(!outcome.codes().contains(&"cut-off"), "cut at {cut}");
        assert!(outcome.kept.rows.iter().all(|row| row.findings.is_empty()), "cut at {cut}");
    }
}

#[test]
fn a_last_document_that_ends_early_was_cut_off_and_its_last_words_are_shown() {
    let good = document(1, &[entry("a", "100")]);
    let outcome = read_ok(&format!("{good}{}   \n\n", &good[..40]));
    let finding = outcome.kept.findings.iter().find(|it| it.code.word() == "cut-off");
    let excerpt = finding.and_then(|it| it.excerpt.as_ref()).expect("an excerpt");
    assert_eq!(&excerpt.text[excerpt.highlight.clone()], good[..40].trim_end());
    assert!(outcome.kept.rows[0].finding_codes().contains(&"cut-off"));
}

/// A document with one direction of these counters and this completion latency.
fn one(counters: &str, latency: &str) -> Outcome {
    let more = "\"runtime\" : 1000, \"iops\" : 100";
    read_ok(&format!(
        r#"{{"fio version" : "fio-3.33", "jobs" : [{{"jobname" : "a", "read" : {{{more}, {counters}, "clat_ns" : {{{latency}}}}}}}]}}"#
    ))
}

/// The messages that touch the first row.
fn messages(outcome: &Outcome) -> Vec<&str> {
    outcome.kept.rows[0].findings.iter().map(|finding| finding.message.as_str()).collect()
}

const LATENCY: &str = r#""min" : 10, "max" : 1000, "mean" : 100.5, "N" : 100"#;

#[test]
fn what_stands_twice_counts_not_at_all_and_what_is_repeated_counts_once() {
    let equal = one("\"total_ios\" : 100, \"total_ios\" : 100", LATENCY);
    assert_eq!(messages(&equal), [] as [&str; 0]);
    let outcome = one("\"total_ios\" : 100, \"runtime\" : 7", LATENCY);
    assert_eq!(outcome.kept.rows[0].identity.duration_s, None);
    let message = "the key `runtime` (/jobs/0/read/runtime) stands more than once, with different values: none of them counts";
    assert_eq!(messages(&outcome), [message]);
    let percentiles = format!(r#"{LATENCY}, "percentile" : {{"99.0" : 5, "99.000000" : 6}}"#);
    assert_eq!(messages(&one("\"total_ios\" : 100", &percentiles)).len(), 1);
}

#[test]
fn counts_that_cannot_be_are_no_figures_and_no_silence() {
    for (count, why) in [
        ("-5", "no number that was measured"),
        ("2.5", "no number that was measured"),
        ("9007199254740993", "too great to be held exactly"),
    ] {
        let outcome = one(&format!("\"total_ios\" : {count}"), LATENCY);
        assert_eq!(messages(&outcome), [format!("`total_ios` is `{count}`, which is {why}")]);
        let operations = outcome.kept.rows[0].figure(Metric::Operations, Stat::Sum, None);
        assert_eq!(operations, None);
    }
    let negative = one("\"total_ios\" : 100", &LATENCY.replace("\"N\" : 100", "\"N\" : -3"));
    assert_eq!(negative.kept.rows[0].latency_kind, Some(Kind::COMPLETION));
    assert_eq!(messages(&negative), ["`N` is `-3`, which is no number that was measured"]);
}

#[test]
fn figures_that_cannot_be_right_together_are_told() {
    let of = |latency: &str| {
        let outcome = one("\"total_ios\" : 100", latency);
        messages(&outcome).first().map(|message| (*message).to_owned())
    };
    let percentile = |value: u32| format!(r#"{LATENCY}, "percentile" : {{"99.0" : {value}}}"#);
    assert_eq!(of(&percentile(1007)), None, "the middle of the bin of the greatest");
    let above = "p99 of the completion latency is 1100 ns, the greatest 1000 ns";
    assert_eq!(of(&percentile(1100)).as_deref(), Some(above));
    let mean = |mean: &str| of(&LATENCY.replace("100.5", mean));
    assert!(mean("1002").is_some_and(|it| it.starts_with("the mean completion latency is 1002")));
    assert!(mean("8").is_some_and(|it| it.ends_with("8 ns, the least 10 ns")));
    let key = format!(r#"{LATENCY}, "percentile" : {{"101.0" : 5}}"#);
    let none = "the key `101.0` of a latency's percentiles is no percentile";
    assert_eq!(of(&key).as_deref(), Some(none));
}

#[test]
fn what_cannot_be_read_touches_the_run_and_what_is_passed_over_is_counted() {
    let broken = r#"{"jobname" : "b", "read" : "x"}"#.to_owned();
    let outcome = read_ok(&document(1, &["null".to_owned(), entry("a", "100"), broken]));
    let [job, .., run] = outcome.kept.rows.as_slice() else { panic!("two rows and details") };
    assert_eq!(job.identity.locator, "/jobs/1/read");
    let told = |row: &Row| row.findings.iter().map(|it| it.message.clone()).collect::<Vec<_>>();
    assert!(!told(job).iter().any(|it| it.contains("/jobs/2/read")), "{:?}", told(job));
    assert!(told(run).iter().any(|it| it.contains("/jobs/2/read")), "{:?}", told(run));
}
