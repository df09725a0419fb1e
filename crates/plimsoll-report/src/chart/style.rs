//! How a chart is set.

/// Sizes and fonts of a chart. Sizes are in the units of the SVG's `viewBox`, which are points when
/// the chart is printed at its own width.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// Font families as an SVG `font-family` list, first choice first: those the PDF embeds, and
    /// `sans-serif` last for viewers without them.
    pub font_family: String,
    /// Width of the chart, at least [`Style::MIN_WIDTH`].
    pub width: f64,
    /// Height of a chart with two axes, at least [`Style::MIN_HEIGHT`]. It grows when more labels
    /// stand at the right than fit. A load line has a height of its own.
    pub height: f64,
}

impl Style {
    /// Below this nothing can be read; smaller widths are raised to it.
    pub const MIN_WIDTH: f64 = 200.0;
    /// Below this nothing can be read; smaller heights are raised to it.
    pub const MIN_HEIGHT: f64 = 120.0;

    /// A chart over the whole text width of an A4 page.
    pub fn new(font_family: impl Into<String>) -> Self {
        Self { font_family: font_family.into(), width: 460.0, height: 280.0 }
    }

    /// A chart over half the text width of an A4 page, in letters of the same size.
    pub fn half_width(font_family: impl Into<String>) -> Self {
        Self { font_family: font_family.into(), width: 225.0, height: 180.0 }
    }

    pub(super) fn usable_width(&self) -> f64 {
        usable(self.width, Self::MIN_WIDTH)
    }

    pub(super) fn usable_height(&self) -> f64 {
        usable(self.height, Self::MIN_HEIGHT)
    }
}

fn usable(wanted: f64, least: f64) -> f64 {
    if wanted.is_finite() { wanted.clamp(least, 10_000.0) } else { least }
}
