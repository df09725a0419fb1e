//! The rows of one entry of `jobs` or `client_stats`.

use crate::document::{Cpu, DirectionName, Document, EntryLines, JobEntry, Naming, Priority};
use crate::doubts::entry_findings;
use crate::figures::{FigureDoubt, Figures, Scale};
use crate::options::Options;
use crate::workload::Workload;
use jiff::Timestamp;
use plimsoll_read::Sink;
use plimsoll_schema::{
    Code, Finding, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Row, Stat, Window,
};
use plimsoll_unit::decimal_shifted;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

/// Where the entries of a document stand.
#[derive(Debug)]
pub(crate) struct Place<'d> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) source: Arc<str>,
    /// Empty, or `document N ` where a text holds several runs.
    pub(crate) prefix: String,
    pub(crate) version: Option<Arc<str>>,
    /// Findings that touch all rows of the document.
    pub(crate) findings: Vec<Arc<Finding>>,
    /// Findings that touch the rows of one entry, by their offset in the text.
    pub(crate) unexpected: Vec<(usize, Arc<Finding>)>,
}

impl Place<'_> {
    /// Where an entry stands.
    pub(crate) fn entry(&self, index: usize) -> String {
        match self.lines(index) {
            Some(EntryLines { line, .. }) => format!("line {line}"),
            None => format!("{}/{}", self.list(), self.document.entries[index].number),
        }
    }

    /// Where the list of entries stands.
    pub(crate) fn list(&self) -> String {
        match &self.document.naming {
            Naming::Lines(entries) => match entries.as_slice() {
                [] => String::new(),
                [only] => format!("line {}", only.line),
                [first, .., last] => format!("lines {} to {}", first.line, last.line),
            },
            Naming::Pointers if self.document.is_client_run => {
                format!("{}/client_stats", self.prefix)
            }
            Naming::Pointers => format!("{}/jobs", self.prefix),
        }
    }

    /// Where the options of an entry stand.
    pub(crate) fn options(&self, index: usize) -> String {
        match self.lines(index) {
            Some(_) => self.entry(index),
            None => self.entry(index) + "/job options",
        }
    }

    /// Where a direction of an entry stands.
    fn direction(&self, index: usize, name: DirectionName) -> String {
        let spot = |lines: &EntryLines| {
            lines.directions.iter().find(|(known, _)| *known == name).map(|(_, spot)| *spot)
        };
        match self.lines(index) {
            Some(lines) => spot(lines).map_or_else(|| self.entry(index), |spot| spot.to_string()),
            None => format!("{}/{}", self.entry(index), name.key()),
        }
    }

    /// Where the latency of fsync stands.
    fn sync(&self, index: usize) -> String {
        match self.lines(index) {
            Some(lines) => lines.sync.map_or_else(|| self.entry(index), |spot| spot.to_string()),
            None => self.entry(index) + "/sync",
        }
    }

    fn lines(&self, index: usize) -> Option<&EntryLines> {
        match &self.document.naming {
            Naming::Pointers => None,
            Naming::Lines(entries) => entries.get(index),
        }
    }

    /// The findings that touch an entry by what is written in it.
    pub(crate) fn findings_in(&self, index: usize) -> impl Iterator<Item = Arc<Finding>> + '_ {
        let place = &self.document.entry_places[index];
        let from = self.unexpected.partition_point(|(at, _)| *at < place.start);
        let to = self.unexpected.partition_point(|(at, _)| *at < place.end);
        self.unexpected[from..to].iter().map(|(_, finding)| Arc::clone(finding))
    }

    /// A finding at a place in the document.
    pub(crate) fn finding(&self, code: Code, locator: &str, message: String) -> Finding {
        Finding::new(code, &*self.source, message).at(locator)
    }
}

/// What is known of an entry beyond its own text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// How many jobs it stands for.
    pub(crate) jobs: Option<u64>,
    /// When it ran.
    pub(crate) window: Option<Window>,
}

/// The rows of an entry: one for each direction that did I/O, then details for the long shape.
pub(crate) fn rows(
    place: &Place<'_>,
    index: usize,
    workload: &Workload,
    standing: Standing,
    sink: &mut dyn Sink,
) -> Vec<Row> {
    let entry = &place.document.entries[index];
    let mut findings = place.findings.clone();
    findings.extend(place.findings_in(index));
    findings.extend(entry_findings(place, index, workload).map(|finding| sink.finding(finding)));
    findings.dedup_by(|one, other| Arc::ptr_eq(one, other));
    // As many as measurements and details usually are.
    let mut rows: Vec<Row> = Vec::with_capacity(entry.directions.len());
    let mut details: Vec<Row> = Vec::new();
    for (name, direction) in entry.directions.iter().filter(|(_, direction)| direction.did_io()) {
        let total_latency = prints_total_percentiles(place, entry);
        let mut figures = Figures::of_direction(direction, total_latency);
        let mut row = Row::new(identity(place, index, *name, workload, standing));
        if let Some(runtime) = direction.runtime {
            let duration_s = decimal_shifted(runtime, -3).filter(|duration| *duration >= 0.0);
            row.identity.duration_s = duration_s;
            if duration_s.is_none() {
                figures.unreadable("runtime", runtime);
            }
        }
        row.window = standing.window;
        for (number, priority) in direction.priorities.iter().enumerate() {
            details.push(priority_row(&row.identity, number, priority, place, sink));
        }
        fill(&mut row, figures, place, sink);
        rows.push(row);
    }
    details.extend(sync_row(place, index, standing, sink));
    if !rows.is_empty() {
        details.push(processor_row(place, index, standing, sink));
        let bearer = bearer_of_errors(&mut rows, &mut details);
        let mut figures = Figures::default();
        let errors = entry.total_errors;
        figures.number(Metric::Errors, Stat::Sum, "total_err", errors, Scale::Base);
        add(bearer, figures, place, sink);
    }
    rows.append(&mut details);
    for row in &mut rows {
        row.findings.splice(0..0, findings.iter().cloned());
    }
    rows
}

/// `total_err` counts over all directions: it belongs to the only one, or to the total of all,
/// else to the job as a whole, which is the last of the details.
fn bearer_of_errors<'r>(rows: &'r mut [Row], details: &'r mut [Row]) -> &'r mut Row {
    let only = (rows.len() == 1).then_some(0);
    let total = rows.iter().position(|row| row.identity.op.as_ref() == Some(&Op::TOTAL));
    match only.or(total) {
        Some(index) => &mut rows[index],
        None => &mut details[details.len() - 1],
    }
}

/// Puts the figures of a measurement into its row, and says what is doubtful about them.
fn fill(row: &mut Row, mut figures: Figures, place: &Place<'_>, sink: &mut dyn Sink) {
    row.latency_kind = figures.latency_kind.take();
    row.distribution = figures.distribution.take();
    add(row, figures, place, sink);
}

/// Adds figures to a row.
fn add(row: &mut Row, figures: Figures, place: &Place<'_>, sink: &mut dyn Sink) {
    for doubt in figures.doubts {
        let (code, message) = match doubt {
            FigureDoubt::Unreadable { key, written } => (
                Code::ValueUnreadable,
                format!("`{key}` is `{written}`, which is no number that was measured"),
            ),
            FigureDoubt::TooGreat { key, written } => (
                Code::ValueUnreadable,
                format!("`{key}` is `{written}`, which is too great to be held exactly"),
            ),
            FigureDoubt::NoPercentile { key } => (
                Code::ValueUnreadable,
                format!("the key `{key}` of a latency's percentiles is no percentile"),
            ),
            FigureDoubt::Contradictory { why } => (Code::FiguresContradict, why),
            FigureDoubt::Bins { why } => (Code::LatencyImplausible, why),
            FigureDoubt::UselessSamples => (
                Code::SamplesUseless,
                "as many samples as operations: every operation was logged".to_owned(),
            ),
        };
        let finding = place.finding(code, &row.identity.locator, message);
        row.findings.push(sink.finding(finding));
    }
    row.figures.extend(figures.list);
}

/// 3.1 to 3.10 print percentiles under `clat_ns` whatever was asked for: with lat_percentiles they
/// are those of the total latency.
fn prints_total_percentiles(place: &Place<'_>, entry: &JobEntry<'_>) -> bool {
    matches!(place.document.release(), Some((3, 1..=10)))
        && Options::of(place.document, entry).is_on("lat_percentiles")
}

fn base_identity(place: &Place<'_>, index: usize, locator: String, standing: Standing) -> Identity {
    let entry = &place.document.entries[index];
    let mut identity = Identity::new(Arc::clone(&place.source), locator, Origin::Measured);
    identity.tool = Some("fio".into());
    identity.tool_version.clone_from(&place.version);
    identity.level = MeasuredLevel::Job;
    identity.workload = entry.name.as_deref().map(Into::into);
    identity.jobs = standing.jobs;
    identity.clients = Some(1);
    identity.started_at = start(entry);
    if place.document.is_client_run {
        identity.parameters.extend(entry.hostname.as_deref().map(|it| ("host".into(), it.into())));
    }
    identity
}

fn identity(
    place: &Place<'_>,
    index: usize,
    name: DirectionName,
    workload: &Workload,
    standing: Standing,
) -> Identity {
    let mut identity = base_identity(place, index, place.direction(index, name), standing);
    identity.op = Some(name.op());
    identity.pattern = name.of(workload.patterns, workload.does);
    identity.read_percent = workload.read_percent.filter(|_| name != DirectionName::Trim);
    identity.block_size_bytes = name.of(workload.block_sizes, workload.does);
    identity.queue_depth = workload.queue_depth;
    identity.target_iops = target(workload, name, standing.jobs);
    identity.parameters.extend(workload.parameters.iter().cloned());
    identity
}

/// `rate_iops` is for each job, and for each direction.
fn target(workload: &Workload, name: DirectionName, jobs: Option<u64>) -> Option<f64> {
    let [read, write, trim] = workload.target_iops;
    let of_one_job = match name {
        DirectionName::Read => read?,
        DirectionName::Write => write?,
        DirectionName::Trim => trim?,
        DirectionName::Mixed => {
            let all = workload.target_iops.into_iter().zip(workload.does);
            let limits = all.filter(|(_, does)| *does).map(|(limit, _)| limit);
            limits.sum::<Option<f64>>().filter(|limit| *limit > 0.0)?
        }
    };
    Some(of_one_job * jobs? as f64)
}

impl DirectionName {
    pub(crate) fn op(self) -> Op {
        match self {
            Self::Read => Op::READ,
            Self::Write => Op::WRITE,
            Self::Trim => Op::TRIM,
            Self::Mixed => Op::TOTAL,
        }
    }
}

/// `job_start`, which is 0 where nothing ran.
fn start(entry: &JobEntry<'_>) -> Option<Timestamp> {
    let milliseconds: i64 = entry.job_start?.parse().ok().filter(|start| *start > 0)?;
    Timestamp::from_millisecond(milliseconds).ok()
}

/// Latency of fsync: a measurement of its own, not part of that of writes.
fn sync_row(
    place: &Place<'_>,
    index: usize,
    standing: Standing,
    sink: &mut dyn Sink,
) -> Option<Row> {
    let latency = place.document.entries[index].sync.as_ref()?.latency.as_ref()?;
    if !latency.is_measured() {
        return None;
    }
    let mut row = Row::new(base_identity(place, index, place.sync(index), standing));
    row.identity.op = Some(Op::SYNC);
    row.long_shape_only = true;
    fill(&mut row, Figures::of_sync(latency), place, sink);
    Some(row)
}

/// Latency of the I/O of one priority: a part of that of its direction.
fn priority_row(
    identity: &Identity,
    number: usize,
    priority: &Priority<'_>,
    place: &Place<'_>,
    sink: &mut dyn Sink,
) -> Row {
    let mut row = Row::new(identity.clone());
    let _ = write!(row.identity.locator, "/prios/{number}");
    let part = |text: &Option<Cow<'_, str>>| text.as_deref().unwrap_or("?").to_owned();
    let (class, level) = (part(&priority.class), part(&priority.level));
    // As the human report names it: class and level.
    row.identity.parameters.push(("prio".into(), format!("{class}/{level}").into()));
    row.long_shape_only = true;
    fill(&mut row, Figures::of_priority(priority), place, sink);
    row
}

/// What the processor did: it belongs to the job, to no operation.
fn processor_row(place: &Place<'_>, index: usize, standing: Standing, sink: &mut dyn Sink) -> Row {
    let cpu = place.document.entries[index].cpu.as_deref();
    let Cpu { user, system, context_switches, major_faults, minor_faults } =
        cpu.copied().unwrap_or_default();
    let mut row = Row::new(base_identity(place, index, place.entry(index), standing));
    row.long_shape_only = true;
    let mut figures = Figures::default();
    for (metric, stat, kind, key, number) in [
        (Metric::Cpu, Stat::Mean, Some("user"), "usr_cpu", user),
        (Metric::Cpu, Stat::Mean, Some("system"), "sys_cpu", system),
        (Metric::ContextSwitches, Stat::Sum, None, "ctx", context_switches),
        (Metric::PageFaults, Stat::Sum, Some("major"), "majf", major_faults),
        (Metric::PageFaults, Stat::Sum, Some("minor"), "minf", minor_faults),
    ] {
        figures.number_of_kind(metric, stat, kind.map(Kind::named), key, number, Scale::Base);
    }
    fill(&mut row, figures, place, sink);
    row
}
