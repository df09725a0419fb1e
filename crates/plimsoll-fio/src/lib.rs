//! Reads what fio leaves behind: its JSON, from 2.0.10 (the first release that has it) to 3.42.
//!
//! From outside to inside:
//!
//! * `find` looks for documents in a text in which anything may stand around them, and
//!   `messages` for what fio says there;
//! * `scanner` and `document` give the raw shape, key by key, numbers as written;
//! * `runs` says which of several documents count;
//! * `options` and `workload` say what a job was asked to do;
//! * `figures`, with `grid` for the bins of json+, turns numbers into figures in base units;
//! * `entry` makes the rows of a job, `together` and `group` those of what ran at the same time.
//!
//! Facts about the format were taken from fio's source at its release tags and from runs of ten
//! releases; where a rule depends on a version, the rule names it.

mod document;
mod entry;
mod figures;
mod find;
mod grid;
mod group;
mod messages;
mod options;
mod reader;
mod runs;
mod scanner;
mod together;
mod workload;

pub use reader::FioJson;
