//! Reading the fixtures the way the input crate does, without it.

pub(crate) use plimsoll_read::MemoryFile as File;
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, Reader};
use plimsoll_schema::{MeasuredLevel, Metric, Op, Row, Stat};
use plimsoll_vdbench::Vdbench;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files that lie in one folder.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    /// The fixture's name.
    pub(crate) name: String,
    pub(crate) files: Vec<File>,
}

impl Input {
    /// A fixture that is a directory, or one that is a single file (`alone/…`).
    pub(crate) fn fixture(name: &str) -> Self {
        Self::at(&fixtures(), &fixtures().join(name))
    }

    fn at(base: &Path, path: &Path) -> Self {
        let name = path.strip_prefix(base).unwrap_or(path).to_string_lossy().into_owned();
        let paths = if path.is_dir() { entries(path) } else { vec![path.to_owned()] };
        let file = |path: PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
            File::new(name, std::fs::read(&path).expect("a file of an output"))
        };
        let files = paths.into_iter().filter(|path| path.is_file()).map(file).collect();
        Self { name, files }
    }

    pub(crate) fn file(&self, name: &str) -> Option<&File> {
        self.files.iter().find(|file| file.name == name)
    }

    /// The same without some files.
    pub(crate) fn without(&self, names: &[&str]) -> Self {
        let mut rest = self.clone();
        rest.files.retain(|file| !names.contains(&file.name.as_str()));
        rest
    }

    pub(crate) fn read(&self) -> Outcome {
        read(&self.files)
    }
}

/// What became of files.
pub(crate) struct Outcome {
    /// The names of the files of each claim.
    pub(crate) claims: Vec<Vec<String>>,
    pub(crate) kept: Kept,
    /// Those of claims that could not be read.
    pub(crate) errors: Vec<ReadError>,
}

impl Outcome {
    /// The codes of all findings, those of errors last.
    pub(crate) fn codes(&self) -> Vec<&'static str> {
        let found = self.kept.findings.iter().map(|finding| finding.code.word());
        let failed = self.errors.iter().filter_map(|error| match error {
            ReadError::Input(finding) | ReadError::NoResult(finding) => Some(finding.code.word()),
            ReadError::Io { .. } => None,
        });
        found.chain(failed).collect()
    }

    /// The messages of findings with a code.
    pub(crate) fn messages(&self, code: &str) -> Vec<&str> {
        let findings = self.kept.findings.iter().filter(|finding| finding.code.word() == code);
        findings.map(|finding| finding.message.as_str()).collect()
    }

    /// Rows of all operations together, one for each point of a run.
    pub(crate) fn totals(&self) -> Vec<&Row> {
        self.runs(&Op::TOTAL)
    }

    /// Rows of an operation, of everything that ran at the same time.
    pub(crate) fn runs(&self, op: &Op) -> Vec<&Row> {
        let is_meant = |row: &&Row| {
            row.identity.level == MeasuredLevel::Run && row.identity.op.as_ref() == Some(op)
        };
        self.kept.rows.iter().filter(is_meant).collect()
    }
}

/// Claims and reads files of one folder. What nobody claims is read as with `--from vdbench`.
pub(crate) fn read(files: &[File]) -> Outcome {
    read_with(files, &ReadOptions::default())
}

/// The same with interval data.
pub(crate) fn read_series(files: &[File]) -> Outcome {
    read_with(files, &ReadOptions { series: true, ..ReadOptions::default() })
}

/// The same with a limit for what is held in memory as a whole.
pub(crate) fn read_with_limit(files: &[File], max_input_bytes: u64) -> Outcome {
    read_with(files, &ReadOptions { max_input_bytes, ..ReadOptions::default() })
}

fn read_with(files: &[File], options: &ReadOptions) -> Outcome {
    let entries: Vec<Entry<'_>> =
        files.iter().map(|file| Entry::named(&file.name, &file.bytes)).collect();
    let listing = Listing { folder: "output".into(), entries: &entries };
    let claims: Vec<Vec<usize>> =
        Vdbench.claim(&listing).into_iter().map(|claim| claim.entries).collect();
    let told = (0..entries.len()).map(|index| vec![index]).collect();
    let mut kept = Kept::default();
    let mut errors = Vec::new();
    for indices in if claims.is_empty() { &told } else { &claims } {
        let bundled: Vec<&Entry<'_>> = indices.iter().map(|index| &entries[*index]).collect();
        let source = match bundled.as_slice() {
            [entry] => Arc::clone(&entry.source),
            _ => Arc::clone(&listing.folder),
        };
        let mut read = Kept::default();
        let bundle = Bundle { source, entries: bundled };
        match Vdbench.read(&bundle, options, &mut read) {
            Ok(()) => {
                kept.rows.append(&mut read.rows);
                kept.windows.append(&mut read.windows);
            }
            Err(error) => errors.push(error),
        }
        kept.findings.append(&mut read.findings);
    }
    let names = |indices: &Vec<usize>| indices.iter().map(|it| files[*it].name.clone()).collect();
    Outcome { claims: claims.iter().map(names).collect(), kept, errors }
}

/// The value of a figure without a kind, or of the latency that is shown.
pub(crate) fn value(row: &Row, metric: Metric, stat: Stat) -> Option<f64> {
    let figure = match metric {
        Metric::Latency => row.latency(stat),
        _ => row.figure(metric, stat, None),
    };
    figure.map(|figure| figure.value)
}

/// The folder of the vdbench fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/vdbench")
}

/// The folder of the shared vdbench samples, if it lies beside the repository.
pub(crate) fn shared_samples() -> PathBuf {
    fixtures().join("../../../shared/samples/vdbench")
}

/// All fixtures: directories, then single files. Archives are for the crate that unpacks them.
pub(crate) fn all_fixtures() -> Vec<Input> {
    let base = fixtures();
    let single = base.join("alone");
    let directories = entries(&base).into_iter().filter(|path| path.is_dir() && *path != single);
    let inputs: Vec<Input> =
        directories.chain(entries(&single)).map(|path| Input::at(&base, &path)).collect();
    assert!(inputs.len() > 50, "the fixtures are there");
    inputs
}

/// The outputs below a folder, however deep: folders that hold files.
pub(crate) fn inputs_below(base: &Path) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut folders = vec![base.to_owned()];
    while let Some(folder) = folders.pop() {
        let input = Input::at(base, &folder);
        if !input.files.is_empty() {
            inputs.push(input);
        }
        folders.extend(entries(&folder).into_iter().filter(|path| path.is_dir()));
    }
    inputs.sort_by(|one, other| one.name.cmp(&other.name));
    inputs
}

/// What lies in a folder, by name; nothing if there is no such folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(listed) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        listed.map(|entry| entry.expect("a folder that can be read").path()).collect();
    paths.sort();
    paths
}
