//! Numbers as reports print them, in whatever language the database speaks: `1,234.5`, `.8`, `24.3K`,
//! `2.2156248E+09`, `611.16us`, `52.86 s`.

/// A number, and how much of it rounding may have taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Printed<'a> {
    /// In base units.
    pub(crate) value: f64,
    /// Half of its last digit, in base units.
    pub(crate) rounding: f64,
    /// How many significant digits were printed.
    pub(crate) digits: usize,
    /// The text it was read from.
    pub(crate) text: &'a str,
}

impl Printed<'_> {
    /// How much rounding may have changed it, as a share of it; without end for a 0.
    pub(crate) fn relative_rounding(&self) -> f64 {
        if self.value > 0.0 { self.rounding / self.value } else { f64::INFINITY }
    }
}

/// Powers of ten that the letters behind counts stand for. They are powers of 1000: the reports say so themselves.
const LETTERS: [(char, i32); 5] = [('K', 3), ('M', 6), ('G', 9), ('T', 12), ('P', 15)];

/// Units of time as powers of ten in nanoseconds, the longest first.
const UNITS: [(&str, i32); 4] = [("ns", 0), ("us", 3), ("ms", 6), ("s", 9)];

/// A unit that a heading names for its whole column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnUnit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// None: every cell has its own.
    Own,
}

/// A count or rate: a number with or without a letter. `None` for what is no number, and for a negative one.
pub(crate) fn count(text: &str) -> Option<Printed<'_>> {
    let text = text.trim();
    let power = LETTERS.iter().find(|(letter, _)| text.ends_with(*letter));
    match power {
        Some((letter, power)) => scaled(text, text.strip_suffix(*letter)?, *power),
        None => scaled(text, text, 0),
    }
}

/// A rate as reports print it, such as `1,234.5` or `.8`, in its own unit; `None` for what is no number or is below 0.
///
/// ```
/// assert_eq!(plimsoll_awr::rate("1,234.5"), Some(1234.5));
/// assert_eq!(plimsoll_awr::rate("1.234,5"), None);
/// ```
pub fn rate(text: &str) -> Option<f64> {
    count(text).map(|printed| printed.value)
}

/// A duration in nanoseconds. A unit in the cell goes before that of the column; the letter K means a thousand.
pub(crate) fn duration(text: &str, unit: ColumnUnit) -> Option<Printed<'_>> {
    let text = text.trim();
    let own = UNITS.iter().find_map(|(name, power)| Some((text.strip_suffix(name)?, *power)));
    if let Some((number, power)) = own {
        return scaled(text, number.trim_end(), power);
    }
    let power = match unit {
        ColumnUnit::Seconds => 9,
        ColumnUnit::Milliseconds => 6,
        ColumnUnit::Own => return None,
    };
    let letter = LETTERS.iter().find(|(letter, _)| text.ends_with(*letter));
    match letter {
        Some((letter, thousands)) => scaled(text, text.strip_suffix(*letter)?, power + thousands),
        None => scaled(text, text, power),
    }
}

/// Reads a number times a power of ten, rounded once.
fn scaled<'a>(text: &'a str, number: &str, power: i32) -> Option<Printed<'a>> {
    let (mantissa, exponent) = match number.split_once(['E', 'e']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (number, 0),
    };
    let power = exponent.checked_add(power).filter(|power| power.abs() <= 30)?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if !is_grouped(whole) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    let mut plain = String::with_capacity(mantissa.len() + 2);
    plain.extend(whole.chars().filter(|it| *it != ','));
    if plain.is_empty() {
        plain.push('0');
    }
    if !fraction.is_empty() {
        plain.push('.');
        plain.push_str(fraction);
    }
    let value = plimsoll_unit::decimal_shifted(&plain, power)?;
    let significant = plain.trim_start_matches(['0', '.']);
    let digits = significant.bytes().filter(u8::is_ascii_digit).count();
    let decimals = i32::try_from(fraction.len()).ok().filter(|it| *it <= 30)?;
    let rounding = 0.5 * 10f64.powi(power - decimals);
    Some(Printed { value, rounding, digits, text })
}

/// Whether digits have no commas, or one before every three of them: `1,5` is not fifteen.
fn is_grouped(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let is_number = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let has_groups = whole.len() > first.len();
    is_number(first)
        && (!has_groups || (1..=3).contains(&first.len()))
        && groups.all(|group| group.len() == 3 && is_number(group))
}

#[cfg(test)]
mod tests {
    use super::{ColumnUnit, count, duration};
    use proptest::prelude::*;

    #[test]
    fn counts_of_every_form() {
        for (text, value, rounding, digits) in [
            ("208,754.9", 208_754.9, 0.05, 7),
            ("  63,209,715 ", 63_209_715.0, 0.5, 8),
            (".8", 0.8, 0.05, 1),
            (".0", 0.0, 0.05, 0),
            ("0.08", 0.08, 0.005, 1),
            ("24.3K", 24_300.0, 50.0, 3),
            ("63.6M", 63_600_000.0, 50_000.0, 3),
            ("7.1E+04", 71_000.0, 500.0, 2),
            ("2.2156248E+09", 2_215_624_800.0, 50.0, 8),
        ] {
            let printed = count(text).expect(text);
            assert!((printed.value - value).abs() < 1e-9 * value.max(1.0), "{text}: {printed:?}");
            assert!((printed.rounding - rounding).abs() < 1e-9 * rounding, "{text}: {printed:?}");
            assert_eq!((printed.digits, printed.text), (digits, text.trim()));
        }
    }

    #[test]
    fn what_is_no_number_of_a_report_is_none() {
        for text in [
            "",
            "######",
            "N/A",
            "1,5",
            "1.234,5",
            "12,34,567",
            "1234,567",
            ",567",
            "-1",
            "nan",
            "1.2.3",
            ".",
            "K",
            "1E+99",
            "1 234",
        ] {
            assert_eq!(count(text), None, "{text}");
        }
    }

    #[test]
    fn a_unit_in_the_cell_goes_before_that_of_the_column() {
        for (text, unit, nanoseconds) in [
            ("611.16us", ColumnUnit::Own, 611_160.0),
            ("52.86 s", ColumnUnit::Own, 52.86e9),
            (".98ms", ColumnUnit::Milliseconds, 980_000.0),
            (".00ns", ColumnUnit::Own, 0.0),
            ("1", ColumnUnit::Milliseconds, 1e6),
            ("948", ColumnUnit::Seconds, 948e9),
            ("938.9K", ColumnUnit::Seconds, 938_900e9),
        ] {
            let printed = duration(text, unit).expect(text);
            assert!(
                (printed.value - nanoseconds).abs() < 1e-6 * nanoseconds.max(1.0),
                "{text}: {printed:?}"
            );
        }
        assert_eq!(duration("12", ColumnUnit::Own), None);
    }

    proptest! {
        #[test]
        fn groups_of_three_are_read_as_written(value in 0u64..10_000_000_000_000, tenths in 0u8..10) {
            let digits = value.to_string();
            let mut grouped = String::new();
            for (at, digit) in digits.chars().enumerate() {
                if at > 0 && (digits.len() - at) % 3 == 0 { grouped.push(','); }
                grouped.push(digit);
            }
            let text = format!("{grouped}.{tenths}");
            let plain: f64 = format!("{value}.{tenths}").parse().unwrap();
            prop_assert_eq!(count(&text).map(|it| it.value), Some(plain));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,16}") {
            let _ = (count(&text), duration(&text, ColumnUnit::Seconds));
        }
    }
}
