//! The verdicts on page 1: a table for each quantity.

use super::section::first_row;
use super::{cell, numbers, words};
use crate::english;
use crate::input::ReportInput;
use crate::notes::Notes;
use crate::number::{ColumnScale, block_size, grouped, percent};
use crate::touch::Touched;
use crate::view::{CellView, TableView};
use plimsoll_compare::{Curve, CurvePlace, Judgement, OnCurve, Sample};
use plimsoll_schema::{Finding, Metric, Row, Stat};
use std::fmt::Write as _;
use std::sync::Arc;

/// The quantities in the order of the page.
const QUANTITIES: [Metric; 4] =
    [Metric::Throughput, Metric::Iops, Metric::Transactions, Metric::Latency];

/// `order` is that of the sections: indices of points.
pub(super) fn tables(input: &ReportInput<'_>, order: &[usize], notes: &Notes) -> Vec<TableView> {
    QUANTITIES.into_iter().filter_map(|metric| table(input, order, metric, notes)).collect()
}

fn table(
    input: &ReportInput<'_>,
    order: &[usize],
    metric: Metric,
    notes: &Notes,
) -> Option<TableView> {
    let mut judgements: Vec<&Judgement> =
        input.comparison.judgements.iter().filter(|it| it.metric == metric).collect();
    judgements.sort_by_key(|judgement| order.iter().position(|point| *point == judgement.point));
    if judgements.is_empty() {
        return None;
    }
    let scale = scale_of(metric, &judgements);
    let first = &judgements[0].entry.id;
    let are_several = judgements.iter().any(|judgement| judgement.entry.id != *first);
    let rows = judgements
        .iter()
        .map(|judgement| {
            let mut row = subject(input, judgement, are_several);
            row.extend(figures(judgement, scale, notes));
            row.push(cell(english::comparison(judgement)));
            row
        })
        .collect();
    let mut columns = vec![words("Workload"), numbers("Reads", "%"), words("Operation")];
    columns.extend(figure_columns(scale));
    columns.push(words("Comparison"));
    Some(TableView {
        caption: english::metric(metric).to_owned(),
        columns,
        rows,
        ..TableView::default()
    })
}

/// The scale that fits all measured and published values.
pub(super) fn scale_of(metric: Metric, judgements: &[&Judgement]) -> ColumnScale {
    let published = judgements.iter().map(|judgement| judgement.published.value);
    let measured = judgements.iter().filter_map(|judgement| judgement.measured.as_ref());
    let values: Vec<f64> = published.chain(measured.map(Sample::mean)).collect();
    ColumnScale::of(metric, &values)
}

/// Measured, published, ratio, verdict.
pub(super) fn figure_columns(scale: ColumnScale) -> Vec<crate::view::ColumnView> {
    vec![
        numbers("n", ""),
        numbers("Measured", scale.unit),
        numbers("±\u{A0}s", scale.unit),
        numbers("Published", scale.unit),
        numbers("Ratio", ""),
        words("Verdict"),
    ]
}

/// The cells of these columns. Notes stand at the side that they touch.
pub(super) fn figures(judgement: &Judgement, scale: ColumnScale, notes: &Notes) -> Vec<CellView> {
    let published = &judgement.published;
    let is_published =
        |finding: &Arc<Finding>| published.findings.iter().any(|it| Arc::ptr_eq(it, finding));
    let touched = Touched::of(judgement.metric, Stat::Mean);
    let mut measured_findings = touched.filter(&judgement.findings);
    measured_findings.retain(|finding| !is_published(finding));
    let sample = judgement.measured.as_ref();
    let deviation = sample.and_then(Sample::standard_deviation);
    vec![
        cell(sample.map_or_else(|| "0".to_owned(), |sample| sample.n().to_string())),
        CellView {
            text: sample.map_or_else(
                || "–".to_owned(),
                |sample| scale.format_bound(sample.mean(), measured_bound(judgement)),
            ),
            notes: notes.numbers(&measured_findings),
            ..CellView::default()
        },
        cell(deviation.map_or_else(|| "–".to_owned(), |deviation| scale.format(deviation))),
        CellView {
            text: scale.format_bound(published.value, published.bound),
            notes: notes.numbers(&published.findings),
            ..CellView::default()
        },
        cell(judgement.ratio.map_or_else(|| "–".to_owned(), |ratio| grouped(ratio, 2))),
        CellView {
            text: format!("{} {}", english::symbol(judgement.verdict), judgement.verdict),
            verdict: Some(judgement.verdict.word().replace(' ', "-")),
            ..CellView::default()
        },
    ]
}

/// How exactly a rate is meant that was read from a curve.
fn measured_bound(judgement: &Judgement) -> Option<plimsoll_schema::Bound> {
    match &judgement.on_curve {
        Some(OnCurve { place: CurvePlace::Threshold(crossing), .. }) => {
            english::curve::bound(crossing)
        }
        _ => english::curve::is_at_least(judgement).then_some(plimsoll_schema::Bound::AtLeast),
    }
}

/// What a judgement is about: system and workload, read share, operation.
fn subject(input: &ReportInput<'_>, judgement: &Judgement, with_reference: bool) -> Vec<CellView> {
    let point = &input.comparison.points[judgement.point];
    let row = point.row(&judgement.op);
    let mut name = first_row(point).as_ref().map(workload).unwrap_or_default();
    if input.systems.len() > 1 {
        name = format!("{}: {name}", input.systems[point.system]);
    }
    if with_reference {
        let _ = write!(name, ", beside {}", judgement.entry.id);
    }
    let share = row.and_then(|row| row.identity.read_percent);
    let share = share.map_or_else(|| "–".to_owned(), grouped_share);
    let op = operation(judgement, &input.comparison.curves);
    vec![cell(name), cell(share), cell(op)]
}

/// The operation, and at which place of a curve.
pub(super) fn operation(judgement: &Judgement, curves: &[Curve]) -> String {
    let op = english::op(&judgement.op);
    match english::curve::judged_at(judgement, curves) {
        place if place.is_empty() => op,
        place => format!("{op}, {place}"),
    }
}

/// A share without its sign, which stands in the column's head.
fn grouped_share(share: f64) -> String {
    percent(share).trim_end_matches(['\u{A0}', '%']).to_owned()
}

/// `64 KiB sequential`; of a tool with one workload of its own, the tool.
pub(super) fn workload(row: &Row) -> String {
    if let Some(tool) = row.identity.tool.as_deref().filter(|_| row.is_workload_of_tool) {
        return english::workload_of_tool(tool);
    }
    let size = row.identity.block_size_bytes.map_or_else(|| "mixed sizes".to_owned(), block_size);
    format!("{size} {}", english::pattern(row.identity.pattern))
}
