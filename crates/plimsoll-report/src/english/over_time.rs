//! What is said of runs over time.

use super::{Jobs, listed, metric};
use crate::number::{grouped, percent};
use plimsoll_schema::{Metric, Op, Row};

/// Heading of the charts over time of a section: what they show, a rate, latencies or both, and how many
/// points of how many. `rate` is the metric of all of them.
pub(crate) fn heading(rate: Option<Metric>, has_latency: bool, drawn: usize, of: usize) -> String {
    let latency = if rate.is_some() { "mean latency" } else { "Mean latency" };
    let latency = has_latency.then_some(latency);
    let quantities: Vec<String> =
        rate.map(metric).into_iter().chain(latency).map(str::to_owned).collect();
    let quantities = if quantities.is_empty() { "Runs".to_owned() } else { listed(&quantities) };
    let some = if drawn < of { format!(", {drawn} of {of} points") } else { String::new() };
    format!("{quantities} over time{some}")
}

/// Label of a line over time: a total may be of more than reads and writes.
pub(crate) fn label(op: &Op) -> String {
    if *op == Op::TOTAL { "total".to_owned() } else { super::op(op) }
}

/// Which run a chart over time shows, of how many, and which of its clients.
pub(crate) fn run(
    subject: &str,
    (number, runs): (usize, usize),
    (client, clients): (usize, usize),
) -> String {
    let mut parts = vec![subject.to_owned()];
    if runs > 1 {
        parts.push(format!("run {number} of {runs}"));
    }
    if clients > 1 {
        parts.push(format!("client {client} of {clients}"));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// What a run did: its name, read share and load, and everything else that tells it from others.
pub(crate) fn subject(row: &Row, with_parameters: bool) -> String {
    let identity = &row.identity;
    let mut parts: Vec<String> = identity.workload.iter().map(ToString::to_string).collect();
    parts.extend(identity.read_percent.map(|share| format!("{} reads", percent(share))));
    let of_curve = row.load_step.as_ref().map(|step| match step.percent_of_maximum {
        Some(share) => format!("{} of the maximum", percent(share)),
        None => "without a limit".to_owned(),
    });
    let limit = || Some(format!("{} IOPS asked for", grouped(identity.target_iops?, 0)));
    parts.extend(of_curve.or_else(limit));
    if with_parameters {
        parts.extend(identity.jobs.map(|jobs| Jobs::of([row]).count(jobs)));
        parts.extend(identity.queue_depth.map(|depth| format!("depth {depth}")));
        parts.extend(identity.parameters.iter().map(|(name, value)| format!("{name}={value}")));
    }
    parts.join(", ")
}
