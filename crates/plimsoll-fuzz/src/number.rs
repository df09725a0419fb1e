//! Numbers, cells and headers.

use crate::expect;
use plimsoll_lexicon::{CellContext, Languages, Locale, SeparatorEvidence};

/// No text has more cells that are looked at.
const MOST_CELLS: usize = 200;

/// Reads each cell of a text, as values of pages in several languages, and as headers.
pub fn number(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for cell in text.split(['\n', '\t', '|', ';']).take(MOST_CELLS) {
        let mut contexts = vec![CellContext::default()];
        contexts.extend(["en", "de", "ko"].iter().filter_map(|tag| {
            let locale = Locale::parse(tag)?;
            let evidence =
                SeparatorEvidence { words: Some(locale), ..SeparatorEvidence::default() };
            let languages = Languages::of_page(locale.language);
            Some(CellContext { evidence, languages, lone_digit_notes: false })
        }));
        expect::sound_reading(cell, &contexts);
    }
}
