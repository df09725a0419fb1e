//! Sizes as columns: each column is a size or a tier (`P30`), each line a quantity of it, and each
//! column is a row. What lasts for a burst only is another row of the same size.

use super::Work;
use super::evidence::TableEvidence;
use super::facts::Facts;
use super::grid::Grid;
use super::page::Page;
use super::point::Point;
use super::value;
use super::wording::Wording;
use plimsoll_lexicon::{Concept, Parameter};
use plimsoll_schema::Claimed;
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
        .map(|at| Line { at: *at, label: work.page.wording(&grid.cell(*at, 0).text) })
        .filter(|line| line.label.metric().is_some())
        .collect();
    let kind = kind(grid, work.page);
    let mut points = Vec::new();
    for (column, header) in grid.columns.iter().enumerate().skip(1) {
        let of_column = points.len();
        for line in &lines {
            let read = value::read(grid, (line.at, column), &line.label, evidence, work);
            let mut facts = line.label.facts.over(&facts_of_column(header, kind));
            facts.op = read.op.or(facts.op);
            if line.label.says(Concept::Burst) {
                facts.name = Some("burst".into());
            }
            let joined = points[of_column..].iter_mut().find(|point: &&mut Point| {
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

/// What the headers of the columns are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Sizes or tiers.
    Levels,
    /// Names of anything: `before | after`.
    Names,
    /// One word for all values: `metric | value`.
    Alone,
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
    let is_code = |column: &Rc<Wording>| {
        let name = column.header.text.trim();
        name.chars().any(char::is_alphabetic) && name.ends_with(|it: char| it.is_ascii_digit())
    };
    if grid.columns.len() <= 2 {
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
            Kind::Alone => {}
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
