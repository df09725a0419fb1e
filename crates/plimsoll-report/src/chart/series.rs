//! What is drawn: points, their bounds, and what a series stands for.

/// The greatest magnitude that is drawn. Beyond it, axis arithmetic would leave the range of `f64`.
const GREATEST: f64 = 1e100;

/// How exactly a published value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// `~`: near the value.
    About,
    /// `<`: the true value is smaller.
    Below,
    /// `≤`: the true value is not greater.
    AtMost,
    /// `>`: the true value is greater.
    Above,
    /// `≥`: the true value is not smaller.
    AtLeast,
    /// "up to": reached under the best conditions.
    UpTo,
}

impl Bound {
    /// Which way the true value may lie: -1 towards smaller values, 1 towards greater ones, 0 at
    /// the value or on both sides of it.
    pub(super) fn direction(self) -> i8 {
        match self {
            Self::Exact | Self::About => 0,
            Self::Below | Self::AtMost | Self::UpTo => -1,
            Self::Above | Self::AtLeast => 1,
        }
    }

    /// What stands before the value in print, with its blank.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::About => "~",
            Self::Below => "< ",
            Self::AtMost => "≤ ",
            Self::Above => "> ",
            Self::AtLeast => "≥ ",
            Self::UpTo => "up to ",
        }
    }
}

/// What a series stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Measured in the campaign.
    Measured,
    /// Printed by the vendor.
    Published,
    /// Between two published points.
    Interpolated,
    /// What the campaign asks for.
    Required,
}

/// Which operations a series counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Both.
    Total,
}

/// One figure. Points that are not finite, or greater than 1e100, are left out of the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartPoint {
    /// The value on the horizontal axis.
    pub x: f64,
    /// The value on the vertical axis.
    pub y: f64,
    /// Lower end of the spread of `y`.
    pub low: Option<f64>,
    /// Upper end of the spread of `y`.
    pub high: Option<f64>,
    /// How exactly `y` is meant.
    pub bound: Bound,
    /// How exactly `x` is meant: a published latency may belong to "~157,000 IOPS".
    pub x_bound: Bound,
}

impl ChartPoint {
    /// An exact point without a spread.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, low: None, high: None, bound: Bound::Exact, x_bound: Bound::Exact }
    }

    /// The same point with the spread of its `y`.
    #[must_use]
    pub fn with_spread(self, low: f64, high: f64) -> Self {
        Self { low: Some(low), high: Some(high), ..self }
    }

    /// The same point with a bound on its `y`.
    #[must_use]
    pub fn with_bound(self, bound: Bound) -> Self {
        Self { bound, ..self }
    }

    /// The same point with a bound on its `x`.
    #[must_use]
    pub fn with_x_bound(self, x_bound: Bound) -> Self {
        Self { x_bound, ..self }
    }

    /// The point without what cannot be drawn, or nothing.
    pub(super) fn drawable(self) -> Option<Self> {
        let number = |value: Option<f64>| value.filter(|&value| is_drawable(value));
        (is_drawable(self.x) && is_drawable(self.y)).then(|| Self {
            low: number(self.low),
            high: number(self.high),
            ..self
        })
    }
}

/// Whether a value can be placed on an axis.
pub(super) fn is_drawable(value: f64) -> bool {
    value.is_finite() && value.abs() <= GREATEST
}

/// Points of one kind, labelled once.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What the label at the line's end says; cut with `…` where it does not fit.
    pub label: String,
    /// What the series stands for.
    pub role: Role,
    /// Which operations it counts.
    pub op: Op,
    /// Its points.
    pub points: Vec<ChartPoint>,
}

impl Series {
    pub(super) fn drawable_points(&self) -> Vec<ChartPoint> {
        self.points.iter().filter_map(|point| point.drawable()).collect()
    }
}
