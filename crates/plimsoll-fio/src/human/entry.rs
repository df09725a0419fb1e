//! The report about one job, line by line:
//!
//! ```text
//! rw: (groupid=0, jobs=1): err= 0: pid=2986: Mon Nov 30 11:08:21 2026
//!   read: IOPS=8534, BW=33.3MiB/s (35.0MB/s)(66.7MiB/2001msec)
//!     clat (usec): min=28, max=10227, avg=83.84, stdev=350.29
//!      lat (usec): min=28, max=10227, avg=83.88, stdev=350.30
//!     clat percentiles (usec):
//!      |  1.00th=[   38],  5.00th=[   39], 10.00th=[   40], 20.00th=[   43],
//!      | 99.99th=[ 8225]
//!    bw (  KiB/s): min=29841, max=39824, per=100.00%, avg=34276.67, stdev=5083.50, samples=3
//!    iops        : min= 7460, max= 9956, avg=8569.00, stdev=1271.01, samples=3
//!   lat (usec)   : 50=35.61%, 100=13.04%
//!   cpu          : usr=1.90%, sys=21.30%, ctx=17233, majf=0, minf=12
//!      issued rwts: total=17078,0,0,0 short=0,0,0,0 dropped=0,0,0,0
//! ```
//!
//! 2.16 and before print `  read : io=592880KB, bw=588175KB/s, iops=147043, runt=  1008msec` and `issued    :
//! total=r=148220/w=147823/d=0, short=r=0/w=0/d=0`; their prefixes are powers of 1024. Units are chosen for each
//! line. A line that is not known is passed over: what it says, no figure needs.

use super::words::{date_ms, issued, sample_unit, time_unit, value};
use crate::document::{
    Cpu, Direction, DirectionName, EntryLines, JobEntry, Latency, LatencyName, SampleName, Spot,
    SteadyState, Sync,
};
use crate::lines::{Line, without_host};
use plimsoll_unit::{PrefixRule, decimal};
use std::ops::Range;

/// Collects what the report says about one job.
#[derive(Debug)]
pub(crate) struct Job<'t> {
    pub(crate) entry: JobEntry<'t>,
    pub(crate) lines: EntryLines,
    /// Where it stands in the text.
    pub(crate) place: Range<usize>,
    /// When it was printed.
    pub(crate) printed_ms: Option<i64>,
    /// Whether the line with the counters was seen: it stands after all that has figures.
    pub(crate) is_complete: bool,
    /// Which latency the lines of percentiles belong to.
    percentiles_of: Option<Part>,
}

/// What percentiles may belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Direction(LatencyName),
    Sync,
}

impl<'t> Job<'t> {
    /// A report begins with a line that names job and group.
    pub(crate) fn begin(line: &Line<'t>) -> Option<Self> {
        let (words, _) = without_host(line.words);
        let (name, rest) = words.rsplit_once(": (groupid=")?;
        let (group, rest) = rest.split_once(", jobs=")?;
        let (jobs, rest) = rest.split_once("): err=")?;
        let error = rest.trim_start().split([':', ' ']).next().unwrap_or_default();
        let entry = JobEntry {
            name: Some(name.into()),
            group: Some(group),
            jobs: jobs.parse().ok(),
            error: Some(error),
            ..JobEntry::default()
        };
        Some(Self {
            entry,
            lines: EntryLines { line: line.number, ..EntryLines::default() },
            place: line.place(),
            printed_ms: rest
                .rsplit_once(": pid=")
                .and_then(|(_, rest)| date_ms(rest.split_once(": ")?.1)),
            is_complete: false,
            percentiles_of: None,
        })
    }

    /// Takes a line of the report; gives whether it is one.
    pub(crate) fn take(&mut self, line: &Line<'t>) -> bool {
        let words = line.words.trim_start();
        if words.len() == line.words.len() {
            return false;
        }
        self.place.end = line.place().end;
        if self.direction(line.number, words) {
            return true;
        }
        if let Some(list) = words.strip_prefix('|') {
            self.percentiles(list);
            return true;
        }
        self.percentiles_of = None;
        let unit = words.split_once(" (").filter(|(name, _)| !name.contains(':'));
        if let Some((name, rest)) = unit {
            self.with_unit(line.number, name, rest);
        } else if let Some((name, rest)) = words.split_once(':') {
            self.without_unit(name.trim_end(), rest);
        }
        true
    }

    /// Adds the latency and the rates that follow to a new direction, if a line begins one.
    fn direction(&mut self, number: usize, words: &'t str) -> bool {
        let Some((name, rest)) = words.split_once(':') else { return false };
        let all =
            [DirectionName::Read, DirectionName::Write, DirectionName::Trim, DirectionName::Mixed];
        let Some(name) = all.into_iter().find(|it| it.key() == name.trim_end()) else {
            return false;
        };
        let Some(mut direction) = new_direction(rest).or_else(|| old_direction(rest)) else {
            return false;
        };
        if name == DirectionName::Mixed && direction.io_bytes == Some("0B") {
            // Beside the others fio measures the latencies of the mix, and prints 0 for its rates.
            (direction.iops, direction.bw_bytes, direction.io_bytes) = (None, None, None);
        }
        self.entry.directions.push((name, direction));
        self.lines.directions.push((name, Spot { line: number, field: None }));
        true
    }

    /// `clat (usec): min=…`, `clat percentiles (usec):`, `bw (  KiB/s): min=…`.
    fn with_unit(&mut self, number: usize, name: &str, rest: &'t str) {
        let Some((unit, rest)) = rest.split_once(')') else { return };
        let Some(rest) = rest.trim_start().strip_prefix(':') else { return };
        if name == "bw" {
            self.samples(&BANDWIDTH, rest);
            if let Some((_, direction)) = self.entry.directions.last_mut() {
                direction.sample_bytes = direction.rounded.and_then(|rule| sample_unit(unit, rule));
            }
            return;
        }
        let part = name.strip_suffix(" percentiles").unwrap_or(name);
        let part = match part {
            "slat" => Some(Part::Direction(LatencyName::Submission)),
            "clat" => Some(Part::Direction(LatencyName::Completion)),
            "lat" => Some(Part::Direction(LatencyName::Total)),
            "sync" => Some(Part::Sync),
            _ => None,
        };
        let unit = time_unit(unit);
        if name.ends_with(" percentiles") {
            self.percentiles_of = part;
            if let Some(latency) = part.and_then(|part| self.latency(part)) {
                latency.percentile_unit = unit;
            }
            return;
        }
        // The shares of operations by latency have the same name, and no least value.
        let (Some(part), Some(unit), Some(min)) = (part, unit, value(rest, "min")) else { return };
        if part == Part::Sync {
            self.lines.sync = Some(Spot { line: number, field: None });
        }
        let latency = Latency {
            unit,
            has_prefixes: true,
            min: Some(min),
            max: value(rest, "max"),
            mean: value(rest, "avg"),
            stddev: value(rest, "stdev"),
            ..Latency::default()
        };
        match part {
            Part::Sync => self.entry.sync = Some(Box::new(Sync { latency: Some(latency) })),
            Part::Direction(name) => {
                if let Some((_, direction)) = self.entry.directions.last_mut() {
                    direction.latencies.push((name, latency));
                }
            }
        }
    }

    /// `iops        : min=…`, `cpu          : usr=…`, `issued rwts: total=…`.
    fn without_unit(&mut self, name: &str, rest: &'t str) {
        match name {
            "iops" => self.samples(&IOPS, rest),
            "cpu" => {
                let percent = |key| Some(value(rest, key)?.trim_end_matches('%'));
                self.entry.cpu = Some(Box::new(Cpu {
                    user: percent("usr"),
                    system: percent("sys"),
                    context_switches: value(rest, "ctx"),
                    major_faults: value(rest, "majf"),
                    minor_faults: value(rest, "minf"),
                }));
            }
            "errors" => self.entry.total_errors = value(rest, "total"),
            "steadystate" => {
                let attained =
                    value(rest, "attained").map(|it| if it == "yes" { "1" } else { "0" });
                let state = SteadyState { criterion: None, attained };
                self.entry.steady_state = Some(Box::new(state));
            }
            _ if name.starts_with("issued") => self.issued(rest),
            _ => {}
        }
    }

    fn samples(&mut self, names: &[(&str, SampleName)], rest: &'t str) {
        let Some((_, direction)) = self.entry.directions.last_mut() else { return };
        let found = names.iter().filter_map(|(key, name)| Some((*name, value(rest, key)?)));
        direction.samples.extend(found);
    }

    /// `  1.00th=[   38],  5.00th=[   39],`
    fn percentiles(&mut self, list: &'t str) {
        let Some(latency) = self.percentiles_of.and_then(|part| self.latency(part)) else { return };
        let each = list.split(']').filter_map(|part| {
            let (percent, value) = part.split_once("th=[")?;
            Some((percent.trim_start_matches([',', ' ']).into(), value.trim()))
        });
        latency.percentiles.extend(each);
    }

    fn latency(&mut self, part: Part) -> Option<&mut Latency<'t>> {
        match part {
            Part::Sync => self.entry.sync.as_mut()?.latency.as_mut(),
            Part::Direction(name) => {
                let (_, direction) = self.entry.directions.last_mut()?;
                let found = direction.latencies.iter_mut().find(|(known, _)| *known == name);
                found.map(|(_, latency)| latency)
            }
        }
    }

    /// The counters of reads, writes and trims.
    fn issued(&mut self, rest: &'t str) {
        self.is_complete = true;
        let [total, short, dropped] = ["total=", "short=", "drop"].map(|key| issued(rest, key));
        let is_only = self.entry.directions.len() == 1;
        for (name, direction) in &mut self.entry.directions {
            let index = match name {
                DirectionName::Read => 0,
                DirectionName::Write => 1,
                DirectionName::Trim => 2,
                // Instead of the others it has the place of the first; beside them it is not counted.
                DirectionName::Mixed if is_only => 0,
                DirectionName::Mixed => continue,
            };
            direction.total_ios = total[index];
            direction.short_ios = short[index];
            direction.drop_ios = dropped[index];
        }
    }
}

const BANDWIDTH: [(&str, SampleName); 5] = [
    ("min", SampleName::BandwidthMin),
    ("max", SampleName::BandwidthMax),
    ("avg", SampleName::BandwidthMean),
    ("stdev", SampleName::BandwidthDeviation),
    ("samples", SampleName::BandwidthSamples),
];

const IOPS: [(&str, SampleName); 5] = [
    ("min", SampleName::IopsMin),
    ("max", SampleName::IopsMax),
    ("avg", SampleName::IopsMean),
    ("stdev", SampleName::IopsDeviation),
    ("samples", SampleName::IopsSamples),
];

/// ` IOPS=12.1k, BW=47.3MiB/s (49.6MB/s)(47.4MiB/1001msec)`: of the two bandwidths the first is the one in
/// the prefixes that the user chose (kb_base); both name their unit.
fn new_direction(rest: &str) -> Option<Direction<'_>> {
    let iops = value(rest, "IOPS")?;
    let (bandwidth, rest) = rest.split_once("BW=")?.1.split_once(" (")?;
    let (bytes, runtime) = rest.split_once(")(")?.1.split_once(')')?.0.split_once('/')?;
    direction(iops, bandwidth, bytes, runtime, PrefixRule::Iec)
}

/// ` io=592880KB, bw=588175KB/s, iops=147043 , runt=  1008msec` up to 2.16.
fn old_direction(rest: &str) -> Option<Direction<'_>> {
    let [bytes, bandwidth, iops, runtime] =
        ["io", "bw", "iops", "runt"].map(|key| value(rest, key));
    direction(iops?, bandwidth?, bytes?, runtime?, PrefixRule::Binary)
}

fn direction<'t>(
    iops: &'t str,
    bandwidth: &'t str,
    bytes: &'t str,
    runtime: &'t str,
    rule: PrefixRule,
) -> Option<Direction<'t>> {
    let runtime = runtime.strip_suffix("msec")?;
    decimal(runtime)?;
    Some(Direction {
        iops: Some(iops),
        bw_bytes: Some(bandwidth),
        io_bytes: Some(bytes),
        prints_bytes: true,
        runtime: Some(runtime),
        rounded: Some(rule),
        ..Direction::default()
    })
}
