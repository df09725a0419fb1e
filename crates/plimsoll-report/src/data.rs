//! The shape of `report.json`: everything that the report rests on, for programs.
//!
//! Values are in base units (operations or bytes per second, nanoseconds, bytes). Findings are
//! listed once; what they touch refers to them by index.

mod curve;
mod reference;
mod steady;

pub use curve::{CrossingData, CurveData, LoadData, OnCurveData, PlaceData};
pub use reference::ReferenceData;
pub use steady::{SteadyData, TrackedData};

use crate::build::{DrawnRun, drawn_runs, runs_with_series};
use crate::input::ReportInput;
use plimsoll_compare::{Judgement, Moment, Point, PublishedValue, Sample};
use plimsoll_schema::{Finding, Metric, Op, Percentile, Row, Stat};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// A report.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Version of this shape; it grows when a field changes its meaning or goes.
    pub schema: u32,
    /// Program and version.
    pub generator: String,
    /// The title; null if nobody said.
    pub title: Option<String>,
    /// The date on the page, ISO 8601.
    pub date: String,
    /// A sentence of the campaign that must not be missed.
    pub notice: Option<String>,
    /// The system under test.
    pub system: System,
    /// What the system is to carry.
    pub requirement: RequirementData,
    /// By how much a measured value may differ and still meet the published one, as a share of it.
    pub tolerance: f64,
    /// The names of the inputs that were given as systems.
    pub systems: Vec<String>,
    /// The measured points.
    pub points: Vec<PointData>,
    /// The load curves among them.
    pub curves: Vec<CurveData>,
    /// The verdicts.
    pub judgements: Vec<JudgementData>,
    /// The references that were used, each once.
    pub references: Vec<ReferenceData>,
    /// Estimates and limits, which are never judged.
    pub shown: Vec<ShownData>,
    /// All findings.
    pub findings: Vec<FindingData>,
    /// Everything that was read.
    pub sources: Vec<SourceData>,
    /// The runs that are drawn over time; left out where none is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub series: Vec<SeriesData>,
    /// Whether runs were in a steady state: every run with interval data that belongs to a point; left out
    /// where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steady_state: Vec<SteadyData>,
}

/// A run that is drawn over time: where its windows come from.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SeriesData {
    /// The name of its chart: `charts/NAME.svg` beside the Markdown.
    pub chart: String,
    /// Index of its point.
    pub point: usize,
    /// The input.
    pub source: String,
    /// The run, as its rows name it.
    pub run: Option<String>,
    /// The tool's own name of the workload.
    pub workload: Option<String>,
    /// How many windows it has; of several operations, the most.
    pub windows: usize,
    /// How long a window is, in seconds: the median.
    pub window_s: f64,
    /// Begin and end of what counts for its figures, in seconds since its start: without warm-up; null
    /// if nothing does.
    pub measured_s: Option<[f64; 2]>,
}

/// The system under test, as the campaign names it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct System {
    /// The product.
    pub product: Option<String>,
    /// Its service level.
    pub service_level: Option<String>,
    /// The protocol.
    pub protocol: Option<String>,
}

/// What the system is to carry; null where nothing is required.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RequirementData {
    /// At least so many operations per second.
    pub iops: Option<f64>,
    /// At least so many bytes per second.
    pub bytes_per_second: Option<u64>,
    /// At most so many nanoseconds on average.
    pub latency_ns: Option<f64>,
}

/// A workload with its repeats.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PointData {
    /// Index of the system.
    pub system: usize,
    /// Name of the campaign's step.
    pub step: Option<String>,
    /// The inputs of each run.
    pub runs: Vec<RunData>,
    /// What was measured, by operation; `total` is reads and writes together.
    pub operations: Vec<OperationData>,
    /// Indices of findings.
    pub findings: Vec<usize>,
}

/// One run: all clients at one time.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunData {
    /// The inputs of its clients.
    pub sources: Vec<String>,
    /// Begin, milliseconds since 1970, as well as it is known.
    pub begin_ms: Option<i64>,
    /// End, the same.
    pub end_ms: Option<i64>,
}

/// One operation of a point.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OperationData {
    /// `read`, `write` …
    pub op: String,
    /// The tool's own name of the workload.
    pub workload: Option<String>,
    /// `sequential`, `random`, `mixed`.
    pub pattern: Option<String>,
    /// Share of reads, 0 to 100.
    pub read_percent: Option<f64>,
    /// Transfer size.
    pub block_size_bytes: Option<u64>,
    /// Outstanding operations of each job.
    pub queue_depth: Option<u64>,
    /// Jobs in all.
    pub jobs: Option<u64>,
    /// Hosts that generate load.
    pub clients: Option<u64>,
    /// A rate limit that was asked for, operations per second.
    pub target_iops: Option<f64>,
    /// Which latency `latency` figures are: `completion`, `total` …
    pub latency_kind: Option<String>,
    /// The figures.
    pub figures: Vec<FigureData>,
}

/// A figure with its repeats.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FigureData {
    /// `iops`, `throughput`, `latency`, `transactions`.
    pub metric: String,
    /// `mean`, `p99` …
    pub stat: String,
    /// Unit of the values.
    pub unit: String,
    /// The values and their statistics.
    pub sample: SampleData,
}

/// Values of repeats.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SampleData {
    /// One value for each repeat.
    pub values: Vec<f64>,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation (n − 1); null for one value.
    pub standard_deviation: Option<f64>,
    /// The 95 % confidence interval of the mean (Student's t); null for one value.
    pub confidence_95: Option<[f64; 2]>,
}

/// A verdict.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JudgementData {
    /// Index of the point.
    pub point: usize,
    /// From where on a load curve the measured value comes; null of a point that is on none.
    pub on_curve: Option<OnCurveData>,
    /// The operation.
    pub op: String,
    /// What is compared.
    pub metric: String,
    /// Unit of the values.
    pub unit: String,
    /// The catalogue's id.
    pub reference: String,
    /// The published value.
    pub published: PublishedData,
    /// What was measured; null if nothing was.
    pub measured: Option<SampleData>,
    /// Measured ÷ published, for a latency published ÷ measured; null if nothing was measured.
    pub ratio: Option<f64>,
    /// The ratio over the 95 % interval of the mean. An end that is not finite is null.
    pub ratio_interval: Option<[Option<f64>; 2]>,
    /// The tolerance that was used.
    pub tolerance: f64,
    /// `exceeds`, `meets`, `falls short`, `inconclusive`, `not comparable`.
    pub verdict: String,
    /// `like for like`, `indicative`, `not comparable`.
    pub likeness: String,
    /// Why it is not like for like; empty if it is.
    pub reasons: Vec<String>,
    /// The conditions of both sides.
    pub conditions: Vec<ConditionData>,
    /// Indices of findings.
    pub findings: Vec<usize>,
}

/// A published value.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PublishedData {
    /// In base units.
    pub value: f64,
    /// `exact`, `about`, `below` …
    pub bound: Option<String>,
    /// As the page prints it; null if it was interpolated.
    pub written: Option<String>,
    /// Where on the page.
    pub place: String,
    /// The two read shares between which it was interpolated; null if it was printed.
    pub interpolated_between: Option<[f64; 2]>,
}

/// A condition of both tests.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ConditionData {
    /// Its name.
    pub name: String,
    /// In the measurement.
    pub measured: Option<String>,
    /// In the published test.
    pub published: Option<String>,
    /// `same`, `different`, `unknown`.
    pub sameness: String,
}

/// An estimate or a limit.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShownData {
    /// Index of the point.
    pub point: usize,
    /// The operation.
    pub op: String,
    /// What it is a value of.
    pub metric: String,
    /// The catalogue's id.
    pub reference: String,
    /// `estimate` or `limit`.
    pub claim: String,
    /// The value.
    pub published: PublishedData,
}

/// A finding.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindingData {
    /// Its code.
    pub code: String,
    /// `note`, `warning`, `error`.
    pub level: String,
    /// What was found.
    pub message: String,
    /// The input.
    pub source: String,
    /// Where in it.
    pub locator: Option<String>,
    /// What to do.
    pub help: String,
}

/// A file that was read, or was to be.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SourceData {
    /// Its name.
    pub source: String,
    /// Its size.
    pub size_bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// What it is; null if nothing was read from it.
    pub format: Option<String>,
    /// Tool and version.
    pub tool: Option<String>,
    /// When what it tells of began, milliseconds since 1970, as well as it is known.
    pub begin_ms: Option<i64>,
    /// When it ended, the same.
    pub end_ms: Option<i64>,
}

/// Everything that a report rests on.
pub(crate) fn of(input: &ReportInput<'_>) -> Report {
    let mut findings = Numbered::default();
    let points = input.comparison.points.iter().map(|it| point(it, input, &mut findings)).collect();
    let judgements =
        input.comparison.judgements.iter().map(|it| judgement(it, input, &mut findings)).collect();
    for finding in input.comparison.findings.iter().chain(input.findings) {
        findings.index(finding);
    }
    let system = &input.campaign.system;
    Report {
        schema: 1,
        generator: concat!("Plimsoll ", env!("CARGO_PKG_VERSION")).into(),
        title: input.campaign.title.clone(),
        date: input.date.to_string(),
        notice: input.campaign.notice.clone(),
        system: System {
            product: system.product.clone(),
            service_level: system.service_level.clone(),
            protocol: system.protocol.clone(),
        },
        requirement: RequirementData {
            iops: input.campaign.requirement.iops,
            bytes_per_second: input.campaign.requirement.bytes_per_second,
            latency_ns: input.campaign.requirement.latency_ns,
        },
        tolerance: input.tolerance,
        systems: input.systems.to_vec(),
        points,
        curves: input.comparison.curves.iter().map(curve::curve).collect(),
        judgements,
        references: reference::references(input.comparison),
        shown: input
            .comparison
            .shown
            .iter()
            .map(|it| ShownData {
                point: it.point,
                op: it.op.word().into(),
                metric: it.metric.word().into(),
                reference: it.entry.id.to_string(),
                claim: it.claim.word().into(),
                published: published(&it.published),
            })
            .collect(),
        findings: findings.list.iter().map(|it| finding(it)).collect(),
        sources: input
            .sources
            .iter()
            .map(|it| SourceData {
                source: it.record.source.clone(),
                size_bytes: it.record.size_bytes,
                sha256: it.record.sha256.clone(),
                format: it.format.map(str::to_owned),
                tool: it.tool.clone(),
                begin_ms: it.window.map(|window| window.begin_ms),
                end_ms: it.window.map(|window| window.end_ms),
            })
            .collect(),
        series: drawn_runs(input).iter().map(series).collect(),
        steady_state: runs_with_series(input).iter().map(steady::steady).collect(),
    }
}

fn series(run: &DrawnRun<'_>) -> SeriesData {
    SeriesData {
        chart: run.chart.clone(),
        point: run.point,
        source: run.series.source.to_string(),
        run: run.series.run.as_deref().map(str::to_owned),
        workload: run.series.workload.as_deref().map(str::to_owned),
        windows: run.series.windows(),
        window_s: run.series.window_s,
        measured_s: run.series.measured.map(|(begin_s, end_s)| [begin_s, end_s]),
    }
}

/// As indented text.
pub(crate) fn json(report: &Report) -> Vec<u8> {
    // Strings, numbers and lists cannot fail to be written into memory.
    let mut bytes = serde_json::to_vec_pretty(report).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// The JSON Schema of [`Report`].
pub fn json_schema() -> String {
    let schema = schemars::schema_for!(Report);
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}

/// Findings, each once.
#[derive(Default)]
struct Numbered {
    list: Vec<Arc<Finding>>,
}

impl Numbered {
    fn index(&mut self, finding: &Arc<Finding>) -> usize {
        if let Some(at) = self.list.iter().position(|known| Arc::ptr_eq(known, finding)) {
            return at;
        }
        self.list.push(Arc::clone(finding));
        self.list.len() - 1
    }

    fn indices(&mut self, findings: &[Arc<Finding>]) -> Vec<usize> {
        findings.iter().map(|finding| self.index(finding)).collect()
    }
}

fn point(point: &Point, input: &ReportInput<'_>, findings: &mut Numbered) -> PointData {
    let mut ops = point.ops();
    if ops.len() > 1 && !ops.contains(&Op::TOTAL) {
        ops.push(Op::TOTAL);
    }
    let run = |moment: &Moment| RunData {
        sources: moment.sources.iter().map(ToString::to_string).collect(),
        begin_ms: moment.window.map(|it| it.begin_ms),
        end_ms: moment.window.map(|it| it.end_ms),
    };
    PointData {
        system: point.system,
        step: point.step.and_then(|step| Some(input.campaign.steps.get(step)?.name.clone())),
        runs: point.moments.iter().map(run).collect(),
        operations: ops
            .iter()
            .filter_map(|op| Some(operation(point, op, &point.row(op)?)))
            .collect(),
        findings: findings.indices(&point.findings),
    }
}

fn operation(point: &Point, op: &Op, row: &Row) -> OperationData {
    let identity = &row.identity;
    let figures = [
        (Metric::Iops, Stat::Mean),
        (Metric::Throughput, Stat::Mean),
        (Metric::Transactions, Stat::Mean),
        (Metric::Latency, Stat::Mean),
        (Metric::Latency, Stat::Min),
        (Metric::Latency, Stat::Max),
        (Metric::Latency, Stat::Percentile(Percentile::P50)),
        (Metric::Latency, Stat::Percentile(Percentile::P90)),
        (Metric::Latency, Stat::Percentile(Percentile::P95)),
        (Metric::Latency, Stat::Percentile(Percentile::P99)),
        (Metric::Latency, Stat::Percentile(Percentile::P999)),
        (Metric::Latency, Stat::Percentile(Percentile::P9999)),
    ];
    OperationData {
        op: op.word().into(),
        workload: identity.workload.as_deref().map(Into::into),
        pattern: identity.pattern.map(|it| it.word().into()),
        read_percent: identity.read_percent,
        block_size_bytes: identity.block_size_bytes,
        queue_depth: identity.queue_depth,
        jobs: identity.jobs,
        clients: identity.clients,
        target_iops: identity.target_iops,
        latency_kind: row.latency_kind.as_ref().map(|it| it.word().into()),
        figures: figures
            .into_iter()
            .filter_map(|(metric, stat)| {
                Some(FigureData {
                    metric: metric.word().into(),
                    stat: stat.to_string(),
                    unit: metric.unit().into(),
                    sample: sample(&point.sample(op, metric, stat)?),
                })
            })
            .collect(),
    }
}

fn sample(sample: &Sample) -> SampleData {
    SampleData {
        values: sample.values().to_vec(),
        mean: sample.mean(),
        standard_deviation: sample.standard_deviation(),
        confidence_95: sample.confidence_interval().map(|it| [it.low, it.high]),
    }
}

fn judgement(it: &Judgement, input: &ReportInput<'_>, findings: &mut Numbered) -> JudgementData {
    let curves = &input.comparison.curves;
    let on_curve = it.on_curve.as_ref();
    let finite = |value: f64| value.is_finite().then_some(value);
    JudgementData {
        point: it.point,
        on_curve: on_curve.map(|at| curve::on_curve(at, curves, &it.op)),
        op: it.op.word().into(),
        metric: it.metric.word().into(),
        unit: it.metric.unit().into(),
        reference: it.entry.id.to_string(),
        published: published(&it.published),
        measured: it.measured.as_ref().map(sample),
        ratio: it.ratio.and_then(finite),
        ratio_interval: it.ratio_interval.map(|it| [finite(it.low), finite(it.high)]),
        tolerance: it.tolerance,
        verdict: it.verdict.word().into(),
        likeness: it.likeness.word().into(),
        reasons: it.reasons.iter().map(crate::english::reason).collect(),
        conditions: it
            .conditions
            .iter()
            .map(|pair| ConditionData {
                name: pair.name.clone(),
                measured: pair.measured.clone(),
                published: pair.published.clone(),
                sameness: pair.sameness().word().into(),
            })
            .collect(),
        findings: findings.indices(&it.findings),
    }
}

fn published(value: &PublishedValue) -> PublishedData {
    PublishedData {
        value: value.value,
        bound: value.bound.map(|it| it.word().into()),
        written: value.written.clone(),
        place: value.place.clone(),
        interpolated_between: value.between.map(|it| [it.low_percent, it.high_percent]),
    }
}

fn finding(finding: &Finding) -> FindingData {
    FindingData {
        code: finding.code.word().into(),
        level: finding.level().word().into(),
        message: finding.message.clone(),
        source: finding.source.clone(),
        locator: finding.locator.clone(),
        help: finding.advice().into(),
    }
}
