//! A measured point beside one reference.

use crate::agreement::{Agreement, agreement};
use crate::comparison::Shown;
use crate::conditions::{Sameness, pairs};
use crate::judgement::{Judgement, Likeness, OnCurve, Reason};
use crate::limit::{below_published, open_verdict};
use crate::naming::Known;
use crate::point::Point;
use crate::published::{interpolate, metrics_of, value_of};
use crate::request::Told;
use crate::side::{Side, depends_on};
use crate::unit::distinct;
use crate::verdict::Verdict;
use plimsoll_reference::{Entry, Point as ReferencePoint};
use plimsoll_schema::{Claimed, Metric, Op, Row};
use std::sync::Arc;

/// A point and a reference, and where to put what comes of them.
pub(crate) struct Beside<'b> {
    /// Index of the point.
    pub(crate) index: usize,
    pub(crate) point: &'b Point,
    pub(crate) entry: &'b Arc<Entry>,
    /// Whether somebody asked for this reference: then what cannot be compared is said.
    pub(crate) is_named: bool,
    pub(crate) told: &'b Told<'b>,
    pub(crate) tolerance: f64,
    /// Where on a load curve the point lies, if it is of one.
    pub(crate) on_curve: Option<OnCurve>,
    /// The operations that are compared.
    pub(crate) ops: Vec<Op>,
    /// Indices of the reference's points that are of another place of the curve.
    pub(crate) left_out: &'b [usize],
    /// What tells that both are the same workload.
    pub(crate) known: Known,
    pub(crate) judgements: &'b mut Vec<Judgement>,
    pub(crate) shown: &'b mut Vec<Shown>,
}

impl Beside<'_> {
    /// Sets everything that the reference states beside the point.
    pub(crate) fn set(&mut self) {
        for op in self.ops.clone() {
            let Some(measured) = self.point.compared_row(&op) else { continue };
            let mut is_judged = false;
            for (at, point) in self.entry.points.iter().enumerate() {
                if self.left_out.contains(&at) {
                    continue;
                }
                let agreement = self.agreement(&measured, &point.row);
                let claim = point.row.identity.claim;
                if let Some(claim) = claim.filter(|claim| *claim != Claimed::Result) {
                    if agreement.reasons(true).is_some() {
                        self.show(&op, point, claim);
                    }
                } else if let Some(reasons) = agreement.reasons(self.is_named) {
                    is_judged |= !metrics_of(point).is_empty();
                    self.judge_point(&op, &measured, point, &reasons);
                }
            }
            if !is_judged {
                self.judge_between(&op, &measured);
            }
        }
    }

    fn agreement(&self, measured: &Row, published: &Row) -> Agreement {
        agreement(measured, published, self.entry, self.told, self.known)
    }

    fn show(&mut self, op: &Op, point: &ReferencePoint, claim: Claimed) {
        for metric in metrics_of(point) {
            if let Some(published) = value_of(point, metric) {
                let (op, entry) = (op.clone(), Arc::clone(self.entry));
                self.shown.push(Shown { point: self.index, op, metric, entry, claim, published });
            }
        }
    }

    /// The figures of one published point. They were measured together, so each is judged with an
    /// eye on the others.
    fn judge_point(&mut self, op: &Op, measured: &Row, point: &ReferencePoint, reasons: &[Reason]) {
        // A published 0 is that of the other direction of a pure load: nothing to divide by.
        let published = |metric| value_of(point, metric).filter(|it| it.value > 0.0);
        let sides: Vec<Side> = metrics_of(point)
            .into_iter()
            .filter_map(|metric| {
                let kind = point.row.latency_kind.as_ref();
                Some(Side::of(self.point, op, metric, kind, published(metric)?, self.tolerance))
            })
            .collect();
        let limited = self.limited(op, measured, &point.row, &sides);
        for at in 0..sides.len() {
            let others = depends_on(&sides, at);
            let reasons = reasons.iter().chain(&limited).cloned().chain(others.reasons).collect();
            let unclear = others.is_unclear.then_some(Verdict::Inconclusive);
            let verdict = unclear.or_else(|| self.open_verdict(&sides, at));
            self.judge(op, measured, &point.row, sides[at].clone(), reasons, verdict);
        }
    }

    /// A read share between two published ones.
    fn judge_between(&mut self, op: &Op, measured: &Row) {
        let Some(read_percent) = measured.identity.read_percent else { return };
        let of_op = |point: &&ReferencePoint| point.row.identity.op.as_ref() == Some(op);
        // Reads and writes are judged each; their sum only where the page speaks of the sum.
        if !self.entry.points.iter().any(|point| of_op(&point)) {
            return;
        }
        let reasons_of = |point: &ReferencePoint| {
            let mut row = point.row.clone();
            row.identity.read_percent = Some(read_percent);
            row.identity.op = Some(op.clone());
            let is_result = row.identity.claim == Some(Claimed::Result);
            let agreement = self.agreement(measured, &row);
            agreement.reasons(self.is_named).filter(|_| is_result)
        };
        let mut like = self.entry.points.iter().filter_map(|it| Some((it, reasons_of(it)?)));
        let Some((like, reasons)) = like.next() else { return };
        for metric in [Metric::Throughput, Metric::Iops] {
            if let Some(published) = interpolate(self.entry, op, metric, read_percent) {
                let side = Side::of(self.point, op, metric, None, published, self.tolerance);
                let sides = [side];
                let limited = self.limited(op, measured, &like.row, &sides);
                let reasons = reasons.iter().cloned().chain(limited).collect();
                let verdict = self.open_verdict(&sides, 0);
                let [side] = sides;
                self.judge(op, measured, &like.row, side, reasons, verdict);
            }
        }
    }

    /// That a point was limited to less than was published. A curve is judged where it did the most, and
    /// may be open there.
    fn limited(&self, op: &Op, measured: &Row, published: &Row, sides: &[Side]) -> Option<Reason> {
        let limit = self.point.rate_limit(op).filter(|_| self.on_curve.is_none());
        below_published(limit, measured, published, sides)
    }

    fn open_verdict(&self, sides: &[Side], at: usize) -> Option<Verdict> {
        let is_open = self.on_curve.as_ref().is_some_and(|it| it.is_lower_bound);
        if is_open { open_verdict(sides, at) } else { None }
    }

    /// Adds the judgement of one figure; `verdict` is set where another figure decides it.
    pub(crate) fn judge(
        &mut self,
        op: &Op,
        measured: &Row,
        published_row: &Row,
        side: Side,
        mut reasons: Vec<Reason>,
        verdict: Option<Verdict>,
    ) {
        reasons.extend(self.point.apart.clone());
        reasons.extend(side.missing());
        let conditions = pairs(self.told, measured, self.entry, published_row);
        let different = conditions.iter().filter(|pair| pair.sameness() == Sameness::Different);
        reasons.extend(different.map(|pair| Reason::Differs(pair.name.clone())));
        reasons.extend(side.other_kind());
        reasons.extend(side.of_reads());
        // What is decisive comes first, whoever found it.
        reasons.sort_by_key(Reason::leaves_it_comparable);
        let likeness = Likeness::of(&reasons);
        let verdict = match &side.sample {
            Some(sample) if likeness != Likeness::NotComparable => {
                verdict.unwrap_or_else(|| side.mark.judge(sample))
            }
            _ => Verdict::NotComparable,
        };
        let is_comparable = verdict != Verdict::NotComparable;
        let touching = self.point.findings_of(op);
        let findings = distinct(touching.iter().chain(&side.published.findings));
        self.judgements.push(Judgement {
            point: self.index,
            on_curve: self.on_curve.clone(),
            op: op.clone(),
            metric: side.metric,
            latency_kind: side.kind.clone(),
            entry: Arc::clone(self.entry),
            ratio: side.ratio().filter(|_| is_comparable),
            ratio_interval: side.ratio_interval().filter(|_| is_comparable),
            measured: side.sample,
            tolerance: side.mark.shown_tolerance(),
            published: side.published,
            verdict,
            likeness,
            reasons,
            conditions,
            findings,
        });
    }
}
