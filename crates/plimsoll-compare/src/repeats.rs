//! Which moments of a workload are repeats: those with equal numbers of clients and jobs. Where jobs
//! were swept, each number of jobs has its own.

use crate::moment::Moment;
use plimsoll_schema::{Code, Finding};
use std::sync::Arc;

/// Moments that may be averaged.
#[derive(Debug)]
pub(crate) struct Repeats {
    pub(crate) moments: Vec<Moment>,
    /// That there are others of the workload, with other clients or jobs.
    pub(crate) findings: Vec<Arc<Finding>>,
    /// Whether they are those that were left out.
    pub(crate) are_odd: bool,
}

/// Parts the moments of a workload into the repeats and those with other clients or jobs: a file that
/// is missing must not lower a mean. Most moments say how many there should be; of equally many,
/// those with more clients, then jobs. What was swept makes repeats of its own for each of its numbers.
/// Findings are added to `found`.
pub(crate) fn repeats(moments: Vec<Moment>, found: &mut Vec<Arc<Finding>>) -> Vec<Repeats> {
    let swept = Swept::in_moments(&moments);
    let loads: Vec<Load> = moments.iter().map(Load::of).collect();
    let weight = |load: &Load| {
        let alike = loads.iter().filter(|other| !swept.is_odd(load, other)).count();
        (alike, load.clients, load.jobs)
    };
    // The last of equal ones is taken: from behind it is the first.
    let Some(usual) = loads.iter().rev().max_by_key(|load| weight(load)).copied() else {
        return Vec::new();
    };
    let mut parts: Vec<(Load, Repeats)> = Vec::new();
    for (load, moment) in loads.into_iter().zip(moments) {
        let are_odd = swept.is_odd(&load, &usual);
        let is_part = |(known, part): &(Load, Repeats)| {
            let is_one_load = *known == load || !(are_odd || swept.is_any());
            part.are_odd == are_odd && is_one_load
        };
        let at = parts.iter().position(is_part).unwrap_or_else(|| {
            parts.push((load, Repeats { moments: Vec::new(), findings: Vec::new(), are_odd }));
            parts.len() - 1
        });
        parts[at].1.moments.push(moment);
    }
    let mut findings = Vec::new();
    for (load, part) in parts.iter_mut().filter(|(_, part)| part.are_odd) {
        let finding = Arc::new(finding(&part.moments, *load, usual, swept));
        part.findings.push(Arc::clone(&finding));
        findings.push(finding);
    }
    for (_, part) in parts.iter_mut().filter(|(_, part)| !part.are_odd) {
        part.findings.clone_from(&findings);
    }
    found.extend(findings);
    parts.into_iter().map(|(_, part)| part).collect()
}

/// From so many different numbers of jobs on the same clients on, they are steps of a sweep; one or two
/// that differ between inputs are files that miss.
const LEAST_STEPS: usize = 3;

/// What was stepped on purpose.
#[derive(Debug, Clone, Copy)]
struct Swept {
    clients: bool,
    jobs: bool,
}

impl Swept {
    /// Runs of the same inputs that differ were meant to differ: no file of theirs is missing.
    fn in_moments(moments: &[Moment]) -> Self {
        let loads: Vec<Load> = moments.iter().map(Load::of).collect();
        let mut swept = Self { clients: false, jobs: are_stepped(&loads) };
        for (at, one) in moments.iter().enumerate() {
            for other in moments[at + 1..].iter().filter(|other| other.sources == one.sources) {
                swept.clients |= are_different(one.clients(), other.clients());
                swept.jobs |= are_different(one.jobs(), other.jobs());
            }
        }
        swept
    }

    fn is_any(self) -> bool {
        self.clients || self.jobs
    }

    /// Whether two loads differ in what was not swept.
    fn is_odd(self, one: &Load, other: &Load) -> bool {
        (!self.clients && are_different(one.clients, other.clients))
            || (!self.jobs && are_different(one.jobs, other.jobs))
    }
}

fn are_stepped(loads: &[Load]) -> bool {
    let mut jobs: Vec<Option<u64>> = loads.iter().map(|load| load.jobs).collect();
    let have_same_clients = loads.windows(2).all(|pair| pair[0].clients == pair[1].clients);
    jobs.sort_unstable();
    jobs.dedup();
    have_same_clients && jobs.len() >= LEAST_STEPS && jobs.iter().all(Option::is_some)
}

/// Whether both are known and differ.
fn are_different(one: Option<u64>, other: Option<u64>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

/// How much generated the load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Load {
    clients: Option<u64>,
    jobs: Option<u64>,
}

impl Load {
    fn of(moment: &Moment) -> Self {
        Self { clients: moment.clients(), jobs: moment.jobs() }
    }

    /// In words; of what was swept, each repeat has its own number.
    fn text(&self, swept: Swept) -> String {
        let count = |count: Option<u64>, one: &str, many: &str| match count {
            Some(1) => format!("1 {one}"),
            Some(count) => format!("{count} {many}"),
            None => format!("an unknown number of {many}"),
        };
        let clients = count(self.clients, "client", "clients");
        let jobs = count(self.jobs, "job", "jobs");
        match (swept.clients, swept.jobs) {
            (false, true) => clients,
            (true, false) => jobs,
            _ => format!("{clients} with {jobs}"),
        }
    }
}

fn finding(odd: &[Moment], load: Load, usual: Load, swept: Swept) -> Finding {
    let (who, out) = match odd.len() {
        1 => ("a repeat has".to_owned(), "it was"),
        count => (format!("{count} repeats have"), "they were"),
    };
    let (load, usual) = (load.text(swept), usual.text(swept));
    let message = format!("{who} {load}, the others {usual}; {out} left out of the mean");
    let source = odd.first().and_then(|moment| moment.sources.first()).cloned();
    Finding::new(Code::RepeatsDiffer, source.as_deref().unwrap_or_default(), message)
}
