//! What is said of runs that were steady or not.

use super::count;
use super::warning::see_notes;
use crate::build::Tally;
use crate::number::{grouped, percent};
use plimsoll_compare::{
    GREATEST_RANGE, GREATEST_SLOPE, LEAST_OPERATIONS, LEAST_ROUND_S, LEAST_WINDOWS, NotJudged,
    RUN_ROUNDS, Steadiness, WINDOW_ROUNDS,
};

/// Caption of the table of rounds.
pub(crate) const TABLE: &str = "Steady state, the last five rounds";
/// Heading of the runs.
pub(crate) const RUN: &str = "Run";
/// Heading of the length of a round.
pub(crate) const ROUND: &str = "Round";
/// Heading of the greatest difference of two rounds' rates.
pub(crate) const RATE_RANGE: &str = "Rate, range";
/// Heading of the rise or fall of the fit of rates.
pub(crate) const RATE_SLOPE: &str = "Rate, slope";
/// Heading of the greatest difference of two rounds' latencies.
pub(crate) const LATENCY_RANGE: &str = "Latency, range";
/// Heading of the rise or fall of the fit of latencies.
pub(crate) const LATENCY_SLOPE: &str = "Latency, slope";
/// Heading of the verdict, and label of the strip of page 1.
pub(crate) const STEADY: &str = "Steady";

/// What the rule says of a run.
pub(crate) fn verdict(steadiness: &Steadiness) -> String {
    match steadiness {
        Steadiness::Judged(state) => match (state.steady_from(), state.steady_s()) {
            (Some(0), _) => "throughout".to_owned(),
            (Some(_), Some((begin_s, _))) => format!("from {} s on", whole(begin_s)),
            _ => "not at its end".to_owned(),
        },
        Steadiness::NotJudged(why) => match why {
            NotJudged::NothingMeasured => "did not finish",
            NotJudged::TooShort => "too short to tell",
            NotJudged::Gaps => "windows are missing",
            NotJudged::TooFewOperations => "too few operations",
            NotJudged::NoFigures => "not known",
        }
        .to_owned(),
    }
}

/// What the columns of the table say, and the limits.
pub(crate) fn remark() -> String {
    format!(
        "Range: the greatest less the least of five rounds, at most {} of their mean. Slope: by how \
         much their best linear fit rises from the first to the last, at most {} of their mean up or \
         down.",
        percent(GREATEST_RANGE * 100.0),
        percent(GREATEST_SLOPE * 100.0)
    )
}

/// The warning of page 1: how many runs were not steady all the time.
pub(crate) fn warning(tally: Tally, notes: &[usize]) -> String {
    let of = count(tally.judged(), "run", "runs");
    let unsteady = tally.late + tally.never;
    let became = match (tally.late, tally.never) {
        (0, 1) => "it was not steady at its end".to_owned(),
        (0, _) => "none was steady at its end".to_owned(),
        (1, 0) => "it became steady later".to_owned(),
        (_, 0) => "all became steady later".to_owned(),
        (late, never) => format!("{late} became steady later, {never} did not"),
    };
    format!(
        "Not steady all the time that was measured: {unsteady} of {of} with interval data; {became} \
         ({}).",
        see_notes(notes)
    )
}

/// How many runs were steady, for the strip of page 1.
pub(crate) fn fact(tally: Tally) -> String {
    if tally.judged() == 0 {
        return format!("not known of {}", count(tally.not_judged, "run", "runs"));
    }
    let judged = count(tally.judged(), "run", "runs");
    let not_judged = match tally.not_judged {
        0 => String::new(),
        more => format!(", {} not judged", grouped(more as f64, 0)),
    };
    format!("{} of {judged} throughout{not_judged}", grouped(tally.throughout as f64, 0))
}

/// The rule, for the method.
pub(crate) fn method() -> String {
    format!(
        "Whether a run was steady is told from its interval data by the rule of SNIA\u{2019}s Solid State \
         Storage Performance Test Specification. What was measured, without warm-up, is cut into {} \
         equal rounds of at least {} s and {} windows. A run is steady from the round on from which any {} \
         rounds in a row range over at most {} of their mean, and their best linear fit rises or falls by \
         at most {} of it: the rate of all operations together and their mean latency. A run of which \
         windows are missing, or with fewer than {} operations a round, is not judged.",
        RUN_ROUNDS,
        whole(LEAST_ROUND_S),
        LEAST_WINDOWS,
        WINDOW_ROUNDS,
        percent(GREATEST_RANGE * 100.0),
        percent(GREATEST_SLOPE * 100.0),
        whole(LEAST_OPERATIONS)
    )
}

/// Seconds, with a decimal where they need one.
fn whole(seconds: f64) -> String {
    let text = grouped(seconds, 1);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}
