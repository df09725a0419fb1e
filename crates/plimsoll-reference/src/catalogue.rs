//! The catalogue: the built-in files, users' files, and looking entries up.

use crate::assemble;
use crate::entry::Entry;
use crate::look_up::{self, UnknownReference};
use crate::problem::Problem;
use plimsoll_schema::{Code, Finding, Row};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The built-in files, in the order in which they are listed.
const FILES: [(&str, &str); 4] = [
    (
        "google-cloud-netapp-volumes.toml",
        include_str!("../catalogue/google-cloud-netapp-volumes.toml"),
    ),
    ("azure-netapp-files-linux.toml", include_str!("../catalogue/azure-netapp-files-linux.toml")),
    (
        "azure-netapp-files-cool-access.toml",
        include_str!("../catalogue/azure-netapp-files-cool-access.toml"),
    ),
    ("aff-a300-a200.toml", include_str!("../catalogue/aff-a300-a200.toml")),
];

/// Published values that results can be set beside. Copying one is cheap.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Catalogue {
    entries: Vec<Arc<Entry>>,
}

impl Catalogue {
    /// Reads a catalogue file. `name` is what problems call it, usually its path.
    ///
    /// Fails with everything that is wrong with the file; a catalogue with a doubtful entry is no
    /// mark to measure against.
    pub fn parse(name: &str, text: &str) -> Result<Self, Vec<Problem>> {
        Self::parsed(name, text, false)
    }

    fn parsed(name: &str, text: &str, is_built_in: bool) -> Result<Self, Vec<Problem>> {
        let entries = assemble::entries(name, text, is_built_in)?;
        Self::default().joined(entries.into_iter().map(Arc::new))
    }

    /// The catalogue that comes with the program, parsed when it is first asked for.
    ///
    /// # Panics
    ///
    /// If a built-in file has a problem; a test of this crate reads them all.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Catalogue> = LazyLock::new(|| {
            let parsed = FILES.iter().try_fold(Catalogue::default(), |all, (name, text)| {
                all.with(&Catalogue::parsed(name, text, true)?)
            });
            parsed.unwrap_or_else(|problems| unreachable!("built-in catalogue: {problems:?}"))
        });
        &BUILT_IN
    }

    /// Both catalogues, the entries of `other` behind. Fails if an id is in both.
    pub fn with(&self, other: &Self) -> Result<Self, Vec<Problem>> {
        self.clone().joined(other.entries.iter().map(Arc::clone))
    }

    /// This catalogue over another one: an entry of an id that `below` has too takes its place, the
    /// others stand behind. Each entry that was shadowed has a finding.
    #[must_use]
    pub fn over(&self, below: &Self) -> (Self, Vec<Finding>) {
        let mut own: BTreeMap<&str, &Arc<Entry>> =
            self.entries.iter().map(|entry| (&*entry.id, entry)).collect();
        let mut findings = Vec::new();
        let mut entries = Vec::with_capacity(below.entries.len() + self.entries.len());
        for shadowed in &below.entries {
            let taken = own.remove(&*shadowed.id);
            findings.extend(taken.map(|entry| shadows(entry, shadowed)));
            entries.push(Arc::clone(taken.unwrap_or(shadowed)));
        }
        let others = self.entries.iter().filter(|entry| own.contains_key(&*entry.id));
        entries.extend(others.map(Arc::clone));
        (Self { entries }, findings)
    }

    /// All entries: files in their order, entries as they stand in them.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// All rows, in the same order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.entries.iter().flat_map(|entry| entry.rows())
    }

    /// The entry of exactly this id.
    pub fn entry(&self, id: &str) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| &*entry.id == id)
    }

    /// The entry of this id, or all entries below this prefix, in the order of the catalogue:
    /// `gcnv/extreme` finds `gcnv/extreme/nfsv3/8k-random`, never `gcnv/extreme-x`. There is
    /// always at least one; if not, the error names ids that are near.
    pub fn find(&self, id_or_prefix: &str) -> Result<Vec<Arc<Entry>>, UnknownReference> {
        look_up::find(&self.entries, id_or_prefix)
    }

    fn joined(mut self, others: impl Iterator<Item = Arc<Entry>>) -> Result<Self, Vec<Problem>> {
        let mut owners: BTreeMap<Arc<str>, Arc<Entry>> =
            self.entries.iter().map(|entry| (Arc::clone(&entry.id), Arc::clone(entry))).collect();
        let mut problems = Vec::new();
        for entry in others {
            if let Some(earlier) = owners.insert(Arc::clone(&entry.id), Arc::clone(&entry)) {
                problems.push(twice(&earlier, &entry));
            }
            self.entries.push(entry);
        }
        if problems.is_empty() { Ok(self) } else { Err(problems) }
    }
}

/// The same words for every entry of a file, so that a report says them once, with all ids.
fn shadows(entry: &Entry, shadowed: &Entry) -> Finding {
    let catalogue = shadowed.page.catalogue();
    let message = format!("it was used instead of the {catalogue} reference of the same id");
    Finding::new(Code::ReferenceShadowed, &*entry.page.file, message).at(&*entry.id)
}

fn twice(earlier: &Entry, entry: &Entry) -> Problem {
    Problem {
        file: entry.page.file.to_string(),
        line: Some(entry.line),
        id: Some(entry.id.to_string()),
        message: format!("the id is taken by line {} of {}", earlier.line, earlier.page.file),
        help: "choose another id: reports name values by it".to_owned(),
    }
}
