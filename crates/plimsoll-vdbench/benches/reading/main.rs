//! How fast an output directory is read, with interval data and without, and single files of it.

mod output;

use divan::counter::BytesCount;
use output::{File, output};
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadOptions, Reader};
use plimsoll_vdbench::Vdbench;

/// Run definitions with their loops, and intervals of each: about 8 MB.
const POINTS: usize = 200;
const INTERVALS: usize = 60;

fn main() {
    divan::main();
}

#[divan::bench(args = [false, true])]
fn directory(bencher: divan::Bencher<'_, '_>, series: bool) {
    read(bencher, &output(POINTS, INTERVALS), series);
}

#[divan::bench(args = ["summary.html", "flatfile.html"])]
fn lone_file(bencher: divan::Bencher<'_, '_>, name: &str) {
    let mut files = output(POINTS, INTERVALS);
    files.retain(|file| file.name == name);
    read(bencher, &files, false);
}

/// Measures the whole way from the bytes of a directory to rows.
fn read(bencher: divan::Bencher<'_, '_>, files: &[File], series: bool) {
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let options = ReadOptions { series, ..ReadOptions::default() };
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        let entries: Vec<Entry<'_>> =
            files.iter().map(|file| Entry::named(file.name, &file.bytes)).collect();
        let listing = Listing { folder: "output".into(), entries: &entries };
        let mut kept = Kept::default();
        for claim in Vdbench.claim(&listing) {
            let entries = claim.entries.iter().map(|entry| &entries[*entry]).collect();
            let bundle = Bundle { source: listing.folder.clone(), entries };
            Vdbench.read(&bundle, &options, &mut kept).expect("the output is whole");
        }
        assert!(kept.rows.len() >= POINTS, "rows: {}", kept.rows.len());
        assert_eq!(kept.windows.is_empty(), !series, "windows: {}", kept.windows.len());
        kept
    });
}
