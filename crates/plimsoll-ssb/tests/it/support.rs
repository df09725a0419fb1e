//! Reading folders the way the input crate does, without it.

pub(crate) use plimsoll_read::MemoryFile as File;
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, Reader};
use plimsoll_schema::{Finding, MeasuredLevel, Metric, Op, Row, Stat};
use plimsoll_ssb::Ssb;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The fixtures: a console text with a log beside it.
pub(crate) const FIXTURES: [&str; 10] = [
    "iostat-c",
    "iostat-de",
    "nfsiostat",
    "perfmon-de",
    "perfmon-en",
    "perfmon-fr",
    "perfmon-ja",
    "perfmon-ko",
    "perfmon-ko-translated",
    "smb-en",
];

/// The files of a fixture, by name.
pub(crate) fn fixture(name: &str) -> Vec<File> {
    let folder = fixtures().join(format!("{name}__by-generator"));
    let listed = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut files: Vec<File> = listed
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
            File::new(&name, std::fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/ssb")
}

/// The file of a fixture whose name is meant.
pub(crate) fn file<'f>(files: &'f mut [File], name: &str) -> &'f mut File {
    files.iter_mut().find(|file| file.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// What became of files.
pub(crate) struct Outcome {
    /// The files of each claim.
    pub(crate) claims: Vec<Vec<String>>,
    pub(crate) kept: Kept,
    pub(crate) errors: Vec<Finding>,
}

impl Outcome {
    /// The only row of the run with an operation.
    pub(crate) fn run(&self, op: &Op) -> &Row {
        let is_meant = |row: &&Row| {
            row.identity.level == MeasuredLevel::Run && row.identity.op.as_ref() == Some(op)
        };
        let rows: Vec<&Row> = self.kept.rows.iter().filter(is_meant).collect();
        assert_eq!(rows.len(), 1, "{op:?}: {:?} {:?}", self.kept.findings, self.errors);
        rows[0]
    }

    /// The codes of all findings, those of errors last.
    pub(crate) fn codes(&self) -> Vec<&'static str> {
        let found = self.kept.findings.iter().map(|finding| finding.code.word());
        found.chain(self.errors.iter().map(|finding| finding.code.word())).collect()
    }

    pub(crate) fn message(&self, code: &str) -> &str {
        let kept = self.kept.findings.iter().map(|finding| &**finding);
        let found = kept.chain(&self.errors).find(|finding| finding.code.word() == code);
        found.map_or_else(|| panic!("no {code}: {:?}", self.codes()), |it| it.message.as_str())
    }
}

pub(crate) fn read(files: &[File]) -> Outcome {
    read_with(files, false)
}

pub(crate) fn read_with(files: &[File], series: bool) -> Outcome {
    let entries: Vec<Entry<'_>> =
        files.iter().map(|file| Entry::named(&file.name, &file.bytes)).collect();
    let listing = Listing { folder: "run".into(), entries: &entries };
    let options = ReadOptions { series, ..ReadOptions::default() };
    let mut outcome = Outcome { claims: Vec::new(), kept: Kept::default(), errors: Vec::new() };
    for claim in Ssb.claim(&listing) {
        let bundled: Vec<&Entry<'_>> = claim.entries.iter().map(|it| &entries[*it]).collect();
        outcome.claims.push(bundled.iter().map(|entry| entry.name.clone()).collect());
        let bundle = Bundle { source: Arc::clone(&listing.folder), entries: bundled };
        let mut read = Kept::default();
        match Ssb.read(&bundle, &options, &mut read) {
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

pub(crate) fn iops(row: &Row) -> f64 {
    row.figure(Metric::Iops, Stat::Mean, None).expect("a rate").value
}

/// The mean latency that is shown, in nanoseconds.
pub(crate) fn latency(row: &Row) -> f64 {
    row.latency(Stat::Mean).expect("a latency").value
}

#[track_caller]
pub(crate) fn assert_close(one: f64, other: f64) {
    assert!((one - other).abs() <= other.abs() * 1e-9, "{one} is not {other}");
}
