//! Read and write shares, as headers and labels of tables have them.

use crate::concept::Concept;
use crate::language::Languages;
use crate::lexicon::{Found, Lexicon};
use crate::note::Clean;
use crate::number::{Decimal, number_at, readings};
use crate::unit::is_western_letter;
use plimsoll_schema::Pattern;
use std::fmt;
use std::ops::Range;

/// The shares of reads and writes that a text names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mix {
    /// The share of reads, in per cent.
    pub read_percent: f64,
    /// How it was told.
    pub how: MixHow,
}

/// How the share of reads was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MixHow {
    /// Each share stands at its word: `75% 읽기 및 25% 쓰기`, `R 70% W 30%`.
    Words,
    /// One share stands at its word, and the other is the rest: `100% 已讀`, `70% read`.
    OneShare,
    /// Two shares without words, the first of which is that of the reads by custom: `%90: %10`,
    /// `80/20`. Only what stands around can say that reads and writes are meant.
    Order,
    /// As `Order`, in tenths: `7/3`.
    OrderInTenths,
}

impl MixHow {
    /// Whether only custom says which share is that of the reads.
    pub fn is_by_order(self) -> bool {
        matches!(self, Self::Order | Self::OrderInTenths)
    }
}

impl fmt::Display for MixHow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Words => "each share stands at its word",
            Self::OneShare => "one share stands at its word, and the other is the rest",
            Self::Order => "two shares that make 100, reads first",
            Self::OrderInTenths => "two shares that make 10, reads first",
        })
    }
}

/// A share in a text.
#[derive(Debug)]
struct Share {
    value: Decimal,
    has_percent: bool,
    range: Range<usize>,
}

/// Reads the mix that a header or a label names.
///
/// `None` if it names none, if its shares do not make 100 (or 10, where they are tenths), or if they
/// are shares of sequential and random access.
///
/// ```
/// use plimsoll_lexicon::{Languages, MixHow, read_mix};
/// let read = |text| read_mix(text, Languages::all()).map(|mix| mix.read_percent);
/// assert_eq!(read("75% 읽기 및 25% 쓰기"), Some(75.0));
/// assert_eq!(read("읽기 25%, 쓰기 75%"), Some(25.0));
/// assert_eq!(read("100% 已讀"), Some(100.0));
/// assert_eq!(read("90% 읽기 및 20% 쓰기"), None);
/// let mix = read_mix("7/3", Languages::all()).expect("a mix");
/// assert_eq!((mix.read_percent, mix.how), (70.0, MixHow::OrderInTenths));
/// ```
pub fn read_mix(text: &str, languages: Languages) -> Option<Mix> {
    if text.len() > LONGEST_LABEL {
        return None;
    }
    let clean = Clean::of(text, false);
    let text = clean.text.as_str();
    let words = Lexicon::builtin().find_in(text, languages);
    if words.iter().any(|it| is_pattern(it.concept))
        && !words.iter().any(|it| is_operation(it.concept))
    {
        return None;
    }
    let operations = operations(text, &words);
    let all = shares(text);
    let mut marked: Vec<&Share> = all.iter().filter(|share| share.has_percent).collect();
    if !is_whole(&marked, &operations) {
        let of_patterns = pattern_shares(text, &words, &all);
        marked.retain(|share| !of_patterns.iter().any(|(_, of)| of.range == share.range));
    }
    match (marked.as_slice(), operations.as_slice()) {
        ([first, second], [_, _, ..]) => by_words(first, second, &operations),
        ([only], [operation]) => one_share(only, operation),
        ([first, second], []) => by_order(text, first, second),
        ([], _) => bare_shares(text, &all, &operations),
        _ => None,
    }
}

/// Whether shares are all of reads and writes, even where a pattern stands beside them: `70% random
/// read, 30% random write`, `100% sequential read`.
fn is_whole(shares: &[&Share], operations: &[(bool, Range<usize>)]) -> bool {
    match (shares, operations) {
        ([first, second], [_, _, ..]) => makes(first, second, 100),
        ([only], [_]) => only.value == Decimal::whole(100),
        _ => false,
    }
}

/// The shares with a per cent sign that are those of a pattern, `70% random`, with whether that is
/// the random one. Where there are as many words as shares, they go together in their order; else a
/// share goes with the nearest word, and with the one behind it of two.
fn pattern_shares<'a>(text: &str, words: &[Found], all: &'a [Share]) -> Vec<(bool, &'a Share)> {
    let telling: Vec<&Found> = words
        .iter()
        .filter(|word| is_operation(word.concept) || is_pattern(word.concept))
        .collect();
    let marked: Vec<&Share> = all.iter().filter(|share| share.has_percent).collect();
    let distance = |share: &Share, word: &Found| {
        let (begin, end, is_before) = if word.range.end <= share.range.start {
            (word.range.end, share.range.start, true)
        } else {
            (share.range.end, word.range.start.max(share.range.end), false)
        };
        let letters = text[begin..end].chars().filter(|it| !it.is_whitespace() && *it != '%');
        (letters.count(), is_before)
    };
    let word_of = |(at, share): (usize, &&Share)| {
        if marked.len() == telling.len() {
            return telling.get(at).copied();
        }
        telling.iter().copied().min_by_key(|word| distance(share, word))
    };
    let pairs = marked.iter().enumerate();
    let of_pattern = |(at, share): (usize, &&'a Share)| {
        let word = word_of((at, share)).filter(|word| is_pattern(word.concept))?;
        Some((word.concept == Concept::Random, *share))
    };
    pairs.filter_map(of_pattern).collect()
}

fn is_pattern(concept: Concept) -> bool {
    matches!(concept, Concept::Sequential | Concept::Random)
}

/// The pattern of a text whose words name one: shares say more, `0% random` is sequential, and `70%
/// random` is neither.
pub(crate) fn pattern_by_shares(
    text: &str,
    words: &[Found],
    by_words: Option<Pattern>,
) -> Option<Pattern> {
    if !words.iter().any(|word| is_pattern(word.concept)) || !text.contains('%') {
        return by_words;
    }
    let all = shares(text);
    let mut of_random = pattern_shares(text, words, &all).into_iter().map(|(is_random, share)| {
        let whole = share.value == Decimal::whole(100);
        let none = share.value == Decimal::whole(0);
        (whole || none).then_some(is_random == whole)
    });
    let Some(first) = of_random.next() else { return by_words };
    let is_random = first.filter(|first| of_random.all(|other| other == Some(*first)))?;
    Some(if is_random { Pattern::Random } else { Pattern::Sequential })
}

/// Labels are short; what is longer is prose.
const LONGEST_LABEL: usize = 400;

fn is_operation(concept: Concept) -> bool {
    matches!(concept, Concept::Read | Concept::Write)
}

/// The words for reads and writes, also single letters: `R 70% W 30%`.
fn operations(text: &str, words: &[Found]) -> Vec<(bool, Range<usize>)> {
    let mut operations: Vec<(bool, Range<usize>)> = words
        .iter()
        .filter(|word| is_operation(word.concept))
        .map(|word| (word.concept == Concept::Read, word.range.clone()))
        .collect();
    if operations.is_empty() {
        let is_alone = |at: usize| {
            let before = text[..at].chars().next_back();
            let behind = text[at + 1..].chars().next();
            !before.is_some_and(is_western_letter) && !behind.is_some_and(is_western_letter)
        };
        let letters = text.match_indices(['R', 'W']).filter(|(at, _)| is_alone(*at));
        operations = letters.map(|(at, letter)| (letter == "R", at..at + 1)).collect();
        let has = |read| operations.iter().any(|(is_read, _)| *is_read == read);
        if !(has(true) && has(false)) {
            operations.clear();
        }
    }
    operations.dedup();
    operations
}

/// The numbers of a text that may be shares, with whether a per cent sign stands at them.
fn shares(text: &str) -> Vec<Share> {
    let mut shares = Vec::new();
    let mut at = 0;
    while let Some(digit) = text[at..].find(|it: char| it.is_ascii_digit()) {
        let begin = at + digit;
        let Some(range) = number_at(text, begin) else { break };
        at = range.end;
        let before = text[..begin].trim_end();
        let behind = text[range.end..].trim_start();
        let glued = text[..begin]
            .chars()
            .next_back()
            .is_some_and(|it| is_western_letter(it) && it != 'R' && it != 'W')
            || text[range.end..]
                .chars()
                .next()
                .is_some_and(|it| is_western_letter(it) && it != 'R' && it != 'W');
        if glued {
            continue;
        }
        // A sign between two numbers belongs to the first: `100%:0%`.
        let sign_before = before.ends_with('%')
            && !before[..before.len() - 1].trim_end().ends_with(|it: char| it.is_ascii_digit());
        let has_percent = behind.starts_with('%') || sign_before;
        let all = readings(&text[range.clone()]).unwrap_or_default();
        // A share has at most three digits before its mark, so the reading with a decimal mark holds.
        if let Some(reading) = all.last() {
            shares.push(Share { value: reading.value, has_percent, range });
        }
    }
    shares
}

/// Two shares and at least two words: the first number goes with the first word and the second with
/// the second, whether numbers or words stand first; where there are more words, each number goes
/// with the nearest.
fn by_words(first: &Share, second: &Share, operations: &[(bool, Range<usize>)]) -> Option<Mix> {
    let (first_is_read, second_is_read) = match operations {
        [one, two] => (one.0, two.0),
        _ => (nearest(first, operations), nearest(second, operations)),
    };
    if first_is_read == second_is_read || !makes(first, second, 100) {
        return None;
    }
    let read = if first_is_read { first } else { second };
    Some(Mix { read_percent: read.value.to_f64(), how: MixHow::Words })
}

fn nearest(share: &Share, operations: &[(bool, Range<usize>)]) -> bool {
    let distance = |range: &Range<usize>| {
        if range.end <= share.range.start {
            share.range.start - range.end
        } else {
            range.start.saturating_sub(share.range.end)
        }
    };
    operations.iter().min_by_key(|(_, range)| distance(range)).is_some_and(|(is_read, _)| *is_read)
}

fn one_share(share: &Share, (is_read, _): &(bool, Range<usize>)) -> Option<Mix> {
    let hundred = Decimal::whole(100);
    if share.value > hundred {
        return None;
    }
    let value = share.value.to_f64();
    let read_percent = if *is_read { value } else { 100.0 - value };
    Some(Mix { read_percent, how: MixHow::OneShare })
}

/// Two shares with nothing but a sign between them, the reads first.
fn by_order(text: &str, first: &Share, second: &Share) -> Option<Mix> {
    let between = text.get(first.range.end..second.range.start)?;
    let is_sign =
        |it: char| it.is_whitespace() || matches!(it, '%' | ':' | '/' | '-' | '–' | '−' | '|');
    let joins = |it: char| matches!(it, ':' | '/' | '-' | '–' | '−' | '|');
    let is_pair =
        between.chars().all(is_sign) && between.chars().filter(|it| joins(*it)).count() == 1;
    if !is_pair {
        return None;
    }
    let value = first.value.to_f64();
    if makes(first, second, 100) {
        Some(Mix { read_percent: value, how: MixHow::Order })
    } else if makes(first, second, 10) && !first.has_percent {
        Some(Mix { read_percent: value * 10.0, how: MixHow::OrderInTenths })
    } else {
        None
    }
}

/// Shares without a per cent sign: `80/20`, `R70 W30`, `SQL 90-10`. A pair among other numbers
/// (`2-8-4`, a date) is none.
fn bare_shares(text: &str, all: &[Share], operations: &[(bool, Range<usize>)]) -> Option<Mix> {
    let [first, second] = all else { return None };
    match operations {
        [_, _] => by_words(first, second, operations).or_else(|| {
            let tenths = makes(first, second, 10) && operations[0].0 != operations[1].0;
            let read = if operations[0].0 { first } else { second };
            tenths.then(|| Mix { read_percent: read.value.to_f64() * 10.0, how: MixHow::Words })
        }),
        [] => by_order(text, first, second),
        _ => None,
    }
}

fn makes(first: &Share, second: &Share, whole: u64) -> bool {
    first.value.plus(second.value) == Some(Decimal::whole(whole))
}

#[cfg(test)]
#[path = "mix_test.rs"]
mod tests;
