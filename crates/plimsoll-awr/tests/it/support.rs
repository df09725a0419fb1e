//! Reading the fixtures the way the input crate does, without it.

use plimsoll_awr::Awr;
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, Reader};
use plimsoll_schema::{Kind, Metric, Op, Row, Stat};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The reports among the fixtures.
pub(crate) const REPORTS: [&str; 11] = [
    "cluster-of-one__awr-11.2.0.3.html",
    "cluster-of-two__awr-11.2.0.3.html",
    "copied-from-sqlplus__awr-19c.txt",
    "few-reads__awr-11.2.0.3.txt",
    "instance__awr-11.2.0.3.txt",
    "instance__awr-11.2.0.4.html",
    "instance__awr-11.2.0.4.txt",
    "instance__awr-12.2.txt",
    "instance__awr-19c.html",
    "instance__awr-19c.txt",
    "instance__statspack-11.2.0.4.txt",
];

/// The bytes of a fixture.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/awr").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of a fixture.
pub(crate) fn text(name: &str) -> String {
    String::from_utf8(fixture(name)).expect("fixtures are UTF-8")
}

/// What became of a file.
pub(crate) struct Outcome {
    /// Whether the reader claimed it.
    pub(crate) is_claimed: bool,
    /// What the reader says it may be.
    pub(crate) hint: Option<String>,
    pub(crate) kept: Kept,
    pub(crate) error: Option<ReadError>,
}

impl Outcome {
    /// The row of an operation.
    pub(crate) fn row(&self, op: &Op) -> &Row {
        let of_op = |row: &&Row| row.identity.op.as_ref() == Some(op);
        self.kept
            .rows
            .iter()
            .find(of_op)
            .unwrap_or_else(|| panic!("no row {op:?}: {:?}", self.error))
    }

    /// The codes of all findings, that of the error last.
    pub(crate) fn codes(&self) -> Vec<&'static str> {
        let found = self.kept.findings.iter().map(|finding| finding.code.word());
        let failed = self.error.iter().filter_map(|error| match error {
            ReadError::Input(finding) | ReadError::NoResult(finding) => Some(finding.code.word()),
            ReadError::Io { .. } => None,
        });
        found.chain(failed).collect()
    }
}

/// Reads bytes as a file of this name, as with `--from awr` where nobody claims it.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Outcome {
    let entries = [Entry::named(name, &bytes)];
    let listing = Listing { folder: ".".into(), entries: &entries };
    let is_claimed = !Awr.claim(&listing).is_empty();
    let bundle = Bundle { source: Arc::from(name), entries: entries.iter().collect() };
    let mut kept = Kept::default();
    let error = Awr.read(&bundle, &ReadOptions::default(), &mut kept).err();
    if error.is_some() {
        kept.rows.clear();
    }
    Outcome { is_claimed, hint: Awr.hint(&entries[0]), kept, error }
}

/// The mean of a metric of a kind.
pub(crate) fn mean(row: &Row, metric: Metric, kind: &Kind) -> Option<f64> {
    row.figure(metric, Stat::Mean, Some(kind)).map(|figure| figure.value)
}

/// Whether two numbers are the same but for so much of them.
pub(crate) fn is_near(one: f64, other: f64, share: f64) -> bool {
    (one - other).abs() <= other.abs() * share
}
