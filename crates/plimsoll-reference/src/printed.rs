//! A figure as a catalogue file writes it: bound, numeral, unit.

use plimsoll_schema::{Bound, Metric};
use plimsoll_unit::{decimal, decimal_shifted};

/// A figure that was read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Printed {
    pub(crate) bound: Bound,
    /// The numeral as printed, its `K` or `M` with it, without bound and unit.
    pub(crate) numeral: String,
    /// In the base unit of its metric.
    pub(crate) value: f64,
    /// Half a unit of the last printed digit, in the same unit.
    pub(crate) half_digit: f64,
}

/// What one unit is in base units. Both forms are exact for every numeral: the decimal point is
/// moved in the text, and a power of two only changes the exponent of an `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Factor {
    PowerOfTen(i32),
    PowerOfTwo(i32),
}

/// Reads a figure; the error is a sentence that says what is wrong.
pub(crate) fn parse(text: &str, metric: Metric) -> Result<Printed, String> {
    let (bound, rest) = bound(text);
    let length =
        rest.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.').unwrap_or(rest.len());
    let (digits, unit) = rest.split_at(length);
    let plain = ungrouped(digits)
        .ok_or_else(|| format!("`{text}` has no numeral of the form 1234, 1,234 or 1,234.5"))?;
    let (prefix, factor) =
        factor(unit, metric).ok_or_else(|| format!("`{text}` should end in {}", units(metric)))?;
    let value = scaled(&plain, factor).ok_or_else(|| format!("`{text}` is too great"))?;
    let place = last_place(&plain, bound);
    Ok(Printed {
        bound,
        numeral: format!("{digits}{prefix}"),
        value,
        half_digit: scaled(&place, factor).unwrap_or(0.0) / 2.0,
    })
}

/// One in the place of the last digit that a numeral states. Zeros at the end of a rounded whole number state
/// none: `~157,000` was rounded to thousands.
fn last_place(plain: &str, bound: Bound) -> String {
    match plain.split_once('.') {
        Some((_, fraction)) => format!("1e-{}", fraction.len()),
        None if bound == Bound::About => {
            let stated = plain.trim_end_matches('0').len();
            format!("1e{}", if stated == 0 { 0 } else { plain.len() - stated })
        }
        None => "1e0".to_owned(),
    }
}

fn bound(text: &str) -> (Bound, &str) {
    const MARKS: [(&str, Bound); 6] = [
        ("up to ", Bound::UpTo),
        ("<=", Bound::AtMost),
        (">=", Bound::AtLeast),
        ("<", Bound::Below),
        (">", Bound::Above),
        ("~", Bound::About),
    ];
    MARKS
        .iter()
        .find_map(|(mark, bound)| Some((*bound, text.strip_prefix(mark)?.trim_start())))
        .unwrap_or((Bound::Exact, text))
}

/// The numeral without its commas, which must part groups of three.
fn ungrouped(digits: &str) -> Option<String> {
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let grouped = whole.contains(',');
    let is_right = all_digits(first)
        && (!grouped || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && all_digits(group))
        && fraction.is_none_or(all_digits);
    is_right.then(|| digits.replace(',', ""))
}

/// The prefix that belongs to the numeral, and what one unit is.
fn factor(unit: &str, metric: Metric) -> Option<(&str, Factor)> {
    use Factor::{PowerOfTen, PowerOfTwo};
    let spaced = unit.strip_prefix(' ');
    let factor = match metric {
        Metric::Iops | Metric::Transactions => {
            let power = match unit {
                "" => 0,
                "K" => 3,
                "M" => 6,
                _ => return None,
            };
            return Some((unit, PowerOfTen(power)));
        }
        Metric::Throughput => match spaced? {
            "B/s" => PowerOfTen(0),
            "KB/s" | "kB/s" => PowerOfTen(3),
            "MB/s" => PowerOfTen(6),
            "GB/s" => PowerOfTen(9),
            "TB/s" => PowerOfTen(12),
            "KiB/s" => PowerOfTwo(10),
            "MiB/s" => PowerOfTwo(20),
            "GiB/s" => PowerOfTwo(30),
            "TiB/s" => PowerOfTwo(40),
            _ => return None,
        },
        Metric::Latency => match spaced? {
            "ns" => PowerOfTen(0),
            "us" | "µs" => PowerOfTen(3),
            "ms" => PowerOfTen(6),
            "s" => PowerOfTen(9),
            _ => return None,
        },
        _ => return None,
    };
    Some(("", factor))
}

/// The units that a metric may have, for people.
fn units(metric: Metric) -> &'static str {
    match metric {
        Metric::Throughput => {
            "a blank and B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s or TiB/s"
        }
        Metric::Latency => "a blank and ns, us, ms or s",
        _ => "its numeral, or in K or M: it is per second and has no unit",
    }
}

fn scaled(plain: &str, factor: Factor) -> Option<f64> {
    match factor {
        Factor::PowerOfTen(power) => decimal_shifted(plain, power),
        Factor::PowerOfTwo(power) => decimal(plain).map(|value| value * 2f64.powi(power)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Printed, parse};
    use plimsoll_schema::{Bound, Metric};
    use proptest::prelude::*;

    fn read(text: &str, metric: Metric) -> (Bound, String, f64, f64) {
        let Printed { bound, numeral, value, half_digit } = parse(text, metric).expect(text);
        (bound, numeral, value, half_digit)
    }

    #[test]
    fn every_bound_and_every_unit() {
        for (text, metric, bound, numeral, value, half_digit) in [
            ("4,304 MiB/s", Metric::Throughput, Bound::Exact, "4,304", 4_513_071_104.0, 524_288.0),
            ("0 MiB/s", Metric::Throughput, Bound::Exact, "0", 0.0, 524_288.0),
            ("5.71 GB/s", Metric::Throughput, Bound::Exact, "5.71", 5.71e9, 5e6),
            (
                "up to 21.5 GiB/s",
                Metric::Throughput,
                Bound::UpTo,
                "21.5",
                23_085_449_216.0,
                53_687_091.2,
            ),
            ("~157,000", Metric::Iops, Bound::About, "157,000", 157_000.0, 500.0),
            ("157,000", Metric::Iops, Bound::Exact, "157,000", 157_000.0, 0.5),
            ("450K", Metric::Iops, Bound::Exact, "450K", 450_000.0, 500.0),
            (">= 1.35M", Metric::Iops, Bound::AtLeast, "1.35M", 1_350_000.0, 5_000.0),
            ("> 375K", Metric::Iops, Bound::Above, "375K", 375_000.0, 500.0),
            ("3,155.751", Metric::Transactions, Bound::Exact, "3,155.751", 3_155.751, 0.000_5),
            ("< 1 ms", Metric::Latency, Bound::Below, "1", 1e6, 5e5),
            ("<= 0.40 ms", Metric::Latency, Bound::AtMost, "0.40", 4e5, 5e3),
            ("250 us", Metric::Latency, Bound::Exact, "250", 2.5e5, 500.0),
        ] {
            assert_eq!(
                read(text, metric),
                (bound, numeral.to_owned(), value, half_digit),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_with_what_to_write() {
        for (text, metric, part) in [
            ("4.304,5 MiB/s", Metric::Throughput, "no numeral"),
            ("43,04 MiB/s", Metric::Throughput, "no numeral"),
            ("4304,567 MiB/s", Metric::Throughput, "no numeral"),
            ("1. ms", Metric::Latency, "no numeral"),
            ("", Metric::Iops, "no numeral"),
            ("-5", Metric::Iops, "no numeral"),
            ("157,000 IOPS", Metric::Iops, "no unit"),
            ("4,304", Metric::Throughput, "MiB/s"),
            ("4,304MiB/s", Metric::Throughput, "a blank and"),
            ("300-2400", Metric::Iops, "no unit"),
            ("38만", Metric::Iops, "no unit"),
        ] {
            let error = parse(text, metric).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn grouping_changes_nothing(value in 0u64..10_000_000_000) {
            let plain = value.to_string();
            let mut grouped = String::new();
            for (at, digit) in plain.chars().enumerate() {
                if at > 0 && (plain.len() - at) % 3 == 0 {
                    grouped.push(',');
                }
                grouped.push(digit);
            }
            let one = parse(&plain, Metric::Iops).expect("plain");
            let other = parse(&grouped, Metric::Iops).expect("grouped");
            prop_assert_eq!(one.value.to_bits(), other.value.to_bits());
            prop_assert_eq!(one.value.to_bits(), (value as f64).to_bits());
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,12}") {
            for metric in [Metric::Iops, Metric::Throughput, Metric::Latency] {
                if let Ok(printed) = parse(&text, metric) {
                    prop_assert!(printed.value >= 0.0 && printed.value.is_finite());
                }
            }
        }
    }
}
