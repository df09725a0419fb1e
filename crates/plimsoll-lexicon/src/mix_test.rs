//! Every form of a mix that pages have.

use super::{MixHow, read_mix};
use crate::language::{Languages, Locale};
use proptest::prelude::*;

fn percent(text: &str) -> Option<f64> {
    read_mix(text, Languages::all()).map(|mix| mix.read_percent)
}

#[test]
fn words_say_which_share_is_which() {
    for (tag, text, read) in [
        ("ko", "읽기 100%, 쓰기 0%", 100.0),
        ("ko", "100% 읽기 및 0% 쓰기", 100.0),
        ("ko", "75% 읽기 및 25% 쓰기", 75.0),
        ("ko", "50% 읽음 및 50% 쓰기", 50.0),
        ("ko", "읽기 25%, 쓰기 75%", 25.0),
        ("ko", "0% 읽음 및 100% 쓰기", 0.0),
        ("ko", "90% 읽기 및 10% 쓰기", 90.0),
        ("zh-Hant", "100% 讀取和 0% 寫入", 100.0),
        ("zh-Hant", "25% 讀取和 75% 寫入", 25.0),
        ("zh-Hans", "读取 70%，写入 30%", 70.0),
        ("ja", "読み取り 70% ・書き込み 30%", 70.0),
        ("ja", "書き込み 30%、読み取り 70%", 70.0),
        ("de", "70 % Lesen, 30 % Schreiben", 70.0),
        ("es", "30 % lectura y 70 % escritura", 30.0),
        ("fr", "0 % lecture, 100 % écriture", 0.0),
        ("it", "70% lettura, 30% scrittura", 70.0),
        ("pt", "70% leitura, 30% gravação", 70.0),
        ("tr", "%70 okuma, %30 yazma", 70.0),
        ("tr", "okuma %70, yazma %30", 70.0),
        ("ru", "70 % чтение, 30 % запись", 70.0),
        ("pl", "70% odczyt, 30% zapis", 70.0),
        ("en", "Mixed R 70% W 30%", 70.0),
        ("en", "read/write 70%/30%", 70.0),
        ("en", "write 33.3%, read 66.7%", 66.7),
        ("en", "70/30 read/write", 70.0),
        ("en", "R70 W30", 70.0),
    ] {
        let language = Locale::parse(tag).expect("known").language;
        let mix = read_mix(text, Languages::of_page(language));
        let mix = mix.unwrap_or_else(|| panic!("{text}: no mix"));
        assert!((mix.read_percent - read).abs() < 1e-9, "{text}: {mix:?}");
        assert_eq!(mix.how, MixHow::Words, "{text}");
        assert_eq!(percent(text), Some(mix.read_percent), "{text}, in any language");
    }
}

#[test]
fn one_share_says_the_other() {
    for (text, read) in [
        ("100% 읽음", 100.0),
        ("100% 已讀", 100.0),
        ("IOPS Mixed 70% read", 70.0),
        ("30% write", 70.0),
        ("100 % lecture", 100.0),
        ("%100 okuma", 100.0),
    ] {
        let mix = read_mix(text, Languages::all()).unwrap_or_else(|| panic!("{text}: no mix"));
        assert_eq!(
            (mix.read_percent.to_string(), mix.how),
            (read.to_string(), MixHow::OneShare),
            "{text}"
        );
    }
}

/// Shares of random and sequential access are none of reads.
#[test]
fn shares_of_patterns_are_set_aside() {
    for (text, read) in [
        ("4K; 100% read; 0% random", Some(100.0)),
        ("70% read 100% random", Some(70.0)),
        ("100% random, 70% read", Some(70.0)),
        ("100% sequential read", Some(100.0)),
        ("70% random read, 30% random write", Some(70.0)),
        ("70% random read", None),
        ("100% random", None),
        ("랜덤 100%, 읽기 70%", Some(70.0)),
    ] {
        assert_eq!(percent(text), read, "{text}");
    }
}

#[test]
fn without_words_reads_come_first() {
    for (text, read, how) in [
        ("%100: %0", 100.0, MixHow::Order),
        ("90%: %10", 90.0, MixHow::Order),
        ("%80: %20", 80.0, MixHow::Order),
        ("100%:0%", 100.0, MixHow::Order),
        ("100 %:0 %", 100.0, MixHow::Order),
        ("100%：0%", 100.0, MixHow::Order),
        ("80/20", 80.0, MixHow::Order),
        ("SQL 90-10", 90.0, MixHow::Order),
        ("70:30", 70.0, MixHow::Order),
        ("7/3", 70.0, MixHow::OrderInTenths),
        ("10/0", 100.0, MixHow::OrderInTenths),
        ("2-8", 20.0, MixHow::OrderInTenths),
    ] {
        let mix = read_mix(text, Languages::all()).unwrap_or_else(|| panic!("{text}: no mix"));
        assert_eq!((mix.read_percent.to_string(), mix.how), (read.to_string(), how), "{text}");
        assert!(mix.how.is_by_order());
    }
}

#[test]
fn what_makes_no_hundred_is_no_mix() {
    for text in [
        "",
        "읽기",
        "IOPS",
        "90% 읽기 및 20% 쓰기",
        "80/30",
        "3-4",
        "n2-standard-32",
        "2022-01-10",
        "80/20 순차/임의",
        "100% sequential",
        "7/3/2024",
        "47% less",
        "110% read",
        "10%",
        "P60/P40",
        "64 KiB",
        "1,024",
        "4K",
        "75% 읽기", // one share says the other, so this is one
    ] {
        let expected = (text == "75% 읽기").then_some(75.0);
        assert_eq!(percent(text), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "(\\PC|[0-9%:/RW -]|읽기|yazma| read | écriture){0,16}") {
        if let Some(mix) = read_mix(&text, Languages::all()) {
            prop_assert!((0.0..=100.0).contains(&mix.read_percent));
        }
    }
}
