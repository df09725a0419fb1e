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

use crate::clock::DAY_MS;
use crate::facts::End;
use crate::lines::Line;
use crate::message::{LONGEST, shortened};
use crate::number::with_ascii_digits;
use jiff::civil::DateTime;
use jiff::tz::Offset;

/// Bytes of `MM/dd/yyyy-HH:mm:ss`, once digits are ASCII.
const STAMP_BYTES: usize = 19;

/// Years of the western calendar in which vdbench ran or will: the Thai one is 543 ahead.
const YEARS: std::ops::RangeInclusive<i16> = 2000..=2199;

/// What was told, in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Status {
    /// The lines that have a stamp and tell something of those below.
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

/// What vdbench tells, as far as something follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// A run definition of this name starts.
    Starting(String),
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
}

impl Status {
    /// Takes the next line.
    pub(crate) fn line(&mut self, line: Line<'_>) {
        let text = String::from_utf8_lossy(line.bytes);
        let Some((stamp, what)) = text.split_once('\t') else { return };
        // Half a name would be that of another run definition.
        let what = What::parse(what.trim())
            .filter(|what| !(line.is_cut && matches!(what, What::Starting(_))));
        if let Some((stamp, what)) = Stamp::parse(stamp).zip(what) {
            self.events.push(Event { line: line.number, stamp, what });
        }
    }

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

    /// The place of the event that first tells of errors.
    pub(crate) fn first_error(&self) -> Option<usize> {
        let is_error = |what: &What| matches!(what, What::OperationFailed | What::DataCorrupted);
        self.events.iter().position(|event| is_error(&event.what))
    }

    /// The moment of the end, if it tells of one.
    pub(crate) fn end_stamp(&self) -> Option<&Stamp> {
        let line = self.end_line()?;
        self.events.iter().find(|event| event.line == line).map(|event| &event.stamp)
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

    /// Its time of day, in milliseconds since midnight.
    pub(crate) fn time_of_day(&self) -> u32 {
        (self.local_ms().rem_euclid(i64::from(DAY_MS))) as u32
    }

    /// The local moment as if it were UTC, in milliseconds since 1970.
    pub(crate) fn local_ms(&self) -> i64 {
        Offset::UTC.to_timestamp(self.local).map_or(0, jiff::Timestamp::as_millisecond)
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

impl What {
    fn parse(text: &str) -> Option<Self> {
        let mut cells = text.split('\t');
        let state = cells.next().unwrap_or_default().trim();
        let run = cells.next().and_then(|cell| cell.trim().strip_prefix("rd="));
        Some(match (state, run) {
            ("Starting", Some(name)) => Self::Starting(name.to_owned()),
            (_, Some(_)) => return None,
            ("Vdbench complete", None) => Self::Complete,
            ("Ctrl-C found", None) => Self::Interrupted,
            _ if text.starts_with("I/O error detected") => Self::OperationFailed,
            _ if text.starts_with("Data corruption detected") => Self::DataCorrupted,
            _ if text.starts_with("User requested early") => {
                Self::EndedEarly(shortened(text, LONGEST))
            }
            _ => Self::Aborted(shortened(text.strip_prefix("Abort requested:")?, LONGEST)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Status, What, offset};
    use crate::facts::End;
    use crate::lines::lines_of;
    use jiff::civil::date;
    use proptest::prelude::*;

    const HEAD: &str = "<title>Vdbench output/status.html</title><pre>\n* Vdbench status\n\n\
        * The values below are all tab-delimited.\n\n";

    fn status(lines: &[&str]) -> Status {
        parse_text(&format!("{HEAD}{}\n", lines.join("\n")))
    }

    fn parse_text(text: &str) -> Status {
        let mut status = Status::default();
        lines_of(text.as_bytes(), &mut 0, &mut |line| status.line(line));
        status
    }

    #[test]
    fn starts_are_told_with_their_names() {
        let status = status(&[
            "11/30/2026-11:10:16-UTC \tStarting slaves",
            "11/30/2026-11:10:16-UTC \tStarting\trd=rd1\tFor loops: None",
            "11/30/2026-11:10:17-UTC \tWarmup done\trd=rd1\tFor loops: None",
            "11/30/2026-11:10:22-UTC \tStarting\trd=rd1_(10%)\tFor loops: xfersize=4k threads=1",
            "11/30/2026-11:10:22-UTC \tSlaves done\trd=rd1\tFor loops: None",
            "11/30/2026-11:10:23-UTC \tVdbench complete\r",
        ]);
        let events: Vec<_> = status.events.iter().map(|event| (event.line, &event.what)).collect();
        assert_eq!(
            events,
            [
                (7, &What::Starting("rd1".into())),
                (9, &What::Starting("rd1_(10%)".into())),
                (11, &What::Complete),
            ]
        );
        let stamp = &status.events[0].stamp;
        assert_eq!(stamp.local, date(2026, 11, 30).at(11, 10, 16, 0));
        assert_eq!((stamp.time_of_day(), stamp.local_ms()), (40_216_000, 1_796_037_016_000));
        assert_eq!((status.end(), status.end_line()), (End::Complete, Some(11)));
        assert_eq!(status.end_stamp().map(super::Stamp::time_of_day), Some(40_223_000));
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
            "11/30/2026-11:22:10-UTC \tStarting\trd=rd1\tFor loops: None",
            "11/30/2026-11:22:10-UTC \tI/O error detected. See errorlog.html",
            "11/30/2026-11:22:11-UTC \tData corruption detected. See errorlog.html",
            "11/30/2026-11:22:12-UTC \tUser requested early shutdown of this run.",
        ]);
        let events: Vec<&What> = status.events[1..].iter().map(|event| &event.what).collect();
        let early = What::EndedEarly("User requested early shutdown of this run.".into());
        assert_eq!(events, [&What::OperationFailed, &What::DataCorrupted, &early]);
        assert_eq!(status.first_error(), Some(1));
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
