//! The report that fio prints for people (`--output-format=normal`, the default), of 2.0 to 3.x.
//!
//! `report` finds reports and their jobs in a text, `header` reads the lines that announce jobs, `entry` what
//! is reported of each, `words` the parts of its lines. All is read into the shape of a JSON document, so rows
//! are made in one place.
//!
//! What is not read: shares of operations by latency and by depth, latencies by priority, and the sums over groups
//! and disks at the end.
//!
//! Numbers are rounded for people, to four digits unless `--significant_figures` asks for more; whole rates are cut
//! off. A finding says so at every row.

mod entry;
mod header;
mod report;
mod words;

pub(crate) use header::Header;
pub(crate) use report::{announces_a_job, begins_a_job, find};
