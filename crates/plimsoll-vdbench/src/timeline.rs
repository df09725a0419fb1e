//! When each run definition started.
//!
//! The line of a start has its time of day to the millisecond and no date. The status has the date of each start,
//! and a flat file that of each row. Where neither tells it, each start is taken for the next moment with its
//! time of day after the start before it, the first one after the summary was created. That is right as long as
//! no day passes between two starts: so after a run definition that was to last a day or longer, nothing is
//! known until a file tells a date again.

use crate::about::About;
use crate::clock::{DAY_MS, apart_ms, elapsed_ms};
use crate::files::FileKind;
use crate::points::Point;
use crate::status::Stamp;

/// The moments at which run definitions started, those that only prepare files included.
#[derive(Debug)]
pub(crate) struct Timeline {
    moments: Vec<Option<i64>>,
    clock: Clock,
}

/// What moments are milliseconds of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clock {
    /// Since 1970, in UTC.
    Utc,
    /// Since 1970, where vdbench ran: the offset of its zone is not known.
    Local,
    /// Since midnight before the first start.
    WithoutDate,
}

/// A start that comes so much later than planned is taken for one after the clock was set back: by a time
/// server, or in autumn.
const SLACK_MS: i64 = 12 * 60 * 60 * 1000;

/// A moment of which the time of day is known where vdbench ran.
#[derive(Debug, Clone, Copy)]
struct Moment {
    ms: i64,
    time_of_day: u32,
}

impl Timeline {
    /// From what the files tell; `lengths_s` are those of an interval of each point.
    pub(crate) fn of(about: &About<'_>, points: &[Point], lengths_s: &[Option<f64>]) -> Self {
        let dated: Vec<Option<i64>> = points
            .iter()
            .zip(lengths_s)
            .map(|(point, length_s)| {
                by_status(about, point).or_else(|| by_rows(about, point, *length_s))
            })
            .collect();
        let created = created(about);
        if created.is_some() || dated.iter().any(Option::is_some) {
            return Self::from(points, &dated, created, Clock::Utc);
        }
        let local: Vec<Option<i64>> = points
            .iter()
            .map(|point| {
                let stamp = stamp(about, point)?;
                Some(at_start(stamp.local_ms(), stamp.time_of_day(), point))
            })
            .collect();
        if local.iter().any(Option::is_some) {
            return Self::from(points, &local, None, Clock::Local);
        }
        let midnight = Moment { ms: 0, time_of_day: 0 };
        Self::from(points, &local, Some(midnight), Clock::WithoutDate)
    }

    fn from(points: &[Point], dated: &[Option<i64>], begin: Option<Moment>, clock: Clock) -> Self {
        let mut before = begin;
        let mut longest_before = Some(0);
        let mut moments = Vec::with_capacity(points.len());
        for (point, dated) in points.iter().zip(dated) {
            let time = point.start.time;
            let next = || {
                let (before, time) = before.zip(time)?;
                let later = i64::from(elapsed_ms(before.time_of_day, time));
                let apart = apart_ms(before.time_of_day, time);
                let was_set_back =
                    apart < 0 && longest_before.is_some_and(|it| later > it + SLACK_MS);
                Some(before.ms + if was_set_back { apart } else { later })
            };
            let ms = dated.or_else(next);
            moments.push(ms);
            if let Some((ms, time_of_day)) = ms.zip(time) {
                before = Some(Moment { ms, time_of_day });
            }
            longest_before = point.start.longest_ms().map(i64::from);
            if point.start.longest_ms().is_some_and(|longest| longest >= DAY_MS) {
                before = None;
            }
        }
        Self { moments, clock }
    }

    /// When a point started, in milliseconds since 1970, where this is known in UTC.
    pub(crate) fn begin_ms(&self, point: usize) -> Option<i64> {
        self.moments.get(point).copied().flatten().filter(|_| self.clock == Clock::Utc)
    }

    /// When each point started, if all of it is known, in milliseconds since some moment.
    pub(crate) fn all_ms(&self) -> Option<Vec<i64>> {
        self.moments.iter().copied().collect()
    }

    /// When something of the status was, in milliseconds since the same moment.
    pub(crate) fn stamp_ms(&self, stamp: &Stamp) -> Option<i64> {
        match self.clock {
            Clock::Utc => stamp.timestamp().map(jiff::Timestamp::as_millisecond),
            Clock::Local => Some(stamp.local_ms()),
            Clock::WithoutDate => None,
        }
    }
}

/// When the summary was created.
fn created(about: &About<'_>) -> Option<Moment> {
    let created = about.output.core(&FileKind::Summary)?.told.facts.created?;
    Some(Moment { ms: created.utc_ms, time_of_day: created.time_of_day })
}

/// The start of a point as the status tells it, in whole seconds.
fn stamp<'o>(about: &About<'o>, point: &Point) -> Option<&'o Stamp> {
    let status = about.output.status.as_ref()?;
    status.told.events.get(point.event?).map(|event| &event.stamp)
}

fn by_status(about: &About<'_>, point: &Point) -> Option<i64> {
    let stamp = stamp(about, point)?;
    let ms = stamp.timestamp()?.as_millisecond();
    Some(at_start(ms, stamp.time_of_day(), point))
}

/// The moment of a start by one near to it, to the millisecond if its line tells that.
fn at_start(near_ms: i64, time_of_day: u32, point: &Point) -> i64 {
    point.start.time.map_or(near_ms, |time| near_ms + apart_ms(time_of_day, time))
}

/// The moment of a start by the stamp of its first row.
fn by_rows(about: &About<'_>, point: &Point, length_s: Option<f64>) -> Option<i64> {
    let mut blocks = point.core_blocks(about.output).map(|(_, block)| &block.intervals);
    let (first_ms, first_time) =
        blocks.find_map(|intervals| Some((intervals.first_stamp_ms?, intervals.first_time)))?;
    match (point.start.time, first_time) {
        // A stamp has whole seconds.
        (Some(start), Some(row)) => {
            Some(first_ms + i64::from(row % 1000) - i64::from(elapsed_ms(start, row)))
        }
        _ => Some(first_ms - (length_s? * 1000.0) as i64),
    }
}
