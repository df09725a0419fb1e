//! OpenDocument sheets, by quick-xml.

use super::Trouble;
use super::format::shown_as;
use super::layout::{At, Merge, Sheet};
use super::package::{Package, refuse_declarations};
use super::xlsx::hidden;
use crate::delimited::number;
use crate::document::{Cell, Content, Document, Form};
use crate::limits::{Budget, MAX_DEPTH};
use crate::space::Folded;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::collections::HashSet;

/// The part that holds the sheets.
const CONTENT: &str = "content.xml";

/// The part that says how the others are stored.
const MANIFEST: &str = "META-INF/manifest.xml";

/// Rows and columns of the greatest sheet; what repeats itself further is a mistake.
const MOST_ROWS: usize = 1 << 20;
const MOST_COLUMNS: usize = 1 << 14;

/// Reads a workbook that is a zip file.
pub(super) fn read(package: &mut Package<'_>) -> Result<Document, Trouble> {
    if package.text(MANIFEST)?.is_some_and(|manifest| manifest.contains("encryption-data")) {
        return Err(Trouble::Protected);
    }
    let content = package.text(CONTENT)?.unwrap_or_default();
    read_content(&content)
}

/// Reads the part with the sheets, or a workbook that is this part alone.
pub(super) fn read_content(content: &str) -> Result<Document, Trouble> {
    refuse_declarations(content, CONTENT)?;
    let mut workbook = Workbook {
        document: Document::new(Form::Ods),
        budget: Budget::default(),
        hidden_styles: HashSet::new(),
        raised_styles: HashSet::new(),
        style: String::new(),
        tables: 0,
        sheet: None,
        is_spreadsheet: false,
    };
    let mut reader = Reader::from_str(content);
    let mut depth = 0;
    loop {
        let event = reader.read_event().map_err(|error| damaged(&error.to_string()))?;
        match event {
            Event::Start(element) => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(damaged(&format!(
                        "its elements lie more than {MAX_DEPTH} deep in each other"
                    )));
                }
                workbook.begin(&element)?;
            }
            Event::Empty(element) => {
                workbook.begin(&element)?;
                workbook.end(element.local_name().as_ref())?;
            }
            Event::End(element) => {
                depth -= 1;
                workbook.end(element.local_name().as_ref())?;
            }
            Event::Text(text) => workbook.text(&text.xml10_content())?,
            Event::CData(text) => workbook.text(&text.xml10_content())?,
            Event::GeneralRef(name) => {
                let letter = match name.resolve_char_ref() {
                    Ok(Some(letter)) => Some(letter),
                    _ => predefined(&name.xml10_content()),
                };
                let letter = letter
                    .ok_or_else(|| damaged("it uses a character that it does not declare"))?;
                workbook.text(letter.encode_utf8(&mut [0; 4]))?;
            }
            Event::DocType(_) => {
                return Err(damaged("it declares entities, which no workbook does"));
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    if depth > 0 {
        return Err(damaged("it ends early"));
    }
    if !workbook.is_spreadsheet {
        return Err(Trouble::Other("an OpenDocument file that is no sheet"));
    }
    number(&mut workbook.document.blocks);
    Ok(workbook.document)
}

fn predefined(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

fn damaged(how: &str) -> Trouble {
    Trouble::Damaged(format!("its part {CONTENT} cannot be read: {how}"))
}

/// A workbook while it is read.
struct Workbook {
    document: Document,
    budget: Budget,
    hidden_styles: HashSet<String>,
    raised_styles: HashSet<String>,
    /// The style that is being read.
    style: String,
    /// How many tables are open: one in a cell is passed over.
    tables: usize,
    sheet: Option<OpenSheet>,
    is_spreadsheet: bool,
}

/// A sheet while it is read.
#[derive(Default)]
struct OpenSheet {
    sheet: Sheet,
    is_hidden: bool,
    row: usize,
    column: usize,
    /// How often the row repeats itself, and what it holds: column, how often it repeats itself, cell.
    row_repeats: usize,
    cells: Vec<(usize, usize, Cell)>,
    cell: Option<OpenCell>,
}

/// A cell while it is read.
#[derive(Default)]
struct OpenCell {
    repeats: usize,
    kind: Option<String>,
    value: Option<f64>,
    /// A date, a time, true or false, as stored.
    stored: Option<String>,
    has_formula: bool,
    is_error: bool,
    text: Folded,
    notes: Vec<String>,
    /// A raised text that is being read.
    mark: Option<Folded>,
    spans: Vec<bool>,
    /// How deep in what is no text of the cell: comments, drawings, tables.
    aside: usize,
    is_in_paragraph: bool,
}

impl Workbook {
    fn begin(&mut self, element: &BytesStart<'_>) -> Result<(), Trouble> {
        let name = element.local_name();
        let attributes = Values::of(element)?;
        match name.as_ref() {
            "spreadsheet" => self.is_spreadsheet = true,
            "style" => attributes.get("name").unwrap_or_default().clone_into(&mut self.style),
            "table-properties" if attributes.get("display") == Some("false") => {
                self.hidden_styles.insert(self.style.clone());
            }
            "text-properties"
                if attributes
                    .get("text-position")
                    .is_some_and(|place| place.starts_with("super")) =>
            {
                self.raised_styles.insert(self.style.clone());
            }
            "table" => {
                self.tables += 1;
                if self.tables == 1 {
                    self.sheet = Some(OpenSheet {
                        sheet: Sheet::new(attributes.get("name").unwrap_or_default()),
                        is_hidden: attributes
                            .get("style-name")
                            .is_some_and(|style| self.hidden_styles.contains(style)),
                        ..OpenSheet::default()
                    });
                }
            }
            _ if self.tables == 1 => {
                let raised_styles = &self.raised_styles;
                if let Some(sheet) = &mut self.sheet {
                    sheet.begin(name.as_ref(), &attributes, raised_styles);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), Trouble> {
        if name == "table" {
            self.tables = self.tables.saturating_sub(1);
            if self.tables == 0 {
                self.end_sheet()?;
            }
        } else if let Some(sheet) = self.sheet.as_mut().filter(|_| self.tables == 1) {
            sheet.end(name, &mut self.budget)?;
        }
        Ok(())
    }

    fn end_sheet(&mut self) -> Result<(), Trouble> {
        let Some(open) = self.sheet.take() else { return Ok(()) };
        if open.is_hidden {
            self.document.doubts.push(hidden(&open.sheet.name));
            return Ok(());
        }
        open.sheet.add_to(&mut self.document, &mut self.budget)
    }

    fn text(&mut self, text: &str) -> Result<(), Trouble> {
        let cell = self.sheet.as_mut().and_then(|sheet| sheet.cell.as_mut());
        if let Some(cell) =
            cell.filter(|cell| self.tables == 1 && cell.aside == 0 && cell.is_in_paragraph)
        {
            let grown = match &mut cell.mark {
                Some(mark) => mark.push(text),
                None => cell.text.push(text),
            };
            self.budget.text(grown)?;
        }
        Ok(())
    }
}

impl OpenSheet {
    fn begin(&mut self, name: &str, attributes: &Values, raised_styles: &HashSet<String>) {
        if let Some(cell) = &mut self.cell {
            cell.begin(name, attributes, raised_styles);
            return;
        }
        match name {
            "table-row" => {
                self.column = 0;
                self.row_repeats = attributes.count("number-rows-repeated");
            }
            "table-cell" | "covered-table-cell" => {
                let columns = attributes.count("number-columns-spanned");
                let rows = attributes.count("number-rows-spanned");
                if columns > 1 || rows > 1 {
                    let first = (self.row, self.column);
                    let last =
                        (first.0.saturating_add(rows - 1), first.1.saturating_add(columns - 1));
                    self.sheet.merges.push(Merge { first, last });
                }
                self.cell = Some(OpenCell::new(attributes));
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str, budget: &mut Budget) -> Result<(), Trouble> {
        match name {
            "table-cell" | "covered-table-cell"
                if self.cell.as_ref().is_some_and(|cell| cell.aside == 0) =>
            {
                let Some(open) = self.cell.take() else { return Ok(()) };
                let repeats = open.repeats;
                let cell = open.finish();
                if cell.content != Content::Empty {
                    budget.cell(0)?;
                    self.cells.push((self.column, repeats, cell));
                }
                self.column = self.column.saturating_add(repeats);
            }
            "table-row" => self.end_row(budget)?,
            _ => {
                if let Some(cell) = &mut self.cell {
                    cell.end(name);
                }
            }
        }
        Ok(())
    }

    fn end_row(&mut self, budget: &mut Budget) -> Result<(), Trouble> {
        let repeats = self.row_repeats.max(1);
        let cells = std::mem::take(&mut self.cells);
        if !cells.is_empty() {
            for row in self.row..self.row.saturating_add(repeats).min(MOST_ROWS) {
                for (first, repeats, cell) in &cells {
                    for column in *first..first.saturating_add(*repeats).min(MOST_COLUMNS) {
                        let at: At = (row, column);
                        self.sheet.put(at, cell.clone(), budget)?;
                    }
                }
            }
        }
        self.row = self.row.saturating_add(repeats);
        Ok(())
    }
}

impl OpenCell {
    fn new(attributes: &Values) -> Self {
        let stored = ["date-value", "time-value", "boolean-value"]
            .into_iter()
            .find_map(|name| attributes.get(name));
        let kinds = || attributes.all("value-type");
        Self {
            repeats: attributes.count("number-columns-repeated"),
            kind: kinds().next().map(str::to_owned),
            value: attributes.get("value").and_then(|value| value.parse().ok()),
            stored: stored.map(str::to_owned),
            has_formula: attributes.get("formula").is_some(),
            is_error: kinds().any(|kind| kind == "error"),
            ..Self::default()
        }
    }

    fn begin(&mut self, name: &str, attributes: &Values, raised_styles: &HashSet<String>) {
        match name {
            _ if self.aside > 0 => self.aside += 1,
            "annotation" | "frame" | "shapes" | "image" => self.aside = 1,
            "p" => {
                self.is_in_paragraph = true;
                self.text.space();
            }
            "s" | "tab" | "line-break" => self.text.space(),
            "span" => {
                let is_raised =
                    attributes.get("style-name").is_some_and(|style| raised_styles.contains(style));
                let is_behind = !self.text.as_str().is_empty();
                self.spans.push(is_raised && is_behind);
                if is_raised && is_behind {
                    self.mark.get_or_insert_default();
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            _ if self.aside > 0 => self.aside -= 1,
            "p" => self.is_in_paragraph = false,
            "span" if self.spans.pop() == Some(true) => {
                let mark = self.mark.take().map(Folded::finish).unwrap_or_default();
                if !mark.is_empty() {
                    self.notes.push(mark);
                }
            }
            _ => {}
        }
    }

    fn finish(self) -> Cell {
        let text = self.text.finish();
        let is_set = !text.is_empty() || self.value.is_some() || self.stored.is_some();
        let cell = |text: String, content| Cell { text, notes: Vec::new(), content, origin: None };
        if self.has_formula && !is_set {
            return cell(text, Content::FormulaWithoutValue);
        }
        if self.is_error || self.has_formula && text.starts_with('#') {
            return cell(text.clone(), Content::Error(text));
        }
        match (self.kind.as_deref(), self.value) {
            (Some("float" | "percentage" | "currency"), Some(value)) => {
                let shown = shown_as(value, &text);
                let format = (text != shown && !text.is_empty()).then_some(text);
                Cell { notes: self.notes, ..cell(shown, Content::Number { value, format }) }
            }
            (Some("date" | "time"), _) => cell(self.stored.unwrap_or(text), Content::Date),
            (Some("boolean"), _) => {
                let value = self.stored.as_deref() == Some("true");
                cell(text, Content::Boolean(value))
            }
            _ => Cell::of_text(text, self.notes),
        }
    }
}

/// The attributes of an element by their local names.
struct Values(Vec<(String, String)>);

impl Values {
    fn of(element: &BytesStart<'_>) -> Result<Self, Trouble> {
        let mut values = Vec::new();
        let attributes: Attributes<'_> = element.attributes();
        for attribute in attributes {
            let attribute = attribute.map_err(|error| damaged(&error.to_string()))?;
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| damaged(&error.to_string()))?;
            values.push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
        }
        Ok(Self(values))
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// A number of rows or columns, 1 where none is named.
    fn count(&self, name: &str) -> usize {
        self.get(name).and_then(|count| count.parse().ok()).unwrap_or(1).max(1)
    }
}
