//! The files of words: all there, sorted, complete, and without a word of two meanings.

use super::vocabulary::VocabularyFile;
use super::{Lexicon, Side};
use crate::concept::Concept;
use crate::language::Language;
use std::collections::BTreeSet;

fn files() -> impl Iterator<Item = (Language, VocabularyFile)> {
    Language::ALL.iter().map(|language| {
        let file = VocabularyFile::parse(language.file());
        (*language, file.unwrap_or_else(|error| panic!("data/{language}.toml: {error}")))
    })
}

#[test]
fn every_file_is_registered() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder of the files")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    let mut registered: BTreeSet<String> =
        Language::ALL.iter().map(|language| format!("{language}.toml")).collect();
    registered.extend(["names.toml", "units.toml"].map(str::to_owned));
    assert_eq!(files, registered);
}

/// Lists are sorted by bytes, so that a word has one place and a second one is seen.
#[test]
fn every_list_is_sorted() {
    let mut texts: Vec<(String, &str)> =
        Language::ALL.iter().map(|it| (format!("{it}.toml"), it.file())).collect();
    texts.push(("names.toml".to_owned(), include_str!("../../data/names.toml")));
    texts.push(("units.toml".to_owned(), include_str!("../../data/units.toml")));
    for (name, text) in texts {
        let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        check_lists(&name, &toml::Value::Table(table));
    }
}

fn check_lists(path: &str, value: &toml::Value) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(key, value)| check_lists(&format!("{path}, {key}"), value));
        }
        toml::Value::Array(list) => {
            let words: Vec<&str> = list.iter().filter_map(toml::Value::as_str).collect();
            for pair in words.windows(2) {
                assert!(pair[0] < pair[1], "{path}: {:?} stands before {:?}", pair[0], pair[1]);
            }
        }
        _ => {}
    }
}

#[test]
fn no_word_has_two_meanings_unless_the_file_says_why() {
    Lexicon::of_files().expect("the files agree with themselves");
    for (language, file) in files() {
        for exception in &file.exceptions {
            let word = exception.word.as_str();
            let meanings = file.entries().expect("known concepts");
            let meanings = meanings.iter().filter(|entry| entry.word == word).count();
            assert!(meanings > 1, "{language}: {word:?} has one meaning and needs no exception");
            assert!(!exception.reason.trim().is_empty(), "{language}: {word:?} has no reason");
        }
    }
}

/// What every language must have words for.
const REQUIRED: &[Concept] = &[
    Concept::Read,
    Concept::Write,
    Concept::Mixed,
    Concept::Sequential,
    Concept::Random,
    Concept::BlockSize,
    Concept::Throughput,
    Concept::Latency,
    Concept::QueueDepth,
    Concept::Jobs,
    Concept::Clients,
    Concept::Volumes,
    Concept::Pool,
    Concept::WorkingSet,
    Concept::Capacity,
    Concept::ServiceLevel,
    Concept::Workload,
    Concept::Protocol,
    Concept::Operation,
    Concept::AccessPattern,
    Concept::OperatingSystem,
    Concept::Single,
    Concept::Each,
    Concept::Total,
    Concept::Ratio,
    Concept::Price,
    Concept::Mean,
    Concept::Estimate,
    Concept::Limit,
    Concept::Setting,
    Concept::Version,
    Concept::Minimum,
    Concept::Maximum,
    Concept::Between,
    Concept::Or,
    Concept::And,
    Concept::VagueNumber,
    Concept::NotAvailable,
    Concept::About,
    Concept::Below,
    Concept::AtMost,
    Concept::Above,
    Concept::AtLeast,
    Concept::UpTo,
];

#[test]
fn every_language_has_every_required_concept() {
    for (language, file) in files() {
        let entries = file.entries().unwrap_or_else(|error| panic!("{language}: {error}"));
        for concept in REQUIRED {
            let has = entries.iter().any(|entry| entry.concept == Some(*concept));
            assert!(has, "{language} has no word for {concept}");
        }
        assert!(file.common.len() >= 5, "{language} has too few common words to be told by");
        assert!(!file.numbers.is_empty(), "{language} has no word for a great number");
    }
}

/// Only words that bound a value have a side, and those that mean nothing else must have one.
#[test]
fn words_that_bound_a_value_have_a_side() {
    for (language, file) in files() {
        for entry in file.entries().expect("known concepts") {
            let Some(concept) = entry.concept else { continue };
            let bounds_only = concept.bound().is_some()
                && !matches!(concept, Concept::Minimum | Concept::Maximum | Concept::Limit);
            assert_eq!(
                entry.side.is_some_and(|side| matches!(side, Side::Before | Side::After)),
                bounds_only || entry.side.is_some() && concept.bound().is_some(),
                "{language}: {:?}",
                entry.word
            );
        }
    }
}
