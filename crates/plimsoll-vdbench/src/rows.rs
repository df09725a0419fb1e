//! The rows of an output: those of each point, then those of the reports of its definitions and hosts.

mod averages;
mod operations;
mod reports;

use crate::about::{About, begins_ms};
use crate::block::Block;
use crate::clock::elapsed_ms;
use crate::doubts;
use crate::histogram::RunHistograms;
use crate::identity::{Conditions, Curves};
use crate::label::Span;
use crate::layout::{Column, Statistic};
use crate::lengths::interval_seconds;
use crate::measure::{Measured, Reading};
use crate::points::Point;
use crate::windows::{Scales, give};
use averages::Found;
use plimsoll_read::Sink;
use plimsoll_schema::{Code, Finding, Identity, LoadStep, Op, Row, Window};
use std::sync::Arc;

/// Times of status and flat files are whole seconds.
const RESOLUTION_MS: i64 = 1000;

/// Gives all rows; whether there were any.
pub(crate) fn give_rows(about: &About<'_>, points: &[Point], sink: &mut dyn Sink) -> bool {
    let unfinished = doubts::unfinished(about, points).map(|finding| sink.finding(finding));
    let errors = doubts::errors(about).map(|finding| sink.finding(finding));
    let lengths_s: Vec<Option<f64>> =
        points.iter().map(|point| interval_seconds(about, point)).collect();
    let begins_ms = begins_ms(about, points, &lengths_s);
    let mut curves = Curves::default();
    let mut histograms = about.output.histograms.as_ref().map_or(&[][..], |it| &it.told.runs);
    let mut has_rows = false;
    let mut other_time: Option<Finding> = None;
    for (index, point) in points.iter().enumerate() {
        let run: Arc<str> = format!("{}#{}", about.source, index + 1).into();
        let rates: Vec<_> = std::iter::once(point.start.rate)
            .chain(point.core_blocks(about.output).map(|(_, block)| block.start.rate))
            .collect();
        let of_point = PointRows {
            about,
            point,
            conditions: Conditions::of(about, point, run),
            load_step: curves.step(&point.start, &rates),
            length_s: lengths_s[index],
            begin_ms: begins_ms[index],
            next_start: points.get(index + 1).and_then(|next| next.start.time),
            histogram: next_of(&mut histograms, point),
            unfinished: unfinished.clone(),
            errors: errors.clone(),
        };
        has_rows |= of_point.give(&mut other_time, sink);
    }
    if let Some(finding) = other_time {
        sink.finding(finding);
    }
    has_rows
}

/// The next histogram, if it is of this point: points and histograms have the same order.
fn next_of<'h>(histograms: &mut &'h [RunHistograms], point: &Point) -> Option<&'h RunHistograms> {
    let at = histograms.iter().position(|it| it.start.is_same(&point.start))?;
    let found = &histograms[at];
    *histograms = &histograms[at + 1..];
    Some(found)
}

/// A point with what is needed for its rows.
struct PointRows<'o> {
    about: &'o About<'o>,
    point: &'o Point,
    conditions: Conditions,
    load_step: Option<LoadStep>,
    length_s: Option<f64>,
    begin_ms: Option<i64>,
    /// Time of day at which the next point started.
    next_start: Option<u32>,
    histogram: Option<&'o RunHistograms>,
    unfinished: Option<Arc<Finding>>,
    errors: Option<Arc<Finding>>,
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
        let best = found.iter().find(|it| it.average.span.count() > 0);
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
            Some(Span { first, last }) => {
                format!("the average avg_{first}-{last} of {name} covers no interval")
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
        row.findings.extend(self.unfinished.clone());
        row.findings.extend(self.errors_here());
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
        Some(Window { begin_ms, end_ms: begin_ms + length_ms, resolution_ms: RESOLUTION_MS })
    }

    /// How many operations failed while the point ran, where the error log tells.
    fn error_count(&self) -> Option<usize> {
        let errors = &self.about.output.errors.as_ref()?.told.errors;
        if errors.is_empty() {
            return Some(0);
        }
        let start = self.point.start.time?;
        let until = self.next_start.map_or(u32::MAX, |next| elapsed_ms(start, next));
        let times: Option<Vec<u32>> = errors.iter().map(|error| error.time).collect();
        Some(times?.iter().filter(|time| elapsed_ms(start, **time) < until).count())
    }

    fn errors_here(&self) -> Option<Arc<Finding>> {
        self.errors.clone().filter(|_| self.error_count() != Some(0))
    }

    /// The intervals of the point, from the most exact file that has them.
    fn give_windows(&self, measured: Option<Span>, sink: &mut dyn Sink) {
        let output = self.about.output;
        let Some(length_s) = self.length_s else { return };
        let with_rows = self.point.core_blocks(output).find(|(_, block)| {
            block.intervals.rows.as_ref().is_some_and(|rows| !rows.numbers.is_empty())
        });
        let Some((file, block)) = with_rows else { return };
        let is_flat = output.cores[file].0.is_flat();
        let scales = match &block.average {
            Some(average) => {
                let measured = Measured::Printed(average);
                let is_d23 = self.about.is_d23;
                let reading = Reading { block, measured, is_flat, is_d23 };
                let text = average.text(&block.layout, Column::Response(Statistic::Mean));
                let is_in_nanoseconds = reading.is_in_nanoseconds(text, Statistic::Mean);
                (reading.bytes_of_a_megabyte(), if is_in_nanoseconds { 1.0 } else { 1e6 })
            }
            None => self.scales_without_average(block, is_flat),
        };
        let scales = Scales { megabyte: scales.0, time: scales.1, length_s };
        give(&self.conditions.identity, block, &scales, measured, sink);
    }

    fn scales_without_average(&self, block: &Block, is_flat: bool) -> (f64, f64) {
        let is_decimal = !block.layout.is_file_system
            && self.about.output.cores.iter().any(|(_, file)| file.told.facts.has_argument("-mb"));
        let megabyte = if is_decimal { 1e6 } else { 1_048_576.0 };
        (megabyte, if self.about.is_d23 && !is_flat { 1.0 } else { 1e6 })
    }
}
