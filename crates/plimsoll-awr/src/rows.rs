//! The rows of a report: `read`, `write` and both together, of one run.

use crate::doubts::Doubts;
use crate::gathering::{READ_EVENT, WRITE_EVENTS};
use crate::histogram::distribution;
use crate::number::{Printed, count};
use crate::report::{Activity, Cell, Direction, Report};
use crate::wait::{MeanWait, mean};
use plimsoll_read::{ReadError, Sink};
use plimsoll_schema::{Distribution, Figure, Identity, Kind, MeasuredLevel, Metric, Op, Row, Stat};

/// Fewer digits than this say too little of a rate.
const LEAST_DIGITS: usize = 3;

/// Bytes of what reports call MB.
const MEGABYTE: f64 = 1_048_576.0;

/// Background waits that a distribution may hold beside those of the foreground, as a share of all: beyond that it
/// is not one of what the mean is of.
const MOST_OTHER_WAITS: f64 = 0.05;

impl Report<'_> {
    /// The rows `read`, `write` and `total` of the report, in this order. What is known of the run beside the report
    /// stands in `base` (source, run, tool, jobs, …); the report adds operation, place, duration and hosts.
    ///
    /// # Errors
    ///
    /// If the report has none of the figures that rows are made of.
    pub fn rows(&self, base: &Identity, sink: &mut dyn Sink) -> Result<Vec<Row>, ReadError> {
        let doubts = Doubts::new(self, base);
        let measured = if self.is_over_no_time() { None } else { Some(Measured::of(self)) };
        if measured.as_ref().is_some_and(Measured::is_nothing) {
            return Err(doubts.nothing_in_it().into());
        }
        let mut rows = [Op::READ, Op::WRITE, Op::TOTAL].map(|op| self.row(base, op));
        if let Some(measured) = &measured {
            let [read, write, total] = &mut rows;
            measured.fill(read, write, total);
        }
        let [read, write, total] = &mut rows;
        doubts.give(measured.as_ref(), [read, write, total], sink);
        Ok(rows.into())
    }

    /// A row without figures.
    fn row(&self, base: &Identity, op: Op) -> Row {
        let direction = if op == Op::WRITE { &self.write } else { &self.read };
        let mut identity = base.clone();
        identity.locator = self.place(direction.place().unwrap_or_else(|| self.first_place()));
        identity.level = MeasuredLevel::Run;
        identity.op = Some(op);
        identity.duration_s = self.duration_s().filter(|_| !self.is_over_no_time());
        identity.clients = self.hosts();
        Row::new(identity)
    }

    /// Where the report has something of a run whose rates it does not tell.
    fn first_place(&self) -> usize {
        let waits = self.foreground.first().map(|wait| wait.at);
        waits.or(self.elapsed.map(|cell| cell.at)).unwrap_or_default()
    }
}

impl Direction<'_> {
    /// Where its rate stands.
    fn place(&self) -> Option<usize> {
        let activity = self.total_requests.or(self.total_bytes).map(|it| it.per_second.at);
        activity.or(self.profile_requests.or(self.profile_megabytes).map(|it| it.at))
    }
}

/// What a report measured, in base units.
pub(crate) struct Measured<'a> {
    pub(crate) read: Rates<'a>,
    pub(crate) write: Rates<'a>,
    pub(crate) latency: Option<MeanWait<'a>>,
    waits: Vec<(&'static str, MeanWait<'a>)>,
    distribution: Option<Distribution>,
    /// Commits and rollbacks each second.
    transactions: Option<Figure>,
}

/// The rates of one direction.
#[derive(Default)]
pub(crate) struct Rates<'a> {
    /// All requests each second.
    pub(crate) requests: Option<Rate<'a>>,
    /// All bytes each second.
    pub(crate) bytes: Option<Rate<'a>>,
    /// Requests of the application.
    application_requests: Option<Rate<'a>>,
    application_bytes: Option<Rate<'a>>,
    /// All requests of the interval.
    operations: Option<Rate<'a>>,
    /// All bytes of the interval.
    moved: Option<Rate<'a>>,
}

/// A rate or count in base units, and its text.
#[derive(Clone, Copy)]
pub(crate) struct Rate<'a> {
    value: f64,
    text: &'a str,
}

impl<'a> Rate<'a> {
    fn of(cell: Cell<'a>) -> Option<Self> {
        count(cell.text).map(|printed| Self::scaled(printed, 1.0))
    }

    fn scaled(printed: Printed<'a>, factor: f64) -> Self {
        Self { value: printed.value * factor, text: printed.text }
    }

    /// A rate of a profile, which prints one decimal: with fewer digits it is none.
    fn of_profile(cell: Cell<'a>, factor: f64) -> Option<Self> {
        let printed = count(cell.text).filter(|printed| printed.digits >= LEAST_DIGITS)?;
        Some(Self::scaled(printed, factor))
    }

    fn figure(self, metric: Metric, stat: Stat) -> Figure {
        Figure::written(metric, stat, self.value, self.text)
    }
}

impl<'a> Rates<'a> {
    /// Totals from the statistics of their name; profiles only where there are none.
    fn of(direction: &Direction<'a>) -> Self {
        let per_second = |activity: Option<Activity<'a>>| Rate::of(activity?.per_second);
        let in_all = |activity: Option<Activity<'a>>| Rate::of(activity?.total);
        let profile = |cell: Option<Cell<'a>>, factor| Rate::of_profile(cell?, factor);
        let or_profile = |activity: Option<Activity<'a>>, cell, factor| match activity {
            Some(_) => per_second(activity),
            None => profile(cell, factor),
        };
        let Direction { total_requests, total_bytes, requests, bytes, .. } = *direction;
        Self {
            requests: or_profile(total_requests, direction.profile_requests, 1.0),
            bytes: or_profile(total_bytes, direction.profile_megabytes, MEGABYTE),
            application_requests: or_profile(requests, direction.load_requests, 1.0),
            application_bytes: or_profile(bytes, direction.load_megabytes, MEGABYTE),
            operations: in_all(total_requests),
            moved: in_all(total_bytes),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        self.all()
            .into_iter()
            .filter_map(|(metric, stat, kind, rate)| {
                let figure = rate?.figure(metric, stat);
                Some(Figure { kind, ..figure })
            })
            .collect()
    }

    /// Both directions together, where both are known.
    fn sums(&self, other: &Self) -> Vec<Figure> {
        let both = self.all().into_iter().zip(other.all());
        both.filter_map(|((metric, stat, kind, one), (.., two))| {
            let figure = Figure::computed(metric, stat, one?.value + two?.value);
            Some(Figure { kind, ..figure })
        })
        .collect()
    }

    fn all(&self) -> [(Metric, Stat, Option<Kind>, Option<Rate<'a>>); 6] {
        let total = Some(Kind::TOTAL);
        let application = Some(Kind::APPLICATION);
        [
            (Metric::Operations, Stat::Sum, None, self.operations),
            (Metric::Bytes, Stat::Sum, None, self.moved),
            (Metric::Iops, Stat::Mean, total.clone(), self.requests),
            (Metric::Throughput, Stat::Mean, total, self.bytes),
            (Metric::Iops, Stat::Mean, application.clone(), self.application_requests),
            (Metric::Throughput, Stat::Mean, application, self.application_bytes),
        ]
    }
}

impl<'a> Measured<'a> {
    fn of(report: &Report<'a>) -> Self {
        // A pluggable database has no part in the work of database writer and log writer.
        let write = if report.is_pluggable { Rates::default() } else { Rates::of(&report.write) };
        let latency = mean(&report.foreground, READ_EVENT);
        let waits = WRITE_EVENTS.iter().filter_map(|event| {
            let by_sessions = *event == "log file sync";
            let list = if by_sessions { &report.foreground } else { &report.background };
            Some((*event, mean(list, event)?))
        });
        Self {
            read: Rates::of(&report.read),
            write,
            latency,
            waits: waits.collect(),
            distribution: latency.and_then(|_| of_foreground_waits(report)),
            transactions: transactions(report),
        }
    }

    fn is_nothing(&self) -> bool {
        let has_rates = |rates: &Rates<'_>| !rates.figures().is_empty();
        !has_rates(&self.read)
            && !has_rates(&self.write)
            && self.latency.is_none()
            && self.transactions.is_none()
    }

    fn fill(&self, read: &mut Row, write: &mut Row, total: &mut Row) {
        read.figures = self.read.figures();
        write.figures = self.write.figures();
        total.figures = self.read.sums(&self.write);
        total.figures.extend(self.transactions.clone());
        if let Some(latency) = &self.latency {
            read.figures.push(wait_figure(latency, Metric::Latency).of_kind(Kind::WAIT));
            read.latency_kind = Some(Kind::WAIT);
            read.distribution.clone_from(&self.distribution);
        }
        for (event, wait) in &self.waits {
            write.figures.push(wait_figure(wait, Metric::Wait).of_kind(Kind::named(*event)));
        }
    }
}

fn wait_figure(wait: &MeanWait<'_>, metric: Metric) -> Figure {
    match wait.text {
        Some(text) => Figure::written(metric, Stat::Mean, wait.nanoseconds, text),
        None => Figure::computed(metric, Stat::Mean, wait.nanoseconds),
    }
}

/// Commits and rollbacks each second, or what the Load Profile counts as transactions.
fn transactions(report: &Report<'_>) -> Option<Figure> {
    let per_second = |activity: Option<Activity<'_>>| Some(Rate::of(activity?.per_second)?.value);
    if let Some((commits, rollbacks)) = per_second(report.commits).zip(per_second(report.rollbacks))
    {
        return Some(Figure::computed(Metric::Transactions, Stat::Mean, commits + rollbacks));
    }
    Some(Rate::of(report.transactions?)?.figure(Metric::Transactions, Stat::Mean))
}

/// How long the foreground waited for reads. A histogram counts background waits too: where those are many, it is
/// one of other waits.
fn of_foreground_waits(report: &Report<'_>) -> Option<Distribution> {
    let waits = |list: &[crate::wait::Wait<'_>]| {
        list.iter().filter(|wait| wait.event == READ_EVENT).find_map(|wait| Some(wait.waits?.value))
    };
    let (foreground, background) =
        (waits(&report.foreground)?, waits(&report.background).unwrap_or_default());
    let all = foreground + background;
    if background > all * MOST_OTHER_WAITS {
        return None;
    }
    distribution(&report.shares, all)
}
