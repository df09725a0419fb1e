//! What holds of every input, or the target panics.

use plimsoll_lexicon::{
    CellContext, CellKind, CellReading, Languages, conditions, read_cell, read_header, read_mix,
};
use plimsoll_read::{Claim, Kept, Listing, ReadError};
use plimsoll_schema::{Row, SeriesRow};
use plimsoll_table::{Document, Table, unescaped};

/// Claims name entries that there are, in order, and no entry twice.
pub(crate) fn sound_claims(claims: &[Claim], listing: &Listing<'_>) {
    let mut claimed = vec![false; listing.entries.len()];
    for claim in claims {
        assert!(!claim.entries.is_empty(), "a claim on nothing: {claim:?}");
        assert!(claim.entries.is_sorted_by(|one, next| one < next), "out of order: {claim:?}");
        for entry in &claim.entries {
            let before = claimed.get_mut(*entry).map(|claimed| std::mem::replace(claimed, true));
            assert_eq!(before, Some(false), "entry {entry} is none or claimed twice: {claims:?}");
        }
    }
}

/// Interval data comes beside the rows and changes none; without being asked for, there is none.
pub(crate) fn same_but_for_windows(
    plain: &Result<Kept, ReadError>,
    series: &Result<Kept, ReadError>,
) {
    match (plain, series) {
        (Ok(plain), Ok(series)) => {
            assert!(plain.windows.is_empty(), "windows that nobody asked for");
            assert_eq!(plain.rows.len(), series.rows.len(), "other rows with interval data");
            for (one, other) in plain.rows.iter().zip(&series.rows) {
                assert_eq!(one.identity, other.identity);
                assert_eq!(one.figures, other.figures);
            }
        }
        (Err(_), Err(_)) => {}
        _ => panic!("refused only with or only without interval data"),
    }
}

/// Every number of a row is a number.
pub(crate) fn finite_row(row: &Row) {
    let identity = &row.identity;
    let of_identity = [identity.read_percent, identity.target_iops, identity.duration_s];
    let of_figures = row.figures.iter().map(|figure| figure.value);
    let is_finite = of_identity.into_iter().flatten().chain(of_figures).all(f64::is_finite);
    assert!(is_finite, "not finite: {row:?}");
}

/// Every number of a window is a number.
pub(crate) fn finite_window(window: &SeriesRow) {
    let latency = &window.latency;
    let wherever = [window.begin_s, window.window_s];
    let where_known = [
        window.iops,
        window.bytes_per_second,
        latency.mean_ns,
        latency.min_ns,
        latency.max_ns,
        latency.p50_ns,
        latency.p90_ns,
        latency.p95_ns,
        latency.p99_ns,
        latency.p999_ns,
    ];
    let mut all = wherever.into_iter().chain(where_known.into_iter().flatten());
    assert!(all.all(f64::is_finite), "not finite: {window:?}");
}

/// A row of a published table names a cell that there is, and each of its figures is written in that
/// table as the figure says; none is negative.
pub(crate) fn written_in_cells(row: &Row, document: &Document) {
    let locator = &*row.identity.locator;
    let table = document.tables().find(|table| cell_at(table, locator).is_some());
    let table = table.unwrap_or_else(|| panic!("no cell is at {locator}: {row:?}"));
    let first = cell_at(table, locator).unwrap_or_default();
    let mut is_of_first = false;
    for figure in &row.figures {
        let written = figure.written.as_deref().expect("a published figure is written");
        // Words for a value (`sub-millisecond`) are unified before they are kept.
        let is_in = |text: &str| text.contains(written) || !has_digit(written);
        let mut cells = table.body().iter().flat_map(|row| &row.cells);
        assert!(
            cells.any(|cell| is_in(&unescaped(&cell.text))),
            "{written:?} is in no cell: {row:?}"
        );
        is_of_first |= is_in(&unescaped(first));
        assert!(figure.value >= 0.0, "less than nothing: {row:?}");
    }
    assert!(is_of_first, "the cell at {locator} holds none of the figures: {row:?}");
}

/// The text of the cell that a locator names.
fn cell_at<'d>(table: &'d Table, locator: &str) -> Option<&'d str> {
    table.rows.iter().enumerate().find_map(|(line, row)| {
        let mut cells = row.cells.iter().enumerate();
        let at = |(column, _): &(usize, _)| table.locator(line, *column) == locator;
        cells.find(at).map(|(_, cell)| cell.text.as_str())
    })
}

/// A text can be read as a cell in each context, twice in the same way, and as a header; what is found in
/// it is part of it.
pub(crate) fn sound_reading(cell: &str, contexts: &[CellContext<'_>]) {
    for context in contexts {
        let reading = read_cell(cell, context);
        assert_eq!(reading, read_cell(cell, context), "read twice: {cell:?}");
        digits_of_cell(cell, &reading);
    }
    let header = read_header(cell, Languages::all());
    for word in &header.words {
        assert!(header.text.get(word.range.clone()).is_some(), "{cell:?}: {word:?}");
    }
    if let Some(mix) = read_mix(cell, Languages::all()) {
        assert!((0.0..=100.0).contains(&mix.read_percent), "{cell:?}: {mix:?}");
    }
    for condition in conditions(cell, Languages::all()) {
        assert!(cell.get(condition.range.clone()).is_some(), "{cell:?}: {condition:?}");
    }
}

/// A cell that is a value has no digits but those of its number, which are the number's, and of its
/// notes; a cell of nothing but digits is their number.
pub(crate) fn digits_of_cell(cell: &str, reading: &CellReading) {
    let Some(quantity) = reading.value() else {
        assert_ne!(reading.kind, CellKind::Value, "a value without a number: {cell:?}");
        return;
    };
    let written = &quantity.written;
    assert!(cell.contains(written.as_str()) || !has_digit(written), "{written:?} of {cell:?}");
    let mut rest = cell.to_owned();
    for note in &reading.notes {
        rest = rest.replacen(note.text.as_str(), "", 1);
    }
    assert_eq!(digits(&rest).len(), digits(written).len(), "digits were left over: {cell:?}");
    let number = quantity.decision.reading().expect("a value is decided").value.to_string();
    if has_digit(written) && written.chars().all(|it| it.is_ascii() || !it.is_numeric()) {
        let significant = |text: &str| digits(text).trim_start_matches('0').to_owned();
        assert_eq!(significant(&number), significant(written), "{cell:?}");
    }
    let is_plain = !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain {
        let value = quantity.number().and_then(plimsoll_lexicon::Decimal::to_u64);
        assert_eq!(value, cell.parse().ok(), "{cell:?}");
    }
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{digits_of_cell, written_in_cells};
    use plimsoll_lexicon::{CellContext, read_cell};
    use plimsoll_read::{Entry, ReadOptions};
    use plimsoll_schema::{Figure, Identity, Metric, Origin, Row, Stat};
    use plimsoll_table::read_document;

    #[test]
    #[should_panic(expected = "digits were left over")]
    fn a_shorter_number_than_the_cell_is_a_find() {
        digits_of_cell("29 000", &read_cell("29", &CellContext::default()));
    }

    #[test]
    #[should_panic(expected = "is in no cell")]
    fn a_figure_that_no_cell_has_is_a_find() {
        let page = b"| op | IOPS |\n|---|---|\n| read | 5 |\n".to_vec();
        let entry = Entry::named("a.md", &page);
        let document = read_document(&entry, &ReadOptions::default()).expect("a small page");
        let identity =
            Identity::new(entry.source.clone(), "table 1 row 1 column 2".into(), Origin::Published);
        let mut row = Row::new(identity);
        row.figures.push(Figure::written(Metric::Iops, Stat::Mean, 7.0, "7"));
        written_in_cells(&row, &document);
    }
}
