//! How long sessions waited for an event.
//!
//! A report prints a total and a mean, each rounded to its own number of digits, in one list or in two: 1 ms and
//! 16,407 s for 21,628,695 waits in 11.2 are 0.7586 ms; 0 s and 3.23 ms for 13 waits in 19c are 3.23 ms.

use crate::number::Printed;

/// How much rounding may have taken of a mean, as a share of it, so that it is still known.
const KNOWN_WITHIN: f64 = 0.05;

/// A line of a list of waits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wait<'a> {
    /// The event.
    pub(crate) event: &'a str,
    /// How often it was waited for.
    pub(crate) waits: Option<Printed<'a>>,
    /// How long in all, in nanoseconds.
    pub(crate) total: Option<Printed<'a>>,
    /// How long in the mean, in nanoseconds.
    pub(crate) average: Option<Printed<'a>>,
    /// Where the line begins.
    pub(crate) at: usize,
}

/// A mean wait.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MeanWait<'a> {
    /// In nanoseconds.
    pub(crate) nanoseconds: f64,
    /// As it was printed; `None` for a quotient.
    pub(crate) text: Option<&'a str>,
    /// How much rounding may have taken, as a share of it.
    rounding: f64,
}

impl<'a> Wait<'a> {
    fn printed(&self) -> Option<MeanWait<'a>> {
        let average = self.average?;
        let rounding = average.relative_rounding();
        Some(MeanWait { nanoseconds: average.value, text: Some(average.text), rounding })
    }

    fn quotient(&self) -> Option<MeanWait<'a>> {
        let (total, waits) = (self.total?, self.waits.filter(|waits| waits.value >= 1.0)?);
        // A count is exact, unless it was printed in thousands.
        let of_waits = if waits.rounding > 0.5 { waits.relative_rounding() } else { 0.0 };
        let rounding = total.relative_rounding() + of_waits;
        Some(MeanWait { nanoseconds: total.value / waits.value, text: None, rounding })
    }
}

/// The mean that lost least to rounding, of all the lines about one event; `None` if none is known within 5 %.
pub(crate) fn mean<'a>(waits: &[Wait<'a>], event: &str) -> Option<MeanWait<'a>> {
    let of_event = waits.iter().filter(|wait| wait.event == event);
    let means = of_event.flat_map(|wait| [wait.printed(), wait.quotient()]).flatten();
    means
        .min_by(|one, other| one.rounding.total_cmp(&other.rounding))
        .filter(|mean| mean.rounding <= KNOWN_WITHIN)
}

#[cfg(test)]
mod tests {
    use super::{Wait, mean};
    use crate::number::{ColumnUnit, count, duration};

    fn wait(waits: &'static str, total: &'static str, average: &'static str) -> Wait<'static> {
        Wait {
            event: "db file sequential read",
            waits: count(waits),
            total: duration(total, ColumnUnit::Seconds),
            average: duration(average, ColumnUnit::Milliseconds),
            at: 0,
        }
    }

    #[test]
    fn the_mean_with_more_digits_counts() {
        for (lines, nanoseconds, text) in [
            (vec![wait("21,628,695", "16,407", "1")], 16_407e9 / 21_628_695.0, None),
            (vec![wait("13", "0", "3.23ms")], 3.23e6, Some("3.23ms")),
            (
                vec![wait("1,938,901", "40.7", "0"), wait("1,938,901", "41", "0")],
                40.7e9 / 1_938_901.0,
                None,
            ),
            (vec![wait("100", "938.9K", "")], 9389e9, None),
        ] {
            let found = mean(&lines, "db file sequential read").expect("a mean");
            assert!((found.nanoseconds - nanoseconds).abs() < 1e-6 * nanoseconds, "{found:?}");
            assert_eq!(found.text, text);
        }
    }

    #[test]
    fn a_mean_that_may_be_off_by_more_than_five_per_cent_is_none() {
        assert_eq!(mean(&[wait("121,513", "1", "0")], "db file sequential read"), None);
        assert_eq!(mean(&[wait("24,439", "0", "9")], "db file sequential read"), None);
        assert_eq!(mean(&[wait("0", "0", "0")], "db file sequential read"), None);
        assert_eq!(mean(&[wait("10", "100", "10000")], "db file scattered read"), None);
        assert!(mean(&[wait("", "", "10")], "db file sequential read").is_some());
    }
}
