//! From files to rows.

use crate::context::RunContext;
use crate::kind::LogKind;
use crate::log::Log;
use crate::place::File;
use crate::{file_stats, iostat, nfsiostat, perfmon, rows};
use plimsoll_read::{Entry, Kept, ReadError, ReadOptions, Sink, Text};
use plimsoll_schema::{Code, Finding, MeasuredLevel, Metric, Op, Stat};
use std::sync::Arc;

/// Reads a log that was taken beside a run, and gives its rows to the sink: those of the run, then those of each device;
/// and windows, if [`ReadOptions::series`] asks for them. Findings go to the sink, and to the rows they touch.
///
/// An error means that the log has no figures that can be told: it holds only what was before the first interval
/// (`no-interval`), nothing did any I/O (`nothing-measured`), or what its columns are cannot be told
/// (`document-not-understood`, `document-damaged`).
pub fn give_rows(
    kind: LogKind,
    entry: &Entry<'_>,
    context: &RunContext,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    give(&[(kind, entry)], context, options, sink)
}

/// The same of several logs that were taken beside one run. The one that saw the most operations counts: the others
/// count the same operations again, or those of other disks. File statistics are one log together.
///
/// An error is that of the first log, where none has figures.
pub fn give_rows_of_several(
    logs: &[(LogKind, &Entry<'_>)],
    context: &RunContext,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let mut best: Option<(f64, Kept, &Entry<'_>)> = None;
    let (mut others, mut failed) = (Vec::new(), Vec::new());
    for files in inputs(logs) {
        let [(_, entry), ..] = files.as_slice() else { continue };
        let mut kept = Kept::default();
        if let Err(error) = give(&files, context, options, &mut kept) {
            failed.push((error, kept));
            continue;
        }
        let load = load(&kept);
        match &mut best {
            Some((most, _, _)) if *most >= load => others.push(*entry),
            best => {
                others.extend(best.take().map(|(_, _, entry)| entry));
                *best = Some((load, kept, entry));
            }
        }
    }
    let Some((_, mut kept, entry)) = best else { return Err(nothing(failed, context, sink)) };
    let mut findings = Vec::new();
    for other in others {
        let message =
            format!("{} saw more of the load; {} was passed over", entry.name, other.name);
        findings.push(Finding::new(Code::LogPassedOver, &*other.source, message));
    }
    findings.extend(failed.into_iter().map(|(error, _)| {
        let Finding { message, source, locator, .. } = error.into_finding();
        let message = format!("{message}; {} was read instead", entry.name);
        Finding { locator, ..Finding::new(Code::LogPassedOver, source, message) }
    }));
    hand_over(&mut kept, sink);
    for finding in findings {
        sink.finding(finding);
    }
    Ok(())
}

/// Why no log could be read: the first reason.
fn nothing(failed: Vec<(ReadError, Kept)>, context: &RunContext, sink: &mut dyn Sink) -> ReadError {
    if let Some((error, mut kept)) = failed.into_iter().next() {
        hand_over(&mut kept, sink);
        return error;
    }
    let source = &*context.identity.source;
    Finding::new(Code::InputEmpty, source, "there is no log to read").into()
}

/// Findings first: a sink gives its own in return, but rows and findings that were kept are whole already.
fn hand_over(kept: &mut Kept, sink: &mut dyn Sink) {
    let given: Vec<(Arc<Finding>, Arc<Finding>)> = kept
        .findings
        .drain(..)
        .map(|finding| (Arc::clone(&finding), sink.finding((*finding).clone())))
        .collect();
    for mut row in kept.rows.drain(..) {
        for finding in &mut row.findings {
            if let Some((_, own)) = given.iter().find(|(kept, _)| Arc::ptr_eq(kept, finding)) {
                *finding = Arc::clone(own);
            }
        }
        sink.row(row);
    }
    kept.windows.drain(..).for_each(|window| sink.window(window));
}

/// Files that are one log: all file statistics, and each other file.
fn inputs<'e>(logs: &[(LogKind, &'e Entry<'e>)]) -> Vec<Vec<(LogKind, &'e Entry<'e>)>> {
    let (statistics, single): (Vec<_>, Vec<_>) =
        logs.iter().copied().partition(|(kind, _)| *kind == LogKind::FileStats);
    let mut inputs: Vec<Vec<_>> = single.into_iter().map(|log| vec![log]).collect();
    if !statistics.is_empty() {
        inputs.push(statistics);
    }
    inputs
}

/// Operations per second of the run, all together.
fn load(kept: &Kept) -> f64 {
    let totals = kept.rows.iter().filter(|row| {
        row.identity.level == MeasuredLevel::Run && row.identity.op == Some(Op::TOTAL)
    });
    totals.filter_map(|row| row.figure(Metric::Iops, Stat::Mean, None)).map(|it| it.value).sum()
}

fn give(
    files: &[(LogKind, &Entry<'_>)],
    context: &RunContext,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let Some((kind, entry)) = files.first() else { return Ok(()) };
    let file = context.file(entry);
    let mut give = |log: &Log<'_>| rows::give(log, &file, context, options.series, sink);
    match kind {
        LogKind::Iostat => {
            let text = entry.text(options)?;
            if iostat::json::is_json(text.as_str()) {
                give(&iostat::json::parse(text.as_str(), &file)?)
            } else {
                give(&iostat::parse(text.as_str(), &file))
            }
        }
        LogKind::Nfsiostat => {
            let text = entry.text(options)?;
            give(&nfsiostat::parse(text.as_str(), &file))
        }
        LogKind::Perfmon => {
            let text = perfmon::encoding::text(entry, &file, options)?;
            let mut log = perfmon::parse(text.as_str(), &file)?;
            log.findings.extend(text.finding().cloned());
            give(&log)
        }
        LogKind::FileStats => {
            let texts = files.iter().map(|(_, entry)| entry.text(options));
            let texts = texts.collect::<Result<Vec<Text>, ReadError>>()?;
            let places = files.iter().map(|(_, entry)| context.file(entry));
            let texts: Vec<(&str, File)> = texts.iter().map(Text::as_str).zip(places).collect();
            give(&file_stats::parse(&texts)?)
        }
    }
}
