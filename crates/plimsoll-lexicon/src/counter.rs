//! Names of performance counters of Windows, which depend on the language of the system.
//!
//! One file for each language in `counters/` says what its names mean. A name is looked up in all languages at once: a
//! log does not say which one it is in, and may mix them. Letters count without case and blanks. Where a program between
//! the system and the log lost letters (`Lesevorgnge/s`, `Lesevorg?nge/s`, `LesevorgÃ¤nge/s`), a name is still told by
//! its ASCII letters, if only one meaning has them.

#[cfg(test)]
mod counter_test;

use crate::fold::Folded;
use crate::language::Language;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// What a performance object counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CounterObject {
    /// Shares of SMB servers, as a client sees them.
    SmbShare,
    /// Disks.
    PhysicalDisk,
    /// Volumes on disks: they count the operations of the disks again.
    LogicalDisk,
    /// Something else than storage.
    Other,
}

/// What a counter of storage holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counter {
    /// Reads per second.
    Reads,
    /// Writes per second.
    Writes,
    /// Reads and writes per second.
    Transfers,
    /// Bytes read per second.
    ReadBytes,
    /// Bytes written per second.
    WriteBytes,
    /// Bytes read and written per second.
    Bytes,
    /// Seconds of a read, the mean of the interval.
    ReadTime,
    /// Seconds of a write, the mean of the interval.
    WriteTime,
    /// Seconds of a read or write, the mean of the interval.
    TransferTime,
    /// Operations outstanding, the mean of the interval.
    Queue,
    /// Something that is known and no rate or time of operations.
    Other,
}

/// How a name was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// As it stands in a file.
    Whole,
    /// By its ASCII letters: others were lost.
    Damaged,
}

/// The object of this name in any language.
pub fn counter_object(name: &str) -> Option<(CounterObject, Spelling)> {
    Counters::builtin().objects.find(name)
}

/// The counter of storage of this name in any language.
pub fn counter(name: &str) -> Option<(Counter, Spelling)> {
    Counters::builtin().counters.find(name)
}

/// How many ASCII letters tell a name of which others were lost.
const TELLING_LETTERS: usize = 6;

type Names<M> = BTreeMap<M, Vec<String>>;

/// The file of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterFile {
    object: Names<CounterObject>,
    counter: Names<Counter>,
}

impl CounterFile {
    fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }
}

/// All names of all languages.
struct Counters {
    objects: Meanings<CounterObject>,
    counters: Meanings<Counter>,
}

impl Counters {
    fn builtin() -> &'static Self {
        static BUILTIN: LazyLock<Counters> = LazyLock::new(|| {
            let mut all = Counters { objects: Meanings::new(), counters: Meanings::new() };
            for language in Language::ALL {
                // The files are part of the program and a test reads them.
                let file = CounterFile::parse(file(*language))
                    .unwrap_or_else(|error| panic!("counters/{language}.toml: {error}"));
                all.objects.add(&file.object);
                all.counters.add(&file.counter);
            }
            all
        });
        &BUILTIN
    }
}

/// What names mean.
struct Meanings<M> {
    whole: HashMap<String, M>,
    /// By what is left of a name; `None` where names of several meanings leave the same.
    rests: HashMap<String, Option<M>>,
}

impl<M: Copy + PartialEq> Meanings<M> {
    fn new() -> Self {
        Self { whole: HashMap::new(), rests: HashMap::new() }
    }

    fn add(&mut self, names: &Names<M>) {
        for (meaning, names) in names {
            for name in names {
                let folded = Folded::of(name).text;
                let known = self.rests.entry(rest(&folded)).or_insert(Some(*meaning));
                if *known != Some(*meaning) {
                    *known = None;
                }
                self.whole.insert(folded, *meaning);
            }
        }
    }

    fn find(&self, name: &str) -> Option<(M, Spelling)> {
        let folded = Folded::of(name).text;
        if let Some(meaning) = self.whole.get(&folded) {
            return Some((*meaning, Spelling::Whole));
        }
        let rest = rest(&folded);
        let letters = rest.bytes().filter(u8::is_ascii_alphabetic).count();
        let meaning = self.rests.get(&rest).filter(|_| letters >= TELLING_LETTERS)?;
        Some(((*meaning)?, Spelling::Damaged))
    }
}

/// What is left of a folded name without the characters that a wrong encoding loses or replaces.
fn rest(folded: &str) -> String {
    folded.chars().filter(|it| it.is_ascii_graphic() && *it != '?').collect()
}

/// The names of a language.
fn file(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../counters/en.toml"),
        Language::Korean => include_str!("../counters/ko.toml"),
        Language::TraditionalChinese => include_str!("../counters/zh-Hant.toml"),
        Language::SimplifiedChinese => include_str!("../counters/zh-Hans.toml"),
        Language::Japanese => include_str!("../counters/ja.toml"),
        Language::Turkish => include_str!("../counters/tr.toml"),
        Language::German => include_str!("../counters/de.toml"),
        Language::French => include_str!("../counters/fr.toml"),
        Language::Spanish => include_str!("../counters/es.toml"),
        Language::Italian => include_str!("../counters/it.toml"),
        Language::Portuguese => include_str!("../counters/pt.toml"),
        Language::Dutch => include_str!("../counters/nl.toml"),
        Language::Russian => include_str!("../counters/ru.toml"),
        Language::Polish => include_str!("../counters/pl.toml"),
        Language::Czech => include_str!("../counters/cs.toml"),
        Language::Hungarian => include_str!("../counters/hu.toml"),
        Language::Swedish => include_str!("../counters/sv.toml"),
    }
}
