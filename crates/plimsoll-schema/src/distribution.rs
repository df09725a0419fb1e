//! Distributions of latency that can be merged.

use crate::figure::Percentile;
use std::fmt;

/// One bin: `count` operations took at least `lower` and less than `upper` nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// Least value of the bin, in nanoseconds.
    pub lower: f64,
    /// First value above the bin, in nanoseconds.
    pub upper: f64,
    /// What the tool reports for an operation of this bin (fio: its middle), in nanoseconds.
    pub value: f64,
    /// How many operations.
    pub count: u64,
}

/// Counts by bins of latency, in ascending order and without overlap.
///
/// Merging adds the counts of equal bins, so percentiles of a merged distribution are exactly those
/// the tool would have computed over all operations. That is the only way here to get a percentile
/// of several jobs: percentiles themselves are never averaged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Distribution {
    bins: Vec<Bin>,
}

/// Why bins are no distribution, or two distributions cannot be merged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DistributionError {
    /// A bin is empty, reversed, or not finite.
    Malformed(Bin),
    /// Two bins overlap without being the same: they come from different grids.
    Overlap(Bin, Bin),
    /// The counts do not fit 64 bits.
    TooMany,
}

impl fmt::Display for DistributionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(bin) => {
                write!(formatter, "the bin from {} to {} ns is malformed", bin.lower, bin.upper)
            }
            Self::Overlap(one, other) => write!(
                formatter,
                "the bins from {} to {} ns and from {} to {} ns overlap",
                one.lower, one.upper, other.lower, other.upper
            ),
            Self::TooMany => formatter.write_str("the counts do not fit 64 bits"),
        }
    }
}

impl std::error::Error for DistributionError {}

impl Distribution {
    /// Puts bins in order; bins with count 0 are left out, equal bins are added up.
    pub fn from_bins(bins: impl IntoIterator<Item = Bin>) -> Result<Self, DistributionError> {
        let mut bins: Vec<Bin> = bins.into_iter().filter(|bin| bin.count > 0).collect();
        let malformed = |bin: &&Bin| {
            let ordered = bin.lower < bin.upper && bin.lower <= bin.value && bin.value <= bin.upper;
            !(ordered && bin.lower.is_finite() && bin.upper.is_finite())
        };
        if let Some(bin) = bins.iter().find(malformed) {
            return Err(DistributionError::Malformed(*bin));
        }
        bins.sort_by(|one, other| one.lower.total_cmp(&other.lower));
        let mut merged: Vec<Bin> = Vec::with_capacity(bins.len());
        let mut total: u64 = 0;
        for bin in bins {
            total = total.checked_add(bin.count).ok_or(DistributionError::TooMany)?;
            match merged.last_mut() {
                Some(last) if is_same_bin(last, &bin) => last.count += bin.count,
                Some(last) if last.upper > bin.lower => {
                    return Err(DistributionError::Overlap(*last, bin));
                }
                _ => merged.push(bin),
            }
        }
        Ok(Self { bins: merged })
    }

    /// Adds another distribution of the same grid.
    pub fn merge(&self, other: &Self) -> Result<Self, DistributionError> {
        Self::from_bins(self.bins.iter().chain(&other.bins).copied())
    }

    /// The bins, ascending, each with a count above 0.
    pub fn bins(&self) -> &[Bin] {
        &self.bins
    }

    /// How many operations there are in all.
    pub fn total(&self) -> u64 {
        self.bins.iter().map(|bin| bin.count).sum()
    }

    /// The value of the first bin whose cumulated count reaches this share of all, in nanoseconds;
    /// `None` if there is nothing. This is fio's rule (`calc_clat_percentiles` in its `stat.c`).
    pub fn percentile(&self, percentile: Percentile) -> Option<f64> {
        let rank = percentile.rank(self.total());
        let mut cumulated = 0u64;
        self.bins
            .iter()
            .find(|bin| {
                cumulated += bin.count;
                cumulated >= rank
            })
            .map(|bin| bin.value)
    }
}

fn is_same_bin(one: &Bin, other: &Bin) -> bool {
    one.lower.total_cmp(&other.lower).is_eq()
        && one.upper.total_cmp(&other.upper).is_eq()
        && one.value.total_cmp(&other.value).is_eq()
}

#[cfg(test)]
mod tests {
    use super::{Bin, Distribution, DistributionError};
    use crate::figure::Percentile;
    use proptest::prelude::*;

    fn bin(lower: u32, upper: u32, count: u64) -> Bin {
        let (lower, upper) = (f64::from(lower), f64::from(upper));
        Bin { lower, upper, value: f64::midpoint(lower, upper), count }
    }

    /// Distributions on one grid of bins ten wide.
    fn distributions() -> impl Strategy<Value = Distribution> {
        proptest::collection::vec((0u32..40, 0u64..1000), 0..60).prop_map(|cells| {
            let bins = cells.into_iter().map(|(cell, count)| bin(cell * 10, cell * 10 + 10, count));
            Distribution::from_bins(bins).expect("bins of one grid")
        })
    }

    #[test]
    fn percentiles_are_the_first_bin_that_reaches_the_share() {
        let hundred =
            Distribution::from_bins([bin(0, 10, 50), bin(10, 20, 49), bin(90, 100, 1)]).unwrap();
        assert_eq!(hundred.percentile(Percentile::P50), Some(5.0));
        assert_eq!(hundred.percentile(Percentile::P99), Some(15.0));
        assert_eq!(hundred.percentile(Percentile::P999), Some(95.0));
        assert_eq!(Distribution::default().percentile(Percentile::P50), None);
    }

    #[test]
    fn different_grids_do_not_merge() {
        let fine = Distribution::from_bins([bin(0, 10, 1)]).unwrap();
        let coarse = Distribution::from_bins([bin(5, 25, 1)]).unwrap();
        assert_eq!(
            fine.merge(&coarse),
            Err(DistributionError::Overlap(bin(0, 10, 1), bin(5, 25, 1)))
        );
    }

    #[test]
    fn counts_that_overflow_and_reversed_bins_are_refused() {
        let greatest = Distribution::from_bins([bin(0, 10, u64::MAX)]).unwrap();
        assert_eq!(
            greatest.merge(&Distribution::from_bins([bin(0, 10, 1)]).unwrap()),
            Err(DistributionError::TooMany)
        );
        let reversed = Bin { lower: 2.0, upper: 1.0, value: 1.5, count: 1 };
        assert_eq!(
            Distribution::from_bins([reversed]),
            Err(DistributionError::Malformed(reversed))
        );
    }

    proptest! {
        #[test]
        fn merging_commutes_associates_and_has_a_zero(a in distributions(), b in distributions(), c in distributions()) {
            prop_assert_eq!(a.merge(&b), b.merge(&a));
            let left = a.merge(&b).unwrap().merge(&c).unwrap();
            let right = a.merge(&b.merge(&c).unwrap()).unwrap();
            prop_assert_eq!(left, right);
            prop_assert_eq!(a.merge(&Distribution::default()), Ok(a));
        }

        #[test]
        fn merged_percentiles_equal_those_of_all_operations_in_one_list(a in distributions(), b in distributions(), percent in 0.0f64..=100.0) {
            let merged = a.merge(&b).unwrap();
            let mut all: Vec<f64> = a.bins().iter().chain(b.bins())
                .flat_map(|bin| std::iter::repeat_n(bin.value, bin.count as usize)).collect();
            all.sort_by(f64::total_cmp);
            let percentile = Percentile::from_percent(percent).unwrap();
            let rank = percentile.rank(all.len() as u64).max(1) as usize;
            prop_assert_eq!(merged.percentile(percentile), all.get(rank - 1).copied());
        }
    }
}
