//! Runs over time, where their interval data was read.

use super::charts::{MIB, rate_of, shortened, style};
use super::section::{Workload, first_row};
use crate::chart::{Op as ChartOp, Quantity, Style, TimeChart, TimeLine, Timeline};
use crate::english::over_time;
use crate::input::ReportInput;
use crate::run_series::{OpSeries, RunSeries};
use crate::view::ChartView;
use plimsoll_compare::{Judgement, Moment, Point};
use plimsoll_schema::{Metric, Op};

/// A section with more of these charts is no overview.
const MOST_RUNS: usize = 6;

/// More lines than this cannot be told apart.
const MOST_LINES: usize = 6;

/// A run that is drawn over time: the first one of its point that has interval data.
pub(crate) struct DrawnRun<'r> {
    /// The name of its chart.
    pub(crate) chart: String,
    /// Index of its point.
    pub(crate) point: usize,
    /// Which of the runs of the point, and which of its clients, from 0.
    run: usize,
    client: usize,
    pub(crate) series: &'r RunSeries,
}

/// The runs that are drawn in all sections, in the order of the page.
pub(crate) fn drawn_runs<'r>(input: &'r ReportInput<'r>) -> Vec<DrawnRun<'r>> {
    if input.series.is_empty() {
        return Vec::new();
    }
    super::section::workloads(input).iter().flat_map(|workload| drawn(workload).0).collect()
}

/// The runs that are drawn in a section, one for each point, and how many points have interval data.
fn drawn<'r>(workload: &Workload<'r>) -> (Vec<DrawnRun<'r>>, usize) {
    let anchor = workload.anchor();
    let of_point = |&point: &usize| -> Option<DrawnRun<'r>> {
        let moments = workload.input.comparison.points[point].moments.iter().enumerate();
        let (run, (client, series)) = moments
            .into_iter()
            .find_map(|(run, moment)| Some((run, series_of(workload.input, moment)?)))?;
        Some(DrawnRun { chart: String::new(), point, run, client, series })
    };
    let mut runs: Vec<DrawnRun<'r>> = workload.points.iter().filter_map(of_point).collect();
    let all = runs.len();
    runs.truncate(MOST_RUNS);
    for (index, run) in runs.iter_mut().enumerate() {
        run.chart = format!("{anchor}-time-{}", index + 1);
    }
    (runs, all)
}

/// The first client of a run that has interval data.
fn series_of<'r>(input: &'r ReportInput<'r>, moment: &Moment) -> Option<(usize, &'r RunSeries)> {
    let workload = moment.rows.first().and_then(|row| row.identity.workload.as_ref());
    let clients = moment.sources.iter().zip(&moment.runs).enumerate();
    clients.into_iter().find_map(|(client, (source, run))| {
        let is_its = |series: &&RunSeries| {
            series.source == *source
                && series.run == *run
                && (workload.is_none() || series.workload.as_ref() == workload)
                && series.ops.iter().any(has_figures)
        };
        Some((client, input.series.iter().find(is_its)?))
    })
}

fn has_figures(op: &OpSeries) -> bool {
    [&op.iops, &op.bytes_per_second, &op.latency_ns].iter().any(|it| !it.stretches.is_empty())
}

/// A chart for each point that has interval data, up to a limit. One alone takes the whole width.
pub(super) fn charts(workload: &Workload<'_>, judgements: &[&Judgement]) -> Vec<ChartView> {
    let (runs, all) = drawn(workload);
    let count = runs.len();
    let style = match count {
        0 | 1 => Style { height: 310.0, ..style() },
        _ => Style { height: 250.0, ..Style::half_width(style().font_family) },
    };
    let names = names(workload, &runs);
    let views = runs.into_iter().zip(names).map(|(run, name)| {
        let (rate, chart) = chart(&run, name, rate_of(judgements));
        let has_latency = chart.lines.iter().any(|line| !line.latencies.stretches.is_empty());
        let title = over_time::title(rate, has_latency, count, all);
        let alternative = shortened(chart.alternative(&style));
        ChartView { svg: chart.svg(&style), name: run.chart, title, alternative }
    });
    views.collect()
}

/// What tells the charts of a section apart: the name and the read share, and all parameters where these
/// are not enough.
fn names(workload: &Workload<'_>, runs: &[DrawnRun<'_>]) -> Vec<String> {
    let subjects = |with_parameters: bool| -> Vec<String> {
        runs.iter().map(|run| subject(point(workload, run), with_parameters)).collect()
    };
    let (short, long) = (subjects(false), subjects(true));
    let name = |(index, run): (usize, &DrawnRun<'_>)| {
        let is_alone = short.iter().filter(|other| **other == short[index]).count() == 1;
        let subject = if is_alone { &short[index] } else { &long[index] };
        let point = point(workload, run);
        let clients = point.moments[run.run].sources.len();
        over_time::run(subject, (run.run + 1, point.moments.len()), (run.client + 1, clients))
    };
    runs.iter().enumerate().map(name).collect()
}

fn point<'w>(workload: &'w Workload<'_>, run: &DrawnRun<'_>) -> &'w Point {
    &workload.input.comparison.points[run.point]
}

fn subject(point: &Point, with_parameters: bool) -> String {
    first_row(point).map(|row| over_time::subject(&row, with_parameters)).unwrap_or_default()
}

/// The chart of a run, and the rate it shows, if any.
fn chart(run: &DrawnRun<'_>, name: String, preferred: Metric) -> (Option<Metric>, TimeChart) {
    let ops = shown_ops(run.series);
    let metric = metric(&ops, preferred);
    let (quantity, unit, divisor) = match metric {
        Metric::Iops => (Quantity::Iops, "IOPS", 1.0),
        _ => (Quantity::Throughput, "MiB/s", MIB),
    };
    let line = |op: &OpSeries| TimeLine {
        label: over_time::label(&op.op),
        op: chart_op(&op.op),
        rates: rates(op, metric).in_units_of(divisor),
        latencies: op.latency_ns.clone(),
    };
    let chart = TimeChart {
        name: run.chart.clone(),
        title: (!name.is_empty()).then_some(name),
        quantity,
        unit: unit.into(),
        measured: run.series.measured,
        lines: ops.iter().map(line).collect(),
    };
    let has_rate = chart.lines.iter().any(|line| !line.rates.stretches.is_empty());
    (has_rate.then_some(metric), chart)
}

fn rates(op: &OpSeries, metric: Metric) -> &Timeline {
    if metric == Metric::Iops { &op.iops } else { &op.bytes_per_second }
}

/// The rate that the section speaks of, unless only the other one is known of every operation.
fn metric(ops: &[OpSeries], preferred: Metric) -> Metric {
    let is_known = |metric| ops.iter().all(|op| !rates(op, metric).stretches.is_empty());
    let other = if preferred == Metric::Iops { Metric::Throughput } else { Metric::Iops };
    if !is_known(preferred) && is_known(other) { other } else { preferred }
}

/// The operations that did something: total first, then read and write, then others in their order. A
/// total that is the same as its only operation is that operation.
fn shown_ops(series: &RunSeries) -> Vec<OpSeries> {
    let did_something = |op: &&OpSeries| {
        let rates = [&op.iops, &op.bytes_per_second];
        op.op == Op::TOTAL
            || rates.iter().all(|it| it.stretches.is_empty())
            || rates.iter().flat_map(|it| &it.stretches).any(|stretch| stretch.greatest > 0.0)
    };
    let of_all = series.ops.iter().filter(|op| has_figures(op)).filter(did_something);
    let mut ops: Vec<OpSeries> = of_all.cloned().collect();
    ops.sort_by_key(|op| {
        [Op::TOTAL, Op::READ, Op::WRITE].iter().position(|it| *it == op.op).unwrap_or(3)
    });
    if let [total, only] = ops.as_slice()
        && total.op == Op::TOTAL
        && total.iops == only.iops
        && !total.iops.stretches.is_empty()
    {
        return vec![together(total, only)];
    }
    ops.truncate(MOST_LINES);
    ops
}

/// The only operation, with what is known of the total alone.
fn together(total: &OpSeries, only: &OpSeries) -> OpSeries {
    let known = |own: &Timeline, other: &Timeline| {
        if own.stretches.is_empty() { other.clone() } else { own.clone() }
    };
    OpSeries {
        bytes_per_second: known(&only.bytes_per_second, &total.bytes_per_second),
        latency_ns: known(&only.latency_ns, &total.latency_ns),
        ..only.clone()
    }
}

fn chart_op(op: &Op) -> Option<ChartOp> {
    match op {
        op if *op == Op::READ => Some(ChartOp::Read),
        op if *op == Op::WRITE => Some(ChartOp::Write),
        op if *op == Op::TOTAL => Some(ChartOp::Total),
        _ => None,
    }
}
