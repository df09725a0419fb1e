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
    let options = Options::of(document, entry);
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
        delay_ms: delay_ms(options.get("startdelay")),
        options: log_options(&options),
        operations,
    }
}

/// How much later than its run a job begins; `None` if fio picked the delay out of a range, or nothing tells.
fn delay_ms(option: Known<'_>) -> Option<u64> {
    match option {
        Known::Given(text) => milliseconds(text),
        Known::Default | Known::Unknown => Some(0),
        Known::Contradictory => None,
    }
}

/// A time as fio takes it: without a unit in seconds.
fn milliseconds(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    let unit_at = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let number: u64 = number.parse().ok()?;
    let factor = match unit {
        "us" => return Some(number / 1000),
        "ms" => 1,
        "" | "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    number.checked_mul(factor)
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

#[cfg(test)]
mod tests {
    use super::{Known, delay_ms};

    #[test]
    fn delays_are_in_seconds_unless_they_have_a_unit() {
        for (text, expected) in [
            ("30", Some(30_000)),
            ("1500ms", Some(1500)),
            ("2m", Some(120_000)),
            ("900us", Some(0)),
            ("5-10", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(delay_ms(Known::Given(text)), expected, "{text}");
        }
        assert_eq!(delay_ms(Known::Default), Some(0));
        assert_eq!(delay_ms(Known::Contradictory), None);
    }
}
