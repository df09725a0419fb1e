//! What a document says about the logs of its run.

use crate::document::Document;
use crate::entry::Place;
use crate::log::{LogOptions, LoggedJob, WindowValue};
use crate::options::{Known, Options};
use crate::together;
use plimsoll_schema::{Metric, Op, Row, Stat};
use std::sync::Arc;

/// The jobs of a document, in the order of their numbers, with the runs that their rows belong to. `rows` are
/// those of each entry.
pub(crate) fn jobs(place: &Place<'_>, rows: &[Vec<Row>]) -> Vec<LoggedJob> {
    let document = place.document;
    together::measured(document)
        .iter()
        .map(|index| job(place, document, *index, &rows[*index]))
        .collect()
}

fn job(place: &Place<'_>, document: &Document<'_>, index: usize, rows: &[Row]) -> LoggedJob {
    let entry = &document.entries[index];
    let begin = format!("{}/", place.entry(index));
    let own: Vec<&Row> =
        rows.iter().filter(|row| row.identity.locator.starts_with(&begin)).collect();
    let first = own.first().map(|row| &row.identity);
    let operations = [Op::READ, Op::WRITE, Op::TRIM].map(|op| {
        let row =
            own.iter().find(|row| row.identity.op.as_ref() == Some(&op) && !row.long_shape_only)?;
        Some(row.figure(Metric::Operations, Stat::Sum, None)?.value as u64)
    });
    LoggedJob {
        source: Arc::clone(&place.source),
        version: place.version.clone(),
        // Of several runs in one text nothing tells which one wrote a log.
        run: first.filter(|_| place.prefix.is_empty()).and_then(|it| it.run.clone()),
        workload: first.and_then(|it| it.workload.clone()),
        host: entry.hostname.as_deref().map(Arc::from),
        clones: first.and_then(|it| it.jobs).unwrap_or(1),
        options: log_options(&Options::of(document, entry)),
        operations,
    }
}

fn log_options(options: &Options<'_>) -> LogOptions {
    let milliseconds = |name| match options.get(name) {
        Known::Given(value) => value.parse().ok(),
        Known::Default => Some(0),
        Known::Contradictory | Known::Unknown => None,
    };
    let window_value = match options.last_of(&["log_window_value", "log_max_value"]).1 {
        Known::Given("max" | "1" | "") => Some(WindowValue::Greatest),
        Known::Given("both") => Some(WindowValue::Both),
        Known::Given("avg" | "average" | "0") | Known::Default => Some(WindowValue::Average),
        _ => None,
    };
    LogOptions {
        average_ms: milliseconds("log_avg_msec"),
        histogram_ms: milliseconds("log_hist_msec"),
        window_value,
    }
}
