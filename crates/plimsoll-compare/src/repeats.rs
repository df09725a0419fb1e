//! Which moments of a workload are repeats: those with equal numbers of clients and jobs. Where jobs
//! were stepped, each number of jobs has its own.

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
/// those with more clients, then jobs. Findings are added to `found`.
pub(crate) fn repeats(moments: Vec<Moment>, found: &mut Vec<Arc<Finding>>) -> Vec<Repeats> {
    let loads: Vec<Load> = moments.iter().map(Load::of).collect();
    if are_stepped(&loads) {
        return by_jobs(loads, moments);
    }
    let weight = |load: &Load| {
        let alike = loads.iter().filter(|other| !load.differs(other)).count();
        (alike, load.clients, load.jobs)
    };
    // The last of equal ones is taken: from behind it is the first.
    let Some(usual) = loads.iter().rev().max_by_key(|load| weight(load)).copied() else {
        return Vec::new();
    };
    let mut parts: Vec<(Load, Repeats)> = Vec::new();
    for (load, moment) in loads.into_iter().zip(moments) {
        let are_odd = load.differs(&usual);
        let is_part = |(known, part): &(Load, Repeats)| {
            part.are_odd == are_odd && (!are_odd || *known == load)
        };
        let at = parts.iter().position(is_part).unwrap_or_else(|| {
            parts.push((load, Repeats { moments: Vec::new(), findings: Vec::new(), are_odd }));
            parts.len() - 1
        });
        parts[at].1.moments.push(moment);
    }
    let mut findings = Vec::new();
    for (load, part) in parts.iter_mut().filter(|(_, part)| part.are_odd) {
        let finding = Arc::new(finding(&part.moments, *load, usual));
        part.findings.push(Arc::clone(&finding));
        findings.push(finding);
    }
    for (_, part) in parts.iter_mut().filter(|(_, part)| !part.are_odd) {
        part.findings.clone_from(&findings);
    }
    found.extend(findings);
    parts.into_iter().map(|(_, part)| part).collect()
}

/// So many different numbers of jobs on the same clients are steps of a load curve; one or two that
/// differ are files that miss.
const LEAST_STEPS: usize = 3;

fn are_stepped(loads: &[Load]) -> bool {
    let mut jobs: Vec<Option<u64>> = loads.iter().map(|load| load.jobs).collect();
    let have_same_clients = loads.windows(2).all(|pair| pair[0].clients == pair[1].clients);
    jobs.sort_unstable();
    jobs.dedup();
    have_same_clients && jobs.len() >= LEAST_STEPS && jobs.iter().all(Option::is_some)
}

/// Each number of jobs with its repeats, in the order in which they first appear.
fn by_jobs(loads: Vec<Load>, moments: Vec<Moment>) -> Vec<Repeats> {
    let mut parts: Vec<(Load, Repeats)> = Vec::new();
    for (load, moment) in loads.into_iter().zip(moments) {
        let at = parts.iter().position(|(known, _)| *known == load).unwrap_or_else(|| {
            let (moments, findings) = (Vec::new(), Vec::new());
            parts.push((load, Repeats { moments, findings, are_odd: false }));
            parts.len() - 1
        });
        parts[at].1.moments.push(moment);
    }
    parts.into_iter().map(|(_, part)| part).collect()
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

    /// Whether both are known to differ.
    fn differs(&self, other: &Self) -> bool {
        let differ = |one: Option<u64>, other: Option<u64>| {
            one.zip(other).is_some_and(|(one, other)| one != other)
        };
        differ(self.clients, other.clients) || differ(self.jobs, other.jobs)
    }

    fn text(&self) -> String {
        let count = |count: Option<u64>, one: &str, many: &str| match count {
            Some(1) => format!("1 {one}"),
            Some(count) => format!("{count} {many}"),
            None => format!("an unknown number of {many}"),
        };
        let clients = count(self.clients, "client", "clients");
        format!("{clients} with {}", count(self.jobs, "job", "jobs"))
    }
}

fn finding(odd: &[Moment], load: Load, usual: Load) -> Finding {
    let (who, out) = match odd.len() {
        1 => ("a repeat has".to_owned(), "it was"),
        count => (format!("{count} repeats have"), "they were"),
    };
    let message =
        format!("{who} {}, the others {}; {out} left out of the mean", load.text(), usual.text());
    let source = odd.first().and_then(|moment| moment.sources.first()).cloned();
    Finding::new(Code::RepeatsDiffer, source.as_deref().unwrap_or_default(), message)
}
