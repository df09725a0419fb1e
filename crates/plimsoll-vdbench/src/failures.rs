//! How many operations failed while each point ran.
//!
//! The error log has the time of day of each error, and no date. So errors are counted by point only where the whole
//! run is known to have taken less than a day; files that were prepared between two points have errors of their
//! own.

use crate::about::About;
use crate::clock::{DAY_MS, elapsed_ms};
use crate::errorlog::ErrorLog;
use crate::points::{Point, running_at};
use crate::timeline::Timeline;

/// Errors of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Failures {
    /// How many operations failed, where this is known.
    pub(crate) count: Option<usize>,
    /// Whether some did, or may have.
    pub(crate) are_possible: bool,
}

/// So long after a run definition's time the errors of operations that hung may come, in milliseconds.
const LATE_MS: i64 = 600_000;

/// The errors of each point.
pub(crate) fn failures(about: &About<'_>, points: &[Point], timeline: &Timeline) -> Vec<Failures> {
    let log = about.output.errors.as_ref().map(|file| &file.told);
    let none = Failures { count: log.map(|_| 0), are_possible: false };
    let unknown = Failures { count: None, are_possible: true };
    if let Some(log) = log.filter(|log| log.count() > 0) {
        return match counts(about, points, timeline, log) {
            Some(counts) => counts
                .into_iter()
                .map(|count| Failures { count: Some(count), are_possible: count > 0 })
                .collect(),
            None => vec![unknown; points.len()],
        };
    }
    // The status tells of the first error at once: until then there was none.
    let status = about.output.status.as_ref();
    let first = status.and_then(|file| file.told.first_error());
    let first = first.map(|event| running_at(points, event).unwrap_or(0));
    (0..points.len())
        .map(|point| if first.is_some_and(|first| first <= point) { unknown } else { none })
        .collect()
}

fn counts(
    about: &About<'_>,
    points: &[Point],
    timeline: &Timeline,
    log: &ErrorLog,
) -> Option<Vec<usize>> {
    let begins_ms = timeline.all_ms()?;
    let (first_ms, first_time) = (*begins_ms.first()?, points.first()?.start.time?);
    let latest_ms = latest_ms(about, points, timeline, *begins_ms.last()?)?;
    if !begins_ms.is_sorted() || latest_ms - first_ms >= i64::from(DAY_MS) {
        return None;
    }
    let times = log.times()?.into_iter();
    let mut errors_ms: Vec<i64> =
        times.map(|time| first_ms + i64::from(elapsed_ms(first_time, time))).collect();
    errors_ms.sort_unstable();
    let before = |moment: &i64| errors_ms.partition_point(|error| error < moment);
    let ends_ms = begins_ms.iter().skip(1).chain(std::iter::once(&latest_ms));
    Some(
        begins_ms
            .iter()
            .zip(ends_ms)
            .map(|(begin, end)| before(end).saturating_sub(before(begin)))
            .collect(),
    )
}

/// After this moment no error of the last point can come.
fn latest_ms(
    about: &About<'_>,
    points: &[Point],
    timeline: &Timeline,
    last_begin_ms: i64,
) -> Option<i64> {
    let longest_ms = points.last()?.start.longest_ms();
    let planned = longest_ms.map(|longest| last_begin_ms + i64::from(longest));
    let stamp = about.output.status.as_ref().and_then(|file| file.told.end_stamp());
    let told = stamp.and_then(|stamp| timeline.stamp_ms(stamp));
    [planned, told].into_iter().flatten().min().map(|end| end + LATE_MS)
}
