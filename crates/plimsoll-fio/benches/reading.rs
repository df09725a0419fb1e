//! How fast documents of fio are read: one as fio wrote it, and a large one with its jobs many times.

use divan::counter::BytesCount;
use plimsoll_fio::FioJson;
use plimsoll_read::{Bundle, Entry, Kept, ReadOptions, Reader};

const JSON: &str = include_str!("../../../fixtures/fio/four-jobs-not-grouped__fio-3.33.json");
const JSON_PLUS: &str = include_str!("../../../fixtures/fio/json-plus-two-jobs__fio-3.33.json");

fn main() {
    divan::main();
}

#[divan::bench(args = [1, 100])]
fn json(bencher: divan::Bencher<'_, '_>, times: usize) {
    read(bencher, &with_jobs_repeated(JSON, times));
}

#[divan::bench(args = [1, 100])]
fn json_plus(bencher: divan::Bencher<'_, '_>, times: usize) {
    read(bencher, &with_jobs_repeated(JSON_PLUS, times));
}

/// A document with all its jobs so many times.
fn with_jobs_repeated(document: &str, times: usize) -> String {
    let split = document.split_once("\"jobs\" : [\n").and_then(|(begin, rest)| {
        rest.split_once("\n  ],\n").map(|(jobs, end)| (begin, jobs, end))
    });
    let (begin, jobs, end) = split.expect("the fixture has a list of jobs");
    let jobs = vec![jobs; times].join(",\n");
    format!("{begin}\"jobs\" : [\n{jobs}\n  ],\n{end}")
}

/// Measures the whole way from bytes to rows.
fn read(bencher: divan::Bencher<'_, '_>, document: &str) {
    let bytes = document.as_bytes();
    bencher.counter(BytesCount::of_str(document)).bench(|| {
        let entry = Entry::named("fio.json", &bytes);
        let bundle = Bundle { source: entry.source.clone(), entries: vec![&entry] };
        let mut kept = Kept::default();
        FioJson.read(&bundle, &ReadOptions::default(), &mut kept).expect("the fixture is whole");
        assert!(!kept.rows.is_empty(), "nothing was read");
        kept
    });
}
