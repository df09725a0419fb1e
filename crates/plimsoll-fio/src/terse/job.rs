//! From a terse line to the entry of a job.
//!
//! Latencies are microseconds in every version: 3.x counts nanoseconds and cuts least, greatest and percentiles off
//! to whole microseconds. Rates are cut off to whole numbers. `0%=0` fills places of percentiles that were
//! not asked for.

use super::fields::{Fields, spot};
use crate::document::{
    Cpu, Direction, EntryLines, JobEntry, Latency, LatencyName, Percentiles, SampleName, TimeUnit,
};
use crate::lines::Line;

/// A job and where it stands.
#[derive(Debug)]
pub(crate) struct Job<'t> {
    pub(crate) entry: JobEntry<'t>,
    pub(crate) lines: EntryLines,
    pub(crate) place: std::ops::Range<usize>,
    /// Group and name.
    pub(crate) section: (&'t str, &'t str),
    pub(crate) tool_version: Option<&'t str>,
    pub(crate) version: u8,
    pub(crate) disks: &'t str,
}

impl<'t> Job<'t> {
    pub(crate) fn parse(line: &Line<'t>) -> Result<Self, String> {
        let fields = Fields::parse(line.words)?;
        let share = |field: &'t str| Some(field.trim_end_matches('%'));
        let [user, system, switches, major, minor] = fields.processor;
        let cpu = Cpu {
            user: share(user),
            system: share(system),
            context_switches: Some(switches),
            major_faults: Some(major),
            minor_faults: Some(minor),
        };
        let directions = fields.directions.iter();
        let entry = JobEntry {
            name: Some(fields.job.into()),
            group: Some(fields.group),
            error: Some(fields.error),
            total_errors: fields.errors,
            cpu: Some(Box::new(cpu)),
            directions: directions
                .map(|(name, at)| (*name, direction(fields.direction(*at))))
                .collect(),
            ..JobEntry::default()
        };
        let spots = fields.directions.iter().map(|(name, at)| (*name, spot(line.number, *at)));
        Ok(Self {
            entry,
            lines: EntryLines { line: line.number, directions: spots.collect(), sync: None },
            place: line.place(),
            section: (fields.group, fields.job),
            tool_version: fields.tool_version,
            version: fields.version,
            disks: fields.disks,
        })
    }
}

/// Total KiB, bandwidth in KiB/s, rate, runtime in ms, then three latencies and sampled rates.
fn direction<'t>(fields: &[&'t str]) -> Direction<'t> {
    let percentiles = &fields[12..32];
    let latency = |at: usize| Latency {
        unit: TimeUnit::Microseconds,
        min: Some(fields[at]),
        max: Some(fields[at + 1]),
        mean: Some(fields[at + 2]),
        stddev: Some(fields[at + 3]),
        ..Latency::default()
    };
    let completion = Latency { percentiles: known(percentiles), ..latency(8) };
    Direction {
        io_bytes: Some(fields[0]),
        bw: Some(fields[1]),
        iops: Some(fields[2]),
        runtime: Some(fields[3]),
        share: Some(fields[38].trim_end_matches('%')),
        latencies: vec![
            (LatencyName::Submission, latency(4)),
            (LatencyName::Completion, completion),
            (LatencyName::Total, latency(32)),
        ],
        samples: SAMPLES
            .into_iter()
            .filter_map(|(index, name)| Some((name, *fields.get(index)?)))
            .collect(),
        ..Direction::default()
    }
}

/// Where sampled rates stand; the last six in version 5 alone.
const SAMPLES: [(usize, SampleName); 10] = [
    (36, SampleName::BandwidthMin),
    (37, SampleName::BandwidthMax),
    (39, SampleName::BandwidthMean),
    (40, SampleName::BandwidthDeviation),
    (41, SampleName::BandwidthSamples),
    (42, SampleName::IopsMin),
    (43, SampleName::IopsMax),
    (44, SampleName::IopsMean),
    (45, SampleName::IopsDeviation),
    (46, SampleName::IopsSamples),
];

/// Of twenty places those that were asked for: `99.000000%=1156`.
fn known<'t>(fields: &[&'t str]) -> Percentiles<'t> {
    let each = fields.iter().filter_map(|field| field.split_once("%="));
    each.filter(|(percent, _)| *percent != "0")
        .map(|(percent, value)| (percent.into(), value))
        .collect()
}
