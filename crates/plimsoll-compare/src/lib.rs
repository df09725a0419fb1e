//! Sets measured runs beside published values.
//!
//! 1. `unit`: the rows of one run in one input are a unit.
//! 2. `moment`: units of one workload that ran at the same time are one moment, the clients of one
//!    run; their rates are added up. Equal workloads at other times are repeats.
//! 3. `joining`: which units are clients and which repeats. What ran beside others of its kind
//!    (`disturbance`) or has other clients than its repeats (`repeats`) stands apart.
//! 4. [`Point`]: a workload with its moments, and [`Sample`] the statistics over them.
//! 5. `published`: what a reference says of a point, interpolated between two read shares if need be.
//! 6. `beside`: a point and a reference that speak of the same (`workload`, `agreement`), figure by
//!    figure (`side`), unless the rate was limited (`limit`).
//! 7. [`Curve`]: points that are one workload at growing load (`curves`), with its peak and where its
//!    latency passes a threshold ([`Crossing`]). A curve is set beside a reference as one
//!    (`curve_beside`), its points are not.
//! 8. [`Judgement`]: the verdict, with the conditions of both sides.
//! 9. [`Unmatched`]: what was asked for and came to nothing, with what was measured `nearest` to it.
//! 10. [`Steadiness`]: whether a run was in a steady state, by its interval data cut into `rounds`;
//!     [`jobs_together`] makes one of the windows of several jobs.
//!
//! Rules and numbers: `docs/comparison.md` and `docs/steady-state.md`.

mod agreement;
mod beside;
mod comparison;
mod conditions;
mod crossing;
mod curve;
mod curve_beside;
mod curves;
mod cut;
mod disturbance;
mod jobs_together;
mod joining;
mod judgement;
mod limit;
mod moment;
mod naming;
mod nearest;
mod point;
mod published;
mod repeats;
mod request;
mod rounds;
mod sample;
mod selection;
mod side;
mod steady;
mod unit;
mod unmatched;
mod verdict;
mod workload;

pub use comparison::{Comparison, Shown, compare};
pub use conditions::{ConditionPair, Sameness};
pub use crossing::{Crossing, Passed};
pub use curve::{Asked, Curve, DEFAULT_LATENCY_THRESHOLD_NS, Load};
pub use jobs_together::jobs_together;
pub use judgement::{CurvePlace, Judgement, Likeness, OnCurve, Reason};
pub use moment::Moment;
pub use point::Point;
pub use published::{Between, PublishedValue};
pub use request::{Against, Request};
pub use sample::{Interval, Sample};
pub use steady::{
    Excursion, GREATEST_RANGE, GREATEST_SLOPE, LEAST_OPERATIONS, LEAST_ROUND_S, LEAST_WINDOWS,
    NotJudged, RUN_ROUNDS, Steadiness, SteadyState, Tracked, WINDOW_ROUNDS,
};
pub use unit::MeasuredInput;
pub use unmatched::Unmatched;
pub use verdict::{DEFAULT_TOLERANCE, Verdict};
