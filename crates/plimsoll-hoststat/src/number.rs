//! Numbers of logs: one decimal mark, which depends on the locale, and no other mark.

use plimsoll_unit::{decimal, decimal_shifted};
use std::borrow::Cow;

/// What a number is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    One,
    /// 512 bytes.
    Sectors,
    /// 1024 bytes, whatever `k` the tool writes.
    Kibibytes,
    /// 1024 × 1024 bytes, whatever `M` the tool writes.
    Mebibytes,
    Milliseconds,
    Seconds,
}

impl Unit {
    /// The number in base units; `None` for what is no number, and for one below 0, which no rate and no time is.
    pub(crate) fn read(self, text: &str) -> Option<f64> {
        let text = with_point(text);
        let value = match self {
            Self::One => decimal(&text),
            Self::Sectors => decimal(&text).map(|value| value * 512.0),
            Self::Kibibytes => decimal(&text).map(|value| value * 1024.0),
            Self::Mebibytes => decimal(&text).map(|value| value * 1_048_576.0),
            Self::Milliseconds => decimal_shifted(&text, 6),
            Self::Seconds => decimal_shifted(&text, 9),
        };
        value.filter(|value| value.is_finite() && *value >= 0.0)
    }
}

/// The number with `.` before its fraction: other locales write `,`, or `٫` (U+066B) in Arabic and Persian.
fn with_point(text: &str) -> Cow<'_, str> {
    match text.find([',', '\u{66B}']) {
        None => Cow::Borrowed(text),
        Some(at) => {
            let mark = text[at..].chars().next().map_or(0, char::len_utf8);
            Cow::Owned(format!("{}.{}", &text[..at], &text[at + mark..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unit;

    #[test]
    fn every_locale_s_mark_is_a_point_and_there_is_one() {
        for (text, value) in [
            ("707.70", Some(707.7)),
            ("707,70", Some(707.7)),
            ("707٫70", Some(707.7)),
            ("7.071,70", None),
            ("1,2,3", None),
            ("-nan", None),
            ("-1.00", None),
            ("10.1k", None),
            (",5", None),
            ("", None),
        ] {
            assert_eq!(Unit::One.read(text), value, "{text:?}");
        }
    }

    #[test]
    fn units_are_binary_and_times_are_rounded_once() {
        assert_eq!(Unit::Mebibytes.read("1,95"), Some(1.95 * 1_048_576.0));
        assert_eq!(Unit::Kibibytes.read("2.5"), Some(2560.0));
        assert_eq!(Unit::Sectors.read("3"), Some(1536.0));
        assert_eq!(Unit::Milliseconds.read("9.678045"), Some(9_678_045.0));
        assert_eq!(Unit::Seconds.read("0.000433"), Some(433_000.0));
    }
}
