//! One measured thing and operation.

use crate::distribution::Distribution;
use crate::figure::{Figure, Kind, Metric, Stat};
use crate::finding::Finding;
use crate::term::{Claimed, MeasuredLevel, Op, Origin, Pattern};
use jiff::Timestamp;
use std::borrow::Cow;
use std::sync::Arc;

/// What was measured, and under which conditions. Columns that are not known are `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity {
    /// The input as named, archive members after `!/`.
    pub source: Arc<str>,
    /// Where in the input.
    pub locator: String,
    /// The tool's name in lower case; a published page may not name any.
    pub tool: Option<Cow<'static, str>>,
    /// The version as the tool prints it.
    pub tool_version: Option<Arc<str>>,
    /// Measured or published.
    pub origin: Origin,
    /// The same for rows that were measured together, within one input: its source, `#`, a number
    /// from 1. Empty for published rows that belong to no run.
    pub run: Option<Arc<str>>,
    /// One job, or all that ran at the same time.
    pub level: MeasuredLevel,
    /// The tool's own name of the workload.
    pub workload: Option<Arc<str>>,
    /// The operation; `None` where a figure belongs to none (processor time).
    pub op: Option<Op>,
    /// The order of addresses.
    pub pattern: Option<Pattern>,
    /// Share of reads in the workload's mix, 0 to 100.
    pub read_percent: Option<f64>,
    /// Transfer size; `None` when several sizes are mixed.
    pub block_size_bytes: Option<u64>,
    /// Outstanding operations of each job.
    pub queue_depth: Option<u64>,
    /// Jobs or threads in all.
    pub jobs: Option<u64>,
    /// Hosts that generate load.
    pub clients: Option<u64>,
    /// What else tells this row's point from its neighbours, in order.
    pub parameters: Vec<(Arc<str>, Arc<str>)>,
    /// A rate limit that was asked for, in operations per second.
    pub target_iops: Option<f64>,
    /// Begin, where the tool prints it.
    pub started_at: Option<Timestamp>,
    /// Duration in seconds.
    pub duration_s: Option<f64>,
    /// `NFSv3`, `SMB`, `iSCSI` …, known from a published page or from the campaign.
    pub protocol: Option<Arc<str>>,
    /// The product under test.
    pub product: Option<Arc<str>>,
    /// Its service level.
    pub service_level: Option<Arc<str>>,
    /// Published rows: the catalogue's id.
    pub reference: Option<Arc<str>>,
    /// Published rows: what kind of statement it is.
    pub claim: Option<Claimed>,
}

impl Identity {
    /// An identity with nothing known but where it stands.
    pub fn new(source: Arc<str>, locator: String, origin: Origin) -> Self {
        Self {
            source,
            locator,
            tool: None,
            tool_version: None,
            origin,
            run: None,
            level: MeasuredLevel::Job,
            workload: None,
            op: None,
            pattern: None,
            read_percent: None,
            block_size_bytes: None,
            queue_depth: None,
            jobs: None,
            clients: None,
            parameters: Vec::new(),
            target_iops: None,
            started_at: None,
            duration_s: None,
            protocol: None,
            product: None,
            service_level: None,
            reference: None,
            claim: None,
        }
    }

    /// `key=value` separated by blanks; a blank inside a key or value becomes `_`.
    pub fn parameters_text(&self) -> Option<String> {
        let mut text = String::new();
        for (key, value) in &self.parameters {
            if !text.is_empty() {
                text.push(' ');
            }
            for part in [key.as_ref(), "=", value.as_ref()] {
                let mut pieces = part.split(char::is_whitespace);
                text.extend(pieces.next());
                pieces.for_each(|piece| text.extend(["_", piece]));
            }
        }
        (!text.is_empty()).then_some(text)
    }
}

/// When something ran, as well as it is known. Milliseconds since 1970, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Begin.
    pub begin_ms: i64,
    /// End.
    pub end_ms: i64,
    /// How far both may be off.
    pub resolution_ms: i64,
}

impl Window {
    /// From the earlier begin to the later end.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            begin_ms: self.begin_ms.min(other.begin_ms),
            end_ms: self.end_ms.max(other.end_ms),
            resolution_ms: self.resolution_ms.max(other.resolution_ms),
        }
    }

    /// From begin to end, in milliseconds.
    pub fn length_ms(&self) -> i64 {
        self.end_ms.saturating_sub(self.begin_ms)
    }

    /// The time both windows share, as a share of the shorter one: 0 to 1.
    pub fn overlap(&self, other: &Self) -> f64 {
        let begin = self.begin_ms.max(other.begin_ms);
        let shared = self.end_ms.min(other.end_ms).saturating_sub(begin);
        let shorter = self.length_ms().min(other.length_ms());
        if shorter <= 0 {
            return if shared >= 0 { 1.0 } else { 0.0 };
        }
        (shared as f64 / shorter as f64).clamp(0.0, 1.0)
    }
}

/// Where a point stands on a load curve: the same workload at growing load, run by the tool itself
/// (vdbench `iorate=curve`).
#[derive(Debug, Clone, PartialEq)]
pub struct LoadStep {
    /// Which curve; the same for all its points within one input.
    pub curve: Arc<str>,
    /// The load that was asked for, in per cent of the maximum that the tool found first; `None` for
    /// the run without a limit that found it.
    pub percent_of_maximum: Option<f64>,
}

/// One measured thing and operation, with all its figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What was measured.
    pub identity: Identity,
    /// Every number of it, in the order of the input.
    pub figures: Vec<Figure>,
    /// Which latency the wide shape shows; `None` if there is none to show.
    pub latency_kind: Option<Kind>,
    /// Which count of operations or bytes stands for the rate where databases count in more than one way; `None` for
    /// all that the storage saw (`total`).
    pub rate_kind: Option<Kind>,
    /// Whether the tool runs one workload of its own, so that its name tells the workload: benchmarks of databases.
    pub is_workload_of_tool: bool,
    /// Its place on a load curve, if the tool ran one.
    pub load_step: Option<LoadStep>,
    /// When it ran, for finding out what ran at the same time.
    pub window: Option<Window>,
    /// The distribution of `latency_kind`, if the tool printed one.
    pub distribution: Option<Distribution>,
    /// A detail that stands in the long shape only, such as the latency of fsync.
    pub long_shape_only: bool,
    /// The findings that touch it.
    pub findings: Vec<Arc<Finding>>,
}

impl Row {
    /// A row without figures.
    pub fn new(identity: Identity) -> Self {
        Self {
            identity,
            figures: Vec::new(),
            latency_kind: None,
            rate_kind: None,
            is_workload_of_tool: false,
            load_step: None,
            window: None,
            distribution: None,
            long_shape_only: false,
            findings: Vec::new(),
        }
    }

    /// The figure of this metric, statistic and kind. Without a kind, that which has none is meant; of a rate, if
    /// there is none such, that of [`Self::rate_kind`], then that of the kind `total`.
    pub fn figure(&self, metric: Metric, stat: Stat, kind: Option<&Kind>) -> Option<&Figure> {
        let of_kind = |kind: Option<&Kind>| {
            self.figures.iter().find(|figure| {
                figure.metric == metric && figure.stat == stat && figure.kind.as_ref() == kind
            })
        };
        let is_rate = matches!(metric, Metric::Iops | Metric::Throughput);
        if kind.is_some() || !is_rate {
            return of_kind(kind);
        }
        let by_own_kind = || self.rate_kind.as_ref().and_then(|kind| of_kind(Some(kind)));
        of_kind(None).or_else(by_own_kind).or_else(|| of_kind(Some(&Kind::TOTAL)))
    }

    /// The figure of the latency that the wide shape shows.
    pub fn latency(&self, stat: Stat) -> Option<&Figure> {
        let kind = self.latency_kind.as_ref()?;
        self.figure(Metric::Latency, stat, Some(kind))
    }

    /// The codes of its findings, each once, in order.
    pub fn finding_codes(&self) -> Vec<&'static str> {
        let mut codes: Vec<&'static str> = Vec::new();
        for finding in &self.findings {
            let code = finding.code.word();
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::{Identity, Origin, Row, Window};
    use crate::figure::{Figure, Kind, Metric, Stat};

    #[test]
    fn parameters_join_with_blanks_and_hold_none() {
        let mut identity = Identity::new("a.json".into(), String::new(), Origin::Measured);
        assert_eq!(identity.parameters_text(), None);
        identity.parameters =
            vec![("host".into(), "client a".into()), ("direct".into(), "1".into())];
        assert_eq!(identity.parameters_text().as_deref(), Some("host=client_a direct=1"));
    }

    #[test]
    fn of_a_rate_that_was_counted_twice_the_total_stands_for_it() {
        let rate = |value| Figure::computed(Metric::Iops, Stat::Mean, value);
        let mut row = Row::new(Identity::new("a.txt".into(), String::new(), Origin::Measured));
        row.figures = vec![rate(5.0).of_kind(Kind::APPLICATION), rate(7.0).of_kind(Kind::TOTAL)];
        let value = |row: &Row| row.figure(Metric::Iops, Stat::Mean, None).map(|it| it.value);
        assert_eq!(value(&row), Some(7.0));
        row.figures.push(rate(6.0));
        assert_eq!(value(&row), Some(6.0));
        row.figures.truncate(1);
        assert_eq!(value(&row), None, "what the application asked for is not all");
        row.rate_kind = Some(Kind::APPLICATION);
        assert_eq!(value(&row), Some(5.0));
    }

    #[test]
    fn overlap_is_a_share_of_the_shorter_window() {
        let window = |begin_ms, end_ms| Window { begin_ms, end_ms, resolution_ms: 1 };
        let share = |one: Window, other: Window| (one.overlap(&other) * 1000.0).round() / 1000.0;
        for (one, other, expected) in [
            (window(0, 100), window(0, 100), 1.0),
            (window(0, 100), window(50, 70), 1.0),
            (window(0, 100), window(80, 180), 0.2),
            (window(0, 100), window(100, 200), 0.0),
            (window(0, 100), window(300, 400), 0.0),
            (window(0, 100), window(40, 40), 1.0),
            (window(0, 100), window(140, 140), 0.0),
            (window(i64::MIN, i64::MIN), window(i64::MAX, i64::MAX), 0.0),
            (window(i64::MIN, i64::MAX), window(i64::MIN, i64::MAX), 1.0),
        ] {
            assert!((share(one, other) - expected).abs() < 1e-9, "{one:?} {other:?}");
            assert!((share(other, one) - expected).abs() < 1e-9, "the other way round");
        }
    }
}
