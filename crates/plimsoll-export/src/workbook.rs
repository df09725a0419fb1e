//! A workbook (XLSX): a sheet for each table.

use plimsoll_schema::{
    Cell, ColumnType, FindingRecord, FindingsShape, InputRecord, Lines, Projection, Row, SeriesRow,
    SeriesShape, Shape, SourcesShape,
};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use std::fmt;
use std::io::{self, Write};

/// So many lines a sheet has, the header among them.
const SHEET_LINES: u32 = 1_048_576;

/// So many characters a cell has, in UTF-16.
const CELL_CHARACTERS: usize = 32_767;

/// What stands at the end of a text that was cut.
const CUT_MARK: &str = " … (cut)";

/// The greatest whole number up to which a cell, which is a float, has them all.
const GREATEST_EXACT: u64 = 1 << 53;

/// A sheet has no room for another line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetIsFull {
    /// The name of the sheet.
    pub sheet: &'static str,
}

impl fmt::Display for SheetIsFull {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "a sheet of a workbook ends at line {SHEET_LINES}, and the sheet `{}` has more",
            self.sheet
        )
    }
}

impl std::error::Error for SheetIsFull {}

/// Writes a workbook with the sheets `measurements`, `sources` and `findings`, and `series` if interval
/// data is wanted. Each begins with a header that stays in sight and has filters; numbers are
/// numbers.
///
/// Lines go to unnamed files in the system's folder for such, since a sheet that is full would take gigabytes of
/// memory. What is more than a sheet can show is refused ([`SheetIsFull`]).
pub struct WorkbookWriter {
    workbook: Workbook,
    shape: Shape,
    measurements: Sheet,
    sources: Sheet,
    findings: Sheet,
    series: Option<Sheet>,
}

impl WorkbookWriter {
    /// Begins a workbook with rows in a shape.
    pub fn new(shape: Shape, has_series: bool) -> io::Result<Self> {
        let mut workbook = Workbook::new();
        let measurements = Sheet::new(&mut workbook, "measurements", &shape)?;
        let sources = Sheet::new(&mut workbook, "sources", &SourcesShape)?;
        let findings = Sheet::new(&mut workbook, "findings", &FindingsShape)?;
        let mut series = || Sheet::new(&mut workbook, "series", &SeriesShape);
        let series = has_series.then(&mut series).transpose()?;
        Ok(Self { workbook, shape, measurements, sources, findings, series })
    }

    /// Takes the lines that a row makes in the shape.
    pub fn row(&mut self, row: &Row) -> io::Result<()> {
        self.shape.lines(row, &mut self.measurements)
    }

    /// Takes a window of interval data, if that is wanted.
    pub fn window(&mut self, window: &SeriesRow) -> io::Result<()> {
        let Some(series) = &mut self.series else { return Ok(()) };
        SeriesShape.lines(window, series)
    }

    /// Takes an input.
    pub fn source(&mut self, input: &InputRecord) -> io::Result<()> {
        SourcesShape.lines(input, &mut self.sources)
    }

    /// Takes a finding.
    pub fn finding(&mut self, finding: &FindingRecord) -> io::Result<()> {
        FindingsShape.lines(finding, &mut self.findings)
    }

    /// Lines of the sheet `measurements` and of the sheet `series`, without headers.
    pub fn lines(&self) -> (u64, u64) {
        let series = self.series.as_ref().map_or(0, Sheet::lines);
        (self.measurements.lines(), series)
    }

    /// How many texts were cut because a cell has no room for them.
    pub fn cut_texts(&self) -> u64 {
        let sheets = [&self.measurements, &self.sources, &self.findings].into_iter();
        sheets.chain(&self.series).map(|sheet| sheet.cut_texts).sum()
    }

    /// Writes the workbook.
    pub fn finish(self, to: &mut dyn Write) -> io::Result<()> {
        let mut workbook = self.workbook;
        // The same rows make the same bytes: no clock.
        let epoch = ExcelDateTime::from_ymd(2000, 1, 1).map_err(io::Error::other)?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&epoch));
        let sheets = [self.measurements, self.sources, self.findings].into_iter();
        for sheet in sheets.chain(self.series) {
            workbook.push_worksheet(sheet.finish()?);
        }
        to.write_all(&workbook.save_to_buffer().map_err(io::Error::other)?)
    }
}

/// A sheet that is being filled.
struct Sheet {
    name: &'static str,
    worksheet: Worksheet,
    columns: u16,
    /// The line that is next; the header is line 0.
    next: u32,
    cut_texts: u64,
}

impl Sheet {
    fn new(
        workbook: &mut Workbook,
        name: &'static str,
        shape: &impl Projection,
    ) -> io::Result<Self> {
        let mut worksheet =
            workbook.new_worksheet_with_constant_memory().map_err(io::Error::other)?;
        let columns = shape.columns();
        write_header(&mut worksheet, name, &columns).map_err(io::Error::other)?;
        Ok(Self { name, worksheet, columns: columns.len() as u16, next: 1, cut_texts: 0 })
    }

    fn lines(&self) -> u64 {
        u64::from(self.next - 1)
    }

    fn write(&mut self, column: u16, cell: &Cell<'_>) -> Result<(), XlsxError> {
        match cell {
            Cell::Null => return Ok(()),
            Cell::Text(text) => return self.write_text(column, text),
            Cell::TextList(texts) => return self.write_text(column, &texts.join(";")),
            // Rounded, it would be another number.
            Cell::Integer(number) if *number > GREATEST_EXACT => {
                return self.write_text(column, &number.to_string());
            }
            Cell::Integer(number) => self.worksheet.write_number(self.next, column, *number as f64),
            Cell::Float(number) => self.worksheet.write_number(self.next, column, *number),
        }
        .map(drop)
    }

    fn write_text(&mut self, column: u16, text: &str) -> Result<(), XlsxError> {
        let cut = cut(text);
        self.cut_texts += u64::from(cut.is_some());
        let text = cut.as_deref().unwrap_or(text);
        // A text stays a text: one that begins with `=` is no formula.
        if text.is_empty() {
            return Ok(());
        }
        self.worksheet.write_string(self.next, column, text).map(drop)
    }

    fn finish(mut self) -> io::Result<Worksheet> {
        let last = self.columns.saturating_sub(1);
        self.worksheet.autofilter(0, 0, self.next - 1, last).map_err(io::Error::other)?;
        Ok(self.worksheet)
    }
}

impl Lines for Sheet {
    type Error = io::Error;

    fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        if self.next == SHEET_LINES {
            return Err(io::Error::other(SheetIsFull { sheet: self.name }));
        }
        for (column, cell) in (0..).zip(cells) {
            self.write(column, &cell).map_err(io::Error::other)?;
        }
        self.next += 1;
        Ok(())
    }
}

fn write_header(
    worksheet: &mut Worksheet,
    name: &str,
    columns: &[(&'static str, ColumnType)],
) -> Result<(), XlsxError> {
    worksheet.set_name(name)?.set_freeze_panes(1, 0)?;
    let bold = Format::new().set_bold();
    for (at, (name, column_type)) in (0..).zip(columns) {
        worksheet.set_column_width(at, width(name, *column_type))?;
        worksheet.write_string_with_format(0, at, *name, &bold)?;
    }
    Ok(())
}

/// Of a column, in characters.
fn width(name: &str, column_type: ColumnType) -> f64 {
    let content = match (name, column_type) {
        ("source" | "path" | "message" | "help", _) => 40,
        ("why" | "sha256" | "parameters", _) => 24,
        (_, ColumnType::Float | ColumnType::Integer) => 12,
        _ => 10,
    };
    // Beside the name is the button of its filter.
    content.max(name.len() + 4) as f64
}

/// The text as far as a cell has room, with a mark, if it has none for all of it.
fn cut(text: &str) -> Option<String> {
    if text.len() <= CELL_CHARACTERS || text.encode_utf16().count() <= CELL_CHARACTERS {
        return None;
    }
    let mut room = CELL_CHARACTERS - CUT_MARK.encode_utf16().count();
    let fits = |character: &char| {
        let left = room.checked_sub(character.len_utf16());
        room = left.unwrap_or_default();
        left.is_some()
    };
    let kept: String = text.chars().take_while(fits).collect();
    Some(kept + CUT_MARK)
}

#[cfg(test)]
mod tests {
    use super::{CELL_CHARACTERS, SHEET_LINES, Sheet, SheetIsFull, Workbook, cut};
    use plimsoll_schema::{Cell, FindingsShape, Lines as _};

    #[test]
    fn a_text_is_cut_where_a_cell_ends() {
        assert_eq!(cut(&"x".repeat(CELL_CHARACTERS)), None);
        assert_eq!(cut(&"測".repeat(CELL_CHARACTERS)), None, "bytes do not count");
        for text in ["x".repeat(CELL_CHARACTERS + 1), "😀".repeat(CELL_CHARACTERS)] {
            let cut = cut(&text).expect("too long");
            assert!((CELL_CHARACTERS - 1..=CELL_CHARACTERS).contains(&cut.encode_utf16().count()));
            assert!(cut.ends_with(" … (cut)"));
        }
    }

    #[test]
    fn a_sheet_takes_no_line_beyond_its_last() {
        let mut sheet =
            Sheet::new(&mut Workbook::new(), "findings", &FindingsShape).expect("a header");
        sheet.next = SHEET_LINES - 1;
        let line = || [Cell::Text("cut-off".into())].into_iter();
        sheet.line(line()).expect("the last line");
        let error = sheet.line(line()).expect_err("no room");
        let full = error.get_ref().and_then(|it| it.downcast_ref::<SheetIsFull>());
        assert_eq!(full, Some(&SheetIsFull { sheet: "findings" }));
        assert_eq!(sheet.lines(), 1_048_575);
        let expected =
            "a sheet of a workbook ends at line 1048576, and the sheet `findings` has more";
        assert_eq!(error.to_string(), expected);
    }
}
