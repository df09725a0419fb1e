//! Latencies of single operations: exact percentiles of a window, and of a whole log those of a grid.
//!
//! A window's values are at hand, so its percentiles are exact: the grid tells in which bin the value of a
//! rank lies, and only the values of that bin are put in order. Of a whole log only the counts are kept, so
//! that memory does not depend on its length; its percentiles are the middles of the bins of fio's grid
//! refined eight times, at most 1/1024 off.

use crate::grid::REFINED;
use plimsoll_schema::{Bin, Distribution, Percentile, WindowLatency};

/// The percentiles of a window of interval data.
const OF_A_WINDOW: [Percentile; 5] =
    [Percentile::P50, Percentile::P90, Percentile::P95, Percentile::P99, Percentile::P999];

/// The percentiles of a whole log.
pub(crate) const OF_A_LOG: [Percentile; 6] = [
    Percentile::P50,
    Percentile::P90,
    Percentile::P95,
    Percentile::P99,
    Percentile::P999,
    Percentile::P9999,
];

/// Latencies in units of the log.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Latencies {
    count: u64,
    sum: u128,
    min: u64,
    max: u64,
    /// By index of the grid; empty until there is one.
    counts: Vec<u64>,
}

impl Latencies {
    /// Adds values.
    pub(crate) fn add(&mut self, values: &[u64]) {
        let Some(first) = values.first() else { return };
        self.make_room(*first);
        for value in values {
            self.counts[REFINED.index_of(*value) as usize] += 1;
            self.sum += u128::from(*value);
            self.min = self.min.min(*value);
            self.max = self.max.max(*value);
        }
        self.count += values.len() as u64;
    }

    /// Adds what others were.
    pub(crate) fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        self.make_room(other.min);
        for index in REFINED.index_of(other.min)..=REFINED.index_of(other.max) {
            self.counts[index as usize] += other.counts[index as usize];
        }
        self.count += other.count;
        self.sum += other.sum;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    fn make_room(&mut self, least: u64) {
        if self.counts.is_empty() {
            self.counts = vec![0; REFINED.bins()];
            self.min = least;
        }
    }

    /// The mean, in units of the log.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The least and the greatest.
    pub(crate) fn range(&self) -> Option<(u64, u64)> {
        (self.count > 0).then_some((self.min, self.max))
    }

    /// The bins, in nanoseconds.
    pub(crate) fn distribution(&self, nanoseconds: f64) -> Option<Distribution> {
        let (min, max) = self.range()?;
        let (from, to) = (REFINED.index_of(min), REFINED.index_of(max));
        let bin =
            |index: u64| -> Bin { REFINED.bin(index, nanoseconds, self.counts[index as usize]) };
        Distribution::from_bins((from..=to).map(bin)).ok()
    }

    /// The latencies of a window, percentiles from the grid.
    pub(crate) fn of_window(&self, nanoseconds: f64) -> WindowLatency {
        let percentiles = self
            .distribution(nanoseconds)
            .map(|distribution| distribution.percentiles(OF_A_WINDOW));
        self.with_percentiles(percentiles.unwrap_or_default(), nanoseconds)
    }

    fn with_percentiles(&self, percentiles: [Option<f64>; 5], nanoseconds: f64) -> WindowLatency {
        let range = self.range();
        WindowLatency {
            mean_ns: self.mean().map(|mean| mean * nanoseconds),
            min_ns: range.map(|(min, _)| min as f64 * nanoseconds),
            max_ns: range.map(|(_, max)| max as f64 * nanoseconds),
            ..with_percentiles(percentiles)
        }
    }
}

/// The latencies of a window whose percentiles are those of a distribution.
pub(crate) fn percentiles_of(distribution: &Distribution) -> WindowLatency {
    with_percentiles(distribution.percentiles(OF_A_WINDOW))
}

/// In the order of [`OF_A_WINDOW`].
fn with_percentiles(percentiles: [Option<f64>; 5]) -> WindowLatency {
    WindowLatency {
        p50_ns: percentiles[0],
        p90_ns: percentiles[1],
        p95_ns: percentiles[2],
        p99_ns: percentiles[3],
        p999_ns: percentiles[4],
        ..WindowLatency::default()
    }
}

/// Finds exact percentiles, with room that is used for one window after the other.
#[derive(Debug)]
pub(crate) struct Exact {
    counts: Vec<u32>,
    /// Which of the percentiles, from 1, lies in a bin; 0 for none.
    wanted: Vec<u8>,
    found: [Vec<u64>; 5],
}

impl Default for Exact {
    fn default() -> Self {
        Self {
            counts: vec![0; REFINED.bins()],
            wanted: vec![0; REFINED.bins()],
            found: Default::default(),
        }
    }
}

/// Where the value of a percentile lies.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The index of its bin.
    bin: usize,
    /// How many values of the bin stand before it.
    before: usize,
    /// Where the values of the bin are kept: equal bins have one place.
    kept: usize,
}

impl Exact {
    /// Measures a window, fewer than 2^32 operations, and adds it to all.
    pub(crate) fn measure(
        &mut self,
        values: &[u64],
        nanoseconds: f64,
        all: &mut Latencies,
    ) -> WindowLatency {
        let Some(mut window) = self.count(values) else { return WindowLatency::default() };
        let bins = REFINED.index_of(window.min) as usize..=REFINED.index_of(window.max) as usize;
        let places = self.places(bins.clone(), window.count);
        for value in values {
            let wanted = self.wanted[REFINED.index_of(*value) as usize];
            if wanted != 0 {
                self.found[usize::from(wanted) - 1].push(*value);
            }
        }
        let percentiles = places.map(|place| {
            let found = &mut self.found[place.kept];
            let (_, value, _) = found.select_nth_unstable(place.before);
            Some(*value as f64 * nanoseconds)
        });
        let latency = window.with_percentiles(percentiles, nanoseconds);
        self.clear(bins, &places, &mut window, all);
        latency
    }

    /// Counts the values of a window; nothing but the counts is left in the room.
    fn count(&mut self, values: &[u64]) -> Option<Latencies> {
        let first = *values.first()?;
        let (mut sum, mut min, mut max) = (0u128, first, first);
        for value in values {
            self.counts[REFINED.index_of(*value) as usize] += 1;
            sum += u128::from(*value);
            min = min.min(*value);
            max = max.max(*value);
        }
        Some(Latencies { count: values.len() as u64, sum, min, max, counts: Vec::new() })
    }

    /// Where the percentiles lie; marks their bins.
    fn places(&mut self, bins: std::ops::RangeInclusive<usize>, total: u64) -> [Place; 5] {
        let last = *bins.end();
        let (mut bin, mut before) = (*bins.start(), 0u64);
        let mut kept = 0;
        OF_A_WINDOW.map(|percentile| {
            let rank = percentile.rank(total).max(1);
            while bin < last && before + u64::from(self.counts[bin]) < rank {
                before += u64::from(self.counts[bin]);
                bin += 1;
            }
            if self.wanted[bin] == 0 {
                kept += 1;
                self.wanted[bin] = kept;
            }
            Place {
                bin,
                before: (rank - before - 1) as usize,
                kept: usize::from(self.wanted[bin]) - 1,
            }
        })
    }

    /// Adds a window to all, and makes the room empty again.
    fn clear(
        &mut self,
        bins: std::ops::RangeInclusive<usize>,
        places: &[Place; 5],
        window: &mut Latencies,
        all: &mut Latencies,
    ) {
        all.make_room(window.min);
        for (sum, count) in all.counts[bins.clone()].iter_mut().zip(&mut self.counts[bins]) {
            *sum += u64::from(std::mem::take(count));
        }
        all.count += window.count;
        all.sum += window.sum;
        all.min = all.min.min(window.min);
        all.max = all.max.max(window.max);
        for place in places {
            self.wanted[place.bin] = 0;
            self.found[place.kept].clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Exact, Latencies};
    use plimsoll_schema::Percentile;
    use proptest::prelude::*;

    fn values() -> impl Strategy<Value = Vec<u64>> {
        proptest::collection::vec(
            (any::<u64>(), 0u32..64).prop_map(|(value, shift)| value >> shift),
            1..300,
        )
    }

    proptest! {
        #[test]
        fn percentiles_of_a_window_are_those_of_its_ordered_values(mut one in values(), other in values()) {
            let (mut exact, mut all) = (Exact::default(), Latencies::default());
            exact.measure(&other, 1.0, &mut all);
            let window = exact.measure(&one, 1.0, &mut all);
            one.sort_unstable();
            let value = |percentile: Percentile| {
                Some(one[percentile.rank(one.len() as u64).max(1) as usize - 1] as f64)
            };
            prop_assert_eq!(window.p50_ns, value(Percentile::P50));
            prop_assert_eq!(window.p90_ns, value(Percentile::P90));
            prop_assert_eq!(window.p95_ns, value(Percentile::P95));
            prop_assert_eq!(window.p99_ns, value(Percentile::P99));
            prop_assert_eq!(window.p999_ns, value(Percentile::P999));
            prop_assert_eq!(window.min_ns, Some(one[0] as f64));
            prop_assert_eq!(window.max_ns, one.last().map(|value| *value as f64));
            let mut expected = Latencies::default();
            expected.add(&one);
            expected.add(&other);
            prop_assert_eq!(all, expected);
        }

        #[test]
        fn percentiles_of_all_are_near(values in values()) {
            let mut all = Latencies::default();
            all.add(&values);
            let mut ordered = values;
            ordered.sort_unstable();
            let window = all.of_window(1.0);
            let exact = ordered[Percentile::P99.rank(ordered.len() as u64) as usize - 1] as f64;
            let error = (window.p99_ns.expect("not empty") - exact).abs() / exact.max(1.0);
            prop_assert!(error <= 1.0 / 1024.0, "{} off", error);
        }

        #[test]
        fn merging_is_adding(one in values(), other in values()) {
            let (mut merged, mut part, mut added) = (Latencies::default(), Latencies::default(), Latencies::default());
            merged.add(&one);
            part.add(&other);
            merged.merge(&part);
            merged.merge(&Latencies::default());
            added.add(&one);
            added.add(&other);
            prop_assert_eq!(merged, added);
        }
    }

    #[test]
    fn nothing_has_no_latency() {
        let (mut exact, mut all) = (Exact::default(), Latencies::default());
        assert_eq!(exact.measure(&[], 1.0, &mut all), plimsoll_schema::WindowLatency::default());
        assert_eq!((all.mean(), all.range(), all.distribution(1.0)), (None, None, None));
    }
}
