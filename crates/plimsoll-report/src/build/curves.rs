//! Load curves as tables: their loads, and what is read from them beside what is published.

use super::columns::{NO_VALUE, with_sign_explained, without_empty};
use super::measured::is_of_total;
use super::section::Workload;
use super::{cell, numbers, words};
use crate::english::{self, curve as said};
use crate::notes::Notes;
use crate::number::{ColumnScale, bound_sign};
use crate::touch::Touched;
use crate::view::{CellView, TableView};
use plimsoll_compare::{
    Crossing, Curve, CurvePlace, Judgement, Load, OnCurve, Point, PublishedValue, Sample,
};
use plimsoll_schema::{Metric, Op, Stat};
use std::sync::Arc;

/// The figures of a load, in the order of the table.
const FIGURES: [(Metric, Stat); 4] = [
    (Metric::Iops, Stat::Mean),
    (Metric::Throughput, Stat::Mean),
    (Metric::Latency, Stat::Mean),
    (Metric::Latency, Stat::Max),
];

/// The curves of a workload, by their index in the comparison.
pub(super) fn of_workload<'r>(workload: &Workload<'r>) -> Vec<(usize, &'r Curve)> {
    let curves = workload.input.comparison.curves.iter().enumerate();
    curves.filter(|(_, curve)| workload.points.iter().any(|point| curve.has(*point))).collect()
}

/// The points of a workload in their order, those of a curve by their load.
pub(super) fn by_load(workload: &Workload<'_>) -> Vec<usize> {
    let curves = of_workload(workload);
    let mut order: Vec<usize> = Vec::new();
    for point in &workload.points {
        let curve = curves.iter().find(|(_, curve)| curve.has(*point));
        let of_curve = curve.into_iter().flat_map(|(_, curve)| &curve.loads);
        let points = of_curve.flat_map(|load| load.points.iter().copied()).chain([*point]);
        for point in points {
            if !order.contains(&point) {
                order.push(point);
            }
        }
    }
    order
}

/// Whether all points are loads of curves, and of one read share: then there is nothing to draw over it.
pub(super) fn hold_all_of_one_share(workload: &Workload<'_>) -> bool {
    let curves = of_workload(workload);
    let shares: Vec<Option<f64>> = curves
        .iter()
        .map(|(_, curve)| curve.row().and_then(|row| row.identity.read_percent))
        .collect();
    !curves.is_empty()
        && shares.windows(2).all(|pair| pair[0] == pair[1])
        && workload.points.iter().all(|point| curves.iter().any(|(_, curve)| curve.has(*point)))
}

/// The points of a workload with the operations to show. Of a curve it is the peak with its operation:
/// all loads together say nothing that can be told apart.
pub(super) fn peaks_and_others<'r>(workload: &Workload<'r>) -> Vec<(&'r Point, Vec<Op>)> {
    let curves = of_workload(workload);
    let points = &workload.input.comparison.points;
    let is_of_none = |point: &&usize| !curves.iter().any(|(_, curve)| curve.has(**point));
    let others = workload.points.iter().filter(is_of_none).map(|point| &points[*point]);
    let peaks = curves.iter().map(|(_, curve)| (&curve.peak().point, vec![curve.op.clone()]));
    others.map(|point| (point, point.ops())).chain(peaks).collect()
}

/// For each curve its loads, then its peak and the rate at the threshold.
pub(super) fn tables(
    workload: &Workload<'_>,
    judgements: &[&Judgement],
    notes: &Notes,
) -> Vec<TableView> {
    let of_curve = |(index, curve): (usize, &Curve)| {
        let own: Vec<&Judgement> =
            judgements.iter().copied().filter(|it| place(it, index).is_some()).collect();
        [loads(curve, notes), knee(curve, index, &own, notes)]
    };
    of_workload(workload).into_iter().flat_map(of_curve).collect()
}

/// Where on a curve a judgement is made, if it is of that curve.
fn place(judgement: &Judgement, curve: usize) -> Option<&CurvePlace> {
    match &judgement.on_curve {
        Some(OnCurve { curve: of, place, .. }) if *of == curve => Some(place),
        _ => None,
    }
}

fn loads(curve: &Curve, notes: &Notes) -> TableView {
    let samples: Vec<[Option<Sample>; 4]> = curve
        .loads
        .iter()
        .map(|load| FIGURES.map(|(metric, stat)| load.sample(&curve.op, metric, stat)))
        .collect();
    let scale = |at: usize| {
        let of_figure = samples.iter().filter_map(|row: &[Option<Sample>; 4]| row[at].as_ref());
        ColumnScale::of(FIGURES[at].0, &of_figure.map(Sample::mean).collect::<Vec<f64>>())
    };
    let scales = [0, 1, 2, 3].map(scale);
    let columns = vec![
        words(said::ASKED),
        numbers("n", ""),
        numbers("Operations", "1/s"),
        numbers("Throughput", scales[1].unit),
        numbers("Mean latency", scales[2].unit),
        numbers("Greatest latency", scales[3].unit),
        words(said::PLACE),
    ];
    let rows = curve
        .loads
        .iter()
        .zip(&samples)
        .enumerate()
        .map(|(index, (load, samples))| {
            let figures = FIGURES.iter().zip(samples).zip(&scales);
            let figures = figures.map(|(((metric, stat), sample), scale)| {
                let mean = sample.as_ref().map(|sample| scale.format(sample.mean()));
                let is_of_total = is_of_total(&load.point, &curve.op, *metric, *stat);
                CellView {
                    text: mean.unwrap_or_else(|| NO_VALUE.to_owned()),
                    sign: if is_of_total { english::OF_TOTAL_SIGN } else { "" }.to_owned(),
                    ..CellView::default()
                }
            });
            let mut cells = vec![
                cell(said::asked(curve, index)),
                cell(samples.iter().flatten().map(Sample::n).max().unwrap_or(0).to_string()),
            ];
            cells.extend(figures);
            note_doubts(&mut cells, load, curve, notes);
            cells.push(cell(said::place(curve, index)));
            cells
        })
        .collect();
    let caption = said::loads_caption(curve);
    let mut table = TableView { caption, columns, rows, ..TableView::default() };
    if curve.latency_op != curve.op {
        table.remarks.push(english::LATENCY_OF_READS.to_owned());
    }
    let droppable = ["Throughput", "Mean latency", "Greatest latency", said::PLACE];
    with_sign_explained(without_empty(table, &droppable))
}

/// Puts notes at the load if they touch its rates, else at its latencies.
fn note_doubts(cells: &mut [CellView], load: &Load, curve: &Curve, notes: &Notes) {
    let findings = load.point.findings_of(&curve.op);
    let of_rates = Touched::Rate.filter(&findings);
    let mut of_latency = Touched::Latency.filter(&findings);
    of_latency.retain(|finding| !of_rates.iter().any(|it| Arc::ptr_eq(it, finding)));
    cells[0].notes = notes.numbers(&of_rates);
    cells[4].notes = notes.numbers(&of_latency);
}

/// A line of the table of what is read from a curve.
#[derive(Default)]
struct Line {
    whose: String,
    peak: Option<Read>,
    peak_latency: Option<Read>,
    threshold_ns: Option<f64>,
    rate: Option<Read>,
    basis: String,
}

/// A figure with its bound and its notes.
struct Read {
    value: f64,
    bound: Option<plimsoll_schema::Bound>,
    notes: Vec<usize>,
}

impl Read {
    fn measured(value: f64) -> Self {
        Self { value, bound: None, notes: Vec::new() }
    }

    fn published(value: &PublishedValue, notes: &Notes) -> Self {
        Self { value: value.value, bound: value.bound, notes: notes.numbers(&value.findings) }
    }
}

/// Peak and rate at a latency, of the curve and of the references that it was set beside.
fn knee(curve: &Curve, index: usize, judgements: &[&Judgement], notes: &Notes) -> TableView {
    let mut lines = vec![measured(curve, &curve.crossing, true)];
    for crossing in other_thresholds(curve, index, judgements) {
        lines.push(measured(curve, &crossing, false));
    }
    lines.extend(published(curve, index, judgements, notes));
    let scale = |metric, of: fn(&Line) -> Vec<f64>| {
        ColumnScale::of(metric, &lines.iter().flat_map(of).collect::<Vec<f64>>())
    };
    let value = |read: &Option<Read>| read.as_ref().map(|read| read.value);
    let rates = ColumnScale::of(
        Metric::Iops,
        &lines
            .iter()
            .flat_map(|line| [value(&line.peak), value(&line.rate)])
            .flatten()
            .collect::<Vec<f64>>(),
    );
    let latencies = scale(Metric::Latency, |line| {
        line.peak_latency.iter().map(|read| read.value).chain(line.threshold_ns).collect()
    });
    let columns = vec![
        words(said::WHOSE),
        numbers("Peak", rates.unit),
        numbers("Latency at peak", latencies.unit),
        numbers("At latency", latencies.unit),
        numbers("Rate there", rates.unit),
        words(said::BASIS),
    ];
    let shown = |read: &Option<Read>, scale: ColumnScale| match read {
        Some(read) => CellView {
            text: format!("{}{}", bound_sign(read.bound), scale.format(read.value)),
            notes: read.notes.clone(),
            ..CellView::default()
        },
        None => cell("–"),
    };
    let rows = lines
        .iter()
        .map(|line| {
            let threshold = line.threshold_ns.map_or_else(|| "–".into(), |it| latencies.format(it));
            vec![
                cell(&*line.whose),
                shown(&line.peak, rates),
                shown(&line.peak_latency, latencies),
                cell(threshold),
                shown(&line.rate, rates),
                cell(&*line.basis),
            ]
        })
        .collect();
    TableView { caption: said::knee_caption(curve), columns, rows, ..TableView::default() }
}

/// The line of the curve itself at one latency; the peak stands in the first one.
fn measured(curve: &Curve, crossing: &Crossing, with_peak: bool) -> Line {
    let of_peak = |metric| curve.peak().mean(&curve.op, metric).filter(|_| with_peak);
    let rate = curve
        .rate_at(crossing, &curve.op)
        .map(|sample| Read { bound: said::bound(crossing), ..Read::measured(sample.mean()) });
    Line {
        whose: said::MEASURED.to_owned(),
        peak: of_peak(Metric::Iops).map(Read::measured),
        peak_latency: of_peak(Metric::Latency).map(Read::measured),
        threshold_ns: Some(crossing.threshold_ns),
        rate,
        basis: said::crossing(curve, &curve.op, crossing),
    }
}

/// Where the curve passes published latencies other than the threshold.
fn other_thresholds(curve: &Curve, index: usize, judgements: &[&Judgement]) -> Vec<Crossing> {
    let mut all = vec![curve.crossing];
    for judgement in judgements.iter().filter(|it| it.op == curve.op) {
        if let Some(CurvePlace::Threshold(crossing)) = place(judgement, index) {
            let is_known =
                |known: &Crossing| known.threshold_ns.total_cmp(&crossing.threshold_ns).is_eq();
            if !all.iter().any(is_known) {
                all.push(*crossing);
            }
        }
    }
    all.split_off(1)
}

/// A line for each reference and latency, the peak in the first one.
fn published(curve: &Curve, index: usize, judgements: &[&Judgement], notes: &Notes) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for judgement in judgements.iter().filter(|it| it.op == curve.op) {
        let threshold_ns = match (place(judgement, index), judgement.metric) {
            (Some(CurvePlace::Threshold(crossing)), Metric::Iops) => Some(crossing.threshold_ns),
            (Some(CurvePlace::Load(_)), Metric::Iops | Metric::Latency) => None,
            _ => continue,
        };
        let is_its_line = |line: &Line| {
            let is_same = threshold_ns.is_none() || line.threshold_ns == threshold_ns;
            line.whose == *judgement.entry.id && (is_same || line.threshold_ns.is_none())
        };
        let at = lines.iter().position(is_its_line).unwrap_or_else(|| {
            lines.push(Line { whose: judgement.entry.id.to_string(), ..Line::default() });
            lines.len() - 1
        });
        lines[at].publish(judgement, threshold_ns, notes);
    }
    lines
}

impl Line {
    fn publish(&mut self, judgement: &Judgement, threshold_ns: Option<f64>, notes: &Notes) {
        let read = Some(Read::published(&judgement.published, notes));
        match judgement.metric {
            Metric::Latency => self.peak_latency = read,
            _ if threshold_ns.is_some() => {
                self.threshold_ns = threshold_ns;
                self.rate = read;
            }
            _ => self.peak = read,
        }
        let basis = english::basis(&judgement.published);
        if self.basis.is_empty() {
            self.basis = basis;
        } else {
            let more = basis.strip_prefix("printed ").unwrap_or(&basis);
            self.basis.push_str("; ");
            self.basis.push_str(more);
        }
    }
}
