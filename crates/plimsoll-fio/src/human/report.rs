//! From lines to reports: what fio prints for people of one run, from the lines that announce its jobs to the
//! statistics of its disks.
//!
//! ```text
//! rand4k: (g=0): rw=randread, bs=(R) 4096B-4096B, …          announced
//! fio-3.33
//! Starting 6 processes
//!
//! rand4k: (groupid=0, jobs=1): err= 0: pid=8047: Mon …       a job (`entry`)
//!   read: IOPS=12.1k, …
//!
//! Run status group 0 (all jobs):                             the end of the jobs
//!    READ: bw=47.3MiB/s …
//!
//! Disk stats (read/write):
//!   vda: ios=31641/7462, …
//! ```
//!
//! A client prints `hostname=…` for each server, puts `<host> ` before what they say, prints a whole report for
//! each, and last a job `All clients`. With --status-interval reports follow each other without being
//! announced again. What follows the end of the jobs is not read: it sums up what the jobs say.

use super::entry::Job;
use super::header::{Announced, Header};
use crate::document::{AddingUp, Document, Naming};
use crate::found::{FoundLines, Unreadable};
use crate::lines::{Line, lines, without_host};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Whether a line is one of a report about a job.
pub(crate) fn begins_a_job(words: &str) -> bool {
    let rest = words.rsplit_once(": (groupid=").map(|(_, rest)| rest);
    rest.is_some_and(|rest| rest.contains(", jobs=") && rest.contains("): err="))
}

/// Whether a line announces a job.
pub(crate) fn announces_a_job(words: &str) -> bool {
    Announced::parse(without_host(words).0).is_some()
}

/// All reports of a text.
pub(crate) fn find(text: &str) -> FoundLines<'_> {
    let mut reports = Reports::default();
    for line in lines(text) {
        if line.is_cut && !reports.report.is_ended {
            reports.cut(&line);
        } else {
            reports.take(&line);
        }
    }
    reports.end();
    reports.found
}

/// The report that is being read, and those before it.
#[derive(Debug, Default)]
struct Reports<'t> {
    found: FoundLines<'t>,
    report: Report<'t>,
    job: Option<Job<'t>>,
    around: Vec<Range<usize>>,
}

/// What was seen of a report.
#[derive(Debug, Default)]
struct Report<'t> {
    version: Option<&'t str>,
    announced: Vec<Announced<'t>>,
    is_client_run: bool,
    /// The host that spoke last, in a client run.
    host: Option<&'t str>,
    jobs: Vec<Job<'t>>,
    /// Whether the end of the jobs was seen.
    is_ended: bool,
    /// Whether a job of it cannot be read to its end.
    is_damaged: bool,
}

impl<'t> Reports<'t> {
    fn take(&mut self, line: &Line<'t>) {
        if let Some(job) = Job::begin(line) {
            self.end_job();
            if self.report.is_ended && !self.report.goes_on() {
                self.end_report(true);
            }
            self.report.is_ended = false;
            self.job = Some(job);
        } else if !self.job.as_mut().is_some_and(|job| job.take(line)) {
            self.take_other(line);
        }
    }

    /// Takes a line that belongs to no job.
    fn take_other(&mut self, line: &Line<'t>) {
        let (words, host) = without_host(line.words);
        if let Some(announced) = Announced::parse(words) {
            self.begin_run(host.is_some());
            self.report.announced.push(announced);
        } else if let Some(version) = version(words) {
            self.begin_run(host.is_some());
            self.report.version = Some(version);
        } else if words.starts_with("hostname=") && words.contains(", fio=fio-") {
            self.begin_run(false);
            self.report.is_client_run = true;
            let version = words.split(", ").find_map(|part| part.strip_prefix("fio="));
            self.report.version = version;
        } else if words.starts_with("Run status group ") {
            self.end_job();
            self.report.is_ended = true;
        } else if !is_known(words) {
            self.around.push(line.place());
        }
        if host.is_some() && words.is_empty() {
            self.end_job();
            self.report.host = host;
        }
    }

    /// What is announced is the next run, unless a server says it while its client run goes on.
    fn begin_run(&mut self, is_said_by_server: bool) {
        self.end_job();
        let goes_on = is_said_by_server && self.report.goes_on();
        if !(goes_on || self.report.jobs.is_empty()) {
            self.end_report(false);
        }
    }

    /// The text stops within a line: what stands in it may be half a number.
    fn cut(&mut self, line: &Line<'t>) {
        let is_of_a_job = self.job.is_some() || Job::begin(line).is_some();
        if !is_of_a_job || self.job.as_ref().is_some_and(|job| job.is_complete) {
            self.take_cut_end(line);
            return;
        }
        if let Some(job) = self.job.take() {
            self.drop_job(&job, true);
        }
    }

    /// A last line that ends no job in its middle; without its line end it may still be whole.
    fn take_cut_end(&mut self, line: &Line<'t>) {
        if line.words.trim_start().starts_with("Run status group ") {
            self.take_other(line);
        } else if self.job.is_none() {
            self.around.push(line.place());
        }
    }

    fn end_job(&mut self) {
        let Some(mut job) = self.job.take() else { return };
        if !job.is_complete {
            self.drop_job(&job, false);
            return;
        }
        job.entry.number = self.report.jobs.len();
        job.entry.hostname = self.report.host.map(Into::into);
        // The job `All clients` is the end of a client run, and of no host.
        self.report.is_ended |= self.report.is_client_run && is_summary(&job);
        self.report.jobs.push(job);
    }

    fn drop_job(&mut self, job: &Job<'t>, is_cut_off: bool) {
        self.report.is_damaged = true;
        let name = job.entry.name.as_deref().unwrap_or_default();
        let why = format!("the report about job `{name}` ends before its counters (`issued`)");
        self.found.unreadable.push(Unreadable { place: job.place.clone(), why, is_cut_off });
    }

    fn end(&mut self) {
        self.end_job();
        if !self.report.jobs.is_empty() {
            self.end_report(false);
        }
        self.end_stretch();
    }

    fn end_stretch(&mut self) {
        let stretch = std::mem::take(&mut self.around);
        self.found.around.extend(Some(stretch).filter(|stretch| !stretch.is_empty()));
    }

    /// Ends the report; the next one may be of the same run and be announced no more.
    fn end_report(&mut self, is_same_run: bool) {
        self.end_stretch();
        let report = std::mem::take(&mut self.report);
        if is_same_run {
            self.report.version = report.version;
            self.report.announced.clone_from(&report.announced);
        }
        if let (false, Some(last)) = (report.is_ended || report.is_damaged, report.jobs.last()) {
            let why = "the report ends before the end of its jobs (`Run status`)".to_owned();
            let place = last.place.clone();
            self.found.unreadable.push(Unreadable { place, why, is_cut_off: true });
        }
        let document = Document { goes_on: is_same_run, ..report.into_document() };
        self.found.documents.push(document);
    }
}

impl<'t> Report<'t> {
    /// Whether a client run goes on after the report of one of its servers.
    fn goes_on(&self) -> bool {
        self.is_client_run && !self.jobs.last().is_some_and(is_summary)
    }

    fn into_document(mut self) -> Document<'t> {
        self.announce();
        let mut document = Document {
            version: self.version.map(Into::into),
            local_ms: self.jobs.last().and_then(|job| job.printed_ms),
            is_client_run: self.is_client_run,
            has_list: true,
            adding_up: if self.is_damaged || !self.is_ended {
                AddingUp::Incomplete
            } else {
                AddingUp::ByGroup
            },
            ..Document::default()
        };
        let (first, last) = (self.jobs.first(), self.jobs.last());
        if let Some((first, last)) = first.zip(last) {
            document.place = first.place.start..last.place.end;
        }
        let mut places = Vec::with_capacity(self.jobs.len());
        for job in self.jobs {
            places.push(job.lines);
            document.entry_places.push(job.place);
            document.entries.push(job.entry);
        }
        document.naming = Naming::Lines(places);
        document
    }

    /// Gives each job what was announced of it. Where several sections were merged into one entry, which
    /// has the name of the first, it is what all sections of its group have in common.
    fn announce(&mut self) {
        let mut by_group: HashMap<&str, Vec<Announced<'t>>> = HashMap::new();
        let mut by_job: HashMap<(&str, &str), Vec<Header<'t>>> = HashMap::new();
        for announced in &self.announced {
            by_group.entry(announced.group).or_default().push(*announced);
            by_job.entry((announced.group, announced.job)).or_default().push(announced.header);
        }
        let key = |job: &Job<'t>| {
            (job.entry.group.unwrap_or_default(), job.entry.name.clone().unwrap_or_default())
        };
        let entries: HashSet<_> = self.jobs.iter().map(key).collect();
        let merged: HashSet<&str> = by_group
            .iter()
            .filter(|(group, all)| !all.iter().all(|it| entries.contains(&(group, it.job.into()))))
            .map(|(group, _)| *group)
            .collect();
        for job in &mut self.jobs {
            let (group, name) = key(job);
            let header = if merged.contains(group) {
                by_group.get(group).and_then(|all| Header::common(all.iter().map(|it| it.header)))
            } else {
                by_job.get(&(group, &*name)).and_then(|all| Header::common(all.iter().copied()))
            };
            job.entry.header = header.map(Box::new);
        }
    }
}

fn is_summary(job: &Job<'_>) -> bool {
    job.entry.name.as_deref() == Some(crate::together::ALL_CLIENTS)
}

/// A line that is nothing but a version: `fio-3.33`, `fio-3.19-45-gc650`.
fn version(words: &str) -> Option<&str> {
    let version = words.trim_end();
    let number = version.strip_prefix("fio-")?;
    let is_version = number.starts_with(|it: char| it.is_ascii_digit())
        && number.contains('.')
        && !number.contains(char::is_whitespace);
    is_version.then_some(version)
}

/// Lines that every report has and that say nothing which its jobs do not.
fn is_known(words: &str) -> bool {
    const BEGINS: [&str; 4] = ["Starting ", "Disk stats ", "Jobs: ", "..."];
    let trimmed = words.trim_start();
    let is_of_a_list = trimmed.len() < words.len() && trimmed.contains(": ");
    trimmed.is_empty()
        || is_of_a_list
        || words.contains(": Laying out IO file")
        || BEGINS.iter().any(|begin| words.starts_with(begin))
}
