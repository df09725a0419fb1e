//! Rectangles, and what touches them.

use super::canvas::Place;

/// A rectangle by its edges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rectangle {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Rectangle {
    /// The rectangle that reaches so far from its middle.
    pub(super) fn around((x, y): Place, across: f64, upwards: f64) -> Self {
        Self { left: x - across, top: y - upwards, right: x + across, bottom: y + upwards }
    }

    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn middle(&self) -> Place {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    pub(super) fn holds(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }

    /// Whether a straight piece passes through, by clipping it to the rectangle.
    pub(super) fn is_crossed_by(&self, (from, to): (Place, Place)) -> bool {
        let (mut enters, mut leaves) = (0.0f64, 1.0f64);
        for (start, end, low, high) in
            [(from.0, to.0, self.left, self.right), (from.1, to.1, self.top, self.bottom)]
        {
            let run = end - start;
            if run.abs() < 1e-9 {
                if start < low || start > high {
                    return false;
                }
                continue;
            }
            let (a, b) = ((low - start) / run, (high - start) / run);
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        enters <= leaves
    }

    /// Whether a line through these places, or one of them alone, touches the rectangle.
    pub(super) fn is_touched_by(&self, places: &[Place]) -> bool {
        match places {
            [] => false,
            &[only] => self.is_crossed_by((only, only)),
            places => places.windows(2).any(|pair| self.is_crossed_by((pair[0], pair[1]))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rectangle;

    #[test]
    fn a_piece_crosses_a_rectangle_or_passes_by() {
        let rectangle = Rectangle::around((50.0, 50.0), 10.0, 10.0);
        assert!(rectangle.is_crossed_by(((0.0, 0.0), (100.0, 100.0))));
        assert!(rectangle.is_crossed_by(((50.0, 0.0), (50.0, 100.0))));
        assert!(!rectangle.is_crossed_by(((0.0, 70.0), (100.0, 70.0))));
        assert!(!rectangle.is_crossed_by(((0.0, 0.0), (30.0, 30.0))));
        assert!(!rectangle.is_crossed_by(((0.0, 45.0), (45.0, 0.0))), "only near the corner");
    }

    #[test]
    fn a_place_alone_touches_where_it_lies_within() {
        let rectangle = Rectangle::around((50.0, 50.0), 10.0, 10.0);
        assert!(rectangle.is_touched_by(&[(45.0, 55.0)]));
        assert!(!rectangle.is_touched_by(&[(45.0, 65.0)]));
        assert!(!rectangle.is_touched_by(&[]));
    }
}
