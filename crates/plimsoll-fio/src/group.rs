//! What ran at the same time: the run rows.

use plimsoll_read::Sink;
use plimsoll_schema::{Code, Finding, Metric, Op, Row, Together, together};
use std::sync::Arc;

/// The entries of one run.
#[derive(Debug)]
pub(crate) struct Run<'r> {
    /// The rows of each entry.
    pub(crate) entries: Vec<&'r [Row]>,
    /// Hosts that generated the load, if they are told.
    pub(crate) clients: Option<u64>,
    /// What is doubtful about their having run together.
    pub(crate) findings: Vec<Arc<Finding>>,
    /// What could not be read in entries of the group, and the rows of each.
    pub(crate) unreadable: Vec<(&'r [Row], &'r [Arc<Finding>])>,
    /// Whether rates may be added up: all ran at the same time.
    pub(crate) rates_add_up: bool,
}

/// One row for each operation of the jobs of a run, in the order of the operations.
pub(crate) fn run_rows(run: &Run<'_>, sink: &mut dyn Sink) -> Vec<Row> {
    let all = [Op::READ, Op::WRITE, Op::TRIM, Op::TOTAL];
    all.iter().filter_map(|op| run_row(run, op, sink)).collect()
}

fn run_row(run: &Run<'_>, op: &Op, sink: &mut dyn Sink) -> Option<Row> {
    let parts: Vec<&Row> =
        measurements(&run.entries).filter(|row| row.identity.op.as_ref() == Some(op)).collect();
    let Together { mut row, latency_missing, percentiles_missing } = together(&parts)?;
    row.identity.clients = run.clients;
    row.identity.jobs = jobs(&run.entries);
    row.identity.read_percent = row.identity.read_percent.filter(|_| share_is_common(&run.entries));
    row.identity.parameters.retain(|(key, _)| &**key != "host");
    if parts.iter().any(|part| part.identity.duration_s.is_none()) {
        row.identity.duration_s = None;
    }
    row.findings.extend(run.findings.iter().cloned());
    note_unreadable(&mut row, run, op);
    if !run.rates_add_up && parts.len() > 1 {
        row.figures.retain(|it| !matches!(it.metric, Metric::Iops | Metric::Throughput));
        row.identity.target_iops = None;
    }
    let percentiles_missing = percentiles_missing.map(|why| format!("{why} (json+)"));
    for (code, why) in [
        (Code::LatencyNotMerged, latency_missing),
        (Code::PercentilesNotMerged, percentiles_missing),
    ] {
        let Some(why) = why else { continue };
        let message = format!("{} jobs ran together, and {why}", parts.len());
        let finding =
            Finding::new(code, &*row.identity.source, message).at(row.identity.locator.clone());
        row.findings.push(sink.finding(finding));
    }
    Some(row)
}

/// What could not be read would perhaps be a part: it touches the run, unless its entry has a row
/// that is one.
fn note_unreadable(row: &mut Row, run: &Run<'_>, op: &Op) {
    let has_row =
        |rows: &[Row]| measurements(&[rows]).any(|it| it.identity.op.as_ref() == Some(op));
    let missing = run.unreadable.iter().filter(|(rows, _)| !has_row(rows));
    for finding in missing.flat_map(|(_, findings)| *findings) {
        if !row.findings.iter().any(|known| Arc::ptr_eq(known, finding)) {
            row.findings.push(Arc::clone(finding));
        }
    }
}

fn measurements<'r>(entries: &[&'r [Row]]) -> impl Iterator<Item = &'r Row> {
    entries.iter().flat_map(|rows| rows.iter()).filter(|row| !row.long_shape_only)
}

/// The jobs of all entries, also of those that did another operation: they ran at the same time.
fn jobs(entries: &[&[Row]]) -> Option<u64> {
    entries.iter().filter_map(|rows| rows.first()).map(|row| row.identity.jobs).sum()
}

/// Whether all jobs had the same share of reads: readers beside writers are no pure load.
fn share_is_common(entries: &[&[Row]]) -> bool {
    // Rows of trims have no share; what else an entry did has that of the entry.
    let share = |rows: &&[Row]| {
        let has_share = |row: &&Row| !row.long_shape_only && row.identity.read_percent.is_some();
        rows.iter().find(has_share).and_then(|row| row.identity.read_percent)
    };
    let mut shares = entries.iter().map(share);
    shares.next().is_none_or(|first| shares.all(|other| other == first))
}
