//! The vdbench reader on real output of four versions, and on output written by hand.

mod any_bytes;
mod claims;
mod cuts;
mod figures;
mod series;
mod snapshots;
mod story;
mod support;
mod tables;
mod units;
