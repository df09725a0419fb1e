//! The references that a report sets results beside: where each comes from.

use plimsoll_compare::Comparison;
use plimsoll_reference::Entry;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// A reference of the catalogue.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReferenceData {
    /// Its id.
    pub id: String,
    /// The file that has it. An own file may shadow a built-in reference of the same id.
    pub catalogue_file: String,
    /// Whether that file comes with the program.
    pub is_built_in: bool,
    /// The title of the page it is from.
    pub page: String,
    /// Who published the page.
    pub publisher: String,
    /// The date that the page states, or `not stated`.
    pub page_date: String,
}

/// Each reference once, in the order in which they are first judged or shown.
pub(super) fn references(comparison: &Comparison) -> Vec<ReferenceData> {
    let judged = comparison.judgements.iter().map(|it| &it.entry);
    let mut entries: Vec<&Arc<Entry>> = Vec::new();
    for entry in judged.chain(comparison.shown.iter().map(|it| &it.entry)) {
        if !entries.iter().any(|known| known.id == entry.id) {
            entries.push(entry);
        }
    }
    entries.into_iter().map(|entry| reference(entry)).collect()
}

fn reference(entry: &Entry) -> ReferenceData {
    let page = &entry.page;
    ReferenceData {
        id: entry.id.to_string(),
        catalogue_file: page.file.to_string(),
        is_built_in: page.is_built_in,
        page: page.title.to_string(),
        publisher: page.publisher.clone(),
        page_date: page.date.clone(),
    }
}
