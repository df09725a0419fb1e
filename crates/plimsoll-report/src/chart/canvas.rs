//! Drawing with kuva: the only place that knows it.
//!
//! Of kuva 0.6 the scene and its SVG writer are used. Four things are set right here: its root
//! element has no `viewBox` and no description; `$…$` in a text would be taken for a formula;
//! characters that XML forbids would be written; and the first comment names kuva's version, which
//! would change the bytes of every report with an update.

use super::Style;
use super::look::{PAPER, Shape, Stroke};
use super::measure::Weight;
use kuva::backend::svg::SvgBackend;
use kuva::render::color::Color;
use kuva::render::render::{PathData, Primitive, Scene, TextAnchor};
use std::fmt::Write;

/// A place on the canvas: from the left, from the top.
pub(super) type Place = (f64, f64);

/// Which part of a text lies at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lettering {
    /// Whole units only: kuva's texts have no others.
    pub(super) size: u32,
    pub(super) weight: Weight,
    pub(super) anchor: Anchor,
    pub(super) color: &'static str,
}

/// Half the height of a capital, in parts of the font size: what a text is lowered by to be centred.
const HALF_CAPITAL: f64 = 0.33;

/// How much of a tint is colour.
const TINT: f64 = 0.2;

/// A drawing under construction.
pub(super) struct Canvas {
    scene: Scene,
    id: String,
    font_family: String,
}

impl Canvas {
    /// An empty canvas in the colour of paper. All ids begin with the chart's name.
    pub(super) fn new(name: &str, (width, height): (f64, f64), style: &Style) -> Self {
        let id = identifier(name);
        let mut scene = Scene::new(width, height);
        scene.add(Primitive::GroupStart {
            transform: None,
            title: None,
            extra_attrs: Some(format!(r#"id="{id}-drawing""#)),
        });
        scene.add(Primitive::Rect {
            x: 0.0,
            y: 0.0,
            width,
            height,
            fill: PAPER.into(),
            stroke: None,
            stroke_width: None,
            opacity: None,
        });
        Self { scene, id, font_family: style.font_family.clone() }
    }

    /// Opens a group with an id of its own.
    pub(super) fn open(&mut self, part: &str) {
        let attributes = format!(r#"id="{}-{part}""#, self.id);
        self.scene.add(Primitive::GroupStart {
            transform: None,
            title: None,
            extra_attrs: Some(attributes),
        });
    }

    /// Closes the group opened last.
    pub(super) fn close(&mut self) {
        self.scene.add(Primitive::GroupEnd);
    }

    /// A straight line.
    pub(super) fn line(&mut self, from: Place, to: Place, stroke: Stroke) {
        self.polyline(&[from, to], stroke);
    }

    /// A line through all places; nothing for fewer than two.
    pub(super) fn polyline(&mut self, places: &[Place], stroke: Stroke) {
        if places.len() > 1 {
            self.path(polygon(places), None, stroke);
        }
    }

    /// The area within a closed line through all places, in a thin tint of the colour: what lies under
    /// it can be seen.
    pub(super) fn tinted(&mut self, places: &[Place], color: &'static str) {
        let stroke = Stroke::solid("none", 0.0);
        self.translucent_path(polygon(places) + "Z", Some(color), stroke, Some(TINT));
    }

    /// A filled rectangle.
    pub(super) fn bar(&mut self, (left, top): Place, (right, bottom): Place, color: &'static str) {
        self.scene.add(Primitive::Rect {
            x: left,
            y: top,
            width: (right - left).max(0.0),
            height: (bottom - top).max(0.0),
            fill: color.into(),
            stroke: None,
            stroke_width: None,
            opacity: None,
        });
    }

    /// A mark of about `radius` around a place, filled with its colour or with paper.
    pub(super) fn mark(
        &mut self,
        (x, y): Place,
        shape: Shape,
        radius: f64,
        color: &'static str,
        is_filled: bool,
    ) {
        let fill = if is_filled { color } else { PAPER };
        self.shape((x, y), shape, radius, color, fill);
    }

    /// The outline of a mark, through which everything below it can be seen.
    pub(super) fn outline(&mut self, at: Place, shape: Shape, radius: f64, color: &'static str) {
        self.shape(at, shape, radius, color, "none");
    }

    fn shape(
        &mut self,
        (x, y): Place,
        shape: Shape,
        radius: f64,
        color: &'static str,
        fill: &'static str,
    ) {
        let stroke = Stroke::solid(color, 1.1);
        let around: &[Place] = match shape {
            Shape::Circle => {
                self.scene.add(Primitive::Circle {
                    cx: x,
                    cy: y,
                    r: radius,
                    fill: fill.into(),
                    fill_opacity: None,
                    stroke: Some(stroke.color.into()),
                    stroke_width: Some(stroke.width),
                });
                return;
            }
            Shape::Square => &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
            Shape::Diamond => &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
            Shape::Triangle => &[(0.0, -1.2), (1.1, 0.85), (-1.1, 0.85)],
        };
        let corners: Vec<Place> =
            around.iter().map(|(dx, dy)| (x + dx * radius, y + dy * radius)).collect();
        self.path(polygon(&corners) + "Z", Some(fill), stroke);
    }

    /// An arrow with an open head at `to`.
    pub(super) fn open_arrow(&mut self, from: Place, to: Place, color: &'static str) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length < 1.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let wing =
            |side: f64| (to.0 - 4.0 * ux + side * uy * 3.0, to.1 - 4.0 * uy - side * ux * 3.0);
        let stroke = Stroke::solid(color, 1.1);
        self.line(from, to, stroke);
        self.polyline(&[wing(1.0), to, wing(-1.0)], stroke);
    }

    /// A tilde around a place, as wide as a mark.
    pub(super) fn tilde(&mut self, (x, y): Place, color: &'static str) {
        let mut shape = polygon(&[(x - 3.6, y + 0.9)]);
        for [a, b, end] in [
            [(x - 2.6, y - 1.9), (x - 1.2, y - 1.9), (x, y)],
            [(x + 1.2, y + 1.9), (x + 2.6, y + 1.9), (x + 3.6, y - 0.9)],
        ] {
            shape.push('C');
            for (x, y) in [a, b, end] {
                let _ = write!(shape, "{} {} ", coordinate(x), coordinate(y));
            }
        }
        self.path(shape.trim_end().into(), None, Stroke::solid(color, 1.1));
    }

    /// A line of text whose capitals are centred on the height of its place. Nothing for no text.
    pub(super) fn text(&mut self, (x, y): Place, text: &str, lettering: Lettering) {
        if text.is_empty() {
            return;
        }
        self.scene.add(Primitive::Text {
            x,
            y: y + f64::from(lettering.size) * HALF_CAPITAL,
            content: plain(text).replace('$', "\\$"),
            size: lettering.size,
            anchor: match lettering.anchor {
                Anchor::Start => TextAnchor::Start,
                Anchor::Middle => TextAnchor::Middle,
                Anchor::End => TextAnchor::End,
            },
            rotate: None,
            bold: lettering.weight == Weight::Bold,
            color: Some(lettering.color.into()),
        });
    }

    fn path(&mut self, d: String, fill: Option<&'static str>, stroke: Stroke) {
        self.translucent_path(d, fill, stroke, None);
    }

    fn translucent_path(
        &mut self,
        d: String,
        fill: Option<&'static str>,
        stroke: Stroke,
        opacity: Option<f64>,
    ) {
        self.scene.add(Primitive::Path(Box::new(PathData {
            d,
            fill: fill.map(Color::from),
            stroke: stroke.color.into(),
            stroke_width: stroke.width,
            opacity,
            stroke_dasharray: stroke.dash.map(Into::into),
        })));
    }

    /// The SVG text, named and described for those who cannot see it.
    pub(super) fn finish(mut self, title: &str, description: &str) -> String {
        self.close();
        let (width, height) = (coordinate(self.scene.width), coordinate(self.scene.height));
        let written = SvgBackend::new().with_pretty(true).render_scene(&self.scene);
        // All drawing is in one group; kuva's root before it is replaced by one of our own.
        let drawing = written.find("<g ").map_or("</svg>", |at| &written[at..]);
        let id = &self.id;
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" "#,
                r#"font-family="{}" role="img" aria-labelledby="{}-title {}-description">"#,
                "\n  <title id=\"{}-title\">{}</title>\n  <desc id=\"{}-description\">{}</desc>\n  {}"
            ),
            width,
            height,
            width,
            height,
            escaped(&self.font_family),
            id,
            id,
            id,
            escaped(title),
            id,
            escaped(description),
            drawing
        )
    }
}

/// `M … L …` through all places.
fn polygon(places: &[Place]) -> String {
    let mut d = String::new();
    for (index, &(x, y)) in places.iter().enumerate() {
        let _ =
            write!(d, "{}{} {}", if index == 0 { 'M' } else { 'L' }, coordinate(x), coordinate(y));
    }
    d
}

/// A coordinate with at most two decimals.
fn coordinate(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// A name as the beginning of ids: different names stay different.
fn identifier(name: &str) -> String {
    let mut id = String::from("chart-");
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() || letter == '-' {
            id.push(letter);
        } else {
            let _ = write!(id, "_{:x}_", u32::from(letter));
        }
    }
    id
}

/// The text on one line, without characters that XML 1.0 does not allow.
fn plain(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            letter if letter.is_control() => ' ',
            '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            letter => letter,
        })
        .collect()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in plain(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::look::{INK, Shape};
    use super::{Anchor, Canvas, Lettering, Style, Weight, identifier};

    fn with_text(text: &str) -> String {
        let mut canvas =
            Canvas::new("demo", (100.0, 50.0), &Style::new("Plimsoll Sans, sans-serif"));
        let lettering =
            Lettering { size: 8, weight: Weight::Regular, anchor: Anchor::Start, color: INK };
        canvas.text((1.0, 10.0), text, lettering);
        canvas.finish("Title", "What is shown")
    }

    #[test]
    fn text_is_kept_as_written() {
        assert!(
            with_text(r"price $5 and $6, \$ and 'x' \")
                .contains(r">price $5 and $6, \$ and &apos;x&apos; \</text>")
        );
        assert!(
            with_text("a < b & \"c\" > d").contains(">a &lt; b &amp; &quot;c&quot; &gt; d</text>")
        );
        assert!(with_text("임의 읽기 隨機讀取").contains(">임의 읽기 隨機讀取</text>"));
        assert!(
            with_text("bell\u{7}, line\nend, \u{ffff}")
                .contains(">bell , line end, \u{fffd}</text>")
        );
    }

    #[test]
    fn the_root_is_ours_and_names_no_version() {
        let svg = with_text("x");
        assert!(svg.starts_with(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100""#
        ));
        assert!(svg.contains(r#"<desc id="chart-demo-description">What is shown</desc>"#));
        assert!(!svg.contains("kuva") && !svg.contains("<!--"), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn marks_are_filled_or_open() {
        let mut canvas = Canvas::new("demo", (100.0, 50.0), &Style::new("x"));
        canvas.mark((10.0, 10.0), Shape::Diamond, 4.0, INK, false);
        let svg = canvas.finish("", "");
        assert!(svg.contains("d=\"M10 5L15 10L10 15L5 10Z\" stroke=\"#1a1a1a\" stroke-width=\"1.1\" fill=\"#ffffff\""), "{svg}");
    }

    #[test]
    fn different_names_give_different_ids() {
        let ids = ["a b", "a_b", "a-b", "a_20_b", "읽기", "쓰기"].map(identifier);
        for (index, id) in ids.iter().enumerate() {
            assert!(!ids[index + 1..].contains(id), "{id} twice");
            assert!(
                id.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
            );
        }
    }
}
