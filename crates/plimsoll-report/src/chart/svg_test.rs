//! What holds for the SVG of every chart, read back from its text.

use super::read_back::{Text, read};
use super::*;
use proptest::prelude::*;

const FONTS: &str = "Plimsoll Sans, Plimsoll Sans KR, sans-serif";

fn styles() -> [Style; 3] {
    let tiny = Style { width: 1.0, height: f64::NAN, ..Style::new(FONTS) };
    [Style::new(FONTS), Style::half_width("A \"font\" & <another>"), tiny]
}

fn series(label: &str, role: Role, op: Op, points: &[ChartPoint]) -> Series {
    Series { label: label.into(), role, op, points: points.to_vec() }
}

fn read_share(series: Vec<Series>) -> ReadShareChart {
    ReadShareChart {
        name: "share".into(),
        title: Some("Sequential 64 KiB".into()),
        quantity: Quantity::Throughput,
        unit: "MiB/s".into(),
        series,
    }
}

fn latency_load(series: Vec<Series>) -> LatencyLoadChart {
    let (name, knees, names) = ("latency".to_owned(), Vec::new(), Vec::new());
    LatencyLoadChart { name, title: None, series, threshold: None, knees, names }
}

fn flex() -> ReadShareChart {
    let point = ChartPoint::new;
    read_share(vec![
        series(
            "read, measured",
            Role::Measured,
            Op::Read,
            &[
                point(0.0, 0.0),
                point(60.0, 1790.0).with_spread(1700.0, 1850.0),
                point(100.0, 4310.0),
            ],
        ),
        series(
            "write, measured",
            Role::Measured,
            Op::Write,
            &[point(0.0, 1500.0), point(100.0, 0.0)],
        ),
        series(
            "read, published",
            Role::Published,
            Op::Read,
            &[
                point(50.0, 1480.0).with_bound(Bound::About),
                point(100.0, 4600.0).with_bound(Bound::UpTo),
            ],
        ),
        series(
            "interpolated",
            Role::Interpolated,
            Op::Read,
            &[point(50.0, 1480.0), point(60.0, 1850.0), point(75.0, 2400.0)],
        ),
        series("required", Role::Required, Op::Total, &[point(50.0, 3000.0)]),
    ])
}

#[test]
fn every_series_is_labelled_once_and_drawn_in_a_group_of_its_own() {
    for style in styles() {
        let drawing = read(&flex().svg(&style));
        drawing.check("chart-share-");
        if style.width > 400.0 {
            for series in &flex().series {
                assert_eq!(drawing.said(&series.label), 1, "{}", series.label);
            }
        }
        let groups = drawing.ids.iter().filter(|id| id.starts_with("chart-share-series-")).count();
        assert_eq!(groups, 5);
    }
}

#[test]
fn the_same_chart_is_the_same_text() {
    for style in styles() {
        assert_eq!(flex().svg(&style), flex().svg(&style));
    }
}

#[test]
fn roles_are_told_apart_without_colour() {
    let svg = flex().svg(&Style::new(FONTS));
    let group = |number: usize| {
        let begin =
            svg.find(&format!("chart-share-series-{number}\"")).expect("the group is there");
        let rest = &svg[begin..];
        &rest[..rest.find("</g>").expect("the group ends")]
    };
    // In the order in which they lie over each other.
    let [interpolated, required, published, read, write] = [1, 2, 3, 4, 5].map(group);
    assert!(
        interpolated.contains("stroke-dasharray=\"1 2.2\"") && !interpolated.contains("<circle")
    );
    assert!(required.contains("stroke-dasharray=\"8 2.5 1.5 2.5\""));
    assert!(
        published.contains("stroke-dasharray=\"5 3\"") && published.contains("fill=\"#ffffff\"")
    );
    assert!(!read.contains("stroke-dasharray") && read.contains("fill=\"#004f7f\""));
    assert!(read.contains("<circle") && !write.contains("<circle"));
}

#[test]
fn what_is_not_finite_is_left_out() {
    let point = ChartPoint::new;
    let odd = [
        point(f64::NAN, 5.0),
        point(50.0, f64::INFINITY),
        point(50.0, 1e300),
        point(120.0, 5.0),
        point(50.0, -5.0),
        point(50.0, 7.0).with_spread(f64::NAN, f64::NEG_INFINITY),
    ];
    let chart = read_share(vec![series("read", Role::Measured, Op::Read, &odd)]);
    let svg = chart.svg(&Style::new(FONTS));
    read(&svg).check("chart-share-");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 1);
    assert_eq!(chart.alternative(), "Throughput over the share of reads. read: 50 %: 7 MiB/s.");
}

#[test]
fn a_chart_without_figures_says_so() {
    let nothing = "There are no figures to draw.";
    for style in styles() {
        for series in [vec![], vec![series("read", Role::Measured, Op::Read, &[])]] {
            let drawing = read(&read_share(series.clone()).svg(&style));
            drawing.check("chart-share-");
            assert_eq!(drawing.said(nothing), 1);
            let latency = latency_load(series);
            assert_eq!(read(&latency.svg(&style)).said(nothing), 1);
        }
        let percentiles = PercentileChart { name: "p".into(), title: None, lines: vec![] };
        assert_eq!(read(&percentiles.svg(&style)).said(nothing), 1);
        let load = LoadLineChart {
            name: "load".into(),
            title: None,
            unit: String::new(),
            required: None,
            measured: Some(LoadMark::new(f64::NAN, "measured")),
            published: None,
        };
        let drawing = read(&load.svg(&style));
        drawing.check("chart-load-");
        assert_eq!(drawing.said(nothing), 1);
    }
}

#[test]
fn texts_are_kept_and_long_ones_are_cut() {
    let long = "every client of the six, at once, ".repeat(9);
    let chart = ReadShareChart {
        name: "임의 <읽기>".into(),
        title: Some(format!("임의 읽기 & 隨機讀取 <4 KiB> \"{long}\"")),
        ..read_share(vec![
            series("읽기 <a> & \"b\"", Role::Measured, Op::Read, &[ChartPoint::new(100.0, 1.0)]),
            series(&long, Role::Published, Op::Read, &[ChartPoint::new(100.0, 1.0)]),
        ])
    };
    let drawing = read(&chart.svg(&Style::new(FONTS)));
    drawing.check("chart-_c784__c758__20__3c__c77d__ae30__3e_-");
    assert_eq!(drawing.said("읽기 <a> & \"b\""), 1);
    let cut = |text: &&Text| text.said.ends_with('…');
    assert_eq!(drawing.texts.iter().filter(cut).count(), 2, "title and label");
}

#[test]
fn a_published_latency_keeps_both_its_bounds() {
    let published =
        ChartPoint::new(157_000.0, 1e6).with_bound(Bound::Below).with_x_bound(Bound::About);
    let chart = latency_load(vec![
        series(
            "measured",
            Role::Measured,
            Op::Read,
            &[ChartPoint::new(10_000.0, 3e5), ChartPoint::new(150_000.0, 2e6)],
        ),
        series("published", Role::Published, Op::Read, &[published]),
    ]);
    let svg = chart.svg(&Style::new(FONTS));
    read(&svg).check("chart-latency-");
    assert_eq!(svg.matches('C').count(), 2, "one tilde of two curves");
    assert!(chart.alternative().ends_with("published: ~157,000 IOPS: < 1 ms."));
    assert!(read(&svg).said("Mean latency, ms") == 1 && read(&svg).said("0.5") == 1);
}

#[test]
fn wide_latencies_have_a_logarithmic_axis() {
    let points = [ChartPoint::new(1.0, 1e5), ChartPoint::new(2.0, 0.0), ChartPoint::new(3.0, 6e7)];
    let chart = latency_load(vec![series("measured", Role::Measured, Op::Read, &points)]);
    let drawing = read(&chart.svg(&Style::new(FONTS)));
    for tick in ["0.1", "1", "10", "100"] {
        assert!(drawing.said(tick) >= 1, "{tick}");
    }
    assert!(!chart.alternative().contains("2 IOPS"), "zero has no place on a logarithmic axis");
}

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0f64..5000.0,
        1 => Just(0.0),
        1 => prop::num::f64::ANY,
        1 => (-9f64..14.0).prop_map(|power| 10f64.powf(power)),
    ]
}

fn bound() -> impl Strategy<Value = Bound> {
    prop::sample::select(vec![Bound::Exact, Bound::About, Bound::UpTo, Bound::AtLeast])
}

fn point() -> impl Strategy<Value = ChartPoint> {
    (0f64..=100.0, value(), prop::option::of(value()), prop::option::of(value()), bound(), bound())
        .prop_map(|(x, y, low, high, bound, x_bound)| ChartPoint {
            x,
            y,
            low,
            high,
            bound,
            x_bound,
        })
}

fn any_series() -> impl Strategy<Value = Series> {
    let role = prop::sample::select(vec![
        Role::Measured,
        Role::Published,
        Role::Interpolated,
        Role::Required,
    ]);
    let op = prop::sample::select(vec![Op::Read, Op::Write, Op::Total]);
    ("[a-zA-Z<&,가-힣 ]{0,40}", role, op, prop::collection::vec(point(), 0..7))
        .prop_map(|(label, role, op, points)| Series { label, role, op, points })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn charts_with_axes_hold_together_whatever_is_drawn(
        all in prop::collection::vec(any_series(), 0..9),
        style in prop::sample::select(styles().to_vec()),
    ) {
        read(&read_share(all.clone()).svg(&style)).check("chart-share-");
        let lines = all
            .iter()
            .map(|series| PercentileLine {
                label: series.label.clone(),
                points: series.points.iter().map(|point| (point.x, point.y)).collect(),
            })
            .collect();
        let percentiles = PercentileChart { name: "p".into(), title: None, lines };
        read(&percentiles.svg(&style)).check("chart-p-");
        read(&latency_load(all).svg(&style)).check("chart-latency-");
    }

    #[test]
    fn load_lines_hold_together_whatever_is_drawn(
        values in prop::array::uniform3(prop::option::of(value())),
        label in "[a-z가-힣 ]{0,30}",
        bound in bound(),
        style in prop::sample::select(styles().to_vec()),
    ) {
        let mark = |index: usize| {
            values[index].map(|value| LoadMark::new(value, label.clone()).with_bound(bound))
        };
        let chart = LoadLineChart {
            name: "load".into(),
            title: Some("Load".into()),
            unit: "MiB/s".into(),
            required: mark(0),
            measured: mark(1),
            published: mark(2),
        };
        read(&chart.svg(&style)).check("chart-load-");
    }
}
