//! The fio reader on real output of ten releases.

mod cuts;
mod doubts;
mod figures;
mod rows;
mod runs;
mod support;
