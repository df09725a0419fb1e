//! Units: what they measure, and their size in the base unit of the schema.

use crate::number::Decimal;
use plimsoll_schema::Metric;
use std::fmt;

mod spelling;

pub(crate) use spelling::{UnitSpellings, is_western_letter};

/// What a unit measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Operations a second (IOPS).
    OperationsPerSecond,
    /// Transactions a second.
    TransactionsPerSecond,
    /// Bytes a second.
    BytesPerSecond,
    /// Bytes.
    Bytes,
    /// A time; the base unit is the nanosecond.
    Time,
    /// Parts of a hundred.
    Percent,
    /// A ratio: `2.3x`.
    Ratio,
}

/// A unit with its size, for instance MiB/s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unit {
    /// What it measures.
    pub dimension: Dimension,
    /// Its usual name: `MiB/s`, `ms`, `IOPS`.
    pub name: &'static str,
    /// Its size in base units.
    factor: u64,
}

/// Sizes: name, name of the rate, bytes.
const BYTES: &[(&str, &str, u64)] = &[
    ("B", "B/s", 1),
    ("kB", "kB/s", 1_000),
    ("MB", "MB/s", 1_000_000),
    ("GB", "GB/s", 1_000_000_000),
    ("TB", "TB/s", 1_000_000_000_000),
    ("PB", "PB/s", 1_000_000_000_000_000),
    ("KiB", "KiB/s", 1 << 10),
    ("MiB", "MiB/s", 1 << 20),
    ("GiB", "GiB/s", 1 << 30),
    ("TiB", "TiB/s", 1 << 40),
    ("PiB", "PiB/s", 1 << 50),
];

/// Bits a second: name of the bits, name of the rate, bytes a second.
const BITS: &[(&str, &str, u64)] = &[
    ("kbit", "kbit/s", 125),
    ("Mbit", "Mbit/s", 125_000),
    ("Gbit", "Gbit/s", 125_000_000),
    ("Tbit", "Tbit/s", 125_000_000_000),
];

/// Times: key, name, nanoseconds.
const TIMES: &[(&str, &str, u64)] = &[
    ("ns", "ns", 1),
    ("us", "µs", 1_000),
    ("ms", "ms", 1_000_000),
    ("s", "s", 1_000_000_000),
    ("min", "min", 60_000_000_000),
    ("h", "h", 3_600_000_000_000),
];

impl Unit {
    /// The metric whose values have it; sizes, shares and ratios are of none.
    pub fn metric(self) -> Option<Metric> {
        match self.dimension {
            Dimension::OperationsPerSecond => Some(Metric::Iops),
            Dimension::TransactionsPerSecond => Some(Metric::Transactions),
            Dimension::BytesPerSecond => Some(Metric::Throughput),
            Dimension::Time => Some(Metric::Latency),
            Dimension::Bytes | Dimension::Percent | Dimension::Ratio => None,
        }
    }

    /// Operations a second.
    pub const IOPS: Self = Self::of(Dimension::OperationsPerSecond, "IOPS", 1);
    /// Transactions a second.
    pub const TRANSACTIONS: Self = Self::of(Dimension::TransactionsPerSecond, "TPS", 1);
    /// Milliseconds.
    pub const MILLISECOND: Self = Self::of(Dimension::Time, "ms", 1_000_000);
    /// Parts of a hundred.
    pub const PERCENT: Self = Self::of(Dimension::Percent, "%", 1);
    /// How many times as much.
    pub const RATIO: Self = Self::of(Dimension::Ratio, "x", 1);

    const fn of(dimension: Dimension, name: &'static str, factor: u64) -> Self {
        Self { dimension, name, factor }
    }

    /// The size of this name: `KiB`.
    fn bytes(name: &str) -> Option<Self> {
        let (name, _, factor) = BYTES.iter().find(|(known, ..)| *known == name)?;
        Some(Self::of(Dimension::Bytes, name, *factor))
    }

    /// The rate of bytes or bits of this name: `MiB` gives MiB/s, `Gbit` gives Gbit/s.
    fn rate(name: &str) -> Option<Self> {
        let mut all = BYTES.iter().chain(BITS);
        let (_, name, factor) = all.find(|(known, ..)| *known == name)?;
        Some(Self::of(Dimension::BytesPerSecond, name, *factor))
    }

    fn time(key: &str) -> Option<Self> {
        let (_, name, factor) = TIMES.iter().find(|(known, ..)| *known == key)?;
        Some(Self::of(Dimension::Time, name, *factor))
    }

    /// The number of this unit in base units, rounded once: bytes a second, operations a second,
    /// nanoseconds, bytes. `None` if it is too great.
    ///
    /// ```
    /// use plimsoll_lexicon::{Decimal, Lexicon};
    /// let unit = Lexicon::builtin().unit("MiB/s").expect("known");
    /// let number = Decimal::from_digits("1527", "3").expect("digits");
    /// assert_eq!(unit.to_base(number), Some(1601490124.8));
    /// ```
    pub fn to_base(&self, number: Decimal) -> Option<f64> {
        number.times(self.factor).map(Decimal::to_f64)
    }

    /// The number of this unit in base units where that is whole, for sizes.
    pub fn to_base_whole(&self, number: Decimal) -> Option<u64> {
        number.times(self.factor).and_then(Decimal::to_u64)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}
