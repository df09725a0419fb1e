//! The conditions of a test, found in captions, headings and lists.
//!
//! Such text has lost its line breaks and is glued to the names in it. What is looked for is a count
//! or a size beside a word or a key that says of what: `가상 머신 6개`, `rsize … 65536`. What two
//! readers would read differently is left out: conditions are never guessed.

mod assign;
mod token;

use crate::language::Languages;
use crate::name::Names;
use std::fmt;
use std::ops::Range;

/// A condition of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Which one.
    pub parameter: Parameter,
    /// Its value.
    pub value: ConditionValue,
    /// Whether it is that of each client, or of all together.
    pub scope: Scope,
    /// Where its value stands in the text.
    pub range: Range<usize>,
}

/// The value of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionValue {
    /// How many.
    Count(u64),
    /// How many bytes.
    Bytes(u64),
    /// A name, in the vendor's English form.
    Name(String),
}

impl fmt::Display for ConditionValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(number) | Self::Bytes(number) => write!(formatter, "{number}"),
            Self::Name(name) => formatter.write_str(name),
        }
    }
}

/// Of what a count or a size is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Of each client: `96 GiB` of every machine.
    Each,
    /// Of all together: `576 GiB in total`.
    Total,
    /// The text does not say.
    Unsaid,
}

macro_rules! parameters {
    ($($(#[$about:meta])* $name:ident = $word:literal,)*) => {
        /// A condition that is looked for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Parameter {
            $($(#[$about])* $name,)*
        }

        impl Parameter {
            /// Its name: that of its column, or of its parameter of a row.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

parameters! {
    /// Machines that make the load.
    Clients = "clients",
    /// The type of machine.
    ClientType = "client_type",
    /// The operating system of the clients.
    OperatingSystem = "os",
    /// The bytes that the test touches.
    WorkingSet = "working_set_bytes",
    /// Connections of an NFS mount.
    Nconnect = "nconnect",
    /// The greatest transfer of an NFS mount.
    RsizeWsize = "rsize_wsize_bytes",
    /// iSCSI sessions.
    NrSessions = "nr_sessions",
    /// SMB connections for each network interface with receive-side scaling.
    SmbConnections = "smb_connections_per_rss_interface",
    /// Volumes.
    Volumes = "volumes",
    /// The size of a volume.
    VolumeSize = "volume_bytes",
    /// The size of a pool.
    PoolSize = "pool_bytes",
    /// Jobs, threads or processes of the tool.
    Jobs = "jobs",
    /// Outstanding operations of a job.
    QueueDepth = "queue_depth",
    /// The size of a block.
    BlockSize = "block_size_bytes",
    /// The order of addresses: `sequential` or `random`.
    Pattern = "pattern",
    /// The protocol.
    Protocol = "protocol",
    /// The level of service.
    ServiceLevel = "service_level",
    /// The benchmark.
    Tool = "tool",
    /// The tier that holds the data: `hot` or `cool`.
    Tier = "tier",
}

impl fmt::Display for Parameter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

/// All conditions that a text names, in the order of the text.
///
/// ```
/// use plimsoll_lexicon::{ConditionValue, Languages, Parameter, conditions};
/// let found = conditions("iSCSI 64KiB 순차 6n2-standard-32", Languages::all());
/// let value = |parameter| found.iter().find(|it| it.parameter == parameter).map(|it| &it.value);
/// assert_eq!(value(Parameter::Clients), Some(&ConditionValue::Count(6)));
/// assert_eq!(value(Parameter::BlockSize), Some(&ConditionValue::Bytes(65_536)));
/// ```
pub fn conditions(text: &str, languages: Languages) -> Vec<Condition> {
    let tokens = token::tokens(text, languages);
    let mut found = assign::conditions(&tokens);
    found.sort_by_key(|condition| condition.range.start);
    found
}

/// Whether [`conditions`] may find names in a text: protocols, levels, tools, tiers, systems. Much faster, for
/// texts that are asked for nothing else.
pub fn may_name(text: &str) -> bool {
    Names::builtin().may_be_in(text)
}

#[cfg(test)]
#[path = "condition_test.rs"]
mod tests;
