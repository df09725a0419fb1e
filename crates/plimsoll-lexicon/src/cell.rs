//! One cell of a table: what it says as a whole.
//!
//! A value is given only where everything in the cell was understood. What is left over, a unit that
//! nobody knows, a second number, a range: each is a kind of its own and no value.

mod interpret;
mod scan;

use crate::concept::Concept;
use crate::language::Languages;
use crate::lexicon::{Lexicon, NumberWord};
use crate::note::{Clean, Note};
use crate::number::{Decimal, Decision, Mark, SeparatorEvidence, decide, with_plain_spaces};
use crate::unit::Unit;
use plimsoll_schema::Bound;
use std::fmt;

/// What is known around a cell.
#[derive(Debug, Clone, Copy)]
pub struct CellContext<'a> {
    /// What tells decimal marks from grouping marks.
    pub evidence: SeparatorEvidence<'a>,
    /// The languages whose words are looked for; all of them where the page's is not known.
    pub languages: Languages,
    /// The page has notes that are a lone digit behind a number (`25,000 1`).
    pub lone_digit_notes: bool,
}

impl Default for CellContext<'_> {
    fn default() -> Self {
        Self {
            evidence: SeparatorEvidence::default(),
            languages: Languages::all(),
            lone_digit_notes: false,
        }
    }
}

/// A number of a cell with everything that belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The number as the cell writes it, with a word that multiplies it: `38만`, `1.527,3`.
    pub written: String,
    /// Which number it is, and why.
    pub decision: Decision,
    /// A word that multiplies it.
    pub number_word: Option<NumberWord>,
    /// Its unit, where the cell has one.
    pub unit: Option<Unit>,
    /// How it bounds the value it speaks of; a word in the cell goes before one in the header.
    pub bound: Bound,
    /// It is so much for each unit of capacity (`IOPS/GB`), so it is no rate.
    pub per_capacity: bool,
}

impl Quantity {
    /// The number, multiplied by its word: 380,000 for `38만`. `None` if it is undecided.
    pub fn number(&self) -> Option<Decimal> {
        self.decision.reading().and_then(|reading| self.multiplied(reading.value))
    }

    /// The numbers that it may be, in the order of its readings; one if it is decided.
    pub fn candidates(&self) -> Vec<Decimal> {
        match &self.decision {
            Decision::Value { reading, .. } => self.multiplied(reading.value).into_iter().collect(),
            Decision::Undecided { readings, .. } => {
                readings.iter().filter_map(|reading| self.multiplied(reading.value)).collect()
            }
            Decision::NotANumber(_) => Vec::new(),
        }
    }

    /// The value in base units of its own unit, else of the unit of its header. `None` if it is
    /// undecided or has no unit.
    pub fn value(&self, of_header: Option<Unit>) -> Option<f64> {
        self.unit.or(of_header)?.to_base(self.number()?)
    }

    /// The same quantity, decided by a test of the caller; see [`Decision::confirm`].
    #[must_use]
    pub fn confirm(&self, reading: usize, test: impl Into<String>) -> Option<Self> {
        let decision = self.decision.confirm(reading, test)?;
        Some(Self { decision, ..self.clone() })
    }

    fn multiplied(&self, number: Decimal) -> Option<Decimal> {
        number.times_power_of_ten(self.number_word.map_or(0, |word| word.power_of_ten))
    }
}

/// What a cell says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellKind {
    /// One value, and nothing else.
    Value,
    /// Several values of different quantities, each with a unit: `450K IOPS, below 1 ms`.
    Values,
    /// A number with two readings and nothing to choose by.
    Undecided,
    /// A range: `300–2400`.
    Range,
    /// One value or another: `6.000 oder 48.000`.
    Alternatives,
    /// So much for each unit of capacity: `128/TB`, `40 MB/s/TB`.
    PerCapacity,
    /// An amount of money.
    Price,
    /// A numeral that machine translation has lost: `XNUMX`.
    Damaged,
    /// No value, and the cell says so.
    Missing(Missing),
    /// Words without a number.
    Words,
    /// A number and something that was not understood, which this is.
    LeftOver(String),
}

/// How a cell says that it has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// It is empty.
    Empty,
    /// A dash.
    Dash,
    /// `n/a` and its like.
    NotAvailable,
    /// `NaN`.
    NaN,
    /// `inf`.
    Infinite,
    /// An error value of a spreadsheet, such as `#N/A`.
    Error,
}

impl Missing {
    /// Whether it is to be reported: something was computed and failed.
    pub fn needs_finding(self) -> bool {
        matches!(self, Self::NaN | Self::Infinite | Self::Error)
    }
}

/// A cell as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct CellReading {
    /// What it says.
    pub kind: CellKind,
    /// Its numbers, in order.
    pub quantities: Vec<Quantity>,
    /// What its other words mean: `read` in `200,000 read IOPS`.
    pub words: Vec<Concept>,
    /// The notes that were cut off.
    pub notes: Vec<Note>,
}

impl CellReading {
    /// Its value, if the cell is one.
    pub fn value(&self) -> Option<&Quantity> {
        match (&self.kind, self.quantities.as_slice()) {
            (CellKind::Value, [quantity]) => Some(quantity),
            _ => None,
        }
    }
}

impl fmt::Display for CellReading {
    /// What was seen and why it was read so, for the person who asks.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            CellKind::Value | CellKind::Values | CellKind::Undecided => {}
            CellKind::Range => formatter.write_str("a range, which is no value")?,
            CellKind::Alternatives => formatter.write_str("alternatives, which are no value")?,
            CellKind::PerCapacity => {
                formatter.write_str("so much for each unit of capacity, which is no rate")?;
            }
            CellKind::Price => formatter.write_str("an amount of money")?,
            CellKind::Damaged => formatter.write_str("a numeral was lost in translation")?,
            CellKind::Missing(_) => formatter.write_str("no value")?,
            CellKind::Words => formatter.write_str("words without a number")?,
            CellKind::LeftOver(rest) => write!(formatter, "{rest:?} is not understood")?,
        }
        if matches!(self.kind, CellKind::Value | CellKind::Values | CellKind::Undecided) {
            for (at, quantity) in self.quantities.iter().enumerate() {
                let separator = if at == 0 { "" } else { "; " };
                write!(formatter, "{separator}{quantity}")?;
            }
        }
        for note in &self.notes {
            write!(formatter, "; {:?} is a note", note.text)?;
        }
        Ok(())
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} ", self.written)?;
        match &self.decision {
            Decision::Value { how, .. } => {
                let number = self.number().map_or_else(String::new, |number| number.to_string());
                write!(formatter, "is {number}")?;
                if let Some(unit) = self.unit {
                    write!(formatter, " {unit}")?;
                }
                if self.bound != Bound::Exact {
                    write!(formatter, " ({})", self.bound)?;
                }
                write!(formatter, ": {how}")
            }
            Decision::Undecided { why, .. } => write!(formatter, "is undecided: {why}"),
            Decision::NotANumber(why) => write!(formatter, "is no number: {why}"),
        }
    }
}

/// No cell of a value is longer, in bytes; what is longer is text.
const LONGEST_CELL: usize = 1000;

/// Reads a whole cell.
///
/// ```
/// use plimsoll_lexicon::{CellContext, CellKind, read_cell};
/// let context = CellContext::default();
/// let cell = read_cell("38만", &context);
/// let number = cell.value().and_then(|value| value.number());
/// assert_eq!(number.and_then(|number| number.to_u64()), Some(380_000));
///
/// let cell = read_cell("1밀리초 미만", &context);
/// let latency = cell.value().expect("a value");
/// assert_eq!(latency.bound.word(), "below");
/// assert_eq!(latency.value(None), Some(1e6));
///
/// assert_eq!(read_cell("300–2400", &context).kind, CellKind::Range);
/// assert_eq!(read_cell("10 GBP/mp", &context).kind, CellKind::LeftOver("GBP/mp".to_owned()));
/// ```
pub fn read_cell(cell: &str, context: &CellContext<'_>) -> CellReading {
    if cell.len() > LONGEST_CELL {
        let begin: String = cell.chars().take(40).collect();
        let has_digits = cell.bytes().any(|byte| byte.is_ascii_digit());
        let kind = if has_digits { CellKind::LeftOver(begin + "…") } else { CellKind::Words };
        return CellReading { kind, quantities: Vec::new(), words: Vec::new(), notes: Vec::new() };
    }
    if let Some(reading) = plain_number(cell, context) {
        return reading;
    }
    let clean = Clean::of(cell, context.lone_digit_notes);
    let mut reading = interpret::reading(cell, &clean, context, Lexicon::builtin());
    reading.notes = clean.notes;
    reading
}

/// A cell that is a number of ASCII digits and marks, as most are: nothing has to be cleaned or looked up.
fn plain_number(cell: &str, context: &CellContext<'_>) -> Option<CellReading> {
    let text = cell.trim_matches(' ');
    let is_plain = |it: char| it.is_ascii_digit() || Mark::of(it).is_some();
    if text.is_empty() || !text.chars().all(is_plain) {
        return None;
    }
    let decision = decide(&with_plain_spaces(text), &context.evidence);
    let kind = match decision {
        Decision::Value { .. } => CellKind::Value,
        Decision::Undecided { .. } => CellKind::Undecided,
        Decision::NotANumber(_) => return None,
    };
    let quantity = Quantity {
        written: text.to_owned(),
        decision,
        number_word: None,
        unit: None,
        bound: Bound::Exact,
        per_capacity: false,
    };
    Some(CellReading { kind, quantities: vec![quantity], words: Vec::new(), notes: Vec::new() })
}

#[cfg(test)]
#[path = "cell/cell_test.rs"]
mod tests;
