//! What words mean.

use plimsoll_schema::Bound;
use std::fmt;

macro_rules! concepts {
    ($($(#[$about:meta])* $name:ident = $key:literal,)*) => {
        /// What a word of a page means.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Concept {
            $($(#[$about])* $name,)*
        }

        impl Concept {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its key in the files of words.
            pub fn key(self) -> &'static str {
                match self {
                    $(Self::$name => $key,)*
                }
            }
        }
    };
}

concepts! {
    /// Reads.
    Read = "read",
    /// Writes.
    Write = "write",
    /// Reads and writes together, where a word says so.
    Mixed = "mixed",
    /// Sequential access.
    Sequential = "sequential",
    /// Random access.
    Random = "random",
    /// The size of a block.
    BlockSize = "block_size",
    /// Bytes a second.
    Throughput = "throughput",
    /// Operations a second.
    Iops = "iops",
    /// How long an operation takes.
    Latency = "latency",
    /// Transactions.
    Transactions = "transactions",
    /// Outstanding operations of a job, or of a client.
    QueueDepth = "queue_depth",
    /// Jobs, threads or processes of the tool.
    Jobs = "jobs",
    /// Machines that make the load.
    Clients = "clients",
    /// Volumes of the storage, or its disks.
    Volumes = "volumes",
    /// A pool of storage that volumes are cut from.
    Pool = "pool",
    /// What the test touches.
    WorkingSet = "working_set",
    /// The size of a volume or a disk.
    Capacity = "capacity",
    /// A level or tier of service.
    ServiceLevel = "service_level",
    /// A kind of load.
    Workload = "workload",
    /// A protocol of access.
    Protocol = "protocol",
    /// The header of a column of operations.
    Operation = "operation",
    /// The header of a column of access patterns.
    AccessPattern = "access_pattern",
    /// An operating system.
    OperatingSystem = "operating_system",
    /// One only: `a single volume`.
    Single = "single",
    /// One of each: `of each machine`.
    Each = "each",
    /// All together: `576 GiB in total`.
    Total = "total",
    /// Shares of two things.
    Ratio = "ratio",
    /// Money.
    Price = "price",
    /// A maximum that does not last.
    Burst = "burst",
    /// How long something lasts.
    Duration = "duration",
    /// Networks, links and ports, whose speeds are none of a storage.
    Network = "network",
    /// The arithmetic mean.
    Mean = "mean",
    /// The vendor estimates.
    Estimate = "estimate",
    /// A limit of the service; before a value: limited to it.
    Limit = "limit",
    /// A setting that was chosen.
    Setting = "setting",
    /// Versions of software: numbers beside such a word are no evidence of a decimal mark.
    Version = "version",
    /// Roughly.
    About = "about",
    /// Less than.
    Below = "below",
    /// Not more than.
    AtMost = "at_most",
    /// More than.
    Above = "above",
    /// Not less than.
    AtLeast = "at_least",
    /// Up to.
    UpTo = "up_to",
    /// The least value; in a header it makes values "at least".
    Minimum = "minimum",
    /// The greatest value; in a header it makes values "up to".
    Maximum = "maximum",
    /// Stands between the ends of a range: `3 000 à 7 000`.
    To = "to",
    /// Stands before the two ends of a range: `between 300 and 2400`.
    Between = "between",
    /// Stands between alternatives: `6.000 oder 48.000`.
    Or = "or",
    /// Joins.
    And = "and",
    /// Less than a millisecond, without a digit: `サブミリ秒`.
    SubMillisecond = "sub_millisecond",
    /// A number without a value, such as `数百` or `hundreds of`.
    VagueNumber = "vague_number",
    /// Stands in a cell that has no value: `n/a`.
    NotAvailable = "not_available",
    /// A longer word that holds one of the others and means something else.
    Other = "other",
}

/// Where a word stands that says something of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Before the value: `約 1,600`.
    Before,
    /// Behind the value: `1 ms 미만`.
    After,
}

impl Concept {
    /// The concept of a key in the files of words.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|concept| concept.key() == key)
    }

    /// How a word of this concept bounds the value that it stands at.
    ///
    /// `maximum` before a value means up to, `minimum` at least, `limit` (limited to) up to.
    pub fn bound(self) -> Option<Bound> {
        match self {
            Self::About => Some(Bound::About),
            Self::Below => Some(Bound::Below),
            Self::AtMost => Some(Bound::AtMost),
            Self::Above => Some(Bound::Above),
            Self::AtLeast | Self::Minimum => Some(Bound::AtLeast),
            Self::UpTo | Self::Maximum | Self::Limit => Some(Bound::UpTo),
            _ => None,
        }
    }

    /// Whether its words are units, in which `ı`, `İ` and `i` are one letter in every language.
    pub(crate) fn is_unit(self) -> bool {
        matches!(self, Self::Iops | Self::Transactions)
    }

    /// Whether it stands between values or beside one, and means nothing elsewhere.
    pub fn is_of_values(self) -> bool {
        matches!(
            self,
            Self::About
                | Self::Below
                | Self::AtMost
                | Self::Above
                | Self::AtLeast
                | Self::UpTo
                | Self::To
                | Self::Between
                | Self::Or
                | Self::And
        )
    }
}

impl fmt::Display for Concept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.key())
    }
}
