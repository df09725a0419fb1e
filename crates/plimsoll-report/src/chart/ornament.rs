//! What a point has beside its mark: its spread, and how exactly it is meant.

use super::canvas::{Canvas, Place};
use super::look::Stroke;
use super::rectangle::Rectangle;
use super::scale::Scale;
use super::series::{Bound, ChartPoint};

/// Length of the arrow of a bound, from the middle of its mark.
const ARROW: f64 = 14.0;
/// How far signs may leave the plot.
const OUTSIDE: f64 = 9.0;
/// How far an arrow steps aside from what lies in its way; its head stays within the gap between
/// plot and margin labels.
const ASIDE: f64 = 6.5;

/// One sign beside a mark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Ornament {
    /// From the lower to the upper end of the spread.
    Spread(Place, Place),
    /// From the mark, sidewards to the second place, then with a head at the third.
    Arrow(Place, Place, Place),
    /// Around this place.
    Tilde(Place),
}

impl Ornament {
    /// As straight pieces, which labels keep clear of.
    pub(super) fn pieces(self) -> [(Place, Place); 2] {
        match self {
            Self::Spread(low, high) => [(low, high); 2],
            Self::Arrow(from, corner, to) => [(from, corner), (corner, to)],
            Self::Tilde((x, y)) => [((x - 4.0, y), (x + 4.0, y)); 2],
        }
    }

    pub(super) fn draw(self, canvas: &mut Canvas, color: &'static str) {
        match self {
            Self::Spread(low, high) => {
                let stroke = Stroke::solid(color, 0.9);
                canvas.line(low, high, stroke);
                for (x, y) in [low, high] {
                    canvas.line((x - 2.5, y), (x + 2.5, y), stroke);
                }
            }
            Self::Arrow(from, corner, to) => {
                if from != corner {
                    canvas.line(from, corner, Stroke::solid(color, 1.1));
                }
                canvas.open_arrow(corner, to, color);
            }
            Self::Tilde(middle) => canvas.tilde(middle, color),
        }
    }
}

/// The ornaments of a point that lies at `at` in `area`, out of the way of other lines where they
/// can be.
pub(super) fn ornaments(
    point: &ChartPoint,
    at: Place,
    y_scale: &Scale,
    area: &Rectangle,
    others: &[&[Place]],
) -> Vec<Ornament> {
    let mut all = Vec::new();
    if point.low.is_some() || point.high.is_some() {
        // A missing end is the point itself.
        let end = |value: Option<f64>| (at.0, value.map_or(at.1, |value| y_scale.at(value)));
        all.push(Ornament::Spread(end(point.low), end(point.high)));
    }
    let is_free = |rectangle: Rectangle| !others.iter().any(|line| rectangle.is_touched_by(line));
    match f64::from(point.bound.direction()) {
        way if way != 0.0 => {
            let height = (at.1 - way * ARROW).clamp(area.top - OUTSIDE, area.bottom + OUTSIDE);
            let shaft = Rectangle::around((at.0, at.1 - way * ARROW / 2.0), 3.0, ARROW / 2.0);
            let step = if is_free(shaft) { 0.0 } else { ASIDE };
            all.push(Ornament::Arrow(at, (at.0 + step, at.1), (at.0 + step, height)));
        }
        _ if point.bound == Bound::About => {
            let [above, below] = [-7.5, 7.5].map(|step| (at.0, at.1 + step));
            let room = |middle| Rectangle::around(middle, 4.0, 2.5);
            let is_better_below = !is_free(room(above)) && is_free(room(below));
            all.push(Ornament::Tilde(if is_better_below { below } else { above }));
        }
        _ => {}
    }
    match f64::from(point.x_bound.direction()) {
        way if way != 0.0 => {
            let tip = (at.0 + way * ARROW).clamp(area.left - OUTSIDE, area.right + OUTSIDE);
            all.push(Ornament::Arrow(at, at, (tip, at.1)));
        }
        _ if point.x_bound == Bound::About => {
            let is_near_edge = at.0 + 13.5 > area.right + OUTSIDE;
            let step = if is_near_edge { -9.5 } else { 9.5 };
            all.push(Ornament::Tilde((at.0 + step, at.1)));
        }
        _ => {}
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::scale::Spacing;
    use super::{Bound, ChartPoint, Ornament, Rectangle, Scale, ornaments};

    const AREA: Rectangle = Rectangle { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };

    fn of(bound: Bound, others: &[&[(f64, f64)]]) -> Vec<Ornament> {
        let scale = Scale::new(Spacing::Linear, (0.0, 100.0), (100.0, 0.0));
        ornaments(
            &ChartPoint::new(50.0, 50.0).with_bound(bound),
            (50.0, 50.0),
            &scale,
            &AREA,
            others,
        )
    }

    #[test]
    fn arrows_point_to_where_the_true_value_may_lie() {
        for (bound, height) in [(Bound::UpTo, 64.0), (Bound::Below, 64.0), (Bound::AtLeast, 36.0)] {
            let at = (50.0, 50.0);
            assert_eq!(of(bound, &[]), [Ornament::Arrow(at, at, (50.0, height))], "{bound:?}");
        }
        assert_eq!(of(Bound::Exact, &[]), []);
    }

    #[test]
    fn ornaments_step_aside_from_other_lines() {
        let mark: &[(f64, f64)] = &[(50.0, 58.0)];
        let stepped = Ornament::Arrow((50.0, 50.0), (56.5, 50.0), (56.5, 64.0));
        assert_eq!(of(Bound::UpTo, &[mark]), [stepped]);
        assert_eq!(of(Bound::About, &[mark]), [Ornament::Tilde((50.0, 42.5))]);
        let above: &[(f64, f64)] = &[(0.0, 42.0), (100.0, 42.0)];
        assert_eq!(of(Bound::About, &[above]), [Ornament::Tilde((50.0, 57.5))]);
    }

    #[test]
    fn a_spread_with_one_end_begins_at_the_point() {
        let scale = Scale::new(Spacing::Linear, (0.0, 100.0), (100.0, 0.0));
        let point = ChartPoint { high: Some(70.0), ..ChartPoint::new(50.0, 50.0) };
        let all = ornaments(&point, (50.0, 50.0), &scale, &AREA, &[]);
        assert_eq!(all, [Ornament::Spread((50.0, 50.0), (50.0, 30.0))]);
    }
}
