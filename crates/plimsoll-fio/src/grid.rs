//! fio's histogram grid.
//!
//! Values up to 127 have a bin each; above, every power of two is cut into 64 equal bins (`stat.h`
//! of fio: `FIO_IO_U_PLAT_BITS` 6, `FIO_IO_U_PLAT_VAL` 64). fio prints the middle of a bin, so a
//! percentile is at most 1/128 off. Up to 2.21 the grid counts microseconds, since 2.99
//! nanoseconds.
//!
//! Of logs of single operations the grid is refined eight times: 512 bins for a power of two, so that
//! the middle of one is at most 1/1024 off.

use crate::document::TimeUnit;
use plimsoll_schema::Bin;
use std::sync::LazyLock;

/// A grid that cuts every power of two into as many equal bins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Grid {
    /// The number of bins of a power of two, as a power of two.
    bits: u32,
}

/// fio's own.
pub(crate) const FIO: Grid = Grid { bits: 6 };
/// fio's, refined eight times.
pub(crate) const REFINED: Grid = Grid { bits: 9 };

/// 29 groups of 64: the greatest table fio has had.
const GREATEST_INDEX: u64 = 29 * 64 - 1;

impl Grid {
    /// How many bins it takes for all values of 64 bits.
    pub(crate) const fn bins(self) -> usize {
        (65 - self.bits as usize) << self.bits
    }

    /// The index of the bin that a value falls into.
    #[inline]
    pub(crate) fn index_of(self, value: u64) -> u64 {
        // The highest bit, and as many below it as tell the bins of a power of two apart. Below twice
        // that many values every bin is one wide.
        let power = u64::from((value | 1 << self.bits).ilog2() - self.bits);
        (power << self.bits) + (value >> power)
    }

    /// Lower edge and width of the bin of an index, in units of the grid.
    pub(crate) fn edges(self, index: u64) -> (u64, u64) {
        if index < 2 << self.bits {
            return (index, 1);
        }
        let power = (index >> self.bits) - 1;
        let base = 1 << (power + u64::from(self.bits));
        let width = 1 << power;
        (base + (index % (1 << self.bits)) * width, width)
    }

    /// The bin of an index; `nanoseconds` is the unit of the grid in nanoseconds.
    pub(crate) fn bin(self, index: u64, nanoseconds: f64, count: u64) -> Bin {
        let (lower, width) = self.edges(index);
        Bin {
            lower: lower as f64 * nanoseconds,
            upper: (lower as f64 + width as f64) * nanoseconds,
            value: printed(lower, width) as f64 * nanoseconds,
            count,
        }
    }
}

/// What fio prints for a bin: the value itself, or the middle of a wider bin.
fn printed(lower: u64, width: u64) -> u64 {
    if width == 1 { lower } else { lower + width / 2 }
}

/// The bin of an index into fio's table; `nanoseconds` is the unit of the grid in nanoseconds.
pub(crate) fn bin_of_index(index: u64, nanoseconds: f64, count: u64) -> Option<Bin> {
    (index <= GREATEST_INDEX).then(|| FIO.bin(index, nanoseconds, count))
}

/// The bin for which fio prints a value; `None` if the value is not on the grid.
pub(crate) fn bin_of_value(value: u64, nanoseconds: f64, count: u64) -> Option<Bin> {
    Some(FIO.bin(index_of_printed(value)?, nanoseconds, count))
}

/// The index of the bin for which fio prints a value; `None` if the value is not on the grid.
#[inline]
pub(crate) fn index_of_printed(value: u64) -> Option<u64> {
    let index = FIO.index_of(value);
    let (lower, width) = FIO.edges(index);
    (printed(lower, width) == value && index <= GREATEST_INDEX).then_some(index)
}

/// The bins of the greatest table, by their indices, where the grid counts a unit; `None` if it never does.
pub(crate) fn of_unit(unit: TimeUnit) -> Option<&'static plimsoll_schema::Grid> {
    static NANOSECONDS: Table = LazyLock::new(|| table(TimeUnit::Nanoseconds));
    static MICROSECONDS: Table = LazyLock::new(|| table(TimeUnit::Microseconds));
    match unit {
        TimeUnit::Nanoseconds => NANOSECONDS.as_ref(),
        TimeUnit::Microseconds => MICROSECONDS.as_ref(),
        TimeUnit::Milliseconds | TimeUnit::Seconds => None,
    }
}

type Table = LazyLock<Option<plimsoll_schema::Grid>>;

fn table(unit: TimeUnit) -> Option<plimsoll_schema::Grid> {
    let bins = (0..=GREATEST_INDEX).map(|index| FIO.bin(index, unit.nanoseconds(), 0));
    plimsoll_schema::Grid::new(bins).ok()
}

#[cfg(test)]
mod tests {
    use super::{FIO, GREATEST_INDEX, Grid, REFINED, bin_of_index, bin_of_value, printed};
    use proptest::prelude::*;

    #[test]
    fn the_last_bins_of_both_tables() {
        // As fio's own decoder prints them: 19 groups up to 2.21, 29 groups since 2.99.
        let value = |index| bin_of_index(index, 1.0, 1).map(|bin| bin.value);
        assert_eq!(value(1215), Some(16_711_680.0));
        assert_eq!(value(1855), Some(17_112_760_320.0));
        assert_eq!(value(1856), None);
    }

    #[test]
    fn values_off_the_grid_are_none() {
        assert!(bin_of_value(127, 1.0, 1).is_some());
        assert!(bin_of_value(128, 1.0, 1).is_none(), "128 and 129 share a bin, printed 129");
        assert!(bin_of_value(129, 1.0, 1).is_some());
        assert!(bin_of_value(u64::MAX, 1.0, 1).is_none());
    }

    #[test]
    fn microseconds_are_thousand_nanoseconds() {
        let bin = bin_of_value(129, 1000.0, 7).expect("on the grid");
        assert_eq!((bin.lower, bin.value, bin.upper), (128_000.0, 129_000.0, 130_000.0));
        assert_eq!(bin.count, 7);
    }

    #[test]
    fn a_grid_has_room_for_every_value() {
        for grid in [FIO, REFINED] {
            assert_eq!(grid.index_of(u64::MAX), grid.bins() as u64 - 1);
            assert_eq!((grid.index_of(0), grid.index_of(1)), (0, 1));
        }
    }

    fn bins_are_right(grid: Grid, value: u64) {
        let (lower, width) = grid.edges(grid.index_of(value));
        assert!(lower <= value && value - lower < width, "{value} in {lower} and {width} more");
        let error = value.abs_diff(printed(lower, width)) as f64 / value.max(1) as f64;
        assert!(error <= 0.5 / f64::from(1u32 << grid.bits), "{value}: {error}");
    }

    proptest! {
        #[test]
        fn indices_and_printed_values_are_one_to_one(index in 0..=GREATEST_INDEX) {
            let (lower, width) = FIO.edges(index);
            prop_assert_eq!(FIO.index_of(printed(lower, width)), index);
            prop_assert_eq!(bin_of_value(printed(lower, width), 1.0, 1), bin_of_index(index, 1.0, 1));
        }

        #[test]
        fn every_value_lies_in_its_bin_and_the_middle_is_near(value: u64, shift in 0u32..64) {
            bins_are_right(FIO, value >> shift);
            bins_are_right(REFINED, value >> shift);
        }

        #[test]
        fn eight_refined_bins_are_one_of_fio(value: u64, shift in 0u32..64) {
            let value = value >> shift;
            prop_assert_eq!(FIO.index_of(REFINED.edges(REFINED.index_of(value)).0), FIO.index_of(value));
        }
    }
}
