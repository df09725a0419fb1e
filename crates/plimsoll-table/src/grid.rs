//! Cells that span columns and rows, put into every place that they cover.

use crate::document::{Cell, Row};
use crate::limits::{Budget, Excess, MAX_COLUMNS};

/// A row as it is written: only the cells that begin in it.
#[derive(Debug, Default)]
pub(crate) struct SpannedRow {
    pub(crate) line: usize,
    /// Rows of one group are numbered alike: no cell reaches out of its group.
    pub(crate) group: usize,
    pub(crate) is_header: bool,
    pub(crate) cells: Vec<SpannedCell>,
}

/// A cell and how far it reaches.
#[derive(Debug)]
pub(crate) struct SpannedCell {
    pub(crate) cell: Cell,
    pub(crate) columns: usize,
    /// `None` is to the end of its group.
    pub(crate) rows: Option<usize>,
}

/// Why there is no grid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoGrid {
    /// It would have more columns than a published table has.
    TooWide,
    /// The document holds too much.
    Excess(Excess),
}

impl From<Excess> for NoGrid {
    fn from(excess: Excess) -> Self {
        Self::Excess(excess)
    }
}

/// A grid, and how many of its first rows are header.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    pub(crate) rows: Vec<Row>,
    pub(crate) header_rows: usize,
}

/// A cell that reaches down into the next row.
#[derive(Debug, Clone, Copy)]
struct Reaching {
    origin: (usize, usize),
    /// How many more rows; `None` is to the end of the group.
    rows: Option<usize>,
}

/// Puts each cell into the places that it covers. Rows without any cell are left out.
pub(crate) fn expand(rows: Vec<SpannedRow>, budget: &mut Budget) -> Result<Grid, NoGrid> {
    let mut grid = Grid::default();
    let mut reaching: Vec<Option<Reaching>> = Vec::new();
    let mut group = None;
    let mut is_in_header = true;
    for row in rows {
        if group.replace(row.group) != Some(row.group) {
            reaching.clear();
        }
        let is_header = row.is_header;
        let row = expand_row(&grid.rows, row, &mut reaching, budget)?;
        if row.cells.is_empty() {
            continue;
        }
        // A cell over all columns below other headers is that of the rows below it.
        let heads_group = grid.header_rows > 0 && is_one_cell(&row);
        is_in_header &= is_header && !heads_group;
        grid.header_rows += usize::from(is_in_header);
        grid.rows.push(row);
    }
    Ok(grid)
}

/// Whether a row is one cell over several columns.
fn is_one_cell(row: &Row) -> bool {
    let Some((first, others)) = row.cells.split_first() else { return false };
    let is_part = |cell: &Cell| cell.origin.is_some() && cell.text == first.text;
    first.origin.is_none() && !others.is_empty() && others.iter().all(is_part)
}

fn expand_row(
    above: &[Row],
    written: SpannedRow,
    reaching: &mut Vec<Option<Reaching>>,
    budget: &mut Budget,
) -> Result<Row, NoGrid> {
    let number = above.len();
    let mut row = Row { line: written.line, cells: Vec::new() };
    let mut cells = written.cells.into_iter();
    loop {
        let column = row.cells.len();
        if let Some(origin) = covered(reaching, column) {
            let copy = copy_of(&above[origin.0].cells[origin.1], origin);
            budget.cell(copy.text.len())?;
            row.cells.push(copy);
        } else if let Some(next) = cells.next() {
            if column + next.columns > MAX_COLUMNS {
                return Err(NoGrid::TooWide);
            }
            if reaching.len() < column + next.columns {
                reaching.resize(column + next.columns, None);
            }
            let origin = (number, column);
            let left = next.rows.map(|rows| rows.saturating_sub(1));
            let below = (left != Some(0)).then_some(Reaching { origin, rows: left });
            reaching[column..column + next.columns].fill(below);
            for _ in 1..next.columns {
                budget.cell(next.cell.text.len())?;
            }
            let copies = vec![copy_of(&next.cell, origin); next.columns - 1];
            row.cells.push(next.cell);
            row.cells.extend(copies);
        } else if reaching.iter().skip(column).any(Option::is_some) {
            // A place that no cell covers, before one that a cell from above does.
            budget.cell(0)?;
            row.cells.push(Cell::default());
        } else {
            return Ok(row);
        }
    }
}

/// The cell from above that covers a column of this row, which then has it.
fn covered(reaching: &mut [Option<Reaching>], column: usize) -> Option<(usize, usize)> {
    let place = reaching.get_mut(column)?;
    let Reaching { origin, rows } = (*place)?;
    match rows {
        Some(1) => *place = None,
        Some(rows) => *place = Some(Reaching { origin, rows: Some(rows - 1) }),
        None => {}
    }
    Some(origin)
}

/// A cell as it stands in another place that it covers.
pub(crate) fn copy_of(cell: &Cell, origin: (usize, usize)) -> Cell {
    Cell { origin: Some(origin), ..cell.clone() }
}

#[cfg(test)]
mod tests {
    use super::{NoGrid, SpannedCell, SpannedRow, expand};
    use crate::document::Cell;
    use crate::limits::{Budget, Excess};

    fn cell(text: &str, columns: usize, rows: usize) -> SpannedCell {
        let cell = Cell::of_text(text.to_owned(), Vec::new());
        SpannedCell { cell, columns, rows: (rows > 0).then_some(rows) }
    }

    fn row(group: usize, cells: Vec<SpannedCell>) -> SpannedRow {
        SpannedRow { line: 1, group, is_header: group == 0, cells }
    }

    fn texts(rows: Vec<SpannedRow>) -> Vec<Vec<String>> {
        let grid = expand(rows, &mut Budget::default()).expect("a small grid");
        grid.rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect())
            .collect()
    }

    #[test]
    fn cells_stand_in_every_place_that_they_cover() {
        let rows = vec![
            row(0, vec![cell("Protocol", 1, 2), cell("fio", 2, 1)]),
            row(0, vec![cell("IOPS", 1, 1), cell("MiB/s", 1, 1)]),
            row(1, vec![cell("NFSv3", 1, 2), cell("1", 1, 1), cell("2", 1, 1)]),
            row(1, vec![cell("3", 1, 1), cell("4", 1, 1)]),
        ];
        assert_eq!(
            texts(rows),
            [
                ["Protocol", "fio", "fio"],
                ["Protocol", "IOPS", "MiB/s"],
                ["NFSv3", "1", "2"],
                ["NFSv3", "3", "4"]
            ]
        );
    }

    #[test]
    fn no_cell_reaches_out_of_its_group_and_gaps_stay_empty() {
        let rows = vec![
            row(0, vec![cell("a", 1, 0), cell("b", 1, 1), cell("c", 1, 9)]),
            row(0, vec![]),
            row(1, vec![cell("d", 1, 1)]),
        ];
        assert_eq!(texts(rows), [vec!["a", "b", "c"], vec!["a", "", "c"], vec!["d"]]);
    }

    #[test]
    fn copies_say_where_they_come_from() {
        let rows = vec![row(0, vec![cell("a", 2, 2)]), row(0, vec![])];
        let grid = expand(rows, &mut Budget::default()).expect("a small grid");
        let origins: Vec<_> =
            grid.rows.iter().flat_map(|row| row.cells.iter().map(|cell| cell.origin)).collect();
        assert_eq!(origins, [None, Some((0, 0)), Some((0, 0)), Some((0, 0))]);
        assert_eq!(grid.header_rows, 2);
    }

    #[test]
    fn spans_are_bounded() {
        let wide = vec![row(0, vec![cell("a", 1000, 1), cell("b", 1, 1)])];
        assert_eq!(expand(wide, &mut Budget::default()).err(), Some(NoGrid::TooWide));
        let mut rows = vec![row(0, vec![cell("a", 1000, 65_534)])];
        rows.extend((0..2000).map(|_| row(0, vec![])));
        let excess = expand(rows, &mut Budget::default()).err();
        assert_eq!(excess, Some(NoGrid::Excess(Excess::Cells)));
        let long = vec![row(0, vec![cell(&"x".repeat(1 << 20), 1000, 1)])];
        let excess = expand(long, &mut Budget::default()).err();
        assert_eq!(excess, Some(NoGrid::Excess(Excess::Text)));
    }
}
