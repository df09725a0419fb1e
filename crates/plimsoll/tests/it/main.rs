//! The built program, as a user meets it: what it prints, what it writes, how it ends.

mod catalogue;
mod colour;
mod comparing;
mod convert;
mod curves;
mod databases;
mod diagnostics;
mod explain;
mod fio_reports;
mod help;
mod inspect;
mod pages;
mod report;
mod series;
mod status;
mod support;
mod vdbench;
