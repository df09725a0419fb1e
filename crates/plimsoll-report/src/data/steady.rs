//! Whether runs were in a steady state.

use crate::build::PointRun;
use plimsoll_compare::{NotJudged, Steadiness, SteadyState, Tracked};
use schemars::JsonSchema;
use serde::Serialize;

/// A run beside the rule of steady state, which `docs/steady-state.md` states.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SteadyData {
    /// Index of its point.
    pub point: usize,
    /// The input.
    pub source: String,
    /// The run, as its rows name it.
    pub run: Option<String>,
    /// The tool's own name of the workload.
    pub workload: Option<String>,
    /// `throughout`, `later`, `not at its end`; or why nobody can tell: `did not finish`, `too short`,
    /// `windows missing`, `too few operations`, `not known`.
    pub steady: String,
    /// Begin and end of the steady part, in seconds since the start of the run; null without one.
    pub steady_s: Option<[f64; 2]>,
    /// Begin of the first of its ten rounds, in seconds since the start of the run; null if it has none.
    pub begin_s: Option<f64>,
    /// Length of a round in seconds; null without rounds.
    pub round_s: Option<f64>,
    /// The quantities that were looked at.
    pub tracked: Vec<TrackedData>,
}

/// A quantity by rounds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TrackedData {
    /// `iops`, `throughput`, `latency`.
    pub metric: String,
    /// Unit of the rounds.
    pub unit: String,
    /// The mean of each of the ten rounds.
    pub rounds: Vec<f64>,
    /// The greatest less the least of the last five rounds, as a share of their mean; null if that is 0.
    pub range: Option<f64>,
    /// By how much the best linear fit rises from the first to the last of them, as a share of their mean;
    /// below 0 it falls; null if the mean is 0.
    pub slope: Option<f64>,
    /// The round, from 0, from which on every five keep the rule; null if the last five do not.
    pub steady_from: Option<usize>,
}

pub(super) fn steady(run: &PointRun<'_>) -> SteadyData {
    let series = run.series;
    let state = series.steadiness.judged();
    let steady_s = state.and_then(SteadyState::steady_s);
    SteadyData {
        point: run.point,
        source: series.source.to_string(),
        run: series.run.as_deref().map(str::to_owned),
        workload: series.workload.as_deref().map(str::to_owned),
        steady: word(&series.steadiness).to_owned(),
        steady_s: steady_s.map(|(begin_s, end_s)| [begin_s, end_s]),
        begin_s: state.map(|it| it.begin_s),
        round_s: state.map(|it| it.round_s),
        tracked: state.into_iter().flat_map(|it| &it.tracked).map(tracked).collect(),
    }
}

fn word(steadiness: &Steadiness) -> &'static str {
    match steadiness {
        Steadiness::Judged(state) => match state.steady_from() {
            Some(0) => "throughout",
            Some(_) => "later",
            None => "not at its end",
        },
        Steadiness::NotJudged(NotJudged::NothingMeasured) => "did not finish",
        Steadiness::NotJudged(NotJudged::TooShort) => "too short",
        Steadiness::NotJudged(NotJudged::Gaps) => "windows missing",
        Steadiness::NotJudged(NotJudged::TooFewOperations) => "too few operations",
        Steadiness::NotJudged(NotJudged::NoFigures) => "not known",
    }
}

fn tracked(tracked: &Tracked) -> TrackedData {
    let last = tracked.last();
    let finite = |value: f64| value.is_finite().then_some(value);
    TrackedData {
        metric: tracked.metric.word().into(),
        unit: tracked.metric.unit().into(),
        rounds: tracked.rounds.to_vec(),
        range: finite(last.range),
        slope: finite(last.slope),
        steady_from: tracked.steady_from(),
    }
}
