//! The strip of page 1: when, by which tool, how often, from what.

use super::steady::Tally;
use crate::english;
use crate::input::{ReadSource, ReportInput};
use crate::run_series::RunSeries;
use crate::view::Fact;
use plimsoll_compare::Moment;
use std::collections::BTreeSet;

pub(super) fn facts(input: &ReportInput<'_>) -> Vec<Fact> {
    let moments: Vec<&Moment> =
        input.comparison.points.iter().flat_map(|point| &point.moments).collect();
    let tools: BTreeSet<String> =
        input.sources.iter().filter_map(|source| source.tool.clone()).collect();
    let tools: Vec<String> = tools.into_iter().collect();
    let is_read = |source: &&ReadSource| source.format.is_some();
    let unread = input.sources.iter().filter(|source| !is_read(source)).count();
    let read: BTreeSet<&str> =
        input.sources.iter().filter(is_read).map(|source| &*source.input).collect();
    let mut facts = vec![
        (english::MEASURED, measured(input, &moments)),
        (english::TOOL, english::listed(&tools)),
        (english::RUNS, english::runs(moments.len(), input.comparison.points.len())),
        (english::INPUTS, english::inputs(read.len(), unread)),
    ];
    let tally = Tally::of(input);
    if tally.judged() + tally.not_judged > 0 {
        facts.push((english::steady::STEADY, english::steady::fact(tally)));
    }
    facts.retain(|(_, value)| !value.is_empty());
    facts.into_iter().map(|(label, value)| Fact { label: label.to_owned(), value }).collect()
}

/// From the begin of the first run to the end of the last, those without figures too.
fn measured(input: &ReportInput<'_>, moments: &[&Moment]) -> String {
    let spans: Vec<Span> = moments.iter().filter_map(|moment| span(input, moment)).collect();
    let begin_ms = spans.iter().map(|span| span.begin_ms).min();
    let end_ms = spans.iter().map(|span| span.end_ms.unwrap_or(span.begin_ms)).max();
    let Some((begin_ms, end_ms)) = begin_ms.zip(end_ms) else {
        return english::UNKNOWN.to_owned();
    };
    // A run whose end nobody knows may have gone on if nothing is known to have happened after it began.
    let is_open = |span: &Span| span.end_ms.is_none() && span.begin_ms >= end_ms;
    english::time_range(begin_ms, end_ms, !spans.iter().any(is_open))
}

/// When something ran, in milliseconds since 1970.
struct Span {
    begin_ms: i64,
    /// `None` where no more than the begin is known.
    end_ms: Option<i64>,
}

/// The window of a run; of one without figures its begin, and where its interval data ends.
fn span(input: &ReportInput<'_>, moment: &Moment) -> Option<Span> {
    if let Some(window) = moment.window {
        return Some(Span { begin_ms: window.begin_ms, end_ms: Some(window.end_ms) });
    }
    let begins = moment.rows.iter().filter_map(|row| row.identity.started_at);
    let begin_ms = begins.min()?.as_millisecond();
    let clients = moment.sources.iter().zip(&moment.runs);
    let of_moment = clients.flat_map(|(source, run)| {
        input.series.iter().filter(move |it| it.source == *source && it.run == *run)
    });
    let lasted_s = of_moment.filter_map(RunSeries::end_s).reduce(f64::max);
    Some(Span { begin_ms, end_ms: lasted_s.map(|it| begin_ms + (it * 1000.0) as i64) })
}
