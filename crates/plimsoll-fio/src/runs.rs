//! Which of several documents tell of one run.
//!
//! With `--status-interval` fio writes a whole document every few seconds, cumulative from the
//! start, and none of them says so. They are one run if their jobs are the same, they begin at the
//! same time, and no counter is smaller than before; then the last one is the result.

use crate::document::Document;
use plimsoll_unit::decimal;
use std::collections::BTreeMap;

/// How far the begins of two documents of one run may be apart: fio prints whole seconds up to
/// 2.11, and takes a moment to print.
const SAME_BEGIN_MS: f64 = 2000.0;

/// The documents that count, and what became of the others.
#[derive(Debug, Default)]
pub(crate) struct Runs<'t> {
    /// Number of the document in the text, from 1, and the document.
    pub(crate) used: Vec<(usize, Document<'t>)>,
    /// Numbers of documents that repeat an earlier one.
    pub(crate) repeated: Vec<usize>,
    /// Numbers of documents that a later one of the same run includes.
    pub(crate) superseded: Vec<usize>,
}

/// Sorts documents, in the order of the text, into runs.
pub(crate) fn sort(documents: Vec<Document<'_>>) -> Runs<'_> {
    let mut runs = Runs::default();
    for (index, document) in documents.into_iter().enumerate() {
        let number = index + 1;
        if runs.used.iter().any(|(_, earlier)| is_same(earlier, &document)) {
            runs.repeated.push(number);
            continue;
        }
        match runs.used.last() {
            Some((earlier, last)) if continues(last, &document) => {
                runs.superseded.push(*earlier);
                runs.used.pop();
                runs.used.push((number, document));
            }
            _ => runs.used.push((number, document)),
        }
    }
    runs
}

fn is_same(one: &Document<'_>, other: &Document<'_>) -> bool {
    one.version == other.version
        && one.timestamp == other.timestamp
        && one.timestamp_ms == other.timestamp_ms
        && one.global_options == other.global_options
        && one.entries == other.entries
}

/// Whether a document tells of the same run as an earlier one, further on.
fn continues(earlier: &Document<'_>, later: &Document<'_>) -> bool {
    let begins_together = match (begin_ms(earlier), begin_ms(later)) {
        (Some(one), Some(other)) => (one - other).abs() <= SAME_BEGIN_MS,
        // Without a time nothing tells two runs of the same job file from two states of one.
        _ => false,
    };
    begins_together
        && earlier.version == later.version
        && earlier.entries.len() == later.entries.len()
        && earlier.entries.iter().zip(&later.entries).all(|(one, other)| {
            one.name == other.name && one.group == other.group && one.hostname == other.hostname
        })
        && counters(earlier).zip(counters(later)).all(|(one, other)| one <= other)
}

/// When the run began, in milliseconds since 1970.
fn begin_ms(document: &Document<'_>) -> Option<f64> {
    let starts = document.entries.iter().filter_map(|entry| decimal(entry.job_start?));
    let first = starts.filter(|start| *start > 0.0).fold(f64::INFINITY, f64::min);
    if first.is_finite() {
        return Some(first);
    }
    let printed = document
        .timestamp_ms
        .and_then(decimal)
        .or_else(|| Some(decimal(document.timestamp?)? * 1000.0))?;
    // In client mode the time is that of the begin, in a local run that of the printing.
    Some(if document.is_client_run { printed } else { printed - longest_runtime(document) })
}

/// How long the groups of jobs ran, one after the other, in milliseconds.
fn longest_runtime(document: &Document<'_>) -> f64 {
    let mut by_group: BTreeMap<Option<&str>, f64> = BTreeMap::new();
    for entry in &document.entries {
        let longest = by_group.entry(entry.group).or_default();
        for (_, direction) in &entry.directions {
            *longest = longest.max(direction.runtime.and_then(decimal).unwrap_or(0.0));
        }
    }
    by_group.values().sum()
}

/// Everything that only grows in the course of a run.
fn counters(document: &Document<'_>) -> impl Iterator<Item = f64> {
    document.entries.iter().flat_map(|entry| &entry.directions).flat_map(|(_, direction)| {
        [direction.io_bytes, direction.total_ios, direction.runtime]
            .map(|number| number.and_then(decimal).unwrap_or(0.0))
    })
}

#[cfg(test)]
mod tests {
    use super::sort;
    use crate::find::find;

    /// A document printed at a second, after a runtime, with so many operations.
    fn document(printed_s: u64, runtime_ms: u64, operations: u64, name: &str) -> String {
        format!(
            r#"{{"fio version" : "fio-3.33", "timestamp_ms" : {}, "jobs" : [{{"jobname" : "{name}", "groupid" : 0, "read" : {{"total_ios" : {operations}, "runtime" : {runtime_ms}}}}}]}}"#,
            printed_s * 1000
        )
    }

    /// Numbers of the used, repeated and superseded documents.
    fn sorted(documents: &[String]) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
        let text = documents.join("\n");
        let runs = sort(find(&text).documents);
        (runs.used.iter().map(|(number, _)| *number).collect(), runs.repeated, runs.superseded)
    }

    #[test]
    fn of_cumulative_documents_the_last_one_counts() {
        let documents = [
            document(1001, 1000, 10, "a"),
            document(1002, 2000, 25, "a"),
            document(1003, 3000, 31, "a"),
        ];
        assert_eq!(sorted(&documents), (vec![3], vec![], vec![1, 2]));
    }

    #[test]
    fn runs_that_differ_all_count() {
        let began_later = [document(1001, 1000, 10, "a"), document(1010, 1000, 12, "a")];
        assert_eq!(sorted(&began_later), (vec![1, 2], vec![], vec![]));
        let other_job = [document(1001, 1000, 10, "a"), document(1002, 2000, 12, "b")];
        assert_eq!(sorted(&other_job), (vec![1, 2], vec![], vec![]));
        let fewer = [document(1002, 2000, 25, "a"), document(1002, 2000, 10, "a")];
        assert_eq!(sorted(&fewer), (vec![1, 2], vec![], vec![]));
    }

    #[test]
    fn the_same_document_counts_once() {
        let one = document(1001, 1000, 10, "a");
        let documents = [one.clone(), document(2001, 1000, 10, "b"), one];
        assert_eq!(sorted(&documents), (vec![1, 2], vec![3], vec![]));
    }

    #[test]
    fn without_a_time_documents_stay_apart() {
        let timeless = |operations| {
            format!(
                r#"{{"fio version" : "fio-2.1.10", "jobs" : [{{"jobname" : "a", "read" : {{"total_ios" : {operations}}}}}]}}"#
            )
        };
        assert_eq!(sorted(&[timeless(1), timeless(2)]), (vec![1, 2], vec![], vec![]));
    }
}
