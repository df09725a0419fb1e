//! Numbers as the charts print them, and the time unit of an axis.

/// From here on digits are no help and the exponent is printed.
const TOO_LONG: f64 = 1e12;

/// A number with a fixed count of decimals and its thousands grouped: `12,345.60`.
pub(super) fn grouped(value: f64, decimals: usize) -> String {
    if value.abs() >= TOO_LONG || (decimals > 9 && value != 0.0) {
        return exponential(value);
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut out = String::with_capacity(text.len() + whole.len() / 3 + 1);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if value < 0.0 && !is_zero {
        out.push('−');
    }
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out.push_str(fraction);
    out
}

/// A number with at least three significant digits, without zeros at its end: `3,083`, `98.4`,
/// `0.0712`.
pub(super) fn brief(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".into();
    }
    let decimals = (2 - value.abs().log10().floor() as i32).clamp(0, 30) as usize;
    let text = grouped(value, decimals);
    if !text.contains('.') || text.contains('e') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn exponential(value: f64) -> String {
    let text = format!("{value:.2e}");
    let (mantissa, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    let mantissa = if mantissa.contains('.') {
        mantissa.trim_end_matches('0').trim_end_matches('.')
    } else {
        mantissa
    };
    format!("{mantissa}{exponent}").replace('-', "−")
}

/// The unit in which an axis prints times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeUnit {
    Nanosecond,
    Microsecond,
    Millisecond,
    Second,
}

impl TimeUnit {
    /// The unit in which a time of so many nanoseconds is short to print.
    pub(super) fn for_nanoseconds(typical: f64) -> Self {
        match typical {
            typical if typical >= 1e10 => Self::Second,
            typical if typical >= 1e6 => Self::Millisecond,
            typical if typical >= 1e3 => Self::Microsecond,
            _ => Self::Nanosecond,
        }
    }

    pub(super) fn nanoseconds(self) -> f64 {
        match self {
            Self::Nanosecond => 1.0,
            Self::Microsecond => 1e3,
            Self::Millisecond => 1e6,
            Self::Second => 1e9,
        }
    }

    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Nanosecond => "ns",
            Self::Microsecond => "µs",
            Self::Millisecond => "ms",
            Self::Second => "s",
        }
    }
}

/// A time in nanoseconds, in the unit that suits it: `812 µs`.
pub(super) fn brief_time(nanoseconds: f64) -> String {
    let unit = TimeUnit::for_nanoseconds(nanoseconds.abs());
    format!("{} {}", brief(nanoseconds / unit.nanoseconds()), unit.symbol())
}

#[cfg(test)]
mod tests {
    use super::{brief, brief_time, grouped};

    #[test]
    fn thousands_are_grouped_and_zero_has_no_sign() {
        assert_eq!(grouped(0.0, 0), "0");
        assert_eq!(grouped(-0.0, 1), "0.0");
        assert_eq!(grouped(-0.04, 1), "0.0");
        assert_eq!(grouped(999.0, 0), "999");
        assert_eq!(grouped(1000.0, 0), "1,000");
        assert_eq!(grouped(157_000.0, 0), "157,000");
        assert_eq!(grouped(-1_234_567.25, 2), "−1,234,567.25");
        assert_eq!(grouped(999_999_999_999.0, 0), "999,999,999,999");
        assert_eq!(grouped(1e12, 0), "1e12");
        assert_eq!(grouped(2.5e-12, 13), "2.5e−12");
    }

    #[test]
    fn brief_numbers_keep_three_digits_and_drop_empty_ones() {
        assert_eq!(brief(3083.2), "3,083");
        assert_eq!(brief(98.44), "98.4");
        assert_eq!(brief(98.0), "98");
        assert_eq!(brief(100.0), "100");
        assert_eq!(brief(1.5), "1.5");
        assert_eq!(brief(0.07123), "0.0712");
        assert_eq!(brief(0.0), "0");
        assert_eq!(brief(999.6), "1,000");
    }

    #[test]
    fn times_are_printed_in_the_unit_that_suits_them() {
        assert_eq!(brief_time(812_000.0), "812 µs");
        assert_eq!(brief_time(1e6), "1 ms");
        assert_eq!(brief_time(250.0), "250 ns");
        assert_eq!(brief_time(2.5e10), "25 s");
        assert_eq!(brief_time(0.0), "0 ns");
    }
}
