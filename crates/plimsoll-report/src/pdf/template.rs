//! The templates, and how those of a user take their place.

use super::PdfError;
use super::files::file_id;
use std::collections::BTreeMap;
use typst::syntax::{FileId, Source};

/// A built-in template.
#[derive(Debug, Clone, Copy)]
pub struct Template {
    /// Its file name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! template {
    ($name:literal) => {
        Template { name: $name, text: include_str!(concat!("../../../../templates/pdf/", $name)) }
    };
}

/// What the standards need and no user replaces: document title, date, language, attachments.
const FRAME: Template = template!("frame.typ");

/// The templates that can be replaced, as files to start from.
pub const TEMPLATES: [Template; 9] = [
    template!("band.typ"),
    template!("chart.typ"),
    template!("note.typ"),
    template!("page.typ"),
    template!("report.typ"),
    template!("style.typ"),
    template!("source.typ"),
    template!("table.typ"),
    template!("text.typ"),
];

/// The file that typst starts with.
pub(super) fn main_file() -> Result<FileId, PdfError> {
    file_id(FRAME.name)
}

/// All templates as typst wants them, those of the user in place of ours.
pub(super) fn sources(own: &BTreeMap<String, String>) -> Result<Vec<Source>, PdfError> {
    if own.contains_key(FRAME.name) {
        return Err(PdfError::Reserved(FRAME.name.to_owned()));
    }
    let mut texts: BTreeMap<&str, &str> =
        TEMPLATES.iter().map(|template| (template.name, template.text)).collect();
    texts.extend(own.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    texts.insert(FRAME.name, FRAME.text);
    texts.into_iter().map(|(name, text)| Ok(Source::new(file_id(name)?, text.to_owned()))).collect()
}
