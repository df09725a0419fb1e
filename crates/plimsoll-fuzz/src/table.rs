//! Published tables in their forms.

use crate::{expect, read};
use plimsoll_read::{Entry, ReadOptions};
use plimsoll_table::{Tables, read_document};

/// Reads bytes as a web page.
pub fn html_table(bytes: &[u8]) {
    page("page.html", bytes);
}

/// Reads bytes as a text with pipe tables.
pub fn pipe_table(bytes: &[u8]) {
    page("page.md", bytes);
}

/// Reads bytes as a workbook; their begin says of which kind.
pub fn sheet(bytes: &[u8]) {
    page("sheet.xlsx", bytes);
}

fn page(name: &str, bytes: &[u8]) {
    let rows = read::alone(&Tables, name, bytes);
    if rows.is_empty() {
        return;
    }
    let document = read_document(&Entry::named(name, &bytes), &ReadOptions::default());
    let document = document.expect("rows came from it");
    for row in &rows {
        expect::written_in_cells(row, &document);
    }
}
