//! Distributions of latency that can be merged.

use crate::figure::Percentile;
use std::collections::BTreeMap;
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

/// A range of latencies and the share of the operations in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Least value of the range, in nanoseconds.
    pub lower: f64,
    /// First value above it.
    pub upper: f64,
    /// Share of all operations, 0 to 1.
    pub share: f64,
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

    /// The shares of all operations in ranges that differ by equal ratios, `per_ten` of them to a factor of
    /// ten, from the first range with operations to the last: heights that can be compared, whatever the
    /// widths of the bins are.
    ///
    /// A bin that lies in several ranges is spread over them evenly by the logarithm. One that begins at 0,
    /// or below a thousandth of its end, is spread from half of its end on: nothing tells more.
    pub fn shares(&self, per_ten: u32) -> Vec<Share> {
        let steps = f64::from(per_ten.max(1));
        let total = self.total() as f64;
        let mut shares: BTreeMap<i32, f64> = BTreeMap::new();
        for bin in self.bins.iter().filter(|bin| bin.upper > 0.0) {
            let lower = if bin.lower < bin.upper / 1000.0 { bin.upper / 2.0 } else { bin.lower };
            let (from, to) = (lower.log10() * steps, bin.upper.log10() * steps);
            let share = bin.count as f64 / total;
            for step in from.floor() as i32..=(to.ceil() as i32 - 1).max(from.floor() as i32) {
                let within = to.min(f64::from(step) + 1.0) - from.max(f64::from(step));
                *shares.entry(step).or_default() += share * within.max(0.0) / (to - from);
            }
        }
        let (first, last) = (shares.keys().next().copied(), shares.keys().next_back().copied());
        let edge = |step: i32| 10f64.powf(f64::from(step) / steps);
        let share = |step: i32| Share {
            lower: edge(step),
            upper: edge(step + 1),
            share: shares.get(&step).copied().unwrap_or(0.0),
        };
        first.zip(last).map_or_else(Vec::new, |(first, last)| (first..=last).map(share).collect())
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
    fn bins_of_any_width_become_ranges_of_equal_ratio() {
        let shares = |bins: &[Bin], per_ten| -> Vec<(f64, f64)> {
            let distribution = Distribution::from_bins(bins.iter().copied()).unwrap();
            let round = |value: f64| (value * 1e6).round() / 1e6;
            distribution
                .shares(per_ten)
                .iter()
                .map(|it| (round(it.lower), round(it.share)))
                .collect()
        };
        // From 1 to 100 in one bin, and from 1,000 on in two: a factor of ten is a range.
        let bins = [bin(1, 100, 50), bin(1000, 2000, 25), bin(2000, 10_000, 25)];
        assert_eq!(
            shares(&bins, 1),
            [(1.0, 0.25), (10.0, 0.25), (100.0, 0.0), (1000.0, 0.5)],
            "what is empty in between has no share"
        );
        assert_eq!(shares(&[bin(0, 10, 7)], 1), [(1.0, 1.0)], "a bin from 0 on");
        assert_eq!(Distribution::default().shares(10), []);
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
        fn shares_add_up_to_all(distribution in distributions(), per_ten in 1u32..40) {
            let shares = distribution.shares(per_ten);
            let sum: f64 = shares.iter().map(|it| it.share).sum();
            let expected = if distribution.total() > 0 { 1.0 } else { 0.0 };
            prop_assert!((sum - expected).abs() < 1e-9, "{sum}");
            prop_assert!(shares.windows(2).all(|pair| (pair[0].upper - pair[1].lower).abs() < 1e-6 * pair[1].lower));
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
