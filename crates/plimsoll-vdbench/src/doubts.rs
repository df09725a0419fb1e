//! What is doubtful about a whole output.

use crate::about::About;
use crate::facts::End;
use crate::files::FileKind;
use crate::output::File;
use crate::points::Point;
use crate::status::What;
use crate::tables::Told;
use plimsoll_read::Sink;
use plimsoll_schema::{Code, Finding};
use std::sync::Arc;

/// How the run ended, and the file and line that say so.
pub(crate) struct Ending {
    pub(crate) end: End,
    place: Option<String>,
}

/// How the run ended: what any file knows counts more than that another one does not.
pub(crate) fn ending(about: &About<'_>) -> Ending {
    let cores = about.output.cores.iter().filter(|(kind, _)| !kind.is_flat());
    let cores = cores.map(|(_, file)| {
        let facts = &file.told.facts;
        (facts.end.clone(), facts.end_line.map(|line| format!("{} line {line}", file.name)))
    });
    let status = about.output.status.iter().map(|file| {
        let line = file.told.end_line();
        (file.told.end(), line.map(|line| format!("{} line {line}", file.name)))
    });
    let mut told: Vec<(End, Option<String>)> =
        cores.chain(status).filter(|(end, _)| *end != End::NotTold).collect();
    // A reason says more than the mere fact.
    told.sort_by_key(|(end, _)| match end {
        End::Aborted(reason) if !reason.is_empty() => 0,
        End::Aborted(_) => 1,
        End::Interrupted => 2,
        _ => 3,
    });
    match told.into_iter().next() {
        Some((end, place)) => Ending { end, place },
        None => Ending { end: End::NotTold, place: None },
    }
}

/// The finding about an end that is not the regular one.
pub(crate) fn unfinished(about: &About<'_>, points: &[Point]) -> Option<Finding> {
    let Ending { end, place } = ending(about);
    let has = |kind: &FileKind| about.output.core(kind).is_some();
    let (code, message) = match end {
        End::Complete => return None,
        End::Aborted(reason) if reason.is_empty() => {
            (Code::RunAborted, "vdbench gave up before the end, and does not say why".to_owned())
        }
        End::Aborted(reason) => {
            (Code::RunAborted, format!("vdbench gave up before the end: {reason}"))
        }
        End::Interrupted => (Code::RunInterrupted, "the run was stopped by Ctrl-C".to_owned()),
        // Flat files and totals never say how a run ended.
        End::NotTold if !has(&FileKind::Summary) && !has(&FileKind::Log) => return None,
        End::NotTold if points.is_empty() => return None,
        End::NotTold => (
            Code::RunInterrupted,
            "no file says that the run was complete: it was killed, or is still running, or its \
             files were cut"
                .to_owned(),
        ),
    };
    let finding = Finding::new(code, &*about.source, message);
    Some(match place {
        Some(place) => finding.at(place),
        None => finding,
    })
}

/// Findings about single files: lines that are no rows, files that stop in a row.
pub(crate) fn of_files(about: &About<'_>, sink: &mut dyn Sink) -> Vec<Arc<Finding>> {
    let cores = about.output.cores.iter().map(|(_, file)| file);
    let reports = about.output.reports.iter().map(|(_, file)| file);
    let mut findings = Vec::new();
    for file in cores.chain(reports) {
        findings.extend(odd_lines(about, file).map(|finding| sink.finding(finding)));
        findings.extend(cut(about, file).map(|finding| sink.finding(finding)));
        findings.extend(lacks_columns(about, file).map(|finding| sink.finding(finding)));
    }
    if let Some(histograms) = &about.output.histograms
        && !histograms.told.unreadable.is_empty()
    {
        let message = format!(
            "the histogram cannot be read as a distribution at {}",
            lines(&histograms.told.unreadable, histograms.told.unreadable.len())
        );
        let finding = Finding::new(Code::LatencyImplausible, &*about.source, message);
        findings.push(sink.finding(finding.at(histograms.name.clone())));
    }
    findings
}

fn odd_lines(about: &About<'_>, file: &File<Told>) -> Option<Finding> {
    let odd = &file.told.odd_lines;
    if odd.count == 0 {
        return None;
    }
    let message =
        format!("rows do not have the columns of their header: {}", lines(&odd.first, odd.count));
    Some(Finding::new(Code::LineUnreadable, &*about.source, message).at(file.name.clone()))
}

fn cut(about: &About<'_>, file: &File<Told>) -> Option<Finding> {
    let line = file.told.is_cut?;
    let message =
        format!("{} stops within line {line}: what stands last in it does not count", file.name);
    let finding = Finding::new(Code::CutOff, &*about.source, message);
    Some(finding.at(format!("{} line {line}", file.name)))
}

fn lacks_columns(about: &About<'_>, file: &File<Told>) -> Option<Finding> {
    let lacking = &file.told.lacks_columns;
    if lacking.is_empty() {
        return None;
    }
    let message = format!(
        "its rows cannot be told apart, for it has no column named {}",
        lacking.join(" and none named ")
    );
    let finding = Finding::new(Code::LineUnreadable, &*about.source, message);
    Some(
        finding
            .at(file.name.clone())
            .with_help("let parseflat write all columns, or begin its list with `-c run interval`"),
    )
}

/// `lines 3, 4, 5 and 17 more`.
fn lines(first: &[usize], count: usize) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<String> = first.iter().take(SHOWN).map(usize::to_string).collect();
    let word = if count == 1 { "line" } else { "lines" };
    match count.saturating_sub(shown.len()) {
        0 => format!("{word} {}", shown.join(", ")),
        more => format!("{word} {} and {more} more", shown.join(", ")),
    }
}

/// What a directory lacks, if it is one and something could be known that is not.
pub(crate) fn missing(about: &About<'_>, is_directory: bool) -> Option<Finding> {
    let has = |kind: &FileKind| about.output.core(kind).is_some();
    let mut lacks: Vec<&str> = Vec::new();
    if !has(&FileKind::FlatFile) && !has(&FileKind::FlatFileCsv) {
        lacks.push("flatfile.html (figures with four decimals)");
    }
    if !has(&FileKind::Summary) {
        lacks.push("summary.html (loop values, intervals)");
    }
    if !has(&FileKind::Log) && !has(&FileKind::Console) {
        lacks.push("logfile.html (version, arguments, how the run ended)");
    }
    if about.output.parameters.is_none() {
        lacks.push("parmfile.html (threads, pattern)");
    }
    if !is_directory || lacks.is_empty() {
        return None;
    }
    let message = format!("the output lacks {}", lacks.join(", "));
    Some(Finding::new(Code::FileMissing, &*about.source, message))
}

/// That nothing tells whether averages are right.
pub(crate) fn unknown_version(about: &About<'_>) -> Option<Finding> {
    let message = "no file tells the version, and averages of 5.04.05 and 5.04.06 contain the last \
                   interval of the warm-up: they stand as printed";
    about.is_of_unknown_version.then(|| Finding::new(Code::FileMissing, &*about.source, message))
}

/// Errors that vdbench counted, whichever file tells of them.
pub(crate) fn errors(about: &About<'_>) -> Option<Finding> {
    let status = about.output.status.as_ref();
    let event = status.and_then(|file| {
        let event =
            file.told.first(|what| matches!(what, What::OperationFailed | What::DataCorrupted))?;
        let what = if event.what == What::DataCorrupted { "corrupted data" } else { "I/O errors" };
        Some((what, format!("{} line {}", file.name, event.line)))
    });
    let logged = about.output.errors.as_ref().filter(|file| !file.told.errors.is_empty());
    let (message, place) = match (logged, event) {
        (Some(file), _) => {
            let count = file.told.count();
            let (noun, verb) =
                if count == 1 { ("operation", "was") } else { ("operations", "were") };
            let first = file.told.first_texts.first().map(String::as_str).unwrap_or_default();
            let message = format!("{count} {noun} {verb} logged as failed, the first: {first}");
            (message, format!("{} line {}", file.name, file.told.errors[0].line))
        }
        (None, Some((what, place))) => (format!("vdbench reports {what}"), place),
        (None, None) => return None,
    };
    Some(Finding::new(Code::JobFailed, &*about.source, message).at(place))
}

/// That an output holds no point: why, as far as a file tells.
pub(crate) fn nothing(about: &About<'_>, has_formats: bool) -> Finding {
    let Ending { end, place } = ending(about);
    let reason = match end {
        End::Aborted(reason) if !reason.is_empty() => {
            format!(": vdbench gave up with \"{reason}\"")
        }
        End::Interrupted => ": the run was stopped by Ctrl-C".to_owned(),
        _ if has_formats => {
            ": files were created or filled, and nothing was run on them".to_owned()
        }
        _ => String::new(),
    };
    let message = format!("no run definition was measured{reason}");
    let finding = Finding::new(Code::NothingMeasured, &*about.source, message);
    match place {
        Some(place) => finding.at(place),
        None => finding,
    }
}
