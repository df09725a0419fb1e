//! What is read from every fixture, as a person would write it down.

use crate::support::{Outcome, all_fixtures};
use plimsoll_schema::{Cell, Figure, Finding, Row, wide};
use std::fmt::Write as _;

#[test]
fn rows_and_findings_of_every_fixture() {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        for input in all_fixtures() {
            insta::assert_snapshot!(input.name.replace('/', "--"), shown(&input.read()));
        }
    });
}

fn shown(outcome: &Outcome) -> String {
    let mut text = String::new();
    if outcome.claims.is_empty() {
        text.push_str("not claimed\n");
    }
    for row in &outcome.kept.rows {
        show(row, &mut text);
    }
    for error in &outcome.errors {
        let _ = writeln!(text, "error: {error}");
    }
    for finding in &outcome.kept.findings {
        show_finding(finding, &mut text);
    }
    text
}

/// One line for what was measured, one for its figures with the texts that they were written as. What
/// every row of a fixture shares is left out.
fn show(row: &Row, text: &mut String) {
    const SHARED: [&str; 4] = ["source", "tool", "origin", "latency_kind"];
    // Figures are shown with their texts, below.
    let first_figure = wide::columns().iter().position(|column| column.name == "operations");
    let (identity, figures) = wide::columns().split_at(first_figure.expect("a column"));
    let findings = figures.iter().filter(|column| column.name == "findings");
    for column in identity.iter().chain(findings) {
        let value = match (column.cell)(row) {
            Cell::Null => continue,
            Cell::Text(value) => value.into_owned(),
            Cell::Integer(value) => value.to_string(),
            Cell::Float(value) => value.to_string(),
            Cell::TextList(values) if values.is_empty() => continue,
            Cell::TextList(values) => values.join(";"),
        };
        match column.name {
            name if SHARED.contains(&name) => {}
            "locator" => text.push_str(&value),
            name => {
                let _ = write!(text, " {name}={value:?}");
            }
        }
    }
    if let Some(step) = &row.load_step {
        let _ = write!(text, " curve={:?} at {:?}", step.curve, step.percent_of_maximum);
    }
    if let Some(window) = row.window {
        let _ = write!(text, " window={}ms", window.length_ms());
    }
    text.push_str(if row.long_shape_only { "\n    (long shape only)" } else { "\n   " });
    row.figures.iter().for_each(|figure| show_figure(figure, text));
    if let Some(distribution) = &row.distribution {
        let (bins, operations) = (distribution.bins().count(), distribution.total());
        let _ = write!(text, " distribution of {operations} operations in {bins} bins");
    }
    text.push('\n');
}

fn show_figure(figure: &Figure, text: &mut String) {
    let Figure { metric, stat, kind, value, written, .. } = figure;
    let _ = write!(text, " {}", metric.word());
    if let Some(kind) = kind.as_ref().filter(|kind| kind.word() != "response") {
        let _ = write!(text, " {}", kind.word());
    }
    let _ = match written {
        Some(written) => write!(text, " {stat}={value} {written:?}"),
        None => write!(text, " {stat}={value}"),
    };
}

fn show_finding(finding: &Finding, text: &mut String) {
    let place = finding.locator.as_deref().unwrap_or("the whole input");
    let (level, code) = (finding.level(), finding.code.word());
    let _ = writeln!(text, "{level} {code}: {place}: {}", finding.message);
}
