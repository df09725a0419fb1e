//! What is doubtful about an entry, in words.

use crate::document::JobEntry;
use crate::entry::Place;
use crate::workload::{Doubt, Workload};
use plimsoll_schema::{Code, Finding};
use plimsoll_unit::decimal;

/// How an entry ended, and what about its options cannot be trusted.
pub(crate) fn entry_findings<'f>(
    place: &'f Place<'_>,
    index: usize,
    workload: &'f Workload,
) -> impl Iterator<Item = Finding> + 'f {
    let entry = &place.document.entries[index];
    let locator = place.entry(index);
    let name = entry.name.as_deref().unwrap_or("without a name");
    let failed = failure(entry)
        .map(|failure| place.finding(Code::JobFailed, &locator, format!("job `{name}` {failure}")));
    let unsteady = entry.steady_state.as_ref().and_then(|state| {
        decimal(state.attained?).filter(|attained| *attained < 1.0)?;
        let criterion = state.criterion.as_deref().unwrap_or("its criterion");
        let message = format!("job `{name}` did not reach a steady state ({criterion})");
        Some(place.finding(Code::SteadyStateMissed, &locator, message))
    });
    let options = place.options(index);
    let doubts = workload.doubts.iter().map(move |doubt| {
        let (code, message) = in_words(doubt);
        place.finding(code, &options, message)
    });
    failed.into_iter().chain(unsteady).chain(doubts)
}

fn in_words(doubt: &Doubt) -> (Code, String) {
    match doubt {
        Doubt::Contradicted { rw, counted } => (
            Code::OptionsContradicted,
            format!("the options say rw={rw}, but {counted} operations were counted"),
        ),
        Doubt::SizeContradicted { claimed, counted, mean } => (
            Code::OptionsContradicted,
            format!(
                "the options say a block size of {claimed} bytes, but {counted} operations were of {mean:.0} bytes in the mean"
            ),
        ),
        Doubt::Replayed => (
            Code::WorkloadReplayed,
            "the job replayed a recording (read_iolog), whose pattern and sizes are not told"
                .to_owned(),
        ),
        Doubt::DepthUnclear { depth } => (
            Code::DepthUnclear,
            format!("iodepth={depth} was asked for, and no ioengine was named"),
        ),
        Doubt::Differs { option } => (
            Code::OptionsDiffer,
            format!("servers were given different values of `{option}`, or not all were given one"),
        ),
        Doubt::Unreadable { option, value } => {
            (Code::ValueUnreadable, format!("option `{option}` is `{value}`, which cannot be read"))
        }
    }
}

/// How an entry failed. `error` is an errno and never a count; with continue_on_error it is 0, and
/// the errors are counted.
fn failure(entry: &JobEntry<'_>) -> Option<String> {
    let error = entry.error.filter(|error| *error != "0");
    let count = entry.total_errors.filter(|count| *count != "0");
    let Some(error) = error else {
        return count.map(|it| format!("counted {it} errors and went on (continue_on_error)"));
    };
    let meaning = match error {
        "5" => " (input/output error)",
        "13" => " (permission denied)",
        "22" => " (invalid argument)",
        "28" => " (no space left)",
        "84" => " (on Linux: verification failed)",
        _ => "",
    };
    let counted = count.map(|it| format!("; {it} errors in all")).unwrap_or_default();
    Some(format!("ended with error {error}{meaning}{counted}"))
}
