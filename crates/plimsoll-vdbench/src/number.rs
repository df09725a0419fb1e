//! Numerals as Java prints them: the digits and the decimal sign are those of its default locale.
//!
//! Raw tables have the locale's decimal sign and never group; file-system tables and flat files have
//! a point in every locale. So within a table a comma is a decimal comma.

use std::borrow::Cow;

/// The zeros of the digits that Java's locales print beside `0`: Arabic-Indic, its eastern form,
/// Devanagari, Bengali, Thai, Myanmar, full-width.
const ZEROS: [u32; 7] = [0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0x1040, 0xFF10];

/// A line with ASCII digits and decimal points in the place of the locale's own. Bytes that are no
/// UTF-8 stay as they are. Borrowed where there is nothing to change, which is nearly always.
pub(crate) fn with_ascii_digits(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let mut changed = Vec::with_capacity(line.len());
    for piece in line.utf8_chunks() {
        for character in piece.valid().chars() {
            match ascii(character) {
                Some(ascii) => changed.push(ascii),
                None => {
                    changed.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
        }
        changed.extend_from_slice(piece.invalid());
    }
    Cow::Owned(changed)
}

fn ascii(character: char) -> Option<u8> {
    let code = character as u32;
    if character == '\u{66B}' {
        return Some(b'.');
    }
    let zero = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code))?;
    Some(b'0' + (code - zero) as u8)
}

/// What stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Cell {
    /// A number.
    Number(f64),
    /// `n/a` or `NaN`: there is no value.
    Absent,
    /// Anything else.
    Unreadable,
}

impl Cell {
    /// Reads a cell.
    pub(crate) fn read(text: &[u8]) -> Self {
        match decimal(text) {
            Some(value) => Self::Number(value),
            None if matches!(text, b"n/a" | b"NaN" | b"") => Self::Absent,
            None => Self::Unreadable,
        }
    }
}

/// Powers of ten that a double holds exactly.
const TENS: [f64; 19] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
];

/// Reads `1633`, `0.1088` or `520,7`, rounded once. More than 18 digits are no number of a table.
pub(crate) fn decimal(text: &[u8]) -> Option<f64> {
    let (text, sign) = match text {
        [b'-', rest @ ..] => (rest, -1.0),
        _ => (text, 1.0),
    };
    let mut digits = 0u64;
    let mut count = 0usize;
    let mut decimals = None;
    for byte in text {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + u64::from(byte - b'0');
                count += 1;
                if count > 18 {
                    return None;
                }
            }
            b'.' | b',' if decimals.is_none() => decimals = Some(count),
            _ => return None,
        }
    }
    // Beyond 2^53 the digits themselves would be rounded before the division.
    if count == 0 || digits > 1 << 53 {
        return None;
    }
    let decimals = decimals.map_or(0, |at| count - at);
    Some(sign * (digits as f64 / TENS[decimals]))
}

/// A count within a small range, such as the number of an interval.
pub(crate) fn whole(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 9 {
        return None;
    }
    text.iter().try_fold(0u32, |number, byte| {
        byte.is_ascii_digit().then(|| number * 10 + u32::from(byte - b'0'))
    })
}

/// A size as vdbench prints loop values: `4k` is 4096, and so is `threads=1k` 1024. Percentages and words
/// are none.
pub(crate) fn size(text: &str) -> Option<u64> {
    plimsoll_unit::parse_size(text, plimsoll_unit::PrefixRule::Binary).ok()
}

#[cfg(test)]
mod tests {
    use super::{Cell, decimal, size, whole, with_ascii_digits};
    use proptest::prelude::*;

    #[test]
    fn numerals_of_every_locale_are_read_alike() {
        for (text, value) in [
            ("520.7", 520.7),
            ("520,7", 520.7),
            ("٥٢٠٫٧", 520.7),
            ("٥٢٠.٧٠٠٠", 520.7),
            ("۵۲۰٫۷", 520.7),
            ("५२०.७", 520.7),
            ("0.0105", 0.0105),
            ("1104872", 1_104_872.0),
            ("-1", -1.0),
        ] {
            assert_eq!(decimal(&with_ascii_digits(text.as_bytes())), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_absent_or_unreadable() {
        assert_eq!(Cell::read(b"NaN"), Cell::Absent);
        assert_eq!(Cell::read(b"n/a"), Cell::Absent);
        for text in ["1.2.3", "1,2.3", "-", ".", "1e5", "12x", "1234567890123456789", "∞"] {
            assert_eq!(Cell::read(text.as_bytes()), Cell::Unreadable, "{text}");
        }
    }

    #[test]
    fn loop_values_are_sizes() {
        assert_eq!(size("4k"), Some(4096));
        assert_eq!(size("1k"), Some(1024));
        assert_eq!(size("64k"), Some(65536));
        assert_eq!(size("16"), Some(16));
        assert_eq!(size("50%"), None);
        assert_eq!(size("max"), None);
        assert_eq!(whole(b"600"), Some(600));
        assert_eq!(whole(b"6x"), None);
    }

    proptest! {
        #[test]
        fn a_decimal_is_what_the_standard_library_reads(whole in 0u32..100_000_000, fraction in "[0-9]{1,6}") {
            let text = format!("{whole}.{fraction}");
            prop_assert_eq!(decimal(text.as_bytes()), text.parse::<f64>().ok());
        }

        #[test]
        fn no_text_is_too_odd(text in any::<Vec<u8>>()) {
            let _ = Cell::read(&with_ascii_digits(&text));
        }
    }
}
