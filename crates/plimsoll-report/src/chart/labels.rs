//! Where the labels of lines stand: beside their line if that is inside the plot and there is room,
//! else in the margin at the right, spread apart, with a leader.

use super::canvas::{Anchor, Place};
use super::measure::{Weight, shortened, width};
use super::ornament::Ornament;
use super::rectangle::Rectangle;
use super::spread::{Wish, spread};

/// Font size of labels.
pub(super) const SIZE: u32 = 8;
/// Room that one label takes from top to bottom.
pub(super) const ROOM: f64 = 10.5;
/// From the plot's right edge to the labels in the margin.
pub(super) const GAP: f64 = 12.0;
/// From a mark's middle to what stands beside it.
const BESIDE: f64 = 8.5;
/// What the head of an arrow takes at each side.
const HEAD: f64 = 4.0;
/// From a mark's middle to a label that a leader joins to it.
const FAR: f64 = 20.0;

/// A line as it lies on the canvas.
#[derive(Debug, Clone)]
pub(super) struct Drawn<'a> {
    pub(super) label: &'a str,
    pub(super) places: Vec<Place>,
    /// Where the label belongs: the last place, except for a line between two published points,
    /// whose ends are those points. None for a line without places.
    pub(super) labelled: Option<Place>,
    /// Whether the label stands above or below the line, as far left as there is room.
    pub(super) is_labelled_upon: bool,
    /// What its marks have beside them, by the index of the place.
    pub(super) ornaments: Vec<(usize, Ornament)>,
}

impl Drawn<'_> {
    fn pieces(&self) -> impl Iterator<Item = (Place, Place)> {
        let line = self.places.windows(2).map(|pair| (pair[0], pair[1]));
        line.chain(self.signs())
    }

    /// The pieces of what stands beside its marks.
    fn signs(&self) -> impl Iterator<Item = (Place, Place)> {
        self.ornaments.iter().flat_map(|(_, ornament)| ornament.pieces())
    }
}

/// A label with its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    pub(super) text: String,
    pub(super) at: Place,
    pub(super) anchor: Anchor,
    /// From the line to the label, where they are apart.
    pub(super) leader: Option<(Place, Place)>,
    /// What it covers, if that is inside the plot.
    pub(super) covers: Option<Rectangle>,
}

/// Labels for the lines that are not `in_margin`. `None` where every place beside the line is
/// taken, or there is no line.
pub(super) fn inside(
    lines: &[Drawn<'_>],
    in_margin: &[bool],
    area: &Rectangle,
) -> Vec<Option<Label>> {
    let mut room = Room::new(lines, area);
    let of_line = |(line, in_margin): (&Drawn<'_>, &bool)| {
        let at = line.labelled.filter(|_| !in_margin)?;
        if line.is_labelled_upon {
            return room.first_free(line.label, at, &upon(&line.places));
        }
        room.first_free(line.label, at, &[&NEAR[..], &FARTHER].concat())
    };
    lines.iter().zip(in_margin).map(of_line).collect()
}

/// Names of points where there is room for them beside all labels.
pub(super) fn names(
    names: &[(&str, Place)],
    lines: &[Drawn<'_>],
    labels: &[Option<Label>],
    area: &Rectangle,
) -> Vec<Label> {
    let mut room = Room::new(lines, area);
    for label in labels.iter().flatten() {
        room.take(label);
    }
    names.iter().filter_map(|(name, at)| room.first_free(name, *at, &NEAR)).collect()
}

/// Where a label may stand: from its place across and down, and whether a leader joins them.
type Candidate = (f64, f64, Anchor, bool);

/// From a mark's middle to the middle of a label above or below it.
const UP: f64 = ROOM - 1.0;

/// Places beside a mark, best first.
const NEAR: [Candidate; 8] = [
    (BESIDE, 0.0, Anchor::Start, false),
    (BESIDE / 2.0, -UP, Anchor::Start, false),
    (BESIDE / 2.0, UP, Anchor::Start, false),
    (0.0, -UP, Anchor::Middle, false),
    (0.0, UP, Anchor::Middle, false),
    (-BESIDE, 0.0, Anchor::End, false),
    (-BESIDE / 2.0, -UP, Anchor::End, false),
    (-BESIDE / 2.0, UP, Anchor::End, false),
];

/// Places that need a leader.
const FARTHER: [Candidate; 4] = [
    (FAR, FAR, Anchor::Start, true),
    (-FAR, -FAR, Anchor::End, true),
    (FAR, -FAR, Anchor::Start, true),
    (-FAR, FAR, Anchor::End, true),
];

/// Places above and below a level line, from the left to its end, which is the label's place.
fn upon(places: &[Place]) -> Vec<Candidate> {
    const STEPS: usize = 8;
    const ABOVE: f64 = 6.0;
    let wide = places.first().zip(places.last()).map_or(0.0, |(from, to)| to.0 - from.0);
    let step = |step: usize| 4.0 - wide * (1.0 - step as f64 / STEPS as f64);
    (0..STEPS)
        .flat_map(|at| [-ABOVE, ABOVE].map(|down| (step(at), down, Anchor::Start, false)))
        .collect()
}

/// What of the plot is taken.
struct Room<'d> {
    lines: &'d [Drawn<'d>],
    area: &'d Rectangle,
    /// Marks, then labels.
    taken: Vec<Rectangle>,
    leaders: Vec<(Place, Place)>,
    /// How many of what is taken are marks, which a leader may pass.
    marks: usize,
}

impl<'d> Room<'d> {
    fn new(lines: &'d [Drawn<'d>], area: &'d Rectangle) -> Self {
        // A line that is labelled upon has no marks.
        let marked = lines.iter().filter(|line| !line.is_labelled_upon);
        let places = marked.flat_map(|line| &line.places);
        let taken: Vec<Rectangle> =
            places.map(|&place| Rectangle::around(place, 4.5, 4.5)).collect();
        Self { lines, area, marks: taken.len(), taken, leaders: Vec::new() }
    }

    fn take(&mut self, label: &Label) {
        self.leaders.extend(label.leader);
        self.taken.extend(label.covers);
    }

    /// A label at the first of the candidates that is free, which takes it.
    fn first_free(&mut self, text: &str, at: Place, candidates: &[Candidate]) -> Option<Label> {
        let size = f64::from(SIZE);
        let text = shortened(text, size, Weight::Regular, self.area.width() * 0.6);
        let wide = width(&text, size, Weight::Regular);
        let label = candidates.iter().find_map(|candidate| {
            let label = label_at(&text, wide, at, *candidate);
            self.is_free(&label).then_some(label)
        })?;
        self.take(&label);
        Some(label)
    }

    fn is_free(&self, label: &Label) -> bool {
        let Some(covers) = label.covers else { return false };
        // Heads of arrows are wider than their pieces.
        let clear = Rectangle { left: covers.left - HEAD, right: covers.right + HEAD, ..covers };
        let labels = &self.taken[self.marks..];
        self.area.holds(&covers)
            && !self.taken.iter().any(|other| covers.meets(other))
            && !self.lines.iter().flat_map(Drawn::pieces).any(|piece| covers.is_crossed_by(piece))
            && !self.lines.iter().flat_map(Drawn::signs).any(|piece| clear.is_crossed_by(piece))
            && !self.leaders.iter().any(|leader| covers.is_crossed_by(*leader))
            && label.leader.is_none_or(|it| !labels.iter().any(|label| label.is_crossed_by(it)))
    }
}

/// The label of a place, so far from it.
fn label_at(text: &str, wide: f64, (x, y): Place, (dx, dy, anchor, is_far): Candidate) -> Label {
    let at = (x + dx, y + dy);
    let left = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - wide / 2.0,
        Anchor::End => at.0 - wide,
    };
    let half = f64::from(SIZE) / 2.0;
    let leader = is_far.then(|| {
        let beside = at.0 - dx.signum() * 1.5;
        ((x + dx.signum() * 3.0, y + dy.signum() * 3.0), (beside, at.1))
    });
    let covers = Rectangle { left, top: at.1 - half, right: left + wide, bottom: at.1 + half };
    Label { text: text.to_owned(), at, anchor, leader, covers: Some(covers) }
}

/// Labels in the right margin, `room` wide, for the lines that are `in_margin`.
pub(super) fn margin(
    lines: &[Drawn<'_>],
    in_margin: &[bool],
    area: &Rectangle,
    room: f64,
) -> Vec<Option<Label>> {
    let ends: Vec<Option<Place>> = lines
        .iter()
        .zip(in_margin)
        .map(|(line, in_margin)| line.labelled.filter(|_| *in_margin))
        .collect();
    let wishes: Vec<Wish> =
        ends.iter().flatten().map(|end| Wish { middle: end.1, room: ROOM }).collect();
    let half = ROOM / 2.0;
    let mut heights = spread(&wishes, area.top - half, area.bottom + half).into_iter();
    lines
        .iter()
        .zip(ends)
        .map(|(line, end)| {
            let (x, y) = end?;
            let at = (area.right + GAP, heights.next()?);
            // A leader begins where the signs beside the mark end.
            let begin = line
                .pieces()
                .flat_map(|(from, to)| [from, to])
                .filter(|place| (place.1 - y).abs() < 3.0 && place.0 > x && place.0 < x + 15.0)
                .fold(x + 5.0, |right, place| right.max(place.0 + 2.0));
            let is_near = (at.1 - y).abs() < 2.0 && area.right - x < 6.0;
            let leader = (!is_near && begin < at.0 - 2.0)
                .then(|| ((begin, y + (at.1 - y).clamp(-1.5, 1.5)), (at.0 - 2.0, at.1)));
            let text = shortened(line.label, f64::from(SIZE), Weight::Regular, room);
            Some(Label { text, at, anchor: Anchor::Start, leader, covers: None })
        })
        .collect()
}

/// The room that margin labels want, at most `most`.
pub(super) fn margin_room(lines: &[Drawn<'_>], in_margin: &[bool], most: f64) -> f64 {
    lines
        .iter()
        .zip(in_margin)
        .filter(|(line, in_margin)| **in_margin && line.labelled.is_some())
        .map(|(line, _)| width(line.label.trim(), f64::from(SIZE), Weight::Regular).min(most))
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::{Anchor, Drawn, Rectangle, inside, margin, names};

    const AREA: Rectangle = Rectangle { left: 0.0, top: 0.0, right: 200.0, bottom: 100.0 };

    fn drawn<'a>(label: &'a str, places: &[(f64, f64)]) -> Drawn<'a> {
        let labelled = places.last().copied();
        Drawn {
            label,
            places: places.to_vec(),
            labelled,
            is_labelled_upon: false,
            ornaments: Vec::new(),
        }
    }

    #[test]
    fn a_label_stands_right_of_the_end_unless_a_line_passes_there() {
        let alone = [drawn("read", &[(20.0, 50.0), (60.0, 50.0)])];
        assert_eq!(inside(&alone, &[false], &AREA)[0].as_ref().unwrap().anchor, Anchor::Start);
        assert_eq!(inside(&alone, &[false], &AREA)[0].as_ref().unwrap().at, (68.5, 50.0));
        let crossed = [alone[0].clone(), drawn("write", &[(70.0, 0.0), (70.0, 100.0)])];
        let label = inside(&crossed, &[false, true], &AREA)[0].clone().unwrap();
        assert_ne!(label.at, (68.5, 50.0));
    }

    #[test]
    fn a_label_without_a_free_place_stays_out_of_the_plot() {
        let narrow = Rectangle { right: 20.0, bottom: 12.0, ..AREA };
        let lines = [drawn("read, measured", &[(10.0, 6.0)])];
        assert_eq!(inside(&lines, &[false], &narrow), [None]);
    }

    #[test]
    fn a_label_upon_a_level_line_stands_at_its_left_or_where_there_is_room() {
        let upon = |places| Drawn { is_labelled_upon: true, ..drawn("30 ms", places) };
        let level = [(0.0, 50.0), (200.0, 50.0)];
        let alone = [upon(&level)];
        assert_eq!(inside(&alone, &[false], &AREA)[0].as_ref().unwrap().at, (4.0, 44.0));
        let crossed = [upon(&level), drawn("read", &[(10.0, 0.0), (10.0, 100.0)])];
        let at = inside(&crossed, &[false, true], &AREA)[0].as_ref().unwrap().at;
        assert!(at.0 > 10.0 && at.1 < 50.0, "{at:?}");
    }

    #[test]
    fn names_of_points_give_way_to_labels_and_to_each_other() {
        let lines = [drawn("read", &[(20.0, 50.0), (60.0, 50.0)])];
        let labels = inside(&lines, &[false], &AREA);
        let at_end = [("50 %", (60.0, 50.0)); 2];
        let placed = names(&at_end, &lines, &labels, &AREA);
        assert_eq!(placed.len(), 2);
        assert_ne!(placed[0].at, placed[1].at);
        assert_ne!(placed[0].at, labels[0].as_ref().unwrap().at);
        let narrow = Rectangle { right: 20.0, bottom: 12.0, ..AREA };
        assert_eq!(names(&[("50 %", (10.0, 6.0))], &lines, &labels, &narrow), []);
    }

    #[test]
    fn margin_labels_do_not_overlap_and_moved_ones_have_a_leader() {
        let lines = [
            drawn("read", &[(200.0, 50.0)]),
            drawn("write", &[(200.0, 51.0)]),
            drawn("total", &[(200.0, 10.0)]),
        ];
        let labels = margin(&lines, &[true; 3], &AREA, 60.0);
        let heights: Vec<f64> = labels.iter().map(|label| label.as_ref().unwrap().at.1).collect();
        assert!(heights[1] - heights[0] >= 10.4, "{heights:?}");
        assert!(labels[0].as_ref().unwrap().leader.is_some());
        assert!(labels[2].as_ref().unwrap().leader.is_none());
    }
}
