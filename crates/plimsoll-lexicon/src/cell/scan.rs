//! The pieces of a cell: numbers with their units, words, signs, and what is none of them.

use crate::concept::{Concept, Side};
use crate::language::Languages;
use crate::lexicon::{Found, Lexicon, NumberWord};
use crate::number::number_at;
use crate::unit::{Dimension, Unit, UnitSpellings, is_western_letter};
use std::ops::Range;

/// A piece of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) item: Item,
    pub(super) range: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Item {
    Number(ScannedNumber),
    /// A word, with each of its meanings.
    Word(Vec<(Concept, Option<Side>)>),
    /// A unit that stands alone.
    Unit(Unit),
    /// `<`, `≤`, `>`, `≥`.
    Sign(Concept),
    /// About before a number, and a range between two.
    Tilde,
    Dash,
    /// `/GB`, `pro GB`, `1 TiB あたり`: what stands beside it is so much for each unit of capacity.
    PerCapacity,
    Money,
    /// Brackets, colons, commas, which say nothing.
    Separator,
    /// Anything else.
    Unknown,
}

/// A number with what stands directly behind it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ScannedNumber {
    pub(super) digits: Range<usize>,
    /// To the end of a word that multiplies it.
    pub(super) written: Range<usize>,
    pub(super) number_word: Option<NumberWord>,
    pub(super) unit: Option<Unit>,
    pub(super) per_capacity: bool,
}

/// What stands behind a number, as far as it may multiply it.
#[derive(Debug, Clone, Copy)]
enum Multiplier {
    None,
    /// A word, and its end.
    Word(NumberWord, usize),
    /// A word of one language that is a unit in another, on a page whose language is not known:
    /// `Mio` is a million in German and a mebibyte in French.
    WordOrUnit,
}

/// Words and signs of money.
const MONEY: &[&str] = &[
    "US$", "USD", "EUR", "GBP ", "KRW", "JPY", "TWD", "CNY", "$", "€", "£", "¥", "₩", "₽", "美元",
    "円", "руб",
];

pub(super) struct Scanner<'a> {
    text: &'a str,
    lexicon: &'a Lexicon,
    languages: Languages,
    found: Vec<Found>,
    at: usize,
    /// The next number has its per cent sign before it: `%10`.
    percent_before: bool,
    /// The next number is a rate by a word before it: `초당 400 MiB`.
    second_before: bool,
    /// Where a word stands that may be a unit, or not: it is neither.
    word_or_unit: Option<usize>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, lexicon: &'a Lexicon, languages: Languages) -> Self {
        let found = lexicon.find_all(text, languages);
        Self {
            text,
            lexicon,
            languages,
            found,
            at: 0,
            percent_before: false,
            second_before: false,
            word_or_unit: None,
        }
    }

    pub(super) fn pieces(mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        while let Some(first) = self.text[self.at..].chars().next() {
            if first.is_whitespace() {
                self.at += first.len_utf8();
                continue;
            }
            let begin = self.at;
            let (item, end) = self.next(first);
            self.at = end;
            if let Some(item) = item {
                pieces.push(Piece { item, range: begin..end });
            }
        }
        pieces
    }

    /// The piece that begins here, if it says something by itself, and its end.
    fn next(&mut self, first: char) -> (Option<Item>, usize) {
        let (text, at, units) = (self.text, self.at, &self.lexicon.units);
        if let Some(end) = units.capacity_then_per_at(text, at) {
            return (Some(Item::PerCapacity), end);
        }
        if self.word_or_unit == Some(at) {
            return (Some(Item::Unknown), self.unknown_end(first));
        }
        if first.is_ascii_digit() {
            let (item, end) = self.number();
            return (Some(item), end);
        }
        if first == '%' && text[at + 1..].trim_start().starts_with(|it: char| it.is_ascii_digit()) {
            self.percent_before = true;
            return (None, at + 1);
        }
        if let Some((item, end)) = sign(text, at, first) {
            return (Some(item), end);
        }
        if let Some(money) = MONEY.iter().find(|money| text[at..].starts_with(**money)) {
            return (Some(Item::Money), at + money.len());
        }
        if let Some(end) = units.second_before_at(text, at) {
            self.second_before = true;
            return (None, end);
        }
        if let Some(end) = units.per_capacity_at(text, at) {
            return (Some(Item::PerCapacity), end);
        }
        // A word that holds a unit (`밀리초 미만`) goes before the unit, and `min.` is a minute only
        // behind a number.
        let bounds = |item: &Item| matches!(item, Item::Word(it) if it[0].0.bound().is_some());
        match (self.word(), units.unit_at(text, at)) {
            (Some((item, end)), unit)
                if unit.is_none_or(|(_, it)| it < end || it == end && bounds(&item)) =>
            {
                (Some(item), end)
            }
            (_, Some((unit, end))) => (Some(Item::Unit(unit)), end),
            _ => (Some(Item::Unknown), self.unknown_end(first)),
        }
    }

    fn number(&mut self) -> (Item, usize) {
        let text = self.text;
        let Some(digits) = number_at(text, self.at) else { return (Item::Unknown, self.at + 1) };
        let mut end = digits.end;
        let mut written_end = end;
        let blank = |at: usize| text.len() - text[at..].trim_start_matches([' ', '\t']).len();
        let multiplier = self.multiplier(blank(end));
        if let Multiplier::Word(_, behind) = multiplier {
            (end, written_end) = (behind, behind);
        }
        let mut unit = None;
        if matches!(multiplier, Multiplier::WordOrUnit) {
            self.word_or_unit = Some(blank(end));
        } else {
            let unit_at = |at| {
                let unit = self.lexicon.units.unit_at(text, at);
                unit.filter(|(_, end)| !self.is_bound_beyond(at, *end))
            };
            let behind = |end| self.lexicon.count_word_at(text, blank(end)).unwrap_or(end);
            if let Some((found, after)) =
                unit_at(blank(end)).or_else(|| unit_at(blank(behind(end))))
            {
                (unit, end) = (Some(found), after);
            } else {
                end = behind(end);
            }
        }
        let per_capacity = match self.lexicon.units.per_capacity_at(text, end) {
            Some(behind) if unit.is_none_or(may_be_per_capacity) => {
                end = behind;
                true
            }
            _ => false,
        };
        if text[end..].starts_with(|next: char| is_western_letter(next) || next == '_')
            && end == written_end
        {
            // Glued to letters it is part of a name: `32s_v3`.
            return (Item::Unknown, self.name_end(digits.start));
        }
        if std::mem::take(&mut self.percent_before) {
            unit = unit.or(Some(Unit::PERCENT));
        }
        if std::mem::take(&mut self.second_before) {
            unit = unit.and_then(|unit| UnitSpellings::rate_of(unit).or(Some(unit)));
        }
        let written = digits.start..written_end;
        let number_word =
            if let Multiplier::Word(word, _) = multiplier { Some(word) } else { None };
        let number = ScannedNumber { digits, written, number_word, unit, per_capacity };
        (Item::Number(number), end)
    }

    /// Whether a word that bounds a value begins here and ends later: `초과` is no second.
    fn is_bound_beyond(&self, at: usize, end: usize) -> bool {
        let begin = self.found.partition_point(|found| found.range.start < at);
        let mut here = self.found[begin..].iter().take_while(|found| found.range.start == at);
        here.any(|found| found.concept.bound().is_some() && found.range.end > end)
    }

    /// The word that multiplies a number, unless it is rather a unit.
    fn multiplier(&self, at: usize) -> Multiplier {
        let unit = self.lexicon.units.unit_at(self.text, at);
        match self.lexicon.number_word_at(self.text, at, self.languages) {
            Some((_, end)) if unit.is_some_and(|(_, unit_end)| unit_end > end) => Multiplier::None,
            Some(_) if unit.is_some() && self.languages.len() > 2 => Multiplier::WordOrUnit,
            Some((word, end)) => Multiplier::Word(word, end),
            None => Multiplier::None,
        }
    }

    /// The word that begins here, with all its meanings.
    fn word(&self) -> Option<(Item, usize)> {
        let begin = self.found.partition_point(|found| found.range.start < self.at);
        let first = self.found.get(begin).filter(|found| found.range.start == self.at)?;
        let same = self.found[begin..].iter().take_while(|found| found.range == first.range);
        let meanings = same.map(|found| (found.concept, found.side)).collect();
        Some((Item::Word(meanings), self.inflected_end(first.range.end)))
    }

    /// The end of a word with what inflects its stem: of `Lesen` only `Lese` is the stem. What
    /// begins a word of its own (`Lesedurchsatz`) belongs to that.
    fn inflected_end(&self, end: usize) -> usize {
        let next = self.found.partition_point(|found| found.range.start < end);
        let is_compound = self.found.get(next).is_some_and(|found| found.range.start == end);
        let ends_in_letter = self.text[..end].ends_with(is_western_letter);
        let rest = &self.text[end..];
        let inflection = rest.find(|it| !is_western_letter(it)).unwrap_or(rest.len());
        if is_compound || !ends_in_letter { end } else { end + inflection }
    }

    /// The end of what nobody knows: of a name, or of a run of letters without blanks, up to the next
    /// word that is known.
    fn unknown_end(&self, first: char) -> usize {
        if is_western_letter(first) {
            return self.name_end(self.at);
        }
        if !first.is_alphanumeric() {
            return self.at + first.len_utf8();
        }
        let next_word = self.found.iter().map(|found| found.range.start).find(|it| *it > self.at);
        let rest = &self.text[self.at..next_word.unwrap_or(self.text.len())];
        let is_over = |it: char| !it.is_alphanumeric() || it.is_ascii() || is_western_letter(it);
        self.at + rest.find(is_over).unwrap_or(rest.len())
    }

    /// The end of a name such as `n2-standard-32` or `D32s_v3`.
    fn name_end(&self, begin: usize) -> usize {
        let belongs = |it: char| {
            is_western_letter(it)
                || it.is_ascii_digit()
                || matches!(it, '_' | '-' | '.' | '/' | '\'')
        };
        let rest = &self.text[begin..];
        begin + rest.find(|it| !belongs(it)).unwrap_or(rest.len())
    }
}

/// A rate of operations or bytes, or a bare number, may be one for each unit of capacity.
fn may_be_per_capacity(unit: Unit) -> bool {
    matches!(unit.dimension, Dimension::OperationsPerSecond | Dimension::BytesPerSecond)
}

fn sign(text: &str, at: usize, first: char) -> Option<(Item, usize)> {
    let end = at + first.len_utf8();
    let with_equals = |below: Concept, at_most: Concept| match text[end..].strip_prefix('=') {
        Some(_) => (Item::Sign(at_most), end + 1),
        None => (Item::Sign(below), end),
    };
    Some(match first {
        '~' | '∼' | '〜' => (Item::Tilde, end),
        '≈' | '≒' | '≃' => (Item::Sign(Concept::About), end),
        '<' => with_equals(Concept::Below, Concept::AtMost),
        '>' => with_equals(Concept::Above, Concept::AtLeast),
        '≤' | '≦' | '⩽' => (Item::Sign(Concept::AtMost), end),
        '≥' | '≧' | '⩾' => (Item::Sign(Concept::AtLeast), end),
        '-' | '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => (Item::Dash, end),
        '(' | ')' | '[' | ']' | ':' | ',' | ';' | '"' => (Item::Separator, end),
        _ => return None,
    })
}
