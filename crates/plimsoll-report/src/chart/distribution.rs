//! How latencies are distributed.

use super::latency_load::{extremes, logarithmic_times};
use super::look::Look;
use super::number::{TimeUnit, brief, brief_time};
use super::plot::{Axis, Course, Line, Plot, most_steps};
use super::scale::Spacing;
use super::series::ChartPoint;
use super::ticks::{Ticks, linear_from_zero};
use super::{Style, alternative};
use plimsoll_schema::{Distribution, Share};

/// Ranges to a factor of ten, as the axis says: a quarter more from one to the next.
const PER_TEN: u32 = 10;
/// Operations beyond the first and the last so many are not drawn, as a share: a few that took a thousand times
/// as long would leave the others no width.
const BEYOND: f64 = 0.0001;

/// One distribution.
#[derive(Debug, Clone, PartialEq)]
pub struct DistributionLine {
    /// What the label at its highest place says; cut with `…` where it does not fit.
    pub label: String,
    /// The latencies.
    pub distribution: Distribution,
}

/// Shares of the operations by latency: ranges of equal ratio on a logarithmic axis, as an outline, so that
/// several can lie over each other. Bins of any width are spread over the ranges
/// ([`Distribution::shares`]).
#[derive(Debug, Clone, PartialEq)]
pub struct DistributionChart {
    /// Begins every id of the SVG.
    pub name: String,
    /// Set above the chart.
    pub title: Option<String>,
    /// The distributions; the first ones have the most different looks.
    pub lines: Vec<DistributionLine>,
}

impl DistributionChart {
    /// The chart as SVG.
    pub fn svg(&self, style: &Style) -> String {
        let (across, upwards) = most_steps(style);
        let outlines: Vec<Vec<ChartPoint>> =
            self.lines.iter().map(|line| outline(&shares(line))).collect();
        let points = || outlines.iter().flatten();
        let (unit, ticks) = match extremes(points().map(|point| point.x)) {
            (least, most) if least.is_finite() => logarithmic_times(least, most, across),
            _ => (TimeUnit::Millisecond, Ticks { low: 1e5, high: 1e7, marks: Vec::new() }),
        };
        let highest = points().map(|point| point.y).fold(0.0, f64::max);
        let line = |(index, (line, points)): (usize, (&DistributionLine, Vec<ChartPoint>))| Line {
            label: line.label.clone(),
            look: Look { shape: None, ..Look::of_line(index) },
            points,
            course: Course::Outline,
            through: None,
        };
        let plot = Plot {
            name: &self.name,
            title: self.title.as_deref(),
            x: Axis {
                spacing: Spacing::Logarithmic,
                ticks,
                title: format!("latency, {}", unit.symbol()),
            },
            y: Axis {
                spacing: Spacing::Linear,
                ticks: linear_from_zero(highest, upwards),
                title: "Share of operations per tenth of a decade, %".into(),
            },
            lines: self.lines.iter().zip(outlines.clone()).enumerate().map(line).collect(),
            names: Vec::new(),
        };
        plot.svg(style, &self.alternative())
    }

    /// What the chart shows, in words.
    pub fn alternative(&self) -> String {
        let sentences: Vec<String> = self.lines.iter().filter_map(sentence).collect();
        alternative::description("Distribution of the latency", &sentences)
    }
}

/// Where most operations are, and from where to where nearly all.
fn sentence(line: &DistributionLine) -> Option<String> {
    let shares = shares(line);
    let most = shares.iter().max_by(|one, other| one.share.total_cmp(&other.share))?;
    let (first, last) = (shares.first()?, shares.last()?);
    Some(format!(
        "{}: {} % of the operations from {} to {}, all but a few from {} to {}.",
        line.label.trim(),
        brief(most.share * 100.0),
        brief_time(most.lower),
        brief_time(most.upper),
        brief_time(first.lower),
        brief_time(last.upper),
    ))
}

/// The ranges that are drawn.
fn shares(line: &DistributionLine) -> Vec<Share> {
    let all = line.distribution.shares(PER_TEN);
    let is_beyond = |shares: &mut dyn Iterator<Item = &Share>| {
        let mut sum = 0.0;
        shares
            .take_while(|it| {
                sum += it.share;
                sum < BEYOND
            })
            .count()
    };
    let first = is_beyond(&mut all.iter());
    let last = all.len() - is_beyond(&mut all.iter().rev());
    all.get(first..last).unwrap_or_default().to_vec()
}

/// The outline of the ranges over the axis, in per cent.
fn outline(shares: &[Share]) -> Vec<ChartPoint> {
    let (Some(first), Some(last)) = (shares.first(), shares.last()) else { return Vec::new() };
    let steps = shares.iter().flat_map(|it| {
        [it.lower, it.upper].map(|latency| ChartPoint::new(latency, it.share * 100.0))
    });
    let ends = [first.lower, last.upper].map(|latency| ChartPoint::new(latency, 0.0));
    [ends[0]].into_iter().chain(steps).chain([ends[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::{DistributionChart, DistributionLine, outline, shares};
    use crate::chart::Style;
    use plimsoll_schema::{Bin, Distribution};

    fn line(label: &str, bins: &[(f64, f64, u64)]) -> DistributionLine {
        let bin =
            |&(lower, upper, count): &(f64, f64, u64)| Bin { lower, upper, value: lower, count };
        let distribution = Distribution::from_bins(bins.iter().map(bin)).expect("bins in order");
        DistributionLine { label: label.into(), distribution }
    }

    #[test]
    fn the_outline_begins_and_ends_at_the_axis() {
        let line = line("read", &[(1e5, 1e6, 75), (1e6, 1e7, 25)]);
        let points = outline(&shares(&line));
        assert_eq!(points.len(), 42, "20 ranges, and two ends");
        assert_eq!((points[0].y, points[41].y), (0.0, 0.0));
        assert!((points[1].y - 7.5).abs() < 1e-9 && (points[40].y - 2.5).abs() < 1e-9);
        assert!((points[0].x - 1e5).abs() < 1e-3 && (points[41].x - 1e7).abs() < 1.0);
        assert_eq!(outline(&[]), []);
    }

    #[test]
    fn a_few_operations_far_away_are_not_drawn_and_a_share_is() {
        let far = |count| line("read", &[(1e5, 1.2e5, 1_000_000), (1e9, 1.2e9, count)]);
        let end = |line: &DistributionLine| shares(line).last().expect("ranges").upper;
        assert!(end(&far(50)) < 2e5, "one in twenty thousand");
        assert!(end(&far(500)) > 1e9, "one in two thousand");
    }

    #[test]
    fn the_chart_labels_its_lines_and_says_where_most_operations_are() {
        let chart = DistributionChart {
            name: "shares".into(),
            title: None,
            lines: vec![
                line("read", &[(1e5, 1e6, 100)]),
                line("write", &[(1e6, 1.2e6, 90), (1.2e6, 1e7, 10)]),
            ],
        };
        let svg = chart.svg(&Style::new("Plimsoll Sans"));
        assert!(svg.contains(">read</text>") && svg.contains(">write</text>"), "{svg}");
        assert!(svg.contains(">latency, ms</text>") && !svg.contains("NaN"));
        let said = "read: 10 % of the operations from";
        assert!(chart.alternative().contains(said), "{}", chart.alternative());
        let empty = DistributionChart { lines: Vec::new(), ..chart };
        assert!(empty.svg(&Style::new("Plimsoll Sans")).contains("There are no figures to draw."));
        assert_eq!(empty.alternative(), "Distribution of the latency: no figures.");
    }
}
