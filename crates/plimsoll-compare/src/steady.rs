//! Whether a run was in a steady state, by the rule of SNIA.
//!
//! The rule is that of the Solid State Storage Performance Test Specification (PTS 2.0.2, definitions of
//! steady state and measurement window): over five rounds the tracked quantity ranges over at most 20 % of
//! its mean, and the line that fits it best rises or falls by at most 10 % of the mean. `docs/steady-state.md`
//! says what a round is here.

use crate::rounds::{Rounds, rounds};
use plimsoll_schema::{Code, Finding, Metric, SeriesRow};

/// The rounds of a measurement window.
pub const WINDOW_ROUNDS: usize = 5;
/// Into so many rounds the measured part of a run is cut.
pub const RUN_ROUNDS: usize = 10;
/// The greatest difference of two rounds of a window, as a share of its mean.
pub const GREATEST_RANGE: f64 = 0.20;
/// By how much the best linear fit may rise or fall from the first round of a window to its last, as a share
/// of its mean.
pub const GREATEST_SLOPE: f64 = 0.10;
/// The least length of a round, in seconds.
pub const LEAST_ROUND_S: f64 = 1.0;

/// The least number of windows of a round.
pub const LEAST_WINDOWS: usize = 2;
/// The least number of operations that a round has on average. Of 100 that come by chance ten more or less are
/// usual.
pub const LEAST_OPERATIONS: f64 = 100.0;

/// A difference that is no more than rounding breaks no limit.
const ROUNDING: f64 = 1e-9;

/// What the rule says of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Steadiness {
    /// It was applied.
    Judged(SteadyState),
    /// It cannot be.
    NotJudged(NotJudged),
}

/// Why the rule cannot be applied to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotJudged {
    /// No window counts for a figure: the run did not finish.
    NothingMeasured,
    /// What was measured is shorter than ten rounds of a second, or of two windows.
    TooShort,
    /// The windows of an operation do not cover a round, or there are none at begin or end.
    Gaps,
    /// Rounds have fewer than a hundred operations on average: chance alone makes them differ.
    TooFewOperations,
    /// Neither a rate nor a latency of all operations together is known.
    NoFigures,
}

/// The rounds of a run, and what the rule says of them.
#[derive(Debug, Clone, PartialEq)]
pub struct SteadyState {
    /// Begin of the first round, in seconds since the start of the run.
    pub begin_s: f64,
    /// Length of a round in seconds.
    pub round_s: f64,
    /// End of what was measured, in seconds since the start of the run. The last round ends there, or up to two
    /// windows earlier: where the tool does not tell the rate of the last window, or the run ended within one.
    pub end_s: f64,
    /// The rate of all operations together, and then their mean latency, as far as they are known.
    pub tracked: Vec<Tracked>,
}

/// A quantity by rounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Tracked {
    /// Operations per second, bytes per second or nanoseconds.
    pub metric: Metric,
    /// Its mean in each round.
    pub rounds: [f64; RUN_ROUNDS],
}

/// Five rounds beside the rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Excursion {
    /// Their mean.
    pub mean: f64,
    /// The greatest less the least of them, as a share of the mean.
    pub range: f64,
    /// By how much the best linear fit rises from the first to the last of them, as a share of the mean; below
    /// zero it falls.
    pub slope: f64,
}

impl Steadiness {
    /// Judges a run by its windows, of all operations, in any order. Only those that count for its figures
    /// are looked at.
    pub fn of(windows: &[&SeriesRow]) -> Self {
        match rounds(windows) {
            Ok(Rounds { begin_s, round_s, end_s, rate, latency }) => {
                let tracked = [rate, latency].into_iter().flatten().collect();
                Self::Judged(SteadyState { begin_s, round_s, end_s, tracked })
            }
            Err(why) => Self::NotJudged(why),
        }
    }

    /// Its rounds, if it was judged.
    pub fn judged(&self) -> Option<&SteadyState> {
        match self {
            Self::Judged(state) => Some(state),
            Self::NotJudged(_) => None,
        }
    }

    /// What is to be said of a run that was not steady throughout; `source` is its input.
    pub fn finding(&self, source: &str) -> Option<Finding> {
        let message = self.judged()?.complaint()?;
        Some(Finding::new(Code::NotSteady, source, message))
    }
}

impl SteadyState {
    /// The first round from which on every five rounds keep the rule, of all quantities; `None` if the last
    /// five do not.
    pub fn steady_from(&self) -> Option<usize> {
        let from: Option<Vec<usize>> = self.tracked.iter().map(Tracked::steady_from).collect();
        from?.into_iter().max()
    }

    /// Begin and end of the steady part, in seconds since the start of the run.
    pub fn steady_s(&self) -> Option<(f64, f64)> {
        let from = self.steady_from()?;
        Some((self.round_begin_s(from), self.end_s))
    }

    /// Whether every five rounds keep the rule.
    pub fn is_steady_throughout(&self) -> bool {
        self.steady_from() == Some(0)
    }

    fn round_begin_s(&self, round: usize) -> f64 {
        self.begin_s + round as f64 * self.round_s
    }

    /// What was not steady, in a sentence; `None` if everything was.
    fn complaint(&self) -> Option<String> {
        let (head, first) = match self.steady_from() {
            Some(0) => return None,
            Some(from) => {
                let head = format!(
                    "steady from {} s on only, and its figures count the {} s before: over the \
                     five rounds from {} s on",
                    short(self.round_begin_s(from)),
                    short(from as f64 * self.round_s),
                    short(self.round_begin_s(from - 1)),
                );
                (head, from - 1)
            }
            None => {
                let five_s = self.round_s * WINDOW_ROUNDS as f64;
                let head = format!(
                    "not steady at its end: over its last five rounds, {} s,",
                    short(five_s)
                );
                (head, RUN_ROUNDS - WINDOW_ROUNDS)
            }
        };
        let unsteady: Vec<String> =
            self.tracked.iter().filter_map(|it| it.complaint(first)).collect();
        Some(format!("{head} {}", unsteady.join(", and ")))
    }
}

impl Tracked {
    /// The first round from which on every five rounds keep the rule.
    pub fn steady_from(&self) -> Option<usize> {
        let unsteady = self.windows().rposition(|window| !window.is_steady());
        let from = unsteady.map_or(0, |last| last + 1);
        (from + WINDOW_ROUNDS <= RUN_ROUNDS).then_some(from)
    }

    /// Its last five rounds beside the rule.
    pub fn last(&self) -> Excursion {
        Excursion::of(&self.rounds[RUN_ROUNDS - WINDOW_ROUNDS..])
    }

    fn windows(&self) -> impl ExactSizeIterator<Item = Excursion> + DoubleEndedIterator {
        self.rounds.windows(WINDOW_ROUNDS).map(Excursion::of)
    }

    /// How five rounds break the rule; `None` if they keep it.
    fn complaint(&self, first: usize) -> Option<String> {
        let excursion = Excursion::of(&self.rounds[first..first + WINDOW_ROUNDS]);
        (!excursion.is_steady()).then(|| format!("{} {}", self.name(), excursion.words()))
    }

    fn name(&self) -> &'static str {
        if self.metric == Metric::Latency { "the mean latency" } else { "the rate" }
    }
}

impl Excursion {
    /// Rounds beside the rule. Without a mean above zero there is nothing of which anything could be a
    /// share: range and slope are infinite.
    pub fn of(rounds: &[f64]) -> Self {
        let count = rounds.len() as f64;
        let mean = rounds.iter().sum::<f64>() / count;
        let (least, greatest) =
            rounds.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), it| {
                (low.min(*it), high.max(*it))
            });
        if mean.is_nan() || mean <= 0.0 {
            return Self { mean, range: f64::INFINITY, slope: f64::INFINITY };
        }
        let rise = slope(rounds) * (count - 1.0);
        Self { mean, range: (greatest - least) / mean, slope: rise / mean }
    }

    /// Whether both limits are kept.
    pub fn is_steady(&self) -> bool {
        !self.is_too_wide() && !self.is_too_steep()
    }

    /// Whether the rounds differ too much.
    pub fn is_too_wide(&self) -> bool {
        self.range > GREATEST_RANGE + ROUNDING
    }

    /// Whether the rounds rise or fall too much.
    pub fn is_too_steep(&self) -> bool {
        self.slope.abs() > GREATEST_SLOPE + ROUNDING
    }

    /// What breaks the rule, with the limits.
    fn words(&self) -> String {
        if self.range.is_infinite() {
            return "is zero".to_owned();
        }
        let wide = self.is_too_wide().then(|| {
            let limit = share(GREATEST_RANGE);
            format!("ranges over {} of its mean (at most {limit})", share(self.range))
        });
        let verb = if self.slope < 0.0 { "falls" } else { "rises" };
        let steep = self.is_too_steep().then(|| {
            let limit = share(GREATEST_SLOPE);
            format!("{verb} by {} of it (at most {limit})", share(self.slope.abs()))
        });
        wide.into_iter().chain(steep).collect::<Vec<_>>().join(" and ")
    }
}

/// The slope of the best linear fit, by least squares, for each round.
fn slope(rounds: &[f64]) -> f64 {
    let middle = (rounds.len() as f64 - 1.0) / 2.0;
    let distance = |index: usize| index as f64 - middle;
    let products: f64 = rounds.iter().enumerate().map(|(at, value)| distance(at) * value).sum();
    let squares: f64 = (0..rounds.len()).map(|at| distance(at).powi(2)).sum();
    products / squares
}

/// A share in per cent: one decimal, so that 20.4 % is not called 20 %.
fn share(share: f64) -> String {
    format!("{} %", short(share * 100.0))
}

/// A number with one decimal, which is left out where it is 0.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Excursion, Metric, RUN_ROUNDS, SteadyState, Tracked};
    use proptest::prelude::*;

    fn tracked(rounds: [f64; RUN_ROUNDS]) -> Tracked {
        Tracked { metric: Metric::Iops, rounds }
    }

    fn state(rate: [f64; RUN_ROUNDS], latency: [f64; RUN_ROUNDS]) -> SteadyState {
        let latency = Tracked { metric: Metric::Latency, rounds: latency };
        SteadyState {
            begin_s: 10.0,
            round_s: 6.0,
            end_s: 70.0,
            tracked: vec![tracked(rate), latency],
        }
    }

    #[test]
    fn both_limits_are_part_of_what_is_allowed() {
        // 110 - 90 is 20 % of 100; the fit is flat.
        let wide = Excursion::of(&[100.0, 90.0, 100.0, 110.0, 100.0]);
        assert!((wide.range - 0.2).abs() < 1e-12 && wide.is_steady(), "{wide:?}");
        let wider = Excursion::of(&[100.0, 89.9, 100.1, 110.0, 100.0]);
        assert!(wider.is_too_wide() && !wider.is_too_steep(), "{wider:?}");
        // The fit of a line is the line: from 95 to 105, 10 % of 100.
        let steep = Excursion::of(&[95.0, 97.5, 100.0, 102.5, 105.0]);
        assert!((steep.slope - 0.1).abs() < 1e-12 && steep.is_steady(), "{steep:?}");
        let steeper = Excursion::of(&[105.1, 102.5, 100.0, 97.5, 94.9]);
        assert!(steeper.slope < -0.1 && steeper.is_too_steep() && !steeper.is_too_wide());
    }

    /// By hand: mean 102, sum of products of distance and value -2·120 - 100 + 95 + 2·95 = -55,
    /// divided by 10, times 4 rounds.
    #[test]
    fn the_fit_is_that_of_least_squares() {
        let excursion = Excursion::of(&[120.0, 100.0, 100.0, 95.0, 95.0]);
        assert!((excursion.mean - 102.0).abs() < 1e-12);
        assert!((excursion.range - 25.0 / 102.0).abs() < 1e-12);
        assert!((excursion.slope + 22.0 / 102.0).abs() < 1e-12, "{excursion:?}");
    }

    #[test]
    fn the_steady_part_reaches_to_the_end() {
        let level = [100.0; RUN_ROUNDS];
        let settling = [200.0, 150.0, 120.0, 100.0, 99.0, 100.0, 101.0, 100.0, 99.0, 100.0];
        assert_eq!(state(level, level).steady_s(), Some((10.0, 70.0)));
        assert_eq!(tracked(settling).steady_from(), Some(3));
        assert_eq!(state(settling, level).steady_s(), Some((28.0, 70.0)));
        let mut breaking = level;
        breaking[9] = 50.0;
        assert_eq!(tracked(breaking).steady_from(), None, "the last five rounds decide");
        assert_eq!(state(level, breaking).steady_s(), None, "all quantities are to be steady");
    }

    #[test]
    fn a_finding_says_what_was_not_steady_and_by_how_much() {
        let level = [100.0; RUN_ROUNDS];
        assert_eq!(state(level, level).complaint(), None);
        let settling = [200.0, 150.0, 130.0, 100.0, 99.0, 100.0, 101.0, 100.0, 99.0, 100.0];
        assert_eq!(
            state(settling, level).complaint().as_deref(),
            Some(
                "steady from 28 s on only, and its figures count the 18 s before: over the five \
                 rounds from 22 s on the rate ranges over 29.2 % of its mean (at most 20 %) and \
                 falls by 21.9 % of it (at most 10 %)"
            )
        );
        let rising = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];
        assert_eq!(
            state(level, rising).complaint().as_deref(),
            Some(
                "not steady at its end: over its last five rounds, 30 s, the mean latency ranges \
                 over 50 % of its mean (at most 20 %) and rises by 50 % of it (at most 10 %)"
            )
        );
        assert_eq!(
            state([0.0; RUN_ROUNDS], level).complaint().as_deref(),
            Some("not steady at its end: over its last five rounds, 30 s, the rate is zero")
        );
    }

    proptest! {
        #[test]
        fn the_verdict_has_no_unit(values in proptest::array::uniform10(1.0f64..1e6), factor in 1e-3f64..1e6) {
            let scaled = values.map(|value| value * factor);
            let (one, other) = (tracked(values), tracked(scaled));
            prop_assert!((one.last().range - other.last().range).abs() < 1e-9);
            prop_assert!((one.last().slope - other.last().slope).abs() < 1e-9);
        }

        #[test]
        fn backwards_the_range_is_the_same_and_the_slope_is_reversed(values in proptest::array::uniform5(1.0f64..1e6)) {
            let mut reversed = values;
            reversed.reverse();
            let (one, other) = (Excursion::of(&values), Excursion::of(&reversed));
            prop_assert!((one.range - other.range).abs() < 1e-9);
            prop_assert!((one.slope + other.slope).abs() < 1e-9);
        }

        #[test]
        fn from_the_steady_part_on_every_window_keeps_the_rule(values in proptest::array::uniform10(80.0f64..120.0)) {
            let tracked = tracked(values);
            let steady: Vec<bool> = tracked.windows().map(|window| window.is_steady()).collect();
            if let Some(from) = tracked.steady_from() {
                prop_assert!(steady[from..].iter().all(|it| *it));
                prop_assert!(from == 0 || !steady[from - 1]);
            } else {
                prop_assert_eq!(steady.last(), Some(&false));
            }
        }
    }
}
