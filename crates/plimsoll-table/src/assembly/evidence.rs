//! What tells decimal marks from grouping marks, from the line of a table to the page.

use super::grid::{Grid, Shape};
use super::page::Page;
use crate::document::Content;
use crate::markdown::unescaped;
use plimsoll_lexicon::{CellContext, Language, Languages, Locale, Marks, SeparatorEvidence};

/// The marks of a table and of its lines of one quantity.
pub(crate) struct TableEvidence<'a> {
    page: &'a Page,
    table: Option<&'a Marks>,
    /// For each column of a table of records, or for each line of another, what its numbers say.
    lines: Vec<Marks>,
    shape: Shape,
}

impl<'a> TableEvidence<'a> {
    pub(crate) fn of(grid: &Grid<'_>, page: &'a Page) -> Self {
        let is_by_column = grid.shape == Shape::Records;
        let count = if is_by_column { grid.columns.len() } else { grid.table.rows.len() };
        let mut lines = vec![Marks::default(); count];
        for line in &grid.lines {
            for column in 0..grid.columns.len() {
                let cell = grid.cell(*line, column);
                let at = if is_by_column { column } else { *line };
                // A label of a line of quantities is none of its numbers.
                let is_value = is_by_column || column > 0;
                if is_value && cell.content == Content::Text && cell.origin.is_none() {
                    lines[at].see_cell(&unescaped(&cell.text));
                }
            }
        }
        let table = page.marks_of_tables.get(grid.table.number.wrapping_sub(1));
        Self { page, table, lines, shape: grid.shape }
    }

    /// The context of a cell of text.
    pub(crate) fn of_cell(&self, line: usize, column: usize) -> CellContext<'_> {
        let at = if self.shape == Shape::Records { column } else { line };
        CellContext {
            evidence: SeparatorEvidence {
                line: self.lines.get(at),
                table: self.table,
                page: Some(&self.page.marks),
                words: self.page.words,
                declared: self.page.declared,
            },
            languages: self.page.languages,
            lone_digit_notes: false,
        }
    }

    /// The context of a number that a sheet stores as a number: it is shown here with a point,
    /// whatever the language of the page, and its format may have words of another language.
    pub(crate) fn of_stored_number() -> CellContext<'static> {
        let evidence = SeparatorEvidence {
            words: Some(Locale::from(Language::English)),
            ..SeparatorEvidence::default()
        };
        CellContext { evidence, languages: Languages::all(), lone_digit_notes: false }
    }
}
