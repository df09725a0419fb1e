//! The chart of a rate over the share of reads, with the published points.

use super::charts::{MIB, bound, rate_of, references, series, shortened, style};
use super::curves;
use super::published::without_far;
use super::section::Workload;
use crate::chart::{ChartPoint, Quantity, ReadShareChart, Role, Series};
use crate::english::{self, curve as said};
use crate::view::ChartView;
use plimsoll_compare::{Judgement, Point};
use plimsoll_reference::Entry;
use plimsoll_schema::{Claimed, Metric, Op, Stat};

const OPS: [Op; 2] = [Op::READ, Op::WRITE];

/// Throughput or operations over the read share; `None` where nothing can be read from it.
pub(super) fn chart(
    workload: &Workload<'_>,
    anchor: &str,
    judgements: &[&Judgement],
) -> Option<ChartView> {
    // Curves of one read share are drawn over their load.
    if curves::hold_all_of_one_share(workload) {
        return None;
    }
    let metric = rate_of(workload, judgements);
    let (quantity, unit, divisor) = match metric {
        Metric::Iops => (Quantity::Iops, "IOPS", 1.0),
        _ => (Quantity::Throughput, "MiB/s", MIB),
    };
    let points = points(workload);
    let mut all: Vec<Series> = Vec::new();
    let mut measured: Vec<Op> = Vec::new();
    for op in OPS {
        if let Some(of_op) = measured_series(&points, &op, metric, divisor) {
            all.push(of_op);
            measured.push(op);
        }
    }
    let entries = references(judgements);
    for entry in &entries {
        let name = (entries.len() > 1).then_some(&*entry.id);
        for op in &measured {
            all.extend(published_series(entry, op, metric, divisor, name));
        }
    }
    let interpolated = |op: &Op| interpolated_series(workload, judgements, op, metric, divisor);
    all.extend(measured.iter().filter_map(interpolated));
    let remark = without_far(&mut all, |point| point.y);
    if !says_something(&all) {
        return None;
    }
    let name = format!("{anchor}-read-share");
    let title = english::over_read_share(metric, are_several_at_a_share(&points));
    let (unit, title_within) = (unit.into(), None);
    let chart =
        ReadShareChart { name: name.clone(), title: title_within, quantity, unit, series: all };
    let alternative = shortened(chart.alternative());
    Some(ChartView { svg: chart.svg(&style()), name, title, remark, alternative })
}

/// The points to draw. Where only some are loads of curves, these are left out: what a load curve reached
/// and what single runs did is not one line.
fn points<'w>(workload: &'w Workload<'_>) -> Vec<&'w Point> {
    let curves = curves::of_workload(workload);
    let all = &workload.input.comparison.points;
    let is_single = |point: &usize| !curves.iter().any(|(_, curve)| curve.has(*point));
    let single = workload.points.iter().filter(|point| is_single(point)).map(|point| &all[*point]);
    let single: Vec<&Point> = single.collect();
    if single.is_empty() { workload.points() } else { single }
}

/// Whether there is more than one share to see, and a line or something published.
fn says_something(all: &[Series]) -> bool {
    let mut shares: Vec<f64> = all.iter().flat_map(|it| &it.points).map(|it| it.x).collect();
    shares.sort_by(f64::total_cmp);
    shares.dedup();
    let is_worth_it = |it: &Series| it.role == Role::Published || it.points.len() > 1;
    shares.len() > 1 && all.iter().any(is_worth_it)
}

fn measured_series(points: &[&Point], op: &Op, metric: Metric, divisor: f64) -> Option<Series> {
    let mut drawn: Vec<ChartPoint> = points
        .iter()
        .filter_map(|point| {
            let share = point.row(op)?.identity.read_percent?;
            let sample = point.sample(op, metric, Stat::Mean)?;
            let at = ChartPoint::new(share, sample.mean() / divisor);
            Some(match sample.confidence_interval() {
                Some(it) => at.with_spread(it.low / divisor, it.high / divisor),
                None => at,
            })
        })
        .collect();
    // The greatest first; of several runs at one share it is the one that is drawn.
    drawn.sort_by(|one, other| one.x.total_cmp(&other.x).then(other.y.total_cmp(&one.y)));
    drawn.dedup_by(|later, first| later.x.total_cmp(&first.x).is_eq());
    series(english::measured_label(op), Role::Measured, op, drawn)
}

/// Whether one operation was measured by several runs at one read share.
fn are_several_at_a_share(points: &[&Point]) -> bool {
    OPS.iter().any(|op| {
        let mut shares: Vec<f64> =
            points.iter().filter_map(|point| point.row(op)?.identity.read_percent).collect();
        let all = shares.len();
        shares.sort_by(f64::total_cmp);
        shares.dedup();
        shares.len() < all
    })
}

/// What a reference states of an operation, as one line over the shares. Where it states several loads at
/// one share, loads of one name are a line, and others stand alone: a line from one load to another
/// would say nothing about shares.
fn published_series(
    entry: &Entry,
    op: &Op,
    metric: Metric,
    divisor: f64,
    reference: Option<&str>,
) -> Vec<Series> {
    let mut stated: Vec<(Option<&str>, ChartPoint)> = entry
        .points
        .iter()
        .filter(|point| point.row.identity.claim == Some(Claimed::Result))
        .filter(|point| point.row.identity.op.as_ref() == Some(op))
        .filter_map(|point| {
            let figure = point.row.figure(metric, Stat::Mean, None)?;
            let at = ChartPoint::new(point.row.identity.read_percent?, figure.value / divisor);
            Some((point.name.as_deref(), at.with_bound(bound(figure.bound))))
        })
        .collect();
    stated.sort_by(|one, other| one.1.x.total_cmp(&other.1.x));
    let points = |stated: &[(Option<&str>, ChartPoint)]| stated.iter().map(|it| it.1).collect();
    if has_one_at_each_share(&stated) {
        let label = english::published_label(op, reference);
        return series(label, Role::Published, op, points(&stated)).into_iter().collect();
    }
    let mut lines = Vec::new();
    for name in distinct(stated.iter().map(|it| it.0)) {
        let of_name: Vec<_> = stated.iter().filter(|it| it.0 == name).copied().collect();
        let label = format!("{}, {}", english::op(op), said::published_point(name, reference));
        let size = if has_one_at_each_share(&of_name) { of_name.len() } else { 1 };
        let parts = of_name.chunks(size.max(1));
        lines.extend(parts.filter_map(|it| series(label.clone(), Role::Published, op, points(it))));
    }
    lines
}

/// Whether no two points, sorted by their share, have the same one.
fn has_one_at_each_share(stated: &[(Option<&str>, ChartPoint)]) -> bool {
    stated.windows(2).all(|pair| pair[0].1.x < pair[1].1.x)
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct: Vec<T> = Vec::new();
    for it in all {
        if !distinct.contains(&it) {
            distinct.push(it);
        }
    }
    distinct
}

fn interpolated_series(
    workload: &Workload<'_>,
    judgements: &[&Judgement],
    op: &Op,
    metric: Metric,
    divisor: f64,
) -> Option<Series> {
    let drawn: Vec<ChartPoint> = judgements
        .iter()
        .filter(|it| it.op == *op && it.metric == metric && it.published.between.is_some())
        .filter_map(|judgement| {
            let point = &workload.input.comparison.points[judgement.point];
            let share = point.row(op)?.identity.read_percent?;
            Some(ChartPoint::new(share, judgement.published.value / divisor))
        })
        .collect();
    series(english::interpolated_label(op), Role::Interpolated, op, drawn)
}

#[cfg(test)]
mod tests {
    use super::says_something;
    use crate::chart::{ChartPoint, Op, Role, Series};

    fn series(role: Role, points: &[(f64, f64)]) -> Series {
        let points = points.iter().map(|(x, y)| ChartPoint::new(*x, *y)).collect();
        Series { label: String::new(), role, op: Op::Read, points }
    }

    #[test]
    fn one_share_alone_is_no_chart() {
        let measured = |points: &[(f64, f64)]| series(Role::Measured, points);
        let published = |points: &[(f64, f64)]| series(Role::Published, points);
        assert!(!says_something(&[measured(&[(100.0, 1.0)])]));
        assert!(!says_something(&[measured(&[(100.0, 1.0)]), published(&[(100.0, 2.0)])]));
        assert!(!says_something(&[measured(&[(100.0, 1.0)]), measured(&[(0.0, 1.0)])]));
        assert!(says_something(&[measured(&[(50.0, 1.0), (100.0, 1.0)])]));
        assert!(says_something(&[measured(&[(100.0, 1.0)]), published(&[(0.0, 2.0)])]));
    }
}
