//! A reader of files with a number in them, and what becomes of inputs, as lines of text.

use plimsoll_input::{Exclude, InputOptions, Limits, Outcome, ReadInput, Summary, read_inputs};
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
};
use plimsoll_schema::{Code, Finding, Identity, Op, Origin, Row, SeriesRow, WindowLatency};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tempfile::TempDir;

static NUMBER: Format = Format {
    name: "number",
    title: "Number",
    looks_for: "a name that ends with .num",
    origin: Origin::Measured,
};

/// Claims each `*.num`, and all `*.part` of a folder together. The text of an input says what its
/// reader does.
#[derive(Default)]
pub(crate) struct NumberReader {
    /// The listings it was shown: folder, then names.
    pub(crate) listings: Mutex<Vec<String>>,
}

impl Reader for NumberReader {
    fn format(&self) -> &'static Format {
        &NUMBER
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let names: Vec<&str> = listing.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert!(!names.contains(&"panic.claim"), "it looked at panic.claim");
        let shown = format!("{}: {}", listing.folder, names.join(" "));
        self.listings.lock().expect("no test panics with it").push(shown);
        let ending = |ending: &str| -> Vec<usize> {
            (0..names.len()).filter(|at| names[*at].contains(ending)).collect()
        };
        let mut parts = ending(".part");
        let mut alone = ending(".num");
        let joining = if parts.is_empty() { &mut alone } else { &mut parts };
        joining.extend(ending(".join"));
        joining.sort_unstable();
        let mut claims: Vec<Claim> = alone
            .into_iter()
            .map(|entry| Claim::on_entry(entry, Confidence::Certain, "its name says so"))
            .collect();
        if !parts.is_empty() {
            let why = "parts of one run".to_owned();
            claims.push(Claim {
                entries: parts,
                confidence: Confidence::Certain,
                why,
                called_after: None,
            });
        }
        claims
    }

    fn part(&self, entry: &Entry<'_>) -> Part {
        match entry.name.rsplit_once('.') {
            Some((_, "part")) => Part::Gathers,
            Some((_, "join")) => Part::Joins,
            _ => Part::Alone,
        }
    }

    fn hint(&self, entry: &Entry<'_>) -> Option<String> {
        assert_ne!(entry.name, "panic.hint");
        entry.name.contains(".digit").then(|| "digits, which are not read yet".to_owned())
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        for entry in &bundle.entries {
            read_entry(entry, bundle, options, sink)?;
        }
        Ok(())
    }
}

fn read_entry(
    entry: &Entry<'_>,
    bundle: &Bundle<'_>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    if entry.name == "head-only.num" {
        let failed = |error| ReadError::Io { source: entry.source.to_string(), error };
        entry.content.open().and_then(|mut reader| reader.read(&mut [0; 1])).map_err(failed)?;
        sink.row(row(bundle, "1"));
        return Ok(());
    }
    let text = entry.text(options)?;
    match text.as_str().trim() {
        "nothing" => {}
        "panic" => panic!("it met the word {}", text.as_str().trim()),
        "said" => {
            sink.finding(Finding::new(Code::DocumentDamaged, &*entry.source, "said by the reader"));
        }
        "bad" => {
            sink.row(row(bundle, "a row before the error"));
            sink.finding(Finding::new(Code::OtherText, &*entry.source, "kept"));
            return Err(Finding::new(Code::ValueUnreadable, &*entry.source, "bad").into());
        }
        "windows" => {
            for second in 0..if options.series { 2 } else { 0 } {
                sink.window(window(bundle, second));
            }
        }
        "bad windows" => {
            sink.window(window(bundle, 0));
            return Err(Finding::new(Code::ValueUnreadable, &*entry.source, "bad").into());
        }
        number => sink.row(row(bundle, number.split_whitespace().next().unwrap_or("?"))),
    }
    Ok(())
}

fn row(bundle: &Bundle<'_>, number: &str) -> Row {
    let source = bundle.source.clone();
    let mut identity = Identity::new(source, String::new(), Origin::Measured);
    identity.workload = Some(number.into());
    Row::new(identity)
}

fn window(bundle: &Bundle<'_>, second: u32) -> SeriesRow {
    SeriesRow {
        source: bundle.source.clone(),
        run: None,
        workload: None,
        op: Op::READ,
        begin_s: f64::from(second),
        window_s: 1.0,
        is_measured: true,
        operations: Some(1),
        iops: Some(1.0),
        bytes_per_second: None,
        latency: WindowLatency::default(),
    }
}

/// What became of inputs.
pub(crate) struct Run {
    pub(crate) inputs: Vec<ReadInput>,
    pub(crate) summary: Summary,
    /// The listings that readers were shown.
    pub(crate) listings: Vec<String>,
    /// The folder of the test, left out of what is shown.
    root: String,
}

impl Run {
    /// One line for each input: how it ended, its source, its rows or codes.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.inputs.iter().map(|input| self.line(input)).collect()
    }

    fn line(&self, input: &ReadInput) -> String {
        let outcome = match input.outcome {
            Outcome::Read => "read",
            Outcome::Skipped => "skipped",
            Outcome::Failed => "failed",
        };
        let numbers = input.rows.iter().map(|row| row.identity.workload.as_deref().unwrap_or("?"));
        let codes = input.findings.iter().map(|finding| finding.code.word());
        let source = self.short(&input.source);
        numbers.chain(codes).fold(format!("{outcome} {source}"), |line, word| line + " " + word)
    }

    /// A text without the folder of the test.
    pub(crate) fn short(&self, text: &str) -> String {
        text.replace(&self.root, "")
    }

    /// Message and help of the last finding of the last input.
    pub(crate) fn last_words(&self) -> String {
        let finding = self.inputs.last().and_then(|input| input.findings.last());
        let finding = finding.expect("the last input has a finding");
        self.short(&format!("{} | {}", finding.message, finding.help.as_deref().unwrap_or("-")))
    }

    /// SHA-256 by source.
    pub(crate) fn hashes(&self) -> BTreeMap<String, (u64, String)> {
        let records = self.inputs.iter().flat_map(|input| &input.sources);
        records
            .map(|record| (self.short(&record.source), (record.size_bytes, record.sha256.clone())))
            .collect()
    }
}

/// A folder for one test.
pub(crate) struct Scene {
    folder: TempDir,
    pub(crate) limits: Limits,
    pub(crate) read: ReadOptions,
    pub(crate) from: Option<&'static str>,
    pub(crate) records_sources: bool,
    pub(crate) threads: usize,
    pub(crate) exclude: Vec<&'static str>,
}

impl Scene {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let (limits, read) = (Limits::default(), ReadOptions::default());
        let exclude = Vec::new();
        Self { folder, limits, read, from: None, records_sources: true, threads: 1, exclude }
    }

    /// A scene with one file.
    pub(crate) fn with(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let scene = Self::new();
        scene.write(name, bytes);
        scene
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.root().join(Path::new(&name))
    }

    /// Writes a file, with the folders it needs.
    pub(crate) fn write(&self, name: impl AsRef<OsStr>, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("folders");
        fs::write(path, bytes).expect("a file");
    }

    pub(crate) fn options<'a>(&'a self, readers: &'a [&'a dyn Reader]) -> InputOptions<'a> {
        let patterns = self.exclude.iter().map(|pattern| pattern.parse().expect("a pattern"));
        InputOptions {
            from: self.from,
            read: self.read.clone(),
            records_sources: self.records_sources,
            limits: self.limits,
            exclude: Exclude::new(&patterns.collect::<Vec<_>>()).expect("patterns"),
            threads: NonZeroUsize::new(self.threads).expect("a thread"),
            ..InputOptions::new(readers)
        }
    }

    /// Reads paths below the folder.
    pub(crate) fn read(&self, names: &[&str]) -> Run {
        let root = self.root().to_str().expect("a temporary folder in UTF-8");
        let inputs: Vec<PathBuf> =
            names.iter().map(|name| PathBuf::from(format!("{root}/{name}"))).collect();
        let reader = NumberReader::default();
        let readers: [&dyn Reader; 1] = [&reader];
        let options = self.options(&readers);
        let mut read = Vec::new();
        let mut each = |input| -> io::Result<()> {
            read.push(input);
            Ok(())
        };
        let summary = read_inputs(&inputs, &options, &mut each).expect("`each` never fails");
        let Summary { found, read: succeeded, skipped, failed, .. } = summary;
        assert_eq!(found, succeeded + skipped + failed, "every input is accounted for");
        assert_eq!(found, read.len(), "every input is handed over");
        let root = format!("{root}/");
        let listings = reader.listings.into_inner().expect("no test panics with it");
        let listings = listings.iter().map(|listing| listing.replace(&root, "")).collect();
        Run { inputs: read, summary, listings, root }
    }

    /// The lines for one input.
    pub(crate) fn lines(&self, name: &str) -> Vec<String> {
        self.read(&[name]).lines()
    }
}
