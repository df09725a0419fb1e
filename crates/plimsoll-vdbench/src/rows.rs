//! The rows of an output: those of each point, then those of the reports of its definitions and hosts.

mod averages;
mod operations;
mod parts;
mod reports;

use crate::about::About;
use crate::doubts;
use crate::failures::{Failures, failures};
use crate::histogram::RunHistograms;
use crate::identity::{Conditions, Curves};
use crate::label::Span;
use crate::lengths::{Length, interval_length};
use crate::points::Point;
use crate::timeline::Timeline;
use crate::units::Units;
use crate::windows::Windows;
use averages::Found;
use plimsoll_read::Sink;
use plimsoll_schema::{Code, Finding, Identity, LoadStep, Op, Row, Window};
use std::sync::Arc;

/// Times of status and flat files are whole seconds.
const RESOLUTION_MS: i64 = 1000;

/// Gives all rows; whether there were any.
pub(crate) fn give_rows(about: &About<'_>, points: &[Point], sink: &mut dyn Sink) -> bool {
    let unfinished = doubts::unfinished(about).map(|finding| sink.finding(finding));
    let errors = doubts::errors(about).map(|finding| sink.finding(finding));
    let ended_early = doubts::ended_early(about, points, sink);
    let lengths: Vec<Length> = points
        .iter()
        .zip(&ended_early)
        .map(|(point, early)| interval_length(about, point, early.is_some()))
        .collect();
    let lengths_s: Vec<Option<f64>> = lengths.iter().map(|length| length.seconds()).collect();
    let timeline = Timeline::of(about, points, &lengths_s);
    let failures = failures(about, points, &timeline);
    let histograms = about.output.histograms.as_ref().map_or(&[][..], |it| &it.told.runs);
    let mut curves = Curves::default();
    let mut has_rows = false;
    let mut other_time: Option<Finding> = None;
    // Preparing files is no result.
    let measured = points.iter().enumerate().filter(|(_, point)| !point.start.is_format());
    for (number, (index, point)) in (1..).zip(measured) {
        let run: Arc<str> = format!("{}#{number}", about.source).into();
        let rates: Vec<_> = std::iter::once(point.start.rate)
            .chain(point.core_blocks(about.output).map(|(_, block)| block.start.rate))
            .collect();
        let conditions = Conditions::of(about, point, run);
        let of_time = ended_early[index].clone().into_iter();
        let of_length = doubts::length(about, point, lengths[index]);
        let of_conditions = doubts::conditions(about, &conditions);
        let doubts = Doubts {
            unfinished: unfinished.clone(),
            errors: errors.clone().filter(|_| failures[index].are_possible),
            of_time: of_time.chain(of_length.map(|it| sink.finding(it))).collect(),
            of_conditions: of_conditions.into_iter().map(|it| sink.finding(it)).collect(),
        };
        let of_point = PointRows {
            about,
            point,
            conditions,
            load_step: curves.step(&point.start, &rates),
            length_s: lengths_s[index],
            begin_ms: timeline.begin_ms(index),
            failures: failures[index],
            histogram: point.histogram.and_then(|index| histograms.get(index)),
            doubts,
        };
        has_rows |= of_point.give(&mut other_time, sink);
    }
    if let Some(finding) = other_time {
        sink.finding(finding);
    }
    has_rows
}

/// A point with what is needed for its rows.
struct PointRows<'o> {
    about: &'o About<'o>,
    point: &'o Point,
    conditions: Conditions,
    load_step: Option<LoadStep>,
    length_s: Option<f64>,
    begin_ms: Option<i64>,
    failures: Failures,
    histogram: Option<&'o RunHistograms>,
    doubts: Doubts,
}

/// What is doubtful about a point, but for its figures.
struct Doubts {
    /// How the whole run ended, which touches points without an average.
    unfinished: Option<Arc<Finding>>,
    /// Operations that failed.
    errors: Option<Arc<Finding>>,
    /// How long it lasted: rows of reports too.
    of_time: Vec<Arc<Finding>>,
    /// What was asked for.
    of_conditions: Vec<Arc<Finding>>,
}

/// Findings of a point, which its rows share with those of its reports.
#[derive(Default)]
struct Shared {
    warm_up: Option<Arc<Finding>>,
    unproven: Option<Arc<Finding>>,
}

impl<'o> PointRows<'o> {
    fn give(&self, other_time: &mut Option<Finding>, sink: &mut dyn Sink) -> bool {
        let found: Vec<Found<'o>> = self.averages();
        let best = found.iter().find(|it| it.is_measurement());
        let has_cores = !self.about.output.cores.is_empty();
        let mut shared = Shared::default();
        match best {
            Some(best) => {
                let finding = self.give_measured(&found, best, &mut shared, sink);
                *other_time = other_time.take().or(finding);
            }
            None if has_cores => self.give_unmeasured(&found, sink),
            None => {}
        }
        let has_reports = self.give_reports(&mut shared, sink);
        self.give_windows(best.map(|best| best.average.span), sink);
        has_cores || has_reports
    }

    /// A point that started and has no figures.
    fn give_unmeasured(&self, found: &[Found<'o>], sink: &mut dyn Sink) {
        let name = &self.point.start.name;
        let locator = self.locator(found);
        let message = match found.first().map(|found| found.average.span) {
            Some(span @ Span { first, last }) => {
                let lack = if span.count() > 0 { "tells no rate" } else { "covers no interval" };
                format!("the average avg_{first}-{last} of {name} {lack}")
            }
            None => format!("{name} started and has no average: {}", self.how_far()),
        };
        let finding = Finding::new(Code::AverageMissing, &*self.about.source, message);
        let mut row =
            Row::new(Identity { op: Some(Op::TOTAL), ..self.conditions.identity.clone() });
        row.identity.locator.clone_from(&locator);
        row.identity.read_percent = self.conditions.read_percent(None);
        self.set_times(&mut row.identity, None);
        row.load_step.clone_from(&self.load_step);
        row.findings.push(sink.finding(finding.at(locator)));
        row.findings.extend(self.doubts.unfinished.clone());
        row.findings.extend(self.doubts_here());
        sink.row(row);
    }

    /// How many intervals of a point without average there are.
    fn how_far(&self) -> String {
        let blocks = self.point.core_blocks(self.about.output);
        match blocks.map(|(_, block)| block.intervals.last).max() {
            Some(0) | None => "there is no interval of it".to_owned(),
            Some(1) => "there is one interval of it".to_owned(),
            Some(last) => format!("there are {last} intervals of it"),
        }
    }

    fn set_times(&self, identity: &mut Identity, span: Option<Span>) {
        identity.started_at =
            self.begin_ms.and_then(|begin| jiff::Timestamp::from_millisecond(begin).ok());
        identity.duration_s = span.and_then(|span| Some(f64::from(span.count()) * self.length_s?));
    }

    fn window(&self) -> Option<Window> {
        let begin_ms = self.begin_ms?;
        let blocks = self.point.core_blocks(self.about.output);
        let last = blocks.map(|(_, block)| block.intervals.last).max()?;
        let length_ms = (f64::from(last) * self.length_s? * 1000.0) as i64;
        let end_ms = begin_ms.saturating_add(length_ms);
        Some(Window { begin_ms, end_ms, resolution_ms: RESOLUTION_MS })
    }

    /// How many operations failed while the point ran, where the error log tells.
    fn error_count(&self) -> Option<usize> {
        self.failures.count
    }

    /// What is doubtful about all rows of the point.
    fn doubts_here(&self) -> impl Iterator<Item = Arc<Finding>> + '_ {
        let Doubts { errors, of_time, of_conditions, .. } = &self.doubts;
        errors.iter().chain(of_time).chain(of_conditions).cloned()
    }

    /// The intervals of the point, from the most exact file that has them.
    fn give_windows(&self, measured: Option<Span>, sink: &mut dyn Sink) {
        let output = self.about.output;
        let Some(length_s) = self.length_s else { return };
        let with_rows = self
            .point
            .core_blocks(output)
            .find(|(_, block)| block.intervals.rows.as_ref().is_some_and(|rows| !rows.is_empty()));
        let Some((file, block)) = with_rows else { return };
        let is_flat = output.cores[file].0.is_flat();
        let units = Units::of(block, is_flat, self.about.declared);
        let identity = &self.conditions.identity;
        Windows { identity, units, length_s, measured }.give(block, sink);
    }
}
