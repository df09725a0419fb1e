//! What a report is, by its first lines.

use plimsoll_read::{TextForm, find};

/// A report that holds rates over an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportKind {
    /// AWR of one instance or pluggable database, HTML (`awrrpt`, `awrrpti`).
    AwrHtml,
    /// The same as text.
    AwrText,
    /// AWR of a cluster, HTML (`awrgrpt`).
    ClusterHtml,
    /// The same as text.
    ClusterText,
    /// Statspack (`spreport`, `sprepins`).
    Statspack,
}

impl ReportKind {
    /// What it is, for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::AwrHtml => "an AWR report (HTML)",
            Self::AwrText => "an AWR report (text)",
            Self::ClusterHtml => "an AWR report of a cluster (HTML)",
            Self::ClusterText => "an AWR report of a cluster (text)",
            Self::Statspack => "a Statspack report",
        }
    }

    /// The name of the tool as it stands in rows.
    pub fn tool(self) -> &'static str {
        if self == Self::Statspack { "statspack" } else { "awr" }
    }

    /// Whether its tables are marked up.
    pub(crate) fn is_html(self) -> bool {
        matches!(self, Self::AwrHtml | Self::ClusterHtml)
    }

    /// Whether it is of all instances together.
    pub(crate) fn is_of_cluster(self) -> bool {
        matches!(self, Self::ClusterHtml | Self::ClusterText)
    }
}

/// What the lines begin with that text reports have as a title. `PDB report` stands in the place of `report for`
/// from 12.2 on.
const TEXT_TITLES: [(&str, ReportKind); 4] = [
    ("WORKLOAD REPOSITORY report for", ReportKind::AwrText),
    ("WORKLOAD REPOSITORY PDB report", ReportKind::AwrText),
    ("WORKLOAD REPOSITORY REPORT (RAC)", ReportKind::ClusterText),
    ("STATSPACK report for", ReportKind::Statspack),
];

/// How the titles of HTML reports begin.
const HTML_TITLES: [(&str, ReportKind); 2] = [
    ("AWR Report for DB:", ReportKind::AwrHtml),
    ("AWR RAC Report for DB:", ReportKind::ClusterHtml),
];

/// How the titles of reports begin that look alike and hold no rates, in text and HTML, and what they are.
const OTHER_TITLES: [(&str, &str); 14] = [
    ("ASH Report", ASH),
    ("ASH RAC Report", ASH),
    ("ADDM Report", ADDM),
    ("ADDM Task", ADDM),
    ("WORKLOAD REPOSITORY COMPARE PERIOD REPORT", COMPARISON),
    ("WORKLOAD REPOSITORY COMPARE PERIODS REPORT", COMPARISON),
    ("AWR Compare Period Report", COMPARISON),
    ("AWR RAC Compare Period Report", COMPARISON),
    ("AWR Difference Report", COMPARISON),
    ("AWR Diff Report", COMPARISON),
    ("WORKLOAD REPOSITORY SQL Report", STATEMENT),
    ("AWR SQL Report", STATEMENT),
    ("STATSPACK SQL report", STATEMENT),
    ("SQL Monitoring Report", STATEMENT),
];

const ASH: &str = "an ASH report of Oracle (active session history)";
const ADDM: &str = "an ADDM report of Oracle (advice)";
const COMPARISON: &str = "a report of Oracle that compares two periods";
const STATEMENT: &str = "a report of Oracle on one SQL statement";

/// So many lines may stand before the title of a text report: those of the session that it was copied from.
const LINES_BEFORE_TITLE: usize = 100;

/// Which report begins so; `None` if it is none with rates.
pub fn recognise(head: &str) -> Option<ReportKind> {
    match TextForm::of(head) {
        TextForm::Json => return None,
        TextForm::Markup => return begun(&HTML_TITLES, html_title(head)?),
        TextForm::Lines => {}
    }
    head.lines()
        .take(LINES_BEFORE_TITLE)
        .find_map(|line| begun(&TEXT_TITLES, line.trim_start_matches(['\u{FEFF}', '\u{C}', ' '])))
}

/// What a report of Oracle is that begins so and holds no rates over an interval.
pub fn other_report(head: &str) -> Option<&'static str> {
    if TextForm::of(head) == TextForm::Markup {
        return begun(&OTHER_TITLES, html_title(head)?);
    }
    let lines = head.lines().take(LINES_BEFORE_TITLE);
    lines.into_iter().find_map(|line| begun(&OTHER_TITLES, line.trim_start()))
}

fn begun<T: Copy>(titles: &[(&str, T)], text: &str) -> Option<T> {
    titles.iter().find(|(begin, _)| text.starts_with(begin)).map(|(_, what)| *what)
}

/// The title of an HTML document.
fn html_title(head: &str) -> Option<&str> {
    let begin = ["<title>", "<TITLE>"].iter().find_map(|tag| Some(find(head, tag)? + tag.len()))?;
    head[begin..].split('<').next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::{ReportKind, other_report, recognise};

    #[test]
    fn reports_are_known_by_their_titles() {
        for (head, kind) in [
            ("\nWORKLOAD REPOSITORY report for\n\nDB Name", Some(ReportKind::AwrText)),
            ("WORKLOAD REPOSITORY PDB report (root snapshots)\n", Some(ReportKind::AwrText)),
            ("SQL> @awrrpt\r\n\r\nWORKLOAD REPOSITORY report for\r\n", Some(ReportKind::AwrText)),
            ("WORKLOAD REPOSITORY REPORT (RAC)\n", Some(ReportKind::ClusterText)),
            ("\r\nSTATSPACK report for\r\n", Some(ReportKind::Statspack)),
            (
                "\n<html lang=\"en\"><head><title>AWR Report for DB: A, Inst: a, Snaps: 1-2</title>",
                Some(ReportKind::AwrHtml),
            ),
            (
                "<html><head><title>AWR RAC Report for DB: A, Snaps: 1-2",
                Some(ReportKind::ClusterHtml),
            ),
            ("<html><title>WORKLOAD REPOSITORY report for</title>", None),
            ("how to read a\nWORKLOAD REPOSITORY\nreport", None),
        ] {
            assert_eq!(recognise(head), kind, "{head}");
            assert_eq!(other_report(head), None, "{head}");
        }
    }

    #[test]
    fn reports_without_rates_are_told_by_name() {
        for (head, what) in [
            ("<html><head><title>ASH Report - From 04-May-24</title>", "ASH"),
            ("\n          ADDM Report for Task 'TASK_1'\n", "ADDM"),
            ("<html><head><title>AWR Compare Period Report for DB: A</title>", "two periods"),
            ("WORKLOAD REPOSITORY COMPARE PERIOD REPORT\n", "two periods"),
            ("WORKLOAD REPOSITORY COMPARE PERIOD REPORT (RAC)\n", "two periods"),
        ] {
            assert_eq!(recognise(head), None, "{head}");
            assert!(other_report(head).is_some_and(|it| it.contains(what)), "{head}");
        }
    }
}
