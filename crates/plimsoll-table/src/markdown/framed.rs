//! Tables in frames of dashes, as reStructuredText and database clients draw them.

use super::lines::{Line, Lines};
use super::pipe::{cells, row};
use crate::document::Table;
use crate::limits::{Budget, Excess};

/// With so many lines of the frame each row stands between two of them; with fewer each line is a row.
const FRAMED_ROWS: usize = 4;

/// The table that begins with the next line, if one does. Then the lines stand behind it.
pub(super) fn table(lines: &mut Lines<'_>, budget: &mut Budget) -> Result<Option<Table>, Excess> {
    let mut ahead = lines.clone();
    let Some(first) = ahead.next().filter(is_frame) else { return Ok(None) };
    // What stands between two lines of the frame.
    let mut groups: Vec<Vec<Line<'_>>> = vec![Vec::new()];
    let (mut frames, mut header_groups) = (1, 0);
    lines.clone_from(&ahead);
    while let Some(line) = ahead.next().filter(|line| line.trimmed().starts_with(['+', '|'])) {
        lines.clone_from(&ahead);
        budget.text(line.text.len())?;
        if is_frame(&line) {
            frames += 1;
            if line.trimmed().starts_with("+=") {
                header_groups = groups.len();
            }
            groups.push(Vec::new());
        } else if let Some(group) = groups.last_mut() {
            group.push(line);
        }
    }
    groups.retain(|group| !group.is_empty());
    if frames == FRAMED_ROWS - 1 {
        header_groups = header_groups.max(1);
    }
    let mut table =
        Table { line: first.number, is_header_marked: header_groups > 0, ..Table::default() };
    for (number, group) in groups.iter().enumerate() {
        let before = table.rows.len();
        if frames < FRAMED_ROWS {
            for line in group {
                table.rows.push(row(line.number, &cells(line.trimmed()), budget)?);
            }
        } else {
            let joined = joined(group);
            let texts: Vec<&str> = joined.iter().map(String::as_str).collect();
            table.rows.push(row(group[0].number, &texts, budget)?);
        }
        if number < header_groups {
            table.header_rows += table.rows.len() - before;
        }
    }
    table.guess_header();
    Ok(Some(table))
}

/// `+---+---+` or `+===+===+`.
fn is_frame(line: &Line<'_>) -> bool {
    let text = line.trimmed();
    text.len() > 2
        && text.starts_with('+')
        && text.ends_with('+')
        && text.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'=' | b':'))
}

/// The cells of one row, of which the texts go over several lines.
fn joined(group: &[Line<'_>]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for line in group {
        for (column, cell) in cells(line.trimmed()).into_iter().enumerate() {
            if joined.len() <= column {
                joined.push(String::new());
            }
            joined[column].push(' ');
            joined[column].push_str(cell);
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::table;
    use crate::limits::Budget;
    use crate::markdown::lines::Lines;

    fn read(text: &str) -> (usize, Vec<Vec<String>>) {
        let table = table(&mut Lines::of(text), &mut Budget::default()).expect("a small table");
        let table = table.expect("a table");
        let row = |row: &crate::Row| row.cells.iter().map(|cell| cell.text.clone()).collect();
        (table.header_rows, table.rows.iter().map(row).collect())
    }

    #[test]
    fn frames_around_rows_and_around_the_whole() {
        let client = "+----+------+\n| op | IOPS |\n+----+------+\n| r  | 1000 |\n| w  | 500  |\n+----+------+\n";
        let rows = [["op", "IOPS"], ["r", "1000"], ["w", "500"]];
        assert_eq!(
            read(client),
            (1, rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect())
        );
        let grid = "+----+------+\n| op | read |\n|    | IOPS |\n+====+======+\n| r  | 1000 |\n+----+------+\n| w  | 500  |\n+----+------+";
        let (header_rows, rows) = read(grid);
        assert_eq!(header_rows, 1);
        assert_eq!(rows, [["op", "read IOPS"], ["r", "1000"], ["w", "500"]]);
    }
}
