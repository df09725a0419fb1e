//! The tokens of a text that conditions are made of.

use crate::concept::Concept;
use crate::language::Languages;
use crate::lexicon::{Found, Lexicon};
use crate::name::{Name, Names};
use crate::number::{Decimal, number_at, readings};
use crate::unit::{Dimension, is_western_letter};
use std::ops::Range;

/// A token, and the bytes that it takes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
    /// The characters between the token before and this one.
    pub(super) gap: usize,
    /// The line of the text, from 0. Lists lose their line breaks in the wrong places, so a line end
    /// parts sizes, but not a count from its noun.
    pub(super) line: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenKind {
    /// A number without a unit; a count word behind it is part of the token.
    Count(u64),
    /// A number with a unit of size, or with a bare `K` or `M`: its bytes, and its bytes if the unit
    /// is taken as binary, as it is for blocks (`4K`, `256 KB`).
    Size {
        bytes: Option<u64>,
        as_block: u64,
    },
    /// Any other number: one with another unit, a decimal, an undecided one.
    OtherNumber,
    Word(Concept),
    Key(Key),
    Name(Name),
    /// The end of a sentence.
    Stop,
}

/// A key of a mount option or of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Nconnect,
    RsizeWsize,
    NrSessions,
    /// A network interface with receive-side scaling; the option of SMB is named after it.
    Rss,
    QueueDepth,
    Jobs,
    BlockSize,
}

const KEYS: &[(&str, Key)] = &[
    ("nconnect", Key::Nconnect),
    ("rsize", Key::RsizeWsize),
    ("wsize", Key::RsizeWsize),
    ("nr_sessions", Key::NrSessions),
    ("RSS", Key::Rss),
    ("iodepth", Key::QueueDepth),
    ("numjobs", Key::Jobs),
    ("bs", Key::BlockSize),
];

/// Chinese numerals that count machines.
const NUMERALS: &[(char, u64)] = &[
    ('一', 1),
    ('二', 2),
    ('兩', 2),
    ('两', 2),
    ('三', 3),
    ('四', 4),
    ('五', 5),
    ('六', 6),
    ('七', 7),
    ('八', 8),
    ('九', 9),
    ('十', 10),
];

pub(super) fn tokens(text: &str, languages: Languages) -> Vec<Token> {
    let lexicon = Lexicon::builtin();
    let found = lexicon.find_in(text, languages);
    let scanner = Scanner { text, lexicon, found };
    let mut tokens: Vec<Token> = Vec::new();
    let (mut at, mut word, mut last, mut line) = (0, 0, 0, 0);
    while let Some(first) = text[at..].chars().next() {
        // Nothing begins with a blank, and no character of a text is more frequent.
        if first == ' ' {
            at += 1;
            continue;
        }
        while scanner.found.get(word).is_some_and(|found| found.range.start < at) {
            word += 1;
        }
        let is_found = scanner.found.get(word).is_some_and(|found| found.range.start == at);
        let token = if is_found || may_begin_token(text, at, first) {
            scanner.token(at, word, first)
        } else {
            None
        };
        let Some((kinds, end)) = token else {
            line += usize::from(first == '\n');
            at += first.len_utf8();
            if is_western_letter(first) {
                let next = scanner.found.get(word).map_or(text.len(), |found| found.range.start);
                at += small_letters(text.get(at..next).unwrap_or_default());
            }
            continue;
        };
        for kind in kinds {
            let gap = text[last..at].chars().count();
            tokens.push(Token { kind, range: at..end, gap, line });
            last = at;
        }
        (at, last) = (end, end);
    }
    tokens
}

/// Whether a token may begin here that is no word of the lexicon: not at a letter that another one stands before,
/// unless it is a capital.
fn may_begin_token(text: &str, at: usize, first: char) -> bool {
    first.is_ascii_uppercase()
        || !is_western_letter(first)
        || !text[..at].ends_with(is_western_letter)
}

/// How many small letters of ASCII a text begins with.
fn small_letters(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_lowercase).count()
}

struct Scanner<'a> {
    text: &'a str,
    lexicon: &'a Lexicon,
    found: Vec<Found>,
}

impl Scanner<'_> {
    /// The tokens that begin here and their end; a word with several meanings is several tokens.
    fn token(&self, at: usize, word: usize, first: char) -> Option<(Vec<TokenKind>, usize)> {
        let text = self.text;
        if let Some(name) = Names::builtin().at(text, at) {
            let end = name.range.end;
            return Some((vec![TokenKind::Name(name)], end));
        }
        if let Some((key, end)) = self.key(at) {
            return Some((vec![TokenKind::Key(key)], end));
        }
        if first.is_ascii_digit() && !text[..at].ends_with(is_glue) {
            return self.number(at);
        }
        if let Some((count, end)) = self.numeral(at, first) {
            return Some((vec![TokenKind::Count(count)], end));
        }
        if is_stop(text, at, first) {
            return Some((vec![TokenKind::Stop], at + first.len_utf8()));
        }
        let here = self.found.get(word).filter(|found| found.range.start == at)?;
        let same = self.found[word..].iter().take_while(|found| found.range == here.range);
        // Networks are no condition, and part no condition from its word.
        let same = same.filter(|found| found.concept != Concept::Network);
        let words: Vec<TokenKind> = same.map(|found| TokenKind::Word(found.concept)).collect();
        (!words.is_empty()).then_some((words, here.range.end))
    }

    fn key(&self, at: usize) -> Option<(Key, usize)> {
        let first = self.text.as_bytes()[at];
        if !first.is_ascii_alphabetic() || self.text[..at].ends_with(is_glue) {
            return None;
        }
        let rest = &self.text[at..];
        let is_key = |(name, _): &&(&str, Key)| {
            first.eq_ignore_ascii_case(&name.as_bytes()[0])
                && rest.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name))
                && !rest[name.len()..].starts_with(is_glue)
        };
        KEYS.iter().find(is_key).map(|(name, key)| (*key, at + name.len()))
    }

    fn number(&self, at: usize) -> Option<(Vec<TokenKind>, usize)> {
        let text = self.text;
        let digits = number_at(text, at)?;
        let all = readings(&text[digits.clone()]).unwrap_or_default();
        let blank =
            |at: usize| text.len() - text[at..].trim_start_matches([' ', '\u{a0}', '-']).len();
        let behind = blank(digits.end);
        // Of a number with two readings, one is whole: sizes and counts are printed without decimals
        // unless that shows.
        let value = all.first().map(|reading| reading.value);
        let sized = self.size(value, behind, digits.end);
        if let Some((kind, end)) = sized {
            return Some((vec![kind], end));
        }
        let glued = text[digits.end..].starts_with(|it| is_western_letter(it) || it == '_')
            && Names::builtin().at(text, digits.end).is_none();
        let percent = text[behind..].starts_with('%');
        let count = value.and_then(Decimal::to_u64).filter(|_| !glued && !percent);
        match count {
            Some(count) => {
                let end = self.lexicon.count_word_at(text, behind).unwrap_or(digits.end);
                Some((vec![TokenKind::Count(count)], end))
            }
            None => Some((vec![TokenKind::OtherNumber], digits.end)),
        }
    }

    /// A size, or a number with another unit. A unit may be glued to a name that begins with a
    /// capital: `64 KiBRed Hat 9`.
    fn size(
        &self,
        value: Option<Decimal>,
        behind: usize,
        digits_end: usize,
    ) -> Option<(TokenKind, usize)> {
        let text = self.text;
        let units = &self.lexicon.units;
        if let Some((unit, end)) = units.unit_at(text, behind) {
            let value = value?;
            let kind = match unit.dimension {
                Dimension::Bytes => {
                    let bytes = unit.to_base_whole(value);
                    let block = if unit.name == "kB" { value.times(1024)?.to_u64() } else { bytes };
                    block.map_or(TokenKind::OtherNumber, |as_block| TokenKind::Size {
                        bytes,
                        as_block,
                    })
                }
                _ => TokenKind::OtherNumber,
            };
            return Some((kind, end));
        }
        if let Some((bytes, end)) = self.glued_size(value?, behind) {
            return Some((TokenKind::Size { bytes: Some(bytes), as_block: bytes }, end));
        }
        let rest = &text.as_bytes()[digits_end..];
        let factor = match rest.first()? {
            b'k' | b'K' => 1024,
            b'M' => 1024 * 1024,
            _ => return None,
        };
        let ends = !text[digits_end + 1..].starts_with(is_glue);
        let as_block = value?.times(factor)?.to_u64().filter(|_| ends)?;
        Some((TokenKind::Size { bytes: None, as_block }, digits_end + 1))
    }

    /// The size of `64 KiBRed Hat`: a binary unit that a capital letter follows.
    fn glued_size(&self, value: Decimal, at: usize) -> Option<(u64, usize)> {
        let end = at + 3;
        let name = self.text.get(at..end)?;
        let unit = self.lexicon.unit(name).filter(|it| it.dimension == Dimension::Bytes)?;
        let capital = self.text[end..].starts_with(|it: char| it.is_ascii_uppercase());
        let bytes = unit.to_base_whole(value).filter(|_| capital && name.ends_with("iB"))?;
        Some((bytes, end))
    }

    /// A Chinese numeral with a count word: `六部`.
    fn numeral(&self, at: usize, first: char) -> Option<(u64, usize)> {
        let (_, count) = NUMERALS.iter().find(|(numeral, _)| *numeral == first)?;
        let behind = at + first.len_utf8();
        let is_alone = |it: Option<char>| {
            !it.is_some_and(|it| NUMERALS.iter().any(|(numeral, _)| *numeral == it))
        };
        let counted = self.lexicon.count_word_at(self.text, behind)?;
        is_alone(self.text[..at].chars().next_back()).then_some((*count, counted))
    }
}

/// A letter or digit that makes one word of what stands beside it.
fn is_glue(character: char) -> bool {
    is_western_letter(character) || character.is_ascii_digit() || character == '_'
}

/// The end of a sentence: a full stop that no digit or small letter follows.
fn is_stop(text: &str, at: usize, first: char) -> bool {
    match first {
        '。' | '！' | '?' | '!' | ';' | '；' => true,
        '.' => !text[at + 1..].starts_with(|it: char| it.is_ascii_digit()),
        _ => false,
    }
}
