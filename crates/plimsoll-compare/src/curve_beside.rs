//! A load curve beside one reference: its peak, and where its latency passes a published bound.

use crate::agreement::agreement;
use crate::beside::Beside;
use crate::comparison::Shown;
use crate::crossing::{Crossing, Passed};
use crate::curve::Curve;
use crate::judgement::{CurvePlace, Judgement, OnCurve, Reason};
use crate::limit::open_verdict;
use crate::naming::Known;
use crate::point::Point;
use crate::published::{metrics_of, value_of};
use crate::request::Told;
use crate::side::Side;
use crate::unit::distinct;
use plimsoll_reference::{Entry, Point as ReferencePoint};
use plimsoll_schema::{Bound, Claimed, Kind, Metric, Op};
use std::sync::Arc;

/// What a page calls the point with the greatest rate.
const PEAK: &str = "peak";

/// A curve and a reference, and where to put what comes of them.
pub(crate) struct CurveBeside<'b> {
    /// Index of the curve.
    pub(crate) index: usize,
    pub(crate) curve: &'b Curve,
    pub(crate) entry: &'b Arc<Entry>,
    /// Whether somebody asked for this reference: then what cannot be compared is said.
    pub(crate) is_named: bool,
    /// What tells that both are the same workload.
    pub(crate) known: Known,
    pub(crate) told: &'b Told<'b>,
    pub(crate) tolerance: f64,
    pub(crate) judgements: &'b mut Vec<Judgement>,
    pub(crate) shown: &'b mut Vec<Shown>,
}

impl CurveBeside<'_> {
    /// Sets everything that the reference states beside the curve. A rate that is published below a
    /// latency is set beside the rate at that latency, any other value beside the load with the
    /// greatest rate.
    pub(crate) fn set(&mut self) {
        let points = &self.entry.points;
        let bounded: Vec<usize> =
            (0..points.len()).filter(|at| latency_bound(&points[*at]).is_some()).collect();
        for at in &bounded {
            self.judge_threshold(&points[*at]);
        }
        let mut left_out = bounded;
        left_out.extend(lesser(points));
        let at = self.curve.load_beside(points.first().map(|point| &point.row));
        let load = &self.curve.loads[at];
        let ops = match self.known {
            Known::Shape => load.point.compared_ops(),
            Known::Name | Known::Tool => vec![self.curve.op.clone()],
        };
        let is_lower_bound = at == self.curve.peak && self.curve.peak_is_lower_bound();
        let place = CurvePlace::Load(at);
        let on_curve = OnCurve { curve: self.index, place, is_lower_bound };
        self.beside(load.points[0], &load.point, on_curve, ops, &left_out).set();
    }

    fn beside<'s>(
        &'s mut self,
        index: usize,
        point: &'s Point,
        on_curve: OnCurve,
        ops: Vec<Op>,
        left_out: &'s [usize],
    ) -> Beside<'s> {
        Beside {
            index,
            point,
            entry: self.entry,
            is_named: self.is_named,
            told: self.told,
            tolerance: self.tolerance,
            on_curve: Some(on_curve),
            ops,
            left_out,
            known: self.known,
            judgements: self.judgements,
            shown: self.shown,
        }
    }

    /// Rates that are published below a latency.
    fn judge_threshold(&mut self, published: &ReferencePoint) {
        let Some((threshold_ns, op)) =
            latency_bound(published).zip(published.row.identity.op.clone())
        else {
            return;
        };
        if self.known != Known::Shape && op != self.curve.op {
            return;
        }
        let theirs = published.row.latency_kind.as_ref();
        let kind = theirs.filter(|kind| self.curve.has_latency(&op, kind));
        let crossing = self.curve.crossing_of(&op, kind, threshold_ns);
        let (index, point) = place(self.curve, &crossing);
        let Some(measured) = point.compared_row(&op) else { return };
        let agreement = agreement(&measured, &published.row, self.entry, self.told, self.known);
        let Some(mut reasons) = agreement.reasons(self.is_named) else { return };
        if kind.is_none() && is_other(theirs, measured.latency_kind.as_ref()) {
            reasons.push(Reason::Differs("latency_kind".to_owned()));
        }
        if op == self.curve.op && self.curve.latency_op != op {
            reasons.push(Reason::LatencyOfReads);
        }
        let is_lower_bound = matches!(crossing.passed, Passed::Never { .. });
        let on_curve =
            OnCurve { curve: self.index, place: CurvePlace::Threshold(crossing), is_lower_bound };
        for metric in metrics_of(published).into_iter().filter(|it| *it != Metric::Latency) {
            let Some(value) = value_of(published, metric).filter(|it| it.value > 0.0) else {
                continue;
            };
            let rate = match crossing.passed {
                Passed::Always { .. } => Err(Reason::LatencyBoundNotKept),
                Passed::Unknown => Err(Reason::MeasuredUnknown("latency")),
                _ => self.curve.sample_at(&crossing, &op, metric, kind).ok_or(Reason::NotMeasured),
            };
            let sides = [Side::of_rate(metric, rate, value, self.tolerance)];
            let verdict = if is_lower_bound { open_verdict(&sides, 0) } else { None };
            let [side] = sides;
            let mut beside = self.beside(index, &point, on_curve.clone(), Vec::new(), &[]);
            beside.judge(&op, &measured, &published.row, side, reasons.clone(), verdict);
        }
    }
}

/// The runs that a rate at a threshold rests on, and the index of the lower point of the comparison.
fn place(curve: &Curve, crossing: &Crossing) -> (usize, Point) {
    let one = |load: usize| (curve.loads[load].points[0], curve.loads[load].point.clone());
    match crossing.passed {
        Passed::Between { below, above, .. } => {
            let (index, below) = one(below);
            let above = &curve.loads[above].point;
            let moments = below.moments.iter().chain(&above.moments).cloned().collect();
            let mut both = Point::new(below.system, below.step, moments);
            both.findings = distinct(below.findings.iter().chain(&above.findings));
            (index, both)
        }
        Passed::At { load, .. } | Passed::Never { load } | Passed::Always { load } => one(load),
        Passed::Unknown => one(curve.peak),
    }
}

fn is_other(theirs: Option<&Kind>, own: Option<&Kind>) -> bool {
    theirs.zip(own).is_some_and(|(theirs, own)| theirs != own)
}

/// The latency in nanoseconds below which a result's rate was published.
fn latency_bound(point: &ReferencePoint) -> Option<f64> {
    if point.row.identity.claim != Some(Claimed::Result) || greatest_rate(point).is_none() {
        return None;
    }
    let latency = value_of(point, Metric::Latency)?;
    let is_bound = matches!(latency.bound, Some(Bound::Below | Bound::AtMost | Bound::UpTo));
    (is_bound && latency.value > 0.0).then_some(latency.value)
}

fn greatest_rate(point: &ReferencePoint) -> Option<f64> {
    let rates = [Metric::Iops, Metric::Throughput, Metric::Transactions];
    rates.into_iter().find_map(|metric| value_of(point, metric)).map(|rate| rate.value)
}

/// Of the results for one operation and read share, those that are not the greatest: they are of
/// smaller loads. The greatest is the one that the page calls the peak, if it calls one so.
fn lesser(points: &[ReferencePoint]) -> Vec<usize> {
    let is_result = |point: &ReferencePoint| {
        point.row.identity.claim == Some(Claimed::Result) && latency_bound(point).is_none()
    };
    let rank = |point: &ReferencePoint| {
        let is_peak = point.name.as_deref() == Some(PEAK);
        greatest_rate(point).map(|rate| (is_peak, rate))
    };
    let is_less = |point: &ReferencePoint| {
        let identity = &point.row.identity;
        let mut rivals = points.iter().filter(|other| {
            is_result(other)
                && other.row.identity.op == identity.op
                && other.row.identity.read_percent == identity.read_percent
        });
        is_result(point) && rivals.any(|other| rank(other) > rank(point))
    };
    (0..points.len()).filter(|at| is_less(&points[*at])).collect()
}
