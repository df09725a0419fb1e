//! What is read from every fixture, as a person would write it down.

use crate::support::{fixtures, read_by_claim};
use plimsoll_schema::{Cell, Finding, Row, wide};
use std::fmt::Write as _;

#[test]
fn wide_rows_and_findings_of_every_fixture() {
    insta::glob!(fixtures(), "**/*.*", |path| {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        let outcome = read_by_claim(name, &std::fs::read(path).expect("a fixture"));
        assert!(outcome.is_claimed, "{name} is not claimed");
        let mut text = String::new();
        if let Err(error) = &outcome.result {
            let _ = writeln!(text, "error: {error}\n");
        } else {
            outcome
                .kept
                .rows
                .iter()
                .filter(|row| wide::has(row))
                .for_each(|row| show(row, &mut text));
        }
        outcome.kept.findings.iter().for_each(|finding| show_finding(finding, &mut text));
        insta::assert_snapshot!("rows", text);
    });
}

/// One line for identity, one for figures; what every row of a fixture shares is left out.
fn show(row: &Row, text: &mut String) {
    for column in wide::columns() {
        let value = match (column.cell)(row) {
            Cell::Null => continue,
            Cell::Text(value) => value.into_owned(),
            Cell::Integer(value) => value.to_string(),
            Cell::Float(value) => value.to_string(),
            Cell::TextList(values) if values.is_empty() => continue,
            Cell::TextList(values) => values.join(";"),
        };
        match column.name {
            "source" | "tool" | "origin" => {}
            "locator" => text.push_str(&value),
            "operations" => {
                let _ = write!(text, "\n    operations={value}");
            }
            name => {
                let _ = write!(text, " {name}={value:?}");
            }
        }
    }
    text.push('\n');
}

fn show_finding(finding: &Finding, text: &mut String) {
    let place = finding.locator.as_deref().unwrap_or("the whole input");
    let _ = writeln!(
        text,
        "{} {}: {}: {}",
        finding.level(),
        finding.code.word(),
        place,
        finding.message
    );
}
