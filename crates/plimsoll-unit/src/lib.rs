//! Quantities: parsing them exactly, and printing them with one scale.
//!
//! Nothing here knows a tool or a language. Which prefix rule holds is said by the caller, because
//! no text tells it: `4k` is 4096 to one tool and 4000 to the next. Numbers use `.` as the decimal
//! point and no grouping, whatever the locale of the machine; localized numbers are the business
//! of the lexicon.

mod decimal;
mod duration;
mod scale;
mod size;

pub use decimal::{decimal, decimal_shifted};
pub use duration::nanoseconds;
pub use scale::{Quantity, Scale};
pub use size::{PrefixRule, SizeError, parse_rounded_size, parse_size, size};
