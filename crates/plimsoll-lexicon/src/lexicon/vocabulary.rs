//! The words of one language, as `data/TAG.toml` has them.
//!
//! ```toml
//! common = ["und", "wird"]            # words that only show which language a text is in
//!
//! [words]
//! read = ["lese*", "lesevorgänge"]    # lese* is a word that begins so, *satz one that ends so
//!
//! [before]                            # words that stand before the value they speak of
//! about = ["ungefähr"]
//!
//! [after]                             # words that stand behind it
//! below = ["미만"]
//!
//! [numbers]                           # words that multiply the number before them
//! thousand = ["Tsd."]
//!
//! [[exception]]                       # a word with two meanings, and why that does no harm
//! word = "…"
//! reason = "…"
//! ```
//!
//! Lists are sorted by bytes. A `.` at the end of a word may be missing on the page. Upper and lower
//! case, hyphens and blanks within a word do not matter.

use crate::concept::{Concept, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

type Lists = BTreeMap<String, Vec<String>>;

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VocabularyFile {
    pub(super) common: Vec<String>,
    #[serde(default)]
    pub(super) counting: Vec<String>,
    pub(super) words: Lists,
    #[serde(default)]
    pub(super) before: Lists,
    #[serde(default)]
    pub(super) after: Lists,
    #[serde(default)]
    pub(super) numbers: Lists,
    #[serde(default, rename = "exception")]
    pub(super) exceptions: Vec<ExceptionFile>,
}

/// A word that has two meanings in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExceptionFile {
    pub(super) word: String,
    pub(super) reason: String,
}

/// A word with its meaning. Without a concept it only shows the language.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    pub(super) word: &'a str,
    pub(super) concept: Option<Concept>,
    pub(super) side: Option<Side>,
}

impl VocabularyFile {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// All words that are looked for in texts. Unknown keys are an error.
    pub(super) fn entries(&self) -> Result<Vec<Entry<'_>>, String> {
        let mut entries = Vec::new();
        for (lists, side) in [
            (&self.words, None),
            (&self.before, Some(Side::Before)),
            (&self.after, Some(Side::After)),
        ] {
            for (key, words) in lists {
                let concept =
                    Concept::from_key(key).ok_or_else(|| format!("{key:?} is no concept"))?;
                entries.extend(words.iter().map(|word| Entry {
                    word,
                    concept: Some(concept),
                    side,
                }));
            }
        }
        entries.extend(self.common.iter().map(|word| Entry { word, concept: None, side: None }));
        Ok(entries)
    }

    /// Why a word may have two meanings, if it may.
    pub(super) fn exception(&self, word: &str) -> Option<&str> {
        let exception = self.exceptions.iter().find(|exception| exception.word == word)?;
        Some(exception.reason.as_str())
    }

    /// The words that multiply a number, with their power of ten.
    pub(super) fn number_words(&self) -> Result<Vec<(&str, u32)>, String> {
        let mut all = Vec::new();
        for (key, words) in &self.numbers {
            let power = match key.as_str() {
                "thousand" => 3,
                "ten_thousand" => 4,
                "million" => 6,
                "hundred_million" => 8,
                "billion" => 9,
                other => return Err(format!("{other:?} is no size of number")),
            };
            all.extend(words.iter().map(|word| (word.as_str(), power)));
        }
        Ok(all)
    }
}
