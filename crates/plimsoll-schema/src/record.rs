//! What is written beside the rows: the inputs they came from, and what is doubtful about these.
//!
//! Both are tables like those of the rows: [`SourcesShape`] has a line for each file of each input,
//! [`FindingsShape`] one for each finding.

use crate::cell::{Cell, ColumnType};
use crate::finding::Finding;
use crate::projection::{Lines, Projection};
use crate::source::SourceRecord;
use std::sync::Arc;

use ColumnType::{Integer, Text};

/// What became of one input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRecord {
    /// The input as named, archive members after `!/`; the folder where several files are one input.
    pub source: Arc<str>,
    /// The files that were read to their end.
    pub files: Vec<SourceRecord>,
    /// The name of the format it was read as.
    pub format: Option<&'static str>,
    /// Why it was read as that.
    pub why: Option<String>,
    /// Its rows.
    pub rows: u64,
    /// Its windows of interval data.
    pub windows: u64,
    /// Its findings.
    pub findings: u64,
    /// How it ended: `read`, `skipped` or `failed`.
    pub outcome: &'static str,
    /// The version that read it, and the options on which its rows depend.
    pub read_with: Arc<str>,
}

/// A finding, and the input it was said of: the finding's own source may be a file of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingRecord {
    /// The finding.
    pub finding: Arc<Finding>,
    /// The `source` of the input.
    pub input: Arc<str>,
}

/// A column: its name, type and meaning.
pub type NamedColumn = (&'static str, ColumnType, &'static str);

/// The columns of the table of inputs, in order.
pub const SOURCES: [NamedColumn; 11] = [
    ("source", Text, "the input as named, archive members after `!/`; as in the rows"),
    ("path", Text, "the file or archive member: that of the input, or one of several"),
    ("size_bytes", Integer, "its size in bytes, decompressed; null if it was not read to its end"),
    ("sha256", Text, "SHA-256 of these bytes, hexadecimal"),
    ("format", Text, "what the input was read as"),
    ("why", Text, "why it was read as that"),
    ("rows", Integer, "rows of the input; on the line of its first file, null on the others"),
    ("windows", Integer, "windows of interval data, likewise"),
    ("findings", Integer, "findings, likewise"),
    ("outcome", Text, "`read`, `skipped` (it holds no result) or `failed`"),
    (
        "read_with",
        Text,
        "the version of Plimsoll that read it, and the options on which its rows depend",
    ),
];

/// The columns of the table of findings, in order.
pub const FINDINGS: [NamedColumn; 7] = [
    ("code", Text, "which kind of doubt: [findings.md](findings.md) has them all"),
    ("level", Text, "`note`, `warning` or `error`"),
    ("message", Text, "what was found"),
    ("source", Text, "the input or a file of it, archive members after `!/`"),
    ("locator", Text, "where in it: a JSON pointer, a line, a cell"),
    ("help", Text, "what to do about it"),
    ("input", Text, "the input it was said of: `source` of the rows and of the table of inputs"),
];

/// The shape of the table of inputs: a line for each file of an input, one for an input without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcesShape;

impl Projection for SourcesShape {
    type Row = InputRecord;

    fn word(&self) -> &'static str {
        "sources"
    }

    fn columns(&self) -> Vec<(&'static str, ColumnType)> {
        SOURCES.iter().map(|(name, column_type, _)| (*name, *column_type)).collect()
    }

    fn lines<L: Lines>(&self, input: &InputRecord, to: &mut L) -> Result<(), L::Error> {
        let (first, others) = match input.files.split_first() {
            Some((first, others)) => (Some(first), others),
            None => (None, &[][..]),
        };
        to.line(source_cells(input, first, true).into_iter())?;
        others
            .iter()
            .try_for_each(|file| to.line(source_cells(input, Some(file), false).into_iter()))
    }
}

/// A line of the table of inputs. Counts stand on the first line of an input, so that they add up.
fn source_cells<'a>(
    input: &'a InputRecord,
    file: Option<&'a SourceRecord>,
    is_first: bool,
) -> [Cell<'a>; 11] {
    let count = |count| Cell::integer(is_first.then_some(count));
    let path = file.map_or(&*input.source, |file| &*file.source);
    [
        Cell::text(Some(&*input.source)),
        Cell::text(Some(path)),
        Cell::integer(file.map(|file| file.size_bytes)),
        Cell::text(file.map(|file| &*file.sha256)),
        Cell::text(input.format),
        Cell::text(input.why.as_deref()),
        count(input.rows),
        count(input.windows),
        count(input.findings),
        Cell::text(Some(input.outcome)),
        Cell::text(Some(&*input.read_with)),
    ]
}

/// The shape of the table of findings: a line for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FindingsShape;

impl Projection for FindingsShape {
    type Row = FindingRecord;

    fn word(&self) -> &'static str {
        "findings"
    }

    fn columns(&self) -> Vec<(&'static str, ColumnType)> {
        FINDINGS.iter().map(|(name, column_type, _)| (*name, *column_type)).collect()
    }

    fn lines<L: Lines>(&self, record: &FindingRecord, to: &mut L) -> Result<(), L::Error> {
        let finding = &record.finding;
        let cells = [
            Cell::text(Some(finding.code.word())),
            Cell::text(Some(finding.level().word())),
            Cell::text(Some(&*finding.message)),
            Cell::text(Some(&*finding.source)),
            Cell::text(finding.locator.as_deref()),
            Cell::text(Some(finding.advice())),
            Cell::text(Some(&*record.input)),
        ];
        to.line(cells.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::{FINDINGS, FindingRecord, FindingsShape, InputRecord, SOURCES, SourcesShape};
    use crate::{Cell, Code, Finding, Lines, Projection, SourceRecord};
    use std::convert::Infallible;
    use std::sync::Arc;

    /// Lines as text, `-` for null.
    #[derive(Default)]
    struct Written(Vec<String>);

    impl Lines for Written {
        type Error = Infallible;

        fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> Result<(), Infallible> {
            let text = |cell| match cell {
                Cell::Null => "-".to_owned(),
                Cell::Text(text) => text.into_owned(),
                Cell::Integer(number) => number.to_string(),
                Cell::Float(_) | Cell::TextList(_) => panic!("no such column"),
            };
            self.0.push(cells.map(text).collect::<Vec<_>>().join(" "));
            Ok(())
        }
    }

    fn written<P: Projection>(shape: &P, row: &P::Row) -> Vec<String> {
        let mut written = Written::default();
        let Ok(()) = shape.lines(row, &mut written);
        written.0
    }

    fn input(files: &[&str]) -> InputRecord {
        let file = |path: &&str| SourceRecord {
            source: (*path).to_owned(),
            size_bytes: 12,
            sha256: "ab".to_owned(),
        };
        InputRecord {
            source: "out".into(),
            files: files.iter().map(file).collect(),
            format: Some("vdbench"),
            why: Some("flatfile".to_owned()),
            rows: 3,
            windows: 0,
            findings: 1,
            outcome: "read",
            read_with: "now".into(),
        }
    }

    #[test]
    fn counts_stand_on_the_first_line_of_an_input() {
        let lines = written(&SourcesShape, &input(&["out/a", "out/b"]));
        assert_eq!(
            lines,
            [
                "out out/a 12 ab vdbench flatfile 3 0 1 read now",
                "out out/b 12 ab vdbench flatfile - - - read now"
            ]
        );
    }

    #[test]
    fn an_input_without_files_has_a_line() {
        let failed = InputRecord { format: None, why: None, outcome: "failed", ..input(&[]) };
        assert_eq!(written(&SourcesShape, &failed), ["out out - - - - 3 0 1 failed now"]);
    }

    #[test]
    fn a_finding_names_its_input() {
        let finding = Finding::new(Code::CutOff, "out/a", "it-ends").at("line-3").with_help("wait");
        let record = FindingRecord { finding: Arc::new(finding), input: "out".into() };
        let lines = written(&FindingsShape, &record);
        assert_eq!(lines, ["cut-off warning it-ends out/a line-3 wait out"]);
    }

    #[test]
    fn every_column_has_a_cell() {
        for line in written(&SourcesShape, &input(&["a"])) {
            assert_eq!(line.split(' ').count(), SOURCES.len());
        }
        assert_eq!(FindingsShape.columns().len(), FINDINGS.len());
    }
}
