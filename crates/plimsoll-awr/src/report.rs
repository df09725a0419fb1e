//! What was gathered of one report.

use crate::gathering::Gathering;
use crate::histogram::Share;
use crate::kind::ReportKind;
use crate::snapshot::{Snapshot, seconds_between};
use crate::wait::Wait;
use crate::{html, text};
use plimsoll_read::Text;

/// The last line of a report, text and HTML.
const END: &str = "\nEnd of Report";

/// What only the begin of a report has.
const TITLES: [&str; 4] = [
    "WORKLOAD REPOSITORY report for",
    "WORKLOAD REPOSITORY PDB report",
    "WORKLOAD REPOSITORY REPORT (RAC)",
    "STATSPACK report for",
];

/// So far from its begin a report has its title: before that of HTML stand its styles.
const FRONT_BYTES: usize = 32 * 1024;

/// A figure as it stands in a report, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell<'a> {
    /// Its text; empty where the report leaves it open.
    pub(crate) text: &'a str,
    /// Where its line or row begins.
    pub(crate) at: usize,
}

/// A statistic of an instance's activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Activity<'a> {
    /// Over the whole interval.
    pub(crate) total: Cell<'a>,
    /// For each second.
    pub(crate) per_second: Cell<'a>,
}

/// Statistics of one direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Direction<'a> {
    /// `physical … total IO requests`: all that the storage saw.
    pub(crate) total_requests: Option<Activity<'a>>,
    /// `physical … total bytes`.
    pub(crate) total_bytes: Option<Activity<'a>>,
    /// `physical … IO requests`: those of the application.
    pub(crate) requests: Option<Activity<'a>>,
    /// `physical … bytes`.
    pub(crate) bytes: Option<Activity<'a>>,
    /// IO Profile, `Total Requests`.
    pub(crate) profile_requests: Option<Cell<'a>>,
    /// IO Profile, `Total (MB)`.
    pub(crate) profile_megabytes: Option<Cell<'a>>,
    /// Load Profile, `… IO requests`: those of the application.
    pub(crate) load_requests: Option<Cell<'a>>,
    /// Load Profile, `… IO (MB)`.
    pub(crate) load_megabytes: Option<Cell<'a>>,
}

/// A report of AWR or Statspack, as far as it says what storage did.
#[derive(Debug, Clone)]
pub struct Report<'a> {
    pub(crate) kind: ReportKind,
    pub(crate) text: &'a Text,
    /// Its file's name, where it is one of several.
    pub(crate) file: Option<&'a str>,
    pub(crate) release: Option<&'a str>,
    pub(crate) database_id: Option<&'a str>,
    /// Whether it is of a pluggable database alone.
    pub(crate) is_pluggable: bool,
    pub(crate) begin: Option<Snapshot<'a>>,
    pub(crate) end: Option<Snapshot<'a>>,
    /// `5.09 (mins)`, or the minutes alone in cluster reports.
    pub(crate) elapsed: Option<Cell<'a>>,
    /// A cluster report's hosts, as it counts them.
    pub(crate) hosts: Option<&'a str>,
    pub(crate) block_size: Option<&'a str>,
    pub(crate) read: Direction<'a>,
    pub(crate) write: Direction<'a>,
    pub(crate) commits: Option<Activity<'a>>,
    pub(crate) rollbacks: Option<Activity<'a>>,
    /// Load Profile, `Transactions`.
    pub(crate) transactions: Option<Cell<'a>>,
    pub(crate) foreground: Vec<Wait<'a>>,
    pub(crate) background: Vec<Wait<'a>>,
    /// How the waits for reads are distributed.
    pub(crate) shares: Vec<Share>,
    /// Whether it has its end.
    pub(crate) is_whole: bool,
    /// Whether another report follows in the same text.
    pub(crate) is_first_of_several: bool,
}

impl<'a> Report<'a> {
    /// Reads a report. `file` is its name where it is one of several of an input: places are told with it.
    pub fn read(text: &'a Text, kind: ReportKind, file: Option<&'a str>) -> Self {
        let content = text.as_str();
        let end = memchr::memmem::find(content.as_bytes(), END.as_bytes());
        // The line break before the last line belongs to the line before it.
        let (own, rest) = content.split_at(end.map_or(content.len(), |at| at + 1));
        let mut report = Self::empty(text, kind, file);
        report.is_whole = end.is_some() || own.trim_end().ends_with("</html>");
        report.is_first_of_several = TITLES.iter().any(|title| rest.contains(title));
        let mut gathering = Gathering::new(report);
        if kind.is_html() {
            html::tables(own, &mut gathering);
        } else {
            text::tables(own, &mut gathering);
        }
        gathering.report
    }

    fn empty(text: &'a Text, kind: ReportKind, file: Option<&'a str>) -> Self {
        let content = text.as_str();
        let front = &content[..content.floor_char_boundary(FRONT_BYTES)];
        Self {
            kind,
            text,
            file,
            release: None,
            database_id: None,
            is_pluggable: front.contains("WORKLOAD REPOSITORY PDB report"),
            begin: None,
            end: None,
            elapsed: None,
            hosts: None,
            block_size: None,
            read: Direction::default(),
            write: Direction::default(),
            commits: None,
            rollbacks: None,
            transactions: None,
            foreground: Vec::new(),
            background: Vec::new(),
            shares: Vec::new(),
            is_whole: false,
            is_first_of_several: false,
        }
    }

    /// What it is.
    pub fn kind(&self) -> ReportKind {
        self.kind
    }

    /// Whether it has its end.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The database's release as printed, such as `19.0.0.0.0`.
    pub fn release(&self) -> Option<&'a str> {
        self.release
    }

    /// The number of its first snapshot; `None` where the report was cut before it.
    pub fn begin_snapshot(&self) -> Option<&'a str> {
        self.begin.map(|begin| begin.id)
    }

    /// Whether both reports begin with the same snapshot of the same database.
    pub fn begins_with(&self, other: &Self) -> bool {
        let is_other_database =
            self.database_id.zip(other.database_id).is_some_and(|(one, other)| one != other);
        let same = self.begin.zip(other.begin).is_some_and(|(one, other)| {
            one.id == other.id || (!one.moment.is_empty() && one.moment == other.moment)
        });
        same && !is_other_database
    }

    /// The time from the begin to the end snapshot in seconds; for a cluster the minutes that it prints.
    pub fn duration_s(&self) -> Option<f64> {
        self.snapshot_seconds().filter(|seconds| *seconds > 0.0).or_else(|| self.elapsed_seconds())
    }

    /// The seconds between the snapshot times, which may be none or negative.
    pub(crate) fn snapshot_seconds(&self) -> Option<f64> {
        seconds_between(self.begin?.moment, self.end?.moment)
    }

    /// The elapsed time as it was printed, in minutes with two decimals.
    pub(crate) fn elapsed_seconds(&self) -> Option<f64> {
        let minutes = self.elapsed?.text.trim_end_matches("(mins)").trim_end();
        crate::number::count(minutes).map(|minutes| minutes.value * 60.0)
    }

    /// Whether begin and end are the same snapshot.
    pub(crate) fn is_over_no_time(&self) -> bool {
        self.begin.zip(self.end).is_some_and(|(begin, end)| {
            begin.id == end.id || (!begin.moment.is_empty() && begin.moment == end.moment)
        })
    }

    /// The standard block size in bytes, as the report names it: `8K`, or `8192` in a cluster report.
    pub fn block_size_bytes(&self) -> Option<u64> {
        plimsoll_unit::parse_size(self.block_size?, plimsoll_unit::PrefixRule::Binary).ok()
    }

    /// How many hosts it covers.
    pub(crate) fn hosts(&self) -> Option<u64> {
        if self.kind.is_of_cluster() { self.hosts?.parse().ok() } else { Some(1) }
    }

    /// A place in words: `line 14`, led by the file's name where it is one of several.
    pub fn place(&self, at: usize) -> String {
        let line = self.text.line(at);
        match self.file {
            Some(file) => format!("{file} line {line}"),
            None => format!("line {line}"),
        }
    }
}
