//! The fonts of one report: those of the scripts in its texts and templates, then the user's.

use super::{PdfError, PdfOptions};
use crate::view::ReportView;
use plimsoll_fonts::Script;
use serde_json::{Value, json};
use typst::foundations::Bytes;
use typst::text::Font;

/// The fonts of one report.
pub(super) struct Fonts {
    /// Its faces, parsed once: typst shapes with these bytes and reads no file again.
    pub(super) faces: Vec<Font>,
    /// The families in the order to look for a glyph, as `text(font: …)` takes them.
    pub(super) families: Value,
}

impl Fonts {
    pub(super) fn new(view: &ReportView, options: &PdfOptions) -> Result<Self, PdfError> {
        let language = Script::of_language(&view.language);
        let mut text =
            serde_json::to_string(view).map_err(|error| PdfError::Engine(error.to_string()))?;
        text.extend(options.templates.values().map(String::as_str));
        let scripts = plimsoll_fonts::scripts_in(&text, language);
        let mut faces: Vec<Font> = plimsoll_fonts::faces(&scripts)
            .into_iter()
            .flat_map(|face| Font::iter(Bytes::new(face)))
            .collect();
        for (index, bytes) in options.extra_fonts.iter().enumerate() {
            let before = faces.len();
            faces.extend(Font::iter(Bytes::new(bytes.clone())));
            if faces.len() == before {
                return Err(PdfError::Font { index });
            }
        }
        let names = plimsoll_fonts::family_names(&scripts, language);
        Ok(Self { faces, families: families(&names, language) })
    }

    /// Whether one of the faces has a glyph for a character.
    pub(super) fn covers(&self, character: char) -> bool {
        self.faces.iter().any(|face| face.info().coverage.contains(u32::from(character)))
    }
}

/// Chinese and Japanese set dashes, quotation marks and dots as wide as a character: there these
/// come from the second family.
fn families(names: &[&str], language: Script) -> Value {
    let wide = !matches!(language, Script::Latin | Script::Korean);
    let family = |(index, name): (usize, &&str)| {
        if index == 0 && wide {
            json!({ "name": name, "covers": "latin-in-cjk" })
        } else {
            json!(name)
        }
    };
    names.iter().enumerate().map(family).collect()
}
