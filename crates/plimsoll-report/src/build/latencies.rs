//! How latencies are distributed: percentiles, and shares by latency.

use super::charts::{shortened, style, telling_parts};
use super::curves;
use super::section::Workload;
use crate::chart::{DistributionChart, DistributionLine, PercentileChart, PercentileLine, Style};
use crate::english::{self, over_time};
use crate::view::ChartView;
use plimsoll_compare::Point;
use plimsoll_schema::{Distribution, Metric, Op, Row, Stat};
use std::collections::BTreeSet;

/// More lines than this cannot be told apart.
const MOST_LINES: usize = 6;
/// The same of outlines, which run over each other where distributions are alike.
const MOST_OUTLINES: usize = 4;
/// A line with fewer percentiles says too little.
const LEAST_PERCENTILES: usize = 3;
/// A distribution with fewer bins says too little.
const LEAST_BINS: usize = 3;

/// The charts of a section, as far as its tools printed percentiles or histograms.
pub(super) fn charts(workload: &Workload<'_>, anchor: &str) -> Vec<ChartView> {
    let measured = measured(workload);
    [percentiles(&measured, anchor), distributions(&measured, anchor)]
        .into_iter()
        .flatten()
        .collect()
}

/// An operation of a point.
struct Measured<'r> {
    point: &'r Point,
    op: Op,
    row: Row,
}

fn measured<'r>(workload: &Workload<'r>) -> Vec<Measured<'r>> {
    let of_point = |(point, ops): (&'r Point, Vec<Op>)| {
        ops.into_iter().filter_map(|op| Some(Measured { point, row: point.row(&op)?, op }))
    };
    curves::peaks_and_others(workload).into_iter().flat_map(of_point).collect()
}

/// Percentiles of the latency, a line for each point and operation that has them.
fn percentiles(measured: &[Measured<'_>], anchor: &str) -> Option<ChartView> {
    let drawn: Vec<(&Measured<'_>, Vec<(f64, f64)>)> = measured
        .iter()
        .map(|it| (it, it.percentiles()))
        .filter(|(_, points)| points.len() >= LEAST_PERCENTILES)
        .collect();
    let labels = labels(&drawn.iter().map(|it| it.0).collect::<Vec<_>>())?;
    let all = drawn.len();
    let line = |(label, (_, points))| PercentileLine { label, points };
    let lines: Vec<PercentileLine> =
        labels.into_iter().zip(drawn).map(line).take(MOST_LINES).collect();
    let title = english::percentiles(lines.len(), all);
    let chart = PercentileChart { name: format!("{anchor}-percentiles"), title: None, lines };
    Some(view(&chart.name, title, chart.alternative(), chart.svg(&style())))
}

/// Shares of the operations by latency, for each point and operation of which a histogram is known.
fn distributions(measured: &[Measured<'_>], anchor: &str) -> Option<ChartView> {
    let drawn: Vec<(&Measured<'_>, Distribution)> = measured
        .iter()
        .filter_map(|it| Some((it, it.distribution()?)))
        .filter(|(_, distribution)| distribution.bins().count() >= LEAST_BINS)
        .collect();
    let drawn = without_totals(drawn);
    let labels = labels(&drawn.iter().map(|it| it.0).collect::<Vec<_>>())?;
    let all = drawn.len();
    let line = |(label, (_, distribution))| DistributionLine { label, distribution };
    let lines: Vec<DistributionLine> =
        labels.into_iter().zip(drawn).map(line).take(MOST_OUTLINES).collect();
    let title = english::distributions(lines.len(), all);
    let chart = DistributionChart { name: format!("{anchor}-distribution"), title: None, lines };
    let style = Style { height: 220.0, ..style() };
    Some(view(&chart.name, title, chart.alternative(), chart.svg(&style)))
}

/// The same without reads and writes together where both are there by themselves, or one of them is all.
fn without_totals<'m, 'r>(
    drawn: Vec<(&'m Measured<'r>, Distribution)>,
) -> Vec<(&'m Measured<'r>, Distribution)> {
    let of_point = |point: &Point, op: &Op| {
        let is_its = |(it, _): &&(&Measured<'_>, _)| std::ptr::eq(it.point, point) && it.op == *op;
        drawn.iter().find(is_its).map(|(_, distribution)| distribution)
    };
    let is_told = |(it, all): &(&Measured<'_>, Distribution)| {
        let parts = [Op::READ, Op::WRITE].map(|op| of_point(it.point, &op));
        let is_one = parts.iter().flatten().any(|part| *part == all);
        it.op == Op::TOTAL && (is_one || parts.iter().all(Option::is_some))
    };
    let is_sum: Vec<bool> = drawn.iter().map(is_told).collect();
    drawn.into_iter().zip(is_sum).filter(|(_, is_sum)| !is_sum).map(|(it, _)| it).collect()
}

fn view(name: &str, title: String, alternative: String, svg: String) -> ChartView {
    let alternative = shortened(alternative);
    ChartView { name: name.to_owned(), title, remark: String::new(), alternative, svg }
}

/// What tells the lines apart in few words: the operation and the share of reads; else the name of the
/// workload; else everything that is known of it. `None` where there are no lines.
fn labels(lines: &[&Measured<'_>]) -> Option<Vec<String>> {
    let short = |it: &Measured<'_>| match it.row.identity.read_percent {
        Some(share) => english::at_share(&it.op, share),
        None => english::op(&it.op),
    };
    let named = |it: &Measured<'_>| {
        let name = it.row.identity.workload.as_deref().unwrap_or_default();
        english::of_workload(&it.op, name)
    };
    let long = |it: &Measured<'_>| english::of_workload(&it.op, &over_time::subject(&it.row, true));
    let forms: [&dyn Fn(&Measured<'_>) -> String; 3] = [&short, &named, &long];
    let labels = |form: &&dyn Fn(&Measured<'_>) -> String| -> Vec<String> {
        lines.iter().map(|line| form(line)).collect()
    };
    let are_distinct =
        |labels: &Vec<String>| labels.iter().collect::<BTreeSet<_>>().len() == labels.len();
    let found = forms.iter().map(labels).find(are_distinct);
    (!lines.is_empty()).then(|| found.unwrap_or_else(|| telling_parts(&labels(&forms[2]))))
}

impl Measured<'_> {
    /// Percentile and latency, ascending: the mean over the repeats.
    fn percentiles(&self) -> Vec<(f64, f64)> {
        let of_kind = self.row.figures.iter().filter(|it| it.kind == self.row.latency_kind);
        let mut points: Vec<(f64, f64)> = of_kind
            .filter_map(|figure| match figure.stat {
                Stat::Percentile(percentile) => {
                    let mean = self.point.sample(&self.op, Metric::Latency, figure.stat)?.mean();
                    Some((percentile.percent(), mean))
                }
                _ => None,
            })
            .collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        points
    }

    /// The operations of all repeats together; `None` if not all of them have a histogram of the same grid
    /// and the same kind of latency.
    fn distribution(&self) -> Option<Distribution> {
        let mut all = Distribution::default();
        for moment in &self.point.moments {
            let Some(row) = moment.row(&self.op) else { continue };
            let own = row.distribution.filter(|_| row.latency_kind == self.row.latency_kind)?;
            all = all.merge(&own).ok()?;
        }
        Some(all)
    }
}
