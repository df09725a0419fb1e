//! The verdict on one figure.

use crate::published::PublishedValue;
use crate::sample::{Interval, Sample};
use plimsoll_schema::{Bound, Direction, Metric};
use std::fmt;

/// By how much a measured value may differ from the published one and still meet it.
pub const DEFAULT_TOLERANCE: f64 = 0.05;

/// What a measurement says of a published value. It speaks of quality, not of size: a latency
/// below the published one exceeds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Better than published, by more than the tolerance.
    Exceeds,
    /// As published, within the tolerance, or within the published bound.
    Meets,
    /// Worse than published, by more than the tolerance.
    FallsShort,
    /// The repeats differ so much that more than one of the others is possible.
    Inconclusive,
    /// The two are not of the same thing, or it is not known whether they are.
    NotComparable,
}

impl Verdict {
    /// The word in data.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exceeds => "exceeds",
            Self::Meets => "meets",
            Self::FallsShort => "falls short",
            Self::Inconclusive => "inconclusive",
            Self::NotComparable => "not comparable",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

/// A published value as it is judged against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    /// In base units, above 0.
    pub(crate) value: f64,
    pub(crate) bound: Option<Bound>,
    /// Which direction of the metric is better.
    pub(crate) better: Direction,
    /// How far q may be from 1.
    pub(crate) tolerance: f64,
    /// How far the printed value may be off by rounding alone, in base units. It holds for values and
    /// not for q: 0.351 ms and 0.449 ms both print as 0.4 ms.
    pub(crate) half_digit: f64,
}

impl Mark {
    pub(crate) fn of(metric: Metric, published: &PublishedValue, tolerance: f64) -> Self {
        Self {
            value: published.value,
            bound: published.bound,
            better: metric.better(),
            tolerance,
            half_digit: published.half_digit,
        }
    }

    /// q = measured ÷ published, for latency published ÷ measured: above 1 is better.
    pub(crate) fn quality(&self, measured: f64) -> f64 {
        match self.better {
            Direction::Lower if measured <= 0.0 => f64::INFINITY,
            Direction::Lower => self.value / measured,
            _ => measured / self.value,
        }
    }

    /// The interval of q over that of the measured mean. A spread so wide that a mean latency could
    /// be 0 or less leaves q without an upper end.
    pub(crate) fn quality_interval(&self, measured: Interval) -> Interval {
        let (one, other) = (self.quality(measured.low), self.quality(measured.high));
        Interval { low: one.min(other), high: one.max(other) }
    }

    /// The tolerance for people: half a digit is never outside of it.
    pub(crate) fn shown_tolerance(&self) -> f64 {
        self.tolerance.max(self.half_digit / self.value)
    }

    /// Whether a measured value is worse than the published one by more than what is tolerated.
    pub(crate) fn is_short_of(&self, measured: f64) -> bool {
        self.quality(measured) < 1.0 - self.tolerance && !self.is_rounding(measured)
    }

    /// Judges a sample. A single value is judged as a point; with repeats the whole 95 % interval
    /// of the mean must lie in one range.
    pub(crate) fn judge(&self, sample: &Sample) -> Verdict {
        match sample.confidence_interval() {
            None => self.judge_value(sample.mean()),
            Some(interval) => {
                let (low, high) = (self.judge_value(interval.low), self.judge_value(interval.high));
                if low == high { low } else { Verdict::Inconclusive }
            }
        }
    }

    fn judge_value(&self, measured: f64) -> Verdict {
        match (self.bound, self.better) {
            // "Below 1 ms" is a bound, not a value with a tolerance: 1.03 ms is not below.
            (Some(Bound::Below), Direction::Lower) => met(measured < self.value),
            (Some(Bound::AtMost | Bound::UpTo), Direction::Lower) => met(measured <= self.value),
            // The greatest that was published: it is reached or not, and cannot be exceeded.
            (Some(Bound::Below | Bound::AtMost | Bound::UpTo), _) => {
                met(!self.is_short_of(measured))
            }
            _ if self.is_short_of(measured) => Verdict::FallsShort,
            _ if self.quality(measured) > 1.0 + self.tolerance && !self.is_rounding(measured) => {
                Verdict::Exceeds
            }
            _ => Verdict::Meets,
        }
    }

    fn is_rounding(&self, measured: f64) -> bool {
        (measured - self.value).abs() <= self.half_digit
    }
}

fn met(is_met: bool) -> Verdict {
    if is_met { Verdict::Meets } else { Verdict::FallsShort }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Verdict};
    use crate::sample::{Interval, Sample};
    use plimsoll_schema::{Bound, Direction};
    use proptest::prelude::*;

    fn mark(bound: Bound, better: Direction) -> Mark {
        Mark { value: 100.0, bound: Some(bound), better, tolerance: 0.05, half_digit: 0.0 }
    }

    fn judge(bound: Bound, better: Direction, values: &[f64]) -> Verdict {
        let mark = mark(bound, better);
        mark.judge(&Sample::new(values.to_vec()).expect("values"))
    }

    #[test]
    fn a_single_rate_is_judged_as_a_point() {
        let rate = |value| judge(Bound::Exact, Direction::Higher, &[value]);
        assert_eq!(rate(94.9), Verdict::FallsShort);
        assert_eq!(rate(95.1), Verdict::Meets);
        assert_eq!(rate(104.9), Verdict::Meets);
        assert_eq!(rate(105.1), Verdict::Exceeds);
    }

    #[test]
    fn a_lower_latency_is_the_better_one() {
        let latency = |value| judge(Bound::About, Direction::Lower, &[value]);
        assert_eq!(latency(90.0), Verdict::Exceeds);
        assert_eq!(latency(100.0), Verdict::Meets);
        assert_eq!(latency(110.0), Verdict::FallsShort);
    }

    #[test]
    fn bounds_are_met_or_not_and_never_exceeded() {
        let below = |value| judge(Bound::Below, Direction::Lower, &[value]);
        assert_eq!(below(20.0), Verdict::Meets);
        assert_eq!(below(99.9), Verdict::Meets);
        assert_eq!(below(100.0), Verdict::FallsShort);
        assert_eq!(judge(Bound::AtMost, Direction::Lower, &[100.0]), Verdict::Meets);
        let up_to = |value| judge(Bound::UpTo, Direction::Higher, &[value]);
        assert_eq!(up_to(94.0), Verdict::FallsShort);
        assert_eq!(up_to(96.0), Verdict::Meets);
        assert_eq!(up_to(500.0), Verdict::Meets);
    }

    #[test]
    fn with_repeats_the_whole_interval_must_lie_in_one_range() {
        let rate = |values: &[f64]| judge(Bound::Exact, Direction::Higher, values);
        assert_eq!(rate(&[100.0, 101.0, 99.0]), Verdict::Meets);
        assert_eq!(rate(&[120.0, 121.0, 119.0]), Verdict::Exceeds);
        assert_eq!(rate(&[80.0, 81.0, 79.0]), Verdict::FallsShort);
        assert_eq!(rate(&[95.0, 100.0, 105.0]), Verdict::Inconclusive);
        // Two repeats that differ by 2 %: t(1) is 12.7, so they say little.
        assert_eq!(rate(&[99.0, 101.0]), Verdict::Inconclusive);
        let latency = judge(Bound::Exact, Direction::Lower, &[1.0, 60.0, 200.0]);
        assert_eq!(latency, Verdict::Inconclusive);
    }

    #[test]
    fn half_a_digit_is_a_range_of_values_and_not_of_ratios() {
        // 0.4 ms and 4 IOPS are printed for everything from 0.35 to 0.45, from 3.5 to 4.5.
        let verdict = |better, factor: f64, measured: f64| {
            let (value, half_digit) = (0.4 * factor, 0.05 * factor);
            let mark = Mark { value, half_digit, ..mark(Bound::Exact, better) };
            mark.judge(&Sample::new(vec![measured * factor]).expect("a value"))
        };
        for (measured, latency, rate) in [
            (0.349, Verdict::Exceeds, Verdict::FallsShort),
            (0.351, Verdict::Meets, Verdict::Meets),
            (0.449, Verdict::Meets, Verdict::Meets),
            (0.451, Verdict::FallsShort, Verdict::Exceeds),
        ] {
            assert_eq!(verdict(Direction::Lower, 1e6, measured), latency, "{measured} ms");
            assert_eq!(verdict(Direction::Higher, 10.0, measured), rate, "{measured} × 10 IOPS");
        }
        let bound = Mark { half_digit: 50.0, ..mark(Bound::Below, Direction::Lower) };
        let above = Sample::new(vec![101.0]).expect("a value");
        assert_eq!(bound.judge(&above), Verdict::FallsShort, "a bound has no tolerance");
    }

    #[test]
    fn a_latency_that_may_be_0_leaves_q_open_at_the_upper_end_only() {
        let latency = mark(Bound::Exact, Direction::Lower);
        let q = latency.quality_interval(Interval { low: -50.0, high: 200.0 });
        assert!((q.low - 0.5).abs() < 1e-12, "{q:?}");
        assert!(q.high.is_infinite(), "{q:?}");
        let q = latency.quality_interval(Interval { low: 50.0, high: 200.0 });
        assert!((q.low - 0.5).abs() < 1e-12 && (q.high - 2.0).abs() < 1e-12, "{q:?}");
    }

    proptest! {
        #[test]
        fn better_values_never_judge_worse(value in 1.0f64..1000.0, more in 0.0f64..100.0) {
            // The order of `Verdict` is from best to worst.
            for bound in [Bound::Exact, Bound::UpTo, Bound::AtLeast] {
                let (one, other) = (judge(bound, Direction::Higher, &[value]), judge(bound, Direction::Higher, &[value + more]));
                prop_assert!(other <= one);
                let (one, other) = (judge(bound, Direction::Lower, &[value]), judge(bound, Direction::Lower, &[value + more]));
                prop_assert!(one <= other);
            }
        }
    }
}
