//! What the logs of a run tell of all its jobs together.
//!
//! Jobs of one run may log different things, or nothing: what some of them did is not what the run did.

use super::form::Form;
use super::name::LogKind;
use super::set::Log;
use plimsoll_schema::SeriesRow;
use std::collections::BTreeSet;

/// Host and number of a job.
type JobName<'l> = (Option<&'l str>, usize);

/// Which rates of a run are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) operations: bool,
    pub(crate) bytes: bool,
}

impl Known {
    pub(crate) const EVERYTHING: Self = Self { operations: true, bytes: true };

    /// Takes from windows what is not known of all jobs, and those of which nothing is left.
    pub(crate) fn keep(self, windows: &mut Vec<SeriesRow>) {
        if !self.operations {
            // That some did nothing says nothing of the others.
            windows.retain(|window| window.operations != Some(0));
        }
        for window in windows.iter_mut() {
            if !self.operations {
                (window.operations, window.iops) = (None, None);
            }
            if !self.bytes {
                window.bytes_per_second = None;
            }
        }
    }
}

/// The jobs whose logs tell of a quantity.
#[derive(Debug, Default)]
struct Tellers<'l> {
    numbered: BTreeSet<JobName<'l>>,
    /// One without a number is of all jobs.
    is_all: bool,
}

impl<'l> Tellers<'l> {
    fn of(logs: &[&'l Log<'l>], tells: impl Fn(&Log<'_>) -> bool) -> Self {
        let mut tellers = Self::default();
        for log in logs.iter().filter(|log| tells(log)) {
            match log.job {
                Some(number) => {
                    tellers.numbered.insert((log.host.as_deref(), number));
                }
                None => tellers.is_all = true,
            }
        }
        tellers
    }

    fn are_all(&self, jobs: u64) -> bool {
        self.is_all || self.numbered.len() as u64 >= jobs
    }

    /// Whether some jobs have such a log and others none.
    fn are_some(&self, jobs: u64) -> bool {
        !self.numbered.is_empty() && !self.are_all(jobs)
    }
}

/// How many jobs of a run have logs of what.
#[derive(Debug)]
pub(crate) struct Tally<'l> {
    operations: Tellers<'l>,
    bytes: Tellers<'l>,
    latency: Tellers<'l>,
}

impl<'l> Tally<'l> {
    /// Of all logs of a run.
    pub(crate) fn of(logs: &[&'l Log<'l>]) -> Self {
        Self {
            operations: Tellers::of(logs, tells_operations),
            bytes: Tellers::of(logs, tells_bytes),
            latency: Tellers::of(logs, |log| log.latency_kind().is_some()),
        }
    }

    /// What is known of all of so many jobs.
    pub(crate) fn known(&self, jobs: u64) -> Known {
        Known { operations: self.operations.are_all(jobs), bytes: self.bytes.are_all(jobs) }
    }

    /// What only some of so many jobs have a log of, in sentences.
    pub(crate) fn missing(&self, jobs: u64) -> Vec<String> {
        let quantities = [
            (&self.operations, "operations per second", "windows have no such rate"),
            (&self.bytes, "bytes per second", "windows have no such rate"),
            (&self.latency, "latencies", "those of windows are of these jobs alone"),
        ];
        let some = quantities.into_iter().filter(|(tellers, ..)| tellers.are_some(jobs));
        some.map(|(tellers, what, so)| {
            let count = tellers.numbered.len();
            format!("{count} of {jobs} jobs of a run have a log beside it that tells {what}: {so}")
        })
        .collect()
    }
}

/// Every row of a log of single operations is one.
fn tells_operations(log: &Log<'_>) -> bool {
    match log.seen.form {
        Form::Operations(_) | Form::Histogram(_) => true,
        Form::Averages { .. } => log.kind == Some(LogKind::Iops),
    }
}

fn tells_bytes(log: &Log<'_>) -> bool {
    match log.seen.form {
        Form::Operations(_) => true,
        Form::Histogram(_) => false,
        Form::Averages { .. } => log.kind == Some(LogKind::Bandwidth),
    }
}
