//! Sizes as columns: each column is a size or a tier (`P30`), each line a quantity of it, and each
//! column is a row. What lasts for a burst only is another row of the same size.

use super::Work;
use super::evidence::TableEvidence;
use super::facts::Facts;
use super::grid::{Grid, is_code};
use super::page::Page;
use super::point::Point;
use super::statistic::LineOf;
use super::value;
use super::wording::Wording;
use plimsoll_lexicon::{Concept, Parameter};
use plimsoll_schema::{Claimed, Stat};
use std::rc::Rc;

/// A line whose label says what its values are.
struct Line {
    at: usize,
    label: Rc<Wording>,
}

pub(crate) fn points(
    grid: &Grid<'_>,
    evidence: &TableEvidence<'_>,
    work: &mut Work<'_>,
) -> Vec<Point> {
    let lines: Vec<Line> = grid
        .lines
        .iter()
        .map(|at| Line { at: *at, label: label(grid, *at, work.page) })
        .filter(|line| line.label.metric().is_some())
        .collect();
    let kind = kind(grid, work.page);
    let mut points = Vec::new();
    for (column, header) in grid.columns.iter().enumerate().skip(1) {
        // Statistics are those of one test, sizes are one row each.
        let of_column = if kind == Kind::Statistics { 0 } else { points.len() };
        for line in &lines {
            let mut read = value::read(grid, (line.at, column), &line.label, evidence, work);
            if kind == Kind::Statistics
                && let LineOf::Stat(stat) = header.line()
            {
                read.take_statistic(stat, grid, work);
            }
            let of_column_and_group = facts_of_column(header, kind).over(&grid.group(line.at));
            let mut facts = line.label.facts.over(&of_column_and_group);
            facts.op = read.op.or(facts.op);
            if line.label.says(Concept::Burst) {
                facts.name = Some("burst".into());
            }
            let begin = of_column.max(points.len().saturating_sub(MOST_JOINED));
            let joined = points[begin..].iter_mut().find(|point: &&mut Point| {
                point.facts == facts && point.has_room_for(&read.values)
            });
            match joined {
                Some(point) => {
                    point.values.extend(read.values);
                    point.findings.extend(read.findings);
                }
                None => points.push(Point {
                    claim: claim(&facts, &line.label),
                    facts,
                    values: read.values,
                    findings: read.findings,
                    header_bound: line.label.header.bound,
                }),
            }
        }
    }
    points
}

/// The label of a line, with the unit that stands in a column of units: `IOPS | 5 | K`.
fn label(grid: &Grid<'_>, line: usize, page: &Page) -> Rc<Wording> {
    let text = &grid.cell(line, 0).text;
    let is_unit = |column: &usize| {
        let cell = page.wording(&grid.cell(line, *column).text);
        let has_digit = cell.written.bytes().any(|byte| byte.is_ascii_digit());
        let is_unit_alone = cell.header.unit.is_some() && cell.header.words.len() <= 1;
        !has_digit && (is_unit_alone || cell.scale().is_some())
    };
    match (1..grid.columns.len()).find(is_unit) {
        Some(column) => page.wording(&format!("{text} ({})", grid.cell(line, column).text)),
        None => page.wording(text),
    }
}

/// Percentiles of the tail begin here: sizes are named `P30` and `P50` too.
const TAIL: f64 = 90.0;

/// Quantities of one size stand within so many lines, or columns of statistics.
const MOST_JOINED: usize = 64;

/// What the headers of the columns are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Sizes or tiers.
    Levels,
    /// Names of anything: `before | after`.
    Names,
    /// One word for all values: `metric | value`.
    Alone,
    /// Statistics: `average | p99 | max`.
    Statistics,
}

/// Columns are sizes or tiers where the table has a line of sizes, of maxima or of bursts, or the
/// names are such as `P30`.
fn kind(grid: &Grid<'_>, page: &Page) -> Kind {
    let is_of_limits = |line: &usize| {
        let label = page.wording(&grid.cell(*line, 0).text);
        label.header.bound.is_some()
            || label.is_of_bytes()
            || label.says(Concept::Capacity)
            || label.says(Concept::Burst)
    };
    let is_of_tail = |column: &Rc<Wording>| match column.line() {
        LineOf::Stat(Stat::Percentile(percentile)) => percentile.percent() >= TAIL,
        LineOf::Stat(_) => true,
        _ => false,
    };
    if grid.columns.iter().skip(1).any(is_of_tail) {
        Kind::Statistics
    } else if grid.columns.len() <= 2 {
        Kind::Alone
    } else if grid.lines.iter().any(is_of_limits) || grid.columns.iter().skip(1).all(is_code) {
        Kind::Levels
    } else {
        Kind::Names
    }
}

/// What a column is named after is its level of service, or only its name.
fn facts_of_column(header: &Wording, kind: Kind) -> Facts {
    let mut facts = header.facts.clone();
    let name = header.header.text.trim();
    if facts == Facts::default() && name.chars().any(char::is_alphabetic) {
        match kind {
            Kind::Levels => {
                facts.named.insert(Parameter::ServiceLevel, name.into());
            }
            Kind::Names => facts.name = Some(name.into()),
            Kind::Statistics if header.line() == LineOf::Test && !header.says(Concept::Mean) => {
                facts.name = Some(name.into());
            }
            Kind::Statistics | Kind::Alone => {}
        }
    }
    facts
}

/// Tables of sizes and tiers hold limits, and so do maxima; values by operation are results.
fn claim(facts: &Facts, label: &Wording) -> Option<Claimed> {
    if facts.named(Parameter::ServiceLevel).is_some() || label.header.bound.is_some() {
        Some(Claimed::Limit)
    } else {
        let is_by_operation = facts.op.is_some() && facts.name.is_none();
        is_by_operation.then_some(Claimed::Result)
    }
}
