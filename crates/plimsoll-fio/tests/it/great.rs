//! Great documents, which are not held as a whole and whose rows are made on all cores.

use crate::support::{Outcome, fixture, read};
use plimsoll_schema::Row;

/// A document of 5 MB: one of json+ with its jobs two hundred times.
fn great_document() -> String {
    let document = String::from_utf8(fixture("json-plus-two-jobs__fio-3.33.json")).expect("text");
    let (begin, rest) = document.split_once("\"jobs\" : [\n").expect("a list of jobs");
    let (jobs, end) = rest.split_once("\n  ],\n").expect("its end");
    let jobs = vec![jobs; 200].join(",\n");
    format!("{begin}\"jobs\" : [\n{jobs}\n  ],\n{end}")
}

fn read_text(text: &str) -> Outcome {
    let outcome = read("great.json", text.as_bytes());
    outcome.result.as_ref().expect("a document");
    outcome
}

/// Rows without findings.
fn figures(outcome: Outcome) -> Vec<Row> {
    outcome.kept.rows.into_iter().map(|row| Row { findings: Vec::new(), ..row }).collect()
}

#[test]
fn a_great_document_has_the_rows_of_one_that_is_read_as_a_whole() {
    let text = great_document();
    let great = read_text(&text);
    assert_eq!(great.codes(), [""; 0]);
    // What is told of a message has its place in the text.
    let whole = read_text(&format!("fio: a message\n{text}"));
    assert_eq!(whole.codes(), ["tool-message"]);
    assert!(great.kept.rows.iter().filter(|row| row.distribution.is_some()).count() > 400);
    assert_eq!(figures(great), figures(whole));
}

#[test]
fn what_is_odd_in_a_great_document_is_told_with_its_place() {
    let text = great_document();
    let middle = text[..text.len() / 2].rfind("\"usr_cpu\" : ").expect("a job") + 12;
    let odd = format!("{}\"much\", \"other\" : {}", &text[..middle], &text[middle..]);
    let outcome = read_text(&odd);
    assert_eq!(outcome.codes(), ["value-unreadable"]);
    let line = odd[..middle].matches('\n').count() + 1;
    assert_eq!(outcome.kept.findings[0].locator, Some(format!("line {line}")));
}
