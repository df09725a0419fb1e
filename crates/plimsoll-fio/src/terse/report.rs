//! Which terse lines one run of fio printed together.
//!
//! fio ends its lines as it begins them: nothing stands between the jobs of one run, the states of a run
//! (--status-interval) and several runs that were appended to one file. Jobs of a run follow each other by
//! group, have the same version, and tell the same of the disks, which are counted for the whole run. Where
//! there are no disks (network file systems), the shares tell: of each job fio prints which share of the bandwidth
//! of its group it had, so that `mean * 100 / share` is the bandwidth of the group, the same at each of
//! its jobs. Where neither is there, rates are not added up.
//!
//! A client prints the lines of each server, then its disks in a line of their own, and last the job `All clients`.

use super::fields::{begins_terse, disks_alone};
use super::job::Job;
use crate::document::{
    AddingUp, DirectionName, Document, JobEntry, LatencyName, Naming, SampleName,
};
use crate::found::{FoundLines, Unreadable};
use crate::lines::{Line, lines};
use plimsoll_unit::decimal;
use std::collections::HashSet;
use std::ops::Range;

/// How much longer a later state of a run must have run, in milliseconds: as long as the interval at least,
/// and no interval of use is shorter. Two runs of the same length differ by less.
const LONGER_MS: f64 = 100.0;

/// How far bandwidths of a group that are computed from printed shares may differ, as a part of them.
const SAME_BANDWIDTH: f64 = 0.002;

/// All that terse lines of a text tell.
pub(crate) fn find(text: &str) -> FoundLines<'_> {
    let mut reports = Reports::default();
    for line in lines(text) {
        reports.take(&line);
    }
    reports.end();
    reports.found
}

#[derive(Debug, Default)]
struct Reports<'t> {
    found: FoundLines<'t>,
    jobs: Vec<Job<'t>>,
    /// Groups and names of the jobs.
    names: HashSet<(&'t str, &'t str)>,
    is_client_run: bool,
    is_damaged: bool,
    around: Vec<Range<usize>>,
}

impl<'t> Reports<'t> {
    fn take(&mut self, line: &Line<'t>) {
        if begins_terse(line.words) {
            match Job::parse(line) {
                Ok(job) => self.take_job(job),
                Err(why) => {
                    self.is_damaged = true;
                    let (place, is_cut_off) = (line.place(), line.is_cut);
                    self.found.unreadable.push(Unreadable { place, why, is_cut_off });
                }
            }
        } else if disks_alone(line.words) {
            self.is_client_run = true;
        } else if !(line.words.trim().is_empty() || self.is_description(line.words)) {
            self.around.push(line.place());
        }
    }

    /// Version 2 prints a description in a line of its own.
    fn is_description(&self, words: &str) -> bool {
        words.starts_with(';') && self.jobs.last().is_some_and(|job| job.version == 2)
    }

    fn take_job(&mut self, mut job: Job<'t>) {
        let is_summary = job.entry.name.as_deref() == Some(crate::together::ALL_CLIENTS)
            && sums_up(&job.entry, &self.jobs);
        self.is_client_run |= is_summary;
        if !(self.is_client_run || self.jobs.is_empty() || self.is_of_the_same(&job)) {
            self.end_report();
        }
        job.entry.number = self.jobs.len();
        self.names.insert(job.section);
        self.jobs.push(job);
        if is_summary {
            self.end_report();
        }
    }

    /// Whether a line may tell of the same run, at the same time, as those before it.
    fn is_of_the_same(&self, job: &Job<'t>) -> bool {
        let Some(last) = self.jobs.last() else { return true };
        // Jobs of one section follow each other.
        let recurs = last.section != job.section && self.names.contains(&job.section);
        (job.version, job.tool_version, job.disks) == (last.version, last.tool_version, last.disks)
            && job.entry.group_number() >= last.entry.group_number()
            && !recurs
            && (last.entry.group != job.entry.group
                || ran_together(last, job)
                    .unwrap_or_else(|| !is_later_state(&last.entry, &job.entry)))
    }

    fn end(&mut self) {
        if !self.jobs.is_empty() {
            self.end_report();
        }
        self.end_stretch();
    }

    fn end_stretch(&mut self) {
        let stretch = std::mem::take(&mut self.around);
        self.found.around.extend(Some(stretch).filter(|stretch| !stretch.is_empty()));
    }

    fn end_report(&mut self) {
        self.end_stretch();
        let jobs = std::mem::take(&mut self.jobs);
        self.names.clear();
        let mut document = Document {
            is_client_run: std::mem::take(&mut self.is_client_run),
            has_list: true,
            ..Document::default()
        };
        document.adding_up = if std::mem::take(&mut self.is_damaged) {
            AddingUp::Incomplete
        } else if document.is_client_run || are_proven(&jobs) {
            AddingUp::ByGroup
        } else {
            AddingUp::Unproven
        };
        if let Some((first, last)) = jobs.first().zip(jobs.last()) {
            document.version = first.tool_version.map(Into::into);
            document.disks = Some(first.disks).filter(|it| !it.is_empty()).into_iter().collect();
            document.place = first.place.start..last.place.end;
        }
        let mut places = Vec::with_capacity(jobs.len());
        for job in jobs {
            places.push(job.lines);
            document.entry_places.push(job.place);
            document.entries.push(job.entry);
        }
        document.naming = Naming::Lines(places);
        self.found.documents.push(document);
    }
}

/// Whether something proves that the jobs of each group ran together.
fn are_proven(jobs: &[Job<'_>]) -> bool {
    jobs.windows(2).all(|pair| match pair {
        [one, other] => {
            one.entry.group != other.entry.group || ran_together(one, other) == Some(true)
        }
        _ => true,
    })
}

/// Whether two jobs of one group ran together; `None` if nothing tells.
fn ran_together(one: &Job<'_>, other: &Job<'_>) -> Option<bool> {
    if one.disks.is_empty() && other.disks.is_empty() {
        return shares_agree(&one.entry, &other.entry);
    }
    Some(one.disks == other.disks)
}

/// Whether the totals of an entry are the sums of those of jobs.
fn sums_up(summary: &JobEntry<'_>, jobs: &[Job<'_>]) -> bool {
    let sum: f64 = jobs.iter().map(|job| total(&job.entry)).sum();
    // Each is cut off to whole KiB.
    !jobs.is_empty() && (total(summary) - sum).abs() <= 2.0 * jobs.len() as f64
}

/// Whether two jobs name the same bandwidth of their group; `None` if they do not name it.
fn shares_agree(one: &JobEntry<'_>, other: &JobEntry<'_>) -> Option<bool> {
    let bandwidths = one.directions.iter().filter_map(|(name, _)| {
        Some((group_bandwidth(one, *name)?, group_bandwidth(other, *name)?))
    });
    let agree = |(one, other): (f64, f64)| (one - other).abs() <= SAME_BANDWIDTH * one.max(other);
    bandwidths.map(agree).reduce(|all, next| all && next)
}

/// The bandwidth of the group, as the share of one of its jobs gives it. A share of 100 % may have been cut off.
fn group_bandwidth(entry: &JobEntry<'_>, name: DirectionName) -> Option<f64> {
    let (_, direction) = entry.directions.iter().find(|(known, _)| *known == name)?;
    let share = decimal(direction.share?)?;
    let samples = direction.samples.iter();
    let mean = samples.clone().find(|(name, _)| *name == SampleName::BandwidthMean)?.1;
    (share > 0.0 && share < 100.0).then_some(decimal(mean)? * 100.0 / share)
}

/// Whether lines that tell no time are a later state of the run that earlier ones tell of.
pub(crate) fn is_further_on(earlier: &Document<'_>, later: &Document<'_>) -> bool {
    let pairs = earlier.entries.iter().zip(&later.entries);
    matches!(later.naming, Naming::Lines(_))
        && pairs.clone().any(|(one, other)| is_later_state(one, other))
        && pairs.clone().all(|(one, other)| has_gone_on(one, other))
        && disks_have_gone_on(earlier, later)
}

/// Whether a line is a later state of the job that an earlier one tells of: it ran for longer and moved more,
/// and nothing went back. Jobs of equal length do not differ so in time, and jobs of equal size not in size.
fn is_later_state(earlier: &JobEntry<'_>, later: &JobEntry<'_>) -> bool {
    let runtime = |entry: &JobEntry<'_>| entry.runtime_ms().unwrap_or(0.0);
    runtime(later) >= runtime(earlier) + LONGER_MS
        && total(later) > total(earlier)
        && has_gone_on(earlier, later)
}

/// What an entry moved, in KiB.
fn total(entry: &JobEntry<'_>) -> f64 {
    entry.directions.iter().filter_map(|(_, direction)| decimal(direction.io_bytes?)).sum()
}

/// Whether all that can only grow has grown or stayed, the least latency is no greater and the greatest no less.
fn has_gone_on(earlier: &JobEntry<'_>, later: &JobEntry<'_>) -> bool {
    let no_less = |one: Option<&str>, other: Option<&str>| {
        one.and_then(decimal).zip(other.and_then(decimal)).is_none_or(|(one, other)| one <= other)
    };
    let (one, other) = (earlier.cpu.as_deref(), later.cpu.as_deref());
    let counters = one.zip(other).is_none_or(|(one, other)| {
        no_less(one.context_switches, other.context_switches)
            && no_less(one.major_faults, other.major_faults)
            && no_less(one.minor_faults, other.minor_faults)
    });
    let mut directions = earlier.directions.iter().zip(&later.directions);
    counters
        && directions.all(|((_, one), (_, other))| {
            let latencies = one.latencies.iter().zip(&other.latencies);
            let mut known = latencies.filter(|((name, latency), _)| {
                *name != LatencyName::Submission && latency.is_measured()
            });
            no_less(one.io_bytes, other.io_bytes)
                && known.all(|((_, one), (_, other))| {
                    no_less(one.max, other.max) && no_less(other.min, one.min)
                })
        })
}

/// What disks did since the run began only grows; the last of each is a share of the time.
fn disks_have_gone_on(earlier: &Document<'_>, later: &Document<'_>) -> bool {
    let counters = |document: &Document<'_>| {
        let fields: Vec<f64> =
            document.disks.iter().flat_map(|disks| disks.split(';')).filter_map(decimal).collect();
        fields
    };
    let (one, other) = (counters(earlier), counters(later));
    one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| one <= other)
}
