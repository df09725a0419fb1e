//! A load curve: one workload at growing load.

use crate::crossing::{Crossing, Passed};
use crate::point::Point;
use crate::sample::Sample;
use plimsoll_schema::{Kind, Metric, Op, Row, Stat};
use std::sync::Arc;

/// The threshold of mean latency at which a curve is read, in nanoseconds: 1 ms.
pub const DEFAULT_LATENCY_THRESHOLD_NS: f64 = 1e6;

/// A load reached its limit if its rate is at least this part of it.
const REACHED: f64 = 0.95;

/// One workload of one system at three or more loads.
#[derive(Debug, Clone)]
pub struct Curve {
    /// What the tool calls it, without the load.
    pub name: Option<Arc<str>>,
    /// The operation it is a curve of: that of a pure workload, else reads and writes together,
    /// since both share the system and only their sum has a knee.
    pub op: Op,
    /// The operation whose latency it has: that of its rate, or reads, see [`Point::latency_op`].
    pub latency_op: Op,
    /// Its loads, in the order of what was asked for, lowest first. Each has a rate of `op`.
    pub loads: Vec<Load>,
    /// Index of the load with the greatest mean rate of `op`; of equal ones that with the lowest mean
    /// latency.
    pub peak: usize,
    /// Where its mean latency passes the threshold of the request.
    pub crossing: Crossing,
}

/// One load of a curve.
#[derive(Debug, Clone)]
pub struct Load {
    /// What was asked for.
    pub asked: Asked,
    /// Indices of the comparison's points that ran it. More than one if repeats of a curve asked for
    /// other rates, because each found another maximum.
    pub points: Vec<usize>,
    /// These points together: every time it was run.
    pub point: Point,
}

/// The load that was asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Asked {
    /// So many per cent of the maximum that the tool found first.
    Percent {
        /// Per cent of the maximum.
        percent: f64,
        /// The rate in operations per second; `None` if repeats differ in it or none tells.
        target_iops: Option<f64>,
    },
    /// So many operations per second.
    Rate(f64),
    /// So many jobs, each with so many outstanding operations.
    Outstanding {
        /// Jobs in all.
        jobs: Option<u64>,
        /// Outstanding operations of each job.
        queue_depth: Option<u64>,
    },
    /// As much as the system takes.
    Maximum,
}

impl Load {
    /// The values of a figure over the repeats. A latency is of the kind that the rows show, and of the
    /// operation that [`Point::latency_op`] says.
    pub fn sample(&self, op: &Op, metric: Metric, stat: Stat) -> Option<Sample> {
        match metric {
            Metric::Latency => self.point.sample(&self.point.latency_op(op), metric, stat),
            _ => self.point.sample(op, metric, stat),
        }
    }

    /// The mean over the repeats of a rate or of the mean latency.
    pub fn mean(&self, op: &Op, metric: Metric) -> Option<f64> {
        self.sample(op, metric, Stat::Mean).map(|sample| sample.mean())
    }

    /// Whether it was to do less than the system may take. All of the maximum that the tool found first is
    /// no limit.
    fn is_limited(&self) -> bool {
        match self.asked {
            Asked::Percent { percent, .. } => percent < 100.0,
            Asked::Rate(_) => true,
            Asked::Outstanding { .. } | Asked::Maximum => false,
        }
    }

    fn latency(&self, op: &Op, kind: Option<&Kind>) -> Option<Sample> {
        match kind {
            Some(kind) => self.point.latency_sample(&self.point.latency_op(op), Stat::Mean, kind),
            None => self.sample(op, Metric::Latency, Stat::Mean),
        }
    }
}

impl Curve {
    /// A curve of these loads; `None` if fewer than `least` of them have a rate.
    pub(crate) fn of(
        name: Option<Arc<str>>,
        op: Op,
        mut loads: Vec<Load>,
        least: usize,
        threshold_ns: f64,
    ) -> Option<Self> {
        loads.retain(|load| rate(load, &op).is_some());
        if loads.len() < least {
            return None;
        }
        let peak = greatest(loads.iter().enumerate(), &op)?;
        let unread = Crossing { threshold_ns, passed: Passed::Unknown, falls_again: false };
        let mut latency_ops: Vec<Op> = loads.iter().map(|it| it.point.latency_op(&op)).collect();
        latency_ops.dedup();
        let latency_op =
            if let [only] = latency_ops.as_slice() { only.clone() } else { op.clone() };
        let mut curve = Self { name, op, latency_op, loads, peak, crossing: unread };
        curve.crossing = curve.crossing_of(&curve.op, None, threshold_ns);
        Some(curve)
    }

    /// The load with the greatest rate.
    pub fn peak(&self) -> &Load {
        &self.loads[self.peak]
    }

    /// Whether its peak is a lower bound: every load was limited, and the highest still reached its limit
    /// within 5 %, or nothing tells whether it did.
    pub fn peak_is_lower_bound(&self) -> bool {
        let reached = |load: &Load| {
            let limit = load.point.rate_limit(&self.op);
            limit.zip(rate(load, &self.op)).is_none_or(|(it, rate)| rate >= REACHED * it.of_op)
        };
        self.loads.iter().all(Load::is_limited) && self.loads.last().is_some_and(reached)
    }

    /// Whether one of the comparison's points is a load of it.
    pub fn has(&self, point: usize) -> bool {
        self.loads.iter().any(|load| load.points.contains(&point))
    }

    /// Whether one of the comparison's points is its first one, in their order.
    pub(crate) fn is_first(&self, point: usize) -> bool {
        self.loads.iter().flat_map(|load| &load.points).min() == Some(&point)
    }

    /// The row that tells what all loads share.
    pub fn row(&self) -> Option<Row> {
        self.peak().point.row(&self.op)
    }

    /// The rate of its operation where it passes the threshold of the request: interpolated, measured,
    /// or at least so much, as [`Curve::crossing`] says. `None` if already the lowest load is above.
    pub fn iops_at_threshold(&self) -> Option<Sample> {
        self.rate_at(&self.crossing, &self.op)
    }

    /// The rate of an operation at a crossing of its own, as [`Curve::iops_at_threshold`].
    pub fn rate_at(&self, crossing: &Crossing, op: &Op) -> Option<Sample> {
        self.sample_at(crossing, op, Metric::Iops, None)
    }

    /// Where an operation's mean latency passes a threshold in nanoseconds. The latency is of `kind`,
    /// else of the kind that the rows show.
    pub(crate) fn crossing_of(&self, op: &Op, kind: Option<&Kind>, threshold_ns: f64) -> Crossing {
        let loads: Vec<(usize, f64, f64)> = self
            .loads
            .iter()
            .enumerate()
            .filter_map(|(index, load)| {
                let latency = load.latency(op, kind)?.mean();
                let is_known = latency.is_finite() && latency > 0.0;
                is_known.then_some((index, rate(load, op)?, latency))
            })
            .collect();
        Crossing::of(&loads, threshold_ns)
    }

    /// Whether every load with a rate of an operation has its latency of this kind.
    pub(crate) fn has_latency(&self, op: &Op, kind: &Kind) -> bool {
        let mut loads = self.loads.iter().filter(|load| rate(load, op).is_some());
        loads.all(|load| load.latency(op, Some(kind)).is_some())
    }

    /// The values of a rate at a crossing, one for each repeat.
    pub(crate) fn sample_at(
        &self,
        crossing: &Crossing,
        op: &Op,
        metric: Metric,
        kind: Option<&Kind>,
    ) -> Option<Sample> {
        match crossing.passed {
            Passed::Between { below, above, weight } => {
                let side = |load: usize| {
                    let load = &self.loads[load];
                    Some((load.sample(op, metric, Stat::Mean)?, load.latency(op, kind)?))
                };
                interpolated(&side(below)?, &side(above)?, weight, crossing.threshold_ns)
            }
            Passed::At { load, .. } | Passed::Never { load } => {
                self.loads[load].sample(op, metric, Stat::Mean)
            }
            Passed::Always { .. } | Passed::Unknown => None,
        }
    }

    /// The load that is set beside a published row: of those with the jobs and the depth that the page
    /// states, if there are any, else of all, the one with the greatest rate.
    pub(crate) fn load_beside(&self, published: Option<&Row>) -> usize {
        let agrees = |own: Option<u64>, theirs: Option<u64>| theirs.is_none() || own == theirs;
        let is_as_stated = |(_, load): &(usize, &Load)| {
            let own = load.point.row(&self.op);
            own.zip(published).is_some_and(|(own, theirs)| {
                let (own, theirs) = (&own.identity, &theirs.identity);
                agrees(own.jobs, theirs.jobs) && agrees(own.queue_depth, theirs.queue_depth)
            })
        };
        let as_stated = self.loads.iter().enumerate().filter(is_as_stated);
        greatest(as_stated, &self.op).unwrap_or(self.peak)
    }
}

/// A rate that is a figure: a load at which nothing was done says nothing.
fn rate(load: &Load, op: &Op) -> Option<f64> {
    load.mean(op, Metric::Iops).filter(|rate| rate.is_finite() && *rate > 0.0)
}

/// The load with the greatest rate; of equal ones that with the lowest latency, then the first.
fn greatest<'l>(loads: impl Iterator<Item = (usize, &'l Load)>, op: &Op) -> Option<usize> {
    let of = |(index, load): (usize, &Load)| {
        let latency = load.mean(op, Metric::Latency).unwrap_or(f64::INFINITY);
        Some((index, rate(load, op)?, latency))
    };
    let best = loads.filter_map(of).reduce(|best, load| {
        let is_better = load.1 > best.1 || (load.1 >= best.1 && load.2 < best.2);
        if is_better { load } else { best }
    });
    best.map(|(index, _, _)| index)
}

/// The values between two loads, given as rate and latency over their repeats. If both have as many
/// repeats, each repeat has a value: it is moved along the slope of the means to the threshold, so
/// that the spread of both quantities shows, and the mean of the values is that of the means. Else it
/// is the one value of the means.
fn interpolated(
    below: &(Sample, Sample),
    above: &(Sample, Sample),
    weight: f64,
    threshold_ns: f64,
) -> Option<Sample> {
    let between = |low: f64, high: f64| low + weight * (high - low);
    let slope = (above.0.mean() - below.0.mean()) / (above.1.mean() - below.1.mean());
    let n = below.0.n();
    if n > 1 && [&below.1, &above.0, &above.1].iter().all(|sample| sample.n() == n) {
        let value = |at: usize| {
            let rate = between(below.0.values()[at], above.0.values()[at]);
            let latency = between(below.1.values()[at], above.1.values()[at]);
            rate + slope * (threshold_ns - latency)
        };
        return Sample::new((0..n).map(value).collect());
    }
    Sample::new(vec![between(below.0.mean(), above.0.mean())])
}

#[cfg(test)]
mod tests {
    use super::{Sample, interpolated};

    fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).expect("values")
    }

    #[test]
    fn repeats_keep_their_spread_and_the_mean_is_that_of_the_means() {
        // At 1 ms, half of the way from 0.5 to 1.5 ms and from 100 to 200 IOPS.
        let below = (sample(&[90.0, 110.0]), sample(&[0.5, 0.5]));
        let above = (sample(&[190.0, 210.0]), sample(&[1.4, 1.6]));
        let at = interpolated(&below, &above, 0.5, 1.0).expect("values");
        // The slope is 100 IOPS for a millisecond; the first repeat is 0.05 ms too fast.
        let expected = [140.0 + 100.0 * 0.05, 160.0 - 100.0 * 0.05];
        assert!(at.values().iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9));
        assert!((at.mean() - 150.0).abs() < 1e-9);
    }

    #[test]
    fn unequal_numbers_of_repeats_give_the_value_of_the_means() {
        let below = (sample(&[90.0, 110.0]), sample(&[0.5, 0.5]));
        let above = (sample(&[200.0]), sample(&[1.5]));
        let at = interpolated(&below, &above, 0.25, 0.75).expect("a value");
        assert_eq!(at.values(), [125.0]);
    }
}
