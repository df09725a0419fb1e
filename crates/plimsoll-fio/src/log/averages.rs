//! Logs of averages: a row for each direction and window, at the time at which the window ended.
//!
//! fio logs no window in which nothing was done, and the last one only if it was complete. What the logs of
//! one job say of a window is put into one row of the series, and what several jobs did at one time is
//! added up: rates are sums, mean latencies are weighted by the rates. Where one of the jobs lacks the
//! window there is no sum.

use super::form::{Form, WindowValue};
use super::line::{Columns, Line};
use super::merge::Slot;
use super::name::LogKind;
use super::notes::Notes;
use super::set::{Belonging, Log, Outcome, Summary, Wanted};
use plimsoll_read::ReadError;
use plimsoll_schema::{Code, Figure, Finding, Kind, Metric, SeriesRow, Stat, WindowLatency};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// How much of a log is read at a time.
const PIECE_BYTES: usize = 64 * 1024;
/// Bandwidths are in KiB/s.
const KIB: f64 = 1024.0;
/// A step of more than a minute, and of more than ten windows, is a jump.
const JUMP_MS: u64 = 60_000;

/// Which window of the series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    slot: Slot,
    direction: usize,
    /// Two rows of one log may have one time: the second is a window of its own.
    occurrence: u32,
}

/// What logs say of a window.
#[derive(Debug)]
struct Cell {
    begin_ms: u64,
    end_ms: u64,
    said: Vec<Said>,
}

/// What one log says of a window.
#[derive(Debug, Clone, Copy)]
struct Said {
    /// Which of the jobs that have logs.
    job: usize,
    kind: LogKind,
    /// In base units.
    mean: Option<f64>,
    max: Option<f64>,
}

/// One direction of a log, as far as it was read.
#[derive(Debug, Default)]
struct Track {
    first_line: Option<u64>,
    last: Option<(Key, u64)>,
    /// Windows, and the statistics over their values in units of the log.
    windows: u64,
    sum: f64,
    least: u64,
    greatest: u64,
    /// Value times length.
    weighted: f64,
    missing: u64,
}

/// Reads logs, of which each gives windows of its own in all that it alone says.
pub(crate) fn read(
    logs: &[Log<'_>],
    belonging: &Belonging,
    wanted: Wanted,
) -> Result<Outcome, ReadError> {
    let mut outcome = Outcome::default();
    let mut cells: BTreeMap<Key, Cell> = BTreeMap::new();
    let jobs = Jobs::of(logs, belonging);
    for log in logs {
        let mut averages = Averages::of(log, jobs.index(log));
        averages.read(log, &mut |key, begin_ms, end_ms, said| {
            if let Some(said) = said.filter(|_| wanted.series) {
                let cell = cells.entry(key).or_insert(Cell { begin_ms, end_ms, said: Vec::new() });
                cell.said.push(said);
            }
        })?;
        averages.notes.missing_windows = averages.tracks.iter().map(|track| track.missing).sum();
        outcome.note(log, &averages.notes, wanted);
        if logs.len() == 1 {
            outcome.summaries =
                averages.tracks.each_ref().map(|track| averages.summary(log, track));
        }
    }
    outcome.windows =
        cells.iter().map(|(key, cell)| series_row(belonging, *key, cell, &jobs)).collect();
    Ok(outcome)
}

/// The jobs that have logs.
struct Jobs<'l> {
    /// Host and number.
    names: Vec<(Option<&'l str>, Option<usize>)>,
    /// How many have a log of a kind.
    counts: BTreeMap<LogKind, usize>,
    /// The kinds of which every job of the run has one.
    complete: BTreeSet<LogKind>,
}

impl<'l> Jobs<'l> {
    fn of(logs: &'l [Log<'_>], belonging: &Belonging) -> Self {
        let mut jobs =
            Self { names: Vec::new(), counts: BTreeMap::new(), complete: BTreeSet::new() };
        let mut seen: BTreeSet<(LogKind, usize)> = BTreeSet::new();
        for log in logs {
            let name = (log.host.as_deref(), log.job);
            if !jobs.names.contains(&name) {
                jobs.names.push(name);
            }
            let pair = log.kind.map(|kind| (kind, jobs.index(log)));
            if let Some((kind, _)) = pair.filter(|pair| seen.insert(*pair)) {
                *jobs.counts.entry(kind).or_default() += 1;
            }
        }
        let is_complete =
            |kind: &LogKind| belonging.is_all(logs.iter().filter(|log| log.kind == Some(*kind)));
        jobs.complete = jobs.counts.keys().copied().filter(is_complete).collect();
        jobs
    }

    fn index(&self, log: &Log<'_>) -> usize {
        let name = (log.host.as_deref(), log.job);
        self.names.iter().position(|known| *known == name).unwrap_or(0)
    }

    /// What all jobs with such a log say of a window; `None` if one of them says nothing.
    fn all(&self, cell: &Cell, kind: LogKind) -> Option<Vec<Said>> {
        let said: Vec<Said> = cell.said.iter().copied().filter(|said| said.kind == kind).collect();
        let expected = self.counts.get(&kind).copied().unwrap_or(0);
        (expected > 0 && said.len() == expected).then_some(said)
    }
}

fn series_row(belonging: &Belonging, key: Key, cell: &Cell, jobs: &Jobs<'_>) -> SeriesRow {
    let sum = |kind| -> Option<f64> {
        let all = jobs.all(cell, kind).filter(|_| jobs.complete.contains(&kind))?;
        all.iter().map(|said| said.mean).sum()
    };
    let kinds = [LogKind::Completion, LogKind::Total, LogKind::Submission];
    let latency = kinds.iter().find_map(|kind| jobs.all(cell, *kind)).unwrap_or_default();
    let window = belonging.window(key.direction, cell.begin_ms, cell.end_ms - cell.begin_ms);
    let maxima: Option<Vec<f64>> = latency.iter().map(|said| said.max).collect();
    SeriesRow {
        iops: sum(LogKind::Iops),
        bytes_per_second: sum(LogKind::Bandwidth),
        latency: WindowLatency {
            mean_ns: mean(&latency, cell),
            max_ns: maxima.and_then(|maxima| maxima.into_iter().reduce(f64::max)),
            ..WindowLatency::default()
        },
        ..window
    }
}

/// The mean latency of all jobs, weighted by their rates.
fn mean(latency: &[Said], cell: &Cell) -> Option<f64> {
    if let [only] = latency {
        return only.mean;
    }
    let rate =
        |job| cell.said.iter().find(|said| said.kind == LogKind::Iops && said.job == job)?.mean;
    let (mut sum, mut weights) = (0.0, 0.0);
    for said in latency {
        let weight = rate(said.job)?;
        sum += said.mean? * weight;
        weights += weight;
    }
    (weights > 0.0).then(|| sum / weights)
}

/// A log of averages that is being read.
struct Averages {
    columns: Columns,
    window_ms: u64,
    value: WindowValue,
    begin_ms: u64,
    job: usize,
    tracks: [Track; 3],
    stretch: u32,
    notes: Notes,
}

impl Averages {
    fn of(log: &Log<'_>, job: usize) -> Self {
        let (columns, window_ms, value) = match log.seen.form {
            Form::Averages { columns, window_ms, value } => (columns, window_ms.max(1), value),
            Form::Operations(columns) => (columns, 1, WindowValue::Average),
            Form::Histogram(_) => (Columns { count: 4, has_max: false }, 1, WindowValue::Average),
        };
        let begin_ms = log.begin_ms();
        let (tracks, notes) = Default::default();
        Self { columns, window_ms, value, begin_ms, job, tracks, stretch: 0, notes }
    }

    /// Reads all rows: of each the window, and what it says.
    fn read(
        &mut self,
        log: &Log<'_>,
        each: &mut impl FnMut(Key, u64, u64, Option<Said>),
    ) -> Result<(), ReadError> {
        let mut number = 0;
        log.entry.chunks(PIECE_BYTES, |chunk| {
            for line in chunk.bytes.split_inclusive(|byte| *byte == b'\n') {
                number += 1;
                let (line, has_end) =
                    line.strip_suffix(b"\n").map_or((line, false), |it| (it, true));
                if line.trim_ascii().is_empty() {
                    continue;
                }
                match Line::parse(line, self.columns) {
                    Some(row) => {
                        if let Some((key, begin_ms, end_ms)) = self.take(number, row) {
                            each(key, begin_ms, end_ms, self.said(log, row));
                        }
                    }
                    None if has_end => self.notes.unreadable(number, line),
                    None => self.notes.cut_line = Some(number),
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// The window of a row. `None` for the row with which logs of 2013 begin: it is a single operation.
    fn take(&mut self, number: u64, row: Line) -> Option<(Key, u64, u64)> {
        let end_ms = row.time.saturating_sub(self.begin_ms);
        self.notes.rows += 1;
        self.tracks[row.direction].first_line.get_or_insert(number);
        if end_ms == 0 {
            return None;
        }
        let window = (end_ms + self.window_ms / 2) / self.window_ms;
        let last = self.tracks[row.direction].last;
        self.note_order(number, last, end_ms);
        let slot = Slot { stretch: self.stretch, window };
        let last = last.filter(|(key, _)| key.slot.stretch == slot.stretch);
        let occurrence = match last {
            Some((key, _)) if key.slot == slot => key.occurrence + 1,
            _ => 0,
        };
        // A window begins where the one before it ended, unless some are missing between them. Releases of
        // 2013 are late each time, so that the steps tell, and not the times.
        let before = last.map_or(0, |(_, end)| end);
        let windows = (end_ms.saturating_sub(before) + self.window_ms / 2) / self.window_ms;
        let begin_ms = if windows <= 1 && before < end_ms {
            before
        } else {
            end_ms.saturating_sub(self.window_ms)
        };
        let key = Key { slot, direction: row.direction, occurrence };
        let track = &mut self.tracks[row.direction];
        track.missing += windows.saturating_sub(1);
        track.last = Some((key, end_ms));
        track.add(row.value, end_ms - begin_ms);
        Some((key, begin_ms, end_ms))
    }

    fn note_order(&mut self, number: u64, last: Option<(Key, u64)>, end_ms: u64) {
        let Some((_, end)) = last else { return };
        if end_ms < end {
            self.notes.backwards.note(number, end, end_ms);
            // A log of several jobs begins anew for each of them.
            self.stretch += u32::from(end - end_ms > self.window_ms);
        } else if end_ms - end > JUMP_MS.max(10 * self.window_ms) {
            self.notes.jumps.note(number, end, end_ms);
        }
    }

    /// What a row says, in base units; `None` if that is not known.
    fn said(&self, log: &Log<'_>, row: Line) -> Option<Said> {
        let (kind, unit) = (log.kind?, unit(log)?);
        let value = row.value as f64 * unit;
        let (mean, max) = match self.value {
            WindowValue::Average => (Some(value), None),
            WindowValue::Greatest => (None, Some(value)),
            WindowValue::Both => (Some(value), row.max.map(|max| max as f64 * unit)),
        };
        Some(Said { job: self.job, kind, mean, max })
    }

    fn summary(&self, log: &Log<'_>, track: &Track) -> Option<Summary> {
        track.first_line?;
        let duration_ms = track.last.map_or(0, |(_, end)| end);
        let mut summary =
            Summary { first_line: track.first_line, duration_ms, ..Summary::default() };
        let (Some(metric), Some(unit)) = (log.kind.and_then(metric), unit(log)) else {
            return Some(summary);
        };
        if track.windows == 0 {
            return Some(summary);
        }
        let is_mean = self.value != WindowValue::Greatest;
        if metric == Metric::Throughput && is_mean && track.missing == 0 && self.stretch == 0 {
            let mean = track.weighted * unit / duration_ms as f64;
            summary.figures.push(Figure::computed(metric, Stat::Mean, mean));
        }
        self.latency(log, track, unit, &mut summary);
        let samples = [
            (Stat::Mean, track.sum * unit / track.windows as f64),
            (Stat::Min, track.least as f64 * unit),
            (Stat::Max, track.greatest as f64 * unit),
            (Stat::Samples, track.windows as f64),
        ];
        let figure = |(stat, value)| Figure::computed(metric, stat, value).of_kind(Kind::SAMPLES);
        summary.figures.extend(samples.into_iter().map(figure));
        Some(summary)
    }

    /// Of latencies only those of a single window are those of all operations.
    fn latency(&self, log: &Log<'_>, track: &Track, unit: f64, summary: &mut Summary) {
        let Some(kind) = log.latency_kind() else { return };
        let mut add = |stat, value: f64| {
            let figure = Figure::computed(Metric::Latency, stat, value * unit);
            summary.figures.push(figure.of_kind(kind.clone()));
        };
        match self.value {
            WindowValue::Greatest => add(Stat::Max, track.greatest as f64),
            _ if track.windows == 1 => add(Stat::Mean, track.sum),
            _ => {
                let message =
                    format!("{} windows, each with a mean latency of its own", track.windows);
                let finding = Finding::new(Code::LatencyNotAveraged, &*log.entry.source, message);
                let line = track.first_line.unwrap_or(1);
                summary.findings.push(finding.at(format!("line {line}")));
            }
        }
        summary.latency_kind = Some(kind);
    }
}

impl Track {
    fn add(&mut self, value: u64, length_ms: u64) {
        self.least = if self.windows == 0 { value } else { self.least.min(value) };
        self.greatest = self.greatest.max(value);
        self.windows += 1;
        self.sum += value as f64;
        self.weighted += value as f64 * length_ms as f64;
    }
}

fn metric(kind: LogKind) -> Option<Metric> {
    Some(match kind {
        LogKind::Bandwidth => Metric::Throughput,
        LogKind::Iops => Metric::Iops,
        LogKind::Completion | LogKind::Total | LogKind::Submission => Metric::Latency,
        LogKind::Histogram => return None,
    })
}

/// The unit of a log's values in base units, where it is known.
fn unit(log: &Log<'_>) -> Option<f64> {
    match log.kind? {
        LogKind::Bandwidth => Some(KIB),
        LogKind::Iops => Some(1.0),
        LogKind::Completion | LogKind::Total | LogKind::Submission => log.nanoseconds,
        LogKind::Histogram => None,
    }
}
