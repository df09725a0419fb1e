//! Published points in charts of measured ones.

use crate::chart::{ChartPoint, Role, Series};
use crate::english;

/// Beside published values so many times as great, what was measured would be a flat line.
const FAR: f64 = 20.0;

/// Leaves out published points whose `value` is so great that the measured ones could not be told apart,
/// and says so; an empty text if there are none.
pub(super) fn without_far(series: &mut Vec<Series>, value: fn(&ChartPoint) -> f64) -> String {
    let measured = series.iter().filter(|it| it.role == Role::Measured);
    let greatest = measured.flat_map(|it| &it.points).map(value).fold(0.0, f64::max);
    let mut left_out = 0;
    for it in series.iter_mut().filter(|it| it.role != Role::Measured) {
        let all = it.points.len();
        it.points.retain(|point| value(point) <= FAR * greatest);
        if it.role == Role::Published {
            left_out += all - it.points.len();
        }
    }
    series.retain(|it| !it.points.is_empty());
    if left_out == 0 { String::new() } else { english::not_drawn(left_out, FAR) }
}

#[cfg(test)]
mod tests {
    use super::without_far;
    use crate::chart::{ChartPoint, Op, Role, Series};

    #[test]
    fn published_points_that_would_flatten_the_measured_ones_are_left_out() {
        let series = |role, values: &[f64]| Series {
            label: String::new(),
            role,
            op: Op::Read,
            points: values.iter().map(|value| ChartPoint::new(50.0, *value)).collect(),
        };
        let mut all = vec![
            series(Role::Measured, &[274.0, 329.0]),
            series(Role::Published, &[450_000.0, 635_342.0]),
        ];
        let remark = without_far(&mut all, |point| point.y);
        assert_eq!(all.len(), 1);
        assert!(remark.starts_with("2 published values are more than 20 times"), "{remark}");
        let mut near =
            vec![series(Role::Measured, &[263_434.0]), series(Role::Published, &[265_000.0, 10.0])];
        assert_eq!(without_far(&mut near, |point| point.y), "");
        assert_eq!(near[1].points.len(), 2);
    }
}
