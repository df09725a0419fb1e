//! Excel workbooks of 1997 to 2003, by calamine.

use super::Trouble;
use super::layout::{Merge, Sheet};
use super::xlsx::{
    at, boolean_cell, date_cell, error_cell, guarded, hidden, number_cell, shown_date,
};
use super::{biff, ole};
use crate::delimited::number;
use crate::document::{Cell, Content, Document, Form};
use crate::limits::Budget;
use crate::space::fold;
use calamine::{Data, Reader, SheetType, SheetVisible, Xls, XlsError};
use std::io::Cursor;

/// Reads a workbook.
pub(super) fn read(bytes: &[u8]) -> Result<Document, Trouble> {
    let container = ole::Container::open(bytes)?;
    if container.has("EncryptedPackage") {
        return Err(Trouble::Protected);
    }
    let stream = match (container.stream("Workbook"), container.stream("Book")) {
        (Some(stream), _) | (None, Some(stream)) => stream?,
        (None, None) => {
            let is_word = container.has("WordDocument");
            return Err(Trouble::Other(if is_word {
                "a Word document"
            } else {
                "an OLE file without a workbook in it"
            }));
        }
    };
    let formats = biff::look_through(&stream)?;
    let mut workbook: Xls<_> = guarded(|| Xls::new(Cursor::new(bytes)))?;
    let mut document = Document::new(Form::Xls);
    let mut budget = Budget::default();
    for (position, metadata) in workbook.sheets_metadata().to_vec().iter().enumerate() {
        if metadata.typ != SheetType::WorkSheet {
            continue;
        }
        if metadata.visible != SheetVisible::Visible {
            document.doubts.push(hidden(&metadata.name));
            continue;
        }
        let mut sheet = Sheet::new(&metadata.name);
        for merge in guarded(|| workbook.merge_cells_by_sheet_name(&metadata.name))? {
            budget.cell(0)?;
            sheet.merges.push(Merge { first: at(merge.start), last: at(merge.end) });
        }
        let range = guarded(|| workbook.worksheet_range(&metadata.name))?;
        let (first_row, first_column) = at(range.start().unwrap_or_default());
        for (row, column, stored) in range.used_cells() {
            let place = (first_row + row, first_column + column);
            let cell = cell(stored, formats.of(position, place));
            sheet.put(place, cell, &mut budget)?;
        }
        let formulas = guarded(|| workbook.worksheet_formula(&metadata.name))?;
        let (first_row, first_column) = at(formulas.start().unwrap_or_default());
        for (row, column, _) in formulas.used_cells() {
            let place = (first_row + row, first_column + column);
            if !sheet.cells.contains_key(&place) {
                let cell = Cell { content: Content::FormulaWithoutValue, ..Cell::default() };
                sheet.put(place, cell, &mut budget)?;
            }
        }
        sheet.add_to(&mut document, &mut budget)?;
    }
    number(&mut document.blocks);
    Ok(document)
}

impl From<XlsError> for Trouble {
    fn from(error: XlsError) -> Self {
        match error {
            XlsError::Password => Self::Protected,
            error => Self::Damaged(error.to_string()),
        }
    }
}

fn cell(stored: &Data, format: Option<&str>) -> Cell {
    match stored {
        Data::Empty => Cell::default(),
        Data::String(text) => Cell::of_text(fold(text), Vec::new()),
        Data::Int(value) => number_cell(*value as f64, format),
        Data::Float(value) => number_cell(*value, format),
        Data::Bool(value) => boolean_cell(*value),
        Data::DateTime(date) => date_cell(shown_date(date)),
        Data::DateTimeIso(date) | Data::DurationIso(date) => date_cell(date.clone()),
        Data::Error(error) => error_cell(&error.to_string()),
    }
}
