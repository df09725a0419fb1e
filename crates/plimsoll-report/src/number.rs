//! Numbers as they stand in an English report.

use plimsoll_schema::{Bound, Metric};

/// One unit and one number of decimals for all values of a column, so that they stand under each
/// other by their decimal point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ColumnScale {
    /// The unit for the column's head; empty for plain rates.
    pub(crate) unit: &'static str,
    divisor: f64,
    decimals: usize,
}

const MIB: f64 = 1024.0 * 1024.0;

impl ColumnScale {
    /// Chooses unit and decimals for values of one metric, so that the least one that is not 0 has
    /// at least three significant digits.
    pub(crate) fn of(metric: Metric, values: &[f64]) -> Self {
        let magnitudes = values.iter().map(|value| value.abs()).filter(|value| *value > 0.0);
        let least = magnitudes.clone().fold(f64::INFINITY, f64::min);
        let greatest = magnitudes.fold(0.0, f64::max);
        // The unit of the greatest value, unless the least one would be lost in it.
        let fits = |unit: f64| greatest >= unit && least >= unit / 10.0;
        let (unit, divisor) = match metric {
            Metric::Throughput if fits(MIB) => ("MiB/s", MIB),
            Metric::Throughput if fits(1024.0) => ("KiB/s", 1024.0),
            Metric::Throughput => ("B/s", 1.0),
            Metric::Latency if fits(1e9) => ("s", 1e9),
            Metric::Latency if fits(1e6) => ("ms", 1e6),
            Metric::Latency if fits(1e3) => ("µs", 1e3),
            Metric::Latency => ("ns", 1.0),
            Metric::Iops => ("IOPS", 1.0),
            Metric::Transactions => ("1/s", 1.0),
            other => (other.unit(), 1.0),
        };
        let decimals = match least / divisor {
            scaled if scaled >= 99.95 => 0,
            scaled if scaled >= 9.995 => 1,
            scaled if scaled >= 0.9995 => 2,
            scaled if scaled.is_finite() => 3,
            _ => 0,
        };
        // Beside values a thousand times as great, three digits of the least are too many.
        let most = if metric == Metric::Latency { 2 } else { 1 };
        let decimals = if greatest >= least * 1000.0 { decimals.min(most) } else { decimals };
        Self { unit, divisor, decimals }
    }

    /// The number, grouped, without its unit.
    pub(crate) fn format(&self, value: f64) -> String {
        grouped(value / self.divisor, self.decimals)
    }

    /// The number with its bound.
    pub(crate) fn format_bound(&self, value: f64, bound: Option<Bound>) -> String {
        format!("{}{}", bound_sign(bound), self.format(value))
    }
}

/// What stands before a number to say how it bounds.
pub(crate) fn bound_sign(bound: Option<Bound>) -> &'static str {
    match bound {
        None | Some(Bound::Exact) => "",
        Some(Bound::About) => "≈ ",
        Some(Bound::Below) => "< ",
        Some(Bound::AtMost) => "≤ ",
        Some(Bound::Above) => "> ",
        Some(Bound::AtLeast) => "≥ ",
        Some(Bound::UpTo) => "up to ",
    }
}

/// A number with thousands grouped by commas. What rounds to 0 has no sign.
pub(crate) fn grouped(value: f64, decimals: usize) -> String {
    let plain = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut text = String::new();
    if value < 0.0 && plain.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        text.push('−');
    }
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// A share in per cent, without digits that say nothing: `60 %`, `33.3 %`, with a blank at which no
/// line breaks.
pub(crate) fn percent(value: f64) -> String {
    let decimals = usize::from((value - value.round()).abs() > 0.049);
    format!("{}\u{A0}%", grouped(value, decimals))
}

/// A size in bytes by the greatest binary unit that leaves a whole number: `64 KiB`.
pub(crate) fn block_size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes;
    let mut unit = 0;
    while value >= 1024 && value.is_multiple_of(1024) && unit + 1 < UNITS.len() {
        value /= 1024;
        unit += 1;
    }
    format!("{} {}", grouped(value as f64, 0), UNITS[unit])
}

/// Seconds: `3.0 s`, `2,293.5 s`.
pub(crate) fn seconds(value: f64) -> String {
    format!("{} s", grouped(value, 1))
}

#[cfg(test)]
mod tests {
    use super::{ColumnScale, block_size, grouped, percent};
    use plimsoll_schema::{Bound, Metric};
    use proptest::prelude::*;

    #[test]
    fn thousands_are_grouped() {
        for (value, decimals, printed) in [
            (0.0, 0, "0"),
            (999.0, 0, "999"),
            (1000.0, 0, "1,000"),
            (157_000.0, 0, "157,000"),
            (1_234_567.891, 2, "1,234,567.89"),
            (999.96, 1, "1,000.0"),
            (-1234.5, 1, "−1,234.5"),
            (-0.04, 1, "0.0"),
        ] {
            assert_eq!(grouped(value, decimals), printed);
        }
    }

    #[test]
    fn a_column_has_one_unit_and_one_number_of_decimals() {
        let mib = 1024.0 * 1024.0;
        let scale = ColumnScale::of(Metric::Throughput, &[4304.0 * mib, 464.0 * mib, 0.0]);
        assert_eq!((scale.unit, scale.format(4304.0 * mib)), ("MiB/s", "4,304".to_owned()));
        let latency = ColumnScale::of(Metric::Latency, &[400_000.0, 1_250_000.0]);
        assert_eq!((latency.unit, latency.format(400_000.0)), ("ms", "0.400".to_owned()));
        let wide = ColumnScale::of(Metric::Latency, &[69_000.0, 4.55e9]);
        assert_eq!((wide.unit, wide.format(69_000.0)), ("µs", "69.0".to_owned()));
        let wider = ColumnScale::of(Metric::Latency, &[690.0, 4.55e9]);
        assert_eq!((wider.unit, wider.format(690.0)), ("µs", "0.69".to_owned()));
        let iops = ColumnScale::of(Metric::Iops, &[157_000.0]);
        assert_eq!(iops.format_bound(157_000.0, Some(Bound::About)), "≈ 157,000");
    }

    #[test]
    fn shares_and_sizes() {
        assert_eq!(percent(60.0), "60\u{A0}%");
        assert_eq!(percent(33.333), "33.3\u{A0}%");
        assert_eq!(block_size(65536), "64 KiB");
        assert_eq!(block_size(4000), "4,000 B");
        assert_eq!(block_size(1 << 20), "1 MiB");
    }

    proptest! {
        #[test]
        fn grouping_loses_no_digit(value in 0u64..1_000_000_000_000) {
            prop_assert_eq!(grouped(value as f64, 0).replace(',', ""), value.to_string());
        }
    }
}
