//! Which language a text is in, by its words and letters.

use crate::language::{Language, Languages, Locale};
use crate::lexicon::Lexicon;
use std::fmt;

/// What speaks for a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// How much speaks for it: the letters of its words, East Asian ones twice, shared words by their
    /// share.
    pub weight: usize,
    /// How much speaks for the next best language.
    pub next_best: usize,
    /// A few of the words.
    pub words: Vec<String>,
}

impl fmt::Display for Evidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.words.is_empty() {
            return formatter.write_str("its letters say so");
        }
        write!(formatter, "words such as {} say so", self.words.join(", "))
    }
}

/// Weights are kept in fractions of a letter, so that shared words count by their share.
const WHOLE: usize = 720;

/// How many of the words are kept as examples.
const EXAMPLES: usize = 3;

/// The language of a text, if its words or letters tell: the one for which most speaks.
///
/// ```
/// use plimsoll_lexicon::{Language, guess};
/// let (language, evidence) = guess("Durchsatz beim sequenziellen Lesen").expect("German");
/// assert_eq!(language, Language::German);
/// assert!(evidence.words.contains(&"durchsatz".to_owned()));
/// assert_eq!(guess("Vol;IOPS 1.024"), None);
/// ```
pub fn guess(text: &str) -> Option<(Language, Evidence)> {
    Scores::of(text).best()
}

/// The language of a page: what it declares, if its words bear that out, else what they say.
///
/// Pages are declared as English that were translated, and a bilingual page holds more English than
/// anything else. So a declaration holds if at least a third as much speaks for it as for the best
/// language, or if nothing speaks for any.
///
/// ```
/// use plimsoll_lexicon::{Locale, page_language};
/// let (locale, _) = page_language(Locale::parse("pt-BR"), "leitura e gravação").expect("known");
/// assert_eq!(locale.to_string(), "pt-BR");
/// let (locale, _) = page_language(Locale::parse("en"), "순차 읽기 처리량").expect("known");
/// assert_eq!(locale.to_string(), "ko");
/// ```
pub fn page_language(declared: Option<Locale>, text: &str) -> Option<(Locale, Option<Evidence>)> {
    let scores = Scores::of(text);
    let (declared, (language, evidence)) = match (declared, scores.best()) {
        (Some(declared), Some(best)) => (declared, best),
        (declared, None) => return declared.map(|locale| (locale, None)),
        (None, Some((language, evidence))) => return Some((language.into(), Some(evidence))),
    };
    let of_declared = scores.weight(declared.language) / WHOLE;
    if language == declared.language {
        Some((declared, Some(evidence)))
    } else if of_declared * 3 >= evidence.weight {
        Some((declared, None))
    } else {
        Some((language.into(), Some(evidence)))
    }
}

/// How much speaks for each language.
struct Scores {
    weights: Vec<usize>,
    words: Vec<Vec<String>>,
}

impl Scores {
    fn of(text: &str) -> Self {
        let count = Language::ALL.len();
        let mut scores = Self { weights: vec![0; count], words: vec![Vec::new(); count] };
        Lexicon::builtin().weigh(text, |languages, letters, word| {
            scores.add(languages, letters, word);
        });
        for character in text.chars() {
            if let Some(language) = language_of_letter(character) {
                scores.weights[language as usize] += WHOLE;
            }
        }
        scores
    }

    fn add(&mut self, languages: Languages, letters: usize, word: &str) {
        // The one word that is the same in every language.
        if matches!(word, "iops" | "ıops") {
            return;
        }
        for language in languages.iter() {
            self.weights[language as usize] += letters * WHOLE / languages.len();
            let words = &mut self.words[language as usize];
            // English words stand on every page, and short words are shared by accident.
            if words.len() < EXAMPLES && languages.len() == 1 && !words.iter().any(|it| it == word)
            {
                words.push(word.to_owned());
            }
        }
    }

    /// The language for which most speaks. One short word tells nothing, nor do two languages alike.
    fn best(&self) -> Option<(Language, Evidence)> {
        let mut order: Vec<Language> = Language::ALL.to_vec();
        order.sort_by_key(|language| std::cmp::Reverse(self.weight(*language)));
        let [first, second, ..] = order.as_slice() else { return None };
        let (weight, next_best) = (self.weight(*first), self.weight(*second));
        if weight < 4 * WHOLE || weight == next_best {
            return None;
        }
        let words = self.words[*first as usize].clone();
        let evidence = Evidence { weight: weight / WHOLE, next_best: next_best / WHOLE, words };
        Some((*first, evidence))
    }

    fn weight(&self, language: Language) -> usize {
        self.weights[language as usize]
    }
}

/// The only one of the languages that has a letter.
fn language_of_letter(character: char) -> Option<Language> {
    match character {
        '\u{0}'..='\u{7f}' => None,
        '가'..='힣' => Some(Language::Korean),
        'ぁ'..='ヿ' => Some(Language::Japanese),
        'Ѐ'..='ӿ' => Some(Language::Russian),
        _ => language_of_latin(character.to_lowercase().next()?),
    }
}

/// The same of a small letter.
fn language_of_latin(letter: char) -> Option<Language> {
    match letter {
        'ą' | 'ę' | 'ł' | 'ń' | 'ś' | 'ź' | 'ż' => Some(Language::Polish),
        'ě' | 'ř' | 'ů' | 'ď' | 'ť' | 'ň' => Some(Language::Czech),
        'ő' | 'ű' => Some(Language::Hungarian),
        'ğ' | 'ı' | 'ş' => Some(Language::Turkish),
        'ß' => Some(Language::German),
        'ã' | 'õ' => Some(Language::Portuguese),
        'ñ' | '¿' => Some(Language::Spanish),
        'å' => Some(Language::Swedish),
        'œ' => Some(Language::French),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{guess, page_language};
    use crate::language::{Language, Locale};

    /// Header lines of tables of our own, as short as a text gets.
    #[test]
    fn headers_of_tables_tell_their_language() {
        for (tag, text) in [
            (
                "en",
                "Protocol Access Block size Operation Throughput (MiB/s) IOPS Mean latency (ms)",
            ),
            ("ko", "프로토콜, 접근 방식, 블록 크기, 작업, 처리량 (MiB/s), IOPS"),
            ("zh-Hant", "通訊協定 存取模式 區塊大小 作業 輸送量 (MiB/s) IOPS 平均延遲時間 (毫秒)"),
            ("zh-Hans", "协议,访问模式,块大小,操作,吞吐量 (MiB/s),IOPS,平均时延（毫秒）"),
            ("ja", "プロトコル,アクセス,ブロック サイズ,操作,スループット (MiB/s),IOPS"),
            ("tr", "Protokol;Erişim;Blok boyutu;İşlem;Aktarım hızı (MiB/sn);ıOPS"),
            (
                "de",
                "Protokoll Zugriff Blockgröße Vorgang Durchsatz (MiB/s) IOPS Mittlere Latenz (ms)",
            ),
            ("fr", "Protocole;Accès;Taille de bloc;Opération;Débit (Mio/s);IOPS"),
            ("es", "Protocolo Acceso Tamaño de bloque Operación Rendimiento (MiB/s) IOPS"),
            (
                "it",
                "Protocollo;Accesso;Dimensione blocco;Operazione;Velocità effettiva (MiB/s);IOPS",
            ),
            ("pt", "Protocolo;Acesso;Tamanho do bloco;Operação;Taxa de transferência (MiB/s);IOPS"),
            ("nl", "Protocol Toegang Blokgrootte Bewerking Doorvoer (MiB/s) Gemiddelde latentie"),
            ("ru", "Протокол Доступ Размер блока Операция Пропускная способность (МиБ/с)"),
            ("pl", "Protokół;Dostęp;Rozmiar bloku;Operacja;Przepustowość (MiB/s);IOPS"),
            ("cs", "Protokol Přístup Velikost bloku Operace Propustnost Průměrná latence"),
            ("hu", "Protokoll Hozzáférés Blokkméret Művelet Átviteli sebesség Átlagos késés"),
            ("sv", "Protokoll Åtkomst Blockstorlek Åtgärd Dataflöde Genomsnittlig latens"),
        ] {
            let (language, evidence) = guess(text).unwrap_or_else(|| panic!("{tag}: no guess"));
            assert_eq!(language.tag(), tag, "{evidence:?}");
            assert!(evidence.weight > evidence.next_best);
        }
    }

    #[test]
    fn no_words_tell_nothing() {
        for text in ["", "1.024;2.048", "Vol;IOPS\nA;1.024", "P30 | P40"] {
            assert_eq!(guess(text), None, "{text}");
        }
    }

    #[test]
    fn a_declaration_holds_only_where_the_words_bear_it_out() {
        let page = |declared: &str, text: &str| {
            page_language(Locale::parse(declared), text).map(|(locale, _)| locale.to_string())
        };
        assert_eq!(page("es-419", "lectura secuencial").as_deref(), Some("es-419"));
        assert_eq!(page("de", "1.024").as_deref(), Some("de"));
        assert_eq!(page("en", "Lesen und Schreiben, Durchsatz").as_deref(), Some("de"));
        let bilingual = "Sıralı okuma performansı. Sequential read throughput of the volume.";
        assert_eq!(page("tr-TR", bilingual).as_deref(), Some("tr-TR"));
        assert_eq!(page_language(None, "1.024"), None);
    }

    #[test]
    fn the_evidence_is_said_in_words() {
        let (language, evidence) = guess("Zufälliges Lesen mit hohem Durchsatz").expect("German");
        assert_eq!(language, Language::German);
        assert!(evidence.to_string().starts_with("words such as "), "{evidence}");
    }
}
