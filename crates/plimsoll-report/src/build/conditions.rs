//! The conditions of both sides, a table for each reference and step.

use super::{cell, words};
use crate::english;
use crate::input::ReportInput;
use crate::number::{block_size, grouped};
use crate::view::TableView;
use plimsoll_compare::ConditionPair;

pub(super) fn tables(input: &ReportInput<'_>) -> Vec<TableView> {
    let mut tables: Vec<(TableView, &[ConditionPair])> = Vec::new();
    for judgement in &input.comparison.judgements {
        let step = input.comparison.points[judgement.point].step;
        let step = step.and_then(|step| input.campaign.steps.get(step));
        let caption = match step {
            Some(step) => format!("{}, step “{}”", judgement.entry.id, step.name),
            None => judgement.entry.id.to_string(),
        };
        let is_known = tables.iter().any(|(table, pairs)| {
            table.caption == caption && *pairs == judgement.conditions.as_slice()
        });
        if !is_known {
            let origin = english::published_in(&judgement.entry.page);
            let table =
                TableView { remarks: vec![origin], ..table(caption, &judgement.conditions) };
            tables.push((table, &judgement.conditions));
        }
    }
    tables.into_iter().map(|(table, _)| table).collect()
}

fn table(caption: String, pairs: &[ConditionPair]) -> TableView {
    let columns =
        vec![words("Condition"), words("Measured"), words("Published"), words("The same?")];
    let rows = pairs
        .iter()
        .map(|pair| {
            let shown = |value: &Option<String>| {
                cell(value.as_ref().map_or_else(|| "–".to_owned(), |it| shown(&pair.name, it)))
            };
            vec![
                cell(english::condition(&pair.name)),
                shown(&pair.measured),
                shown(&pair.published),
                cell(english::sameness(pair.sameness())),
            ]
        })
        .collect();
    TableView { caption, columns, rows, ..TableView::default() }
}

/// Sizes and counts for people.
fn shown(name: &str, value: &str) -> String {
    match value.parse::<u64>() {
        Ok(bytes) if name.ends_with("bytes_per_second") => format!("{}/s", block_size(bytes)),
        Ok(bytes) if name.ends_with("_bytes") => block_size(bytes),
        Ok(number) => grouped(number as f64, 0),
        Err(_) => value.to_owned(),
    }
}
