//! What a rate limit leaves of a comparison: a run that was told to do 300 operations per second says
//! nothing of a published maximum.

use crate::judgement::Reason;
use crate::side::Side;
use crate::verdict::Verdict;
use plimsoll_schema::{Metric, Row};

/// A rate limit that was asked for, in operations per second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RateLimit {
    /// As it was asked for.
    pub(crate) asked: f64,
    /// What it leaves for the operation in question: of a limit for reads and writes together, its
    /// share.
    pub(crate) of_op: f64,
}

/// Why the figures of a published point cannot be judged by a measurement with this limit: it lies below
/// one of the published rates by more than is tolerated. `None` also where the page states a limit of
/// its own.
pub(crate) fn below_published(
    limit: Option<RateLimit>,
    measured: &Row,
    published: &Row,
    sides: &[Side],
) -> Option<Reason> {
    let limit = limit.filter(|_| published.identity.target_iops.is_none())?;
    let most = |metric: Metric| match metric {
        Metric::Iops => Some(limit.of_op),
        Metric::Throughput => Some(limit.of_op * measured.identity.block_size_bytes? as f64),
        _ => None,
    };
    let is_short = |side: &Side| most(side.metric).is_some_and(|most| side.mark.is_short_of(most));
    sides.iter().any(is_short).then_some(Reason::RateLimited { iops: limit.asked })
}

/// The verdict on the figure `at` of a load that may not have been the greatest: a rate that falls
/// short may be higher, and then so is the latency. `None` where that changes nothing.
pub(crate) fn open_verdict(sides: &[Side], at: usize) -> Option<Verdict> {
    let verdict = |side: &Side| side.sample.as_ref().map(|sample| side.mark.judge(sample));
    let is_short = |side: &Side| verdict(side) == Some(Verdict::FallsShort);
    let side = &sides[at];
    let is_open = match side.metric {
        Metric::Latency => {
            let mut rates = sides.iter().filter(|it| it.metric != Metric::Latency);
            !is_short(side) && rates.any(is_short)
        }
        _ => is_short(side),
    };
    is_open.then_some(Verdict::Inconclusive)
}

#[cfg(test)]
mod tests {
    use super::{RateLimit, below_published};
    use crate::judgement::Reason;
    use crate::published::PublishedValue;
    use crate::sample::Sample;
    use crate::side::Side;
    use plimsoll_schema::{Bound, Identity, Metric, Origin, Row};

    #[test]
    fn a_page_that_states_a_limit_of_its_own_is_compared() {
        let published = PublishedValue {
            value: 1000.0,
            bound: Some(Bound::Exact),
            half_digit: 0.5,
            written: None,
            place: String::new(),
            between: None,
            findings: Vec::new(),
        };
        let measured = Sample::new(vec![300.0]).expect("a value");
        let sides = [Side::of_rate(Metric::Iops, Ok(measured), published, 0.05)];
        let row = |target_iops| {
            let mut row = Row::new(Identity::new("a".into(), String::new(), Origin::Measured));
            row.identity.target_iops = target_iops;
            row
        };
        let reason = |limit: f64, stated| {
            let limit = RateLimit { asked: limit, of_op: limit };
            below_published(Some(limit), &row(Some(300.0)), &row(stated), &sides)
        };
        assert_eq!(reason(300.0, None), Some(Reason::RateLimited { iops: 300.0 }));
        assert_eq!(reason(300.0, Some(300.0)), None);
        assert_eq!(reason(951.0, None), None);
        assert_eq!(below_published(None, &row(None), &row(None), &sides), None);
    }
}
