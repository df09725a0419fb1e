//! Languages, and the marks that their numbers have.

use crate::number::Mark;
use std::fmt;

macro_rules! languages {
    ($($(#[$about:meta])* $name:ident = $tag:literal,)*) => {
        /// A language that the lexicon knows.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Language {
            $($(#[$about])* $name,)*
        }

        impl Language {
            /// All of them, English first.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its BCP 47 tag.
            pub fn tag(self) -> &'static str {
                match self {
                    $(Self::$name => $tag,)*
                }
            }

            /// The words of the language, as its file has them.
            pub(crate) fn file(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!("../data/", $tag, ".toml")),)*
                }
            }
        }
    };
}

languages! {
    /// English.
    English = "en",
    /// Korean.
    Korean = "ko",
    /// Chinese in traditional characters.
    TraditionalChinese = "zh-Hant",
    /// Chinese in simplified characters.
    SimplifiedChinese = "zh-Hans",
    /// Japanese.
    Japanese = "ja",
    /// Turkish.
    Turkish = "tr",
    /// German.
    German = "de",
    /// French.
    French = "fr",
    /// Spanish.
    Spanish = "es",
    /// Italian.
    Italian = "it",
    /// Portuguese of Brazil and Portugal.
    Portuguese = "pt",
    /// Dutch.
    Dutch = "nl",
    /// Russian.
    Russian = "ru",
    /// Polish.
    Polish = "pl",
    /// Czech.
    Czech = "cs",
    /// Hungarian.
    Hungarian = "hu",
    /// Swedish.
    Swedish = "sv",
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}

/// Some of the languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Languages(u32);

impl Languages {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// All of them.
    pub fn all() -> Self {
        Language::ALL.iter().copied().collect()
    }

    /// A page's language and English, whose words stand untranslated on every page.
    pub fn of_page(language: Language) -> Self {
        [language, Language::English].into_iter().collect()
    }

    /// Whether a language is one of them.
    pub fn has(self, language: Language) -> bool {
        self.0 & (1 << language as u32) != 0
    }

    /// Those that are in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are in one of the two.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Language> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            // The number of a bit is that of its language.
            let language = *Language::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(language)
        })
    }
}

impl FromIterator<Language> for Languages {
    fn from_iter<T: IntoIterator<Item = Language>>(languages: T) -> Self {
        Self(languages.into_iter().fold(0, |set, language| set | 1 << language as u32))
    }
}

impl From<Language> for Languages {
    fn from(language: Language) -> Self {
        Self(1 << language as u32)
    }
}

impl fmt::Debug for Languages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

/// A language as a page declares it, with the region where it says one.
///
/// The region matters for numbers: Spanish of Spain writes 48.000, Spanish of Latin America 48,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Locale {
    /// The language.
    pub language: Language,
    /// The region in upper case, ISO 3166 letters or UN M.49 digits, padded with 0 bytes.
    region: Option<[u8; 3]>,
}

impl Locale {
    /// Reads a BCP 47 tag (`pt-BR`, `zh-Hant-TW`, `es-419`, `zh_CN`); `None` for a language that the
    /// lexicon does not know. Chinese without a script is that of its region, else simplified.
    ///
    /// ```
    /// use plimsoll_lexicon::{Language, Locale};
    /// assert_eq!(Locale::parse("zh-TW").map(|it| it.language), Some(Language::TraditionalChinese));
    /// assert_eq!(Locale::parse("pt-BR").expect("known").to_string(), "pt-BR");
    /// assert_eq!(Locale::parse("eo"), None);
    /// ```
    pub fn parse(tag: &str) -> Option<Self> {
        let mut parts = tag.trim().split(['-', '_']);
        let primary = parts.next()?.to_ascii_lowercase();
        let (mut script, mut region) = (None, None);
        for part in parts {
            let letters = part.bytes().all(|byte| byte.is_ascii_alphabetic());
            let digits = part.bytes().all(|byte| byte.is_ascii_digit());
            match part.len() {
                4 if letters && region.is_none() => script = Some(part.to_ascii_lowercase()),
                2 if letters && region.is_none() => region = Some(padded(part)),
                3 if digits && region.is_none() => region = Some(padded(part)),
                // A variant or an extension says nothing about numbers.
                _ => break,
            }
        }
        let language = if primary == "zh" {
            let traditional = match script.as_deref() {
                Some(script) => script == "hant",
                None => {
                    matches!(&region, Some([b'T', b'W', 0] | [b'H', b'K', 0] | [b'M', b'O', 0]))
                }
            };
            if traditional { Language::TraditionalChinese } else { Language::SimplifiedChinese }
        } else {
            *Language::ALL.iter().find(|language| language.tag() == primary)?
        };
        Some(Self { language, region })
    }

    /// The region, as ISO 3166 or UN M.49 write it.
    pub fn region(&self) -> Option<&str> {
        let region = self.region.as_ref()?;
        std::str::from_utf8(region).ok().map(|text| text.trim_end_matches('\0'))
    }

    /// The decimal mark and the grouping mark of the locale; `None` where the language alone does not
    /// tell, as in Spanish without a region.
    pub fn marks(&self) -> Option<(Mark, Mark)> {
        let is = |regions: &[&str]| self.region().is_some_and(|region| regions.contains(&region));
        match self.language {
            Language::English
            | Language::Korean
            | Language::TraditionalChinese
            | Language::SimplifiedChinese
            | Language::Japanese => (!is(&["ZA"])).then_some((Mark::Dot, Mark::Comma)),
            Language::Spanish if is(COMMA_SPANISH) => Some((Mark::Comma, Mark::Dot)),
            Language::Spanish if is(DOT_SPANISH) => Some((Mark::Dot, Mark::Comma)),
            Language::Spanish => None,
            // Switzerland and Liechtenstein have marks of their own in three languages.
            _ if is(&["CH", "LI"]) => None,
            Language::Turkish
            | Language::German
            | Language::Italian
            | Language::Portuguese
            | Language::Dutch => Some((Mark::Comma, Mark::Dot)),
            Language::French
            | Language::Russian
            | Language::Polish
            | Language::Czech
            | Language::Hungarian
            | Language::Swedish => Some((Mark::Comma, Mark::Space)),
        }
    }
}

/// Regions in which Spanish has a decimal comma, as CLDR lists them.
const COMMA_SPANISH: &[&str] = &["AR", "BO", "CL", "CO", "CR", "EC", "ES", "GQ", "PY", "UY", "VE"];

/// Regions in which Spanish has a decimal point; 419 is Latin America as vendors use it.
const DOT_SPANISH: &[&str] = &["419", "DO", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "SV", "US"];

fn padded(part: &str) -> [u8; 3] {
    let mut region = [0; 3];
    for (to, from) in region.iter_mut().zip(part.bytes()) {
        *to = from.to_ascii_uppercase();
    }
    region
}

impl From<Language> for Locale {
    fn from(language: Language) -> Self {
        Self { language, region: None }
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.language.tag())?;
        match self.region() {
            Some(region) => write!(formatter, "-{region}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, Languages, Locale};
    use crate::number::Mark;

    #[test]
    fn tags_are_read_as_pages_write_them() {
        for (tag, language, region) in [
            ("en", Language::English, None),
            ("EN-us", Language::English, Some("US")),
            ("zh-CN", Language::SimplifiedChinese, Some("CN")),
            ("zh", Language::SimplifiedChinese, None),
            ("zh-Hant", Language::TraditionalChinese, None),
            ("zh_HK", Language::TraditionalChinese, Some("HK")),
            ("zh-Hans-TW", Language::SimplifiedChinese, Some("TW")),
            ("es-419", Language::Spanish, Some("419")),
            ("de-1996", Language::German, None),
        ] {
            let locale = Locale::parse(tag).unwrap_or_else(|| panic!("{tag}"));
            assert_eq!((locale.language, locale.region()), (language, region), "{tag}");
        }
        for language in Language::ALL {
            assert_eq!(Locale::parse(language.tag()), Some((*language).into()));
        }
        for unknown in ["", "eo", "xx-DE"] {
            assert_eq!(Locale::parse(unknown), None);
        }
    }

    #[test]
    fn marks_go_by_language_and_region() {
        let marks = |tag| Locale::parse(tag).expect("known").marks();
        assert_eq!(marks("ko"), Some((Mark::Dot, Mark::Comma)));
        assert_eq!(marks("de"), Some((Mark::Comma, Mark::Dot)));
        assert_eq!(marks("fr"), Some((Mark::Comma, Mark::Space)));
        assert_eq!(marks("es"), None);
        assert_eq!(marks("es-ES"), Some((Mark::Comma, Mark::Dot)));
        assert_eq!(marks("es-419"), Some((Mark::Dot, Mark::Comma)));
        assert_eq!(marks("de-CH"), None);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let set = Languages::of_page(Language::Korean);
        assert!(set.has(Language::Korean) && set.has(Language::English));
        assert_eq!(set.len(), 2);
        assert!(set.and(Language::German.into()).is_empty());
        assert_eq!(Languages::all().iter().count(), Language::ALL.len());
    }
}
