//! The strict grammar of numbers.
//!
//! ```text
//! number = digits
//!        | digits mark digits                         a decimal mark
//!        | 1–3 digits (mark 3 digits)+                one kind of grouping mark
//!        | 1–3 digits (mark 3 digits)+ other digits   both
//! mark   = "." | "," | one of five spaces (grouping only)
//! ```
//!
//! A text is a number as a whole or not at all: what stops at the first character it does not know
//! reads `29 000` as 29.

use super::decimal::{Decimal, MOST_DIGITS};
use super::marks::Mark;
use std::fmt;
use std::ops::Range;

/// One way to read a text as a number, and what it says of the two marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The number.
    pub value: Decimal,
    /// The decimal mark, where the text has one in this reading.
    pub decimal_mark: Option<Mark>,
    /// The grouping mark, where the text has one in this reading.
    pub group_mark: Option<Mark>,
    /// What the text looks like.
    pub shape: Shape,
}

impl Reading {
    /// Whether it has a mark with four digits or more behind it, and may be groups with the mark of a
    /// note glued to them: `8,0001`.
    pub(super) fn has_long_decimals(self) -> bool {
        const OF_GROUP: u32 = 3;
        self.shape == Shape::NotThreeDigits
            && self.value.scale() > OF_GROUP
            && self.value.to_f64() >= 1.0
    }
}

/// What a number looks like; all but one of the shapes have only one reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `1600`.
    Plain,
    /// `1.527,3` or `1 527,3`: the last mark is the decimal one.
    BothMarks,
    /// `1,350,000`: a decimal mark stands only once.
    MarkTwice,
    /// `48 000`: spaces only group.
    Spaces,
    /// `0,25`: a group has three digits.
    NotThreeDigits,
    /// `1929.000`: the first group has at most three digits.
    LongBegin,
    /// `0.912`: the first group does not begin with 0.
    LeadingZero,
    /// `48.000`: a group, or three decimals.
    Open,
}

impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Plain => "it has no mark",
            Self::BothMarks => "it has both marks, and the last one is the decimal mark",
            Self::MarkTwice => "a mark that stands in it twice groups",
            Self::Spaces => "spaces between groups of three only group",
            Self::NotThreeDigits => {
                "behind its mark there are not three digits, so it is the decimal mark"
            }
            Self::LongBegin => {
                "before its mark there are more than three digits, so it is the decimal mark"
            }
            Self::LeadingZero => "it begins with 0, so its mark is the decimal mark",
            Self::Open => "three digits behind its only mark are a group, or decimals",
        })
    }
}

/// Why a text is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotANumber {
    /// It has no digits at its begin or at its end.
    NoDigits,
    /// A character in it is no digit and no mark.
    Character(char),
    /// A group has not exactly three digits, or the first one more than three.
    Groups,
    /// More than one kind of mark groups, or a decimal mark stands twice.
    Marks,
    /// It has more than eighteen digits.
    TooLong,
    /// It is part of a name or of a version, such as `NFSv4.1` or `n2-standard-32`.
    PartOfAName,
}

impl fmt::Display for NotANumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoDigits => "it does not begin and end with a digit",
            Self::Character(character) => {
                return write!(formatter, "{character:?} is no digit and no separator");
            }
            Self::Groups => "a group of digits has not exactly three",
            Self::Marks => "its separators contradict each other",
            Self::TooLong => "it has more than 18 digits",
            Self::PartOfAName => "it is part of a name",
        })
    }
}

/// All readings of a whole text, first the one in which a lone mark groups.
///
/// ```
/// use plimsoll_lexicon::{Decimal, Mark, readings};
/// let both = readings("48.000").expect("a number");
/// assert_eq!(both.len(), 2);
/// assert_eq!((both[0].value, both[0].group_mark), (Decimal::whole(48_000), Some(Mark::Dot)));
/// assert_eq!((both[1].value, both[1].decimal_mark), (Decimal::whole(48), Some(Mark::Dot)));
///
/// assert_eq!(readings("1.527,3").expect("a number").len(), 1);
/// assert!(readings("25,000 1").is_err());
/// ```
pub fn readings(text: &str) -> Result<Vec<Reading>, NotANumber> {
    one_or_two(text).map(|(first, second)| std::iter::once(first).chain(second).collect())
}

/// The same: no number has more readings than two.
pub(super) fn one_or_two(text: &str) -> Result<(Reading, Option<Reading>), NotANumber> {
    let mut parts = Parts::default();
    parts.take(text)?;
    let (runs, marks) = (parts.runs(), parts.marks());
    let Some((&last, before)) = marks.split_last() else {
        return Ok((number(runs, None, None, Shape::Plain), None));
    };
    match before.first().copied() {
        None if last == Mark::Space => {
            if !is_grouped(runs) {
                return Err(NotANumber::Groups);
            }
            Ok((number(runs, Some(last), None, Shape::Spaces), None))
        }
        None => Ok(one_mark(runs, last)),
        Some(first) if before.iter().all(|mark| *mark == first) => {
            Ok((several_marks(runs, first, last)?, None))
        }
        Some(_) => Err(NotANumber::Marks),
    }
}

/// `1,5`, `48.000`: two runs of digits with a dot or a comma between them.
fn one_mark(runs: &[&str], mark: Mark) -> (Reading, Option<Reading>) {
    let (begin, rest) = (runs[0], runs[1]);
    let decimal = |shape| number(runs, None, Some(mark), shape);
    if rest.len() != 3 {
        (decimal(Shape::NotThreeDigits), None)
    } else if begin.len() > 3 {
        (decimal(Shape::LongBegin), None)
    } else if begin.starts_with('0') {
        (decimal(Shape::LeadingZero), None)
    } else {
        (number(runs, Some(mark), None, Shape::Open), Some(decimal(Shape::Open)))
    }
}

/// Three runs of digits or more; all marks but the last one are equal.
fn several_marks(runs: &[&str], first: Mark, last: Mark) -> Result<Reading, NotANumber> {
    if first == last {
        let shape = if first == Mark::Space { Shape::Spaces } else { Shape::MarkTwice };
        return if is_grouped(runs) {
            Ok(number(runs, Some(first), None, shape))
        } else {
            Err(NotANumber::Groups)
        };
    }
    if last == Mark::Space {
        return Err(NotANumber::Marks);
    }
    if !is_grouped(&runs[..runs.len() - 1]) {
        return Err(NotANumber::Groups);
    }
    Ok(number(runs, Some(first), Some(last), Shape::BothMarks))
}

/// A first group of one to three digits that is not 0-led, then groups of exactly three.
fn is_grouped(runs: &[&str]) -> bool {
    let first = runs.first().is_some_and(|run| run.len() <= 3 && !run.starts_with('0'));
    first && runs[1..].iter().all(|run| run.len() == 3)
}

fn number(runs: &[&str], group: Option<Mark>, decimal: Option<Mark>, shape: Shape) -> Reading {
    let decimals = if decimal.is_some() { runs[runs.len() - 1].len() } else { 0 };
    // The runs are digits and few enough, so this is a number.
    let value = Decimal::from_runs(runs, decimals).unwrap_or(Decimal::whole(0));
    Reading { value, decimal_mark: decimal, group_mark: group, shape }
}

/// The runs of digits of a number, and behind each but the last one a mark.
struct Parts<'a> {
    runs: [&'a str; MOST_DIGITS],
    marks: [Mark; MOST_DIGITS],
    count: usize,
}

impl Default for Parts<'_> {
    fn default() -> Self {
        Self { runs: [""; MOST_DIGITS], marks: [Mark::Space; MOST_DIGITS], count: 0 }
    }
}

impl<'a> Parts<'a> {
    fn take(&mut self, text: &'a str) -> Result<(), NotANumber> {
        let (mut begin, mut digits, mut has_empty_run) = (0, 0, false);
        for (at, character) in text.char_indices() {
            if character.is_ascii_digit() {
                continue;
            }
            let mark = Mark::of(character).ok_or(NotANumber::Character(character))?;
            self.push(&text[begin..at], mark);
            digits += at - begin;
            has_empty_run |= at == begin;
            begin = at + character.len_utf8();
        }
        self.push(&text[begin..], Mark::Space);
        digits += text.len() - begin;
        if self.runs[0].is_empty() || begin == text.len() {
            Err(NotANumber::NoDigits)
        } else if has_empty_run {
            Err(NotANumber::Marks)
        } else if digits > MOST_DIGITS {
            Err(NotANumber::TooLong)
        } else {
            Ok(())
        }
    }

    /// Takes a run and the mark behind it. What finds no room belongs to a number that is too long.
    fn push(&mut self, run: &'a str, mark: Mark) {
        if let (Some(place), Some(behind)) =
            (self.runs.get_mut(self.count), self.marks.get_mut(self.count))
        {
            (*place, *behind) = (run, mark);
            self.count += 1;
        }
    }

    fn runs(&self) -> &[&'a str] {
        &self.runs[..self.count]
    }

    fn marks(&self) -> &[Mark] {
        &self.marks[..self.count - 1]
    }
}

/// The number that begins at a byte of a text, as far as it can reach: marks between digits belong
/// to it, a space only between groups of three. `None` if there is no digit at this byte.
pub(crate) fn number_at(text: &str, begin: usize) -> Option<Range<usize>> {
    let digits_from =
        |at: usize| text.as_bytes()[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut length = digits_from(begin);
    if length == 0 {
        return None;
    }
    let mut end = begin + length;
    let mut may_be_spaced = length <= 3;
    while let Some(character) = text[end..].chars().next() {
        let Some(mark) = Mark::of(character) else { break };
        let next = end + character.len_utf8();
        length = digits_from(next);
        let belongs = match mark {
            Mark::Space => may_be_spaced && length == 3,
            Mark::Dot | Mark::Comma => length > 0,
        };
        if !belongs {
            break;
        }
        may_be_spaced &= mark == Mark::Space;
        end = next + length;
    }
    Some(begin..end)
}

#[cfg(test)]
mod tests {
    use super::{Decimal, NotANumber, Shape, number_at, readings};
    use proptest::prelude::*;

    fn only(text: &str) -> (String, Shape) {
        let all = readings(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        (all[0].value.to_string(), all[0].shape)
    }

    #[test]
    fn forms_with_one_reading_decide_themselves() {
        for (text, value, shape) in [
            ("3330", "3330", Shape::Plain),
            ("1.527,3", "1527.3", Shape::BothMarks),
            ("1,527.3", "1527.3", Shape::BothMarks),
            ("1\u{202f}527,3", "1527.3", Shape::BothMarks),
            ("1,234,567.89", "1234567.89", Shape::BothMarks),
            ("1,350,000", "1350000", Shape::MarkTwice),
            ("1.350.000", "1350000", Shape::MarkTwice),
            ("300 000 000", "300000000", Shape::Spaces),
            ("48 000", "48000", Shape::Spaces),
            ("48\u{a0}000", "48000", Shape::Spaces),
            ("48\u{2009}000", "48000", Shape::Spaces),
            ("48\u{2007}000", "48000", Shape::Spaces),
            ("0,25", "0.25", Shape::NotThreeDigits),
            ("0,0001", "0.0001", Shape::NotThreeDigits),
            ("1929.000", "1929.000", Shape::LongBegin),
            ("0.912", "0.912", Shape::LeadingZero),
        ] {
            assert_eq!(only(text), (value.to_owned(), shape), "{text}");
        }
    }

    #[test]
    fn three_digits_behind_one_mark_are_open() {
        for (text, grouped, decimal) in [
            ("48.000", 48_000, "48.000"),
            ("1,024", 1024, "1.024"),
            ("926.000", 926_000, "926.000"),
        ] {
            let both = readings(text).expect("a number");
            assert_eq!(both.len(), 2);
            assert_eq!(both[0].value, Decimal::whole(grouped));
            assert_eq!(both[1].value.to_string(), decimal);
        }
    }

    #[test]
    fn what_is_left_over_is_an_error_and_no_shorter_number() {
        for (text, why) in [
            ("", NotANumber::NoDigits),
            (".5", NotANumber::NoDigits),
            ("5.", NotANumber::NoDigits),
            ("1a.2,3", NotANumber::Character('a')),
            ("-4", NotANumber::Character('-')),
            ("1,2,3", NotANumber::Groups),
            ("5.1.2", NotANumber::Groups),
            ("25,000 1", NotANumber::Marks),
            ("25 000 1", NotANumber::Groups),
            ("2048 000", NotANumber::Groups),
            ("1,35,000", NotANumber::Groups),
            ("0,350,000", NotANumber::Groups),
            ("1,234.567.890", NotANumber::Marks),
            ("1,234,567.890,1", NotANumber::Marks),
            ("1..5", NotANumber::Marks),
            ("29\u{2002}000", NotANumber::Character('\u{2002}')),
            ("1234567890123456789", NotANumber::TooLong),
        ] {
            assert_eq!(readings(text), Err(why), "{text:?}");
        }
    }

    #[test]
    fn a_number_reaches_as_far_as_its_groups() {
        for (text, number) in [
            ("25,000 1", "25,000"),
            ("1 600 MiB/s", "1 600"),
            ("416-90", "416"),
            ("1 500. MiB/s", "1 500"),
            ("5 000 1100", "5 000"),
            ("2022 800", "2022"),
            ("1,600, and", "1,600"),
            ("1 527,3", "1 527,3"),
            ("1,2,3", "1,2,3"),
            ("8,900 万", "8,900"),
        ] {
            assert_eq!(number_at(text, 0).map(|range| &text[range]), Some(number), "{text}");
        }
        assert_eq!(number_at("a1", 0), None);
    }

    proptest! {
        #[test]
        fn no_reading_uses_part_of_a_text(text in "[0-9., \u{a0}]{0,14}") {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            for reading in readings(&text).unwrap_or_default() {
                let written: String =
                    reading.value.to_string().chars().filter(char::is_ascii_digit).collect();
                prop_assert_eq!(written.trim_start_matches('0'), digits.trim_start_matches('0'));
            }
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,16}") {
            let _ = readings(&text);
            for (at, _) in text.char_indices() {
                let _ = number_at(&text, at);
            }
        }
    }
}
