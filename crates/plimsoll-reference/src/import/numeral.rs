//! A figure of a row as a catalogue file writes it.
//!
//! A row has the numeral as its page printed it and the value in base units; which unit stood
//! beside it, the row does not say. So each unit that a file may write is tried behind the numeral,
//! and what reads back as the value is what the page printed. Where nothing does (`38만`), the
//! numeral is written anew.

use crate::printed;
use plimsoll_schema::{Bound, Figure, Metric, Stat};

/// A figure in the form of a catalogue file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    /// Bound, numeral, unit.
    pub(super) text: String,
    /// What the page printed, where the form of the file has no place for it.
    pub(super) printed: Option<String>,
}

/// The figure in the form of the file. Its value must be finite and not less than 0.
pub(super) fn written(figure: &Figure) -> Written {
    let bound = mark(figure.bound);
    let printed = figure.written.as_deref().map(str::trim).filter(|text| !text.is_empty());
    if let Some(text) = printed.and_then(|printed| as_printed(printed, figure)) {
        return Written { text: format!("{bound}{text}"), printed: None };
    }
    let text = printed
        .and_then(|it| by_ten_thousands(it, figure))
        .unwrap_or_else(|| in_base_units(figure));
    Written { text: format!("{bound}{text}"), printed: printed.map(str::to_owned) }
}

/// A limit of a pool: in the greatest unit that leaves a whole number.
pub(super) fn whole(metric: Metric, value: f64) -> String {
    let with_size = |unit: &&'static str| {
        let one = printed::parse(&format!("1{unit}"), metric).ok()?.value;
        Some((*unit, one))
    };
    let is_whole = |(_, one): &(&str, f64)| value >= *one && (value % one).abs() < f64::EPSILON;
    let sized = units(metric).iter().filter(|unit| unit.starts_with(' ')).filter_map(with_size);
    match sized.filter(is_whole).max_by(|one, other| one.1.total_cmp(&other.1)) {
        Some((unit, one)) => format!("{}{unit}", grouped(value / one)),
        None => in_base_units(&Figure::computed(metric, Stat::Mean, value)),
    }
}

fn mark(bound: Option<Bound>) -> &'static str {
    match bound {
        None | Some(Bound::Exact) => "",
        Some(Bound::About) => "~",
        Some(Bound::Below) => "< ",
        Some(Bound::AtMost) => "<= ",
        Some(Bound::Above) => "> ",
        Some(Bound::AtLeast) => ">= ",
        Some(Bound::UpTo) => "up to ",
    }
}

/// The printed numeral with the unit in which it is the value.
fn as_printed(printed: &str, figure: &Figure) -> Option<String> {
    let (numeral, behind) = numeral(printed)?;
    let behind = behind.trim();
    let named = |unit: &&&str| !behind.is_empty() && behind.eq_ignore_ascii_case(unit.trim());
    let units = units(figure.metric);
    // A unit that the text names goes before the others: 0 is the same in all of them. A rule of
    // numerals that is not the file's is more likely than a greater unit: 300.000 is not 300.000K.
    let readings = readings(&numeral);
    units.iter().filter(named).chain(units).find_map(|unit| {
        let texts = readings.iter().map(|numeral| format!("{numeral}{unit}"));
        texts.into_iter().find(|text| is_value(text, figure))
    })
}

fn is_value(text: &str, figure: &Figure) -> bool {
    printed::parse(text, figure.metric)
        .is_ok_and(|read| (read.value - figure.value).abs() <= figure.value * 1e-14)
}

/// The numeral in the text, with ASCII digits, and what follows it.
fn numeral(text: &str) -> Option<(String, &str)> {
    let is_digit = |c: char| ascii_digit(c).is_some();
    let start = text.find(is_digit)?;
    let is_inside = |c: char| is_digit(c) || separator(c).is_some();
    let length = text[start..].find(|c| !is_inside(c)).unwrap_or(text.len() - start);
    let (inside, behind) = text[start..].split_at(length);
    let numeral = inside.trim_end_matches(|c: char| !is_digit(c));
    let folded = numeral.chars().filter_map(|c| ascii_digit(c).or_else(|| separator(c)));
    Some((folded.collect(), behind))
}

fn ascii_digit(character: char) -> Option<char> {
    match character {
        '0'..='9' => Some(character),
        '０'..='９' => char::from_digit(u32::from(character) - u32::from('０'), 10),
        _ => None,
    }
}

/// What may part digits, as one of `.`, `,` and a blank.
fn separator(character: char) -> Option<char> {
    match character {
        '.' | '．' => Some('.'),
        ',' | '，' => Some(','),
        '\'' | '’' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' => Some(' '),
        _ => None,
    }
}

/// The numeral in the form of a catalogue file, by each rule that it may have been printed in: as
/// it stands; with comma and dot changed; with its last mark as the decimal point; with none.
fn readings(numeral: &str) -> Vec<String> {
    let changed: String = numeral
        .chars()
        .map(|c| match c {
            ',' => '.',
            '.' | ' ' => ',',
            other => other,
        })
        .collect();
    let blanks = numeral.replace(' ', ",");
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let by_last = numeral
        .rfind(|c: char| !c.is_ascii_digit())
        .map(|at| format!("{}.{}", digits(&numeral[..at]), &numeral[at + 1..]));
    let mut readings = vec![numeral.to_owned(), blanks, changed];
    readings.extend(by_last);
    readings.push(digits(numeral));
    readings
}

/// `38만` as `0.38M`: what counts in ten thousands, keeping how exact the page was.
fn by_ten_thousands(printed: &str, figure: &Figure) -> Option<String> {
    if !matches!(figure.metric, Metric::Iops | Metric::Transactions) {
        return None;
    }
    let (numeral, _) = numeral(printed)?;
    readings(&numeral).into_iter().find_map(|reading| {
        let plain = reading.replace(',', "");
        let decimals = plain.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let is_shifted = |power: i32| {
            plimsoll_unit::decimal_shifted(&plain, power)
                .is_some_and(|value| (value - figure.value).abs() <= figure.value * 1e-14)
        };
        let (_, zeros) = [(4, 4), (8, 8)].into_iter().find(|(power, _)| is_shifted(*power))?;
        let text =
            format!("{:.*}M", (decimals + 6_usize).saturating_sub(zeros), figure.value / 1e6);
        is_value(&text, figure).then_some(text)
    })
}

fn in_base_units(figure: &Figure) -> String {
    let unit = match figure.metric {
        Metric::Throughput => " B/s",
        Metric::Latency => " ns",
        _ => "",
    };
    format!("{}{unit}", grouped(figure.value))
}

/// All digits of a number, a comma before every three of its whole part.
fn grouped(value: f64) -> String {
    let plain = format!("{}", value.abs());
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

/// The units that a file may write behind a numeral, the usual ones first.
fn units(metric: Metric) -> &'static [&'static str] {
    match metric {
        Metric::Throughput => {
            &[" MiB/s", " MB/s", " GiB/s", " GB/s", " KiB/s", " kB/s", " TiB/s", " TB/s", " B/s"]
        }
        Metric::Latency => &[" ms", " us", " s", " ns"],
        _ => &["", "K", "M"],
    }
}

#[cfg(test)]
mod tests {
    use super::{Written, whole, written};
    use crate::printed;
    use plimsoll_schema::{Bound, Figure, Metric, Stat};
    use proptest::prelude::*;

    const MIB: f64 = 1_048_576.0;

    fn figure(metric: Metric, value: f64, bound: Bound, printed: &str) -> Figure {
        Figure { bound: Some(bound), ..Figure::written(metric, Stat::Mean, value, printed) }
    }

    #[test]
    fn numerals_stay_as_printed_where_the_form_can_hold_them() {
        use Bound::{About, AtLeast, Below, Exact, UpTo};
        use Metric::{Iops, Latency, Throughput};
        for (metric, value, bound, printed, text) in [
            (Throughput, 4304.0 * MIB, Exact, "4,304", "4,304 MiB/s"),
            (Throughput, 4304e6, Exact, "4304 MB/s", "4304 MB/s"),
            (Throughput, 4304.0 * MIB, Exact, "4.304", "4,304 MiB/s"),
            (Throughput, 5.71e9, Exact, "5,71", "5.71 GB/s"),
            (Throughput, 0.0, Exact, "0", "0 MiB/s"),
            (Throughput, 0.0, Exact, "0 MB/s", "0 MB/s"),
            (Throughput, 1500.0 * MIB, About, "~1\u{202f}500", "~1,500 MiB/s"),
            (Iops, 157_000.0, About, "~157,000", "~157,000"),
            (Iops, 157_000.0, UpTo, "157.000", "up to 157,000"),
            (Iops, 450_000.0, AtLeast, "450K", ">= 450K"),
            (Iops, 1_350_000.0, Exact, "1.35", "1.35M"),
            (Iops, 25_000.0, Exact, "２５,０００", "25,000"),
            (Latency, 400_000.0, Exact, "0.40", "0.40 ms"),
            (Latency, 1e6, Below, "<1 ms", "< 1 ms"),
            (Latency, 250_000.0, Exact, "250", "250 us"),
        ] {
            let expected = Written { text: text.to_owned(), printed: None };
            assert_eq!(written(&figure(metric, value, bound, printed)), expected, "{printed}");
        }
    }

    #[test]
    fn what_the_form_cannot_hold_is_written_anew_beside_what_was_printed() {
        use Metric::{Iops, Latency, Throughput};
        for (metric, value, printed, text) in [
            (Iops, 380_000.0, "38만", "0.38M"),
            (Iops, 1_234_500.0, "123.45萬", "1.2345M"),
            (Iops, 120_000_000.0, "1.2億", "120M"),
            (Iops, 55_555.5, "a lot", "55,555.5"),
            (Throughput, 1234.5, "?", "1,234.5 B/s"),
            (Latency, 1234.5, "7", "1,234.5 ns"),
        ] {
            let expected = Written { text: text.to_owned(), printed: Some(printed.to_owned()) };
            assert_eq!(written(&figure(metric, value, Bound::Exact, printed)), expected);
        }
        let computed = written(&Figure::computed(Iops, Stat::Mean, 1000.0));
        assert_eq!(computed, Written { text: "1,000".to_owned(), printed: None });
    }

    #[test]
    fn limits_have_the_greatest_unit_that_leaves_them_whole() {
        assert_eq!(whole(Metric::Throughput, 5120.0 * MIB), "5 GiB/s");
        assert_eq!(whole(Metric::Throughput, 160e6), "160 MB/s");
        assert_eq!(whole(Metric::Throughput, 1.5), "1.5 B/s");
        assert_eq!(whole(Metric::Iops, 160_000.0), "160,000");
    }

    proptest! {
        #[test]
        fn every_value_reads_back(value in 0f64..1e18, printed in "\\PC{0,8}") {
            for metric in [Metric::Iops, Metric::Throughput, Metric::Latency, Metric::Transactions] {
                let text = written(&figure(metric, value, Bound::About, &printed)).text;
                let read = printed::parse(&text, metric).expect("the form of a file");
                prop_assert!((read.value - value).abs() <= value * 1e-14, "{text}: {} {value}", read.value);
                prop_assert_eq!(read.bound, Bound::About);
            }
        }
    }
}
