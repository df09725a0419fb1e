//! Throughput or IOPS over the share of reads.

use super::look::Look;
use super::number::brief;
use super::plot::{Axis, Course, Line, Plot, most_steps};
use super::scale::Spacing;
use super::series::{ChartPoint, Role, Series};
use super::ticks::{Ticks, linear_from_zero};
use super::{Style, alternative};

/// What the vertical axis counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Bytes per time.
    Throughput,
    /// Operations per time.
    Iops,
}

impl Quantity {
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Throughput => "Throughput",
            Self::Iops => "IOPS",
        }
    }

    /// With its unit, unless it is its own.
    pub(super) fn axis_title(self, unit: &str) -> String {
        let title = self.title();
        if unit.is_empty() || unit == title { title.into() } else { format!("{title}, {unit}") }
    }
}

/// How throughput or IOPS depend on the share of reads, 0 to 100 per cent, from zero on.
///
/// Points are drawn in the order of their read share. A required series of one point holds over
/// all shares. Points outside 0 to 100 per cent and below zero are left out.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadShareChart {
    /// Begins every id of the SVG.
    pub name: String,
    /// Set above the chart.
    pub title: Option<String>,
    /// What is counted.
    pub quantity: Quantity,
    /// The unit of all `y`, as printed: `MiB/s`. Nothing is converted.
    pub unit: String,
    /// `x` is the read share in per cent, `y` a value in `unit`.
    pub series: Vec<Series>,
}

impl ReadShareChart {
    /// The chart as SVG.
    pub fn svg(&self, style: &Style) -> String {
        let (across, upwards) = most_steps(style);
        let all = self.drawable();
        let highest = highest(all.iter().flat_map(|(_, points)| points));
        let shares = all.iter().flat_map(|(_, points)| points.iter().map(|point| point.x));
        let plot = Plot {
            name: &self.name,
            title: self.title.as_deref(),
            x: Axis {
                spacing: Spacing::Linear,
                ticks: share_ticks(shares, across),
                title: "share of reads, %".into(),
            },
            y: Axis {
                spacing: Spacing::Linear,
                ticks: linear_from_zero(highest, upwards),
                title: self.quantity.axis_title(&self.unit),
            },
            lines: lines(all),
            names: Vec::new(),
        };
        plot.svg(style, &self.alternative())
    }

    /// What the chart shows, in words.
    pub fn alternative(&self) -> String {
        let value = |value| format!("{} {}", brief(value), self.unit).trim_end().to_owned();
        let sentences: Vec<String> = self
            .drawable()
            .iter()
            .map(|(series, points)| {
                alternative::line(
                    &series.label,
                    points,
                    |share| format!("{} %", brief(share)),
                    value,
                )
            })
            .collect();
        alternative::description(
            &format!("{} over the share of reads", self.quantity.title()),
            &sentences,
        )
    }

    fn drawable(&self) -> Vec<(&Series, Vec<ChartPoint>)> {
        self.series
            .iter()
            .map(|series| {
                let mut points = series.drawable_points();
                points.retain(|point| (0.0..=100.0).contains(&point.x) && point.y >= 0.0);
                points.sort_by(|a, b| a.x.total_cmp(&b.x));
                (series, points)
            })
            .collect()
    }
}

/// The greatest height that must fit, spreads included; 0 if there is none.
pub(super) fn highest<'a>(points: impl Iterator<Item = &'a ChartPoint>) -> f64 {
    points.map(|point| point.high.unwrap_or(point.y).max(point.y)).fold(0.0, f64::max)
}

/// Lines in the order in which they lie over each other: measured ones on top. One required point
/// holds over the whole width.
pub(super) fn lines(mut all: Vec<(&Series, Vec<ChartPoint>)>) -> Vec<Line> {
    all.sort_by_key(|(series, _)| match series.role {
        Role::Interpolated => 0,
        Role::Required => 1,
        Role::Published => 2,
        Role::Measured => 3,
    });
    all.into_iter()
        .map(|(series, points)| Line {
            label: series.label.clone(),
            look: Look::of(series.role, series.op),
            course: match series.role {
                Role::Required if points.len() == 1 => Course::Level,
                Role::Interpolated => Course::Between,
                _ => Course::Points,
            },
            through: None,
            points,
        })
        .collect()
}

/// Quarters if all points lie on them, else fifths; halves where there is little room.
fn share_ticks(mut shares: impl Iterator<Item = f64>, most: usize) -> Ticks {
    let step = match most {
        0..=3 => 50,
        4 => 25,
        _ if shares.all(|share| share % 25.0 == 0.0) => 25,
        _ => 20,
    };
    let marks =
        (0..=100).step_by(step).map(|share| (f64::from(share), share.to_string())).collect();
    Ticks { low: 0.0, high: 100.0, marks }
}
