//! What a measured or published row is a row of, as far as two must agree in it.

use crate::request::Told;
use plimsoll_reference::Entry;
use plimsoll_schema::{Op, Pattern, Row};

/// What two rows must agree in to be set beside each other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Workload {
    pub(crate) op: Option<Op>,
    pub(crate) protocol: Option<String>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) block_size_bytes: Option<u64>,
    pub(crate) read_percent: Option<f64>,
}

/// One thing that two rows must agree in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aspect {
    Op,
    Protocol,
    Pattern,
    BlockSize,
    ReadShare,
}

/// Whether two rows agree in one aspect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    Same,
    Different,
    /// The measurement does not tell.
    NotMeasured,
    /// The page does not state it.
    NotStated,
}

impl Aspect {
    pub(crate) const ALL: [Self; 5] =
        [Self::Op, Self::Protocol, Self::Pattern, Self::BlockSize, Self::ReadShare];

    /// The name of its column.
    pub(crate) fn column(self) -> &'static str {
        match self {
            Self::Op => "op",
            Self::Protocol => "protocol",
            Self::Pattern => "pattern",
            Self::BlockSize => "block_size_bytes",
            Self::ReadShare => "read_percent",
        }
    }

    /// The word for people.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Op => "operation",
            Self::Protocol => "protocol",
            Self::Pattern => "pattern",
            Self::BlockSize => "block size",
            Self::ReadShare => "read share",
        }
    }

    /// Whether the name of a workload stands for it.
    pub(crate) fn is_of_the_name(self) -> bool {
        matches!(self, Self::Pattern | Self::BlockSize | Self::ReadShare)
    }
}

impl Workload {
    /// Of a measured row; only the campaign can tell the protocol.
    pub(crate) fn measured(row: &Row, told: &Told<'_>) -> Self {
        Self { protocol: told.protocol(row).map(str::to_owned), ..Self::of(row) }
    }

    /// Of a row of a reference.
    pub(crate) fn published(row: &Row, entry: &Entry) -> Self {
        Self { protocol: entry.protocol.as_deref().map(str::to_owned), ..Self::of(row) }
    }

    fn of(row: &Row) -> Self {
        let identity = &row.identity;
        Self {
            op: identity.op.clone(),
            protocol: None,
            pattern: identity.pattern,
            block_size_bytes: identity.block_size_bytes,
            read_percent: identity.read_percent,
        }
    }

    /// Whether a measured workload agrees with a published one in an aspect.
    pub(crate) fn matches(&self, published: &Self, aspect: Aspect) -> Match {
        let share = |share: f64| (share * 1e6).round().to_bits();
        let protocol = |name: &String| name.to_lowercase();
        let (one, other) = (self, published);
        match aspect {
            Aspect::Op => compared(one.op.as_ref(), other.op.as_ref()),
            Aspect::Protocol => {
                compared(one.protocol.as_ref().map(protocol), other.protocol.as_ref().map(protocol))
            }
            Aspect::Pattern => compared(one.pattern, other.pattern),
            Aspect::BlockSize => compared(one.block_size_bytes, other.block_size_bytes),
            Aspect::ReadShare => {
                compared(one.read_percent.map(share), other.read_percent.map(share))
            }
        }
    }

    /// The value of an aspect, for people.
    pub(crate) fn text(&self, aspect: Aspect) -> Option<String> {
        match aspect {
            Aspect::Op => self.op.as_ref().map(|op| op.word().to_owned()),
            Aspect::Protocol => self.protocol.clone(),
            Aspect::Pattern => self.pattern.map(|pattern| pattern.word().to_owned()),
            Aspect::BlockSize => self.block_size_bytes.map(plimsoll_unit::size),
            Aspect::ReadShare => self.read_percent.map(|share| format!("{} %", rounded(share))),
        }
    }
}

fn compared<T: PartialEq>(measured: Option<T>, published: Option<T>) -> Match {
    match (measured, published) {
        (_, None) => Match::NotStated,
        (None, _) => Match::NotMeasured,
        (Some(one), Some(other)) if one == other => Match::Same,
        _ => Match::Different,
    }
}

/// To hundredths, without zeros at the end.
fn rounded(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}
