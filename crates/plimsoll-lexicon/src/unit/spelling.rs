//! How units are spelled, from `data/units.toml`.

use super::{Dimension, Unit};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFile {
    bytes: BTreeMap<String, Vec<String>>,
    bits: BTreeMap<String, Vec<String>>,
    second: SecondFile,
    time: BTreeMap<String, Vec<String>>,
    time_words: BTreeMap<String, Vec<String>>,
    operations: BTreeMap<String, Vec<String>>,
    transactions: BTreeMap<String, Vec<String>>,
    percent: BTreeMap<String, Vec<String>>,
    ratio: BTreeMap<String, Vec<String>>,
    capacity: CapacityFile,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SecondFile {
    glued: Vec<String>,
    slash: Vec<String>,
    words: Vec<String>,
    before: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CapacityFile {
    before: Vec<String>,
    after: Vec<String>,
}

/// A spelling that is matched in its own letters, or in any case.
#[derive(Debug)]
struct Spelling<T> {
    text: String,
    any_case: bool,
    meaning: T,
}

/// Spellings by the first letter that they are matched by, so that most places of a text cost one
/// look-up.
#[derive(Debug)]
struct Spellings<T>(BTreeMap<char, Vec<Spelling<T>>>);

/// All spellings of units.
#[derive(Debug)]
pub(crate) struct UnitSpellings {
    /// Sizes in bytes or bits; `None` for bits, which are a unit only as a rate.
    sizes: Spellings<(Option<Unit>, Unit)>,
    whole: Spellings<Unit>,
    second_glued: Spellings<()>,
    second_slash: Spellings<()>,
    second_words: Spellings<()>,
    second_before: Spellings<()>,
    capacity_before: Spellings<()>,
    capacity_after: Spellings<()>,
}

impl UnitSpellings {
    /// Reads the file; its text is part of the program, so an error says what to correct in it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let file: UnitFile = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut sizes = Spellings(BTreeMap::new());
        for (name, spellings) in file.bytes.iter().chain(&file.bits) {
            let rate = Unit::rate(name).ok_or_else(|| format!("{name} is no size"))?;
            sizes.add(spellings, false, (Unit::bytes(name), rate));
        }
        let mut whole = Spellings(BTreeMap::new());
        for (tables, any_case) in [(&file.time, false), (&file.time_words, true)] {
            for (key, spellings) in tables {
                let unit = Unit::time(key).ok_or_else(|| format!("{key} is no time"))?;
                whole.add(spellings, any_case, unit);
            }
        }
        for (table, unit) in [
            (&file.operations, Unit::IOPS),
            (&file.transactions, Unit::TRANSACTIONS),
            (&file.percent, Unit::PERCENT),
            (&file.ratio, Unit::RATIO),
        ] {
            for spellings in table.values() {
                whole.add(spellings, true, unit);
            }
        }
        let words = |list: &[String], any_case| {
            let mut spellings = Spellings(BTreeMap::new());
            spellings.add(list, any_case, ());
            spellings
        };
        Ok(Self {
            sizes,
            whole,
            second_glued: words(&file.second.glued, false),
            second_slash: words(&file.second.slash, false),
            second_words: words(&file.second.words, true),
            second_before: words(&file.second.before, true),
            capacity_before: words(&file.capacity.before, true),
            capacity_after: words(&file.capacity.after, true),
        })
    }

    /// The longest unit that begins at a byte of a text and ends at the end of a word, and its end.
    pub(crate) fn unit_at(&self, text: &str, at: usize) -> Option<(Unit, usize)> {
        let mut best: Option<(Unit, usize)> = None;
        let mut offer = |unit: Unit, end: usize| {
            if best.is_none_or(|(_, longest)| longest < end) && ends_word(text, end) {
                best = Some((unit, end));
            }
        };
        for ((size, rate), end) in self.sizes.ends(text, at) {
            if let Some(size) = size {
                offer(size, end);
            }
            for end in self.second_ends(text, end) {
                offer(rate, end);
            }
        }
        for (unit, end) in self.whole.ends(text, at) {
            offer(unit, end);
        }
        best
    }

    /// The unit that a whole text is.
    pub(crate) fn unit(&self, text: &str) -> Option<Unit> {
        let text = text.trim();
        self.unit_at(text, 0).filter(|(_, end)| *end == text.len()).map(|(unit, _)| unit)
    }

    /// Where "a second" ends behind a size, for each way to read it.
    fn second_ends<'a>(&'a self, text: &'a str, at: usize) -> impl Iterator<Item = usize> + 'a {
        let glued = self.second_glued.ends(text, at);
        let blank = skip_spaces(text, at);
        let slash =
            text[blank..].chars().next().filter(|it| matches!(it, '/' | '\u{2044}' | '\u{2215}'));
        let behind_slash = slash.map(|it| skip_spaces(text, blank + it.len_utf8()));
        let slashed = behind_slash.into_iter().flat_map(move |at| self.second_slash.ends(text, at));
        let worded = self.second_words.ends(text, blank);
        glued.chain(slashed).chain(worded).map(|((), end)| end)
    }

    /// Where a word such as `초당` ends that makes a rate of the size behind it.
    pub(crate) fn second_before_at(&self, text: &str, at: usize) -> Option<usize> {
        self.second_before.longest(text, at)
    }

    /// The rate of a size, for a size that stands behind such a word.
    pub(crate) fn rate_of(size: Unit) -> Option<Unit> {
        (size.dimension == Dimension::Bytes).then(|| Unit::rate(size.name)).flatten()
    }

    /// Where `/GB`, `pro GB` or `per 1 TiB` ends: what stands before it is a rate per capacity.
    pub(crate) fn per_capacity_at(&self, text: &str, at: usize) -> Option<usize> {
        let begin = skip_spaces(text, at);
        let behind_word = match text[begin..].strip_prefix('/') {
            Some(_) => begin + 1,
            None => self.capacity_before.longest(text, begin)?,
        };
        let amount = skip_spaces(text, behind_word);
        self.capacity_at(text, amount)
            .or_else(|| self.capacity_at(text, skip_spaces(text, word_then_blank(text, amount)?)))
    }

    /// Where `1 TiB あたり` ends: what stands behind it is a rate per capacity.
    pub(crate) fn capacity_then_per_at(&self, text: &str, at: usize) -> Option<usize> {
        let end = skip_spaces(text, self.capacity_at(text, at)?);
        self.capacity_after.longest(text, end)
    }

    /// Where an amount of capacity ends: `GB`, `1 TiB`, `2.5 TiB`.
    fn capacity_at(&self, text: &str, at: usize) -> Option<usize> {
        let digits = text[at..].bytes().take_while(|it| it.is_ascii_digit() || *it == b'.').count();
        let begin = skip_spaces(text, at + digits);
        let (unit, end) = self.unit_at(text, begin)?;
        (unit.dimension == Dimension::Bytes).then_some(end)
    }
}

impl<T: Copy> Spellings<T> {
    fn add(&mut self, list: &[String], any_case: bool, meaning: T) {
        for text in list {
            let text = if any_case { folded(text).collect() } else { text.clone() };
            let Some(first) = text.chars().next().and_then(first_letter) else { continue };
            self.0.entry(first).or_default().push(Spelling { text, any_case, meaning });
        }
    }

    /// The meanings of all spellings that begin at this byte, with their ends.
    fn ends<'a>(&'a self, text: &'a str, at: usize) -> impl Iterator<Item = (T, usize)> + 'a {
        let first = text[at..].chars().next().and_then(first_letter);
        let here = first.and_then(|first| self.0.get(&first)).map_or(&[][..], Vec::as_slice);
        here.iter().filter_map(move |it| it.end_at(text, at).map(|end| (it.meaning, end)))
    }

    /// The end of the longest spelling that begins at this byte and is a whole word.
    fn longest(&self, text: &str, at: usize) -> Option<usize> {
        self.ends(text, at).map(|(_, end)| end).filter(|end| ends_word(text, *end)).max()
    }
}

/// The letter by which spellings are looked up: the same for all forms of a letter.
fn first_letter(character: char) -> Option<char> {
    folded_char(character).next()
}

impl<T> Spelling<T> {
    /// Where the spelling ends that begins at this byte.
    fn end_at(&self, text: &str, at: usize) -> Option<usize> {
        if !self.any_case {
            return text[at..].starts_with(&self.text).then(|| at + self.text.len());
        }
        let mut rest = self.text.as_str();
        for (offset, character) in text[at..].char_indices() {
            if rest.is_empty() {
                return Some(at + offset);
            }
            for lower in folded_char(character) {
                rest = rest.strip_prefix(lower)?;
            }
        }
        rest.is_empty().then_some(text.len())
    }
}

/// Lower case, with the Turkish letters ı and İ as i: `ıOPS` is IOPS on every page.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(folded_char)
}

fn folded_char(character: char) -> impl Iterator<Item = char> {
    let character = match character {
        'ı' | 'İ' => 'i',
        '\u{2019}' => '\'',
        other => other,
    };
    character.to_lowercase()
}

/// Where a word of a western script ends that a blank follows: `provisioned` in `per provisioned GiB`.
fn word_then_blank(text: &str, at: usize) -> Option<usize> {
    let length = text[at..].find(|it| !is_western_letter(it)).filter(|length| *length > 0)?;
    text[at + length..].starts_with(char::is_whitespace).then_some(at + length)
}

fn skip_spaces(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// Whether a word that ends here is whole: no letter or digit of a western script continues it.
/// Words of East Asian scripts follow without a blank (`MiB/s와`).
fn ends_word(text: &str, end: usize) -> bool {
    let continues = |next: char| is_western_letter(next) || next.is_ascii_digit() || next == '_';
    let ends_in_letter =
        text[..end].chars().next_back().is_some_and(|last| is_western_letter(last) || last == '.');
    !(ends_in_letter && text[end..].chars().next().is_some_and(continues))
}

/// Whether a character is a letter of a script that writes blanks between words.
pub(crate) fn is_western_letter(character: char) -> bool {
    // Most letters first: to look others up takes longer.
    match character {
        'a'..='z' | 'A'..='Z' | 'А'..='я' => true,
        '\u{80}'..='\u{58f}' | 'Ḁ'..='ỿ' => character.is_alphabetic(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Unit, UnitSpellings};
    use crate::number::Decimal;

    fn spellings() -> UnitSpellings {
        UnitSpellings::parse(include_str!("../../data/units.toml")).expect("the file is right")
    }

    #[test]
    fn rates_are_spelled_in_every_language() {
        let spellings = spellings();
        for (name, texts) in [
            (
                "MiB/s",
                &[
                    "MiB/s",
                    "MiBps",
                    "MIB/s",
                    "mib/s",
                    "MiB/秒",
                    "MiB/sn",
                    "MIB/sn",
                    "MiB/mp",
                    "MiB másodpercenként",
                    "MiB za sekundu",
                    "Mio/s",
                    "МиБ/с",
                    "MiB / s",
                ][..],
            ),
            (
                "MB/s",
                &["MB/s", "MBps", "MBPS", "MB /秒", "MB / s", "MB/sec", "Mo/s", "МБ/с", "МБ/sec"],
            ),
            ("GB/s", &["GB/s", "GB/秒", "GBps"]),
            ("Gbit/s", &["Gb/s", "Gbps", "Гбит/с", "Gbit/s"]),
            ("Mbit/s", &["Mbit/s", "Mbps", "Mb/s"]),
            ("GB", &["GB", "Go", "ГБ"]),
            ("TB", &["To", "TB"]),
            ("GiB", &["GiB", "Gio", "ГиБ"]),
            ("KiB", &["KiB", "Kio", "КИБ", "КиБ"]),
            ("kB", &["ko", "КБ", "KB"]),
            ("TiB", &["Tio", "Тиб"]),
            ("ms", &["ms", "msec", "毫秒", "ミリ秒", "밀리초", "мс", "milliseconds"]),
            ("µs", &["μs", "us", "мкс", "微秒"]),
            ("min", &["perc", "мин", "dakika", "Min."]),
            ("s", &["sn", "s"]),
            ("IOPS", &["IOPS", "iOPS", "ıOPS", "İOPS", "операций ввода-вывода в секунду"]),
            ("TPS", &["TPS", "tps"]),
            ("%", &["%"]),
            ("x", &["x", "X", "배", "倍"]),
        ] {
            for text in texts {
                let unit = spellings.unit(text).unwrap_or_else(|| panic!("{text} is unknown"));
                assert_eq!(unit.name, name, "{text}");
            }
        }
    }

    #[test]
    fn what_is_written_wrongly_is_no_unit() {
        let spellings = spellings();
        for text in
            ["GBP/mp", "iOS", "MS", "Mb", "Gb", "mb/s", "MBs", "MiB/", "MiB nconnect/s", "M", "ops"]
        {
            assert_eq!(spellings.unit(text), None, "{text}");
        }
    }

    #[test]
    fn a_unit_ends_at_the_end_of_a_word() {
        let spellings = spellings();
        let end = |text| spellings.unit_at(text, 0).map(|(unit, end)| (unit.name, end));
        assert_eq!(end("MiB/s와"), Some(("MiB/s", 5)));
        assert_eq!(end("MiB/s-läsningar"), Some(("MiB/s", 5)));
        assert_eq!(end("msx"), None);
        assert_eq!(end("MiB/secx"), Some(("MiB", 3)));
        assert_eq!(end("IOPS를"), Some(("IOPS", 4)));
    }

    #[test]
    fn rates_per_capacity_are_told_by_what_follows() {
        let spellings = spellings();
        for text in ["/GB", "/Go", " pro GB", " par Go", " per 1 TiB", " per TiB", "/TB", "/ TiB"] {
            assert_eq!(spellings.per_capacity_at(text, 0), Some(text.len()), "{text}");
        }
        for text in ["/s", "/disk", " pro Datenträger", "", " GB"] {
            assert_eq!(spellings.per_capacity_at(text, 0), None, "{text}");
        }
        assert!(spellings.capacity_then_per_at("1 TiB あたり", 0).is_some());
        assert!(spellings.capacity_then_per_at("1TiB당 128", 0).is_some());
        assert!(spellings.capacity_then_per_at("1 TiB", 0).is_none());
    }

    #[test]
    fn conversions_round_once() {
        let unit = |text: &str| spellings().unit(text).expect("known");
        let number = Decimal::from_digits("1096", "6").expect("digits");
        assert_eq!(unit("MiB/s").to_base(number), Some(1_149_868_441.6));
        assert_eq!(unit("Gbit/s").to_base(Decimal::whole(1)), Some(125e6));
        assert_eq!(unit("KiB").to_base_whole(Decimal::whole(64)), Some(65_536));
        let half = Decimal::from_digits("0", "5").expect("digits");
        assert_eq!(unit("B").to_base_whole(half), None);
        assert_eq!(Unit::MILLISECOND.to_base(half), Some(500_000.0));
    }
}
