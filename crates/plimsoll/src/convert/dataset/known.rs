//! What earlier runs have read and need not be read again.
//!
//! An input is known by its name, its format, the names and checksums of its files, and the version and options
//! that it was read with. Only what was read is known: what failed may be right the next time, and what
//! was skipped was not read.

use plimsoll_read::{Bundle, Entry, Format};
use sha2::{Digest as _, Sha256};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Read as _};

type Fingerprint = [u8; 32];

/// The inputs of earlier runs.
#[derive(Debug, Default)]
pub(in crate::convert) struct Known {
    /// By the names of the inputs: the fingerprint, if it can be told from it that nothing changed.
    inputs: HashMap<Box<str>, Option<Fingerprint>>,
    /// By the names of their files where these are others: the name of the input.
    files: HashMap<Box<str>, Box<str>>,
    /// The names of those that gave nothing: they failed, or hold no result.
    not_read: HashSet<Box<str>>,
}

/// The columns of the table of inputs by which they are known.
pub(super) const COLUMNS: [&str; 6] =
    ["source", "path", "format", "sha256", "outcome", "read_with"];

/// Makes [`Known`] from the lines of the table of inputs.
pub(super) struct Learning<'w> {
    /// The version and options that this run reads with.
    read_with: &'w str,
    known: Known,
    /// The input whose lines are being read.
    source: String,
    is_read: bool,
    is_current: bool,
    digest: Option<Sha256>,
}

impl<'w> Learning<'w> {
    /// For a run that reads with these.
    pub(super) fn new(read_with: &'w str) -> Self {
        let (known, source) = (Known::default(), String::new());
        Self { read_with, known, source, is_read: false, is_current: false, digest: None }
    }

    /// Takes the texts of [`COLUMNS`] in a line. The lines of an input follow each other.
    pub(super) fn line(&mut self, texts: &[&str]) {
        let [source, path, format, sha256, outcome, read_with] = *texts else { return };
        if self.digest.is_none() || *source != *self.source {
            self.end_input();
            source.clone_into(&mut self.source);
            self.is_read = outcome == "read";
            self.is_current = read_with == self.read_with;
            self.digest = Some(begin(format));
        }
        if let Some(digest) = &mut self.digest {
            add(digest, path, sha256);
        }
        if path != source {
            self.known.files.insert(path.into(), source.into());
        }
    }

    fn end_input(&mut self) {
        let Some(digest) = self.digest.take() else { return };
        let fingerprint = (self.is_read && self.is_current).then(|| digest.finalize().into());
        if !self.is_read {
            self.known.not_read.insert(self.source.as_str().into());
        }
        let inputs = &mut self.known.inputs;
        if inputs.insert(self.source.as_str().into(), fingerprint).is_some() {
            // Two inputs in one folder have its name: which of them is meant cannot be told.
            inputs.insert(self.source.as_str().into(), None);
        }
    }

    /// All inputs.
    pub(super) fn end(mut self) -> Known {
        self.end_input();
        self.known
    }
}

impl Known {
    /// Whether an input of this name stands in the dataset.
    pub(super) fn has(&self, source: &str) -> bool {
        self.inputs.contains_key(source)
    }

    /// Whether an input of this name stands in the dataset that gave nothing.
    pub(super) fn was_not_read(&self, source: &str) -> bool {
        self.not_read.contains(source)
    }

    /// The input that a file was a part of, if that has another name.
    pub(super) fn whole(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|source| &**source)
    }

    /// Reads an input that has the name of a known one, and says whether it is the same.
    pub(in crate::convert) fn recognises(
        &self,
        format: &Format,
        bundle: &Bundle<'_>,
    ) -> io::Result<bool> {
        let Some(Some(known)) = self.inputs.get(&*bundle.source) else { return Ok(false) };
        let mut digest = begin(format.name);
        for entry in &bundle.entries {
            add(&mut digest, &entry.source, &checksum(entry)?);
        }
        let found: Fingerprint = digest.finalize().into();
        Ok(found == *known)
    }
}

fn begin(format: &str) -> Sha256 {
    Sha256::new_with_prefix(format)
}

/// No name has a line feed at both its ends, so that nothing else adds up to the same.
fn add(digest: &mut Sha256, path: &str, sha256: &str) {
    for piece in ["\n", path, "\n", sha256] {
        digest.update(piece);
    }
}

/// SHA-256 of a file, as in the table of inputs.
fn checksum(entry: &Entry<'_>) -> io::Result<String> {
    let mut content = entry.content.open()?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match content.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => digest.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let mut text = String::new();
    for byte in digest.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{Known, Learning, checksum};
    use plimsoll_fio::FioJson;
    use plimsoll_read::{Bundle, Content, Entry, Reader as _};
    use std::io::{self, Read};

    struct Bytes(&'static str);

    impl Content for Bytes {
        fn open(&self) -> io::Result<Box<dyn Read + '_>> {
            Ok(Box::new(self.0.as_bytes()))
        }

        fn size(&self) -> Option<u64> {
            None
        }
    }

    /// SHA-256 of `abc`, as FIPS 180-4 gives it.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn entry<'a>(source: &str, content: &'a Bytes) -> Entry<'a> {
        Entry { name: source.into(), source: source.into(), is_named: false, content }
    }

    fn recognises(known: &Known, source: &str, entries: &[Entry<'_>]) -> bool {
        let bundle = Bundle { source: source.into(), entries: entries.iter().collect() };
        known.recognises(FioJson.format(), &bundle).expect("memory")
    }

    /// What is known from the first five columns, read with what this run reads with.
    fn known(lines: &[[&str; 5]]) -> Known {
        let mut learning = Learning::new("now");
        for [source, path, format, sha256, outcome] in lines {
            learning.line(&[source, path, format, sha256, outcome, "now"]);
        }
        learning.end()
    }

    #[test]
    fn the_checksum_is_that_of_the_table() {
        assert_eq!(checksum(&entry("a", &Bytes("abc"))).expect("memory"), ABC);
    }

    #[test]
    fn an_input_is_known_by_name_format_and_content() {
        let format = FioJson.format().name;
        let is_known = |line: [&str; 5]| {
            recognises(&known(&[line]), "a.json", &[entry("a.json", &Bytes("abc"))])
        };
        assert!(is_known(["a.json", "a.json", format, ABC, "read"]));
        assert!(!is_known(["b.json", "b.json", format, ABC, "read"]));
        assert!(!is_known(["a.json", "a.json", "vdbench", ABC, "read"]));
        assert!(!is_known(["a.json", "a.json", format, &ABC.replace('b', "c"), "read"]));
        assert!(!is_known(["a.json", "a.json", format, ABC, "failed"]));
        assert!(known(&[["a.json", "a.json", format, ABC, "failed"]]).was_not_read("a.json"));
        let mut earlier = Learning::new("now");
        earlier.line(&["a.json", "a.json", format, ABC, "read", "then"]);
        let earlier = earlier.end();
        assert!(!recognises(&earlier, "a.json", &[entry("a.json", &Bytes("abc"))]));
        assert!(earlier.has("a.json") && !earlier.was_not_read("a.json"));
    }

    #[test]
    fn an_input_of_several_files_is_known_by_all_of_them() {
        let format = FioJson.format().name;
        let lines = [["out", "out/a", format, ABC, "read"], ["out", "out/b", format, ABC, "read"]];
        let known = known(&lines);
        let (abc, other) = (Bytes("abc"), Bytes("abd"));
        assert!(recognises(&known, "out", &[entry("out/a", &abc), entry("out/b", &abc)]));
        assert!(!recognises(&known, "out", &[entry("out/a", &abc), entry("out/b", &other)]));
        assert!(!recognises(&known, "out", &[entry("out/a", &abc)]));
        assert!(!recognises(&known, "out", &[entry("out/a", &abc), entry("out/c", &abc)]));
        assert_eq!(known.whole("out/b"), Some("out"));
        assert_eq!(known.whole("out"), None);
    }

    #[test]
    fn two_inputs_of_one_name_are_not_told_apart() {
        let format = FioJson.format().name;
        let known = known(&[
            ["out", "out", format, ABC, "read"],
            ["b", "b", format, ABC, "read"],
            ["out", "out", format, ABC, "read"],
        ]);
        assert!(!recognises(&known, "out", &[entry("out", &Bytes("abc"))]));
        assert!(recognises(&known, "b", &[entry("b", &Bytes("abc"))]));
        assert!(known.has("out"));
    }
}
