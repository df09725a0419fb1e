//! Few ticks at round values.

use super::measure::{Weight, width};
use super::number::grouped;
use super::scale::Scale;

/// Where an axis begins and ends, and its labelled ticks, ascending and within that range.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ticks {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) marks: Vec<(f64, String)>,
}

impl Ticks {
    /// The ticks of a horizontal axis whose labels stand apart: all, or every second, third, …
    pub(super) fn fitting(&self, scale: &Scale, size: f64) -> impl Iterator<Item = (f64, &str)> {
        let ends: Vec<(f64, f64)> = self
            .marks
            .iter()
            .map(|(value, label)| {
                let half = width(label, size, Weight::Regular) / 2.0 + 1.5;
                (scale.at(*value) - half, scale.at(*value) + half)
            })
            .collect();
        let stand_apart = |every: &usize| {
            let kept: Vec<_> = ends.iter().step_by(*every).collect();
            kept.windows(2).all(|pair| pair[0].1 <= pair[1].0)
        };
        let every = (1..=ends.len()).find(stand_apart).unwrap_or(1);
        let marks = self.marks.iter().step_by(every);
        marks.map(|(value, label)| (scale.at(*value), label.as_str()))
    }
}

/// Ticks from zero to the first one that is not below `max`, with steps of 1, 2 or 5 times a power
/// of ten and at most `most` (at least 3) steps. The step that leaves the least room empty wins.
pub(super) fn linear_from_zero(max: f64, most: usize) -> Ticks {
    let max = if max > 1e-100 { max } else { 1.0 };
    let most = most.max(3) as f64;
    let magnitude = (max / most).log10().floor() as i32;
    let mut best: Option<(f64, f64, i32)> = None;
    for power in magnitude..=magnitude + 2 {
        for factor in [1.0, 2.0, 5.0] {
            let step = factor * 10f64.powi(power);
            // A value a rounding error above a tick does not need the next one.
            let steps = (max / step - 1e-9).ceil().max(1.0);
            let is_wanted =
                steps <= most && best.is_none_or(|(s, n, _)| steps * step < s * n * 0.999);
            if is_wanted && (steps >= 3.0 || best.is_none()) {
                best = Some((step, steps, power));
            }
        }
    }
    let (step, steps, power) = best.unwrap_or((max, 1.0, 0));
    let decimals = (-power).max(0) as usize;
    let marks = (0..=steps as usize)
        .map(|count| count as f64 * step)
        .map(|value| (value, if value > 0.0 { grouped(value, decimals) } else { "0".into() }))
        .collect();
    Ticks { low: 0.0, high: steps * step, marks }
}

/// Ticks for a logarithmic axis over positive values: at 1, 2 and 5 times powers of ten where at
/// most `most` of them fit, else at powers of ten. The range is widened to values of that kind.
pub(super) fn logarithmic(low: f64, high: f64, most: usize) -> Ticks {
    let most = most.max(2);
    let (low, high) = (low.min(high).max(1e-100), high.max(low).max(1e-100));
    let first = low.log10().floor() as i32 - 1;
    let last = high.log10().floor() as i32 + 2;
    let steps: Vec<(f64, i32)> = (first..=last)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|factor| (factor * 10f64.powi(power), power)))
        .collect();
    let mut begin = steps.iter().rposition(|&(value, _)| value <= low * (1.0 + 1e-9)).unwrap_or(0);
    let end = steps
        .iter()
        .position(|&(value, _)| value >= high * (1.0 - 1e-9))
        .unwrap_or(steps.len() - 1);
    let mut end = end.max(begin);
    if begin == end {
        begin = begin.saturating_sub(1);
        end = (end + 1).min(steps.len() - 1);
    }
    let within = &steps[begin..=end];
    let label = |&(value, power): &(f64, i32)| (value, grouped(value, (-power).max(0) as usize));
    let marks: Vec<(f64, String)> = if within.len() <= most {
        within.iter().map(label).collect()
    } else {
        let tens: Vec<_> =
            within.iter().filter(|(value, power)| *value < 1.5 * 10f64.powi(*power)).collect();
        let every = tens.len().div_ceil(most).max(1);
        tens.into_iter().step_by(every).map(label).collect()
    };
    Ticks { low: within[0].0, high: within[within.len() - 1].0, marks }
}

#[cfg(test)]
mod tests {
    use super::super::scale::Spacing;
    use super::{Scale, Ticks, linear_from_zero, logarithmic};
    use proptest::prelude::*;

    fn labels(ticks: &Ticks) -> Vec<&str> {
        ticks.marks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(labels(&linear_from_zero(3083.0, 6)), ["0", "1,000", "2,000", "3,000", "4,000"]);
        assert_eq!(
            labels(&linear_from_zero(3000.0, 6)),
            ["0", "500", "1,000", "1,500", "2,000", "2,500", "3,000"]
        );
        assert_eq!(labels(&linear_from_zero(0.3, 3)), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(
            labels(&linear_from_zero(157_000.0, 5)),
            ["0", "50,000", "100,000", "150,000", "200,000"]
        );
    }

    #[test]
    fn nothing_but_zeros_has_an_axis() {
        let ticks = linear_from_zero(0.0, 5);
        assert!(ticks.high > 0.0 && ticks.marks.len() > 1, "{ticks:?}");
    }

    #[test]
    fn logarithmic_ticks_thin_out_with_the_range() {
        assert_eq!(labels(&logarithmic(0.3, 4.0, 7)), ["0.2", "0.5", "1", "2", "5"]);
        assert_eq!(labels(&logarithmic(80.0, 90_000.0, 6)), ["100", "1,000", "10,000", "100,000"]);
        assert_eq!(labels(&logarithmic(1000.0, 1000.0, 6)), ["500", "1,000", "2,000"]);
    }

    #[test]
    fn ticks_thin_out_where_their_labels_would_touch() {
        let ticks = linear_from_zero(4e11, 5);
        let kept = |wide: f64| {
            let scale = Scale::new(Spacing::Linear, (0.0, ticks.high), (0.0, wide));
            ticks.fitting(&scale, 8.0).map(|(_, label)| label.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(kept(400.0).len(), 5);
        assert_eq!(kept(160.0), ["0", "200,000,000,000", "400,000,000,000"]);
    }

    fn is_round(value: f64) -> bool {
        let mantissa = value / 10f64.powf(value.log10().floor());
        [1.0, 2.0, 5.0, 10.0].iter().any(|round| (mantissa - round).abs() < 1e-6)
    }

    proptest! {
        #[test]
        fn linear_ticks_rise_in_equal_round_steps_and_cover(max in 1e-9f64..1e15, most in 3usize..9) {
            let ticks = linear_from_zero(max, most);
            let values: Vec<f64> = ticks.marks.iter().map(|mark| mark.0).collect();
            prop_assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(values.len() <= most + 1, "{values:?}");
            prop_assert!(ticks.high >= max * (1.0 - 1e-6));
            prop_assert!(is_round(values[1]), "step {}", values[1]);
            let mut texts = labels(&ticks);
            texts.dedup();
            prop_assert_eq!(texts.len(), values.len(), "labels repeat");
        }

        #[test]
        fn logarithmic_ticks_rise_and_cover(low in 1e-6f64..1e9, ratio in 1f64..1e9, most in 2usize..9) {
            let high = low * ratio;
            let ticks = logarithmic(low, high, most);
            prop_assert!(ticks.low <= low * 1.000_001 && ticks.high >= high * 0.999_999);
            prop_assert!(ticks.low < ticks.high);
            prop_assert!(!ticks.marks.is_empty() && ticks.marks.len() <= most.max(3));
            prop_assert!(ticks.marks.windows(2).all(|pair| pair[0].0 < pair[1].0));
            prop_assert!(ticks.marks.iter().all(|mark| is_round(mark.0)));
            prop_assert!(ticks.marks.iter().all(|mark| ticks.low <= mark.0 && mark.0 <= ticks.high));
        }
    }
}
