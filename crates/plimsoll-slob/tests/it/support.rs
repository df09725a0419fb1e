//! Reading the fixtures the way the input crate does, without it.

pub(crate) use plimsoll_read::MemoryFile as File;
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, Reader};
use plimsoll_schema::{MeasuredLevel, Metric, Op, Row, Stat};
use plimsoll_slob::Slob;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The run folders among the fixtures.
pub(crate) const FOLDERS: [&str; 6] = [
    "awr__slob-2.5.4",
    "cluster-and-instance__slob-2.1",
    "long-interval__slob-2.5.4",
    "series__slob-2.5.4",
    "statspack-german-host__slob-2.5.4",
    "without-report__slob-2.5.4",
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/slob")
}

/// The files of a run folder, by name.
pub(crate) fn folder(name: &str) -> Vec<File> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(fixtures().join(name))
        .expect("a folder of the fixtures")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths.iter().map(|path| file(path)).collect()
}

/// A single file of the fixtures.
pub(crate) fn single(name: &str) -> File {
    file(&fixtures().join(name))
}

fn file(path: &Path) -> File {
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    File::new(name, std::fs::read(path).expect("a file of the fixtures"))
}

/// The same files without some.
pub(crate) fn without(files: &[File], names: &[&str]) -> Vec<File> {
    files.iter().filter(|file| !names.contains(&file.name.as_str())).cloned().collect()
}

/// What became of files.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The names of the files of each claim.
    pub(crate) claims: Vec<Vec<String>>,
    pub(crate) kept: Kept,
    pub(crate) errors: Vec<ReadError>,
}

impl Outcome {
    /// The rows of level run of an operation, one for each run.
    pub(crate) fn runs(&self, op: &Op) -> Vec<&Row> {
        let is_meant = |row: &&Row| {
            row.identity.level == MeasuredLevel::Run && row.identity.op.as_ref() == Some(op)
        };
        self.kept.rows.iter().filter(is_meant).collect()
    }

    /// The row of an operation where there is one run.
    pub(crate) fn run(&self, op: &Op) -> &Row {
        match self.runs(op).as_slice() {
            [row] => row,
            rows => panic!("{} rows {op:?}: {:?}", rows.len(), self.errors),
        }
    }

    /// The codes of all findings, those of errors last.
    pub(crate) fn codes(&self) -> Vec<&'static str> {
        let found = self.kept.findings.iter().map(|finding| finding.code.word());
        let failed = self.errors.iter().filter_map(|error| match error {
            ReadError::Input(finding) | ReadError::NoResult(finding) => Some(finding.code.word()),
            ReadError::Io { .. } => None,
        });
        found.chain(failed).collect()
    }
}

/// Claims and reads files of one folder.
pub(crate) fn read(files: &[File]) -> Outcome {
    let entries: Vec<Entry<'_>> =
        files.iter().map(|file| Entry::named(&file.name, &file.bytes)).collect();
    let listing = Listing { folder: "run".into(), entries: &entries };
    let claims: Vec<Vec<usize>> =
        Slob.claim(&listing).into_iter().map(|claim| claim.entries).collect();
    let (mut kept, mut errors) = (Kept::default(), Vec::new());
    for indices in &claims {
        let bundled: Vec<&Entry<'_>> = indices.iter().map(|index| &entries[*index]).collect();
        let source = match bundled.as_slice() {
            [entry] => Arc::clone(&entry.source),
            _ => Arc::clone(&listing.folder),
        };
        let mut read = Kept::default();
        let bundle = Bundle { source, entries: bundled };
        match Slob.read(&bundle, &ReadOptions::default(), &mut read) {
            Ok(()) => kept.rows.append(&mut read.rows),
            Err(error) => errors.push(error),
        }
        kept.findings.append(&mut read.findings);
    }
    let names = |indices: &Vec<usize>| indices.iter().map(|it| files[*it].name.clone()).collect();
    Outcome { claims: claims.iter().map(names).collect(), kept, errors }
}

/// The mean that the wide shape shows.
pub(crate) fn shown(row: &Row, metric: Metric) -> Option<f64> {
    let figure = match metric {
        Metric::Latency => row.latency(Stat::Mean),
        _ => row.figure(metric, Stat::Mean, None),
    };
    figure.map(|figure| figure.value)
}

/// Whether a row shows this mean.
pub(crate) fn assert_shows(row: &Row, metric: Metric, expected: f64) {
    let value = shown(row, metric).unwrap_or_else(|| panic!("no {metric}: {row:#?}"));
    assert!((value - expected).abs() <= expected * 1e-9, "{metric} {value}, not {expected}");
}
