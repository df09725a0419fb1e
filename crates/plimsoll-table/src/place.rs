//! Where a cell is, in words: what findings and rows call their locator.

use crate::document::Table;

impl Table {
    /// Where a cell is: `table 2 row 1 column 3` with rows counted below the header, `table 2 header row 1 column 3`, or
    /// `Sheet1!B4`. Row and column are indices into [`rows`](Table::rows), from 0.
    pub fn locator(&self, row: usize, column: usize) -> String {
        if let Some(sheet) = &self.sheet {
            let line = self.rows.get(row).map_or(self.line + row, |row| row.line);
            return format!("{sheet}!{}{line}", column_letters(self.first_column + column));
        }
        let (number, column) = (self.number, column + 1);
        let (words, row) = match row.checked_sub(self.header_rows) {
            Some(row) => (" row ", row),
            None => (" header row ", row),
        };
        let mut place = String::with_capacity(LONGEST_PLACE);
        for (words, number) in [("table ", number), (words, row + 1), (" column ", column)] {
            place.push_str(words);
            push_number(&mut place, number);
        }
        place
    }
}

/// No usual place is longer, in bytes: `table 12 header row 3 column 40`.
const LONGEST_PLACE: usize = 40;

/// Writes a number. Every row of a table says where it stands.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// The name of a column of a sheet, from 0: `A`, `Z`, `AA`.
pub(crate) fn column_letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::column_letters;
    use crate::document::{Cell, Row, Table};

    #[test]
    fn columns_of_a_sheet_have_letters() {
        let letters = [0, 1, 25, 26, 51, 52, 701, 702, 16_383].map(column_letters);
        assert_eq!(letters, ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "XFD"]);
    }

    #[test]
    fn rows_are_counted_below_the_header() {
        let row = |line| Row { line, cells: vec![Cell::default(); 3] };
        let rows = vec![row(10), row(11), row(13)];
        let mut table = Table { number: 2, rows, header_rows: 1, ..Table::default() };
        assert_eq!(table.locator(1, 2), "table 2 row 1 column 3");
        assert_eq!(table.locator(0, 0), "table 2 header row 1 column 1");
        table.sheet = Some("Blatt 1".into());
        table.first_column = 1;
        assert_eq!(table.locator(2, 2), "Blatt 1!D13");
    }
}
