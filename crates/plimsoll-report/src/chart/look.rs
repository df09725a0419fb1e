//! Which colour, line and mark stands for what.
//!
//! Blue and vermilion are Okabe and Ito's, darkened so that text in them can be read on white; in
//! grey, black, blue and vermilion stay apart in this order.

use super::series::{Op, Role};

/// Axis titles, tick labels, titles.
pub(super) const INK: &str = "#1a1a1a";
/// What explains: tick labels, leaders, dimension lines.
pub(super) const QUIET: &str = "#595959";
/// The axis line.
pub(super) const AXIS: &str = "#808080";
/// The ground of a part of the plot that is told from the rest.
pub(super) const GROUND: &str = "#f1f4f7";
/// Grid lines.
pub(super) const GRID: &str = "#e2e2e2";
/// The paper, also inside open marks.
pub(super) const PAPER: &str = "#ffffff";
pub(super) const BLUE: &str = "#004f7f";
pub(super) const VERMILION: &str = "#c75300";
const PURPLE: &str = "#8f4e7a";
const GREEN: &str = "#00523f";

/// The shape of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Diamond,
    Triangle,
}

/// A line: colour, width and dashes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stroke {
    pub(super) color: &'static str,
    pub(super) width: f64,
    pub(super) dash: Option<&'static str>,
}

impl Stroke {
    pub(super) const fn solid(color: &'static str, width: f64) -> Self {
        Self { color, width, dash: None }
    }
}

/// Everything by which a series is told from the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    pub(super) stroke: Stroke,
    pub(super) shape: Option<Shape>,
    pub(super) is_filled: bool,
}

impl Look {
    /// The look of a series.
    pub(super) fn of(role: Role, op: Op) -> Self {
        let (color, shape) = match op {
            Op::Read => (BLUE, Shape::Circle),
            Op::Write => (VERMILION, Shape::Square),
            Op::Total => (INK, Shape::Diamond),
        };
        let (width, dash, shape, is_filled) = match role {
            Role::Measured => (1.6, None, Some(shape), true),
            Role::Published => (1.1, Some("5 3"), Some(shape), false),
            Role::Interpolated => (0.9, Some("1 2.2"), None, false),
            Role::Required => (1.1, Some("8 2.5 1.5 2.5"), None, false),
        };
        Self { stroke: Stroke { color, width, dash }, shape, is_filled }
    }

    /// The look of a threshold: thin, dashed, and of no operation.
    pub(super) fn of_threshold() -> Self {
        let stroke = Stroke { color: QUIET, width: 0.8, dash: Some("2 2") };
        Self { stroke, shape: None, is_filled: false }
    }

    /// The look of the line with this index among lines of equal standing.
    pub(super) fn of_line(index: usize) -> Self {
        const COLORS: [&str; 5] = [BLUE, VERMILION, INK, PURPLE, GREEN];
        const SHAPES: [Shape; 4] = [Shape::Circle, Shape::Square, Shape::Diamond, Shape::Triangle];
        const DASHES: [Option<&str>; 3] = [None, Some("6 2.5"), Some("2.5 2")];
        Self {
            stroke: Stroke {
                color: COLORS[index % COLORS.len()],
                width: 1.4,
                dash: DASHES[index / COLORS.len() % DASHES.len()],
            },
            shape: Some(SHAPES[index % SHAPES.len()]),
            is_filled: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BLUE, GREEN, INK, PURPLE, QUIET, VERMILION};

    /// Relative luminance by WCAG 2.
    fn luminance(color: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn every_colour_can_be_read_as_text_on_white() {
        for color in [INK, QUIET, BLUE, VERMILION, PURPLE, GREEN] {
            let contrast = 1.05 / (luminance(color) + 0.05);
            assert!(contrast >= 4.5, "{color}: {contrast:.2}");
        }
    }

    #[test]
    fn total_read_and_write_stay_apart_in_grey() {
        let lightness = |color| 116.0 * luminance(color).cbrt() - 16.0;
        let steps = [lightness(INK), lightness(BLUE), lightness(VERMILION)];
        assert!(steps.windows(2).all(|pair| pair[1] - pair[0] > 15.0), "{steps:?}");
    }
}
