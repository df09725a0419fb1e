//! White space of markup.

/// White space that markup folds. Other spaces (U+00A0, U+202F, U+2009 …) may stand inside a number and stay what they are.
pub(crate) fn is_ordinary(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{B}' | '\u{C}')
}

/// Characters without width, which pages put between and into words: no part of a text.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// Text that is put together from pieces, with ordinary white space folded to one space. Between two
/// digits only a single blank becomes one: `5`, a line end, `100` are two numbers, where `5 100` may be
/// one, so two spaces stand between them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folded {
    text: String,
    behind: Behind,
}

/// What stands behind a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Behind {
    #[default]
    Nothing,
    /// A single blank.
    Blank,
    /// More white space, or the end of a line or an element.
    Wide,
}

impl Folded {
    /// Adds a piece. How many bytes the text grew.
    pub(crate) fn push(&mut self, piece: &str) -> usize {
        let before = self.text.len();
        let mut rest = piece;
        while !rest.is_empty() {
            let (word, after) = rest.split_at(word_length(rest));
            if !word.is_empty() {
                self.part(word);
                self.text.push_str(word);
            }
            let mut letters = after.chars();
            if let Some(space) = letters.next().filter(|letter| is_ordinary(*letter)) {
                let is_first = self.behind == Behind::Nothing;
                self.behind = if is_first && space == ' ' { Behind::Blank } else { Behind::Wide };
            }
            rest = letters.as_str();
        }
        self.text.len() - before
    }

    /// Puts the space between the text and the word that follows.
    fn part(&mut self, word: &str) {
        let behind = std::mem::take(&mut self.behind);
        if behind == Behind::Nothing || self.text.is_empty() {
            return;
        }
        self.text.push(' ');
        let are_numbers =
            self.text[..self.text.len() - 1].ends_with(is_digit) && word.starts_with(is_digit);
        if behind == Behind::Wide && are_numbers {
            self.text.push(' ');
        }
    }

    /// Adds the white space at the end of a line or an element.
    pub(crate) fn space(&mut self) {
        self.behind = Behind::Wide;
    }

    /// What there is so far.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The text. Spaces of any kind at its ends are none of it.
    pub(crate) fn finish(self) -> String {
        let trimmed = self.text.trim();
        if trimmed.len() == self.text.len() { self.text } else { trimmed.to_owned() }
    }
}

/// How many bytes stand before the next space that is folded or character without width.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii() {
            if is_ordinary(char::from(*byte)) {
                return at;
            }
            at += 1;
        } else {
            let Some(letter) = text[at..].chars().next().filter(|it| !is_invisible(*it)) else {
                return at;
            };
            at += letter.len_utf8();
        }
    }
    at
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// A text with its white space folded.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = Folded::default();
    folded.push(text);
    folded.finish()
}

#[cfg(test)]
mod tests {
    use super::{Folded, fold};

    #[test]
    fn ordinary_space_is_folded_and_spaces_of_numbers_are_not() {
        assert_eq!(fold(" a \n\t b "), "a b");
        assert_eq!(fold("\u{A0}1\u{A0}000\u{202F}5 "), "1\u{A0}000\u{202F}5");
        assert_eq!(fold("\u{FEFF}se\u{AD}quen\u{200B}tial"), "sequential");
        assert_eq!(fold("\u{A0}"), "");
    }

    #[test]
    fn what_is_wide_parts_numbers() {
        assert_eq!(fold("5 100"), "5 100");
        for text in ["5\n100", "5  100", "5\t100", "5 \u{200B} 100"] {
            assert_eq!(fold(text), "5  100", "{text:?}");
        }
        assert_eq!(fold("5\n MiB/s\n  7"), "5 MiB/s 7");
        let mut text = Folded::default();
        text.push("5");
        text.space();
        text.push("100");
        assert_eq!(text.finish(), "5  100");
    }

    #[test]
    fn pieces_are_joined_as_they_stand() {
        let mut text = Folded::default();
        text.push("1.5");
        text.push("27,3");
        text.space();
        text.push(" MiB/s ");
        assert_eq!(text.as_str(), "1.527,3 MiB/s");
        text.push("x");
        assert_eq!(text.finish(), "1.527,3 MiB/s x");
    }
}
