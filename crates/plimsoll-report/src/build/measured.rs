//! What was measured, with or without a published value beside it.

use super::section::Workload;
use super::{cell, curves, numbers, words};
use crate::english;
use crate::notes::Notes;
use crate::number::{ColumnScale, grouped};
use crate::touch::Touched;
use crate::view::{CellView, TableView};
use plimsoll_compare::{Point, Sample};
use plimsoll_schema::{Metric, Op, Percentile, Stat};
use std::sync::Arc;

/// The figures of the table, in order.
const FIGURES: [(Metric, Stat); 4] = [
    (Metric::Iops, Stat::Mean),
    (Metric::Throughput, Stat::Mean),
    (Metric::Latency, Stat::Mean),
    (Metric::Latency, Stat::Percentile(Percentile::P99)),
];

/// One measured operation of a point.
struct Measured {
    cells: Vec<CellView>,
    samples: [Option<Sample>; 4],
    /// Notes that touch a figure and not the whole row.
    figure_notes: [Vec<usize>; 4],
}

pub(super) fn table(workload: &Workload<'_>, notes: &Notes) -> TableView {
    let points = &workload.input.comparison.points;
    let mut rows: Vec<Measured> = Vec::new();
    for index in curves::by_load(workload) {
        for op in operations(&points[index]) {
            rows.extend(measured(workload, index, &op, notes));
        }
    }
    let scales: Vec<ColumnScale> = FIGURES
        .iter()
        .enumerate()
        .map(|(at, (metric, _))| {
            let samples = rows.iter().filter_map(|row| row.samples[at].as_ref());
            ColumnScale::of(*metric, &samples.map(Sample::mean).collect::<Vec<f64>>())
        })
        .collect();
    let columns = vec![
        words("Job"),
        words("Reads"),
        words("Operation"),
        numbers("Clients", ""),
        numbers("Jobs", ""),
        numbers("Depth", ""),
        numbers("n", ""),
        numbers("Operations", "1/s"),
        numbers("Throughput", scales[1].unit),
        numbers("Mean latency", scales[2].unit),
        numbers("99 % below", scales[3].unit),
        words("Latency"),
    ];
    let rows = rows
        .into_iter()
        .map(|Measured { mut cells, samples, figure_notes }| {
            let kind = cells.pop().unwrap_or_default();
            for (at, (sample, scale)) in samples.iter().zip(&scales).enumerate() {
                let text = sample.as_ref().map(|sample| scale.format(sample.mean()));
                cells.push(CellView {
                    text: text.unwrap_or_else(|| "–".to_owned()),
                    notes: figure_notes[at].clone(),
                    verdict: None,
                });
            }
            cells.push(kind);
            cells
        })
        .collect();
    TableView { caption: english::MEASURED_TABLE.to_owned(), columns, rows }
}

/// The operations of a point. The total of a pure workload is what its one operation did.
fn operations(point: &Point) -> Vec<Op> {
    let mut ops = point.ops();
    let pure = point.pure_op().filter(|op| ops.contains(op));
    ops.retain(|op| pure.is_none() || *op != Op::TOTAL);
    ops
}

fn measured(workload: &Workload<'_>, index: usize, op: &Op, notes: &Notes) -> Option<Measured> {
    let point = &workload.input.comparison.points[index];
    let row = point.row(op)?;
    let findings = point.findings_of(op);
    let number = |value: Option<u64>| {
        cell(value.map_or_else(|| "–".to_owned(), |value| grouped(value as f64, 0)))
    };
    let samples = FIGURES.map(|(metric, stat)| point.sample(op, metric, stat));
    let n = samples.iter().flatten().map(Sample::n).max().unwrap_or(0);
    let kind = row.latency_kind.as_ref().map_or("–", |kind| kind.word());
    let cells = vec![
        cell(row.identity.workload.as_deref().unwrap_or("–")),
        cell(english::share(row.identity.read_percent)),
        CellView {
            text: english::op(op),
            notes: notes.numbers(&Touched::Rate.filter(&findings)),
            verdict: None,
        },
        number(row.identity.clients),
        number(row.identity.jobs),
        number(row.identity.queue_depth),
        cell(n.to_string()),
        cell(kind),
    ];
    let of_rates = Touched::Rate.filter(&findings);
    let figure_notes = FIGURES.map(|(metric, stat)| {
        let mut own = Touched::of(metric, stat).filter(&findings);
        own.retain(|finding| !of_rates.iter().any(|it| Arc::ptr_eq(it, finding)));
        notes.numbers(&own)
    });
    Some(Measured { cells, samples, figure_notes })
}
