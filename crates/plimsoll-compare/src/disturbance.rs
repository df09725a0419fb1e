//! Runs that were not alone: neither clients of one run nor repeats.

use crate::moment::{TOGETHER, ran_together};
use crate::unit::Unit;
use plimsoll_schema::{Code, Finding, Window};
use std::sync::Arc;

/// Runs of other workloads share the storage from this part of the shorter one on. Less is the drift
/// between clients that go through a list of workloads each for itself.
const DRIFT: f64 = 1.0 - TOGETHER;

/// Looks for runs of the same kind that ran beside a moment without being part of it.
#[derive(Debug)]
pub(crate) struct Disturbances<'u> {
    units: &'u [Unit],
    /// Two runs that disturbed each other have one finding.
    known: Vec<(&'u Unit, &'u Unit, Arc<Finding>)>,
}

impl<'u> Disturbances<'u> {
    pub(crate) fn among(units: &'u [Unit]) -> Self {
        Self { units, known: Vec::new() }
    }

    /// The finding of what ran beside a moment the longest, added to `found` when it is a new one.
    pub(crate) fn of(
        &mut self,
        moment: &[&'u Unit],
        found: &mut Vec<Arc<Finding>>,
    ) -> Option<Arc<Finding>> {
        // Clocks of clients that the campaign calls one run may disagree: then they tell nothing.
        let clocks_agree = moment
            .iter()
            .enumerate()
            .all(|(at, one)| moment[at + 1..].iter().all(|other| ran_together(one, other)));
        if !clocks_agree {
            return None;
        }
        let is_part = |unit: &Unit| moment.iter().any(|part| std::ptr::eq(*part, unit));
        let others = self.units.iter().filter(|unit| !is_part(unit));
        let (_, part, other) = others
            .flat_map(|other| moment.iter().map(move |part| (*part, other)))
            .filter_map(|(part, other)| Some((shared_time(part, other)?, part, other)))
            .reduce(|worst, it| if it.0 > worst.0 { it } else { worst })?;
        let is_pair = |one: &Unit, two: &Unit| {
            let is = |one, other| std::ptr::eq::<Unit>(one, other);
            (is(one, part) && is(two, other)) || (is(one, other) && is(two, part))
        };
        if let Some((_, _, finding)) = self.known.iter().find(|(one, two, _)| is_pair(one, two)) {
            return Some(Arc::clone(finding));
        }
        let finding = Arc::new(finding(moment, part, other));
        found.push(Arc::clone(&finding));
        self.known.push((part, other, Arc::clone(&finding)));
        Some(finding)
    }
}

/// The time that two runs of one kind share, as a share of the shorter one, if it is enough for one
/// to have slowed the other.
fn shared_time(one: &Unit, other: &Unit) -> Option<f64> {
    let (first, second) = one.window.zip(other.window)?;
    if !one.key.is_like(&other.key) || !is_beyond_resolution(&first, &second) {
        return None;
    }
    let overlap = first.overlap(&second);
    (one.key == other.key || overlap > DRIFT).then_some(overlap)
}

fn is_beyond_resolution(one: &Window, other: &Window) -> bool {
    let shared = one.end_ms.min(other.end_ms).saturating_sub(one.begin_ms.max(other.begin_ms));
    shared > one.resolution_ms.max(other.resolution_ms)
}

fn finding(moment: &[&Unit], part: &Unit, other: &Unit) -> Finding {
    let (source, beside) = (part.source(), other.source());
    let overlap = part.window.zip(other.window).map_or(0.0, |(one, two)| one.overlap(&two));
    let differences = part.key.differences(&other.key);
    // Downwards, so that 79.9 % is not called 80 %.
    let percent = (overlap * 100.0).floor();
    let (code, why) = if overlap < TOGETHER {
        (Code::ClientsOverlapPartly, format!("less than {:.0} %", TOGETHER * 100.0))
    } else if !differences.is_empty() {
        (Code::ClientsNotJoined, format!("and differ in {}", differences.join(" and ")))
    } else if moment.iter().all(|unit| ran_together(unit, other)) {
        (Code::ClientsNotJoined, "and the campaign keeps them apart".to_owned())
    } else {
        let why = "but not with all inputs that ran beside them";
        (Code::ClientsOverlapPartly, why.to_owned())
    };
    let message = format!(
        "{source} and {beside} ran at the same time for {percent:.0} % of the shorter one, {why}"
    );
    Finding::new(code, &*source, message)
}
