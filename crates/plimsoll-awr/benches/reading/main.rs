//! How fast reports are read, from bytes to rows.

mod report;

use divan::counter::BytesCount;
use plimsoll_awr::Awr;
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadOptions, Reader};

fn main() {
    divan::main();
}

/// A report of real size, of which a fifth at most says what storage did.
#[divan::bench]
fn html(bencher: divan::Bencher<'_, '_>) {
    read(bencher, "awr.html", &report::html());
}

#[divan::bench]
fn text(bencher: divan::Bencher<'_, '_>) {
    read(bencher, "awr.txt", &report::text());
}

fn read(bencher: divan::Bencher<'_, '_>, name: &str, report: &str) {
    let bytes = report.as_bytes();
    bencher.counter(BytesCount::new(bytes.len())).bench(|| {
        let entries = [Entry::named(name, &bytes)];
        let listing = Listing { folder: ".".into(), entries: &entries };
        assert_eq!(Awr.claim(&listing).len(), 1);
        let bundle = Bundle { source: name.into(), entries: entries.iter().collect() };
        let mut kept = Kept::default();
        Awr.read(&bundle, &ReadOptions::default(), &mut kept).expect("the report is whole");
        assert!(kept.findings.is_empty(), "{:?}", kept.findings);
        assert_eq!(kept.rows.len(), 3);
        kept
    });
}
