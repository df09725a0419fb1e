//! The bins of json+: hundreds for each latency, nearly all of a document's text.
//!
//! Bins as fio writes them are counted as they are read, without keeping their text. What is unusual about
//! others is told when the distribution is asked for.

use crate::document::TimeUnit;
use crate::grid::{self, bin_of_index, bin_of_value, index_of_printed};
use crate::scanner::{Number, Scanner, SyntaxError};
use plimsoll_schema::{Bin, Counting, Distribution};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// `bins` of json+.
#[derive(Debug, PartialEq)]
pub(crate) enum Bins<'t> {
    /// The distribution that they are; there is at least one.
    Counted(Distribution),
    /// As they were written.
    Written(WrittenBins<'t>),
}

/// Bins of which some is not as fio writes it today.
#[derive(Debug, PartialEq, Hash)]
pub(crate) struct WrittenBins<'t> {
    /// What values and indices count.
    unit: TimeUnit,
    /// Whether keys are indices into fio's table (2.2.12 to 2.19) rather than values.
    are_indices: bool,
    /// Key and count.
    counts: Vec<(Cow<'t, str>, Number<'t>)>,
}

impl Hash for Bins<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            // What differs in its bins nearly always does in its total.
            Self::Counted(distribution) => distribution.total().hash(state),
            Self::Written(written) => written.hash(state),
        }
    }
}

impl<'t> Bins<'t> {
    /// Reads the object that stands here. `None` if a bin has several counts: without it the others are no
    /// distribution.
    pub(crate) fn read(
        scanner: &mut Scanner<'t>,
        unit: TimeUnit,
    ) -> Result<Option<Self>, SyntaxError> {
        if scanner.may_go_deeper() {
            if let Some(distribution) = scanner.counted_bins(unit) {
                return Ok(Some(Self::Counted(distribution)));
            }
            if let Some((distribution, length)) = counted(scanner.rest(), unit) {
                scanner.at += length;
                return Ok(Some(Self::Counted(distribution)));
            }
        }
        let mut are_indices = false;
        let (counts, is_repeated) = scanner.numbers(|key| {
            let is_constant = key.starts_with("FIO_IO_U_PLAT_");
            are_indices |= is_constant;
            (!is_constant).then(|| key.to_owned())
        })?;
        let written = WrittenBins { unit, are_indices, counts };
        Ok((!is_repeated).then_some(Self::Written(written)))
    }

    /// The distribution that they make; `None` if they count nothing. `counted` is how many operations
    /// there were.
    pub(crate) fn distribution(
        &self,
        counted: Option<u64>,
    ) -> Result<Option<Distribution>, String> {
        let distribution = match self {
            Self::Counted(distribution) => distribution.clone(),
            Self::Written(written) => written.distribution()?,
        };
        let total = distribution.total();
        // N and the bins may differ by operations under way when the run ended.
        let is_off = |counted: u64| total.abs_diff(counted) > 16.max(counted / 100);
        match counted.filter(|counted| is_off(*counted)) {
            Some(counted) => {
                Err(format!("the bins hold {total} operations, {counted} were counted"))
            }
            None => Ok((total > 0).then_some(distribution)),
        }
    }
}

impl WrittenBins<'_> {
    fn distribution(&self) -> Result<Distribution, String> {
        let bins: Vec<Bin> = self
            .counts
            .iter()
            .map(|(key, count)| self.bin(key, count))
            .collect::<Result<_, _>>()?;
        Distribution::from_bins(bins).map_err(|error| error.to_string())
    }

    fn bin(&self, key: &str, count: Number<'_>) -> Result<Bin, String> {
        let parsed = key.parse::<u64>().ok().zip(count.parse::<u64>().ok());
        let (key_number, count_number) =
            parsed.ok_or_else(|| format!("bin `{key}` : {count} is no pair of whole numbers"))?;
        let bin_of = if self.are_indices { bin_of_index } else { bin_of_value };
        bin_of(key_number, self.unit.nanoseconds(), count_number)
            .ok_or_else(|| format!("bin `{key}` is not on fio's grid"))
    }
}

/// The distribution of the object with which a text begins, and how long that is, if its bins are as fio writes
/// them: values of the grid, ascending, with counts above 0. Nothing is passed over that would have to be told,
/// and every such distribution has one spelling. `None` for all others.
pub(crate) fn counted(text: &[u8], unit: TimeUnit) -> Option<(Distribution, usize)> {
    let mut bytes = Bytes(text);
    // Every bin is on a line of its own, and all are indented alike.
    let mut gap: &[u8] = &[];
    let mut counting = Counting::on(grid::of_unit(unit)?);
    bytes.expect(b'{')?;
    loop {
        gap = bytes.pass_over_white_space_like(gap);
        bytes.expect(b'"')?;
        let value = bytes.digits()?;
        // Nothing may stand between a key and its quotes.
        bytes.0 = bytes.0.strip_prefix(b"\"")?;
        bytes.expect(b':')?;
        bytes.pass_over_white_space();
        let count = bytes.digits().filter(|count| *count > 0)?;
        counting.add(index_of_printed(value)? as usize, count)?;
        bytes.pass_over_white_space();
        let (separator, rest) = bytes.0.split_first()?;
        bytes.0 = rest;
        match separator {
            b',' => {}
            b'}' => return Some((counting.finish(), text.len() - rest.len())),
            _ => return None,
        }
    }
}

/// What is left of a text.
struct Bytes<'t>(&'t [u8]);

impl<'t> Bytes<'t> {
    #[inline]
    fn pass_over_white_space(&mut self) {
        while let [first, rest @ ..] = self.0
            && first.is_ascii_whitespace()
        {
            self.0 = rest;
        }
    }

    /// The same. What is the same as last time is compared instead of looked at; gives what to compare next time.
    #[inline]
    fn pass_over_white_space_like(&mut self, last: &'t [u8]) -> &'t [u8] {
        let words = |bytes: &'t [u8]| Some((bytes.first_chunk::<8>()?, bytes.last_chunk::<8>()?));
        if let Some((gap, rest)) = self.0.split_at_checked(last.len())
            && last.len() <= 16
            && let (Some(gap), Some(last)) = (words(gap), words(last))
            && gap == last
        {
            self.0 = rest;
        }
        let before = self.0;
        self.pass_over_white_space();
        if self.0.len() == before.len() { last } else { &before[..before.len() - self.0.len()] }
    }

    /// Takes a byte that may stand after white space.
    #[inline]
    fn expect(&mut self, wanted: u8) -> Option<()> {
        self.pass_over_white_space();
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        (*first == wanted).then_some(())
    }

    /// Takes a whole number without superfluous zeros, short enough for 64 bits.
    #[inline]
    fn digits(&mut self) -> Option<u64> {
        /// 10^18 and all below fit into 64 bits.
        const MOST_DIGITS: usize = 18;
        let mut number = 0;
        let mut length = 0;
        while let Some(digit) = self.0.get(length).map(|byte| byte.wrapping_sub(b'0'))
            && digit <= 9
        {
            number = 10_u64.wrapping_mul(number).wrapping_add(u64::from(digit));
            length += 1;
        }
        let is_spelled_so = length == 1 || self.0.first() != Some(&b'0');
        self.0 = &self.0[length..];
        ((1..=MOST_DIGITS).contains(&length) && is_spelled_so).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bins, counted};
    use crate::document::TimeUnit;
    use crate::scanner::Scanner;
    use plimsoll_schema::Distribution;
    use proptest::prelude::*;

    fn fast(text: &str) -> Option<(Distribution, usize)> {
        counted(text.as_bytes(), TimeUnit::Nanoseconds)
    }

    #[test]
    fn bins_as_fio_writes_them_are_counted_at_once() {
        for text in [
            "{\"0\" : 3, \"127\":1,\n\t\"129\" : 20}",
            "{\n \"0\" : 3,\n \"127\" : 1,\n \"129\" : 20\n}",
            "{\n          \"0\" : 3,\n          \"127\" : 1,\n          \"129\" : 20\n}",
            "{\n          \"0\" : 3,\n            \"127\" : 1,\n\t\t\"129\" : 20\n}",
        ] {
            let (distribution, length) = fast(text).expect(text);
            assert_eq!(length, text.len());
            let seen: Vec<_> = distribution.bins().map(|bin| (bin.value, bin.count)).collect();
            assert_eq!(seen, [(0.0, 3), (127.0, 1), (129.0, 20)], "{text}");
        }
        let microseconds = counted(b"{\"129\" : 1}", TimeUnit::Microseconds);
        let bins: Vec<_> = microseconds.expect("a bin").0.bins().collect();
        assert_eq!((bins[0].lower, bins[0].upper), (128_000.0, 130_000.0));
    }

    #[test]
    fn whatever_is_unusual_is_left_to_be_told() {
        for text in [
            "{}",
            "{\"5\" : 0}",
            "{\"5\" : 1, \"5\" : 1}",
            "{\"6\" : 1, \"5\" : 1}",
            "{\"128\" : 1}",
            "{\"05\" : 1}",
            "{\"5\" : 01}",
            "{\" 5\" : 1}",
            "{\"5 \" : 1}",
            "{\"5\" : 1.0}",
            "{\"5\" : -1}",
            "{\"5\" : \"1\"}",
            "{\"5\" : 1a}",
            "{\"5\" 1}",
            "{\"5\" : 1 \"6\" : 1}",
            "{\"5\" : 1,}",
            "{\"5\" : 1",
            "{\"5\" : 1000000000000000000}",
            "{\"18446744073709551616\" : 1}",
            "{\"FIO_IO_U_PLAT_BITS\" : 6}",
        ] {
            assert_eq!(fast(text), None, "{text}");
        }
    }

    /// Objects that are nearly bins.
    fn objects() -> impl Strategy<Value = String> {
        let key = prop_oneof![
            8 => (0u32..200).prop_map(|value| value.to_string()),
            1 => "[0-9a\\\\]{0,3}",
        ];
        let count =
            prop_oneof![8 => (0u32..300).prop_map(|it| it.to_string()), 1 => "[0-9.\"-]{1,3}"];
        let pairs = proptest::collection::vec((key, count, "[ \n\t]{0,2}"), 0..8);
        let sorted = (pairs, any::<bool>()).prop_map(|(mut pairs, is_sorted)| {
            if is_sorted {
                pairs.sort_by_key(|(key, ..)| key.parse::<u32>().unwrap_or(u32::MAX));
            }
            pairs
        });
        (sorted, "[ \n]{0,1}").prop_map(|(pairs, blank)| {
            let pairs: Vec<String> = pairs
                .iter()
                .map(|(key, count, gap)| format!("{gap}\"{key}\"{blank}:{gap}{count}{blank}"))
                .collect();
            format!("{{{}}}", pairs.join(","))
        })
    }

    proptest! {
        #[test]
        fn what_is_counted_at_once_is_what_the_pairs_make(text in objects()) {
            let Some((distribution, length)) = fast(&text) else { return Ok(()) };
            let mut scanner = Scanner::new(&text, 0);
            let (counts, is_repeated) = scanner.numbers(|key| Some(key.to_owned())).unwrap();
            prop_assert!(!is_repeated && scanner.oddities.list.is_empty());
            prop_assert_eq!(scanner.at(), length);
            let unit = TimeUnit::Nanoseconds;
            let written = super::WrittenBins { unit, are_indices: false, counts };
            prop_assert_eq!(Bins::Written(written).distribution(None), Ok(Some(distribution)));
        }
    }
}
