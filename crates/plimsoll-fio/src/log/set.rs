//! Logs that are read together, and what comes of them.

use super::form::{Form, LogOptions, Seen, look};
use super::name::{LogKind, LogName};
use super::notes::Notes;
use super::release::nanoseconds;
use plimsoll_read::{Entry, HEAD_BYTES, Sink};
use plimsoll_schema::{
    Code, Distribution, Figure, Finding, Kind, Metric, Op, SeriesRow, Stat, WindowLatency,
};
use std::sync::Arc;

/// The operations of directions 0, 1 and 2.
pub(crate) const OPS: [Op; 3] = [Op::READ, Op::WRITE, Op::TRIM];

/// One log, looked at.
pub(crate) struct Log<'e> {
    pub(crate) entry: Entry<'e>,
    /// What was logged, as the name says.
    pub(crate) kind: Option<LogKind>,
    /// The number of its job, from 1.
    pub(crate) job: Option<usize>,
    /// The host of a client run.
    pub(crate) host: Option<Arc<str>>,
    pub(crate) seen: Seen,
    /// The unit of its latencies in nanoseconds, where it is known.
    pub(crate) nanoseconds: Option<f64>,
}

impl<'e> Log<'e> {
    /// Looks at an entry, for which the run has these options and this release. `None` if it is no log.
    pub(crate) fn look(
        entry: Entry<'e>,
        options: LogOptions,
        version: Option<&str>,
    ) -> Option<Self> {
        let name = LogName::parse(&entry.name);
        let kind = name.as_ref().map(|name| name.kind);
        let job = name.as_ref().and_then(|name| name.job);
        let host = name.and_then(|name| name.host).map(Arc::from);
        let head = entry.head().ok()?;
        let seen = look(&head, head.len() < HEAD_BYTES, kind, options)?;
        Some(Self { kind, job, host, seen, nanoseconds: version.and_then(nanoseconds), entry })
    }

    /// The time that counts as 0, in the log's own.
    pub(crate) fn begin_ms(&self) -> u64 {
        let Some(first) = self.seen.epoch_ms else { return 0 };
        // The first row of averages stands at the end of its window.
        first
            - match self.seen.form {
                Form::Operations(_) => 0,
                Form::Averages { window_ms, .. } => window_ms.min(first),
                Form::Histogram(form) => form.interval_ms.min(first),
            }
    }

    /// The kind of its latencies.
    pub(crate) fn latency_kind(&self) -> Option<Kind> {
        match (self.seen.form, self.kind?) {
            (Form::Histogram(_), _) | (_, LogKind::Completion) => Some(Kind::COMPLETION),
            (_, LogKind::Total) => Some(Kind::TOTAL),
            (_, LogKind::Submission) => Some(Kind::SUBMISSION),
            _ => None,
        }
    }
}

/// What the windows of a set belong to.
#[derive(Debug, Clone)]
pub(crate) struct Belonging {
    pub(crate) source: Arc<str>,
    pub(crate) run: Option<Arc<str>>,
    pub(crate) workload: Option<Arc<str>>,
    /// How many jobs they are of, where that is known: each has a log of its own.
    pub(crate) jobs: Option<u64>,
}

/// What is wanted of a set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// Whether windows are.
    pub(crate) series: bool,
    /// How long windows of single operations are.
    pub(crate) window_ms: u64,
}

/// What one direction of a set did in all.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// The line of its first row.
    pub(crate) first_line: Option<u64>,
    pub(crate) duration_ms: u64,
    pub(crate) block_size: Option<u64>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) latency_kind: Option<Kind>,
    pub(crate) distribution: Option<Distribution>,
    /// What touches this direction alone.
    pub(crate) findings: Vec<Finding>,
}

impl Summary {
    /// Adds how many operations there were, how many bytes they moved (0 if that is not known), and the
    /// rates of both over the duration.
    pub(crate) fn count(&mut self, operations: u64, bytes: u64) {
        let counts = [
            (Metric::Operations, Metric::Iops, operations),
            (Metric::Bytes, Metric::Throughput, bytes),
        ];
        for (count, rate, value) in counts.into_iter().filter(|(.., value)| *value > 0) {
            let value = value as f64;
            self.figures.push(Figure::computed(count, Stat::Sum, value));
            if self.duration_ms > 0 {
                let value = value * 1000.0 / self.duration_ms as f64;
                self.figures.push(Figure::computed(rate, Stat::Mean, value));
            }
        }
    }
}

/// What came of a set.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// In the order of time, then of directions.
    pub(crate) windows: Vec<SeriesRow>,
    /// By direction, where there was a row.
    pub(crate) summaries: [Option<Summary>; 3],
    /// The findings on each log, which touch all of it.
    pub(crate) findings: Vec<Finding>,
}

impl Outcome {
    /// Adds the notes on a log.
    pub(crate) fn note(&mut self, log: &Log<'_>, notes: &Notes, wanted: Wanted) {
        let source = &*log.entry.source;
        self.findings.extend(notes.findings(source, wanted.series));
        if log.seen.epoch_ms.is_some() && wanted.series {
            let message = "times count from 1970; windows count from the first row";
            self.findings.push(Finding::new(Code::TimesSinceEpoch, source, message));
        }
        if log.kind.is_none() && !matches!(log.seen.form, Form::Histogram(_)) {
            let message = "its name does not say whether it logs latencies, rates or bandwidths";
            self.findings.push(Finding::new(Code::LogKindUnknown, source, message));
        }
        if log.kind.is_some_and(LogKind::is_latency) && log.nanoseconds.is_none() {
            let message = "whether its latencies are microseconds (fio up to 2.21) or nanoseconds is not told";
            self.findings.push(Finding::new(Code::LatencyUnitUnknown, source, message));
        }
    }

    /// Gives the windows.
    pub(crate) fn give_windows(&mut self, sink: &mut dyn Sink) {
        self.windows.drain(..).for_each(|window| sink.window(window));
    }
}

impl Belonging {
    /// Whether logs are those of all jobs. One without the number of a job is.
    pub(crate) fn is_all<'l>(&self, logs: impl Iterator<Item = &'l Log<'l>>) -> bool {
        let mut numbered = 0;
        for log in logs {
            if log.job.is_none() {
                return true;
            }
            numbered += 1;
        }
        self.jobs.is_none_or(|jobs| jobs <= numbered)
    }

    /// A window of which only its place is known.
    pub(crate) fn window(&self, direction: usize, begin_ms: u64, length_ms: u64) -> SeriesRow {
        SeriesRow {
            source: Arc::clone(&self.source),
            run: self.run.clone(),
            workload: self.workload.clone(),
            op: OPS[direction].clone(),
            begin_s: begin_ms as f64 / 1000.0,
            window_s: length_ms as f64 / 1000.0,
            is_measured: true,
            operations: None,
            iops: None,
            bytes_per_second: None,
            latency: WindowLatency::default(),
        }
    }
}
