//! What the fuzz targets do with any bytes: read them through the public readers, and panic where
//! something does not hold that holds of every input.
//!
//! Each target is a function here and a program in `src/bin`, which `cargo xtask fuzz` builds with
//! libFuzzer and runs. The functions are ordinary code: the tests of this crate read the fixtures by
//! them.

mod archive;
mod expect;
mod read;
mod vdbench;

pub use archive::archive;
pub use vdbench::{vdbench_flatfile, vdbench_histogram, vdbench_summary};

use plimsoll_fio::FioJson;

/// Reads bytes as a file of fio.
pub fn fio_json(bytes: &[u8]) {
    read::alone(&FioJson, "fio.json", bytes);
}
