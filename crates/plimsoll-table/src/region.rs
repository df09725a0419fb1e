//! Pieces of a sheet: what stands between empty lines and empty columns, titles above tables, and tables.

use crate::document::{Block, Cell, Content, Doubt, DoubtKind, Passage, Row, Table};
use crate::limits::{Budget, Excess, MAX_COLUMNS};
use std::ops::Range;

/// Where the rows of a piece begin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) sheet: Option<&'a str>,
    /// The column of the sheet in which the rows begin, from 0.
    pub(crate) first_column: usize,
}

/// The blocks that lines without an empty one between them make. Their `origin`s are rows and columns among these rows.
pub(crate) fn blocks(
    rows: Vec<Row>,
    place: Place<'_>,
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<Vec<Block>, Excess> {
    let mut blocks = Vec::new();
    let mut pieces = vec![(rows, place)];
    while let Some((rows, place)) = pieces.pop() {
        match side_by_side(&rows) {
            Some(at) => {
                // The left one is next.
                pieces.push((
                    columns(&rows, at.end..usize::MAX),
                    Place { first_column: place.first_column + at.end, ..place },
                ));
                pieces.push((columns(&rows, 0..at.start), place));
            }
            None => piece(rows, place, &mut blocks, doubts, budget)?,
        }
    }
    Ok(blocks)
}

/// The empty columns between two tables that stand side by side: both have several columns and rows, and the right one
/// begins with labels.
fn side_by_side(rows: &[Row]) -> Option<Range<usize>> {
    let width = rows.iter().map(|row| row.cells.len()).max()?;
    if rows.len() < 2 || width > MAX_COLUMNS {
        return None;
    }
    let mut filled = vec![0_usize; width];
    for row in rows {
        for (column, cell) in row.cells.iter().enumerate() {
            filled[column] += usize::from(!cell.is_empty());
        }
    }
    let is_side = |columns: &[usize]| columns.iter().filter(|filled| **filled > 1).count() > 1;
    let mut at = 0;
    while let Some(empty) = filled[at..].iter().position(|filled| *filled == 0) {
        let start = at + empty;
        let end = start + filled[start..].iter().take_while(|filled| **filled == 0).count();
        let begins_anew = || are_labels(rows, end) || repeats_header(rows, end);
        if is_side(&filled[..start]) && is_side(&filled[end..]) && begins_anew() {
            return Some(start..end);
        }
        at = end;
    }
    None
}

/// Whether a column has the name of the first one: then a table begins with it.
fn repeats_header(rows: &[Row], column: usize) -> bool {
    rows.iter().any(|row| match (row.cells.first(), row.cells.get(column)) {
        (Some(first), Some(other)) => {
            first.content == Content::Text
                && first.text == other.text
                && first.text.chars().any(char::is_alphabetic)
        }
        _ => false,
    })
}

fn are_labels(rows: &[Row], column: usize) -> bool {
    let cells = rows.iter().filter_map(|row| row.cells.get(column)).filter(|cell| !cell.is_empty());
    let is_label = |cell: &Cell| {
        cell.content == Content::Text
            && cell.text.starts_with(|letter: char| letter.is_alphabetic())
    };
    let (labels, others): (Vec<&Cell>, Vec<&Cell>) = cells.partition(|cell| is_label(cell));
    labels.len() > others.len()
}

/// Some columns of rows, without those rows in which they are empty at both ends of the piece.
fn columns(rows: &[Row], columns: Range<usize>) -> Vec<Row> {
    let cut = |row: &Row| {
        let cells = row.cells.iter().skip(columns.start).take(columns.len());
        let cells = cells.map(|cell| Cell {
            origin: cell
                .origin
                .and_then(|(row, column)| Some((row, column.checked_sub(columns.start)?))),
            ..cell.clone()
        });
        Row { line: row.line, cells: cells.collect() }
    };
    let rows: Vec<Row> = rows.iter().map(cut).collect();
    let is_filled = |row: &Row| row.cells.iter().any(|cell| !cell.is_empty());
    let first = rows.iter().position(is_filled).unwrap_or(0);
    let end = rows.iter().rposition(is_filled).map_or(0, |last| last + 1);
    let mut rows: Vec<Row> = rows.into_iter().take(end).skip(first).collect();
    move_origins(&mut rows, first);
    rows
}

/// Counts the rows of origins from a later row.
fn move_origins(rows: &mut [Row], by: usize) {
    for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
        cell.origin = cell.origin.and_then(|(row, column)| Some((row.checked_sub(by)?, column)));
    }
}

/// A table with the titles above it, or lines of text.
fn piece(
    mut rows: Vec<Row>,
    place: Place<'_>,
    blocks: &mut Vec<Block>,
    doubts: &mut Vec<Doubt>,
    budget: &mut Budget,
) -> Result<(), Excess> {
    if rows.iter().all(|row| alone(row).is_some()) {
        for line in rows.iter().filter_map(passage) {
            budget.block()?;
            blocks.push(Block::Paragraph(line));
        }
        return Ok(());
    }
    let is_title = |row: &&Row| alone(row).is_some_and(|cell| cell.content == Content::Text);
    let titles = rows.iter().take_while(is_title).count();
    let lines: Vec<Passage> = rows.drain(..titles).filter_map(|row| passage(&row)).collect();
    move_origins(&mut rows, titles);
    budget.block()?;
    let mut table = Table {
        line: rows.first().map_or(0, |row| row.line),
        sheet: place.sheet.map(str::to_owned),
        first_column: place.first_column,
        titles: lines,
        rows,
        ..Table::default()
    };
    if table.width() > MAX_COLUMNS {
        let message = format!("the table has more than {MAX_COLUMNS} columns; it was left out");
        // A table of a text gets its number later.
        let locator = match place.sheet {
            Some(_) => table.locator(0, 0),
            None => format!("line {}", table.line),
        };
        doubts.push(Doubt::new(DoubtKind::TableTooWide, message).at(locator));
        table.rows.clear();
    }
    table.guess_header();
    blocks.push(Block::Table(table));
    Ok(())
}

/// The cell of a row in which no other stands. The copies of a cell that spans columns are no other cells; a cell that
/// comes from above is one of more than a row.
fn alone(row: &Row) -> Option<&Cell> {
    let mut cells = row.cells.iter().filter(|cell| !cell.is_empty());
    let first = cells.next().filter(|first| first.origin.is_none())?;
    cells.all(|cell| cell.origin.is_some() && cell.text == first.text).then_some(first)
}

/// A row of one cell as a line of text.
fn passage(row: &Row) -> Option<Passage> {
    alone(row).map(|cell| Passage {
        text: cell.text.clone(),
        line: row.line,
        notes: cell.notes.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Place, blocks};
    use crate::document::{Block, Cell, Row};
    use crate::limits::Budget;

    /// Rows of texts parted by bars; `=` is a copy of the cell to its left.
    fn rows(lines: &[&str]) -> Vec<Row> {
        let row = |(number, line): (usize, &&str)| {
            let mut cells: Vec<Cell> = Vec::new();
            for (column, text) in line.split('|').enumerate() {
                let copy = (text == "=").then(|| cells.last().cloned()).flatten();
                let origin = copy.as_ref().map(|copy| copy.origin.unwrap_or((number, column - 1)));
                cells.push(match copy {
                    Some(copy) => Cell { origin, ..copy },
                    None => Cell::of_text(text.to_owned(), Vec::new()),
                });
            }
            Row { line: number + 1, cells }
        };
        lines.iter().enumerate().map(row).collect()
    }

    fn outline(lines: &[&str]) -> Vec<String> {
        let place = Place { sheet: Some("A"), first_column: 1 };
        let blocks = blocks(rows(lines), place, &mut Vec::new(), &mut Budget::default());
        let shown = |block: &Block| match block {
            Block::Paragraph(passage) => format!("p {}", passage.text),
            Block::Table(table) => {
                let titles: Vec<&str> = table.titles.iter().map(|title| &*title.text).collect();
                let sizes: Vec<usize> = table.rows.iter().map(|row| row.cells.len()).collect();
                format!("{} {titles:?} {sizes:?} header {}", table.locator(0, 0), table.header_rows)
            }
            other => panic!("{other:?}"),
        };
        blocks.expect("small pieces").iter().map(shown).collect()
    }

    #[test]
    fn a_row_of_one_text_is_a_title() {
        assert_eq!(
            outline(&["Tests|=|=", "of a volume||", "op|read|=", "|IOPS|ms", "x|1|2"]),
            ["A!B3 [\"Tests\", \"of a volume\"] [3, 3, 3] header 2"]
        );
        assert_eq!(outline(&["one", "two"]), ["p one", "p two"]);
    }

    #[test]
    fn origins_are_counted_from_the_table() {
        let place = Place { sheet: None, first_column: 0 };
        let rows = rows(&["Tests||", "op|read|=", "x|1|2"]);
        let blocks = blocks(rows, place, &mut Vec::new(), &mut Budget::default()).expect("small");
        let Block::Table(table) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(table.rows[0].cells[2].origin, Some((0, 1)));
    }

    #[test]
    fn tables_side_by_side_are_two() {
        assert_eq!(
            outline(&["op|IOPS||op|MiB/s", "read|1||read|2", "write|3||write|4", "||| other|5"]),
            ["A!B1 [] [2, 2, 2] header 1", "A!E1 [] [2, 2, 2, 2] header 1"]
        );
        assert_eq!(
            outline(&["4 KiB|||64 KiB|", "clients|IOPS||clients|MiB/s", "1|5||1|50", "2|9||2|90"]),
            ["A!B2 [\"4 KiB\"] [2, 2, 2] header 1", "A!E2 [\"64 KiB\"] [2, 2, 2] header 1"]
        );
        assert_eq!(
            outline(&["op|IOPS||1|2", "read|1||3|4"]),
            ["A!B1 [] [5, 5] header 0"],
            "no labels"
        );
    }
}
