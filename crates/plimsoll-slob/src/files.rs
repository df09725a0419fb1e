//! Which file of a folder is what. Content tells it; names only where SLOB's own tell what is no result.

use crate::{conf, console, table};
use plimsoll_awr::ReportKind;
use plimsoll_hoststat::LogKind;
use plimsoll_read::{Entry, TextForm};

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// `slob.conf`.
    Settings,
    /// What `runit.sh` wrote to the terminal.
    Console,
    /// `tm.out`: the seconds that the run took.
    Time,
    /// A report of AWR or Statspack.
    Report(ReportKind),
    /// A table of `awr_info.sh` or `statspack_info.sh`.
    Table,
    /// What storage of the host did.
    Log(LogKind),
    /// A file of SLOB that has no rates.
    Other,
}

/// Names of files that SLOB leaves and that hold no rates, whatever they look like: `slob_debug.out` has the reports
/// as they were written to its terminal.
const OTHERS: [&str; 7] = [
    "vmstat.out",
    "mpstat.out",
    "db_stats.out",
    "slob_debug.out",
    "sqlplus.out",
    "slob_data_load_summary.txt",
    ".file_operations_audit_trail.out",
];

/// What an entry is, if it is one of SLOB's.
pub(crate) fn recognise(entry: &Entry<'_>) -> Option<FileKind> {
    if OTHERS.contains(&without_sessions(&entry.name)) {
        return Some(FileKind::Other);
    }
    let head = entry.head_text();
    let form = TextForm::of(&head);
    if form == TextForm::Json {
        return plimsoll_hoststat::recognise(entry).map(|(kind, _)| FileKind::Log(kind));
    }
    if let Some(kind) = plimsoll_awr::recognise(&head) {
        return Some(FileKind::Report(kind));
    }
    if form == TextForm::Markup {
        return None;
    }
    if table::is_table(&head) {
        return Some(FileKind::Table);
    }
    if console::is_console(&head) {
        return Some(FileKind::Console);
    }
    if conf::is_conf(&head) {
        return Some(FileKind::Settings);
    }
    if head.lines().take(3).count() <= 2 && console::seconds(&head).is_some() {
        return Some(FileKind::Time);
    }
    plimsoll_hoststat::recognise(entry).map(|(kind, _)| FileKind::Log(kind))
}

/// The lines of a text. A last one without an end may be cut, and half a number is another: it does not count.
pub(crate) fn whole_lines(text: &str) -> std::str::Lines<'_> {
    text[..text.rfind('\n').map_or(0, |at| at + 1)].lines()
}

/// A name without the ending of its compression and the number of sessions.
pub(crate) fn without_sessions(name: &str) -> &str {
    let name = without_compression(name);
    match name.rsplit_once('.') {
        Some((rest, number)) if is_number(number) => rest,
        _ => name,
    }
}

/// The number of sessions that a name ends in: `awr.txt.128`.
pub(crate) fn sessions(name: &str) -> Option<u64> {
    let (_, number) = without_compression(name).rsplit_once('.')?;
    number.parse().ok().filter(|_| is_number(number))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn without_compression(name: &str) -> &str {
    [".gz", ".zst", ".xz"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{FileKind, recognise, sessions, without_sessions};
    use plimsoll_read::Entry;

    fn kind(name: &str, content: &str) -> Option<FileKind> {
        recognise(&Entry::named(name, &content.as_bytes()))
    }

    #[test]
    fn content_tells_what_a_file_is() {
        for (name, content, expected) in [
            ("my.conf", "UPDATE_PCT=20\nRUN_TIME=300\nWORK_UNIT=64\n", Some(FileKind::Settings)),
            ("log", "NOTIFY: \nUPDATE_PCT == 20\nRUN_TIME == 300\n", Some(FileKind::Console)),
            ("tm.out", "Tm 303\n", Some(FileKind::Time)),
            ("t", "FILE|SESSIONS|ELAPSED|PREADS|\n", Some(FileKind::Table)),
            ("vmstat.out", "procs ---\n", Some(FileKind::Other)),
            ("slob_debug.out", "WORKLOAD REPOSITORY report for\n", Some(FileKind::Other)),
            ("notes.txt", "Tm is short for time\n", None),
            ("env.sh", "export PATH=/bin\nRUN_TIME=3\n", None),
        ] {
            assert_eq!(kind(name, content), expected, "{name}");
        }
    }

    #[test]
    fn the_number_of_sessions_ends_a_name() {
        assert_eq!(sessions("awr.txt.128"), Some(128));
        assert_eq!(sessions("awr.html.16.gz"), Some(16));
        assert_eq!(sessions("awr.txt"), None);
        assert_eq!(sessions("awr.txt.99999999999999999999999"), None);
        assert_eq!(without_sessions("awr.html.16.gz"), "awr.html");
        assert_eq!(without_sessions("iostat.out"), "iostat.out");
    }
}
