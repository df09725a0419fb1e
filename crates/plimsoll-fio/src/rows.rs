//! All rows of a document.

use crate::document::{AddingUp, Document};
use crate::entry::{self, Place, Standing};
use crate::group::{Run, run_rows};
use crate::options::Options;
use crate::siblings::{Jobs, Siblings};
use crate::timeline::Timeline;
use crate::together::{self, Group};
use crate::workload::Workload;
use plimsoll_read::{Kept, Sink};
use plimsoll_schema::{Code, Finding, Metric, Row, Stat};
use plimsoll_unit::decimal;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What is known of a document beyond its entries.
struct Context<'d> {
    siblings: Siblings<'d>,
    timeline: Timeline<'d>,
}

/// The rows of a document's jobs, and which of them make runs. It borrows nothing from the document, which may
/// go before the rows of the runs come.
#[derive(Debug)]
pub(crate) struct JobRows {
    /// The rows of each entry, by its index.
    pub(crate) jobs: Vec<Vec<Row>>,
    groups: Vec<GroupOfRuns>,
}

/// The runs that a group of entries makes: one, or one for each stage.
#[derive(Debug)]
struct GroupOfRuns {
    /// What is doubtful about the entries having run together.
    findings: Vec<Finding>,
    /// The entries of each run, and how many hosts they come from.
    runs: Vec<(Vec<usize>, Option<u64>)>,
    /// Entries of which something could not be read, and what.
    unreadable: Vec<(usize, Vec<Arc<Finding>>)>,
    /// Whether rates may be added up: all ran at the same time.
    rates_add_up: bool,
}

/// Makes the rows of the jobs of a document. `runs` counts its runs.
pub(crate) fn job_rows(place: &Place<'_>, runs: &mut usize, sink: &mut dyn Sink) -> JobRows {
    let document = place.document;
    let measured = together::measured(document);
    let context =
        Context { siblings: Siblings::of(document, &measured), timeline: Timeline::of(document) };
    let mut jobs = rows_by_entry(place, &context, &measured, sink);
    compare_with_summary(place, &jobs, sink);
    if document.adding_up == AddingUp::Incomplete {
        return JobRows { jobs, groups: Vec::new() };
    }
    let unreadable = unreadable(place, &measured);
    let groups = together::groups(document, &measured, &context.timeline);
    let groups: Vec<_> =
        groups.into_iter().map(|group| group_of_runs(place, group, &unreadable)).collect();
    for (members, _) in groups.iter().flat_map(|group| &group.runs) {
        *runs += 1;
        let run: Arc<str> = format!("{}#{runs}", place.source).into();
        for index in members {
            jobs[*index].iter_mut().for_each(|row| row.identity.run = Some(Arc::clone(&run)));
        }
    }
    JobRows { jobs, groups }
}

fn group_of_runs(place: &Place<'_>, group: Group, unreadable: &Unreadable<'_>) -> GroupOfRuns {
    let findings = finding_of(place, &group).collect();
    let rates_add_up = !matches!(group, Group::Unclear(_));
    let stages = match group {
        Group::InStages(stages) => stages,
        Group::Together(members) | Group::Unclear(members) => vec![members],
    };
    let document = place.document;
    let of_group = stages.first().and_then(|members| members.first());
    let unreadable = of_group.and_then(|it| unreadable.get(&document.entries[*it].group));
    let with_hosts = |members: Vec<usize>| {
        let clients = hosts(document, &members);
        (members, clients)
    };
    GroupOfRuns {
        findings,
        runs: stages.into_iter().map(with_hosts).collect(),
        unreadable: unreadable.cloned().unwrap_or_default(),
        rates_add_up,
    }
}

impl JobRows {
    /// Hands over all rows: those of the jobs in their order, then those of the runs. Gives whether there are
    /// any.
    pub(crate) fn hand_over(self, sink: &mut dyn Sink) -> bool {
        let Self { jobs, groups } = self;
        let run_level: Vec<Row> =
            groups.into_iter().flat_map(|group| group.rows(&jobs, sink)).collect();
        let count = jobs.iter().map(Vec::len).sum::<usize>() + run_level.len();
        sink.expect_rows(count);
        jobs.into_iter().flatten().chain(run_level).for_each(|row| sink.row(row));
        count > 0
    }
}

impl GroupOfRuns {
    fn rows(self, jobs: &[Vec<Row>], sink: &mut dyn Sink) -> Vec<Row> {
        let findings: Vec<_> = self.findings.into_iter().map(|it| sink.finding(it)).collect();
        let unreadable = self.unreadable.iter();
        let unreadable: Vec<_> = unreadable
            .map(|(index, findings)| (jobs[*index].as_slice(), findings.as_slice()))
            .collect();
        let rows_of = |(members, clients): (Vec<usize>, Option<u64>)| {
            let run = Run {
                entries: members.iter().map(|index| jobs[*index].as_slice()).collect(),
                clients,
                findings: findings.clone(),
                unreadable: unreadable.clone(),
                rates_add_up: self.rates_add_up,
            };
            run_rows(&run, sink)
        };
        self.runs.into_iter().flat_map(rows_of).collect()
    }
}

/// The rows of all entries, by the index of the entry.
fn rows_by_entry(
    place: &Place<'_>,
    context: &Context<'_>,
    measured: &[usize],
    sink: &mut dyn Sink,
) -> Vec<Vec<Row>> {
    let mut jobs: Vec<Vec<Row>> = place.document.entries.iter().map(|_| Vec::new()).collect();
    if measured.len() >= MANY_ENTRIES {
        for (index, rows) in measured.iter().zip(on_all_cores(place, context, measured, sink)) {
            jobs[*index] = rows;
        }
    } else {
        for index in measured {
            jobs[*index] = rows_of_entry(place, context, *index, sink);
        }
    }
    jobs
}

/// From so many entries on their rows are made on all cores.
const MANY_ENTRIES: usize = 256;

/// The rows of each entry, made at the same time. Those of which something is to be told are made anew, in their
/// order: the sink gives back the findings that rows hold.
fn on_all_cores(
    place: &Place<'_>,
    context: &Context<'_>,
    measured: &[usize],
    sink: &mut dyn Sink,
) -> Vec<Vec<Row>> {
    let without_findings = |index: &usize| {
        let mut kept = Kept::default();
        let rows = rows_of_entry(place, context, *index, &mut kept);
        kept.findings.is_empty().then_some(rows)
    };
    let all: Vec<Option<Vec<Row>>> = measured.par_iter().map(without_findings).collect();
    let pairs = measured.iter().zip(all);
    pairs
        .map(|(index, rows)| rows.unwrap_or_else(|| rows_of_entry(place, context, *index, sink)))
        .collect()
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

fn rows_of_entry(
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

#[cfg(test)]
mod tests {
    use super::{Context, on_all_cores, rows_of_entry};
    use crate::entry::Place;
    use crate::find::find;
    use crate::siblings::Siblings;
    use crate::timeline::Timeline;
    use crate::together::measured;
    use plimsoll_read::Kept;
    use plimsoll_schema::{Finding, Row};
    use std::sync::Arc;

    /// Which findings of a sink each row holds.
    fn held(rows: &[Vec<Row>], kept: &Kept) -> Vec<Vec<usize>> {
        let index = |finding: &Arc<Finding>| {
            kept.findings.iter().position(|it| Arc::ptr_eq(it, finding)).expect("known")
        };
        rows.iter().flatten().map(|row| row.findings.iter().map(index).collect()).collect()
    }

    #[test]
    fn rows_are_the_same_in_whatever_order_they_are_made() {
        let entries: Vec<String> = (0..40)
            .map(|number| {
                // Of every third one something is to be told.
                let rate = if number % 3 == 1 { "nan".to_owned() } else { format!("{number}.5") };
                format!(
                    r#"{{"jobname" : "job{number}", "read" : {{"total_ios" : 9, "iops" : {rate}}}}}"#
                )
            })
            .collect();
        let text = format!(r#"{{"jobs" : [{}]}}"#, entries.join(", "));
        let document = &find(&text).documents[0];
        let place = Place {
            document,
            source: "a.json".into(),
            prefix: String::new(),
            version: None,
            findings: Vec::new(),
            unexpected: Vec::new(),
        };
        let measured = measured(document);
        let context = Context {
            siblings: Siblings::of(document, &measured),
            timeline: Timeline::of(document),
        };
        let (mut one, mut other) = (Kept::default(), Kept::default());
        let in_order: Vec<Vec<Row>> =
            measured.iter().map(|it| rows_of_entry(&place, &context, *it, &mut one)).collect();
        let at_once = on_all_cores(&place, &context, &measured, &mut other);
        assert_eq!(at_once, in_order);
        assert_eq!(other.findings, one.findings);
        assert_eq!(one.findings.len(), 13);
        assert_eq!(held(&at_once, &other), held(&in_order, &one));
    }
}
