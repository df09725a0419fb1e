//! The readers of host logs on real output, on output of a generator, and on output written by hand.

mod any_bytes;
mod cuts;
mod file_stats;
mod iostat;
mod nfsiostat;
mod perfmon;
mod series;
mod support;
