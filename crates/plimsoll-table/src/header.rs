//! Which rows of a table are its header, where the page does not say so.

use crate::document::{Row, Table};

/// The most rows that a header has.
const MOST: usize = 3;

impl Table {
    /// Tells the header by the cells, unless the page marks it.
    pub(crate) fn guess_header(&mut self) {
        if !self.is_header_marked {
            self.header_rows = header_rows(&self.rows);
        }
    }
}

/// The first row is the header unless figures stand in it. The next one is header too where the one above leaves or
/// covers something in it: then both name the columns.
fn header_rows(rows: &[Row]) -> usize {
    if rows.len() < 2 || has_figures(&rows[0]) {
        return 0;
    }
    // Without figures below nothing tells whether a second row names columns too.
    let Some(first_figures) = rows.iter().position(has_figures) else { return 1 };
    let goes_on = |below: &usize| is_continued(&rows[below - 1], &rows[*below]);
    1 + (1..first_figures.min(MOST)).take_while(goes_on).count()
}

/// Whether a row holds plain numbers beside its label.
fn has_figures(row: &Row) -> bool {
    row.cells.iter().skip(1).any(|cell| is_plain_number(&cell.text))
}

/// Whether a header row needs the one below: a cell spans several columns, one reaches down, or one was left empty.
fn is_continued(row: &Row, below: &Row) -> bool {
    let spans_columns = row.cells.iter().any(|cell| cell.origin.is_some());
    let reaches_down = below.cells.iter().any(|cell| cell.origin.is_some());
    let pairs = row.cells.iter().zip(&below.cells).skip(1);
    let fills_gaps = pairs.into_iter().any(|(cell, below)| cell.is_empty() && !below.is_empty());
    spans_columns || reaches_down || fills_gaps
}

/// Digits with marks between them, perhaps with one that says about: no unit, no word.
fn is_plain_number(text: &str) -> bool {
    let text = text.trim_start_matches(['~', '≈', '<', '>', '≤', '≥', '+', '-', '−', ' ']);
    let is_part = |letter: char| {
        letter.is_ascii_digit()
            || matches!(letter, '.' | ',' | '\'' | '*' | '\\')
            || letter.is_whitespace()
    };
    text.starts_with(|letter: char| letter.is_ascii_digit()) && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::header_rows;
    use crate::document::{Cell, Row};

    fn rows(lines: &[&str]) -> Vec<Row> {
        let cells = |line: &str| {
            line.split('|').map(|text| Cell::of_text(text.to_owned(), Vec::new())).collect()
        };
        lines.iter().map(|line| Row { line: 1, cells: cells(line) }).collect()
    }

    #[test]
    fn a_header_is_what_stands_above_figures() {
        assert_eq!(header_rows(&rows(&["Vol|IOPS", "A|1.024", "B|2.048"])), 1);
        assert_eq!(
            header_rows(&rows(&["|Read||Write|", "Size|IOPS|MiB/s|IOPS|MiB/s", "4 KiB|1|2|3|4"])),
            2
        );
        assert_eq!(header_rows(&rows(&["|1 job|4 jobs", "1 client|1641 |10240"])), 1);
        assert_eq!(header_rows(&rows(&["Role|", "Host|10 GB", "Data|>=1 TB"])), 1);
        assert_eq!(header_rows(&rows(&["IOPS|2000|5000", "MB/s|150|200"])), 0, "no header");
        assert_eq!(header_rows(&rows(&["IOPS|2000|5000"])), 0, "no header");
    }
}
