//! Distributions of latency that can be merged.

use crate::figure::Percentile;
use crate::packed::{Packed, Packing};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

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

/// Where a bin lies: a [`Bin`] without its count.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Edges {
    lower: f64,
    upper: f64,
    value: f64,
}

/// The bins that a tool sorts latencies into, in ascending order and without overlap.
///
/// Distributions on one grid need not say where each of their bins lies, and are merged by adding counts.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    edges: Arc<[Edges]>,
}

impl Grid {
    /// The grid of these bins, whatever they count.
    pub fn new(bins: impl IntoIterator<Item = Bin>) -> Result<Self, DistributionError> {
        let bins = bins.into_iter().map(|bin| Bin { count: 1, ..bin });
        Ok(Distribution::from_bins(bins)?.grid)
    }

    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.edges, &other.edges)
    }

    /// The sum of distributions on this grid.
    fn sum(&self, parts: &[&Distribution]) -> Result<Distribution, DistributionError> {
        let mut totals = parts.iter().map(|part| part.total);
        let total = totals.try_fold(0u64, u64::checked_add).ok_or(DistributionError::TooMany)?;
        let mut sums = vec![0; self.edges.len()];
        for (index, count) in parts.iter().flat_map(|part| part.counts.iter()) {
            sums[index] += count;
        }
        let mut counts = Packing::new();
        let counted = sums.into_iter().enumerate().filter(|(_, count)| *count > 0);
        counted.for_each(|(index, count)| counts.push(index, count));
        Ok(Distribution { grid: self.clone(), counts: counts.finish(), total })
    }
}

/// Collects the counts of a grid's bins, in ascending order.
#[derive(Debug)]
pub struct Counting {
    grid: Grid,
    counts: Packing,
    total: u64,
}

impl Counting {
    /// Nothing counted yet.
    pub fn on(grid: &Grid) -> Self {
        Self { grid: grid.clone(), counts: Packing::new(), total: 0 }
    }

    /// Adds the count of the bin of an index; 0 is nothing. `None` if the index is not above those before, there
    /// is no such bin, or the counts do not fit 64 bits.
    #[inline]
    pub fn add(&mut self, index: usize, count: u64) -> Option<()> {
        if index < self.counts.next() || index >= self.grid.edges.len() {
            return None;
        }
        self.total = self.total.checked_add(count)?;
        if count > 0 {
            self.counts.push(index, count);
        }
        Some(())
    }

    /// The distribution of all that was counted.
    pub fn finish(self) -> Distribution {
        Distribution { grid: self.grid, counts: self.counts.finish(), total: self.total }
    }
}

/// Counts by bins of latency, in ascending order and without overlap.
///
/// Merging adds the counts of equal bins, so percentiles of a merged distribution are exactly those
/// the tool would have computed over all operations. That is the only way here to get a percentile
/// of several jobs: percentiles themselves are never averaged.
#[derive(Clone, Default)]
pub struct Distribution {
    grid: Grid,
    /// By the index of the bin in the grid, none of them 0.
    counts: Packed,
    total: u64,
}

impl PartialEq for Distribution {
    fn eq(&self, other: &Self) -> bool {
        if self.grid.is_same(&other.grid) {
            return self.counts == other.counts;
        }
        self.total == other.total && self.bins().eq(other.bins())
    }
}

impl fmt::Debug for Distribution {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.bins()).finish()
    }
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
        let mut counts = Packing::new();
        merged.iter().enumerate().for_each(|(index, bin)| counts.push(index, bin.count));
        let edges = |Bin { lower, upper, value, .. }| Edges { lower, upper, value };
        let grid = Grid { edges: merged.into_iter().map(edges).collect() };
        Ok(Self { grid, counts: counts.finish(), total })
    }

    /// Adds another distribution of the same grid.
    pub fn merge(&self, other: &Self) -> Result<Self, DistributionError> {
        Self::from_bins(self.bins().chain(other.bins()))
    }

    /// All of these merged.
    pub fn merged(all: &[&Self]) -> Result<Self, DistributionError> {
        match all {
            [] => Ok(Self::default()),
            [only] => Ok((*only).clone()),
            [first, others @ ..] if others.iter().all(|it| it.grid.is_same(&first.grid)) => {
                first.grid.sum(all)
            }
            _ => all.iter().try_fold(Self::default(), |merged, more| merged.merge(more)),
        }
    }

    /// The bins, ascending, each with a count above 0.
    pub fn bins(&self) -> impl Iterator<Item = Bin> {
        self.counts.iter().map(|(index, count)| {
            let Edges { lower, upper, value } = self.grid.edges[index];
            Bin { lower, upper, value, count }
        })
    }

    /// How many operations there are in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The value of the first bin whose cumulated count reaches this share of all, in nanoseconds;
    /// `None` if there is nothing. This is fio's rule (`calc_clat_percentiles` in its `stat.c`).
    pub fn percentile(&self, percentile: Percentile) -> Option<f64> {
        let [value] = self.percentiles([percentile]);
        value
    }

    /// [`percentile`](Self::percentile) of several, in one pass.
    pub fn percentiles<const N: usize>(&self, percentiles: [Percentile; N]) -> [Option<f64>; N] {
        let ranks = percentiles.map(|percentile| percentile.rank(self.total));
        let mut values = [None; N];
        // The least rank that was not reached.
        let mut next = ranks.iter().min();
        let mut cumulated = 0u64;
        for (index, count) in self.counts.iter() {
            let Some(rank) = next else { break };
            cumulated += count;
            if cumulated >= *rank {
                for (value, rank) in values.iter_mut().zip(&ranks) {
                    if cumulated >= *rank {
                        value.get_or_insert(self.grid.edges[index].value);
                    }
                }
                next = ranks.iter().filter(|rank| **rank > cumulated).min();
            }
        }
        values
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
        for bin in self.bins().filter(|bin| bin.upper > 0.0) {
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
    use super::{Bin, Counting, Distribution, DistributionError, Grid};
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

    #[test]
    fn counts_of_a_grid_come_in_order_and_fit() {
        let grid = Grid::new([bin(0, 10, 0), bin(10, 20, 5), bin(90, 100, 1)]).unwrap();
        let mut counting = Counting::on(&grid);
        assert_eq!(counting.add(0, 7), Some(()));
        assert_eq!(counting.add(0, 7), None, "not above the last");
        assert_eq!(counting.add(1, 0), Some(()));
        assert_eq!(counting.add(3, 1), None, "not on the grid");
        assert_eq!(counting.add(2, u64::MAX), None, "too many");
        assert_eq!(counting.add(2, 1), Some(()));
        let counted = counting.finish();
        assert_eq!(counted.total(), 8);
        assert_eq!(Ok(counted), Distribution::from_bins([bin(0, 10, 7), bin(90, 100, 1)]));
    }

    #[test]
    fn counts_of_one_grid_that_overflow_are_refused() {
        let grid = Grid::new([bin(0, 10, 0), bin(10, 20, 0)]).unwrap();
        let all_in = |index| {
            let mut counting = Counting::on(&grid);
            counting.add(index, u64::MAX).unwrap();
            counting.finish()
        };
        assert_eq!(
            Distribution::merged(&[&all_in(0), &all_in(1)]),
            Err(DistributionError::TooMany)
        );
    }

    proptest! {
        #[test]
        fn on_one_grid_merging_gives_what_it_gives_without(parts in proptest::collection::vec(distributions(), 0..5)) {
            let grid = Grid::new((0..40).map(|cell| bin(cell * 10, cell * 10 + 10, 1))).unwrap();
            let on_grid: Vec<Distribution> = parts.iter().map(|part| {
                let mut counting = Counting::on(&grid);
                part.bins().for_each(|bin| counting.add(bin.lower as usize / 10, bin.count).unwrap());
                counting.finish()
            }).collect();
            prop_assert_eq!(&on_grid, &parts);
            let apart = parts.iter().try_fold(Distribution::default(), |all, more| all.merge(more));
            prop_assert_eq!(Distribution::merged(&on_grid.iter().collect::<Vec<_>>()), apart);
        }

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
            let mut all: Vec<f64> = a.bins().chain(b.bins())
                .flat_map(|bin| std::iter::repeat_n(bin.value, bin.count as usize)).collect();
            all.sort_by(f64::total_cmp);
            let percentile = Percentile::from_percent(percent).unwrap();
            let of_list = |percentile: Percentile| {
                let rank = percentile.rank(all.len() as u64).max(1) as usize;
                all.get(rank - 1).copied()
            };
            prop_assert_eq!(merged.percentile(percentile), of_list(percentile));
            let several = [Percentile::P99, percentile, Percentile::P50, percentile];
            prop_assert_eq!(merged.percentiles(several), several.map(of_list));
        }
    }
}
