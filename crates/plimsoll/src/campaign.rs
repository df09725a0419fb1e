//! What `report` and `check` have in common: from arguments to a comparison.

use crate::arguments::ComparisonArguments;
use crate::catalogue;
use crate::diagnostic::render;
use crate::error::CommandError;
use crate::look::{Look, wrapped_for_stderr};
use crate::readers;
use crate::reading::{how_it_went, options, tell};
use crate::reference;
use crate::tally::Tally;
use plimsoll_campaign::Campaign;
use plimsoll_compare::{Against, Comparison, MeasuredInput, Request, compare};
use plimsoll_input::{Outcome, ReadInput, Summary, read_inputs};
use plimsoll_report::{ReadSource, RunSeries};
use plimsoll_schema::{Code, Finding, Origin, Row, SourceRecord};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The file that makes a folder a campaign.
const CAMPAIGN_FILE: &str = "campaign.toml";

/// Said where neither a name nor a step nor a product tells what to compare with.
pub(crate) const NOTHING_CHOSEN: &str = "no reference chosen; use --against ID or --set product=…";

/// Everything that was read, and what came of comparing it.
pub(crate) struct Compared {
    pub(crate) campaign: Campaign,
    pub(crate) comparison: Comparison,
    pub(crate) systems: Vec<String>,
    pub(crate) sources: Vec<ReadSource>,
    pub(crate) findings: Vec<Arc<Finding>>,
    pub(crate) rows: Vec<Row>,
    pub(crate) series: Vec<RunSeries>,
    pub(crate) summary: Summary,
    pub(crate) tally: Tally,
}

impl Compared {
    /// Ends with how reading went and with the findings, as every command does. `where_all` says where
    /// those stand that were not printed.
    pub(crate) fn tell_end(&self, where_all: &str) {
        if let Some(left_out) = self.tally.left_out() {
            tell(&wrapped_for_stderr(&format!("{left_out}: {where_all}")));
        }
        let mut parts = vec![how_it_went(&self.summary), self.tally.summary()];
        parts.retain(|part| !part.is_empty());
        tell(&wrapped_for_stderr(&parts.join("; ")));
    }
}

/// Reads the inputs, with their interval data if that is `with_series`, and compares them. `subcommand`
/// is the one that errors of usage speak of.
pub(crate) fn run(
    subcommand: &'static str,
    arguments: &ComparisonArguments,
    with_series: bool,
    look: Look,
) -> Result<Compared, CommandError> {
    let (campaign, campaign_system) = campaign(subcommand, arguments)?;
    let loaded = catalogue::load(subcommand, &arguments.catalogue)?;
    let catalogue = loaded.catalogue;
    for name in arguments.against.iter().chain(campaign.steps.iter().flat_map(|it| &it.against)) {
        catalogue.find(name).map_err(|error| reference::unknown(subcommand, &error))?;
    }
    let mut read = Read::default();
    for finding in loaded.findings {
        read.print(&finding, look);
        read.findings.push(Arc::new(finding));
    }
    let readers = readers::of(Origin::Measured);
    for (system, input) in arguments.input.inputs.iter().enumerate() {
        let mut options = options(&arguments.input, &readers);
        options.read.series = with_series;
        options.read.fio_version.clone_from(&arguments.log.fio_version);
        let summary = read_inputs(&[input], &options, &mut |it| {
            let is_of_campaign = campaign_system.is_none_or(|it| it == system);
            read.take(system, input, it, is_of_campaign.then_some(&campaign), look);
            Ok(())
        })?;
        read.add(summary);
    }
    let against = match arguments.against.as_slice() {
        [] => Against::Campaign,
        names => Against::Named(names.to_vec()),
    };
    let request = Request {
        campaign: &campaign,
        campaign_system,
        catalogue: &catalogue,
        against,
        tolerance: arguments.tolerance,
        latency_threshold_ns: arguments.latency_threshold,
    };
    let comparison =
        compare(&read.inputs, &request).map_err(|error| reference::unknown(subcommand, &error))?;
    for finding in &comparison.findings {
        read.print(finding, look);
    }
    Ok(Compared {
        systems: system_names(&arguments.input.inputs),
        rows: read.inputs.into_iter().flat_map(|input| input.rows).collect(),
        series: read.series,
        campaign,
        comparison,
        sources: read.sources,
        findings: read.findings,
        summary: read.summary,
        tally: read.tally,
    })
}

/// What the campaign's file says, and over it the options; and which of the inputs it speaks of:
/// options alone speak of all.
fn campaign(
    subcommand: &'static str,
    arguments: &ComparisonArguments,
) -> Result<(Campaign, Option<usize>), CommandError> {
    let usage = |message: String, tip: String| CommandError::Usage { subcommand, message, tip };
    let inputs = arguments.input.inputs.iter().enumerate();
    let files: Vec<(usize, PathBuf)> = inputs
        .map(|(system, input)| (system, Path::new(input).join(CAMPAIGN_FILE)))
        .filter(|(_, file)| file.is_file())
        .collect();
    if let [(_, first), (_, second), ..] = files.as_slice() {
        let message = format!("{} and {} are two campaigns", first.display(), second.display());
        return Err(usage(message, "give one of them; other inputs may have none".to_owned()));
    }
    let mut campaign = Campaign::default();
    if let Some((_, file)) = files.first() {
        let name = file.display().to_string();
        let text = fs::read_to_string(file).map_err(|error| {
            usage(format!("cannot read {name}: {error}"), "it must be text in UTF-8".to_owned())
        })?;
        campaign = Campaign::parse(&name, &text).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            usage(lines.join("\n  "), "docs/campaigns.md lists all keys".to_owned())
        })?;
    }
    for (key, value) in &arguments.settings {
        campaign
            .set(key, value)
            .map_err(|problem| usage(problem.message.clone(), problem.help.clone()))?;
    }
    Ok((campaign, files.first().map(|(system, _)| *system)))
}

/// The names of systems: those of their folders or files, or the whole paths where two are the same.
fn system_names(inputs: &[OsString]) -> Vec<String> {
    let whole = |input: &OsString| input.to_string_lossy().into_owned();
    let short = |input: &OsString| {
        let name = Path::new(input).file_name();
        name.map_or_else(|| whole(input), |name| name.to_string_lossy().into_owned())
    };
    let names: Vec<String> = inputs.iter().map(short).collect();
    let is_distinct = names.iter().enumerate().all(|(at, name)| !names[..at].contains(name));
    if is_distinct { names } else { inputs.iter().map(whole).collect() }
}

/// What was read so far.
#[derive(Default)]
struct Read {
    inputs: Vec<MeasuredInput>,
    series: Vec<RunSeries>,
    sources: Vec<ReadSource>,
    findings: Vec<Arc<Finding>>,
    summary: Summary,
    tally: Tally,
}

impl Read {
    fn add(&mut self, summary: Summary) {
        self.summary.read += summary.read;
        self.summary.skipped += summary.skipped;
        self.summary.failed += summary.failed;
        self.summary.hinted += summary.hinted;
    }

    fn take(
        &mut self,
        system: usize,
        input: &OsStr,
        read: ReadInput,
        campaign: Option<&Campaign>,
        look: Look,
    ) {
        let path = path_within(input, &read.source);
        if read.outcome == Outcome::Skipped && path == CAMPAIGN_FILE {
            self.summary.skipped = self.summary.skipped.saturating_sub(1);
            return;
        }
        for finding in &read.findings {
            // That a file is none of ours says nothing about the figures.
            if finding.code != Code::NoResult {
                self.print(finding, look);
                self.findings.push(Arc::clone(finding));
            }
        }
        if read.outcome == Outcome::Skipped {
            return;
        }
        self.sources.extend(sources(&read));
        let series = RunSeries::of(&read.windows);
        let mut rows = read.rows;
        for finding in note_unsteady(&mut rows, &series) {
            self.print(&finding, look);
            self.findings.push(finding);
        }
        self.series.extend(series);
        if let Some(campaign) = campaign {
            for row in &mut rows {
                say_system(row, campaign);
            }
        }
        self.inputs.push(MeasuredInput { system, path, rows });
    }

    fn print(&mut self, finding: &Finding, look: Look) {
        if self.tally.admits(finding) {
            tell(&render(finding, look));
        }
    }
}

/// Says of runs that were not steady what was not, at all of their rows.
fn note_unsteady(rows: &mut [Row], series: &[RunSeries]) -> Vec<Arc<Finding>> {
    let mut findings = Vec::new();
    for run in series {
        let Some(finding) = run.unsteady().map(Arc::new) else { continue };
        for row in rows.iter_mut().filter(|row| run.is_of(row)) {
            row.findings.push(Arc::clone(&finding));
        }
        findings.push(finding);
    }
    findings
}

/// Puts the system under test into a row, which no file tells.
fn say_system(row: &mut Row, campaign: &Campaign) {
    let text = |value: &Option<String>| value.as_deref().map(Into::into);
    row.identity.protocol = text(&campaign.system.protocol);
    row.identity.product = text(&campaign.system.product);
    row.identity.service_level = text(&campaign.system.service_level);
}

/// The path of an input below the folder or archive that was named.
fn path_within(named: &OsStr, source: &str) -> String {
    let named = plimsoll_input::label(named);
    let rest = source.strip_prefix(named.trim_end_matches('/')).unwrap_or(source);
    let rest = rest.strip_prefix("!/").unwrap_or(rest).trim_start_matches('/');
    let name = || Path::new(source).file_name().map(|it| it.to_string_lossy().into_owned());
    if rest.is_empty() { name().unwrap_or_default() } else { rest.to_owned() }
}

/// The files of an input. One that could not be read to its end has no checksum.
fn sources(read: &ReadInput) -> Vec<ReadSource> {
    let is_read = read.outcome == Outcome::Read;
    let first = read.rows.first().map(|row| &row.identity);
    let tool = first.and_then(|identity| {
        let tool = identity.tool.as_deref()?;
        let version = identity.tool_version.as_deref();
        Some(version.map_or_else(|| tool.to_owned(), |version| format!("{tool} {version}")))
    });
    let source = |record: &SourceRecord| ReadSource {
        input: Arc::clone(&read.source),
        record: record.clone(),
        format: read.format.filter(|_| is_read).map(|format| format.title),
        tool: tool.clone(),
        window: read.rows.iter().filter_map(|row| row.window).reduce(|all, it| all.and(&it)),
    };
    if read.sources.is_empty() {
        let record =
            SourceRecord { source: read.source.to_string(), size_bytes: 0, sha256: String::new() };
        return vec![source(&record)];
    }
    read.sources.iter().map(source).collect()
}

/// Everything that a report is made from.
pub(crate) fn report_input(
    compared: &Compared,
    date: jiff::civil::Date,
    tolerance: f64,
) -> plimsoll_report::ReportInput<'_> {
    plimsoll_report::ReportInput {
        campaign: &compared.campaign,
        comparison: &compared.comparison,
        systems: &compared.systems,
        sources: &compared.sources,
        findings: &compared.findings,
        rows: &compared.rows,
        series: &compared.series,
        date,
        tolerance,
    }
}

/// The date on the page: given, else the campaign's, else the latest end in the inputs.
pub(crate) fn date(
    compared: &Compared,
    given: Option<jiff::civil::Date>,
) -> Option<jiff::civil::Date> {
    let latest = || {
        let ends = compared.sources.iter().filter_map(|source| Some(source.window?.end_ms));
        let latest = jiff::Timestamp::from_millisecond(ends.max()?).ok()?;
        Some(jiff::tz::Offset::UTC.to_datetime(latest).date())
    };
    given.or(compared.campaign.date).or_else(latest)
}

/// Writes a file beside its place and moves it there.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use io::Write as _;
    let mut destination = crate::destination::Destination::create(path)?;
    destination.write_all(bytes)?;
    destination.complete()
}

#[cfg(test)]
mod tests {
    use super::{path_within, system_names};
    use std::ffi::OsStr;

    #[test]
    fn systems_of_the_same_name_are_told_apart() {
        let names = |inputs: &[&str]| {
            let inputs: Vec<_> = inputs.iter().map(|input| (*input).into()).collect();
            system_names(&inputs)
        };
        assert_eq!(names(&["old/a", "new/b"]), ["a", "b"]);
        assert_eq!(names(&["old/results", "new/results"]), ["old/results", "new/results"]);
        assert_eq!(names(&["-"]), ["-"]);
    }

    #[test]
    fn paths_are_those_below_what_was_named() {
        for (named, source, path) in [
            ("acme", "acme/client-a/r.json", "client-a/r.json"),
            ("acme/", "acme/r.json", "r.json"),
            ("a.tar.gz", "a.tar.gz!/x/r.json", "x/r.json"),
            ("dir/r.json", "dir/r.json", "r.json"),
            ("-", "-", "-"),
        ] {
            assert_eq!(path_within(OsStr::new(named), source), path);
        }
    }
}
