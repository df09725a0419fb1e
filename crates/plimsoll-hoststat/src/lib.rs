//! Reads what hosts log about their storage while a benchmark runs.
//!
//! Some benchmarks write no rates (SSB), others leave a log of the host beside their report (SLOB). The log is the
//! measurement then, over the time in which the load ran. To read along:
//!
//! * `kind` says which files are logs, `reader` reads those that lie alone, and `logs` offers [`give_rows`] to readers of
//!   run folders, which say what they know of the run in a [`RunContext`];
//! * `iostat`, `nfsiostat`, `perfmon` and `file_stats` each turn a format into a `log`: samples, and what each device did in
//!   each of them, in base units (`number`, `clock`, `place`);
//! * `window` chooses the samples that count, `means` is what they amount to, `rows` makes rows and windows of it.
//!
//! Facts about the formats were taken from output of sysstat 10 to 12 and nfs-utils, from performance logs that were published, and
//! from the documentation of SQL Server; names of counters in other languages are in `plimsoll-lexicon`.

mod clock;
mod context;
mod file_stats;
mod iostat;
mod kind;
mod log;
mod logs;
mod means;
mod nfsiostat;
mod number;
mod perfmon;
mod place;
mod reader;
mod rows;
mod window;

pub use context::RunContext;
pub use kind::{LogKind, recognise};
pub use logs::{give_rows, give_rows_of_several};
pub use reader::{Iostat, Nfsiostat, Perfmon, SqlServerFileStats};
