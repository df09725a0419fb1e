//! What a tool calls those that work at the same time.

use super::count;
use plimsoll_schema::Row;

/// The word for the jobs of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jobs {
    /// The word of the schema.
    Jobs,
    /// The word of vdbench, whose parameter `threads` it is.
    Threads,
}

impl Jobs {
    /// The word that the tool of these rows has; that of the schema where they are of several.
    pub(crate) fn of<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut rows = rows.into_iter().peekable();
        let is_vdbench = |row: &Row| row.identity.tool.as_deref() == Some("vdbench");
        if rows.peek().is_some() && rows.all(is_vdbench) { Self::Threads } else { Self::Jobs }
    }

    /// Heading of a column.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Jobs => "Jobs",
            Self::Threads => "Threads",
        }
    }

    /// So many.
    pub(crate) fn count(self, number: u64) -> String {
        match self {
            Self::Jobs => count(number as usize, "job", "jobs"),
            Self::Threads => count(number as usize, "thread", "threads"),
        }
    }
}
