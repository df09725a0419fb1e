//! The built program, as a user meets it: what it prints, what it writes, how it ends.

mod archives;
mod catalogue;
mod colour;
mod comparing;
mod convert;
mod curves;
mod databases;
mod dataset;
mod diagnostics;
mod dry_run;
mod explain;
mod fio_reports;
mod generated;
mod help;
mod inspect;
mod killed;
mod pages;
mod report;
mod series;
mod status;
mod support;
mod vdbench;
