//! Numbers are decided by the nearest evidence, and by none where there is none.

use super::{Decision, Doubt, How, SeparatorEvidence, decide};
use crate::language::Locale;
use crate::number::{Mark, Marks, NotANumber, Shape};
use proptest::prelude::*;

fn marks(numbers: &[&str]) -> Marks {
    let mut marks = Marks::default();
    for number in numbers {
        marks.see(number);
    }
    marks
}

fn value(decision: &Decision) -> Option<String> {
    decision.reading().map(|reading| reading.value.to_string())
}

fn by_words(tag: &str) -> SeparatorEvidence<'static> {
    SeparatorEvidence { words: Locale::parse(tag), ..SeparatorEvidence::default() }
}

#[test]
fn one_reading_needs_no_evidence() {
    let decision = decide("1.527,3", &SeparatorEvidence::default());
    let how = How::OneReading(Shape::BothMarks);
    assert!(matches!(&decision, Decision::Value { how: found, .. } if *found == how));
    assert_eq!(value(&decision).as_deref(), Some("1527.3"));
    assert_eq!(
        decide("1,2,3", &SeparatorEvidence::default()),
        Decision::NotANumber(NotANumber::Groups)
    );
}

#[test]
fn nothing_to_decide_by_is_no_value() {
    let table = marks(&["1.024", "2.048", "4.096"]);
    let evidence = SeparatorEvidence { table: Some(&table), ..SeparatorEvidence::default() };
    let decision = decide("2.048", &evidence);
    assert!(matches!(decision, Decision::Undecided { why: Doubt::NoEvidence, .. }));
    let confirmed = decision.confirm(0, "the column doubles").expect("two readings");
    assert_eq!(value(&confirmed).as_deref(), Some("2048"));
    let Decision::Value { how, .. } = &confirmed else { panic!("confirmed") };
    assert!(how.needs_finding());
    assert_eq!(how.to_string(), "of its two readings, only in this one the column doubles");
    assert_eq!(confirmed.confirm(0, "again"), None);
    assert_eq!(decision.confirm(2, "there are two"), None);
}

#[test]
fn the_table_goes_before_the_page_and_the_page_before_the_language() {
    let table = marks(&["1.527,3"]);
    let page = marks(&["0.25"]);
    let locale = Locale::parse("en");
    let all = SeparatorEvidence {
        table: Some(&table),
        page: Some(&page),
        words: locale,
        declared: locale,
        line: None,
    };
    let decision = decide("48.000", &all);
    assert_eq!(value(&decision).as_deref(), Some("48000"));
    assert!(matches!(decision, Decision::Value { how: How::Table(_), .. }));

    let page_only = SeparatorEvidence { table: None, ..all };
    let decision = decide("48.000", &page_only);
    assert_eq!(value(&decision).as_deref(), Some("48.000"));
    let Decision::Value { how, .. } = decision else { panic!("a value") };
    assert_eq!(
        how.to_string(),
        "other numbers of the page have the dot as decimal mark, as in 0.25"
    );

    let decision = decide("48.000", &by_words("de"));
    assert_eq!(value(&decision).as_deref(), Some("48000"));
    let Decision::Value { how, .. } = decision else { panic!("a value") };
    assert_eq!(how.to_string(), "the words of the page are in de");
}

/// A note about version 9.4 on a German page must not make 4.8 of 4.812.
#[test]
fn a_page_that_contradicts_its_language_decides_nothing() {
    let page = marks(&["9.4"]);
    let evidence = SeparatorEvidence { page: Some(&page), ..by_words("de") };
    let decision = decide("4.812", &evidence);
    let Decision::Undecided { why, .. } = &decision else { panic!("{decision:?}") };
    assert_eq!(
        why.to_string(),
        "other numbers of the page have other marks than de, the language of its words"
    );
    let agreed = SeparatorEvidence { page: Some(&page), ..by_words("en") };
    assert_eq!(value(&decide("4.812", &agreed)).as_deref(), Some("4.812"));
}

/// Four digits behind the mark that the language groups with: a group, and the mark of a note.
#[test]
fn a_group_with_a_note_glued_to_it_is_no_decimal() {
    use super::NotANumber;
    let glued = decide("8,0001", &by_words("en"));
    assert_eq!(glued, Decision::NotANumber(NotANumber::Groups));
    assert_eq!(value(&decide("8,0001", &by_words("de"))).as_deref(), Some("8.0001"));
    assert_eq!(value(&decide("0,0001", &by_words("en"))).as_deref(), Some("0.0001"));
    let table = marks(&["8,0001"]);
    let evidence = SeparatorEvidence { table: Some(&table), ..by_words("en") };
    assert_eq!(value(&decide("25,000", &evidence)).as_deref(), Some("25000"), "it is no evidence");
}

/// `926.000` beside `31027.200`: three decimals, not thousands.
#[test]
fn decimals_beside_long_decimals_are_decimals() {
    let table = marks(&["926.000", "1929.000", "31027.200"]);
    let evidence = SeparatorEvidence { table: Some(&table), ..by_words("de") };
    assert_eq!(value(&decide("926.000", &evidence)).as_deref(), Some("926.000"));
}

#[test]
fn a_mark_seen_twice_in_a_number_makes_the_other_one_decimal() {
    let table = marks(&["1,350,000"]);
    let evidence = SeparatorEvidence { table: Some(&table), ..SeparatorEvidence::default() };
    assert_eq!(value(&decide("2,048", &evidence)).as_deref(), Some("2048"));
    assert_eq!(value(&decide("2.048", &evidence)).as_deref(), Some("2.048"));
}

/// A price list with `$0,06` and one `$0.0009` that was not translated.
#[test]
fn of_two_decimal_marks_the_more_frequent_is_it_with_a_finding() {
    let page = marks(&["0,06", "0,15", "0,20", "0.0009"]);
    let evidence = SeparatorEvidence { page: Some(&page), ..SeparatorEvidence::default() };
    let decision = decide("48.000", &evidence);
    assert_eq!(value(&decision).as_deref(), Some("48000"));
    let Decision::Value { how, .. } = decision else { panic!("a value") };
    assert!(how.needs_finding());
    assert!(how.to_string().ends_with("as in 0,06 (3 for it, 1 against it)"), "{how}");

    let tie = marks(&["0,06", "0.0009"]);
    let evidence = SeparatorEvidence { page: Some(&tie), ..SeparatorEvidence::default() };
    assert!(matches!(decide("48.000", &evidence), Decision::Undecided { .. }));
}

/// Rows of the translated tables of disk sizes.
#[test]
fn a_row_of_two_systems_is_not_decided_by_the_language() {
    for (tag, row) in [
        ("tr", &["1,024", "2.048", "4.096", "8,192", "16.384", "32,767"][..]),
        ("pl", &["1,024", "2 048", "8192", "16 384", "32,767"]),
        ("cs", &["1,024", "2,048", "8 192", "16,384", "32,767"]),
        ("hu", &["4 096", "8,192"]),
    ] {
        let line = marks(row);
        let page = marks(&["2,3"]);
        let evidence = SeparatorEvidence { line: Some(&line), page: Some(&page), ..by_words(tag) };
        for number in row {
            let decision = decide(number, &evidence);
            let is_mixed = matches!(decision, Decision::Undecided { why: Doubt::MixedMarks, .. });
            assert_eq!(is_mixed, number.contains([',', '.']), "{tag} {number}: {decision:?}");
            assert_ne!(is_mixed, decision.reading().is_some(), "{tag} {number}");
        }
    }
}

/// Other columns may well hold three decimals: only the same quantity shows a mixture.
#[test]
fn marks_of_other_quantities_mix_nothing() {
    let (line, table) = (marks(&["2.048", "4.096"]), marks(&["2.048", "4.096", "1,830"]));
    let evidence = SeparatorEvidence { line: Some(&line), table: Some(&table), ..by_words("de") };
    assert_eq!(value(&decide("2.048", &evidence)).as_deref(), Some("2048"));
}

#[test]
fn a_language_decides_only_by_its_own_marks() {
    assert_eq!(value(&decide("1,024", &by_words("fr"))).as_deref(), Some("1.024"));
    let foreign = decide("1.024", &by_words("fr"));
    assert!(matches!(foreign, Decision::Undecided { why: Doubt::ForeignMark(_), .. }));
    let spanish = decide("1,024", &by_words("es"));
    assert!(matches!(spanish, Decision::Undecided { why: Doubt::NoRegion(_), .. }));
    assert_eq!(value(&decide("1,024", &by_words("es-419"))).as_deref(), Some("1024"));
    assert_eq!(value(&decide("1.024", &by_words("es-ES"))).as_deref(), Some("1024"));
}

#[test]
fn the_declared_language_comes_last() {
    let evidence = SeparatorEvidence { declared: Locale::parse("en"), ..by_words("de") };
    assert_eq!(value(&decide("48.000", &evidence)).as_deref(), Some("48000"));
    let evidence = SeparatorEvidence { declared: Locale::parse("es-419"), ..by_words("es") };
    let decision = decide("48,000", &evidence);
    assert_eq!(value(&decision).as_deref(), Some("48000"));
    assert!(matches!(decision, Decision::Value { how: How::Declared(_), .. }));
}

/// Prints a number as a locale does.
fn printed(whole: u64, fraction: Option<u32>, decimal: &str, group: &str) -> String {
    let digits = whole.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push_str(group);
        }
        text.push(digit);
    }
    match fraction {
        Some(fraction) => format!("{text}{decimal}{fraction:02}"),
        None => text,
    }
}

proptest! {
    #[test]
    fn what_a_locale_prints_is_read_back(
        whole in 0u64..100_000_000_000,
        fraction in proptest::option::of(0u32..100),
        locale in proptest::sample::select(vec!["en", "ko", "de", "tr", "pt-BR", "fr", "ru", "pl"]),
        space in proptest::sample::select(vec![" ", "\u{a0}", "\u{202f}", "\u{2009}", "\u{2007}"]),
    ) {
        let locale = Locale::parse(locale).expect("known");
        let (decimal, group) = locale.marks().expect("has marks");
        let sign = |mark: Mark| match mark {
            Mark::Dot => ".",
            Mark::Comma => ",",
            Mark::Space => space,
        };
        let text = printed(whole, fraction, sign(decimal), sign(group));
        let evidence = SeparatorEvidence { words: Some(locale), ..SeparatorEvidence::default() };
        let expected = printed(whole, fraction, ".", "");
        prop_assert_eq!(value(&decide(&text, &evidence)), Some(expected), "{}", text);
    }
}
