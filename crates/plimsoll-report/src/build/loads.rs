//! The charts of mean latency over the load: one for each load curve, one for all other points.

use super::charts::{bound, chart_op, references, series, shortened, style};
use super::curves::of_workload;
use super::published::without_far;
use super::section::Workload;
use crate::chart::{
    ChartPoint, Knee, KneeShape, LatencyLoadChart, PointName, Role, Series, Threshold,
};
use crate::english::{self, curve as said};
use crate::view::ChartView;
use plimsoll_compare::{Curve, Judgement, Load, Passed, Point};
use plimsoll_reference::{Entry, Point as ReferencePoint};
use plimsoll_schema::{Claimed, Metric, Op, Row, Stat};

/// Points that differ in more than their load are a line from so many on.
const LEAST_LOADS: usize = 3;

/// More curves than this are not drawn: their tables have them all.
const MOST_CURVES: usize = 6;

/// The charts of a workload that was run at several loads.
pub(super) fn charts(
    workload: &Workload<'_>,
    anchor: &str,
    judgements: &[&Judgement],
) -> Vec<ChartView> {
    let curves = of_workload(workload);
    let drawn = curves.iter().filter(|(_, curve)| has_latencies(curve));
    let mut charts: Vec<ChartView> = drawn
        .take(MOST_CURVES)
        .enumerate()
        .map(|(at, (index, curve))| {
            let own: Vec<&Judgement> =
                judgements.iter().copied().filter(|it| is_of(it, *index)).collect();
            let name = match at {
                0 => format!("{anchor}-curve"),
                _ => format!("{anchor}-curve-{}", at + 1),
            };
            let name_in_title = (curves.len() > 1).then(|| said::name(curve));
            of_curve(curve, &own, name, name_in_title)
        })
        .collect();
    charts.extend(others(workload, anchor, judgements));
    charts
}

fn is_of(judgement: &Judgement, curve: usize) -> bool {
    judgement.on_curve.as_ref().is_some_and(|it| it.curve == curve)
}

/// A rate and a latency of one load, where both were measured.
fn place(load: &Load, op: &Op) -> Option<ChartPoint> {
    let (rate, latency) = (load.mean(op, Metric::Iops)?, load.mean(op, Metric::Latency)?);
    let at = ChartPoint::new(rate, latency);
    let spread = load.sample(op, Metric::Latency, Stat::Mean)?.confidence_interval();
    Some(spread.map_or(at, |it| at.with_spread(it.low, it.high)))
}

fn has_latencies(curve: &Curve) -> bool {
    curve.loads.iter().filter_map(|load| place(load, &curve.op)).count() > 1
}

fn of_curve(
    curve: &Curve,
    judgements: &[&Judgement],
    name: String,
    name_in_title: Option<String>,
) -> ChartView {
    let mut all: Vec<Series> = Vec::new();
    let points = curve.loads.iter().filter_map(|load| place(load, &curve.op)).collect();
    all.extend(series(english::measured_label(&curve.op), Role::Measured, &curve.op, points));
    let entries = references(judgements);
    for entry in &entries {
        let id = (entries.len() > 1).then_some(&*entry.id);
        for (point, at) in published(entry, |row| is_of_curve(row, curve)) {
            let label = said::published_point(point.name.as_deref(), id);
            all.extend(series(label, Role::Published, &curve.op, vec![at]));
        }
    }
    let threshold_ns = curve.crossing.threshold_ns;
    let not_drawn = without_far(&mut all, |point| point.x);
    let chart = LatencyLoadChart {
        name: name.clone(),
        title: None,
        series: all,
        threshold: Some(Threshold { label: said::latency(threshold_ns), latency_ns: threshold_ns }),
        knees: knees(curve),
        names: names(curve),
    };
    let alternative = shortened(chart.alternative());
    let title = match name_in_title {
        Some(curve) => format!("{}: {curve}", english::LATENCY_OVER_LOAD),
        None => english::LATENCY_OVER_LOAD.to_owned(),
    };
    let mut remarks = vec![said::bends_back(curve), not_drawn];
    remarks.retain(|it| !it.is_empty());
    ChartView { svg: chart.svg(&style()), name, title, remark: remarks.join(" "), alternative }
}

/// What was asked for at each load.
fn names(curve: &Curve) -> Vec<PointName> {
    let name = |(index, load): (usize, &Load)| {
        let at = place(load, &curve.op)?;
        let label = said::asked_briefly(curve, index);
        Some(PointName { label, load: at.x, latency_ns: at.y })
    };
    curve.loads.iter().enumerate().filter_map(name).collect()
}

/// The peak, and where the threshold is passed.
fn knees(curve: &Curve) -> Vec<Knee> {
    let threshold_ns = curve.crossing.threshold_ns;
    let knee = |shape, at: ChartPoint, label| Knee {
        label,
        op: chart_op(&curve.op),
        shape,
        load: at.x,
        latency_ns: at.y,
    };
    let around = |shape, load: usize, label: &dyn Fn(ChartPoint) -> String| {
        let at = place(&curve.loads[load], &curve.op)?;
        Some(knee(shape, at, label(at)))
    };
    let rate = curve.iops_at_threshold().map(|sample| sample.mean());
    let is_at_peak = matches!(curve.crossing.passed, Passed::At { load, .. } if load == curve.peak);
    let within = is_at_peak.then_some(threshold_ns);
    let mut knees = Vec::new();
    match curve.crossing.passed {
        Passed::Between { above, .. } => {
            // Loads without a latency are not drawn.
            let before = curve.loads[..above].iter().filter(|it| place(it, &curve.op).is_some());
            let shape = KneeShape::Between(before.count());
            let at = rate.map(|rate| ChartPoint::new(rate, threshold_ns));
            knees
                .extend(at.map(|at| knee(shape, at, said::threshold_label(at.x, &curve.crossing))));
        }
        Passed::At { load, .. } if !is_at_peak => {
            let label = |at: ChartPoint| said::threshold_label(at.x, &curve.crossing);
            knees.extend(around(KneeShape::Diamond, load, &label));
        }
        _ => {}
    }
    let label = |at: ChartPoint| said::peak_label(at.x, Some(at.y), within);
    knees.extend(around(KneeShape::Ring, curve.peak, &label));
    knees
}

/// Whether a published row is of the operation and read share of a curve.
fn is_of_curve(published: &Row, curve: &Curve) -> bool {
    let theirs = published.identity.read_percent;
    let own = curve.row().and_then(|row| row.identity.read_percent);
    published.identity.op.as_ref() == Some(&curve.op) && (theirs.is_none() || theirs == own)
}

/// Published results that state a rate and its latency, in the order of their rates.
fn published(
    entry: &Entry,
    is_wanted: impl Fn(&Row) -> bool,
) -> Vec<(&ReferencePoint, ChartPoint)> {
    let mut points: Vec<(&ReferencePoint, ChartPoint)> = entry
        .points
        .iter()
        .filter(|point| point.row.identity.claim == Some(Claimed::Result))
        .filter(|point| is_wanted(&point.row))
        .filter_map(|point| {
            let rate = point.row.figure(Metric::Iops, Stat::Mean, None)?;
            let latency = point.row.latency(Stat::Mean)?;
            let at = ChartPoint::new(rate.value, latency.value);
            let at = at.with_bound(bound(latency.bound)).with_x_bound(bound(rate.bound));
            Some((point, at))
        })
        .collect();
    points.sort_by(|one, other| one.1.x.total_cmp(&other.1.x));
    points
}

/// Points that no curve has, where several are of one operation and read share.
fn others(workload: &Workload<'_>, anchor: &str, judgements: &[&Judgement]) -> Option<ChartView> {
    let curves = of_workload(workload);
    let is_of_curve = |point: usize| curves.iter().any(|(_, curve)| curve.has(point));
    let all = &workload.input.comparison.points;
    let points: Vec<&Point> = workload
        .points
        .iter()
        .filter(|point| !is_of_curve(**point))
        .map(|point| &all[*point])
        .collect();
    let mut lines: Vec<Series> = Vec::new();
    let mut drawn: Vec<(Op, f64)> = Vec::new();
    for op in [Op::READ, Op::WRITE] {
        for share in shares(&points, &op) {
            let mut at: Vec<ChartPoint> = points
                .iter()
                .filter(|point| read_percent(point, &op).is_some_and(|it| is_same(it, share)))
                .filter_map(|point| {
                    let load = point.sample(&op, Metric::Iops, Stat::Mean)?.mean();
                    let latency = point.sample(&op, Metric::Latency, Stat::Mean)?.mean();
                    Some(ChartPoint::new(load, latency))
                })
                .collect();
            at.sort_by(|one, other| one.x.total_cmp(&other.x));
            if at.len() >= LEAST_LOADS {
                lines.extend(series(english::at_share(&op, share), Role::Measured, &op, at));
                drawn.push((op.clone(), share));
            }
        }
    }
    if lines.is_empty() {
        return None;
    }
    let of_points: Vec<&Judgement> =
        judgements.iter().copied().filter(|it| it.on_curve.is_none()).collect();
    let entries = references(&of_points);
    for entry in &entries {
        let id = (entries.len() > 1).then_some(&*entry.id);
        for (op, share) in &drawn {
            lines.extend(published_at(entry, op, *share, id));
        }
    }
    let remark = without_far(&mut lines, |point| point.x);
    let name = format!("{anchor}-load");
    let chart = LatencyLoadChart {
        name: name.clone(),
        title: None,
        series: lines,
        threshold: None,
        knees: Vec::new(),
        names: Vec::new(),
    };
    let alternative = shortened(chart.alternative());
    let title = english::LATENCY_OVER_LOAD.to_owned();
    Some(ChartView { svg: chart.svg(&style()), name, title, remark, alternative })
}

/// What a reference states of an operation at one read share, each load by itself.
fn published_at(entry: &Entry, op: &Op, share: f64, reference: Option<&str>) -> Vec<Series> {
    let is_of_line = |row: &Row| {
        let theirs = row.identity.read_percent;
        row.identity.op.as_ref() == Some(op) && theirs.is_none_or(|it| is_same(it, share))
    };
    published(entry, is_of_line)
        .into_iter()
        .filter_map(|(point, at)| {
            let point = said::published_point(point.name.as_deref(), reference);
            series(format!("{}, {point}", english::op(op)), Role::Published, op, vec![at])
        })
        .collect()
}

fn read_percent(point: &Point, op: &Op) -> Option<f64> {
    point.row(op)?.identity.read_percent
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The read shares at which an operation was measured, each once.
fn shares(points: &[&Point], op: &Op) -> Vec<f64> {
    let mut shares: Vec<f64> = points.iter().filter_map(|point| read_percent(point, op)).collect();
    shares.sort_by(f64::total_cmp);
    shares.dedup();
    shares
}
