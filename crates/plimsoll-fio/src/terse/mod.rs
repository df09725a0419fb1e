//! The terse form (`--output-format=terse`, `--minimal`), versions 2 to 5: one line for each job, fields
//! separated by semicolons.
//!
//! `fields` takes a line apart, `job` gives the fields their names, `report` says which lines one run of fio
//! printed together. All is read into the shape of a JSON document, so rows are made in one place.
//!
//! With lat_percentiles=1 the percentiles are those of the total latency; nothing in the line says so.

mod fields;
mod job;
mod report;

pub(crate) use fields::begins_terse;
pub(crate) use report::{find, is_further_on};
