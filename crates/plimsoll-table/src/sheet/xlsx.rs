//! Excel workbooks of 2007 and later, by calamine.

use super::Trouble;
use super::format::{digits, shown};
use super::layout::{At, Merge, Sheet};
use super::package::{Package, is_shared_texts, refuse_declarations};
use super::rich::{Raised, raised};
use crate::delimited::number;
use crate::document::{Cell, Content, Document, Doubt, DoubtKind, Form};
use crate::limits::Budget;
use crate::space::fold;
use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use std::collections::HashSet;
use std::io::Cursor;

/// More shared texts than any workbook holds that passes the limit of their bytes.
const MOST_SHARED_TEXTS: u64 = 20_000_000;

/// Reads a workbook.
pub(super) fn read(bytes: &[u8], package: &mut Package<'_>) -> Result<Document, Trouble> {
    let raised = look_through(package)?;
    let mut workbook: Xlsx<_> = guarded(|| Xlsx::new(Cursor::new(bytes)))?;
    let mut document = Document::new(Form::Xlsx);
    let mut budget = Budget::default();
    let sheets: Vec<calamine::Sheet> = workbook.sheets_metadata().to_vec();
    let tables = sheets.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    for metadata in tables {
        if metadata.visible != SheetVisible::Visible {
            document.doubts.push(hidden(&metadata.name));
            continue;
        }
        let sheet = match sheet(&mut workbook, &metadata.name, &raised, &mut budget) {
            Err(Trouble::Damaged(message)) if sheets.len() > 1 => {
                let doubt = Doubt::new(DoubtKind::SheetUnreadable, message);
                document.doubts.push(doubt.at(metadata.name.clone()));
                continue;
            }
            sheet => sheet?,
        };
        sheet.add_to(&mut document, &mut budget)?;
    }
    number(&mut document.blocks);
    Ok(document)
}

/// A sheet that the workbook does not show.
pub(super) fn hidden(name: &str) -> Doubt {
    let message = "the workbook hides this sheet; it was left out";
    Doubt::new(DoubtKind::SheetHidden, message).at(name)
}

/// Unpacks every part once, to know that it is within the limits: calamine has none. What it would reserve for the
/// shared texts has to fit what is there.
fn look_through(package: &mut Package<'_>) -> Result<Raised, Trouble> {
    let mut marks = Raised::new();
    for name in package.names() {
        // Pictures are not read, and may be large.
        if name.starts_with("xl/media/") {
            continue;
        }
        let bytes = package.part(&name)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        refuse_declarations(&text, &name)?;
        if is_shared_texts(&name) {
            let counts = text.match_indices("uniqueCount=").filter_map(|(at, found)| {
                let value = text[at + found.len()..].trim_start_matches(['"', '\'']);
                let end =
                    value.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(value.len());
                Some(value[..end].parse::<u64>().unwrap_or(u64::MAX)).filter(|_| end > 0)
            });
            if counts.max().is_some_and(|count| count > MOST_SHARED_TEXTS) {
                return Err(Trouble::Damaged(format!(
                    "its part {name} names more texts than it can hold"
                )));
            }
        }
        raised(&text, &mut marks);
    }
    Ok(marks)
}

/// calamine is given what other programs wrote, and may panic where they went wrong.
pub(super) fn guarded<T, E: Into<Trouble>>(
    read: impl FnOnce() -> Result<T, E>,
) -> Result<T, Trouble> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(Into::into),
        Err(_) => Err(Trouble::Damaged("its parts contradict each other".to_owned())),
    }
}

impl From<XlsxError> for Trouble {
    fn from(error: XlsxError) -> Self {
        match error {
            XlsxError::Password => Self::Protected,
            error => Self::Damaged(error.to_string()),
        }
    }
}

fn sheet(
    workbook: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    raised: &Raised,
    budget: &mut Budget,
) -> Result<Sheet, Trouble> {
    let mut sheet = Sheet::new(name);
    let unset = guarded(|| unset_formulas(workbook, name))?;
    for merge in guarded(|| workbook.merge_cells_by_sheet_name(name))? {
        budget.cell(0)?;
        sheet.merges.push(Merge { first: at(merge.start), last: at(merge.end) });
    }
    guarded(|| {
        let mut cells = workbook.worksheet_cells_reader(name)?;
        while let Some((stored, style)) = cells.next_cell_with_style_id()? {
            let place = at(stored.get_position());
            let format = cells.styles().get(style).and_then(|style| style.number_format.as_ref());
            let format =
                format.map(|format| format.format_code.as_str()).filter(|code| *code != "General");
            let mut cell = cell(stored.get_value(), format, raised);
            if cell.content == Content::Empty && unset.contains(&place) {
                cell.content = Content::FormulaWithoutValue;
            }
            sheet.put(place, cell, budget)?;
        }
        Ok::<_, Trouble>(())
    })?;
    Ok(sheet)
}

pub(super) fn at((row, column): (u32, u32)) -> At {
    (row as usize, column as usize)
}

/// Cells with a formula of which no result is stored.
fn unset_formulas(workbook: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<HashSet<At>, Trouble> {
    let mut cells = workbook.worksheet_cells_reader(name)?;
    let mut unset = HashSet::new();
    while let Some(cell) = cells.next_cell_with_formula_metadata()? {
        if cell.formula.is_some() && matches!(cell.value, DataRef::Empty) {
            unset.insert(at(cell.pos));
        }
    }
    Ok(unset)
}

fn cell(stored: &DataRef<'_>, format: Option<&str>, raised: &Raised) -> Cell {
    match stored {
        DataRef::Empty => Cell::default(),
        DataRef::String(text) => text_cell(text, raised),
        DataRef::SharedString(text) => text_cell(text, raised),
        DataRef::Int(value) => number_cell(*value as f64, format),
        DataRef::Float(value) => number_cell(*value, format),
        DataRef::Bool(value) => boolean_cell(*value),
        DataRef::DateTime(date) => date_cell(shown_date(date)),
        DataRef::DateTimeIso(date) | DataRef::DurationIso(date) => date_cell(date.clone()),
        DataRef::Error(error) => error_cell(&error.to_string()),
    }
}

fn text_cell(text: &str, raised: &Raised) -> Cell {
    let text = fold(text);
    match raised.get(&text) {
        Some((plain, marks)) => Cell::of_text(plain.clone(), marks.clone()),
        None => Cell::of_text(text, Vec::new()),
    }
}

/// A number with what its format shows around it.
pub(super) fn number_cell(value: f64, format: Option<&str>) -> Cell {
    let text = if value.is_finite() { shown(value, format) } else { digits(value) };
    let content = Content::Number { value, format: format.map(str::to_owned) };
    Cell { text, content, ..Cell::default() }
}

pub(super) fn boolean_cell(value: bool) -> Cell {
    Cell { text: value.to_string(), content: Content::Boolean(value), ..Cell::default() }
}

pub(super) fn date_cell(text: String) -> Cell {
    Cell { text, content: Content::Date, ..Cell::default() }
}

pub(super) fn error_cell(error: &str) -> Cell {
    Cell { text: error.to_owned(), content: Content::Error(error.to_owned()), ..Cell::default() }
}

/// A date, a time of day, or both.
pub(super) fn shown_date(date: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    let has_date = date.as_f64() >= 1.0 && !date.is_duration();
    match (has_date, hour + minute + second > 0) {
        (true, false) => format!("{year:04}-{month:02}-{day:02}"),
        (true, true) => format!("{year:04}-{month:02}-{day:02} {time}"),
        (false, _) => time,
    }
}
