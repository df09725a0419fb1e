//! The charts of a section, and the load line of page 1.

use super::section::Workload;
use super::{latencies, loads, read_share};
use crate::chart::{
    Bound, ChartPoint, LoadLineChart, LoadMark, Op as ChartOp, Role, Series, Style,
};
use crate::english;
use crate::input::ReportInput;
use crate::view::ChartView;
use plimsoll_compare::{Judgement, Point, Sample};
use plimsoll_reference::Entry;
use plimsoll_schema::{Metric, Op, Stat};
use std::sync::Arc;

pub(super) const MIB: f64 = 1024.0 * 1024.0;

/// PDF/A allows no text of more than 32,767 bytes, and nobody listens to so long a description.
const GREATEST_ALTERNATIVE: usize = 2000;

/// The families that the PDF embeds, first choice first.
pub(super) fn style() -> Style {
    Style::new(
        "Plimsoll Sans, Plimsoll Sans KR, Plimsoll Sans SC, Source Sans 3, Arial, sans-serif",
    )
}

/// The charts of a workload that have something to show.
pub(super) fn of_section(
    workload: &Workload<'_>,
    anchor: &str,
    judgements: &[&Judgement],
) -> Vec<ChartView> {
    let mut charts: Vec<ChartView> =
        read_share::chart(workload, anchor, judgements).into_iter().collect();
    charts.extend(loads::charts(workload, anchor, judgements));
    charts.extend(latencies::charts(workload, anchor));
    charts
}

/// The rate that a section speaks of: operations if they alone are set beside published values; where
/// nothing is, also if the throughput of some operation is not known.
pub(super) fn rate_of(workload: &Workload<'_>, judgements: &[&Judgement]) -> Metric {
    let is_judged = |metric| judgements.iter().any(|judgement| judgement.metric == metric);
    match (is_judged(Metric::Iops), is_judged(Metric::Throughput)) {
        (true, false) => Metric::Iops,
        (false, false) if !is_throughput_known(workload) => Metric::Iops,
        _ => Metric::Throughput,
    }
}

/// Whether all reads and writes that were counted have a throughput.
fn is_throughput_known(workload: &Workload<'_>) -> bool {
    let has = |point: &Point, op: &Op, metric| point.sample(op, metric, Stat::Mean).is_some();
    workload.points().into_iter().all(|point| {
        [Op::READ, Op::WRITE]
            .iter()
            .all(|op| !has(point, op, Metric::Iops) || has(point, op, Metric::Throughput))
    })
}

/// A description of bounded length.
pub(super) fn shortened(alternative: String) -> String {
    match alternative.char_indices().nth(GREATEST_ALTERNATIVE) {
        Some((at, _)) => format!("{} …", &alternative[..at]),
        None => alternative,
    }
}

/// The references that figures of a section were set beside, each once.
pub(super) fn references(judgements: &[&Judgement]) -> Vec<Arc<Entry>> {
    let mut entries: Vec<Arc<Entry>> = Vec::new();
    for judgement in judgements {
        if !entries.iter().any(|entry| entry.id == judgement.entry.id) {
            entries.push(Arc::clone(&judgement.entry));
        }
    }
    entries
}

pub(super) fn series(
    label: String,
    role: Role,
    op: &Op,
    points: Vec<ChartPoint>,
) -> Option<Series> {
    (!points.is_empty()).then(|| Series { label, role, op: chart_op(op), points })
}

/// The load lines, one for each rate that is required, and a warning where nothing that was measured
/// keeps the required latency.
pub(super) fn load_lines(input: &ReportInput<'_>) -> (Vec<ChartView>, Vec<String>) {
    let requirement = &input.campaign.requirement;
    let throughput = requirement.bytes_per_second.map(|bytes| bytes as f64);
    let required = [
        (Metric::Iops, requirement.iops, "IOPS", 1.0),
        (Metric::Throughput, throughput, "MiB/s", MIB),
    ];
    let (mut charts, mut warnings) = (Vec::new(), Vec::new());
    for (metric, required, unit, divisor) in required {
        let Some(required) = required else { continue };
        match load_line(input, metric, required, unit, divisor) {
            Some(chart) => charts.push(chart),
            None => warnings
                .push(english::warning::requirement_not_kept(metric, requirement.latency_ns)),
        }
    }
    (charts, warnings)
}

/// What is required, the most that was measured within the required latency, and what is published
/// for that point.
fn load_line(
    input: &ReportInput<'_>,
    metric: Metric,
    required: f64,
    unit: &str,
    divisor: f64,
) -> Option<ChartView> {
    let requirement = &input.campaign.requirement;
    let total = |point: &Point| point.sample(&Op::TOTAL, metric, Stat::Mean);
    let is_fast_enough = |point: &Point| {
        let latency = point.sample(&Op::TOTAL, Metric::Latency, Stat::Mean);
        match (requirement.latency_ns, latency) {
            (Some(most), Some(latency)) => latency.mean() <= most,
            (Some(_), None) => false,
            (None, _) => true,
        }
    };
    let points = input.comparison.points.iter().enumerate();
    let (index, best): (usize, Sample) = points
        .filter(|(_, point)| is_fast_enough(point))
        .filter_map(|(index, point)| Some((index, total(point)?)))
        .max_by(|one, other| one.1.mean().total_cmp(&other.1.mean()))?;
    let row = input.comparison.points[index].row(&Op::TOTAL)?;
    let published = published_total(input, index, metric).map(|(value, bound)| {
        LoadMark::new(value / divisor, english::PUBLISHED_MARK).with_bound(bound)
    });
    let name = format!("load-line-{}", metric.word());
    let chart = LoadLineChart {
        name: name.clone(),
        title: None,
        unit: unit.into(),
        required: Some(LoadMark::new(required / divisor, english::REQUIRED_MARK)),
        measured: Some(LoadMark::new(best.mean() / divisor, english::MEASURED_MARK)),
        published,
    };
    let alternative = chart.alternative();
    let title = english::load_line_title(
        metric,
        &super::summary::workload(&row),
        row.identity.read_percent,
        requirement.latency_ns,
    );
    Some(ChartView { svg: chart.svg(&style()), name, title, remark: String::new(), alternative })
}

/// What the first reference states for all operations of a point together; `None` if it does not
/// speak of each of them.
fn published_total(input: &ReportInput<'_>, index: usize, metric: Metric) -> Option<(f64, Bound)> {
    let of_point = |judgement: &&Judgement| judgement.point == index && judgement.metric == metric;
    let all: Vec<&Judgement> = input.comparison.judgements.iter().filter(of_point).collect();
    let first = all.first()?;
    let of_reference: Vec<&&Judgement> =
        all.iter().filter(|it| it.entry.id == first.entry.id).collect();
    let ops = input.comparison.points[index].ops();
    // One value for each operation: a reference may state several points of one operation.
    let is_whole = of_reference.len() == ops.len()
        && ops.iter().all(|op| of_reference.iter().any(|it| it.op == *op));
    let is_exact = of_reference
        .iter()
        .all(|it| matches!(it.published.bound, None | Some(plimsoll_schema::Bound::Exact)));
    let sum = of_reference.iter().map(|judgement| judgement.published.value).sum();
    let bound = if is_exact { Bound::Exact } else { Bound::About };
    is_whole.then_some((sum, bound))
}

pub(super) fn chart_op(op: &Op) -> ChartOp {
    match op {
        op if *op == Op::READ => ChartOp::Read,
        op if *op == Op::WRITE => ChartOp::Write,
        _ => ChartOp::Total,
    }
}

pub(super) fn bound(bound: Option<plimsoll_schema::Bound>) -> Bound {
    use plimsoll_schema::Bound as Published;
    match bound {
        None | Some(Published::Exact) => Bound::Exact,
        Some(Published::About) => Bound::About,
        Some(Published::Below) => Bound::Below,
        Some(Published::AtMost) => Bound::AtMost,
        Some(Published::Above) => Bound::Above,
        Some(Published::AtLeast) => Bound::AtLeast,
        Some(Published::UpTo) => Bound::UpTo,
    }
}
/// Names of which only the parts are left that not all of them share: what stands at the end of a long one is cut
/// where there is no room for it. Those that are still alike are numbered.
pub(super) fn telling_parts(names: &[String]) -> Vec<String> {
    let is_shared = |part: &str| names.iter().all(|name| name.split(", ").any(|it| it == part));
    let short = names.iter().map(|name| {
        let parts: Vec<&str> = name.split(", ").filter(|part| !is_shared(part)).collect();
        if parts.is_empty() { name.clone() } else { parts.join(", ") }
    });
    let short: Vec<String> = if names.len() > 1 { short.collect() } else { names.to_vec() };
    let numbered = |(at, name): (usize, &String)| {
        let alike = |names: &[String]| names.iter().filter(|other| *other == name).count();
        match alike(&short) {
            1 => name.clone(),
            _ => format!("{}: {name}", alike(&short[..=at])),
        }
    };
    short.iter().enumerate().map(numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::telling_parts;

    #[test]
    fn what_all_names_share_tells_none_of_them() {
        let names = |names: &[&str]| -> Vec<String> {
            names.iter().map(|name| (*name).to_owned()).collect()
        };
        let long = ["rw, 50 % reads, size=1g, read", "rw, 50 % reads, size=2g, read"];
        assert_eq!(telling_parts(&names(&long)), ["size=1g", "size=2g"]);
        let alike = ["rw, 1 job", "rw, 1 job", "rw, 2 jobs"];
        assert_eq!(telling_parts(&names(&alike)), ["1: 1 job", "2: 1 job", "2 jobs"]);
        assert_eq!(telling_parts(&names(&["rw, read"])), ["rw, read"]);
        assert_eq!(telling_parts(&names(&["rw", "rw"])), ["1: rw", "2: rw"]);
    }
}
