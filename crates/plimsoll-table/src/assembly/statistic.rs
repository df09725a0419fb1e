//! Words that make a figure another than the mean of a measurement: percentiles, deviations, and
//! comparisons of two measurements.

use plimsoll_lexicon::Header;
use plimsoll_schema::{Percentile, Stat};

/// Percentiles that people publish lie in the upper half; `P30` is the size of a disk.
const LEAST_PERCENTILE: f64 = 50.0;

/// The percentile that a header of latencies or a label of them names: `p99`, `99th`, `median`. And
/// `99.9%`, if per cent can mean nothing else there: not in `at 70% load`.
pub(crate) fn percentile(header: &Header) -> Option<Percentile> {
    let text = header.text.as_str();
    let is_end = |it: char| !it.is_alphanumeric() && !matches!(it, '.' | '%');
    let by_name = text.split(is_end).find_map(|word| {
        let number = word.strip_prefix(['p', 'P']).or_else(|| word.strip_suffix("th"))?;
        of_number(number)
    });
    by_name.or_else(|| by_share(header)).or_else(|| median(text))
}

/// The percentile that a number is: `99.9`, from 50 up.
pub(crate) fn of_number(number: &str) -> Option<Percentile> {
    let percent: f64 = number.parse().ok()?;
    (percent >= LEAST_PERCENTILE).then(|| Percentile::from_percent(percent)).flatten()
}

fn by_share(header: &Header) -> Option<Percentile> {
    let text = header.text.as_str();
    if header.mix.is_some() {
        return None;
    }
    let sign = text.find('%').filter(|at| !text[at + 1..].contains('%'))?;
    let before = text[..sign].trim_end();
    let digits = before.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.');
    let rest = &text[sign + 1..];
    let next = sign + 1 + (rest.len() - rest.trim_start().len());
    let is_known = header.words.iter().any(|word| word.range.start == next)
        || text[next..].to_lowercase().starts_with("percentile");
    let is_alone = is_known || !text[next..].starts_with(char::is_alphanumeric);
    of_number(&before[digits.len()..]).filter(|_| is_alone)
}

/// The median, in the languages of the lexicon.
fn median(text: &str) -> Option<Percentile> {
    const WORDS: &[&str] = &[
        "median",
        "médian",
        "medián",
        "mediaan",
        "medyan",
        "медиан",
        "中位",
        "中央値",
        "중앙값",
        "중간값",
    ];
    let text = text.to_lowercase();
    let is_median = WORDS.iter().any(|word| text.contains(word));
    is_median.then(|| Percentile::from_percent(LEAST_PERCENTILE)).flatten()
}

/// Whether a header or a label is that of a standard deviation, which is no mean.
pub(crate) fn is_deviation(text: &str) -> bool {
    holds_any(text, &["stddev", "stdev", "std dev", "std. dev", "deviation", "jitter"])
}

/// Whether a header or a label compares two measurements: then its values are none.
pub(crate) fn is_comparison(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "change",
        "delta",
        "difference",
        "gain",
        "improvement",
        "increase",
        "decrease",
        "normalised",
        "normalized",
        "relative",
        "speedup",
        "speed-up",
        "versus",
        "vs",
        "differenz",
        "steigerung",
        "verbesserung",
        "augmentation",
        "différence",
        "diferencia",
        "differenza",
        "diferença",
        "прирост",
        "разница",
    ];
    let lower = text.to_lowercase();
    lower.contains(['δ', '∆'])
        || lower.trim() == "%"
        || lower
            .split(|it: char| !(it.is_alphanumeric() || it == '-'))
            .any(|word| WORDS.contains(&word))
        || ["차이", "증가", "향상", "差异", "差異", "提升", "増加", "向上"]
            .iter()
            .any(|it| lower.contains(it))
}

/// Whether a header is that of a machine's memory, which is no capacity of a volume.
pub(crate) fn is_of_memory(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "memory",
        "speicher (ram)",
        "arbeitsspeicher",
        "mémoire",
        "memoria",
        "memória",
        "geheugen",
        "память",
        "pamięć",
        "paměť",
        "bellek",
        "메모리",
        "内存",
        "記憶體",
        "メモリ",
    ];
    holds_any(text, WORDS) || text.split(|it: char| !it.is_alphanumeric()).any(|it| it == "RAM")
}

/// Whether a header gives its values for each unit of money or power: `IOPS/$`, `IOPS per watt`.
pub(crate) fn is_per_cost(text: &str) -> bool {
    text.contains(['$', '€', '£', '¥', '₩', '₽'])
        || holds_any(text, &["watt"])
        || text.split(|it: char| !(it.is_alphanumeric() || it == '/')).any(|it| it.ends_with("/W"))
}

fn holds_any(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    words.iter().any(|word| text.contains(word))
}

/// What a line is by its label, where that names a statistic instead of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum LineOf {
    /// A test.
    Test,
    /// A statistic of the latencies; its rates are no means.
    Stat(Stat),
    /// Deviations, ratios, differences: no figures.
    NoFigures,
}

#[cfg(test)]
mod tests {
    use super::{is_comparison, is_per_cost, percentile};
    use plimsoll_lexicon::{Languages, read_header};
    use plimsoll_schema::Stat;

    fn stat(text: &str) -> Option<String> {
        let found = percentile(&read_header(text, Languages::all()));
        found.map(|it| Stat::Percentile(it).to_string())
    }

    #[test]
    fn percentiles_have_names_and_shares_of_the_load_are_none() {
        for (text, expected) in [
            ("P99 latency (ms)", "p99"),
            ("99.9th percentile latency", "p99.9"),
            ("Latency 99% (ms)", "p99"),
            ("99% latency (ms)", "p99"),
            ("Latency (ms, median)", "p50"),
            ("지연 시간 중앙값", "p50"),
        ] {
            assert_eq!(stat(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "Latency at 70% load (ms)",
            "Latency at 95% utilization",
            "Latency (ms) 70% read / 30% write",
            "Latency (4th run)",
            "P30 read latency (ms)",
            "Latency (ms)",
        ] {
            assert_eq!(stat(text), None, "{text}");
        }
    }

    #[test]
    fn comparisons_and_costs_are_no_measurements() {
        for text in ["Δ IOPS", "IOPS gain", "Relative IOPS", "IOPS vs. baseline", "%", "IOPS 차이"]
        {
            assert!(is_comparison(text), "{text}");
        }
        for text in ["IOPS", "Max IOPS", "IOPS (VSAN)", "Exchange"] {
            assert!(!is_comparison(text), "{text}");
        }
        assert!(is_per_cost("IOPS/$") && is_per_cost("IOPS/W") && !is_per_cost("Read/Write IOPS"));
    }
}
