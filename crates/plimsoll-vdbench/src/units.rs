//! What a megabyte and a time are in the cells of a block.
//!
//! * A megabyte is 2^20 bytes, or 10^6 in block runs of `-mb`. Headers of tables say which. The flat file has the unit
//!   of the tables and no header that says it; its rate times the bytes of an operation tells, and else the tables
//!   and the command line. Files of file systems stay at 2^20.
//! * A time is in milliseconds. `-d23` makes those of tables nanoseconds without decimals, but for standard
//!   deviations. Block tables print decimals in milliseconds always, tables of file systems may print none.

use crate::block::Block;
use crate::layout::{Column, Statistic};
use crate::number::{decimal, with_ascii_digits};
use crate::output::Output;

/// Bytes of a binary megabyte.
const MEBIBYTE: f64 = 1_048_576.0;
/// Bytes of a decimal one.
const MEGABYTE: f64 = 1e6;

/// Powers of ten from milliseconds to nanoseconds.
const MILLISECONDS: i32 = 6;

/// What an output declares of its units, for all of its files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    /// `-mb`, or a header that says it.
    pub(crate) decimal_megabytes: bool,
    /// `-d23`.
    pub(crate) nanoseconds: bool,
}

impl Declared {
    /// From the arguments of the command line and the headers of the tables.
    pub(crate) fn of(output: &Output) -> Self {
        let told = || output.cores.iter().map(|(_, file)| &file.told);
        let is_given = |argument| told().any(|told| told.facts.has_argument(argument));
        let says_decimal =
            || told().flat_map(|told| &told.blocks).any(|it| it.layout.says_decimal_megabytes);
        Self { decimal_megabytes: is_given("-mb") || says_decimal(), nanoseconds: is_given("-d23") }
    }
}

/// The units of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Units {
    /// Bytes of a megabyte.
    pub(crate) megabyte: f64,
    /// Whether times that are no standard deviations are nanoseconds.
    nanoseconds: bool,
}

impl Units {
    /// Those of a block; `is_flat` if it is one of a flat file.
    pub(crate) fn of(block: &Block, is_flat: bool, declared: Declared) -> Self {
        let is_decimal = !block.layout.is_file_system && is_decimal(block, is_flat, declared);
        Self {
            megabyte: if is_decimal { MEGABYTE } else { MEBIBYTE },
            nanoseconds: !is_flat && has_nanoseconds(block, declared),
        }
    }

    /// Powers of ten from a printed time to nanoseconds.
    pub(crate) fn power(self, statistic: Statistic) -> i32 {
        if self.nanoseconds && statistic != Statistic::Deviation { 0 } else { MILLISECONDS }
    }

    /// Milliseconds of a printed time.
    pub(crate) fn milliseconds(self, statistic: Statistic) -> f64 {
        10f64.powi(self.power(statistic) - MILLISECONDS)
    }
}

fn is_decimal(block: &Block, is_flat: bool, declared: Declared) -> bool {
    if !is_flat {
        return block.layout.says_decimal_megabytes;
    }
    let of_average = block.average.as_ref().and_then(|average| {
        let value = |column| {
            let text = average.text(&block.layout, column)?;
            decimal(&with_ascii_digits(text.as_bytes()))
        };
        decides(value(Column::Rate)?, value(Column::TransferSize)?, value(Column::Megabytes)?)
    });
    of_average.or_else(|| of_intervals(block)).unwrap_or(declared.decimal_megabytes)
}

/// The same by the first interval that tells it.
fn of_intervals(block: &Block) -> Option<bool> {
    let rows = block.intervals.rows.as_ref()?;
    let slot = |column| rows.columns().slot(column);
    let (rate, size) = (slot(Column::Rate)?, slot(Column::TransferSize)?);
    let megabytes = slot(Column::Megabytes)?;
    rows.iter().find_map(|(_, cells)| decides(cells[rate], cells[size], cells[megabytes]))
}

/// Whether a megabyte is decimal, if the figures were printed with digits enough to tell.
fn decides(rate: f64, size: f64, megabytes: f64) -> Option<bool> {
    let megabyte = rate * size / megabytes;
    let is_near = |one: f64| (megabyte - one).abs() < 0.25 * (MEBIBYTE - MEGABYTE);
    match (is_near(MEGABYTE), is_near(MEBIBYTE)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn has_nanoseconds(block: &Block, declared: Declared) -> bool {
    let of_average = block.average.as_ref().and_then(|average| {
        average.text(&block.layout, Column::Response(Statistic::Mean)).map(has_decimals)
    });
    match of_average.or(block.intervals.has_decimal_times) {
        Some(true) => false,
        Some(false) => declared.nanoseconds || !block.layout.is_file_system,
        None => declared.nanoseconds,
    }
}

fn has_decimals(text: &str) -> bool {
    text.contains(['.', ',', '\u{66B}'])
}
