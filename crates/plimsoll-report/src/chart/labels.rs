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
const BESIDE: f64 = 7.0;
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
    let mut taken: Vec<Rectangle> = lines
        .iter()
        .flat_map(|line| line.places.iter().map(|&place| Rectangle::around(place, 4.5, 4.5)))
        .collect();
    let mut labels = Vec::with_capacity(lines.len());
    let mut leaders = Vec::new();
    for (line, &in_margin) in lines.iter().zip(in_margin) {
        let label = if in_margin { None } else { beside(line, lines, &taken, &leaders, area) };
        leaders.extend(label.as_ref().and_then(|label| label.leader));
        taken.extend(label.as_ref().and_then(|label| label.covers));
        labels.push(label);
    }
    labels
}

/// The first free place of a few beside the line, near ones first.
fn beside(
    line: &Drawn<'_>,
    lines: &[Drawn<'_>],
    taken: &[Rectangle],
    leaders: &[(Place, Place)],
    area: &Rectangle,
) -> Option<Label> {
    let (x, y) = line.labelled?;
    let size = f64::from(SIZE);
    let text = shortened(line.label, size, Weight::Regular, area.width() * 0.6);
    let wide = width(&text, size, Weight::Regular);
    let up = ROOM - 1.0;
    let near = [
        (BESIDE, 0.0, Anchor::Start),
        (BESIDE / 2.0, -up, Anchor::Start),
        (BESIDE / 2.0, up, Anchor::Start),
        (0.0, -up, Anchor::Middle),
        (0.0, up, Anchor::Middle),
        (-BESIDE, 0.0, Anchor::End),
        (-BESIDE / 2.0, -up, Anchor::End),
        (-BESIDE / 2.0, up, Anchor::End),
    ];
    let far = [
        (FAR, FAR, Anchor::Start),
        (-FAR, -FAR, Anchor::End),
        (FAR, -FAR, Anchor::Start),
        (-FAR, FAR, Anchor::End),
    ];
    let candidates =
        near.map(|place| (place, false)).into_iter().chain(far.map(|place| (place, true)));
    candidates.into_iter().find_map(|((dx, dy, anchor), is_far)| {
        let at = (x + dx, y + dy);
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - wide / 2.0,
            Anchor::End => at.0 - wide,
        };
        let half = size / 2.0;
        let covers = Rectangle { left, top: at.1 - half, right: left + wide, bottom: at.1 + half };
        // Heads of arrows are wider than their pieces.
        let clear = Rectangle { left: left - HEAD, right: left + wide + HEAD, ..covers };
        let leader = is_far.then(|| {
            let beside = at.0 - dx.signum() * 1.5;
            ((x + dx.signum() * 3.0, y + dy.signum() * 3.0), (beside, at.1))
        });
        // The first rectangles are those of marks, which a leader may pass.
        let marks: usize = lines.iter().map(|line| line.places.len()).sum();
        let is_free = area.holds(&covers)
            && !taken.iter().any(|other| covers.meets(other))
            && !lines.iter().flat_map(Drawn::pieces).any(|piece| covers.is_crossed_by(piece))
            && !lines.iter().flat_map(Drawn::signs).any(|piece| clear.is_crossed_by(piece))
            && !leaders.iter().any(|leader| covers.is_crossed_by(*leader))
            && leader.is_none_or(|it| !taken[marks..].iter().any(|label| label.is_crossed_by(it)));
        let text = text.clone();
        is_free.then_some(Label { text, at, anchor, leader, covers: Some(covers) })
    })
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
    use super::{Anchor, Drawn, Rectangle, inside, margin};

    const AREA: Rectangle = Rectangle { left: 0.0, top: 0.0, right: 200.0, bottom: 100.0 };

    fn drawn<'a>(label: &'a str, places: &[(f64, f64)]) -> Drawn<'a> {
        let labelled = places.last().copied();
        Drawn { label, places: places.to_vec(), labelled, ornaments: Vec::new() }
    }

    #[test]
    fn a_label_stands_right_of_the_end_unless_a_line_passes_there() {
        let alone = [drawn("read", &[(20.0, 50.0), (60.0, 50.0)])];
        assert_eq!(inside(&alone, &[false], &AREA)[0].as_ref().unwrap().anchor, Anchor::Start);
        assert_eq!(inside(&alone, &[false], &AREA)[0].as_ref().unwrap().at, (67.0, 50.0));
        let crossed = [alone[0].clone(), drawn("write", &[(70.0, 0.0), (70.0, 100.0)])];
        let label = inside(&crossed, &[false, true], &AREA)[0].clone().unwrap();
        assert_ne!(label.at, (67.0, 50.0));
    }

    #[test]
    fn a_label_without_a_free_place_stays_out_of_the_plot() {
        let narrow = Rectangle { right: 20.0, bottom: 12.0, ..AREA };
        let lines = [drawn("read, measured", &[(10.0, 6.0)])];
        assert_eq!(inside(&lines, &[false], &narrow), [None]);
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
