//! A cell that should hold a value, or why it holds none.

use super::Work;
use super::evidence::TableEvidence;
use super::grid::{Grid, Shape};
use super::point::Value;
use super::wording::Wording;
use crate::document::Content;
use crate::markdown::unescaped;
use plimsoll_lexicon::{CellKind, CellReading, Concept, Quantity, read_cell};
use plimsoll_schema::{Bound, Code, Finding, Metric, Op, Stat};
use std::sync::Arc;

/// What a cell gives: its values, and findings about those it does not give.
#[derive(Debug, Default)]
pub(crate) struct CellValues {
    pub(crate) values: Vec<Value>,
    pub(crate) findings: Vec<Arc<Finding>>,
    /// The operation that the cell itself names.
    pub(crate) op: Option<Op>,
}

impl CellValues {
    /// Makes values of a line or a column of a statistic that: the latencies are, and a percentile of
    /// rates is no figure. The least and the greatest rate of several tests stay rates.
    pub(crate) fn take_statistic(&mut self, stat: Stat, grid: &Grid<'_>, work: &mut Work<'_>) {
        let is_percentile = matches!(stat, Stat::Percentile(_));
        for value in &mut self.values {
            if value.metric == Metric::Latency {
                value.stat = stat;
            } else if is_percentile {
                let message = format!(
                    "{} is the {stat} of the {}, which is no mean, so it gives no value",
                    value.quantity.written, value.metric
                );
                let locator = grid.table.locator(value.place.0, value.place.1);
                self.findings.push(work.find(Code::CellNotUnderstood, message, locator));
            }
        }
        self.values.retain(|value| value.metric == Metric::Latency || !is_percentile);
    }
}

/// Reads a cell whose values are as a header or a label says.
pub(crate) fn read(
    grid: &Grid<'_>,
    place: (usize, usize),
    says: &Wording,
    evidence: &TableEvidence<'_>,
    work: &mut Work<'_>,
) -> CellValues {
    let cell = grid.cell(place.0, place.1);
    let locator = || grid.table.locator(place.0, place.1);
    let text = unescaped(&cell.text);
    if !cell.is_empty() && spans_quantities(grid, place, says, work) {
        if cell.origin.is_some() {
            return CellValues::default();
        }
        let message =
            format!("{text:?} spans cells of several quantities, so it gives no value for any");
        let finding = work.find(Code::CellNotUnderstood, message, locator());
        return CellValues { findings: vec![finding], ..CellValues::default() };
    }
    if let Some((code, message)) = stored_otherwise(&cell.content, &says.written) {
        work.explain(locator, &text, || message.clone());
        let finding = work.find(code, message, locator());
        return CellValues { findings: vec![finding], ..CellValues::default() };
    }
    let is_number = matches!(cell.content, Content::Number { .. });
    let context = if is_number {
        TableEvidence::of_stored_number()
    } else {
        evidence.of_cell(place.0, place.1)
    };
    let reading = read_cell(&text, &context);
    work.explain(locator, &text, || {
        let stored = if is_number { "stored as a number; " } else { "" };
        format!("{stored}{reading}; its column or line says {:?}", says.written)
    });
    let (may_be_power, op) = (may_be_power(&reading, &cell.notes), op_of(&reading));
    let mut read = values(place, reading, says);
    if may_be_power {
        let why = "a raised number behind 10 is a power of ten or a note, so it gives no value";
        read = Err(Some((Code::CellNotUnderstood, why.to_owned())));
    }
    if let (Ok(found), Some(word)) = (&read, says.scale())
        && !found.is_empty()
    {
        let why =
            format!("its header multiplies it ({word:?}), which is not read, so it gives no value");
        read = Err(Some((Code::CellNotUnderstood, why)));
    }
    match read {
        Ok(values) => CellValues { values, findings: Vec::new(), op },
        Err(None) => CellValues::default(),
        Err(Some((code, why))) => {
            let finding =
                work.find(code, format!("{text:?} under {:?}: {why}", says.written), locator());
            CellValues { findings: vec![finding], ..CellValues::default() }
        }
    }
}

/// Whether a cell spans values of several quantities: one number is not two of them.
fn spans_quantities(
    grid: &Grid<'_>,
    place: (usize, usize),
    says: &Wording,
    work: &Work<'_>,
) -> bool {
    let origin = grid.cell(place.0, place.1).origin.unwrap_or(place);
    let is_covered = |line: usize, column: usize| {
        (line, column) == origin || grid.cell(line, column).origin == Some(origin)
    };
    match grid.shape {
        Shape::Records => {
            let differs =
                |other: &Wording| other.metric() != says.metric() || other.unit() != says.unit();
            let all = (origin.1..grid.columns.len()).take_while(|it| is_covered(place.0, *it));
            all.into_iter().any(|column| differs(&grid.columns[column]))
        }
        Shape::Mixes | Shape::SizeColumns => {
            let label = |line: usize| work.page.wording(&grid.cell(line, 0).text);
            let first = label(origin.0);
            let differs =
                |other: &Wording| other.metric() != first.metric() || other.unit() != first.unit();
            let all = (origin.0..grid.table.rows.len()).take_while(|it| is_covered(*it, place.1));
            all.into_iter().any(|line| differs(&label(line)))
        }
    }
}

/// Whether a cell is `10⁵`, or 10 with the mark of a note: both are printed alike.
fn may_be_power(reading: &CellReading, marks_of_page: &[String]) -> bool {
    let is_digit = |it: char| {
        it.is_ascii_digit() || matches!(it, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' | '⁻' | '-' | '−')
    };
    let is_ten = reading.quantities.iter().any(|quantity| quantity.written == "10");
    let marks = reading.notes.iter().map(|note| note.text.as_str());
    let mut marks = marks.chain(marks_of_page.iter().map(String::as_str));
    let bare = |mark: &str| {
        let mark = mark.trim_start_matches("<sup>").trim_end_matches("</sup>");
        !mark.is_empty() && mark.chars().all(is_digit)
    };
    is_ten && marks.any(bare)
}

/// What a sheet stores that is no number and no text.
fn stored_otherwise(content: &Content, header: &str) -> Option<(Code, String)> {
    match content {
        Content::Date => Some((
            Code::CellIsDate,
            format!(
                "the cell under {header:?} is a date; the spreadsheet may have made it of what was typed, so it gives no value"
            ),
        )),
        Content::Error(error) => Some((
            Code::CellWithoutResult,
            format!("the cell under {header:?} holds the error {error}; it gives no value"),
        )),
        Content::FormulaWithoutValue => Some((
            Code::CellWithoutResult,
            format!("the formula under {header:?} has no stored result; it gives no value"),
        )),
        _ => None,
    }
}

type NoValue = Option<(Code, String)>;

/// The values of a cell; or why it has none, if that is to be reported.
fn values(
    place: (usize, usize),
    reading: CellReading,
    says: &Wording,
) -> Result<Vec<Value>, NoValue> {
    let because = |code, why: &str| Err(Some((code, why.to_owned())));
    let quantities = reading.quantities.into_iter();
    match reading.kind {
        CellKind::Value | CellKind::Undecided if quantities.len() == 1 => {
            quantities.map(|it| one_value(place, it, says)).collect()
        }
        CellKind::Values => quantities.map(|it| one_of_several(place, it)).collect(),
        CellKind::Undecided => because(
            Code::NumberAmbiguous,
            "its numbers have several readings, so it gives no value",
        ),
        CellKind::Range => because(Code::CellHoldsSeveral, "a range is no value"),
        CellKind::Alternatives => because(Code::CellHoldsSeveral, "alternatives are no value"),
        CellKind::PerCapacity => {
            because(Code::CellNotUnderstood, "so much for each unit of capacity is no rate")
        }
        CellKind::Damaged => because(Code::CellNotUnderstood, "a numeral was lost in translation"),
        CellKind::LeftOver(rest) => Err(Some((
            Code::CellNotUnderstood,
            format!("{rest:?} is not understood, so the cell gives no value"),
        ))),
        CellKind::Missing(missing) if missing.needs_finding() => {
            because(Code::CellWithoutResult, "it says that a result is not there")
        }
        CellKind::Value | CellKind::Price | CellKind::Missing(_) | CellKind::Words => Err(None),
    }
}

fn one_value(place: (usize, usize), quantity: Quantity, says: &Wording) -> Result<Value, NoValue> {
    let Some(metric) = says.metric() else { return Err(None) };
    let Some(unit) = quantity.unit.or_else(|| says.unit()) else {
        let why = "neither the cell nor its header has a unit, so it gives no value";
        return Err(Some((Code::CellNotUnderstood, why.to_owned())));
    };
    if unit.metric() != Some(metric) {
        let why = format!("{unit} is no unit of {metric}, so it gives no value");
        return Err(Some((Code::UnitContradicts, why)));
    }
    let bound = match quantity.bound {
        Bound::Exact => says.header.bound.unwrap_or(Bound::Exact),
        own => own,
    };
    Ok(Value { place, metric, stat: says.stat(), quantity, unit, bound })
}

/// One of several quantities of a cell, which only their own units tell apart.
fn one_of_several(place: (usize, usize), quantity: Quantity) -> Result<Value, NoValue> {
    let unit = quantity.unit;
    let Some((unit, metric)) = unit.and_then(|unit| Some((unit, unit.metric()?))) else {
        let why = "one of its numbers has no unit of a result, so the cell gives no value";
        return Err(Some((Code::CellNotUnderstood, why.to_owned())));
    };
    let bound = quantity.bound;
    Ok(Value { place, metric, stat: Stat::Mean, quantity, unit, bound })
}

/// The operation that a cell names beside its value: `200,000 read IOPS`.
fn op_of(reading: &CellReading) -> Option<Op> {
    let has = |concept| reading.words.contains(&concept);
    match (has(Concept::Read), has(Concept::Write)) {
        (true, false) => Some(Op::READ),
        (false, true) => Some(Op::WRITE),
        _ => None,
    }
}
