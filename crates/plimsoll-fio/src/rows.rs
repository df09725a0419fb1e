//! All rows of a document.

use crate::document::{AddingUp, Document};
use crate::entry::{self, Place, Standing};
use crate::group::{Run, run_rows};
use crate::options::Options;
use crate::siblings::{Jobs, Siblings};
use crate::timeline::Timeline;
use crate::together::{self, Group};
use crate::workload::Workload;
use plimsoll_read::Sink;
use plimsoll_schema::{Code, Finding, Metric, Row, Stat};
use plimsoll_unit::decimal;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What is known of a document beyond its entries.
struct Context<'d> {
    siblings: Siblings<'d>,
    timeline: Timeline<'d>,
}

/// All rows of a document.
#[derive(Debug)]
pub(crate) struct DocumentRows {
    /// Those of its jobs, by the index of the entry.
    pub(crate) jobs: Vec<Vec<Row>>,
    /// Those of its runs.
    pub(crate) runs: Vec<Row>,
}

impl DocumentRows {
    /// Those of the jobs in their order, then those of the runs.
    pub(crate) fn in_order(self) -> impl Iterator<Item = Row> {
        self.jobs.into_iter().flatten().chain(self.runs)
    }
}

/// Makes all rows of a document.
pub(crate) fn document_rows(
    place: &Place<'_>,
    runs: &mut usize,
    sink: &mut dyn Sink,
) -> DocumentRows {
    let document = place.document;
    let measured = together::measured(document);
    let context =
        Context { siblings: Siblings::of(document, &measured), timeline: Timeline::of(document) };
    let mut jobs: Vec<Vec<Row>> = document.entries.iter().map(|_| Vec::new()).collect();
    for index in &measured {
        jobs[*index] = job_rows(place, &context, *index, sink);
    }
    compare_with_summary(place, &jobs, sink);
    let unreadable = unreadable(place, &measured);
    let mut run_level = Vec::new();
    if document.adding_up == AddingUp::Incomplete {
        return DocumentRows { jobs, runs: run_level };
    }
    for group in together::groups(document, &measured, &context.timeline) {
        let findings: Vec<_> = finding_of(place, &group).map(|it| sink.finding(it)).collect();
        let rates_add_up = !matches!(group, Group::Unclear(_));
        let stages = match group {
            Group::InStages(stages) => stages,
            Group::Together(members) | Group::Unclear(members) => vec![members],
        };
        let of_group = stages.first().and_then(|members| members.first());
        let unreadable = of_group.and_then(|it| unreadable.get(&document.entries[*it].group));
        for members in stages {
            *runs += 1;
            let run: Arc<str> = format!("{}#{runs}", place.source).into();
            for index in &members {
                jobs[*index].iter_mut().for_each(|row| row.identity.run = Some(Arc::clone(&run)));
            }
            let run = Run {
                entries: members.iter().map(|index| jobs[*index].as_slice()).collect(),
                clients: hosts(document, &members),
                findings: findings.clone(),
                unreadable: unreadable
                    .into_iter()
                    .flatten()
                    .map(|(index, findings)| (jobs[*index].as_slice(), findings.as_slice()))
                    .collect(),
                rates_add_up,
            };
            run_level.extend(run_rows(&run, sink));
        }
    }
    DocumentRows { jobs, runs: run_level }
}

/// What could not be read in the entries of each group.
type Unreadable<'d> = HashMap<Option<&'d str>, Vec<(usize, Vec<Arc<Finding>>)>>;

fn unreadable<'d>(place: &Place<'d>, measured: &[usize]) -> Unreadable<'d> {
    let mut unreadable = Unreadable::new();
    for index in measured {
        let findings: Vec<_> = place.findings_in(*index).collect();
        if !findings.is_empty() {
            let group = place.document.entries[*index].group;
            unreadable.entry(group).or_default().push((*index, findings));
        }
    }
    unreadable
}

/// What is doubtful about the entries of a group having run together.
fn finding_of(place: &Place<'_>, group: &Group) -> impl Iterator<Item = Finding> {
    let list = place.list();
    let finding = match group {
        Group::Together(_) => None,
        Group::InStages(stages) => {
            let message = format!("the jobs of one group ran in {} stages", stages.len());
            Some(place.finding(Code::RunsNotTogether, &list, message))
        }
        Group::Unclear(members) if place.document.adding_up == AddingUp::Unproven => {
            let message = format!(
                "{} jobs of one group stand one after the other, and whether one run of fio wrote them or several is not told",
                members.len()
            );
            let help = "Use --output-format=json, or a file for each run, when they are repeated.";
            Some(place.finding(Code::TogetherUnclear, &list, message).with_help(help))
        }
        Group::Unclear(members) => {
            let message = format!(
                "{} jobs of one group were told to begin at different times (startdelay, ramp_time), and whether they ran at the same time is not told",
                members.len()
            );
            Some(place.finding(Code::TogetherUnclear, &list, message))
        }
    };
    finding.into_iter()
}

/// How many hosts entries come from, if all are told. Several servers may run on one.
fn hosts(document: &Document<'_>, members: &[usize]) -> Option<u64> {
    if !document.is_client_run {
        return Some(1);
    }
    let names = members.iter().map(|index| document.entries[*index].hostname.as_deref());
    Some(names.collect::<Option<HashSet<_>>>()?.len() as u64)
}

fn job_rows(
    place: &Place<'_>,
    context: &Context<'_>,
    index: usize,
    sink: &mut dyn Sink,
) -> Vec<Row> {
    let document = place.document;
    let entry = &document.entries[index];
    let workload = match &entry.header {
        Some(header) => header.workload(entry),
        None => Workload::of(&Options::of(document, entry), entry),
    };
    let name = entry.name.as_deref().unwrap_or("without a name");
    let mut doubt = None;
    let jobs = match context.siblings.jobs(entry, &workload) {
        Jobs::Known(jobs) => Some(jobs),
        Jobs::OneOfMissing(missing) => {
            let host = entry.hostname.as_deref().unwrap_or("one host");
            let message = format!("{missing} entries of job `{name}` on {host} are missing");
            doubt = Some((Code::HostsMissing, message));
            Some(1)
        }
        Jobs::Unclear { clones, entries } => {
            let message = format!("job `{name}` has numjobs={clones}, and {entries} entries");
            doubt = Some((Code::JobsUnclear, message));
            None
        }
        Jobs::Unknown => None,
    };
    let standing = Standing { jobs, window: context.timeline.window(index) };
    let mut rows = entry::rows(place, index, &workload, standing, sink);
    if let Some((code, message)) = doubt {
        let finding = sink.finding(place.finding(code, &place.entry(index), message));
        for row in &mut rows {
            row.findings.push(Arc::clone(&finding));
        }
    }
    rows
}

/// `All clients` counts the operations of all entries. It may be missing, and its rates are over
/// the longest runtime; but its counters must be the sums.
fn compare_with_summary(place: &Place<'_>, jobs: &[Vec<Row>], sink: &mut dyn Sink) {
    let Some(summary) = together::summary(place.document) else {
        return;
    };
    let locator = place.entry(place.document.entries.len() - 1);
    for (name, direction) in &summary.directions {
        let Some(printed) = direction.total_ios.and_then(decimal) else {
            continue;
        };
        let op = name.op();
        let sum: f64 = jobs
            .iter()
            .flatten()
            .filter(|row| !row.long_shape_only && row.identity.op.as_ref() == Some(&op))
            .filter_map(|row| row.figure(Metric::Operations, Stat::Sum, None))
            .map(|figure| figure.value)
            .sum();
        if (printed - sum).abs() > 0.5 {
            let message = format!(
                "`All clients` counts {printed} {} operations, its entries {sum}",
                name.key()
            );
            sink.finding(place.finding(Code::TotalDiffers, &locator, message));
        }
    }
}
