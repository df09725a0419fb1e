//! From an entry to a document.

use crate::decode::Chosen;
use crate::document::{Document, Doubt, DoubtKind, Form};
use crate::html::PageReader;
use crate::limits::Budget;
use crate::recognise::{Kind, declared, extension, kind, promised};
use crate::sheet::{Trouble, read_container, read_flat, read_package};
use crate::{delimited, markdown};
use plimsoll_read::{Entry, ReadError, ReadOptions, over_the_limit};
use plimsoll_schema::{Code, Finding};
use std::io::Read as _;

/// Reads a page, a text or a workbook into blocks and grids of cells. Its content decides which of these it is.
///
/// The entry is held as a whole, up to [`ReadOptions::max_input_bytes`]; what is made of it is limited to half a
/// million cells and 64 MiB of text.
pub fn read_document(entry: &Entry<'_>, options: &ReadOptions) -> Result<Document, ReadError> {
    let bytes = bytes(entry, options)?;
    let trouble = |trouble: Trouble| trouble.into_error(&entry.source);
    let mut document = match kind(&entry.name, &bytes) {
        Kind::Package => read_package(&bytes).map_err(trouble)?,
        Kind::Container => read_container(&bytes).map_err(trouble)?,
        Kind::FlatSheet => read_flat(&Chosen::of(&bytes, None).text(&bytes).0).map_err(trouble)?,
        Kind::Page => page(&bytes).map_err(trouble)?,
        Kind::Delimited(delimiter) => {
            let read = |text: &str| delimited::read(text, delimiter, &mut Budget::default());
            text(&bytes, read).map_err(trouble)?
        }
        Kind::Text => {
            let read = |text: &str| markdown::read(text, &mut Budget::default());
            let mut document = text(&bytes, read).map_err(trouble)?;
            if promised(&entry.name) == Some(Form::Markdown) {
                document.form = Form::Markdown;
            }
            document
        }
        Kind::Other(other) => return Err(trouble(Trouble::Other(other))),
    };
    document.doubts.extend(named_otherwise(&entry.name, document.form));
    Ok(document)
}

fn bytes(entry: &Entry<'_>, options: &ReadOptions) -> Result<Vec<u8>, ReadError> {
    let limit = options.max_input_bytes;
    let failed = |error| ReadError::Io { source: entry.source.to_string(), error };
    let known = entry.content.size().filter(|size| *size <= limit).unwrap_or(0);
    // One more than is there: reading to the end needs room to find nothing.
    let mut bytes = Vec::with_capacity(known as usize + 1);
    entry
        .content
        .open()
        .map_err(failed)?
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(Finding::new(Code::InputTooLarge, &*entry.source, over_the_limit(limit)).into());
    }
    Ok(bytes)
}

fn page(bytes: &[u8]) -> Result<Document, Trouble> {
    let chosen = Chosen::of(bytes, declared(bytes).as_deref());
    let mut reader = PageReader::new(1, 0, Budget::default());
    let replaced = chosen.pieces(bytes, |piece| reader.push(piece));
    let (mut document, _) = reader.finish()?;
    document.encoding = Some(chosen.encoding());
    document.doubts.extend(chosen.doubts(replaced));
    Ok(document)
}

fn text(
    bytes: &[u8],
    read: impl FnOnce(&str) -> Result<Document, crate::limits::Excess>,
) -> Result<Document, Trouble> {
    let chosen = Chosen::of(bytes, None);
    let (text, replaced) = chosen.text(bytes);
    let mut document = read(&text)?;
    document.encoding = Some(chosen.encoding());
    document.doubts.extend(chosen.doubts(replaced));
    Ok(document)
}

/// Texts of several forms go by one name; a name that promises another kind of file is wrong.
fn named_otherwise(name: &str, form: Form) -> Option<Doubt> {
    let promised = promised(name)?;
    let is_text = |form: Form| matches!(form, Form::Markdown | Form::PlainText | Form::Csv);
    let is_right = promised == form || is_text(promised) && is_text(form);
    let message = || format!("its name ends with .{}, and it is {form}", extension(name));
    (!is_right).then(|| Doubt::new(DoubtKind::NamedOtherwise, message()))
}

impl Trouble {
    fn into_error(self, source: &str) -> ReadError {
        let finding = |code, message: String, help: &str| {
            Finding::new(code, source, message).with_help(help).into()
        };
        match self {
            Self::Excess(excess) => excess.into_error(source),
            Self::Protected => finding(
                Code::InputUnreadable,
                "the workbook is protected by a password".to_owned(),
                "Save a copy without the password, and read that.",
            ),
            Self::Damaged(how) => finding(
                Code::DocumentDamaged,
                format!("the workbook is damaged: {how}"),
                "Copy or download it again, or open it in a spreadsheet program and save it anew.",
            ),
            Self::Other(what) => finding(
                Code::DocumentNotUnderstood,
                format!("it is {what}, from which no tables are read"),
                "Save it as an Excel workbook, an OpenDocument sheet, CSV or HTML, and read that.",
            ),
            Self::TooLarge(how) => finding(
                Code::InputTooLarge,
                format!("the workbook is too large: {how}"),
                "Copy the tables into a workbook of their own, and read that.",
            ),
        }
    }
}
