//! Every form of a value that pages have, as whole cells.

use super::{CellContext, CellKind, CellReading, Missing, read_cell};
use crate::concept::Concept;
use crate::language::{Languages, Locale};
use crate::note::NoteKind;
use crate::number::{Decimal, Marks, SeparatorEvidence};
use crate::unit::Dimension;
use plimsoll_schema::Bound;
use proptest::prelude::*;

/// A cell of a page in a language, which is also its only evidence.
fn cell(tag: &str, text: &str) -> CellReading {
    let locale = Locale::parse(tag).expect("a known language");
    let context = CellContext {
        evidence: SeparatorEvidence { words: Some(locale), ..SeparatorEvidence::default() },
        languages: Languages::of_page(locale.language),
        ..CellContext::default()
    };
    read_cell(text, &context)
}

/// The number, the unit and the bound of a cell that is a value.
fn value(tag: &str, text: &str) -> (String, Option<&'static str>, Bound) {
    let reading = cell(tag, text);
    let quantity = reading.value().unwrap_or_else(|| panic!("{tag} {text:?}: {reading:?}"));
    let number = quantity.number().unwrap_or_else(|| panic!("{tag} {text:?}: {reading}"));
    (number.to_string(), quantity.unit.map(|unit| unit.name), quantity.bound)
}

#[test]
fn numbers_stand_in_every_form() {
    for (tag, text, number) in [
        ("ko", "4,304", "4304"),
        ("ko", "0", "0"),
        ("ko", "0.40", "0.40"),
        ("zh-Hans", "926.000", "926.000"),
        ("zh-Hans", "300 000 000", "300000000"),
        ("ja", "48,000", "48000"),
        ("de", "48.000", "48000"),
        ("de", r"2\.048", "2048"),
        ("de", "1.527,3", "1527.3"),
        ("fr", "1\u{202f}600", "1600"),
        ("fr", "6,72", "6.72"),
        ("es-419", "1,024", "1024"),
        ("ru", "5 000", "5000"),
        ("hu", "0,04", "0.04"),
        ("en", "1000000", "1000000"),
        ("zh-Hant", "４，３０４", "4304"),
    ] {
        assert_eq!(value(tag, text), (number.to_owned(), None, Bound::Exact), "{tag} {text}");
    }
}

#[test]
fn big_number_words_multiply() {
    for (tag, text, number) in [
        ("ko", "38만", "380000"),
        ("ko", "1.2억", "120000000"),
        ("ko", "5천", "5000"),
        ("ja", "100万", "1000000"),
        ("ja", "8,900 万", "89000000"),
        ("zh-Hans", "15.7 万", "157000"),
        ("zh-Hant", "15.7 萬", "157000"),
        ("zh-Hant", "3 億", "300000000"),
        ("ru", "157 тыс.", "157000"),
        ("ru", "1,5 тыс", "1500"),
        ("ru", "2 млн", "2000000"),
        ("de", "1,35 Mio.", "1350000"),
        ("de", "160 Tsd.", "160000"),
        ("es", "160 mil", "160000"),
        ("tr", "160 bin", "160000"),
        ("pl", "160 tys.", "160000"),
        ("pl", "1,5 mln", "1500000"),
        ("cs", "2 mil.", "2000000"),
        ("en", "635K", "635000"),
        ("en", "14k", "14000"),
        ("en", "1.35M", "1350000"),
    ] {
        assert_eq!(value(tag, text).0, number, "{tag} {text}");
    }
    assert_eq!(value("ko", "450K IOPS"), ("450000".to_owned(), Some("IOPS"), Bound::Exact));
    assert_eq!(value("en", "450KIOPS").1, Some("IOPS"));
    let reading = cell("ko", "38만");
    assert_eq!(reading.quantities[0].written, "38만");
}

/// A word or a unit that is spelled alike in two languages needs the page's language.
#[test]
fn words_that_languages_disagree_about_need_the_language() {
    assert_eq!(value("fr", "3 500 Mio/s").1, Some("MiB/s"));
    assert_eq!(value("fr", "512 Mio").1, Some("MiB"));
    assert_eq!(value("de", "2 Mio.").0, "2000000");
    let unknown = CellContext::default();
    assert_eq!(read_cell("512 Mio", &unknown).kind, CellKind::LeftOver("Mio".to_owned()));
    assert_eq!(read_cell("160 mil", &unknown).kind, CellKind::LeftOver("mil".to_owned()));
    assert_eq!(read_cell("3 500 Mio/s", &unknown).kind, CellKind::Value);
}

#[test]
fn units_stand_behind_or_before() {
    for (tag, text, number, unit) in [
        ("ko", "3,330MiB/s", "3330", "MiB/s"),
        ("ko", "5,120MiBps", "5120", "MiB/s"),
        ("ko", "160,000IOPS", "160000", "IOPS"),
        ("ko", "초당 400MiB", "400", "MiB/s"),
        ("tr", "25 MiB/sn", "25", "MiB/s"),
        ("tr", "50 MIB/sn", "50", "MiB/s"),
        ("ru", "170 МиБ/с", "170", "MiB/s"),
        ("zh-Hans", "每秒 400 MB", "400", "MB/s"),
        ("zh-Hans", "25 MiB/秒", "25", "MiB/s"),
        ("hu", "4 136 MiB/mp", "4136", "MiB/s"),
        ("cs", "25 MiB za sekundu", "25", "MiB/s"),
        ("ja", "160,000 回", "160000", ""),
        ("ja", "130,000 回の", "130000", ""),
        ("zh-Hans", "130,000 次", "130000", ""),
        ("zh-Hant", "158,000 個", "158000", ""),
        ("ko", "158,000개의", "158000", ""),
        ("ru", "0,5 мс", "0.5", "ms"),
        ("ko", "0.40 밀리초", "0.40", "ms"),
        ("en", "IOPS: 5,000", "5000", "IOPS"),
        ("en", "250 MB/s", "250", "MB/s"),
        ("ru", "135 000 операций ввода-вывода в секунду", "135000", "IOPS"),
        ("tr", "130.000 ıOPS", "130000", "IOPS"),
        ("en", "2.3X", "2.3", "x"),
        ("tr", "%10", "10", "%"),
        ("de", "10 %", "10", "%"),
    ] {
        let (found, found_unit, _) = value(tag, text);
        assert_eq!((found.as_str(), found_unit.unwrap_or("")), (number, unit), "{tag} {text}");
    }
}

#[test]
fn bounds_stand_on_their_side() {
    use Bound::{About, Above, AtLeast, AtMost, Below, UpTo};
    for (tag, text, number, bound) in [
        ("ko", "~157,000", "157000", About),
        ("nl", "~ 1.600", "1600", About),
        ("ko", "약 1,600", "1600", About),
        ("zh-Hans", "约25000", "25000", About),
        ("zh-Hant", "約 15.7 萬", "157000", About),
        ("ja", "約 1,600", "1600", About),
        ("tr", "yaklaşık 200.000", "200000", About),
        ("de", "ungefähr 157.000", "157000", About),
        ("fr", "environ 157 000", "157000", About),
        ("fr", "à peu près 5", "5", About),
        ("es-ES", "aproximadamente 157.000", "157000", About),
        ("it", "circa 157.000", "157000", About),
        ("pt", "cerca de 157.000", "157000", About),
        ("nl", "ongeveer 5", "5", About),
        ("ru", "около 157 тыс.", "157000", About),
        ("pl", "około 157 000", "157000", About),
        ("pl", "w przybliżeniu 5", "5", About),
        ("cs", "přibližně 5", "5", About),
        ("hu", "nagyjából 3", "3", About),
        ("sv", "ungefär 3", "3", About),
        ("ko", "1밀리초 미만", "1", Below),
        ("ko", "2ms 이하", "2", AtMost),
        ("zh-Hant", "小於 1 毫秒", "1", Below),
        ("zh-Hans", "低于 1 毫秒", "1", Below),
        ("zh-Hans", "2 毫秒 以下", "2", AtMost),
        ("ja", "1 ミリ秒未満", "1", Below),
        ("ja", "2 ms 以下", "2", AtMost),
        ("de", "unter 1 ms", "1", Below),
        ("fr", "moins de 1 ms", "1", Below),
        ("es", "menos de 1 ms", "1", Below),
        ("it", "meno di 1 ms", "1", Below),
        ("ru", "менее 1 мс", "1", Below),
        ("pl", "poniżej 1 ms", "1", Below),
        ("tr", "1 ms altında", "1", Below),
        ("en", "< 1 ms", "1", Below),
        ("en", "<= 1 ms", "1", AtMost),
        ("en", "≤1 ms", "1", AtMost),
        ("en", "> 375K", "375000", Above),
        ("en", ">= 175K", "175000", AtLeast),
        ("ko", "최대 5,000", "5000", UpTo),
        ("ja", "最大 145,000", "145000", UpTo),
        ("zh-Hans", "最高 145,000", "145000", UpTo),
        ("zh-Hant", "高達 145,000", "145000", UpTo),
        ("tr", "en fazla 5", "5", UpTo),
        ("de", "bis zu 145.000", "145000", UpTo),
        ("de", "Max. 5", "5", UpTo),
        ("fr", "jusqu’à 145 000", "145000", UpTo),
        ("es-ES", "hasta 145.000", "145000", UpTo),
        ("es", "máx. 5", "5", UpTo),
        ("it", "fino a 145.000", "145000", UpTo),
        ("pt", "até 145.000", "145000", UpTo),
        ("nl", "maximaal 5", "5", UpTo),
        ("ru", "до 145 000", "145000", UpTo),
        ("pl", "Do 145 000", "145000", UpTo),
        ("pl", "Maks. 5", "5", UpTo),
        ("cs", "Až 120", "120", UpTo),
        ("cs", "Až na 50 MiB za sekundu", "50", UpTo),
        ("cs", "Až pro 25 MiB za sekundu", "25", UpTo),
        ("hu", "legfeljebb 100 000", "100000", UpTo),
        ("hu", "Akár 300 MiB/s", "300", UpTo),
        ("sv", "upp till 5", "5", UpTo),
        ("ko", "375K 초과", "375000", Above),
        ("ko", "375K를 넘는", "375000", Above),
        ("zh-Hans", "超过 5", "5", Above),
        ("zh-Hant", "超過 5", "5", Above),
        ("en", "over 375K", "375000", Above),
        ("ko", "175K 이상", "175000", AtLeast),
        ("ja", "5 以上", "5", AtLeast),
        ("de", "mindestens 5", "5", AtLeast),
        ("en", "min. 5", "5", AtLeast),
        ("en", "up to about 5,000", "5000", UpTo),
        ("ko", "최대 약 5,000", "5000", UpTo),
        ("ko", "약 1,180MiB/s로 제한", "1180", UpTo),
    ] {
        let (found, _, found_bound) = value(tag, text);
        assert_eq!((found.as_str(), found_bound), (number, bound), "{tag} {text}");
    }
}

#[test]
fn less_than_a_millisecond_needs_no_digit() {
    for (tag, text) in [
        ("ko", "밀리초 미만"),
        ("ja", "ミリ秒未満"),
        ("ja", "サブミリ秒"),
        ("en", "sub-millisecond"),
        ("de", "unter einer Millisekunde"),
        ("fr", "sous la milliseconde"),
    ] {
        assert_eq!(value(tag, text), ("1".to_owned(), Some("ms"), Bound::Below), "{text}");
    }
    for (tag, text) in [("zh-Hans", "亚毫秒级"), ("zh-Hans", "毫秒级"), ("zh-Hans", "数百")]
    {
        assert_eq!(cell(tag, text).kind, CellKind::Words, "{text}");
    }
}

#[test]
fn ranges_and_alternatives_are_no_values() {
    for (tag, text) in [
        ("ru", "300–2400"),
        ("zh-Hans", "30−40"),
        ("zh-Hans", "1261~32768"),
        ("ja", "7,190~7,260MB/sec"),
        ("de", "3.000 - 7.000"),
        ("de", "8.000-9.000"),
        ("fr", "3 000 à 7 000"),
        ("ja", "3,000 から 7,000"),
        ("zh-Hans", "5~10 ms"),
        ("en", "150 to 800"),
        ("de", "3.000 bis 7.000"),
        ("pt", "8.000 a 9.000"),
        ("en", "between 300 and 2400"),
        ("en", "4K~20K"),
    ] {
        let reading = cell(tag, text);
        assert_eq!(reading.kind, CellKind::Range, "{tag} {text}");
        assert_eq!((reading.value(), reading.quantities.len()), (None, 2));
    }
    for (tag, text) in [
        ("de", "6.000 oder 48.000"),
        ("en", "6.000 or 48.000"),
        ("zh-Hans", "6,000 或 48,000"),
        ("fr", "6 000 ou 20 000"),
        ("ja", "6,000 または 10,000"),
        ("ko", "6,000 또는 10,000"),
        ("es", "6.000 o 48.000"),
        ("it", "6.000 o 48.000"),
        ("pt", "6.000 ou 48.000"),
        ("de", "6.000 oder 48.000 ![Fußnote](/images/numberone.png)"),
    ] {
        assert_eq!(cell(tag, text).kind, CellKind::Alternatives, "{tag} {text}");
    }
}

#[test]
fn rates_per_capacity_and_money_are_no_values() {
    for (tag, text) in [
        ("en", "128/TB"),
        ("zh-Hans", "40MB/s/TB"),
        ("de", "0,25 IOPS pro GB"),
        ("fr", "2 IOPS par Go"),
        ("ko", "0.25IOPS/GB"),
        ("zh-Hant", "每 1 TiB 260 MiB/s"),
        ("ja", "容量 1 TiB あたり 9,200"),
        ("ko", "1TiB당 128MiB/s"),
    ] {
        assert_eq!(cell(tag, text).kind, CellKind::PerCapacity, "{tag} {text}");
    }
    for (tag, text) in
        [("de", "$0,06"), ("en", "$0.0009/GB"), ("pt", "US$ 0,06/GB"), ("es", "0,06 USD")]
    {
        assert_eq!(cell(tag, text).kind, CellKind::Price, "{tag} {text}");
    }
}

#[test]
fn what_is_left_over_makes_no_value() {
    for (tag, text, rest) in [
        ("hu", "10 GBP/mp", "GBP/mp"),
        ("hu", "1 500 a MiB/s", "a"),
        ("ru", "1 500. MiB/s", "."),
        ("en", "25,000 1", "25,000 1"),
        ("zh-Hans", "很小，远低于300 MBps", "很小"),
        ("ja", "6,700MB/sec台", "台"),
        ("en", "80/20", "/"),
        ("en", "17 XB", "XB"),
        ("en", "1.2.3", "1.2.3"),
        ("en", "-5", "-"),
        ("en", "A5.71", "A5.71"),
        ("en", "n2-standard-32", "n2-standard-32"),
        ("en", "100 MS", "MS"),
        ("ja", "9.75、TiB", "、"),
        ("en", "2T", "2T"),
    ] {
        let reading = cell(tag, text);
        assert_eq!(reading.kind, CellKind::LeftOver(rest.to_owned()), "{tag} {text}");
        assert_eq!(reading.value(), None);
    }
    assert_eq!(cell("ko", "XNUMXK").kind, CellKind::Damaged);
    assert_eq!(cell("ko", "읽기").kind, CellKind::Words);
    assert!(matches!(cell("en", "Max (4000, 3x IOPS/GiB)").kind, CellKind::PerCapacity));
}

#[test]
fn no_value_is_said_in_many_ways() {
    for (text, missing) in [
        ("", Missing::Empty),
        (" \u{a0}", Missing::Empty),
        ("-", Missing::Dash),
        ("—", Missing::Dash),
        ("n/a", Missing::NotAvailable),
        ("N/A", Missing::NotAvailable),
        ("NaN", Missing::NaN),
        ("inf", Missing::Infinite),
        ("#N/A", Missing::Error),
        ("#DIV/0!", Missing::Error),
    ] {
        let reading = read_cell(text, &CellContext::default());
        assert_eq!(reading.kind, CellKind::Missing(missing), "{text:?}");
        assert_eq!(reading.quantities, []);
    }
    assert!(Missing::NaN.needs_finding() && !Missing::Dash.needs_finding());
}

#[test]
fn notes_go_before_numbers_are_read() {
    for (text, number, note) in [
        (r"30.000\*", "30000", r"\*"),
        ("8.000<sup>1</sup>", "8000", "<sup>1</sup>"),
        ("25.000 ①", "25000", "①"),
        ("400†", "400", "†"),
    ] {
        let reading = cell("de", text);
        let found = reading.value().and_then(super::Quantity::number).map(|it| it.to_string());
        assert_eq!(found.as_deref(), Some(number), "{text}");
        assert_eq!(reading.notes[0].text, note);
    }
    let context = CellContext { lone_digit_notes: true, ..CellContext::default() };
    let mut page = Marks::default();
    page.see("1,000,000");
    let evidence = SeparatorEvidence { page: Some(&page), ..SeparatorEvidence::default() };
    let reading = read_cell("25,000 1", &CellContext { evidence, ..context });
    assert_eq!(reading.notes[0].kind, NoteKind::LoneDigit);
    let number = reading.value().and_then(super::Quantity::number);
    assert_eq!(number, Some(Decimal::whole(25_000)));
}

#[test]
fn two_quantities_are_two_values() {
    let reading = cell("en", "450K IOPS below 1 ms");
    assert_eq!(reading.kind, CellKind::Values);
    let [iops, latency] = reading.quantities.as_slice() else { panic!("{reading:?}") };
    assert_eq!((iops.value(None), iops.bound), (Some(450_000.0), Bound::Exact));
    assert_eq!((latency.value(None), latency.bound), (Some(1e6), Bound::Below));
    assert_eq!(latency.unit.map(|unit| unit.dimension), Some(Dimension::Time));
    assert!(matches!(cell("en", "1 GB/s, 2 GB/s").kind, CellKind::LeftOver(_)));
}

#[test]
fn words_of_the_operation_are_kept() {
    let reading = cell("ja", "約 200,000 回の読み取り IOPS");
    let quantity = reading.value().expect("a value");
    assert_eq!(quantity.value(None), Some(200_000.0));
    assert_eq!(quantity.bound, Bound::About);
    assert_eq!(reading.words, [Concept::Read]);
}

/// The stem `lese` takes the rest of its word with it.
#[test]
fn inflected_and_compound_words_are_understood() {
    for text in ["200.000 Lesevorgänge", "200.000 beim Lesen"] {
        let understood = cell("de", text).value().is_some();
        assert_eq!(understood, !text.contains("beim"), "{text}");
    }
    assert_eq!(cell("de", "Lesedurchsatz 5 GB/s").words, [Concept::Read, Concept::Throughput]);
    assert!(cell("de", "Lesedurchsatz 5 GB/s").value().is_some());
}

#[test]
fn undecided_cells_wait_for_a_test_of_the_table() {
    let reading = read_cell("2.048", &CellContext::default());
    assert_eq!(reading.kind, CellKind::Undecided);
    let quantity = &reading.quantities[0];
    assert_eq!(quantity.number(), None);
    let candidates: Vec<String> = quantity.candidates().iter().map(ToString::to_string).collect();
    assert_eq!(candidates, ["2048", "2.048"]);
    let confirmed = quantity.confirm(0, "the row doubles").expect("undecided");
    assert_eq!(confirmed.number(), Some(Decimal::whole(2048)));
}

#[test]
fn a_reading_explains_itself() {
    assert_eq!(
        cell("de", r"30.000\*").to_string(),
        r#""30.000" is 30000: the words of the page are in de; "\\*" is a note"#
    );
    assert_eq!(
        cell("ko", "~157,000").to_string(),
        r#""157,000" is 157000 (about): the words of the page are in ko"#
    );
    assert_eq!(cell("hu", "10 GBP/mp").to_string(), r#""GBP/mp" is not understood"#);
    assert_eq!(cell("ru", "300–2400").to_string(), "a range, which is no value");
}

#[test]
fn long_cells_are_text() {
    let words = "a ".repeat(1000);
    assert_eq!(read_cell(&words, &CellContext::default()).kind, CellKind::Words);
    let text = "5 a ".repeat(1000);
    assert!(matches!(read_cell(&text, &CellContext::default()).kind, CellKind::LeftOver(_)));
}

proptest! {
    #[test]
    fn no_cell_panics(text in "(\\PC|[0-9.,%~<>/ *-]|만|MiB/s| IOPS|약|bis zu|미만| à ){0,16}") {
        let reading = read_cell(&text, &CellContext::default());
        let _ = reading.to_string();
    }

    /// Whatever stands behind a number that is no unit and no word: no part of it becomes a value.
    #[test]
    fn no_value_uses_part_of_the_digits(text in "[0-9]{1,3}[., ]{0,2}[0-9]{0,4}[., a-z]{0,3}[0-9]{0,3}") {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let reading = read_cell(&text, &CellContext::default());
        if let Some(number) = reading.value().and_then(|quantity| quantity.decision.reading()) {
            let read: String = number.value.to_string().chars().filter(char::is_ascii_digit).collect();
            prop_assert_eq!(read.trim_start_matches('0'), digits.trim_start_matches('0'));
        }
    }
}
