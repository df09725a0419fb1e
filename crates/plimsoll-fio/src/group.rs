//! What ran at the same time: the run rows.

use plimsoll_read::Sink;
use plimsoll_schema::{Code, Finding, Op, Row, Together, together};

/// One row for each operation of the jobs of a run, in the order of the operations.
pub(crate) fn run_rows(jobs: &[&Row], clients: u64, sink: &mut dyn Sink) -> Vec<Row> {
    let mut rows = Vec::new();
    for op in [Op::READ, Op::WRITE, Op::TRIM, Op::TOTAL] {
        let parts: Vec<&Row> = jobs
            .iter()
            .copied()
            .filter(|row| !row.long_shape_only && row.identity.op.as_ref() == Some(&op))
            .collect();
        let Some(Together { mut row, percentiles_missing }) = together(&parts) else { continue };
        row.identity.clients = Some(clients);
        row.identity.parameters.retain(|(key, _)| &**key != "host");
        if let Some(why) = percentiles_missing {
            let message = format!("{} jobs ran together, and {why} (json+)", parts.len());
            let finding = Finding::new(Code::PercentilesNotMerged, &*row.identity.source, message)
                .at(row.identity.locator.clone());
            row.findings.push(sink.finding(finding));
        }
        rows.push(row);
    }
    rows
}
