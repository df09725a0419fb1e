//! How fast the output of fio is read: as fio wrote it, and of a run with its jobs many times.

use divan::counter::BytesCount;
use plimsoll_fio::{FioHuman, FioJson, FioLog, FioTerse};
use plimsoll_read::{Bundle, Entry, Kept, ReadOptions, Reader};
use std::fmt::Write as _;

const JSON: &str = include_str!("../../../fixtures/fio/four-jobs-not-grouped__fio-3.33.json");
const JSON_PLUS: &str = include_str!("../../../fixtures/fio/json-plus-two-jobs__fio-3.33.json");
const TERSE: &str =
    include_str!("../../../fixtures/fio/terse/two-jobs-with-description__fio-3.33.txt");
const HUMAN: &str = include_str!("../../../fixtures/fio/human/several-block-sizes__fio-3.33.txt");

const HISTOGRAM: &str =
    include_str!("../../../fixtures/fio/log/histogram__fio-3.33__clat-hist.1.log");

fn main() {
    divan::main();
}

#[divan::bench(args = [1, 100])]
fn json(bencher: divan::Bencher<'_, '_>, times: usize) {
    read(bencher, &FioJson, &with_jobs_repeated(JSON, times));
}

/// The last one is a great document, which is not held as a whole.
#[divan::bench(args = [1, 100, 400])]
fn json_plus(bencher: divan::Bencher<'_, '_>, times: usize) {
    read(bencher, &FioJson, &with_jobs_repeated(JSON_PLUS, times));
}

#[divan::bench(args = [1, 100])]
fn terse(bencher: divan::Bencher<'_, '_>, times: usize) {
    read(bencher, &FioTerse, &TERSE.repeat(times));
}

#[divan::bench(args = [1, 100])]
fn human(bencher: divan::Bencher<'_, '_>, times: usize) {
    let split = HUMAN.find("rand4k: (groupid=").zip(HUMAN.find("\nRun status group 0"));
    let (first, end) = split.expect("the fixture reports about jobs");
    let jobs = HUMAN[first..end].repeat(times);
    read(bencher, &FioHuman, &format!("{}{jobs}{}", &HUMAN[..first], &HUMAN[end..]));
}

/// Logs of so many seconds at 50,000 operations per second.
#[divan::bench(args = [1, 20])]
fn log_of_operations(bencher: divan::Bencher<'_, '_>, seconds: u64) {
    let rows = 0..50_000 * seconds;
    let text = rows.fold(String::new(), |mut text, row| {
        // Values as different from each other as latencies are.
        let value = 200_000 + row.wrapping_mul(0x9E37_79B9_7F4A_7C15) % 700_000;
        let _ = writeln!(text, "{}, {value}, {}, 4096, 0", row / 50, u64::from(row % 10 > 6));
        text
    });
    read_log(bencher, "a_clat.1.log", &text);
}

/// Logs of so many intervals at coarseness 3.
#[divan::bench(args = [100, 2000])]
fn log_of_histograms(bencher: divan::Bencher<'_, '_>, intervals: u64) {
    let row = HISTOGRAM.lines().next().and_then(|row| row.split_once(", "));
    let (_, counts) = row.expect("the fixture has rows");
    let text = (1..=intervals).fold(String::new(), |mut text, interval| {
        let _ = writeln!(text, "{}, {counts}", interval * 1000);
        text
    });
    read_log(bencher, "a_clat_hist.1.log", &text);
}

/// Measures the whole way from bytes to rows and windows.
fn read_log(bencher: divan::Bencher<'_, '_>, name: &str, text: &str) {
    let bytes = text.as_bytes();
    let fio_version = Some("3.33".into());
    let options = ReadOptions { series: true, fio_version, ..ReadOptions::default() };
    bencher.counter(BytesCount::of_str(text)).bench(|| {
        let entry = Entry::named(name, &bytes);
        let bundle = Bundle { source: entry.source.clone(), entries: vec![&entry] };
        let mut kept = Kept::default();
        FioLog.read(&bundle, &options, &mut kept).expect("whole lines");
        assert!(!kept.windows.is_empty(), "nothing was read");
        kept
    });
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
fn read(bencher: divan::Bencher<'_, '_>, reader: &dyn Reader, document: &str) {
    let bytes = document.as_bytes();
    bencher.counter(BytesCount::of_str(document)).bench(|| {
        let entry = Entry::named("fio", &bytes);
        let bundle = Bundle { source: entry.source.clone(), entries: vec![&entry] };
        let mut kept = Kept::default();
        reader.read(&bundle, &ReadOptions::default(), &mut kept).expect("the fixture is whole");
        assert!(!kept.rows.is_empty(), "nothing was read");
        kept
    });
}
