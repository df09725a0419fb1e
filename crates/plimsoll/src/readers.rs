//! The one place that knows all readers.

use clap::builder::{PossibleValue, PossibleValuesParser};
use plimsoll_awr::Awr;
use plimsoll_fio::{FioHuman, FioJson, FioLog, FioTerse};
use plimsoll_hoststat::{Iostat, Nfsiostat, Perfmon, SqlServerFileStats};
use plimsoll_read::Reader;
use plimsoll_schema::Origin;
use plimsoll_slob::Slob;
use plimsoll_ssb::Ssb;
use plimsoll_table::Tables;
use plimsoll_vdbench::Vdbench;

/// All readers, in the order in which they are asked: among equally sure ones the first wins.
pub(crate) static ALL: &[&dyn Reader] = &[
    &FioJson,
    &FioTerse,
    &FioHuman,
    &FioLog,
    &Vdbench,
    // Run folders go before the reports and logs in them.
    &Slob,
    &Ssb,
    &Awr,
    &Perfmon,
    &Iostat,
    &Nfsiostat,
    &SqlServerFileStats,
    &Tables,
];

/// The readers of what was measured, or of what was published.
pub(crate) fn of(origin: Origin) -> Vec<&'static dyn Reader> {
    ALL.iter().copied().filter(|reader| reader.format().origin == origin).collect()
}

/// The values of `--from` where these readers are asked.
pub(crate) fn names(readers: &[&'static dyn Reader]) -> PossibleValuesParser {
    let formats = readers.iter().map(|reader| reader.format());
    formats.map(|format| PossibleValue::new(format.name).help(format.title)).into()
}
