//! Logs: what fio writes while a run goes on.
//!
//! ```text
//! 500, 32264, 0, 0, 0
//! 500, 32984, 1, 0, 0
//! 1000, 38637, 0, 0, 0
//! ```
//!
//! From outside to inside:
//!
//! * `reader` reads logs that lie alone, `beside` those beside the JSON of their run, and `completeness` tells
//!   whether all its jobs have them;
//! * `name` says what the name of a log says, `form` what its first lines do, `release` what its numbers
//!   mean; `record` shows compressed logs as lines;
//! * `set` is what is read together, and what comes of it, with `notes` of what is doubtful;
//! * `averages` reads logs of averages;
//! * `operations`, with `line` and `number`, reads logs of single operations, and `operation_windows` makes
//!   windows and sums of them, with `latencies`;
//! * `histogram` reads logs of counts by bins, and `histogram_windows` makes windows and sums of them;
//! * `merge` puts the windows of several logs together, on all processors;
//! * `summary` makes the rows of a log that lies alone.
//!
//! Memory does not grow with the length of a log, but for the windows that are asked for.

mod averages;
mod beside;
mod completeness;
mod form;
mod histogram;
mod histogram_windows;
mod latencies;
mod line;
mod merge;
mod name;
mod notes;
mod number;
mod operation_windows;
mod operations;
mod reader;
mod record;
mod release;
mod set;
mod summary;

pub(crate) use beside::{LoggedJob, claim_logs, part, read_logs, split};
pub(crate) use form::{LogOptions, WindowValue};
pub use reader::FioLog;
