//! The fio reader on real output of ten releases.

mod cuts;
mod figures;
mod rows;
mod support;
