//! What wrote a log, told by its content.

use crate::{file_stats, iostat, nfsiostat, perfmon};
use plimsoll_read::{Entry, TextForm};

/// What wrote a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogKind {
    /// sysstat's `iostat`, as text or JSON.
    Iostat,
    /// `nfsiostat` of nfs-utils.
    Nfsiostat,
    /// The Windows performance monitor, as PDH-CSV 4.0.
    Perfmon,
    /// A query of `sys.dm_io_virtual_file_stats`, as CSV.
    FileStats,
}

impl LogKind {
    /// What a text is that begins like this, and why.
    fn of(head: &str) -> Option<(Self, &'static str)> {
        const IOSTAT: (LogKind, &str) = (LogKind::Iostat, "it has iostat's tables of devices");
        match TextForm::of(head) {
            TextForm::Json => return iostat::json::is_json(head).then_some(IOSTAT),
            TextForm::Markup => return None,
            TextForm::Lines => {}
        }
        Some(if iostat::is_text(head) {
            IOSTAT
        } else if perfmon::is_text(head) {
            (Self::Perfmon, "its header names performance counters")
        } else if nfsiostat::is_text(head) {
            (Self::Nfsiostat, "it has nfsiostat's tables of mounts")
        } else if file_stats::is_text(head) {
            (Self::FileStats, "its header has the columns of sys.dm_io_virtual_file_stats")
        } else {
            return None;
        })
    }

    /// The name of the tool in rows.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Iostat => "iostat",
            Self::Nfsiostat => "nfsiostat",
            Self::Perfmon => "perfmon",
            Self::FileStats => "sql-server",
        }
    }
}

/// What kind of log an entry is, if it is one, and why, as the end of a sentence.
pub fn recognise(entry: &Entry<'_>) -> Option<(LogKind, &'static str)> {
    LogKind::of(&entry.head_text())
}

/// What an entry may be that is no log with rates.
pub(crate) fn hint(kind: LogKind, entry: &Entry<'_>) -> Option<String> {
    let head = entry.head_text();
    if kind != LogKind::Iostat || TextForm::of(&head) != TextForm::Lines {
        return None;
    }
    let has = |words: &[&str]| {
        head.lines()
            .take(8)
            .any(|line| words.iter().all(|word| line.split_whitespace().any(|it| it == *word)))
    };
    let tool = if has(&["procs"]) || has(&["swpd", "free", "buff"]) {
        "vmstat"
    } else if has(&["CPU", "%usr", "%idle"]) || has(&["CPU", "%user", "%idle"]) {
        "mpstat"
    } else if head.lines().take(3).any(iostat::is_banner) && head.contains("avg-cpu") {
        "iostat without a table of devices"
    } else {
        return None;
    };
    Some(format!("output of {tool}, which counts no operations of the storage"))
}
