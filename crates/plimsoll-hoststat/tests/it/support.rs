//! Reading files the way the input crate does, without it.

use plimsoll_hoststat::{Iostat, Nfsiostat, Perfmon, SqlServerFileStats};
pub(crate) use plimsoll_read::MemoryFile as File;
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, Reader};
use plimsoll_schema::{Finding, MeasuredLevel, Metric, Row, Stat};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All readers of the crate.
pub(crate) const READERS: [&dyn Reader; 4] = [&Iostat, &Nfsiostat, &Perfmon, &SqlServerFileStats];

/// A fixture by its path below `fixtures/`.
pub(crate) fn fixture(path: &str) -> File {
    let path = fixtures().join(path);
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    File::new(name, bytes)
}

/// What became of files.
pub(crate) struct Outcome {
    /// The format and the files of each claim.
    pub(crate) claims: Vec<(&'static str, Vec<String>)>,
    pub(crate) kept: Kept,
    pub(crate) errors: Vec<Finding>,
}

impl Outcome {
    /// The only row of a level, a workload and an operation.
    pub(crate) fn row(&self, level: MeasuredLevel, workload: Option<&str>, op: &str) -> &Row {
        let is_meant = |row: &&Row| {
            row.identity.level == level
                && row.identity.workload.as_deref() == workload
                && row.identity.op.as_ref().map(plimsoll_schema::Op::word) == Some(op)
        };
        let rows: Vec<&Row> = self.kept.rows.iter().filter(is_meant).collect();
        assert_eq!(rows.len(), 1, "{workload:?} {op}: {:?} {:?}", self.kept.rows, self.errors);
        rows[0]
    }

    pub(crate) fn run(&self, op: &str) -> &Row {
        self.row(MeasuredLevel::Run, None, op)
    }

    pub(crate) fn job(&self, workload: &str, op: &str) -> &Row {
        self.row(MeasuredLevel::Job, Some(workload), op)
    }

    /// The codes of all findings, those of errors last.
    pub(crate) fn codes(&self) -> Vec<&'static str> {
        let found = self.kept.findings.iter().map(|finding| finding.code.word());
        found.chain(self.errors.iter().map(|finding| finding.code.word())).collect()
    }

    /// The only finding with a code.
    pub(crate) fn finding(&self, code: &str) -> &Finding {
        let kept = self.kept.findings.iter().map(|finding| &**finding);
        let mut found = kept.chain(&self.errors).filter(|finding| finding.code.word() == code);
        let first = found.next().unwrap_or_else(|| panic!("no {code}: {:?}", self.codes()));
        assert!(found.next().is_none(), "one {code}");
        first
    }
}

/// Claims and reads files of one folder. What nobody claims is given to the reader named.
pub(crate) fn read_told(files: &[File], told: Option<&str>, series: bool) -> Outcome {
    let entries: Vec<Entry<'_>> =
        files.iter().map(|file| Entry::named(&file.name, &file.bytes)).collect();
    let listing = Listing { folder: "logs".into(), entries: &entries };
    let mut claims: Vec<(&dyn Reader, Vec<usize>)> = Vec::new();
    for reader in READERS {
        claims.extend(reader.claim(&listing).into_iter().map(|claim| (reader, claim.entries)));
    }
    if claims.is_empty() {
        let told = READERS.into_iter().filter(|reader| Some(reader.format().name) == told);
        claims.extend(told.map(|reader| (reader, (0..entries.len()).collect())));
    }
    let options = ReadOptions { series, ..ReadOptions::default() };
    let mut outcome = Outcome { claims: Vec::new(), kept: Kept::default(), errors: Vec::new() };
    for (reader, indices) in claims {
        let bundled: Vec<&Entry<'_>> = indices.iter().map(|index| &entries[*index]).collect();
        let source = match bundled.as_slice() {
            [entry] => Arc::clone(&entry.source),
            _ => Arc::clone(&listing.folder),
        };
        let names = bundled.iter().map(|entry| entry.name.clone()).collect();
        outcome.claims.push((reader.format().name, names));
        let mut read = Kept::default();
        match reader.read(&Bundle { source, entries: bundled }, &options, &mut read) {
            Ok(()) => {
                outcome.kept.rows.append(&mut read.rows);
                outcome.kept.windows.append(&mut read.windows);
            }
            Err(ReadError::Input(finding)) => outcome.errors.push(*finding),
            Err(error) => panic!("{error}"),
        }
        outcome.kept.findings.append(&mut read.findings);
    }
    outcome
}

pub(crate) fn read(files: &[File]) -> Outcome {
    read_told(files, None, false)
}

/// Reads a fixture that is one file.
pub(crate) fn read_fixture(path: &str) -> Outcome {
    read(&[fixture(path)])
}

/// The value of a figure without a kind, or of the latency that is shown.
pub(crate) fn value(row: &Row, metric: Metric, stat: Stat) -> Option<f64> {
    let figure = match metric {
        Metric::Latency => row.latency(stat),
        _ => row.figure(metric, stat, None),
    };
    figure.map(|figure| figure.value)
}

pub(crate) fn iops(row: &Row) -> Option<f64> {
    value(row, Metric::Iops, Stat::Mean)
}

pub(crate) fn throughput(row: &Row) -> Option<f64> {
    value(row, Metric::Throughput, Stat::Mean)
}

/// The mean latency that is shown, in nanoseconds.
pub(crate) fn latency(row: &Row) -> Option<f64> {
    value(row, Metric::Latency, Stat::Mean)
}

/// Whether two numbers are the same but for the order in which they were added up.
#[track_caller]
pub(crate) fn assert_close(one: Option<f64>, other: f64) {
    let one = one.expect("there is a figure");
    assert!((one - other).abs() <= other.abs() * 1e-9, "{one} is not {other}");
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Fixtures of logs, by path below `fixtures/`: all of this crate, and one of each kind that lies beside a console text of
/// SSB, whose reader reads them all.
pub(crate) fn all_fixtures() -> Vec<String> {
    let mut found = vec![
        "ssb/iostat-c__by-generator/iostat.out".to_owned(),
        "ssb/nfsiostat__by-generator/nfsiostat.out".to_owned(),
        "ssb/perfmon-de__by-generator/datentraeger.csv".to_owned(),
    ];
    for entry in std::fs::read_dir(fixtures().join("hoststat")).expect("the fixtures") {
        let entry = entry.expect("an entry");
        if entry.path().is_file() {
            found.push(format!("hoststat/{}", entry.file_name().to_str().expect("a name")));
        }
    }
    found.sort();
    assert!(found.len() > 10, "the fixtures are there");
    found
}
