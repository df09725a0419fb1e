//! The words of the schema that come from closed lists.

use std::borrow::Cow;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$item_about:meta])* $item:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$item_about])* $item,)*
        }

        impl $name {
            /// The word as it stands in a row.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$item => $word,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.word())
            }
        }
    };
}

pub(crate) use words;

words! {
    /// Where a figure comes from.
    Origin {
        /// A tool measured it.
        Measured = "measured",
        /// A vendor published it.
        Published = "published",
    }
}

words! {
    /// How much of a run a row covers.
    MeasuredLevel {
        /// One job, one storage definition, one client.
        Job = "job",
        /// Everything that ran at the same time.
        Run = "run",
    }
}

words! {
    /// The order in which addresses were touched.
    Pattern {
        /// One block after the other.
        Sequential = "sequential",
        /// In random order.
        Random = "random",
        /// Partly random, partly sequential.
        Mixed = "mixed",
    }
}

words! {
    /// What kind of statement a published value is.
    Claimed {
        /// It was measured.
        Result = "result",
        /// The vendor says that it is an estimate.
        Estimate = "estimate",
        /// It is a limit of the service.
        Limit = "limit",
    }
}

/// The operation that a row counts: `read`, `write`, `trim`, `total`, `sync`, or a file-system
/// operation such as `getattr`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Op(Cow<'static, str>);

impl Op {
    /// Reads.
    pub const READ: Self = Self(Cow::Borrowed("read"));
    /// Writes.
    pub const WRITE: Self = Self(Cow::Borrowed("write"));
    /// Discards.
    pub const TRIM: Self = Self(Cow::Borrowed("trim"));
    /// Flushes to stable storage (fsync, fdatasync and their like).
    pub const SYNC: Self = Self(Cow::Borrowed("sync"));
    /// All operations together.
    pub const TOTAL: Self = Self(Cow::Borrowed("total"));

    /// An operation by its own name.
    pub fn named(name: impl Into<Cow<'static, str>>) -> Self {
        Self(name.into())
    }

    /// The word as it stands in a row.
    pub fn word(&self) -> &str {
        &self.0
    }
}
