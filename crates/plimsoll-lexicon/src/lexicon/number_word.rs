//! Words that multiply the number before them, and words that count.

use super::vocabulary::VocabularyFile;
use crate::language::{Language, Languages};
use crate::unit::{UnitSpellings, is_western_letter};

/// A word that multiplies the number before it: `만`, `тыс.`, `K`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberWord {
    /// The power of ten it multiplies with: 4 for `만`.
    pub power_of_ten: u32,
    /// The languages in which it means this.
    pub languages: Languages,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct NumberWords {
    multipliers: Vec<(String, NumberWord)>,
    counts: Vec<String>,
}

impl NumberWords {
    pub(super) fn add(&mut self, language: Language, file: &VocabularyFile) -> Result<(), String> {
        for (word, power_of_ten) in file.number_words()? {
            let same = |(known, meaning): &&mut (String, NumberWord)| {
                known == word && meaning.power_of_ten == power_of_ten
            };
            if let Some((_, meaning)) = self.multipliers.iter_mut().find(same) {
                meaning.languages = meaning.languages.or(language.into());
            } else {
                let meaning = NumberWord { power_of_ten, languages: language.into() };
                self.multipliers.push((word.to_owned(), meaning));
            }
        }
        self.counts.extend(file.counting.iter().cloned());
        Ok(())
    }

    /// With the longest first, so that the first that matches is the longest.
    pub(super) fn sorted(mut self) -> Self {
        self.multipliers.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        self.counts.sort_by_key(|word| std::cmp::Reverse(word.len()));
        self.counts.dedup();
        self
    }

    /// The longest multiplier at a byte of a text, and its end.
    ///
    /// `None` if languages disagree about it, or if more of a word follows that is no unit: the `K`
    /// of `KIOPS` is one, that of `Kernel` is not.
    pub(super) fn multiplier_at(
        &self,
        text: &str,
        at: usize,
        languages: Languages,
        units: &UnitSpellings,
    ) -> Option<(NumberWord, usize)> {
        let of_languages = |meaning: &NumberWord| !meaning.languages.and(languages).is_empty();
        let matching = |word: &str| word_end(text, at, word);
        let mut all = self
            .multipliers
            .iter()
            .filter(|(_, meaning)| of_languages(meaning))
            .filter_map(|(word, meaning)| Some((*meaning, matching(word)?)));
        let (meaning, end) = all.next()?;
        let disagrees = all
            .any(|(other, its_end)| its_end == end && other.power_of_ten != meaning.power_of_ten);
        let goes_on = text[end..].chars().next().is_some_and(is_western_letter)
            && text[at..end].chars().next_back().is_some_and(is_western_letter);
        let is_whole = !goes_on || units.unit_at(text, end).is_some();
        (!disagrees && is_whole).then_some((meaning, end))
    }

    /// The end of the longest count word at a byte of a text.
    pub(super) fn count_at(&self, text: &str, at: usize) -> Option<usize> {
        self.counts.iter().find_map(|word| {
            let end = word_end(text, at, word)?;
            let goes_on = text[end..].chars().next().is_some_and(is_western_letter)
                && text[at..end].chars().next_back().is_some_and(is_western_letter);
            (!goes_on).then_some(end)
        })
    }
}

/// The end of a word at a byte of a text; a stop at the end of the word may be missing there.
fn word_end(text: &str, at: usize, word: &str) -> Option<usize> {
    let rest = &text[at..];
    if rest.starts_with(word) {
        return Some(at + word.len());
    }
    let plain = word.strip_suffix('.')?;
    rest.starts_with(plain).then(|| at + plain.len())
}
