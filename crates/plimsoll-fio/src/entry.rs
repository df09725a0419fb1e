//! The rows of one entry of `jobs` or `client_stats`.

use crate::document::{Cpu, DirectionName, Document, JobEntry};
use crate::figures::{FigureDoubt, Figures, Scale};
use crate::options::Options;
use crate::workload::{Doubt, Workload};
use jiff::Timestamp;
use plimsoll_read::Sink;
use plimsoll_schema::{
    Code, Finding, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Row, Stat, Window,
};
use plimsoll_unit::{decimal, decimal_shifted};
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
}

impl Place<'_> {
    /// The pointer to an entry.
    pub(crate) fn pointer(&self, index: usize) -> String {
        let list = if self.document.is_client_run { "client_stats" } else { "jobs" };
        format!("{}/{list}/{index}", self.prefix)
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
    findings.extend(entry_findings(place, index, workload).map(|finding| sink.finding(finding)));
    let mut rows: Vec<Row> = Vec::new();
    for (name, direction) in &entry.directions {
        if direction.did_io() {
            let total_latency = prints_total_percentiles(place, entry);
            let figures = Figures::of_direction(direction, total_latency);
            let mut row = Row::new(identity(place, index, *name, workload, standing));
            row.identity.duration_s = direction.runtime.and_then(|it| decimal_shifted(it, -3));
            row.window = standing.window;
            row.findings.clone_from(&findings);
            fill(&mut row, figures, place, sink);
            rows.push(row);
        }
    }
    add_errors(entry, &mut rows);
    rows.extend(sync_row(place, index, standing, sink));
    rows.extend((!rows.is_empty()).then(|| processor_row(place, index, standing, sink)));
    rows
}

/// Puts figures into a row, and says what is doubtful about them.
fn fill(row: &mut Row, figures: Figures, place: &Place<'_>, sink: &mut dyn Sink) {
    for doubt in figures.doubts {
        let (code, message) = match doubt {
            FigureDoubt::Unreadable { key, written } => (
                Code::ValueUnreadable,
                format!("`{key}` is `{written}`, which is no number that was measured"),
            ),
            FigureDoubt::Bins { why } => (Code::LatencyImplausible, why),
            FigureDoubt::UselessSamples => (
                Code::SamplesUseless,
                "as many samples as operations: every operation was logged".to_owned(),
            ),
        };
        let finding = place.finding(code, &row.identity.locator, message);
        row.findings.push(sink.finding(finding));
    }
    row.figures = figures.list;
    row.latency_kind = figures.latency_kind;
    row.distribution = figures.distribution;
}

/// 3.1 to 3.10 print percentiles under `clat_ns` whatever was asked for: with lat_percentiles they
/// are those of the total latency.
fn prints_total_percentiles(place: &Place<'_>, entry: &JobEntry<'_>) -> bool {
    let number = place.version.as_deref().and_then(|version| {
        let (major, minor) = version.split_once('.')?;
        let digits = minor.split(|character: char| !character.is_ascii_digit()).next()?;
        Some((major.parse::<u32>().ok()?, digits.parse::<u32>().ok()?))
    });
    matches!(number, Some((3, 1..=10)))
        && Options::of(place.document, entry).is_on("lat_percentiles")
}

fn base_identity(place: &Place<'_>, index: usize, key: &str, standing: Standing) -> Identity {
    let entry = &place.document.entries[index];
    let locator = format!("{}{key}", place.pointer(index));
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
    let mut identity = base_identity(place, index, &format!("/{}", name.key()), standing);
    identity.op = Some(name.op());
    identity.pattern = name.of(workload.patterns);
    identity.read_percent = workload.read_percent.filter(|_| name != DirectionName::Trim);
    identity.block_size_bytes = name.of(workload.block_sizes);
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
        DirectionName::Mixed => read? + write?,
    };
    Some(of_one_job * jobs? as f64)
}

impl DirectionName {
    fn op(self) -> Op {
        match self {
            Self::Read => Op::READ,
            Self::Write => Op::WRITE,
            Self::Trim => Op::TRIM,
            Self::Mixed => Op::TOTAL,
        }
    }

    /// Of something that is told for reads, writes and trims; mixed where reads and writes agree.
    fn of<T: PartialEq + Copy>(self, parts: [Option<T>; 3]) -> Option<T> {
        match self {
            Self::Read => parts[0],
            Self::Write => parts[1],
            Self::Trim => parts[2],
            Self::Mixed => parts[0].filter(|read| Some(*read) == parts[1]),
        }
    }
}

/// `job_start`, which is 0 where nothing ran.
fn start(entry: &JobEntry<'_>) -> Option<Timestamp> {
    let milliseconds: i64 = entry.job_start?.parse().ok().filter(|start| *start > 0)?;
    Timestamp::from_millisecond(milliseconds).ok()
}

fn entry_findings<'f>(
    place: &'f Place<'_>,
    index: usize,
    workload: &'f Workload,
) -> impl Iterator<Item = Finding> + 'f {
    let entry = &place.document.entries[index];
    let pointer = place.pointer(index);
    let name = entry.name.as_deref().unwrap_or("without a name");
    let failed = failure(entry)
        .map(|failure| place.finding(Code::JobFailed, &pointer, format!("job `{name}` {failure}")));
    let unsteady = entry.steady_state.as_ref().and_then(|state| {
        decimal(state.attained?).filter(|attained| *attained < 1.0)?;
        let criterion = state.criterion.as_deref().unwrap_or("its criterion");
        let message = format!("job `{name}` did not reach a steady state ({criterion})");
        Some(place.finding(Code::SteadyStateMissed, &pointer, message))
    });
    let options = place.pointer(index) + "/job options";
    let doubts = workload.doubts.iter().map(move |doubt| match doubt {
        Doubt::Contradicted { rw, counted } => place.finding(
            Code::OptionsContradicted,
            &options,
            format!("the options say rw={rw}, but {counted} operations were counted"),
        ),
        Doubt::Differs { option } => place.finding(
            Code::OptionsDiffer,
            &options,
            format!("servers were given different values of `{option}`"),
        ),
        Doubt::Unreadable { option, value } => place.finding(
            Code::ValueUnreadable,
            &options,
            format!("option `{option}` is `{value}`, which cannot be read"),
        ),
    });
    failed.into_iter().chain(unsteady).chain(doubts)
}

/// How an entry failed. `error` is an errno and never a count.
fn failure(entry: &JobEntry<'_>) -> Option<String> {
    let error = entry.error.filter(|error| *error != "0");
    let count = entry.total_errors.filter(|count| *count != "0");
    let meaning = match error? {
        "5" => " (input/output error)",
        "13" => " (permission denied)",
        "22" => " (invalid argument)",
        "28" => " (no space left)",
        "84" => " (on Linux: verification failed)",
        _ => "",
    };
    let counted = count.map(|it| format!("; {it} errors in all")).unwrap_or_default();
    Some(format!("ended with error {}{meaning}{counted}", error.unwrap_or("0")))
}

/// `total_err` counts over all directions: it is told where there is only one.
fn add_errors(entry: &JobEntry<'_>, rows: &mut [Row]) {
    if let (Some(errors), [row]) = (entry.total_errors, rows) {
        let mut figures = Figures::default();
        figures.number(Metric::Errors, Stat::Sum, "total_err", Some(errors), Scale::Base);
        row.figures.append(&mut figures.list);
    }
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
    let mut row = Row::new(base_identity(place, index, "/sync", standing));
    row.identity.op = Some(Op::SYNC);
    row.long_shape_only = true;
    fill(&mut row, Figures::of_sync(latency), place, sink);
    Some(row)
}

/// What the processor did: it belongs to the job, to no operation.
fn processor_row(place: &Place<'_>, index: usize, standing: Standing, sink: &mut dyn Sink) -> Row {
    let Cpu { user, system, context_switches, major_faults, minor_faults } =
        place.document.entries[index].cpu;
    let mut row = Row::new(base_identity(place, index, "", standing));
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
