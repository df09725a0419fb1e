//! What the tests share: reading, and a document in lines of text.

use plimsoll_read::{Bundle, Entry, Kept, ReadError, ReadOptions, Reader as _};
use plimsoll_schema::{Bound, Code, Finding, Row};
use plimsoll_table::{Block, Cell, Content, Document, Passage, Table, Tables, read_document};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder below the workspace or beside it, sorted; none where it is not there.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root().join(folder)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

pub(crate) fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Document, ReadError> {
    let bytes: Vec<u8> = bytes.into();
    read_document(&Entry::named(name, &bytes), &ReadOptions::default())
}

pub(crate) fn read_file(path: &Path) -> Document {
    let bytes = fs::read(path).expect("the file is there");
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name of text");
    read(name, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn fixture(name: &str) -> Document {
    read_file(&root().join("fixtures/vendor").join(name))
}

/// The finding that a file is refused with.
pub(crate) fn refused(name: &str, bytes: impl Into<Vec<u8>>) -> Finding {
    match read(name, bytes) {
        Err(ReadError::Input(finding)) => *finding,
        other => panic!("{name}: {other:?}"),
    }
}

/// That a file is refused with a code and a message that holds some words.
pub(crate) fn assert_refused(name: &str, bytes: Vec<u8>, code: Code, words: &str) {
    let finding = refused(name, bytes);
    assert_eq!(finding.code, code, "{name}: {}", finding.message);
    assert!(finding.message.contains(words), "{name}: {}", finding.message);
}

/// A document in lines of text.
pub(crate) fn shown(document: &Document) -> String {
    let mut text = format!("{:?}", document.form);
    let _ = write!(text, ", title {:?}, language {:?}", document.title, document.language);
    if let Some(encoding) = document.encoding {
        let _ = write!(text, ", {} ({:?})", encoding.name, encoding.evidence);
    }
    text.push('\n');
    for doubt in &document.doubts {
        let _ = writeln!(text, "doubt {:?} {:?} at {:?}", doubt.kind, doubt.message, doubt.locator);
    }
    for block in &document.blocks {
        match block {
            Block::Heading(level, passage) => {
                shown_passage(&mut text, &format!("h{level}"), passage);
            }
            Block::Paragraph(passage) => shown_passage(&mut text, "p", passage),
            Block::ListItem(depth, passage) => {
                shown_passage(&mut text, &format!("li{depth}"), passage);
            }
            Block::Caption(passage) => shown_passage(&mut text, "caption", passage),
            Block::Code(passage) => shown_passage(&mut text, "code", passage),
            Block::Table(table) => shown_table(&mut text, table),
        }
    }
    text
}

fn shown_passage(text: &mut String, kind: &str, passage: &Passage) {
    let _ = write!(text, "{} {kind} {}", passage.line, passage.text);
    let notes =
        if passage.notes.is_empty() { String::new() } else { format!(" {:?}", passage.notes) };
    let _ = writeln!(text, "{notes}");
}

fn shown_table(text: &mut String, table: &Table) {
    let marked = if table.is_header_marked { "marked" } else { "told" };
    let _ = write!(
        text,
        "{} table {}, header {} {marked}",
        table.line, table.number, table.header_rows
    );
    if let Some(rule) = table.rule_cells {
        let _ = write!(text, ", rule {rule}");
    }
    if let Some(sheet) = &table.sheet {
        let _ = write!(text, ", {sheet} from {}", table.locator(0, 0));
    }
    if let Some(included) = &table.included {
        let _ = write!(text, ", from {included}");
    }
    text.push('\n');
    for title in &table.titles {
        shown_passage(text, "  title", title);
    }
    for row in &table.rows {
        let cells: Vec<String> = row.cells.iter().map(shown_cell).collect();
        let _ = writeln!(text, "  {} {}", row.line, cells.join(" | "));
    }
}

/// The text, behind it what is not plain text, its notes, and where it stands if it is a copy.
fn shown_cell(cell: &Cell) -> String {
    let mut text = cell.text.clone();
    match &cell.content {
        Content::Empty | Content::Text => {}
        Content::Number { value, format } => {
            let _ = write!(text, " ={value}");
            if let Some(format) = format {
                let _ = write!(text, " as {format:?}");
            }
        }
        other => {
            let _ = write!(text, " {other:?}");
        }
    }
    if !cell.notes.is_empty() {
        let _ = write!(text, " notes {:?}", cell.notes);
    }
    if let Some((row, column)) = cell.origin {
        let _ = write!(text, " <{row},{column}");
    }
    text
}

/// What the reader made of a file.
pub(crate) struct Read {
    pub(crate) rows: Vec<Row>,
    pub(crate) findings: Vec<Arc<Finding>>,
    /// Whether it ended with an error, which is the last of the findings then.
    pub(crate) is_refused: bool,
}

pub(crate) fn read_rows(name: &str, bytes: impl Into<Vec<u8>>) -> Read {
    let bytes: Vec<u8> = bytes.into();
    let entry = Entry::named(name, &bytes);
    let bundle = Bundle { source: Arc::clone(&entry.source), entries: vec![&entry] };
    let mut kept = Kept::default();
    let result = Tables.read(&bundle, &ReadOptions::default(), &mut kept);
    let is_refused = result.is_err();
    let mut findings = kept.findings;
    findings.extend(result.err().map(|error| Arc::new(error.into_finding())));
    let rows = if is_refused { Vec::new() } else { kept.rows };
    Read { rows, findings, is_refused }
}

pub(crate) fn rows_of_file(path: &Path) -> Read {
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name of text");
    read_rows(name, fs::read(path).expect("the file is there"))
}

/// Rows and findings in lines of text.
pub(crate) fn shown_rows(read: &Read) -> String {
    let mut text = String::new();
    for row in &read.rows {
        shown_row(&mut text, row);
    }
    for finding in &read.findings {
        let place = finding.locator.as_deref().unwrap_or("the input");
        let _ = writeln!(text, "{} at {place}: {}", finding.code.word(), finding.message);
    }
    text
}

fn shown_row(text: &mut String, row: &Row) {
    let of = &row.identity;
    let mut words: Vec<String> = vec![format!("{}:", of.locator)];
    let mut say = |word: Option<String>| words.extend(word);
    say(of.protocol.as_deref().map(str::to_owned));
    say(of.service_level.as_deref().map(str::to_owned));
    say(of.tool.as_deref().map(str::to_owned));
    say(of.pattern.map(|it| it.to_string()));
    say(of.block_size_bytes.map(|it| format!("{it} B")));
    say(of.read_percent.map(|it| format!("{it} % reads")));
    say(of.op.as_ref().map(|it| it.word().to_owned()));
    say(of.clients.map(|it| format!("clients {it}")));
    say(of.jobs.map(|it| format!("jobs {it}")));
    say(of.queue_depth.map(|it| format!("depth {it}")));
    say(of.claim.map(|it| format!("({it})")));
    say(of.parameters_text());
    for figure in &row.figures {
        let bound = figure.bound.map(Bound::word).unwrap_or_default();
        let written = figure.written.as_deref().unwrap_or_default();
        let (metric, value, unit) = (figure.metric, figure.value, figure.unit());
        words.push(format!("| {metric} {bound} {value} {unit} of {written:?}"));
    }
    let codes = row.finding_codes();
    if !codes.is_empty() {
        words.push(format!("| {}", codes.join(" ")));
    }
    let _ = writeln!(text, "{}", words.join(" "));
}
