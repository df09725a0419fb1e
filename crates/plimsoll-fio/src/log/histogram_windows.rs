//! Histogram logs: their windows, and what they come to in all.

use super::form::Form;
use super::histogram::{Counts, Ended, HistogramForm, HistogramLog, HistogramWindow};
use super::latencies::{OF_A_LOG, percentiles_of};
use super::merge::{Slot, merged};
use super::operation_windows::one_size;
use super::set::{Belonging, Log, Outcome, Summary, Wanted};
use plimsoll_read::ReadError;
use plimsoll_schema::{
    Code, Distribution, Figure, Finding, Grid, Kind, Metric, SeriesRow, Stat, WindowLatency,
};

/// Reads histogram logs: the counts of equal bins are added up.
pub(crate) fn read(
    logs: &[Log<'_>],
    belonging: &Belonging,
    wanted: Wanted,
) -> Result<Outcome, ReadError> {
    let mut outcome = Outcome::default();
    let Some(form) = logs.first().and_then(form_of) else { return Ok(outcome) };
    // Bins in microseconds and in nanoseconds have no edges in common.
    let (used, other): (Vec<&Log<'_>>, Vec<&Log<'_>>) = logs.iter().partition(|log| {
        form_of(log).is_some_and(|own| own.nanoseconds.total_cmp(&form.nanoseconds).is_eq())
    });
    for log in other {
        let message = "its bins are those of another release: they cannot be added up";
        outcome.findings.push(Finding::new(Code::LatencyImplausible, &*log.entry.source, message));
    }
    let coarseness = used.iter().filter_map(|log| form_of(log)).map(|form| form.coarseness).max();
    let coarseness = coarseness.unwrap_or(form.coarseness);
    let all =
        HistogramForm { bins: form.bins >> (coarseness - form.coarseness), coarseness, ..form };
    let grid = all.grid();
    let open = |log| open(log, form, coarseness);
    let mut totals: [Option<Counts>; 3] = Default::default();
    let ended = merged(&used, open, |_: Slot, window: HistogramWindow| {
        for (direction, counts) in window.iter().enumerate() {
            let Some(counts) = counts else { continue };
            if wanted.series && counts.total() > 0 {
                outcome.windows.push(series_row(belonging, direction, counts, grid.as_ref()));
            }
            match &mut totals[direction] {
                Some(total) => total.merge(counts),
                none => *none = Some(counts.clone()),
            }
        }
    })?;
    for (log, ended) in used.iter().zip(&ended) {
        outcome.note(log, &ended.notes, wanted);
    }
    outcome.summaries = [0, 1, 2].map(|direction| {
        let total = totals[direction].as_ref().filter(|total| total.total() > 0)?;
        Some(summary(direction, total, &ended, grid.as_ref()))
    });
    if let Some(first) = used.first().filter(|_| totals.iter().flatten().any(|it| it.total() > 0)) {
        let message = format!("latencies are those of bins, up to 1/{} off", all.precision());
        outcome.findings.push(Finding::new(Code::LatencyFromBins, &*first.entry.source, message));
    }
    Ok(outcome)
}

/// Opens a log whose intervals are those of the first one.
fn open<'l>(
    log: &'l &Log<'_>,
    first: HistogramForm,
    coarseness: u32,
) -> Result<HistogramLog<'l>, ReadError> {
    let own = form_of(log).unwrap_or(first);
    let form = HistogramForm { interval_ms: first.interval_ms, ..own };
    HistogramLog::open(&log.entry, form, coarseness, log.begin_ms())
}

fn form_of(log: &Log<'_>) -> Option<HistogramForm> {
    match log.seen.form {
        Form::Histogram(form) => Some(form),
        _ => None,
    }
}

fn series_row(
    belonging: &Belonging,
    direction: usize,
    counts: &Counts,
    grid: Option<&Grid>,
) -> SeriesRow {
    let length_ms = counts.end_ms - counts.begin_ms;
    let operations = counts.total();
    let window = belonging.window(direction, counts.begin_ms, length_ms);
    let distribution = grid.and_then(|grid| counts.distribution(grid));
    let latency = distribution.map(|distribution| WindowLatency {
        mean_ns: mean(&distribution),
        ..percentiles_of(&distribution)
    });
    SeriesRow {
        operations: Some(operations),
        iops: (length_ms > 0).then(|| operations as f64 * 1000.0 / length_ms as f64),
        latency: latency.unwrap_or_default(),
        ..window
    }
}

/// The mean of the middles of the bins.
fn mean(distribution: &Distribution) -> Option<f64> {
    let total = distribution.total();
    let sum: f64 = distribution.bins().map(|bin| bin.value * bin.count as f64).sum();
    (total > 0).then(|| sum / total as f64)
}

fn summary(direction: usize, total: &Counts, ended: &[Ended], grid: Option<&Grid>) -> Summary {
    let distribution = grid.and_then(|grid| total.distribution(grid));
    let mut summary = Summary {
        first_line: ended.iter().find_map(|ended| ended.first_lines[direction]),
        duration_ms: ended.iter().map(|ended| ended.last_ms).max().unwrap_or(0),
        block_size: one_size(ended.iter().map(|ended| ended.block_sizes[direction])),
        latency_kind: distribution.is_some().then_some(Kind::COMPLETION),
        ..Summary::default()
    };
    // No rates: fio may leave out the last interval of one direction and not of another.
    let operations = Figure::computed(Metric::Operations, Stat::Sum, total.total() as f64);
    summary.figures.push(operations);
    if let Some(distribution) = &distribution {
        let latency =
            |stat, value| Figure::computed(Metric::Latency, stat, value).of_kind(Kind::COMPLETION);
        summary.figures.extend(mean(distribution).map(|mean| latency(Stat::Mean, mean)));
        let percentile = |it| Some(latency(Stat::Percentile(it), distribution.percentile(it)?));
        summary.figures.extend(OF_A_LOG.into_iter().filter_map(percentile));
    }
    summary.distribution = distribution;
    summary
}
