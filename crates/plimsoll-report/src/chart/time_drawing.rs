//! How a run over time is drawn: what was measured and what was steady, two panels, labels, the time axis.

use super::Style;
use super::canvas::{Anchor, Canvas, Lettering, Place};
use super::labels::{self, Drawn};
use super::latency_load::latency_axis;
use super::look::{AXIS, GRID, GROUND, INK, Look, QUIET, Shape, Stroke};
use super::measure::{Weight, shortened, width};
use super::number::brief;
use super::plot::{draw_label, lettering};
use super::rectangle::Rectangle;
use super::scale::{Scale, Spacing};
use super::series::{ChartPoint, Role};
use super::ticks::{Ticks, linear_from_zero};
use super::time::{SteadyPart, TimeChart, TimeLine, end_s, reduction};
use super::timeline::Timeline;

const TEXT: u32 = 8;
const SIZE: f64 = TEXT as f64;
const TITLE: u32 = 9;
const MARK_RADIUS: f64 = 2.2;
/// From a panel's top to the middle of what stands above it.
const HEAD: f64 = 12.0;
/// Between the panels: the lower one's head.
const BETWEEN: f64 = 27.0;
/// Below the lower panel: tick labels and the name of the axis.
const FOOT: f64 = 30.0;
/// A line of text more.
const NOTE: f64 = 12.0;
/// Below this width the foot has no room for two texts in a line.
const NARROW: f64 = 400.0;
/// A panel is no lower than this.
const LEAST_PANEL: f64 = 56.0;
/// Between two texts in a row.
const BETWEEN_TEXTS: f64 = 8.0;
/// What stands in the place of the measured window's name.
const NOTHING_COUNTS: &str = "no window counts for a figure";
/// What a chart without figures says.
const NOTHING: &str = "There are no figures to draw.";

/// A quantity of all operations.
struct Panel {
    /// Begins the ids of its lines.
    part: &'static str,
    title: String,
    spacing: Spacing,
    ticks: Ticks,
    lines: Vec<PanelLine>,
}

struct PanelLine {
    label: String,
    look: Look,
    timeline: Timeline,
}

/// A chart with its places worked out.
pub(super) struct Drawing<'a> {
    chart: &'a TimeChart,
    size: (f64, f64),
    panels: Vec<Panel>,
    /// Where the panels lie, from the top.
    areas: Vec<Rectangle>,
    label_room: f64,
    time: TimeAxis,
    /// How lines were reduced.
    note: Option<String>,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(chart: &'a TimeChart, style: &Style) -> Self {
        let lines = chart.reduced(style);
        let note = reduction(&lines);
        let time = TimeAxis::new(end_s(&lines).unwrap_or(1.0), style);
        let panels = panels(chart, &lines, style);
        let wide = style.usable_width();
        let label_room = panels
            .iter()
            .flat_map(|panel| &panel.lines)
            .map(|line| measure(line.label.trim()).min(wide * 0.36))
            .fold(0.0, f64::max);
        let mut drawing =
            Self { chart, size: (wide, 0.0), panels, areas: Vec::new(), label_room, time, note };
        drawing.lay_out(style);
        drawing
    }

    /// Panels of equal height, and a chart that is as high as they need.
    fn lay_out(&mut self, style: &Style) {
        let count = self.panels.len().max(1);
        let head = if self.chart.title.is_some() { 36.0 } else { 22.0 };
        let foot = FOOT + if self.is_narrow() { NOTE } else { 0.0 };
        let rest = head + foot + BETWEEN * (count - 1) as f64;
        let labelled = self.panels.iter().map(|panel| panel.lines.len()).max().unwrap_or(0);
        let least = LEAST_PANEL.max(labels::ROOM * labelled as f64);
        let each = ((style.usable_height() - rest) / count as f64).max(least);
        self.size.1 = rest + each * count as f64;
        let left = self.left();
        let right = self.size.0 - self.right_margin();
        self.areas = (0..count)
            .map(|index| head + index as f64 * (each + BETWEEN))
            .map(|top| Rectangle { left, top, right, bottom: top + each })
            .collect();
    }

    /// Whether what was reduced needs a line of its own. The room is there with and without it, so that
    /// charts beside each other are alike.
    fn is_narrow(&self) -> bool {
        self.size.0 < NARROW
    }

    fn left(&self) -> f64 {
        let marks = self.panels.iter().flat_map(|panel| &panel.ticks.marks);
        marks.map(|mark| measure(&mark.1)).fold(0.0, f64::max) + 8.0
    }

    fn right_margin(&self) -> f64 {
        let last = self.time.ticks.marks.last().map_or(0.0, |mark| measure(&mark.1) / 2.0);
        let labels = if self.label_room > 0.0 { labels::GAP + self.label_room + 3.0 } else { 0.0 };
        labels.max(last + 4.0).max(10.0)
    }

    pub(super) fn svg(&self, style: &Style, alternative: &str) -> String {
        let mut canvas = Canvas::new(&self.chart.name, self.size, style);
        if let Some(title) = &self.chart.title {
            let text = shortened(title, f64::from(TITLE), Weight::Bold, self.size.0 - 4.0);
            let look = lettering(TITLE, Anchor::Start, INK);
            canvas.text((2.0, 7.0), &text, Lettering { weight: Weight::Bold, ..look });
        }
        canvas.open("measured");
        self.draw_measured(&mut canvas);
        canvas.close();
        canvas.open("axes");
        for (panel, area) in self.panels.iter().zip(&self.areas) {
            panel.draw_heights(&mut canvas, area);
        }
        self.draw_time(&mut canvas);
        canvas.close();
        if self.panels.is_empty() {
            let look = lettering(TEXT, Anchor::Middle, QUIET);
            canvas.text(self.areas[0].middle(), NOTHING, look);
        }
        for (panel, area) in self.panels.iter().zip(&self.areas) {
            panel.draw_lines(&mut canvas, area, &self.time, self.label_room);
        }
        canvas.finish(self.chart.title.as_deref().unwrap_or(&self.chart.name), alternative)
    }

    /// The measured window: a line over it with its name, and rules at its ends where it is not all. The
    /// part of it that was steady has a ground and a heavier line; where nobody can tell which that is, all
    /// of it has the ground. Where everything counts and was steady, nothing is told apart and there is no
    /// ground.
    fn draw_measured(&self, canvas: &mut Canvas) {
        let Some(first) = self.areas.first().filter(|_| !self.panels.is_empty()) else { return };
        let Some(span) = self.chart.measured else {
            self.name_measured(canvas, &[NOTHING_COUNTS.to_owned()], first.right);
            return;
        };
        let scale = self.time.scale(first);
        let places = |(begin_s, end_s): (f64, f64)| (scale.at(begin_s), scale.at(end_s));
        let (left, right) = places(span);
        if right <= left {
            return;
        }
        let ground = match self.chart.steady {
            SteadyPart::Unknown => Some((left, right)),
            SteadyPart::Missing => None,
            SteadyPart::Found(begin_s, end_s) => Some(places((begin_s, end_s))),
        };
        let is_all =
            |(left, right): (f64, f64)| left - first.left < 0.5 && first.right - right < 0.5;
        if let Some((left, right)) = ground.filter(|ground| !is_all(*ground)) {
            for area in &self.areas {
                canvas.bar((left, area.top), (right, area.bottom), GROUND);
            }
            self.draw_rules(canvas, (left, right));
        }
        if !is_all((left, right)) {
            self.draw_rules(canvas, (left, right));
        }
        let over = first.top - 4.0;
        canvas.line((left, over), (right, over), Stroke::solid(QUIET, 0.8));
        for at in [left, right] {
            canvas.line((at, over - 2.0), (at, over + 2.0), Stroke::solid(QUIET, 0.8));
        }
        if let SteadyPart::Found(begin_s, end_s) = self.chart.steady {
            let (left, right) = places((begin_s, end_s));
            canvas.line((left, over), (right, over), Stroke::solid(INK, 2.2));
        }
        self.name_measured(canvas, &self.span_names(span), right);
    }

    /// Rules over all panels at both ends of a part of the time.
    fn draw_rules(&self, canvas: &mut Canvas, (left, right): (f64, f64)) {
        for area in &self.areas {
            for at in [left, right] {
                canvas.line((at, area.top), (at, area.bottom), Stroke::solid(AXIS, 0.5));
            }
        }
    }

    /// What the measured window is called, the longest name first.
    fn span_names(&self, measured: (f64, f64)) -> Vec<String> {
        let named = |what: &str| self.time.span(what, measured);
        match self.chart.steady {
            SteadyPart::Unknown => vec![named("measured")],
            SteadyPart::Missing => {
                vec![format!("{}, not steady", named("measured")), named("not steady")]
            }
            SteadyPart::Found(begin_s, end_s) => {
                let steady = self.time.span("steady", (begin_s, end_s));
                if begin_s - measured.0 < 1e-6 * measured.1.abs() {
                    vec![named("measured and steady"), steady]
                } else {
                    vec![format!("{}; {steady}", named("measured")), steady]
                }
            }
        }
    }

    /// The first of the names that there is room for beside the head of the panel; it ends at `right`, where
    /// the window ends, or begins beside the head where there is no room for that.
    fn name_measured(&self, canvas: &mut Canvas, names: &[String], right: f64) {
        let head = measure(&self.panels[0].title) + 2.0 + BETWEEN_TEXTS;
        let room = self.size.0 - 2.0 - head;
        let Some(name) = names.iter().find(|name| measure(name) <= room).or(names.last()) else {
            return;
        };
        let text = shortened(name, SIZE, Weight::Regular, room);
        let (at, anchor) = if right - measure(&text) >= head {
            (right, Anchor::End)
        } else {
            (head, Anchor::Start)
        };
        canvas.text((at, self.areas[0].top - HEAD), &text, lettering(TEXT, anchor, QUIET));
    }

    /// The time axis under the lower panel; the upper one has its line and ticks alone.
    fn draw_time(&self, canvas: &mut Canvas) {
        for (index, area) in self.areas.iter().enumerate() {
            let scale = self.time.scale(area);
            let is_last = index + 1 == self.areas.len();
            let stroke = Stroke::solid(AXIS, 0.8);
            canvas.line((area.left, area.bottom), (area.right, area.bottom), stroke);
            for (at, label) in self.time.ticks.fitting(&scale, SIZE) {
                let length = if is_last { 3.0 } else { 2.0 };
                canvas.line((at, area.bottom), (at, area.bottom + length), stroke);
                if is_last {
                    let look = lettering(TEXT, Anchor::Middle, QUIET);
                    canvas.text((at, area.bottom + 9.0), label, look);
                }
            }
        }
        let Some(area) = self.areas.last() else { return };
        let title = shortened(&self.time.title(), SIZE, Weight::Regular, area.right - 2.0);
        canvas.text((area.right, area.bottom + 21.0), &title, lettering(TEXT, Anchor::End, INK));
        if let Some(note) = &self.note {
            let (room, below) = if self.is_narrow() {
                (self.size.0 - 4.0, NOTE)
            } else {
                (area.right - measure(&title) - BETWEEN_TEXTS - 4.0, 0.0)
            };
            let text = shortened(note, SIZE, Weight::Regular, room);
            let at = (2.0, area.bottom + 21.0 + below);
            canvas.text(at, &text, lettering(TEXT, Anchor::Start, QUIET));
        }
    }
}

/// The panels that have figures.
fn panels(chart: &TimeChart, lines: &[TimeLine], style: &Style) -> Vec<Panel> {
    let upwards = ((style.usable_height() / 60.0) as usize).clamp(3, 5);
    let rates = panel_lines(lines, |line| &line.rates, |_| true);
    let highest = ends(&rates).map(|point| point.y).fold(0.0, f64::max);
    let rates = Panel {
        part: "rate",
        title: chart.quantity.axis_title(&chart.unit),
        spacing: Spacing::Linear,
        ticks: ending_near(highest, linear_from_zero(highest, upwards)),
        lines: rates,
    };
    let latencies = panel_lines(lines, |line| &line.latencies, |_| true);
    let all: Vec<ChartPoint> = ends(&latencies).collect();
    let (spacing, unit, mut ticks) = latency_axis(all.iter(), upwards);
    if spacing == Spacing::Linear {
        ticks = ending_near(all.iter().map(|point| point.y).fold(0.0, f64::max), ticks);
    }
    let latencies = Panel {
        part: "latency",
        title: format!("Mean latency, {}", unit.symbol()),
        spacing,
        ticks,
        lines: panel_lines(lines, |line| &line.latencies, |mean| spacing.takes(mean)),
    };
    let has_figures = |panel: &Panel| !panel.lines.is_empty();
    [rates, latencies].into_iter().filter(has_figures).collect()
}

/// Ticks of an axis that ends a little above the greatest value, not at the next tick: two panels have
/// no height to lose.
fn ending_near(greatest: f64, mut ticks: Ticks) -> Ticks {
    if greatest > 0.0 {
        ticks.high = ticks.high.min(greatest * 1.06);
        ticks.marks.retain(|mark| mark.0 <= ticks.high);
    }
    ticks
}

/// The lines of a panel that have figures, without those that its axis does not take.
fn panel_lines(
    lines: &[TimeLine],
    of: impl Fn(&TimeLine) -> &Timeline,
    takes: impl Fn(f64) -> bool,
) -> Vec<PanelLine> {
    let panel_line = |(index, line): (usize, &TimeLine)| {
        let mut timeline = of(line).clone();
        timeline.stretches.retain(|stretch| takes(stretch.mean));
        let look = match line.op {
            Some(op) => Look::of(Role::Measured, op),
            // Blue, vermilion and ink are those of read, write and total.
            None => Look::of_line(3 + lines[..index].iter().filter(|it| it.op.is_none()).count()),
        };
        let label = line.label.clone();
        (!timeline.stretches.is_empty()).then_some(PanelLine { label, look, timeline })
    };
    lines.iter().enumerate().filter_map(panel_line).collect()
}

/// The least and the greatest of every stretch.
fn ends(lines: &[PanelLine]) -> impl Iterator<Item = ChartPoint> {
    lines.iter().flat_map(|line| &line.timeline.stretches).flat_map(|stretch| {
        [stretch.least, stretch.greatest].map(|value| ChartPoint::new(stretch.middle_s(), value))
    })
}

impl Panel {
    fn scale(&self, area: &Rectangle) -> Scale {
        let range = (self.ticks.low, self.ticks.high);
        Scale::new(self.spacing, range, (area.bottom, area.top))
    }

    fn draw_heights(&self, canvas: &mut Canvas, area: &Rectangle) {
        let scale = self.scale(area);
        for (value, label) in &self.ticks.marks {
            let height = scale.at(*value);
            canvas.line((area.left, height), (area.right, height), Stroke::solid(GRID, 0.6));
            canvas.text((area.left - 5.0, height), label, lettering(TEXT, Anchor::End, QUIET));
        }
        let title = shortened(&self.title, SIZE, Weight::Regular, area.right);
        canvas.text((2.0, area.top - HEAD), &title, lettering(TEXT, Anchor::Start, INK));
    }

    fn draw_lines(&self, canvas: &mut Canvas, area: &Rectangle, time: &TimeAxis, room: f64) {
        let (x, y) = (time.scale(area), self.scale(area));
        for (index, line) in self.lines.iter().enumerate() {
            canvas.open(&format!("{}-{}", self.part, index + 1));
            line.draw(canvas, area, &x, &y);
            canvas.close();
        }
        let drawn: Vec<Drawn<'_>> = self
            .lines
            .iter()
            .map(|line| {
                let last = line.timeline.stretches.last();
                let places: Vec<Place> =
                    last.map(|it| (x.at(it.middle_s()), y.at(it.mean))).into_iter().collect();
                Drawn {
                    label: &line.label,
                    labelled: places.last().copied(),
                    places,
                    is_labelled_upon: false,
                    ornaments: Vec::new(),
                }
            })
            .collect();
        canvas.open(&format!("{}-labels", self.part));
        let labels = labels::margin(&drawn, &vec![true; drawn.len()], area, room);
        for (line, label) in self.lines.iter().zip(labels) {
            if let Some(label) = label {
                draw_label(canvas, &label, line.look.stroke.color);
            }
        }
        canvas.close();
    }
}

impl PanelLine {
    /// Each part without a gap by itself: the area of its extremes, its line, and marks where they do not
    /// crowd. A part of one window is a mark, else it would not be seen.
    fn draw(&self, canvas: &mut Canvas, area: &Rectangle, x: &Scale, y: &Scale) {
        let color = self.look.stroke.color;
        let count = self.timeline.stretches.len();
        let is_crowded = count as f64 > area.width() / (5.0 * MARK_RADIUS);
        let stroke = Stroke { width: if is_crowded { 1.1 } else { 1.5 }, ..self.look.stroke };
        for part in self.timeline.parts() {
            if part.iter().any(|stretch| stretch.windows > 1) {
                let upper = part.iter().map(|it| (x.at(it.middle_s()), y.at(it.greatest)));
                let lower = part.iter().rev().map(|it| (x.at(it.middle_s()), y.at(it.least)));
                canvas.tinted(&upper.chain(lower).collect::<Vec<Place>>(), color);
            }
            let places: Vec<Place> =
                part.iter().map(|it| (x.at(it.middle_s()), y.at(it.mean))).collect();
            canvas.polyline(&places, stroke);
            if !is_crowded || places.len() == 1 {
                let shape = self.look.shape.unwrap_or(Shape::Circle);
                let radius = if is_crowded { stroke.width } else { MARK_RADIUS };
                for place in places {
                    canvas.mark(place, shape, radius, color, true);
                }
            }
        }
    }
}

/// The axis of the time since the start of the run.
struct TimeAxis {
    /// A unit of the axis in seconds, and its sign.
    unit: (f64, &'static str),
    /// In seconds. The axis ends with the last window.
    ticks: Ticks,
}

impl TimeAxis {
    fn new(end_s: f64, style: &Style) -> Self {
        let unit = match end_s {
            end_s if end_s > 18_000.0 => (3600.0, "h"),
            end_s if end_s > 600.0 => (60.0, "min"),
            _ => (1.0, "s"),
        };
        let across = (style.usable_width() / 45.0) as usize;
        let ticks = linear_from_zero(end_s / unit.0, across.clamp(3, 8));
        let marks = ticks.marks.into_iter().map(|(value, label)| (value * unit.0, label));
        let marks = marks.filter(|mark| mark.0 <= end_s * (1.0 + 1e-9)).collect();
        Self { unit, ticks: Ticks { low: 0.0, high: end_s, marks } }
    }

    fn title(&self) -> String {
        format!("time since the start of the run, {}", self.unit.1)
    }

    /// `measured, 30 to 330 s`.
    fn span(&self, what: &str, (begin_s, end_s): (f64, f64)) -> String {
        let (unit, sign) = self.unit;
        format!("{what}, {} to {} {sign}", brief(begin_s / unit), brief(end_s / unit))
    }

    fn scale(&self, area: &Rectangle) -> Scale {
        Scale::new(Spacing::Linear, (0.0, self.ticks.high), (area.left, area.right))
    }
}

fn measure(text: &str) -> f64 {
    width(text, SIZE, Weight::Regular)
}
