//! How long an interval is.
//!
//! The parameter file says it, if the command line did not override it; the time that a run definition was to last
//! and the number of its last interval say it, if it was not cut short by the end of its data. Where they
//! contradict each other, the times of the rows decide between them.

use crate::about::About;
use crate::points::Point;

/// Two lengths are the same if they differ by no more than this share: rows come a little late.
const SAME: f64 = 0.25;

/// No interval is longer, in seconds: a year.
const LONGEST_S: f64 = 366.0 * 86_400.0;

/// What is known of the length of an interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Length {
    /// In seconds.
    Known(f64),
    /// No file tells it.
    NotTold,
    /// The parameter file says one, and the run definition lasted for another; in seconds.
    Contradicted {
        /// By the parameter file.
        said: f64,
        /// By the time that the run definition was to last and the number of its intervals.
        divided: f64,
    },
}

impl Length {
    /// In seconds, if it is known.
    pub(crate) fn seconds(self) -> Option<f64> {
        match self {
            Self::Known(seconds) => Some(seconds),
            Self::NotTold | Self::Contradicted { .. } => None,
        }
    }
}

/// How long a run definition was to last, in seconds, and how many intervals it had.
#[derive(Debug, Clone, Copy)]
struct Planned {
    seconds: f64,
    intervals: u32,
}

/// The length of an interval of a point. One that was ended early did not last as long as planned.
pub(crate) fn interval_length(about: &About<'_>, point: &Point, is_ended_early: bool) -> Length {
    let blocks = || point.core_blocks(about.output).map(|(_, block)| block);
    let parameters = about.output.parameters.as_ref();
    let said = parameters.and_then(|file| file.told.interval_seconds(&point.start.name));
    let planned = point.start.planned_seconds().and_then(|seconds| {
        let intervals = blocks().find_map(|block| Some(block.average.as_ref()?.span.last))?;
        (intervals > 0).then_some(Planned { seconds, intervals })
    });
    let seen = blocks().find_map(|block| block.intervals.length_ms);
    let seen = seen.map(|ms| f64::from(ms) / 1000.0);
    choose(said, planned.filter(|_| !is_ended_early), seen)
}

fn choose(said: Option<f64>, planned: Option<Planned>, seen: Option<f64>) -> Length {
    let is_possible = |seconds: &f64| *seconds > 0.0 && *seconds <= LONGEST_S;
    let said = said.filter(is_possible);
    let divided = planned.map(|it| it.seconds / f64::from(it.intervals)).filter(is_possible);
    let known = || [said, divided].into_iter().flatten();
    // Two that agree are not contradicted by a row that came late.
    if let Some((said, divided)) = said.zip(divided)
        && (said - divided).abs() <= 1e-6 * said
    {
        return Length::Known(said);
    }
    if let Some(seen) = seen.filter(|seen| *seen > 0.0) {
        let apart = |length: &f64| (length - seen).abs();
        let like = known().filter(|length| apart(length) <= SAME * length);
        let nearest = like.min_by(|one, other| apart(one).total_cmp(&apart(other)));
        // Intervals are whole seconds.
        return Length::Known(nearest.unwrap_or_else(|| seen.round().max(1.0)));
    }
    match (said, divided, planned) {
        // What is left of the time may be no whole interval.
        (Some(said), Some(divided), Some(planned))
            if (planned.seconds - said * f64::from(planned.intervals)).abs() >= said =>
        {
            Length::Contradicted { said, divided }
        }
        _ => known().next().map_or(Length::NotTold, Length::Known),
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, Planned, choose};

    fn planned(seconds: f64, intervals: u32) -> Planned {
        Planned { seconds, intervals }
    }

    #[test]
    fn rows_decide_between_what_is_said_and_what_follows() {
        let known = |said, planned, seen| choose(said, planned, seen).seconds();
        // Overridden on the command line.
        assert_eq!(known(Some(1.0), Some(planned(20.0, 4)), Some(5.01)), Some(5.0));
        // Both are like the rows; the nearer one counts.
        assert_eq!(known(Some(4.0), Some(planned(20.0, 4)), Some(4.9)), Some(5.0));
        assert_eq!(known(Some(5.0), Some(planned(20.0, 5)), Some(4.1)), Some(4.0));
        // Cut short by the end of the data.
        assert_eq!(known(Some(1.0), Some(planned(25.0, 1)), Some(0.98)), Some(1.0));
        assert_eq!(known(None, Some(planned(25.0, 1)), Some(2.02)), Some(2.0));
        // A row came late.
        assert_eq!(known(Some(1.0), Some(planned(2.0, 2)), Some(1.9)), Some(1.0));
    }

    #[test]
    fn without_rows_what_is_said_must_be_possible() {
        assert_eq!(choose(None, Some(planned(1.0, 1)), None), Length::Known(1.0));
        assert_eq!(choose(Some(3.0), None, None), Length::Known(3.0));
        assert_eq!(choose(Some(3.0), Some(planned(10.0, 3)), None), Length::Known(3.0));
        let contradicted = Length::Contradicted { said: 1.0, divided: 5.0 };
        assert_eq!(choose(Some(1.0), Some(planned(20.0, 4)), None), contradicted);
        assert_eq!(choose(None, None, None), Length::NotTold);
        assert_eq!(choose(None, Some(planned(1e300, 4)), None), Length::NotTold);
        assert_eq!(choose(Some(-1.0), None, None), Length::NotTold);
    }
}
