//! What is doubtful about a log, noted while it is read.

use plimsoll_schema::{Code, Finding};

/// So many lines that do not fit are told one by one.
const TOLD: usize = 20;
/// So much is shown of one, in bytes.
const SHOWN_BYTES: usize = 60;

/// Something that happened again and again.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Repeated {
    /// How often.
    pub(crate) count: u64,
    /// The line where it happened first, from 1, and the times before and there.
    pub(crate) first: Option<(u64, u64, u64)>,
}

impl Repeated {
    /// Notes that it happened in a line, from one time to another.
    pub(crate) fn note(&mut self, line: u64, from: u64, to: u64) {
        self.count += 1;
        self.first.get_or_insert((line, from, to));
    }
}

/// What is doubtful about one log.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Notes {
    /// The first lines that do not fit, and what they say.
    unreadable: Vec<(u64, String)>,
    more_unreadable: u64,
    /// The last line, if it was cut off.
    pub(crate) cut_line: Option<u64>,
    /// Times that are earlier than those before.
    pub(crate) backwards: Repeated,
    /// Times that are more than a minute, or ten windows, later than those before.
    pub(crate) jumps: Repeated,
    /// Rows that stand alone at a time of their own, and are in no window for that.
    pub(crate) stray_rows: u64,
    /// Windows that are not there.
    pub(crate) missing_windows: u64,
    /// Rows of a histogram log that cannot be counts.
    pub(crate) impossible_counts: Repeated,
    /// Windows with more operations than are kept for exact percentiles.
    pub(crate) coarse_windows: u64,
    /// Rows that were used.
    pub(crate) rows: u64,
}

impl Notes {
    /// Notes a line that does not fit.
    pub(crate) fn unreadable(&mut self, number: u64, line: &[u8]) {
        if self.unreadable.len() == TOLD {
            self.more_unreadable += 1;
            return;
        }
        let shown = String::from_utf8_lossy(&line[..line.len().min(SHOWN_BYTES)]);
        let more = if line.len() > SHOWN_BYTES { "…" } else { "" };
        let shown: String = shown.trim_end().chars().flat_map(char::escape_debug).collect();
        self.unreadable.push((number, format!("{shown}{more}")));
    }

    /// As findings on the log of this name. `has_windows` if interval data was wanted.
    pub(crate) fn findings(&self, source: &str, has_windows: bool) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut add = |code, locator: Option<u64>, message: String| {
            let finding = Finding::new(code, source, message);
            findings.push(match locator {
                Some(line) => finding.at(format!("line {line}")),
                None => finding,
            });
        };
        for (line, shown) in &self.unreadable {
            add(
                Code::LineUnreadable,
                Some(*line),
                format!("the line does not fit the log: {shown}"),
            );
        }
        if self.more_unreadable > 0 {
            let lines = plural(self.more_unreadable, "more line does", "more lines do");
            add(Code::LineUnreadable, None, format!("{lines} not fit the log"));
        }
        if let Some(line) = self.cut_line {
            add(Code::CutOff, Some(line), "the last line ends in the middle".to_owned());
        }
        for (repeated, what) in [(&self.backwards, "run backwards"), (&self.jumps, "jump")] {
            let Some((line, from, to)) = repeated.first else { continue };
            let places = plural(repeated.count, "place", "places");
            let message = format!("times {what} at {places}, first from {from} to {to} ms");
            add(Code::TimesDisordered, Some(line), message);
        }
        if self.stray_rows > 0 && has_windows {
            let rows = plural(
                self.stray_rows,
                "row of a time of its own is",
                "rows of times of their own are",
            );
            add(Code::TimesDisordered, None, format!("{rows} in no window"));
        }
        if let Some((line, _, _)) = self.impossible_counts.first {
            let rows = plural(
                self.impossible_counts.count,
                "row of counts that no storage reaches was",
                "rows of counts that no storage reaches were",
            );
            let message = format!("{rows} left out: the log holds stray memory");
            add(Code::CountsImpossible, Some(line), message);
        }
        if self.missing_windows > 0 && has_windows {
            let windows = plural(self.missing_windows, "window is", "windows are");
            add(Code::WindowsMissing, None, format!("{windows} missing"));
        }
        if self.coarse_windows > 0 && has_windows {
            let windows = plural(self.coarse_windows, "window has", "windows have");
            let message = format!(
                "{windows} more operations than are put in order: percentiles are at most 1/1024 off"
            );
            add(Code::LatencyFromBins, None, message);
        }
        findings
    }
}

fn plural(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
