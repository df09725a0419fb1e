//! Which references a point is set beside, and which of them nothing corresponds to.

use crate::judgement::Judgement;
use crate::point::Point;
use crate::request::{Against, Request, Told};
use plimsoll_reference::{Catalogue, Entry, UnknownReference};
use plimsoll_schema::{Claimed, Code, Finding, Op};
use std::sync::Arc;

/// The references for one point.
pub(crate) struct Selection<'r> {
    pub(crate) entries: Vec<Arc<Entry>>,
    /// What was asked for: ids and prefixes of ids.
    names: &'r [String],
}

impl<'r> Selection<'r> {
    pub(crate) fn of(
        point: &Point,
        request: &'r Request<'r>,
        told: &Told<'r>,
    ) -> Result<Self, UnknownReference> {
        let names: &[String] = match &request.against {
            Against::Named(names) => names,
            Against::Campaign => told.step.map_or(&[], |step| &step.against),
        };
        if !names.is_empty() {
            return Ok(Self { entries: found(names, request.catalogue)?, names });
        }
        let row = point.ops().first().and_then(|op: &Op| point.row(op));
        let product = row.as_ref().and_then(|row| told.product(row));
        let is_same_product = |entry: &&Arc<Entry>| {
            product.is_some_and(|product| product.eq_ignore_ascii_case(&entry.product))
                && entry.has_claim(Claimed::Result)
        };
        let entries = request.catalogue.entries().iter().filter(is_same_product).cloned().collect();
        Ok(Self { entries, names: &[] })
    }

    /// Whether somebody asked for just these: then what cannot be compared is said.
    pub(crate) fn are_named(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether somebody asked for one by its whole id.
    pub(crate) fn is_named_by_id(&self, entry: &Entry) -> bool {
        self.names.iter().any(|name| name.strip_suffix('/').unwrap_or(name) == &*entry.id)
    }
}

/// The references of names, each once.
fn found(names: &[String], catalogue: &Catalogue) -> Result<Vec<Arc<Entry>>, UnknownReference> {
    let mut entries: Vec<Arc<Entry>> = Vec::new();
    for name in names {
        for entry in catalogue.find(name)? {
            if !entries.iter().any(|known| known.id == entry.id) {
                entries.push(entry);
            }
        }
    }
    Ok(entries)
}

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

/// What was asked for and came to nothing, each with a finding.
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
    let mut all: Vec<Unmatched> = without.into_iter().map(Unmatched::Step).collect();
    let mut told: Vec<Arc<str>> = Vec::new();
    for (step, name) in asked.iter().flat_map(|(step, names)| names.iter().map(|it| (*step, it))) {
        let is_judged = |entry: &Arc<Entry>, step: Option<usize>| {
            judgements.iter().any(|judgement| {
                judgement.entry.id == entry.id
                    && (step.is_none() || points[judgement.point].step == step)
            })
        };
        let mut entries = request.catalogue.find(name)?;
        entries.retain(|entry| entry.has_claim(Claimed::Result));
        for entry in entries.iter().filter(|entry| !is_judged(entry, None)) {
            if !told.contains(&entry.id) {
                told.push(Arc::clone(&entry.id));
                findings.push(Arc::new(not_measured(entry)));
            }
        }
        if !entries.is_empty() && !entries.iter().any(|entry| is_judged(entry, step)) {
            // Another step has figures for it: then nothing was said yet.
            if let Some(at) = step.filter(|_| entries.iter().any(|entry| is_judged(entry, None))) {
                findings.push(Arc::new(not_in_step(&steps[at].name, name)));
            }
            all.push(Unmatched::Reference { name: name.clone(), step });
        }
    }
    Ok(all)
}

fn not_measured(entry: &Entry) -> Finding {
    let protocol = entry.protocol.as_deref().map(|it| format!(", {it}")).unwrap_or_default();
    let message = format!(
        "nothing was measured that corresponds to {} ({}{protocol})",
        entry.id, entry.workload
    );
    Finding::new(Code::ReferenceNotMatched, entry.id.to_string(), message)
}

fn not_in_step(step: &str, name: &str) -> Finding {
    let message = format!("step \"{step}\" measured nothing that corresponds to {name}");
    Finding::new(Code::ReferenceNotMatched, name, message)
}
