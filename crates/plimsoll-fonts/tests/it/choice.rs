//! Which scripts a text gets.

use Script::{Japanese, Korean, Latin, SimplifiedChinese, TraditionalChinese};
use plimsoll_fonts::{Script, covers, faces, family_names, scripts_in};
use std::collections::BTreeSet;

#[track_caller]
fn assert_scripts(text: &str, language: Script, beside_latin: &[Script]) {
    let expected: BTreeSet<Script> = beside_latin.iter().copied().chain([Latin]).collect();
    assert_eq!(scripts_in(text, language), expected, "{text:?} in {language:?}");
}

#[test]
fn letters_of_one_script_decide_whatever_the_language() {
    for language in Script::ALL {
        assert_scripts("", language, &[]);
        assert_scripts("4 KiB ≥ 157,000 IOPS, 0.5 µs – Gecikme, Độ trễ, Задержка", language, &[]);
        assert_scripts("임의 읽기", language, &[Korean]);
        assert_scripts("ランダム", language, &[Japanese]);
        assert_scripts("임의 ランダム", language, &[Japanese, Korean]);
    }
}

#[test]
fn han_characters_of_one_country_decide() {
    assert_scripts("测试", Latin, &[SimplifiedChinese]);
    assert_scripts("広い", Latin, &[Japanese]);
    assert_scripts("夠", Latin, &[TraditionalChinese]);
    assert_scripts("测试结果", TraditionalChinese, &[SimplifiedChinese, TraditionalChinese]);
}

#[test]
fn han_characters_of_all_go_to_the_language_then_to_what_is_there() {
    assert_scripts("性能", Latin, &[SimplifiedChinese]);
    assert_scripts("性能", SimplifiedChinese, &[SimplifiedChinese]);
    assert_scripts("性能", TraditionalChinese, &[TraditionalChinese]);
    assert_scripts("性能", Japanese, &[Japanese]);
    assert_scripts("性能テスト", Latin, &[Japanese]);
    assert_scripts("性能テスト", TraditionalChinese, &[Japanese, TraditionalChinese]);
    assert_scripts("性能", Korean, &[TraditionalChinese]);
}

#[test]
fn traditional_text_without_a_language_is_traditional() {
    assert_scripts("測試環境", Latin, &[TraditionalChinese]);
}

#[test]
fn signs_that_latin_lacks_come_from_a_script_that_is_there() {
    assert_scripts("⚠ │", Korean, &[Korean]);
    assert_scripts("읽기 ①", Latin, &[Korean]);
    assert_scripts("⚠", Latin, &[SimplifiedChinese]);
    assert_scripts("▲ ▼ ● ○ ■ □ ◆ ✓ ✗ → ≈", Latin, &[]);
}

#[test]
fn families_come_in_the_order_of_the_language() {
    let all = BTreeSet::from(Script::ALL);
    let ends = |language| {
        family_names(&all, language)
            .into_iter()
            .map(|name| name.trim_start_matches("Plimsoll Sans").trim())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(ends(Latin), " SC TC JP KR");
    assert_eq!(ends(SimplifiedChinese), " SC TC JP KR");
    assert_eq!(ends(TraditionalChinese), " TC SC JP KR");
    assert_eq!(ends(Japanese), " JP TC SC KR");
    assert_eq!(ends(Korean), " KR TC JP SC");
    assert_eq!(family_names(&BTreeSet::new(), Japanese), ["Plimsoll Sans"]);
}

#[test]
fn latin_is_always_there_and_first() {
    let korean = BTreeSet::from([Korean]);
    let given = faces(&korean);
    assert_eq!(given.len(), 4);
    assert_eq!(given[..2], Latin.faces());
    assert_eq!(given, faces(&BTreeSet::from([Latin, Korean])));
}

#[test]
fn what_no_face_has_is_told() {
    for character in ['😀', 'ع', 'ก', '\n', '\u{10FFFF}'] {
        assert_eq!(covers(character), None, "{character:?}");
    }
    let told = ['a', 'ß', 'ş', 'ễ', 'Ω', '한', 'か', '测', '夠'].map(covers);
    let latin = Some(Latin);
    let others = [Some(Korean), Some(Japanese), Some(SimplifiedChinese), Some(TraditionalChinese)];
    assert_eq!(
        told,
        [latin, latin, latin, latin, latin, others[0], others[1], others[2], others[3]]
    );
}

/// The promise of the two functions to each other, over all of the plane that has letters.
#[test]
fn a_character_is_covered_exactly_if_a_chosen_script_has_it() {
    for language in Script::ALL {
        for character in '\0'..='\u{FFFF}' {
            let scripts = scripts_in(character.encode_utf8(&mut [0; 4]), language);
            let has_it = scripts.iter().any(|script| script.covers(character));
            assert_eq!(has_it, covers(character).is_some(), "{character:?} in {language:?}");
        }
    }
}

#[test]
fn languages_are_known_by_their_tags() {
    let of = Script::of_language;
    assert_eq!(["ko", "ko-KR", "KO"].map(of), [Korean; 3]);
    assert_eq!(["ja", "ja-JP"].map(of), [Japanese; 2]);
    assert_eq!(["zh", "zh-CN", "zh-Hans", "zh-Hans-HK"].map(of), [SimplifiedChinese; 4]);
    assert_eq!(["zh-TW", "zh-hant", "zh-Hant-CN", "zh-HK"].map(of), [TraditionalChinese; 4]);
    assert_eq!(["en", "de-DE", "tr", "vi", "kok", ""].map(of), [Latin; 6]);
}
