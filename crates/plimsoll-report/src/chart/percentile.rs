//! Latency percentiles, with the tail spread out.

use super::latency_load::{extremes, logarithmic_times};
use super::look::Look;
use super::number::{TimeUnit, brief_time, grouped};
use super::plot::{Axis, Course, Line, Plot, most_steps};
use super::scale::Spacing;
use super::series::ChartPoint;
use super::ticks::Ticks;
use super::{Style, alternative};

/// Percentiles at which an axis may have a tick.
const TICKS: [f64; 7] = [50.0, 90.0, 99.0, 99.9, 99.99, 99.999, 99.9999];

/// One distribution.
#[derive(Debug, Clone, PartialEq)]
pub struct PercentileLine {
    /// What the label at the line's end says; cut with `…` where it does not fit.
    pub label: String,
    /// Percentile (50 is the median) and latency in nanoseconds.
    pub points: Vec<(f64, f64)>,
}

/// Latency percentiles: each nine more takes the same width, and latency is logarithmic.
///
/// Left out are latencies of zero and less, and percentiles outside 0 to below 100: the maximum has
/// no place on such an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct PercentileChart {
    /// Begins every id of the SVG.
    pub name: String,
    /// Set above the chart.
    pub title: Option<String>,
    /// The distributions; the first ones have the most different looks.
    pub lines: Vec<PercentileLine>,
}

impl PercentileChart {
    /// The chart as SVG.
    pub fn svg(&self, style: &Style) -> String {
        let (_, upwards) = most_steps(style);
        let all: Vec<Vec<ChartPoint>> = self.lines.iter().map(drawable).collect();
        let (unit, y_ticks) = match extremes(all.iter().flatten().map(|point| point.y)) {
            (least, most) if least.is_finite() => logarithmic_times(least, most, upwards),
            _ => (TimeUnit::Millisecond, Ticks { low: 1e5, high: 1e7, marks: Vec::new() }),
        };
        let plot = Plot {
            name: &self.name,
            title: self.title.as_deref(),
            x: Axis {
                spacing: Spacing::Nines,
                ticks: percentile_ticks(all.iter().flatten().map(|point| point.x)),
                title: "percentile".into(),
            },
            y: Axis {
                spacing: Spacing::Logarithmic,
                ticks: y_ticks,
                title: format!("Latency, {}", unit.symbol()),
            },
            lines: self
                .lines
                .iter()
                .zip(all)
                .enumerate()
                .map(|(index, (line, points))| Line {
                    label: line.label.clone(),
                    look: Look::of_line(index),
                    points,
                    course: Course::Points,
                    through: None,
                })
                .collect(),
            names: Vec::new(),
        };
        plot.svg(style, &self.alternative())
    }

    /// What the chart shows, in words.
    pub fn alternative(&self) -> String {
        let sentences: Vec<String> = self
            .lines
            .iter()
            .map(|line| {
                alternative::line(&line.label, &drawable(line), percentile_label, brief_time)
            })
            .collect();
        alternative::description("Latency by percentile", &sentences)
    }
}

fn drawable(line: &PercentileLine) -> Vec<ChartPoint> {
    let mut points: Vec<ChartPoint> = line
        .points
        .iter()
        .filter_map(|&(percentile, latency)| ChartPoint::new(percentile, latency).drawable())
        .filter(|point| Spacing::Nines.takes(point.x) && point.y > 0.0)
        .collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

/// An axis from the median, or from 0 if a point lies below it, to the farthest point.
fn percentile_ticks(percentiles: impl Iterator<Item = f64>) -> Ticks {
    let (least, most) = percentiles
        .fold((f64::INFINITY, 0.0f64), |(least, most), value| (value.min(least), value.max(most)));
    let low = if least < 50.0 { 0.0 } else { 50.0 };
    let high = if least.is_finite() { most.max(90.0) } else { 99.99 };
    let marks = TICKS
        .into_iter()
        .filter(|tick| (low..=high).contains(tick))
        .map(|tick| (tick, percentile_label(tick)))
        .collect();
    Ticks { low, high, marks }
}

/// A percentile as printed: `99.9`.
fn percentile_label(percentile: f64) -> String {
    let text = grouped(percentile, 6);
    text.trim_end_matches('0').trim_end_matches('.').into()
}
