//! From points to rows.

use super::Work;
use super::facts::Facts;
use super::grid::{Grid, Shape};
use super::point::{Point, Value};
use super::section::Section;
use plimsoll_lexicon::Parameter;
use plimsoll_schema::{Claimed, Figure, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Row};
use std::sync::Arc;

/// Gives a row for each point with values, and says how many there were.
pub(crate) fn give(
    grid: &Grid<'_>,
    points: Vec<Point>,
    section: &Section,
    work: &mut Work<'_>,
) -> usize {
    let mut count = 0;
    for point in points {
        if let Some(row) = row(grid, point, section, work) {
            work.sink.row(row);
            count += 1;
        }
    }
    count
}

fn row(grid: &Grid<'_>, point: Point, section: &Section, work: &Work<'_>) -> Option<Row> {
    let first = point.values.iter().min_by_key(|value| match grid.shape {
        Shape::SizeColumns => (value.place.1, value.place.0),
        Shape::Mixes | Shape::Records => value.place,
    })?;
    let locator = grid.table.locator(first.place.0, first.place.1);
    // Conditions of a test that the text describes are none of a limit of the service.
    let outer = if point.claim == Some(Claimed::Limit) { &section.headings } else { &section.all };
    let facts = point.facts.over(outer);
    let tool = facts.named(Parameter::Tool).map(ToString::to_string);
    let identity = Identity {
        tool: tool.clone().map(Into::into),
        level: MeasuredLevel::Run,
        op: Some(facts.op.clone().unwrap_or(Op::TOTAL)),
        pattern: facts.pattern,
        read_percent: facts.read_percent,
        block_size_bytes: facts.block_size,
        queue_depth: facts.queue_depth,
        jobs: facts.all_jobs(),
        clients: facts.clients,
        parameters: parameters(&facts),
        protocol: facts.named(Parameter::Protocol).cloned(),
        product: work.page.product.clone(),
        service_level: facts.named(Parameter::ServiceLevel).cloned(),
        claim: point.claim,
        ..Identity::new(Arc::clone(work.source), locator, Origin::Published)
    };
    let mut row = Row::new(identity);
    row.figures = point.values.iter().filter_map(|it| figure(it, tool.as_deref())).collect();
    let has_latency = row.figures.iter().any(|it| it.metric == Metric::Latency);
    row.latency_kind = has_latency.then(|| latency_kind(tool.as_deref()));
    row.findings = point.findings;
    Some(row)
}

fn figure(value: &Value, tool: Option<&str>) -> Option<Figure> {
    let figure = Figure {
        bound: Some(value.bound),
        ..Figure::written(value.metric, value.stat, value.base()?, &value.quantity.written)
    };
    Some(match value.metric {
        Metric::Latency => figure.of_kind(latency_kind(tool)),
        _ => figure,
    })
}

/// What a published latency is: vdbench calls its own response time, and other tools' total latency
/// is what a page means that says no more.
fn latency_kind(tool: Option<&str>) -> Kind {
    if tool == Some("vdbench") { Kind::RESPONSE } else { Kind::TOTAL }
}

/// Conditions that have no column of their own, in the order of the convention; behind them what
/// only tells the row from its neighbours.
const WITHOUT_COLUMN: &[Parameter] = &[
    Parameter::ClientType,
    Parameter::OperatingSystem,
    Parameter::WorkingSet,
    Parameter::Nconnect,
    Parameter::RsizeWsize,
    Parameter::NrSessions,
    Parameter::SmbConnections,
    Parameter::Volumes,
    Parameter::VolumeSize,
    Parameter::PoolSize,
    Parameter::Tier,
];

fn parameters(facts: &Facts) -> Vec<(Arc<str>, Arc<str>)> {
    let value = |parameter: Parameter| match parameter {
        Parameter::WorkingSet => facts.whole_working_set(),
        other => facts.named(other).cloned(),
    };
    let mut all: Vec<(Arc<str>, Arc<str>)> = WITHOUT_COLUMN
        .iter()
        .filter_map(|parameter| value(*parameter).map(|value| (parameter.word().into(), value)))
        .collect();
    for (key, value) in [("size", &facts.size), ("point", &facts.name)] {
        all.extend(value.clone().map(|value| (key.into(), value)));
    }
    all
}
