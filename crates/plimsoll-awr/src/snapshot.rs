//! The interval of a report: two snapshots, each with a time of the database's own clock.

use jiff::civil::{Date, Time};

/// One of the two snapshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Snapshot<'a> {
    /// Its number.
    pub(crate) id: &'a str,
    /// When it was taken, such as `20-Jan-24 08:18:51`; empty where a report does not say.
    pub(crate) moment: &'a str,
}

/// English names of months. A database prints them in the language of its session.
const MONTHS: [&str; 12] =
    ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

const DAY_SECONDS: f64 = 86_400.0;

/// The seconds from one moment to the other, negative if it is before; `None` if a date is not understood. Names of
/// months need not be known where both moments have the same.
pub(crate) fn seconds_between(begin: &str, end: &str) -> Option<f64> {
    let (begin_date, begin_time) = begin.split_once(' ')?;
    let (end_date, end_time) = end.trim().split_once(' ')?;
    let days = if begin_date == end_date { 0.0 } else { days_between(begin_date, end_date)? };
    Some(days * DAY_SECONDS + second_of_day(end_time)? - second_of_day(begin_time)?)
}

fn days_between(begin: &str, end: &str) -> Option<f64> {
    let (begin, end) = (DayMonthYear::parse(begin)?, DayMonthYear::parse(end)?);
    if begin.month == end.month && begin.year == end.year {
        return Some(f64::from(end.day) - f64::from(begin.day));
    }
    let days = begin.date()?.until(end.date()?).ok()?.get_days();
    Some(f64::from(days))
}

/// A date as `DD-Mon-YY`.
struct DayMonthYear<'a> {
    day: i8,
    month: &'a str,
    year: i16,
}

impl<'a> DayMonthYear<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (day, rest) = text.split_once('-')?;
        let (month, year) = rest.rsplit_once('-')?;
        let is_day = (1..=2).contains(&day.len()) && day.bytes().all(|it| it.is_ascii_digit());
        let is_year = year.len() == 2 && year.bytes().all(|it| it.is_ascii_digit());
        if !is_day || !is_year {
            return None;
        }
        Some(Self { day: day.parse().ok()?, month, year: 2000 + year.parse::<i16>().ok()? })
    }

    fn date(&self) -> Option<Date> {
        let month = MONTHS.iter().position(|it| it.eq_ignore_ascii_case(self.month))?;
        Date::new(self.year, month as i8 + 1, self.day).ok()
    }
}

fn second_of_day(time: &str) -> Option<f64> {
    let mut parts = time.trim().split(':').map(|part| part.parse::<i8>().ok());
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    let time = Time::new(hour, minute, second, 0).ok().filter(|_| parts.next().is_none())?;
    Some(
        f64::from(time.hour()) * 3600.0
            + f64::from(time.minute()) * 60.0
            + f64::from(time.second()),
    )
}

#[cfg(test)]
mod tests {
    use super::seconds_between;
    use proptest::prelude::*;

    #[test]
    fn intervals_over_days_months_and_years() {
        for (begin, end, seconds) in [
            ("20-Jan-24 08:18:51", "20-Jan-24 08:23:56", Some(305.0)),
            ("31-Jan-16 00:00:03", "01-Feb-16 00:00:02", Some(86_399.0)),
            ("31-Dec-23 23:59:00", "01-Jan-24 00:01:00", Some(120.0)),
            ("28-Feb-24 12:00:00", "01-Mar-24 12:00:00", Some(172_800.0)),
            ("20-Jan-24 08:00:00", "20-Jan-24 07:00:00", Some(-3600.0)),
            ("14-Mai-24 23:00:00", "15-Mai-24 01:00:00", Some(7200.0)),
            ("31-Mai-24 23:00:00", "01-Juni-24 01:00:00", None),
            ("20-01-24 08:00", "20-01-24 08:00", None),
            ("", "", None),
            ("20-Jan-24 25:00:00", "20-Jan-24 26:00:00", None),
        ] {
            assert_eq!(seconds_between(begin, end), seconds, "{begin} to {end}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(begin in "[0-9A-Za-z: -]{0,24}", end in "\\PC{0,24}") {
            let _ = (seconds_between(&begin, &end), seconds_between(&end, &begin));
        }
    }
}
