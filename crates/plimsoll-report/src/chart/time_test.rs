//! Charts over time, read back from their text.

use super::read_back::read;
use super::{Op, Quantity, SteadyPart, Stretch, Style, TimeChart, TimeLine, Timeline};
use proptest::prelude::*;

const FONTS: &str = "Plimsoll Sans, sans-serif";

fn styles() -> [Style; 3] {
    let tiny = Style { width: 1.0, height: f64::NAN, ..Style::new(FONTS) };
    [Style::new(FONTS), Style::half_width(FONTS), tiny]
}

/// Windows of a second that begin at these times.
fn timeline(seconds: impl Iterator<Item = u32>, value: impl Fn(u32) -> f64) -> Timeline {
    let windows =
        seconds.filter_map(|at| Stretch::window(f64::from(at), 1.0, value(at), 1.0)).collect();
    Timeline::new(1.0, windows)
}

fn line(label: &str, op: Op, rates: Timeline, latencies: Timeline) -> TimeLine {
    TimeLine { label: label.into(), op: Some(op), rates, latencies }
}

fn chart(measured: Option<(f64, f64)>, lines: Vec<TimeLine>) -> TimeChart {
    TimeChart {
        name: "time".into(),
        title: Some("Random 4 KiB".into()),
        quantity: Quantity::Iops,
        unit: "IOPS".into(),
        measured,
        steady: SteadyPart::Unknown,
        lines,
    }
}

/// So many seconds with reads and writes, a fifth of them warm-up.
fn mixed(seconds: u32) -> TimeChart {
    let of = |level: f64| timeline(0..seconds, move |at| level + f64::from(at % 10));
    let lines = vec![
        line("total", Op::Total, of(1000.0), of(5e5)),
        line("read", Op::Read, of(700.0), of(4e5)),
        line("write", Op::Write, of(300.0), of(9e5)),
    ];
    chart(Some((f64::from(seconds / 5), f64::from(seconds))), lines)
}

/// The text of a group.
fn group<'s>(svg: &'s str, part: &str) -> &'s str {
    let begin = svg.find(&format!("chart-time-{part}\"")).unwrap_or_else(|| panic!("{part}"));
    &svg[begin..begin + svg[begin..].find("</g>").expect("the group ends")]
}

/// The horizontal places of every path in a group that is no area.
fn paths(group: &str) -> Vec<Vec<f64>> {
    let is_line = |path: &&str| !path.contains("fill-opacity");
    let places = |path: &str| {
        let d = &path[..path.find('"').expect("the shape ends")];
        let places = d.split(['M', 'L', 'Z']).filter(|it| !it.is_empty());
        places.map(|it| it.split(' ').next().unwrap().parse().expect("a number")).collect()
    };
    group.split(" d=\"").skip(1).filter(is_line).map(places).collect()
}

/// Where the tick with this label stands on the time axis.
fn tick(svg: &str, label: &str) -> f64 {
    let text = svg
        .lines()
        .find(|line| line.contains("\"middle\"") && line.contains(&format!(">{label}</text>")))
        .unwrap_or_else(|| panic!("no tick {label}"));
    attribute(text, "x")
}

fn attribute(element: &str, name: &str) -> f64 {
    let begin = element.find(&format!(" {name}=\"")).expect("the attribute") + name.len() + 3;
    let rest = &element[begin..];
    rest[..rest.find('"').expect("it ends")].parse().expect("a number")
}

#[test]
fn both_panels_label_every_line() {
    for style in styles() {
        let drawing = read(&mixed(60).svg(&style));
        drawing.check("chart-time-");
        for label in ["total", "read", "write"] {
            assert_eq!(drawing.said(label), 2, "{label}");
        }
        assert_eq!(drawing.said("IOPS") + drawing.said("Mean latency, µs"), 2);
    }
}

#[test]
fn the_same_chart_is_the_same_text() {
    for style in styles() {
        assert_eq!(mixed(5000).svg(&style), mixed(5000).svg(&style));
    }
}

#[test]
fn a_gap_is_a_gap() {
    let there = || (0..40).filter(|at| !(10..20).contains(at));
    let gap = chart(
        Some((0.0, 40.0)),
        vec![line("read", Op::Read, timeline(there(), |_| 500.0), timeline(there(), |_| 1e6))],
    );
    let svg = Style::new(FONTS);
    assert!(gap.alternative(&svg).contains("no windows from 10 s to 20 s"));
    let svg = gap.svg(&svg);
    let (begin, end) = (tick(&svg, "10"), tick(&svg, "20"));
    for part in ["rate-1", "latency-1"] {
        let group = group(&svg, part);
        let lines: Vec<Vec<f64>> = paths(group);
        assert_eq!(lines.len(), 2, "a line before the gap and one after it: {group}");
        assert!(lines[0].iter().all(|x| *x < begin) && lines[0].len() == 10);
        assert!(lines[1].iter().all(|x| *x > end) && lines[1].len() == 20);
        assert_eq!(group.matches("<circle").count(), 30, "no mark stands for a missing window");
    }
}

#[test]
fn a_window_between_two_gaps_is_a_mark() {
    let there = || (0..2000).filter(|at| *at < 900 || *at == 1000 || *at > 1100);
    let lone =
        chart(None, vec![line("read", Op::Read, timeline(there(), |_| 5.0), Timeline::default())]);
    let svg = lone.svg(&Style::new(FONTS));
    read(&svg).check("chart-time-");
    let group = group(&svg, "rate-1");
    assert_eq!((group.matches("<circle").count(), paths(group).len()), (1, 2), "{group}");
}

#[test]
fn warm_up_is_outside_of_the_measured_window() {
    let svg = mixed(50).svg(&Style::new(FONTS));
    let measured = group(&svg, "measured");
    let grounds: Vec<&str> = measured.lines().filter(|it| it.contains("<rect")).collect();
    assert_eq!(grounds.len(), 2, "one in each panel: {measured}");
    for ground in grounds {
        let left = attribute(ground, "x");
        assert!((left - tick(&svg, "10")).abs() < 0.1, "{ground}");
        assert!((left + attribute(ground, "width") - tick(&svg, "50")).abs() < 0.1, "{ground}");
    }
    let places = &paths(group(&svg, "rate-1"))[0];
    let warm_up = places.iter().filter(|x| **x < tick(&svg, "10")).count();
    assert_eq!((warm_up, places.len()), (10, 50), "warm-up is drawn, in front of the window");
    assert_eq!(read(&svg).said("measured, 10 to 50 s"), 1);
}

#[test]
fn nothing_is_told_apart_where_everything_counts_or_nothing_does() {
    let all = TimeChart { measured: Some((0.0, 50.0)), ..mixed(50) };
    let svg = all.svg(&Style::new(FONTS));
    assert!(!group(&svg, "measured").contains("<rect"));
    assert_eq!(read(&svg).said("measured, 0 to 50 s"), 1);
    let none = TimeChart { measured: None, ..mixed(50) };
    let svg = none.svg(&Style::new(FONTS));
    assert!(!group(&svg, "measured").contains("<path"));
    assert_eq!(read(&svg).said("no window counts for a figure"), 1);
    let alternative = none.alternative(&Style::new(FONTS));
    assert!(alternative.contains("No window counts for a figure."), "{alternative}");
}

#[test]
fn a_long_run_is_a_small_file_that_keeps_its_worst_second() {
    let rates = timeline(0..86_400, |at| if at == 50_000 { 7.0 } else { 1000.0 });
    let latencies = timeline(0..86_400, |at| if at == 50_000 { 8e8 } else { 1e6 });
    let day = chart(Some((60.0, 86_400.0)), vec![line("read", Op::Read, rates, latencies)]);
    for style in styles() {
        let svg = day.svg(&style);
        let drawing = read(&svg);
        drawing.check("chart-time-");
        assert!(svg.len() < 30_000, "{} bytes", svg.len());
        assert!(group(&svg, "rate-1").contains("fill-opacity"), "the area of the extremes");
        assert!(drawing.texts.iter().any(|it| it.said.starts_with("Line: mean of up to")));
        let alternative = day.alternative(&style);
        assert!(alternative.contains("IOPS from 7 at 49,"), "{alternative}");
        assert!(alternative.contains("to 800 ms at 49,"), "{alternative}");
    }
    let said = read(&day.svg(&Style::new(FONTS)));
    assert_eq!(said.said("time since the start of the run, h"), 1);
    assert!(said.said("10") >= 1 && said.said("100") >= 1, "the latency axis is logarithmic");
}

#[test]
fn few_windows_are_not_summed_up() {
    let svg = mixed(40).svg(&Style::new(FONTS));
    assert!(!svg.contains("fill-opacity") && !svg.contains("Line: mean"));
}

#[test]
fn a_quantity_that_nobody_measured_has_no_panel() {
    let rates = line("read", Op::Read, timeline(0..30, |_| 9.0), Timeline::default());
    let drawing = read(&chart(Some((0.0, 30.0)), vec![rates]).svg(&Style::new(FONTS)));
    assert_eq!((drawing.said("IOPS"), drawing.said("read")), (1, 1));
    assert!(!drawing.texts.iter().any(|it| it.said.starts_with("Mean latency")));
    for style in styles() {
        let nothing = chart(Some((0.0, 30.0)), Vec::new());
        let drawing = read(&nothing.svg(&style));
        drawing.check("chart-time-");
        assert_eq!(drawing.said("There are no figures to draw."), 1);
        assert_eq!(
            nothing.alternative(&style),
            "IOPS and mean latency over time, Random 4 KiB: no figures."
        );
    }
}

#[test]
fn the_alternative_says_range_and_time() {
    let rates = timeline(0..4, |at| f64::from(at) * 100.0);
    let latencies = timeline(1..4, |at| 1e6 / f64::from(at));
    let small = chart(Some((1.0, 4.0)), vec![line("read", Op::Read, rates, latencies)]);
    assert_eq!(
        small.alternative(&Style::new(FONTS)),
        "IOPS and mean latency over time, Random 4 KiB. Measured from 1 s to 4 s. The windows end at 4 s. \
         read: IOPS from 0 at 0 s to 300 at 3 s; mean latency from 333 µs at 3 s to 1 ms at 1 s."
    );
}

fn any_timeline() -> impl Strategy<Value = Timeline> {
    let value = prop_oneof![4 => 0f64..5000.0, 1 => Just(0.0), 1 => prop::num::f64::ANY];
    let window = (0f64..3.0, prop_oneof![3 => Just(0.0), 1 => 0f64..500.0], value);
    prop::collection::vec(window, 0..400).prop_map(|windows| {
        let mut begin_s = 0.0;
        let stretches = windows.into_iter().filter_map(|(length_s, pause_s, value)| {
            begin_s += pause_s;
            let stretch = Stretch::window(begin_s, length_s, value, 1.0);
            begin_s += length_s;
            stretch
        });
        let stretches = stretches.collect();
        Timeline::new(1.0, stretches)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn charts_over_time_hold_together_whatever_is_drawn(
        given in prop::collection::vec(
            (
                "[a-z가-힣 ]{0,30}",
                prop::option::of(prop::sample::select(vec![Op::Read, Op::Write, Op::Total])),
                any_timeline(),
                any_timeline(),
            ),
            0..7,
        ),
        measured in prop::option::of((0f64..400.0, 0f64..2000.0)),
        unit in prop::sample::select(vec!["IOPS", "MiB/s", ""]),
        style in prop::sample::select(styles().to_vec()),
    ) {
        let lines = given
            .into_iter()
            .map(|(label, op, rates, latencies)| TimeLine { label, op, rates, latencies })
            .collect();
        let chart = TimeChart { unit: unit.into(), ..chart(measured, lines) };
        let svg = chart.svg(&style);
        read(&svg).check("chart-time-");
        prop_assert!(svg.len() < 200_000, "{} bytes", svg.len());
    }
}

/// The places of the bars of the ground: left and right.
fn ground(svg: &str) -> Vec<(f64, f64)> {
    let bars = group(svg, "measured").lines().filter(|line| line.contains("#f1f4f7"));
    bars.map(|bar| {
        let left = attribute(bar, "x");
        (left, left + attribute(bar, "width"))
    })
    .collect()
}

#[test]
fn the_ground_lies_behind_the_steady_part() {
    let style = Style::new(FONTS);
    let with = |steady| TimeChart { steady, ..mixed(100) };
    let places = |svg: &str, from: &str, to: &str| (tick(svg, from), tick(svg, to));
    let svg = with(SteadyPart::Found(40.0, 100.0)).svg(&style);
    assert!(svg.contains(">measured, 20 to 100 s; steady, 40 to 100 s</text>"), "{svg}");
    let (left, right) = places(&svg, "40", "100");
    assert_eq!(ground(&svg).len(), 2, "in both panels");
    assert!((ground(&svg)[0].0 - left).abs() < 0.2 && (ground(&svg)[0].1 - right).abs() < 0.2);
    let svg = with(SteadyPart::Missing).svg(&style);
    assert!(svg.contains(">measured, 20 to 100 s, not steady</text>"), "{svg}");
    assert_eq!(ground(&svg), [], "nothing was steady");
    let svg = with(SteadyPart::Unknown).svg(&style);
    assert!(svg.contains(">measured, 20 to 100 s</text>"), "{svg}");
    assert!((ground(&svg)[0].0 - tick(&svg, "20")).abs() < 0.2, "what was measured");
    let svg = with(SteadyPart::Found(20.0, 100.0)).svg(&style);
    assert!(svg.contains(">measured and steady, 20 to 100 s</text>"), "{svg}");
}

#[test]
fn a_narrow_chart_keeps_the_name_of_the_steady_part() {
    let style = Style::half_width(FONTS);
    let chart = |steady| TimeChart { steady, ..mixed(100_000) };
    let svg = chart(SteadyPart::Found(50_000.0, 100_000.0)).svg(&style);
    assert!(svg.contains("steady, 13.9 to 27.8 h</text>"), "{svg}");
    let alternative = chart(SteadyPart::Missing).alternative(&style);
    assert!(alternative.contains("It was not steady."), "{alternative}");
}
