//! What is doubtful about a whole output.

use crate::about::About;
use crate::facts::End;
use crate::files::{FileKind, is_vdbench_name};
use crate::identity::Conditions;
use crate::interval_rows::IntervalRows;
use crate::lengths::Length;
use crate::output::File;
use crate::points::{Point, running_at};
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
pub(crate) fn unfinished(about: &About<'_>) -> Option<Finding> {
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

/// Gives findings about single files: those that could not be read, lines that are no rows, files that stop in a
/// row.
pub(crate) fn of_files(about: &About<'_>, sink: &mut dyn Sink) {
    for File { name, told } in &about.output.failed {
        let finding = Finding { source: about.source.to_string(), ..told.clone() };
        sink.finding(finding.at(name.clone()));
    }
    let cores = about.output.cores.iter().map(|(_, file)| file);
    let reports = about.output.reports.iter().map(|(_, file)| file);
    for file in cores.chain(reports) {
        let found = [
            odd_lines(about, file),
            stray_lines(about, file),
            cut(about, file),
            lacks_columns(about, file),
        ];
        for finding in found.into_iter().flatten() {
            sink.finding(finding);
        }
    }
    if let Some(histograms) = &about.output.histograms
        && !histograms.told.unreadable.is_empty()
    {
        let message = format!(
            "the histogram cannot be read as a distribution at {}",
            lines(&histograms.told.unreadable, histograms.told.unreadable.len())
        );
        let finding = Finding::new(Code::LatencyImplausible, &*about.source, message);
        sink.finding(finding.at(histograms.name.clone()));
    }
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

fn stray_lines(about: &About<'_>, file: &File<Told>) -> Option<Finding> {
    let stray = &file.told.stray_lines;
    if stray.count == 0 {
        return None;
    }
    let message = format!(
        "rows belong to no run definition whose start is there, and do not count: {}",
        lines(&stray.first, stray.count)
    );
    Some(Finding::new(Code::LineUnreadable, &*about.source, message).at(file.name.clone()))
}

fn cut(about: &About<'_>, file: &File<Told>) -> Option<Finding> {
    let line = file.told.cut_line?;
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
    let has_failed =
        |kind| about.output.failed.iter().any(|file| is_vdbench_name(&file.name, kind));
    if about.output.parameters.is_none() && !has_failed(&FileKind::Parameters) {
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
    let begin = if about.versions.is_empty() {
        "no file tells the version".to_owned()
    } else {
        format!("files name several versions ({})", about.versions.join(", "))
    };
    let message = format!(
        "{begin}, and averages of 5.04.05 and 5.04.06 contain the last interval of the warm-up: they \
         stand as printed"
    );
    about.is_of_unknown_version.then(|| Finding::new(Code::FileMissing, &*about.source, message))
}

/// Errors that vdbench counted, whichever file tells of them.
pub(crate) fn errors(about: &About<'_>) -> Option<Finding> {
    let logged = about.output.errors.as_ref();
    let logged = logged.and_then(|file| Some((file, file.told.first()?)));
    let (message, place) = if let Some((file, first)) = logged {
        let count = file.told.count();
        let (noun, verb) = if count == 1 { ("operation", "was") } else { ("operations", "were") };
        let message = format!("{count} {noun} {verb} logged as failed, the first: {}", first.text);
        (message, format!("{} line {}", file.name, first.line))
    } else {
        let status = about.output.status.as_ref()?;
        let event = &status.told.events[status.told.first_error()?];
        let what = if event.what == What::DataCorrupted { "corrupted data" } else { "I/O errors" };
        let message = format!("vdbench reports {what}, and no error log tells how many");
        (message, format!("{} line {}", status.name, event.line))
    };
    Some(Finding::new(Code::JobFailed, &*about.source, message).at(place))
}

/// For each point that it was ended before its time: as told while it ran, or of all if it is not known while which.
pub(crate) fn ended_early(
    about: &About<'_>,
    points: &[Point],
    sink: &mut dyn Sink,
) -> Vec<Option<Arc<Finding>>> {
    let mut ended = vec![None; points.len()];
    let Some(status) = &about.output.status else { return ended };
    for (index, event) in status.told.events.iter().enumerate() {
        let What::EndedEarly(text) = &event.what else { continue };
        let point = running_at(points, index);
        if point.is_some_and(|point| ended[point].is_some()) {
            continue;
        }
        let what = point.map_or("the run", |point| &*points[point].start.name);
        let message = format!("{what} was ended before its time, as vdbench reports: {text}");
        let finding = Finding::new(Code::RunInterrupted, &*about.source, message);
        let finding = sink.finding(finding.at(format!("{} line {}", status.name, event.line)));
        match point {
            Some(point) => ended[point] = Some(finding),
            None => ended.iter_mut().for_each(|ended| *ended = Some(Arc::clone(&finding))),
        }
    }
    ended
}

/// That the length of an interval is not known, where something is lost by that.
pub(crate) fn length(about: &About<'_>, point: &Point, length: Length) -> Option<Finding> {
    let name = &point.start.name;
    match length {
        Length::Known(_) => None,
        Length::Contradicted { said, divided } => {
            let file = about.output.parameters.as_ref()?;
            let message = format!(
                "an interval of {name} took {said} s by {}, and {divided} s by its elapsed time and the number \
                 of its intervals: how long it was measured is not known",
                file.name
            );
            let finding = Finding::new(Code::FilesDisagree, &*about.source, message);
            Some(finding.at(file.name.clone()).with_help(
                "see whether the command line had other values than the parameter file (-e, -i, -w)",
            ))
        }
        Length::NotTold => {
            let has_rows = |rows: &IntervalRows| !rows.is_empty();
            let mut blocks = point.core_blocks(about.output);
            let (file, block) =
                blocks.find(|(_, block)| block.intervals.rows.as_ref().is_some_and(has_rows))?;
            let message = format!(
                "no file tells how long an interval of {name} is: the series has none of its windows"
            );
            let place = format!("{} line {}", about.output.cores[file].1.name, block.line);
            Some(Finding::new(Code::FileMissing, &*about.source, message).at(place))
        }
    }
}

/// What the parameter file and the flat file tell differently.
pub(crate) fn conditions(about: &About<'_>, conditions: &Conditions) -> Vec<Finding> {
    let Some(file) = &about.output.parameters else { return Vec::new() };
    let finding = |message: &String| {
        Finding::new(Code::FilesDisagree, &*about.source, message.clone()).at(file.name.clone())
    };
    conditions.contradictions.iter().map(finding).collect()
}

/// That an output holds no point: why, as far as a file tells.
pub(crate) fn nothing(about: &About<'_>, points: &[Point]) -> Finding {
    let has_formats = points.iter().any(|point| point.start.is_format());
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
