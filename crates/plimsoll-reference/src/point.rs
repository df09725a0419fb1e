//! From a point of a file to a row of the schema.

use crate::assemble::Common;
use crate::conditions::Conditions;
use crate::entry::{Entry, Point};
use crate::evidence::Evidence;
use crate::file::{FileFigure, FilePoint, FileReference, NOT_STATED};
use crate::printed;
use crate::problem::Problems;
use plimsoll_schema::{Figure, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Row, Stat};
use std::sync::Arc;
use toml::Spanned;

/// The points of a reference; one that has a problem is left out.
pub(crate) fn all(
    reference: &FileReference,
    entry: &Entry,
    conditions: &Conditions,
    common: &Common,
    problems: &mut Problems<'_>,
) -> Vec<Point> {
    let mut made = Vec::new();
    for point in &reference.point {
        let figures = figures(point, reference, common, problems);
        let read_percent = point.get_ref().read_percent;
        if read_percent.is_some_and(|percent| !(0.0..=100.0).contains(&percent)) {
            let message = "`read_percent` is not between 0 and 100";
            let help = "write the share of reads, for instance 75";
            problems.add(Some(point.span()), Some(&entry.id), message, help);
        } else if let Some(figures) = figures {
            let identity = identity(point.get_ref(), reference, entry, conditions);
            made.push(one(point.get_ref(), identity, figures, common));
        }
    }
    made
}

/// What a published latency is: vdbench calls its own response time, and other tools' total latency is what a
/// page means that says no more.
pub(crate) fn latency_kind(tool: Option<&str>) -> Kind {
    if tool == Some("vdbench") { Kind::RESPONSE } else { Kind::TOTAL }
}

fn one(
    point: &FilePoint,
    mut identity: Identity,
    figures: Vec<(Figure, Evidence)>,
    common: &Common,
) -> Point {
    if let Some((_, first)) = figures.first() {
        identity.locator = first.place();
    }
    let mut row = Row::new(identity);
    if point.latency.is_some() {
        row.latency_kind = Some(latency_kind(row.identity.tool.as_deref()));
    }
    let mut evidence = Vec::new();
    for (figure, its_evidence) in figures {
        let footnote = its_evidence.footnote(&figure, &common.page.title);
        row.findings.extend(footnote.map(Arc::new));
        row.figures.push(figure);
        evidence.push(its_evidence);
    }
    Point { name: point.name.as_deref().map(Arc::from), row, evidence }
}

fn identity(
    point: &FilePoint,
    reference: &FileReference,
    entry: &Entry,
    conditions: &Conditions,
) -> Identity {
    let mut parameters = conditions.parameters.clone();
    // A name comes last: it is no condition, but tells the point from its neighbours.
    for (key, value) in [("tier", &point.tier), ("point", &point.name)] {
        parameters.extend(value.as_deref().map(|value| (key.into(), value.into())));
    }
    let source = Arc::clone(&entry.page.title);
    Identity {
        tool: entry.tool.clone().map(Into::into),
        level: MeasuredLevel::Run,
        workload: stated(&entry.workload),
        op: Some(op(&point.op)),
        pattern: entry.pattern,
        read_percent: point.read_percent,
        block_size_bytes: entry.block_size_bytes,
        queue_depth: reference.iodepth,
        jobs: conditions.jobs,
        clients: conditions.clients,
        parameters,
        protocol: entry.protocol.clone(),
        product: stated(&entry.product),
        service_level: entry.service_level.clone(),
        reference: Some(Arc::clone(&entry.id)),
        claim: point.claim.unwrap_or(reference.claim).into(),
        ..Identity::new(source, String::new(), Origin::Published)
    }
}

/// `None` for what the file calls not stated.
fn stated(text: &Arc<str>) -> Option<Arc<str>> {
    (**text != *NOT_STATED).then(|| Arc::clone(text))
}

fn op(word: &str) -> Op {
    match word {
        "read" => Op::READ,
        "write" => Op::WRITE,
        "trim" => Op::TRIM,
        "total" => Op::TOTAL,
        _ => Op::named(word.to_owned()),
    }
}

/// The figures of a point with their evidence; `None` with problems if one of them is wrong or
/// there is none.
fn figures(
    point: &Spanned<FilePoint>,
    reference: &FileReference,
    common: &Common,
    problems: &mut Problems<'_>,
) -> Option<Vec<(Figure, Evidence)>> {
    let of = point.get_ref();
    let worst_case = Some(Kind::named("worst-case"));
    let written = [
        (&of.iops, Metric::Iops, Stat::Mean, None),
        (&of.throughput, Metric::Throughput, Stat::Mean, None),
        (&of.transactions, Metric::Transactions, Stat::Mean, None),
        (&of.latency, Metric::Latency, Stat::Mean, Some(latency_kind(reference.tool.as_deref()))),
        (&of.worst_case_latency, Metric::Latency, Stat::Max, worst_case),
    ];
    let mut figures = Vec::new();
    let mut is_wrong = false;
    for (figure, metric, stat, kind) in written {
        let Some(figure) = figure else { continue };
        match one_figure(figure.get_ref(), metric, point.get_ref(), reference, common) {
            Ok((read, evidence)) => figures.push((Figure { stat, kind, ..read }, evidence)),
            Err((message, help)) => {
                is_wrong = true;
                problems.add(Some(figure.span()), Some(reference.id.get_ref()), message, help);
            }
        }
    }
    if figures.is_empty() && !is_wrong {
        let message = "a point has no figure";
        let help = "give `iops`, `throughput`, `transactions` or `latency`";
        problems.add(Some(point.span()), Some(reference.id.get_ref()), message, help);
        is_wrong = true;
    }
    (!is_wrong).then_some(figures)
}

fn one_figure(
    figure: &FileFigure,
    metric: Metric,
    point: &FilePoint,
    reference: &FileReference,
    common: &Common,
) -> Result<(Figure, Evidence), (String, &'static str)> {
    const NOTATION: &str = "docs/catalogue.md says how a figure is written";
    const EVIDENCE: &str = "give it here, at the point or at the reference";
    let printed = printed::parse(&figure.value, metric).map_err(|error| (error, NOTATION))?;
    let evidence = Evidence::of(figure, point, reference, common.status, printed.half_digit)
        .map_err(|missing| (format!("`{}`: {missing}", figure.value), EVIDENCE))?;
    let read = Figure {
        bound: Some(printed.bound),
        ..Figure::written(metric, Stat::Mean, printed.value, &printed.numeral)
    };
    Ok((read, evidence))
}
