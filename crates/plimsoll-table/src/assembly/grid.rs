//! A table whose columns have wordings, and the shape that it has.

use super::facts::Facts;
use super::lines::{Lines, is_figure, lines};
use super::page::Page;
use super::wording::Wording;
use crate::document::{Cell, Content, Table};
use plimsoll_schema::{Metric, Op};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How values and their quantities stand in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The header holds mixes of reads and writes, the lines are quantities.
    Mixes,
    /// The columns are quantities, each line is a record.
    Records,
    /// The columns are sizes or tiers, the lines are quantities.
    SizeColumns,
}

/// A table, ready to be read.
pub(crate) struct Grid<'a> {
    pub(crate) table: &'a Table,
    pub(crate) shape: Shape,
    /// What the columns are, in the order of the cells of a line.
    pub(crate) columns: Vec<Rc<Wording>>,
    /// Indices of the lines that can be read, into the rows of the table.
    pub(crate) lines: Vec<usize>,
    /// Indices of lines whose cells are more or fewer than the header has.
    pub(crate) refused: Vec<usize>,
    /// The first line that names the columns anew, which is not read, nor what stands below it.
    pub(crate) second_header: Option<usize>,
    /// What lines that head a group say of those in it.
    groups: BTreeMap<usize, Facts>,
}

/// Where a table is.
pub(crate) fn locator_of_table(table: &Table) -> String {
    match &table.sheet {
        Some(_) => table.locator(0, 0),
        None => format!("table {}", table.number),
    }
}

impl<'a> Grid<'a> {
    /// The grid of a table. `None` if it holds no performance, and what is wrong if it may hold some
    /// that cannot be told.
    pub(crate) fn of(table: &'a Table, page: &Page) -> Result<Option<Self>, String> {
        if table.body().is_empty() || table.width() < 2 {
            return Ok(None);
        }
        let mut columns = headers(table, page);
        put_corner_of_quantities_in_front(table, &mut columns);
        let labels: Vec<Rc<Wording>> = table
            .body()
            .iter()
            .map(|row| page.wording(row.cells.first().map_or("", |cell| &cell.text)))
            .collect();
        let of_lines = labels.iter().filter(|label| label.metric().is_some()).count();
        let of_columns = columns.iter().skip(1).filter(|it| it.metric().is_some()).count();
        let header_is_of_values =
            !table.is_header_marked && columns.iter().skip(1).any(|column| column.is_value);
        if table.header_rows == 0 || header_is_of_values {
            let is_of_performance = (of_lines > 0 || header_is_of_values) && holds_numbers(table);
            return if is_of_performance { Err(NO_HEADER.to_owned()) } else { Ok(None) };
        }
        let has_op = |op: Op| labels.iter().any(|label| label.facts.op.as_ref() == Some(&op));
        let names_both = has_op(Op::READ) && has_op(Op::WRITE);
        // Two bare shares are a mix of reads and writes only where the lines are reads and writes.
        let is_mix = |column: &&Rc<Wording>| {
            column.names_mix()
                && (names_both || column.header.mix.is_some_and(|mix| !mix.how.is_by_order()))
        };
        let mixes = columns.iter().filter(is_mix).count();
        let shape = if mixes >= 2 && of_lines > 0 && of_columns == 0 {
            Shape::Mixes
        } else if of_columns > 0
            || columns.first().is_some_and(|it| it.metric().is_some()) && of_lines == 0
        {
            Shape::Records
        } else if of_lines > 0 {
            Shape::SizeColumns
        } else {
            return Ok(None);
        };
        check_header(table, &columns, shape)?;
        if shape == Shape::Mixes {
            put_corner_in_front(table, &mut columns, page);
        }
        drop_empty_end(table, &mut columns);
        check_names(table, &columns, shape)?;
        let Lines { read, refused, groups, second_header } = lines(table, &columns, shape, page);
        if second_header == Some(table.header_rows) {
            return Err(SECOND_HEADER.to_owned());
        }
        Ok(Some(Self { table, shape, columns, lines: read, refused, second_header, groups }))
    }

    /// The share of reads that the header of a column names; of two shares without words the first,
    /// unless the corner names the writes first.
    pub(crate) fn read_share(&self, column: usize) -> Option<f64> {
        let mix = self.columns.get(column)?.header.mix?;
        let is_turned = mix.how.is_by_order() && self.columns[0].names_writes_first();
        Some(if is_turned { 100.0 - mix.read_percent } else { mix.read_percent })
    }

    /// What the line that heads the group of a line says.
    pub(crate) fn group(&self, line: usize) -> Facts {
        self.groups.get(&line).cloned().unwrap_or_default()
    }

    /// The cell of a line, by their indices.
    pub(crate) fn cell(&self, line: usize, column: usize) -> &'a Cell {
        static NOTHING: Cell =
            Cell { text: String::new(), notes: Vec::new(), content: Content::Empty, origin: None };
        self.table.rows.get(line).and_then(|row| row.cells.get(column)).unwrap_or(&NOTHING)
    }
}

const NO_HEADER: &str =
    "the table has numbers and no header, so what its columns are cannot be told; it was left out";

const SECOND_HEADER: &str = "the line below the header names columns too, so what they are cannot be told; the table was left out";

/// The wordings of the columns: the lines of the header joined downwards, each text once.
fn headers(table: &Table, page: &Page) -> Vec<Rc<Wording>> {
    let width = table.header().iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let text = |column: usize| {
        let mut parts: Vec<&str> = Vec::new();
        for cell in table.header().iter().filter_map(|row| row.cells.get(column)) {
            if !cell.is_empty() && parts.last() != Some(&cell.text.as_str()) {
                parts.push(&cell.text);
            }
        }
        parts.join(" ")
    };
    (0..width).map(|column| page.wording(&text(column))).collect()
}

/// A header must have as many cells as its rule and its own other lines, and must not be a line of
/// values.
fn check_header(table: &Table, columns: &[Rc<Wording>], shape: Shape) -> Result<(), String> {
    let width = columns.len();
    if let Some(other) = table.header().iter().map(|row| row.cells.len()).find(|it| *it != width) {
        return Err(format!(
            "one line of the header has {width} cells and another {other}, so the columns cannot be told; the table was left out"
        ));
    }
    if let Some(rule) = table.rule_cells.filter(|rule| *rule != width) {
        return Err(format!(
            "the header has {width} cells and the rule below it {rule}, so the columns cannot be told; the table was left out"
        ));
    }
    let is_number = |column: &Rc<Wording>| {
        column.written.bytes().any(|byte| byte.is_ascii_digit())
            && column.written.chars().all(|it| !it.is_alphabetic())
    };
    let is_line_of_values = shape == Shape::SizeColumns
        && columns.iter().skip(1).any(is_number)
        && columns.first().is_some_and(|first| first.metric().is_some());
    if is_line_of_values {
        return Err(NO_HEADER.to_owned());
    }
    Ok(())
}

/// The corner of a mix table is empty and may stand at the end of the header, while the labels stand
/// in front of the lines: then it belongs in front. A header without it lacks one cell.
fn put_corner_in_front(table: &Table, columns: &mut Vec<Rc<Wording>>, page: &Page) {
    let is_empty = |column: &Rc<Wording>| column.written.trim().is_empty();
    let body_width = table.body().first().map_or(0, |row| row.cells.len());
    let lines_are_equal = table.body().iter().all(|row| row.cells.len() == body_width);
    if !lines_are_equal || columns.first().is_none_or(is_empty) {
        return;
    }
    let all_but_last = columns
        .split_last()
        .is_some_and(|(last, others)| is_empty(last) && others.iter().all(|it| it.names_mix()));
    if all_but_last && body_width == columns.len() {
        columns.rotate_right(1);
    } else if columns.iter().all(|it| it.names_mix()) && body_width == columns.len() + 1 {
        columns.insert(0, page.wording(""));
    }
}

/// The corner of a table of quantities may stand at the end of its header too: then the cells below
/// the first quantity are labels, and there are values below the empty cell.
fn put_corner_of_quantities_in_front(table: &Table, columns: &mut [Rc<Wording>]) {
    let (Some(first), Some(last)) = (columns.first(), columns.last()) else { return };
    let is_at_end = columns.len() > 1
        && last.written.trim().is_empty()
        && (first.metric().is_some() || columns[..columns.len() - 1].iter().all(is_code));
    let has_figure = |column: usize| {
        let mut cells = table.body().iter().filter_map(|row| row.cells.get(column));
        cells.any(|cell| is_figure(&cell.text))
    };
    if is_at_end && !has_figure(0) && has_figure(columns.len() - 1) {
        columns.rotate_right(1);
    }
}

/// Whether a header is a name such as `P30`.
pub(crate) fn is_code(column: &Rc<Wording>) -> bool {
    let name = column.header.text.trim();
    name.chars().any(char::is_alphabetic) && name.ends_with(|it: char| it.is_ascii_digit())
}

/// A column of figures without a name beside one that has: a cell of the header that spanned both
/// has lost one of them, and with it what the lines below may say of both.
fn check_names(table: &Table, columns: &[Rc<Wording>], shape: Shape) -> Result<(), String> {
    let is_nameless = |at: &usize| columns[*at].written.trim().is_empty();
    let is_beside_values = |at: &usize| match shape {
        Shape::Records => columns[at - 1].metric().is_some(),
        Shape::SizeColumns => true,
        Shape::Mixes => false,
    };
    let has_figure = |at: &usize| {
        let mut cells = table.body().iter().filter_map(|row| row.cells.get(*at));
        cells.any(|cell| is_figure(&cell.text))
    };
    let mut nameless = (1..columns.len()).filter(is_nameless).filter(is_beside_values);
    match nameless.find(has_figure) {
        Some(at) => Err(format!(
            "column {} has figures and no header, so what it and its neighbour are cannot be told; the table was left out",
            at + 1
        )),
        None => Ok(()),
    }
}

/// A header may have an empty cell more than every line of its table.
fn drop_empty_end(table: &Table, columns: &mut Vec<Rc<Wording>>) {
    let is_longer = table.body().iter().all(|row| row.cells.len() + 1 == columns.len());
    if is_longer && columns.last().is_some_and(|last| last.written.trim().is_empty()) {
        columns.pop();
    }
}

fn holds_numbers(table: &Table) -> bool {
    let cells = table.body().iter().flat_map(|row| row.cells.iter().skip(1));
    cells.into_iter().any(|cell| cell.text.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Whether a metric is a rate, which a higher size or tier does not lower.
pub(crate) fn is_rate(metric: Metric) -> bool {
    matches!(metric, Metric::Iops | Metric::Throughput | Metric::Transactions)
}
