//! Which tables of a report are read, and how text and HTML name them.

use memchr::memmem::Finder;
use std::sync::LazyLock;

/// A table that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// Database, release, and the container of a pluggable database (12.2 and later).
    Instance,
    /// Begin and end snapshot, elapsed time.
    Snapshots,
    /// Rates by name, per second and per transaction.
    LoadProfile,
    /// Requests and MB per second (11.2.0.4 and later).
    IoProfile,
    /// Where the standard block size stands.
    CacheSizes,
    /// The list of the longest foreground waits.
    TopForeground,
    /// All foreground waits.
    Foreground,
    /// All background waits.
    Background,
    /// Shares of waits by their length.
    Histogram,
    /// Counters, in all and per second. Reports of 11.2.0.4 and later print some of them in a table of their own.
    Activity,
    /// A cluster report's snapshots, hosts and elapsed time.
    ClusterDatabase,
    /// A cluster report's instances.
    ClusterInstances,
}

/// What a line of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Title {
    /// The title of a table that is read.
    Of(Section),
    /// The title of another table.
    Other,
    /// No title.
    None,
}

/// How the summaries of HTML tables begin. 11.2.0.3 and cluster reports have the title of the text report there.
const SUMMARIES: [(&str, Section); 18] = [
    ("This table displays database instance information", Section::Instance),
    ("This table displays snapshot information", Section::Snapshots),
    ("This table displays load profile", Section::LoadProfile),
    ("This table displays IO profile", Section::IoProfile),
    ("This table displays cache sizes", Section::CacheSizes),
    ("This table displays top 10 wait events by total wait time", Section::TopForeground),
    ("Top 5 Timed Foreground Events", Section::TopForeground),
    ("Top 10 Timed Foreground Events", Section::TopForeground),
    ("Top Timed Foreground Events", Section::TopForeground),
    ("Top Timed Background Events", Section::Background),
    ("This table displays Foreground Wait Events", Section::Foreground),
    ("This table displays background wait events", Section::Background),
    (
        "This table displays total number of waits, and information about total wait time",
        Section::Histogram,
    ),
    ("This table displays Instance activity statistics", Section::Activity),
    ("This table displays Key Instance activity statistics", Section::Activity),
    ("This table displays non-key Instance activity statistics", Section::Activity),
    ("System Statistics (Global)", Section::Activity),
    ("Database Summary", Section::ClusterDatabase),
];

/// How the titles of text tables begin that stand with the database's name in their line.
const TITLES: [(&str, Section); 9] = [
    ("Foreground Wait Events", Section::Foreground),
    ("Background Wait Events", Section::Background),
    ("Wait Event Histogram", Section::Histogram),
    ("Instance Activity Stats", Section::Activity),
    ("Key Instance Activity Stats", Section::Activity),
    ("Other Instance Activity Stats", Section::Activity),
    ("System Statistics (Global)", Section::Activity),
    ("Top Timed Foreground Events", Section::TopForeground),
    ("Top Timed Background Events", Section::Background),
];

/// What stands in the line of a title beside it.
static DATABASE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("DB/Inst:"));

/// How the lines begin that stand over text tables without the database's name.
const BARE_TITLES: [(&str, Section); 8] = [
    ("Load Profile ", Section::LoadProfile),
    ("IO Profile ", Section::IoProfile),
    ("Top 5 Timed Foreground Events", Section::TopForeground),
    ("Top 10 Foreground Events by Total Wait Time", Section::TopForeground),
    ("Top Timed Foreground Events", Section::TopForeground),
    ("Top Timed Background Events", Section::Background),
    ("System Statistics (Global)", Section::Activity),
    ("Database Instances Included In Report", Section::ClusterInstances),
];

impl Section {
    /// Which table has this summary.
    pub(crate) fn of_summary(summary: &str) -> Option<Self> {
        if summary.starts_with("Database Instances Included In Report") {
            return Some(Self::ClusterInstances);
        }
        SUMMARIES.iter().find(|(begin, _)| summary.starts_with(begin)).map(|(_, section)| *section)
    }

    /// Whether a line of text is the title of a table, and of which.
    pub(crate) fn of_title(line: &str) -> Title {
        if DATABASE.find(line.as_bytes()).is_some() {
            let read = TITLES.iter().find(|(begin, _)| {
                // `Instance Activity Stats - Thread Activity` is another table.
                line.strip_prefix(begin).is_some_and(|rest| !rest.trim_start().starts_with('-'))
            });
            return read.map_or(Title::Other, |(_, section)| Title::Of(*section));
        }
        let begins = |(begin, _): &&(&str, Self)| line.starts_with(begin);
        if let Some((_, section)) = BARE_TITLES.iter().find(begins) {
            return Title::Of(*section);
        }
        if line.starts_with("Database Summary") {
            return Title::Of(Self::ClusterDatabase);
        }
        if line.starts_with("Host CPU") { Title::Other } else { Title::None }
    }

    /// Whether its rows are a name with a colon and figures behind it.
    pub(crate) fn is_labelled(self) -> bool {
        matches!(self, Self::LoadProfile | Self::IoProfile)
    }
}

#[cfg(test)]
mod tests {
    use super::{Section, Title};

    #[test]
    fn tables_that_begin_alike_are_told_apart() {
        for (line, section) in [
            (
                "Instance Activity Stats        DB/Inst: A/a  Snaps: 1-2",
                Title::Of(Section::Activity),
            ),
            ("Instance Activity Stats - Thread Activity   DB/Inst: A/a  Snaps: 1-2", Title::Other),
            ("SQL ordered by Reads      DB/Inst: A/a  Snaps: 1-2", Title::Other),
            ("Wait Events (fg and bg)  DB/Inst: A/a  Snaps: 1-2", Title::Other),
            ("Top 5 Timed Events                    Avg %Total", Title::None),
            ("Top 5 Timed Foreground Events", Title::Of(Section::TopForeground)),
            ("db file sequential read      1,551,141      948", Title::None),
        ] {
            assert_eq!(Section::of_title(line), section, "{line}");
        }
        for (summary, section) in [
            (
                "This table displays total number of waits, and information about total wait time, for each wait event",
                Some(Section::Histogram),
            ),
            ("This table displays top SQL by elapsed time", None),
            ("Top Timed Events. . Instance '*' - cluster wide summary", None),
            ("System Statistics - Per Second", None),
            ("System Statistics (Global). . per Second Average", Some(Section::Activity)),
        ] {
            assert_eq!(Section::of_summary(summary), section, "{summary}");
        }
    }
}
