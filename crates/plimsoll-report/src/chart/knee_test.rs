//! What is marked on a curve of latency over the load, read back from its SVG.

use super::read_back::read;
use super::*;
use proptest::prelude::*;

fn style() -> Style {
    Style::new("Plimsoll Sans, sans-serif")
}

/// Thousands of operations per second, milliseconds.
fn curve(points: &[(f64, f64)], knees: Vec<Knee>) -> LatencyLoadChart {
    let points = points.iter().map(|(load, time)| ChartPoint::new(load * 1e3, time * 1e6));
    LatencyLoadChart {
        name: "curve".into(),
        title: None,
        series: vec![Series {
            label: "read, measured".into(),
            role: Role::Measured,
            op: Op::Read,
            points: points.collect(),
        }],
        threshold: Some(Threshold { label: "1 ms".into(), latency_ns: 1e6 }),
        knees,
        names: Vec::new(),
    }
}

fn knee(label: &str, shape: KneeShape, load: f64, time: f64) -> Knee {
    Knee { label: label.into(), op: Op::Read, shape, load: load * 1e3, latency_ns: time * 1e6 }
}

fn hockey_stick() -> LatencyLoadChart {
    curve(
        &[(64.0, 0.2), (320.0, 0.4), (440.0, 0.8), (520.0, 1.6), (630.0, 6.2)],
        vec![
            knee("460,000 IOPS at 1 ms, interpolated", KneeShape::Between(3), 460.0, 1.0),
            knee("peak 630,000 IOPS, 6.2 ms", KneeShape::Ring, 630.0, 6.2),
        ],
    )
}

/// The part of the SVG in a group.
fn group<'s>(svg: &'s str, id: &str) -> &'s str {
    let begin = svg.find(&format!("\"chart-curve-{id}\"")).expect("the group is there");
    &svg[begin..begin + svg[begin..].find("</g>").expect("the group ends")]
}

#[test]
fn peak_and_crossing_are_marked_and_labelled_and_nothing_collides() {
    for style in [style(), Style::half_width("x")] {
        let drawing = read(&hockey_stick().svg(&style));
        drawing.check("chart-curve-");
        assert_eq!(drawing.said("1 ms"), 1, "the threshold");
    }
    let svg = hockey_stick().svg(&style());
    let drawing = read(&svg);
    for label in
        ["460,000 IOPS at 1 ms, interpolated", "peak 630,000 IOPS, 6.2 ms", "read, measured"]
    {
        assert_eq!(drawing.said(label), 1, "{label}");
    }
    // The threshold is thin and dashed, the marks are outlines through which the curve can be seen.
    let threshold = group(&svg, "series-1");
    assert!(threshold.contains("stroke-dasharray=\"2 2\"") && threshold.contains("#595959"));
    assert!(!threshold.contains("<circle"));
    let (crossing, peak) = (group(&svg, "series-2"), group(&svg, "series-3"));
    assert!(crossing.contains("Z\" stroke=\"#004f7f\" stroke-width=\"1.1\" fill=\"none\""));
    assert!(peak.contains("<circle") && peak.contains("fill=\"none\""));
    assert_eq!(group(&svg, "series-4").matches("<circle").count(), 5, "the measured points");
}

#[test]
fn a_measured_crossing_has_another_mark_than_the_peak() {
    let mut chart = curve(
        &[(10.0, 0.2), (50.0, 1.0), (60.0, 4.0)],
        vec![
            knee("50,000 IOPS within 1 ms", KneeShape::Diamond, 50.0, 1.0),
            knee("peak 60,000 IOPS, 4 ms", KneeShape::Ring, 60.0, 4.0),
        ],
    );
    chart.names = [("10 %", 10.0, 0.2), ("nothing", 10.0, 0.3)]
        .map(|(label, load, time)| PointName {
            label: label.into(),
            load: load * 1e3,
            latency_ns: time * 1e6,
        })
        .to_vec();
    let svg = chart.svg(&style());
    let drawing = read(&svg);
    drawing.check("chart-curve-");
    assert!(group(&svg, "series-2").contains("Z\" stroke"), "a diamond");
    assert!(group(&svg, "series-3").contains("<circle"), "a ring");
    assert_eq!((drawing.said("10 %"), drawing.said("nothing")), (1, 0), "only drawn points");
}

#[test]
fn the_label_of_the_threshold_stands_away_from_that_of_the_peak() {
    let chart = curve(
        &[(10.0, 0.2), (50.0, 0.6), (60.0, 1.02)],
        vec![knee("peak 60,000 IOPS, 1.02 ms", KneeShape::Ring, 60.0, 1.02)],
    );
    let svg = chart.svg(&style());
    let left = |text: &str| {
        let end = svg.find(&format!(">{text}</text>")).expect("the label is there");
        let begin = svg[..end].rfind("<text x=\"").expect("a text") + 9;
        svg[begin..].split('"').next().and_then(|x| x.parse::<f64>().ok()).expect("a number")
    };
    assert!(left("1 ms") < 60.0, "{}", left("1 ms"));
    assert!(left("peak 60,000 IOPS, 1.02 ms") > 200.0);
}

#[test]
fn the_words_say_what_is_marked() {
    let words = hockey_stick().alternative();
    assert!(words.starts_with(
        "Mean latency over the load. read, measured: 64,000 IOPS: 200 µs; 320,000 IOPS: 400 µs;"
    ));
    assert!(
        words.ends_with(
            "460,000 IOPS at 1 ms, interpolated. peak 630,000 IOPS, 6.2 ms. Threshold: 1 ms."
        ),
        "{words}"
    );
}

#[test]
fn a_threshold_far_above_the_curve_is_left_out() {
    let flat = curve(&[(10.0, 0.01), (20.0, 0.02), (30.0, 0.03)], Vec::new());
    assert_eq!(read(&flat.svg(&style())).said("1 ms"), 0);
    assert!(!flat.alternative().contains("Threshold"));
    let near = curve(&[(10.0, 0.2), (20.0, 0.4), (30.0, 0.6)], Vec::new());
    assert_eq!(read(&near.svg(&style())).said("1 ms"), 1);
}

/// The coordinates of a path of one group.
fn path(group: &str) -> Vec<(f64, f64)> {
    let begin = group.find("d=\"M").expect("a path") + 4;
    let d = &group[begin..begin + group[begin..].find('"').expect("it ends")];
    let place = |text: &str| {
        let (x, y) = text.split_once(' ').expect("two numbers");
        (x.parse().expect("a number"), y.parse().expect("a number"))
    };
    d.trim_end_matches('Z').split('L').map(place).collect()
}

#[test]
fn the_curve_runs_through_its_crossing_also_on_a_logarithmic_axis() {
    // A factor of 200: half of the way from 0.5 to 1.5 ms is no half of a logarithmic piece.
    let chart = curve(
        &[(10.0, 0.2), (50.0, 0.5), (90.0, 1.5), (100.0, 40.0)],
        vec![knee("70,000 IOPS", KneeShape::Between(2), 70.0, 1.0)],
    );
    let svg = chart.svg(&style());
    let drawing = read(&svg);
    drawing.check("chart-curve-");
    let ticks = ["1", "10", "20"].map(|tick| drawing.said(tick));
    assert_eq!(ticks, [1, 1, 0], "a logarithmic axis");
    let line = path(group(&svg, "series-3"));
    assert_eq!(line.len(), 5, "four points and the crossing");
    let diamond = path(group(&svg, "series-2"));
    let middle = (f64::midpoint(diamond[1].0, diamond[3].0), diamond[1].1);
    assert!((line[2].0 - middle.0).abs() < 0.02 && (line[2].1 - middle.1).abs() < 0.02);
    assert_eq!(group(&svg, "series-3").matches("<circle").count(), 4, "no mark of its own");
}

fn any_point() -> impl Strategy<Value = (f64, f64)> {
    (0f64..1000.0, prop_oneof![0.01f64..5.0, 0.01f64..500.0])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn curves_hold_together_whatever_is_marked(
        points in prop::collection::vec(any_point(), 0..9),
        marked in prop::collection::vec((any_point(), "[a-z0-9, ]{1,40}", 0usize..12), 0..4),
        published in prop::collection::vec((any_point(), "[a-z0-9/ ]{1,40}"), 0..4),
        is_half in any::<bool>(),
    ) {
        let knees = marked
            .iter()
            .map(|((load, time), label, at)| {
                let shape = match *at {
                    0..4 => KneeShape::Ring,
                    4..8 => KneeShape::Diamond,
                    at => KneeShape::Between(at),
                };
                knee(label, shape, *load, *time)
            })
            .collect();
        let mut chart = curve(&points, knees);
        chart.names = points
            .iter()
            .enumerate()
            .map(|(index, (load, time))| PointName {
                label: format!("{index}0 %"),
                load: load * 1e3,
                latency_ns: time * 1e6,
            })
            .collect();
        chart.series.extend(published.iter().map(|((load, time), label)| Series {
            label: label.clone(),
            role: Role::Published,
            op: Op::Read,
            points: vec![ChartPoint::new(load * 1e3, time * 1e6).with_bound(Bound::Below)],
        }));
        let style = if is_half { Style::half_width("x") } else { style() };
        read(&chart.svg(&style)).check("chart-curve-");
    }
}
