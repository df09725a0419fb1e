//! The rows of a log that lies alone: one for each direction.

use super::set::{Belonging, Log, OPS, Outcome};
use plimsoll_read::Sink;
use plimsoll_schema::{Finding, Identity, MeasuredLevel, Origin, Row};
use std::sync::Arc;

/// What is known of the logs that rows are made of.
pub(crate) struct Origins<'o, 'e> {
    pub(crate) logs: &'o [Log<'e>],
    pub(crate) belonging: &'o Belonging,
    /// The release, as the user said it.
    pub(crate) version: Option<Arc<str>>,
}

/// The rows of an outcome, with its findings.
pub(crate) fn rows(
    outcome: &mut Outcome,
    origins: &Origins<'_, '_>,
    sink: &mut dyn Sink,
) -> Vec<Row> {
    let findings: Vec<Arc<Finding>> =
        outcome.findings.drain(..).map(|it| sink.finding(it)).collect();
    let summaries = std::mem::take(&mut outcome.summaries);
    let directions = summaries.into_iter().zip(OPS);
    let row = |(summary, op): (Option<super::set::Summary>, plimsoll_schema::Op)| {
        let summary = summary?;
        let locator = locator(origins.logs, summary.first_line);
        let source = Arc::clone(&origins.belonging.source);
        let mut row = Row::new(Identity {
            tool: Some("fio".into()),
            tool_version: origins.version.clone(),
            run: origins.belonging.run.clone(),
            level: level(origins.logs),
            op: Some(op),
            block_size_bytes: summary.block_size,
            jobs: jobs(origins.logs),
            duration_s: (summary.duration_ms > 0).then(|| summary.duration_ms as f64 / 1000.0),
            ..Identity::new(source, locator, Origin::Measured)
        });
        row.figures = summary.figures;
        row.latency_kind = summary.latency_kind;
        row.distribution = summary.distribution;
        row.findings.clone_from(&findings);
        row.findings.extend(summary.findings.into_iter().map(|it| sink.finding(it)));
        Some(row)
    };
    directions.filter_map(row).collect()
}

/// One log is that of a job; several were put together.
fn level(logs: &[Log<'_>]) -> MeasuredLevel {
    if logs.len() == 1 { MeasuredLevel::Job } else { MeasuredLevel::Run }
}

/// How many jobs there are: a log whose name has the number of one is of one job.
fn jobs(logs: &[Log<'_>]) -> Option<u64> {
    logs.iter().all(|log| log.job.is_some()).then_some(logs.len() as u64)
}

/// The line of the first row; of several logs their names.
fn locator(logs: &[Log<'_>], first_line: Option<u64>) -> String {
    match logs {
        [first, _, ..] => format!("{} and {} more", first.entry.name, logs.len() - 1),
        _ => format!("line {}", first_line.unwrap_or(1)),
    }
}
