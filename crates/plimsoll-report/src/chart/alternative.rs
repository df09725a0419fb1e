//! What a chart shows, in words, for those who cannot see it.

use super::series::ChartPoint;
use std::fmt::Write;

/// More points than this are summed up.
const MOST_POINTS: usize = 8;

/// `label: x: y; x: y.`, or the ends and extremes where there are many points.
pub(super) fn line(
    label: &str,
    points: &[ChartPoint],
    x: impl Fn(f64) -> String,
    y: impl Fn(f64) -> String,
) -> String {
    let said = |point: &ChartPoint| {
        let mut text = format!(
            "{}{}: {}{}",
            point.x_bound.prefix(),
            x(point.x),
            point.bound.prefix(),
            y(point.y)
        );
        match (point.low, point.high) {
            (Some(low), Some(high)) => {
                let _ = write!(text, " (from {} to {})", y(low), y(high));
            }
            (Some(low), None) => {
                let _ = write!(text, " (from {})", y(low));
            }
            (None, Some(high)) => {
                let _ = write!(text, " (to {})", y(high));
            }
            (None, None) => {}
        }
        text
    };
    let label = label.trim();
    let by_height = |a: &&ChartPoint, b: &&ChartPoint| a.y.total_cmp(&b.y);
    match points {
        [] => format!("{label}: no figures."),
        [first, .., last] if points.len() > MOST_POINTS => {
            let lowest = points.iter().min_by(by_height).unwrap_or(first);
            let highest = points.iter().max_by(by_height).unwrap_or(last);
            format!(
                "{label}, {} points: first {}; last {}; lowest {}; highest {}.",
                points.len(),
                said(first),
                said(last),
                said(lowest),
                said(highest)
            )
        }
        points => format!("{label}: {}.", points.iter().map(said).collect::<Vec<_>>().join("; ")),
    }
}

/// A head and its sentences; without sentences, that there is nothing.
pub(super) fn description(head: &str, sentences: &[String]) -> String {
    if sentences.is_empty() {
        return format!("{head}: no figures.");
    }
    format!("{head}. {}", sentences.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::series::{Bound, ChartPoint};
    use super::line;

    fn said(points: &[ChartPoint]) -> String {
        line("read", points, |x| format!("{x} %"), |y| format!("{y} MiB/s"))
    }

    #[test]
    fn bounds_and_spreads_are_said() {
        let points = [
            ChartPoint::new(0.0, 10.0).with_bound(Bound::UpTo),
            ChartPoint::new(50.0, 20.0).with_spread(18.0, 21.0),
        ];
        assert_eq!(
            said(&points),
            "read: 0 %: up to 10 MiB/s; 50 %: 20 MiB/s (from 18 MiB/s to 21 MiB/s)."
        );
    }

    #[test]
    fn many_points_are_summed_up() {
        let points: Vec<_> =
            (0..20i32).map(|x| ChartPoint::new(f64::from(x), f64::from((x - 7).abs()))).collect();
        assert_eq!(
            said(&points),
            "read, 20 points: first 0 %: 7 MiB/s; last 19 %: 12 MiB/s; lowest 7 %: 0 MiB/s; highest 19 %: 12 MiB/s."
        );
        assert_eq!(said(&[]), "read: no figures.");
    }
}
