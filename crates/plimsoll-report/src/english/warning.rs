//! What a reader must know before trusting the numbers.

use super::{count, grouped_ms, listed, metric};
use plimsoll_schema::{Code, Finding, Metric};

/// The longest reason in a sentence that gives several; the note has all of it.
pub(crate) const LONGEST_REASON: usize = 150;
/// The longest message that is a sentence by itself.
pub(crate) const LONGEST_SENTENCE: usize = 300;

/// Inputs that could not be read, with their notes.
pub(crate) fn unreadable(count: usize, notes: &[usize]) -> String {
    let inputs = super::count(count, "input could", "inputs could");
    format!("{inputs} not be read; everything else was ({}).", see_notes(notes))
}

/// Points that have no figures, with what became of them.
pub(crate) fn without_figures(
    points: usize,
    of: usize,
    reasons: &[String],
    notes: &[usize],
) -> String {
    let have = if points == 1 { "has" } else { "have" };
    let who = if points == of && of > 1 {
        format!("None of the {} has figures", count(of, "point", "points"))
    } else {
        format!("{points} of {} {have} no figures", count(of, "point", "points"))
    };
    let why = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) };
    let see = if notes.is_empty() { String::new() } else { format!(" ({})", see_notes(notes)) };
    format!("{who}{why}{see}.")
}

/// A finding in its own words, and how many more there are like it. A message may begin with a name.
pub(crate) fn found(code: Code, first: &str, more: usize, notes: &[usize]) -> String {
    let what = match code {
        Code::RunAborted => "Aborted",
        Code::RunInterrupted => "Interrupted",
        Code::JobFailed => "Failed",
        Code::AverageMissing => "Not measured",
        _ => "Comparison",
    };
    let more = match more {
        0 => String::new(),
        more => format!("; and {} like it", grouped_more(more)),
    };
    format!("{what}: {first}{more} ({}).", see_notes(notes))
}

fn grouped_more(more: usize) -> String {
    format!("{} more", crate::number::grouped(more as f64, 0))
}

/// The message of a finding without a full stop; of a long one begin and end, between which inputs tend
/// to name paths and addresses.
pub(crate) fn message(finding: &Finding, longest: usize) -> String {
    let message = super::plain(&finding.message);
    let message = message.trim_end_matches('.');
    let all: Vec<char> = message.chars().collect();
    if all.len() <= longest {
        return message.to_owned();
    }
    let words = |part: &[char], from_end: bool| {
        let text: String = part.iter().collect();
        let whole = if from_end { text.split_once(' ') } else { text.rsplit_once(' ') };
        whole.map_or(text.clone(), |(first, last)| if from_end { last } else { first }.to_owned())
    };
    let half = longest / 2;
    format!("{} … {}", words(&all[..half], false), words(&all[all.len() - half..], true))
}

/// Comparisons in which a condition differs.
pub(crate) fn indicative(count: usize, of: usize, by_name: bool) -> String {
    let are = if count == 1 { "is" } else { "are" };
    let or_by_name = if by_name { ", or the page tells the workload by a name alone" } else { "" };
    format!(
        "{count} of {} {are} indicative only: a condition of the tests differs{or_by_name}.",
        super::count(of, "comparison", "comparisons")
    )
}

/// Figures that are doubtful: for each kind of doubt what it says, with its notes.
pub(crate) fn doubtful(kinds: &[(Code, Vec<usize>)]) -> String {
    let kind = |(code, notes): &(Code, Vec<usize>)| {
        let meaning = super::plain(code.explanation().meaning.trim_end_matches('.'));
        let mut letters = meaning.chars();
        let first = letters.next().map(|it| it.to_lowercase().collect::<String>());
        format!("{}{} ({})", first.unwrap_or_default(), letters.as_str(), see_notes(notes))
    };
    let kinds: Vec<String> = kinds.iter().map(kind).collect();
    format!("Some figures are marked as doubtful: {}.", kinds.join("; "))
}

/// Several findings of one code about the comparison; `None` for codes whose findings speak for
/// themselves.
pub(crate) fn about_the_comparison(code: Code, findings: usize) -> Option<String> {
    let several = |one: &str, many: &str| Some(count(findings, one, many));
    match code {
        Code::ReferenceNotMatched if findings > 1 => several(
            "reference has no counterpart in what was measured",
            "references have no counterpart in what was measured",
        ),
        Code::ClientsNotJoined if findings > 1 => several(
            "group of inputs may be clients of one run or repeats: its inputs stay apart",
            "groups of inputs may be clients of one run or repeats: their inputs stay apart",
        ),
        Code::PartOfRun => several(
            "input holds one job of a run: its figures are compared with nothing",
            "inputs hold one job of a run each: their figures are compared with nothing",
        ),
        Code::RepeatsDiffer if findings > 1 => several(
            "run has other clients or jobs than its repeats: it stands apart",
            "runs have other clients or jobs than their repeats: they stand apart",
        ),
        Code::InputRepeated if findings > 1 => several(
            "input holds a run that another one holds: it counts once",
            "inputs hold runs that others hold: each run counts once",
        ),
        Code::StepWithoutInput if findings > 1 => several(
            "step of the campaign has no input with figures",
            "steps of the campaign have no input with figures",
        ),
        _ => None,
    }
}

/// What was counted, with its notes.
pub(crate) fn counted(what: &str, notes: &[usize]) -> String {
    format!("{what} ({}).", see_notes(notes))
}

/// No point keeps what is required of the latency.
pub(crate) fn requirement_not_kept(metric: Metric, latency_ns: Option<f64>) -> String {
    let quantity = self::metric(metric).to_lowercase();
    match latency_ns {
        Some(most) => format!(
            "No measured point shows the required {quantity} within a mean latency of {} ms.",
            grouped_ms(most)
        ),
        None => format!("No measured point shows {quantity}, which is required."),
    }
}

/// `note 3`, `notes 1, 2 and 5 to 9`.
pub(crate) fn see_notes(notes: &[usize]) -> String {
    let noun = if notes.len() == 1 { "note" } else { "notes" };
    format!("{noun} {}", listed(&ranges(notes)))
}

/// Sorted numbers; three and more that follow each other are a range.
fn ranges(numbers: &[usize]) -> Vec<String> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    runs.into_iter()
        .flat_map(|(first, last)| match last - first {
            0 => vec![first.to_string()],
            1 => vec![first.to_string(), last.to_string()],
            _ => vec![format!("{first} to {last}")],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_REASON, found, message, see_notes};
    use plimsoll_schema::{Code, Finding};

    #[test]
    fn numbers_that_follow_each_other_are_a_range() {
        for (notes, said) in [
            (&[3][..], "note 3"),
            (&[1, 2], "notes 1 and 2"),
            (&[1, 2, 3], "notes 1 to 3"),
            (&[1, 2, 5, 6, 7, 8, 9, 11], "notes 1, 2, 5 to 9 and 11"),
        ] {
            assert_eq!(see_notes(notes), said);
        }
    }

    #[test]
    fn a_long_message_keeps_its_begin_and_its_end() {
        let text =
            format!("5 operations failed, the first: {}'No space left'.", "a path ".repeat(40));
        let said = message(&Finding::new(Code::JobFailed, "a", text), LONGEST_REASON);
        assert!(said.starts_with("5 operations failed, the first: a path"), "{said}");
        assert!(said.ends_with("path 'No space left'") && said.contains(" … "), "{said}");
        assert!(said.chars().count() <= 153, "{said}");
        let short = message(&Finding::new(Code::JobFailed, "a", "job `x` failed."), LONGEST_REASON);
        assert_eq!(short, "job “x” failed");
        assert_eq!(
            found(Code::JobFailed, &short, 2, &[1, 4]),
            "Failed: job “x” failed; and 2 more like it (notes 1 and 4)."
        );
    }
}
