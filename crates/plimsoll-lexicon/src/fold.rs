//! Text made comparable, with the way back to where it stood.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// Folded text: NFKC, lower case, without blanks and hyphens, which are remembered as gaps.
///
/// Translated pages tear words (`wille keurige`, `data flöde`) and hyphenate them; without blanks a
/// word is found wherever it is torn.
#[derive(Debug, Default)]
pub(crate) struct Folded {
    /// The folded text.
    pub(crate) text: String,
    /// For each of its bytes: where the original of its character begins and ends.
    origin: Vec<(u32, u32)>,
    /// For each of its bytes: whether a blank or a hyphen stood before it.
    gap_before: Vec<bool>,
}

impl Folded {
    pub(crate) fn of(text: &str) -> Self {
        let mut folded = Self::default();
        folded.text.reserve(text.len());
        folded.origin.reserve(text.len());
        folded.gap_before.reserve(text.len());
        let mut gap = true;
        for (at, cluster) in clusters(text) {
            let end = at + cluster.len();
            if cluster.chars().all(is_gap) {
                gap = true;
                continue;
            }
            if cluster.chars().all(is_invisible) {
                continue;
            }
            if let [byte] = cluster.as_bytes() {
                folded.push(byte.to_ascii_lowercase().into(), (at, end), &mut gap);
                continue;
            }
            for character in cluster.nfkc() {
                if is_gap(character) {
                    gap = true;
                    continue;
                }
                for lower in lower(character) {
                    folded.push(lower, (at, end), &mut gap);
                }
            }
        }
        folded
    }

    fn push(&mut self, character: char, (begin, end): (usize, usize), gap: &mut bool) {
        self.text.push(character);
        let position = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        for _ in 0..character.len_utf8() {
            self.origin.push((position(begin), position(end)));
            self.gap_before.push(std::mem::take(gap));
        }
    }

    /// The bytes of the original that a range of folded bytes, which is not empty, stands for.
    pub(crate) fn original(&self, begin: usize, end: usize) -> std::ops::Range<usize> {
        self.origin[begin].0 as usize..self.origin[end - 1].1 as usize
    }

    /// Whether a blank or a hyphen stood before this byte; the end of the text counts as one.
    pub(crate) fn has_gap_before(&self, at: usize) -> bool {
        self.gap_before.get(at).copied().unwrap_or(true)
    }

    /// The places strictly within a range before which a gap stood.
    pub(crate) fn gaps_within(&self, begin: usize, end: usize) -> impl Iterator<Item = usize> + '_ {
        (begin + 1..end).filter(|at| self.gap_before[*at])
    }
}

/// Lower case as it is matched: one form for apostrophes, and no dot above left over from `İ`.
fn lower(character: char) -> impl Iterator<Item = char> {
    let character = match character {
        'İ' => 'i',
        '\u{2019}' | '\u{2bc}' => '\'',
        other => other,
    };
    character.to_lowercase()
}

/// Characters with the marks that combine with them, so that both forms of `é` are composed.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let mut characters = text[at..].char_indices();
        let (_, first) = characters.next()?;
        let end = if first.is_ascii() && text.as_bytes().get(at + 1).is_none_or(u8::is_ascii) {
            at + 1
        } else {
            let continues = |character: &char| {
                canonical_combining_class(*character) != 0
                    || matches!(character, '\u{1160}'..='\u{11ff}')
            };
            let end = characters.find(|(_, character)| !continues(character));
            end.map_or(text.len(), |(offset, _)| at + offset)
        };
        let cluster = (at, &text[at..end]);
        at = end;
        Some(cluster)
    })
}

/// A blank or a hyphen, which may tear a word; dashes part words.
fn is_gap(character: char) -> bool {
    character.is_whitespace() || matches!(character, '-' | '\u{2010}' | '\u{2011}')
}

/// Characters that are not seen: soft hyphens, joiners, direction marks, byte order marks.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
            | '\u{feff}' | '\u{fe00}'..='\u{fe0f}'
    )
}

#[cfg(test)]
mod tests {
    use super::Folded;
    use proptest::prelude::*;

    #[test]
    fn folding_keeps_the_way_back() {
        let text = "Data flöde １２％";
        let folded = Folded::of(text);
        assert_eq!(folded.text, "dataflöde12%");
        let at = folded.text.find("dataflöde").expect("folded");
        assert_eq!(&text[folded.original(at, at + "dataflöde".len())], "Data flöde");
        let gaps: Vec<usize> = folded.gaps_within(at, at + 10).collect();
        assert_eq!(gaps, [4]);
        assert!(folded.has_gap_before(0) && folded.has_gap_before(folded.text.len()));
    }

    #[test]
    fn both_forms_of_a_letter_and_torn_words_are_one() {
        assert_eq!(Folded::of("de\u{301}bit").text, "débit");
        assert_eq!(Folded::of("Durch\u{ad}satz").text, "durchsatz");
        assert_eq!(
            Folded::of("읽기").text,
            Folded::of("\u{110b}\u{1175}\u{11b0}\u{1100}\u{1175}").text
        );
        assert_eq!(Folded::of("İş Yükü").text, "işyükü");
        assert_eq!(Folded::of("jusqu’à").text, "jusqu'à");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,24}") {
            let folded = Folded::of(&text);
            for (at, character) in folded.text.char_indices() {
                let range = folded.original(at, at + character.len_utf8());
                prop_assert!(text.get(range).is_some());
            }
        }
    }
}
