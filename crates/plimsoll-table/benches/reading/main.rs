//! How fast pages are read: into blocks and grids of cells, and from bytes to published rows.

mod page;
mod words;

use divan::counter::BytesCount;
use page::{Kind, Page, page};
use plimsoll_read::{Bundle, Entry, Kept, ReadOptions, Reader};
use plimsoll_table::{Tables, read_document};
use std::sync::Arc;

/// One page in each language.
const PAGES: usize = 8;

const KINDS: [Kind; 2] = [Kind::Results, Kind::Limits];

fn main() {
    divan::main();
}

#[divan::bench(args = KINDS)]
fn document(bencher: divan::Bencher<'_, '_>, kind: Kind) {
    over_pages(bencher, kind, |entry| {
        let document = read_document(entry, &ReadOptions::default()).expect("a page");
        assert_eq!(document.tables().count(), kind.tables());
    });
}

#[divan::bench(args = KINDS)]
fn rows(bencher: divan::Bencher<'_, '_>, kind: Kind) {
    over_pages(bencher, kind, |entry| {
        let bundle = Bundle { source: Arc::clone(&entry.source), entries: vec![entry] };
        let mut kept = Kept::default();
        Tables.read(&bundle, &ReadOptions::default(), &mut kept).expect("a page with figures");
        assert!(kept.rows.len() > 10 * kind.tables(), "rows: {}", kept.rows.len());
    });
}

/// Measures what is done with each page.
fn over_pages(bencher: divan::Bencher<'_, '_>, kind: Kind, read: impl Fn(&Entry<'_>) + Sync) {
    let pages: Vec<(String, Vec<u8>)> = (0..PAGES)
        .map(|number| page(kind, number))
        .map(|Page { name, text }| (name, text.into_bytes()))
        .collect();
    let bytes: usize = pages.iter().map(|(_, bytes)| bytes.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        for (name, bytes) in &pages {
            read(&Entry::named(name, bytes));
        }
    });
}
