//! One number of a row.

use crate::term::words;
use compact_str::CompactString;
use std::borrow::Cow;
use std::fmt;

/// Which direction of a metric is the better one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// More is better (rates).
    Higher,
    /// Less is better (latencies, errors).
    Lower,
    /// Neither: the number describes the test, not the storage.
    Neither,
}

words! {
    /// What was measured.
    Metric {
        /// Operations per second.
        Iops = "iops",
        /// Bytes per second.
        Throughput = "throughput",
        /// How long an operation took, in nanoseconds.
        Latency = "latency",
        /// How long a database waited for a batch of operations, or for one that storage does beside others; in
        /// nanoseconds. It is the latency of no single operation.
        Wait = "wait",
        /// Business transactions per second.
        Transactions = "transactions",
        /// Operations counted.
        Operations = "operations",
        /// Bytes moved.
        Bytes = "bytes",
        /// Operations that failed.
        Errors = "errors",
        /// Operations that moved fewer bytes than asked.
        ShortOperations = "short_operations",
        /// Operations dropped.
        DroppedOperations = "dropped_operations",
        /// Time the processor spent, in per cent of one processor.
        Cpu = "cpu",
        /// Time the processors of the load-generating hosts spent, in per cent of all of them.
        HostCpu = "host_cpu",
        /// Mean number of outstanding operations, measured.
        QueueDepth = "queue_depth",
        /// Context switches counted.
        ContextSwitches = "context_switches",
        /// Page faults counted.
        PageFaults = "page_faults",
    }
}

impl Metric {
    /// The unit of its values.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Iops | Self::Transactions => "1/s",
            Self::Throughput => "B/s",
            Self::Latency | Self::Wait => "ns",
            Self::Bytes => "B",
            Self::Cpu | Self::HostCpu => "%",
            Self::Operations
            | Self::QueueDepth
            | Self::Errors
            | Self::ShortOperations
            | Self::DroppedOperations
            | Self::ContextSwitches
            | Self::PageFaults => "1",
        }
    }

    /// Which direction is the better one. This is the only place that says so.
    pub fn better(self) -> Direction {
        match self {
            Self::Iops | Self::Throughput | Self::Transactions => Direction::Higher,
            Self::Latency | Self::Errors | Self::ShortOperations | Self::DroppedOperations => {
                Direction::Lower
            }
            Self::Wait
            | Self::Operations
            | Self::Bytes
            | Self::Cpu
            | Self::HostCpu
            | Self::QueueDepth
            | Self::ContextSwitches
            | Self::PageFaults => Direction::Neither,
        }
    }
}

/// A percentile between 0 and 100, kept in millionths of a per cent so that `99.9` is exact and
/// has one spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percentile(u32);

impl Percentile {
    /// The median.
    pub const P50: Self = Self(50_000_000);
    /// 90 %.
    pub const P90: Self = Self(90_000_000);
    /// 95 %.
    pub const P95: Self = Self(95_000_000);
    /// 99 %.
    pub const P99: Self = Self(99_000_000);
    /// 99.9 %.
    pub const P999: Self = Self(99_900_000);
    /// 99.99 %.
    pub const P9999: Self = Self(99_990_000);

    /// From per cent, rounded to the sixth decimal; `None` outside 0 to 100.
    pub fn from_percent(percent: f64) -> Option<Self> {
        (0.0..=100.0).contains(&percent).then(|| Self((percent * 1e6).round() as u32))
    }

    /// In per cent.
    pub fn percent(self) -> f64 {
        f64::from(self.0) / 1e6
    }

    /// How many of `total` ordered values are at or below the percentile: the least whole number
    /// that is not less than `total` × per cent ÷ 100, computed without rounding.
    pub fn rank(self, total: u64) -> u64 {
        let rank = (u128::from(total) * u128::from(self.0)).div_ceil(100_000_000);
        u64::try_from(rank).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for Percentile {
    /// `p50`, `p99.9`, `p99.999999`: no digits that say nothing.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.0 / 1_000_000, self.0 % 1_000_000);
        if fraction == 0 {
            return write!(formatter, "p{whole}");
        }
        let fraction = format!("{fraction:06}");
        write!(formatter, "p{whole}.{}", fraction.trim_end_matches('0'))
    }
}

/// Which statistic of a metric a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stat {
    /// The arithmetic mean; of a rate: operations or bytes over the time.
    Mean,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// The standard deviation as the tool computes it.
    Stddev,
    /// All of them: a count.
    Sum,
    /// How many samples a sampled statistic rests on.
    Samples,
    /// The value that this share of operations does not exceed.
    Percentile(Percentile),
}

impl fmt::Display for Stat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mean => formatter.write_str("mean"),
            Self::Min => formatter.write_str("min"),
            Self::Max => formatter.write_str("max"),
            Self::Stddev => formatter.write_str("stddev"),
            Self::Sum => formatter.write_str("sum"),
            Self::Samples => formatter.write_str("samples"),
            Self::Percentile(percentile) => percentile.fmt(formatter),
        }
    }
}

/// Which of several quantities of one metric is meant: completion latency or total latency, a
/// sampled rate, a database's own count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(Cow<'static, str>);

impl Kind {
    /// Latency from submission to completion (fio `clat`).
    pub const COMPLETION: Self = Self(Cow::Borrowed("completion"));
    /// Latency from the making of the request to completion (fio `lat`); of a database's operations, all that the
    /// storage saw.
    pub const TOTAL: Self = Self(Cow::Borrowed("total"));
    /// Time to submit (fio `slat`).
    pub const SUBMISSION: Self = Self(Cow::Borrowed("submission"));
    /// Response time as the tool measures it, from its own request to the answer (vdbench).
    pub const RESPONSE: Self = Self(Cow::Borrowed("response"));
    /// Time that a database session waited for a read (Oracle's wait events).
    pub const WAIT: Self = Self(Cow::Borrowed("wait"));
    /// Of a database's operations, those that its application asked for: without redo and control files.
    pub const APPLICATION: Self = Self(Cow::Borrowed("application"));
    /// A statistic over what was measured in intervals (rates, mean latencies), not over operations.
    pub const SAMPLES: Self = Self(Cow::Borrowed("samples"));

    /// A kind by its own name.
    pub fn named(name: impl Into<Cow<'static, str>>) -> Self {
        Self(name.into())
    }

    /// The word as it stands in a row.
    pub fn word(&self) -> &str {
        &self.0
    }
}

words! {
    /// How a published value bounds what it speaks of.
    Bound {
        /// The value itself.
        Exact = "exact",
        /// Roughly the value (`~157,000`).
        About = "about",
        /// Less than the value (`< 1 ms`).
        Below = "below",
        /// Not more than the value.
        AtMost = "at_most",
        /// More than the value.
        Above = "above",
        /// Not less than the value.
        AtLeast = "at_least",
        /// A maximum that was reached or promised (`up to`).
        UpTo = "up_to",
    }
}

/// One number: what it is, its value in base units, and the text it was read from.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// What was measured.
    pub metric: Metric,
    /// Which statistic of it.
    pub stat: Stat,
    /// Which of several quantities of the metric, where there is more than one.
    pub kind: Option<Kind>,
    /// In the metric's base unit.
    pub value: f64,
    /// For published values.
    pub bound: Option<Bound>,
    /// The number exactly as the input wrote it; `None` for a figure that was computed. It is short, and there are
    /// dozens of them in a row: it lies in the figure.
    pub written: Option<CompactString>,
}

impl Figure {
    /// A figure that was computed here, so that no input ever wrote it.
    pub fn computed(metric: Metric, stat: Stat, value: f64) -> Self {
        Self { metric, stat, kind: None, value, bound: None, written: None }
    }

    /// A figure that an input wrote as `written`.
    pub fn written(metric: Metric, stat: Stat, value: f64, written: &str) -> Self {
        Self { written: Some(written.into()), ..Self::computed(metric, stat, value) }
    }

    /// The same figure, as one that was computed.
    #[must_use]
    pub fn as_computed(&self) -> Self {
        let Self { metric, stat, value, bound, .. } = *self;
        Self { metric, stat, kind: self.kind.clone(), value, bound, written: None }
    }

    /// The unit of its value: that of the metric, but samples are counted.
    pub fn unit(&self) -> &'static str {
        if self.stat == Stat::Samples { "1" } else { self.metric.unit() }
    }

    /// The same figure, of this kind.
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Self {
        Self { kind: Some(kind), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::Percentile;

    #[test]
    fn percentiles_have_one_spelling() {
        for (percent, word) in
            [(50.0, "p50"), (99.9, "p99.9"), (99.95, "p99.95"), (99.999_999, "p99.999999")]
        {
            let percentile = Percentile::from_percent(percent).expect("within 0 to 100");
            assert_eq!(percentile.to_string(), word);
            assert!((percentile.percent() - percent).abs() < 1e-12);
        }
        assert_eq!(Percentile::from_percent(100.1), None);
        assert_eq!(Percentile::from_percent(f64::NAN), None);
    }

    #[test]
    fn ranks_are_exact_where_floating_point_is_not() {
        // 99.9 % of 1000 is 999; in floating point 0.999 * 1000 is a little less or more.
        assert_eq!(Percentile::P999.rank(1000), 999);
        assert_eq!(Percentile::P999.rank(1001), 1000);
        assert_eq!(Percentile::P50.rank(1), 1);
        assert_eq!(Percentile::P50.rank(0), 0);
        assert_eq!(Percentile::P9999.rank(u64::MAX), 18_444_899_399_302_180_660);
    }
}
