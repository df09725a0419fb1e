//! Text made comparable, with the way back to where it stood.

use std::ops::Range;
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
    /// For each of its bytes: whether a blank or a hyphen stood before it.
    gap_before: Vec<bool>,
    /// Where its pieces come from, in their order.
    pieces: Vec<Piece>,
}

/// A piece of a folded text, and where it comes from.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Where it begins.
    begin: usize,
    /// Where its original begins.
    original: usize,
    /// How long the original of a character is; `None` if all characters are as long as they were.
    length: Option<usize>,
}

impl Folded {
    pub(crate) fn of(text: &str) -> Self {
        let mut folded = Self::default();
        folded.text.reserve(text.len());
        folded.gap_before.reserve(text.len());
        let (mut gap, mut next) = (true, 0);
        loop {
            // Most texts are of plain letters for the most part: they are taken word by word.
            let plain = plain_length(&text[next..]);
            if plain > 0 {
                folded.push_plain(text, next..next + plain, &mut gap);
                next += plain;
            }
            let Some(length) = cluster_length(&text[next..]) else { return folded };
            let (at, end) = (next, next + length);
            let cluster = &text[at..end];
            next = end;
            if let [byte] = cluster.as_bytes() {
                match byte {
                    b'-' | b' ' | b'\t'..=b'\r' => gap = true,
                    _ => folded.push(byte.to_ascii_lowercase().into(), (at, end), &mut gap),
                }
                continue;
            }
            if let Some(character) = lone(cluster).filter(|it| is_caseless(*it)) {
                folded.push(character, (at, end), &mut gap);
                continue;
            }
            if cluster.chars().all(is_gap) {
                gap = true;
                continue;
            }
            if cluster.chars().all(is_invisible) {
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
    }

    fn push(&mut self, character: char, (original, end): (usize, usize), gap: &mut bool) {
        let piece = Piece { begin: self.text.len(), original, length: Some(end - original) };
        self.text.push(character);
        self.push_piece(piece, gap);
    }

    /// Takes plain characters: each is a cluster of its own, and only capitals of ASCII change.
    fn push_plain(&mut self, text: &str, range: Range<usize>, gap: &mut bool) {
        let begin = self.text.len();
        let piece = Piece { begin, original: range.start, length: None };
        self.text.push_str(&text[range]);
        self.text[begin..].make_ascii_lowercase();
        self.push_piece(piece, gap);
    }

    /// Takes the piece that the text was just made longer by.
    fn push_piece(&mut self, piece: Piece, gap: &mut bool) {
        self.gap_before.resize(self.text.len(), false);
        self.gap_before[piece.begin] = std::mem::take(gap);
        self.pieces.push(piece);
    }

    /// The bytes of the original that a range of folded bytes, which is not empty, stands for.
    pub(crate) fn original(&self, begin: usize, end: usize) -> Range<usize> {
        let original = |at: usize, is_end: bool| {
            // The first piece begins at the first byte.
            let next = self.pieces.partition_point(|piece| piece.begin <= at);
            let piece = self.pieces[next - 1];
            match piece.length {
                Some(length) => piece.original + if is_end { length } else { 0 },
                None => piece.original + (at - piece.begin) + usize::from(is_end),
            }
        };
        original(begin, false)..original(end - 1, true)
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

/// How many bytes of plain characters a text begins with: ASCII that is no gap, and letters without case. The last one
/// before another character is none of them: marks may combine with it.
fn plain_length(text: &str) -> usize {
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b'-';
    let ascii = text.bytes().take_while(|byte| is_plain(byte)).count();
    let mut last = ascii.saturating_sub(1);
    for (at, character) in text[ascii..].char_indices() {
        if !(is_caseless(character) || u8::try_from(character).is_ok_and(|byte| is_plain(&byte))) {
            return if character.is_ascii() { ascii + at } else { last };
        }
        last = ascii + at;
    }
    text.len()
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

/// The character that a cluster is, if it is one.
fn lone(cluster: &str) -> Option<char> {
    let mut characters = cluster.chars();
    characters.next().filter(|_| characters.as_str().is_empty())
}

/// Letters without case that are their own compatibility form: most of what East Asian texts are of, and
/// small letters of European languages. Nothing has to be looked up for them.
pub(crate) fn is_caseless(character: char) -> bool {
    matches!(
        character,
        '가'..='힣' | '一'..='鿿' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'а'..='я' | 'ß'..='ö' | 'ø'..='ÿ'
            | 'ğ' | 'ı' | 'ş'
    )
}

/// How many bytes the first character takes with the marks that combine with it, so that both forms of `é`
/// are composed. `None` at the end of the text.
pub(crate) fn cluster_length(text: &str) -> Option<usize> {
    let (first, rest) = text.as_bytes().split_first()?;
    if first.is_ascii() && rest.first().is_none_or(u8::is_ascii) {
        return Some(1);
    }
    let continues = |character: char| {
        !character.is_ascii()
            && !is_caseless(character)
            && (canonical_combining_class(character) != 0
                || matches!(character, '\u{1160}'..='\u{11ff}'))
    };
    let mut behind = text.char_indices().skip(1);
    let end = behind.find(|(_, character)| !continues(*character));
    Some(end.map_or(text.len(), |(at, _)| at))
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
    use super::{Folded, is_caseless, is_gap, is_invisible};
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::canonical_combining_class;

    #[test]
    fn caseless_letters_are_their_own_form() {
        for character in ('\0'..=char::MAX).filter(|it| is_caseless(*it)) {
            assert!(character.nfkc().eq([character]) && character.to_lowercase().eq([character]));
            assert_eq!(canonical_combining_class(character), 0);
            assert!(!is_gap(character) && !is_invisible(character));
        }
    }

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
