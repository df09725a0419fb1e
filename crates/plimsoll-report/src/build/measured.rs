//! What was measured, with or without a published value beside it.

use super::columns::{NO_VALUE, with_sign_explained, without_empty};
use super::section::{Workload, first_row};
use super::{cell, curves, numbers, words};
use crate::english::{self, Jobs};
use crate::notes::Notes;
use crate::number::{ColumnScale, grouped};
use crate::touch::Touched;
use crate::view::{CellView, TableView};
use plimsoll_compare::{Point, Sample};
use plimsoll_schema::{Kind, Metric, Op, Percentile, Row, Stat};
use std::sync::Arc;

/// How many figures a line has.
const COUNT: usize = 6;

/// The figures of the table, in order. Databases count their own operations beside all those that the storage saw.
const FIGURES: [(Metric, Stat, Option<Kind>); COUNT] = [
    (Metric::Iops, Stat::Mean, None),
    (Metric::Iops, Stat::Mean, Some(Kind::APPLICATION)),
    (Metric::Throughput, Stat::Mean, None),
    (Metric::Transactions, Stat::Mean, None),
    (Metric::Latency, Stat::Mean, None),
    (Metric::Latency, Stat::Percentile(Percentile::P99), None),
];

const JOB: &str = "Job";
const THROUGHPUT: &str = "Throughput";

/// One measured operation of a point.
struct Measured {
    cells: Vec<CellView>,
    samples: [Option<Sample>; COUNT],
    /// Which of the samples only the run's total has.
    is_of_total: [bool; COUNT],
    /// Notes that touch a figure and not the whole row.
    figure_notes: [Vec<usize>; COUNT],
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
        .map(|(at, (metric, ..))| {
            let samples = rows.iter().filter_map(|row| row.samples[at].as_ref());
            ColumnScale::of(*metric, &samples.map(Sample::mean).collect::<Vec<f64>>())
        })
        .collect();
    let all_rows: Vec<Row> = workload.points().into_iter().filter_map(first_row).collect();
    let jobs = Jobs::of(&all_rows).heading();
    let columns = vec![
        words(JOB),
        words("Reads"),
        words("Operation"),
        numbers("Clients", ""),
        numbers(jobs, ""),
        numbers("Depth", ""),
        numbers("n", ""),
        numbers("Operations", "1/s"),
        numbers(english::APPLICATION, "1/s"),
        numbers(THROUGHPUT, scales[2].unit),
        numbers(english::TRANSACTIONS, "1/s"),
        numbers("Mean latency", scales[4].unit),
        numbers(english::PERCENTILE_99, scales[5].unit),
        words(english::LATENCY_KIND),
    ];
    let rows = rows.into_iter().map(|row| row.cells(&scales)).collect();
    let caption = english::MEASURED_TABLE.to_owned();
    let table = TableView { caption, columns, rows, ..TableView::default() };
    let droppable = [
        JOB,
        "Clients",
        jobs,
        "Depth",
        english::APPLICATION,
        THROUGHPUT,
        english::TRANSACTIONS,
        english::PERCENTILE_99,
        english::LATENCY_KIND,
    ];
    with_sign_explained(without_empty(table, &droppable))
}

impl Measured {
    fn cells(self, scales: &[ColumnScale]) -> Vec<CellView> {
        let Self { mut cells, samples, is_of_total, figure_notes } = self;
        let kind = cells.pop().unwrap_or_default();
        for (at, (sample, scale)) in samples.iter().zip(scales).enumerate() {
            let text = sample.as_ref().map(|sample| scale.format(sample.mean()));
            cells.push(CellView {
                text: text.unwrap_or_else(|| NO_VALUE.to_owned()),
                sign: if is_of_total[at] {
                    english::OF_TOTAL_SIGN.to_owned()
                } else {
                    String::new()
                },
                notes: figure_notes[at].clone(),
                verdict: None,
            });
        }
        cells.push(kind);
        cells
    }
}

/// Whether a figure of an operation is that of the run's total, which is the same in a pure workload: the
/// tool printed it for nothing else.
pub(super) fn is_of_total(point: &Point, op: &Op, metric: Metric, stat: Stat) -> bool {
    let is_own = |row: &&Row| row.identity.op.as_ref() == Some(op);
    let mut own = point.moments.iter().flat_map(|moment| &moment.rows).filter(is_own).peekable();
    // Without a row of its own the operation is nothing but the total.
    own.peek().is_some()
        && !own.flat_map(|row| &row.figures).any(|it| it.metric == metric && it.stat == stat)
        && point.sample(op, metric, stat).is_some()
}

/// The operations of a point. The total of a pure workload is what its one operation did.
fn operations(point: &Point) -> Vec<Op> {
    let mut ops = point.ops();
    if let Some(pure) = point.pure_op() {
        if ops == [Op::TOTAL] {
            return vec![pure];
        }
        let has_own = ops.contains(&pure);
        ops.retain(|op| *op != Op::TOTAL || !has_own);
    }
    ops
}

fn measured(workload: &Workload<'_>, index: usize, op: &Op, notes: &Notes) -> Option<Measured> {
    let point = &workload.input.comparison.points[index];
    let row = point.row(op)?;
    let findings = point.findings_of(op);
    let number = |value: Option<u64>| {
        cell(value.map_or_else(|| NO_VALUE.to_owned(), |value| grouped(value as f64, 0)))
    };
    let samples = FIGURES.map(|(metric, stat, kind)| match kind {
        Some(kind) => point.rate_sample(op, metric, &kind),
        None => point.sample(op, metric, stat),
    });
    let n = samples.iter().flatten().map(Sample::n).max().unwrap_or(0);
    let kind = row.latency_kind.as_ref().map_or_else(|| NO_VALUE.to_owned(), english::latency_kind);
    let is_of_total =
        FIGURES.map(|(metric, stat, kind)| kind.is_none() && is_of_total(point, op, metric, stat));
    let cells = vec![
        cell(row.identity.workload.as_deref().unwrap_or(NO_VALUE)),
        cell(english::share(row.identity.read_percent)),
        CellView {
            text: english::measured_op(op, &point.ops()),
            notes: notes.numbers(&Touched::Rate.filter(&findings)),
            ..CellView::default()
        },
        number(row.identity.clients),
        number(row.identity.jobs),
        number(row.identity.queue_depth),
        cell(n.to_string()),
        cell(kind),
    ];
    let of_rates = Touched::Rate.filter(&findings);
    let figure_notes = FIGURES.map(|(metric, stat, _)| {
        let mut own = Touched::of(metric, stat).filter(&findings);
        own.retain(|finding| !of_rates.iter().any(|it| Arc::ptr_eq(it, finding)));
        notes.numbers(&own)
    });
    Some(Measured { cells, samples, is_of_total, figure_notes })
}
