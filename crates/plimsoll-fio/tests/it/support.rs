//! Reading a file of the fixtures the way the input crate does, without it.

use plimsoll_fio::{FioHuman, FioJson, FioLog, FioTerse};
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, Reader, choose};
use plimsoll_schema::{Figure, MeasuredLevel, Row};
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

/// The readers of what fio leaves behind, in the order in which they are asked.
pub(crate) const FORMS: [&dyn Reader; 4] = [&FioJson, &FioTerse, &FioHuman, &FioLog];

/// Claims and reads bytes under a file name as JSON.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Outcome {
    read_as(&FioJson, name, bytes)
}

/// Claims and reads bytes under a file name as a form.
pub(crate) fn read_as(reader: &dyn Reader, name: &str, bytes: &[u8]) -> Outcome {
    let entries = [Entry::named(name, &bytes)];
    let listing = Listing { folder: ".".into(), entries: &entries };
    let is_claimed = !reader.claim(&listing).is_empty();
    let bundle = Bundle { source: name.into(), entries: entries.iter().collect() };
    let mut kept = Kept::default();
    let result = reader.read(&bundle, &ReadOptions::default(), &mut kept);
    Outcome { is_claimed, kept, result }
}

/// Reads bytes by the reader that is surest that they are of its form; what nobody claims, as JSON.
pub(crate) fn read_by_claim(name: &str, bytes: &[u8]) -> Outcome {
    let entries = [Entry::named(name, &bytes)];
    let listing = Listing { folder: ".".into(), entries: &entries };
    let (choices, findings) = choose(&listing, &FORMS, None);
    assert!(findings.is_empty(), "{name}: {findings:?}");
    read_as(choices.first().map_or(FORMS[0], |choice| FORMS[choice.reader]), name, bytes)
}

/// The rows of a fixture, whichever form it has.
pub(crate) fn rows_of(name: &str) -> Vec<Row> {
    let outcome = read_by_claim(name, &fixture(name));
    outcome.result.expect("a fixture that can be read");
    outcome.kept.rows
}

/// The figures of the rows of jobs, and where each stands.
pub(crate) fn figures_of_jobs(outcome: &Outcome) -> Vec<(String, Vec<Figure>)> {
    let rows = outcome.kept.rows.iter();
    let jobs = rows.filter(|row| row.identity.level == MeasuredLevel::Job);
    jobs.map(|row| (row.identity.locator.clone(), row.figures.clone())).collect()
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
