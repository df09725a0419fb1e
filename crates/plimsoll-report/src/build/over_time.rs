//! Runs over time, where their interval data was read.

use super::charts::{MIB, rate_of, shortened, style, telling_parts};
use super::curves;
use super::section::{Workload, first_row};
use super::steady;
use crate::chart::{Op as ChartOp, Quantity, SteadyPart, Style, TimeChart, TimeLine, Timeline};
use crate::english::{curve as said, over_time};
use crate::input::ReportInput;
use crate::notes::Notes;
use crate::run_series::{OpSeries, RunSeries};
use crate::view::{ChartGroupView, ChartView, TableView};
use plimsoll_compare::{Curve, Judgement, Moment, Point, Steadiness};
use plimsoll_schema::{Metric, Op};

/// A section with more of these charts is no overview.
const MOST_RUNS: usize = 6;

/// More lines than this cannot be told apart.
const MOST_LINES: usize = 6;

/// Fewer stretches than this are no course in time.
const LEAST_STRETCHES: usize = 3;

/// A run that is drawn over time: the first one of its point that has interval data, of several clients
/// the least steady one.
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

/// The runs that are drawn in a section in the order of its table, one for each point, and how many points
/// have interval data.
fn drawn<'r>(workload: &Workload<'r>) -> (Vec<DrawnRun<'r>>, usize) {
    let anchor = workload.anchor();
    let of_point = |point: usize| -> Option<DrawnRun<'r>> {
        let moments = workload.input.comparison.points[point].moments.iter().enumerate();
        let (run, (client, series)) = moments.into_iter().find_map(|(run, moment)| {
            let clients = series_of(workload.input, moment);
            let drawn = clients.filter(|(_, series)| series.ops.iter().any(has_course));
            Some((run, steady::telling(drawn)?))
        })?;
        Some(DrawnRun { chart: String::new(), point, run, client, series })
    };
    let mut runs: Vec<DrawnRun<'r>> =
        curves::by_load(workload).into_iter().filter_map(of_point).collect();
    let points: Vec<usize> = runs.iter().map(|run| run.point).collect();
    let chosen = chosen(&points, &read_from(workload), MOST_RUNS);
    runs.retain(|run| chosen.contains(&run.point));
    for (index, run) in runs.iter_mut().enumerate() {
        run.chart = format!("{anchor}-time-{}", index + 1);
    }
    (runs, points.len())
}

/// The points from which the figures of curves are read: peaks first, then the neighbours of thresholds.
fn read_from(workload: &Workload<'_>) -> Vec<usize> {
    let curves = curves::of_workload(workload);
    let first = |curve: &Curve, load: usize| curve.loads[load].points.first().copied();
    let peaks = curves.iter().filter_map(|(_, curve)| first(curve, curve.peak));
    let neighbours = curves.iter().flat_map(|(_, curve)| {
        let both = curve.crossing.neighbours().map(|(below, above)| [below, above]);
        both.into_iter().flatten().filter_map(move |load| first(curve, load))
    });
    peaks.chain(neighbours).collect()
}

/// At most so many of the points: the preferred ones, then others evenly spread over the rest.
fn chosen(points: &[usize], preferred: &[usize], most: usize) -> Vec<usize> {
    if points.len() <= most {
        return points.to_vec();
    }
    let mut chosen: Vec<usize> = Vec::new();
    for point in preferred {
        if chosen.len() < most && points.contains(point) && !chosen.contains(point) {
            chosen.push(*point);
        }
    }
    let rest: Vec<usize> = points.iter().copied().filter(|it| !chosen.contains(it)).collect();
    let places = most - chosen.len();
    let spread = |place: usize| match places {
        1 => rest.len() / 2,
        _ => (place * (rest.len() - 1) + (places - 1) / 2) / (places - 1),
    };
    chosen.extend((0..places).map(|place| rest[spread(place)]));
    chosen
}

/// The interval data of a run, client by client.
pub(super) fn series_of<'r>(
    input: &'r ReportInput<'r>,
    moment: &'r Moment,
) -> impl Iterator<Item = (usize, &'r RunSeries)> {
    let workload = moment.rows.first().and_then(|row| row.identity.workload.as_ref());
    let clients = moment.sources.iter().zip(&moment.runs).enumerate();
    clients.flat_map(move |(client, (source, run))| {
        let is_its = move |series: &&RunSeries| {
            series.source == *source
                && series.run == *run
                && series.is_called(workload)
                && series.ops.iter().any(has_figures)
        };
        input.series.iter().filter(is_its).map(move |series| (client, series))
    })
}

fn has_figures(op: &OpSeries) -> bool {
    [&op.iops, &op.bytes_per_second, &op.latency_ns].iter().any(|it| !it.stretches.is_empty())
}

/// Whether it has enough windows to show a course.
fn has_course(op: &OpSeries) -> bool {
    let timelines = [&op.iops, &op.bytes_per_second, &op.latency_ns];
    timelines.iter().any(|it| it.stretches.len() >= LEAST_STRETCHES)
}

/// What the rule of steady state says of each run that is drawn.
pub(super) fn steady_table(workload: &Workload<'_>, notes: &Notes) -> Option<TableView> {
    let (runs, _) = drawn(workload);
    let names = names(workload, &runs);
    let lines: Vec<(String, &RunSeries)> =
        names.into_iter().zip(runs.iter().map(|run| run.series)).collect();
    steady::table(&lines, notes)
}

/// A chart for each point that has interval data, up to a limit, under one heading. One alone takes the
/// whole width.
pub(super) fn group(workload: &Workload<'_>, judgements: &[&Judgement]) -> Option<ChartGroupView> {
    let (runs, all) = drawn(workload);
    let count = runs.len();
    if count == 0 {
        return None;
    }
    let style = match count {
        1 => Style { height: 310.0, ..style() },
        // Three rows of two are a page.
        _ => Style { height: 204.0, ..Style::half_width(style().font_family) },
    };
    // A curve is one of operations per second.
    let preferred = match curves::of_workload(workload).as_slice() {
        [] => rate_of(workload, judgements),
        _ => Metric::Iops,
    };
    let names = names(workload, &runs);
    let drawn: Vec<(Option<Metric>, TimeChart)> =
        runs.iter().zip(names).map(|(run, name)| chart(run, name, preferred)).collect();
    let first = drawn.first().and_then(|(rate, _)| *rate);
    let rate = first.filter(|_| drawn.iter().all(|(rate, _)| *rate == first));
    let has_latency = drawn
        .iter()
        .any(|(_, chart)| chart.lines.iter().any(|line| !line.latencies.stretches.is_empty()));
    let view = |(_, chart): &(Option<Metric>, TimeChart)| ChartView {
        name: chart.name.clone(),
        title: String::new(),
        remark: String::new(),
        alternative: shortened(chart.alternative(&style)),
        svg: chart.svg(&style),
    };
    let title = over_time::heading(rate, has_latency, count, all);
    Some(ChartGroupView { title, charts: drawn.iter().map(view).collect() })
}

/// What tells the charts of a section apart: of its only curve the loads; else the name and the read
/// share, and all parameters where these are not enough.
fn names(workload: &Workload<'_>, runs: &[DrawnRun<'_>]) -> Vec<String> {
    let subjects = |with_parameters: bool| -> Vec<String> {
        runs.iter().map(|run| subject(point(workload, run), with_parameters)).collect()
    };
    let (short, long) = (subjects(false), telling_parts(&subjects(true)));
    let curves = curves::of_workload(workload);
    let of_run = |run: &DrawnRun<'_>, subject: &str| {
        let point = point(workload, run);
        let clients = point.moments[run.run].sources.len();
        over_time::run(subject, (run.run + 1, point.moments.len()), (run.client + 1, clients))
    };
    let name = |(index, run): (usize, &DrawnRun<'_>)| {
        if let [(_, curve)] = curves.as_slice()
            && let Some(load) = curve.loads.iter().position(|load| load.points.contains(&run.point))
        {
            return of_run(run, &said::load_title(curve, load));
        }
        let is_alone = short.iter().filter(|other| **other == short[index]).count() == 1;
        let subject = if is_alone { &short[index] } else { &long[index] };
        of_run(run, subject)
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
        steady: steady_part(&run.series.steadiness),
        lines: ops.iter().map(line).collect(),
    };
    let has_rate = chart.lines.iter().any(|line| !line.rates.stretches.is_empty());
    (has_rate.then_some(metric), chart)
}

fn steady_part(steadiness: &Steadiness) -> SteadyPart {
    match steadiness {
        Steadiness::NotJudged(_) => SteadyPart::Unknown,
        Steadiness::Judged(state) => match state.steady_s() {
            Some((begin_s, end_s)) => SteadyPart::Found(begin_s, end_s),
            None => SteadyPart::Missing,
        },
    }
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

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn what_figures_are_read_from_is_drawn_first_and_the_rest_is_spread() {
        let points: Vec<usize> = (10..20).collect();
        let mut drawn = chosen(&points, &[19, 14, 15, 19, 7], 6);
        drawn.sort_unstable();
        assert_eq!(drawn, [10, 13, 14, 15, 18, 19]);
        assert_eq!(chosen(&points, &[], 4), [10, 13, 16, 19]);
        assert_eq!(chosen(&points, &[10, 11], 3), [10, 11, 16]);
        assert_eq!(chosen(&points, &points, 3), [10, 11, 12]);
        assert_eq!(chosen(&points[..3], &[12], 6), [10, 11, 12], "the order of the table");
    }
}
