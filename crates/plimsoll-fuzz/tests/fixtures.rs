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
fn fio_json() {
    feed(plimsoll_fuzz::fio_json, "fio", ".json");
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
