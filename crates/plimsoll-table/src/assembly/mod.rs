//! From a document to published rows: what its tables say, in the terms of the schema.
//!
//! To read along:
//!
//! * `page` is what holds for a whole page: its language, its product, whether translation damaged it;
//! * `evidence` tells decimal marks from grouping marks, from the line to the page;
//! * `section` finds the conditions that stand above a table, `facts` are such conditions, and which go before which;
//! * `wording` is what one header or label says, `statistic` which words make a figure no mean, `grid` a table with the wordings of its columns;
//! * `mix_table`, `record_table` and `size_columns` are the shapes of tables, each in a module of its own;
//! * `value` reads a cell that should hold a value, or says why it holds none;
//! * `check` compares what was read with the arithmetic of the table;
//! * `rows` makes rows of it, `explain` says what was made of pages, tables and headers.

mod check;
mod evidence;
mod explain;
mod facts;
mod grid;
mod lines;
mod mix_table;
mod named;
mod page;
mod point;
mod record_table;
mod rows;
mod section;
mod size_columns;
mod statistic;
mod value;
mod wording;

use crate::document::{Block, Document, Table};
use evidence::TableEvidence;
use grid::{Grid, Shape};
use page::Page;
use plimsoll_read::{Explanation, Sink};
use plimsoll_schema::{Code, Finding};
use point::Point;
use section::{Section, sections};
use std::sync::Arc;

/// Gives the rows of a document to a sink and says how many there were; if it is asked for, also how
/// each cell was read that is a label or should be a value.
pub(crate) fn assemble(
    document: &Document,
    source: &Arc<str>,
    explains: bool,
    sink: &mut dyn Sink,
) -> usize {
    let page = Page::of(document);
    if let Some(place) = &page.damage {
        let message = format!(
            "machine translation lost numerals of the page (XNUMX, {place}); the others may have moved, so none was read"
        );
        sink.finding(Finding::new(Code::PageDamaged, &**source, message).at(place.clone()));
        return 0;
    }
    if let Some(words) = &page.words {
        sink.language(words.language.tag());
    }
    let sections = sections(document, &page);
    let mut work = Work { page: &page, source, explains, sink };
    explain::page(&mut work);
    let tables = document.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    tables.zip(&sections).map(|(table, section)| work.table(table, section)).sum()
}

/// What is at hand while the tables of a page are read.
struct Work<'a> {
    page: &'a Page,
    source: &'a Arc<str>,
    explains: bool,
    sink: &'a mut dyn Sink,
}

impl Work<'_> {
    /// Reads a table and says how many rows it gave.
    fn table(&mut self, table: &Table, section: &Section) -> usize {
        let grid = match Grid::of(table, self.page) {
            Ok(Some(grid)) => grid,
            Ok(None) => {
                explain::passed_over(table, self);
                return 0;
            }
            Err(message) => {
                let locator = grid::locator_of_table(table);
                self.find(Code::TableNotUnderstood, message, locator);
                return 0;
            }
        };
        explain::table(&grid, section, self);
        self.report_refused_lines(&grid);
        if let Some(line) = grid.second_header {
            let message =
                "the line names the columns anew; it and the lines below it were left out";
            self.find(Code::TableNotUnderstood, message.to_owned(), table.locator(line, 0));
        }
        let evidence = TableEvidence::of(&grid, self.page);
        let mut points: Vec<Point> = match grid.shape {
            Shape::Mixes => mix_table::points(&grid, &evidence, self),
            Shape::Records => record_table::points(&grid, &evidence, self),
            Shape::SizeColumns => size_columns::points(&grid, &evidence, self),
        };
        check::points(&grid, &mut points, section, self);
        rows::give(&grid, points, section, self)
    }

    fn report_refused_lines(&mut self, grid: &Grid<'_>) {
        let [first, rest @ ..] = grid.refused.as_slice() else { return };
        let has = grid.table.rows[*first].cells.len();
        let others = match rest.len() {
            0 => String::new(),
            1 => ", and so is one other line".to_owned(),
            count => format!(", and so are {count} other lines"),
        };
        let message = format!(
            "the line has {has} cells under {} headers, so its columns cannot be told; it was left out{others}",
            grid.columns.len()
        );
        self.find(Code::LineCellsDiffer, message, grid.table.locator(*first, 0));
    }

    fn explain(
        &mut self,
        locator: impl FnOnce() -> String,
        text: &str,
        reading: impl FnOnce() -> String,
    ) {
        if self.explains {
            let (locator, text) = (locator(), text.to_owned());
            self.sink.explanation(Explanation { locator, text, reading: reading() });
        }
    }

    fn find(&mut self, code: Code, message: String, locator: String) -> Arc<Finding> {
        self.sink.finding(Finding::new(code, &**self.source, message).at(locator))
    }
}
