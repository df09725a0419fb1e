//! The files of counter names: all there, sorted, and without a name of two meanings.

use super::{
    Counter, CounterFile, CounterObject, Folded, Names, Spelling, counter, counter_object, file,
};
use crate::language::Language;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

fn files() -> impl Iterator<Item = (Language, CounterFile)> {
    Language::ALL.iter().map(|language| {
        let parsed = CounterFile::parse(file(*language));
        (*language, parsed.unwrap_or_else(|error| panic!("counters/{language}.toml: {error}")))
    })
}

#[test]
fn every_file_is_registered() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/counters");
    for entry in std::fs::read_dir(folder).expect("the folder of the files") {
        let path = entry.expect("an entry").path();
        let tag = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let language = Language::ALL.iter().find(|language| language.tag() == tag);
        let language = language.unwrap_or_else(|| panic!("{tag} is no language"));
        assert_eq!(std::fs::read_to_string(&path).expect("a text"), file(*language), "{tag}");
    }
    let texts: BTreeSet<&str> = Language::ALL.iter().map(|language| file(*language)).collect();
    assert_eq!(texts.len(), Language::ALL.len(), "each language has its own");
}

#[test]
fn every_list_is_sorted() {
    fn check<M: Debug>(language: Language, names: &Names<M>) {
        for (meaning, names) in names {
            assert!(
                names.is_sorted_by(|one, next| one < next),
                "{language}, {meaning:?}: {names:?}"
            );
        }
    }
    for (language, file) in files() {
        check(language, &file.object);
        check(language, &file.counter);
    }
}

#[test]
fn no_name_has_two_meanings() {
    fn add<M: Copy + PartialEq + Debug>(
        known: &mut BTreeMap<String, (M, Language)>,
        language: Language,
        names: &Names<M>,
    ) {
        for (meaning, names) in names {
            for name in names {
                let key = Folded::of(name).text;
                let before = known.insert(key, (*meaning, language));
                let is_one =
                    before.is_none_or(|(other, where_)| other == *meaning && where_ != language);
                assert!(is_one, "{name:?} of {language} is {meaning:?} and {before:?}");
            }
        }
    }
    let (mut objects, mut counters) = (BTreeMap::new(), BTreeMap::new());
    for (language, file) in files() {
        add(&mut objects, language, &file.object);
        add(&mut counters, language, &file.counter);
    }
}

#[test]
fn the_languages_that_are_asked_for_have_all_that_is_read() {
    for (language, file) in files().take(8) {
        for meaning in [
            Counter::Reads,
            Counter::Writes,
            Counter::Transfers,
            Counter::ReadBytes,
            Counter::WriteBytes,
            Counter::ReadTime,
            Counter::WriteTime,
        ] {
            assert!(file.counter.contains_key(&meaning), "{language} has no {meaning:?}");
        }
        assert!(file.object.contains_key(&CounterObject::PhysicalDisk), "{language}");
    }
}

#[test]
fn names_are_found_without_case_and_in_any_form_of_their_letters() {
    for (name, meaning) in [
        ("Disk Reads/sec", Counter::Reads),
        ("disk reads/sec", Counter::Reads),
        ("Lesevorga\u{308}nge/s", Counter::Reads),
        ("Écritures disque, octets/s", Counter::WriteBytes),
        ("平均磁盘秒数/读取", Counter::ReadTime),
        ("디스크 쓰기/초", Counter::Writes),
        ("Disk aktarımı/sn", Counter::Transfers),
        ("Taille de file d\u{2019}attente du disque actuelle", Counter::Other),
    ] {
        assert_eq!(counter(name), Some((meaning, Spelling::Whole)), "{name}");
    }
    assert_eq!(
        counter_object("Physikalischer Datenträger"),
        Some((CounterObject::PhysicalDisk, Spelling::Whole))
    );
}

#[test]
fn names_with_lost_letters_are_told_by_the_others() {
    for name in ["Lesevorgnge/s", "Lesevorg?nge/s", "Lesevorg\u{FFFD}nge/s", "LesevorgÃ¤nge/s"] {
        assert_eq!(counter(name), Some((Counter::Reads, Spelling::Damaged)), "{name}");
    }
    assert_eq!(
        counter_object("Physikalischer Datentr\u{201E}ger"),
        Some((CounterObject::PhysicalDisk, Spelling::Damaged))
    );
    for name in ["", "/s", "????/?", "???? ???/?", "Reads of the month/s", "디스크 지우기/초"]
    {
        assert_eq!(counter(name), None, "{name}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        let _ = (counter(&text), counter_object(&text));
    }
}
