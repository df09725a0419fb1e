//! Figures that cannot be right together.
//!
//! They stay as they were printed: which of them is wrong, nothing tells.

use crate::document::Direction;
use crate::figures::FigureDoubt;
use plimsoll_schema::{Figure, Kind, Metric, Stat};
use std::collections::BTreeMap;

/// fio prints the middle of a bin, which may lie above the greatest value in it: by 1/128 of it.
/// (stat.h of fio; twice that is allowed.)
const ABOVE_GREATEST: f64 = 1.0 / 64.0;

/// How far a mean may be off by its printed digits.
const ROUNDING: f64 = 1e-6;

/// What the figures of one direction contradict in each other.
pub(crate) fn contradictions(figures: &[Figure], direction: &Direction<'_>) -> Vec<FigureDoubt> {
    // Least and greatest values are whole numbers of the unit in which they were measured.
    let units = direction.latencies.iter().map(|(_, latency)| latency.coarsest_unit());
    let unit = units.max().unwrap_or_default().nanoseconds();
    let mut by_kind: BTreeMap<&Kind, Vec<&Figure>> = BTreeMap::new();
    for figure in figures.iter().filter(|figure| figure.metric == Metric::Latency) {
        if let Some(kind) = &figure.kind {
            by_kind.entry(kind).or_default().push(figure);
        }
    }
    let latencies = by_kind.iter().flat_map(|(kind, figures)| of_latency(kind, figures, unit));
    let reasons = latencies.chain(of_rate(figures, direction));
    reasons.map(|why| FigureDoubt::Contradictory { why }).collect()
}

fn of_latency(kind: &Kind, figures: &[&Figure], unit: f64) -> Vec<String> {
    let figure = |stat| figures.iter().find(|figure| figure.stat == stat).map(|it| it.value);
    let (least, greatest) = (figure(Stat::Min), figure(Stat::Max));
    let kind = kind.word();
    let mut reasons = Vec::new();
    if let Some((mean, least)) = figure(Stat::Mean).zip(least)
        && mean * (1.0 + ROUNDING) + unit < least
    {
        reasons.push(format!("the mean {kind} latency is {mean} ns, the least {least} ns"));
    }
    let Some(greatest) = greatest else { return reasons };
    for (what, value) in [("mean", figure(Stat::Mean)), ("least", least)] {
        if let Some(value) = value.filter(|it| *it > greatest * (1.0 + ROUNDING) + unit) {
            reasons.push(format!(
                "the {what} {kind} latency is {value} ns, the greatest {greatest} ns"
            ));
        }
    }
    let above = figures.iter().find_map(|figure| match figure.stat {
        Stat::Percentile(percentile) => (figure.value > greatest * (1.0 + ABOVE_GREATEST) + unit)
            .then_some((percentile, figure.value)),
        _ => None,
    });
    reasons.extend(above.map(|(percentile, value)| {
        format!("{percentile} of the {kind} latency is {value} ns, the greatest {greatest} ns")
    }));
    reasons
}

/// A rate of 0 although there were operations. Up to 2.x it is a whole number, cut off.
fn of_rate(figures: &[Figure], direction: &Direction<'_>) -> Option<String> {
    let figure = |metric, stat| figures.iter().find(|it| it.metric == metric && it.stat == stat);
    let rate = figure(Metric::Iops, Stat::Mean)?.value;
    let operations = figure(Metric::Operations, Stat::Sum)?.value;
    let seconds = plimsoll_unit::decimal_shifted(direction.runtime?, -3)?;
    (rate <= 0.0 && seconds > 0.0 && operations / seconds >= 1.0)
        .then(|| format!("`iops` is 0, but {operations} operations were done in {seconds} s"))
}
