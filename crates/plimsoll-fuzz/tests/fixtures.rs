//! Every target takes real output, whole and cut.

use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder of the fixtures.
fn fixtures(folder: &Path) -> Vec<PathBuf> {
    let Ok(listed) = fs::read_dir(folder) else { return Vec::new() };
    let paths = listed.map(|entry| entry.expect("a folder that can be read").path());
    paths.flat_map(|path| if path.is_dir() { fixtures(&path) } else { vec![path] }).collect()
}

/// Gives a target nothing, and the fixtures of a tool whose file names end so, each whole and cut in half.
fn feed(target: fn(&[u8]), tool: &str, name_end: &str) {
    target(b"");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(tool);
    let mut paths = fixtures(&folder);
    paths.retain(|path| path.to_string_lossy().ends_with(name_end));
    assert!(!paths.is_empty(), "fixtures/{tool} has no file whose name ends in {name_end}");
    for path in paths {
        let bytes = fs::read(path).expect("a fixture");
        target(&bytes);
        target(&bytes[..bytes.len() / 2]);
    }
}

#[test]
fn archive() {
    feed(plimsoll_fuzz::archive, "archives", "");
}

#[test]
fn awr_text() {
    feed(plimsoll_fuzz::awr_text, "awr", ".txt");
}

#[test]
fn awr_html() {
    feed(plimsoll_fuzz::awr_html, "awr", ".html");
}

#[test]
fn fio_json() {
    feed(plimsoll_fuzz::fio_json, "fio", ".json");
}

#[test]
fn fio_hist_log() {
    feed(plimsoll_fuzz::fio_hist_log, "fio/log", "-hist.1.log");
}

#[test]
fn fio_log() {
    feed(plimsoll_fuzz::fio_log, "fio/log", ".log");
}

#[test]
fn fio_human() {
    feed(plimsoll_fuzz::fio_human, "fio/human", "");
}

#[test]
fn fio_terse() {
    feed(plimsoll_fuzz::fio_terse, "fio/terse", "");
}

#[test]
fn vdbench_summary() {
    feed(plimsoll_fuzz::vdbench_summary, "vdbench", "summary.html");
}

#[test]
fn vdbench_flatfile() {
    feed(plimsoll_fuzz::vdbench_flatfile, "vdbench", "flatfile.html");
}

#[test]
fn vdbench_histogram() {
    feed(plimsoll_fuzz::vdbench_histogram, "vdbench", "histogram.html");
}

#[test]
fn iostat() {
    feed(plimsoll_fuzz::iostat, "hoststat", "");
    feed(plimsoll_fuzz::iostat, "ssb", "iostat.out");
}

#[test]
fn nfsiostat() {
    feed(plimsoll_fuzz::nfsiostat, "hoststat", "");
    feed(plimsoll_fuzz::nfsiostat, "ssb", "nfsiostat.out");
}

#[test]
fn perfmon() {
    feed(plimsoll_fuzz::perfmon, "ssb", ".csv");
}

#[test]
fn html_table() {
    feed(plimsoll_fuzz::html_table, "vendor", ".html");
}

#[test]
fn pipe_table() {
    feed(plimsoll_fuzz::pipe_table, "vendor", ".md");
}

#[test]
fn sheet() {
    for name_end in [".ods", ".xls", ".xlsx"] {
        feed(plimsoll_fuzz::sheet, "vendor", name_end);
    }
}

#[test]
fn number() {
    for name_end in [".csv", ".tsv", ".md"] {
        feed(plimsoll_fuzz::number, "vendor", name_end);
    }
}
