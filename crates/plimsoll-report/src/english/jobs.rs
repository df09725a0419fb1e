//! What a tool calls those that work at the same time.

use super::count;
use plimsoll_schema::Row;

/// The word for the jobs of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jobs {
    /// The word of the schema.
    General,
    /// The word of vdbench, whose parameter `threads` it is.
    Threads,
    /// The word of SLOB, for those of the database.
    Sessions,
    /// The word of SSB.
    Users,
}

impl Jobs {
    /// The word that the tool of these rows has; that of the schema where they are of several.
    pub(crate) fn of<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let word = |row: &Row| match row.identity.tool.as_deref() {
            Some("vdbench") => Self::Threads,
            Some("slob") => Self::Sessions,
            Some("ssb") => Self::Users,
            _ => Self::General,
        };
        let mut words = rows.into_iter().map(word);
        let first = words.next().unwrap_or(Self::General);
        if words.all(|word| word == first) { first } else { Self::General }
    }

    /// Heading of a column.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::General => "Jobs",
            Self::Threads => "Threads",
            Self::Sessions => "Sessions",
            Self::Users => "Users",
        }
    }

    /// So many.
    pub(crate) fn count(self, number: u64) -> String {
        match self {
            Self::General => count(number as usize, "job", "jobs"),
            Self::Threads => count(number as usize, "thread", "threads"),
            Self::Sessions => count(number as usize, "session", "sessions"),
            Self::Users => count(number as usize, "user", "users"),
        }
    }
}
