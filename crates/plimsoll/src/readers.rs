//! The one place that knows all readers.

use clap::builder::{PossibleValue, PossibleValuesParser};
use plimsoll_fio::FioJson;
use plimsoll_read::{Format, Reader};
use plimsoll_table::Tables;
use plimsoll_vdbench::Vdbench;

/// All readers, in the order in which they are asked: among equally sure ones the first wins.
pub(crate) static ALL: &[&dyn Reader] = &[&FioJson, &Vdbench];

/// Readers of published pages, for `plimsoll reference import`.
pub(crate) static OF_PAGES: &[&dyn Reader] = &[&Tables];

/// The formats of all readers of results, in the order of [`ALL`].
pub(crate) fn formats() -> impl Iterator<Item = &'static Format> {
    ALL.iter().map(|reader| reader.format())
}

/// The values of `--from`.
pub(crate) fn names() -> PossibleValuesParser {
    formats().map(|format| PossibleValue::new(format.name).help(format.title)).into()
}
