//! Windows of the jobs of one run, put together.
//!
//! fio gives each job of a run windows of its own, which begin together and drift apart by milliseconds. What the
//! run did is all of them at once: each job is spread over common slots of time by the parts of its windows, and
//! what the jobs did in a slot is added up.

use crate::cut::span;
use crate::rounds::COVERED;
use plimsoll_schema::{Op, SeriesRow, WindowLatency};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A window that is longer than this many slots is none: its times are damaged.
const MOST_SLOTS: f64 = 10_000.0;
/// A job whose windows begin or end so many slots within those of all jobs ran as long as they did: tools do not
/// give the rate of a last window.
const REACH: f64 = 1.5;
/// A job that ran in less than this part of a slot did nothing there: times are cut to milliseconds.
const SLIVER: f64 = 0.01;

/// One row for each slot of `usual_s` seconds and operation, in the order of time. A rate is known where the
/// windows of every job that was running then tell it, and a mean latency where the numbers of their operations
/// are known.
pub fn jobs_together(rows: &[&SeriesRow], usual_s: f64) -> Vec<SeriesRow> {
    let is_window = |row: &&SeriesRow| row.window_s > 0.0 && row.window_s <= MOST_SLOTS * usual_s;
    let rows: Vec<&SeriesRow> = rows.iter().copied().filter(is_window).collect();
    let (Some(first), Some(run_s)) = (rows.first(), span(&rows)) else {
        return Vec::new();
    };
    let grid = Grid { run_s, slot_s: usual_s };
    let jobs = jobs(&rows, grid);
    let mut slots: BTreeMap<(i64, usize), Vec<Part>> = BTreeMap::new();
    let mut ops: Vec<&Op> = Vec::new();
    for (job, own) in jobs.iter().enumerate() {
        for row in &own.rows {
            let op = position(&mut ops, &row.op);
            for slot in grid.slots(row) {
                let parts = slots.entry((slot, op)).or_default();
                parts.resize_with(jobs.len(), Part::default);
                parts[job].add(row, grid.overlap_s(slot, row.begin_s, row.begin_s + row.window_s));
            }
        }
    }
    let does: Vec<Vec<bool>> = jobs
        .iter()
        .map(|job| ops.iter().map(|op| job.rows.iter().any(|row| row.op == **op)).collect())
        .collect();
    let row = |((slot, op), parts): (&(i64, usize), &Vec<Part>)| {
        let running = jobs.iter().zip(parts).enumerate().filter(|(job, _)| does[*job][*op]);
        let running = running.filter_map(|(_, (job, part))| {
            let running_s = grid.overlap_s(*slot, job.begin_s, job.end_s);
            grid.is_part(*slot, running_s).then_some((part, running_s))
        });
        let place = SeriesRow { op: ops[*op].clone(), ..grid.window(*slot, first) };
        sum(place, &running.collect::<Vec<_>>())
    };
    slots.iter().map(row).collect()
}

/// The place of an operation among those that are known.
fn position<'r>(ops: &mut Vec<&'r Op>, op: &'r Op) -> usize {
    ops.iter().position(|known| *known == op).unwrap_or_else(|| {
        ops.push(op);
        ops.len() - 1
    })
}

/// Slots of equal length, from the begin of a run to its end.
#[derive(Debug, Clone, Copy)]
struct Grid {
    /// Begin and end of the run.
    run_s: (f64, f64),
    /// Length of a slot.
    slot_s: f64,
}

impl Grid {
    /// Those that a window lies in.
    fn slots(self, row: &SeriesRow) -> impl Iterator<Item = i64> {
        let slot = |at_s: f64| ((at_s - self.run_s.0) / self.slot_s).floor() as i64;
        let (first, last) = (slot(row.begin_s), slot(row.begin_s + row.window_s));
        let touched = move |slot: &i64| {
            self.is_part(*slot, self.overlap_s(*slot, row.begin_s, row.begin_s + row.window_s))
        };
        (first..=last).filter(touched)
    }

    /// Begin and end; the last one ends with the run.
    fn span_s(self, slot: i64) -> (f64, f64) {
        let begin_s = self.run_s.0 + slot as f64 * self.slot_s;
        (begin_s, self.run_s.1.min(begin_s + self.slot_s))
    }

    /// Whether so many seconds are a part of a slot, and no sliver of one. The last one may be a sliver itself.
    fn is_part(self, slot: i64, seconds: f64) -> bool {
        let (begin_s, end_s) = self.span_s(slot);
        end_s - begin_s > SLIVER * self.slot_s && seconds > SLIVER * (end_s - begin_s)
    }

    fn overlap_s(self, slot: i64, from_s: f64, to_s: f64) -> f64 {
        let (begin_s, end_s) = self.span_s(slot);
        (end_s.min(to_s) - begin_s.max(from_s)).max(0.0)
    }

    /// A window of which only place and run are known.
    fn window(self, slot: i64, of: &SeriesRow) -> SeriesRow {
        let (begin_s, end_s) = self.span_s(slot);
        SeriesRow {
            source: Arc::clone(&of.source),
            run: of.run.clone(),
            workload: None,
            op: of.op.clone(),
            begin_s,
            window_s: end_s - begin_s,
            is_measured: true,
            operations: None,
            iops: None,
            bytes_per_second: None,
            latency: WindowLatency::default(),
        }
    }
}

/// A job of the run.
struct Job<'r> {
    rows: Vec<&'r SeriesRow>,
    /// While it ran.
    begin_s: f64,
    end_s: f64,
}

/// The jobs, by name.
fn jobs<'r>(rows: &[&'r SeriesRow], grid: Grid) -> Vec<Job<'r>> {
    let mut by_name: Vec<Vec<&SeriesRow>> = Vec::new();
    for row in rows {
        match by_name.iter_mut().find(|own| own[0].workload == row.workload) {
            Some(own) => own.push(row),
            None => by_name.push(vec![row]),
        }
    }
    let (run_begin_s, run_end_s) = grid.run_s;
    let reach_s = REACH * grid.slot_s;
    let job = |rows: Vec<&'r SeriesRow>| {
        let (begin_s, end_s) = span(&rows)?;
        let begin_s = if begin_s - run_begin_s < reach_s { run_begin_s } else { begin_s };
        let end_s = if run_end_s - end_s < reach_s { run_end_s } else { end_s };
        Some(Job { rows, begin_s, end_s })
    };
    by_name.into_iter().filter_map(job).collect()
}

/// An amount, and in how many seconds of a slot it is known.
#[derive(Debug, Clone, Copy, Default)]
struct Amount {
    sum: f64,
    known_s: f64,
}

impl Amount {
    fn add(&mut self, per_second: Option<f64>, seconds: f64) {
        if let Some(per_second) = per_second {
            self.sum += per_second * seconds;
            self.known_s += seconds;
        }
    }

    /// The amount of a job that ran for so long in the slot; `None` if that is not known.
    fn whole(self, running_s: f64) -> Option<f64> {
        // Windows that lack a little of the time are taken to stand for it.
        (self.known_s >= COVERED * running_s).then(|| self.sum * running_s / self.known_s)
    }
}

/// What one job did in a slot.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    /// Operations as counted, and by their rate.
    counted: Amount,
    operations: Amount,
    bytes: Amount,
    /// Nanoseconds waited for all operations, with those operations.
    waited: Amount,
    waited_for: Amount,
    /// The mean latency by time, where operations are not known.
    latency: Amount,
    is_warm_up: bool,
}

impl Part {
    fn add(&mut self, row: &SeriesRow, seconds: f64) {
        let counted = row.operations.map(|count| count as f64 / row.window_s);
        let operations = counted.or(row.iops);
        let latency = if operations == Some(0.0) { Some(0.0) } else { row.latency.mean_ns };
        self.counted.add(counted, seconds);
        self.operations.add(row.iops, seconds);
        self.bytes.add(row.bytes_per_second, seconds);
        self.waited.add(latency.zip(operations).map(|(latency, count)| latency * count), seconds);
        self.waited_for.add(operations.filter(|_| latency.is_some()), seconds);
        self.latency.add(row.latency.mean_ns, seconds);
        self.is_warm_up |= !row.is_measured;
    }
}

/// What all jobs did that were running in a slot, each for so many seconds.
fn sum(place: SeriesRow, running: &[(&Part, f64)]) -> SeriesRow {
    let all = |amount: fn(&Part) -> Amount| -> Option<f64> {
        running.iter().map(|(part, running_s)| amount(part).whole(*running_s)).sum()
    };
    let rate = |amount| all(amount).map(|sum| sum / place.window_s);
    let waited = all(|part| part.waited).zip(all(|part| part.waited_for));
    let mean_ns = match running {
        [(only, running_s)] if waited.is_none() => {
            only.latency.whole(*running_s).map(|sum| sum / running_s)
        }
        _ => waited.filter(|(_, count)| *count > 0.0).map(|(waited, count)| waited / count),
    };
    SeriesRow {
        is_measured: running.iter().all(|(part, _)| !part.is_warm_up),
        operations: all(|part| part.counted).map(|count| count.round() as u64),
        iops: rate(|part| part.operations),
        bytes_per_second: rate(|part| part.bytes),
        latency: WindowLatency { mean_ns, ..WindowLatency::default() },
        ..place
    }
}

#[cfg(test)]
mod tests {
    use super::jobs_together;
    use plimsoll_schema::{Op, SeriesRow, WindowLatency};
    use proptest::prelude::*;

    fn window(
        workload: &str,
        op: Op,
        (begin_s, end_s): (f64, f64),
        iops: Option<f64>,
    ) -> SeriesRow {
        SeriesRow {
            source: "run.json".into(),
            run: Some("run.json#1".into()),
            workload: Some(workload.into()),
            op,
            is_measured: true,
            begin_s,
            window_s: end_s - begin_s,
            operations: None,
            iops,
            bytes_per_second: None,
            latency: WindowLatency::default(),
        }
    }

    fn reads(workload: &str, ends: &[f64], iops: f64) -> Vec<SeriesRow> {
        let mut begin_s = 0.0;
        let window = |end_s: &f64| {
            let span = (std::mem::replace(&mut begin_s, *end_s), *end_s);
            window(workload, Op::READ, span, Some(iops))
        };
        ends.iter().map(window).collect()
    }

    fn seconds(from: u32, to: u32) -> Vec<f64> {
        (from + 1..=to).map(f64::from).collect()
    }

    fn together(rows: &[SeriesRow], usual_s: f64) -> Vec<SeriesRow> {
        jobs_together(&rows.iter().collect::<Vec<_>>(), usual_s)
    }

    fn rates(rows: &[SeriesRow]) -> Vec<Option<f64>> {
        rows.iter().map(|row| row.iops.map(f64::round)).collect()
    }

    #[test]
    fn what_jobs_did_at_one_time_adds_up() {
        let with = |row: SeriesRow, mean_ns: f64| SeriesRow {
            latency: WindowLatency { mean_ns: Some(mean_ns), ..WindowLatency::default() },
            ..row
        };
        let rows = [
            with(window("a", Op::READ, (0.0, 1.0), Some(300.0)), 100.0),
            with(window("a", Op::READ, (1.0, 2.0), Some(300.0)), 100.0),
            with(window("b", Op::READ, (0.002, 1.0), Some(100.0)), 500.0),
            with(window("b", Op::READ, (1.0, 2.0), None), 500.0),
            with(window("c", Op::WRITE, (0.0, 1.0), Some(50.0)), 70.0),
        ];
        let together = together(&rows, 1.0);
        let shown: Vec<(Op, Option<f64>, Option<f64>)> = together
            .iter()
            .map(|it| (it.op.clone(), it.iops.map(f64::round), it.latency.mean_ns.map(f64::round)))
            .collect();
        let expected = [
            (Op::READ, Some(400.0), Some(200.0)),
            (Op::WRITE, Some(50.0), Some(70.0)),
            (Op::READ, None, None),
        ];
        assert_eq!(shown, expected, "a rate of some of the jobs is none");
        assert!(together.iter().all(|it| it.workload.is_none()));
    }

    /// Windows of 1.02 s, and a shorter one again and again, as of a job that is late.
    #[test]
    fn windows_that_drift_are_shared_out_to_slots() {
        let mut ends = Vec::new();
        for window in 0..60 {
            let length = if window % 6 == 5 { 0.9 } else { 1.02 };
            ends.push(ends.last().copied().unwrap_or(0.0) + length);
        }
        let rows = [reads("a", &ends, 500.0), reads("b", &seconds(0, 60), 300.0)].concat();
        for slot_s in [1.0, 1.02, 0.77] {
            let rates = rates(&together(&rows, slot_s));
            assert!(rates.iter().all(|rate| *rate == Some(800.0)), "{slot_s}: {rates:?}");
        }
    }

    #[test]
    fn a_running_job_without_a_window_makes_the_slot_unknown() {
        let mut rows =
            [reads("a", &seconds(0, 5), 500.0), reads("b", &seconds(0, 5), 300.0)].concat();
        rows.remove(7);
        let expected = [Some(800.0), Some(800.0), None, Some(800.0), Some(800.0)];
        assert_eq!(rates(&together(&rows, 1.0)), expected);
        rows.remove(8);
        let expected = [Some(800.0), Some(800.0), None, Some(800.0), None];
        assert_eq!(rates(&together(&rows, 1.0)), expected, "its last window is not told");
    }

    #[test]
    fn a_job_that_began_later_or_ended_did_nothing_else() {
        let mut rows = reads("a", &seconds(0, 9), 500.0);
        rows.extend((3..6).map(|at| {
            let begin_s = f64::from(at);
            window("b", Op::READ, (begin_s, begin_s + 1.0), Some(300.0))
        }));
        let expected: Vec<Option<f64>> =
            (0..9).map(|at| Some(if (3..6).contains(&at) { 800.0 } else { 500.0 })).collect();
        assert_eq!(rates(&together(&rows, 1.0)), expected);
    }

    #[test]
    fn a_job_that_does_nothing_of_a_kind_takes_nothing_from_others() {
        let mut rows = reads("a", &seconds(0, 3), 500.0);
        rows.push(window("b", Op::WRITE, (0.0, 3.0), Some(10.0)));
        let reads: Vec<SeriesRow> =
            together(&rows, 1.0).into_iter().filter(|row| row.op == Op::READ).collect();
        assert_eq!(rates(&reads), [Some(500.0); 3]);
    }

    #[test]
    fn a_window_of_damaged_times_is_left_out() {
        let mut rows = reads("a", &seconds(0, 3), 500.0);
        rows.push(window("b", Op::READ, (0.0, 1e15), Some(1.0)));
        assert_eq!(together(&rows, 1.0).len(), 3);
    }

    proptest! {
        #[test]
        fn no_operation_is_lost_or_counted_twice(lengths in proptest::collection::vec(0.8f64..1.2, 5..60), slot_s in 0.7f64..1.5) {
            let mut ends = Vec::new();
            for length in lengths {
                ends.push(ends.last().copied().unwrap_or(0.0) + length);
            }
            let end_s: f64 = ends[ends.len() - 1];
            let mut other = seconds(0, end_s.floor() as u32);
            other.push(end_s);
            let rows = [reads("a", &ends, 500.0), reads("b", &other, 300.0)].concat();
            let done: f64 = together(&rows, slot_s).iter().filter_map(|row| Some(row.iops? * row.window_s)).sum();
            prop_assert!((done - 800.0 * end_s).abs() <= 0.02 * 800.0, "{done} in {end_s} s");
        }
    }
}
