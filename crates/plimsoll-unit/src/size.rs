//! Sizes with a prefix, such as `4k` or `50000Mi`.

use crate::decimal::decimal_shifted;
use std::fmt;

/// What the prefixes of a size mean. Every tool has its own rule; none can be told from the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PrefixRule {
    /// IEC 80000-13: `k` is 1000, `Ki` is 1024.
    Iec,
    /// Every prefix is a power of 1024, with or without the `i`.
    Binary,
    /// `k` is 1024 and `Ki` is 1000: fio's compatibility mode, its default (`kb_base=1024`).
    Swapped,
}

/// Why a text is no size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeError {
    /// There is no number at its begin.
    NoNumber,
    /// What follows the number is no prefix of bytes.
    UnknownUnit,
    /// The size is not a whole number of bytes.
    NotWhole,
    /// The size does not fit 64 bits.
    TooGreat,
}

impl fmt::Display for SizeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoNumber => "it does not begin with a number",
            Self::UnknownUnit => "its unit is not one of bytes (k, M, G, T, P, E)",
            Self::NotWhole => "it is not a whole number of bytes",
            Self::TooGreat => "it is too great for 64 bits",
        })
    }
}

impl std::error::Error for SizeError {}

/// Reads a size in bytes: a decimal number, then nothing or one of `k m g t p e`, each with an
/// optional `i` and an optional `b`, in any case. Arithmetic is exact.
///
/// ```
/// use plimsoll_unit::{PrefixRule, parse_size};
/// assert_eq!(parse_size("4k", PrefixRule::Swapped), Ok(4096));
/// assert_eq!(parse_size("4k", PrefixRule::Iec), Ok(4000));
/// assert_eq!(parse_size("50000Mi", PrefixRule::Swapped), Ok(50_000_000_000));
/// assert_eq!(parse_size("1e9", PrefixRule::Binary), Ok(1_000_000_000));
/// ```
pub fn parse_size(text: &str, rule: PrefixRule) -> Result<u64, SizeError> {
    let text = text.trim();
    let number_length = number_prefix(text);
    let (number, unit) = text.split_at(number_length);
    let factor = factor(unit.trim_start(), rule).ok_or(SizeError::UnknownUnit)?;
    scaled_whole(number, factor)
}

/// Reads a size that was rounded for people and so need not be a whole number of bytes: written like one
/// for [`parse_size`], without an exponent. The result is the `f64` nearest to the text.
///
/// ```
/// use plimsoll_unit::{PrefixRule, parse_rounded_size};
/// assert_eq!(parse_rounded_size("33.3MiB", PrefixRule::Iec), Ok(34_917_580.8));
/// assert_eq!(parse_rounded_size("9600.8k", PrefixRule::Iec), Ok(9_600_800.0));
/// ```
pub fn parse_rounded_size(text: &str, rule: PrefixRule) -> Result<f64, SizeError> {
    let text = text.trim();
    let length = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(length);
    let (base, power) = prefix(unit.trim_start(), rule).ok_or(SizeError::UnknownUnit)?;
    let value = if base == 1000 {
        decimal_shifted(number, 3 * i32::from(power))
    } else {
        // A power of two rounds nothing.
        decimal_shifted(number, 0).map(|value| value * 1024_f64.powi(i32::from(power)))
    };
    value.ok_or(SizeError::NoNumber)
}

/// A size in bytes for people: with the greatest binary prefix that leaves a whole number.
///
/// ```
/// use plimsoll_unit::size;
/// assert_eq!(size(65_536), "64 KiB");
/// assert_eq!(size(1_000_000), "1000000 B");
/// ```
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let (mut value, mut unit) = (bytes, 0);
    while value >= 1024 && value.is_multiple_of(1024) && unit + 1 < UNITS.len() {
        value /= 1024;
        unit += 1;
    }
    format!("{value} {}", UNITS[unit])
}

/// The length of the number at the begin. An `e` belongs to it only if digits follow: `1e` is one
/// exbi-something, `1e9` a thousand million.
fn number_prefix(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = bytes.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+')));
        let digits = bytes[end + 1 + sign..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    end
}

fn factor(unit: &str, rule: PrefixRule) -> Option<u128> {
    let (base, power) = prefix(unit, rule)?;
    Some(u128::from(base).pow(power.into()))
}

/// Base and power of a unit of bytes: of `KiB` 1024 and 1.
fn prefix(unit: &str, rule: PrefixRule) -> Option<(u32, u8)> {
    let unit = unit.to_ascii_lowercase();
    let prefix = unit.strip_suffix('b').unwrap_or(&unit);
    let (letter, has_i) = match prefix.strip_suffix('i') {
        Some(letter) => (letter, true),
        None => (prefix, false),
    };
    if letter.is_empty() {
        return (!has_i).then_some((1024, 0));
    }
    let power = ["k", "m", "g", "t", "p", "e"].iter().position(|known| *known == letter)? as u8;
    let base = match (rule, has_i) {
        (PrefixRule::Iec, false) | (PrefixRule::Swapped, true) => 1000,
        (PrefixRule::Iec, true) | (PrefixRule::Binary, _) | (PrefixRule::Swapped, false) => 1024,
    };
    Some((base, power + 1))
}

fn scaled_whole(number: &str, factor: u128) -> Result<u64, SizeError> {
    let (mantissa, exponent) = match number.find(['e', 'E']) {
        Some(at) => {
            let exponent: u32 = number[at + 1..].parse().map_err(|_| SizeError::TooGreat)?;
            (&number[..at], exponent)
        }
        None => (number, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() || fraction.contains('.') {
        return Err(SizeError::NoNumber);
    }
    let digits: u128 = format!("{whole}{fraction}").parse().map_err(|_| SizeError::TooGreat)?;
    let numerator = 10u128
        .checked_pow(exponent)
        .and_then(|power| digits.checked_mul(power))
        .and_then(|value| value.checked_mul(factor))
        .ok_or(SizeError::TooGreat)?;
    let denominator = 10u128.checked_pow(fraction.len() as u32).ok_or(SizeError::TooGreat)?;
    if numerator % denominator != 0 {
        return Err(SizeError::NotWhole);
    }
    u64::try_from(numerator / denominator).map_err(|_| SizeError::TooGreat)
}

#[cfg(test)]
mod tests {
    use super::{PrefixRule, SizeError, parse_rounded_size, parse_size};
    use proptest::prelude::*;

    #[test]
    fn prefixes_mean_what_the_rule_says() {
        let cases = [
            ("4096", 4096, 4096, 4096),
            ("4096B", 4096, 4096, 4096),
            ("4k", 4000, 4096, 4096),
            ("4KiB", 4096, 4096, 4000),
            ("1.5m", 1_500_000, 1_572_864, 1_572_864),
            ("1e", 1_000_000_000_000_000_000, 1 << 60, 1 << 60),
            ("2e3", 2000, 2000, 2000),
            (" 8 MB ", 8_000_000, 8 << 20, 8 << 20),
        ];
        for (text, iec, binary, swapped) in cases {
            assert_eq!(parse_size(text, PrefixRule::Iec), Ok(iec), "{text} by IEC");
            assert_eq!(parse_size(text, PrefixRule::Binary), Ok(binary), "{text}, binary");
            assert_eq!(parse_size(text, PrefixRule::Swapped), Ok(swapped), "{text}, swapped");
        }
    }

    #[test]
    fn what_is_no_size_says_why() {
        for (text, why) in [
            ("", SizeError::NoNumber),
            ("k", SizeError::NoNumber),
            (".5k", SizeError::NoNumber),
            ("1.2.3k", SizeError::NoNumber),
            ("100%", SizeError::UnknownUnit),
            ("4i", SizeError::UnknownUnit),
            ("4x", SizeError::UnknownUnit),
            ("-4k", SizeError::UnknownUnit),
            ("0.3", SizeError::NotWhole),
            ("16e", SizeError::TooGreat),
            ("1e99999999999", SizeError::TooGreat),
        ] {
            assert_eq!(parse_size(text, PrefixRule::Binary), Err(why), "{text:?}");
        }
    }

    #[test]
    fn rounded_sizes_need_not_be_whole() {
        for (text, rule, expected) in [
            ("35.0MB", PrefixRule::Iec, Ok(35e6)),
            ("35.0MB", PrefixRule::Binary, Ok(36_700_160.0)),
            ("0.3", PrefixRule::Iec, Ok(0.3)),
            ("12.1k", PrefixRule::Iec, Ok(12_100.0)),
            ("k", PrefixRule::Iec, Err(SizeError::NoNumber)),
            ("1.2.3k", PrefixRule::Iec, Err(SizeError::NoNumber)),
            ("12.1x", PrefixRule::Iec, Err(SizeError::UnknownUnit)),
        ] {
            assert_eq!(parse_rounded_size(text, rule), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn a_whole_number_of_kibibytes_is_exact(count in 0u64..(1 << 53)) {
            prop_assert_eq!(parse_size(&format!("{count}k"), PrefixRule::Binary), Ok(count * 1024));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,12}") {
            let _ = parse_size(&text, PrefixRule::Swapped);
        }
    }
}
