//! From JSON to the raw shape of a document.

use crate::bins::Bins;
use crate::document::{
    Cpu, Direction, DirectionName, Document, GlobalOptions, JobEntry, Latency, LatencyName,
    Percentiles, Priority, SampleName, SharedOption, SteadyState, Sync, TimeUnit, TypedOptions,
};
use crate::fields::OddityKind;
use crate::scanner::{Number, Problem, Scanner, SyntaxError};
use plimsoll_unit::decimal;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// More entries than any run has: what holds more would only fill the memory.
const MOST_ENTRIES: usize = 1_000_000;

const DOCUMENT: [&str; 6] =
    ["fio version", "timestamp", "timestamp_ms", "global options", "jobs", "client_stats"];

const ENTRY: [&str; 20] = [
    "jobname",
    "groupid",
    "job_start",
    "error",
    "elapsed",
    "job options",
    "read",
    "write",
    "trim",
    "mixed",
    "sync",
    "usr_cpu",
    "sys_cpu",
    "ctx",
    "majf",
    "minf",
    "hostname",
    "port",
    "total_err",
    "steadystate",
];

const DIRECTION: [&str; 26] = [
    "io_bytes",
    "io_kbytes",
    "bw_bytes",
    "bw",
    "iops",
    "runtime",
    "total_ios",
    "short_ios",
    "drop_ios",
    "prios",
    "slat_ns",
    "clat_ns",
    "lat_ns",
    "slat",
    "clat",
    "lat",
    "bw_min",
    "bw_max",
    "bw_mean",
    "bw_dev",
    "bw_samples",
    "iops_min",
    "iops_max",
    "iops_mean",
    "iops_stddev",
    "iops_samples",
];

const PRIORITY: [&str; 8] =
    ["prioclass", "prio", "slat_ns", "clat_ns", "lat_ns", "slat", "clat", "lat"];

const LATENCY: [&str; 7] = ["min", "max", "mean", "stddev", "N", "percentile", "bins"];

/// How many of its kinds a document of fio 3 has in each entry and direction: there may be thousands of these.
const USUAL_DIRECTIONS: usize = 3;
const USUAL_LATENCIES: usize = 3;
const USUAL_SAMPLES: usize = 10;

/// Adds to a list that usually has so many members, without more room than these take.
fn push<T>(list: &mut Vec<T>, member: T, usual: usize) {
    if list.is_empty() {
        list.reserve_exact(usual);
    }
    list.push(member);
}

/// Reads the object at the scanner's place. `None` if it is well formed but no document of fio: it
/// has no list of jobs.
pub(crate) fn document<'t>(scanner: &mut Scanner<'t>) -> Result<Option<Document<'t>>, SyntaxError> {
    scanner.next()?;
    let start = scanner.at();
    let mut document = scanner.record(&DOCUMENT, |scanner, document: &mut Document<'t>, key| {
        match key {
            "fio version" => document.version = scanner.text()?,
            "timestamp" => document.timestamp = scanner.number()?,
            "timestamp_ms" => document.timestamp_ms = scanner.number()?,
            "global options" => document.global_options = global_options(scanner)?,
            _ if scanner.is_array()? => document.add_entries(key, scanner)?,
            _ => {}
        }
        Ok(())
    })?;
    document.place = start..scanner.at();
    document.oddities = std::mem::take(&mut scanner.oddities);
    document.servers = document.entries.iter().map(JobEntry::server).collect::<HashSet<_>>().len();
    document.global_options.sort_by(|one, other| one.server().cmp(&other.server()));
    if document.is_client_run {
        document.shared_options = shared_options(&mut document.global_options);
    }
    if document.contradicts_its_options(scanner.text) {
        // What is not given to a job may be a global option that cannot be known.
        document.entries.iter_mut().for_each(|entry| entry.options = None);
    }
    let prints_bytes = document.release().is_some_and(|release| release >= (2, 21));
    let directions = document.entries.iter_mut().flat_map(|entry| &mut entry.directions);
    directions.for_each(|(_, direction)| direction.prints_bytes |= prints_bytes);
    Ok(document.has_list.then_some(document))
}

impl<'t> Document<'t> {
    /// Whether there are two different `global options`. Of what is read outside of entries, only
    /// they and the lists are no scalars.
    fn contradicts_its_options(&self, text: &str) -> bool {
        let is_outside = |at: usize| {
            let next = self.entry_places.partition_point(|place| place.end <= at);
            self.entry_places.get(next).is_none_or(|place| at < place.start)
        };
        self.oddities.list.iter().any(|oddity| {
            oddity.kind == OddityKind::Repeated
                && text[oddity.at..].starts_with(['{', '['])
                && is_outside(oddity.at)
        })
    }

    fn add_entries(
        &mut self,
        key: &'static str,
        scanner: &mut Scanner<'t>,
    ) -> Result<(), SyntaxError> {
        self.has_list = true;
        self.is_client_run = key == "client_stats";
        let mut number = 0;
        scanner.array(|scanner| {
            if number == MOST_ENTRIES {
                return Err(scanner.problem(Problem::TooMany));
            }
            if scanner.is_object()? {
                let start = scanner.at();
                self.entries.push(entry(number, scanner)?);
                self.entry_places.push(start..scanner.at());
            }
            number += 1;
            Ok(())
        })
    }
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

/// Takes the options of which is not told whose they are out of the list.
fn shared_options<'t>(
    global: &mut Vec<GlobalOptions<'t>>,
) -> HashMap<Cow<'t, str>, SharedOption<'t>> {
    let mut shared: HashMap<Cow<'t, str>, SharedOption<'t>> = HashMap::new();
    let of_nobody = global.partition_point(|options| options.hostname.is_none());
    let options = global.drain(..of_nobody).flat_map(|options| options.options);
    for (last_at, (name, value)) in options.enumerate() {
        let (count, is_same) = match shared.get(&name) {
            Some(known) => (known.count + 1, known.is_same && known.value == value),
            None => (1, true),
        };
        shared.insert(name, SharedOption { last_at, value, count, is_same });
    }
    shared
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

fn entry<'t>(number: usize, scanner: &mut Scanner<'t>) -> Result<JobEntry<'t>, SyntaxError> {
    let entry = scanner.record(&ENTRY, |scanner, entry: &mut JobEntry<'t>, key| {
        match key {
            "jobname" => entry.name = scanner.text()?,
            "groupid" => entry.group = scanner.number()?,
            "job_start" => entry.job_start = scanner.number()?,
            "elapsed" => entry.elapsed = scanner.number()?,
            "error" => entry.error = scanner.number()?,
            "total_err" => entry.total_errors = scanner.number()?,
            "hostname" => entry.hostname = scanner.text()?,
            "port" => entry.port = scanner.scalar()?,
            "job options" => entry.options = Some(options(scanner)?),
            "read" => entry.add(DirectionName::Read, scanner)?,
            "write" => entry.add(DirectionName::Write, scanner)?,
            "trim" => entry.add(DirectionName::Trim, scanner)?,
            "mixed" => entry.add(DirectionName::Mixed, scanner)?,
            "sync" => entry.sync = sync(scanner)?.map(Box::new),
            "steadystate" => entry.steady_state = steady_state(scanner)?.map(Box::new),
            _ => entry.cpu.get_or_insert_default().set(key, scanner.number()?),
        }
        Ok(())
    })?;
    Ok(JobEntry { number, ..entry })
}

impl<'t> Cpu<'t> {
    fn set(&mut self, key: &'static str, number: Option<Number<'t>>) {
        let field = match key {
            "usr_cpu" => &mut self.user,
            "sys_cpu" => &mut self.system,
            "ctx" => &mut self.context_switches,
            "majf" => &mut self.major_faults,
            _ => &mut self.minor_faults,
        };
        *field = number;
    }
}

impl<'t> JobEntry<'t> {
    fn add(&mut self, name: DirectionName, scanner: &mut Scanner<'t>) -> Result<(), SyntaxError> {
        if scanner.is_object()? {
            let direction = direction(scanner)?;
            push(&mut self.directions, (name, direction), USUAL_DIRECTIONS);
        }
        Ok(())
    }
}

fn direction<'t>(scanner: &mut Scanner<'t>) -> Result<Direction<'t>, SyntaxError> {
    let mut direction =
        scanner.record(&DIRECTION, |scanner, direction: &mut Direction<'t>, key| {
            if let Some((name, unit)) = latency_name(key) {
                if scanner.is_object()? {
                    let latency = latency(scanner, unit)?;
                    push(&mut direction.latencies, (name, latency), USUAL_LATENCIES);
                }
                return Ok(());
            }
            if let Some(name) = sample_name(key) {
                if let Some(number) = scanner.number()? {
                    push(&mut direction.samples, (name, number), USUAL_SAMPLES);
                }
                return Ok(());
            }
            match key {
                "io_bytes" => direction.io_bytes = scanner.number()?,
                "io_kbytes" => direction.io_kbytes = scanner.number()?,
                "bw" => direction.bw = scanner.number()?,
                "bw_bytes" => direction.bw_bytes = scanner.number()?,
                "iops" => direction.iops = scanner.number()?,
                "runtime" => direction.runtime = scanner.number()?,
                "total_ios" => direction.total_ios = scanner.number()?,
                "short_ios" => direction.short_ios = scanner.number()?,
                "drop_ios" => direction.drop_ios = scanner.number()?,
                _ if scanner.is_array()? => direction.add_priorities(scanner)?,
                _ => {}
            }
            Ok(())
        })?;
    direction.prints_bytes = direction.io_kbytes.is_some()
        || direction.bw_bytes.is_some()
        || direction.latencies.iter().any(|(_, latency)| latency.unit == TimeUnit::Nanoseconds);
    Ok(direction)
}

impl<'t> Direction<'t> {
    fn add_priorities(&mut self, scanner: &mut Scanner<'t>) -> Result<(), SyntaxError> {
        scanner.array(|scanner| {
            if scanner.is_object()? {
                self.priorities.push(priority(scanner)?);
            }
            Ok(())
        })
    }
}

fn priority<'t>(scanner: &mut Scanner<'t>) -> Result<Priority<'t>, SyntaxError> {
    scanner.record(&PRIORITY, |scanner, priority: &mut Priority<'t>, key| {
        match (key, latency_name(key)) {
            ("prioclass", _) => priority.class = scanner.scalar()?,
            ("prio", _) => priority.level = scanner.scalar()?,
            (_, Some((name, unit))) if scanner.is_object()? => {
                priority.latencies.push((name, latency(scanner, unit)?));
            }
            _ => {}
        }
        Ok(())
    })
}

fn latency_name(key: &str) -> Option<(LatencyName, TimeUnit)> {
    Some(match key {
        "slat_ns" => (LatencyName::Submission, TimeUnit::Nanoseconds),
        "clat_ns" => (LatencyName::Completion, TimeUnit::Nanoseconds),
        "lat_ns" => (LatencyName::Total, TimeUnit::Nanoseconds),
        "slat" => (LatencyName::Submission, TimeUnit::Microseconds),
        "clat" => (LatencyName::Completion, TimeUnit::Microseconds),
        "lat" => (LatencyName::Total, TimeUnit::Microseconds),
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

fn latency<'t>(scanner: &mut Scanner<'t>, unit: TimeUnit) -> Result<Latency<'t>, SyntaxError> {
    let latency = scanner.record(&LATENCY, |scanner, latency: &mut Latency<'t>, key| {
        match key {
            "min" => latency.min = scanner.number()?,
            "max" => latency.max = scanner.number()?,
            "mean" => latency.mean = scanner.number()?,
            "stddev" => latency.stddev = scanner.number()?,
            "N" => latency.count = scanner.number()?,
            "percentile" if scanner.is_object()? => latency.percentiles = percentiles(scanner)?,
            "bins" if scanner.is_object()? => {
                latency.bins = Bins::read(scanner, unit)?.map(Box::new);
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(Latency { unit, ..latency })
}

/// Per cent and value. `99.0` is `99.000000`.
fn percentiles<'t>(scanner: &mut Scanner<'t>) -> Result<Percentiles<'t>, SyntaxError> {
    let meaning = |percent: &str| {
        let number = decimal(percent).map(f64::to_bits).ok_or_else(|| percent.to_owned());
        (percent != "0.00").then_some(number)
    };
    scanner.numbers(meaning).map(|(percentiles, _)| percentiles)
}

fn sync<'t>(scanner: &mut Scanner<'t>) -> Result<Option<Sync<'t>>, SyntaxError> {
    if !scanner.is_object()? {
        return Ok(None);
    }
    let sync = scanner.record(&["lat_ns"], |scanner, sync: &mut Sync<'t>, _| {
        if scanner.is_object()? {
            sync.latency = Some(latency(scanner, TimeUnit::Nanoseconds)?);
        }
        Ok(())
    })?;
    Ok(Some(sync))
}

fn steady_state<'t>(scanner: &mut Scanner<'t>) -> Result<Option<SteadyState<'t>>, SyntaxError> {
    if !scanner.is_object()? {
        return Ok(None);
    }
    let read = |scanner: &mut Scanner<'t>, steady_state: &mut SteadyState<'t>, key| {
        match key {
            "ss" => steady_state.criterion = scanner.text()?,
            _ => steady_state.attained = scanner.number()?,
        }
        Ok(())
    };
    scanner.record(&["ss", "attained"], read).map(Some)
}
