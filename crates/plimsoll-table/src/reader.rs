//! The reader of published tables.

use crate::assembly::assemble;
use crate::claim::{FORMAT, claims};
use crate::document::{Doubt, DoubtKind};
use crate::read::read_document;
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
};
use plimsoll_schema::{Code, Finding};

/// Reads published tables: web pages, texts and sheets of vendors, in any language.
#[derive(Debug)]
pub struct Tables;

impl Reader for Tables {
    fn format(&self) -> &'static Format {
        &FORMAT
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        claims(listing)
    }

    fn part(&self, _: &Entry<'_>) -> Part {
        Part::Alone
    }

    fn greatest_confidence(&self) -> Confidence {
        Confidence::Possible
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let mut rows = 0;
        for entry in &bundle.entries {
            rows += read_entry(entry, options, sink)?;
        }
        if rows == 0 {
            let message = "no table of it has a figure that can be told";
            let finding = Finding::new(Code::NothingPublished, &*bundle.source, message);
            return Err(ReadError::NoResult(Box::new(finding)));
        }
        Ok(())
    }
}

fn read_entry(
    entry: &Entry<'_>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<usize, ReadError> {
    let mut document = read_document(entry, options)?;
    if let Some(language) = &options.language {
        document.language = Some(language.to_string());
    }
    for doubt in &document.doubts {
        sink.finding(finding_of(doubt, &entry.source));
    }
    Ok(assemble(&document, &entry.source, options.explain, sink))
}

fn finding_of(doubt: &Doubt, source: &str) -> Finding {
    let code = match doubt.kind {
        DoubtKind::EncodingGuessed => Code::EncodingGuessed,
        DoubtKind::TextReplaced => Code::TextReplaced,
        DoubtKind::NamedOtherwise => Code::NamedOtherwise,
        DoubtKind::TableTooWide => Code::TableTooWide,
        DoubtKind::SheetHidden => Code::SheetHidden,
        DoubtKind::SheetUnreadable => Code::SheetUnreadable,
    };
    let finding = Finding::new(code, source, doubt.message.clone());
    match &doubt.locator {
        Some(locator) => finding.at(locator.clone()),
        None => finding,
    }
}
