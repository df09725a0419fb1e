//! What the fuzz targets do with any bytes: read them through the public readers, and panic where
//! something does not hold that holds of every input.
//!
//! Each target is a function here and a program in `src/bin`, which `cargo xtask fuzz` builds with
//! libFuzzer and runs. The functions are ordinary code: the tests of this crate read the fixtures by
//! them.

mod archive;
mod expect;
mod fio_log;
mod hoststat;
mod number;
mod read;
mod table;
mod vdbench;

pub use archive::archive;
pub use fio_log::{fio_hist_log, fio_log};
pub use hoststat::{iostat, nfsiostat, perfmon};
pub use number::number;
pub use table::{html_table, pipe_table, sheet};
pub use vdbench::{vdbench_flatfile, vdbench_histogram, vdbench_summary};

use plimsoll_awr::Awr;
use plimsoll_fio::{FioHuman, FioJson, FioTerse};

/// Reads bytes as a text report of AWR or Statspack.
pub fn awr_text(bytes: &[u8]) {
    read::alone(&Awr, "awr.txt", bytes);
}

/// Reads bytes as an HTML report of AWR, of an instance or a cluster.
pub fn awr_html(bytes: &[u8]) {
    read::alone(&Awr, "awr.html", bytes);
}

/// Reads bytes as a file of fio.
pub fn fio_json(bytes: &[u8]) {
    read::alone(&FioJson, "fio.json", bytes);
}

/// Reads bytes as fio's report for people.
pub fn fio_human(bytes: &[u8]) {
    read::alone(&FioHuman, "fio.txt", bytes);
}

/// Reads bytes as fio's terse lines.
pub fn fio_terse(bytes: &[u8]) {
    read::alone(&FioTerse, "fio.txt", bytes);
}
