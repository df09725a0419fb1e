//! Tables of AsciiDoc: `|===` around cells that each begin with a bar, often one on a line.

use super::inline::inline;
use super::lines::{Line, Lines};
use crate::document::{Cell, Table};
use crate::grid::{NoGrid, SpannedCell, SpannedRow, expand};
use crate::limits::{Budget, Excess};
use std::collections::VecDeque;

/// The mark before and behind the cells.
const MARK: &str = "|===";

/// A cell as it is written.
#[derive(Debug)]
struct Written {
    line: usize,
    text: String,
    columns: usize,
    rows: usize,
}

/// Whether a line begins a table.
pub(super) fn is_mark(line: &Line<'_>) -> bool {
    let text = line.trimmed();
    text.starts_with(MARK) && text[1..].bytes().all(|byte| byte == b'=')
}

/// Whether the mark that ends a table is there: one that nothing ends would be all of the page.
pub(super) fn is_ended(lines: &Lines<'_>) -> bool {
    let mut lines = lines.clone();
    lines.next();
    lines.any(|line| is_mark(&line))
}

/// Reads the table that the next line begins: a mark, or a cell where the mark is missing. `attributes` is the line in
/// brackets above it.
pub(super) fn table(
    lines: &mut Lines<'_>,
    attributes: &str,
    budget: &mut Budget,
) -> Result<Result<Table, NoGrid>, Excess> {
    let line = lines.peek().map_or(0, |line| line.number);
    if lines.peek().is_some_and(|line| is_mark(&line)) {
        lines.next();
    }
    let mut cells: Vec<Written> = Vec::new();
    // How many cells stand in the first line, and before the first blank one.
    let (mut in_first_line, mut in_first_record) = (None, None);
    for next in lines.by_ref() {
        if is_mark(&next) {
            break;
        }
        if next.is_blank() {
            if !cells.is_empty() {
                in_first_record.get_or_insert(cells.len());
            }
            continue;
        }
        budget.text(next.text.len())?;
        read_line(&next, &mut cells, budget)?;
        if !cells.is_empty() {
            in_first_line.get_or_insert(cells.len());
        }
    }
    let told = columns(attributes);
    let columns =
        told.or(in_first_line.filter(|count| *count > 1)).or(in_first_record).unwrap_or(1);
    let has_header = attributes.contains("header");
    let mut table = Table { line, is_header_marked: has_header, ..Table::default() };
    let grid = match expand(rows(cells, columns, budget)?, budget) {
        Ok(grid) => grid,
        Err(NoGrid::Excess(excess)) => return Err(excess),
        Err(too_wide) => return Ok(Err(too_wide)),
    };
    table.rows = grid.rows;
    table.header_rows = usize::from(has_header);
    table.guess_header();
    Ok(Ok(table))
}

/// How many columns the attributes name: `cols="2,1,1"`, `cols="3*"`.
fn columns(attributes: &str) -> Option<usize> {
    let (_, list) = attributes.split_once("cols=")?;
    let list = match list.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => list.split([',', ']']).next()?,
    };
    let columns = list.split([',', ';']).map(|column| match column.split_once('*') {
        Some((times, _)) => times.trim().parse().unwrap_or(1),
        None => 1,
    });
    // An unquoted number stands for itself: cols=3.
    let alone = list.trim().parse().ok().filter(|_| !list.contains([',', '*']));
    alone
        .or(Some(columns.fold(0_usize, usize::saturating_add)))
        .filter(|count| (1..=10_000).contains(count))
}

/// Each bar begins a cell, with what it spans before it. Text without a bar goes on with the cell above.
fn read_line(line: &Line<'_>, cells: &mut Vec<Written>, budget: &mut Budget) -> Result<(), Excess> {
    let mut span = (1, 1);
    for (number, piece) in line.trimmed().split('|').enumerate() {
        let (text, next_span) = match trailing_span(piece) {
            Some((text, span)) => (text, span),
            None => (piece, (1, 1)),
        };
        let is_escaped = cells.last().is_some_and(|cell| cell.text.ends_with('\\'));
        if number == 0 || is_escaped {
            if let Some(cell) = cells.last_mut() {
                if is_escaped {
                    cell.text.pop();
                }
                cell.text.push_str(if is_escaped { "|" } else { " " });
                cell.text.push_str(text);
            }
        } else {
            budget.cell(0)?;
            let (columns, rows) = span;
            cells.push(Written { line: line.number, text: text.to_owned(), columns, rows });
        }
        span = next_span;
    }
    Ok(())
}

/// What a bar says that the next cell spans, `2+`, `.3+`, `2.3+`, and the text before it.
fn trailing_span(piece: &str) -> Option<(&str, (usize, usize))> {
    let (text, spec) = piece.rsplit_once(char::is_whitespace).unwrap_or(("", piece));
    let spec = spec.strip_suffix('+')?;
    let (columns, rows) = spec.split_once('.').unwrap_or((spec, ""));
    let number = |digits: &str| if digits.is_empty() { Some(1) } else { digits.parse().ok() };
    let (columns, rows) = (number(columns)?, number(rows)?);
    (!spec.is_empty()).then_some((text, (columns, rows)))
}

/// Cells follow each other; a row is full when its columns are.
fn rows(
    cells: Vec<Written>,
    columns: usize,
    budget: &mut Budget,
) -> Result<Vec<SpannedRow>, Excess> {
    let mut rows: Vec<SpannedRow> = Vec::new();
    // For the rows that follow: how many of their places cells from above take.
    let mut taken: VecDeque<usize> = VecDeque::new();
    let mut filled = columns;
    for written in cells {
        while filled >= columns {
            filled = taken.pop_front().unwrap_or(0);
            budget.cell(0)?;
            rows.push(SpannedRow { line: written.line, ..SpannedRow::default() });
        }
        let span = written.columns.clamp(1, columns);
        filled += span;
        let below = written.rows.clamp(1, 1_000) - 1;
        if taken.len() < below {
            taken.resize(below, 0);
        }
        for row in taken.iter_mut().take(below) {
            *row += span;
        }
        let (text, notes) = inline(&written.text);
        let cell = Cell::of_text(text, notes);
        if let Some(row) = rows.last_mut() {
            row.cells.push(SpannedCell { cell, columns: span, rows: Some(below + 1) });
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::{columns, table};
    use crate::document::Table;
    use crate::limits::Budget;
    use crate::markdown::lines::Lines;

    fn read(text: &str, attributes: &str) -> Table {
        let table = table(&mut Lines::of(text), attributes, &mut Budget::default());
        table.expect("a small table").expect("a narrow table")
    }

    fn texts(table: &Table) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.cells.iter().map(|cell| &*cell.text).collect()).collect()
    }

    #[test]
    fn one_cell_on_each_line_and_records_between_blank_lines() {
        let text = "|===\n|Size\n|Read,<br/>IOPS\n\n|10\n|300\n\n|Two\n\nparagraphs\n|0,5\n|===\n";
        let table = read(text, "[cols=\"1,1\", options=\"header\"]");
        assert_eq!(
            texts(&table),
            [["Size", "Read, IOPS"], ["10", "300"], ["Two paragraphs", "0,5"]]
        );
        assert_eq!((table.header_rows, table.is_header_marked), (1, true));
        assert_eq!(table.rows[1].line, 5);
        assert_eq!(texts(&read(text, ""))[1], ["10", "300"], "the first record says how many");
    }

    #[test]
    fn whole_rows_on_a_line_and_spans() {
        let table = read("|===\n|a 2+|b\n.2+|c|d|e\n|f|g\\|h\n|===", "[cols=3*]");
        assert_eq!(texts(&table), [["a", "b", "b"], ["c", "d", "e"], ["c", "f", "g|h"]]);
        assert_eq!(columns("[cols=\"2*,1\"]"), Some(3));
        assert_eq!(columns("[cols=3,options=header]"), Some(3));
        assert_eq!(columns("[options=header]"), None);
    }
}
