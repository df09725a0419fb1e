//! The whole comparison: points, what is published for them, and the verdicts.

use crate::beside::Beside;
use crate::conditions::contradictions;
use crate::curve::Curve;
use crate::curve_beside::CurveBeside;
use crate::curves::curves;
use crate::joining::points;
use crate::judgement::Judgement;
use crate::naming::Known;
use crate::point::Point;
use crate::published::PublishedValue;
use crate::request::{Request, Told};
use crate::selection::Selection;
use crate::unit::{Copied, MeasuredInput, units};
use crate::unmatched::{Unmatched, unmatched};
use plimsoll_campaign::Campaign;
use plimsoll_reference::{Entry, UnknownReference};
use plimsoll_schema::{Claimed, Code, Finding, Metric, Op};
use std::sync::Arc;

/// A published value that is shown beside a point and never judged: an estimate or a limit.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Index of the point.
    pub point: usize,
    /// The operation.
    pub op: Op,
    /// What it is a value of.
    pub metric: Metric,
    /// The reference.
    pub entry: Arc<Entry>,
    /// What kind of statement it is.
    pub claim: Claimed,
    /// The value.
    pub published: PublishedValue,
}

/// Everything that came of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The measured points, in the order of the inputs.
    pub points: Vec<Point>,
    /// The load curves among them, in the order of their first points.
    pub curves: Vec<Curve>,
    /// The verdicts, by point, in the order of references and their points.
    pub judgements: Vec<Judgement>,
    /// Estimates and limits.
    pub shown: Vec<Shown>,
    /// Whether any reference was asked for: by its name, by a step of the campaign, or by the product.
    /// If not, nothing was chosen to compare with, and no verdict could be given.
    pub is_set_beside_anything: bool,
    /// References and steps that were asked for and came to nothing; each has a finding.
    pub unmatched: Vec<Unmatched>,
    /// Findings of the comparison itself; those of inputs are with their points.
    pub findings: Vec<Arc<Finding>>,
}

/// Compares inputs with references. An error if a reference that is named does not exist.
pub fn compare(
    inputs: &[MeasuredInput],
    request: &Request<'_>,
) -> Result<Comparison, UnknownReference> {
    let mut findings = Vec::new();
    let (units, copies) = units(inputs);
    for Copied { source, original } in copies {
        let message = format!("it holds the same run as {original}, to the digit: counted once");
        findings.push(Arc::new(Finding::new(Code::InputRepeated, &*source, message)));
    }
    let mut points = points(&units, request, &mut findings);
    contradictions(&mut points, request, &mut findings);
    warn_of_empty_steps(&points, request.campaign, &mut findings);
    let curves = curves(&points, request.latency_threshold_ns);
    let mut set = Set { judgements: Vec::new(), shown: Vec::new() };
    for (index, point) in points.iter().enumerate() {
        let told = request.told(point);
        let selection = Selection::of(point, request, &told)?;
        match curves.iter().position(|curve| curve.has(index)) {
            None => set.point(index, point, &selection, &told, request.tolerance),
            // Its points are not judged one by one: those at a small load would fall short of a peak.
            Some(at) if curves[at].is_first(index) => {
                set.curve(at, &curves[at], &selection, &told, request.tolerance);
            }
            Some(_) => {}
        }
    }
    let Set { judgements, shown } = set;
    let unmatched = unmatched(&points, &judgements, request, &mut findings)?;
    let is_set_beside_anything = request.asks_for_references(&points);
    Ok(Comparison {
        points,
        curves,
        judgements,
        shown,
        is_set_beside_anything,
        unmatched,
        findings,
    })
}

/// What was set beside what so far.
struct Set {
    judgements: Vec<Judgement>,
    shown: Vec<Shown>,
}

impl Set {
    fn point(
        &mut self,
        index: usize,
        point: &Point,
        selection: &Selection<'_>,
        told: &Told<'_>,
        tolerance: f64,
    ) {
        for entry in &selection.entries {
            let Some(known) = Known::of_point(point, entry, selection) else { continue };
            let mut beside = Beside {
                index,
                point,
                entry,
                is_named: selection.are_named(),
                told,
                tolerance,
                on_curve: None,
                ops: point.compared_ops(),
                left_out: &[],
                known,
                judgements: &mut self.judgements,
                shown: &mut self.shown,
            };
            beside.set();
        }
    }

    fn curve(
        &mut self,
        index: usize,
        curve: &Curve,
        selection: &Selection<'_>,
        told: &Told<'_>,
        tolerance: f64,
    ) {
        for entry in &selection.entries {
            let Some(known) = Known::of_curve(curve, entry, selection, told) else { continue };
            let mut beside = CurveBeside {
                index,
                curve,
                entry,
                is_named: selection.are_named(),
                known,
                told,
                tolerance,
                judgements: &mut self.judgements,
                shown: &mut self.shown,
            };
            beside.set();
        }
    }
}

fn warn_of_empty_steps(points: &[Point], campaign: &Campaign, findings: &mut Vec<Arc<Finding>>) {
    for (index, step) in campaign.steps.iter().enumerate() {
        if !points.iter().any(|point| point.step == Some(index)) {
            let message = format!("step \"{}\" has no input with figures", step.name);
            findings.push(Arc::new(Finding::new(Code::StepWithoutInput, "campaign.toml", message)));
        }
    }
}
