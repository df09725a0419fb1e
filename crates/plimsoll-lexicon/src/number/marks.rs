//! The marks that stand in numbers, and what the numbers of a table say about them.

use super::readings::{Shape, number_at, one_or_two};
use crate::concept::Concept;
use crate::fold::is_caseless;
use crate::language::Languages;
use crate::lexicon::Lexicon;
use crate::note::Clean;
use crate::unit::is_western_letter;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A character between the digits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// `.`
    Dot,
    /// `,`
    Comma,
    /// One of the spaces U+0020, U+00A0, U+202F, U+2009 and U+2007: pages use them alike.
    Space,
}

impl Mark {
    /// The mark that a character is, if it is one.
    pub fn of(character: char) -> Option<Self> {
        match character {
            '.' => Some(Self::Dot),
            ',' => Some(Self::Comma),
            ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{2007}' => Some(Self::Space),
            _ => None,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Dot => "the dot",
            Self::Comma => "the comma",
            Self::Space => "the space",
        })
    }
}

/// How often something was seen, and where first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) times: usize,
    pub(super) example: Option<Box<str>>,
}

impl Seen {
    fn see(&mut self, text: &str) {
        self.times += 1;
        self.example.get_or_insert_with(|| text.into());
    }

    fn add(&mut self, other: &Self) {
        self.times += other.times;
        if self.example.is_none() {
            self.example.clone_from(&other.example);
        }
    }
}

/// What numbers say about the marks: those of a table, of a line of it, or of a whole page.
///
/// A number with one reading is evidence for others; one with two is only remembered, because a
/// table in which both marks stand before three digits mixes two systems.
///
/// ```
/// use plimsoll_lexicon::{Mark, Marks};
/// let mut table = Marks::default();
/// table.see("0,25");
/// table.see("48.000");
/// assert_eq!(table.decimal(Mark::Comma), 1);
/// assert_eq!(table.open(Mark::Dot), 1);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    pub(super) decimals: [Seen; 3],
    pub(super) groups: [Seen; 3],
    pub(super) open: [Seen; 3],
}

impl Marks {
    /// Takes one whole number into account. What is none says nothing.
    pub fn see(&mut self, number: &str) {
        if is_all_digits(number) {
            return;
        }
        let Ok((first, second)) = one_or_two(number) else { return };
        let all = std::iter::once(first).chain(second);
        for reading in all.filter(|reading| !reading.has_long_decimals()) {
            let open = reading.shape == Shape::Open;
            match (reading.decimal_mark, reading.group_mark) {
                // The two readings of an open number have the same mark: it is counted once.
                (Some(_), None) if open => {}
                (None, Some(mark)) if open => self.open[mark as usize].see(number),
                (decimal, group) => {
                    if let Some(mark) = decimal {
                        self.decimals[mark as usize].see(number);
                    }
                    if let Some(mark) = group {
                        self.groups[mark as usize].see(number);
                    }
                }
            }
        }
    }

    /// Takes the numbers of a cell into account, with its notes cut off; spaced groups count. Not
    /// those glued to letters (`P30`), not ratios (`2.3x`), and not versions: numbers behind a name
    /// (`ONTAP 9.4`) that have no unit.
    ///
    /// ```
    /// use plimsoll_lexicon::{Mark, Marks};
    /// let mut table = Marks::default();
    /// table.see_cell(r"~ 4,7 TiB");
    /// table.see_cell(r"16 000\*");
    /// assert_eq!((table.decimal(Mark::Comma), table.group(Mark::Space)), (1, 1));
    /// ```
    pub fn see_cell(&mut self, cell: &str) {
        // Most cells are a number and nothing else, or have no marks: nothing of these has to be cleaned.
        if number_at(cell, 0).is_some_and(|number| number.end == cell.len()) {
            self.see(&with_plain_spaces(cell));
            return;
        }
        if cell.len() > LONGEST_CELL || !may_have_marks(cell) {
            return;
        }
        let text = Clean::of(cell, false).text;
        for number in lone_numbers(&text).filter(|number| !is_all_digits(&text[number.clone()])) {
            if !follows_a_name(&text[..number.start]) || is_quantity(&text, &number) {
                self.see(&text[number]);
            }
        }
    }

    /// Takes those numbers of prose into account that are amounts of something: that have a unit or a
    /// currency beside them, or more than one mark. The others may be versions (`ONTAP 9.4`,
    /// `kernel 5,3`), which keep the marks of another language, or get either at random. Spaced groups
    /// say nothing: in prose they may be two numbers. Leave out code: it stays as it was written.
    ///
    /// ```
    /// use plimsoll_lexicon::{Mark, Marks};
    /// let mut page = Marks::default();
    /// page.see_prose("Der Kernel 5.3 braucht 0,25 ms.");
    /// assert_eq!((page.decimal(Mark::Comma), page.decimal(Mark::Dot)), (1, 0));
    /// ```
    pub fn see_prose(&mut self, text: &str) {
        for number in lone_numbers(text) {
            let written = &text[number.clone()];
            let is_spaced = written.contains(char::is_whitespace);
            let has_mark = written.contains(['.', ',']);
            if has_mark && !is_spaced && (has_several_marks(written) || is_quantity(text, &number))
            {
                self.see(written);
            }
        }
    }

    /// Adds what others say: those of the next table of a page.
    pub fn add(&mut self, other: &Self) {
        let all = |marks: &mut [Seen; 3], more: &[Seen; 3]| {
            for (own, more) in marks.iter_mut().zip(more) {
                own.add(more);
            }
        };
        all(&mut self.decimals, &other.decimals);
        all(&mut self.groups, &other.groups);
        all(&mut self.open, &other.open);
    }

    /// How many numbers have this decimal mark for certain.
    pub fn decimal(&self, mark: Mark) -> usize {
        self.decimals[mark as usize].times
    }

    /// How many numbers have this grouping mark for certain.
    pub fn group(&self, mark: Mark) -> usize {
        self.groups[mark as usize].times
    }

    /// How many numbers have this mark before three digits, so that it may be either.
    pub fn open(&self, mark: Mark) -> usize {
        self.open[mark as usize].times
    }
}

fn is_all_digits(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number as a cleaned text has it: all spaces that mark groups are U+0020.
pub(crate) fn with_plain_spaces(number: &str) -> Cow<'_, str> {
    let is_other = |it: char| it != ' ' && Mark::of(it) == Some(Mark::Space);
    if !number.is_ascii() && number.contains(is_other) {
        number.replace(is_other, " ").into()
    } else {
        number.into()
    }
}

/// Whether a mark may stand between digits of a cell, once it is cleaned.
fn may_have_marks(cell: &str) -> bool {
    let joins = |bytes: &[u8]| {
        let [before, mark, behind] = bytes else { return false };
        before.is_ascii_digit() && matches!(mark, b'.' | b',' | b' ') && behind.is_ascii_digit()
    };
    // No compatibility form of these is a digit.
    let is_no_digit = |it: char| !it.is_ascii_digit() && (it.is_ascii() || is_caseless(it));
    if cell.chars().all(is_no_digit) {
        return false;
    }
    let is_plain = cell.is_ascii() && !cell.contains(['\\', '<', '[', '!', '*']);
    !is_plain || cell.as_bytes().windows(3).any(joins)
}

/// The numbers of a text that are not glued to letters and are no ratios.
fn lone_numbers(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let begin = at + text[at..].find(|character: char| character.is_ascii_digit())?;
            let number = number_at(text, begin)?;
            at = number.end;
            if stands_alone_before(&text[..begin]) && stands_alone_behind(&text[number.end..]) {
                return Some(number);
            }
        }
    })
}

/// No cell of a value is longer, in bytes; what is longer is text.
const LONGEST_CELL: usize = 1000;

/// Versions have one mark, and those with two (`5.14.0`) are no numbers.
fn has_several_marks(number: &str) -> bool {
    one_or_two(number)
        .is_ok_and(|(first, _)| matches!(first.shape, Shape::BothMarks | Shape::MarkTwice))
}

/// Whether a unit, a share, a word that multiplies or a currency stands beside a number.
fn is_quantity(text: &str, number: &Range<usize>) -> bool {
    const CURRENCIES: [char; 5] = ['$', '€', '£', '¥', '₩'];
    let behind = text[number.end..].trim_start_matches(|it| Mark::of(it) == Some(Mark::Space));
    let before = text[..number.start].trim_end();
    before.ends_with(CURRENCIES)
        || behind.starts_with(CURRENCIES)
        || Lexicon::builtin().begins_with_unit(behind)
}

/// Whether a text ends with a word that is a name, as far as the lexicon knows: one that it does not
/// have, or one that versions follow.
fn follows_a_name(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with(is_western_letter) && {
        let found = Lexicon::builtin().find_in(before, Languages::all());
        let mut last = found.iter().filter(|word| word.range.end == before.len());
        last.all(|word| word.concept == Concept::Version)
    }
}

fn stands_alone_before(text: &str) -> bool {
    let mut before = text.chars().rev();
    match before.next() {
        None => true,
        Some('.' | ',' | '_' | '/') => false,
        // A dash before a number joins it to a name (`standard-32.5`) if a letter precedes.
        Some('-') => !before.next().is_some_and(|letter| letter.is_ascii_alphanumeric()),
        Some(character) => !is_western_letter(character),
    }
}

fn stands_alone_behind(text: &str) -> bool {
    let mut behind = text.chars();
    let next = behind.next();
    let after = behind.next();
    match next {
        Some('x' | 'X' | '×' | '배' | '倍' | '_') => false,
        Some(' ') if matches!(after, Some('x' | 'X' | '×' | '배' | '倍')) => {
            behind.next().is_some_and(is_western_letter)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Marks};

    #[test]
    fn numbers_of_one_reading_are_evidence() {
        let mut marks = Marks::default();
        for number in ["1.527,3", "1,350,000", "48.000", "1,024", "48 000", "x", "1600"] {
            marks.see(number);
        }
        assert_eq!((marks.decimal(Mark::Comma), marks.group(Mark::Dot)), (1, 1));
        assert_eq!(marks.group(Mark::Comma), 1);
        assert_eq!((marks.open(Mark::Dot), marks.open(Mark::Comma)), (1, 1));
        assert_eq!(marks.group(Mark::Space), 1);
    }

    #[test]
    fn numbers_of_prose_without_a_unit_are_no_evidence() {
        let mut marks = Marks::default();
        for text in [
            "NFSv4.1, 2.3X, 2.3 x, 약 2.75배, 64 128, D32s_5.5, box-19.10, 1.2.3",
            "Kernel 5.3, ONTAP 9.4, Ubuntu 19,10, vSphere 6.7",
            "Linux 5,3 çekirdeği, ядро 5,3, (2.75) 4.5 xyz",
        ] {
            marks.see_prose(text);
            assert_eq!(marks, Marks::default(), "{text}");
        }
        marks.see_prose("약1,600.5MiB/s, $0,06/GB, 0,40 毫秒, 1,350,000, 8.5万, 2,5 %");
        assert_eq!((marks.decimal(Mark::Dot), marks.decimal(Mark::Comma)), (2, 3));
        assert_eq!(marks.group(Mark::Comma), 2);
    }

    #[test]
    fn versions_in_cells_are_no_evidence() {
        let mut marks = Marks::default();
        for cell in ["ONTAP 9.4", "Windows 10.0", "RHEL 8.6 / Kernel 5.14", "fio 3.36"] {
            marks.see_cell(cell);
            assert_eq!(marks, Marks::default(), "{cell}");
        }
        marks.see_cell("bis zu 0,5");
        marks.see_cell("Latenz 0,25 ms");
        marks.see_cell("Puffer 2,5 GB");
        assert_eq!(marks.decimal(Mark::Comma), 3);
    }

    #[test]
    fn cells_give_their_numbers_without_notes_and_names() {
        let mut marks = Marks::default();
        for cell in
            [r"2\.048", "25,000 ①", "P1.5", "2.3x", "~1 600,5", "1\u{202f}200", "8.000<sup>1</sup>"]
        {
            marks.see_cell(cell);
        }
        assert_eq!((marks.open(Mark::Dot), marks.open(Mark::Comma)), (2, 1));
        assert_eq!((marks.group(Mark::Space), marks.decimal(Mark::Comma)), (2, 1));
        assert_eq!(marks.decimal(Mark::Dot), 0);
    }

    #[test]
    fn tables_add_up_to_a_page() {
        let mut page = Marks::default();
        for table in ["0,25", "1,5"] {
            let mut marks = Marks::default();
            marks.see(table);
            page.add(&marks);
        }
        assert_eq!(page.decimal(Mark::Comma), 2);
    }
}
