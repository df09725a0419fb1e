//! Mean latency over the load.

use super::look::{Look, Shape};
use super::number::{TimeUnit, brief, brief_time};
use super::plot::{Axis, Course, Line, Plot, most_steps};
use super::read_share::{highest, lines};
use super::scale::Spacing;
use super::series::{ChartPoint, Op, Role, Series, is_drawable};
use super::ticks::{Ticks, linear_from_zero, logarithmic};
use super::{Style, alternative};

/// From this ratio of the greatest latency to the least, the axis is logarithmic.
const WIDE: f64 = 20.0;
/// The same for a curve with a knee, which a logarithmic axis flattens.
const WIDE_CURVE: f64 = 60.0;
/// A threshold is drawn if it is at most so many times as high as the greatest latency.
const WITHIN_SIGHT: f64 = 2.0;

/// How the mean latency grows with the load.
///
/// Points are joined in the order given, which is that of the load steps: past its knee a system may
/// answer more slowly and do less. A required series of one point is a limit over all loads. Points
/// with a load or a latency below zero are left out; so are zeros where the axis is logarithmic,
/// which it is when the latencies above zero differ by more than a factor of 20, of a curve whose knee
/// is marked by more than 60.
#[derive(Debug, Clone, PartialEq)]
pub struct LatencyLoadChart {
    /// Begins every id of the SVG.
    pub name: String,
    /// Set above the chart.
    pub title: Option<String>,
    /// `x` in operations per second, `y` in nanoseconds.
    pub series: Vec<Series>,
    /// A latency to which the curve is read. It is left out where it lies far above all points.
    pub threshold: Option<Threshold>,
    /// What is marked on the measured curve.
    pub knees: Vec<Knee>,
    /// What measured points are called, where there is room for it.
    pub names: Vec<PointName>,
}

/// What a measured point is called: the load that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct PointName {
    /// What stands beside it.
    pub label: String,
    /// Operations per second.
    pub load: f64,
    /// Nanoseconds.
    pub latency_ns: f64,
}

/// A latency to which a curve is read, as a thin line over all loads.
#[derive(Debug, Clone, PartialEq)]
pub struct Threshold {
    /// What stands at its end.
    pub label: String,
    /// In nanoseconds.
    pub latency_ns: f64,
}

/// A marked place on a measured curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Knee {
    /// What stands beside it.
    pub label: String,
    /// Which operations it is of.
    pub op: Op,
    /// How it is marked.
    pub shape: KneeShape,
    /// Operations per second.
    pub load: f64,
    /// Nanoseconds.
    pub latency_ns: f64,
}

/// How a place on a curve is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KneeShape {
    /// A ring around a point that was measured: the peak.
    Ring,
    /// An open diamond around a point that was measured: the most within the threshold.
    Diamond,
    /// An open diamond on the curve, between the point before this one of the first measured series
    /// and this one.
    Between(usize),
}

impl LatencyLoadChart {
    /// The chart as SVG.
    pub fn svg(&self, style: &Style) -> String {
        let (across, upwards) = most_steps(style);
        let all = self.drawable();
        let threshold = self.threshold_in_sight();
        let marked = threshold.iter().map(|it| ChartPoint::new(0.0, it.latency_ns));
        let knees = self.drawable_knees();
        let marked: Vec<ChartPoint> = marked.chain(knees.iter().map(|knee| knee.1)).collect();
        let points = || all.iter().flat_map(|(_, points)| points).chain(&marked);
        let (spacing, unit, ticks) = latency_axis_of(points(), upwards, self.wide());
        let loads = points().map(|point| point.x).fold(0.0, f64::max);
        let mut drawn = Vec::new();
        drawn.extend(threshold.map(|it| Line {
            label: it.label.clone(),
            look: Look::of_threshold(),
            points: vec![ChartPoint::new(0.0, it.latency_ns)],
            course: Course::Threshold,
            through: None,
        }));
        // Their labels choose their places first.
        drawn.extend(knees.iter().map(|(knee, at)| line_of(knee, *at)));
        let mut of_series = lines(all);
        lead_through(&mut of_series, &knees);
        drawn.extend(of_series);
        let plot = Plot {
            name: &self.name,
            title: self.title.as_deref(),
            x: Axis {
                spacing: Spacing::Linear,
                ticks: linear_from_zero(loads, across),
                title: "IOPS".into(),
            },
            y: Axis { spacing, ticks, title: format!("Mean latency, {}", unit.symbol()) },
            lines: drawn,
            names: self.drawable_names(),
        };
        plot.svg(style, &self.alternative())
    }

    /// What the chart shows, in words.
    pub fn alternative(&self) -> String {
        let of_series = self.drawable();
        let of_series = of_series.iter().map(|(series, points)| {
            alternative::line(
                &series.label,
                points,
                |load| format!("{} IOPS", brief(load)),
                brief_time,
            )
        });
        let of_knees = self.drawable_knees();
        let of_knees = of_knees.iter().map(|(knee, _)| format!("{}.", knee.label));
        let of_threshold = self.threshold_in_sight().map(|it| format!("Threshold: {}.", it.label));
        let sentences: Vec<String> = of_series.chain(of_knees).chain(of_threshold).collect();
        alternative::description("Mean latency over the load", &sentences)
    }

    fn wide(&self) -> f64 {
        if self.knees.is_empty() { WIDE } else { WIDE_CURVE }
    }

    fn threshold_in_sight(&self) -> Option<&Threshold> {
        let all = self.drawable();
        let most = highest(all.iter().flat_map(|(_, points)| points));
        self.threshold
            .as_ref()
            .filter(|it| it.latency_ns > 0.0 && it.latency_ns <= WITHIN_SIGHT * most)
    }

    /// Names of points that are drawn.
    fn drawable_names(&self) -> Vec<(String, ChartPoint)> {
        let of_series = self.drawable();
        let is_drawn = |at: &ChartPoint| {
            of_series.iter().any(|(_, points)| points.iter().any(|it| (it.x, it.y) == (at.x, at.y)))
        };
        self.names
            .iter()
            .map(|name| (name.label.clone(), ChartPoint::new(name.load, name.latency_ns)))
            .filter(|(_, at)| is_drawn(at))
            .collect()
    }

    fn drawable_knees(&self) -> Vec<(&Knee, ChartPoint)> {
        let at = |knee: &Knee| ChartPoint::new(knee.load, knee.latency_ns);
        let has_place = |knee: &&Knee| {
            [knee.load, knee.latency_ns].into_iter().all(|it| is_drawable(it) && it > 0.0)
        };
        self.knees.iter().filter(has_place).map(|knee| (knee, at(knee))).collect()
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
        if is_wide(all.iter().flat_map(|(_, points)| points), self.wide()) {
            for (_, points) in &mut all {
                points.retain(|point| point.y > 0.0);
            }
        }
        all
    }
}

fn line_of(knee: &Knee, at: ChartPoint) -> Line {
    let look = Look::of(Role::Measured, knee.op);
    let shape = match knee.shape {
        KneeShape::Ring => Shape::Circle,
        KneeShape::Diamond | KneeShape::Between(_) => Shape::Diamond,
    };
    Line {
        label: knee.label.clone(),
        look: Look { shape: Some(shape), is_filled: false, ..look },
        points: vec![at],
        course: Course::Ring,
        through: None,
    }
}

/// Leads the measured curve through what is marked between its points: on a logarithmic axis a straight
/// piece would pass by.
fn lead_through(lines: &mut [Line], knees: &[(&Knee, ChartPoint)]) {
    let curve = lines.iter_mut().find(|line| line.look.is_filled);
    let between = knees.iter().find_map(|(knee, at)| match knee.shape {
        KneeShape::Between(index) => Some((index, *at)),
        KneeShape::Ring | KneeShape::Diamond => None,
    });
    if let Some((curve, between)) = curve.zip(between) {
        curve.through = Some(between);
    }
}

fn is_wide<'a>(points: impl Iterator<Item = &'a ChartPoint>, wide: f64) -> bool {
    let (least, most) = extremes(points.map(|point| point.y));
    least.is_finite() && most / least > wide
}

/// The least and the greatest of the values above zero.
pub(super) fn extremes(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .filter(|&value| value > 0.0)
        .fold((f64::INFINITY, 0.0), |(least, most), value| (value.min(least), value.max(most)))
}

pub(super) fn latency_axis<'a>(
    points: impl Iterator<Item = &'a ChartPoint> + Clone,
    upwards: usize,
) -> (Spacing, TimeUnit, Ticks) {
    latency_axis_of(points, upwards, WIDE)
}

fn latency_axis_of<'a>(
    points: impl Iterator<Item = &'a ChartPoint> + Clone,
    upwards: usize,
    wide: f64,
) -> (Spacing, TimeUnit, Ticks) {
    if is_wide(points.clone(), wide) {
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
