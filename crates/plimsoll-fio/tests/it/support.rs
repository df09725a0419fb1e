//! Reading a file of the fixtures the way the input crate does, without it.

use plimsoll_fio::FioJson;
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, Reader};
use std::path::{Path, PathBuf};

/// What became of a text.
pub(crate) struct Outcome {
    pub(crate) is_claimed: bool,
    pub(crate) kept: Kept,
    pub(crate) result: Result<(), ReadError>,
}

impl Outcome {
    /// The codes of all findings, the error's last.
    pub(crate) fn codes(&self) -> Vec<&'static str> {
        let found = self.kept.findings.iter().map(|finding| finding.code.word());
        let failed = match &self.result {
            Err(ReadError::Input(finding)) => Some(finding.code.word()),
            _ => None,
        };
        found.chain(failed).collect()
    }
}

/// Claims and reads bytes under a file name.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Outcome {
    let entries = [Entry::named(name, &bytes)];
    let listing = Listing { folder: ".".into(), entries: &entries };
    let is_claimed = !FioJson.claim(&listing).is_empty();
    let bundle = Bundle { source: name.into(), entries: entries.iter().collect() };
    let mut kept = Kept::default();
    let result = FioJson.read(&bundle, &ReadOptions::default(), &mut kept);
    Outcome { is_claimed, kept, result }
}

/// The bytes of a fixture.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(name)).expect("a fixture")
}

/// Reads a fixture.
pub(crate) fn read_fixture(name: &str) -> Outcome {
    read(name, &fixture(name))
}

/// The folder of the fio fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/fio")
}

/// All files below a folder, by name.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return files };
    for entry in entries {
        let path = entry.expect("a folder that can be read").path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}
