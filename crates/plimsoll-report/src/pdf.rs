//! The report as PDF, set by typst.
//!
//! One file that is both PDF/A-3a and PDF/UA-1: fonts embedded, text tagged in reading order,
//! alternative texts at the charts, the figures themselves attached. The same view gives the same
//! bytes: there is no clock, no random number, and no file but those in memory.
//!
//! The layout is in `templates/pdf/`: `frame.typ` makes the document what the standards want and
//! takes in `report.typ`, which imports the others. All but the frame can be replaced
//! ([`PdfOptions::templates`]). Templates see `/view.json` (the [`ReportView`]), `/layout.json`
//! (paper, fonts, language, attachments) and `/charts/NAME.svg`, and nothing else.

mod error;
mod files;
mod fonts;
mod printable;
mod template;
mod world;

pub use error::{PdfError, TemplateFault};
pub use printable::printable;
pub(crate) use printable::turns_direction;
pub use template::{TEMPLATES, Template};

use crate::view::ReportView;
use std::collections::BTreeMap;
use typst::diag::Warned;
use typst::foundations::{Datetime, Smart};
use typst_as_lib::TypstEngine;
use typst_layout::PagedDocument;
use typst_pdf::{PdfStandard, PdfStandards, Timestamp};
use world::ClosedWorld;

/// What a PDF needs beside the view.
#[derive(Debug, Clone, Default)]
pub struct PdfOptions {
    /// The paper.
    pub paper: Paper,
    /// Font files to look into for glyphs that the built-in fonts do not have.
    pub extra_fonts: Vec<Vec<u8>>,
    /// Files that go into the PDF.
    pub attachments: Vec<Attachment>,
    /// What tells this document from any other, made from its content; hashed into the file's ID.
    pub identifier: String,
    /// Templates by file name, such as `table.typ`: they take the place of the built-in one of
    /// that name, or are there for others to import.
    pub templates: BTreeMap<String, String>,
}

/// The paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// ISO 216, 210 × 297 mm.
    #[default]
    A4,
    /// North American, 8.5 × 11 in.
    Letter,
}

impl Paper {
    /// Typst's name for it.
    fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "us-letter",
        }
    }
}

/// A file inside the PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its file name, without a folder.
    pub name: String,
    /// Its media type, such as `text/csv`.
    pub mime: String,
    /// What it is, for people.
    pub description: String,
    /// What it is to the document.
    pub relationship: Relationship,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// What an attachment is to the document: `AFRelationship` of PDF/A-3 (ISO 19005-3, 6.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relationship {
    /// The document was made from it.
    Source,
    /// The figures behind a table or chart.
    Data,
    /// The same in another form.
    Alternative,
    /// Something more.
    Supplement,
}

impl Relationship {
    /// Typst's name for it.
    fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Data => "data",
            Self::Alternative => "alternative",
            Self::Supplement => "supplement",
        }
    }
}

/// A PDF and what there is to say about its making.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
    /// Characters that no font has, printed as `U+1F600`; each once, in order.
    pub replaced: Vec<char>,
    /// What typst warned of. The built-in templates give no cause.
    pub warnings: Vec<TemplateFault>,
}

/// Renders a report as PDF.
///
/// # Errors
///
/// The view's date is not a date, a name is no file name, a font file is not one, or a template
/// or chart is wrong: then with its file, line and column.
pub fn pdf(view: &ReportView, options: &PdfOptions) -> Result<Vec<u8>, PdfError> {
    render(view, options).map(|rendered| rendered.bytes)
}

/// Renders a report as PDF, and says what was odd.
///
/// # Errors
///
/// As [`pdf`].
pub fn render(view: &ReportView, options: &PdfOptions) -> Result<Rendered, PdfError> {
    let date = document_date(&view.iso_date)?;
    let fonts = fonts::Fonts::new(view, options)?;
    let files = files::Files::new(view, options, &fonts)?;
    let main = template::main_file()?;
    let export = export(view, options, date)?;
    let engine = TypstEngine::builder()
        .fonts(fonts.faces)
        .with_static_source_file_resolver(template::sources(&options.templates)?)
        .with_static_file_resolver(files.contents)
        .build();
    let (output, warnings) = engine
        .with_world(main, |world| {
            let world = ClosedWorld::new(world, date);
            let Warned { output, warnings } = typst::compile::<PagedDocument>(&world);
            let output = output
                .and_then(|document| {
                    let bytes = typst_pdf::pdf(&document, &export)?;
                    Ok((bytes, document.pages().len()))
                })
                .map_err(|errors| error::faults(&world, &errors));
            (output, error::faults(&world, &warnings))
        })
        .map_err(|error| PdfError::Engine(error.to_string()))?;
    let (bytes, pages) = output.map_err(PdfError::Template)?;
    Ok(Rendered { bytes, pages, replaced: files.replaced, warnings })
}

/// The date in `2026-03-12` or `2026-03-12T14:00:00Z`.
fn document_date(text: &str) -> Result<Datetime, PdfError> {
    let read = || {
        let mut parts = text.get(..10)?.split('-');
        let year = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
        let month = parts.next()?.parse().ok()?;
        let day = parts.next()?.parse().ok()?;
        Datetime::from_ymd(year, month, day)
    };
    read().ok_or_else(|| PdfError::Date(text.to_owned()))
}

fn export(
    view: &ReportView,
    options: &PdfOptions,
    date: Datetime,
) -> Result<typst_pdf::PdfOptions, PdfError> {
    let standards = PdfStandards::new(&[PdfStandard::A_3a, PdfStandard::Ua_1])
        .map_err(|error| PdfError::Engine(error.message().to_string()))?;
    Ok(typst_pdf::PdfOptions {
        ident: Smart::Custom(options.identifier.clone()),
        creator: Smart::Custom(Some(view.generator.clone())),
        timestamp: Some(Timestamp::new_utc(date)),
        standards,
        ..typst_pdf::PdfOptions::default()
    })
}
