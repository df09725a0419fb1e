//! Logs of single operations: their windows, and what they come to in all.
//!
//! Every row is an event, never a rate: what is counted is how many there were in a window, and how many
//! bytes. The values of bandwidth and IOPS logs (the rate of a single operation; always 1) say nothing more.
//! Every operation has a row, so that between the first and the last of them a window without rows is one in
//! which nothing was done, and no gap.

use super::form::Form;
use super::latencies::{Exact, Latencies, OF_A_LOG};
use super::line::Columns;
use super::merge::{Slot, merged};
use super::operations::{Ended, OperationLog, OperationWindow, Operations, Reading, is_jump};
use super::set::{Belonging, Log, Outcome, Summary, Wanted};
use plimsoll_read::ReadError;
use plimsoll_schema::{Figure, Metric, SeriesRow, Stat, WindowLatency};

/// More windows in which nothing was done are gaps: a log of few rows far apart takes no more memory than one of
/// twelve days of seconds.
const MOST_EMPTY: usize = 1 << 20;

/// The windows of one slot, by direction; `None` where nothing was done.
type Windows = [Option<SeriesRow>; 3];

/// What all windows come to.
#[derive(Default)]
struct Totals {
    counts: [(u64, u64); 3],
    latencies: [Latencies; 3],
    coarse_windows: u64,
}

/// Reads logs of the same kind: their windows are put together.
pub(crate) fn read(
    logs: &[Log<'_>],
    belonging: &Belonging,
    wanted: Wanted,
) -> Result<Outcome, ReadError> {
    let is_latency = logs.iter().all(|log| log.latency_kind().is_some());
    // Their latencies are put together, so they must have one unit.
    let unit = logs.first().and_then(|log| log.nanoseconds).filter(|_| is_latency);
    let open = |log| open(log, unit.is_some(), wanted);
    let (mut totals, mut exact, mut windows) = (Totals::default(), Exact::default(), Vec::new());
    let mut ended = merged(logs, open, |slot: Slot, window: OperationWindow| {
        let mut done = Windows::default();
        for (direction, operations) in window.directions.iter().enumerate() {
            if operations.count == 0 {
                continue;
            }
            let latency = totals.add(direction, operations, &mut exact, unit);
            if wanted.series {
                let window = window_at(belonging, slot, direction, wanted);
                done[direction] = Some(with_counts(window, operations, latency));
            }
        }
        if wanted.series {
            windows.push((slot, done));
        }
    })?;
    let windows = with_empty(windows, &totals, belonging, wanted);
    if let Some(ended) = ended.first_mut() {
        ended.notes.coarse_windows = totals.coarse_windows;
    }
    for strays in ended.iter().map(|ended| &ended.strays) {
        for (direction, operations) in strays.directions.iter().enumerate() {
            totals.add(direction, operations, &mut exact, unit);
        }
    }
    let mut outcome = Outcome { windows: with_open_ends(windows, &ended), ..Outcome::default() };
    for (log, ended) in logs.iter().zip(&ended) {
        outcome.note(log, &ended.notes, wanted);
    }
    outcome.summaries = [0, 1, 2].map(|direction| summary(direction, logs, &totals, &ended, unit));
    Ok(outcome)
}

fn open<'l>(
    log: &'l Log<'_>,
    keeps_values: bool,
    wanted: Wanted,
) -> Result<OperationLog<'l>, ReadError> {
    let columns = match log.seen.form {
        Form::Operations(columns) | Form::Averages { columns, .. } => columns,
        Form::Histogram(_) => Columns { count: 4, has_max: false },
    };
    let window_ms = wanted.window_ms.max(1);
    let reading = Reading { columns, begin_ms: log.begin_ms(), window_ms, keeps_values };
    OperationLog::open(&log.entry, reading)
}

impl Totals {
    /// Adds the operations of a window; gives their latencies.
    fn add(
        &mut self,
        direction: usize,
        operations: &Operations,
        exact: &mut Exact,
        unit: Option<f64>,
    ) -> WindowLatency {
        let (count, bytes) = &mut self.counts[direction];
        *count += operations.count;
        *bytes = bytes.saturating_add(operations.bytes);
        let Some(nanoseconds) = unit else { return WindowLatency::default() };
        let all = &mut self.latencies[direction];
        let Some(poured) = &operations.poured else {
            return exact.measure(&operations.values, nanoseconds, all);
        };
        let mut poured = (**poured).clone();
        poured.add(&operations.values);
        all.merge(&poured);
        self.coarse_windows += 1;
        poured.of_window(nanoseconds)
    }
}

/// A window of which only its place is known.
fn window_at(belonging: &Belonging, slot: Slot, direction: usize, wanted: Wanted) -> SeriesRow {
    let begin_ms = slot.window.saturating_mul(wanted.window_ms);
    belonging.window(direction, begin_ms, wanted.window_ms)
}

/// Adds the windows in which nothing was done, of each direction that the logs have. Where times jump, rows may
/// be missing: that stays a gap.
fn with_empty(
    windows: Vec<(Slot, Windows)>,
    totals: &Totals,
    belonging: &Belonging,
    wanted: Wanted,
) -> Vec<(u32, SeriesRow)> {
    let is_done = totals.counts.map(|(count, _)| count > 0);
    let mut left = MOST_EMPTY;
    let mut all = Vec::with_capacity(windows.len());
    let mut add = |slot: Slot, done: Windows| {
        for (direction, window) in done.into_iter().enumerate().filter(|(at, _)| is_done[*at]) {
            let empty = || {
                left = left.checked_sub(1)?;
                let window = window_at(belonging, slot, direction, wanted);
                Some(without_operations(window, totals.counts[direction].1 > 0))
            };
            all.extend(window.or_else(empty).map(|window| (slot.stretch, window)));
        }
    };
    let mut before: Option<Slot> = None;
    for (slot, done) in windows {
        if let Some(before) = before.filter(|before| goes_on(*before, slot, wanted.window_ms)) {
            for window in before.window + 1..slot.window {
                add(Slot { window, ..slot }, Windows::default());
            }
        }
        add(slot, done);
        before = Some(slot);
    }
    all
}

/// Whether the log goes on from one slot to another, and its times do not jump.
fn goes_on(before: Slot, slot: Slot, window_ms: u64) -> bool {
    let step = slot.window.saturating_sub(before.window);
    before.stretch == slot.stretch && !is_jump(step.saturating_mul(window_ms), window_ms)
}

fn without_operations(window: SeriesRow, has_bytes: bool) -> SeriesRow {
    let bytes_per_second = has_bytes.then_some(0.0);
    SeriesRow { operations: Some(0), iops: Some(0.0), bytes_per_second, ..window }
}

fn with_counts(window: SeriesRow, operations: &Operations, latency: WindowLatency) -> SeriesRow {
    let rate = |count: u64| count as f64 / window.window_s;
    SeriesRow {
        operations: Some(operations.count),
        iops: Some(rate(operations.count)),
        bytes_per_second: (operations.bytes > 0).then(|| rate(operations.bytes)),
        latency,
        ..window
    }
}

/// The rates of windows are those of their whole length. Where a log ends within a window, its length is
/// not known.
fn with_open_ends(windows: Vec<(u32, SeriesRow)>, ended: &[Ended]) -> Vec<SeriesRow> {
    let ends_s = |stretch: u32| {
        let last = ended.iter().filter_map(|ended| ended.last_ms.get(stretch as usize)).max();
        // Times are cut to whole milliseconds.
        last.map_or(0.0, |last| (last + 1) as f64 / 1000.0)
    };
    let close = |(stretch, window): (u32, SeriesRow)| {
        let is_whole = ends_s(stretch) >= window.begin_s + window.window_s * 0.98;
        if is_whole { window } else { SeriesRow { iops: None, bytes_per_second: None, ..window } }
    };
    windows.into_iter().map(close).collect()
}

fn summary(
    direction: usize,
    logs: &[Log<'_>],
    totals: &Totals,
    ended: &[Ended],
    unit: Option<f64>,
) -> Option<Summary> {
    let (count, bytes) = totals.counts[direction];
    if count == 0 {
        return None;
    }
    let last_ms = ended.iter().flat_map(|ended| &ended.last_ms).max().copied().unwrap_or(0);
    let mut summary = Summary {
        first_line: ended.iter().find_map(|ended| ended.first_lines[direction]),
        duration_ms: last_ms,
        block_size: one_size(ended.iter().map(|ended| ended.block_sizes[direction])),
        ..Summary::default()
    };
    summary.count(count, bytes);
    let kind = logs.first().and_then(Log::latency_kind);
    if let (Some(nanoseconds), Some(kind)) = (unit, kind) {
        let latencies = &totals.latencies[direction];
        summary.distribution = latencies.distribution(nanoseconds);
        let mut add = |stat, value: Option<f64>| {
            let figure = value.map(|value| Figure::computed(Metric::Latency, stat, value));
            summary.figures.extend(figure.map(|figure| figure.of_kind(kind.clone())));
        };
        let range = latencies.range();
        add(Stat::Mean, latencies.mean().map(|mean| mean * nanoseconds));
        add(Stat::Min, range.map(|(min, _)| min as f64 * nanoseconds));
        add(Stat::Max, range.map(|(_, max)| max as f64 * nanoseconds));
        for percentile in OF_A_LOG {
            let value = summary.distribution.as_ref().and_then(|it| it.percentile(percentile));
            add(Stat::Percentile(percentile), value);
        }
        summary.latency_kind = Some(kind);
    }
    Some(summary)
}

/// The block size, if all logs have but one.
pub(crate) fn one_size(mut sizes: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    let first = sizes.by_ref().flatten().next().filter(|size| *size > 0)?;
    sizes.flatten().all(|size| size == first).then_some(first)
}
