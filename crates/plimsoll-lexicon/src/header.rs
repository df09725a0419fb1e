//! Headers, labels and captions: what the values beside or below them are.

use crate::concept::Concept;
use crate::language::Languages;
use crate::lexicon::{Found, Lexicon};
use crate::mix::{Mix, pattern_by_shares, read_mix};
use crate::note::{Clean, Note};
use crate::unit::{Dimension, Unit, is_western_letter};
use plimsoll_schema::{Bound, Metric, Op, Pattern};

/// What a header, a row label or a caption says of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// Its words. Ranges are those of [`text`](Self::text).
    pub words: Vec<Found>,
    /// The text without notes, with compatibility forms unified.
    pub text: String,
    /// The unit of the values, where it names one only.
    pub unit: Option<Unit>,
    /// The values are so much for each unit of capacity (`IOPS/GB`): no rates.
    pub per_capacity: bool,
    /// What the values measure, by the unit, else by a word.
    pub metric: Option<Metric>,
    /// The operation, where it names one only.
    pub op: Option<Op>,
    /// The pattern, where it names one only.
    pub pattern: Option<Pattern>,
    /// `minimum` makes values "at least", `maximum` "up to"; `None` where it has both.
    pub bound: Option<Bound>,
    /// The read share that it names.
    pub mix: Option<Mix>,
    /// The notes that were cut off.
    pub notes: Vec<Note>,
}

impl Header {
    /// Whether one of its words means this.
    pub fn says(&self, concept: Concept) -> bool {
        self.words.iter().any(|word| word.concept == concept)
    }
}

/// Reads a header, a row label or a caption.
///
/// ```
/// use plimsoll_lexicon::{Languages, read_header};
/// use plimsoll_schema::{Bound, Metric, Op};
/// let header = read_header("최대 읽기 처리량 (MiB/s)", Languages::all());
/// assert_eq!(header.metric, Some(Metric::Throughput));
/// assert_eq!(header.op, Some(Op::READ));
/// assert_eq!(header.bound, Some(Bound::UpTo));
/// assert_eq!(header.unit.map(|unit| unit.name), Some("MiB/s"));
/// ```
pub fn read_header(text: &str, languages: Languages) -> Header {
    let clean = Clean::of(text, false);
    let text = clean.text;
    let lexicon = Lexicon::builtin();
    let words = lexicon.find_in(&text, languages);
    let (units, per_capacity) = units(&text, &words, lexicon);
    let unit = only(units.iter().copied());
    let says = |concept| words.iter().any(|word: &Found| word.concept == concept);
    let mix = read_mix(&text, languages);
    let op = match (says(Concept::Read), says(Concept::Write)) {
        (true, false) => Some(Op::READ),
        (false, true) => Some(Op::WRITE),
        _ => None,
    };
    let pattern = match (says(Concept::Sequential), says(Concept::Random)) {
        (true, false) => Some(Pattern::Sequential),
        (false, true) => Some(Pattern::Random),
        _ => None,
    };
    let pattern = pattern_by_shares(&text, &words, pattern);
    let bound = only(words.iter().filter_map(|word| match word.concept {
        Concept::Minimum | Concept::Maximum | Concept::AtLeast | Concept::UpTo => {
            word.concept.bound()
        }
        _ => None,
    }));
    let metric = unit.and_then(Unit::metric).or_else(|| metric_of_words(&words));
    Header { words, text, unit, per_capacity, metric, op, pattern, bound, mix, notes: clean.notes }
}

/// The metric that the words name, if they name one only. A time that is a duration is no latency.
fn metric_of_words(words: &[Found]) -> Option<Metric> {
    let metrics = words.iter().filter_map(|word| match word.concept {
        Concept::Throughput => Some(Metric::Throughput),
        Concept::Iops => Some(Metric::Iops),
        Concept::Latency => Some(Metric::Latency),
        Concept::Transactions => Some(Metric::Transactions),
        _ => None,
    });
    only(metrics)
}

fn only<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// The units of values that a text names, and whether they are for each unit of capacity. A unit
/// behind a number (`64 KiB`) belongs to that number, not to the values.
fn units(text: &str, words: &[Found], lexicon: &Lexicon) -> (Vec<Unit>, bool) {
    let is_rate = |word: &&Found| {
        matches!(word.concept, Concept::Throughput | Concept::Iops | Concept::Transactions)
    };
    // `Throughput per TiB (MiB/s)`: the unit stands elsewhere.
    let mut per_capacity = words
        .iter()
        .filter(is_rate)
        .any(|word| lexicon.units.per_capacity_at(text, word.range.end).is_some());
    let mut units = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let unit = may_begin(text, words, at).then(|| lexicon.units.unit_at(text, at)).flatten();
        let Some((unit, end)) = unit else {
            at += next.len_utf8();
            continue;
        };
        let is_of_values = !matches!(unit.dimension, Dimension::Percent | Dimension::Ratio);
        let behind_number = text[..at].trim_end().ends_with(|it: char| it.is_ascii_digit());
        if is_of_values && !behind_number && stands_out(text, at, end) {
            units.push(unit);
        }
        let behind = lexicon.units.per_capacity_at(text, end);
        per_capacity |= is_of_values && behind.is_some();
        at = behind.unwrap_or(end);
    }
    (units, per_capacity)
}

/// Whether a unit may begin here: with a letter, not within a name, and not within a word that means
/// something else (`지연 시간` holds an hour, `мин.` is a minimum in a header).
fn may_begin(text: &str, words: &[Found], at: usize) -> bool {
    let touches = text[..at].chars().next_back().is_some_and(is_western_letter);
    let begins = text[at..].chars().next().is_some_and(char::is_alphabetic);
    // The words are in order and do not overlap, so only those that begin last can hold this place.
    let behind = words.partition_point(|word| word.range.start <= at);
    let mut here = words[..behind].iter().rev().take_while(|word| word.range.end > at);
    let is_of_word =
        here.any(|word| !matches!(word.concept, Concept::Iops | Concept::Transactions));
    begins && !touches && !is_of_word
}

/// A unit of one letter is one only in brackets or behind a comma: `(s)`, `, с`.
fn stands_out(text: &str, begin: usize, end: usize) -> bool {
    text[begin..end].chars().nth(1).is_some() || text[..begin].trim_end().ends_with(['(', '[', ','])
}

#[cfg(test)]
mod tests {
    use super::{Header, read_header};
    use crate::concept::Concept;
    use crate::language::{Languages, Locale};
    use plimsoll_schema::{Bound, Metric, Op, Pattern};
    use proptest::prelude::*;

    fn header(tag: &str, text: &str) -> Header {
        let language = Locale::parse(tag).expect("known").language;
        read_header(text, Languages::of_page(language))
    }

    #[test]
    fn headers_name_metric_and_unit() {
        for (tag, text, metric, unit) in [
            ("ko", "읽기 MiBps", Some(Metric::Throughput), Some("MiB/s")),
            ("ko", "스토리지 IOPS", Some(Metric::Iops), Some("IOPS")),
            ("ko", "지연 시간", Some(Metric::Latency), None),
            ("zh-Hans", "平均时延（毫秒）", Some(Metric::Latency), Some("ms")),
            ("zh-Hans", "标准型读（单位：IOPS）", Some(Metric::Iops), Some("IOPS")),
            ("fr", "Débit (Mio/s)", Some(Metric::Throughput), Some("MiB/s")),
            ("fr", "Nb max d'IOPS", Some(Metric::Iops), Some("IOPS")),
            ("fr", "Taille (Go)", None, Some("GB")),
            ("ru", "Задержка, мс<br/>макс.", Some(Metric::Latency), Some("ms")),
            ("ru", "Чтение, IOPS мин.—макс.", Some(Metric::Iops), Some("IOPS")),
            ("ru", "Операций ввода-вывода в секунду", Some(Metric::Iops), Some("IOPS")),
            (
                "ru",
                "Количество операций ввода-вывода в секунду на диск",
                Some(Metric::Iops),
                Some("IOPS"),
            ),
            ("tr", "Disk başına en fazla patlama ıOPS * *", Some(Metric::Iops), Some("IOPS")),
            ("tr", "Disk başına çıkış", Some(Metric::Throughput), None),
            ("cs", "Propustnost / disk", Some(Metric::Throughput), None),
            ("en", "Block size", None, None),
            ("en", "Random write IOPS (4 KiB)", Some(Metric::Iops), Some("IOPS")),
            ("en", "Latency (s)", Some(Metric::Latency), Some("s")),
            ("en", "Disk s", None, None),
        ] {
            let header = header(tag, text);
            assert_eq!((header.metric, header.unit.map(|it| it.name)), (metric, unit), "{text}");
        }
    }

    #[test]
    fn headers_name_operation_pattern_and_bound() {
        let header_of = header("de", "Max. zufällige Lese-IOPS");
        assert_eq!((header_of.op, header_of.pattern), (Some(Op::READ), Some(Pattern::Random)));
        assert_eq!(header_of.bound, Some(Bound::UpTo));
        assert_eq!(header("it", "Numero minimo di IOPS").bound, Some(Bound::AtLeast));
        assert_eq!(header("zh-Hans", "IOPS最大值").bound, Some(Bound::UpTo));
        assert_eq!(header("es", "IOPS mín.").bound, Some(Bound::AtLeast));
        assert_eq!(header("tr", "Disk başına en fazla ıOPS").bound, Some(Bound::UpTo));
        assert_eq!(header("ru", "Чтение, IOPS мин.—макс.").bound, None);
        let mixed = header("ko", "75% 읽기 및 25% 쓰기");
        assert_eq!((mixed.op, mixed.mix.map(|mix| mix.read_percent)), (None, Some(75.0)));
        assert!(header("ko", "워크로드 프로필").says(Concept::Workload));
        assert_eq!(header("ru", "P1*").notes.len(), 1);
    }

    #[test]
    fn rates_per_capacity_are_marked() {
        assert!(header("ru", "Чтение, IOPS/ГБ").per_capacity);
        assert!(header("de", "0,25 IOPS pro GB").per_capacity);
        assert!(header("en", "IOPS per provisioned GiB").per_capacity);
        assert!(header("en", "Throughput per TiB (MiB/s)").per_capacity);
        assert!(header("de", "Durchsatz pro TiB").per_capacity);
        for text in ["Lesen (MiB/s)", "IOPS pro Datenträger", "Größe / GiB", "IOPS (10 TiB)"] {
            assert!(!header("de", text).per_capacity, "{text}");
        }
    }

    #[test]
    fn shares_of_a_pattern_say_which_it_is() {
        for (text, pattern) in [
            ("4K; 100% read; 0% random", Some(Pattern::Sequential)),
            ("100% random", Some(Pattern::Random)),
            ("100% sequential write", Some(Pattern::Sequential)),
            ("60% random", None),
            ("60% random, 40% sequential", None),
            ("random 70% read", Some(Pattern::Random)),
        ] {
            assert_eq!(header("en", text).pattern, pattern, "{text}");
        }
    }

    #[test]
    fn networks_are_told() {
        for (tag, text) in [
            ("en", "Network bandwidth (Gbps)"),
            ("de", "Netzwerkbandbreite (Gbit/s)"),
            ("ko", "네트워크 대역폭(Gbps)"),
            ("zh-Hans", "网络带宽"),
            ("es", "Ancho de banda de red"),
        ] {
            assert!(header(tag, text).says(Concept::Network), "{text}");
        }
        assert!(!header("en", "Read-intensive, IOPS").says(Concept::Read));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "(\\PC|MiB/s|ms|IOPS/GB|읽기| ){0,16}") {
            let header = read_header(&text, Languages::all());
            for word in header.words {
                prop_assert!(header.text.get(word.range).is_some());
            }
        }
    }
}
