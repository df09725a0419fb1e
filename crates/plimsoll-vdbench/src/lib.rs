//! Reads what vdbench leaves: an output directory, or single files of it.
//!
//! The files of one directory are pieces of one story, told with different precision. To read along:
//!
//! * `reader` claims and reads: `files` says which file is what, `output` reads them all at the same time, each
//!   line by line (`lines`);
//! * summary, totals, log, console and the reports of definitions and hosts hold the same lines (`tables`):
//!   a `start` for each run definition, a header that says what the columns are (`layout`), rows with a
//!   `label`; a flat file (`flat_file`) has one wide row for each of them. Both become `block`s by `gathering`,
//!   which keeps of `interval_rows` what something is computed from;
//! * `number`, `cells` and `clock` read what stands in a line, in the digits of any locale; `steady` is what the
//!   intervals after the warm-up amount to;
//! * `parmfile` (what was asked for), `histogram` (response times), `errorlog`, `status` and `facts` (version,
//!   arguments, the end) are the rest of the story;
//! * `points` pairs the blocks of all files (`pairing`): one point is one run definition that started;
//! * `about` and `version` say what holds for the whole output, `identity` what was measured at a point, `lengths`
//!   how long its intervals are, `timeline` when it started, `failures` what failed; `measure` turns cells into
//!   figures in base units by the `units` of their block, `agree` compares two files that tell the same;
//! * `rows` gives the rows of each point, with `doubts` about the whole, and `windows` its intervals.
//!
//! What is not read, because it measures no operation or repeats what others say: slave reports, `skew.html`,
//! `anchors.html`, `parmscan.html`, `config.html`, histograms of single definitions, Solaris' `ks_` columns.
//!
//! Facts about the format were taken from runs and published output of 5.02, 5.04.01, 5.04.02, 5.04.05, 5.04.06
//! and 5.04.07; where a rule depends on a version, the rule names it.

mod about;
mod agree;
mod block;
mod cells;
mod clock;
mod doubts;
mod errorlog;
mod facts;
mod failures;
mod files;
mod flat_file;
mod gathering;
mod histogram;
mod identity;
mod interval_rows;
mod label;
mod layout;
mod lengths;
mod lines;
mod measure;
mod message;
mod number;
mod output;
mod pairing;
mod parmfile;
mod points;
mod reader;
mod rows;
mod start;
mod status;
mod steady;
mod tables;
mod timeline;
mod units;
mod version;
mod windows;

pub use reader::Vdbench;
