//! The lines below a header: those of values, those that head a group of others, and headers that
//! stand among them.

use super::facts::Facts;
use super::grid::Shape;
use super::page::Page;
use super::wording::Wording;
use crate::document::{Cell, Content, Row, Table};
use crate::markdown::unescaped;
use plimsoll_lexicon::{CellContext, CellKind, read_cell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The lines of a table, as indices into its rows.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Lines that can be read.
    pub(crate) read: Vec<usize>,
    /// Lines whose cells are more or fewer than the header has.
    pub(crate) refused: Vec<usize>,
    /// What the line that heads a group says of each line in it.
    pub(crate) groups: BTreeMap<usize, Facts>,
    /// The first line that names the columns anew: it and what stands below it is not read.
    pub(crate) second_header: Option<usize>,
}

/// Sorts the lines of a table.
pub(crate) fn lines(table: &Table, columns: &[Rc<Wording>], shape: Shape, page: &Page) -> Lines {
    let mut lines = Lines::default();
    let mut group: Option<Facts> = None;
    for (at, row) in table.rows.iter().enumerate().skip(table.header_rows) {
        if is_blank(row) {
            continue;
        }
        if let Some(facts) = heading_of_group(row, columns, shape, page) {
            group = Some(facts);
            continue;
        }
        match header_among_lines(row, columns, shape, page) {
            Some(Header::Repeated) => continue,
            Some(Header::Other) => {
                lines.second_header = Some(at);
                break;
            }
            None => {}
        }
        if row.cells.len() != columns.len() {
            lines.refused.push(at);
            continue;
        }
        lines.read.push(at);
        if let Some(facts) = group.clone() {
            lines.groups.insert(at, facts);
        }
    }
    lines.keep_what_no_line_says(table, columns, page);
    lines
}

impl Lines {
    /// Takes out of the groups what lines say themselves: in `read | 5`, `write | `, `total | 9` the
    /// second line heads no group, it only has no value.
    fn keep_what_no_line_says(&mut self, table: &Table, columns: &[Rc<Wording>], page: &Page) {
        if self.groups.is_empty() {
            return;
        }
        let mut said = Facts::default();
        for row in self.read.iter().filter_map(|line| table.rows.get(*line)) {
            let labels = row.cells.iter().zip(columns);
            let labels = labels
                .enumerate()
                .filter(|(at, (_, column))| *at == 0 || column.metric().is_none());
            for (_, (cell, _)) in labels {
                said = page.wording(&cell.text).facts.over(&said);
            }
        }
        for facts in self.groups.values_mut() {
            *facts = facts.without(&said);
        }
        self.groups.retain(|_, facts| *facts != Facts::default());
    }
}

/// What a line says of those below it, if it is a lone text in front of empty cells, or a cell that
/// covers all columns.
fn heading_of_group(
    row: &Row,
    columns: &[Rc<Wording>],
    shape: Shape,
    page: &Page,
) -> Option<Facts> {
    let first =
        row.cells.first().filter(|cell| !cell.is_empty() && cell.content == Content::Text)?;
    let is_alone = row.cells.iter().skip(1).all(|cell| {
        cell.is_empty() && matches!(cell.content, Content::Empty | Content::Text)
            || cell.origin.is_some() && cell.text == first.text
    });
    if !is_alone {
        return None;
    }
    let wording = page.wording(&first.text);
    let has_letter = first.text.chars().any(char::is_alphabetic);
    // A quantity without values is none, and a cell alone may be what is left of a line.
    let is_quantity = shape != Shape::Records && wording.metric().is_some();
    let is_rest = row.cells.len() < columns.len()
        && wording.facts == Facts::default()
        && first.text.bytes().any(|byte| byte.is_ascii_digit());
    let is_heading = first.origin.is_none()
        && has_letter
        && columns.len() > 1
        && !(is_quantity || is_rest || wording.is_value);
    is_heading.then(|| wording.facts.clone())
}

/// A header among the lines.
enum Header {
    /// The one above, again: long tables repeat it.
    Repeated,
    /// Another one.
    Other,
}

fn header_among_lines(
    row: &Row,
    columns: &[Rc<Wording>],
    shape: Shape,
    page: &Page,
) -> Option<Header> {
    let is_same = |(cell, column): (&Cell, &Rc<Wording>)| cell.text.trim() == column.written.trim();
    let is_repeated =
        row.cells.len() == columns.len() && row.cells.iter().zip(columns).all(is_same);
    if is_repeated {
        return Some(Header::Repeated);
    }
    let names_columns = match shape {
        Shape::Records => names_quantities(row, columns, page),
        Shape::SizeColumns | Shape::Mixes => names_sizes(row, columns),
    };
    names_columns.then_some(Header::Other)
}

/// Whether a line has the names of quantities or operations where values should be, and no value.
fn names_quantities(row: &Row, columns: &[Rc<Wording>], page: &Page) -> bool {
    let of_values = row
        .cells
        .iter()
        .zip(columns)
        .filter(|(cell, column)| column.metric().is_some() && !cell.is_empty());
    let mut names = 0;
    for (cell, _) in of_values {
        if is_figure(&cell.text) || cell.content != Content::Text {
            return false;
        }
        let wording = page.wording(&cell.text);
        names += usize::from(wording.header.metric.is_some() || wording.facts.op.is_some());
    }
    names > 0
}

/// Whether a line begins as the header does and holds names: a wide table that goes on below.
fn names_sizes(row: &Row, columns: &[Rc<Wording>]) -> bool {
    let (Some(first), Some(corner)) = (row.cells.first(), columns.first()) else { return false };
    let others: Vec<&str> =
        row.cells.iter().skip(1).filter(|it| !it.is_empty()).map(|it| it.text.as_str()).collect();
    first.text.trim() == corner.written.trim()
        && !others.is_empty()
        && others.iter().all(|text| text.chars().any(char::is_alphabetic) && !is_figure(text))
}

/// Whether a text is a figure, or a number that may be one: sizes in bytes are none.
pub(crate) fn is_figure(text: &str) -> bool {
    let reading = read_cell(&unescaped(text), &CellContext::default());
    let has_number = !matches!(reading.kind, CellKind::Words | CellKind::Missing(_));
    let is_size = !reading.quantities.is_empty()
        && reading.quantities.iter().all(|it| it.unit.is_some_and(|unit| unit.metric().is_none()));
    let begins = unescaped(text).trim_start().starts_with(|it: char| {
        it.is_ascii_digit()
            || matches!(it, '~' | '≈' | '<' | '>' | '≤' | '≥' | '-' | '−' | '+' | '%')
    });
    has_number && begins && !is_size
}

fn is_blank(row: &Row) -> bool {
    row.cells
        .iter()
        .all(|cell| cell.is_empty() && matches!(cell.content, Content::Empty | Content::Text))
}
