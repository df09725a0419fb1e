//! From runs to points: what is a client, what a repeat, and what must stand apart.

use crate::disturbance::Disturbances;
use crate::judgement::Reason;
use crate::moment::{Moment, by_time};
use crate::point::Point;
use crate::repeats::{Repeats, repeats};
use crate::request::Request;
use crate::unit::Unit;
use plimsoll_campaign::RunSlot;
use plimsoll_schema::{Code, Finding};
use std::sync::Arc;

/// The points of a campaign, in the order of the inputs. Findings of putting them together are
/// added to `found`.
pub(crate) fn points(
    units: &[Unit],
    request: &Request<'_>,
    found: &mut Vec<Arc<Finding>>,
) -> Vec<Point> {
    let placed: Vec<Placed<'_>> =
        units.iter().flat_map(|unit| Placed::all_of(unit, request)).collect();
    let mut joiner = Joiner { placed: &placed, disturbances: Disturbances::among(units), found };
    let mut points = Vec::new();
    let mut done = vec![false; placed.len()];
    for first in 0..placed.len() {
        if done[first] {
            continue;
        }
        let mut members = Vec::new();
        for (index, other) in placed.iter().enumerate().skip(first) {
            if !done[index] && placed[first].is_same_point(other) {
                done[index] = true;
                members.push(other);
            }
        }
        for joined in joined(&members) {
            points.extend(joiner.points_of(placed[first].step, &joined));
        }
    }
    points
}

/// A unit and where the campaign puts it.
#[derive(Debug)]
struct Placed<'u> {
    unit: &'u Unit,
    step: Option<usize>,
    /// Which of the step's runs it is a client of, where the campaign says so.
    run: Option<usize>,
}

impl<'u> Placed<'u> {
    /// Every place that the campaign gives a unit; outside all steps, one without a step.
    fn all_of(unit: &'u Unit, request: &Request<'_>) -> Vec<Self> {
        let steps = request.campaign.steps.iter().enumerate();
        let mut places: Vec<Self> = steps
            .filter(|_| request.speaks_of(unit.system))
            .filter_map(|(step, it)| {
                let run = match it.claims(&unit.path)? {
                    RunSlot::ByTime => None,
                    RunSlot::Run(run) => Some(run),
                };
                Some(Self { unit, step: Some(step), run })
            })
            .collect();
        if places.is_empty() {
            places.push(Self { unit, step: None, run: None });
        }
        places
    }

    fn is_same_point(&self, other: &Self) -> bool {
        let same_workload = if self.run.is_some() && other.run.is_some() {
            self.unit.key.is_same_shape(&other.unit.key)
        } else {
            self.unit.key == other.unit.key
        };
        self.step == other.step && self.run.is_some() == other.run.is_some() && same_workload
    }
}

/// The clients of one moment.
#[derive(Debug)]
struct Clients<'u> {
    /// Which of the step's runs it is, where the campaign says so.
    run: Option<usize>,
    units: Vec<&'u Unit>,
}

/// Units of one workload, joined as far as something tells how.
#[derive(Debug, Default)]
struct Joined<'u> {
    moments: Vec<Clients<'u>>,
    /// Nothing tells whether these are clients or repeats.
    loose: Vec<&'u Unit>,
}

/// Joins units by their time, or as the campaign says. More than one if units that the campaign
/// lists hold several workloads.
fn joined<'u>(members: &[&Placed<'u>]) -> Vec<Joined<'u>> {
    let units: Vec<&Unit> = members.iter().map(|member| member.unit).collect();
    if members[0].run.is_none() {
        let lack_time = units.len() > 1 && units.iter().any(|unit| unit.window.is_none());
        // A part of a run is neither client nor repeat, whatever its time is.
        let are_parts = units.iter().all(|unit| unit.is_part);
        return vec![if lack_time && !are_parts && !are_runs_of_one_tool(&units) {
            Joined { loose: units, ..Joined::default() }
        } else {
            let of_time = |units| Clients { run: None, units };
            Joined { moments: by_time(&units).into_iter().map(of_time).collect(), loose: vec![] }
        }];
    }
    let runs = runs(members);
    if runs.iter().all(|run| run.inputs.iter().all(|input| input.len() == 1)) {
        let all_of = |run: Run<'u>| Clients { run: run.run, units: run.inputs.concat() };
        return vec![Joined { moments: runs.into_iter().map(all_of).collect(), loose: vec![] }];
    }
    let mut names: Vec<&Unit> = Vec::new();
    for unit in units {
        if !names.iter().any(|known| known.key.is_same_name(&unit.key)) {
            names.push(unit);
        }
    }
    names.into_iter().map(|name| joined_by_order(&runs, name)).collect()
}

/// Whether units are runs one after the other although their times are not known: a tool that drives a
/// whole database has no clients to join, so runs of one input are not clients of each other, and neither are
/// those with other numbers of jobs.
fn are_runs_of_one_tool(units: &[&Unit]) -> bool {
    let jobs = |unit: &Unit| unit.rows.first().and_then(|row| row.identity.jobs);
    let source = units[0].source();
    let are_of_one_input = units.iter().all(|unit| unit.source() == source);
    let is_other_load = |(at, unit): (usize, &&Unit)| {
        jobs(unit).is_some() && units[..at].iter().all(|other| jobs(other) != jobs(unit))
    };
    units.iter().all(|unit| unit.rows.iter().all(|row| row.is_workload_of_tool))
        && (are_of_one_input || units.iter().enumerate().all(is_other_load))
}

/// One run that the campaign lists: the units of each of its inputs.
#[derive(Debug)]
struct Run<'u> {
    run: Option<usize>,
    inputs: Vec<Vec<&'u Unit>>,
}

fn runs<'u>(members: &[&Placed<'u>]) -> Vec<Run<'u>> {
    let mut runs: Vec<Run<'u>> = Vec::new();
    for member in members {
        let at = runs.iter().position(|run| run.run == member.run).unwrap_or_else(|| {
            runs.push(Run { run: member.run, inputs: Vec::new() });
            runs.len() - 1
        });
        let inputs = &mut runs[at].inputs;
        match inputs.iter_mut().find(|input| input[0].source() == member.unit.source()) {
            Some(input) => input.push(member.unit),
            None => inputs.push(vec![member.unit]),
        }
    }
    runs
}

/// Inputs of the campaign's runs hold several runs each: those of one input are different moments.
/// If every input holds as many of this name, the first of each ran together, then the second; else
/// nothing tells which did.
fn joined_by_order<'u>(runs: &[Run<'u>], name: &Unit) -> Joined<'u> {
    let mut joined = Joined::default();
    for run in runs {
        let is_of_name = |unit: &&&Unit| unit.key.is_same_name(&name.key);
        let of_name = |input: &Vec<&'u Unit>| input.iter().filter(is_of_name).copied().collect();
        let inputs: Vec<Vec<&Unit>> = run.inputs.iter().map(of_name).collect();
        let length = inputs.first().map_or(0, Vec::len);
        if inputs.iter().all(|input| input.len() == length) {
            let nth = |at| inputs.iter().map(|input| input[at]).collect();
            let moments = (0..length).map(|at| Clients { run: run.run, units: nth(at) });
            joined.moments.extend(moments);
        } else {
            joined.loose.extend(inputs.concat());
        }
    }
    joined
}

/// Makes points of joined units.
struct Joiner<'j, 'u> {
    placed: &'j [Placed<'u>],
    disturbances: Disturbances<'u>,
    found: &'j mut Vec<Arc<Finding>>,
}

impl<'u> Joiner<'_, 'u> {
    /// The points that joined units make: the repeats, and what is none of them, each by itself.
    fn points_of(&mut self, step: Option<usize>, joined: &Joined<'u>) -> Vec<Point> {
        let mut points = Vec::new();
        let mut sound = Vec::new();
        for clients in &joined.moments {
            let moment = Moment::of(&clients.units);
            match self.doubt(step, clients) {
                Some((reason, finding)) => {
                    let mut point = Point::new(clients.units[0].system, step, vec![moment]);
                    point.findings.push(finding);
                    point.apart = Some(reason);
                    points.push(point);
                }
                None => sound.push(moment),
            }
        }
        let system = joined.moments.first().map_or(0, |clients| clients.units[0].system);
        for Repeats { moments, findings, are_odd } in repeats(sound, self.found) {
            let mut point = Point::new(system, step, moments);
            point.findings.extend(findings);
            point.apart = are_odd.then_some(Reason::RepeatsDiffer);
            points.push(point);
        }
        // Those that are in doubt were put in front.
        points.sort_by_key(|point| {
            let source = point.moments.first().and_then(|moment| moment.sources.first());
            joined.moments.iter().position(|clients| Some(&clients.units[0].source()) == source)
        });
        points.extend(self.not_joined(step, &joined.loose));
        points
    }

    /// Why a moment is neither all of a run nor a repeat.
    fn doubt(
        &mut self,
        step: Option<usize>,
        clients: &Clients<'u>,
    ) -> Option<(Reason, Arc<Finding>)> {
        if let Some(part) = clients.units.iter().find(|unit| unit.is_part) {
            let message = "it holds what one job did, and nothing of the run as a whole";
            let finding = Arc::new(Finding::new(Code::PartOfRun, &*part.source(), message));
            self.found.push(Arc::clone(&finding));
            return Some((Reason::PartOfRun, finding));
        }
        if let Some(finding) = self.lacks_inputs(step, clients) {
            let finding = Arc::new(finding);
            self.found.push(Arc::clone(&finding));
            return Some((Reason::NotJoined, finding));
        }
        let finding = self.disturbances.of(&clients.units, self.found)?;
        Some((Reason::Disturbed, finding))
    }

    /// The campaign lists inputs as one run, and one of them holds another workload.
    fn lacks_inputs(&self, step: Option<usize>, clients: &Clients<'u>) -> Option<Finding> {
        clients.run?;
        let is_other = |other: &&Placed<'_>| {
            other.step == step
                && other.run == clients.run
                && !clients.units.iter().any(|unit| unit.source() == other.unit.source())
        };
        let other = self.placed.iter().find(is_other)?.unit;
        let first = clients.units[0];
        let differences = first.key.differences(&other.key);
        let message = format!(
            "the campaign lists {} and {} as one run, and they differ in {}",
            first.source(),
            other.source(),
            differences.join(" and ")
        );
        Some(Finding::new(Code::ClientsNotJoined, &*first.source(), message))
    }

    /// Nothing tells clients of one run from repeats: each stands for itself.
    fn not_joined(&mut self, step: Option<usize>, units: &[&Unit]) -> Vec<Point> {
        let Some(first) = units.first() else { return Vec::new() };
        let why = if units.iter().any(|unit| unit.window.is_none()) {
            format!("{} inputs hold the same workload and no time", units.len())
        } else {
            format!("{} runs of inputs that the campaign lists do not pair off", units.len())
        };
        let message = format!("{why}: they stay apart");
        let finding = Arc::new(Finding::new(Code::ClientsNotJoined, &*first.source(), message));
        self.found.push(Arc::clone(&finding));
        let alone = |unit: &&Unit| {
            let mut point = Point::new(unit.system, step, vec![Moment::of(&[*unit])]);
            point.findings.push(Arc::clone(&finding));
            point.apart = Some(Reason::NotJoined);
            point
        };
        units.iter().map(alone).collect()
    }
}
