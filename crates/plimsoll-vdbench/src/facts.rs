//! What files say beside their tables: version, arguments, how the run ended.

use crate::lines::Line;
use crate::version::{Era, readable};
use memchr::memmem;
use std::sync::Arc;

/// How a run ended, as far as a file tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum End {
    /// The file does not say.
    #[default]
    NotTold,
    /// To its regular end.
    Complete,
    /// By the user, or by a signal.
    Interrupted,
    /// By vdbench itself, with its reason.
    Aborted(String),
}

/// Facts about the whole output.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    /// `5.04.07`.
    pub(crate) version: Option<Arc<str>>,
    /// The name in the title line, which 5.04.02 and older do not print.
    pub(crate) title: Option<String>,
    /// Whether it begins as vdbench's files do; console text and CSV have no title in any version.
    pub(crate) is_html: bool,
    /// Which versions the copyright line speaks for.
    pub(crate) era: Option<Era>,
    /// The arguments of the command line.
    pub(crate) arguments: Vec<String>,
    /// How it ended.
    pub(crate) end: End,
    /// The line that says so.
    pub(crate) end_line: Option<usize>,
    /// When the summary was created, in milliseconds since 1970, where its month is English and its zone UTC.
    pub(crate) created_ms: Option<i64>,
    /// Storage definitions that have a report.
    pub(crate) storage_definitions: usize,
    /// Hosts that have a report.
    pub(crate) hosts: usize,
    /// The last message before an exception: the reason in vdbench's words.
    last_message: String,
}

/// No more of a message is kept.
const LONGEST_MESSAGE: usize = 300;

impl Facts {
    /// Takes a line that is no row; `text` is that line with ASCII digits. Where the file stops within it,
    /// it may still say how the run ended, but half a version or argument would be another one.
    pub(crate) fn line(&mut self, line: Line<'_>, text: &[u8]) {
        if text.trim_ascii().is_empty() || self.end(line.number, text) || line.is_cut {
            return;
        }
        self.is_html |= line.number == 1 && text.starts_with(b"<");
        let find = |what: &[u8]| memmem::find(text, what).map(|at| &text[at + what.len()..]);
        if let Some(version) = find(b"Vdbench distribution:") {
            self.version =
                self.version.take().or_else(|| readable(&String::from_utf8_lossy(version)));
        } else if let Some(argument) = find(b"input argument scanned: '") {
            let argument = String::from_utf8_lossy(argument);
            self.arguments.push(argument.trim_end().trim_end_matches('\'').to_owned());
        } else if let Some(title) = find(b"<title>Vdbench output/") {
            let end = title.iter().position(|byte| *byte == b'<').unwrap_or(title.len());
            self.title = Some(String::from_utf8_lossy(&title[..end]).into_owned());
        } else if let Some(years) = find(b"Copyright (c) 2000, ") {
            let year = years.get(..4).and_then(crate::number::whole);
            self.era = self.era.or_else(|| year.and_then(Era::of_copyright));
        } else if let Some(created) = find(b"Vdbench summary report, created ") {
            self.created_ms = self.created_ms.or_else(|| created_ms(created));
        } else if find(b"Link to SD reports:").is_some() {
            self.storage_definitions += links(text);
        } else if find(b"Link to HOST reports:").is_some() {
            self.hosts += links(text);
        } else if !text.contains(&b'\t') {
            self.last_message = shortened(text);
        }
    }

    /// Takes a line that says how the run ended; whether it does.
    fn end(&mut self, number: usize, text: &[u8]) -> bool {
        let find = |what: &[u8]| memmem::find(text, what).map(|at| &text[at + what.len()..]);
        if find(b"Vdbench execution completed successfully").is_some() {
            self.ended(End::Complete, number);
        } else if find(b"CTRL-C requested").is_some() {
            self.ended(End::Interrupted, number);
        } else if let Some(reason) = find(b"java.lang.RuntimeException:") {
            let reason = if reason.trim_ascii().is_empty() {
                self.last_message.clone()
            } else {
                shortened(reason)
            };
            if !matches!(self.end, End::Aborted(_)) {
                self.ended(End::Aborted(reason), number);
            }
        } else {
            return false;
        }
        true
    }

    fn ended(&mut self, end: End, line: usize) {
        self.end = end;
        self.end_line = Some(line);
    }

    /// Whether an argument was given.
    pub(crate) fn has_argument(&self, argument: &str) -> bool {
        self.arguments.iter().any(|given| given == argument)
    }
}

/// The moment of `11:10:13 Nov 30 2026 UTC`.
fn created_ms(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    let moment: Vec<&str> = text.split_whitespace().take(4).collect();
    let zone = text.split_whitespace().nth(4)?;
    if !matches!(zone, "UTC" | "GMT") {
        return None;
    }
    let moment = jiff::civil::DateTime::strptime("%H:%M:%S %b %d %Y", moment.join(" ")).ok()?;
    let moment = moment.to_zoned_datetime(jiff::tz::TimeZone::UTC).ok()?;
    Some(moment.timestamp().as_millisecond())
}

/// How many links a line has: reports of definitions are named side by side.
fn links(text: &[u8]) -> usize {
    memmem::find_iter(text, b"<A HREF=").count()
}

fn shortened(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let text = text.trim();
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{End, Facts};
    use crate::lines::Line;

    fn facts(lines: &[&str]) -> Facts {
        let mut facts = Facts::default();
        for (index, line) in lines.iter().enumerate() {
            let line = Line { number: index + 1, bytes: line.as_bytes(), is_cut: false };
            facts.line(line, line.bytes);
        }
        facts
    }

    #[test]
    fn a_log_names_its_version_and_arguments() {
        let facts = facts(&[
            "11:22:45.637 Vdbench distribution: vdbench50402",
            "11:10:13.804 input argument scanned: '-d23'",
            "11:10:23.003 Vdbench execution completed successfully",
        ]);
        assert_eq!(facts.version.as_deref(), Some("5.04.02"));
        assert!(facts.has_argument("-d23") && !facts.has_argument("-mb"));
        assert_eq!((facts.end, facts.end_line), (End::Complete, Some(3)));
    }

    #[test]
    fn a_summary_tells_when_it_was_created_if_its_zone_is_certain() {
        let created = |zone: &str| {
            let line = format!("Vdbench summary report, created 11:10:17 Nov 30 2026 {zone} (x)");
            facts(&[&line]).created_ms
        };
        assert_eq!(created("UTC"), Some(1_796_037_017_000));
        assert_eq!(created("MDT"), None);
    }

    #[test]
    fn the_reason_of_an_abort_is_the_first_exception() {
        let facts = facts(&[
            "11:19:04.165 Unknown keyword: transfersize",
            "java.lang.RuntimeException: Unknown keyword: transfersize",
            "\tat Vdb.common.failure(common.java:350)",
            "java.lang.RuntimeException: another",
        ]);
        assert_eq!(facts.end, End::Aborted("Unknown keyword: transfersize".into()));
        assert_eq!(facts.end_line, Some(2));
    }
}
