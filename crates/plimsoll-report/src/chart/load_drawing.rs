//! How the load line is drawn: labels, published mark, bar, headroom, scale, from top to bottom.

use super::Style;
use super::canvas::{Anchor, Canvas, Lettering};
use super::load_line::{Gap, LoadLineChart, LoadMark, drawable};
use super::look::{AXIS, BLUE, INK, QUIET, Shape, Stroke, VERMILION};
use super::measure::{Weight, shortened, width};
use super::scale::{Scale, Spacing};
use super::series::Bound;
use super::spread::{Wish, spread};
use super::ticks::{Ticks, linear_from_zero};

const TEXT: u32 = 8;
const TITLE: u32 = 9;
const SIZE: f64 = TEXT as f64;
/// Where the scale begins: half a tick label stands left of it.
const LEFT: f64 = 9.0;
/// Between two labels.
const BETWEEN: f64 = 8.0;
/// The part of the scale that is not reached.
const TRACK: &str = "#ececec";
/// The part that is: light enough for the marks upon it.
const REACHED: &str = "#a9cbe0";

/// Heights on the canvas, from the top.
struct Rows {
    labels: f64,
    published: f64,
    bar: (f64, f64),
    gap: f64,
    gap_name: f64,
    axis: f64,
    height: f64,
}

/// Where the name of the gap stands: between its ends, beside it, or in a row of its own.
#[derive(Clone, Copy, PartialEq)]
enum NamePlace {
    Between,
    At(f64, Anchor),
    Below(f64),
}

/// A load line with its places worked out.
pub(super) struct Drawing<'a> {
    chart: &'a LoadLineChart,
    gap: Option<(Gap, NamePlace)>,
    /// The marks that can be drawn, with their colours.
    marks: Vec<(&'a LoadMark, &'static str)>,
    ticks: Ticks,
    scale: Scale,
    right: f64,
    wide: f64,
    rows: Rows,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(chart: &'a LoadLineChart, style: &Style) -> Self {
        let wide = style.usable_width();
        let marks: Vec<_> =
            [(&chart.required, INK), (&chart.measured, BLUE), (&chart.published, VERMILION)]
                .into_iter()
                .filter_map(|(mark, color)| Some((drawable(mark.as_ref())?, color)))
                .collect();
        let greatest = marks.iter().map(|(mark, _)| mark.value).fold(0.0, f64::max);
        let ticks = linear_from_zero(greatest, ((wide / 75.0) as usize).clamp(3, 8));
        let last = ticks.marks.last().map_or(0.0, |mark| measure(&mark.1) / 2.0);
        let unit = measure(&shortened(&chart.unit, SIZE, Weight::Regular, wide / 4.0));
        let right = wide - last - if unit > 0.0 { unit + 8.0 } else { 4.0 };
        let scale = Scale::new(Spacing::Linear, (0.0, ticks.high), (LEFT, right));
        let gap = chart.gap().map(|gap| {
            let place = name_place(&gap, &scale, wide);
            (gap, place)
        });
        let rows = Rows::new(chart.title.is_some(), gap.as_ref().map(|gap| gap.1));
        Self { chart, gap, marks, ticks, scale, right, wide, rows }
    }

    pub(super) fn svg(&self, style: &Style) -> String {
        let mut canvas = Canvas::new(&self.chart.name, (self.wide, self.rows.height), style);
        if let Some(title) = &self.chart.title {
            let text = shortened(title, f64::from(TITLE), Weight::Bold, self.wide - 4.0);
            let lettering = Lettering { size: TITLE, ..bold(Anchor::Start, INK) };
            canvas.text((2.0, 7.0), &text, lettering);
        }
        canvas.open("scale");
        self.draw_scale(&mut canvas);
        canvas.close();
        canvas.open("marks");
        self.draw_marks(&mut canvas);
        self.draw_gap(&mut canvas);
        canvas.close();
        canvas.open("labels");
        self.draw_labels(&mut canvas);
        canvas.close();
        let title = self.chart.title.as_deref().unwrap_or(&self.chart.name);
        canvas.finish(title, &self.chart.alternative())
    }

    fn draw_scale(&self, canvas: &mut Canvas) {
        let (top, bottom) = self.rows.bar;
        canvas.bar((LEFT, top), (self.right, bottom), TRACK);
        if self.marks.is_empty() {
            let middle = (f64::midpoint(LEFT, self.right), f64::midpoint(top, bottom));
            canvas.text(middle, "There are no figures to draw.", regular(Anchor::Middle, QUIET));
            return;
        }
        let axis = self.rows.axis;
        canvas.line((LEFT, axis), (self.right, axis), Stroke::solid(AXIS, 0.8));
        for (at, text) in self.ticks.fitting(&self.scale, SIZE) {
            canvas.line((at, axis), (at, axis + 3.0), Stroke::solid(AXIS, 0.8));
            canvas.text((at, axis + 9.0), text, regular(Anchor::Middle, QUIET));
        }
        let unit = shortened(&self.chart.unit, SIZE, Weight::Regular, self.wide / 4.0);
        canvas.text((self.wide - 2.0, axis + 9.0), &unit, regular(Anchor::End, INK));
    }

    fn draw_marks(&self, canvas: &mut Canvas) {
        let (top, bottom) = self.rows.bar;
        if let Some(mark) = drawable(self.chart.measured.as_ref()) {
            let at = self.scale.at(mark.value);
            canvas.bar((self.scale.at(0.0), top), (at, bottom), REACHED);
            canvas.line((at, top - 1.5), (at, bottom), Stroke::solid(BLUE, 2.4));
        }
        if let Some(mark) = drawable(self.chart.required.as_ref()) {
            let at = self.scale.at(mark.value);
            canvas.line((at, top - 3.5), (at, bottom + 3.5), Stroke::solid(INK, 1.3));
        }
        if let Some(mark) = drawable(self.chart.published.as_ref()) {
            let at = (self.scale.at(mark.value), self.rows.published);
            let dashed = Stroke { dash: Some("3 2"), ..Stroke::solid(VERMILION, 1.2) };
            canvas.line(at, (at.0, bottom), dashed);
            let way = f64::from(mark.bound.direction());
            if way != 0.0 {
                let tip = (at.0 + way * 15.0).clamp(1.0, self.wide - 1.0);
                canvas.open_arrow(at, (tip, at.1), VERMILION);
            } else if mark.bound == Bound::About {
                let step = if at.0 < 15.0 { 9.5 } else { -9.5 };
                canvas.tilde((at.0 + step, at.1), VERMILION);
            }
            canvas.mark(at, Shape::Diamond, 3.0, VERMILION, false);
        }
    }

    fn draw_gap(&self, canvas: &mut Canvas) {
        let Some((gap, place)) = &self.gap else { return };
        let (left, right) = ends(gap, &self.scale);
        let at = self.rows.gap;
        let stroke = Stroke::solid(gap.color, 0.9);
        for end in [left, right] {
            canvas.line((end, at - 3.0), (end, at + 3.0), stroke);
        }
        let name = shortened(&gap.name, SIZE, Weight::Bold, self.wide - 4.0);
        let height = self.rows.gap_name;
        let (x, anchor) = match *place {
            NamePlace::Between => (f64::midpoint(left, right), Anchor::Middle),
            NamePlace::At(x, anchor) => (x, anchor),
            NamePlace::Below(x) => (x, Anchor::Middle),
        };
        if *place == NamePlace::Between {
            let half = width(&name, SIZE, Weight::Bold) / 2.0 + 3.0;
            canvas.line((left, at), (x - half, at), stroke);
            canvas.line((x + half, at), (right, at), stroke);
        } else if right > left {
            canvas.line((left, at), (right, at), stroke);
        }
        canvas.text((x, height), &name, bold(anchor, gap.color));
    }

    fn draw_labels(&self, canvas: &mut Canvas) {
        let texts = labels(&self.marks, self.wide - 2.0);
        let wishes: Vec<Wish> = self
            .marks
            .iter()
            .zip(&texts)
            .map(|((mark, _), text)| Wish {
                middle: self.scale.at(mark.value),
                room: measure(text) + BETWEEN,
            })
            .collect();
        let middles = spread(&wishes, 0.0, self.wide);
        for (((mark, color), text), middle) in self.marks.iter().zip(&texts).zip(middles) {
            let is_published =
                drawable(self.chart.published.as_ref()).is_some_and(|other| other == *mark);
            let end = if is_published { self.rows.published - 4.5 } else { self.rows.bar.0 - 4.5 };
            let to = (self.scale.at(mark.value), end);
            let from = (middle + (to.0 - middle).clamp(-12.0, 12.0), self.rows.labels + 5.0);
            canvas.line(from, to, Stroke::solid(AXIS, 0.5));
            canvas.text((middle, self.rows.labels), text, regular(Anchor::Middle, color));
        }
    }
}

impl Rows {
    fn new(has_title: bool, name: Option<NamePlace>) -> Self {
        let top = if has_title { 15.0 } else { 2.0 };
        let gap = top + 50.0;
        let gap_name = if matches!(name, Some(NamePlace::Below(_))) { gap + 11.0 } else { gap };
        let axis = if name.is_some() { gap_name + 11.0 } else { top + 46.0 };
        Self {
            labels: top + 5.0,
            published: top + 20.0,
            bar: (top + 28.0, top + 40.0),
            gap,
            gap_name,
            axis,
            height: axis + 17.0,
        }
    }
}

/// One label a mark. Where they do not fit side by side, the longest ones are cut, and their
/// values only where there is no room even for these.
fn labels(marks: &[(&LoadMark, &'static str)], room: f64) -> Vec<String> {
    let wanted: Vec<f64> = marks
        .iter()
        .map(|(mark, _)| {
            measure(&format!("{} {}", mark.label.trim(), mark.bounded_value())) + BETWEEN
        })
        .collect();
    let mut ascending = wanted.clone();
    ascending.sort_by(f64::total_cmp);
    let (mut left, mut most) = (room, room);
    for (index, &one) in ascending.iter().enumerate() {
        most = left / (ascending.len() - index) as f64;
        if one > most {
            break;
        }
        (left, most) = (left - one, room);
    }
    marks
        .iter()
        .map(|(mark, _)| {
            let value = mark.bounded_value();
            let rest = most - BETWEEN - measure(&format!(" {value}"));
            if rest < measure("…") {
                return shortened(&value, SIZE, Weight::Regular, most - BETWEEN);
            }
            let label = shortened(&mark.label, SIZE, Weight::Regular, rest);
            format!("{label} {value}").trim_start().into()
        })
        .collect()
}

fn name_place(gap: &Gap, scale: &Scale, wide: f64) -> NamePlace {
    let (left, right) = ends(gap, scale);
    let long = width(&gap.name, SIZE, Weight::Bold).min(wide - 4.0);
    if right - left > long + 20.0 {
        NamePlace::Between
    } else if right + 6.0 + long < wide {
        NamePlace::At(right + 6.0, Anchor::Start)
    } else if left - 6.0 - long > 0.0 {
        NamePlace::At(left - 6.0, Anchor::End)
    } else {
        let half = long / 2.0 + 2.0;
        NamePlace::Below(f64::midpoint(left, right).clamp(half, wide - half))
    }
}

fn ends(gap: &Gap, scale: &Scale) -> (f64, f64) {
    let (from, to) = (scale.at(gap.from), scale.at(gap.to));
    (from.min(to), from.max(to))
}

fn measure(text: &str) -> f64 {
    width(text, SIZE, Weight::Regular)
}

fn regular(anchor: Anchor, color: &'static str) -> Lettering {
    Lettering { size: TEXT, weight: Weight::Regular, anchor, color }
}

fn bold(anchor: Anchor, color: &'static str) -> Lettering {
    Lettering { weight: Weight::Bold, ..regular(anchor, color) }
}
