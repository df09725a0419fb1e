//! Windows of the jobs of one run, put together.
//!
//! fio gives each job of a run its own windows, which begin together and drift apart by milliseconds. What the run
//! did is all of them at once.

use plimsoll_schema::{Op, SeriesRow, WindowLatency};
use std::collections::BTreeMap;

/// One row for each window and operation, in the order of time; `usual_s` is how long windows are. A rate is known
/// where it is of all jobs with a window there, and a mean latency where the numbers of their operations are.
pub(crate) fn put_together(rows: &[&SeriesRow], usual_s: f64) -> Vec<SeriesRow> {
    let mut ops: Vec<&Op> = Vec::new();
    let mut windows: BTreeMap<(i64, usize), SeriesRow> = BTreeMap::new();
    for row in rows {
        let op = ops.iter().position(|op| **op == row.op).unwrap_or_else(|| {
            ops.push(&row.op);
            ops.len() - 1
        });
        let middle_s = row.begin_s + row.window_s / 2.0;
        let slot = (middle_s / usual_s).floor() as i64;
        windows
            .entry((slot, op))
            .and_modify(|window| add(window, row))
            .or_insert_with(|| SeriesRow { workload: None, ..(*row).clone() });
    }
    windows.into_values().collect()
}

/// Adds what another job did at the same time.
fn add(window: &mut SeriesRow, other: &SeriesRow) {
    window.latency = WindowLatency { mean_ns: mean(window, other), ..WindowLatency::default() };
    window.operations = window.operations.zip(other.operations).map(|(one, two)| one + two);
    window.iops = window.iops.zip(other.iops).map(|(one, two)| one + two);
    window.bytes_per_second =
        window.bytes_per_second.zip(other.bytes_per_second).map(|(one, two)| one + two);
    window.is_measured &= other.is_measured;
}

/// The mean latency of two windows, by their operations.
fn mean(one: &SeriesRow, other: &SeriesRow) -> Option<f64> {
    let operations = |row: &SeriesRow| {
        let counted = row.operations.map(|count| count as f64);
        counted.or_else(|| Some(row.iops? * row.window_s)).filter(|count| *count > 0.0)
    };
    let (first, second) = operations(one).zip(operations(other))?;
    let sum = one.latency.mean_ns? * first + other.latency.mean_ns? * second;
    Some(sum / (first + second))
}

#[cfg(test)]
mod tests {
    use super::put_together;
    use plimsoll_schema::{Op, SeriesRow, WindowLatency};

    fn window(workload: &str, op: Op, begin_s: f64, iops: Option<f64>, mean_ns: f64) -> SeriesRow {
        SeriesRow {
            source: "run.json".into(),
            run: Some("run.json#1".into()),
            workload: Some(workload.into()),
            op,
            is_measured: true,
            begin_s,
            window_s: 1.0,
            operations: None,
            iops,
            bytes_per_second: None,
            latency: WindowLatency { mean_ns: Some(mean_ns), ..WindowLatency::default() },
        }
    }

    #[test]
    fn what_jobs_did_at_one_time_adds_up() {
        let rows = [
            window("a", Op::READ, 0.0, Some(300.0), 100.0),
            window("a", Op::READ, 1.0, Some(300.0), 100.0),
            window("b", Op::READ, 0.002, Some(100.0), 500.0),
            window("b", Op::READ, 0.998, None, 500.0),
            window("c", Op::WRITE, 0.0, Some(50.0), 70.0),
        ];
        let together = put_together(&rows.iter().collect::<Vec<_>>(), 1.0);
        let shown: Vec<(Op, Option<f64>, Option<f64>)> =
            together.iter().map(|it| (it.op.clone(), it.iops, it.latency.mean_ns)).collect();
        let expected = [
            (Op::READ, Some(400.0), Some(200.0)),
            (Op::WRITE, Some(50.0), Some(70.0)),
            (Op::READ, None, None),
        ];
        assert_eq!(shown, expected, "a rate of some of the jobs is none");
        assert!(together.iter().all(|it| it.workload.is_none()));
    }
}
