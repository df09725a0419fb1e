//! What one header, one label or one title says.

use super::facts::Facts;
use super::statistic::{self, LineOf, is_comparison, is_deviation, is_per_cost};
use crate::markdown::unescaped;
use plimsoll_lexicon::{
    CellContext, CellKind, Concept, Dimension, Found, Header, Languages, Lexicon, Unit, conditions,
    read_cell, read_header,
};
use plimsoll_schema::{Bound, Metric, Op, Pattern, Percentile, Stat};
use std::cell::OnceCell;

/// Headers and labels are short; what is longer, in bytes, says nothing of values.
const LONGEST_LABEL: usize = 4096;

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
    /// The percentile that it names, once somebody asks.
    percentile: OnceCell<Option<Percentile>>,
    scale: OnceCell<Option<(String, Option<Unit>)>>,
    line: OnceCell<LineOf>,
}

impl Wording {
    pub(crate) fn of(text: &str, languages: Languages) -> Self {
        let text = if text.len() > LONGEST_LABEL { "".into() } else { unescaped(text) };
        let header = read_header(&text, languages);
        let mut facts = Facts::of(&conditions(&text, languages));
        let (pattern, op) = name_of_fio(&text);
        facts.op = header.op.clone().or(op);
        facts.pattern = pattern_of(&header, facts.pattern).or(pattern);
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
            percentile: OnceCell::new(),
            scale: OnceCell::new(),
            line: OnceCell::new(),
        }
    }

    /// What values that are so headed measure.
    pub(crate) fn metric(&self) -> Option<Metric> {
        *self.metric.get_or_init(|| self.find_metric())
    }

    /// How long a burst or a boot lasts is no latency, so much for each unit of capacity is no rate,
    /// and neither is a change in per cent or the speed of a network.
    fn find_metric(&self) -> Option<Metric> {
        // `kIOPS`: the unit stands behind a word that multiplies it.
        let metric =
            self.header.metric.or_else(|| self.scaled().and_then(|(_, unit)| unit?.metric()));
        let is_other = self.is_value
            || self.header.per_capacity
            || is_deviation(&self.written)
            || is_comparison(&self.written)
            || is_per_cost(&self.written)
            || [Concept::Duration, Concept::Price, Concept::Ratio].iter().any(|it| self.says(*it))
            || self.says(Concept::Network)
                && matches!(metric, Some(Metric::Throughput | Metric::Latency))
            || metric == Some(Metric::Latency) && self.is_another_time()
            || self.header.mix.is_none()
                && self.written.contains('%')
                && !self.names_share_of_pattern()
                && self.percentile().is_none();
        metric.filter(|_| !is_other)
    }

    /// Whether only a unit of time says latency, and a word that is not understood stands beside it:
    /// `CPU time (ms)`, `Rebuild (h)`. `ms`, `Avg. (ms)` and `Read, µs` are latencies.
    fn is_another_time(&self) -> bool {
        let Header { text, words, .. } = &self.header;
        if self.says(Concept::Latency) {
            return false;
        }
        let is_known = |begin: usize, word: &str| {
            let end = begin + word.len();
            words.iter().any(|it| {
                it.concept != Concept::Other && it.range.start < end && begin < it.range.end
            }) || Lexicon::builtin().unit(word).is_some()
                || word.bytes().any(|byte| byte.is_ascii_digit())
                || word.chars().count() <= LONGEST_PARTICLE
                || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
        };
        let mut at = 0;
        text.split(|it: char| !it.is_alphanumeric()).any(|word| {
            let begin = at;
            at += word.len();
            at += text[at..].chars().next().map_or(0, char::len_utf8);
            !word.is_empty() && !is_known(begin, word)
        })
    }

    /// Whether its shares are those of random or sequential access: `100% random IOPS`.
    fn names_share_of_pattern(&self) -> bool {
        let Header { text, words, .. } = &self.header;
        let is_of_pattern = |(sign, _): (usize, &str)| {
            let behind = &text[sign + 1..];
            let next = sign + 1 + (behind.len() - behind.trim_start().len());
            words.iter().any(|it| {
                it.range.start == next
                    && matches!(it.concept, Concept::Random | Concept::Sequential)
            })
        };
        self.facts.pattern.is_some() && text.match_indices('%').all(is_of_pattern)
    }

    /// Which statistic the values are: a percentile, where the header of a latency names one.
    pub(crate) fn stat(&self) -> Stat {
        self.percentile().map_or(Stat::Mean, Stat::Percentile)
    }

    /// `p99`, `99th`, `99.9%` or `median` in the header of a latency.
    fn percentile(&self) -> Option<Percentile> {
        *self.percentile.get_or_init(|| {
            let is_latency = self.header.metric == Some(Metric::Latency);
            is_latency.then(|| statistic::percentile(&self.header)).flatten()
        })
    }

    /// What a line of this label is, if it is none of a test: deviations, ratios, a percentile of
    /// latencies.
    pub(crate) fn line(&self) -> LineOf {
        *self.line.get_or_init(|| self.find_line())
    }

    fn find_line(&self) -> LineOf {
        if is_deviation(&self.written) || is_comparison(&self.written) || self.says(Concept::Ratio)
        {
            return LineOf::NoFigures;
        }
        let percentile = || statistic::percentile(&self.header).map(Stat::Percentile);
        let extreme = || match self.header.bound? {
            Bound::UpTo => Some(Stat::Max),
            Bound::AtLeast => Some(Stat::Min),
            _ => None,
        };
        let is_alone = self.facts == Facts::default() && self.header.metric.is_none();
        let stat = if is_alone { percentile().or_else(extreme) } else { None };
        stat.map_or(LineOf::Test, LineOf::Stat)
    }

    /// Whether it names writes before reads: then so do two shares without words below it, `30/70`.
    pub(crate) fn names_writes_first(&self) -> bool {
        let is_operation = |it: &&Found| matches!(it.concept, Concept::Read | Concept::Write);
        let mut operations = self.header.words.iter().filter(is_operation).map(|it| it.concept);
        match (operations.next(), operations.next()) {
            (Some(Concept::Write), Some(Concept::Read)) => true,
            (None, _) => {
                let letters = self.written.split(|it: char| !it.is_alphanumeric());
                let letters: Vec<&str> = letters.filter(|it| matches!(*it, "R" | "W")).collect();
                letters == ["W", "R"]
            }
            _ => false,
        }
    }

    /// A word that multiplies all values below the header: `IOPS (K)`, `만 IOPS`, `IOPS (×10³)`.
    pub(crate) fn scale(&self) -> Option<&str> {
        self.scaled().map(|(word, _)| word)
    }

    /// That word, and the unit that is glued to it: `kIOPS`.
    fn scaled(&self) -> Option<(&str, Option<Unit>)> {
        let scaled = self.scale.get_or_init(|| scale(&self.written, self.languages)).as_ref()?;
        Some((&scaled.0, scaled.1))
    }

    /// The unit of values that are so headed.
    pub(crate) fn unit(&self) -> Option<Unit> {
        self.header.unit.or_else(|| match self.metric()? {
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

/// A word of a text that multiplies numbers, with the unit that is glued to it.
fn scale(text: &str, languages: Languages) -> Option<(String, Option<Unit>)> {
    if let Some(power) = power_of_ten(text) {
        return Some((power.to_owned(), None));
    }
    let is_end = |it: char| it.is_whitespace() || "()[],;:（），：".contains(it);
    text.split(is_end).find_map(|word| {
        // `bs=1M` has a number of its own.
        if word.is_empty() || word.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let context = CellContext { languages, ..CellContext::default() };
        let reading = read_cell(&format!("1 {word}"), &context);
        let multiplied = reading.quantities.iter().find(|it| it.number_word.is_some());
        match multiplied {
            Some(multiplied) => Some((word.to_owned(), multiplied.unit)),
            // Of another language than the page's, or a million or a mebibyte: `Mio.`.
            None if Lexicon::builtin().multiplies(word) => Some((word.to_owned(), None)),
            None => None,
        }
    })
}

/// A power of ten that multiplies: `×10³`, `x1000`, `10^6`, `/1000`, `'000`.
fn power_of_ten(text: &str) -> Option<&str> {
    let raised = |it: char| matches!(it, '^' | '⁰' | '¹' | '²' | '³' | '⁴'..='⁹');
    let word = |word: &&str| {
        let bare = word.trim_start_matches(['×', 'x', 'X', '*', '·', '/']);
        let is_multiplied = bare.len() < word.len();
        let digits: String =
            bare.chars().filter(|it| !matches!(it, ',' | '.' | '\'' | '’')).collect();
        let zeros = digits.trim_end_matches('s').strip_prefix('1').unwrap_or(&digits);
        let are_zeros = !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0');
        bare.strip_prefix("10").is_some_and(|rest| rest.starts_with(raised))
            || is_multiplied && digits.starts_with('1') && are_zeros
            || digits.trim_end_matches('s') == "000"
    };
    text.split(|it: char| it.is_whitespace() || "()[];:（）".contains(it)).find(word)
}

/// Words of no more letters say nothing: `in ms`.
const LONGEST_PARTICLE: usize = 2;

/// Short forms beside the unit of a latency.
const ABBREVIATIONS: &[&str] = &["avg", "clat", "lat", "max", "med", "mid", "min", "slat", "resp"];

/// The pattern of a text by its header, which knows shares (`0% random`), if a word names one; else by
/// its conditions.
pub(crate) fn pattern_of(header: &Header, of_conditions: Option<Pattern>) -> Option<Pattern> {
    let is_named = header.says(Concept::Random) || header.says(Concept::Sequential);
    if is_named { header.pattern } else { of_conditions.or(header.pattern) }
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
