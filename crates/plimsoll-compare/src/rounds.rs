//! The windows of a run as ten rounds of equal length.
//!
//! Tools measure without a break and print windows of their own. A window that lies in two rounds counts in
//! each by the part of its time. What is known of each operation must cover every round: where windows are
//! missing nothing tells a stall from a gap.

use crate::cut::{Cut, span};
use crate::steady::{
    LEAST_OPERATIONS, LEAST_ROUND_S, LEAST_WINDOWS, NotJudged, RUN_ROUNDS, Tracked,
};
use plimsoll_schema::{Metric, Op, SeriesRow};

/// A round is known if windows cover this part of it.
pub(crate) const COVERED: f64 = 0.95;
/// A run that is shorter than ten rounds by less than half a window is not too short: tools end their last
/// window where the run ends.
const SLACK: f64 = 0.5;
/// A last window that is shorter than this part of the usual length is one that the end of the run cut: its
/// figures are of what there was by then.
const WHOLE: f64 = 0.9;

/// What a run did, round by round.
pub(crate) struct Rounds {
    /// Begin of the first, in seconds since the start of the run.
    pub(crate) begin_s: f64,
    /// Length of each.
    pub(crate) round_s: f64,
    /// End of what counts, in seconds since the start of the run: that of the last round, or up to two windows
    /// later.
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
    let (begin_s, end_s) = span(&windows).ok_or(NotJudged::NothingMeasured)?;
    let usual_s = median(windows.iter().map(|it| it.window_s).collect());
    let shortest_s = LEAST_ROUND_S.max(LEAST_WINDOWS as f64 * usual_s) * RUN_ROUNDS as f64;
    if end_s - begin_s + SLACK * usual_s < shortest_s {
        return Err(NotJudged::TooShort);
    }
    let operations = by_operation(&windows, usual_s, |it| rate_of(it).is_some());
    let waiting = by_operation(&windows, usual_s, |it| it.latency.mean_ns.is_some());
    let known = RATES.into_iter().find(|(_, value)| are_known(&operations, *value));
    // fio ends without the rate of its last window: rounds are cut out of what has rates.
    let known_s = known.map_or_else(
        || common_span(&waiting, |it| waited_for(it).is_some()),
        |(_, value)| common_span(&operations, |it| value(it).is_some()),
    );
    let (known_begin_s, known_end_s) = known_s.ok_or(NotJudged::NoFigures)?;
    let whole = [operations.concat(), waiting.concat()].concat();
    let (_, whole_end_s) = span(&whole).ok_or(NotJudged::NoFigures)?;
    if (known_begin_s - begin_s).max(whole_end_s - known_end_s) > (1.0 + SLACK) * usual_s {
        return Err(NotJudged::Gaps);
    }
    let cut = Cut::new(known_begin_s, known_end_s);
    let rate = match known {
        Some((metric, value)) => {
            let rounds = rate_rounds(&operations, value, cut).ok_or(NotJudged::Gaps)?;
            Some(Tracked { metric, rounds })
        }
        None => None,
    };
    let latency = latency(&waiting, cut)?;
    if rate.is_none() && latency.is_none() {
        return Err(NotJudged::NoFigures);
    }
    if operations_done(&operations, cut)
        .is_some_and(|all| all < LEAST_OPERATIONS * RUN_ROUNDS as f64)
    {
        return Err(NotJudged::TooFewOperations);
    }
    Ok(Rounds { begin_s: cut.begin_s, round_s: cut.round_s, end_s, rate, latency })
}

/// The windows of all operations together, if the tool tells what is wanted of them so; else those of each
/// operation. Last windows that the end of the run cut are left out.
fn by_operation<'w>(
    windows: &[&'w SeriesRow],
    usual_s: f64,
    tells: impl Fn(&SeriesRow) -> bool,
) -> Vec<Vec<&'w SeriesRow>> {
    let has_total = windows.iter().any(|it| it.op == Op::TOTAL && tells(it));
    let mut operations: Vec<Vec<&SeriesRow>> = Vec::new();
    for window in windows.iter().copied().filter(|it| has_total == (it.op == Op::TOTAL)) {
        match operations.iter_mut().find(|of_one| of_one[0].op == window.op) {
            Some(of_one) => of_one.push(window),
            None => operations.push(vec![window]),
        }
    }
    for of_one in &mut operations {
        let is_whole = |it: &SeriesRow| it.window_s >= WHOLE * usual_s;
        let whole_ends = of_one.iter().filter(|it| is_whole(it)).map(|it| it.begin_s + it.window_s);
        let Some(end_s) = whole_ends.reduce(f64::max) else { continue };
        of_one.retain(|it| is_whole(it) || it.begin_s + it.window_s <= end_s);
    }
    operations
}

/// Whether each operation has windows in which a quantity is known.
fn are_known(operations: &[Vec<&SeriesRow>], value: Value) -> bool {
    let is_known = |windows: &Vec<&SeriesRow>| windows.iter().any(|it| value(it).is_some());
    !operations.is_empty() && operations.iter().all(is_known)
}

/// The time in which something is known of every operation, as far as the first and the last window of each tell.
fn common_span(
    operations: &[Vec<&SeriesRow>],
    is_known: impl Fn(&SeriesRow) -> bool,
) -> Option<(f64, f64)> {
    let known = |windows: &Vec<&SeriesRow>| -> Option<(f64, f64)> {
        span(&windows.iter().copied().filter(|it| is_known(it)).collect::<Vec<_>>())
    };
    let spans = operations.iter().filter_map(known);
    let common = spans.reduce(|all, it| (all.0.max(it.0), all.1.min(it.1)))?;
    Some(common).filter(|(begin_s, end_s)| begin_s < end_s)
}

/// The rate of all operations together; `None` if that of one is not known in a round.
fn rate_rounds(
    operations: &[Vec<&SeriesRow>],
    value: Value,
    cut: Cut,
) -> Option<[f64; RUN_ROUNDS]> {
    let mut all = [0.0; RUN_ROUNDS];
    for windows in operations {
        let known: Vec<&SeriesRow> =
            windows.iter().copied().filter(|it| value(it).is_some()).collect();
        let covered = cut.covered(&known);
        let sums = cut.sums(&known, value);
        for round in 0..RUN_ROUNDS {
            if covered[round] < COVERED * cut.round_s {
                return None;
            }
            all[round] += sums[round] / covered[round];
        }
    }
    Some(all)
}

/// The mean latency of all operations together, weighted by their number; `None` where nothing tells how many
/// of each kind there were, and where a round has no operations. One that is not known in a round in which there
/// were operations is an error.
fn latency(operations: &[Vec<&SeriesRow>], cut: Cut) -> Result<Option<Tracked>, NotJudged> {
    let is_counted = operations
        .iter()
        .flatten()
        .any(|it| waited_for(it).is_some() && operations_per_second(it).is_some());
    let is_one = operations.len() == 1;
    let each_has =
        operations.iter().all(|windows| windows.iter().any(|it| waited_for(it).is_some()));
    let any_has = operations.iter().flatten().any(|it| it.latency.mean_ns.is_some());
    if !(any_has && each_has && (is_counted || is_one)) {
        return Ok(None);
    }
    let weight = |it: &SeriesRow| if is_counted { operations_per_second(it) } else { Some(1.0) };
    let (mut sums, mut weights) = ([0.0; RUN_ROUNDS], [0.0; RUN_ROUNDS]);
    for windows in operations {
        let is_known = |it: &SeriesRow| waited_for(it).is_some() && weight(it).is_some();
        let known: Vec<&SeriesRow> = windows.iter().copied().filter(|it| is_known(it)).collect();
        let covered = cut.covered(&known);
        if covered.iter().any(|covered| *covered < COVERED * cut.round_s) {
            return Err(NotJudged::Gaps);
        }
        let of_window = cut.sums(&known, |it| Some(waited_for(it)? * weight(it)?));
        let of_weight = cut.sums(&known, weight);
        for round in 0..RUN_ROUNDS {
            sums[round] += of_window[round];
            weights[round] += of_weight[round];
        }
    }
    if weights.iter().any(|weight| *weight <= 0.0) {
        return Ok(None);
    }
    let rounds = std::array::from_fn(|round| sums[round] / weights[round]);
    Ok(Some(Tracked { metric: Metric::Latency, rounds }))
}

/// The mean latency of a window. Where nothing was done nobody waited, whatever the tool prints.
fn waited_for(window: &SeriesRow) -> Option<f64> {
    if operations_per_second(window) == Some(0.0) { Some(0.0) } else { window.latency.mean_ns }
}

fn rate_of(window: &SeriesRow) -> Option<f64> {
    window.iops.or(window.bytes_per_second)
}

/// As counted, else by the rate.
fn operations_per_second(window: &SeriesRow) -> Option<f64> {
    let counted = window.operations.map(|count| count as f64 / window.window_s);
    counted.or(window.iops)
}

/// How many operations there were in all rounds; `None` if some operation was never counted.
fn operations_done(operations: &[Vec<&SeriesRow>], cut: Cut) -> Option<f64> {
    let of_one = |windows: &Vec<&SeriesRow>| {
        let is_counted = windows.iter().any(|it| operations_per_second(it).is_some());
        is_counted.then(|| cut.sums(windows, operations_per_second).iter().sum::<f64>())
    };
    operations.iter().map(of_one).sum()
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
        let rounds = judged(&seconds(20, |at| 100.0 * f64::from(at))).expect("twenty seconds");
        assert_eq!((rounds.begin_s, rounds.round_s), (0.0, 2.0));
        let rate = rounds.rate.expect("a rate");
        assert_eq!(rate.metric, Metric::Iops);
        let expected: Vec<f64> = (0..10).map(|round| 50.0 + 200.0 * f64::from(round)).collect();
        assert_eq!(rate.rounds.to_vec(), expected);
        assert_eq!(rounds.latency, None);
    }

    #[test]
    fn a_window_counts_in_each_round_by_its_part() {
        // Rounds of 2.5 s: the third window lies half in the first round and half in the second.
        let rounds = judged(&seconds(25, |at| if at == 2 { 5000.0 } else { 0.0 })).expect("25 s");
        let rate = rounds.rate.expect("a rate").rounds;
        assert_eq!(rate[..3].to_vec(), [1000.0, 1000.0, 0.0]);
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
    fn ten_rounds_of_a_second_and_of_two_windows_are_needed() {
        let why = |windows: &[SeriesRow]| judged(windows).err();
        assert_eq!(why(&[]), Some(NotJudged::NothingMeasured));
        assert_eq!(why(&seconds(19, |_| 100.0)), Some(NotJudged::TooShort), "1.9 windows a round");
        assert_eq!(why(&seconds(20, |_| 100.0)), None);
        let of = |count: u32, length: f64| -> Vec<SeriesRow> {
            let window = |at| window(Op::READ, f64::from(at) * length, length, Some(1000.0), None);
            (0..count).map(window).collect()
        };
        assert_eq!(why(&of(40, 0.2)), Some(NotJudged::TooShort), "eight seconds");
        assert_eq!(why(&of(50, 0.2)), None);
        assert_eq!(why(&of(19, 60.0)), Some(NotJudged::TooShort), "nineteen windows");
        assert_eq!(why(&of(20, 60.0)), None);
    }

    #[test]
    fn of_a_missing_window_nobody_knows_whether_it_was_a_stall() {
        let mut windows = seconds(200, |_| 50.0);
        windows.remove(44);
        assert_eq!(
            judged(&windows).expect("19 of 20 s of a round").rate.expect("a rate").rounds.to_vec(),
            [50.0; 10]
        );
        windows.remove(44);
        assert_eq!(judged(&windows).err(), Some(NotJudged::Gaps), "18 of 20 s");
    }

    #[test]
    fn a_stall_that_is_known_counts() {
        let rounds = judged(&seconds(20, |at| if at == 19 { 0.0 } else { 1000.0 })).expect("20 s");
        assert_eq!(rounds.rate.expect("a rate").rounds[8..].to_vec(), [1000.0, 500.0]);
    }

    #[test]
    fn chance_needs_a_hundred_operations_a_round() {
        assert_eq!(judged(&seconds(20, |_| 49.9)).err(), Some(NotJudged::TooFewOperations));
        assert!(judged(&seconds(20, |_| 50.0)).is_ok());
        let stopping = judged(&seconds(20, |at| if at < 10 { 1000.0 } else { 0.0 }));
        assert!(stopping.is_ok(), "that it stopped is no chance");
        let mut bytes = seconds(20, |_| 1.0);
        for window in &mut bytes {
            window.bytes_per_second = window.iops.take();
        }
        assert!(judged(&bytes).is_ok(), "how many operations there were is not known");
    }

    /// fio logs latencies to the end, and no rate of the last window.
    #[test]
    fn a_last_window_without_a_rate_ends_the_rounds_and_not_what_counts() {
        let of = |at: u32| {
            let rate = (at < 20).then_some(100.0);
            window(Op::READ, f64::from(at), 1.0, rate, Some(if at < 20 { 5.0 } else { 9.0 }))
        };
        let rounds = judged(&(0..21).map(of).collect::<Vec<_>>()).expect("twenty rates");
        assert_eq!((rounds.begin_s, rounds.round_s, rounds.end_s), (0.0, 2.0, 21.0));
        assert_eq!(rounds.latency.expect("a latency").rounds.to_vec(), [5.0; 10]);
        let without: Vec<SeriesRow> = (0..22).map(of).collect();
        assert_eq!(judged(&without).err(), Some(NotJudged::Gaps), "two windows without a rate");
    }

    /// fio writes what it has of a last window when the run ends, as if it were a whole one.
    #[test]
    fn a_last_window_that_is_cut_is_in_no_round() {
        let mut windows = seconds(20, |_| 100.0);
        windows.push(window(Op::READ, 20.0, 0.3, Some(7000.0), None));
        let rounds = judged(&windows).expect("twenty whole seconds");
        assert_eq!((rounds.round_s, rounds.end_s), (2.0, 20.3));
        assert_eq!(rounds.rate.expect("a rate").rounds.to_vec(), [100.0; 10]);
    }

    #[test]
    fn latencies_cover_each_round_unless_nothing_was_done() {
        let of = |latencies: &[u32], idle: &[u32]| {
            let window = |at: u32| {
                let latency = latencies.contains(&at).then_some(5.0);
                let rate = if idle.contains(&at) { 0.0 } else { 100.0 };
                window(Op::READ, f64::from(at), 1.0, Some(rate), latency)
            };
            judged(&(0..20).map(window).collect::<Vec<_>>())
        };
        let all: Vec<u32> = (0..20).collect();
        assert!(of(&all, &[]).is_ok_and(|rounds| rounds.latency.is_some()));
        assert_eq!(of(&all[..19], &[]).err(), Some(NotJudged::Gaps));
        let idle = of(&all[..19], &[19]).expect("nothing was done in the last second");
        assert_eq!(idle.latency.expect("a latency").rounds.to_vec(), [5.0; 10]);
        let stalled = of(&all[..18], &[18, 19]).expect("its rate is known");
        assert!(stalled.rate.is_some() && stalled.latency.is_none(), "nobody waited in a round");
        assert!(of(&[], &[]).is_ok_and(|rounds| rounds.latency.is_none()), "not measured");
        let alone: Vec<SeriesRow> = (0..100)
            .filter(|at| *at < 2 || *at > 97 || at % 10 == 4)
            .map(|at| window(Op::READ, f64::from(at), 1.0, None, Some(5.0)))
            .collect();
        assert_eq!(judged(&alone).err(), Some(NotJudged::Gaps));
    }

    #[test]
    fn a_rate_of_one_operation_that_is_not_known_is_no_zero() {
        let of = |known: &dyn Fn(u32) -> bool| {
            let windows = (0..20).flat_map(|at| {
                let read = window(Op::READ, f64::from(at), 1.0, Some(100.0), Some(5.0));
                let rate = known(at).then_some(100.0);
                [read, window(Op::WRITE, f64::from(at), 1.0, rate, Some(5.0))]
            });
            judged(&windows.collect::<Vec<_>>())
        };
        assert!(of(&|_| true).is_ok());
        assert_eq!(of(&|at| at != 12).err(), Some(NotJudged::Gaps));
        assert_eq!(of(&|_| false).err(), Some(NotJudged::Gaps), "nor is a latency without weight");
    }

    #[test]
    fn operations_are_taken_together() {
        let mut windows = Vec::new();
        for at in 0..20 {
            let at = f64::from(at);
            windows.push(window(Op::READ, at, 1.0, Some(300.0), Some(100.0)));
            windows.push(window(Op::WRITE, at, 1.0, Some(100.0), Some(500.0)));
        }
        let rounds = judged(&windows).expect("twenty seconds");
        assert_eq!(rounds.rate.expect("a rate").rounds.to_vec(), [400.0; 10]);
        assert_eq!(
            rounds.latency.expect("a latency").rounds.to_vec(),
            [200.0; 10],
            "by operations"
        );
        let totals: Vec<SeriesRow> = (0..20)
            .map(|at| window(Op::TOTAL, f64::from(at), 1.0, Some(401.0), Some(201.0)))
            .collect();
        let rounds = judged(&[windows, totals].concat()).expect("twenty seconds");
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
        let mut windows = seconds(20, |_| 100.0);
        windows.extend(seconds(20, |_| 50.0));
        let rounds = judged(&windows).expect("twenty seconds");
        assert_eq!(rounds.rate.expect("a rate").rounds.to_vec(), [150.0; 10]);
    }

    #[test]
    fn latencies_of_reads_and_writes_without_counts_are_not_mixed() {
        let of = |op: Op, latency| {
            (0..20).map(move |at| window(op.clone(), f64::from(at), 1.0, None, Some(latency)))
        };
        let reads: Vec<SeriesRow> = of(Op::READ, 100.0).collect();
        let rounds = judged(&reads).expect("twenty seconds");
        assert_eq!(rounds.latency.expect("a latency").rounds.to_vec(), [100.0; 10]);
        let mixed: Vec<SeriesRow> = of(Op::READ, 100.0).chain(of(Op::WRITE, 500.0)).collect();
        assert_eq!(judged(&mixed).err(), Some(NotJudged::NoFigures));
    }

    proptest! {
        #[test]
        fn rounds_hold_all_operations(rates in proptest::collection::vec(100.0f64..1e5, 20..200), length in 1.0f64..7.0) {
            let window = |(at, rate): (usize, &f64)| window(Op::READ, at as f64 * length, length, Some(*rate), None);
            let windows: Vec<SeriesRow> = rates.iter().enumerate().map(window).collect();
            let rounds = judged(&windows).expect("twenty windows");
            let done: f64 = rounds.rate.expect("a rate").rounds.iter().map(|rate| rate * rounds.round_s).sum();
            let all: f64 = rates.iter().map(|rate| rate * length).sum();
            prop_assert!((done - all).abs() <= 1e-6 * all.max(1.0), "{done} of {all}");
        }
    }
}
