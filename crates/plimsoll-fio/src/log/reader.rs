//! The reader of logs that lie alone.

use super::form::{Form, LogOptions, look};
use super::name::LogName;
use super::record::Lines;
use super::set::{Belonging, Log, Outcome, Wanted};
use super::summary::{Origins, rows};
use super::{averages, histogram_windows, operation_windows};
use crate::reader::FioJson;
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, HEAD_BYTES, Listing, Part, ReadError, ReadOptions,
    Reader, Sink,
};
use plimsoll_schema::{Code, Finding, Origin};
use std::sync::Arc;

/// Reads fio's `bw`, `iops`, `lat`, `clat`, `slat` and `clat_hist` logs that lie without the JSON of their
/// run. Histogram logs of one run are put together; any other log is an input of its own.
#[derive(Debug)]
pub struct FioLog;

static FORMAT: Format = Format {
    name: "fio-log",
    title: "fio log",
    looks_for: "a log of fio, such as NAME_clat.1.log, NAME_bw.log or NAME_clat_hist.1.log",
    origin: Origin::Measured,
};

impl Reader for FioLog {
    fn format(&self) -> &'static Format {
        &FORMAT
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let is_asked = |entry: &Entry<'_>| entry.is_named || LogName::parse(&entry.name).is_some();
        let mut logs: Vec<Found<'_>> =
            found(listing, is_asked).filter(|log| !log.is_empty).collect();
        if logs.is_empty() {
            return Vec::new();
        }
        // Those beside the JSON of their run are read with it.
        let taken: Vec<usize> =
            FioJson.claim(listing).into_iter().flat_map(|it| it.entries).collect();
        logs.retain(|log| !taken.contains(&log.index));
        let mut claims: Vec<Claim> = Vec::new();
        let mut histograms: Vec<(&str, Vec<usize>)> = Vec::new();
        for log in &logs {
            match &log.name {
                Some(name) if log.is_histogram => {
                    match histograms.iter_mut().find(|(prefix, _)| *prefix == name.prefix) {
                        Some((_, entries)) => entries.push(log.index),
                        None => histograms.push((name.prefix, vec![log.index])),
                    }
                }
                _ => claims.push(claim(&[log.index], log.name.is_some())),
            }
        }
        claims.extend(histograms.iter().map(|(_, entries)| claim(entries, true)));
        claims
    }

    fn part(&self, entry: &Entry<'_>) -> Part {
        if is_log(entry) { Part::Gathers } else { Part::Alone }
    }

    fn hint(&self, entry: &Entry<'_>) -> Option<String> {
        let head = entry.head().ok()?;
        let is_log = LogName::parse(&entry.name).is_none()
            && look(&head, head.len() < HEAD_BYTES, None, LogOptions::default()).is_some();
        let hint = "a log of fio whose name does not say what was logged, as NAME_clat.1.log does";
        is_log.then(|| hint.to_owned())
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let contents: Vec<Lines<'_>> =
            bundle.entries.iter().map(|entry| Lines::of(entry)).collect();
        let version = options.fio_version.as_deref();
        let entries =
            bundle.entries.iter().zip(&contents).map(|(entry, lines)| with_content(entry, lines));
        let logs: Vec<Log<'_>> =
            entries.filter_map(|entry| Log::look(entry, LogOptions::default(), version)).collect();
        if logs.is_empty() {
            let message = "no line of it is that of a log of fio";
            return Err(Finding::new(Code::DocumentNotUnderstood, &*bundle.source, message).into());
        }
        let belonging = Belonging {
            run: Some(format!("{}#1", bundle.source).into()),
            source: Arc::clone(&bundle.source),
            workload: None,
            jobs: None,
        };
        let mut outcome = read(&logs, &belonging, wanted(options))?;
        let version = version.map(|version| version.strip_prefix("fio-").unwrap_or(version).into());
        let origins = Origins { logs: &logs, belonging: &belonging, version };
        let rows = rows(&mut outcome, &origins, sink);
        if rows.is_empty() {
            let message = "no row of the log can be used";
            return Err(Finding::new(Code::NothingMeasured, &*bundle.source, message).into());
        }
        for row in rows {
            sink.row(row);
        }
        outcome.give_windows(sink);
        Ok(())
    }
}

/// A log in a listing.
pub(crate) struct Found<'l> {
    /// Its index.
    pub(crate) index: usize,
    /// The parts of its name; `None` if the user named a log that is called otherwise.
    pub(crate) name: Option<LogName<'l>>,
    is_histogram: bool,
    /// Synchronous engines leave an empty log of submission latencies.
    pub(crate) is_empty: bool,
}

/// The logs among the entries of a listing that are asked for: told by name and content, or by content
/// alone.
pub(crate) fn found<'l>(
    listing: &'l Listing<'_>,
    is_asked: impl Fn(&Entry<'_>) -> bool,
) -> impl Iterator<Item = Found<'l>> {
    let entries = listing.entries.iter().enumerate().filter(move |(_, entry)| is_asked(entry));
    entries.filter_map(|(index, entry)| log_at(index, entry))
}

/// Whether name and content of an entry are those of a log.
pub(crate) fn is_log(entry: &Entry<'_>) -> bool {
    LogName::parse(&entry.name).is_some() && log_at(0, entry).is_some()
}

/// The log that an entry of this index is, if it is one.
fn log_at<'l>(index: usize, entry: &'l Entry<'_>) -> Option<Found<'l>> {
    let name = LogName::parse(&entry.name);
    let lines = Lines::of(entry);
    let head_of_lines = with_content(entry, &lines);
    let head = head_of_lines.head().ok()?;
    let kind = name.as_ref().map(|name| name.kind);
    let is_empty = head.is_empty();
    let seen = look(&head, head.len() < HEAD_BYTES, kind, LogOptions::default());
    let is_histogram = matches!(seen.map(|seen| seen.form), Some(Form::Histogram(_)));
    let is_log = seen.is_some() || is_empty && name.is_some();
    is_log.then_some(Found { index, name, is_histogram, is_empty })
}

/// The entry, with its content as lines.
pub(crate) fn with_content<'e>(entry: &Entry<'_>, lines: &'e Lines<'_>) -> Entry<'e> {
    Entry {
        name: entry.name.clone(),
        source: Arc::clone(&entry.source),
        is_named: entry.is_named,
        content: lines.content(),
    }
}

fn claim(entries: &[usize], is_called_so: bool) -> Claim {
    let confidence = if is_called_so { Confidence::Certain } else { Confidence::Likely };
    let why = match entries {
        [_] if is_called_so => "name and lines are those of a log".to_owned(),
        [_] => "its lines are those of a log".to_owned(),
        several => format!("{} histogram logs of one run", several.len()),
    };
    Claim { entries: entries.to_vec(), confidence, why, called_after: None }
}

/// What the options ask for.
pub(crate) fn wanted(options: &ReadOptions) -> Wanted {
    let window_ms = (options.window_s * 1000.0).round().clamp(1.0, 1e15) as u64;
    Wanted { series: options.series, window_ms }
}

/// Reads logs of one form.
pub(crate) fn read(
    logs: &[Log<'_>],
    belonging: &Belonging,
    wanted: Wanted,
) -> Result<Outcome, ReadError> {
    match logs.first().map(|log| log.seen.form) {
        Some(Form::Histogram(_)) => histogram_windows::read(logs, belonging, wanted),
        Some(Form::Averages { .. }) => averages::read(logs, belonging, wanted),
        _ => operation_windows::read(logs, belonging, wanted),
    }
}
