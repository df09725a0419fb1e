//! A run's folder: its reports by runs, and the rows of each.

use crate::files::{FileKind, sessions};
use crate::settings::Settings;
use crate::{conf, console, table};
use plimsoll_awr::{Report, ReportKind};
use plimsoll_hoststat::{LogKind, RunContext};
use plimsoll_read::{Bundle, Entry, ReadError, ReadOptions, Sink, Text};
use plimsoll_schema::{Code, Finding, Identity, Op, Origin, Pattern, Row};
use std::sync::Arc;

/// How much longer than the run an interval may be: snapshots are taken a few seconds before and after it.
const MOST_OF_RUN: f64 = 1.1;

/// The files of one folder.
pub(crate) struct Folder<'a> {
    source: Arc<str>,
    files: &'a [(FileKind, &'a Entry<'a>)],
}

impl<'a> Folder<'a> {
    pub(crate) fn new(bundle: &Bundle<'_>, files: &'a [(FileKind, &'a Entry<'a>)]) -> Self {
        Self { source: Arc::clone(&bundle.source), files }
    }

    /// Gives the rows of all runs: those of its reports, or else those of the host's log.
    pub(crate) fn give_rows(
        &self,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let told = self.told(options)?;
        let texts = self.reports(options, sink);
        if texts.is_empty() {
            return self.give_logs(&told, options, sink);
        }
        let reports: Vec<(&Entry<'_>, Report<'_>)> = texts
            .iter()
            .map(|(entry, kind, text)| (*entry, Report::read(text, *kind, Some(&entry.name))))
            .collect();
        let runs = by_begin(reports);
        let known = runs.iter().filter(|run| run.has_begin()).count();
        let mut given = 0;
        for (run, number) in runs.iter().zip(1..) {
            let settings = told.of_run(run.sessions(), known);
            match self.give_run(run, number, &settings, sink) {
                Ok(()) => given += 1,
                Err(error) if runs.len() == 1 => return Err(error),
                // The other runs of a series can still be right.
                Err(error) => drop(sink.finding(error.into_finding())),
            }
        }
        self.give_tables(options, sink)?;
        if given == 0 {
            let message = "none of the reports says what storage did";
            return Err(Finding::new(Code::DocumentDamaged, &*self.source, message).into());
        }
        Ok(())
    }

    fn of_kind(&self, kind: FileKind) -> impl Iterator<Item = &'a Entry<'a>> {
        self.files.iter().filter(move |(found, _)| *found == kind).map(|(_, entry)| *entry)
    }

    /// What the settings and the terminal's texts say.
    fn told(&self, options: &ReadOptions) -> Result<Told, ReadError> {
        let mut told = Told::default();
        for entry in self.of_kind(FileKind::Settings) {
            told.settings.push((sessions(&entry.name), conf::read(entry.text(options)?.as_str())));
        }
        for entry in self.of_kind(FileKind::Console) {
            told.consoles
                .push((sessions(&entry.name), console::read(entry.text(options)?.as_str())));
        }
        for entry in self.of_kind(FileKind::Time) {
            let took_s = console::seconds(entry.text(options)?.as_str());
            told.times.push((sessions(&entry.name), Settings { took_s, ..Settings::default() }));
        }
        Ok(told)
    }

    /// The texts of all reports that can be read; of the same run there may be others.
    fn reports(
        &self,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Vec<(&'a Entry<'a>, ReportKind, Text)> {
        let mut reports = Vec::new();
        for (kind, entry) in self.files {
            let FileKind::Report(kind) = kind else { continue };
            match entry.text(options) {
                Ok(text) => reports.push((*entry, *kind, text)),
                Err(error) => drop(sink.finding(error.into_finding())),
            }
        }
        reports
    }

    /// Gives the rows of one run, from the best of its reports that has any.
    fn give_run(
        &self,
        run: &Run<'_>,
        number: usize,
        settings: &RunSettings,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let identity = self.identity(number, settings);
        let mut failed = None;
        for (_, report) in &run.reports {
            match report.rows(&identity, sink) {
                Ok(rows) => {
                    give(rows, report, settings, sink);
                    return Ok(());
                }
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        let nothing =
            || Finding::new(Code::InputEmpty, &*self.source, "a run without reports").into();
        Err(failed.unwrap_or_else(nothing))
    }

    /// What the settings tell of a run.
    fn identity(&self, number: usize, known: &RunSettings) -> Identity {
        let settings = &known.all;
        let mut identity = Identity::new(Arc::clone(&self.source), String::new(), Origin::Measured);
        identity.tool = Some("slob".into());
        identity.tool_version = settings.version.as_deref().map(Into::into);
        identity.run = Some(format!("{}#{number}", self.source).into());
        identity.jobs = known.sessions;
        identity.read_percent = settings.read_percent();
        identity.pattern = Some(if settings.scans() { Pattern::Mixed } else { Pattern::Random });
        let parameters = settings.parameters().into_iter();
        identity.parameters = parameters.map(|(name, value)| (name.into(), value.into())).collect();
        identity
    }

    /// Gives the rows of the host's logs, for lack of a report: one for each number of sessions.
    fn give_logs(
        &self,
        told: &Told,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let mut logs: Vec<(LogKind, &Entry<'_>)> = Vec::new();
        for (kind, entry) in self.files {
            let is_another_run =
                |(_, other): &(LogKind, &Entry<'_>)| sessions(&other.name) != sessions(&entry.name);
            if let FileKind::Log(kind) = kind
                && logs.iter().all(is_another_run)
            {
                logs.push((*kind, *entry));
            }
        }
        if logs.is_empty() {
            let message =
                "there is neither a report of the database that can be read nor a log of the host";
            return Err(Finding::new(Code::InputEmpty, &*self.source, message).into());
        }
        for ((kind, entry), number) in logs.iter().zip(1..) {
            let settings = told.of_run(sessions(&entry.name), logs.len());
            let context = self.log_context(entry, number, &settings, sink);
            plimsoll_hoststat::give_rows(*kind, entry, &context, options, sink)?;
        }
        Ok(())
    }

    /// What a log is read with.
    fn log_context(
        &self,
        entry: &Entry<'_>,
        number: usize,
        settings: &RunSettings,
        sink: &mut dyn Sink,
    ) -> RunContext {
        let message = format!(
            "there is no report of AWR or Statspack: the figures are those of {}, of all that the host did",
            entry.name
        );
        let missing = sink.finding(Finding::new(Code::FileMissing, &*self.source, message));
        RunContext {
            identity: self.identity(number, settings),
            run_time_s: settings.all.length_s().map(|seconds| seconds as f64),
            interval_s: None,
            findings: vec![missing],
            is_workload_of_tool: true,
            has_several_files: true,
        }
    }

    /// Gives the lines of tables whose reports are not here.
    fn give_tables(&self, options: &ReadOptions, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let is_read = |file: &str| {
            self.files.iter().any(|(kind, entry)| {
                matches!(kind, FileKind::Report(_)) && Some(&*entry.name) == file.rsplit('/').next()
            })
        };
        for entry in self.of_kind(FileKind::Table) {
            table::give_rows(entry, Some(&entry.name), &is_read, options, sink, &self.source)?;
        }
        Ok(())
    }
}

/// Gives the rows of a report with what its run is known by.
fn give(rows: Vec<Row>, report: &Report<'_>, settings: &RunSettings, sink: &mut dyn Sink) {
    let doubts = [too_long(&rows, settings), disagreement(&rows, settings)];
    let doubts: Vec<_> =
        doubts.into_iter().flatten().map(|finding| sink.finding(finding)).collect();
    for mut row in rows {
        if row.identity.op == Some(Op::READ) && !settings.all.scans() {
            row.identity.block_size_bytes = report.block_size_bytes();
        }
        row.is_workload_of_tool = true;
        row.findings.extend(doubts.iter().cloned());
        sink.row(row);
    }
}

/// That the snapshots lie further apart than the run was long.
fn too_long(rows: &[Row], settings: &RunSettings) -> Option<Finding> {
    let identity = &rows.first()?.identity;
    let (interval, run) = (identity.duration_s?, settings.all.length_s()? as f64);
    let message = format!(
        "the snapshots lie {interval} s apart and the run took {run} s: the rates hold {} s without load",
        interval - run
    );
    let finding = Finding::new(Code::IntervalLongerThanRun, &*identity.source, message);
    (interval > run * MOST_OF_RUN).then(|| finding.at(identity.locator.as_str()))
}

/// That settings and terminal tell different values.
fn disagreement(rows: &[Row], settings: &RunSettings) -> Option<Finding> {
    let identity = &rows.first()?.identity;
    let message = format!(
        "SLOB's console text and slob.conf differ: {}; the console text tells what held",
        settings.differences.join(", ")
    );
    let finding = Finding::new(Code::FilesDisagree, &*identity.source, message);
    (!settings.differences.is_empty()).then_some(finding)
}

/// Reports with the same begin, the best first: whole ones before others, HTML before text, both before cluster
/// reports, Statspack last.
struct Run<'a> {
    reports: Vec<(&'a Entry<'a>, Report<'a>)>,
}

impl Run<'_> {
    /// Whether it is known when it began: what is left of a report may not say so.
    fn has_begin(&self) -> bool {
        self.reports.iter().any(|(_, report)| report.begin_snapshot().is_some())
    }

    /// The number of sessions that the names of its files end in.
    fn sessions(&self) -> Option<u64> {
        self.reports.iter().find_map(|(entry, _)| sessions(&entry.name))
    }
}

/// Puts reports of the same run together, in the order of their first files.
fn by_begin<'a>(reports: Vec<(&'a Entry<'a>, Report<'a>)>) -> Vec<Run<'a>> {
    let mut runs: Vec<Run<'a>> = Vec::new();
    for (entry, report) in reports {
        let same = runs
            .iter_mut()
            .find(|run| run.reports.iter().any(|(_, other)| other.begins_with(&report)));
        match same {
            Some(run) => run.reports.push((entry, report)),
            None => runs.push(Run { reports: vec![(entry, report)] }),
        }
    }
    for run in &mut runs {
        run.reports.sort_by_key(|(_, report)| (!report.is_whole(), report.kind()));
    }
    runs
}

/// What files say of runs, each with the number of sessions that its name ends in.
#[derive(Default)]
struct Told {
    settings: Vec<(Option<u64>, Settings)>,
    consoles: Vec<(Option<u64>, Settings)>,
    times: Vec<(Option<u64>, Settings)>,
}

/// What is known of one run.
struct RunSettings {
    all: Settings,
    sessions: Option<u64>,
    /// Where settings and terminal differ, in words.
    differences: Vec<String>,
}

impl Told {
    /// What holds for the run of so many sessions, one of so many runs. Of several, a text of the terminal without
    /// a number belongs to none in particular; settings hold for all.
    fn of_run(&self, number: Option<u64>, runs: usize) -> RunSettings {
        let console = chosen(&self.consoles, number, runs <= 1);
        let time = chosen(&self.times, number, runs <= 1);
        let settings = chosen(&self.settings, number, true);
        RunSettings::of(console, time, settings, number)
    }
}

/// The one of a number, or the only one without.
fn chosen(told: &[(Option<u64>, Settings)], number: Option<u64>, holds_for_all: bool) -> Settings {
    let of_number = told.iter().find(|(of, _)| number.is_some() && *of == number);
    let for_all = || told.iter().find(|(of, _)| of.is_none()).filter(|_| holds_for_all);
    of_number.or_else(for_all).map(|(_, settings)| settings.clone()).unwrap_or_default()
}

impl RunSettings {
    fn of(console: Settings, time: Settings, settings: Settings, number: Option<u64>) -> Self {
        let differences = console.differences(&settings);
        let all = console.or(time).or(settings);
        let sessions = all.sessions().or(number);
        Self { all, sessions, differences }
    }
}
