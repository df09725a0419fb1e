//! Pipe tables: lines with bars between their cells, with a rule line below the header or without one.

use super::inline::inline;
use super::lines::{Line, Lines};
use crate::document::{Cell, Row, Table};
use crate::limits::{Budget, Excess};

/// The most lines that a header has above its rule line.
const MOST_HEADER_LINES: usize = 3;

/// The most lines over which a broken row is looked for its end.
const MOST_BROKEN_LINES: usize = 40;

/// A line of a table.
struct BarLine<'a> {
    number: usize,
    /// The text from the line to the end of its row, which may have been broken over several lines.
    text: String,
    is_rule: bool,
    /// Where the line begins.
    begin: Lines<'a>,
}

/// The table that begins with the next line, if one does. Then the lines stand behind it.
pub(super) fn table(lines: &mut Lines<'_>, budget: &mut Budget) -> Result<Option<Table>, Excess> {
    let mut ahead = lines.clone();
    if !begins(&ahead) {
        return Ok(None);
    }
    let has_edges = ahead.peek().is_some_and(|line| line.trimmed().starts_with('|'));
    let mut found: Vec<BarLine<'_>> = Vec::new();
    let mut is_closed = None;
    loop {
        let begin = ahead.clone();
        let Some(line) = ahead.next().filter(|line| belongs(line, has_edges)) else {
            ahead = begin;
            break;
        };
        let (text, number) = (line.trimmed(), line.number);
        let is_rule = is_rule(text);
        if is_rule && starts_another(&found) {
            // The line above the rule is the header of a table of its own.
            ahead = found.pop().map_or(begin, |header| header.begin);
            break;
        }
        let whole = if is_closed == Some(true) && !ends_with_bar(text) {
            broken_row(&mut ahead, text)
        } else {
            None
        };
        if is_rule || is_closed.is_none() && ends_with_bar(text) {
            is_closed = Some(ends_with_bar(text));
        }
        budget.text(text.len())?;
        found.push(BarLine {
            number,
            text: whole.unwrap_or_else(|| text.to_owned()),
            is_rule,
            begin,
        });
    }
    lines.clone_from(&ahead);
    of_lines(&found, budget).map(Some)
}

/// Whether a rule line below these lines belongs to the last of them alone: the lines above already had their rule, or
/// are more than a header.
fn starts_another(found: &[BarLine<'_>]) -> bool {
    let has_rule = found.iter().any(|line| line.is_rule);
    let is_below_rule = found.last().is_some_and(|line| line.is_rule);
    let is_too_far = found.len() > MOST_HEADER_LINES;
    !is_below_rule && (has_rule || is_too_far) && found.len() > 1
}

fn of_lines(found: &[BarLine<'_>], budget: &mut Budget) -> Result<Table, Excess> {
    let rule = found.iter().position(|line| line.is_rule);
    let mut table = Table {
        line: found.first().map_or(0, |line| line.number),
        header_rows: rule.unwrap_or(0),
        is_header_marked: rule.is_some(),
        rule_cells: rule.map(|rule| cells(&found[rule].text).len()),
        ..Table::default()
    };
    for line in found.iter().filter(|line| !line.is_rule && line.text != "|") {
        table.rows.push(row(line.number, &cells(&line.text), budget)?);
    }
    table.guess_header();
    Ok(table)
}

/// A row of the cells of a line.
pub(super) fn row(line: usize, cells: &[&str], budget: &mut Budget) -> Result<Row, Excess> {
    let mut row = Row { line, cells: Vec::with_capacity(cells.len()) };
    for cell in cells {
        budget.cell(0)?;
        let (text, notes) = inline(cell);
        row.cells.push(Cell::of_text(text, notes));
    }
    Ok(row)
}

/// The cells of a line: what stands between its bars. A bar at its begin or its end parts nothing.
pub(super) fn cells(line: &str) -> Vec<&str> {
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = if ends_with_bar(line) { &line[..line.len() - 1] } else { line };
    let mut cells = Vec::new();
    let mut begin = 0;
    for bar in bars(line) {
        cells.push(line[begin..bar].trim());
        begin = bar + 1;
    }
    cells.push(line[begin..].trim());
    cells
}

/// Where bars stand that are not escaped.
fn bars(line: &str) -> impl Iterator<Item = usize> {
    line.match_indices('|').map(|(at, _)| at).filter(|at| !is_escaped(line, *at))
}

fn is_escaped(line: &str, at: usize) -> bool {
    line[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

fn ends_with_bar(line: &str) -> bool {
    line.ends_with('|') && !is_escaped(line, line.len() - 1)
}

/// Dashes and bars only, as `|---|:-:|`.
fn is_rule(line: &str) -> bool {
    let is_dashes = |cell: &&str| {
        let dashes = cell.trim_start_matches(':').trim_end_matches(':');
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    };
    line.contains('|') && line.contains('-') && cells(line).iter().all(is_dashes)
}

/// Whether a line is part of a table that has begun.
fn belongs(line: &Line<'_>, has_edges: bool) -> bool {
    let text = line.trimmed();
    if has_edges {
        text.starts_with('|') && !is_block_mark(text)
    } else {
        bars(text).next().is_some()
    }
}

/// The marks around tables of AsciiDoc.
fn is_block_mark(text: &str) -> bool {
    text.starts_with("|===")
}

/// Whether a table begins: a line between bars, or lines with as many bars each, or a rule line.
pub(super) fn begins(lines: &Lines<'_>) -> bool {
    let mut lines = lines.clone();
    let Some(first) = lines.next() else { return false };
    let first = first.trimmed();
    if bars(first).next().is_none() || is_block_mark(first) {
        return false;
    }
    let next = lines.next().map_or("", |line| line.trimmed());
    let count = cells(first).len();
    if first.starts_with('|') {
        let is_whole = first.len() > 1 && ends_with_bar(first);
        return is_rule(next) || is_whole || count > 2 || count > 1 && next.starts_with('|');
    }
    let is_like_next = bars(next).next().is_some() && cells(next).len() == count;
    let has_edge = ends_with_bar(first) && ends_with_bar(next);
    is_rule(next) || is_like_next && count > 1 && (count > 2 || has_edge)
}

/// A row of which the cells hold lists and were broken at each item: its lines, up to the one with the closing bar.
fn broken_row(lines: &mut Lines<'_>, first: &str) -> Option<String> {
    let mut ahead = lines.clone();
    let mut row = first.to_owned();
    for _ in 0..MOST_BROKEN_LINES {
        let text = ahead.next()?.trimmed();
        let is_row = text.len() > 1 && text.starts_with('|') && ends_with_bar(text);
        if is_row || is_rule(text) || text.starts_with(['#', '`']) {
            return None;
        }
        row.push(' ');
        row.push_str(text);
        if ends_with_bar(text) {
            lines.clone_from(&ahead);
            return Some(row);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{cells, table};
    use crate::document::Table;
    use crate::limits::Budget;
    use crate::markdown::lines::Lines;

    fn read(text: &str) -> (Table, Option<usize>) {
        let mut lines = Lines::of(text);
        let table =
            table(&mut lines, &mut Budget::default()).expect("a small table").expect("a table");
        (table, lines.peek().map(|line| line.number))
    }

    fn texts(table: &Table) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.cells.iter().map(|cell| &*cell.text).collect()).collect()
    }

    #[test]
    fn bars_part_cells_and_edges_do_not() {
        assert_eq!(cells("| a | b |  |"), ["a", "b", ""]);
        assert_eq!(cells("|a|b"), ["a", "b"]);
        assert_eq!(cells("a | b |"), ["a", "b"]);
        assert_eq!(cells("|a\\|b\\\\|c\\||"), ["a\\|b\\\\", "c\\|"]);
        assert_eq!(cells("||"), [""]);
    }

    #[test]
    fn rows_keep_the_cells_that_they_have() {
        let (table, next) = read("| a | b |  |\n|---|---|---|\n| r | 1 | 2 |\n| w | 3 |\nend");
        assert_eq!(texts(&table), [vec!["a", "b", ""], vec!["r", "1", "2"], vec!["w", "3"]]);
        assert_eq!(
            (table.header_rows, table.is_header_marked, table.rule_cells),
            (1, true, Some(3))
        );
        assert_eq!(next, Some(5));
    }

    #[test]
    fn headers_of_two_lines_and_without_closing_bar() {
        let (table, _) = read("|A|PL|\n|PL3|PL2|PL1|\n|:--|:--|\n|:-|:-|:-|\n|IOPS|1,000|5|");
        assert_eq!((table.header_rows, table.rule_cells), (2, Some(2)));
        assert_eq!(table.rows.len(), 3);
        let (table, _) = read("| Size | Minimum | Maximum\n|---|---|---|\n| 20 | 100 | 1.000 |\n");
        assert_eq!(texts(&table), [["Size", "Minimum", "Maximum"], ["20", "100", "1.000"]]);
    }

    #[test]
    fn tables_without_rule_or_edges() {
        let (table, _) = read("Service | IOPS | Latency |\nvalue | 128 TB | 17 ms |\n");
        assert_eq!((table.header_rows, table.is_header_marked), (1, false));
        let (table, _) = read("IOPS | 2000 | 5000\nMB/s | 150 | 200\nlatency | 5~10 ms | 1 ms");
        assert_eq!((table.header_rows, table.rows.len()), (0, 3));
        let mut lines = Lines::of("one | two\nthree");
        assert!(table_of(&mut lines).is_none(), "a bar is no table");
        let mut lines = Lines::of("| 1.00th=[ 5], 5.00th=[ 6],\n| 10.00th=[ 7]\n");
        assert!(table_of(&mut lines).is_none(), "bars at the begin alone are none");
    }

    fn table_of(lines: &mut Lines<'_>) -> Option<Table> {
        table(lines, &mut Budget::default()).expect("a small table")
    }

    #[test]
    fn rows_that_were_broken_at_list_items() {
        let text = "|Kind|A|B|\n|--|--|--|\n|IOPS|5|6|\n|Use|- one\n- two\n\n|- three\n |\n|Name|x|y|\n\nend";
        let (table, next) = read(text);
        assert_eq!(texts(&table)[2..], [["Use", "- one - two", "- three"], ["Name", "x", "y"]]);
        assert_eq!(next, Some(10));
        let (table, _) = read("|A|B|\n|--|--|\n|1|2\n|3|4|");
        assert_eq!(texts(&table)[1..], [["1", "2"], ["3", "4"]], "only a bar is missing");
    }

    #[test]
    fn two_tables_that_touch_are_two() {
        let mut lines = Lines::of("|a|b|\n|-|-|\n|1|2|\n|c|d|\n|-|-|\n|3|4|\n");
        assert_eq!(texts(&table_of(&mut lines).expect("a table")), [["a", "b"], ["1", "2"]]);
        assert_eq!(texts(&table_of(&mut lines).expect("a table")), [["c", "d"], ["3", "4"]]);
    }
}
