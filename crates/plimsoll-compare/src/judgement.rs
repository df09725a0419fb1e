//! One measured figure beside one published value.

use crate::conditions::ConditionPair;
use crate::crossing::Crossing;
use crate::published::PublishedValue;
use crate::sample::{Interval, Sample};
use crate::verdict::Verdict;
use plimsoll_reference::Entry;
use plimsoll_schema::{Finding, Kind, Metric, Op};
use std::sync::Arc;

/// How far a comparison can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Every condition that both sides tell is the same.
    LikeForLike,
    /// A condition differs.
    Indicative,
    /// What must agree is not known to agree.
    NotComparable,
}

impl Likeness {
    /// What the reasons leave of it.
    pub(crate) fn of(reasons: &[Reason]) -> Self {
        if !reasons.iter().all(Reason::leaves_it_comparable) {
            Self::NotComparable
        } else if reasons.is_empty() {
            Self::LikeForLike
        } else {
            Self::Indicative
        }
    }

    /// The word in data.
    pub fn word(self) -> &'static str {
        match self {
            Self::LikeForLike => "like for like",
            Self::Indicative => "indicative",
            Self::NotComparable => "not comparable",
        }
    }
}

/// Why a comparison is not like for like.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// A condition differs; its name.
    Differs(String),
    /// The measured side does not tell what must agree; the column's name.
    MeasuredUnknown(&'static str),
    /// The published side does not tell what must agree; the column's name.
    PublishedUnknown(&'static str),
    /// The figure was not measured.
    NotMeasured,
    /// Nothing tells whether it is one of several clients of a run or a repeat.
    NotJoined,
    /// Another run of its kind, with which it could not be added up, ran at the same time.
    Disturbed,
    /// It is what one job did, of a run of which nothing else was read.
    PartOfRun,
    /// It has other clients or jobs than the repeats of its workload.
    RepeatsDiffer,
    /// A rate was published for a latency below a bound, and the measured latency is not.
    LatencyBoundNotKept,
    /// The rate was limited to less than was published, so that nothing is said of the published value.
    RateLimited {
        /// The limit that was asked for, in operations per second.
        iops: f64,
    },
    /// The page tells the workload by its name, and neither pattern nor block size.
    KnownByName,
    /// The page tells the workload by the tool, which runs one of its own, and neither pattern nor block size.
    KnownByTool,
    /// The latency is that of reads: none was measured of reads and writes together.
    LatencyOfReads,
}

impl Reason {
    /// Whether it makes a comparison indicative and no more.
    pub fn leaves_it_comparable(&self) -> bool {
        matches!(
            self,
            Self::Differs(_) | Self::KnownByName | Self::KnownByTool | Self::LatencyOfReads
        )
    }
}

/// From which place of a load curve a measured figure comes.
#[derive(Debug, Clone, PartialEq)]
pub struct OnCurve {
    /// Index of the curve in the comparison.
    pub curve: usize,
    /// Where on it.
    pub place: CurvePlace,
    /// Whether a rate read there is a lower bound: no load is above the latency, or every load was
    /// limited and the highest of them still reached its limit.
    pub is_lower_bound: bool,
}

/// A place on a load curve.
#[derive(Debug, Clone, PartialEq)]
pub enum CurvePlace {
    /// One of its loads, by index: the peak, or the load with the jobs and depth that the page states.
    Load(usize),
    /// Where its latency passes the published bound.
    Threshold(Crossing),
}

/// A verdict and everything it rests on.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// Index of the point in the comparison. Of a curve it is one of the load at the place, at a
    /// crossing of that below it.
    pub point: usize,
    /// Where on a load curve the measured figure was read; `None` of a point that is on none.
    pub on_curve: Option<OnCurve>,
    /// The operation.
    pub op: Op,
    /// What is compared: a rate, or the mean latency.
    pub metric: Metric,
    /// Which latency was judged, where it is one: that of the published value if it was measured,
    /// else the one that the rows show.
    pub latency_kind: Option<Kind>,
    /// The reference.
    pub entry: Arc<Entry>,
    /// The published value.
    pub published: PublishedValue,
    /// The measured values, one for each repeat; `None` if there are none.
    pub measured: Option<Sample>,
    /// q of the mean: measured ÷ published, for a latency published ÷ measured. `None` where they are
    /// not comparable.
    pub ratio: Option<f64>,
    /// q over the 95 % interval of the mean, with repeats; `None` where they are not comparable.
    pub ratio_interval: Option<Interval>,
    /// The tolerance that was used: never less than half a unit of the last printed digit.
    pub tolerance: f64,
    /// The verdict.
    pub verdict: Verdict,
    /// How far it can be trusted.
    pub likeness: Likeness,
    /// Why it is not like for like, or not comparable.
    pub reasons: Vec<Reason>,
    /// The conditions of both sides.
    pub conditions: Vec<ConditionPair>,
    /// Findings that touch the measured or the published value, each once.
    pub findings: Vec<Arc<Finding>>,
}
