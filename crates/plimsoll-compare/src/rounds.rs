//! The windows of a run as ten rounds of equal length.
//!
//! Tools measure without a break and print windows of their own. A window that lies in two rounds counts in
//! each by the part of its time.

use crate::steady::{LEAST_ROUND_S, NotJudged, RUN_ROUNDS, Tracked};
use plimsoll_schema::{Metric, Op, SeriesRow};

/// A round is known if windows cover this part of it.
const COVERED: f64 = 0.5;
/// A run that is shorter than ten rounds by less than half a window is not too short: tools end their last
/// window where the run ends.
const SLACK: f64 = 0.5;

/// What a run did, round by round.
pub(crate) struct Rounds {
    /// Begin of the first, in seconds since the start of the run.
    pub(crate) begin_s: f64,
    /// Length of each.
    pub(crate) round_s: f64,
    /// End of what counts, in seconds since the start of the run: that of the last round, or a window later.
    pub(crate) end_s: f64,
    /// The rate of all operations together.
    pub(crate) rate: Option<Tracked>,
    /// Their mean latency.
    pub(crate) latency: Option<Tracked>,
}

/// A quantity of a window, if it is known.
type Value = fn(&SeriesRow) -> Option<f64>;

/// Operations per second, and bytes per second where these are not known.
const RATES: [(Metric, Value); 2] =
    [(Metric::Iops, |it| it.iops), (Metric::Throughput, |it| it.bytes_per_second)];

/// Cuts what was measured into rounds.
pub(crate) fn rounds(windows: &[&SeriesRow]) -> Result<Rounds, NotJudged> {
    let is_counting =
        |it: &&SeriesRow| it.is_measured && it.window_s.is_finite() && it.window_s > 0.0;
    let windows: Vec<&SeriesRow> = windows.iter().copied().filter(is_counting).collect();
    let (first_s, end_s) = span(&windows).ok_or(NotJudged::NothingMeasured)?;
    let usual_s = median(windows.iter().map(|it| it.window_s).collect());
    let rate = RATES.into_iter().find_map(|(metric, value)| {
        let known = with(&windows, value);
        (!known.is_empty()).then_some((metric, value, known))
    });
    // fio ends without the rate of its last window: rounds are cut out of what has rates.
    let judged = match &rate {
        Some((.., known)) => span(known),
        None => span(&with(&windows, |it| it.latency.mean_ns)),
    };
    let (begin_s, last_s) = judged.ok_or(NotJudged::NoFigures)?;
    let shortest_s = LEAST_ROUND_S.max(usual_s) * RUN_ROUNDS as f64;
    if end_s - first_s + SLACK * usual_s < shortest_s {
        return Err(NotJudged::TooShort);
    }
    if (begin_s - first_s).max(end_s - last_s) > (1.0 + SLACK) * usual_s {
        return Err(NotJudged::Gaps);
    }
    let cut = Cut { begin_s, round_s: (last_s - begin_s) / RUN_ROUNDS as f64 };
    let rate = match rate {
        Some((metric, value, known)) => {
            let rounds = rate_rounds(&known, value, cut).ok_or(NotJudged::Gaps)?;
            Some(Tracked { metric, rounds })
        }
        None => None,
    };
    let latency = latency(&windows, cut);
    if rate.is_none() && latency.is_none() {
        return Err(NotJudged::NoFigures);
    }
    Ok(Rounds { begin_s, round_s: cut.round_s, end_s, rate, latency })
}

/// The windows of which a quantity is known.
fn with<'w>(windows: &[&'w SeriesRow], value: Value) -> Vec<&'w SeriesRow> {
    windows.iter().copied().filter(|it| value(it).is_some()).collect()
}

/// From the begin of the first window to the end of the last one.
fn span(windows: &[&SeriesRow]) -> Option<(f64, f64)> {
    let spans = windows.iter().map(|it| (it.begin_s, it.begin_s + it.window_s));
    spans.reduce(|all, it| (all.0.min(it.0), all.1.max(it.1)))
}

/// The rate of all operations together; `None` if it is not known of a round. Where one operation has a window and
/// another has none, that one did nothing then.
fn rate_rounds(known: &[&SeriesRow], value: Value, cut: Cut) -> Option<[f64; RUN_ROUNDS]> {
    let known = together(known);
    let sums = sums(&known, cut, |window| Some((value(window)?, 1.0)));
    let covered = covered(&known, cut);
    all_rounds(|index| {
        let is_known = covered[index] >= COVERED * cut.round_s;
        is_known.then(|| sums[index].sum / covered[index])
    })
}

/// How many seconds of each round lie in a window.
fn covered(windows: &[&SeriesRow], cut: Cut) -> [f64; RUN_ROUNDS] {
    let mut spans: Vec<(f64, f64)> =
        windows.iter().map(|it| (it.begin_s, it.begin_s + it.window_s)).collect();
    spans.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut covered = [0.0; RUN_ROUNDS];
    let mut reached = f64::NEG_INFINITY;
    for (begin, end) in spans {
        for (round, seconds) in cut.shares(begin.max(reached), end) {
            covered[round] += seconds;
        }
        reached = reached.max(end);
    }
    covered
}

/// The mean latency of all operations together, weighted by their number. It is not known where a round has
/// none, and where nothing tells how many operations of each kind there were.
fn latency(windows: &[&SeriesRow], cut: Cut) -> Option<Tracked> {
    let known = together(&with(windows, |it| it.latency.mean_ns));
    let counted = with(&known, operations_per_second);
    let is_one = known.iter().all(|it| it.op == known[0].op);
    if counted.is_empty() && !is_one {
        return None;
    }
    let sums = if counted.is_empty() {
        sums(&known, cut, |window| Some((window.latency.mean_ns?, 1.0)))
    } else {
        let of =
            |window: &SeriesRow| Some((window.latency.mean_ns?, operations_per_second(window)?));
        sums(&counted, cut, of)
    };
    let rounds = all_rounds(|index| {
        let Sum { sum, weight } = sums[index];
        (weight > 0.0).then(|| sum / weight)
    })?;
    Some(Tracked { metric: Metric::Latency, rounds })
}

/// The windows of all operations together, if the tool counts them so; else those of each operation.
fn together<'w>(windows: &[&'w SeriesRow]) -> Vec<&'w SeriesRow> {
    let total: Vec<&SeriesRow> = windows.iter().copied().filter(|it| it.op == Op::TOTAL).collect();
    if total.is_empty() { windows.to_vec() } else { total }
}

/// As counted, else by the rate.
fn operations_per_second(window: &SeriesRow) -> Option<f64> {
    let counted = window.operations.map(|count| count as f64 / window.window_s);
    counted.or(window.iops)
}

fn all_rounds(round: impl Fn(usize) -> Option<f64>) -> Option<[f64; RUN_ROUNDS]> {
    let rounds: Option<Vec<f64>> = (0..RUN_ROUNDS).map(round).collect();
    rounds?.try_into().ok()
}

/// How a run is cut.
#[derive(Debug, Clone, Copy)]
struct Cut {
    begin_s: f64,
    round_s: f64,
}

/// What windows add to a round.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    /// Values times their weights and seconds.
    sum: f64,
    /// Weights times seconds.
    weight: f64,
}

/// Sums round by round. `of` gives value and weight for a second.
fn sums(
    windows: &[&SeriesRow],
    cut: Cut,
    of: impl Fn(&SeriesRow) -> Option<(f64, f64)>,
) -> [Sum; RUN_ROUNDS] {
    let mut sums = [Sum::default(); RUN_ROUNDS];
    for window in windows {
        let Some((value, weight)) = of(window) else { continue };
        for (round, seconds) in cut.shares(window.begin_s, window.begin_s + window.window_s) {
            sums[round].sum += value * weight * seconds;
            sums[round].weight += weight * seconds;
        }
    }
    sums
}

impl Cut {
    /// The rounds that a span lies in, with how many seconds of it lie there.
    fn shares(self, begin_s: f64, end_s: f64) -> impl Iterator<Item = (usize, f64)> {
        let (begin, end) = (begin_s - self.begin_s, end_s - self.begin_s);
        let round = |at: f64| ((at / self.round_s).max(0.0) as usize).min(RUN_ROUNDS - 1);
        (round(begin)..=round(end)).filter_map(move |round| {
            let from = round as f64 * self.round_s;
            let seconds = end.min(from + self.round_s) - begin.max(from);
            (seconds > 0.0).then_some((round, seconds))
        })
    }
}

/// The median, of an even number of values the greater one of the two in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::{NotJudged, Rounds, rounds};
    use plimsoll_schema::{Metric, Op, SeriesRow, WindowLatency};
    use proptest::prelude::*;

    /// Operations per second and nanoseconds.
    fn window(
        op: Op,
        begin_s: f64,
        window_s: f64,
        rate: Option<f64>,
        latency: Option<f64>,
    ) -> SeriesRow {
        SeriesRow {
            source: "output".into(),
            run: Some("output#1".into()),
            workload: None,
            op,
            begin_s,
            window_s,
            is_measured: true,
            operations: None,
            iops: rate,
            bytes_per_second: None,
            latency: WindowLatency { mean_ns: latency, ..WindowLatency::default() },
        }
    }

    fn judged(windows: &[SeriesRow]) -> Result<Rounds, NotJudged> {
        rounds(&windows.iter().collect::<Vec<_>>())
    }

    fn seconds(count: u32, rate: impl Fn(u32) -> f64) -> Vec<SeriesRow> {
        let window = |at| window(Op::READ, f64::from(at), 1.0, Some(rate(at)), None);
        (0..count).map(window).collect()
    }

    #[test]
    fn a_run_is_cut_in_ten_equal_rounds() {
        let rounds = judged(&seconds(20, f64::from)).expect("twenty seconds");
        assert_eq!((rounds.begin_s, rounds.round_s), (0.0, 2.0));
        let rate = rounds.rate.expect("a rate");
        assert_eq!(rate.metric, Metric::Iops);
        assert_eq!(rate.rounds.to_vec(), [0.5, 2.5, 4.5, 6.5, 8.5, 10.5, 12.5, 14.5, 16.5, 18.5]);
        assert_eq!(rounds.latency, None);
    }

    #[test]
    fn a_window_counts_in_each_round_by_its_part() {
        // Rounds of 1.5 s: the second window lies half in the first round and half in the second.
        let rounds = judged(&seconds(15, |at| if at == 1 { 30.0 } else { 0.0 })).expect("15 s");
        let rate = rounds.rate.expect("a rate").rounds;
        assert_eq!(rate[..3].to_vec(), [10.0, 10.0, 0.0]);
    }

    #[test]
    fn warm_up_is_in_no_round() {
        let mut windows = seconds(30, |at| if at < 10 { 1e6 } else { 100.0 });
        windows[..10].iter_mut().for_each(|it| it.is_measured = false);
        let rounds = judged(&windows).expect("twenty seconds");
        assert_eq!((rounds.begin_s, rounds.round_s), (10.0, 2.0));
        assert_eq!(rounds.rate.expect("a rate").rounds.to_vec(), [100.0; 10]);
    }

    #[test]
    fn ten_rounds_of_a_second_or_of_a_window_are_needed() {
        let why = |windows: &[SeriesRow]| judged(windows).err();
        assert_eq!(why(&[]), Some(NotJudged::NothingMeasured));
        assert_eq!(why(&seconds(9, |_| 1.0)), Some(NotJudged::TooShort));
        assert_eq!(why(&seconds(10, |_| 1.0)), None);
        let of = |count: u32, length: f64| -> Vec<SeriesRow> {
            let window = |at| window(Op::READ, f64::from(at) * length, length, Some(1.0), None);
            (0..count).map(window).collect()
        };
        assert_eq!(why(&of(40, 0.2)), Some(NotJudged::TooShort), "eight seconds");
        assert_eq!(why(&of(9, 60.0)), Some(NotJudged::TooShort), "nine windows");
        assert_eq!(why(&of(10, 60.0)), None);
    }

    #[test]
    fn a_round_without_windows_is_no_round_of_zero() {
        let mut windows = seconds(20, |_| 5.0);
        windows.drain(4..5);
        assert_eq!(
            judged(&windows).expect("half a round").rate.expect("a rate").rounds.to_vec(),
            [5.0; 10]
        );
        windows.drain(4..5);
        assert_eq!(judged(&windows).err(), Some(NotJudged::Gaps));
    }

    /// fio logs latencies to the end, and no rate of the last window.
    #[test]
    fn a_last_window_without_a_rate_ends_the_rounds_and_not_what_counts() {
        let of = |at: u32| {
            let rate = (at < 10).then_some(100.0);
            window(Op::READ, f64::from(at), 1.0, rate, Some(if at < 10 { 5.0 } else { 9.0 }))
        };
        let rounds = judged(&(0..11).map(of).collect::<Vec<_>>()).expect("ten rates");
        assert_eq!((rounds.begin_s, rounds.round_s, rounds.end_s), (0.0, 1.0, 11.0));
        assert_eq!(rounds.latency.expect("a latency").rounds.to_vec(), [5.0; 10]);
        let without: Vec<SeriesRow> = (0..12).map(of).collect();
        assert_eq!(judged(&without).err(), Some(NotJudged::Gaps), "two windows without a rate");
    }

    #[test]
    fn operations_are_taken_together() {
        let mut windows = Vec::new();
        for at in 0..10 {
            let at = f64::from(at);
            windows.push(window(Op::READ, at, 1.0, Some(300.0), Some(100.0)));
            windows.push(window(Op::WRITE, at, 1.0, Some(100.0), Some(500.0)));
        }
        let rounds = judged(&windows).expect("ten seconds");
        assert_eq!(rounds.rate.expect("a rate").rounds.to_vec(), [400.0; 10]);
        assert_eq!(
            rounds.latency.expect("a latency").rounds.to_vec(),
            [200.0; 10],
            "by operations"
        );
        let totals: Vec<SeriesRow> = (0..10)
            .map(|at| window(Op::TOTAL, f64::from(at), 1.0, Some(401.0), Some(201.0)))
            .collect();
        let rounds = judged(&[windows, totals].concat()).expect("ten seconds");
        assert_eq!(
            rounds.rate.expect("a rate").rounds.to_vec(),
            [401.0; 10],
            "the tool's own total"
        );
        assert_eq!(rounds.latency.expect("a latency").rounds.to_vec(), [201.0; 10]);
    }

    /// Several jobs in one log: a window of each, at about the same time.
    #[test]
    fn windows_of_one_time_add_up() {
        let mut windows = seconds(10, |_| 100.0);
        windows.extend(seconds(10, |_| 50.0));
        let rounds = judged(&windows).expect("ten seconds");
        assert_eq!(rounds.rate.expect("a rate").rounds.to_vec(), [150.0; 10]);
    }

    #[test]
    fn latencies_of_reads_and_writes_without_counts_are_not_mixed() {
        let of = |op: Op, latency| {
            (0..10).map(move |at| window(op.clone(), f64::from(at), 1.0, None, Some(latency)))
        };
        let reads: Vec<SeriesRow> = of(Op::READ, 100.0).collect();
        let rounds = judged(&reads).expect("ten seconds");
        assert_eq!(rounds.latency.expect("a latency").rounds.to_vec(), [100.0; 10]);
        let mixed: Vec<SeriesRow> = of(Op::READ, 100.0).chain(of(Op::WRITE, 500.0)).collect();
        assert_eq!(judged(&mixed).err(), Some(NotJudged::NoFigures));
    }

    proptest! {
        #[test]
        fn rounds_hold_all_operations(rates in proptest::collection::vec(0.0f64..1e5, 10..200), length in 1.0f64..7.0) {
            let window = |(at, rate): (usize, &f64)| window(Op::READ, at as f64 * length, length, Some(*rate), None);
            let windows: Vec<SeriesRow> = rates.iter().enumerate().map(window).collect();
            let rounds = judged(&windows).expect("ten windows");
            let done: f64 = rounds.rate.expect("a rate").rounds.iter().map(|rate| rate * rounds.round_s).sum();
            let all: f64 = rates.iter().map(|rate| rate * length).sum();
            prop_assert!((done - all).abs() <= 1e-6 * all.max(1.0), "{done} of {all}");
        }
    }
}
