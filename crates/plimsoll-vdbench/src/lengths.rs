//! How long an interval is.
//!
//! The parameter file says it, if the command line did not override it; the elapsed time and the number of the
//! last interval say it, if the run was not cut short by the end of its data. The times of
//! the rows decide between them.

use crate::about::About;
use crate::points::Point;

/// Two lengths are the same if they differ by no more than this share: rows come a little late.
const SAME: f64 = 0.25;

/// The length of an interval of a point, in seconds.
pub(crate) fn interval_seconds(about: &About<'_>, point: &Point) -> Option<f64> {
    let blocks = || point.core_blocks(about.output).map(|(_, block)| block);
    let said =
        about.output.parameters.as_ref().and_then(|it| it.interval_seconds(&point.start.name));
    let divided = blocks().find_map(|block| {
        let average = block.average.as_ref()?;
        let elapsed = point.start.elapsed_s? + point.start.warmup_s.unwrap_or(0.0);
        (average.span.last > 0).then(|| elapsed / f64::from(average.span.last))
    });
    let seen =
        blocks().find_map(|block| block.intervals.length_ms).map(|ms| f64::from(ms) / 1000.0);
    choose(said, divided, seen)
}

fn choose(said: Option<f64>, divided: Option<f64>, seen: Option<f64>) -> Option<f64> {
    let Some(seen) = seen.filter(|seen| *seen > 0.0) else { return said.or(divided) };
    let is_like = |length: &f64| (length - seen).abs() <= SAME * length;
    let known = [said, divided].into_iter().flatten().find(is_like);
    // Intervals are whole seconds.
    Some(known.unwrap_or_else(|| seen.round().max(1.0)))
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn rows_decide_between_what_is_said_and_what_follows() {
        // Overridden on the command line.
        assert_eq!(choose(Some(1.0), Some(5.0), Some(5.01)), Some(5.0));
        // Cut short by the end of the data.
        assert_eq!(choose(Some(1.0), Some(25.0), Some(0.98)), Some(1.0));
        assert_eq!(choose(None, Some(25.0), Some(2.02)), Some(2.0));
        // A single row has no distance to another.
        assert_eq!(choose(None, Some(1.0), None), Some(1.0));
        assert_eq!(choose(None, None, None), None);
    }
}
