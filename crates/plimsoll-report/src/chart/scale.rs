//! From values to coordinates.

/// How values lie along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spacing {
    /// Equal differences.
    Linear,
    /// Equal ratios.
    Logarithmic,
    /// Percentiles by what lies above them: 90, 99, 99.9 are equally far apart.
    Nines,
}

impl Spacing {
    /// Whether a value has a place on the axis.
    pub(super) fn takes(self, value: f64) -> bool {
        match self {
            Self::Linear => true,
            Self::Logarithmic => value > 0.0,
            Self::Nines => (0.0..100.0).contains(&value),
        }
    }

    fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Logarithmic => value.log10(),
            Self::Nines => 2.0 - (100.0 - value).log10(),
        }
    }
}

/// Maps `low..=high` onto `from..=to`, which may fall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    spacing: Spacing,
    low: f64,
    per_place: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// `low` and `high` have places in `spacing`; if they are equal, all values lie in the middle.
    pub(super) fn new(spacing: Spacing, (low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        let span = spacing.place(high) - spacing.place(low);
        if span > 0.0 {
            Self { spacing, low: spacing.place(low), per_place: (to - from) / span, from, to }
        } else {
            let middle = f64::midpoint(from, to);
            Self { spacing, low: 0.0, per_place: 0.0, from: middle, to: middle }
        }
    }

    /// The coordinate of a value; values outside the range lie at its ends.
    pub(super) fn at(&self, value: f64) -> f64 {
        let (least, most) = (self.from.min(self.to), self.from.max(self.to));
        if !self.spacing.takes(value) {
            return self.from;
        }
        let at = self.from + (self.spacing.place(value) - self.low) * self.per_place;
        if at.is_nan() { self.from } else { at.clamp(least, most) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scale, Spacing};

    fn is_at(scale: &Scale, pairs: &[(f64, f64)]) {
        for &(value, place) in pairs {
            assert!((scale.at(value) - place).abs() < 1e-9, "{value} at {}", scale.at(value));
        }
    }

    #[test]
    fn values_are_placed_by_difference_ratio_or_nines() {
        let linear = Scale::new(Spacing::Linear, (0.0, 200.0), (100.0, 0.0));
        is_at(&linear, &[(0.0, 100.0), (50.0, 75.0), (200.0, 0.0)]);
        let logarithmic = Scale::new(Spacing::Logarithmic, (1.0, 100.0), (0.0, 100.0));
        is_at(&logarithmic, &[(1.0, 0.0), (10.0, 50.0)]);
        let nines = Scale::new(Spacing::Nines, (0.0, 99.0), (0.0, 100.0));
        is_at(&nines, &[(90.0, 50.0)]);
    }

    #[test]
    fn no_value_leaves_the_axis() {
        let scale = Scale::new(Spacing::Logarithmic, (1.0, 100.0), (0.0, 100.0));
        is_at(&scale, &[(0.0, 0.0), (-3.0, 0.0), (1e30, 100.0)]);
        let point = Scale::new(Spacing::Linear, (5.0, 5.0), (0.0, 100.0));
        is_at(&point, &[(5.0, 50.0)]);
    }
}
