//! What files say beside their tables: version, arguments, how the run ended.

use crate::lines::Line;
use crate::message::{LONGEST, shortened};
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
    /// The versions that it names, each once: `5.04.07`. A console text may hold several runs.
    pub(crate) versions: Vec<Arc<str>>,
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
    /// When the summary was created, where this is known in UTC.
    pub(crate) created: Option<Created>,
    /// Storage definitions that have a report.
    pub(crate) storage_definitions: usize,
    /// Hosts that have a report.
    pub(crate) hosts: usize,
    /// The list of reports that goes on.
    list: Option<List>,
    /// The last message before an exception: the reason in vdbench's words.
    last_message: String,
}

/// A list of links to reports.
#[derive(Debug, Clone, Copy)]
enum List {
    StorageDefinitions,
    Hosts,
}

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
            let version = readable(&String::from_utf8_lossy(version));
            self.versions.extend(version.filter(|version| !self.versions.contains(version)));
        } else if let Some(argument) = find(b"input argument scanned: '") {
            let argument = String::from_utf8_lossy(argument);
            self.arguments.push(argument.trim_end().trim_end_matches('\'').to_owned());
        } else if let Some(title) = find(b"<title>Vdbench ") {
            // The folder has any name, that of `-o`.
            let end = title.iter().position(|byte| *byte == b'<').unwrap_or(title.len());
            self.title = Some(String::from_utf8_lossy(&title[..end]).into_owned());
        } else if let Some(years) = find(b"Copyright (c) 2000, ") {
            let year = years.get(..4).and_then(crate::number::whole);
            self.era = self.era.or_else(|| year.and_then(Era::of_copyright));
        } else if let Some(created) = find(b"Vdbench summary report, created ") {
            self.created = self.created.or_else(|| Created::parse(created));
        } else if !self.linked(text) && !text.contains(&b'\t') {
            self.last_message = shortened(&String::from_utf8_lossy(text), LONGEST);
        }
    }

    /// Takes a line with links to reports; whether it is one. A line has eight of them, and those that
    /// follow have no label.
    fn linked(&mut self, text: &[u8]) -> bool {
        let links = memmem::find_iter(text, b"<A HREF=").count();
        let rest = text.trim_ascii_start();
        if rest.starts_with(b"Link to SD reports:") {
            self.list = Some(List::StorageDefinitions);
        } else if rest.starts_with(b"Link to HOST reports:") {
            self.list = Some(List::Hosts);
        } else if !rest.starts_with(b"<A HREF=") {
            self.list = None;
        }
        match self.list {
            Some(List::StorageDefinitions) => self.storage_definitions += links,
            Some(List::Hosts) => self.hosts += links,
            None => return links > 0,
        }
        true
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
                shortened(&String::from_utf8_lossy(reason), LONGEST)
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

/// When the summary was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Created {
    /// In milliseconds since 1970, UTC.
    pub(crate) utc_ms: i64,
    /// Time of day where vdbench ran, in milliseconds.
    pub(crate) time_of_day: u32,
}

impl Created {
    /// Reads `18:53:51 Mar 14 2022 PDT (01:53:51 Mar 15 2022 UTC)`: the moment in the zone of the host, whose name may
    /// mean several offsets, and from 5.04.07 on the same in UTC. Months have to be English.
    fn parse(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        let mut parts = text.split('(');
        let (local, zone) = moment(parts.next()?)?;
        let in_utc = parts.next().and_then(moment).filter(|(_, zone)| is_utc(zone));
        let utc = match in_utc {
            Some((utc, _)) => utc,
            None if is_utc(zone) => local,
            None => return None,
        };
        let time = local.time();
        let seconds = (u32::from(time.hour().unsigned_abs()) * 60
            + u32::from(time.minute().unsigned_abs()))
            * 60
            + u32::from(time.second().unsigned_abs());
        let utc = utc.to_zoned_datetime(jiff::tz::TimeZone::UTC).ok()?;
        Some(Self { utc_ms: utc.timestamp().as_millisecond(), time_of_day: seconds * 1000 })
    }
}

/// A moment and the zone that is printed with it.
fn moment(text: &str) -> Option<(jiff::civil::DateTime, &str)> {
    let mut words = text.split_whitespace();
    let moment: Vec<&str> = words.by_ref().take(4).collect();
    let zone = words.next()?.trim_end_matches(')');
    let moment = jiff::civil::DateTime::strptime("%H:%M:%S %b %d %Y", moment.join(" ")).ok()?;
    Some((moment, zone))
}

fn is_utc(zone: &str) -> bool {
    matches!(zone, "UTC" | "GMT")
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
        assert_eq!(facts.versions, ["5.04.02".into()]);
        assert!(facts.has_argument("-d23") && !facts.has_argument("-mb"));
        assert_eq!((facts.end, facts.end_line), (End::Complete, Some(3)));
    }

    #[test]
    fn reports_are_counted_over_the_lines_of_their_list() {
        let link = "<A HREF=\"h.html\">h</A> ";
        let facts = facts(&[
            &format!("Link to HOST reports:            {}", link.repeat(8)),
            &format!("                                 {}", link.repeat(4)),
            &format!("Link to response time histogram: {link}"),
            &format!("Link to SD reports:              {}", link.repeat(2)),
            &format!("Link to Run Definitions:         {link}"),
            &format!("                                 {link}"),
        ]);
        assert_eq!((facts.hosts, facts.storage_definitions), (12, 2));
    }

    #[test]
    fn a_title_names_any_folder() {
        let facts = facts(&["<title>Vdbench test7/totals.html</title><pre>"]);
        assert_eq!(facts.title.as_deref(), Some("test7/totals.html"));
    }

    #[test]
    fn a_summary_tells_when_it_was_created_if_its_zone_is_certain() {
        let created = |text: &str| {
            let line = format!("Vdbench summary report, created {text}");
            facts(&[&line]).created.map(|created| (created.utc_ms, created.time_of_day))
        };
        let expected = Some((1_796_037_017_000, 40_217_000));
        assert_eq!(created("11:10:17 Nov 30 2026 UTC"), expected);
        assert_eq!(created("11:10:17 Nov 30 2026 UTC (11:10:17 Nov 30 2026 UTC)"), expected);
        let elsewhere = created("03:10:17 Nov 30 2026 PST (11:10:17 Nov 30 2026 UTC)");
        assert_eq!(elsewhere, Some((1_796_037_017_000, 11_417_000)));
        assert_eq!(created("11:10:17 Nov 30 2026 MDT"), None);
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
