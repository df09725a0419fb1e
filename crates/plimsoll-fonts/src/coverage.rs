//! Which characters a face has, in a form in which asking costs next to nothing.

use std::collections::BTreeSet;
use ttf_parser::Face;

/// The characters of one face, read from its table `cmap` once.
pub(crate) struct Coverage {
    /// One bit for each code point up to U+FFFF, where nearly all are.
    plane: Vec<u64>,
    beyond: BTreeSet<u32>,
}

impl Coverage {
    /// Nothing, if the bytes are no font: a test parses each face.
    pub(crate) fn of(font: &[u8]) -> Self {
        let mut coverage = Self { plane: vec![0; 0x1_0000 / 64], beyond: BTreeSet::new() };
        let face = Face::parse(font, 0).ok();
        let Some(cmap) = face.as_ref().and_then(|face| face.tables().cmap) else {
            return coverage;
        };
        for subtable in cmap.subtables.into_iter().filter(ttf_parser::cmap::Subtable::is_unicode) {
            subtable.codepoints(|code| {
                // A range of the table may have holes.
                if subtable.glyph_index(code).is_some_and(|glyph| glyph.0 != 0) {
                    coverage.insert(code);
                }
            });
        }
        coverage
    }

    fn insert(&mut self, code: u32) {
        match self.plane.get_mut(code as usize / 64) {
            Some(word) => *word |= 1 << (code % 64),
            None => _ = self.beyond.insert(code),
        }
    }

    pub(crate) fn has(&self, character: char) -> bool {
        let code = u32::from(character);
        match self.plane.get(code as usize / 64) {
            Some(word) => word >> (code % 64) & 1 == 1,
            None => self.beyond.contains(&code),
        }
    }
}
