//! Which reading of a number is meant, and by what evidence.

use super::marks::{Mark, Marks, Seen};
use super::readings::{NotANumber, Reading, Shape, one_or_two};
use crate::language::Locale;
use std::fmt;

/// What a number is decided by, the nearest first.
///
/// ```
/// use plimsoll_lexicon::{Decision, Locale, Marks, SeparatorEvidence, decide};
/// let mut table = Marks::default();
/// table.see("0,25");
/// let evidence = SeparatorEvidence { table: Some(&table), ..SeparatorEvidence::default() };
/// let Decision::Value { reading, how } = decide("48.000", &evidence) else { panic!() };
/// assert_eq!(reading.value.to_u64(), Some(48_000));
/// assert_eq!(how.to_string(), "the table's other cells have the comma as decimal mark, as in 0,25");
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct SeparatorEvidence<'a> {
    /// The numbers of the same quantity: the row of a table whose rows are quantities, else the
    /// column. Without it the whole table stands for it. It shows where two systems are mixed.
    pub line: Option<&'a Marks>,
    /// All numbers of the table.
    pub table: Option<&'a Marks>,
    /// All numbers of the page, of its other tables and its prose.
    pub page: Option<&'a Marks>,
    /// The language that the page's words are in.
    pub words: Option<Locale>,
    /// The language that the page declares, or the user.
    pub declared: Option<Locale>,
}

/// What a text is, as far as the evidence tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// A number.
    Value {
        /// The reading that is meant.
        reading: Reading,
        /// Why this one.
        how: How,
    },
    /// A number with two readings, and nothing to choose by.
    Undecided {
        /// The two readings.
        readings: Vec<Reading>,
        /// Why none was chosen.
        why: Doubt,
    },
    /// No number.
    NotANumber(NotANumber),
}

impl Decision {
    /// The reading that is meant.
    pub fn reading(&self) -> Option<&Reading> {
        match self {
            Self::Value { reading, .. } => Some(reading),
            Self::Undecided { .. } | Self::NotANumber(_) => None,
        }
    }

    /// An undecided number, decided by a test that only the caller can make, such as that the row
    /// doubles from column to column. `test` says it as the end of a sentence: "the row doubles".
    /// `None` if the number is not undecided or has no such reading.
    ///
    /// ```
    /// use plimsoll_lexicon::{SeparatorEvidence, decide};
    /// let open = decide("2.048", &SeparatorEvidence::default());
    /// let value = open.confirm(0, "sizes double").expect("two readings");
    /// assert_eq!(value.reading().and_then(|it| it.value.to_u64()), Some(2048));
    /// ```
    #[must_use]
    pub fn confirm(&self, reading: usize, test: impl Into<String>) -> Option<Self> {
        let Self::Undecided { readings, .. } = self else { return None };
        let reading = *readings.get(reading)?;
        Some(Self::Value { reading, how: How::ByTheTable { test: test.into() } })
    }
}

/// Why a reading was chosen, in words for the person who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// The number has only one reading.
    OneReading(Shape),
    /// The numbers of one reading in the same table.
    Table(Tally),
    /// The numbers of one reading on the same page.
    Page(Tally),
    /// The language of the page's words.
    Words(Locale),
    /// The language that the page or the user declares.
    Declared(Locale),
    /// Words that say it without a digit: less than a millisecond.
    InWords,
    /// A test of the caller over the table.
    ByTheTable {
        /// The test, as the end of a sentence.
        test: String,
    },
}

impl How {
    /// Whether the value is to carry a finding: the evidence was not unanimous, or only a test over
    /// the table chose it.
    pub fn needs_finding(&self) -> bool {
        match self {
            Self::OneReading(_) | Self::Words(_) | Self::Declared(_) | Self::InWords => false,
            Self::Table(tally) | Self::Page(tally) => tally.against > 0,
            Self::ByTheTable { .. } => true,
        }
    }
}

/// How numbers of one reading speak for and against a reading of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// How many speak for it.
    pub in_favour: usize,
    /// How many speak against it.
    pub against: usize,
    /// The first one that speaks for it.
    pub example: Box<str>,
    /// What it says.
    says: Says,
}

/// What an example says about a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Decimal(Mark),
    Groups(Mark),
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.says {
            Says::Decimal(mark) => write!(formatter, "have {mark} as decimal mark")?,
            Says::Groups(mark) => write!(formatter, "group with {mark}")?,
        }
        write!(formatter, ", as in {}", self.example)?;
        if self.against > 0 {
            write!(formatter, " ({} for it, {} against it)", self.in_favour, self.against)?;
        }
        Ok(())
    }
}

impl fmt::Display for How {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneReading(shape) => shape.fmt(formatter),
            Self::Table(tally) => write!(formatter, "the table's other cells {tally}"),
            Self::Page(tally) => write!(formatter, "other numbers of the page {tally}"),
            Self::Words(locale) => write!(formatter, "the words of the page are in {locale}"),
            Self::Declared(locale) => write!(formatter, "the language is declared as {locale}"),
            Self::InWords => formatter.write_str("its words say so"),
            Self::ByTheTable { test } => {
                write!(formatter, "of its two readings, only in this one {test}")
            }
        }
    }
}

/// Why a number stays undecided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// No other number and no language says which mark is which.
    NoEvidence,
    /// In the same line both marks stand before three digits, or one does beside groups parted by
    /// spaces: the line mixes two systems.
    MixedMarks,
    /// Other numbers of the page say one thing and the language of its words another: translation leaves
    /// some numbers as they were, and which ones nobody knows.
    PageAgainstWords(Locale),
    /// The language has this mark neither as decimal mark nor for groups.
    ForeignMark(Locale),
    /// The language has other marks in other regions.
    NoRegion(Locale),
}

impl fmt::Display for Doubt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEvidence => formatter.write_str(
                "three digits behind its only mark are a group or decimals, and nothing tells which",
            ),
            Self::MixedMarks => formatter
                .write_str("numbers beside it have other marks in the same place, so either may group"),
            Self::PageAgainstWords(locale) => write!(
                formatter,
                "other numbers of the page have other marks than {locale}, the language of its words"
            ),
            Self::ForeignMark(locale) => {
                write!(formatter, "its mark is neither the decimal nor the grouping mark of {locale}")
            }
            Self::NoRegion(locale) => {
                write!(formatter, "the marks of {locale} differ from region to region")
            }
        }
    }
}

/// Reads a whole text as a number and chooses among its readings.
pub fn decide(text: &str, evidence: &SeparatorEvidence<'_>) -> Decision {
    let (first, second) = match one_or_two(text) {
        Ok(all) => all,
        Err(error) => return Decision::NotANumber(error),
    };
    match second {
        // The mark of a note is glued to the groups of `8,0001`.
        None if first.has_long_decimals() && is_grouping_mark(first.decimal_mark, evidence) => {
            Decision::NotANumber(NotANumber::Groups)
        }
        None => Decision::Value { reading: first, how: How::OneReading(first.shape) },
        Some(decimal) => match choose(first, decimal, evidence) {
            Ok((reading, how)) => Decision::Value { reading, how },
            Err(why) => Decision::Undecided { readings: vec![first, decimal], why },
        },
    }
}

fn choose(
    grouped: Reading,
    decimal: Reading,
    evidence: &SeparatorEvidence<'_>,
) -> Result<(Reading, How), Doubt> {
    let mark = decimal.decimal_mark.ok_or(Doubt::NoEvidence)?;
    let pick = |groups: bool| if groups { grouped } else { decimal };
    let of = |marks: Option<&Marks>| marks.and_then(|marks| vote(marks, mark));
    if let Some((groups, tally)) = of(evidence.table) {
        return Ok((pick(groups), How::Table(tally)));
    }
    if is_mixed(evidence.line.or(evidence.table), mark, evidence) {
        return Err(Doubt::MixedMarks);
    }
    if let Some((groups, tally)) = of(evidence.page) {
        return match evidence.words.filter(|words| groups_with(*words, mark) == Some(!groups)) {
            Some(words) => Err(Doubt::PageAgainstWords(words)),
            None => Ok((pick(groups), How::Page(tally))),
        };
    }
    let mut doubt = Doubt::NoEvidence;
    for (locale, is_declared) in [(evidence.words, false), (evidence.declared, true)] {
        let Some(locale) = locale else { continue };
        if let Some(groups) = groups_with(locale, mark) {
            let how = if is_declared { How::Declared(locale) } else { How::Words(locale) };
            return Ok((pick(groups), how));
        }
        doubt = match locale.marks() {
            Some(_) => Doubt::ForeignMark(locale),
            None => Doubt::NoRegion(locale),
        };
    }
    Err(doubt)
}

/// Whether the language of a page groups with a mark.
fn is_grouping_mark(mark: Option<Mark>, evidence: &SeparatorEvidence<'_>) -> bool {
    let locale = evidence.words.or(evidence.declared);
    let groups = mark.zip(locale).and_then(|(mark, locale)| groups_with(locale, mark));
    groups == Some(true)
}

/// Whether a language groups with a mark, or has it as decimal mark; `None` if neither, or if that
/// differs from region to region.
fn groups_with(locale: Locale, mark: Mark) -> Option<bool> {
    let (decimal_mark, group_mark) = locale.marks()?;
    (mark == decimal_mark || mark == group_mark).then_some(mark == group_mark)
}

/// What numbers of one reading say about an open one with this mark: whether it groups.
///
/// The other mark as decimal mark says that this one groups, and the other mark between groups says
/// that this one does not. Where both are seen as decimal marks, the more frequent one is.
fn vote(marks: &Marks, mark: Mark) -> Option<(bool, Tally)> {
    let other = if mark == Mark::Dot { Mark::Comma } else { Mark::Dot };
    let decimals = |mark: Mark| (&marks.decimals[mark as usize], Says::Decimal(mark));
    let groups = |mark: Mark| (&marks.groups[mark as usize], Says::Groups(mark));
    let for_groups = [decimals(other), groups(mark)];
    let for_decimal = [decimals(mark), groups(other)];
    let times = |side: &[(&Seen, Says); 2]| side[0].0.times + side[1].0.times;
    let (group_times, decimal_times) = (times(&for_groups), times(&for_decimal));
    if group_times == decimal_times {
        return None;
    }
    let groups = group_times > decimal_times;
    let side = if groups { for_groups } else { for_decimal };
    let (example, says) =
        side.into_iter().find_map(|(seen, says)| Some((seen.example.clone()?, says)))?;
    let in_favour = group_times.max(decimal_times);
    let against = group_times.min(decimal_times);
    Some((groups, Tally { in_favour, against, example, says }))
}

/// Whether a line mixes two systems, as translated tables do: `1,024 2.048`, or `1,024 2 048`.
///
/// The second is a mixture only where the language groups by spaces, so that the mark would be its
/// decimal mark; elsewhere spaces in a number are a matter of typesetting.
fn is_mixed(line: Option<&Marks>, mark: Mark, evidence: &SeparatorEvidence<'_>) -> bool {
    let Some(line) = line else { return false };
    let both_open = line.open(Mark::Dot) > 0 && line.open(Mark::Comma) > 0;
    let language = evidence.words.or(evidence.declared).and_then(|locale| locale.marks());
    let would_be_decimal = language.is_none_or(|(decimal, _)| decimal == mark);
    both_open || line.group(Mark::Space) > 0 && would_be_decimal
}

#[cfg(test)]
#[path = "decide_test.rs"]
mod tests;
