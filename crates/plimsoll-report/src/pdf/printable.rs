//! Text that can be printed whatever an input held.

use std::fmt::Write;

/// Prints what has no glyph as its code point: `U+1F600`. Returns the text and the characters that
/// were replaced, in order of appearance, repeats included.
///
/// `covers` says which characters have a glyph. Control characters, and the marks that turn the
/// direction of the text after them, are replaced whatever it says: what an input holds is shown,
/// and cannot change how the rest of the page reads.
pub fn printable(text: &str, covers: impl Fn(char) -> bool) -> (String, Vec<char>) {
    let mut printed = String::with_capacity(text.len());
    let mut replaced = Vec::new();
    for character in text.chars() {
        if !character.is_control() && !turns_direction(character) && covers(character) {
            printed.push(character);
        } else {
            // Writing to a string cannot fail.
            _ = write!(printed, "U+{:04X}", u32::from(character));
            replaced.push(character);
        }
    }
    (printed, replaced)
}

/// Embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
pub(crate) fn turns_direction(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_has_a_glyph_stays() {
        assert_eq!(
            printable("≥ 4 KiB 무작위", |_| true),
            ("≥ 4 KiB 무작위".to_owned(), Vec::new())
        );
    }

    #[test]
    fn a_missing_glyph_becomes_its_code_point() {
        let (text, replaced) = printable("job-😀😀", |character| character.is_ascii());
        assert_eq!(text, "job-U+1F600U+1F600");
        assert_eq!(replaced, ['😀', '😀']);
    }

    #[test]
    fn control_and_direction_are_shown_even_if_a_font_has_them() {
        let (text, replaced) = printable("a\tb\n\u{202E}c\u{7f}", |_| true);
        assert_eq!(text, "aU+0009bU+000AU+202EcU+007F");
        assert_eq!(replaced, ['\t', '\n', '\u{202E}', '\u{7f}']);
    }
}
