//! One published figure with the measured ones beside it, and what it owes to its neighbours.

use crate::judgement::Reason;
use crate::point::Point;
use crate::published::PublishedValue;
use crate::sample::{Interval, Sample};
use crate::verdict::{Mark, Verdict};
use plimsoll_schema::{Bound, Kind, Metric, Op, Stat};

/// A published figure and what was measured for it.
#[derive(Debug, Clone)]
pub(crate) struct Side {
    pub(crate) metric: Metric,
    pub(crate) published: PublishedValue,
    pub(crate) mark: Mark,
    pub(crate) sample: Option<Sample>,
    /// Which latency `sample` holds.
    pub(crate) kind: Option<Kind>,
    /// Which latency was published.
    published_kind: Option<Kind>,
    /// Whether the latency is that of reads, beside a rate of reads and writes together.
    is_of_reads: bool,
    /// Why there is no sample.
    missing: Option<Reason>,
}

impl Side {
    /// `kind` is that of the published row: a latency is judged by the same kind if it was measured.
    pub(crate) fn of(
        point: &Point,
        op: &Op,
        metric: Metric,
        kind: Option<&Kind>,
        published: PublishedValue,
        tolerance: f64,
    ) -> Self {
        let mark = Mark::of(metric, &published, tolerance);
        let published_kind = kind.filter(|_| metric == Metric::Latency).cloned();
        let latency_op = point.latency_op(op);
        let shown = point.latency_kind(&latency_op).filter(|_| metric == Metric::Latency);
        let are_kinds_shown = shown.is_some();
        let of_kind =
            |kind: Kind| Some((point.latency_sample(&latency_op, Stat::Mean, &kind)?, kind));
        let latency = published_kind.clone().and_then(of_kind).or_else(|| shown.and_then(of_kind));
        let (sample, kind) = match latency {
            Some((sample, kind)) => (Some(sample), Some(kind)),
            None if metric == Metric::Latency => (None, None),
            None => (point.sample(op, metric, Stat::Mean), None),
        };
        let missing = match (&sample, are_kinds_shown) {
            (Some(_), _) => None,
            // The repeats show several kinds of latency, and none in common.
            (None, true) => Some(Reason::MeasuredUnknown("latency_kind")),
            (None, false) => Some(Reason::NotMeasured),
        };
        let is_of_reads = metric == Metric::Latency && latency_op != *op;
        Self { metric, published, mark, sample, kind, published_kind, is_of_reads, missing }
    }

    /// A rate that was read from a load curve, or why there is none.
    pub(crate) fn of_rate(
        metric: Metric,
        measured: Result<Sample, Reason>,
        published: PublishedValue,
        tolerance: f64,
    ) -> Self {
        let mark = Mark::of(metric, &published, tolerance);
        let (sample, missing) = match measured {
            Ok(sample) => (Some(sample), None),
            Err(reason) => (None, Some(reason)),
        };
        Self {
            metric,
            published,
            mark,
            sample,
            kind: None,
            published_kind: None,
            is_of_reads: false,
            missing,
        }
    }

    /// Why there is nothing to judge.
    pub(crate) fn missing(&self) -> Option<Reason> {
        self.missing.clone()
    }

    /// That another latency was measured than was published.
    pub(crate) fn other_kind(&self) -> Option<Reason> {
        let differs = self.kind.as_ref().zip(self.published_kind.as_ref());
        differs
            .is_some_and(|(one, other)| one != other)
            .then(|| Reason::Differs("latency_kind".to_owned()))
    }

    /// That the latency is of reads alone.
    pub(crate) fn of_reads(&self) -> Option<Reason> {
        (self.is_of_reads && self.sample.is_some()).then_some(Reason::LatencyOfReads)
    }

    /// q of the mean.
    pub(crate) fn ratio(&self) -> Option<f64> {
        self.sample.as_ref().map(|sample| self.mark.quality(sample.mean()))
    }

    /// q over the interval of the mean.
    pub(crate) fn ratio_interval(&self) -> Option<Interval> {
        let interval = self.sample.as_ref()?.confidence_interval()?;
        Some(self.mark.quality_interval(interval))
    }

    /// Whether it says what the latency of a published load was kept below.
    fn is_latency_bound(&self) -> bool {
        self.metric == Metric::Latency
            && matches!(self.mark.bound, Some(Bound::Below | Bound::AtMost | Bound::UpTo))
    }
}

/// What the other figures of a published point say of one of them.
#[derive(Debug, Default)]
pub(crate) struct Others {
    pub(crate) reasons: Vec<Reason>,
    /// Whether the repeats leave open that the other figure was as published.
    pub(crate) is_unclear: bool,
}

/// The figures of a published point belong together: "450K IOPS below 1 ms" says nothing of a rate
/// at 2 ms, nor of the latency of a smaller load.
pub(crate) fn depends_on(sides: &[Side], at: usize) -> Others {
    let mut others = Others::default();
    let rest = sides.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, side)| side);
    if sides[at].metric == Metric::Latency {
        others.reasons.extend(load_differs(&rest.collect::<Vec<_>>()));
        return others;
    }
    for bound in rest.filter(|side| side.is_latency_bound()) {
        others.reasons.extend(bound.other_kind().into_iter().chain(bound.of_reads()));
        match bound.sample.as_ref().map(|sample| bound.mark.judge(sample)) {
            None => others.reasons.push(Reason::MeasuredUnknown("latency")),
            Some(Verdict::FallsShort) => others.reasons.push(Reason::LatencyBoundNotKept),
            Some(Verdict::Inconclusive) => others.is_unclear = true,
            Some(_) => {}
        }
    }
    others
}

/// Whether the rates beside a latency were so far below the published ones that it is of another
/// load.
fn load_differs(rates: &[&Side]) -> Option<Reason> {
    let measured: Vec<(&Side, &Sample)> =
        rates.iter().filter_map(|rate| Some((*rate, rate.sample.as_ref()?))).collect();
    if measured.is_empty() && !rates.is_empty() {
        return Some(Reason::MeasuredUnknown("load"));
    }
    measured
        .iter()
        .any(|(rate, sample)| rate.mark.is_short_of(sample.mean()))
        .then(|| Reason::Differs("load".to_owned()))
}
