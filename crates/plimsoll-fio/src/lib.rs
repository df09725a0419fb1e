//! Reads what fio leaves behind: its JSON, from 2.0.10 (the first release that has it) to 3.42, its
//! terse lines, versions 2 to 5, and its reports for people, of 2.0 to 3.42.
//!
//! From outside to inside:
//!
//! * `reader` recognises the forms, `reading` is the way of a text to rows; `find` looks for documents in
//!   a text in which anything may stand around them, `messages` for what fio says there, `damage` and
//!   `unexpected` tell of what cannot be read, `precision` of what was rounded;
//! * `scanner`, `fields`, `parse` and `document` give the raw shape, key by key, numbers as written; `condensed`
//!   is how great documents are held;
//! * `terse` and `human`, with `lines` and `found`, read the other forms into the same shape;
//! * `runs` says which of several documents count;
//! * `options` and, with `mix` and `block_size`, `workload` say what a job was asked to do, as far
//!   as there is no `contradiction`;
//! * `figures`, with `bins` of json+ on fio's `grid`, turns numbers into figures in base units;
//!   `plausible` tells of those that cannot be right together;
//! * `entry`, with `doubts`, makes the rows of a job;
//! * `timeline` says when entries ran, `together` which of them at the same time, `siblings` how
//!   many jobs each stands for; `group` makes the rows of a run, `rows` all of a document;
//! * `log` reads the logs that fio writes while a run goes on, and `logged` says what a document tells of
//!   them.
//!
//! What is not read, because it measures no operation or says nothing that other keys do not:
//! `disk_util`, the shares of operations by latency and by depth (`latency_ns`, `latency_us`,
//! `latency_ms`, `iodepth_level`, `iodepth_submit`, `iodepth_complete`), the samples of
//! `steadystate`, `bw_agg`, `job_runtime`, `eta`, `latency_depth` and its like, `zone_resets`, and
//! the latencies by priority of 3.18 to 3.29 (`clat_high_prio`, `clat_low_prio`); those of 3.30 and
//! later (`prios`) stand in the long shape.
//!
//! Facts about the format were taken from fio's source at its release tags and from runs of ten
//! releases; where a rule depends on a version, the rule names it.

mod bins;
mod block_size;
mod condensed;
mod contradiction;
mod damage;
mod document;
mod doubts;
mod entry;
mod fields;
mod figures;
mod find;
mod found;
mod grid;
mod group;
mod human;
mod lines;
mod log;
mod logged;
mod messages;
mod mix;
mod options;
mod parse;
mod plausible;
mod precision;
mod reader;
mod reading;
mod rows;
mod runs;
mod scanner;
mod siblings;
mod terse;
mod timeline;
mod together;
mod unexpected;
mod workload;

pub use log::FioLog;
pub use reader::{FioHuman, FioJson, FioTerse};
