//! What happened while a run went on: its windows, as many as a chart can show, and whether it was steady.

use crate::chart::{Stretch, Timeline};
use plimsoll_compare::{Steadiness, jobs_together};
use plimsoll_schema::{Finding, Op, Row, SeriesRow};
use std::sync::Arc;

/// More stretches than this no chart can show: what is kept of a run, by operation and quantity.
const MOST_KEPT: usize = 1024;

/// The interval data of one run in one input.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSeries {
    /// The input as named.
    pub source: Arc<str>,
    /// The run, as its rows name it.
    pub run: Option<Arc<str>>,
    /// The tool's own name of the workload; `None` of a run whose jobs have several.
    pub workload: Option<Arc<str>>,
    /// How long a window is, in seconds: the median.
    pub window_s: f64,
    /// Begin of the first and end of the last window that counts for the figures of the run, in seconds
    /// since its start; `None` if none does.
    pub measured: Option<(f64, f64)>,
    /// Whether it was steady.
    pub steadiness: Steadiness,
    /// Its operations, in the order in which they first appear.
    pub ops: Vec<OpSeries>,
}

/// One operation of a run over time. Of more than 1,024 windows, several that follow each other are one
/// stretch.
#[derive(Debug, Clone, PartialEq)]
pub struct OpSeries {
    /// The operation.
    pub op: Op,
    /// How many windows it has.
    pub windows: usize,
    /// Operations per second.
    pub iops: Timeline,
    /// Bytes per second.
    pub bytes_per_second: Timeline,
    /// Mean latency in nanoseconds, weighted by operations.
    pub latency_ns: Timeline,
}

impl RunSeries {
    /// Where its last window ends, in seconds since the start of the run.
    pub(crate) fn end_s(&self) -> Option<f64> {
        let timelines =
            self.ops.iter().flat_map(|op| [&op.iops, &op.bytes_per_second, &op.latency_ns]);
        let ends = timelines.flat_map(|it| &it.stretches).map(|stretch| stretch.end_s);
        ends.reduce(f64::max)
    }

    /// Whether a row is one of this run. A row of jobs with different names has none, and so has a run.
    pub fn is_of(&self, row: &Row) -> bool {
        let identity = &row.identity;
        identity.source == self.source
            && identity.run == self.run
            && self.is_called(identity.workload.as_ref())
    }

    /// Whether it may be of a workload of this name, where both have one.
    pub(crate) fn is_called(&self, workload: Option<&Arc<str>>) -> bool {
        workload.is_none() || self.workload.is_none() || workload == self.workload.as_ref()
    }

    /// What is to be said of it if it was not steady all the time that its figures count.
    pub fn unsteady(&self) -> Option<Finding> {
        let mut finding = self.steadiness.finding(&self.source)?;
        if let Some(workload) = &self.workload {
            finding.message = format!("{workload}: {}", finding.message);
        }
        let number = self.run.as_deref().and_then(|run| run.rsplit_once('#'));
        finding.locator = number.map(|(_, number)| format!("run {number}"));
        Some(finding)
    }

    /// The runs of an input's windows, in the order in which they first appear.
    pub fn of(windows: &[SeriesRow]) -> Vec<Self> {
        let mut runs: Vec<Vec<&SeriesRow>> = Vec::new();
        for window in windows {
            let is_same = |run: &&mut Vec<&SeriesRow>| {
                let known = run[0];
                // The jobs of a run belong together; of windows without a run nothing tells that.
                let is_same_job = window.run.is_some() || known.workload == window.workload;
                known.run == window.run && is_same_job && known.source == window.source
            };
            // Windows come run by run: the run that was seen last is the likely one.
            match runs.iter_mut().rev().find(is_same) {
                Some(run) => run.push(window),
                None => runs.push(vec![window]),
            }
        }
        runs.iter().filter_map(|run| Self::of_run(run)).collect()
    }

    fn of_run(rows: &[&SeriesRow]) -> Option<Self> {
        let first = rows.first()?;
        let window_s = usual_length(rows)?;
        let has_several_names = rows.iter().any(|it| it.workload != first.workload);
        let together = if has_several_names { jobs_together(rows, window_s) } else { Vec::new() };
        let together: Vec<&SeriesRow> = together.iter().collect();
        let rows = if has_several_names { &together } else { rows };
        let mut ops: Vec<&Op> = Vec::new();
        for row in rows {
            if !ops.contains(&&row.op) {
                ops.push(&row.op);
            }
        }
        let of_op = |op: &Op| {
            let own: Vec<&SeriesRow> = rows.iter().copied().filter(|it| it.op == *op).collect();
            OpSeries::new(op, window_s, &own)
        };
        Some(Self {
            source: Arc::clone(&first.source),
            run: first.run.clone(),
            workload: first.workload.clone().filter(|_| !has_several_names),
            window_s,
            measured: measured(rows),
            steadiness: Steadiness::of(rows),
            ops: ops.into_iter().map(of_op).collect(),
        })
    }

    /// The most windows that one of its operations has.
    pub fn windows(&self) -> usize {
        self.ops.iter().map(|op| op.windows).max().unwrap_or(0)
    }
}

impl OpSeries {
    fn new(op: &Op, window_s: f64, rows: &[&SeriesRow]) -> Self {
        let timeline = |value: &dyn Fn(&SeriesRow) -> Option<(f64, f64)>| {
            let stretch = |window: &&SeriesRow| {
                let (value, weight) = value(window)?;
                Stretch::window(window.begin_s, window.window_s, value, weight)
            };
            let stretches = rows.iter().filter_map(stretch).collect();
            Timeline::new(window_s, stretches).reduced(MOST_KEPT)
        };
        let is_counted =
            rows.iter().all(|it| it.latency.mean_ns.is_none() || operations(it).is_some());
        Self {
            op: op.clone(),
            windows: rows.len(),
            iops: timeline(&|it| Some((it.iops?, it.window_s))),
            bytes_per_second: timeline(&|it| Some((it.bytes_per_second?, it.window_s))),
            latency_ns: timeline(&|it| {
                let weight = if is_counted { operations(it)? } else { it.window_s };
                // Where nothing was done, nothing was waited for.
                (weight > 0.0).then_some((it.latency.mean_ns?, weight))
            }),
        }
    }
}

/// The operations of a window, as counted or by its rate.
fn operations(window: &SeriesRow) -> Option<f64> {
    let counted = window.operations.map(|count| count as f64);
    counted.or_else(|| Some(window.iops? * window.window_s))
}

/// The median of the lengths; `None` if no window has any.
fn usual_length(windows: &[&SeriesRow]) -> Option<f64> {
    let is_length = |length: &f64| length.is_finite() && *length > 0.0;
    let mut lengths: Vec<f64> = windows.iter().map(|it| it.window_s).filter(is_length).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied()
}

fn measured(windows: &[&SeriesRow]) -> Option<(f64, f64)> {
    let counting = windows.iter().filter(|it| it.is_measured);
    let spans = counting.map(|it| (it.begin_s, it.begin_s + it.window_s));
    spans.reduce(|all, it| (all.0.min(it.0), all.1.max(it.1)))
}

#[cfg(test)]
mod tests {
    use super::RunSeries;
    use plimsoll_schema::{Identity, Op, Origin, Row, SeriesRow, WindowLatency};

    fn window(run: &str, op: Op, begin_s: f64, iops: f64, latency_ns: Option<f64>) -> SeriesRow {
        SeriesRow {
            source: "output".into(),
            run: Some(run.into()),
            workload: Some("rd1".into()),
            op,
            is_measured: begin_s >= 2.0,
            begin_s,
            window_s: 1.0,
            operations: None,
            iops: Some(iops),
            bytes_per_second: None,
            latency: WindowLatency { mean_ns: latency_ns, ..WindowLatency::default() },
        }
    }

    #[test]
    fn windows_are_parted_by_run_and_operation() {
        let windows = [
            window("output#1", Op::TOTAL, 0.0, 10.0, Some(1e6)),
            window("output#1", Op::READ, 0.0, 10.0, Some(1e6)),
            window("output#1", Op::TOTAL, 1.0, 20.0, Some(2e6)),
            window("output#2", Op::TOTAL, 0.0, 5.0, None),
        ];
        let runs = RunSeries::of(&windows);
        assert_eq!(runs.len(), 2);
        let ops: Vec<(&Op, usize)> = runs[0].ops.iter().map(|it| (&it.op, it.windows)).collect();
        assert_eq!(ops, [(&Op::TOTAL, 2), (&Op::READ, 1)]);
        let iops: Vec<f64> = runs[0].ops[0].iops.stretches.iter().map(|it| it.mean).collect();
        assert_eq!(iops, [10.0, 20.0]);
        assert_eq!(runs[1].ops[0].latency_ns.stretches, [], "no latency is no zero");
        assert_eq!(runs[0].ops[0].bytes_per_second.stretches, []);
    }

    #[test]
    fn the_jobs_of_a_run_are_drawn_together() {
        let named = |name: &str, op, iops| SeriesRow {
            workload: Some(name.into()),
            ..window("output#1", op, 0.0, iops, None)
        };
        let windows =
            [named("a", Op::READ, 10.0), named("b", Op::READ, 5.0), named("b", Op::WRITE, 7.0)];
        let runs = RunSeries::of(&windows);
        assert_eq!((runs.len(), runs[0].workload.as_deref()), (1, None));
        let rates: Vec<f64> = runs[0].ops.iter().map(|op| op.iops.stretches[0].mean).collect();
        assert_eq!(rates, [15.0, 7.0]);
    }

    #[test]
    fn warm_up_is_outside_of_what_was_measured() {
        let windows: Vec<SeriesRow> = (0..5)
            .map(|second| window("output#1", Op::TOTAL, f64::from(second), 1.0, None))
            .collect();
        assert_eq!(RunSeries::of(&windows)[0].measured, Some((2.0, 5.0)));
        assert_eq!(RunSeries::of(&windows[..2])[0].measured, None, "warm-up alone");
    }

    #[test]
    fn a_window_in_which_nothing_was_done_has_a_rate_and_no_latency() {
        let windows = [
            window("output#1", Op::READ, 0.0, 100.0, Some(1e6)),
            window("output#1", Op::READ, 1.0, 0.0, Some(0.0)),
        ];
        let read = &RunSeries::of(&windows)[0].ops[0];
        let iops: Vec<f64> = read.iops.stretches.iter().map(|it| it.mean).collect();
        assert_eq!((iops, read.latency_ns.stretches.len()), (vec![100.0, 0.0], 1));
    }

    #[test]
    fn of_many_windows_a_bounded_number_is_kept_with_their_extremes() {
        let windows: Vec<SeriesRow> = (0..86_400)
            .map(|second| {
                let iops = if second == 50_000 { 3.0 } else { 1000.0 };
                window("output#1", Op::READ, f64::from(second), iops, Some(5e5))
            })
            .collect();
        let read = &RunSeries::of(&windows)[0].ops[0];
        assert_eq!(read.windows, 86_400);
        assert!(read.iops.stretches.len() <= 1024, "{}", read.iops.stretches.len());
        assert_eq!(read.iops.windows(), 86_400);
        let least = read.iops.stretches.iter().map(|it| it.least).fold(f64::INFINITY, f64::min);
        assert!((least - 3.0).abs() < 1e-9, "the slow second is lost: {least}");
        // Rates weigh by time, latencies by operations.
        assert!((read.latency_ns.stretches[0].weight - 1000.0 * 85.0).abs() < 1e-6);
    }

    #[test]
    fn a_run_that_is_not_steady_has_a_finding_for_its_rows() {
        let windows: Vec<SeriesRow> = (0..22)
            .map(|second| {
                let iops = if second < 17 { 100.0 } else { 50.0 };
                window("output#3", Op::READ, f64::from(second), iops, None)
            })
            .collect();
        let run = &RunSeries::of(&windows)[0];
        let finding = run.unsteady().expect("its rate was halved");
        assert_eq!((&*finding.source, finding.locator.as_deref()), ("output", Some("run 3")));
        assert!(finding.message.starts_with("rd1: not steady at its end"), "{}", finding.message);
        let row = |run: &str, workload: Option<&str>| {
            let mut row = Row::new(Identity::new("output".into(), String::new(), Origin::Measured));
            row.identity.run = Some(run.into());
            row.identity.workload = workload.map(Into::into);
            row
        };
        assert!(run.is_of(&row("output#3", Some("rd1"))) && run.is_of(&row("output#3", None)));
        assert!(!run.is_of(&row("output#2", Some("rd1"))));
        assert!(!run.is_of(&row("output#3", Some("rd2"))));
        assert_eq!(RunSeries::of(&windows[..17])[0].unsteady(), None);
    }
}
