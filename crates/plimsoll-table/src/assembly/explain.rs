//! What was made of a page, a table and its headers, for people who ask why its cells were read so.
//! The cells themselves are explained where they are read.

use super::Work;
use super::facts::Facts;
use super::grid::{Grid, Shape, locator_of_table};
use super::page::Page;
use super::section::Section;
use super::wording::Wording;
use crate::document::Table;
use plimsoll_lexicon::Locale;

/// Where a whole page is.
const PAGE: &str = "page";

/// The language and the product of a page.
pub(crate) fn page(work: &mut Work<'_>) {
    let page = work.page;
    work.explain(|| PAGE.to_owned(), "", || in_what_language(page));
    if let Some(product) = &page.product {
        work.explain(
            || PAGE.to_owned(),
            product,
            || "the product, as its begin names it".to_owned(),
        );
    }
}

fn in_what_language(page: &Page) -> String {
    let tag = |locale: &Option<Locale>| locale.as_ref().map(|it| it.language.tag());
    match (tag(&page.words), tag(&page.declared)) {
        (Some(words), Some(declared)) if words == declared => {
            format!("its language is {words}, as it says and as its words are")
        }
        (Some(words), Some(declared)) => {
            format!("its words are {words}, although it says {declared}")
        }
        (Some(words), None) => format!("its words are {words}"),
        (None, Some(declared)) => format!("it says that it is {declared}"),
        (None, None) => "its words tell no language: those of all were looked for".to_owned(),
    }
}

/// A table that holds no performance.
pub(crate) fn passed_over(table: &Table, work: &mut Work<'_>) {
    work.explain(
        || locator_of_table(table),
        "",
        || {
            "neither its header nor the labels of its lines name a rate or a latency: passed over"
                .to_owned()
        },
    );
}

/// The shape of a table, what stands above it, and its headers.
pub(crate) fn table(grid: &Grid<'_>, section: &Section, work: &mut Work<'_>) {
    let shape = match grid.shape {
        Shape::Mixes => "its columns are mixes of reads and writes",
        Shape::Records => "each line is a record",
        Shape::SizeColumns => "its columns are sizes or tiers",
    };
    work.explain(
        || locator_of_table(grid.table),
        "",
        || {
            format!(
                "{shape}; above it: {}",
                section.all.in_words("nothing that holds for its values")
            )
        },
    );
    let line = grid.table.header_rows.saturating_sub(1);
    for (column, wording) in grid.columns.iter().enumerate() {
        if !wording.written.trim().is_empty() {
            let locator = || grid.table.locator(line, column);
            work.explain(locator, &wording.written, || header(wording));
        }
    }
}

fn header(wording: &Wording) -> String {
    let mut says: Vec<String> = Vec::new();
    if let Some(mix) = wording.header.mix.filter(|_| wording.names_mix()) {
        says.push(format!("{} % reads", mix.read_percent));
    }
    if let Some(metric) = wording.metric() {
        let unit = wording.unit().map(|unit| format!(" in {unit}")).unwrap_or_default();
        says.push(format!("{metric}{unit}"));
    }
    if let Some(bound) = wording.header.bound {
        says.push(bound.word().replace('_', " "));
    }
    if wording.facts != Facts::default() && !wording.names_mix() {
        says.push(wording.facts.in_words(""));
    }
    match says.as_slice() {
        [] => "a header that names no value".to_owned(),
        says => format!("a header: {}", says.join("; ")),
    }
}
