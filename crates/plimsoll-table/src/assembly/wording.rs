//! What one header, one label or one title says.

use super::facts::Facts;
use crate::markdown::unescaped;
use plimsoll_lexicon::{
    CellContext, CellKind, Concept, Dimension, Header, Languages, Unit, conditions, read_cell,
    read_header,
};
use plimsoll_schema::{Metric, Op, Pattern, Percentile, Stat};
use std::cell::OnceCell;

/// A header or a label, understood.
#[derive(Debug, Clone)]
pub(crate) struct Wording {
    /// As it is written.
    pub(crate) written: String,
    /// Its words, its unit, its metric.
    pub(crate) header: Header,
    /// What it says of its values.
    pub(crate) facts: Facts,
    /// It is a value itself (`20 000 IOPS`), and so no header of others.
    pub(crate) is_value: bool,
    languages: Languages,
    /// What its values measure, once somebody asks; and a word that multiplies them.
    metric: OnceCell<Option<Metric>>,
    scale: OnceCell<Option<String>>,
}

impl Wording {
    pub(crate) fn of(text: &str, languages: Languages) -> Self {
        let text = unescaped(text);
        let header = read_header(&text, languages);
        let mut facts = Facts::of(&conditions(&text, languages));
        let (pattern, op) = name_of_fio(&text);
        facts.op = header.op.clone().or(op);
        facts.pattern = facts.pattern.or(header.pattern).or(pattern);
        if let Some(mix) = header.mix {
            // Two bare shares are a mix only where the table says so; the shapes know.
            facts.read_percent = Some(mix.read_percent).filter(|_| !mix.how.is_by_order());
            // Shares of both operations name none of them.
            facts.op = None;
        }
        let is_value = is_value(&text, languages);
        let written = text.into_owned();
        Self {
            written,
            header,
            facts,
            is_value,
            languages,
            metric: OnceCell::new(),
            scale: OnceCell::new(),
        }
    }

    /// What values that are so headed measure.
    pub(crate) fn metric(&self) -> Option<Metric> {
        *self.metric.get_or_init(|| self.find_metric())
    }

    /// How long a burst lasts is no latency, so much for each unit of capacity is no rate, and neither
    /// is a change in per cent.
    fn find_metric(&self) -> Option<Metric> {
        let is_other = self.is_value
            || self.header.per_capacity
            || is_deviation(&self.written)
            || [Concept::Duration, Concept::Price, Concept::Ratio].iter().any(|it| self.says(*it))
            || self.header.mix.is_none()
                && self.written.contains('%')
                && self.percentile().is_none();
        self.header.metric.filter(|_| !is_other)
    }

    /// Which statistic the values are: a percentile, where the header of a latency names one.
    pub(crate) fn stat(&self) -> Stat {
        self.percentile().map_or(Stat::Mean, Stat::Percentile)
    }

    /// `p99`, `99th` or `99.9%` in the header of a latency.
    fn percentile(&self) -> Option<Percentile> {
        if self.header.metric != Some(Metric::Latency) {
            return None;
        }
        let is_end = |it: char| !it.is_alphanumeric() && !matches!(it, '.' | '%');
        self.written.split(is_end).find_map(|word| {
            let number = word
                .strip_prefix(['p', 'P'])
                .or_else(|| word.strip_suffix("th"))
                .or_else(|| word.strip_suffix('%'))?;
            Percentile::from_percent(number.parse().ok()?)
        })
    }

    /// A word that multiplies all values below the header: `IOPS (K)`, `만 IOPS`.
    pub(crate) fn scale(&self) -> Option<&str> {
        self.scale.get_or_init(|| scale(&self.written, self.languages)).as_deref()
    }

    /// The unit of values that are so headed.
    pub(crate) fn unit(&self) -> Option<Unit> {
        self.header.unit.or_else(|| match self.header.metric? {
            Metric::Iops => Some(Unit::IOPS),
            Metric::Transactions => Some(Unit::TRANSACTIONS),
            _ => None,
        })
    }

    /// Whether it names a mix of reads and writes, by words: `80/20` alone may be anything.
    pub(crate) fn names_mix(&self) -> bool {
        self.header.mix.is_some() && self.header.metric.is_none()
    }

    pub(crate) fn says(&self, concept: Concept) -> bool {
        self.header.says(concept)
    }

    /// Whether its values are sizes in bytes.
    pub(crate) fn is_of_bytes(&self) -> bool {
        self.header.unit.is_some_and(|unit| unit.dimension == Dimension::Bytes)
    }
}

/// Whether a text is a number with its unit and nothing else. `4K IOPS` heads the figures of blocks
/// of 4 KiB more often than it is a figure.
fn is_value(text: &str, languages: Languages) -> bool {
    // `IOPS 2024` is a header with a number in it.
    let begins_with_digit =
        text.chars().find(|it| it.is_alphanumeric()).is_some_and(|it| it.is_ascii_digit());
    if !begins_with_digit {
        return false;
    }
    let reading = read_cell(text, &CellContext { languages, ..CellContext::default() });
    let is_one =
        matches!(reading.kind, CellKind::Value | CellKind::Undecided | CellKind::PerCapacity);
    is_one && reading.quantities.iter().any(|it| it.unit.is_some() && it.number_word.is_none())
}

/// A word of a text that multiplies numbers.
fn scale(text: &str, languages: Languages) -> Option<String> {
    let is_end = |it: char| it.is_whitespace() || "()[],;:（），：".contains(it);
    let multiplies = |word: &&str| {
        // `bs=1M` has a number of its own.
        let is_word = !word.is_empty() && !word.bytes().any(|byte| byte.is_ascii_digit());
        is_word && {
            let context = CellContext { languages, ..CellContext::default() };
            let reading = read_cell(&format!("1 {word}"), &context);
            reading.quantities.iter().any(|it| it.number_word.is_some())
        }
    };
    text.split(is_end).find(multiplies).map(str::to_owned)
}

/// Whether a header is that of a standard deviation, which is no mean.
fn is_deviation(text: &str) -> bool {
    let text = text.to_lowercase();
    ["stddev", "stdev", "std dev", "std. dev", "deviation", "jitter"]
        .iter()
        .any(|word| text.contains(word))
}

/// Pattern and operation of a workload as fio names it (`randread`), and as people do after it
/// (`seq-write`): translations keep these.
fn name_of_fio(text: &str) -> (Option<Pattern>, Option<Op>) {
    let name = text.trim().to_ascii_lowercase();
    let of = |prefixes: &[&str]| prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    let (pattern, rest) = if let Some(rest) = of(&["random", "rand"]) {
        (Pattern::Random, rest)
    } else if let Some(rest) = of(&["sequential", "seq"]) {
        (Pattern::Sequential, rest)
    } else {
        return (None, None);
    };
    match rest.trim_start_matches(['-', '_', ' ']) {
        "read" => (Some(pattern), Some(Op::READ)),
        "write" => (Some(pattern), Some(Op::WRITE)),
        "rw" | "readwrite" => (Some(pattern), None),
        _ => (None, None),
    }
}
