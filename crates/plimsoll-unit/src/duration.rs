//! Durations as people write them.

use crate::decimal_shifted;

/// Units and the power of ten of nanoseconds in each; `s` last, since it ends all others.
const UNITS: [(&str, i32); 5] = [("ns", 0), ("us", 3), ("µs", 3), ("ms", 6), ("s", 9)];

/// Reads a number and its unit (`ns`, `us`, `µs`, `ms` or `s`), with or without a blank between them,
/// as nanoseconds. `None` without a unit, and for what is no number.
///
/// ```
/// assert_eq!(plimsoll_unit::nanoseconds("0.5 ms"), Some(500_000.0));
/// assert_eq!(plimsoll_unit::nanoseconds("1"), None);
/// ```
pub fn nanoseconds(text: &str) -> Option<f64> {
    let (number, power) =
        UNITS.iter().find_map(|(unit, power)| Some((text.strip_suffix(unit)?, *power)))?;
    decimal_shifted(number.trim_end(), power)
}

#[cfg(test)]
mod tests {
    use super::nanoseconds;

    #[test]
    fn a_duration_has_a_unit() {
        for (text, read) in [
            ("1 ms", Some(1e6)),
            ("500us", Some(5e5)),
            ("350 µs", Some(3.5e5)),
            ("2s", Some(2e9)),
            ("20 ns", Some(20.0)),
            ("-1 ms", Some(-1e6)),
            ("1", None),
            ("ms", None),
            ("1 min", None),
            ("1,5 ms", None),
            ("1 MS", None),
        ] {
            assert_eq!(nanoseconds(text), read, "{text}");
        }
    }
}
