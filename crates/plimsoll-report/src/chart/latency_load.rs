//! Mean latency over the load.

use super::number::{TimeUnit, brief, brief_time};
use super::plot::{Axis, Plot, most_steps};
use super::read_share::{highest, lines};
use super::scale::Spacing;
use super::series::{ChartPoint, Series};
use super::ticks::{Ticks, linear_from_zero, logarithmic};
use super::{Style, alternative};

/// From this ratio of the greatest latency to the least, the axis is logarithmic.
const WIDE: f64 = 20.0;

/// How the mean latency grows with the load.
///
/// Points are joined in the order given, which is that of the load steps: past its knee a system may
/// answer more slowly and do less. A required series of one point is a limit over all loads. Points
/// with a load or a latency below zero are left out; so are zeros where the axis is logarithmic,
/// which it is when the latencies above zero differ by more than a factor of 20.
#[derive(Debug, Clone, PartialEq)]
pub struct LatencyLoadChart {
    /// Begins every id of the SVG.
    pub name: String,
    /// Set above the chart.
    pub title: Option<String>,
    /// `x` in operations per second, `y` in nanoseconds.
    pub series: Vec<Series>,
}

impl LatencyLoadChart {
    /// The chart as SVG.
    pub fn svg(&self, style: &Style) -> String {
        let (across, upwards) = most_steps(style);
        let all = self.drawable();
        let points = || all.iter().flat_map(|(_, points)| points);
        let (spacing, unit, ticks) = latency_axis(points(), upwards);
        let loads = points().map(|point| point.x).fold(0.0, f64::max);
        let plot = Plot {
            name: &self.name,
            title: self.title.as_deref(),
            x: Axis {
                spacing: Spacing::Linear,
                ticks: linear_from_zero(loads, across),
                title: "IOPS".into(),
            },
            y: Axis { spacing, ticks, title: format!("Mean latency, {}", unit.symbol()) },
            lines: lines(all),
        };
        plot.svg(style, &self.alternative())
    }

    /// What the chart shows, in words.
    pub fn alternative(&self) -> String {
        let sentences: Vec<String> = self
            .drawable()
            .iter()
            .map(|(series, points)| {
                alternative::line(
                    &series.label,
                    points,
                    |load| format!("{} IOPS", brief(load)),
                    brief_time,
                )
            })
            .collect();
        alternative::description("Mean latency over the load", &sentences)
    }

    fn drawable(&self) -> Vec<(&Series, Vec<ChartPoint>)> {
        let mut all: Vec<_> = self
            .series
            .iter()
            .map(|series| {
                let mut points = series.drawable_points();
                points.retain(|point| point.x >= 0.0 && point.y >= 0.0);
                (series, points)
            })
            .collect();
        if is_wide(all.iter().flat_map(|(_, points)| points)) {
            for (_, points) in &mut all {
                points.retain(|point| point.y > 0.0);
            }
        }
        all
    }
}

fn is_wide<'a>(points: impl Iterator<Item = &'a ChartPoint>) -> bool {
    let (least, most) = extremes(points.map(|point| point.y));
    least.is_finite() && most / least > WIDE
}

/// The least and the greatest of the values above zero.
pub(super) fn extremes(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .filter(|&value| value > 0.0)
        .fold((f64::INFINITY, 0.0), |(least, most), value| (value.min(least), value.max(most)))
}

fn latency_axis<'a>(
    points: impl Iterator<Item = &'a ChartPoint> + Clone,
    upwards: usize,
) -> (Spacing, TimeUnit, Ticks) {
    if is_wide(points.clone()) {
        let spread =
            points.flat_map(|point| [Some(point.y), point.low, point.high].into_iter().flatten());
        let (least, most) = extremes(spread);
        let (unit, ticks) = logarithmic_times(least, most, upwards);
        return (Spacing::Logarithmic, unit, ticks);
    }
    let most = highest(points);
    let unit = TimeUnit::for_nanoseconds(most);
    let ticks = linear_from_zero(most / unit.nanoseconds(), upwards);
    (Spacing::Linear, unit, in_nanoseconds(ticks, unit))
}

/// A logarithmic axis over times in nanoseconds, labelled in the unit that suits their middle.
pub(super) fn logarithmic_times(least: f64, most: f64, upwards: usize) -> (TimeUnit, Ticks) {
    let unit = TimeUnit::for_nanoseconds((least * most).sqrt());
    let ticks = logarithmic(least / unit.nanoseconds(), most / unit.nanoseconds(), upwards + 1);
    (unit, in_nanoseconds(ticks, unit))
}

fn in_nanoseconds(ticks: Ticks, unit: TimeUnit) -> Ticks {
    let factor = unit.nanoseconds();
    Ticks {
        low: ticks.low * factor,
        high: ticks.high * factor,
        marks: ticks.marks.into_iter().map(|(value, label)| (value * factor, label)).collect(),
    }
}
