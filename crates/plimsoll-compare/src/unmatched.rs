//! Which references and steps were asked for and came to nothing, and why.

use crate::judgement::Judgement;
use crate::nearest::Candidates;
use crate::point::Point;
use crate::request::{Against, Request};
use plimsoll_reference::{Entry, UnknownReference};
use plimsoll_schema::{Claimed, Code, Finding};
use std::sync::Arc;

/// So many references below a prefix are listed.
const LISTED: usize = 8;

/// What was asked for and came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmatched {
    /// No figure was set beside a result of this reference, or of any below this prefix.
    Reference {
        /// As it was asked for.
        name: String,
        /// Index of the campaign's step that asks for it; `None` if it holds for all.
        step: Option<usize>,
    },
    /// No input with figures belongs to the step of this index.
    Step(usize),
}

/// What was asked for and came to nothing; each reference has one finding.
pub(crate) fn unmatched(
    points: &[Point],
    judgements: &[Judgement],
    request: &Request<'_>,
    findings: &mut Vec<Arc<Finding>>,
) -> Result<Vec<Unmatched>, UnknownReference> {
    let steps = &request.campaign.steps;
    let has_input = |step: usize| points.iter().any(|point| point.step == Some(step));
    let (with_input, without): (Vec<usize>, Vec<usize>) =
        (0..steps.len()).partition(|step| has_input(*step));
    let asked: Vec<(Option<usize>, &[String])> = match &request.against {
        Against::Named(names) => vec![(None, names)],
        Against::Campaign => {
            with_input.iter().map(|step| (Some(*step), &*steps[*step].against)).collect()
        }
    };
    let is_judged = |entry: &Arc<Entry>, step: Option<usize>| {
        judgements.iter().any(|judgement| {
            judgement.entry.id == entry.id
                && (step.is_none() || points[judgement.point].step == step)
        })
    };
    let mut all: Vec<Unmatched> = without.into_iter().map(Unmatched::Step).collect();
    let mut candidates: Option<Candidates> = None;
    let mut told: Vec<&str> = Vec::new();
    for (step, name) in asked.iter().flat_map(|(step, names)| names.iter().map(|it| (*step, it))) {
        let mut entries = request.catalogue.find(name)?;
        entries.retain(|entry| entry.has_claim(Claimed::Result));
        if entries.is_empty() || entries.iter().any(|entry| is_judged(entry, step)) {
            continue;
        }
        all.push(Unmatched::Reference { name: name.clone(), step });
        let candidates = candidates.get_or_insert_with(|| Candidates::of(points, request));
        // Where another step has figures for it, only this one has none.
        let of_step = step.filter(|_| entries.iter().any(|entry| is_judged(entry, None)));
        let what = match of_step {
            Some(step) => format!("step \"{}\" measured nothing", steps[step].name),
            None if told.contains(&name.as_str()) => continue,
            None => {
                told.push(name);
                "nothing was measured".to_owned()
            }
        };
        let (which, why) = (named(name, &entries), candidates.why_none(&entries, of_step));
        let message = format!("{what} that corresponds to {which}; {why}");
        findings.push(Arc::new(Finding::new(Code::ReferenceNotMatched, name.as_str(), message)));
    }
    Ok(all)
}

/// What was asked for: a reference, or those below a prefix with the ends of their ids.
fn named(name: &str, entries: &[Arc<Entry>]) -> String {
    let prefix = name.strip_suffix('/').unwrap_or(name);
    if let [entry] = entries
        && *entry.id == *prefix
    {
        let protocol = entry.protocol.as_deref().map(|it| format!(", {it}")).unwrap_or_default();
        return format!("{} ({}{protocol})", entry.id, entry.workload);
    }
    let ends: Vec<&str> = entries
        .iter()
        .map(|entry| entry.id.strip_prefix(prefix).unwrap_or(&entry.id).trim_start_matches('/'))
        .collect();
    let (listed, more) = ends.split_at(ends.len().min(LISTED));
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let count = match entries.len() {
        1 => "the one reference".to_owned(),
        count => format!("any of {count} references"),
    };
    format!("{count} below {prefix} ({}{more})", listed.join(", "))
}
