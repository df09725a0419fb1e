//! The load line: what is required, measured and published, on one scale.

use super::Style;
use super::load_drawing::Drawing;
use super::look::{INK, VERMILION};
use super::number::brief;
use super::series::{Bound, is_drawable};

/// One value on the load line.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadMark {
    /// The value, in the chart's unit.
    pub value: f64,
    /// What stands before it: `measured, 6 clients`.
    pub label: String,
    /// How exactly it is meant.
    pub bound: Bound,
}

impl LoadMark {
    /// An exact value.
    pub fn new(value: f64, label: impl Into<String>) -> Self {
        Self { value, label: label.into(), bound: Bound::Exact }
    }

    /// The same value with a bound.
    #[must_use]
    pub fn with_bound(self, bound: Bound) -> Self {
        Self { bound, ..self }
    }

    /// The value with what its bound puts before it.
    pub(super) fn bounded_value(&self) -> String {
        format!("{}{}", self.bound.prefix(), brief(self.value))
    }

    fn said(&self) -> String {
        format!("{} {}", self.label.trim(), self.bounded_value()).trim_start().into()
    }
}

/// Required, measured and published load on one scale from zero, with the headroom named.
///
/// Headroom is what was measured beyond what is required, in the unit and as a share of what is
/// required; where it is missing, the shortfall is named the same way. Without a requirement the
/// measured value is named as a share of the published one. Values below zero are left out.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadLineChart {
    /// Begins every id of the SVG.
    pub name: String,
    /// Set above the chart.
    pub title: Option<String>,
    /// The unit of all values, as printed.
    pub unit: String,
    /// What the campaign asks for.
    pub required: Option<LoadMark>,
    /// What was measured.
    pub measured: Option<LoadMark>,
    /// What the vendor published.
    pub published: Option<LoadMark>,
}

/// What lies between two values of the line, and its name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Gap {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) name: String,
    pub(super) color: &'static str,
}

impl LoadLineChart {
    /// The chart as SVG, as wide as the style says and about 90 units high.
    pub fn svg(&self, style: &Style) -> String {
        Drawing::new(self, style).svg(style)
    }

    /// What the chart shows, in words.
    pub fn alternative(&self) -> String {
        let marks = [&self.required, &self.measured, &self.published];
        let mut parts: Vec<String> = marks
            .into_iter()
            .filter_map(|mark| drawable(mark.as_ref()))
            .map(|mark| format!("{} {}", mark.said(), self.unit).trim_end().into())
            .collect();
        if parts.is_empty() {
            return "Load line: no figures.".into();
        }
        parts.extend(self.gap().map(|gap| gap.name));
        format!("Load line: {}.", parts.join("; "))
    }

    /// The distance that is named: from the requirement to what was measured, else from what was
    /// published.
    pub(super) fn gap(&self) -> Option<Gap> {
        let measured = drawable(self.measured.as_ref())?.value;
        if let Some(required) = drawable(self.required.as_ref()) {
            return Some(self.headroom(required.value, measured));
        }
        let published = drawable(self.published.as_ref()).filter(|mark| mark.value > 0.0)?;
        let share = percentage(measured / published.value);
        let name = format!("measured is {share} of {}", published.said());
        Some(Gap { from: published.value, to: measured, name, color: INK })
    }

    fn headroom(&self, required: f64, measured: f64) -> Gap {
        let beyond = measured - required;
        let size = format!("{} {}", brief(beyond.abs()), self.unit);
        let size = size.trim_end();
        let direction = if beyond < 0.0 { "below" } else { "above" };
        let share = if required > 0.0 {
            format!(", {} {direction} required", percentage(beyond.abs() / required))
        } else {
            String::new()
        };
        let (name, color) = if beyond < 0.0 {
            (format!("short by {size}{share}"), VERMILION)
        } else if beyond > 0.0 {
            (format!("headroom {size}{share}"), INK)
        } else {
            ("no headroom: just what is required".into(), INK)
        };
        Gap { from: required, to: measured, name, color }
    }
}

/// The mark, if its value has a place on the line.
pub(super) fn drawable(mark: Option<&LoadMark>) -> Option<&LoadMark> {
    mark.filter(|mark| is_drawable(mark.value) && mark.value >= 0.0)
}

/// A share as per cent, with one decimal below 100 %.
fn percentage(share: f64) -> String {
    format!("{} %", brief((share * 1000.0).round() / 10.0))
}

#[cfg(test)]
mod tests {
    use super::{Bound, LoadLineChart, LoadMark};

    fn chart(
        required: Option<f64>,
        measured: Option<f64>,
        published: Option<f64>,
    ) -> LoadLineChart {
        let mark = |value: Option<f64>, label: &str| value.map(|value| LoadMark::new(value, label));
        LoadLineChart {
            name: "load".into(),
            title: None,
            unit: "MiB/s".into(),
            required: mark(required, "required"),
            measured: mark(measured, "measured"),
            published: mark(published, "published").map(|mark| mark.with_bound(Bound::UpTo)),
        }
    }

    fn name(
        required: Option<f64>,
        measured: Option<f64>,
        published: Option<f64>,
    ) -> Option<String> {
        chart(required, measured, published).gap().map(|gap| gap.name)
    }

    #[test]
    fn headroom_is_named_in_the_unit_and_as_a_share_of_what_is_required() {
        let named =
            |required, measured| name(Some(required), Some(measured), Some(3083.0)).unwrap();
        assert_eq!(named(2000.0, 2910.0), "headroom 910 MiB/s, 45.5 % above required");
        assert_eq!(named(2000.0, 1999.0), "short by 1 MiB/s, 0.1 % below required");
        assert_eq!(named(2000.0, 2000.0), "no headroom: just what is required");
        assert_eq!(named(0.0, 5.0), "headroom 5 MiB/s");
    }

    #[test]
    fn without_a_requirement_the_published_value_is_the_measure() {
        assert_eq!(
            name(None, Some(2410.0), Some(3083.0)).unwrap(),
            "measured is 78.2 % of published up to 3,083"
        );
        assert_eq!(name(None, Some(2410.0), Some(0.0)), None);
        assert_eq!(name(Some(1.0), None, Some(2.0)), None);
        assert_eq!(name(Some(f64::NAN), Some(2410.0), None), None);
    }

    #[test]
    fn the_alternative_says_all_marks_and_the_headroom() {
        assert_eq!(
            chart(Some(2000.0), Some(2910.0), Some(3083.0)).alternative(),
            "Load line: required 2,000 MiB/s; measured 2,910 MiB/s; published up to 3,083 MiB/s; \
             headroom 910 MiB/s, 45.5 % above required."
        );
        assert_eq!(chart(None, None, Some(-1.0)).alternative(), "Load line: no figures.");
    }
}
