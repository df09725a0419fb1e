//! The fields of objects: every key once, every value of the type that its key promises.
//!
//! What breaks one of the two rules is passed over and remembered. A key that stands twice with
//! different values tells nothing: which of them is the measured one cannot be known.

use crate::scanner::{Number, Scanner, Step, SyntaxError, is_bare};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::hash::Hash;

/// How many oddities are told one by one.
pub(crate) const TOLD: usize = 5;

/// fio computes no more percentiles (`FIO_IO_U_LIST_MAX_LEN`).
const MOST_PERCENTILES: usize = 20;

/// Something well formed that is not what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Oddity {
    /// Offset of the value.
    pub(crate) at: usize,
    /// What is odd about it.
    pub(crate) kind: OddityKind,
}

/// What may be odd about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OddityKind {
    /// It is not of the type that its key promises.
    OtherType,
    /// Its key stands more than once in the object, with different values.
    Repeated,
}

/// All oddities of a document, in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Oddities {
    pub(crate) list: Vec<Oddity>,
    /// Pointers to the first few.
    pub(crate) pointers: Vec<String>,
}

impl Oddities {
    fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
        self.pointers.truncate(length);
    }
}

impl<'t> Scanner<'t> {
    /// Reads an object key by key; `each` takes the value of a known key into the record. A key
    /// that stands more than once counts once if its values are equal, and not at all if they
    /// differ. Other keys are passed over.
    pub(crate) fn record<T: Default, const N: usize>(
        &mut self,
        known: &[&'static str; N],
        each: impl Fn(&mut Self, &mut T, &'static str) -> Result<(), SyntaxError>,
    ) -> Result<T, SyntaxError> {
        let (start, odd) = (self.at, self.oddities.list.len());
        let mut repeated = Vec::new();
        let record = self.record_without(known, &mut repeated, &each)?;
        if repeated.is_empty() {
            return Ok(record);
        }
        self.at = start;
        self.oddities.truncate(odd);
        self.record_without(known, &mut repeated, &each)
    }

    /// The same, without the keys that are known to be repeated; more of them are added.
    fn record_without<T: Default, const N: usize>(
        &mut self,
        known: &[&'static str; N],
        repeated: &mut Vec<&'static str>,
        each: &impl Fn(&mut Self, &mut T, &'static str) -> Result<(), SyntaxError>,
    ) -> Result<T, SyntaxError> {
        let mut record = T::default();
        let mut written: [Option<&'t str>; N] = [None; N];
        // fio prints the keys of an object in a fixed order: the next one is compared before its end is looked for.
        let expected = Cell::new(0);
        let index_of_key = |scanner: &mut Self| {
            let next = expected.get();
            if known.get(next).is_some_and(|key| scanner.takes_string(key)) {
                return Ok(Some(next));
            }
            let key = scanner.string()?;
            Ok((next..N).chain(0..next).find(|index| known[*index] == key))
        };
        self.object_by(index_of_key, |scanner, index| {
            let Some(index) = index else {
                return scanner.skip();
            };
            expected.set(index + 1);
            let key = known[index];
            scanner.next()?;
            let start = scanner.at;
            if repeated.contains(&key) {
                scanner.skip()?;
                let value = &scanner.text[start..scanner.at];
                if written[index].is_some_and(|first| first != value) {
                    scanner.note(start, OddityKind::Repeated);
                }
                written[index].get_or_insert(value);
                return Ok(());
            }
            if let Some(first) = written[index] {
                scanner.skip()?;
                if first != &scanner.text[start..scanner.at] {
                    repeated.push(key);
                }
                return Ok(());
            }
            each(scanner, &mut record, key)?;
            written[index] = Some(&scanner.text[start..scanner.at]);
            Ok(())
        })?;
        Ok(record)
    }

    /// Reads an object of numbers whose keys are values themselves; `meaning` says which keys are
    /// the same one, and `None` for those to pass over. A key with different numbers is left out,
    /// and the second result says that there was one.
    #[expect(clippy::type_complexity, reason = "pairs as written, and whether one was left out")]
    pub(crate) fn numbers<K: Hash + Ord>(
        &mut self,
        mut meaning: impl FnMut(&str) -> Option<K>,
    ) -> Result<(Vec<(Cow<'t, str>, Number<'t>)>, bool), SyntaxError> {
        let mut numbers: Vec<(Cow<'t, str>, Number<'t>)> = Vec::with_capacity(MOST_PERCENTILES);
        // Keys in ascending order, as fio prints them, are all different. Others are looked up.
        let mut greatest: Option<K> = None;
        let mut known: Option<HashMap<K, usize>> = None;
        let mut repeated: HashSet<usize> = HashSet::new();
        self.object(|scanner, key| {
            let Some(meant) = meaning(&key) else {
                return scanner.skip();
            };
            scanner.next()?;
            let start = scanner.at;
            let Some(number) = scanner.number()? else {
                return Ok(());
            };
            if known.is_none() && greatest.as_ref().is_none_or(|greatest| meant > *greatest) {
                greatest = Some(meant);
                numbers.push((key, number));
                return Ok(());
            }
            let known = known.get_or_insert_with(|| {
                let earlier = numbers.iter().enumerate();
                earlier.filter_map(|(index, (key, _))| Some((meaning(key)?, index))).collect()
            });
            match known.entry(meant) {
                Entry::Vacant(place) => {
                    place.insert(numbers.len());
                    numbers.push((key, number));
                }
                Entry::Occupied(place) if numbers[*place.get()].1 != number => {
                    repeated.insert(*place.get());
                    scanner.note(start, OddityKind::Repeated);
                }
                Entry::Occupied(_) => {}
            }
            Ok(())
        })?;
        let mut index = 0..;
        numbers.retain(|_| index.next().is_none_or(|index| !repeated.contains(&index)));
        Ok((numbers, !repeated.is_empty()))
    }

    /// The number that stands here, or `None` if the value is no number; that is remembered.
    pub(crate) fn number(&mut self) -> Result<Option<Number<'t>>, SyntaxError> {
        let first = self.next()?;
        let start = self.at;
        if !is_bare(first) {
            self.skip()?;
            self.note(start, OddityKind::OtherType);
            return Ok(None);
        }
        let word = self.bare();
        if matches!(word, "true" | "false" | "null") {
            self.note(start, OddityKind::OtherType);
            return Ok(None);
        }
        Ok(Some(word))
    }

    /// The string that stands here, or `None` if the value is no string; that is remembered.
    pub(crate) fn text(&mut self) -> Result<Option<Cow<'t, str>>, SyntaxError> {
        if self.next()? == b'"' {
            return self.string().map(Some);
        }
        let start = self.at;
        self.skip()?;
        self.note(start, OddityKind::OtherType);
        Ok(None)
    }

    /// The string or number that stands here as text, or `None`.
    pub(crate) fn scalar(&mut self) -> Result<Option<Cow<'t, str>>, SyntaxError> {
        match self.next()? {
            byte if is_bare(byte) => Ok(Some(Cow::Borrowed(self.bare()))),
            _ => self.text(),
        }
    }

    /// Whether an object stands here; if not, what stands here is passed over and remembered.
    pub(crate) fn is_object(&mut self) -> Result<bool, SyntaxError> {
        self.is(b'{')
    }

    /// Whether an array stands here; if not, what stands here is passed over and remembered.
    pub(crate) fn is_array(&mut self) -> Result<bool, SyntaxError> {
        self.is(b'[')
    }

    fn is(&mut self, open: u8) -> Result<bool, SyntaxError> {
        if self.next()? == open {
            return Ok(true);
        }
        let start = self.at;
        self.skip()?;
        self.note(start, OddityKind::OtherType);
        Ok(false)
    }

    /// Remembers what is odd about the value that begins at an offset and ends here.
    fn note(&mut self, at: usize, kind: OddityKind) {
        if self.oddities.list.len() < TOLD {
            let pointer = self.pointer();
            self.oddities.pointers.push(pointer);
        }
        self.oddities.list.push(Oddity { at, kind });
    }

    /// The pointer to where it is.
    fn pointer(&self) -> String {
        let step = |step: &Step<'_>| match step {
            Step::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Step::Index(index) => format!("/{index}"),
        };
        self.path.iter().map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Oddity, OddityKind};
    use crate::scanner::Scanner;

    /// The numbers of the keys `a`, `b` and `c`, what is odd, and where.
    fn read(text: &str) -> ([Option<&str>; 3], Vec<Oddity>, Vec<String>) {
        let mut scanner = Scanner::new(text, 0);
        let numbers = scanner.record(&["a", "b", "c"], |scanner, numbers: &mut [_; 3], key| {
            numbers[usize::from(key.as_bytes()[0] - b'a')] = scanner.number()?;
            Ok(())
        });
        (numbers.unwrap(), scanner.oddities.list, scanner.oddities.pointers)
    }

    #[test]
    fn values_of_another_type_are_passed_over_and_remembered() {
        let (numbers, oddities, pointers) = read(r#"{"a" : {"x" : 1}, "b" : "5", "c" : null}"#);
        assert_eq!(numbers, [None; 3]);
        let odd = |at| Oddity { at, kind: OddityKind::OtherType };
        assert_eq!(oddities, [odd(7), odd(24), odd(35)]);
        assert_eq!(pointers, ["/a", "/b", "/c"]);
    }

    #[test]
    fn a_key_that_stands_twice_tells_nothing_unless_it_tells_the_same() {
        let (numbers, oddities, pointers) =
            read(r#"{"a" : 1, "b" : 2, "a" : 3, "b" : 2, "a" : 1, "c" : "", "x" : 1, "x" : 2}"#);
        assert_eq!(numbers, [None, Some("2"), None]);
        let expected = [
            Oddity { at: 25, kind: OddityKind::Repeated },
            Oddity { at: 52, kind: OddityKind::OtherType },
        ];
        assert_eq!(oddities, expected);
        assert_eq!(pointers, ["/a", "/c"]);
    }

    #[test]
    fn keys_that_mean_the_same_are_one() {
        let text = r#"{"99" : 5, "99.0" : 6, "50" : 1, "50.0" : 1, "0" : 7, "0" : 8}"#;
        let mut scanner = Scanner::new(text, 0);
        let meaning = |key: &str| key.split('.').next().filter(|it| *it != "0").map(str::to_owned);
        let (numbers, is_repeated) = scanner.numbers(meaning).unwrap();
        assert_eq!(numbers, [("50".into(), "1")]);
        assert!(is_repeated);
        assert_eq!(scanner.oddities.pointers, ["/99.0"]);
    }
}
