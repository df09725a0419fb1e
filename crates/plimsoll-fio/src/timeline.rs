//! When the entries of a document ran, as well as it tells.
//!
//! Since 3.36 fio prints when each job began. Before, a local document tells when it was printed:
//! at the end of the last group. The jobs of a group begin together, and groups follow each other,
//! unless an option delays them: then nothing tells when they began.

use crate::document::{Document, JobEntry};
use crate::options::Options;
use plimsoll_schema::Window;
use std::collections::BTreeMap;

/// How far times may be off that come from the time of printing: what fio does before and after.
const LOCAL_RESOLUTION_MS: i64 = 2000;
/// In client mode the time is printed when the clients are connected, some seconds before they
/// begin.
const CLIENT_RESOLUTION_MS: i64 = 3000;

/// When the groups of a document ran.
#[derive(Debug)]
pub(crate) struct Timeline<'d> {
    document: &'d Document<'d>,
    groups: BTreeMap<u64, GroupTime<'d>>,
}

/// What is known of the time of a group.
#[derive(Debug, Default)]
struct GroupTime<'d> {
    /// How long the longest of its jobs ran, and all of those of earlier and of later groups.
    longest_ms: f64,
    earlier_ms: f64,
    later_ms: f64,
    /// What delays its jobs.
    delays: Vec<Delay<'d>>,
    /// Whether an option delays a job of an earlier or a later group.
    earlier_are_delayed: bool,
    later_are_delayed: bool,
}

/// Options that make a job begin later than its group; `None` where it is not given or 0.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Delay<'d> {
    /// `startdelay`, perhaps a range out of which fio picks.
    start: Option<&'d str>,
    /// `ramp_time`: it does I/O, and fio does not count it.
    ramp: Option<&'d str>,
}

impl<'d> Delay<'d> {
    fn of(document: &'d Document<'d>, entry: &'d JobEntry<'d>) -> Self {
        let options = Options::of(document, entry);
        let given = |name| options.get(name).given().filter(|value| *value != "0");
        Self { start: given("startdelay"), ramp: given("ramp_time") }
    }

    fn is_none(self) -> bool {
        self == Self::default()
    }

    fn is_range(self) -> bool {
        self.start.is_some_and(|start| start.contains('-'))
    }
}

impl<'d> Timeline<'d> {
    /// The timeline of a document.
    pub(crate) fn of(document: &'d Document<'d>) -> Self {
        let mut groups: BTreeMap<u64, GroupTime<'_>> = BTreeMap::new();
        for entry in &document.entries {
            let group = groups.entry(entry.group_number()).or_default();
            group.longest_ms = group.longest_ms.max(entry.runtime_ms().unwrap_or(0.0));
            let delay = Delay::of(document, entry);
            if group.delays.last() != Some(&delay) {
                group.delays.push(delay);
            }
        }
        let (mut earlier_ms, mut are_delayed) = (0.0, false);
        for group in groups.values_mut() {
            (group.earlier_ms, group.earlier_are_delayed) = (earlier_ms, are_delayed);
            earlier_ms += group.longest_ms;
            are_delayed |= group.is_delayed();
        }
        let (mut later_ms, mut are_delayed) = (0.0, false);
        for group in groups.values_mut().rev() {
            (group.later_ms, group.later_are_delayed) = (later_ms, are_delayed);
            later_ms += group.longest_ms;
            are_delayed |= group.is_delayed();
        }
        Self { document, groups }
    }

    /// When an entry ran; `None` if the document does not tell.
    pub(crate) fn window(&self, index: usize) -> Option<Window> {
        self.exact_window(index).or_else(|| self.estimated_window(index))
    }

    /// The same, where fio printed the begin.
    pub(crate) fn exact_window(&self, index: usize) -> Option<Window> {
        let entry = &self.document.entries[index];
        Some(window(entry.start_ms()?, entry.runtime_ms()?, 1))
    }

    fn estimated_window(&self, index: usize) -> Option<Window> {
        let entry = &self.document.entries[index];
        let runtime = entry.runtime_ms()?;
        let group = self.groups.get(&entry.group_number())?;
        let (printed, _) = self.document.printed_ms()?;
        if self.document.is_client_run {
            let is_known = !(group.earlier_are_delayed || group.is_delayed());
            let begin = printed + group.earlier_ms;
            return is_known.then(|| window(begin, runtime, CLIENT_RESOLUTION_MS));
        }
        // A delay that all jobs of the group share does not matter: the end is known.
        let is_known = !(group.later_are_delayed || group.begins_apart());
        let begin = printed - group.later_ms - group.longest_ms;
        is_known.then(|| window(begin, runtime, LOCAL_RESOLUTION_MS))
    }

    /// Whether options make jobs of one group begin or be counted at different times.
    pub(crate) fn begin_apart(&self, members: &[usize]) -> bool {
        let delay = |index: &usize| Delay::of(self.document, &self.document.entries[*index]);
        differ(members.iter().map(delay))
    }

    /// Whether options make their jobs be counted from different times on, although they began at
    /// the printed ones.
    pub(crate) fn ramp_apart(&self, members: &[usize]) -> bool {
        let ramp = |index: &usize| {
            let entry = &self.document.entries[*index];
            Delay { start: None, ..Delay::of(self.document, entry) }
        };
        differ(members.iter().map(ramp))
    }

    /// Whether entries of one group must have run at the same time, whenever they began: fio did
    /// not run long enough for anything else. Two jobs that ran 60 s each within 61 s share 59 s.
    pub(crate) fn must_overlap(&self, members: &[usize], share: f64) -> bool {
        let group = members
            .first()
            .and_then(|index| self.groups.get(&self.document.entries[*index].group_number()));
        let (Some(group), Some(elapsed)) = (group, self.document.elapsed_ms()) else {
            return false;
        };
        let available = elapsed - group.earlier_ms - group.later_ms;
        let mut runtimes: Vec<f64> = members
            .iter()
            .map(|index| self.document.entries[*index].runtime_ms().unwrap_or(0.0))
            .collect();
        runtimes.sort_by(f64::total_cmp);
        // The two shortest share least.
        match runtimes.as_slice() {
            [shortest, next, ..] => shortest + next - available >= share * shortest,
            _ => true,
        }
    }
}

impl GroupTime<'_> {
    fn is_delayed(&self) -> bool {
        self.delays.iter().any(|delay| !delay.is_none())
    }

    fn begins_apart(&self) -> bool {
        differ(self.delays.iter().copied())
    }
}

/// Whether delays are not all the same, or are picked by chance.
fn differ<'d>(mut delays: impl Iterator<Item = Delay<'d>>) -> bool {
    let Some(first) = delays.next() else { return false };
    first.is_range() || delays.any(|delay| delay != first)
}

fn window(begin: f64, runtime: f64, resolution_ms: i64) -> Window {
    Window { begin_ms: begin as i64, end_ms: (begin + runtime) as i64, resolution_ms }
}
