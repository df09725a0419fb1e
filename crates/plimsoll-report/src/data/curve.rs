//! The shape of load curves in `report.json`.

use super::{SampleData, sample};
use plimsoll_compare::{Asked, Crossing, Curve, CurvePlace, Load, OnCurve, Passed};
use plimsoll_schema::{Metric, Op, Stat};
use schemars::JsonSchema;
use serde::Serialize;

/// A load curve: one workload at growing load.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CurveData {
    /// What the tool calls it, without the load.
    pub name: Option<String>,
    /// The operation it is a curve of: `read` or `write` of a pure workload, else `total`.
    pub op: String,
    /// Its loads, in the order of what was asked for, lowest first.
    pub loads: Vec<LoadData>,
    /// The load with the greatest rate.
    pub peak: PlaceData,
    /// Where the mean latency passes the threshold of the report.
    pub crossing: CrossingData,
}

/// One load of a curve.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LoadData {
    /// Indices of the points that ran it.
    pub points: Vec<usize>,
    /// Per cent of the maximum that were asked for; null if it was asked for otherwise.
    pub percent_of_maximum: Option<f64>,
    /// The rate that was asked for, operations per second.
    pub target_iops: Option<f64>,
    /// Jobs in all, where they tell the load.
    pub jobs: Option<u64>,
    /// Outstanding operations of each job, where they tell the load.
    pub queue_depth: Option<u64>,
    /// Whether as much as the system takes was asked for.
    pub is_maximum: bool,
    /// Operations per second.
    pub iops: Option<SampleData>,
    /// Bytes per second.
    pub bytes_per_second: Option<SampleData>,
    /// Mean latency in nanoseconds.
    pub latency_mean_ns: Option<SampleData>,
    /// Greatest latency in nanoseconds.
    pub latency_max_ns: Option<SampleData>,
}

/// A load with its figures, means over its repeats.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlaceData {
    /// Index of the load.
    pub load: usize,
    /// Operations per second.
    pub iops: Option<f64>,
    /// Mean latency in nanoseconds.
    pub latency_mean_ns: Option<f64>,
}

/// Where a curve passes a threshold of latency.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CrossingData {
    /// The threshold, in nanoseconds.
    pub latency_threshold_ns: f64,
    /// `interpolated` between two loads, `measured` at one, `at_least` if no load is above the
    /// threshold, `below` if all of the curve lies at a smaller rate, `unknown` without latencies.
    pub kind: String,
    /// Operations per second there, one value for each repeat; a lower bound if `kind` is `at_least`,
    /// null if it is `below` or `unknown`.
    pub iops: Option<SampleData>,
    /// If `kind` is `below`: the rate of the lowest load, below which it lies.
    pub below_iops: Option<f64>,
    /// The load whose rate it is, if it is that of one.
    pub load: Option<usize>,
    /// The two neighbouring loads between which the threshold is passed: the lower one is within it,
    /// the upper one above.
    pub between: Option<[PlaceData; 2]>,
    /// Whether a higher load is within the threshold again; the first pass counts.
    pub falls_again: bool,
}

/// From where on a curve a measured value comes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OnCurveData {
    /// Index of the curve.
    pub curve: usize,
    /// Index of the load, if it is of one: the peak, or that with the jobs and depth of the published
    /// test.
    pub load: Option<usize>,
    /// Where the curve passes the published latency, if it was read there.
    pub crossing: Option<CrossingData>,
}

pub(super) fn curve(it: &Curve) -> CurveData {
    CurveData {
        name: it.name.as_deref().map(str::to_owned),
        op: it.op.word().into(),
        loads: it.loads.iter().map(|load| load_of(it, load)).collect(),
        peak: place(it, &it.op, it.peak),
        crossing: crossing(it, &it.op, &it.crossing),
    }
}

pub(super) fn on_curve(it: &OnCurve, curves: &[Curve], op: &Op) -> OnCurveData {
    let (load, crossing) = match &it.place {
        CurvePlace::Load(load) => (Some(*load), None),
        CurvePlace::Threshold(passed) => (None, Some(crossing(&curves[it.curve], op, passed))),
    };
    OnCurveData { curve: it.curve, load, crossing }
}

fn load_of(curve: &Curve, load: &Load) -> LoadData {
    let figure = |metric, stat| load.sample(&curve.op, metric, stat).as_ref().map(sample);
    let mut data = LoadData {
        points: load.points.clone(),
        percent_of_maximum: None,
        target_iops: None,
        jobs: None,
        queue_depth: None,
        is_maximum: load.asked == Asked::Maximum,
        iops: figure(Metric::Iops, Stat::Mean),
        bytes_per_second: figure(Metric::Throughput, Stat::Mean),
        latency_mean_ns: figure(Metric::Latency, Stat::Mean),
        latency_max_ns: figure(Metric::Latency, Stat::Max),
    };
    match load.asked {
        Asked::Percent { percent, target_iops } => {
            data.percent_of_maximum = Some(percent);
            data.target_iops = target_iops;
        }
        Asked::Rate(rate) => data.target_iops = Some(rate),
        Asked::Outstanding { jobs, queue_depth } => {
            data.jobs = jobs;
            data.queue_depth = queue_depth;
        }
        Asked::Maximum => {}
    }
    data
}

fn place(curve: &Curve, op: &Op, load: usize) -> PlaceData {
    let at = &curve.loads[load];
    PlaceData {
        load,
        iops: at.mean(op, Metric::Iops),
        latency_mean_ns: at.mean(op, Metric::Latency),
    }
}

fn crossing(curve: &Curve, op: &Op, it: &Crossing) -> CrossingData {
    let (kind, load) = match it.passed {
        Passed::Between { .. } => ("interpolated", None),
        Passed::At { load, .. } => ("measured", Some(load)),
        Passed::Never { load } => ("at_least", Some(load)),
        Passed::Always { load } => ("below", Some(load)),
        Passed::Unknown => ("unknown", None),
    };
    let below_iops = match it.passed {
        Passed::Always { load } => curve.loads[load].mean(op, Metric::Iops),
        _ => None,
    };
    CrossingData {
        latency_threshold_ns: it.threshold_ns,
        kind: kind.into(),
        iops: curve.rate_at(it, op).as_ref().map(sample),
        below_iops,
        load,
        between: it
            .neighbours()
            .map(|(below, above)| [place(curve, op, below), place(curve, op, above)]),
        falls_again: it.falls_again,
    }
}
