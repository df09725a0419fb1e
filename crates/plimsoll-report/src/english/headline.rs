//! The most that was measured, in a line for each main workload.

use super::curve::{bounded_iops, iops, latency};
use crate::number::{ColumnScale, block_size, percent};
use plimsoll_compare::{Crossing, Curve, Passed};
use plimsoll_schema::{Metric, Op, Row};

/// Where a report has no figures at all.
pub(crate) const NOTHING: &str = "No run has figures.";

/// What was done: `64 KiB random read`, `4 KiB random, 70 % reads`; the tool's name of the workload where
/// neither size nor pattern is known. `pure` is the only operation, if there is one.
pub(crate) fn subject(row: &Row, pure: Option<&Op>, system: Option<&str>) -> String {
    let identity = &row.identity;
    let size = identity.block_size_bytes.map(block_size);
    let pattern = identity.pattern.map(|it| super::pattern(Some(it)).to_owned());
    let parts: Vec<String> = size.into_iter().chain(pattern).collect();
    let what = match parts.as_slice() {
        [] => identity.workload.as_deref().unwrap_or("All operations").to_owned(),
        parts => parts.join(" "),
    };
    let subject = match (pure, identity.read_percent) {
        (Some(op), _) => format!("{what} {}", super::op(op)),
        (None, Some(share)) => format!("{what}, {} reads", percent(share)),
        (None, None) => what,
    };
    match system {
        Some(system) => format!("{system}, {subject}"),
        None => super::capitalised(&subject),
    }
}

/// A rate with its latency: `3,669 MiB/s, 58,700 IOPS at 31.1 µs`.
pub(crate) fn rates(
    subject: &str,
    bytes_per_second: Option<f64>,
    rate: Option<f64>,
    time: Option<f64>,
) -> String {
    let throughput = bytes_per_second.map(|value| {
        let scale = ColumnScale::of(Metric::Throughput, &[value]);
        format!("{}\u{A0}{}", scale.format(value), scale.unit)
    });
    let parts: Vec<String> = throughput.into_iter().chain(rate.map(iops)).collect();
    let at = time.map(|time| format!(" at {}", latency(time))).unwrap_or_default();
    format!("{subject}: {}{at}", parts.join(", "))
}

/// The peak of a curve, and its rate within the threshold where some loads are above it.
pub(crate) fn curve(subject: &str, curve: &Curve) -> String {
    let of_peak = |metric| curve.peak().mean(&curve.op, metric);
    let rate = of_peak(Metric::Iops).map_or_else(|| "not known".to_owned(), iops);
    let at = of_peak(Metric::Latency).map(|time| format!(" at {}", latency(time)));
    let within = within(curve, &curve.crossing);
    format!("{subject}: peak {rate}{}{within}", at.unwrap_or_default())
}

fn within(curve: &Curve, crossing: &Crossing) -> String {
    let threshold = latency(crossing.threshold_ns);
    match crossing.passed {
        Passed::At { load, .. } if load == curve.peak => format!(", the most within {threshold}"),
        Passed::Between { .. } | Passed::At { .. } => match curve.iops_at_threshold() {
            Some(rate) => {
                format!("; {} within {threshold}", bounded_iops(rate.mean(), crossing))
            }
            None => String::new(),
        },
        Passed::Always { .. } => format!("; above {threshold} at the lowest load already"),
        Passed::Never { .. } | Passed::Unknown => String::new(),
    }
}

/// How many workloads have no line.
pub(crate) fn more(workloads: usize) -> String {
    format!("{} below", super::count(workloads, "more workload", "more workloads"))
}
