//! What every form of a published page becomes: blocks in the order of the page, tables as grids of cells.

use std::fmt;

/// The form in which a page came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Markdown, AsciiDoc or reStructuredText.
    Markdown,
    /// Text without markup, in which each line is a paragraph; it may hold pipe tables.
    PlainText,
    /// A saved web page.
    Html,
    /// Values parted by commas, semicolons, tabs or bars.
    Csv,
    /// An Excel workbook of 2007 and later.
    Xlsx,
    /// An Excel workbook of 1997 to 2003.
    Xls,
    /// An OpenDocument sheet.
    Ods,
}

impl fmt::Display for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Markdown => "text with markup",
            Self::PlainText => "plain text",
            Self::Html => "an HTML page",
            Self::Csv => "delimited text",
            Self::Xlsx => "an Excel workbook",
            Self::Xls => "an Excel 97-2003 workbook",
            Self::Ods => "an OpenDocument sheet",
        })
    }
}

/// A published page, without any meaning.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The form in which it came.
    pub form: Form,
    /// What the page calls itself: the title of a web page or of a text's front matter.
    pub title: Option<String>,
    /// The language that the page says it is in, as it says it (`zh-Hant`).
    pub language: Option<String>,
    /// How its bytes were read as text. Workbooks have no encoding of their own.
    pub encoding: Option<Encoding>,
    /// What it holds, in order.
    pub blocks: Vec<Block>,
    /// What is doubtful about the document itself.
    pub doubts: Vec<Doubt>,
}

impl Document {
    pub(crate) fn new(form: Form) -> Self {
        Self {
            form,
            title: None,
            language: None,
            encoding: None,
            blocks: Vec::new(),
            doubts: Vec::new(),
        }
    }

    /// Its tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
    }
}

/// A code page, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoding {
    /// Its name in the WHATWG's list, for instance `UTF-8` or `EUC-KR`.
    pub name: &'static str,
    /// What speaks for it.
    pub evidence: Evidence,
}

/// What speaks for an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// The frequency of characters: the bytes are text in other encodings too.
    Guessed,
    /// The page says so, and nothing contradicts it.
    Declared,
    /// The bytes are valid UTF-8, which text in another encoding is not by chance.
    Valid,
    /// A byte order mark.
    Marked,
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A heading of a level from 1, the outermost.
    Heading(u8, Passage),
    /// A paragraph; in texts one line of it.
    Paragraph(Passage),
    /// An item of a list, at the depth of its list from 1.
    ListItem(u8, Passage),
    /// A caption of a figure. Captions of tables are titles of their [`Table`].
    Caption(Passage),
    /// Program text, commands, output of tools: no prose.
    Code(Passage),
    /// A table.
    Table(Table),
}

/// Text that belongs together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passage {
    /// The text; ordinary white space is one space. Other spaces (U+00A0, U+202F …) and, in Markdown,
    /// escapes (`2\.048`) are as they were: see [`unescaped`](crate::unescaped).
    pub text: String,
    /// The line of the file in which it begins, from 1.
    pub line: usize,
    /// Marks of notes that stood behind its words, and no longer do.
    pub notes: Vec<String>,
}

/// A table as a grid of cells. Nothing is padded and nothing is shifted: rows of a text hold the cells that their line
/// has. Only cells that span several columns or rows stand in each of them, and say so.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Its number, from 1, among all tables of the document.
    pub number: usize,
    /// The line of the file in which it begins, from 1; the row of the sheet.
    pub line: usize,
    /// The sheet that holds it.
    pub sheet: Option<String>,
    /// The column of the sheet in which it begins, from 0.
    pub first_column: usize,
    /// Its caption and the title lines above its header.
    pub titles: Vec<Passage>,
    /// Its rows, the header first.
    pub rows: Vec<Row>,
    /// How many of the rows are header.
    pub header_rows: usize,
    /// Whether the page marks the header (`<th>`, a rule line); else it was told by the cells.
    pub is_header_marked: bool,
    /// How many cells the rule line below the header has, in texts.
    pub rule_cells: Option<usize>,
    /// The file that is to be shown here, where the page only names it.
    pub included: Option<String>,
}

impl Table {
    /// The rows of the header.
    pub fn header(&self) -> &[Row] {
        &self.rows[..self.header_rows.min(self.rows.len())]
    }

    /// The rows below the header.
    pub fn body(&self) -> &[Row] {
        &self.rows[self.header_rows.min(self.rows.len())..]
    }

    /// How many cells its longest row has.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0)
    }
}

/// A row of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// The line of the file, or the row of the sheet, from 1.
    pub line: usize,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cell {
    /// What it shows, in one line: white space is folded, marks of notes are taken off. A number that a sheet stores has
    /// the words that its format shows around it (`38만`, `75%`).
    pub text: String,
    /// The marks of notes that were taken off.
    pub notes: Vec<String>,
    /// What is stored in it.
    pub content: Content,
    /// For a cell that spans others: in each of the others, the row and column of the table where it stands, from 0.
    pub origin: Option<(usize, usize)>,
}

impl Cell {
    /// A cell of a text.
    pub(crate) fn of_text(text: String, notes: Vec<String>) -> Self {
        let content = if text.is_empty() { Content::Empty } else { Content::Text };
        Self { text, notes, content, origin: None }
    }

    /// Whether it shows nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// What is stored in a cell.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Content {
    /// Nothing.
    #[default]
    Empty,
    /// Text, which may be a number in the way of the page's language.
    Text,
    /// A number that a sheet stores as a number. Its value needs no language.
    Number {
        /// As stored: `38` where `38만` is shown, `0.75` where `75%` is shown.
        value: f64,
        /// How it is shown, where that is not plain: the code of its format in Excel (`#,##0,"K"`), the text that was
        /// shown in OpenDocument (`212K`).
        format: Option<String>,
    },
    /// A date or a time: what was typed may have been a mix (`7/3`) that the program took for one.
    Date,
    /// True or false.
    Boolean(bool),
    /// An error such as `#N/A`.
    Error(String),
    /// A formula of which the program did not store the result.
    FormulaWithoutValue,
}

/// Something doubtful about a document, before its meaning is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// Which kind of doubt.
    pub kind: DoubtKind,
    /// What was found, in one sentence without a full stop.
    pub message: String,
    /// Where, if it is a place: `table 2`, `Sheet1`.
    pub locator: Option<String>,
}

/// A kind of doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoubtKind {
    /// The encoding was told by the frequency of characters.
    EncodingGuessed,
    /// Bytes that are no text in the encoding.
    TextReplaced,
    /// The name says another form than the content.
    NamedOtherwise,
    /// A table was left out: it has more columns than a published table has.
    TableTooWide,
    /// A sheet that the workbook hides was left out.
    SheetHidden,
    /// A sheet could not be read; the others were.
    SheetUnreadable,
}

impl Doubt {
    pub(crate) fn new(kind: DoubtKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), locator: None }
    }

    pub(crate) fn at(self, locator: impl Into<String>) -> Self {
        Self { locator: Some(locator.into()), ..self }
    }
}
