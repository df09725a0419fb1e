//! Everything that was read, with its checksum.

use super::section::first_row;
use super::summary::workload;
use super::{cell, numbers, words};
use crate::english;
use crate::input::ReportInput;
use crate::notes::Notes;
use crate::number::seconds;
use crate::view::{CellView, TableView};
use plimsoll_compare::Point;
use plimsoll_schema::Finding;
use std::sync::Arc;

pub(super) fn table(input: &ReportInput<'_>, notes: &Notes) -> TableView {
    let columns = vec![
        words("Input"),
        words("Point"),
        words("Tool"),
        words("Begin, UTC"),
        numbers("Duration", ""),
        words("SHA-256"),
    ];
    let rows = input
        .sources
        .iter()
        .map(|source| {
            let name = &source.record.source;
            let of_source: Vec<Arc<Finding>> =
                input.findings.iter().filter(|it| it.source == *name).cloned().collect();
            let window = source.window;
            let duration = window.map(|it| (it.end_ms - it.begin_ms) as f64 / 1000.0);
            vec![
                CellView { text: name.clone(), notes: notes.numbers(&of_source), verdict: None },
                cell(points(input, name)),
                cell(source.tool.as_deref().unwrap_or(english::NOT_READ)),
                cell(
                    window
                        .map(|it| english::instant(it.begin_ms).trim_end_matches(" UTC").to_owned())
                        .unwrap_or_default(),
                ),
                cell(duration.map(seconds).unwrap_or_default()),
                cell(source.record.sha256.clone()),
            ]
        })
        .collect();
    TableView { caption: String::new(), columns, rows }
}

/// The points whose figures come from an input, so that each figure can be traced to its files.
fn points(input: &ReportInput<'_>, source: &str) -> String {
    let is_of = |point: &&Point| {
        point.moments.iter().any(|moment| moment.sources.iter().any(|it| **it == *source))
    };
    let mut names: Vec<String> = Vec::new();
    for point in input.comparison.points.iter().filter(is_of) {
        let Some(row) = first_row(point) else { continue };
        let name = format!("{}, {}", workload(&row), english::share(row.identity.read_percent));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join("; ")
}
