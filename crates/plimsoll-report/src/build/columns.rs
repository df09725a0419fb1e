//! Columns of a table that have nothing to say.

use crate::english;
use crate::view::TableView;

/// What stands for a value that there is not.
pub(super) const NO_VALUE: &str = "–";

/// The table without those of the columns that have no value in any row. What notes say of them, why
/// they have none, is said below the table.
pub(super) fn without_empty(mut table: TableView, droppable: &[&str]) -> TableView {
    let is_value = |text: &str| !text.is_empty() && text != NO_VALUE;
    let is_kept: Vec<bool> = table
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let has_values = table.rows.iter().any(|row| is_value(&row[at].text));
            has_values || !droppable.contains(&&*column.heading)
        })
        .collect();
    for (at, column) in table.columns.iter().enumerate().filter(|(at, _)| !is_kept[*at]) {
        let mut notes: Vec<usize> =
            table.rows.iter().flat_map(|row| row[at].notes.clone()).collect();
        notes.sort_unstable();
        notes.dedup();
        if !notes.is_empty() {
            table.remarks.push(english::column_not_known(&column.heading, &notes));
        }
    }
    let mut kept = is_kept.iter();
    table.columns.retain(|_| *kept.next().unwrap_or(&true));
    for row in &mut table.rows {
        let mut kept = is_kept.iter();
        row.retain(|_| *kept.next().unwrap_or(&true));
    }
    table
}

/// Explains the sign of figures that come from a run's total. Where all values of a column have it, the
/// heading has it instead.
pub(super) fn with_sign_explained(mut table: TableView) -> TableView {
    let is_signed = |row: &Vec<crate::view::CellView>, at: usize| !row[at].sign.is_empty();
    if !table.rows.iter().any(|row| (0..row.len()).any(|at| is_signed(row, at))) {
        return table;
    }
    for (at, column) in table.columns.iter_mut().enumerate() {
        let mut values = table.rows.iter().filter(|row| row[at].text != NO_VALUE).peekable();
        if values.peek().is_some() && values.all(|row| is_signed(row, at)) {
            column.heading = format!("{}\u{A0}{}", column.heading, english::OF_TOTAL_SIGN);
            table.rows.iter_mut().for_each(|row| row[at].sign.clear());
        }
    }
    table.remarks.push(english::OF_TOTAL.to_owned());
    table
}

#[cfg(test)]
mod tests {
    use super::{with_sign_explained, without_empty};
    use crate::view::{CellView, ColumnView, TableView};

    fn table(rows: &[[CellView; 2]]) -> TableView {
        let column = |heading: &str| ColumnView {
            heading: heading.into(),
            unit: String::new(),
            is_number: true,
        };
        TableView {
            columns: vec![column("Operations"), column("99th percentile")],
            rows: rows.iter().map(|row| row.to_vec()).collect(),
            ..TableView::default()
        }
    }

    fn cell(text: &str, sign: &str, notes: &[usize]) -> CellView {
        CellView { text: text.into(), sign: sign.into(), notes: notes.to_vec(), verdict: None }
    }

    #[test]
    fn a_column_of_dashes_is_left_out_and_its_notes_are_kept() {
        let rows = [3, 2].map(|note| [cell("–", "", &[]), cell("–", "", &[note])]);
        let without = without_empty(table(&rows), &["99th percentile"]);
        assert_eq!(without.columns.len(), 1, "the operations stay, although none is known");
        assert!(without.rows.iter().all(|row| row.len() == 1));
        assert_eq!(without.remarks, ["99th percentile: not known (notes 2 and 3)."]);
        let one =
            [[cell("7", "", &[]), cell("–", "", &[])], [cell("7", "", &[]), cell("1", "", &[])]];
        let whole = without_empty(table(&one), &["99th percentile"]);
        assert_eq!((whole.columns.len(), whole.remarks.len()), (2, 0));
    }

    #[test]
    fn a_sign_at_every_value_stands_at_the_heading() {
        let some =
            [[cell("1", "", &[]), cell("2", "*", &[])], [cell("1", "", &[]), cell("3", "", &[])]];
        let shown = with_sign_explained(table(&some));
        assert_eq!((&*shown.columns[1].heading, &*shown.rows[0][1].sign), ("99th percentile", "*"));
        assert_eq!(shown.remarks.len(), 1);
        let all =
            [[cell("1", "", &[]), cell("2", "*", &[])], [cell("1", "", &[]), cell("–", "", &[])]];
        let shown = with_sign_explained(table(&all));
        assert_eq!(shown.columns[1].heading, "99th percentile\u{A0}*");
        assert!(shown.rows.iter().all(|row| row[1].sign.is_empty()));
        assert_eq!(with_sign_explained(table(&[])).remarks.len(), 0);
    }
}
