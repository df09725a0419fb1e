//! What localized pages say: words, numbers and units of seventeen languages, read into the terms of
//! the schema.
//!
//! Vendors publish performance figures in twenty languages, and translation mixes their systems: one
//! table holds `1,024`, `2.048` and `8 192`, `~` becomes "less than", a unit is spelled in a way of
//! its own. This crate reads what such a text allows, and no more: it takes text and gives meaning,
//! knows no document, touches nothing outside, and where the text does not tell, it says so instead
//! of guessing.
//!
//! Read in this order:
//!
//! * [`readings`] and [`decide`]: all readings of a number, and which of them the evidence chooses,
//!   with the reason in words ([`How`]);
//! * [`Unit`]: units by every spelling of `data/units.toml`, and exact values in base units;
//! * [`Lexicon`]: words by `data/TAG.toml`, one file for each [`Language`], found in one pass;
//! * [`read_cell`]: a whole cell of a table, where everything must be understood for a value to be;
//! * [`read_mix`]: the read share of a header such as `75% 읽기 및 25% 쓰기`;
//! * [`read_header`]: metric, unit, operation, pattern and bound of a header or a label;
//! * [`guess`] and [`page_language`]: which language a page is in;
//! * [`counter`] and [`counter_object`]: names of performance counters of Windows, by `counters/TAG.toml`;
//! * [`conditions`]: the conditions of a test, from captions, headings and lists.

mod cell;
mod concept;
mod condition;
mod counter;
mod fold;
mod guess;
mod header;
mod language;
mod lexicon;
mod mix;
mod name;
mod note;
mod number;
mod unit;

pub use cell::{CellContext, CellKind, CellReading, Missing, Quantity, read_cell};
pub use concept::{Concept, Side};
pub use condition::{Condition, ConditionValue, Parameter, Scope, conditions, may_name};
pub use counter::{Counter, CounterObject, Spelling, counter, counter_object};
pub use guess::{Evidence, guess, page_language};
pub use header::{Header, read_header};
pub use language::{Language, Languages, Locale};
pub use lexicon::{Found, Lexicon, NumberWord};
pub use mix::{Mix, MixHow, read_mix};
pub use note::{Note, NoteKind};
pub use number::{
    Decimal, Decision, Doubt, How, Mark, Marks, NotANumber, Reading, SeparatorEvidence, Shape,
    Tally, decide, readings,
};
pub use unit::{Dimension, Unit};
