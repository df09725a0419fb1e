//! Which runs were steady.

use super::columns::{NO_VALUE, without_empty};
use super::{cell, numbers, over_time, words};
use crate::english::steady as said;
use crate::input::ReportInput;
use crate::notes::Notes;
use crate::number::grouped;
use crate::run_series::RunSeries;
use crate::view::{CellView, TableView};
use plimsoll_compare::{Excursion, Steadiness, Tracked};
use plimsoll_schema::{Finding, Metric};
use std::sync::Arc;

/// A run with interval data and the index of its point.
pub(crate) struct PointRun<'r> {
    pub(crate) point: usize,
    pub(crate) series: &'r RunSeries,
}

/// Every run of every point that has interval data, client by client.
pub(crate) fn runs<'r>(input: &'r ReportInput<'r>) -> Vec<PointRun<'r>> {
    let points = input.comparison.points.iter().enumerate();
    let of_point = points.flat_map(|(point, it)| it.moments.iter().map(move |it| (point, it)));
    of_point
        .flat_map(|(point, moment)| {
            over_time::series_of(input, moment).map(move |(_, series)| PointRun { point, series })
        })
        .collect()
}

/// How a run behaved, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Behaviour {
    Throughout,
    NotJudged,
    Late,
    Never,
}

impl Behaviour {
    fn of(series: &RunSeries) -> Self {
        match &series.steadiness {
            Steadiness::NotJudged(_) => Self::NotJudged,
            Steadiness::Judged(state) => match state.steady_from() {
                Some(0) => Self::Throughout,
                Some(_) => Self::Late,
                None => Self::Never,
            },
        }
    }
}

/// Of the clients of a run the one that says most of it: the least steady one.
pub(super) fn telling<'r>(
    clients: impl Iterator<Item = (usize, &'r RunSeries)>,
) -> Option<(usize, &'r RunSeries)> {
    // The first of equal ones.
    let worse = |one: (usize, &'r RunSeries), other: (usize, &'r RunSeries)| {
        if Behaviour::of(other.1) > Behaviour::of(one.1) { other } else { one }
    };
    clients.reduce(worse)
}

/// How many runs there are of each kind. A run is as steady as the least steady of its clients.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Steady all the time.
    pub(crate) throughout: usize,
    /// Steady from some time on.
    pub(crate) late: usize,
    /// Not steady at their end.
    pub(crate) never: usize,
    /// That cannot be judged.
    pub(crate) not_judged: usize,
}

impl Tally {
    pub(crate) fn of(input: &ReportInput<'_>) -> Self {
        let mut tally = Self::default();
        for moment in input.comparison.points.iter().flat_map(|point| &point.moments) {
            let Some((_, series)) = telling(over_time::series_of(input, moment)) else { continue };
            *match Behaviour::of(series) {
                Behaviour::Throughout => &mut tally.throughout,
                Behaviour::NotJudged => &mut tally.not_judged,
                Behaviour::Late => &mut tally.late,
                Behaviour::Never => &mut tally.never,
            } += 1;
        }
        tally
    }

    pub(crate) fn judged(self) -> usize {
        self.throughout + self.late + self.never
    }
}

/// The warning of page 1; `told` takes the findings that it speaks of.
pub(super) fn warning(
    input: &ReportInput<'_>,
    notes: &Notes,
    told: &mut Vec<Arc<Finding>>,
) -> Option<String> {
    let findings: Vec<Arc<Finding>> =
        runs(input).iter().filter_map(|run| run.series.unsteady()).map(Arc::new).collect();
    let tally = Tally::of(input);
    let sentence = said::warning(tally, &notes.numbers(&findings));
    let of_points = input.comparison.points.iter().flat_map(|point| &point.findings);
    told.extend(of_points.filter(|it| findings.iter().any(|said| said == *it)).cloned());
    (!findings.is_empty()).then_some(sentence)
}

/// The last five rounds of runs beside the rule.
pub(super) fn table(runs: &[(String, &RunSeries)], notes: &Notes) -> Option<TableView> {
    // A table in which no run is judged says nothing.
    if runs.iter().all(|(_, run)| run.steadiness.judged().is_none()) {
        return None;
    }
    let columns = vec![
        words(said::RUN),
        numbers(said::ROUND, "s"),
        numbers(said::RATE_RANGE, "%"),
        numbers(said::RATE_SLOPE, "%"),
        numbers(said::LATENCY_RANGE, "%"),
        numbers(said::LATENCY_SLOPE, "%"),
        words(said::STEADY),
    ];
    let rows: Vec<Vec<CellView>> =
        runs.iter().map(|(name, series)| line(name, series, notes)).collect();
    let table =
        TableView { caption: said::TABLE.to_owned(), columns, rows, remarks: vec![said::remark()] };
    let droppable = [
        said::RUN,
        said::ROUND,
        said::RATE_RANGE,
        said::RATE_SLOPE,
        said::LATENCY_RANGE,
        said::LATENCY_SLOPE,
    ];
    Some(without_empty(table, &droppable))
}

fn line(name: &str, series: &RunSeries, notes: &Notes) -> Vec<CellView> {
    let state = series.steadiness.judged();
    let round = state.map_or_else(|| NO_VALUE.to_owned(), |it| grouped(it.round_s, 1));
    let mut cells = vec![cell(name), cell(round)];
    for is_latency in [false, true] {
        let tracked = state.and_then(|it| {
            it.tracked.iter().find(|it| (it.metric == Metric::Latency) == is_latency)
        });
        let last = tracked.map(Tracked::last);
        cells.push(cell(share(last, |it| it.range)));
        cells.push(cell(share(last, |it| it.slope)));
    }
    let finding = series.unsteady().map(|it| notes.number(&Arc::new(it)));
    let verdict = said::verdict(&series.steadiness);
    cells.push(CellView { notes: finding.into_iter().collect(), ..cell(verdict) });
    cells
}

/// A share in per cent without its sign, which stands in the head of the column.
fn share(excursion: Option<Excursion>, of: impl Fn(&Excursion) -> f64) -> String {
    let value = excursion.map(|it| of(&it) * 100.0).filter(|it| it.is_finite());
    value.map_or_else(|| NO_VALUE.to_owned(), |value| grouped(value, 1))
}
