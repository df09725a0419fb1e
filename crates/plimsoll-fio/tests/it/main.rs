//! The fio reader on real output of ten releases.

mod cuts;
mod doubts;
mod figures;
mod forms;
mod great;
mod human;
mod log_lines;
mod log_windows;
mod logs;
mod rows;
mod runs;
mod support;
mod terse;
