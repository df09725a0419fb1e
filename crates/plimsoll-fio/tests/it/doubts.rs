//! What touches which rows.

use crate::support::{Outcome, read};
use plimsoll_schema::{Finding, Row};
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
