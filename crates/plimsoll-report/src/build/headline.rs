//! The most that was measured, for a report in which nothing is set beside published values.

use super::curves::of_workload;
use super::section::{Workload, first_row};
use crate::english::headline as said;
use plimsoll_compare::{Curve, Point};
use plimsoll_schema::{Metric, Op, Stat};

/// More lines than this are no headline.
const MOST_LINES: usize = 3;

/// A line for each workload that has figures, the first ones of many.
pub(super) fn lines(workloads: &[Workload<'_>]) -> Vec<String> {
    let mut lines: Vec<String> = workloads.iter().flat_map(of_workload_lines).collect();
    if lines.is_empty() {
        return vec![said::NOTHING.to_owned()];
    }
    if lines.len() > MOST_LINES + 1 {
        let more = lines.len() - MOST_LINES;
        lines.truncate(MOST_LINES);
        lines.push(said::more(more));
    }
    lines
}

/// The peaks of a workload's curves; of one without curves the greatest rate.
fn of_workload_lines(workload: &Workload<'_>) -> Vec<String> {
    let system = workload.system();
    let mut lines: Vec<(String, f64, String)> = Vec::new();
    for (_, curve) in of_workload(workload) {
        let Some((subject, rate)) = subject_of(curve, system).zip(peak_rate(curve)) else {
            continue;
        };
        let line = (subject.clone(), rate, said::curve(&subject, curve));
        // Of several curves of one subject the one that reached most.
        match lines.iter_mut().find(|known| known.0 == subject) {
            Some(known) if known.1 < rate => *known = line,
            Some(_) => {}
            None => lines.push(line),
        }
    }
    if lines.is_empty() {
        return greatest(workload, system).into_iter().collect();
    }
    lines.into_iter().map(|(_, _, line)| line).collect()
}

fn subject_of(curve: &Curve, system: Option<&str>) -> Option<String> {
    let pure = Some(&curve.op).filter(|op| **op != Op::TOTAL);
    Some(said::subject(&curve.row()?, pure, system))
}

fn peak_rate(curve: &Curve) -> Option<f64> {
    curve.peak().mean(&curve.op, Metric::Iops)
}

/// All operations together, else the first one with a rate.
fn whole(point: &Point) -> Option<Op> {
    let has_rate = |op: &Op| point.sample(op, Metric::Iops, Stat::Mean).is_some();
    [Op::TOTAL].into_iter().chain(point.ops()).find(has_rate)
}

fn greatest(workload: &Workload<'_>, system: Option<&str>) -> Option<String> {
    let points = workload.points();
    let rates = points.into_iter().filter_map(|point| {
        let op = whole(point)?;
        let mean = |metric| Some(point.sample(&op, metric, Stat::Mean)?.mean());
        let bytes = mean(Metric::Throughput).filter(|bytes| *bytes > 0.0);
        Some((point, op.clone(), bytes, mean(Metric::Iops)?, mean(Metric::Latency)))
    });
    // By bytes, which tell mixed sizes apart; by operations where no bytes were moved.
    let (point, op, bytes, iops, latency) = rates.max_by(|one, other| {
        let key = |it: &(&Point, Op, Option<f64>, f64, Option<f64>)| (it.2.unwrap_or(0.0), it.3);
        let (one, other) = (key(one), key(other));
        one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
    })?;
    let pure = if op == Op::TOTAL { point.pure_op() } else { Some(op) };
    let subject = said::subject(&first_row(point)?, pure.as_ref(), system);
    Some(said::rates(&subject, bytes, Some(iops), latency))
}
