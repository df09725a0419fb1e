//! The raw shape of what fio printed of one run: a JSON document, key by key.
//!
//! ```json
//! {
//!   "fio version" : "fio-3.33",
//!   "timestamp" : 1796036998, "timestamp_ms" : 1796036998397,
//!   "global options" : { "bs" : "4k" },
//!   "jobs" : [
//!     {
//!       "jobname" : "rw", "groupid" : 0, "error" : 0,
//!       "job options" : { "rw" : "randread" },
//!       "read" : {
//!         "io_bytes" : 102289408, "bw_bytes" : 51119144, "iops" : 12480.259870, "runtime" : 2001,
//!         "total_ios" : 24973,
//!         "clat_ns" : { "min" : 21441, "mean" : 68550.521924, "N" : 24973,
//!                       "percentile" : { "50.000000" : 50432 } }
//!       }
//!     }
//!   ]
//! }
//! ```
//!
//! `jobs` is `client_stats` in a client/server run, whose entries name their host. Every key but
//! the list of jobs is optional: which ones there are depends on version and options. Numbers stay
//! as written; the keys that decide their unit (`clat` is microseconds, `clat_ns` nanoseconds) are
//! kept with them.
//!
//! The terse form and the report for people say less of the same, in the same order, so they are read into
//! the same shape (`terse`, `human`).

use crate::bins::Bins;
use crate::fields::Oddities;
use crate::human::Header;
use crate::scanner::Number;
use plimsoll_unit::{PrefixRule, decimal};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

/// Options as typed, name and value, in order, equal names too.
pub(crate) type TypedOptions<'t> = Vec<(Cow<'t, str>, Cow<'t, str>)>;

/// Per cent as written, and value.
pub(crate) type Percentiles<'t> = Vec<(Cow<'t, str>, Number<'t>)>;

/// What fio printed of one run: one JSON document, or the lines of another form.
#[derive(Debug, Default)]
pub(crate) struct Document<'t> {
    /// Where it stands in the text.
    pub(crate) place: Range<usize>,
    /// `fio version`, for instance `fio-3.33`.
    pub(crate) version: Option<Cow<'t, str>>,
    /// Seconds since 1970 (2.2.5 and later): the end of a local run; in client mode the time when
    /// the clients were connected.
    pub(crate) timestamp: Option<Number<'t>>,
    /// The same in milliseconds (2.12 and later, not in client mode).
    pub(crate) timestamp_ms: Option<Number<'t>>,
    /// When a report for people was printed, by a clock whose zone is not told, in milliseconds: it orders
    /// the reports of a text, and says nothing about those of others.
    pub(crate) local_ms: Option<i64>,
    /// `global options`: one object, or since 3.39 one for each server, sorted by server.
    pub(crate) global_options: Vec<GlobalOptions<'t>>,
    /// Before 3.39 those of all servers of a client run stand in one object: by name.
    pub(crate) shared_options: HashMap<Cow<'t, str>, SharedOption<'t>>,
    /// `jobs` or `client_stats`.
    pub(crate) entries: Vec<JobEntry<'t>>,
    /// Where each of them stands in the text.
    pub(crate) entry_places: Vec<Range<usize>>,
    /// Which of the two.
    pub(crate) is_client_run: bool,
    /// How many servers the entries come from.
    pub(crate) servers: usize,
    /// Whether there is one of the two.
    pub(crate) has_list: bool,
    /// Values that are not what they should be.
    pub(crate) oddities: Oddities,
    /// How its places are named.
    pub(crate) naming: Naming,
    /// Whether its jobs may be added up.
    pub(crate) adding_up: AddingUp,
    /// Whether fio went on after printing it: the next one is of the same process.
    pub(crate) goes_on: bool,
    /// The disks at its end, as printed: what they did since the run began (terse).
    pub(crate) disks: Vec<&'t str>,
}

/// Whether the jobs of a document may be added up by their groups.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddingUp {
    /// Those of equal group ran at the same time, as far as options and times do not say otherwise.
    #[default]
    ByGroup,
    /// Nothing proves that they did: several runs may have been appended to each other.
    Unproven,
    /// Jobs are missing or cannot be read, and would be missing from every sum.
    Incomplete,
}

/// How the places of a document are named.
#[derive(Debug, Default)]
pub(crate) enum Naming {
    /// By JSON pointers.
    #[default]
    Pointers,
    /// By lines; of each entry in its order.
    Lines(Vec<EntryLines>),
}

/// Where an entry and its parts stand.
#[derive(Debug, Default)]
pub(crate) struct EntryLines {
    /// The line with its name, from 1.
    pub(crate) line: usize,
    /// Where its directions begin.
    pub(crate) directions: Vec<(DirectionName, Spot)>,
    /// Where its latency of fsync stands.
    pub(crate) sync: Option<Spot>,
}

/// A place in a text form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Its line, from 1.
    pub(crate) line: usize,
    /// Which field of the line, from 1, where a line holds several things.
    pub(crate) field: Option<usize>,
}

impl fmt::Display for Spot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}", self.line)?;
        self.field.map_or(Ok(()), |field| write!(formatter, " field {field}"))
    }
}

/// Options that hold for all jobs of a server, or of all servers.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct GlobalOptions<'t> {
    /// The server, where the document tells them apart.
    pub(crate) hostname: Option<Cow<'t, str>>,
    /// Its port.
    pub(crate) port: Option<Cow<'t, str>>,
    /// What was given.
    pub(crate) options: TypedOptions<'t>,
}

/// One option in an object that several servers share.
#[derive(Debug, PartialEq)]
pub(crate) struct SharedOption<'t> {
    /// Where it stands last, among all options of the object.
    pub(crate) last_at: usize,
    /// Its value there.
    pub(crate) value: Cow<'t, str>,
    /// How often it was given.
    pub(crate) count: usize,
    /// Whether the value was the same every time.
    pub(crate) is_same: bool,
}

/// One entry of `jobs` or `client_stats`.
#[derive(Debug, Default, PartialEq, Hash)]
pub(crate) struct JobEntry<'t> {
    /// Its index in the list, in which other things may stand too.
    pub(crate) number: usize,
    pub(crate) name: Option<Cow<'t, str>>,
    pub(crate) group: Option<Number<'t>>,
    /// Milliseconds since 1970 (3.36 and later); 0 where nothing ran.
    pub(crate) job_start: Option<Number<'t>>,
    /// Seconds since fio was started, rounded up (2.2.9 and later).
    pub(crate) elapsed: Option<Number<'t>>,
    /// An errno; 0 for none.
    pub(crate) error: Option<Number<'t>>,
    /// Operations that failed (with continue_on_error).
    pub(crate) total_errors: Option<Number<'t>>,
    pub(crate) hostname: Option<Cow<'t, str>>,
    pub(crate) port: Option<Cow<'t, str>>,
    /// `job options` (2.3 and later); an entry of a client may lack them.
    pub(crate) options: Option<TypedOptions<'t>>,
    /// What the line says that announces the job, in reports for people.
    pub(crate) header: Option<Box<Header<'t>>>,
    /// How many jobs it stands for, in reports for people.
    pub(crate) jobs: Option<u64>,
    pub(crate) directions: Vec<(DirectionName, Direction<'t>)>,
    pub(crate) sync: Option<Box<Sync<'t>>>,
    pub(crate) cpu: Option<Box<Cpu<'t>>>,
    /// `steadystate`: its criterion and whether it was attained.
    pub(crate) steady_state: Option<Box<SteadyState<'t>>>,
}

/// The objects of an entry that hold measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum DirectionName {
    Read,
    Write,
    Trim,
    /// All directions in one, with unified_rw_reporting.
    Mixed,
}

impl DirectionName {
    /// Its key.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Trim => "trim",
            Self::Mixed => "mixed",
        }
    }
}

/// What one direction did.
#[derive(Debug, Default, PartialEq, Hash)]
pub(crate) struct Direction<'t> {
    /// KiB up to 2.20, bytes since 2.21.
    pub(crate) io_bytes: Option<Number<'t>>,
    pub(crate) io_kbytes: Option<Number<'t>>,
    /// Whether `io_bytes` is in bytes: the release says so, or a key that came with it or later
    /// (`io_kbytes`, the nanoseconds of 2.99, `bw_bytes`).
    pub(crate) prints_bytes: bool,
    /// KiB/s, a truncated integer.
    pub(crate) bw: Option<Number<'t>>,
    /// Bytes/s (3.2 and later).
    pub(crate) bw_bytes: Option<Number<'t>>,
    pub(crate) iops: Option<Number<'t>>,
    /// Milliseconds; of a grouped entry the longest of its jobs.
    pub(crate) runtime: Option<Number<'t>>,
    pub(crate) total_ios: Option<Number<'t>>,
    pub(crate) short_ios: Option<Number<'t>>,
    pub(crate) drop_ios: Option<Number<'t>>,
    /// Submission, completion and total latency, as far as printed.
    pub(crate) latencies: Vec<(LatencyName, Latency<'t>)>,
    /// The same by priority of I/O, where there was more than one (3.30 and later).
    pub(crate) priorities: Vec<Priority<'t>>,
    /// `bw_min`, `iops_mean` …: statistics over rates sampled every half second.
    pub(crate) samples: Vec<(SampleName, Number<'t>)>,
    /// Which share of its group's bandwidth it had, in per cent (terse).
    pub(crate) share: Option<Number<'t>>,
    /// Bytes of the unit of sampled bandwidths; `None` for KiB.
    pub(crate) sample_bytes: Option<u64>,
    /// What the prefixes of rate and size mean, if they were rounded for people (`12.1k`, `33.3MiB/s`).
    pub(crate) rounded: Option<PrefixRule>,
}

/// Latency of the I/O of one priority.
#[derive(Debug, Default, PartialEq, Hash)]
pub(crate) struct Priority<'t> {
    pub(crate) class: Option<Cow<'t, str>>,
    pub(crate) level: Option<Cow<'t, str>>,
    pub(crate) latencies: Vec<(LatencyName, Latency<'t>)>,
}

/// `slat`, `clat`, `lat`, with or without `_ns`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LatencyName {
    Submission,
    Completion,
    Total,
}

/// The sampled statistics that fio prints. `bw_agg` is none of them: it is a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SampleName {
    BandwidthMin,
    BandwidthMax,
    BandwidthMean,
    BandwidthDeviation,
    BandwidthSamples,
    IopsMin,
    IopsMax,
    IopsMean,
    IopsDeviation,
    IopsSamples,
}

/// What a latency is counted in.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TimeUnit {
    #[default]
    Nanoseconds,
    Microseconds,
    Milliseconds,
    Seconds,
}

impl TimeUnit {
    /// So many nanoseconds, as a power of ten.
    pub(crate) fn power_of_ten(self) -> i32 {
        match self {
            Self::Nanoseconds => 0,
            Self::Microseconds => 3,
            Self::Milliseconds => 6,
            Self::Seconds => 9,
        }
    }

    /// So many nanoseconds.
    pub(crate) fn nanoseconds(self) -> f64 {
        10_f64.powi(self.power_of_ten())
    }
}

/// One latency of one direction.
#[derive(Debug, Default, PartialEq, Hash)]
pub(crate) struct Latency<'t> {
    /// JSON: microseconds for keys without `_ns` (up to 2.21), else nanoseconds.
    pub(crate) unit: TimeUnit,
    /// The unit of the percentiles, where they have their own.
    pub(crate) percentile_unit: Option<TimeUnit>,
    /// Whether a number may have a prefix, as people are shown it: `9600.8k`.
    pub(crate) has_prefixes: bool,
    pub(crate) min: Option<Number<'t>>,
    pub(crate) max: Option<Number<'t>>,
    pub(crate) mean: Option<Number<'t>>,
    pub(crate) stddev: Option<Number<'t>>,
    /// How many were measured (3.18 and later).
    pub(crate) count: Option<Number<'t>>,
    /// Per cent and value. `0.00` fills unused places before 3.4 and is left out.
    pub(crate) percentiles: Percentiles<'t>,
    /// `bins` of json+.
    pub(crate) bins: Option<Box<Bins<'t>>>,
}

/// Latency of fsync and its like. Its `total_ios` counts fsync only, so it is left out.
#[derive(Debug, Default, PartialEq, Hash)]
pub(crate) struct Sync<'t> {
    pub(crate) latency: Option<Latency<'t>>,
}

/// What the processor did.
#[derive(Debug, Default, Clone, Copy, PartialEq, Hash)]
pub(crate) struct Cpu<'t> {
    pub(crate) user: Option<Number<'t>>,
    pub(crate) system: Option<Number<'t>>,
    pub(crate) context_switches: Option<Number<'t>>,
    pub(crate) major_faults: Option<Number<'t>>,
    pub(crate) minor_faults: Option<Number<'t>>,
}

/// Whether a steady state was reached.
#[derive(Debug, Default, PartialEq, Hash)]
pub(crate) struct SteadyState<'t> {
    pub(crate) criterion: Option<Cow<'t, str>>,
    pub(crate) attained: Option<Number<'t>>,
}

impl Document<'_> {
    /// Whether it was printed in the terse form, whose lines hold several directions each.
    pub(crate) fn is_terse(&self) -> bool {
        let Naming::Lines(entries) = &self.naming else { return false };
        let mut spots = entries.iter().flat_map(|entry| &entry.directions);
        spots.next().is_some_and(|(_, spot)| spot.field.is_some())
    }

    /// The release: of `fio-2.21-5-g1234` 2 and 21.
    pub(crate) fn release(&self) -> Option<(u32, u32)> {
        let (major, minor) = self.version.as_deref()?.split_once('.')?;
        let digits = minor.split(|character: char| !character.is_ascii_digit()).next()?;
        Some((major.strip_prefix("fio-").unwrap_or(major).parse().ok()?, digits.parse().ok()?))
    }

    /// When the head of the document was printed, in milliseconds since 1970, and how far that may
    /// be off.
    pub(crate) fn printed_ms(&self) -> Option<(f64, f64)> {
        if let Some(milliseconds) = self.timestamp_ms.and_then(decimal) {
            return Some((milliseconds, 0.0));
        }
        Some((decimal(self.timestamp?)? * 1000.0, 1000.0))
    }

    /// The same by whatever clock, to compare documents of one text.
    pub(crate) fn clock_ms(&self) -> Option<(f64, f64)> {
        self.printed_ms().or_else(|| Some((self.local_ms? as f64, 1000.0)))
    }

    /// How long ago fio had been started when a local run was printed, in milliseconds, rounded up
    /// to whole seconds.
    pub(crate) fn elapsed_ms(&self) -> Option<f64> {
        let elapsed = self.entries.iter().filter_map(|entry| decimal(entry.elapsed?));
        elapsed.max_by(f64::total_cmp).map(|seconds| seconds * 1000.0)
    }
}

impl GlobalOptions<'_> {
    /// The server, where the document tells them apart.
    pub(crate) fn server(&self) -> (Option<&str>, Option<&str>) {
        (self.hostname.as_deref(), self.port.as_deref())
    }
}

impl JobEntry<'_> {
    /// The server it comes from; several may run on one host.
    pub(crate) fn server(&self) -> (Option<&str>, Option<&str>) {
        (self.hostname.as_deref(), self.port.as_deref())
    }

    /// The number of its group: groups run one after the other.
    pub(crate) fn group_number(&self) -> u64 {
        self.group.and_then(decimal).unwrap_or(0.0) as u64
    }

    /// `job_start`, which is 0 where nothing ran, in milliseconds since 1970.
    pub(crate) fn start_ms(&self) -> Option<f64> {
        self.job_start.and_then(decimal).filter(|start| *start > 0.0)
    }

    /// The longest of its directions, in milliseconds; `None` if nothing ran.
    pub(crate) fn runtime_ms(&self) -> Option<f64> {
        let runtimes =
            self.directions.iter().filter_map(|(_, direction)| decimal(direction.runtime?));
        runtimes.max_by(f64::total_cmp).filter(|runtime| *runtime > 0.0)
    }

    /// Whether any direction did I/O.
    pub(crate) fn did_io(&self) -> bool {
        self.directions.iter().any(|(_, direction)| direction.did_io())
    }
}

impl Direction<'_> {
    /// Whether it did any I/O: operations, or bytes in versions that count no operations. A count
    /// that cannot be one does not say that there was none.
    pub(crate) fn did_io(&self) -> bool {
        let counts = [self.total_ios, self.io_bytes, self.io_kbytes, self.iops];
        let Some(count) = counts.into_iter().flatten().next() else {
            // Of a mix that is reported beside its parts only latencies are.
            return self.rounded.is_some() && self.latencies.iter().any(|(_, it)| it.is_measured());
        };
        decimal(count).is_none_or(|count| count != 0.0)
    }

    /// Operations; rate times runtime in versions that count none (before 2.2.0).
    pub(crate) fn operations(&self) -> Option<f64> {
        let operations = match self.total_ios {
            Some(counted) => decimal(counted)?,
            None => decimal(self.iops?)? * decimal(self.runtime?)? / 1000.0,
        };
        (operations >= 0.0).then_some(operations)
    }

    /// Bytes moved, and how far that may be off.
    pub(crate) fn bytes(&self) -> Option<(f64, f64)> {
        if let Some(rule) = self.rounded {
            // Three digits are printed at least.
            return crate::figures::rounded(self.io_bytes?, rule).map(|it| (it, it * 0.005));
        }
        let number = decimal(self.io_bytes?)?;
        Some(if self.prints_bytes { (number, 0.0) } else { (number * 1024.0, 1024.0) })
    }
}
