//! Which entries of a document ran at the same time.

use crate::document::{AddingUp, Document, JobEntry};
use crate::timeline::Timeline;
use plimsoll_schema::Window;
use std::collections::HashMap;

/// Jobs ran together if their windows share this part of the shorter one.
const TOGETHER: f64 = 0.8;

/// fio's summary of all clients: one more entry, not one more client.
pub(crate) const ALL_CLIENTS: &str = "All clients";

/// The entries of one group of fio, as indices in the order of the document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// They ran at the same time.
    Together(Vec<usize>),
    /// fio calls them one group, and the times it printed say that they ran in several stages.
    InStages(Vec<Vec<usize>>),
    /// They were told to begin at different times, and nothing says when they did.
    Unclear(Vec<usize>),
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
        && entry.header.is_none()
}

/// Groups entries by what fio calls a group. Where fio printed when they began (3.36 and later),
/// the times decide: every client counts its groups from 0, and `startdelay` makes jobs of one
/// group run one after the other.
pub(crate) fn groups(
    document: &Document<'_>,
    measured: &[usize],
    timeline: &Timeline<'_>,
) -> Vec<Group> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<Option<&str>, usize> = HashMap::new();
    for index in measured.iter().filter(|index| document.entries[**index].did_io()) {
        let group = *known.entry(document.entries[*index].group).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(members) => members.push(*index),
            None => groups.push(vec![*index]),
        }
    }
    groups.into_iter().map(|members| by_time(document, members, timeline)).collect()
}

fn by_time(document: &Document<'_>, members: Vec<usize>, timeline: &Timeline<'_>) -> Group {
    let exact: Option<Vec<(usize, Window)>> =
        members.iter().map(|index| Some((*index, timeline.exact_window(*index)?))).collect();
    let is_unclear = document.adding_up == AddingUp::Unproven
        || match &exact {
            Some(_) => timeline.ramp_apart(&members),
            None if document.is_client_run => timeline.begin_apart(&members),
            None => timeline.begin_apart(&members) && !timeline.must_overlap(&members, TOGETHER),
        };
    if members.len() > 1 && is_unclear {
        return Group::Unclear(members);
    }
    match exact.map(stages) {
        Some(stages) if stages.len() > 1 => Group::InStages(stages),
        _ => Group::Together(members),
    }
}

/// Entries whose windows overlap enough, all with all.
struct Stage {
    members: Vec<(usize, Window)>,
    first_end_ms: i64,
    longest_ms: i64,
}

impl Stage {
    fn admits(&self, window: &Window) -> bool {
        // Members began earlier. What holds for the first end and the longest holds for all.
        let shared = window.end_ms.min(self.first_end_ms).saturating_sub(window.begin_ms);
        let shorter = window.length_ms().min(self.longest_ms);
        shared as f64 >= TOGETHER * shorter as f64
            || self.members.iter().all(|(_, other)| window.overlap(other) >= TOGETHER)
    }

    fn add(&mut self, index: usize, window: Window) {
        self.members.push((index, window));
        self.first_end_ms = self.first_end_ms.min(window.end_ms);
        self.longest_ms = self.longest_ms.max(window.length_ms());
    }
}

/// Parts entries whose exact times do not overlap.
fn stages(mut windows: Vec<(usize, Window)>) -> Vec<Vec<usize>> {
    windows.sort_by_key(|(_, window)| window.begin_ms);
    let (mut running, mut ended): (Vec<Stage>, Vec<Stage>) = (Vec::new(), Vec::new());
    for (index, window) in windows {
        // Later windows begin later still, so a stage of which a member has ended gets no more.
        ended.extend(running.extract_if(.., |stage| stage.first_end_ms < window.begin_ms));
        match running.iter_mut().find(|stage| stage.admits(&window)) {
            Some(stage) => stage.add(index, window),
            None => running.push(Stage {
                members: vec![(index, window)],
                first_end_ms: window.end_ms,
                longest_ms: window.length_ms(),
            }),
        }
    }
    let members = |stage: Stage| {
        let mut members: Vec<usize> = stage.members.into_iter().map(|(index, _)| index).collect();
        members.sort_unstable();
        members
    };
    let mut stages: Vec<Vec<usize>> = ended.into_iter().chain(running).map(members).collect();
    stages.sort();
    stages
}

#[cfg(test)]
mod tests {
    use super::{Group, groups, measured};
    use crate::parse::document;
    use crate::scanner::Scanner;
    use crate::timeline::Timeline;

    /// How entries are grouped: of each its begin in seconds (0 for none), its runtime in seconds,
    /// and an option.
    fn grouped(elapsed: u64, entries: &[(u64, u64, &str)]) -> Vec<Group> {
        let entries: Vec<String> = entries
            .iter()
            .map(|(start, runtime, option)| {
                format!(
                    r#"{{"groupid" : 0, "job_start" : {}, "elapsed" : {elapsed}, "job options" : {{{option}}}, "read" : {{"total_ios" : 1, "runtime" : {}}}}}"#,
                    start * 1000,
                    runtime * 1000
                )
            })
            .collect();
        let text = format!(r#"{{"jobs" : [{}]}}"#, entries.join(", "));
        let document = document(&mut Scanner::new(&text, 0)).unwrap().unwrap();
        groups(&document, &measured(&document), &Timeline::of(&document))
    }

    #[test]
    fn printed_begins_decide() {
        let together = [(100, 10, ""), (101, 10, ""), (102, 5, "")];
        assert_eq!(grouped(12, &together), [Group::Together(vec![0, 1, 2])]);
        let apart = [(100, 10, ""), (111, 10, r#""startdelay" : "10""#), (100, 10, "")];
        assert_eq!(grouped(21, &apart), [Group::InStages(vec![vec![0, 2], vec![1]])]);
    }

    #[test]
    fn a_delay_without_a_begin_is_unclear_unless_there_was_no_time_for_it() {
        let delayed = |runtime| [(0, runtime, ""), (0, runtime, r#""startdelay" : "4""#)];
        assert_eq!(grouped(9, &delayed(4)), [Group::Unclear(vec![0, 1])]);
        assert_eq!(grouped(64, &delayed(60)), [Group::Together(vec![0, 1])]);
        let alike = r#""startdelay" : "4""#;
        assert_eq!(grouped(9, &[(0, 4, alike), (0, 4, alike)]), [Group::Together(vec![0, 1])]);
        let by_chance = r#""startdelay" : "1-4""#;
        let picked = [(0, 4, by_chance), (0, 4, by_chance)];
        assert_eq!(grouped(9, &picked), [Group::Unclear(vec![0, 1])]);
    }

    #[test]
    fn a_begin_does_not_tell_from_when_on_a_ramp_was_counted() {
        let ramped = [(100, 4, ""), (100, 4, r#""ramp_time" : "5""#)];
        assert_eq!(grouped(9, &ramped), [Group::Unclear(vec![0, 1])]);
    }
}
