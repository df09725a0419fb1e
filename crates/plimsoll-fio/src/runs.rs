//! Which of several documents tell of one run.
//!
//! With `--status-interval` fio writes a whole document every few seconds, cumulative from the
//! start, and none of them says so. They are one run if their jobs are the same, they begin at the
//! same time, and no counter is smaller than before; then the last one is the result.

use crate::document::{Document, JobEntry};
use crate::options::Options;
use plimsoll_unit::decimal;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How far the begins of two documents of one run may be apart: fio prints the time that has
/// elapsed in whole seconds, up to 2.11 also the time of day, and takes a moment to print.
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
    if documents.len() == 1 {
        runs.used = documents.into_iter().map(|document| (1, document)).collect();
        return runs;
    }
    let mut used: Vec<usize> = Vec::new();
    // Also those that were superseded: a transcript may hold all of a run twice.
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    for (index, document) in documents.iter().enumerate() {
        let alike = seen.entry(hash(document)).or_default();
        if alike.iter().any(|earlier| is_same(&documents[*earlier], document)) {
            runs.repeated.push(index + 1);
            continue;
        }
        alike.push(index);
        if let Some(last) = used.pop_if(|last| continues(&documents[*last], document)) {
            runs.superseded.push(last + 1);
        }
        used.push(index);
    }
    let mut used = used.into_iter().peekable();
    let numbered = documents.into_iter().enumerate();
    runs.used = numbered
        .filter(|(index, _)| used.next_if_eq(index).is_some())
        .map(|(index, document)| (index + 1, document))
        .collect();
    runs
}

fn hash(document: &Document<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    document.timestamp.hash(&mut hasher);
    document.timestamp_ms.hash(&mut hasher);
    document.entries.hash(&mut hasher);
    hasher.finish()
}

fn is_same(one: &Document<'_>, other: &Document<'_>) -> bool {
    one.version == other.version
        && one.timestamp == other.timestamp
        && one.timestamp_ms == other.timestamp_ms
        && one.global_options == other.global_options
        && one.shared_options == other.shared_options
        && one.entries == other.entries
}

/// Whether a document tells of the same run as an earlier one, further on.
fn continues(earlier: &Document<'_>, later: &Document<'_>) -> bool {
    let is_same_job = |(one, other): (&JobEntry<'_>, &JobEntry<'_>)| {
        one.name == other.name
            && one.group == other.group
            && one.hostname == other.hostname
            && one.options == other.options
    };
    earlier.version == later.version
        && earlier.is_client_run == later.is_client_run
        && earlier.global_options == later.global_options
        && earlier.shared_options == later.shared_options
        && earlier.entries.len() == later.entries.len()
        && earlier.entries.iter().zip(&later.entries).all(is_same_job)
        && began_together(earlier, later)
        && no_counter_is_smaller(earlier, later)
}

/// Whether two documents tell of runs that began at the same time.
fn began_together(earlier: &Document<'_>, later: &Document<'_>) -> bool {
    if earlier.entries.iter().any(|entry| entry.start_ms().is_some()) {
        // A job that had not begun may have done so since.
        let pairs = earlier.entries.iter().zip(&later.entries);
        let mut begun = pairs.filter(|(one, _)| one.start_ms().is_some());
        return begun.all(|(one, other)| one.job_start == other.job_start);
    }
    if later.is_client_run {
        // The time is that of the begin.
        return earlier.timestamp.is_some() && earlier.timestamp == later.timestamp;
    }
    // Without a time nothing tells two runs of the same job file from two states of one.
    let (Some((one, _)), Some((other, resolution))) = (earlier.clock_ms(), later.clock_ms()) else {
        return crate::terse::is_further_on(earlier, later);
    };
    let begins_differ = ((one - began_before_ms(earlier)) - (other - began_before_ms(later))).abs();
    // A run that began after the earlier document was printed cannot have lasted longer than the
    // time between the two. Short runs in a loop are told from states of one run by that alone.
    begins_differ <= SAME_BEGIN_MS
        && (earlier.goes_on || lasted_ms(later) > other - one + resolution)
}

/// How long before its printing the run of a local document began, at most.
fn began_before_ms(document: &Document<'_>) -> f64 {
    // Runtimes leave out whatever is between: file layout, ramps, delays.
    document.elapsed_ms().unwrap_or_else(|| runtimes_ms(document))
}

/// How long the run of a local document lasted, at least.
fn lasted_ms(document: &Document<'_>) -> f64 {
    // It is rounded up to whole seconds.
    let elapsed = document.elapsed_ms().map_or(0.0, |elapsed| elapsed - 1000.0);
    elapsed.max(runtimes_ms(document))
}

/// How long the groups of jobs ran, one after the other.
fn runtimes_ms(document: &Document<'_>) -> f64 {
    let mut by_group: BTreeMap<u64, f64> = BTreeMap::new();
    for entry in &document.entries {
        let longest = by_group.entry(entry.group_number()).or_default();
        *longest = longest.max(entry.runtime_ms().unwrap_or(0.0));
    }
    by_group.values().sum()
}

/// Whether everything that only grows in the course of a run has done so.
fn no_counter_is_smaller(earlier: &Document<'_>, later: &Document<'_>) -> bool {
    let mut pairs = earlier.entries.iter().zip(&later.entries);
    pairs.all(|(one, other)| {
        starts_counting_anew(later, other)
            || counters(one).zip(counters(other)).all(|(one, other)| one <= other)
    })
}

/// At the end of `ramp_time` fio begins to count again.
fn starts_counting_anew(document: &Document<'_>, entry: &JobEntry<'_>) -> bool {
    let options = Options::of(document, entry);
    options.get("ramp_time").given().is_some_and(|ramp| ramp != "0")
}

fn counters(entry: &JobEntry<'_>) -> impl Iterator<Item = f64> {
    entry.directions.iter().flat_map(|(_, direction)| {
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
    fn a_transcript_that_holds_all_states_twice_holds_one_run() {
        let states = [
            document(1001, 1000, 10, "a"),
            document(1002, 2000, 25, "a"),
            document(1003, 3000, 31, "a"),
        ];
        let twice: Vec<String> = states.iter().chain(&states).cloned().collect();
        assert_eq!(sorted(&twice), (vec![3], vec![4, 5, 6], vec![1, 2]));
    }

    #[test]
    fn short_runs_one_after_the_other_all_count() {
        let runs = [document(1001, 1000, 10, "a"), document(1003, 1001, 11, "a")];
        assert_eq!(sorted(&runs), (vec![1, 2], vec![], vec![]));
    }

    /// A document printed at a second, with more keys of the entry.
    fn entry(printed_s: u64, operations: u64, runtime_ms: u64, more: &str) -> String {
        document(printed_s, runtime_ms, operations, "a")
            .replace("\"groupid\"", &format!("{more}, \"groupid\""))
    }

    #[test]
    fn the_time_since_fio_was_started_covers_what_runtimes_leave_out() {
        let elapsed = |printed_s, seconds| {
            entry(printed_s, printed_s, 500, &format!("\"elapsed\" : {seconds}"))
        };
        assert_eq!(sorted(&[elapsed(1004, 4), elapsed(1009, 9)]), (vec![2], vec![], vec![1]));
        assert_eq!(sorted(&[elapsed(1004, 4), elapsed(1009, 4)]), (vec![1, 2], vec![], vec![]));
    }

    #[test]
    fn a_printed_begin_decides() {
        let begun = |printed_s, start| {
            entry(printed_s, printed_s, printed_s - 900, &format!("\"job_start\" : {start}"))
        };
        assert_eq!(sorted(&[begun(1004, 7), begun(1006, 7)]).0, [2]);
        assert_eq!(sorted(&[begun(1004, 7), begun(1006, 8)]).0, [1, 2]);
    }

    #[test]
    fn counting_anew_after_a_ramp_is_no_new_run() {
        let ramped = |printed_s, operations, seconds| {
            let more = r#""job options" : {"ramp_time" : "5"}, "elapsed""#;
            entry(printed_s, operations, 500, &format!("{more} : {seconds}"))
        };
        assert_eq!(sorted(&[ramped(1004, 90, 4), ramped(1008, 10, 8)]).0, [2]);
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
