//! The raw shape of a fio document, key by key.
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

use crate::scanner::{Number, Scanner, SyntaxError};
use std::borrow::Cow;
use std::ops::Range;

/// Options as typed, name and value, in order, equal names too.
pub(crate) type TypedOptions<'t> = Vec<(Cow<'t, str>, Cow<'t, str>)>;

/// One JSON document of fio.
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
    /// `global options`: one object, or since 3.39 one for each server.
    pub(crate) global_options: Vec<GlobalOptions<'t>>,
    /// `jobs` or `client_stats`.
    pub(crate) entries: Vec<JobEntry<'t>>,
    /// Which of the two.
    pub(crate) is_client_run: bool,
    /// Offsets of values that are not of the type their key promises.
    pub(crate) unexpected: Vec<usize>,
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

/// One entry of `jobs` or `client_stats`.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct JobEntry<'t> {
    pub(crate) name: Option<Cow<'t, str>>,
    pub(crate) group: Option<Number<'t>>,
    /// Milliseconds since 1970 (3.36 and later); 0 where nothing ran.
    pub(crate) job_start: Option<Number<'t>>,
    /// An errno; 0 for none.
    pub(crate) error: Option<Number<'t>>,
    /// Operations that failed (with continue_on_error).
    pub(crate) total_errors: Option<Number<'t>>,
    pub(crate) hostname: Option<Cow<'t, str>>,
    pub(crate) port: Option<Cow<'t, str>>,
    /// `job options` (2.3 and later); an entry of a client may lack them.
    pub(crate) options: Option<TypedOptions<'t>>,
    pub(crate) directions: Vec<(DirectionName, Direction<'t>)>,
    pub(crate) sync: Option<Sync<'t>>,
    pub(crate) cpu: Cpu<'t>,
    /// `steadystate`: its criterion and whether it was attained.
    pub(crate) steady_state: Option<SteadyState<'t>>,
}

/// The objects of an entry that hold measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Direction<'t> {
    /// KiB up to 2.20, bytes since 2.21: bytes where `io_kbytes` is there too.
    pub(crate) io_bytes: Option<Number<'t>>,
    pub(crate) io_kbytes: Option<Number<'t>>,
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
    /// `bw_min`, `iops_mean` …: statistics over rates sampled every half second.
    pub(crate) samples: Vec<(SampleName, Number<'t>)>,
}

/// `slat`, `clat`, `lat`, with or without `_ns`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LatencyName {
    Submission,
    Completion,
    Total,
}

/// The sampled statistics that fio prints. `bw_agg` is none of them: it is a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// One latency of one direction.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Latency<'t> {
    /// Whether it is in microseconds (keys without `_ns`, up to 2.21) or in nanoseconds.
    pub(crate) is_microseconds: bool,
    pub(crate) min: Option<Number<'t>>,
    pub(crate) max: Option<Number<'t>>,
    pub(crate) mean: Option<Number<'t>>,
    pub(crate) stddev: Option<Number<'t>>,
    /// How many were measured (3.18 and later).
    pub(crate) count: Option<Number<'t>>,
    /// Per cent and value. `0.00` fills unused places before 3.4 and is left out.
    pub(crate) percentiles: Vec<(Cow<'t, str>, Number<'t>)>,
    /// `bins` of json+.
    pub(crate) bins: Option<Bins<'t>>,
}

/// `bins` of json+.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Bins<'t> {
    /// Whether keys are indices into fio's table (2.2.12 to 2.19) rather than values.
    pub(crate) are_indices: bool,
    /// Key and count.
    pub(crate) counts: Vec<(Cow<'t, str>, Number<'t>)>,
}

/// Latency of fsync and its like. Its `total_ios` counts fsync only, so it is left out.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sync<'t> {
    pub(crate) latency: Option<Latency<'t>>,
}

/// What the processor did.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Cpu<'t> {
    pub(crate) user: Option<Number<'t>>,
    pub(crate) system: Option<Number<'t>>,
    pub(crate) context_switches: Option<Number<'t>>,
    pub(crate) major_faults: Option<Number<'t>>,
    pub(crate) minor_faults: Option<Number<'t>>,
}

/// Whether a steady state was reached.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct SteadyState<'t> {
    pub(crate) criterion: Option<Cow<'t, str>>,
    pub(crate) attained: Option<Number<'t>>,
}

/// Reads the object at the scanner's place. `None` if it is well formed but no document of fio: it
/// has no list of jobs.
pub(crate) fn document<'t>(scanner: &mut Scanner<'t>) -> Result<Option<Document<'t>>, SyntaxError> {
    scanner.next()?;
    let start = scanner.at();
    let mut document = Document::default();
    let mut has_jobs = false;
    scanner.object(|scanner, key| {
        match &*key {
            "fio version" => document.version = scanner.text()?,
            "timestamp" => document.timestamp = scanner.number()?,
            "timestamp_ms" => document.timestamp_ms = scanner.number()?,
            "global options" => document.global_options = global_options(scanner)?,
            "jobs" | "client_stats" if scanner.is_array()? => {
                has_jobs = true;
                document.is_client_run = key == "client_stats";
                scanner.array(|scanner| {
                    if scanner.is_object()? {
                        document.entries.push(entry(scanner)?);
                    }
                    Ok(())
                })?;
            }
            "jobs" | "client_stats" => {}
            _ => scanner.skip()?,
        }
        Ok(())
    })?;
    document.place = start..scanner.at();
    document.unexpected = std::mem::take(&mut scanner.unexpected);
    Ok(has_jobs.then_some(document))
}

/// One object, or an array of one for each server, with `hostname` and `port` among the options.
fn global_options<'t>(scanner: &mut Scanner<'t>) -> Result<Vec<GlobalOptions<'t>>, SyntaxError> {
    if scanner.next()? != b'[' {
        return Ok(vec![GlobalOptions { options: options(scanner)?, ..GlobalOptions::default() }]);
    }
    let mut servers = Vec::new();
    scanner.array(|scanner| {
        let mut server = GlobalOptions::default();
        for (key, value) in options(scanner)? {
            match &*key {
                "hostname" => server.hostname = Some(value),
                "port" => server.port = Some(value),
                _ => server.options.push((key, value)),
            }
        }
        servers.push(server);
        Ok(())
    })?;
    Ok(servers)
}

fn options<'t>(scanner: &mut Scanner<'t>) -> Result<TypedOptions<'t>, SyntaxError> {
    let mut options = Vec::new();
    if scanner.is_object()? {
        scanner.object(|scanner, key| {
            options.extend(scanner.scalar()?.map(|value| (key, value)));
            Ok(())
        })?;
    }
    Ok(options)
}

fn entry<'t>(scanner: &mut Scanner<'t>) -> Result<JobEntry<'t>, SyntaxError> {
    let mut entry = JobEntry::default();
    scanner.object(|scanner, key| {
        match &*key {
            "jobname" => entry.name = scanner.text()?,
            "groupid" => entry.group = scanner.number()?,
            "job_start" => entry.job_start = scanner.number()?,
            "error" => entry.error = scanner.number()?,
            "total_err" => entry.total_errors = scanner.number()?,
            "hostname" => entry.hostname = scanner.text()?,
            "port" => entry.port = scanner.scalar()?,
            "job options" => entry.options = Some(options(scanner)?),
            "read" => entry.add(DirectionName::Read, scanner)?,
            "write" => entry.add(DirectionName::Write, scanner)?,
            "trim" => entry.add(DirectionName::Trim, scanner)?,
            "mixed" => entry.add(DirectionName::Mixed, scanner)?,
            "sync" => entry.sync = sync(scanner)?,
            "usr_cpu" => entry.cpu.user = scanner.number()?,
            "sys_cpu" => entry.cpu.system = scanner.number()?,
            "ctx" => entry.cpu.context_switches = scanner.number()?,
            "majf" => entry.cpu.major_faults = scanner.number()?,
            "minf" => entry.cpu.minor_faults = scanner.number()?,
            "steadystate" => entry.steady_state = steady_state(scanner)?,
            _ => scanner.skip()?,
        }
        Ok(())
    })?;
    Ok(entry)
}

impl<'t> JobEntry<'t> {
    fn add(&mut self, name: DirectionName, scanner: &mut Scanner<'t>) -> Result<(), SyntaxError> {
        if scanner.is_object()? {
            self.directions.push((name, direction(scanner)?));
        }
        Ok(())
    }
}

fn direction<'t>(scanner: &mut Scanner<'t>) -> Result<Direction<'t>, SyntaxError> {
    let mut direction = Direction::default();
    scanner.object(|scanner, key| {
        if let Some((name, is_microseconds)) = latency_name(&key) {
            if scanner.is_object()? {
                direction.latencies.push((name, latency(scanner, is_microseconds)?));
            }
            return Ok(());
        }
        if let Some(name) = sample_name(&key) {
            direction.samples.extend(scanner.number()?.map(|number| (name, number)));
            return Ok(());
        }
        match &*key {
            "io_bytes" => direction.io_bytes = scanner.number()?,
            "io_kbytes" => direction.io_kbytes = scanner.number()?,
            "bw" => direction.bw = scanner.number()?,
            "bw_bytes" => direction.bw_bytes = scanner.number()?,
            "iops" => direction.iops = scanner.number()?,
            "runtime" => direction.runtime = scanner.number()?,
            "total_ios" => direction.total_ios = scanner.number()?,
            "short_ios" => direction.short_ios = scanner.number()?,
            "drop_ios" => direction.drop_ios = scanner.number()?,
            _ => scanner.skip()?,
        }
        Ok(())
    })?;
    Ok(direction)
}

fn latency_name(key: &str) -> Option<(LatencyName, bool)> {
    Some(match key {
        "slat_ns" => (LatencyName::Submission, false),
        "clat_ns" => (LatencyName::Completion, false),
        "lat_ns" => (LatencyName::Total, false),
        "slat" => (LatencyName::Submission, true),
        "clat" => (LatencyName::Completion, true),
        "lat" => (LatencyName::Total, true),
        _ => return None,
    })
}

fn sample_name(key: &str) -> Option<SampleName> {
    Some(match key {
        "bw_min" => SampleName::BandwidthMin,
        "bw_max" => SampleName::BandwidthMax,
        "bw_mean" => SampleName::BandwidthMean,
        "bw_dev" => SampleName::BandwidthDeviation,
        "bw_samples" => SampleName::BandwidthSamples,
        "iops_min" => SampleName::IopsMin,
        "iops_max" => SampleName::IopsMax,
        "iops_mean" => SampleName::IopsMean,
        "iops_stddev" => SampleName::IopsDeviation,
        "iops_samples" => SampleName::IopsSamples,
        _ => return None,
    })
}

fn latency<'t>(
    scanner: &mut Scanner<'t>,
    is_microseconds: bool,
) -> Result<Latency<'t>, SyntaxError> {
    let mut latency = Latency { is_microseconds, ..Latency::default() };
    scanner.object(|scanner, key| {
        match &*key {
            "min" => latency.min = scanner.number()?,
            "max" => latency.max = scanner.number()?,
            "mean" => latency.mean = scanner.number()?,
            "stddev" => latency.stddev = scanner.number()?,
            "N" => latency.count = scanner.number()?,
            "percentile" if scanner.is_object()? => scanner.object(|scanner, percent| {
                let value = scanner.number()?.filter(|_| percent != "0.00");
                latency.percentiles.extend(value.map(|value| (percent, value)));
                Ok(())
            })?,
            "bins" if scanner.is_object()? => latency.bins = Some(bins(scanner)?),
            "percentile" | "bins" => {}
            _ => scanner.skip()?,
        }
        Ok(())
    })?;
    Ok(latency)
}

fn bins<'t>(scanner: &mut Scanner<'t>) -> Result<Bins<'t>, SyntaxError> {
    let mut bins = Bins::default();
    scanner.object(|scanner, key| {
        if key.starts_with("FIO_IO_U_PLAT_") {
            bins.are_indices = true;
            return scanner.skip();
        }
        bins.counts.extend(scanner.number()?.map(|count| (key, count)));
        Ok(())
    })?;
    Ok(bins)
}

fn sync<'t>(scanner: &mut Scanner<'t>) -> Result<Option<Sync<'t>>, SyntaxError> {
    if !scanner.is_object()? {
        return Ok(None);
    }
    let mut sync = Sync::default();
    scanner.object(|scanner, key| {
        match &*key {
            "lat_ns" if scanner.is_object()? => sync.latency = Some(latency(scanner, false)?),
            "lat_ns" => {}
            _ => scanner.skip()?,
        }
        Ok(())
    })?;
    Ok(Some(sync))
}

fn steady_state<'t>(scanner: &mut Scanner<'t>) -> Result<Option<SteadyState<'t>>, SyntaxError> {
    if !scanner.is_object()? {
        return Ok(None);
    }
    let mut steady_state = SteadyState::default();
    scanner.object(|scanner, key| {
        match &*key {
            "ss" => steady_state.criterion = scanner.text()?,
            "attained" => steady_state.attained = scanner.number()?,
            _ => scanner.skip()?,
        }
        Ok(())
    })?;
    Ok(Some(steady_state))
}
