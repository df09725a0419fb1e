//! fio's histogram grid.
//!
//! Values up to 127 have a bin each; above, every power of two is cut into 64 equal bins (`stat.h`
//! of fio: `FIO_IO_U_PLAT_BITS` 6, `FIO_IO_U_PLAT_VAL` 64). fio prints the middle of a bin, so a
//! percentile is at most 1/128 off. Up to 2.21 the grid counts microseconds, since 2.99
//! nanoseconds.

use plimsoll_schema::Bin;

const BITS: u32 = 6;
const BINS_OF_A_POWER: u64 = 1 << BITS;
/// Below this value every bin is one wide.
const EXACT: u64 = 2 * BINS_OF_A_POWER;
/// 29 groups of 64: the greatest table fio has had.
const GREATEST_INDEX: u64 = 29 * BINS_OF_A_POWER - 1;

/// Lower edge and width of the bin of an index, in units of the grid.
fn edges(index: u64) -> (u64, u64) {
    if index < EXACT {
        return (index, 1);
    }
    let power = (index >> BITS) - 1;
    let base = 1 << (power + u64::from(BITS));
    let width = 1 << power;
    (base + (index % BINS_OF_A_POWER) * width, width)
}

/// What fio prints for a bin: the value itself, or the middle of a wider bin.
fn printed(lower: u64, width: u64) -> u64 {
    if width == 1 { lower } else { lower + width / 2 }
}

/// The bin of an index into fio's table; `nanoseconds` is the unit of the grid in nanoseconds.
pub(crate) fn bin_of_index(index: u64, nanoseconds: f64, count: u64) -> Option<Bin> {
    if index > GREATEST_INDEX {
        return None;
    }
    let (lower, width) = edges(index);
    Some(Bin {
        lower: lower as f64 * nanoseconds,
        upper: (lower + width) as f64 * nanoseconds,
        value: printed(lower, width) as f64 * nanoseconds,
        count,
    })
}

/// The bin for which fio prints a value; `None` if the value is not on the grid.
pub(crate) fn bin_of_value(value: u64, nanoseconds: f64, count: u64) -> Option<Bin> {
    let index = index_of(value);
    let (lower, width) = edges(index);
    if printed(lower, width) != value {
        return None;
    }
    bin_of_index(index, nanoseconds, count)
}

/// The index of the bin that a value falls into.
fn index_of(value: u64) -> u64 {
    if value < EXACT {
        return value;
    }
    let power = u64::from(value.ilog2() - BITS);
    let base = 1 << (power + u64::from(BITS));
    ((power + 1) << BITS) + ((value - base) >> power)
}

#[cfg(test)]
mod tests {
    use super::{GREATEST_INDEX, bin_of_index, bin_of_value, edges, index_of, printed};
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

    proptest! {
        #[test]
        fn indices_and_printed_values_are_one_to_one(index in 0..=GREATEST_INDEX) {
            let (lower, width) = edges(index);
            prop_assert_eq!(index_of(printed(lower, width)), index);
            prop_assert_eq!(bin_of_value(printed(lower, width), 1.0, 1), bin_of_index(index, 1.0, 1));
        }

        #[test]
        fn every_value_lies_in_its_bin_and_the_middle_is_near(value in 0u64..(1 << 34)) {
            let (lower, width) = edges(index_of(value));
            prop_assert!(lower <= value && value < lower + width);
            prop_assert!(value.abs_diff(printed(lower, width)) as f64 <= value as f64 / 128.0);
        }
    }
}
