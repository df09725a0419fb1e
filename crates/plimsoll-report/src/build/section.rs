//! One section for each workload: pattern and block size.

use super::summary::{figure_columns, figures, operation, scale_of, workload};
use super::{cell, charts, curves, measured, numbers, over_time, words};
use crate::english;
use crate::input::ReportInput;
use crate::notes::Notes;
use crate::number::ColumnScale;
use crate::view::{SectionView, TableView};
use plimsoll_compare::{CurvePlace, Judgement, OnCurve, Point, Shown};
use plimsoll_schema::{Metric, Row};
use std::collections::BTreeSet;

/// The points of one section.
#[derive(Debug)]
pub(super) struct Workload<'r> {
    /// Index of the system, and the name of the workload.
    key: (usize, String),
    pub(super) heading: String,
    /// Indices of its points, by falling read share.
    pub(super) points: Vec<usize>,
    pub(super) input: &'r ReportInput<'r>,
}

pub(super) fn sections(workloads: &[Workload<'_>], notes: &Notes) -> Vec<SectionView> {
    workloads.iter().map(|workload| workload.section(notes)).collect()
}

/// Points by system, pattern and block size, in the order of the campaign's steps, else in that in
/// which they first appear.
pub(super) fn workloads<'r>(input: &'r ReportInput<'r>) -> Vec<Workload<'r>> {
    let mut workloads: Vec<Workload<'r>> = Vec::new();
    for (index, point) in input.comparison.points.iter().enumerate() {
        let Some(row) = first_row(point) else { continue };
        let key = (point.system, workload(&row));
        match workloads.iter_mut().find(|known| known.key == key) {
            Some(known) => known.points.push(index),
            None => workloads.push(Workload::new(key, index, input)),
        }
    }
    for workload in &mut workloads {
        let share = |index: &usize| {
            let row = first_row(&input.comparison.points[*index]);
            row.and_then(|row| row.identity.read_percent).unwrap_or(-1.0)
        };
        workload.points.sort_by(|one, other| share(other).total_cmp(&share(one)));
    }
    let step = |workload: &Workload<'_>| {
        let steps = workload.points.iter().map(|point| input.comparison.points[*point].step);
        steps.map(|step| step.unwrap_or(usize::MAX)).min()
    };
    workloads.sort_by_key(step);
    workloads
}

/// A row that stands for a point: that of its first operation.
pub(super) fn first_row(point: &Point) -> Option<Row> {
    let mut row = point.row(point.ops().first()?)?;
    if !point.has_one_block_size() {
        row.identity.block_size_bytes = None;
    }
    Some(row)
}

impl<'r> Workload<'r> {
    fn new(key: (usize, String), point: usize, input: &'r ReportInput<'r>) -> Self {
        let heading = match input.systems.len() {
            0 | 1 => key.1.clone(),
            _ => format!("{}, {}", key.1, input.systems[key.0]),
        };
        Self { key, heading, points: vec![point], input }
    }

    /// The system's name, where there are several.
    pub(super) fn system(&self) -> Option<&'r str> {
        (self.input.systems.len() > 1).then(|| self.input.systems[self.key.0].as_str())
    }

    /// Its points, in order.
    pub(super) fn points(&self) -> Vec<&Point> {
        self.points.iter().map(|index| &self.input.comparison.points[*index]).collect()
    }

    fn judgements(&self) -> Vec<&Judgement> {
        let judgements = &self.input.comparison.judgements;
        self.points
            .iter()
            .flat_map(|point| judgements.iter().filter(|judgement| judgement.point == *point))
            .collect()
    }

    /// Its anchor. The number keeps systems apart whose names have no letter that an anchor may have.
    pub(super) fn anchor(&self) -> String {
        match self.input.systems.len() {
            0 | 1 => anchor(&self.heading),
            _ => format!("{}-{}", anchor(&self.key.1), self.key.0 + 1),
        }
    }

    fn section(&self, notes: &Notes) -> SectionView {
        let judgements = self.judgements();
        let mut tables = self.verdict_tables(&judgements, notes);
        tables.extend(curves::tables(self, &judgements, notes));
        tables.extend(self.shown_table());
        tables.push(measured::table(self, notes));
        tables.extend(over_time::steady_table(self, notes));
        let anchor = self.anchor();
        SectionView {
            charts: charts::of_section(self, &anchor, &judgements),
            over_time: over_time::group(self, &judgements),
            anchor,
            heading: self.heading.clone(),
            lead: english::section_lead(&judgements, self.input.comparison.is_set_beside_anything),
            tables,
            differences: differences(&judgements),
        }
    }

    /// Against published values, a table for each quantity.
    fn verdict_tables(&self, judgements: &[&Judgement], notes: &Notes) -> Vec<TableView> {
        let metrics = [Metric::Throughput, Metric::Iops, Metric::Transactions, Metric::Latency];
        metrics
            .into_iter()
            .filter_map(|metric| {
                let of_metric: Vec<&Judgement> =
                    judgements.iter().copied().filter(|it| it.metric == metric).collect();
                (!of_metric.is_empty()).then(|| self.verdict_table(metric, &of_metric, notes))
            })
            .collect()
    }

    fn verdict_table(&self, metric: Metric, judgements: &[&Judgement], notes: &Notes) -> TableView {
        let scale = scale_of(metric, judgements);
        let mut columns = vec![words("Reads"), words("Operation")];
        columns.extend(figure_columns(scale));
        columns.extend([words("Reference"), words("Basis")]);
        let rows = judgements
            .iter()
            .map(|judgement| {
                let row = self.input.comparison.points[judgement.point].row(&judgement.op);
                let share = row.and_then(|row| row.identity.read_percent);
                let op = operation(judgement, &self.input.comparison.curves);
                let mut cells = vec![cell(english::share(share)), cell(op)];
                cells.extend(figures(judgement, scale, notes));
                cells.push(cell(&*judgement.entry.id));
                cells.push(cell(basis(judgement)));
                cells
            })
            .collect();
        let caption = english::against_published(metric);
        TableView { caption, columns, rows, ..TableView::default() }
    }

    /// Estimates and limits that speak of these points; each once.
    fn shown_table(&self) -> Option<TableView> {
        let is_here = |shown: &&Shown| self.points.contains(&shown.point);
        let shown: Vec<&Shown> = self.input.comparison.shown.iter().filter(is_here).collect();
        let mut seen = BTreeSet::new();
        let mut rows = Vec::new();
        for it in shown {
            let scale = ColumnScale::of(it.metric, &[it.published.value]);
            let value = scale.format_bound(it.published.value, it.published.bound);
            let row = self.input.comparison.points[it.point].row(&it.op);
            let share = english::share(row.and_then(|row| row.identity.read_percent));
            let texts = [
                share,
                english::op(&it.op),
                english::metric(it.metric).to_owned(),
                value,
                scale.unit.to_owned(),
                it.claim.word().to_owned(),
                it.entry.id.to_string(),
            ];
            if seen.insert(texts.clone()) {
                rows.push(texts.into_iter().map(cell).collect());
            }
        }
        let columns = vec![
            words("Reads"),
            words("Operation"),
            words("Quantity"),
            numbers("Published", ""),
            words("Unit"),
            words("Statement"),
            words("Reference"),
        ];
        let caption = english::SHOWN.to_owned();
        (!rows.is_empty()).then_some(TableView { caption, columns, rows, ..TableView::default() })
    }
}

/// What the published value rests on, and the measured one if it was read from a curve.
fn basis(judgement: &Judgement) -> String {
    let published = english::basis(&judgement.published);
    let Some(OnCurve { place: CurvePlace::Threshold(crossing), .. }) = &judgement.on_curve else {
        return published;
    };
    match english::curve::how_read(crossing) {
        "" => published,
        measured => format!("{published}; {measured}"),
    }
}

/// What is not like for like, a line for each reference and reason.
fn differences(judgements: &[&Judgement]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for judgement in judgements {
        let line = format!(
            "{}: {}",
            judgement.entry.id,
            english::likeness(judgement.likeness, &judgement.reasons)
        );
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// An anchor of `a-z0-9-`.
fn anchor(heading: &str) -> String {
    let mut anchor = String::new();
    for character in heading.to_lowercase().chars() {
        if character.is_ascii_alphanumeric() {
            anchor.push(character);
        } else if !anchor.ends_with('-') {
            anchor.push('-');
        }
    }
    anchor.trim_matches('-').to_owned()
}
