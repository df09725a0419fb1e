//! Where the latency of a load curve passes a threshold.
//!
//! Loads are given in the order of what was asked for, lowest first. Going up, the first pair of
//! neighbours counts of which the lower one is within the threshold and the upper one above it; the
//! rate between them is linear in (IOPS, latency).

/// Where a curve passes a threshold of latency. Loads are indices of the curve's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// The threshold, in nanoseconds.
    pub threshold_ns: f64,
    /// Where it is passed.
    pub passed: Passed,
    /// Whether the latency of a higher load is within the threshold again: the first pass counts.
    pub falls_again: bool,
}

/// How a curve passes a threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Passed {
    /// Between two neighbouring loads that were measured.
    Between {
        /// The lower load, whose latency is within the threshold.
        below: usize,
        /// The next one, whose latency is above it.
        above: usize,
        /// How far it is from the lower to the upper load: from 0 to below 1.
        weight: f64,
    },
    /// The most within the threshold is a load that was measured: its latency is just the threshold,
    /// or the curve bends back before it passes.
    At {
        /// The load with the most operations.
        load: usize,
        /// The last load within the threshold.
        below: usize,
        /// The next one, whose latency is above it.
        above: usize,
    },
    /// No load is above the threshold: the greatest rate is a lower bound.
    Never {
        /// The load with the most operations.
        load: usize,
    },
    /// Already the lowest load is above the threshold: the rate lies below its rate.
    Always {
        /// The lowest load.
        load: usize,
    },
    /// No load has a latency.
    Unknown,
}

impl Crossing {
    /// Goes up through `loads`: index, operations per second, mean latency in nanoseconds.
    pub(crate) fn of(loads: &[(usize, f64, f64)], threshold_ns: f64) -> Self {
        let is_above = |load: &(usize, f64, f64)| load.2 > threshold_ns;
        let first_above = loads.iter().position(is_above);
        let falls_again =
            first_above.is_some_and(|at| loads[at..].iter().any(|load| !is_above(load)));
        let passed = match first_above {
            None => match most(loads) {
                Some((load, _, _)) => Passed::Never { load },
                None => Passed::Unknown,
            },
            Some(0) => Passed::Always { load: loads[0].0 },
            Some(at) => between(&loads[..at], loads[at], threshold_ns),
        };
        Self { threshold_ns, passed, falls_again }
    }

    /// The two neighbours between which the threshold is passed.
    pub fn neighbours(&self) -> Option<(usize, usize)> {
        match self.passed {
            Passed::Between { below, above, .. } | Passed::At { below, above, .. } => {
                Some((below, above))
            }
            Passed::Never { .. } | Passed::Always { .. } | Passed::Unknown => None,
        }
    }

    /// Whether the rate at the threshold was not measured, but lies between two that were.
    pub fn is_interpolated(&self) -> bool {
        matches!(self.passed, Passed::Between { .. })
    }
}

/// The load with the most operations, of equal ones that with the lowest latency.
fn most(loads: &[(usize, f64, f64)]) -> Option<(usize, f64, f64)> {
    loads.iter().copied().reduce(|best, load| {
        let is_better = load.1 > best.1 || (load.1 >= best.1 && load.2 < best.2);
        if is_better { load } else { best }
    })
}

/// `within` are the loads up to the last one that keeps the threshold, `above` is the next.
fn between(within: &[(usize, f64, f64)], above: (usize, f64, f64), threshold_ns: f64) -> Passed {
    let (Some(below), Some(best)) = (within.last(), most(within)) else { return Passed::Unknown };
    let weight = (threshold_ns - below.2) / (above.2 - below.2);
    // What a lower load reached within the threshold is not less because a higher one did worse.
    if weight <= 0.0 || best.1 >= below.1 + weight * (above.1 - below.1) {
        return Passed::At { load: best.0, below: below.0, above: above.0 };
    }
    Passed::Between { below: below.0, above: above.0, weight }
}

#[cfg(test)]
mod tests {
    use super::{Crossing, Passed};
    use proptest::prelude::*;

    /// Thousands of operations per second and milliseconds; the threshold is 1 ms.
    fn of(loads: &[(f64, f64)]) -> Crossing {
        let loads: Vec<(usize, f64, f64)> = loads
            .iter()
            .enumerate()
            .map(|(index, (rate, latency))| (index, rate * 1e3, latency * 1e6))
            .collect();
        Crossing::of(&loads, 1e6)
    }

    fn rate(loads: &[(f64, f64)]) -> Option<f64> {
        match of(loads).passed {
            Passed::Between { below, above, weight } => {
                Some(loads[below].0 + weight * (loads[above].0 - loads[below].0))
            }
            Passed::At { load, .. } | Passed::Never { load } => Some(loads[load].0),
            Passed::Always { .. } | Passed::Unknown => None,
        }
    }

    #[test]
    fn the_rate_is_linear_between_the_neighbours() {
        let loads = [(10.0, 0.2), (50.0, 0.4), (90.0, 0.8), (100.0, 1.6), (105.0, 4.0)];
        let crossing = of(&loads);
        assert_eq!(crossing.neighbours(), Some((2, 3)));
        assert!(crossing.is_interpolated() && !crossing.falls_again);
        // A quarter of the way from 0.8 to 1.6 ms.
        assert!((rate(&loads).expect("it passes") - 92.5).abs() < 1e-9);
    }

    #[test]
    fn a_threshold_hit_exactly_is_measured() {
        let loads = [(10.0, 0.2), (80.0, 1.0), (90.0, 1.0), (100.0, 1.5)];
        assert_eq!(of(&loads).passed, Passed::At { load: 2, below: 2, above: 3 });
        let lowest = [(10.0, 1.0), (20.0, 2.0)];
        assert_eq!(of(&lowest).passed, Passed::At { load: 0, below: 0, above: 1 });
    }

    #[test]
    fn touching_is_not_passing() {
        let loads = [(10.0, 0.2), (50.0, 1.0), (60.0, 0.5), (70.0, 1.5)];
        assert_eq!(of(&loads).passed, Passed::Between { below: 2, above: 3, weight: 0.5 });
        let never = [(10.0, 0.2), (50.0, 1.0)];
        assert_eq!(of(&never).passed, Passed::Never { load: 1 });
    }

    #[test]
    fn a_curve_that_stays_below_gives_a_lower_bound() {
        let bent = [(10.0, 0.1), (60.0, 0.2), (55.0, 0.4)];
        assert_eq!(of(&bent).passed, Passed::Never { load: 1 });
        assert_eq!(of(&bent).neighbours(), None);
        let equal = [(50.0, 0.5), (50.0, 0.4), (50.0, 0.6)];
        assert_eq!(of(&equal).passed, Passed::Never { load: 1 }, "the lowest latency of equals");
    }

    #[test]
    fn a_curve_that_begins_above_has_no_value() {
        let loads = [(10.0, 1.2), (20.0, 0.8), (30.0, 2.0)];
        let crossing = of(&loads);
        assert_eq!(crossing.passed, Passed::Always { load: 0 });
        assert!(crossing.falls_again);
        assert_eq!(of(&[]).passed, Passed::Unknown);
    }

    #[test]
    fn past_saturation_the_most_within_the_threshold_counts() {
        // The pair itself bends back: 100 was measured at 0.8 ms.
        let pair = [(50.0, 0.4), (100.0, 0.8), (90.0, 1.6)];
        assert_eq!(of(&pair).passed, Passed::At { load: 1, below: 1, above: 2 });
        // It bent back before the pair.
        let before = [(100.0, 0.6), (80.0, 0.8), (85.0, 1.2)];
        assert_eq!(of(&before).passed, Passed::At { load: 0, below: 1, above: 2 });
        // It bends back behind the pair, as usual.
        let behind = [(80.0, 0.8), (100.0, 1.2), (90.0, 5.0)];
        assert_eq!(of(&behind).passed, Passed::Between { below: 0, above: 1, weight: 0.5 });
        assert!((rate(&behind).expect("it passes") - 90.0).abs() < 1e-6);
    }

    #[test]
    fn of_several_passes_the_first_counts_and_is_said_to_be_one() {
        let loads = [(10.0, 0.5), (20.0, 1.5), (30.0, 0.5), (40.0, 1.5)];
        let crossing = of(&loads);
        assert_eq!(crossing.neighbours(), Some((0, 1)));
        assert!(crossing.falls_again);
    }

    fn loads() -> impl Strategy<Value = Vec<(f64, f64)>> {
        prop::collection::vec((1f64..1000.0, 0.01f64..5.0), 1..12)
    }

    proptest! {
        #[test]
        fn the_crossing_lies_between_its_neighbours(loads in loads()) {
            if let Passed::Between { below, above, weight } = of(&loads).passed {
                prop_assert_eq!(above, below + 1);
                prop_assert!((0.0..1.0).contains(&weight) && weight > 0.0);
                prop_assert!(loads[below].1 < 1.0 && loads[above].1 > 1.0);
                let rate = rate(&loads).expect("it passes");
                prop_assert!(loads[below].0 < rate && rate <= loads[above].0);
            }
        }

        #[test]
        fn nothing_within_the_threshold_before_the_pass_is_more(loads in loads()) {
            if let (Some((below, _)), Some(rate)) = (of(&loads).neighbours(), rate(&loads)) {
                for load in &loads[..=below] {
                    prop_assert!(load.0 <= rate);
                }
            }
        }

        #[test]
        fn loads_above_the_first_pass_change_nothing_but_the_remark(
            loads in loads(),
            more in loads(),
        ) {
            let crossing = of(&loads);
            if crossing.neighbours().is_some() {
                let all: Vec<_> = loads.iter().chain(&more).copied().collect();
                prop_assert_eq!(of(&all).passed, crossing.passed);
            }
        }

        #[test]
        fn a_load_on_the_line_between_two_changes_no_rate(loads in loads(), at in 0usize..12, part in 0.01f64..0.99) {
            let at = at % loads.len();
            if let Some(next) = loads.get(at + 1) {
                let on_line = (
                    loads[at].0 + part * (next.0 - loads[at].0),
                    loads[at].1 + part * (next.1 - loads[at].1),
                );
                let mut more = loads.clone();
                more.insert(at + 1, on_line);
                // A load in between that bends back may be the most within the threshold.
                let (one, other) = (rate(&loads), rate(&more));
                prop_assert_eq!(one.is_some(), other.is_some());
                if let (Some(one), Some(other)) = (one, other) {
                    prop_assert!((one - other).abs() < 1e-6, "{one} {other}");
                }
            }
        }
    }
}
