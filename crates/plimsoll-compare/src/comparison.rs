//! The whole comparison: points, what is published for them, and the verdicts.

use crate::beside::Beside;
use crate::conditions::contradictions;
use crate::joining::points;
use crate::judgement::Judgement;
use crate::point::Point;
use crate::published::PublishedValue;
use crate::request::Request;
use crate::selection::{Selection, Unmatched, unmatched};
use crate::unit::{Copied, MeasuredInput, units};
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
    /// The verdicts, by point, in the order of references and their points.
    pub judgements: Vec<Judgement>,
    /// Estimates and limits.
    pub shown: Vec<Shown>,
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
    let (mut judgements, mut shown) = (Vec::new(), Vec::new());
    for (index, point) in points.iter().enumerate() {
        let told = request.told(point);
        let Selection { entries, are_named } = Selection::of(point, request, &told)?;
        for entry in &entries {
            let tolerance = request.tolerance;
            let mut beside = Beside {
                index,
                point,
                entry,
                is_named: are_named,
                told: &told,
                tolerance,
                judgements: &mut judgements,
                shown: &mut shown,
            };
            beside.set();
        }
    }
    let unmatched = unmatched(&points, &judgements, request, &mut findings)?;
    Ok(Comparison { points, judgements, shown, unmatched, findings })
}

fn warn_of_empty_steps(points: &[Point], campaign: &Campaign, findings: &mut Vec<Arc<Finding>>) {
    for (index, step) in campaign.steps.iter().enumerate() {
        if !points.iter().any(|point| point.step == Some(index)) {
            let message = format!("step \"{}\" has no input with figures", step.name);
            findings.push(Arc::new(Finding::new(Code::StepWithoutInput, "campaign.toml", message)));
        }
    }
}
