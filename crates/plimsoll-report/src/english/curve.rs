//! What is said of load curves.

use super::{Jobs, condition, listed, op};
use crate::number::{ColumnScale, bound_sign, percent};
use plimsoll_compare::{Asked, Crossing, Curve, CurvePlace, Judgement, Passed};
use plimsoll_schema::{Metric, Op};

/// Rates that differ by less, as a share, are the same to the eye.
const SAME: f64 = 0.01;

/// Heading of what was asked for.
pub(crate) const ASKED: &str = "Load";
/// Heading of where on the curve a load is.
pub(crate) const PLACE: &str = "Remark";
/// Heading of whose figures a line has.
pub(crate) const WHOSE: &str = "Source";
/// Heading of what a figure rests on.
pub(crate) const BASIS: &str = "Basis";
/// The line of the measured curve.
pub(crate) const MEASURED: &str = "measured";

/// The name of a curve: what the tool calls it, and what it did.
pub(crate) fn name(curve: &Curve) -> String {
    let row = curve.row();
    let identity = row.as_ref().map(|row| &row.identity);
    let share = identity.and_then(|it| it.read_percent);
    let did = share.map_or_else(|| op(&curve.op), |share| format!("{} reads", percent(share)));
    let of_loads = || curve.loads.iter().map(|load| &load.asked);
    let steps_jobs = of_loads().any(|asked| matches!(asked, Asked::Outstanding { .. }));
    let mut parts: Vec<String> = curve.name.iter().map(ToString::to_string).collect();
    parts.push(did);
    if !steps_jobs {
        parts.extend(identity.and_then(|it| it.jobs).map(|jobs| Jobs::of(&row).count(jobs)));
        parts.extend(identity.and_then(|it| it.queue_depth).map(|it| format!("depth {it}")));
    }
    let parameters = identity.map(|it| it.parameters.as_slice()).unwrap_or_default();
    let told = parameters.iter().filter(|(name, _)| &**name != "host");
    parts.extend(told.map(|(name, value)| format!("{} {value}", condition(name))));
    parts.join(", ")
}

/// What was asked for at a load of a curve.
pub(crate) fn asked(curve: &Curve, load: usize) -> String {
    let load = &curve.loads[load];
    match &load.asked {
        Asked::Percent { percent: share, target_iops: Some(rate) } => {
            format!("{}, {}", percent(*share), iops(*rate))
        }
        Asked::Percent { percent: share, target_iops: None } => {
            format!("{} of the maximum", percent(*share))
        }
        Asked::Rate(rate) => iops(*rate),
        Asked::Outstanding { jobs, queue_depth } => {
            let row = load.point.row(&curve.op);
            let jobs = jobs.map(|jobs| Jobs::of(&row).count(jobs));
            let depth = queue_depth.map(|depth| format!("depth {depth}"));
            let parts: Vec<String> = jobs.into_iter().chain(depth).collect();
            parts.join(", ")
        }
        Asked::Maximum => "maximum".to_owned(),
    }
}

/// The same in as few words as fit beside a point.
pub(crate) fn asked_briefly(curve: &Curve, load: usize) -> String {
    match &curve.loads[load].asked {
        Asked::Percent { percent: share, .. } => percent(*share),
        _ => asked(curve, load),
    }
}

/// A load with its place on the curve, as the title of a chart.
pub(crate) fn load_title(curve: &Curve, load: usize) -> String {
    match place(curve, load) {
        place if place.is_empty() => asked(curve, load),
        place => format!("{}: {place}", asked(curve, load)),
    }
}

/// Where a higher load did less than the one before it; empty for a curve that only rises.
pub(crate) fn bends_back(curve: &Curve) -> String {
    let rate = |load: usize| curve.loads[load].mean(&curve.op, Metric::Iops);
    let less = (1..curve.loads.len()).filter_map(|load| {
        let (before, after) = (rate(load - 1)?, rate(load)?);
        (after < before * (1.0 - SAME)).then(|| {
            format!(
                "{} at {} after {} at {}",
                iops(after),
                asked_briefly(curve, load),
                iops(before),
                asked_briefly(curve, load - 1)
            )
        })
    });
    let less: Vec<String> = less.collect();
    if less.is_empty() {
        return String::new();
    }
    format!("The line bends back where more was asked for and less was done: {}.", listed(&less))
}

/// A rate that was read from a curve, with its bound.
pub(crate) fn bounded_iops(rate: f64, crossing: &Crossing) -> String {
    format!("{}{}", bound_sign(bound(crossing)), iops(rate))
}

/// A rate with its unit.
pub(crate) fn iops(rate: f64) -> String {
    let scale = ColumnScale::of(Metric::Iops, &[rate]);
    format!("{}\u{A0}IOPS", scale.format(rate))
}

/// A latency in the unit that suits it, from 0.1 ms on in milliseconds, without zeros at its end.
pub(crate) fn latency(nanoseconds: f64) -> String {
    let least_in_ms = nanoseconds.max(1e6);
    let beside = if nanoseconds >= 1e5 { least_in_ms } else { nanoseconds };
    let scale = ColumnScale::of(Metric::Latency, &[nanoseconds, beside]);
    let text = scale.format(nanoseconds);
    let text = if text.contains('.') { text.trim_end_matches('0') } else { &text };
    format!("{}\u{A0}{}", text.trim_end_matches('.'), scale.unit)
}

/// Caption of the table of a curve's loads.
pub(crate) fn loads_caption(curve: &Curve) -> String {
    format!("Load curve: {}", name(curve))
}

/// Caption of the table of the figures that are read from a curve.
pub(crate) fn knee_caption(curve: &Curve) -> String {
    format!("Peak, and rate at a latency: {}", name(curve))
}

/// That a rate at a latency was not measured there; empty where it was.
pub(crate) fn how_read(crossing: &Crossing) -> &'static str {
    match crossing.passed {
        Passed::Between { .. } => "measured interpolated",
        Passed::Never { .. } => "measured at least",
        Passed::Always { .. } => "measured below the lowest load",
        Passed::At { .. } | Passed::Unknown => "",
    }
}

/// Label of a published point: the page's name for it, and its reference where there are several.
pub(crate) fn published_point(point: Option<&str>, reference: Option<&str>) -> String {
    let point = point.map(|name| format!(" {}", name.replace('-', " "))).unwrap_or_default();
    match reference {
        Some(reference) => format!("published{point}, {reference}"),
        None => format!("published{point}"),
    }
}

/// Where on the curve a load is; empty for most.
pub(crate) fn place(curve: &Curve, load: usize) -> String {
    let threshold = latency(curve.crossing.threshold_ns);
    let mut parts = Vec::new();
    if load == curve.peak {
        parts.push("peak".to_owned());
    }
    match curve.crossing.neighbours() {
        Some((below, _)) if load == below => parts.push(format!("last within {threshold}")),
        Some((_, above)) if load == above => parts.push(format!("first above {threshold}")),
        _ => {}
    }
    parts.join(", ")
}

/// What the rate at a latency rests on.
pub(crate) fn crossing(curve: &Curve, op: &Op, crossing: &Crossing) -> String {
    let threshold = latency(crossing.threshold_ns);
    let load = |at: usize| {
        let load = &curve.loads[at];
        let (rate, time) = (load.mean(op, Metric::Iops), load.mean(op, Metric::Latency));
        match (rate, time) {
            (Some(rate), Some(time)) => format!("{} ({})", iops(rate), latency(time)),
            _ => asked(curve, at),
        }
    };
    let said = match crossing.passed {
        Passed::Between { below, above, .. } => {
            format!("interpolated between {} and {}", load(below), load(above))
        }
        Passed::At { load: at, above, .. } => {
            format!("measured, {}; {threshold} is passed before {}", load(at), load(above))
        }
        Passed::Never { load: at } => {
            format!("at least: no load is above {threshold}, the peak is {}", load(at))
        }
        Passed::Always { load: at } => {
            format!("below the lowest load, {}", load(at))
        }
        Passed::Unknown => "no load has a latency".to_owned(),
    };
    if crossing.falls_again {
        format!("{said}; a higher load is within {threshold} again, the first pass counts")
    } else {
        said
    }
}

/// What stands before a rate that was read from a curve.
pub(crate) fn bound(crossing: &Crossing) -> Option<plimsoll_schema::Bound> {
    match crossing.passed {
        Passed::Between { .. } => Some(plimsoll_schema::Bound::About),
        Passed::Never { .. } => Some(plimsoll_schema::Bound::AtLeast),
        Passed::At { .. } | Passed::Always { .. } | Passed::Unknown => None,
    }
}

/// At which place of a curve a judgement is made; empty for a point that is on none.
pub(crate) fn judged_at(judgement: &Judgement, curves: &[Curve]) -> String {
    let Some(on_curve) = &judgement.on_curve else { return String::new() };
    match &on_curve.place {
        CurvePlace::Threshold(crossing) => format!("at {}", latency(crossing.threshold_ns)),
        CurvePlace::Load(load) => match curves.get(on_curve.curve) {
            Some(curve) if *load != curve.peak => {
                format!("at {}", asked(curve, *load))
            }
            _ => "peak".to_owned(),
        },
    }
}

/// Whether a judgement rests on a rate that is a lower bound.
pub(crate) fn is_at_least(judgement: &Judgement) -> bool {
    judgement.metric != Metric::Latency
        && judgement.on_curve.as_ref().is_some_and(|it| it.is_lower_bound)
}

/// Whether a judgement rests on a rate that was not measured, as the end of a sentence.
pub(crate) fn read_from(judgement: &Judgement) -> &'static str {
    match judgement.on_curve.as_ref().map(|it| &it.place) {
        Some(CurvePlace::Threshold(it)) if it.is_interpolated() => ", measured value interpolated",
        Some(CurvePlace::Threshold(it)) if matches!(it.passed, Passed::Never { .. }) => {
            ", measured value at least"
        }
        Some(CurvePlace::Load(_)) if is_at_least(judgement) => {
            ", measured value at least: every load was limited"
        }
        _ => "",
    }
}

/// Label of a curve's peak.
pub(crate) fn peak_label(rate: f64, time: Option<f64>, within: Option<f64>) -> String {
    let time = time.map_or_else(String::new, |time| format!(", {}", latency(time)));
    let within = within.map_or_else(String::new, |most| format!(", most within {}", latency(most)));
    format!("peak {}{time}{within}", iops(rate))
}

/// Label of the rate at a latency.
pub(crate) fn threshold_label(rate: f64, crossing: &Crossing) -> String {
    let threshold = latency(crossing.threshold_ns);
    if crossing.is_interpolated() {
        format!("{} at {threshold}, interpolated", iops(rate))
    } else {
        format!("{} within {threshold}", iops(rate))
    }
}

/// How curves are read, for the method.
pub(crate) fn method(threshold_ns: f64, is_set_beside_anything: bool) -> String {
    let judged = if is_set_beside_anything {
        " Against published values a curve is judged at its peak and at the published latency, its \
         points are not."
    } else {
        ""
    };
    format!(
        "Points that differ in nothing but the load that was asked for are a load curve. Its peak is \
         the load with the greatest mean rate. The rate at a latency (here {}) lies where the mean \
         latency first passes it, going up in load: linear in rate and latency between the two loads \
         around it, marked ≈. If no load is above, the peak is a lower bound, marked ≥.{judged}",
        latency(threshold_ns)
    )
}
