//! One quantity over time: windows, and stretches that sum many of them up.

use super::series::is_drawable;

/// A window that is a little longer or later than usual is still the next one.
const SLACK: f64 = 0.5;

/// One window of time, or several that follow each other, summed up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// Begin of the first window, in seconds since the start of the run.
    pub begin_s: f64,
    /// End of the last one.
    pub end_s: f64,
    /// How many windows these are.
    pub windows: usize,
    /// The mean of their values, by their weights.
    pub mean: f64,
    /// What the mean weighs beside others: seconds for a rate, operations for a latency.
    pub weight: f64,
    /// The least value of a window.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Stretch {
    /// A single window. None if its time or its value is no number that can be drawn, or below zero.
    pub fn window(begin_s: f64, length_s: f64, value: f64, weight: f64) -> Option<Self> {
        let is_there = |number: f64| is_drawable(number) && number >= 0.0;
        let is_whole = is_there(begin_s) && is_there(value) && is_there(weight);
        (is_whole && is_there(length_s) && length_s > 0.0).then_some(Self {
            begin_s,
            end_s: begin_s + length_s,
            windows: 1,
            mean: value,
            weight,
            least: value,
            greatest: value,
        })
    }

    /// The time in its middle.
    pub(super) fn middle_s(&self) -> f64 {
        f64::midpoint(self.begin_s, self.end_s)
    }

    /// Adds what follows it.
    fn add(&mut self, next: &Self) {
        let weight = self.weight + next.weight;
        // Windows without weight count alike; rounding must not push the mean out of the range.
        let share = if weight > 0.0 {
            next.weight / weight
        } else {
            next.windows as f64 / (self.windows + next.windows) as f64
        };
        self.least = self.least.min(next.least);
        self.greatest = self.greatest.max(next.greatest);
        self.mean += (next.mean - self.mean) * share;
        self.mean = self.mean.clamp(self.least, self.greatest);
        self.weight = weight;
        self.windows += next.windows;
        self.end_s = self.end_s.max(next.end_s);
    }
}

/// One quantity of one operation over time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Timeline {
    /// How long a stretch is, gaps and the last one aside.
    pub step_s: f64,
    /// The stretches, by time. A window without a figure is in none of them.
    pub stretches: Vec<Stretch>,
}

impl Timeline {
    /// A timeline of single windows that are `window_s` long as a rule.
    pub fn new(window_s: f64, mut stretches: Vec<Stretch>) -> Self {
        stretches.sort_by(|one, other| one.begin_s.total_cmp(&other.begin_s));
        Self { step_s: window_s, stretches }
    }

    /// The same values in another unit: divided by `divisor`, which is above zero.
    #[must_use]
    pub fn in_units_of(&self, divisor: f64) -> Self {
        let scaled = |stretch: &Stretch| Stretch {
            mean: stretch.mean / divisor,
            least: stretch.least / divisor,
            greatest: stretch.greatest / divisor,
            ..*stretch
        };
        Self { step_s: self.step_s, stretches: self.stretches.iter().map(scaled).collect() }
    }

    /// The same in at most 2 × `most` + 1 stretches, mostly in no more than `most`. Each keeps the least
    /// and the greatest window that it sums up. Missing windows end a stretch only if they would be
    /// seen: if they last half as long as the new stretches.
    #[must_use]
    pub fn reduced(&self, most: usize) -> Self {
        let (Some(first), true) = (self.stretches.first(), self.stretches.len() > most) else {
            return self.clone();
        };
        let end = self.stretches.iter().map(|it| it.end_s).fold(first.end_s, f64::max);
        let times = ((end - first.begin_s) / (self.step_s * most.max(1) as f64)).ceil().max(1.0);
        let step_s = self.step_s * times;
        let most_s = step_s + SLACK * self.step_s;
        let mut stretches = vec![*first];
        for next in &self.stretches[1..] {
            let last = stretches.len() - 1;
            let current = &mut stretches[last];
            let fits = next.end_s - current.begin_s <= most_s;
            if fits && !is_gap(current, next, step_s) {
                current.add(next);
            } else {
                stretches.push(*next);
            }
        }
        Self { step_s, stretches }
    }

    /// The parts without a gap, in order.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[Stretch]> {
        self.stretches.chunk_by(|one, next| !is_gap(one, next, self.step_s))
    }

    /// Begin and end of each gap, in seconds.
    pub(super) fn gaps(&self) -> Vec<(f64, f64)> {
        let pairs = self.stretches.windows(2);
        let gaps = pairs.filter(|pair| is_gap(&pair[0], &pair[1], self.step_s));
        gaps.map(|pair| (pair[0].end_s, pair[1].begin_s)).collect()
    }

    /// The windows in all stretches together.
    pub fn windows(&self) -> usize {
        self.stretches.iter().map(|stretch| stretch.windows).sum()
    }

    /// The most windows that one stretch sums up.
    pub(super) fn most_windows(&self) -> usize {
        self.stretches.iter().map(|stretch| stretch.windows).max().unwrap_or(0)
    }
}

/// Whether windows are missing between two stretches.
fn is_gap(one: &Stretch, next: &Stretch, step_s: f64) -> bool {
    next.begin_s - one.end_s > SLACK * step_s
}

#[cfg(test)]
mod tests {
    use super::{Stretch, Timeline};
    use proptest::prelude::*;

    fn timeline(windows: &[(f64, f64)]) -> Timeline {
        let window = |&(begin, value): &(f64, f64)| Stretch::window(begin, 1.0, value, 1.0);
        Timeline::new(1.0, windows.iter().filter_map(window).collect())
    }

    fn seconds(range: std::ops::Range<u32>) -> Vec<(f64, f64)> {
        range.map(|second| (f64::from(second), f64::from(second % 7))).collect()
    }

    #[test]
    fn few_windows_stay_as_they_are() {
        let few = timeline(&seconds(0..50));
        assert_eq!(few.reduced(50), few);
    }

    #[test]
    fn many_windows_become_stretches_of_equal_length() {
        let reduced = timeline(&seconds(0..1000)).reduced(100);
        assert_eq!((reduced.step_s, reduced.stretches.len()), (10.0, 100));
        assert!(reduced.stretches.iter().all(|stretch| stretch.windows == 10));
        let first = reduced.stretches[0];
        assert_eq!((first.least, first.greatest), (0.0, 6.0));
        assert!((first.mean - 2.4).abs() < 1e-12, "{}", first.mean);
        assert_eq!((first.begin_s, first.end_s), (0.0, 10.0));
    }

    #[test]
    fn a_mean_is_weighted_and_windows_without_weight_do_not_count() {
        let windows = [(0.0, 10.0, 3.0), (1.0, 20.0, 1.0), (2.0, 90.0, 0.0)];
        let windows = windows.map(|(begin, value, weight)| {
            Stretch::window(begin, 1.0, value, weight).expect("a window")
        });
        let reduced = Timeline::new(1.0, windows.to_vec()).reduced(1);
        assert_eq!(reduced.stretches.len(), 1);
        assert_eq!((reduced.stretches[0].mean, reduced.stretches[0].greatest), (12.5, 90.0));
    }

    #[test]
    fn a_gap_that_can_be_seen_stays_a_gap() {
        let mut windows = seconds(0..600);
        windows.retain(|(begin, _)| {
            !(300.0..360.0).contains(begin) && !(100.0..101.0).contains(begin)
        });
        let whole = timeline(&windows);
        assert_eq!(whole.gaps(), [(100.0, 101.0), (300.0, 360.0)]);
        let reduced = whole.reduced(60);
        assert_eq!(reduced.gaps(), [(300.0, 360.0)], "a second of ten is not seen");
        assert_eq!(reduced.parts().count(), 2);
        assert_eq!(reduced.windows(), 539);
    }

    #[test]
    fn windows_that_come_a_little_late_leave_no_gap() {
        let late: Vec<(f64, f64)> =
            (0..2000).map(|index| (f64::from(index) * 1.001, 5.0)).collect();
        let late = timeline(&late);
        assert_eq!(late.gaps(), []);
        assert_eq!(late.reduced(100).gaps(), []);
    }

    #[test]
    fn what_is_no_number_is_no_window() {
        for (begin, length, value) in [
            (f64::NAN, 1.0, 1.0),
            (-1.0, 1.0, 1.0),
            (0.0, 0.0, 1.0),
            (0.0, 1.0, f64::INFINITY),
            (0.0, 1.0, -1.0),
        ] {
            assert_eq!(Stretch::window(begin, length, value, 1.0), None);
        }
    }

    proptest! {
        #[test]
        fn stretches_keep_the_least_and_the_greatest_of_their_windows(
            values in prop::collection::vec((0f64..1e6, 0u32..4), 1..700),
            mosts in (1usize..80, 1usize..80),
        ) {
            let mut begin = 0.0;
            let mut windows = Vec::new();
            for (value, missing) in values {
                // Every fourth time, windows are missing.
                begin += if missing == 3 { value % 40.0 } else { 0.0 };
                windows.push((begin, value));
                begin += 1.0;
            }
            let whole = timeline(&windows);
            // Reducing twice is what reading and drawing do.
            let reduced = whole.reduced(mosts.0.max(mosts.1)).reduced(mosts.1);
            prop_assert!(reduced.stretches.len() <= 2 * mosts.1 + 1);
            prop_assert_eq!(reduced.windows(), whole.windows());
            for stretch in &reduced.stretches {
                let own: Vec<f64> = windows
                    .iter()
                    .filter(|it| (stretch.begin_s..stretch.end_s).contains(&it.0))
                    .map(|it| it.1)
                    .collect();
                prop_assert_eq!(own.len(), stretch.windows);
                let least = own.iter().copied().fold(f64::INFINITY, f64::min);
                let greatest = own.iter().copied().fold(0.0, f64::max);
                prop_assert_eq!((least, greatest), (stretch.least, stretch.greatest));
                let mean = own.iter().sum::<f64>() / own.len() as f64;
                prop_assert!((mean - stretch.mean).abs() < 1e-6 * mean.max(1.0));
            }
        }
    }
}
