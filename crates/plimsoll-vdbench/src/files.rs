//! Which file of an output is what. What a file is, its first lines tell; its name only where they do
//! not, and only beside others.

use plimsoll_read::{TextForm, find};
use std::path::Path;

/// What a file of an output is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// All intervals and averages.
    Summary,
    /// Averages only.
    Totals,
    /// One wide row for each interval and average.
    FlatFile,
    /// What `parseflat` made of a flat file.
    FlatFileCsv,
    /// The copy of the console, with Java's properties.
    Log,
    /// The console's text.
    Console,
    /// Events for programs that watch a run (5.04.05 and later).
    Status,
    /// The copy of the parameter file.
    Parameters,
    /// I/O and data validation errors.
    ErrorLog,
    /// Response times of each run definition by buckets.
    Histogram,
    /// The report of one definition or host, such as `sd=sd1`.
    Report(ReportOf),
    /// A file of the output that holds no figure that others do not.
    Other,
}

/// Whose report it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportOf {
    /// `sd`, `wd`, `fsd`, `fwd` or `host`.
    pub(crate) key: &'static str,
    /// Its name.
    pub(crate) name: String,
}

impl FileKind {
    /// Whether points of a run can be told from it.
    pub(crate) fn is_core(&self) -> bool {
        matches!(
            self,
            Self::Summary
                | Self::Totals
                | Self::FlatFile
                | Self::FlatFileCsv
                | Self::Log
                | Self::Console
        )
    }

    /// How much an output is known by it: least for what tells most.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Summary => 0,
            Self::FlatFile => 1,
            Self::Totals => 2,
            Self::Log => 3,
            Self::Console => 4,
            Self::FlatFileCsv => 5,
            _ => 6,
        }
    }

    /// Whether it is a flat file in one of its two forms.
    pub(crate) fn is_flat(&self) -> bool {
        matches!(self, Self::FlatFile | Self::FlatFileCsv)
    }

    /// What it is, for people.
    pub(crate) fn title(&self) -> &'static str {
        match self {
            Self::Summary => "the summary",
            Self::Totals => "the totals",
            Self::FlatFile => "the flat file",
            Self::FlatFileCsv => "a flat file as parseflat writes it",
            Self::Log => "the log",
            Self::Console => "console text",
            Self::Status => "the status",
            Self::Parameters => "the copy of the parameter file",
            Self::ErrorLog => "the error log",
            Self::Histogram => "the histogram",
            Self::Report(_) => "the report of a definition or host",
            Self::Other => "a file of the output",
        }
    }
}

/// What reports begin with, and whose they are.
const REPORTS: [(&str, &str); 6] = [
    ("SD report for sd=", "sd"),
    ("Workload Report for wd=", "wd"),
    ("Report for fsd ", "fsd"),
    ("Report for fwd ", "fwd"),
    ("Host summary report(s) for host=", "host"),
    ("Host summary report for host=", "host"),
];

/// What other files begin with.
const BEGINS: [(&str, FileKind); 9] = [
    ("Vdbench summary report", FileKind::Summary),
    ("Run totals", FileKind::Totals),
    ("* 'flatfile.html' contains", FileKind::FlatFile),
    ("* Vdbench status", FileKind::Status),
    ("Error log.", FileKind::ErrorLog),
    ("Total response time histogram", FileKind::Histogram),
    ("Slave summary report for slave=", FileKind::Other),
    ("Anchor status report", FileKind::Other),
    ("Workload skew report", FileKind::Other),
];

/// The names that a title line or, in 5.04.02 and older, the file itself may have.
const NAMES: [(&str, FileKind); 13] = [
    ("summary.html", FileKind::Summary),
    ("totals.html", FileKind::Totals),
    ("flatfile.html", FileKind::FlatFile),
    ("logfile.html", FileKind::Log),
    ("status.html", FileKind::Status),
    ("parmfile.html", FileKind::Parameters),
    ("errorlog.html", FileKind::ErrorLog),
    ("histogram.html", FileKind::Histogram),
    ("parmscan.html", FileKind::Other),
    ("config.html", FileKind::Other),
    ("skew.html", FileKind::Other),
    ("anchors.html", FileKind::Other),
    ("messages.html", FileKind::Other),
];

/// What a file is, and by what this is seen; `None` if it is none of vdbench's.
pub(crate) fn recognise(name: &str, head: &str) -> Option<(FileKind, String)> {
    let form = TextForm::of(head);
    if form == TextForm::Json {
        return None;
    }
    let lines = || head.lines().take(40).map(str::trim);
    if let Some(kind) = lines().find_map(begins) {
        let why = format!("it begins like {} of vdbench", kind.title());
        return Some((kind, why));
    }
    if let Some(title) =
        head.strip_prefix("<title>Vdbench ").and_then(|rest| rest.split('<').next())
    {
        // The folder may have any name, and a report the name of its definition.
        let file = title.rsplit(['/', '\\']).next().unwrap_or(title);
        let kind = named(file).unwrap_or(FileKind::Other);
        return Some((kind, format!("its title is that of {file}")));
    }
    if let Some(rest) = head.strip_prefix("<pre>") {
        return old_file(name, rest);
    }
    if let Some(columns) = flat_file_columns(head) {
        return Some((
            FileKind::FlatFileCsv,
            format!("its columns are those of a flat file: {columns}"),
        ));
    }
    if contains(head, "\tat Vdb.") && contains(head, "Exception") {
        return Some((FileKind::Other, "it has an exception of vdbench".to_owned()));
    }
    (form == TextForm::Lines && is_console(head))
        .then(|| (FileKind::Console, "it is console text of vdbench".to_owned()))
}

fn begins(line: &str) -> Option<FileKind> {
    if let Some((begin, key)) = REPORTS.iter().find(|(begin, _)| line.starts_with(begin)) {
        let name = line[begin.len()..].trim().to_owned();
        return Some(FileKind::Report(ReportOf { key, name }));
    }
    let found = BEGINS.iter().find(|(begin, _)| line.starts_with(begin));
    found.map(|(_, kind)| kind.clone())
}

fn named(file: &str) -> Option<FileKind> {
    NAMES.iter().find(|(name, _)| *name == file).map(|(_, kind)| kind.clone())
}

/// Whether a file has the name that vdbench gives to files of its kind; a console text is what the user made of it.
pub(crate) fn is_vdbench_name(name: &str, kind: &FileKind) -> bool {
    let stem = without_compression(name);
    named(stem).as_ref() == Some(kind) || (*kind == FileKind::Console && stem == "console.txt")
}

/// Files of 5.04.02 and before have no title line.
fn old_file(name: &str, rest: &str) -> Option<(FileKind, String)> {
    let is_log = rest.lines().take(3).any(|line| line.contains("Vdbench distribution:"));
    if is_log {
        return Some((FileKind::Log, "it begins like the log of vdbench".to_owned()));
    }
    // Flat files of 5.02 explain their columns without a word on themselves.
    let is_header = |line: &str| {
        let mut words = line.split_whitespace();
        words.next() == Some("tod") && words.any(|word| word == "Interval")
    };
    if rest.lines().any(is_header) {
        return Some((FileKind::FlatFile, "it has the columns of vdbench's flat file".to_owned()));
    }
    let stem = without_compression(name);
    // All others say what they are in their first line, so that a page of another tool with one of these
    // names is none of them.
    let telling = named(stem).filter(|kind| matches!(kind, FileKind::Parameters | FileKind::Other));
    let kind = telling.or_else(|| {
        let is_other = [".histogram.html", ".stdout.html", ".var_adm_msgs.html"];
        is_other.iter().any(|ending| stem.ends_with(ending)).then_some(FileKind::Other)
    })?;
    Some((kind, format!("it has a name of vdbench's and begins like its files: {stem}")))
}

/// A name without the ending of its compression.
pub(crate) fn without_compression(name: &str) -> &str {
    let path = Path::new(name);
    let is_compressed =
        path.extension().is_some_and(|it| matches!(it.to_str(), Some("gz" | "zst" | "xz" | "bz2")));
    if is_compressed { path.file_stem().and_then(|it| it.to_str()).unwrap_or(name) } else { name }
}

/// Columns that only a flat file has, if the first line is a header with commas.
fn flat_file_columns(head: &str) -> Option<String> {
    const TELLING: [&str; 12] = [
        "run",
        "interval",
        "reqrate",
        "rate",
        "mb/sec",
        "bytes/io",
        "read%",
        "resp",
        "read_resp",
        "write_resp",
        "read_rate",
        "write_rate",
    ];
    let first = head.lines().next()?;
    // The line may be a whole document of JSON, which many a folder is full of.
    if !first.contains(',') || first.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut is_known = [false; TELLING.len()];
    for column in first.split(',').map(|it| it.trim().trim_matches('"')) {
        if let Some(at) = TELLING.iter().position(|name| column.eq_ignore_ascii_case(name)) {
            is_known[at] = true;
        }
    }
    let known = TELLING.iter().zip(is_known).filter(|(_, is_known)| *is_known);
    let known: Vec<&str> = known.map(|(name, _)| *name).collect();
    let tells = known.contains(&"rate")
        && (known.contains(&"resp") || known.contains(&"mb/sec"))
        && known.len() >= 3;
    tells.then(|| known.join(", "))
}

fn is_console(head: &str) -> bool {
    let has = |words| contains(head, words);
    has("Vdbench distribution: vdbench")
        || has("Starting RD=") && (has("For loops:") || has("input argument scanned:"))
}

fn contains(head: &str, words: &str) -> bool {
    find(head, words).is_some()
}

#[cfg(test)]
mod tests {
    use super::{FileKind, ReportOf, recognise};

    fn kind(name: &str, head: &str) -> Option<FileKind> {
        recognise(name, head).map(|(kind, _)| kind)
    }

    #[test]
    fn files_are_known_by_their_first_lines() {
        for (name, head, expected) in [
            (
                "x.html",
                "<pre>\nVdbench summary report, created 11:22:45 Nov 30 2026 UTC\n",
                FileKind::Summary,
            ),
            (
                "x.html",
                "<title>Vdbench output/totals.html</title><pre>\nRun totals\n",
                FileKind::Totals,
            ),
            ("x.html", "<pre>\n11:22:45.637 Vdbench distribution: vdbench50402\n", FileKind::Log),
            (
                "x.html",
                "<title>Vdbench out_1/logfile.html</title><pre>\nCopyright\n",
                FileKind::Log,
            ),
            (
                "x.txt",
                "\nVdbench distribution: vdbench50402\nFor documentation\n",
                FileKind::Console,
            ),
            ("parmfile.html", "<pre>\n\nsd=sd1,lun=/x\n", FileKind::Parameters),
            ("x.csv", "Run,Interval,rate,resp\nrd1,2,5,1\n", FileKind::FlatFileCsv),
            (
                "x.html",
                "<pre>\nSD report for sd=sd1\n\n",
                FileKind::Report(ReportOf { key: "sd", name: "sd1".into() }),
            ),
        ] {
            assert_eq!(kind(name, head), Some(expected), "{head}");
        }
    }

    #[test]
    fn pages_and_tables_of_others_are_none() {
        for (name, head) in [
            ("summary.html", "<!DOCTYPE html><html><head><title>Summary</title>"),
            ("parmfile.html", "<html><pre>sd=sd1"),
            ("notes.html", "<pre>\nsome text\n"),
            ("summary.html", "<pre>\ncoverage of the tests\n"),
            ("status.html", "<pre>\nall is well\n"),
            ("x.csv", "rate,price,name\n1,2,3\n"),
            ("x.txt", "sd=sd1,lun=/x\nrd=rd1,sd=sd1\n"),
        ] {
            assert_eq!(kind(name, head), None, "{head}");
        }
    }
}
