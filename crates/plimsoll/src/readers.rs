//! The one place that knows all readers.

use clap::builder::{PossibleValue, PossibleValuesParser};
use plimsoll_fio::FioJson;
use plimsoll_read::{Format, Reader};
use plimsoll_vdbench::Vdbench;

/// All readers, in the order in which they are asked: among equally sure ones the first wins.
pub(crate) static ALL: &[&dyn Reader] = &[&FioJson, &Vdbench];

/// Their formats, in the same order.
pub(crate) fn formats() -> impl Iterator<Item = &'static Format> {
    ALL.iter().map(|reader| reader.format())
}

/// The values of `--from`.
pub(crate) fn names() -> PossibleValuesParser {
    formats().map(|format| PossibleValue::new(format.name).help(format.title)).into()
}
