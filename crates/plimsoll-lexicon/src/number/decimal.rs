//! Exact decimal numbers.

use std::cmp::Ordering;
use std::fmt;

/// The greatest count of digits that a number may have: more is no figure of a benchmark, and up to
/// here every product with a unit's factor is exact.
pub(crate) const MOST_DIGITS: usize = 18;

/// Powers of ten by their exponent, as far as fractions usually go; all are exact.
const POWERS_OF_TEN: [f64; 8] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];

/// A decimal number that is not negative, kept exactly: `mantissa` ÷ 10^`scale`.
///
/// Two numbers are equal if their values are, whatever digits they were written with.
///
/// ```
/// use plimsoll_lexicon::Decimal;
/// let number = Decimal::from_digits("1527", "3").expect("digits");
/// assert_eq!(number.to_f64(), 1527.3);
/// assert_eq!(number.times_power_of_ten(4), Some(Decimal::whole(15_273_000)));
/// assert_eq!(number.to_string(), "1527.3");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Decimal {
    mantissa: u128,
    scale: u32,
}

impl Decimal {
    /// A whole number.
    pub fn whole(value: u64) -> Self {
        Self { mantissa: value.into(), scale: 0 }
    }

    /// From the digits before and behind the decimal mark; `None` if there are none, if one is no
    /// ASCII digit, or if there are more than eighteen.
    pub fn from_digits(whole: &str, fraction: &str) -> Option<Self> {
        Self::from_runs(&[whole, fraction], fraction.len())
    }

    /// From runs of digits that follow each other, of which so many digits stand behind the decimal mark.
    pub(super) fn from_runs(runs: &[&str], decimals: usize) -> Option<Self> {
        let (mut count, mut mantissa) = (0, 0_u64);
        for run in runs {
            for byte in run.bytes() {
                count += 1;
                if count > MOST_DIGITS || !byte.is_ascii_digit() {
                    return None;
                }
                mantissa = 10 * mantissa + u64::from(byte - b'0');
            }
        }
        if count == 0 {
            return None;
        }
        Some(Self { mantissa: mantissa.into(), scale: decimals as u32 })
    }

    /// How many digits stand behind the decimal mark, as written: 3 for `926.000`.
    pub fn scale(self) -> u32 {
        self.scale
    }

    /// The number times 10^`power`; `None` if it becomes too great.
    pub fn times_power_of_ten(self, power: u32) -> Option<Self> {
        if power <= self.scale {
            return Some(Self { scale: self.scale - power, ..self });
        }
        let factor = 10u128.checked_pow(power - self.scale)?;
        Some(Self { mantissa: self.mantissa.checked_mul(factor)?, scale: 0 })
    }

    /// The number times a whole one; `None` if it becomes too great.
    pub fn times(self, factor: u64) -> Option<Self> {
        Some(Self { mantissa: self.mantissa.checked_mul(factor.into())?, ..self })
    }

    /// The sum; `None` if it becomes too great.
    pub fn plus(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let mantissa = self.at_scale(scale)?.checked_add(other.at_scale(scale)?)?;
        Some(Self { mantissa, scale })
    }

    /// The nearest `f64`, rounded once.
    pub fn to_f64(self) -> f64 {
        // Both are exact as `f64`, so that their quotient is rounded once.
        if let (Ok(mantissa), Some(divisor)) =
            (u32::try_from(self.mantissa), POWERS_OF_TEN.get(self.scale as usize))
        {
            return f64::from(mantissa) / divisor;
        }
        // A mantissa of 128 bits is far below the greatest `f64`, so this never fails.
        plimsoll_unit::decimal_shifted(&self.mantissa.to_string(), -self.scale.cast_signed())
            .unwrap_or(f64::MAX)
    }

    /// The value if it is whole and fits.
    pub fn to_u64(self) -> Option<u64> {
        let divisor = 10u128.checked_pow(self.scale)?;
        let is_whole = self.mantissa.is_multiple_of(divisor);
        is_whole.then(|| u64::try_from(self.mantissa / divisor).ok()).flatten()
    }

    fn at_scale(self, scale: u32) -> Option<u128> {
        self.mantissa.checked_mul(10u128.checked_pow(scale - self.scale)?)
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let parts = |number: &Self| {
            let divisor = 10u128.checked_pow(number.scale).unwrap_or(u128::MAX);
            (number.mantissa / divisor, number.mantissa % divisor)
        };
        let (whole, rest) = parts(self);
        let (other_whole, other_rest) = parts(other);
        // The parts behind the mark have at most 36 digits at any scale, so widening them fits.
        let widened = |rest: u128, own: u32, common: u32| rest * 10u128.pow(common - own);
        let common = self.scale.max(other.scale);
        whole.cmp(&other_whole).then_with(|| {
            widened(rest, self.scale, common).cmp(&widened(other_rest, other.scale, common))
        })
    }
}

impl fmt::Display for Decimal {
    /// With a dot as the decimal mark, no grouping, and as many decimals as were written.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = self.scale as usize;
        let digits = format!("{:0>width$}", self.mantissa, width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        formatter.write_str(whole)?;
        if scale > 0 { write!(formatter, ".{fraction}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;
    use proptest::prelude::*;

    fn number(whole: &str, fraction: &str) -> Decimal {
        Decimal::from_digits(whole, fraction).expect("digits")
    }

    #[test]
    fn digits_make_exact_numbers() {
        assert_eq!(number("926", "000").to_u64(), Some(926));
        assert_eq!(number("926", "000").scale(), 3);
        assert_eq!(number("926", "000"), Decimal::whole(926));
        assert_eq!(number("0", "25").to_string(), "0.25");
        assert_eq!(number("0", "25").to_u64(), None);
        assert_eq!(number("15", "7").times_power_of_ten(4), Some(Decimal::whole(157_000)));
        for (whole, fraction) in [("", ""), ("1a", ""), ("1", "-2"), ("1234567890123456789", "")] {
            assert_eq!(Decimal::from_digits(whole, fraction), None, "{whole} {fraction}");
        }
    }

    #[test]
    fn sums_and_order_go_by_value() {
        assert_eq!(number("99", "9").plus(number("0", "10")), Some(Decimal::whole(100)));
        assert!(number("2", "10") > number("2", "09"));
        assert!(number("2", "1") == number("2", "10"));
        assert!(Decimal::whole(3) > number("2", "999"));
    }

    proptest! {
        #[test]
        fn to_f64_is_the_nearest(whole in 0u64..1_000_000_000, micro in 0u64..1_000_000) {
            let (whole, fraction) = (whole.to_string(), format!("{micro:06}"));
            let text = format!("{whole}.{fraction}");
            prop_assert_eq!(number(&whole, &fraction).to_f64().to_bits(), text.parse::<f64>().unwrap().to_bits());
            prop_assert_eq!(number(&whole, &fraction).to_string(), text);
        }
    }
}
