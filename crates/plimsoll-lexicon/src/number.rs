//! Numbers as pages print them: every reading that a text allows, and which of them is meant.
//!
//! `48.000` is forty-eight thousand on a German page and forty-eight on an English one, and no page
//! says which it is. So reading has two steps. [`readings`] gives all that a strict grammar allows,
//! and [`decide`] chooses among them by evidence and says by which; where there is none, nothing is
//! chosen. The locale of the machine is never asked.

mod decide;
mod decimal;
mod marks;
mod readings;

pub use decide::{Decision, Doubt, How, SeparatorEvidence, Tally, decide};
pub use decimal::Decimal;
pub(crate) use marks::with_plain_spaces;
pub use marks::{Mark, Marks};
pub(crate) use readings::number_at;
pub use readings::{NotANumber, Reading, Shape, readings};
