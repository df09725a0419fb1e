//! The reader of fio JSON.

use crate::document::Document;
use crate::entry::{self, Place, Standing};
use crate::find::{Damaged, Found, find};
use crate::group::run_rows;
use crate::messages::{Message, messages};
use crate::options::Options;
use crate::runs::sort;
use crate::scanner::Problem;
use crate::together::{self, Jobs};
use crate::workload::Workload;
use plimsoll_read::{
    Bundle, Claim, Confidence, Format, Listing, ReadError, ReadOptions, Reader, Sink, Text,
};
use plimsoll_schema::{Code, Finding, Metric, Row, Stat};
use plimsoll_unit::decimal;
use std::sync::Arc;

/// Reads fio's `json` and `json+` output, of local and of client/server runs.
#[derive(Debug)]
pub struct FioJson;

static FORMAT: Format = Format {
    name: "fio-json",
    title: "fio JSON",
    looks_for: "a document of `fio --output-format=json` or `json+`, with text around it or not",
};

impl Reader for FioJson {
    fn format(&self) -> &'static Format {
        &FORMAT
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let claim = |(index, entry): (usize, &plimsoll_read::Entry<'_>)| {
            let (confidence, why) = recognise(&entry.name, &entry.head_text())?;
            Some(Claim::on_entry(index, confidence, why))
        };
        listing.entries.iter().enumerate().filter_map(claim).collect()
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let mut runs = 0;
        for entry in &bundle.entries {
            read_text(&entry.text(options)?, &mut runs, sink)?;
        }
        Ok(())
    }
}

/// Whether the begin of a file is that of fio's JSON, and by what this is seen.
fn recognise(name: &str, head: &str) -> Option<(Confidence, String)> {
    if let Some((_, rest)) = head.split_once("\"fio version\"") {
        let value = rest.trim_start_matches([' ', ':', '\t', '\r', '\n', '"']);
        let version: String = value.chars().take_while(|it| !matches!(it, '"' | '\n')).collect();
        return Some((Confidence::Certain, format!("it names its version, {version}")));
    }
    let has_jobs = ["\"jobs\"", "\"client_stats\""].iter().any(|key| head.contains(key));
    if has_jobs && head.contains("\"jobname\"") {
        return Some((Confidence::Likely, "it has a list of jobs with `jobname`".to_owned()));
    }
    let is_json = std::path::Path::new(name).extension().is_some_and(|it| it == "json");
    if is_json && head.trim_start().starts_with("fio: ") {
        return Some((
            Confidence::Possible,
            "a .json that begins with a message of fio".to_owned(),
        ));
    }
    let shows_progress = head.contains("Jobs: ") && head.contains("(f=");
    (shows_progress && head.contains("[eta"))
        .then(|| (Confidence::Possible, "it begins with fio's progress line".to_owned()))
}

fn read_text(text: &Text, runs: &mut usize, sink: &mut dyn Sink) -> Result<(), ReadError> {
    if text.replaced() > 0 {
        let message = format!("{} byte sequences are no text", text.replaced());
        sink.finding(Finding::new(Code::TextReplaced, &**text.source(), message));
    }
    let Found { documents, damaged, around } = find(text.as_str());
    let messages = messages(text, &around);
    if documents.is_empty() {
        return Err(no_document(text, &damaged, messages, sink));
    }
    let damage = damaged.iter().map(|it| Message { at: it.start, finding: beside(text, it) });
    let mut messages: Vec<(usize, Arc<Finding>)> = messages
        .into_iter()
        .chain(damage)
        .map(|Message { at, finding }| (at, sink.finding(finding)))
        .collect();
    messages.sort_by_key(|(at, _)| *at);
    let sorted = sort(documents);
    note_unused(text, &sorted.repeated, &sorted.superseded, sink);
    let are_several = sorted.used.len() > 1;
    let mut has_rows = false;
    for (number, document) in &sorted.used {
        let place = Place {
            document,
            source: Arc::clone(text.source()),
            prefix: if are_several { format!("document {number} ") } else { String::new() },
            version: version(document),
            findings: take_those_of(&mut messages, document, are_several),
        };
        warn_of_unexpected(text, document, sink);
        let rows = document_rows(&place, runs, sink);
        has_rows |= !rows.is_empty();
        for row in rows {
            sink.row(row);
        }
    }
    if has_rows { Ok(()) } else { Err(nothing_measured(text).into()) }
}

/// The messages that touch a document: those before its end. With a single document all do.
fn take_those_of(
    messages: &mut Vec<(usize, Arc<Finding>)>,
    document: &Document<'_>,
    are_several: bool,
) -> Vec<Arc<Finding>> {
    let is_later = |(at, _): &(usize, _)| are_several && *at >= document.place.end;
    let later = messages.iter().position(is_later).unwrap_or(messages.len());
    let touches = |finding: &Arc<Finding>| finding.code != Code::OtherText;
    messages.drain(..later).map(|(_, finding)| finding).filter(touches).collect()
}

/// `fio-3.33` is version 3.33.
fn version(document: &Document<'_>) -> Option<Arc<str>> {
    let version = document.version.as_deref()?;
    Some(version.strip_prefix("fio-").unwrap_or(version).into())
}

fn note_unused(text: &Text, repeated: &[usize], superseded: &[usize], sink: &mut dyn Sink) {
    for (code, numbers, what) in [
        (Code::DocumentRepeated, repeated, "repeat an earlier one"),
        (Code::DocumentSuperseded, superseded, "are earlier states of one that follows"),
    ] {
        if !numbers.is_empty() {
            let list: Vec<String> = numbers.iter().map(usize::to_string).collect();
            let message = format!("documents that {what}: {}", list.join(", "));
            sink.finding(Finding::new(code, &**text.source(), message));
        }
    }
}

fn warn_of_unexpected(text: &Text, document: &Document<'_>, sink: &mut dyn Sink) {
    for at in &document.unexpected {
        let message = "a value is not of the type that its key promises".to_owned();
        let finding = Finding::new(Code::ValueUnreadable, &**text.source(), message)
            .at(format!("line {}", text.line(*at)))
            .showing(text.excerpt(*at..at + 1, "this value"));
        sink.finding(finding);
    }
}

/// All rows of a document: those of its jobs in their order, then those of its runs.
fn document_rows(place: &Place<'_>, runs: &mut usize, sink: &mut dyn Sink) -> Vec<Row> {
    let document = place.document;
    let measured = together::measured(document);
    let groups = together::groups(document, &measured);
    let mut jobs: Vec<(usize, Vec<Row>)> =
        measured.iter().map(|index| (*index, job_rows(place, &measured, *index, sink))).collect();
    if groups.is_split {
        let locator = format!("{}/client_stats", place.prefix);
        let message = format!("the entries ran in {} stages", groups.groups.len());
        sink.finding(place.finding(Code::RunsNotTogether, &locator, message));
    }
    compare_with_summary(place, &jobs, sink);
    let mut run_level = Vec::new();
    for members in &groups.groups {
        let in_group = |(index, _): &&mut (usize, Vec<Row>)| members.contains(index);
        let mut rows: Vec<&mut Row> =
            jobs.iter_mut().filter(in_group).flat_map(|(_, rows)| rows).collect();
        if rows.is_empty() {
            continue;
        }
        *runs += 1;
        let run: Arc<str> = format!("{}#{runs}", place.source).into();
        for row in &mut rows {
            row.identity.run = Some(Arc::clone(&run));
        }
        let rows: Vec<&Row> = rows.into_iter().map(|row| &*row).collect();
        run_level.extend(run_rows(&rows, hosts(document, members), sink));
    }
    jobs.into_iter().flat_map(|(_, rows)| rows).chain(run_level).collect()
}

fn hosts(document: &Document<'_>, members: &[usize]) -> u64 {
    if !document.is_client_run {
        return 1;
    }
    let mut hosts: Vec<_> = members
        .iter()
        .map(|index| (&document.entries[*index].hostname, &document.entries[*index].port))
        .collect();
    hosts.sort();
    hosts.dedup();
    hosts.len() as u64
}

fn job_rows(place: &Place<'_>, measured: &[usize], index: usize, sink: &mut dyn Sink) -> Vec<Row> {
    let document = place.document;
    let entry = &document.entries[index];
    let workload = Workload::of(&Options::of(document, entry), entry);
    let name = entry.name.as_deref().unwrap_or("without a name");
    let mut doubt = None;
    let jobs = match together::jobs(document, measured, index, &workload) {
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
    let standing = Standing { jobs, window: together::window(document, index) };
    let mut rows = entry::rows(place, index, &workload, standing, sink);
    if let Some((code, message)) = doubt {
        let finding = sink.finding(place.finding(code, &place.pointer(index), message));
        for row in &mut rows {
            row.findings.push(Arc::clone(&finding));
        }
    }
    rows
}

/// `All clients` counts the operations of all entries. It may be missing, and its rates are over
/// the longest runtime; but its counters must be the sums.
fn compare_with_summary(place: &Place<'_>, jobs: &[(usize, Vec<Row>)], sink: &mut dyn Sink) {
    let Some(summary) = together::summary(place.document) else {
        return;
    };
    let locator = place.pointer(place.document.entries.len() - 1);
    for (name, direction) in &summary.directions {
        let Some(printed) = direction.total_ios.and_then(decimal) else {
            continue;
        };
        let suffix = format!("/{}", name.key());
        let sum: f64 = jobs
            .iter()
            .flat_map(|(_, rows)| rows)
            .filter(|row| row.identity.locator.ends_with(&suffix))
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

/// Why there is no document. What fio says instead of it comes first.
fn no_document(
    text: &Text,
    damaged: &[Damaged],
    messages: Vec<Message>,
    sink: &mut dyn Sink,
) -> ReadError {
    let has_messages = messages.iter().any(|it| it.finding.code == Code::ToolMessage);
    for Message { finding, .. } in messages {
        sink.finding(finding);
    }
    let source = &**text.source();
    match damaged.first() {
        Some(first) => broken(text, first, Code::DocumentDamaged).into(),
        None if has_messages => Finding::new(
            Code::NothingMeasured,
            source,
            "there is no document, only messages of fio",
        )
        .into(),
        None => Finding::new(
            Code::DocumentNotUnderstood,
            source,
            "there is no document with a list of jobs (`jobs` or `client_stats`) in it",
        )
        .into(),
    }
}

/// A damaged document beside complete ones.
fn beside(text: &Text, damaged: &Damaged) -> Finding {
    broken(text, damaged, Code::CutOff)
}

fn broken(text: &Text, damaged: &Damaged, code: Code) -> Finding {
    let begin = text.line(damaged.start);
    let stopped = text.line(damaged.error.at);
    let message = match damaged.error.problem {
        Problem::Ends => format!("the document that begins in line {begin} ends in the middle"),
        Problem::Expected(what) => {
            format!("the document that begins in line {begin} breaks off: {what} should stand here")
        }
        Problem::TooDeep => {
            format!("the document that begins in line {begin} nests deeper than fio's do")
        }
    };
    let label = if damaged.is_cut_off() { "the last of it" } else { "here" };
    let at = damaged.error.at;
    Finding::new(code, &**text.source(), message)
        .at(format!("line {stopped}"))
        .showing(text.excerpt(at.saturating_sub(1)..at, label))
}

fn nothing_measured(text: &Text) -> Finding {
    Finding::new(Code::NothingMeasured, &**text.source(), "no job of the document did any I/O")
}
