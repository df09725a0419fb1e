//! How many jobs an entry stands for.
//!
//! `numjobs` stands in every one of the entries it made, or in the one entry that sums them up.
//! Whether they were summed up (group_reporting) is a flag, which fio does not print before 3.39;
//! the number of entries tells.

use crate::document::{Document, JobEntry};
use crate::workload::Workload;
use std::collections::{HashMap, HashSet};

/// How many entries of a document belong to one job section.
#[derive(Debug)]
pub(crate) struct Siblings<'d> {
    is_client_run: bool,
    /// By section and server.
    entries: HashMap<(Section<'d>, Server<'d>), u64>,
    /// Sections, and a number of entries that some server has of them.
    somewhere: HashSet<(Section<'d>, u64)>,
}

/// Name and group.
type Section<'d> = (Option<&'d str>, Option<&'d str>);
/// Host and port.
type Server<'d> = (Option<&'d str>, Option<&'d str>);

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

impl<'d> Siblings<'d> {
    /// Counts the entries that are measurements of their own.
    pub(crate) fn of(document: &'d Document<'d>, measured: &[usize]) -> Self {
        let mut entries = HashMap::new();
        for entry in measured.iter().map(|index| &document.entries[*index]) {
            *entries.entry((section(entry), entry.server())).or_default() += 1;
        }
        let somewhere = entries.iter().map(|((section, _), count)| (*section, *count)).collect();
        Self { is_client_run: document.is_client_run, entries, somewhere }
    }

    /// How many jobs an entry stands for.
    pub(crate) fn jobs(&self, entry: &'d JobEntry<'d>, workload: &Workload) -> Jobs {
        if let Some(jobs) = entry.jobs {
            return Jobs::Known(jobs);
        }
        let Some(clones) = workload.clones else {
            return Jobs::Unknown;
        };
        let section = section(entry);
        let entries = self.entries.get(&(section, entry.server())).copied().unwrap_or(1);
        match (clones, entries) {
            (1, _) => Jobs::Known(1),
            (clones, entries) if entries.is_multiple_of(clones) => Jobs::Known(1),
            _ if self.is_client_run && self.somewhere.contains(&(section, clones)) => {
                Jobs::OneOfMissing(clones - entries.min(clones))
            }
            (clones, 1) => Jobs::Known(clones),
            (clones, entries) => Jobs::Unclear { clones, entries },
        }
    }
}

fn section<'d>(entry: &'d JobEntry<'_>) -> Section<'d> {
    (entry.name.as_deref(), entry.group)
}
