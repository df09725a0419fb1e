//! `status.html`: what vdbench tells programs that watch it, from 5.04.05 on.
//!
//! ```text
//! <title>Vdbench output/status.html</title><pre>
//! * Vdbench status
//!
//! 11/30/2026-11:22:01-UTC ⇥Starting slaves
//! 11/30/2026-11:22:07-UTC ⇥Starting⇥rd=rd1⇥For loops: None
//! 11/30/2026-11:22:10-UTC ⇥I/O error detected. See errorlog.html
//! 11/30/2026-11:22:11-UTC ⇥Abort requested: 'data_errors=5' requested. Abort rd=rd1 after last error.
//! ```
//!
//! `⇥` is a tab. Each line is written at once, so the file of a killed run stops where the run did, and
//! says nothing of its end. The zone is a short name in the locale's language; only some of them have
//! one offset.

use crate::facts::End;
use crate::number::with_ascii_digits;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use plimsoll_read::Text;

/// Bytes of `MM/dd/yyyy-HH:mm:ss`, once digits are ASCII.
const STAMP_BYTES: usize = 19;

/// Years of the western calendar in which vdbench ran or will: the Thai one is 543 ahead.
const YEARS: std::ops::RangeInclusive<i16> = 2000..=2199;

/// So many characters of a message are kept.
const LONGEST_MESSAGE: usize = 300;

/// What was told, in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Status {
    /// The lines that have a stamp.
    pub(crate) events: Vec<Event>,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Event {
    /// Its number, from 1.
    pub(crate) line: usize,
    /// When it was.
    pub(crate) stamp: Stamp,
    /// What it was.
    pub(crate) what: What,
}

/// A moment in the zone of the host on which vdbench ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// Year, month, day, hour, minute, second.
    pub(crate) local: DateTime,
    /// The zone as printed.
    pub(crate) zone: String,
}

/// What vdbench tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// A run definition starts.
    Starting(RunPoint),
    /// Its warm-up is over: what follows is measured.
    WarmupDone(RunPoint),
    /// Its time is over.
    WorkloadDone(RunPoint),
    /// All have reported.
    SlavesDone(RunPoint),
    /// Everything ran to its end.
    Complete,
    /// Vdbench gave up, and why.
    Aborted(String),
    /// The user stopped it.
    Interrupted,
    /// An operation failed.
    OperationFailed,
    /// Data was not what had been written.
    DataCorrupted,
    /// The user asked for an end of the run, or of all runs, before their time; as printed.
    EndedEarly(String),
    /// Something else, as printed.
    Other(String),
}

/// Which run, and which point of its loops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RunPoint {
    /// Name of the run definition.
    pub(crate) name: String,
    /// What follows `For loops: `; `None` without loops.
    pub(crate) loops: Option<String>,
}

impl Status {
    /// How it ended.
    pub(crate) fn end(&self) -> End {
        self.last_end().map_or(End::NotTold, |(end, _)| end)
    }

    /// The line that tells how it ended.
    pub(crate) fn end_line(&self) -> Option<usize> {
        self.last_end().map(|(_, line)| line)
    }

    fn last_end(&self) -> Option<(End, usize)> {
        self.events.iter().rev().find_map(|event| {
            let end = match &event.what {
                What::Complete => End::Complete,
                What::Aborted(reason) => End::Aborted(reason.clone()),
                What::Interrupted => End::Interrupted,
                _ => return None,
            };
            Some((end, event.line))
        })
    }

    /// The line that first says so: `status.has(|what| *what == What::DataCorrupted)`.
    pub(crate) fn first(&self, is_meant: impl Fn(&What) -> bool) -> Option<&Event> {
        self.events.iter().find(|event| is_meant(&event.what))
    }
}

impl Stamp {
    /// Reads `11/30/2026-11:22:01-UTC ` in the digits of any locale.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = with_ascii_digits(text.as_bytes());
        let (moment, zone) = text.split_at_checked(STAMP_BYTES)?;
        let moment = DateTime::strptime("%m/%d/%Y-%H:%M:%S", moment).ok()?;
        let zone = std::str::from_utf8(zone.strip_prefix(b"-")?).ok()?.trim();
        Some(Self { local: moment, zone: zone.to_owned() })
    }

    /// The moment in UTC, where the zone tells its offset: `UTC`, `GMT`, `Z`, `GMT+03:00`, `+0300`.
    /// Other names mean several offsets (`CST`, `IST`) or depend on the language.
    pub(crate) fn timestamp(&self) -> Option<jiff::Timestamp> {
        if !YEARS.contains(&self.local.year()) {
            return None;
        }
        offset(&self.zone)?.to_timestamp(self.local).ok()
    }
}

/// The offset that a zone tells.
fn offset(zone: &str) -> Option<Offset> {
    let rest = ["UTC", "GMT"].iter().find_map(|name| zone.strip_prefix(name)).unwrap_or(zone);
    if matches!(rest, "" | "Z") && !zone.is_empty() {
        return Some(Offset::UTC);
    }
    let (sign, rest) = match rest.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some(parts) => parts,
        None if rest.len() == 4 => rest.split_at_checked(2)?,
        None => (rest, "00"),
    };
    let number = |text: &str, most: i32| {
        let is_short =
            (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i32>().ok().filter(|number| is_short && *number <= most)
    };
    let seconds = (number(hours, 18)? * 60 + number(minutes, 59)?) * 60;
    Offset::from_seconds(sign * seconds).ok()
}

/// Reads the file.
pub(crate) fn parse(text: &Text) -> Status {
    parse_text(text.as_str())
}

fn parse_text(text: &str) -> Status {
    let events = (1..).zip(text.lines()).filter_map(|(line, text)| {
        let (stamp, what) = text.split_once('\t')?;
        Some(Event { line, stamp: Stamp::parse(stamp)?, what: What::parse(what.trim()) })
    });
    Status { events: events.collect() }
}

impl What {
    fn parse(text: &str) -> Self {
        let mut cells = text.split('\t');
        let state = cells.next().unwrap_or_default().trim();
        let run = cells.next().and_then(|cell| cell.trim().strip_prefix("rd="));
        if let Some(name) = run {
            let loops = cells.next().and_then(|cell| cell.trim().strip_prefix("For loops:"));
            let loops = loops.map(str::trim).filter(|loops| !matches!(*loops, "None" | ""));
            let point = RunPoint { name: name.to_owned(), loops: loops.map(str::to_owned) };
            match state {
                "Starting" => return Self::Starting(point),
                "Warmup done" => return Self::WarmupDone(point),
                "Workload done" => return Self::WorkloadDone(point),
                "Slaves done" => return Self::SlavesDone(point),
                _ => {}
            }
        }
        match text {
            "Vdbench complete" => Self::Complete,
            "Ctrl-C found" => Self::Interrupted,
            _ if text.starts_with("I/O error detected") => Self::OperationFailed,
            _ if text.starts_with("Data corruption detected") => Self::DataCorrupted,
            _ if text.starts_with("User requested early") => Self::EndedEarly(shortened(text)),
            _ => match text.strip_prefix("Abort requested:") {
                Some(reason) => Self::Aborted(shortened(reason)),
                None => Self::Other(shortened(text)),
            },
        }
    }
}

fn shortened(message: &str) -> String {
    let message = message.trim();
    match message.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{RunPoint, Status, What, offset, parse_text};
    use crate::facts::End;
    use jiff::civil::date;
    use proptest::prelude::*;

    const HEAD: &str = "<title>Vdbench output/status.html</title><pre>\n* Vdbench status\n\n\
        * The values below are all tab-delimited.\n\n";

    fn status(lines: &[&str]) -> Status {
        parse_text(&format!("{HEAD}{}\n", lines.join("\n")))
    }

    fn point(name: &str, loops: Option<&str>) -> RunPoint {
        RunPoint { name: name.into(), loops: loops.map(Into::into) }
    }

    #[test]
    fn runs_are_told_with_their_loops() {
        let status = status(&[
            "11/30/2026-11:10:16-UTC \tStarting slaves",
            "11/30/2026-11:10:16-UTC \tStarting\trd=rd1\tFor loops: None",
            "11/30/2026-11:10:17-UTC \tWarmup done\trd=rd1\tFor loops: None",
            "11/30/2026-11:10:22-UTC \tWorkload done\trd=rd1_(10%)\tFor loops: xfersize=4k threads=1",
            "11/30/2026-11:10:22-UTC \tSlaves done\trd=rd1\tFor loops: None",
            "11/30/2026-11:10:23-UTC \tVdbench complete\r",
        ]);
        let events: Vec<_> = status.events.iter().map(|event| (event.line, &event.what)).collect();
        assert_eq!(
            events,
            [
                (6, &What::Other("Starting slaves".into())),
                (7, &What::Starting(point("rd1", None))),
                (8, &What::WarmupDone(point("rd1", None))),
                (9, &What::WorkloadDone(point("rd1_(10%)", Some("xfersize=4k threads=1")))),
                (10, &What::SlavesDone(point("rd1", None))),
                (11, &What::Complete),
            ]
        );
        assert_eq!(status.events[0].stamp.local, date(2026, 11, 30).at(11, 10, 16, 0));
        assert_eq!((status.end(), status.end_line()), (End::Complete, Some(11)));
    }

    #[test]
    fn the_end_is_the_last_thing_told() {
        let line = |text: &str| format!("11/30/2026-11:22:11-UTC \t{text}");
        for (texts, end) in [
            (vec!["Starting\trd=rd1\tFor loops: None"], End::NotTold),
            (
                vec!["Shutting down slaves", "Abort requested: Unknown keyword: transfersize"],
                End::Aborted("Unknown keyword: transfersize".into()),
            ),
            (vec!["Ctrl-C found"], End::Interrupted),
            (vec!["User requested early Vdbench termination.", "Vdbench complete"], End::Complete),
            (vec!["Ctrl-C found", "Shutting down slaves", "Vdbench complete"], End::Complete),
        ] {
            let lines: Vec<String> = texts.iter().map(|text| line(text)).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            assert_eq!(status(&lines).end(), end, "{texts:?}");
        }
        assert_eq!(parse_text("").end(), End::NotTold);
    }

    #[test]
    fn what_went_wrong_is_found() {
        let status = status(&[
            "11/30/2026-11:22:10-UTC \tI/O error detected. See errorlog.html",
            "11/30/2026-11:22:11-UTC \tData corruption detected. See errorlog.html",
            "11/30/2026-11:22:12-UTC \tUser requested early shutdown of this run.",
        ]);
        let line = |what: &What| status.first(|other| other == what).map(|event| event.line);
        assert_eq!(line(&What::OperationFailed), Some(6));
        assert_eq!(line(&What::DataCorrupted), Some(7));
        assert_eq!(
            line(&What::EndedEarly("User requested early shutdown of this run.".into())),
            Some(8)
        );
        assert_eq!(line(&What::Complete), None);
    }

    #[test]
    fn other_digits_are_digits() {
        let status = status(&["١١/٣٠/٢٠٢٦-١١:١٧:٣٩-UTC \tStarting\trd=rd1\tFor loops: None"]);
        let stamp = &status.events[0].stamp;
        assert_eq!(stamp.local, date(2026, 11, 30).at(11, 17, 39, 0));
        assert_eq!(
            stamp.timestamp().map(|moment| moment.to_string()).as_deref(),
            Some("2026-11-30T11:17:39Z")
        );
    }

    #[test]
    fn a_moment_needs_a_zone_with_one_offset() {
        for (zone, moment) in [
            ("UTC", Some("2026-11-30T11:17:39Z")),
            ("GMT", Some("2026-11-30T11:17:39Z")),
            ("Z", Some("2026-11-30T11:17:39Z")),
            ("GMT+03:00", Some("2026-11-30T08:17:39Z")),
            ("+0530", Some("2026-11-30T05:47:39Z")),
            ("-08:00", Some("2026-11-30T19:17:39Z")),
            ("UTC-3", Some("2026-11-30T14:17:39Z")),
            ("CST", None),
            ("MESZ", None),
            ("GMT+99:00", None),
            ("", None),
        ] {
            let status = status(&[&format!("11/30/2026-11:17:39-{zone} \tVdbench complete")]);
            let stamp = &status.events[0].stamp;
            let found = stamp.timestamp().map(|moment| moment.to_string());
            assert_eq!((stamp.zone.as_str(), found.as_deref()), (zone, moment));
        }
        // The Thai year.
        let thai = status(&["11/30/2569-11:17:39-UTC \tVdbench complete"]);
        assert_eq!(thai.events[0].stamp.timestamp(), None);
    }

    #[test]
    fn lines_without_a_moment_tell_nothing() {
        let status = status(&[
            "13/30/2026-11:17:39-UTC \tVdbench complete",
            "\tVdbench complete",
            "11/30/2026-11:17:3",
        ]);
        assert_eq!(status, Status::default());
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(lines in proptest::collection::vec("11/30/2026-11:17:39-\\PC{0,9}\t\\PC{0,9}|\\PC{0,30}", 0..9)) {
            for event in parse_text(&lines.join("\n")).events {
                let _ = event.stamp.timestamp();
            }
        }

        #[test]
        fn offsets_are_within_a_day(zone in "(GMT|UTC)?[+-]?[0-9:]{0,6}") {
            prop_assert!(offset(&zone).is_none_or(|offset| offset.seconds().abs() < 86_400));
        }
    }
}
