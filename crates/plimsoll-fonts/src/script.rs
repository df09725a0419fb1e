//! The scripts, and what is there for each.

use crate::coverage::Coverage;
use std::sync::OnceLock;

/// A group of characters that has its own font family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Script {
    /// Latin with the letters of Turkish and Vietnamese, Greek, Cyrillic, punctuation, signs of
    /// mathematics and currency, arrows, and the marks that tables and charts use. As a language:
    /// any that is written without Han characters.
    Latin,
    /// All 11,172 Hangul syllables, jamo, and the signs of KS X 1001. No Han characters.
    Korean,
    /// GB 2312.
    SimplifiedChinese,
    /// Big5 with both levels, and the characters that code page 950 adds.
    TraditionalChinese,
    /// JIS X 0208 with the characters that code page 932 adds, and half-width katakana.
    Japanese,
}

impl Script {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Latin,
        Self::Korean,
        Self::SimplifiedChinese,
        Self::TraditionalChinese,
        Self::Japanese,
    ];

    /// The script of a language, given by its BCP 47 tag in any case: `ko`, `ja`, `zh-Hant`,
    /// `zh-TW`. `zh` without more is simplified; what is not known here is [`Script::Latin`].
    pub fn of_language(tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        let mut parts = tag.split('-');
        match parts.next() {
            Some("ko") => Self::Korean,
            Some("ja") => Self::Japanese,
            Some("zh") => match parts.find(|part| !matches!(*part, "cmn" | "yue")) {
                Some("hant" | "tw" | "hk" | "mo") => Self::TraditionalChinese,
                _ => Self::SimplifiedChinese,
            },
            _ => Self::Latin,
        }
    }

    /// The name of its family, as the faces carry it.
    pub fn family_name(self) -> &'static str {
        match self {
            Self::Latin => "Plimsoll Sans",
            Self::Korean => "Plimsoll Sans KR",
            Self::SimplifiedChinese => "Plimsoll Sans SC",
            Self::TraditionalChinese => "Plimsoll Sans TC",
            Self::Japanese => "Plimsoll Sans JP",
        }
    }

    /// Its faces, TrueType or OpenType: regular, then bold. Both have the same characters.
    pub fn faces(self) -> [&'static [u8]; 2] {
        match self {
            Self::Latin => [
                include_bytes!("../fonts/plimsoll-sans-regular.ttf"),
                include_bytes!("../fonts/plimsoll-sans-bold.ttf"),
            ],
            Self::Korean => [
                include_bytes!("../fonts/plimsoll-sans-kr-regular.otf"),
                include_bytes!("../fonts/plimsoll-sans-kr-bold.otf"),
            ],
            Self::SimplifiedChinese => [
                include_bytes!("../fonts/plimsoll-sans-sc-regular.otf"),
                include_bytes!("../fonts/plimsoll-sans-sc-bold.otf"),
            ],
            Self::TraditionalChinese => [
                include_bytes!("../fonts/plimsoll-sans-tc-regular.otf"),
                include_bytes!("../fonts/plimsoll-sans-tc-bold.otf"),
            ],
            Self::Japanese => [
                include_bytes!("../fonts/plimsoll-sans-jp-regular.otf"),
                include_bytes!("../fonts/plimsoll-sans-jp-bold.otf"),
            ],
        }
    }

    /// Whether its faces have a glyph for a character.
    ///
    /// The CJK families also have Basic Latin, and the punctuation that they set wider. Otherwise
    /// they leave to [`Script::Latin`] what it has.
    pub fn covers(self, character: char) -> bool {
        static COVERAGE: [OnceLock<Coverage>; Script::ALL.len()] =
            [const { OnceLock::new() }; Script::ALL.len()];
        let [regular, _] = self.faces();
        COVERAGE[self as usize].get_or_init(|| Coverage::of(regular)).has(character)
    }
}
