//! Which entries of a document ran at the same time, and how many jobs each stands for.

use crate::document::{Document, JobEntry};
use crate::workload::Workload;
use plimsoll_schema::Window;
use plimsoll_unit::decimal;
use std::collections::BTreeMap;

/// Jobs ran together if their windows share this part of the shorter one.
const TOGETHER: f64 = 0.8;

/// fio's summary of all clients: one more entry, not one more client.
const ALL_CLIENTS: &str = "All clients";

/// Entries that ran together.
#[derive(Debug)]
pub(crate) struct Groups {
    /// Indices of entries, in the order of the document.
    pub(crate) groups: Vec<Vec<usize>>,
    /// Whether fio says that they ran together, and their times say that they did not.
    pub(crate) is_split: bool,
}

/// The entries that are measurements of their own.
pub(crate) fn measured(document: &Document<'_>) -> Vec<usize> {
    (0..document.entries.len()).filter(|index| !is_summary(document, *index)).collect()
}

/// The entry in which fio adds up all clients, if it printed one.
pub(crate) fn summary<'d, 't>(document: &'d Document<'t>) -> Option<&'d JobEntry<'t>> {
    let last = document.entries.len().checked_sub(1)?;
    is_summary(document, last).then(|| &document.entries[last])
}

/// A summary stands last, has no options, and can only be of several entries: a job may have its
/// name.
fn is_summary(document: &Document<'_>, index: usize) -> bool {
    let entry = &document.entries[index];
    document.is_client_run
        && index > 0
        && index + 1 == document.entries.len()
        && entry.name.as_deref() == Some(ALL_CLIENTS)
        && entry.options.is_none()
}

/// When an entry ran, as well as the document tells.
pub(crate) fn window(document: &Document<'_>, index: usize) -> Option<Window> {
    let entry = &document.entries[index];
    let runtime = runtime_ms(entry)?;
    let known_start = entry.job_start.and_then(decimal).filter(|start| *start > 0.0);
    if let Some(begin) = known_start {
        return Some(Window {
            begin_ms: begin as i64,
            end_ms: (begin + runtime) as i64,
            resolution_ms: 1,
        });
    }
    let in_seconds = document.timestamp.and_then(decimal).map(|seconds| seconds * 1000.0);
    let printed = document.timestamp_ms.and_then(decimal).or(in_seconds)?;
    // In client mode the time is printed when the clients are connected, some seconds before they
    // begin; in a local run after its end, and after later groups have run.
    let (begin, resolution_ms) = if document.is_client_run {
        (printed, 3000)
    } else {
        (printed - later_groups_ms(document, entry) - runtime, 2000)
    };
    Some(Window { begin_ms: begin as i64, end_ms: (begin + runtime) as i64, resolution_ms })
}

fn runtime_ms(entry: &JobEntry<'_>) -> Option<f64> {
    let runtimes = entry.directions.iter().filter_map(|(_, direction)| decimal(direction.runtime?));
    runtimes.max_by(f64::total_cmp).filter(|runtime| *runtime > 0.0)
}

/// How long the groups after that of an entry ran.
fn later_groups_ms(document: &Document<'_>, entry: &JobEntry<'_>) -> f64 {
    let group = |entry: &JobEntry<'_>| entry.group.and_then(decimal).unwrap_or(0.0);
    let own = group(entry);
    let mut longest: BTreeMap<u64, f64> = BTreeMap::new();
    for other in document.entries.iter().filter(|other| group(other) > own) {
        let runtime = longest.entry(group(other) as u64).or_default();
        *runtime = runtime.max(runtime_ms(other).unwrap_or(0.0));
    }
    longest.values().sum()
}

/// Groups entries by what fio calls a group. In client mode every client counts its groups from 0,
/// so there the times decide, where fio prints them (3.36 and later).
pub(crate) fn groups(document: &Document<'_>, measured: &[usize]) -> Groups {
    let mut groups: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
    for index in measured {
        let group = document.entries[*index].group;
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, members)) => members.push(*index),
            None => groups.push((group, vec![*index])),
        }
    }
    let groups: Vec<Vec<usize>> = groups.into_iter().map(|(_, members)| members).collect();
    if !document.is_client_run {
        return Groups { groups, is_split: false };
    }
    let split: Vec<Vec<usize>> =
        groups.iter().flat_map(|members| by_time(document, members)).collect();
    Groups { is_split: split.len() > groups.len(), groups: split }
}

/// Parts entries whose exact times do not overlap.
fn by_time(document: &Document<'_>, members: &[usize]) -> Vec<Vec<usize>> {
    let windows: Option<Vec<(usize, Window)>> = members
        .iter()
        .map(|index| {
            let window = window(document, *index).filter(|window| window.resolution_ms == 1)?;
            Some((*index, window))
        })
        .collect();
    let Some(mut windows) = windows else {
        return vec![members.to_vec()];
    };
    windows.sort_by_key(|(_, window)| window.begin_ms);
    let mut parts: Vec<Vec<(usize, Window)>> = Vec::new();
    for (index, window) in windows {
        let together = |part: &&mut Vec<(usize, Window)>| {
            part.iter().all(|(_, other)| window.overlap(other) >= TOGETHER)
        };
        match parts.iter_mut().find(together) {
            Some(part) => part.push((index, window)),
            None => parts.push(vec![(index, window)]),
        }
    }
    let mut parts: Vec<Vec<usize>> =
        parts.into_iter().map(|part| part.into_iter().map(|(index, _)| index).collect()).collect();
    for part in &mut parts {
        part.sort_unstable();
    }
    parts.sort();
    parts
}

/// How many jobs an entry stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jobs {
    /// So many.
    Known(u64),
    /// One, and other jobs of its host are missing from the document.
    OneOfMissing(u64),
    /// Neither one nor all.
    Unclear { clones: u64, entries: u64 },
    /// No options tell.
    Unknown,
}

/// `numjobs` stands in every one of the entries it made, or in the one entry that sums them up.
/// Whether they were summed up (group_reporting) is a flag, which fio does not print before 3.39;
/// the number of entries tells.
pub(crate) fn jobs(
    document: &Document<'_>,
    measured: &[usize],
    index: usize,
    workload: &Workload,
) -> Jobs {
    let Some(clones) = workload.clones else {
        return Jobs::Unknown;
    };
    let entry = &document.entries[index];
    let of_host = |hostname: &JobEntry<'_>| {
        let is_sibling = |other: &&usize| {
            let other = &document.entries[**other];
            other.name == entry.name
                && other.group == entry.group
                && other.hostname == hostname.hostname
                && other.port == hostname.port
        };
        measured.iter().filter(is_sibling).count() as u64
    };
    let entries = of_host(entry);
    let is_complete_elsewhere =
        || measured.iter().any(|other| of_host(&document.entries[*other]) == clones);
    match (clones, entries) {
        (1, _) => Jobs::Known(1),
        (clones, entries) if entries.is_multiple_of(clones) => Jobs::Known(1),
        _ if document.is_client_run && is_complete_elsewhere() => {
            Jobs::OneOfMissing(clones - entries.min(clones))
        }
        (clones, 1) => Jobs::Known(clones),
        (clones, entries) => Jobs::Unclear { clones, entries },
    }
}
