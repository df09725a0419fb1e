//! All words of all languages, found in one pass over a text.

use crate::concept::{Concept, Side};
use crate::fold::Folded;
use crate::language::{Language, Languages};
use crate::unit::{Unit, UnitSpellings, is_western_letter};
use aho_corasick::{AhoCorasick, MatchKind};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

#[cfg(test)]
#[path = "lexicon/files_test.rs"]
mod files_test;
#[cfg(test)]
#[path = "lexicon/find_test.rs"]
mod find_test;
mod number_word;
mod vocabulary;

pub use number_word::NumberWord;
use number_word::NumberWords;
use vocabulary::VocabularyFile;

/// A word of a page, and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What it means.
    pub concept: Concept,
    /// For a word that bounds a value: on which side of the value it stands.
    pub side: Option<Side>,
    /// The languages in which it means this.
    pub languages: Languages,
    /// The bytes of the text that it takes.
    pub range: Range<usize>,
}

/// The words, number words and unit spellings of all languages.
#[derive(Debug)]
pub struct Lexicon {
    automaton: AhoCorasick,
    /// For each pattern of the automaton: what it may mean.
    meanings: Vec<Vec<Meaning>>,
    numbers: NumberWords,
    pub(crate) units: UnitSpellings,
}

/// What a pattern means in some languages, and what must stand around it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Meaning {
    concept: Option<Concept>,
    side: Option<Side>,
    languages: Languages,
    form: Form,
}

/// The form of a word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Form {
    /// Letters may precede: it is the end of compounds.
    open_begin: bool,
    /// Letters may follow: it is a stem.
    open_end: bool,
    /// A stop may follow that belongs to it.
    abbreviated: bool,
    /// Where blanks belong, in bytes of the folded word.
    gaps: Vec<usize>,
}

/// A match with everything around it as it must be.
struct Candidate<'a> {
    begin: usize,
    end: usize,
    meaning: &'a Meaning,
}

impl Lexicon {
    /// The lexicon that is part of the program.
    ///
    /// ```
    /// use plimsoll_lexicon::{Concept, Lexicon};
    /// let found = Lexicon::builtin().find("순차 읽기 MiBps");
    /// let concepts: Vec<Concept> = found.iter().map(|word| word.concept).collect();
    /// assert_eq!(concepts, [Concept::Sequential, Concept::Read]);
    /// ```
    pub fn builtin() -> &'static Self {
        static BUILTIN: LazyLock<Lexicon> = LazyLock::new(|| {
            // The files are part of the program and a test reads each of them.
            Lexicon::of_files().unwrap_or_else(|error| panic!("the lexicon's files: {error}"))
        });
        &BUILTIN
    }

    fn of_files() -> Result<Self, String> {
        let mut patterns: BTreeMap<String, Vec<Meaning>> = BTreeMap::new();
        let mut numbers = NumberWords::default();
        for language in Language::ALL {
            let in_file = |error: String| format!("{language}: {error}");
            let file = VocabularyFile::parse(language.file()).map_err(in_file)?;
            for entry in file.entries().map_err(in_file)? {
                let (text, form) = Form::of(entry.word);
                let mut texts = vec![text];
                if entry.concept.is_some_and(Concept::is_unit) {
                    texts.push(texts[0].replace('i', "ı"));
                }
                let meaning = Meaning {
                    concept: entry.concept,
                    side: entry.side,
                    languages: (*language).into(),
                    form,
                };
                for text in texts {
                    let known = patterns.entry(text).or_default();
                    if disagrees(known, &meaning) && file.exception(entry.word).is_none() {
                        let word = entry.word;
                        return Err(in_file(format!("{word:?} has two meanings; say why it may")));
                    }
                    add_meaning(known, meaning.clone());
                }
            }
            numbers.add(*language, &file).map_err(in_file)?;
        }
        let (texts, meanings): (Vec<String>, Vec<Vec<Meaning>>) = patterns.into_iter().unzip();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(&texts)
            .map_err(|error| error.to_string())?;
        let units = UnitSpellings::parse(include_str!("../data/units.toml"))?;
        Ok(Self { automaton, meanings, numbers: numbers.sorted(), units })
    }

    /// All words of all languages in a text, in order. A word with other meanings in other languages
    /// is there once for each. Of words that overlap, the first is taken, and of those that begin
    /// together the longest.
    pub fn find(&self, text: &str) -> Vec<Found> {
        self.find_in(text, Languages::all())
    }

    /// The words of some languages in a text.
    ///
    /// ```
    /// use plimsoll_lexicon::{Concept, Language, Languages, Lexicon};
    /// let dutch = Languages::of_page(Language::Dutch);
    /// let text = "wille keurige Lees bewerkingen";
    /// let found = Lexicon::builtin().find_in(text, dutch);
    /// assert_eq!(found[0].concept, Concept::Random);
    /// assert_eq!(&text[found[0].range.clone()], "wille keurige");
    /// ```
    pub fn find_in(&self, text: &str, languages: Languages) -> Vec<Found> {
        let mut last = 0..0;
        let mut words = self.find_all(text, languages);
        words.retain(|word| {
            let is_taken = word.range.start >= last.end || word.range == last;
            if is_taken {
                last = word.range.clone();
            }
            is_taken
        });
        words
    }

    /// Whether a word multiplies numbers in some language: `Mio.`, `만`.
    pub fn multiplies(&self, word: &str) -> bool {
        let found = self.number_word_at(word, 0, Languages::all());
        found.is_some_and(|(_, end)| word[end..].chars().all(|it| it == '.'))
    }

    /// The words of some languages in a text, also those that overlap; of those that begin together
    /// the longest first.
    pub(crate) fn find_all(&self, text: &str, languages: Languages) -> Vec<Found> {
        let folded = Folded::of(text);
        let mut candidates = self.candidates(&folded, languages);
        candidates.retain(|candidate| candidate.meaning.concept.is_some());
        candidates.sort_by_key(|candidate| (candidate.begin, std::cmp::Reverse(candidate.end)));
        let mut found = Vec::new();
        for candidate in candidates {
            let meaning = candidate.meaning;
            let mut range = folded.original(candidate.begin, candidate.end);
            if meaning.form.abbreviated && text[range.end..].starts_with('.') {
                range.end += 1;
            }
            let languages = meaning.languages.and(languages);
            // Words without a concept were taken out above.
            let Some(concept) = meaning.concept else { continue };
            add_found(&mut found, Found { concept, side: meaning.side, languages, range });
        }
        found
    }

    /// What every word weighs that shows a language: its letters, East Asian ones twice. The callback
    /// gets the languages, the weight and the word.
    pub(crate) fn weigh(&self, text: &str, mut weigh: impl FnMut(Languages, usize, &str)) {
        let folded = Folded::of(text);
        for candidate in self.candidates(&folded, Languages::all()) {
            let word = &folded.text[candidate.begin..candidate.end];
            let weight = word.chars().map(|it| if is_western_letter(it) { 1 } else { 2 }).sum();
            weigh(candidate.meaning.languages, weight, word);
        }
    }

    /// A word that multiplies the number before it, at a byte of a text, and its end.
    pub(crate) fn number_word_at(
        &self,
        text: &str,
        at: usize,
        languages: Languages,
    ) -> Option<(NumberWord, usize)> {
        self.numbers.multiplier_at(text, at, languages, &self.units)
    }

    /// Where a count word ends that stands behind a number: `회`, `個`.
    pub(crate) fn count_word_at(&self, text: &str, at: usize) -> Option<usize> {
        self.numbers.count_at(text, at)
    }

    /// Whether a text begins with a unit, a sign of a share, or a word that multiplies.
    pub(crate) fn begins_with_unit(&self, text: &str) -> bool {
        self.units.unit_at(text, 0).is_some()
            || self.number_word_at(text, 0, Languages::all()).is_some()
    }

    /// The unit that a whole text spells: `MiB/秒`, `мс`.
    pub fn unit(&self, text: &str) -> Option<Unit> {
        self.units.unit(text)
    }

    fn candidates<'a>(&'a self, folded: &Folded, languages: Languages) -> Vec<Candidate<'a>> {
        let mut candidates = Vec::new();
        for hit in self.automaton.find_overlapping_iter(&folded.text) {
            let (begin, end) = (hit.start(), hit.end());
            for meaning in &self.meanings[hit.pattern()] {
                if !meaning.languages.and(languages).is_empty()
                    && meaning.form.stands(folded, begin, end)
                {
                    candidates.push(Candidate { begin, end, meaning });
                }
            }
        }
        candidates
    }
}

/// Adds a word, or only its languages where another form of it stands in the same place.
fn add_found(found: &mut Vec<Found>, word: Found) {
    let here = found.iter_mut().rev().take_while(|other| other.range.start == word.range.start);
    for other in here {
        if (other.concept, other.side, other.range.end) == (word.concept, word.side, word.range.end)
        {
            other.languages = other.languages.or(word.languages);
            return;
        }
    }
    found.push(word);
}

/// Whether a word means something else in the same language.
fn disagrees(known: &[Meaning], meaning: &Meaning) -> bool {
    known.iter().any(|other| {
        other.concept != meaning.concept && !other.languages.and(meaning.languages).is_empty()
    })
}

fn add_meaning(meanings: &mut Vec<Meaning>, meaning: Meaning) {
    let same = |known: &&mut Meaning| {
        known.concept == meaning.concept && known.side == meaning.side && known.form == meaning.form
    };
    match meanings.iter_mut().find(same) {
        Some(known) => known.languages = known.languages.or(meaning.languages),
        None => meanings.push(meaning),
    }
}

/// Words of fewer letters are not looked for torn apart.
const FEWEST_LETTERS_OF_A_TORN_WORD: usize = 6;

/// The pieces of a torn word have at least so many letters.
const FEWEST_LETTERS_OF_A_PIECE: usize = 3;

impl Form {
    /// The folded text of a word of a file, and its form.
    fn of(word: &str) -> (String, Self) {
        let inner = word.strip_prefix('*').unwrap_or(word);
        let stem = inner.strip_suffix('*').unwrap_or(inner);
        let plain = stem.strip_suffix('.').unwrap_or(stem);
        let folded = Folded::of(plain);
        let gaps = folded.gaps_within(0, folded.text.len()).collect();
        let form = Self {
            open_begin: inner.len() < word.len(),
            open_end: stem.len() < inner.len(),
            abbreviated: plain.len() < stem.len(),
            gaps,
        };
        (folded.text, form)
    }

    /// Whether a match has the right surroundings.
    fn stands(&self, folded: &Folded, begin: usize, end: usize) -> bool {
        let text = &folded.text;
        let word = &text[begin..end];
        if !self.open_begin && !folded.has_gap_before(begin) {
            let before = text[..begin].chars().next_back();
            if joins(before, word.chars().next()) {
                return false;
            }
        }
        if !self.open_end && !folded.has_gap_before(end) {
            let behind = text[end..].chars().next();
            if joins(word.chars().next_back(), behind) {
                return false;
            }
        }
        self.may_be_torn(folded, begin, end)
    }

    /// Whether the gaps within a match are where blanks belong, or tear it once as pages do.
    fn may_be_torn(&self, folded: &Folded, begin: usize, end: usize) -> bool {
        let is_foreign = |at: &usize| !self.gaps.contains(&(at - begin));
        let mut foreign = folded.gaps_within(begin, end).filter(is_foreign);
        let Some(tear) = foreign.next() else { return true };
        let letters = |begin, end| folded.text[begin..end].chars().count();
        foreign.next().is_none()
            && letters(begin, end) >= FEWEST_LETTERS_OF_A_TORN_WORD
            && letters(begin, tear) >= FEWEST_LETTERS_OF_A_PIECE
            && letters(tear, end) >= FEWEST_LETTERS_OF_A_PIECE
    }
}

/// Whether two neighbours belong to one word. East Asian words begin and end anywhere; a digit may
/// stand before a word (`64KiB읽기`), and a word before a digit, as far as blanks are concerned.
fn joins(left: Option<char>, right: Option<char>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => is_western_letter(left) && is_western_letter(right),
        _ => false,
    }
}
