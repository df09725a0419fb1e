//! Decimal numbers as tools print them.

/// Reads a plain decimal number: an optional sign, digits, an optional `.` with digits, an optional
/// exponent. The result is the `f64` nearest to the text.
///
/// `nan`, `inf`, grouping marks, a lone `.`, hexadecimal and surrounding blanks are refused, and so
/// is a number too great for an `f64`: a figure is a number or it is absent.
///
/// ```
/// assert_eq!(plimsoll_unit::decimal("92240.300476"), Some(92240.300476));
/// assert_eq!(plimsoll_unit::decimal("nan"), None);
/// assert_eq!(plimsoll_unit::decimal("1,345"), None);
/// ```
pub fn decimal(text: &str) -> Option<f64> {
    if let Some(value) = short_decimal(text, 0) {
        return Some(value);
    }
    is_decimal(text).then(|| text.parse::<f64>().ok()).flatten().filter(|value| value.is_finite())
}

/// Reads a decimal number times a power of ten, rounded once.
///
/// Parsing first and multiplying afterwards rounds twice: `9.678045` µs would become
/// 9678.044999999998 ns. Moving the decimal point in the text gives 9678.045.
///
/// ```
/// assert_eq!(plimsoll_unit::decimal_shifted("9.678045", 3), Some(9678.045));
/// ```
pub fn decimal_shifted(text: &str, power_of_ten: i32) -> Option<f64> {
    if let Some(value) = short_decimal(text, power_of_ten) {
        return Some(value);
    }
    if !is_decimal(text) {
        return None;
    }
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
        None => (text, 0),
    };
    let exponent = exponent.checked_add(power_of_ten)?;
    format!("{mantissa}e{exponent}").parse::<f64>().ok().filter(|value| value.is_finite())
}

/// The powers of ten that an `f64` holds without rounding.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Reads a decimal number without an exponent that is short, as nearly all are: its digits are a whole number that
/// an `f64` holds exactly, so that one multiplication or division by an exact power of ten rounds once. `None`
/// for all others, and for what is no number.
fn short_decimal(text: &str, power_of_ten: i32) -> Option<f64> {
    /// 10^18 and all below fit into 64 bits.
    const MOST_DIGITS: usize = 18;
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.len() > MOST_DIGITS + 1 {
        return None;
    }
    let mut digits = 0u64;
    let mut point = None;
    for (at, byte) in unsigned.bytes().enumerate() {
        match byte {
            b'0'..=b'9' => digits = 10 * digits + u64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(at),
            _ => return None,
        }
    }
    let whole_length = point.unwrap_or(unsigned.len());
    let fraction_length = point.map_or(0, |at| unsigned.len() - at - 1);
    let ends_in_point = point.is_some() && fraction_length == 0;
    if whole_length == 0 || ends_in_point || whole_length + fraction_length > MOST_DIGITS {
        return None;
    }
    if digits > 1 << f64::MANTISSA_DIGITS {
        return None;
    }
    let exponent = power_of_ten.checked_sub(i32::try_from(fraction_length).ok()?)?;
    let power = *EXACT_POWERS.get(exponent.unsigned_abs() as usize)?;
    let value = if exponent < 0 { digits as f64 / power } else { digits as f64 * power };
    Some(if text.starts_with('-') { -value } else { value })
}

fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mantissa_is_right = match mantissa.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(mantissa),
    };
    mantissa_is_right
        && exponent.is_none_or(|part| digits(part.strip_prefix(['-', '+']).unwrap_or(part)))
}

#[cfg(test)]
mod tests {
    use super::{decimal, decimal_shifted};
    use proptest::prelude::*;

    #[test]
    fn only_plain_decimals_are_numbers() {
        for refused in [
            "", "-", ".", "1.", ".5", "nan", "-nan", "inf", "1e", "1e+", "0x10", "1 ", "1,5", "١",
            "1e999",
        ] {
            assert_eq!(decimal(refused), None, "{refused:?}");
            assert_eq!(decimal_shifted(refused, 0), None, "{refused:?} shifted");
        }
        assert_eq!(decimal("-0.5"), Some(-0.5));
        assert_eq!(decimal("1e9"), Some(1e9));
    }

    #[test]
    fn shifting_moves_the_point_and_keeps_the_exponent() {
        assert_eq!(decimal_shifted("44.251713", 3), Some(44251.713));
        assert_eq!(decimal_shifted("1.5e2", -3), Some(0.15));
        assert_eq!(decimal_shifted("7", 0), Some(7.0));
    }

    proptest! {
        #[test]
        fn a_short_number_is_what_a_long_one_would_be(
            text in "[-+]?[0-9]{1,12}(\\.[0-9]{1,9})?", power in -30i32..30,
        ) {
            let long = format!("{text}e{power}").parse::<f64>().ok();
            if let Some(short) = super::short_decimal(&text, power) {
                prop_assert_eq!(Some(short.to_bits()), long.map(f64::to_bits));
            }
            prop_assert_eq!(decimal_shifted(&text, power).map(f64::to_bits), long.map(f64::to_bits));
        }

        #[test]
        fn whatever_is_printed_is_read_back(value in proptest::num::f64::NORMAL) {
            prop_assert_eq!(decimal(&format!("{value}")), Some(value));
            prop_assert_eq!(decimal(&format!("{value:e}")), Some(value));
        }

        #[test]
        fn shifting_by_three_is_the_number_with_its_point_moved(whole in 0u64..1_000_000_000, micro in 0u64..1_000_000) {
            let shifted = decimal_shifted(&format!("{whole}.{micro:06}"), 6);
            prop_assert_eq!(shifted, Some((whole * 1_000_000 + micro) as f64));
        }
    }
}
