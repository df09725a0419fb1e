//! Which points of a comparison are loads of one curve.
//!
//! A tool that runs a curve itself says so (`LoadStep`). Else points are one if they are equal but for
//! the rate that was asked for, or, where none was, for their jobs and depth. Points that stand apart
//! and those without figures are none.

use crate::curve::{Asked, Curve, Load};
use crate::point::Point;
use plimsoll_schema::{LoadStep, Metric, Op, Pattern, Row, Stat};
use std::cmp::Ordering;
use std::sync::Arc;

/// With fewer loads, points that no tool calls a curve are just points.
const LEAST_LOADS: usize = 3;

/// What is left of a tool's own curve is one from here on.
const LEAST_OWN: usize = 2;

/// Two points of a tool's own curve are of one mix if their read shares, which may be measured ones,
/// differ by no more: in per cent.
const SAME_SHARE: f64 = 2.0;

/// The curves among points, in the order of their first points.
pub(crate) fn curves(points: &[Point], threshold_ns: f64) -> Vec<Curve> {
    let mut groups: Vec<Vec<Candidate<'_>>> = Vec::new();
    for (index, point) in points.iter().enumerate() {
        let Some(candidate) = Candidate::of(index, point) else { continue };
        match groups.iter_mut().find(|group| group[0].is_same_workload(&candidate)) {
            Some(group) => group.push(candidate),
            None => groups.push(vec![candidate]),
        }
    }
    let mut curves: Vec<Curve> = Vec::new();
    for group in groups {
        let sets = if group[0].step.is_some() { vec![group] } else { load_series(group) };
        curves.extend(sets.into_iter().filter_map(|set| curve(set, threshold_ns)));
    }
    curves.sort_by_key(|curve| curve.loads.iter().flat_map(|load| &load.points).min().copied());
    curves
}

/// A point that may be a load of a curve.
#[derive(Debug, Clone)]
struct Candidate<'p> {
    index: usize,
    point: &'p Point,
    /// A row that stands for the point, and by which it is told from others.
    row: Row,
    step: Option<LoadStep>,
}

impl<'p> Candidate<'p> {
    fn of(index: usize, point: &'p Point) -> Option<Self> {
        if point.apart.is_some() {
            return None;
        }
        let has_rate = |op: &Op| point.sample(op, Metric::Iops, Stat::Mean).is_some();
        if !has_rate(&Op::TOTAL) && !point.ops().iter().any(has_rate) {
            return None;
        }
        let row = point.row(&Op::TOTAL).or_else(|| point.row(point.ops().first()?))?;
        let step = point.load_step();
        Some(Self { index, point, row, step })
    }

    /// Whether both are the same but for their load.
    fn is_same_workload(&self, other: &Self) -> bool {
        let (one, two) = (&self.row.identity, &other.row.identity);
        let is_same = self.point.system == other.point.system
            && self.point.step == other.point.step
            && one.tool == two.tool
            && one.tool_version == two.tool_version
            && self.shape() == other.shape()
            && one.clients == two.clients
            && parameters(&self.row) == parameters(&other.row);
        is_same
            && match (&self.step, &other.step) {
                (Some(step), Some(other_step)) => {
                    step.curve == other_step.curve
                        && one.jobs == two.jobs
                        && one.queue_depth == two.queue_depth
                        && is_same_share(one.read_percent, two.read_percent)
                }
                (None, None) => {
                    one.workload == two.workload && one.read_percent == two.read_percent
                }
                _ => false,
            }
    }

    /// Pattern and block size, which are those of all operations or none.
    fn shape(&self) -> (Option<Pattern>, Option<u64>) {
        let size = self.row.identity.block_size_bytes.filter(|_| self.point.has_one_block_size());
        (self.row.identity.pattern, size)
    }

    fn outstanding(&self) -> (Option<u64>, Option<u64>) {
        (self.row.identity.jobs, self.row.identity.queue_depth)
    }

    fn asked(&self) -> Asked {
        let target_iops = self.row.identity.target_iops;
        match (&self.step, target_iops) {
            (Some(LoadStep { percent_of_maximum: Some(percent), .. }), _) => {
                Asked::Percent { percent: *percent, target_iops }
            }
            (Some(_), _) => Asked::Maximum,
            (None, Some(rate)) => Asked::Rate(rate),
            (None, None) => {
                let (jobs, queue_depth) = self.outstanding();
                Asked::Outstanding { jobs, queue_depth }
            }
        }
    }
}

fn is_same_share(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= SAME_SHARE,
        (one, other) => one == other,
    }
}

/// What tells a workload from others; the host and the rate are none of it.
fn parameters(row: &Row) -> Vec<&(Arc<str>, Arc<str>)> {
    row.identity.parameters.iter().filter(|it| !matches!(&*it.0, "host" | "rate")).collect()
}

/// The curves in points that are equal but for rate, jobs and depth, where no tool says which they are.
fn load_series(group: Vec<Candidate<'_>>) -> Vec<Vec<Candidate<'_>>> {
    // Rates step with one number of jobs; the point without a limit is the maximum of the curve.
    let mut sets: Vec<Vec<Candidate<'_>>> = Vec::new();
    for candidate in group.iter().filter(|it| it.row.identity.target_iops.is_some()) {
        match sets.iter_mut().find(|set| set[0].outstanding() == candidate.outstanding()) {
            Some(set) => set.push(candidate.clone()),
            None => sets.push(vec![candidate.clone()]),
        }
    }
    sets.retain(|set| set.iter().any(|it| it.asked() != set[0].asked()));
    let mut free = Vec::new();
    for candidate in group.into_iter().filter(|it| it.row.identity.target_iops.is_none()) {
        match sets.iter_mut().find(|set| set[0].outstanding() == candidate.outstanding()) {
            Some(set) => set.push(candidate),
            None => free.push(candidate),
        }
    }
    sets.extend(by_outstanding(free));
    sets
}

/// Points that differ in jobs or depth. Where both grow together they are one curve; of a grid each
/// number of jobs is one.
fn by_outstanding(mut free: Vec<Candidate<'_>>) -> Vec<Vec<Candidate<'_>>> {
    free.sort_by_key(Candidate::outstanding);
    let is_chain = free.windows(2).all(|pair| {
        let ((jobs, depth), (next_jobs, next_depth)) =
            (pair[0].outstanding(), pair[1].outstanding());
        jobs.is_some() == next_jobs.is_some()
            && depth.is_some() == next_depth.is_some()
            && jobs <= next_jobs
            && depth <= next_depth
    });
    if is_chain {
        return vec![free];
    }
    let mut sets: Vec<Vec<Candidate<'_>>> = Vec::new();
    for candidate in free {
        match sets.iter_mut().find(|set| set[0].outstanding().0 == candidate.outstanding().0) {
            Some(set) => set.push(candidate),
            None => sets.push(vec![candidate]),
        }
    }
    sets
}

/// A curve of points that were found to be one.
fn curve(set: Vec<Candidate<'_>>, threshold_ns: f64) -> Option<Curve> {
    let first = set.first()?;
    let is_own = first.step.is_some();
    let has_targets = set.iter().any(|it| matches!(it.asked(), Asked::Rate(_)));
    let name = match &first.step {
        Some(step) => Some(Arc::clone(&step.curve)),
        None => first.row.identity.workload.clone(),
    };
    let op = main_op(&set);
    let mut loads: Vec<(Asked, Vec<Candidate<'_>>)> = Vec::new();
    for candidate in set {
        let asked = match candidate.asked() {
            Asked::Outstanding { .. } if has_targets => Asked::Maximum,
            asked => asked,
        };
        match loads.iter_mut().find(|(known, _)| is_same_load(known, &asked)) {
            Some((known, members)) => {
                *known = common(*known, asked);
                members.push(candidate);
            }
            None => loads.push((asked, vec![candidate])),
        }
    }
    // Stable: loads of which nothing tells which is higher stay in the order of the inputs.
    loads.sort_by(|(one, _), (other, _)| order(one, other));
    let loads = loads.into_iter().map(|(asked, members)| load(asked, &members)).collect();
    Curve::of(name, op, loads, if is_own { LEAST_OWN } else { LEAST_LOADS }, threshold_ns)
}

/// The operation of a pure workload, if every load has it; else reads and writes together.
fn main_op(set: &[Candidate<'_>]) -> Op {
    let pure = |candidate: &Candidate<'_>| match candidate.row.identity.read_percent {
        Some(share) if share >= 100.0 => Some(Op::READ),
        Some(share) if share <= 0.0 => Some(Op::WRITE),
        _ => None,
    };
    let Some(op) = set.first().and_then(pure) else { return Op::TOTAL };
    let is_pure = |candidate: &Candidate<'_>| {
        pure(candidate).as_ref() == Some(&op)
            && candidate.point.sample(&op, Metric::Iops, Stat::Mean).is_some()
    };
    if set.iter().all(is_pure) { op } else { Op::TOTAL }
}

/// Whether two loads are repeats of one. A percentage is one of another maximum in each repeat.
fn is_same_load(one: &Asked, other: &Asked) -> bool {
    match (one, other) {
        (Asked::Percent { percent: one, .. }, Asked::Percent { percent: other, .. }) => {
            one.total_cmp(other).is_eq()
        }
        (one, other) => one == other,
    }
}

/// What two repeats of one load asked for alike.
fn common(one: Asked, other: Asked) -> Asked {
    match (one, other) {
        (Asked::Percent { percent, target_iops }, Asked::Percent { target_iops: other, .. }) => {
            Asked::Percent { percent, target_iops: target_iops.filter(|it| Some(*it) == other) }
        }
        (one, _) => one,
    }
}

/// Which load is the higher one, by what was asked for.
fn order(one: &Asked, other: &Asked) -> Ordering {
    let key = |asked: &Asked| match asked {
        Asked::Percent { percent, .. } => *percent,
        Asked::Rate(rate) => *rate,
        Asked::Outstanding { jobs, queue_depth } => {
            jobs.unwrap_or(1) as f64 * queue_depth.unwrap_or(1) as f64
        }
        Asked::Maximum => f64::INFINITY,
    };
    key(one).total_cmp(&key(other))
}

/// The points of one load, as one point.
fn load(asked: Asked, members: &[Candidate<'_>]) -> Load {
    let moments = members.iter().flat_map(|it| it.point.moments.clone()).collect();
    let first = members.first().map(|it| it.point);
    let mut point =
        Point::new(first.map_or(0, |it| it.system), first.and_then(|it| it.step), moments);
    let findings = members.iter().flat_map(|it| &it.point.findings);
    point.findings = crate::unit::distinct(findings);
    Load { asked, points: members.iter().map(|it| it.index).collect(), point }
}
