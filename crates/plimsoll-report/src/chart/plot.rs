//! The frame that charts with two axes share: axes, lines, marks and labels.

use super::Style;
use super::canvas::{Anchor, Canvas, Lettering, Place};
use super::labels::{self, Drawn, Label};
use super::look::{AXIS, GRID, INK, Look, PAPER, QUIET, Shape, Stroke};
use super::measure::{Weight, shortened, width};
use super::ornament::ornaments;
use super::rectangle::Rectangle;
use super::scale::{Scale, Spacing};
use super::series::ChartPoint;
use super::ticks::Ticks;

const TEXT: u32 = 8;
const TITLE: u32 = 9;
const MARK_RADIUS: f64 = 2.7;
/// An outline leaves a mark within it free.
const RING_RADIUS: f64 = 5.0;
/// What a plot area without figures says.
const NOTHING: &str = "There are no figures to draw.";

/// One axis.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    pub(super) spacing: Spacing,
    pub(super) ticks: Ticks,
    pub(super) title: String,
}

/// How a line runs, which tells where its label belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Course {
    /// From point to point, labelled at the last.
    Points,
    /// From point to point without marks, labelled where it is highest.
    Outline,
    /// Between points of another line, labelled in its middle.
    Between,
    /// At the height of its first point over the whole width, labelled at its right end.
    Level,
    /// The same, labelled upon the line: the curve that it is for ends at the right.
    Threshold,
    /// An outline around a place of another line, labelled beside it.
    Ring,
}

/// One line of the plot, with points that its axes take.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) label: String,
    pub(super) look: Look,
    pub(super) points: Vec<ChartPoint>,
    pub(super) course: Course,
    /// A place without a mark through which it runs before the point of this index.
    pub(super) through: Option<(usize, ChartPoint)>,
}

/// A chart with two axes.
#[derive(Debug, Clone)]
pub(super) struct Plot<'a> {
    pub(super) name: &'a str,
    pub(super) title: Option<&'a str>,
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// Later lines lie over earlier ones.
    pub(super) lines: Vec<Line>,
    /// What points are called, where there is room for it.
    pub(super) names: Vec<(String, ChartPoint)>,
}

/// How many steps the axes of a chart of this style should have at most: across, upwards.
pub(super) fn most_steps(style: &Style) -> (usize, usize) {
    let across = (style.usable_width() / 75.0) as usize;
    let upwards = (style.usable_height() / 42.0) as usize;
    (across.clamp(3, 8), upwards.clamp(3, 7))
}

impl Plot<'_> {
    pub(super) fn svg(&self, style: &Style, alternative: &str) -> String {
        let (size, area) = self.frame(style, 0.0);
        let most_room = size.0 * 0.36;
        let mut in_margin: Vec<bool> =
            self.lines.iter().map(|line| self.ends_right(line)).collect();
        let (area, room, mut drawn, inside) = loop {
            let room = labels::margin_room(&self.drawn(&area), &in_margin, most_room);
            let (_, area) = self.frame(style, room);
            let drawn = self.drawn(&area);
            let inside = labels::inside(&drawn, &in_margin, &area);
            let homeless: Vec<usize> = (0..drawn.len())
                .filter(|&index| !in_margin[index] && inside[index].is_none())
                .collect();
            if homeless.is_empty() {
                break (area, room, drawn, inside);
            }
            for index in homeless {
                in_margin[index] = true;
            }
        };
        for (index, line) in drawn.iter_mut().enumerate() {
            // A leader from the margin to the highest place would cross what lies between.
            if in_margin[index] && self.lines[index].course == Course::Outline {
                line.labelled = line.places.last().copied();
            }
        }
        let beside = labels::margin(&drawn, &in_margin, &area, room);

        let mut canvas = Canvas::new(self.name, size, style);
        self.draw_title(&mut canvas, size.0);
        let is_empty = drawn.iter().all(|line| line.places.is_empty());
        canvas.open("axes");
        self.draw_axes(&mut canvas, &area, is_empty);
        canvas.close();
        if is_empty {
            canvas.text(area.middle(), NOTHING, lettering(TEXT, Anchor::Middle, QUIET));
        }
        for (index, line) in self.lines.iter().enumerate() {
            canvas.open(&format!("series-{}", index + 1));
            self.draw_line(&mut canvas, &area, line, &drawn[index]);
            canvas.close();
        }
        canvas.open("labels");
        let placed: Vec<Option<Label>> =
            inside.into_iter().zip(beside).map(|(inside, beside)| inside.or(beside)).collect();
        for label in labels::names(&self.placed_names(&area), &drawn, &placed, &area) {
            draw_label(&mut canvas, &label, QUIET);
        }
        for (line, label) in self.lines.iter().zip(placed) {
            if let Some(label) = label {
                draw_label(&mut canvas, &label, line.look.stroke.color);
            }
        }
        canvas.close();
        canvas.finish(self.title.unwrap_or(self.name), alternative)
    }

    /// The size of the chart and its plot area, with so much room for labels at the right.
    fn frame(&self, style: &Style, label_room: f64) -> ((f64, f64), Rectangle) {
        let size = f64::from(TEXT);
        let measure = |text: &str| width(text, size, Weight::Regular);
        let widest = self.y.ticks.marks.iter().map(|mark| measure(&mark.1)).fold(0.0, f64::max);
        let last = self.x.ticks.marks.last().map_or(0.0, |mark| measure(&mark.1) / 2.0);
        let first = self.x.ticks.marks.first().map_or(0.0, |mark| measure(&mark.1) / 2.0);
        let top = if self.title.is_some() { 36.0 } else { 22.0 };
        let below = 32.0;
        let labelled = labels::ROOM * self.lines.len() as f64;
        let height = style.usable_height().max(top + below + labelled);
        let width = style.usable_width();
        let at_right = if label_room > 0.0 { labels::GAP + label_room + 3.0 } else { 0.0 };
        let area = Rectangle {
            left: (widest + 8.0).max(first + 3.0),
            top,
            right: width - at_right.max(last + 4.0).max(10.0),
            bottom: height - below,
        };
        ((width, height), area)
    }

    fn scales(&self, area: &Rectangle) -> (Scale, Scale) {
        let range = |axis: &Axis| (axis.ticks.low, axis.ticks.high);
        (
            Scale::new(self.x.spacing, range(&self.x), (area.left, area.right)),
            Scale::new(self.y.spacing, range(&self.y), (area.bottom, area.top)),
        )
    }

    fn placed_names(&self, area: &Rectangle) -> Vec<(&str, Place)> {
        let (x, y) = self.scales(area);
        self.names.iter().map(|(name, at)| (name.as_str(), (x.at(at.x), y.at(at.y)))).collect()
    }

    /// Whether an outline is around the line's end: its label belongs there, and that of the line near
    /// its begin.
    fn ends_in_ring(&self, line: &Line) -> bool {
        let end = line.points.last().map(|point| (point.x, point.y));
        line.course == Course::Points
            && line.points.len() > 1
            && self.lines.iter().any(|other| {
                other.course == Course::Ring
                    && other.points.last().map(|point| (point.x, point.y)) == end
            })
    }

    /// Whether the line's end is so near the right edge that its label belongs in the margin.
    fn ends_right(&self, line: &Line) -> bool {
        let unit = Rectangle { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
        let (x, _) = self.scales(&unit);
        match line.course {
            Course::Level => true,
            Course::Between | Course::Threshold | Course::Outline => false,
            Course::Points if self.ends_in_ring(line) => false,
            Course::Points | Course::Ring => {
                line.points.last().is_some_and(|point| x.at(point.x) > 0.93)
            }
        }
    }

    fn drawn(&self, area: &Rectangle) -> Vec<Drawn<'_>> {
        let (x, y) = self.scales(area);
        let all: Vec<Vec<Place>> = self
            .lines
            .iter()
            .map(|line| {
                let places: Vec<Place> =
                    line.points.iter().map(|point| (x.at(point.x), y.at(point.y))).collect();
                match (line.course, places.first()) {
                    (Course::Level | Course::Threshold, Some(&(_, height))) => {
                        vec![(area.left, height), (area.right, height)]
                    }
                    _ => places,
                }
            })
            .collect();
        self.lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                let places = all[index].clone();
                let others: Vec<&[Place]> = all
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != index)
                    .map(|(_, places)| &places[..])
                    .collect();
                let has_ornaments = line.course == Course::Points;
                Drawn {
                    label: &line.label,
                    labelled: match line.course {
                        Course::Outline => highest(&places),
                        Course::Between => places.get(places.len() / 2),
                        Course::Points if self.ends_in_ring(line) => places.get(places.len() / 4),
                        _ => places.last(),
                    }
                    .copied(),
                    is_labelled_upon: line.course == Course::Threshold,
                    ornaments: line
                        .points
                        .iter()
                        .zip(&places)
                        .enumerate()
                        .filter(|_| has_ornaments)
                        .flat_map(|(place, (point, &at))| {
                            ornaments(point, at, &y, area, &others)
                                .into_iter()
                                .map(move |ornament| (place, ornament))
                        })
                        .collect(),
                    places,
                }
            })
            .collect()
    }

    fn draw_title(&self, canvas: &mut Canvas, wide: f64) {
        if let Some(title) = self.title {
            let text = shortened(title, f64::from(TITLE), Weight::Bold, wide - 4.0);
            let bold = Lettering { weight: Weight::Bold, ..lettering(TITLE, Anchor::Start, INK) };
            canvas.text((2.0, 7.0), &text, bold);
        }
    }

    fn draw_axes(&self, canvas: &mut Canvas, area: &Rectangle, is_empty: bool) {
        let (x, y) = self.scales(area);
        let no_heights = Vec::new();
        for (value, label) in if is_empty { &no_heights } else { &self.y.ticks.marks } {
            let height = y.at(*value);
            canvas.line((area.left, height), (area.right, height), Stroke::solid(GRID, 0.6));
            canvas.text((area.left - 5.0, height), label, lettering(TEXT, Anchor::End, QUIET));
        }
        canvas.line((area.left, area.bottom), (area.right, area.bottom), Stroke::solid(AXIS, 0.8));
        for (at, label) in self.x.ticks.fitting(&x, f64::from(TEXT)) {
            canvas.line((at, area.bottom), (at, area.bottom + 3.0), Stroke::solid(AXIS, 0.8));
            canvas.text((at, area.bottom + 9.0), label, lettering(TEXT, Anchor::Middle, QUIET));
        }
        let size = f64::from(TEXT);
        let title = shortened(&self.y.title, size, Weight::Regular, area.right);
        canvas.text((2.0, area.top - 12.0), &title, lettering(TEXT, Anchor::Start, INK));
        let title = shortened(&self.x.title, size, Weight::Regular, area.width());
        canvas.text((area.right, area.bottom + 21.0), &title, lettering(TEXT, Anchor::End, INK));
    }

    /// Marks that would touch each other hide the line; then only the last one is drawn.
    fn draw_line(&self, canvas: &mut Canvas, area: &Rectangle, line: &Line, drawn: &Drawn<'_>) {
        let color = line.look.stroke.color;
        let mut course = drawn.places.clone();
        if let Some((before, point)) = line.through.filter(|it| it.0 <= course.len()) {
            let (x, y) = self.scales(area);
            course.insert(before, (x.at(point.x), y.at(point.y)));
        }
        canvas.polyline(&course, line.look.stroke);
        for (_, ornament) in &drawn.ornaments {
            ornament.draw(canvas, color);
        }
        if matches!(line.course, Course::Level | Course::Threshold) {
            return;
        }
        let count = drawn.places.len();
        let is_crowded = count as f64 > area.width() / (4.0 * MARK_RADIUS);
        for (index, &at) in drawn.places.iter().enumerate() {
            let shape = match line.look.shape {
                Some(shape) if !is_crowded || index + 1 == count => shape,
                None if count == 1 => Shape::Circle,
                _ => continue,
            };
            if line.course == Course::Ring {
                canvas.outline(at, shape, RING_RADIUS, color);
            } else {
                canvas.mark(at, shape, MARK_RADIUS, color, line.look.is_filled);
            }
        }
    }
}

/// The place nearest to the top.
fn highest(places: &[Place]) -> Option<&Place> {
    places.iter().min_by(|one, other| one.1.total_cmp(&other.1))
}

pub(super) fn lettering(size: u32, anchor: Anchor, color: &'static str) -> Lettering {
    Lettering { size, weight: Weight::Regular, anchor, color }
}

pub(super) fn draw_label(canvas: &mut Canvas, label: &Label, color: &'static str) {
    if let Some((from, to)) = label.leader {
        canvas.line(from, to, Stroke::solid(AXIS, 0.5));
    }
    if let Some(covers) = label.covers {
        // The grid ends where the letters begin.
        canvas.bar((covers.left, covers.top), (covers.right, covers.bottom), PAPER);
    }
    canvas.text(label.at, &label.text, lettering(labels::SIZE, label.anchor, color));
}
