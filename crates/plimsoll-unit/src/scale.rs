//! Printing quantities so that those side by side can be compared by eye.

/// What a number is a measure of; it decides unit and prefixes when it is printed. Values are in
/// base units: operations per second, bytes per second, nanoseconds, bytes, or a plain count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Operations per second, printed with `k` and `M` (powers of 1000).
    Rate,
    /// Bytes per second, printed as `MiB/s` and the like (powers of 1024).
    ByteRate,
    /// Nanoseconds, printed as ns, µs, ms or s.
    Time,
    /// Bytes, printed as `KiB` and the like (powers of 1024).
    Bytes,
    /// A plain number, never with a prefix.
    Count,
}

impl Quantity {
    /// Unit and divisor of every step, least first.
    fn steps(self) -> &'static [(&'static str, f64)] {
        const KIB: f64 = 1024.0;
        match self {
            Self::Rate => &[("", 1.0), ("k", 1e3), ("M", 1e6), ("G", 1e9)],
            Self::ByteRate => &[
                ("B/s", 1.0),
                ("KiB/s", KIB),
                ("MiB/s", KIB * KIB),
                ("GiB/s", KIB * KIB * KIB),
                ("TiB/s", KIB * KIB * KIB * KIB),
            ],
            Self::Time => &[("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)],
            Self::Bytes => &[
                ("B", 1.0),
                ("KiB", KIB),
                ("MiB", KIB * KIB),
                ("GiB", KIB * KIB * KIB),
                ("TiB", KIB * KIB * KIB * KIB),
            ],
            Self::Count => &[("", 1.0)],
        }
    }
}

/// One unit and one number of decimals for all values of a row, so that they can be compared
/// without reading their units. The least value keeps at least three significant digits.
///
/// ```
/// use plimsoll_unit::{Quantity, Scale};
/// let scale = Scale::of(Quantity::Time, &[92_240.3, 9_240_455.0]);
/// assert_eq!(scale.unit, "µs");
/// assert_eq!(scale.format(92_240.3), "92.2");
/// assert_eq!(scale.format(9_240_455.0), "9240.5");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The unit to print, for instance `MiB/s`; empty for a plain rate or count.
    pub unit: &'static str,
    divisor: f64,
    decimals: usize,
}

impl Scale {
    /// Chooses the scale by the least value that is neither 0 nor infinite.
    pub fn of(quantity: Quantity, values: &[f64]) -> Self {
        let least = values
            .iter()
            .map(|value| value.abs())
            .filter(|value| *value > 0.0 && value.is_finite())
            .fold(f64::INFINITY, f64::min);
        let steps = quantity.steps();
        if least.is_infinite() {
            return Self { unit: steps[0].0, divisor: 1.0, decimals: 0 };
        }
        // The greatest step in which the value, as it will be printed, is at least 1: 999.96 KiB/s
        // printed with one decimal less would read 1000.
        let (unit, divisor) =
            steps.iter().rev().find(|(_, divisor)| least / divisor >= 0.9995).unwrap_or(&steps[0]);
        Self { unit, divisor: *divisor, decimals: decimals(least / divisor) }
    }

    /// The number without its unit, rounded half to even of the nearest binary value.
    pub fn format(&self, value: f64) -> String {
        format!("{:.*}", self.decimals, value / self.divisor)
    }

    /// The number with its unit behind it.
    pub fn format_with_unit(&self, value: f64) -> String {
        let number = self.format(value);
        if self.unit.is_empty() {
            number
        } else if self.unit.len() == 1 && self.unit != "s" && self.unit != "B" {
            format!("{number}{}", self.unit)
        } else {
            format!("{number} {}", self.unit)
        }
    }
}

/// Decimals that leave three significant digits, counted after rounding: 9.996 is printed `10.0`.
fn decimals(scaled: f64) -> usize {
    match scaled {
        value if value >= 99.95 => 0,
        value if value >= 9.995 => 1,
        value if value >= 0.9995 => 2,
        // Below 1 in the least unit (an operation every few seconds): two more digits than zeros.
        value => (-value.log10()).floor().clamp(0.0, 12.0) as usize + 3,
    }
}

#[cfg(test)]
mod tests {
    use super::{Quantity, Scale};
    use proptest::prelude::*;

    #[test]
    fn every_rounding_edge_and_its_neighbour() {
        for (value, printed) in [
            (0.0, "0"),
            (0.5, "0.500"),
            (0.0123, "0.0123"),
            (0.99949, "0.999"),
            (0.9995, "1.00"),
            (9.994, "9.99"),
            (9.995, "10.0"),
            (99.94, "99.9"),
            (99.95, "100"),
            (999.4, "999"),
            (999.5, "1.00k"),
            (9994.0, "9.99k"),
            (9995.0, "10.0k"),
            (999_499.0, "999k"),
            (999_500.0, "1.00M"),
        ] {
            let scale = Scale::of(Quantity::Rate, &[value]);
            assert_eq!(scale.format_with_unit(value), printed, "{value}");
        }
    }

    #[test]
    fn the_least_value_decides_for_the_row() {
        let row = [1_410_334_720.0, 4_513_071_104.0];
        let scale = Scale::of(Quantity::ByteRate, &row);
        assert_eq!(row.map(|value| scale.format_with_unit(value)), ["1.31 GiB/s", "4.20 GiB/s"]);
        let with_zero = Scale::of(Quantity::Time, &[0.0, 1e6]);
        assert_eq!(with_zero.format_with_unit(0.0), "0.00 ms");
        assert_eq!(Scale::of(Quantity::Count, &[2_000_000.0]).format_with_unit(2e6), "2000000");
    }

    proptest! {
        #[test]
        fn three_digits_are_kept(value in 1e-3f64..1e15) {
            for quantity in [Quantity::Rate, Quantity::ByteRate, Quantity::Time, Quantity::Bytes] {
                let scale = Scale::of(quantity, &[value]);
                let shown: f64 = scale.format(value).parse().expect("a printed number");
                let error = (shown * scale.divisor - value).abs() / value;
                prop_assert!(error <= 0.0051, "{value} shown as {shown} {}", scale.unit);
            }
        }
    }
}
