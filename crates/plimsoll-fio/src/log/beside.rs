//! Logs beside the JSON of their run.
//!
//! The JSON has the results; the logs give interval data that belongs to its runs, and no rows. It also
//! tells what they do not: the release, and the options that decide what their columns mean. What the logs
//! of a job and of its clones (`numjobs`) say of a window is one row of the series.

use super::completeness::{Known, Tally};
use super::form::{Form, LogOptions};
use super::name::{LogKind, LogName};
use super::reader::{found, is_log, read, wanted, with_content};
use super::record::Lines;
use super::set::{Belonging, Log, OPS, Outcome};
use plimsoll_read::{Bundle, Claim, Entry, HEAD_BYTES, Listing, Part, ReadOptions, Sink, Sought};
use plimsoll_schema::{Code, Figure, Finding, Metric, SeriesRow, Stat};
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// More logs of one kind are not opened at the same time.
const MOST_LOGS: usize = 256;

/// One entry of a JSON document, as far as its logs are concerned.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoggedJob {
    pub(crate) source: Arc<str>,
    pub(crate) version: Option<Arc<str>>,
    pub(crate) run: Option<Arc<str>>,
    pub(crate) workload: Option<Arc<str>>,
    pub(crate) host: Option<Arc<str>>,
    /// How many jobs it stands for: each has a number and logs of its own.
    pub(crate) clones: u64,
    /// How long after the first moment of its run it began (`startdelay`); `None` if that is not known.
    pub(crate) delay_ms: Option<u64>,
    pub(crate) options: LogOptions,
    /// Operations by direction, as far as they were counted.
    pub(crate) operations: [Option<u64>; 3],
}

/// Adds to claims on JSON files the logs of their runs: those whose prefix is the name of the file, or
/// is named in its options.
pub(crate) fn claim_logs(listing: &Listing<'_>, claims: &mut [Claim]) {
    if claims.is_empty() {
        return;
    }
    let claimed: HashSet<usize> = claims.iter().flat_map(|it| &it.entries).copied().collect();
    let mut documents: Vec<Document<'_>> = claims
        .iter()
        .map(|claim| Document { entry: &listing.entries[claim.entries[0]], head: None })
        .collect();
    let mut added: Vec<Vec<usize>> = vec![Vec::new(); claims.len()];
    let is_called_so = |entry: &Entry<'_>| LogName::parse(&entry.name).is_some();
    for log in found(listing, is_called_so).filter(|log| !claimed.contains(&log.index)) {
        if let Some(owner) = log.name.and_then(|name| owner(&mut documents, name.prefix)) {
            added[owner].push(log.index);
        }
    }
    for (claim, logs) in claims.iter_mut().zip(added).filter(|(_, logs)| !logs.is_empty()) {
        let count =
            if logs.len() == 1 { "a log".to_owned() } else { format!("{} logs", logs.len()) };
        claim.why = format!("{}, and {count} of its run beside it", claim.why);
        claim.called_after = claim.entries.first().copied();
        claim.entries.extend(logs);
        claim.entries.sort_unstable();
    }
}

/// How an entry stands to the others of its folder. Logs belong to the document of their run; a document has logs
/// only if its options say so, which fio prints since 2.3.
pub(crate) fn part(entry: &Entry<'_>, is_document: impl Fn(&str) -> bool) -> Part {
    if is_log(entry) {
        return Part::Gathers;
    }
    let head = entry.head_text();
    if !is_document(&head) {
        return Part::Alone;
    }
    let shows_options = OPTIONS.iter().any(|it| it.is_in(&head));
    let names_a_log = || behind_log_options(&head).next().is_some();
    // The options of jobs after the first may stand behind what is seen.
    let is_whole = head.len() < HEAD_BYTES;
    let may_have_logs = !shows_options || !is_whole || names_a_log();
    if may_have_logs { Part::Joins } else { Part::Alone }
}

/// The keys of options.
static OPTIONS: [Sought; 2] = [Sought::new("\"job options\""), Sought::new("\"global options\"")];

/// What the options that ask for logs begin with.
static WRITE: Sought = Sought::new("\"write_");

/// What follows it. The counts of disks have names that begin so, too.
const LOGS: [&str; 4] = ["bw_log\"", "iops_log\"", "lat_log\"", "hist_log\""];

/// What stands behind the keys of the options that ask for logs.
fn behind_log_options(head: &str) -> impl Iterator<Item = &str> {
    WRITE.all(head).filter_map(|at| {
        let rest = &head[at + WRITE.as_str().len()..];
        LOGS.iter().find_map(|log| rest.strip_prefix(log))
    })
}

/// A JSON file in a listing.
struct Document<'l> {
    entry: &'l Entry<'l>,
    /// Its begin, once it was looked at.
    head: Option<Cow<'l, str>>,
}

/// The document of the run that wrote logs of a prefix: the one of that name, else the only one that
/// names them.
fn owner(documents: &mut [Document<'_>], prefix: &str) -> Option<usize> {
    let is_called_so =
        |it: &Document<'_>| Path::new(&it.entry.name).file_stem().is_some_and(|it| it == prefix);
    if let Some(owner) = documents.iter().position(is_called_so) {
        return Some(owner);
    }
    let mut owners = documents.iter_mut().enumerate().filter_map(|(index, document)| {
        let entry = document.entry;
        let head = document.head.get_or_insert_with(|| entry.head_text());
        names_log(head, prefix).then_some(index)
    });
    let first = owners.next();
    first.filter(|_| owners.next().is_none())
}

/// Whether the options in the begin of a document name logs of this prefix. Without a name they have that
/// of the job.
fn names_log(head: &str, prefix: &str) -> bool {
    behind_log_options(head).any(|rest| {
        let value = rest.split('"').nth(1).unwrap_or_default();
        let name = if value.is_empty() {
            head.split("\"jobname\"")
                .nth(1)
                .and_then(|rest| rest.split('"').nth(1))
                .unwrap_or_default()
        } else {
            value.rsplit('/').next().unwrap_or(value)
        };
        !name.is_empty() && name == prefix
    })
}

/// The entries of a bundle that are logs, and the others. A single one is what it was claimed as.
pub(crate) fn split<'b>(
    bundle: &Bundle<'b>,
    is_document: impl Fn(&Entry<'_>) -> bool,
) -> (Vec<&'b Entry<'b>>, Vec<&'b Entry<'b>>) {
    let is_alone = bundle.entries.len() == 1;
    let is_log = |entry: &&Entry<'_>| {
        !is_alone && LogName::parse(&entry.name).is_some() && !is_document(entry)
    };
    bundle.entries.iter().copied().partition(is_log)
}

/// Reads the logs of runs for interval data. What is wrong with a log is a finding: the results stand.
pub(crate) fn read_logs(
    entries: &[&Entry<'_>],
    jobs: &[LoggedJob],
    options: &ReadOptions,
    sink: &mut dyn Sink,
) {
    let contents: Vec<Lines<'_>> = entries.iter().map(|entry| Lines::of(entry)).collect();
    let mut sets: Vec<Set<'_>> = Vec::new();
    for (entry, lines) in entries.iter().zip(&contents) {
        let Some(name) = LogName::parse(&entry.name) else { continue };
        let owners = owners(&name, jobs);
        let mut belonging = belonging(&owners, entry);
        let delay_ms = owners.first().and_then(|first| {
            first.delay_ms.filter(|_| owners.iter().all(|job| job.delay_ms == first.delay_ms))
        });
        belonging.jobs = jobs_of(&belonging, delay_ms, jobs);
        if belonging.run.is_none() {
            let message = "which job in the JSON beside it wrote it cannot be told";
            sink.finding(Finding::new(Code::LogUnplaced, &*entry.source, message));
        }
        let version = owners
            .first()
            .and_then(|job| job.version.as_deref())
            .or(options.fio_version.as_deref());
        let log_options = owners.first().map(|job| job.options).unwrap_or_default();
        let Some(log) = Log::look(with_content(entry, lines), log_options, version) else {
            continue;
        };
        let is_same = |set: &&mut Set<'_>| {
            set.belonging.run == belonging.run
                && set.belonging.workload == belonging.workload
                && set.belonging.source == belonging.source
                && set.delay_ms == delay_ms
        };
        if let Some(set) = sets.iter_mut().find(is_same) {
            set.logs.push(log);
        } else {
            let counted = counted(&owners);
            sets.push(Set { belonging, delay_ms, counted, logs: vec![log] });
        }
    }
    let runs = runs_of(&sets, jobs, sink);
    for (set, run) in sets.into_iter().zip(runs) {
        let delay_ms = set.delay_ms.unwrap_or(0).saturating_sub(run.begin_ms);
        let mut windows = set.read(options, sink);
        run.known.keep(&mut windows);
        windows.sort_by(|one, other| one.begin_s.total_cmp(&other.begin_s));
        for window in windows {
            let begin_s = window.begin_s + delay_ms as f64 / 1000.0;
            sink.window(SeriesRow { begin_s, ..window });
        }
    }
}

/// The run of a set.
struct Run {
    /// When its first job began, after fio did.
    begin_ms: u64,
    /// What its logs tell of all its jobs together.
    known: Known,
    /// What they tell of some jobs only, in sentences.
    missing: Vec<String>,
}

/// The run of each set. Tells once of each run which logs are missing.
fn runs_of(sets: &[Set<'_>], jobs: &[LoggedJob], sink: &mut dyn Sink) -> Vec<Run> {
    let mut told: Vec<Arc<str>> = Vec::new();
    let mut runs = Vec::new();
    for set in sets {
        let run = Run::of(set, sets, jobs);
        let name = set.belonging.run.as_ref();
        if let Some(name) = name.filter(|name| !run.missing.is_empty() && !told.contains(name)) {
            told.push(Arc::clone(name));
            for message in &run.missing {
                sink.finding(Finding::new(Code::LogsMissing, &*set.belonging.source, message));
            }
        }
        runs.push(run);
    }
    runs
}

impl Run {
    fn of(set: &Set<'_>, sets: &[Set<'_>], jobs: &[LoggedJob]) -> Self {
        let missing = Vec::new();
        let name = &set.belonging.run;
        if name.is_none() {
            return Self { begin_ms: 0, known: Known::EVERYTHING, missing };
        }
        let own = || jobs.iter().filter(|job| job.run == *name);
        let count = own().map(|job| job.clones).sum();
        let begin_ms = own().filter_map(|job| job.delay_ms).min().unwrap_or(0);
        if count > 1 && own().any(|job| job.delay_ms.is_none()) {
            // What jobs did at one time cannot be told.
            return Self { begin_ms, known: Known::default(), missing };
        }
        // Logs that are missing among jobs of one name are told, and left out, where they are read.
        if set.belonging.jobs.is_none_or(|jobs| jobs == count) {
            return Self { begin_ms, known: Known::EVERYTHING, missing };
        }
        let of_run = sets.iter().filter(|set| set.belonging.run == *name);
        let logs: Vec<&Log<'_>> = of_run.flat_map(|set| &set.logs).collect();
        let tally = Tally::of(&logs);
        Self { begin_ms, known: tally.known(count), missing: tally.missing(count) }
    }
}

/// The jobs that may have written a log.
fn owners<'j>(name: &LogName<'_>, jobs: &'j [LoggedJob]) -> Vec<&'j LoggedJob> {
    let of_host = |job: &&LoggedJob| name.host.is_none_or(|host| job.host.as_deref() == Some(host));
    let jobs: Vec<&LoggedJob> = jobs.iter().filter(of_host).collect();
    let Some(number) = name.job else { return jobs };
    let mut last = 0;
    let owner = jobs.iter().find(|job| {
        last += job.clones;
        last >= number as u64
    });
    owner.copied().into_iter().collect()
}

/// What the windows of a log belong to: what is common to those that may have written it.
fn belonging(owners: &[&LoggedJob], entry: &Entry<'_>) -> Belonging {
    let Some(first) = owners.first() else {
        let source = Arc::clone(&entry.source);
        return Belonging { source, run: None, workload: None, jobs: None };
    };
    let common = |of: &dyn Fn(&LoggedJob) -> Option<Arc<str>>| {
        of(first).filter(|value| owners.iter().all(|job| of(job).as_ref() == Some(value)))
    };
    Belonging {
        source: Arc::clone(&first.source),
        run: common(&|job| job.run.clone()),
        workload: common(&|job| job.workload.clone()),
        jobs: None,
    }
}

/// How many jobs have the run, the workload and the delay that windows belong to.
fn jobs_of(belonging: &Belonging, delay_ms: Option<u64>, jobs: &[LoggedJob]) -> Option<u64> {
    let is_of = |job: &&LoggedJob| {
        job.run == belonging.run && job.workload == belonging.workload && job.delay_ms == delay_ms
    };
    belonging.run.as_ref()?;
    Some(jobs.iter().filter(is_of).map(|job| job.clones).sum())
}

/// How many operations the JSON counts of what a set logs, by direction.
fn counted(owners: &[&LoggedJob]) -> [Option<u64>; 3] {
    [0, 1, 2].map(|direction| {
        owners.iter().filter_map(|job| job.operations[direction]).reduce(|sum, it| sum + it)
    })
}

/// The logs whose windows belong together.
struct Set<'e> {
    belonging: Belonging,
    /// That of its jobs.
    delay_ms: Option<u64>,
    counted: [Option<u64>; 3],
    logs: Vec<Log<'e>>,
}

impl Set<'_> {
    /// Reads each form of log. Of those that say the same in other ways the one that says most is read.
    fn read(self, options: &ReadOptions, sink: &mut dyn Sink) -> Vec<SeriesRow> {
        let Self { belonging, counted, logs, .. } = self;
        let mut histograms = Vec::new();
        let (mut operations, mut averages) = (Vec::new(), Vec::new());
        for log in logs {
            match log.seen.form {
                Form::Histogram(_) => histograms.push(log),
                Form::Operations(_) => operations.push(log),
                Form::Averages { .. } => averages.push(log),
            }
        }
        // All logs of single operations have a row for each of them.
        let all = [
            LogKind::Completion,
            LogKind::Total,
            LogKind::Submission,
            LogKind::Iops,
            LogKind::Bandwidth,
        ];
        let shown = first_of(&operations, &all);
        operations.retain(|log| log.kind == shown);
        let shown = first_of(&averages, &all[..3]);
        averages.retain(|log| log.kind == shown || !log.kind.is_some_and(LogKind::is_latency));
        let mut windows = Vec::new();
        for logs in [histograms, operations, averages].iter_mut().filter(|logs| !logs.is_empty()) {
            if logs.len() > MOST_LOGS {
                let message =
                    format!("{} logs of one run: the first {MOST_LOGS} were read", logs.len());
                sink.finding(Finding::new(Code::LogUnplaced, &*belonging.source, message));
                logs.truncate(MOST_LOGS);
            }
            let is_all = complete(logs, &belonging, sink);
            match read(logs, &belonging, wanted(options)) {
                Ok(mut outcome) => {
                    if !is_all {
                        Known::default().keep(&mut outcome.windows);
                    }
                    windows.extend(believed(outcome, logs, &counted, sink));
                }
                Err(error) => {
                    sink.finding(error.into_finding());
                }
            }
        }
        windows
    }
}

/// Whether logs are those of all jobs; tells what is missing.
fn complete(logs: &[Log<'_>], belonging: &Belonging, sink: &mut dyn Sink) -> bool {
    let mut kinds: Vec<LogKind> = logs.iter().filter_map(|log| log.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut is_all = true;
    for kind in kinds {
        let of_kind = || logs.iter().filter(|log| log.kind == Some(kind));
        if belonging.is_all(of_kind()) {
            continue;
        }
        let (count, jobs) = (of_kind().count(), belonging.jobs.unwrap_or(0));
        let message = format!(
            "{count} of {jobs} jobs have a {} log beside it: its windows have no rates",
            kind.word()
        );
        sink.finding(Finding::new(Code::LogsMissing, &*belonging.source, message));
        // Averages know which of their kinds are complete.
        is_all = matches!(logs[0].seen.form, Form::Averages { .. });
    }
    is_all
}

fn first_of(logs: &[Log<'_>], kinds: &[LogKind]) -> Option<LogKind> {
    kinds.iter().copied().find(|kind| logs.iter().any(|log| log.kind == Some(*kind)))
}

/// The windows of an outcome, unless a histogram log counts more operations than the JSON: then no count
/// of it can be trusted.
fn believed(
    outcome: Outcome,
    logs: &[Log<'_>],
    counted: &[Option<u64>; 3],
    sink: &mut dyn Sink,
) -> Vec<SeriesRow> {
    for finding in outcome.findings {
        sink.finding(finding);
    }
    let is_histogram = logs.first().is_some_and(|log| matches!(log.seen.form, Form::Histogram(_)));
    let mut windows = outcome.windows;
    for (direction, summary) in outcome.summaries.iter().enumerate().filter(|_| is_histogram) {
        let is_count =
            |figure: &&Figure| figure.metric == Metric::Operations && figure.stat == Stat::Sum;
        let logged =
            summary.as_ref().and_then(|it| it.figures.iter().find(is_count)).map(|it| it.value);
        let (Some(logged), Some(counted)) = (logged, counted[direction]) else { continue };
        // Operations under way when the run ended may be counted in one place only.
        if logged > counted as f64 * 1.01 + 1000.0 {
            let op = &OPS[direction];
            windows.retain(|window| window.op != *op);
            let message = format!(
                "{logged} {op} operations are logged, and the JSON counts {counted}",
                op = op.word()
            );
            let source = &*logs[0].entry.source;
            sink.finding(Finding::new(Code::CountsImpossible, source, message));
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::part;
    use plimsoll_read::{Entry, HEAD_BYTES, Part};

    fn part_of(name: &str, text: &str) -> Part {
        let content = text.as_bytes().to_vec();
        part(&Entry::named(name, &content), |head| head.starts_with('{'))
    }

    #[test]
    fn a_document_may_have_logs_unless_all_its_options_are_seen_to_name_none() {
        let with = |options: &str| format!(r#"{{"jobs" : [{{"job options" : {{{options}}}}}]}}"#);
        let none = with(r#""name" : "a""#);
        assert_eq!(part_of("a.json", &none), Part::Alone);
        assert_eq!(part_of("a.json", &with(r#""write_lat_log" : "a""#)), Part::Joins);
        assert_eq!(part_of("a.json", r#"{"jobs" : []}"#), Part::Joins, "it shows no options");
        let long = none.replace("[{", &format!("[{}{{", " ".repeat(HEAD_BYTES)));
        assert_eq!(part_of("a.json", &long), Part::Joins, "more may stand behind its head");
        assert_eq!(part_of("a_bw.1.log", "500, 12, 0, 0, 0\n"), Part::Gathers);
        assert_eq!(part_of("a.txt", "nothing"), Part::Alone);
    }
}
