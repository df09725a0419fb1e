//! From the cells of a sheet to its pieces.

use super::Trouble;
use crate::document::{Block, Cell, Document, Passage, Row};
use crate::grid::copy_of;
use crate::limits::{Budget, Excess, MAX_COLUMNS};
use crate::region::{Place, blocks};
use std::collections::BTreeMap;

/// A row and a column, from 0.
pub(super) type At = (usize, usize);

/// Cells that are shown as one: the first and the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Merge {
    pub(super) first: At,
    pub(super) last: At,
}

/// The cells of a sheet that hold something, and its merges. Places are absolute: a sheet need not begin at A1.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) cells: BTreeMap<At, Cell>,
    pub(super) merges: Vec<Merge>,
}

impl Sheet {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Puts a cell, unless it holds nothing.
    pub(super) fn put(&mut self, at: At, cell: Cell, budget: &mut Budget) -> Result<(), Excess> {
        if cell.content != crate::document::Content::Empty {
            budget.cell(cell.text.len())?;
            self.cells.insert(at, cell);
        }
        Ok(())
    }

    /// Adds the sheet to a document: its name as a heading, then its pieces.
    pub(super) fn add_to(
        mut self,
        document: &mut Document,
        budget: &mut Budget,
    ) -> Result<(), Trouble> {
        if self.cells.is_empty() {
            return Ok(());
        }
        budget.block()?;
        let heading = Passage { text: self.name.clone(), line: 0, notes: Vec::new() };
        document.blocks.push(Block::Heading(1, heading));
        self.fill_merges(budget)?;
        let mut region: Vec<(At, Cell)> = Vec::new();
        for (at, cell) in std::mem::take(&mut self.cells) {
            if region.last().is_some_and(|((row, _), _)| at.0 > row + 1) {
                self.add_region(std::mem::take(&mut region), document, budget)?;
            }
            region.push((at, cell));
        }
        self.add_region(region, document, budget)?;
        Ok(())
    }

    /// Puts what a merge shows into all of its places, as far as the sheet is used.
    fn fill_merges(&mut self, budget: &mut Budget) -> Result<(), Excess> {
        let last_row = self.cells.keys().map(|(row, _)| *row).max().unwrap_or(0);
        let last_column = self.cells.keys().map(|(_, column)| *column).max().unwrap_or(0);
        for merge in &self.merges {
            let Some(shown) = self.cells.get(&merge.first).cloned() else { continue };
            for row in merge.first.0..=merge.last.0.min(last_row) {
                for column in merge.first.1..=merge.last.1.min(last_column) {
                    if (row, column) != merge.first {
                        budget.cell(shown.text.len())?;
                        self.cells.insert((row, column), copy_of(&shown, merge.first));
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds rows without an empty one between them.
    fn add_region(
        &self,
        region: Vec<(At, Cell)>,
        document: &mut Document,
        budget: &mut Budget,
    ) -> Result<(), Excess> {
        let Some(((first_row, _), _)) = region.first() else { return Ok(()) };
        let first_row = *first_row;
        let first_column = region.iter().map(|((_, column), _)| *column).min().unwrap_or(0);
        let end = region.iter().map(|((_, column), _)| *column + 1).max().unwrap_or(0);
        // A region that is too wide is left out by what follows; its empty cells need not be made.
        let width = (end - first_column).min(MAX_COLUMNS + 1);
        let mut rows: Vec<Row> = Vec::new();
        for ((row, column), mut cell) in region {
            while rows.len() <= row - first_row {
                let line = first_row + rows.len() + 1;
                for _ in 0..width {
                    budget.cell(0)?;
                }
                rows.push(Row { line, cells: vec![Cell::default(); width] });
            }
            cell.origin = cell.origin.and_then(|(row, column)| {
                Some((row.checked_sub(first_row)?, column.checked_sub(first_column)?))
            });
            if let Some(place) =
                rows.last_mut().and_then(|row| row.cells.get_mut(column - first_column))
            {
                *place = cell;
            }
        }
        let place = Place { sheet: Some(&self.name), first_column };
        document.blocks.extend(blocks(rows, place, &mut document.doubts, budget)?);
        Ok(())
    }
}
