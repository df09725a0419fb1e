//! Runs over time in the report: which are drawn, and what the data says of them.

use crate::comparison::{Made, files, made, row, text};
use plimsoll_compare::{
    Against, DEFAULT_LATENCY_THRESHOLD_NS, DEFAULT_TOLERANCE, MeasuredInput, Request, compare,
};
use plimsoll_reference::Catalogue;
use plimsoll_report::{RunSeries, Templates};
use plimsoll_schema::{Op, SeriesRow, WindowLatency};

/// A minute of a run, its first ten seconds warm-up. The tool counts all operations together, and knows
/// the rates of each.
fn minute(source: &str, run: &str, sides: &[(Op, f64)]) -> Vec<SeriesRow> {
    let window = |op: &Op, second: u32, iops: f64, with_bytes: bool| SeriesRow {
        source: source.into(),
        run: Some(run.into()),
        workload: None,
        op: op.clone(),
        is_measured: second >= 10,
        begin_s: f64::from(second),
        window_s: 1.0,
        operations: None,
        iops: Some(iops),
        bytes_per_second: with_bytes.then_some(iops * 65536.0),
        latency: WindowLatency { mean_ns: Some(450_000.0), ..WindowLatency::default() },
    };
    let mut windows = Vec::new();
    for second in 0..60 {
        let total = sides.iter().map(|side| side.1).sum();
        windows.push(window(&Op::TOTAL, second, total, true));
        windows.extend(sides.iter().map(|(op, iops)| window(op, second, *iops, false)));
    }
    windows
}

fn with_series(windows: &[SeriesRow]) -> Made {
    Made { series: RunSeries::of(windows), ..made() }
}

fn mixed() -> Vec<SeriesRow> {
    minute("a|b_c.json", "a|b_c.json#1", &[(Op::READ, 47_408.0), (Op::WRITE, 14_400.0)])
}

fn pure() -> Vec<SeriesRow> {
    minute("pure.json", "pure.json#1", &[(Op::READ, 76_800.0)])
}

#[test]
fn every_point_with_interval_data_has_a_chart() {
    let made = with_series(&[mixed(), pure()].concat());
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    let markdown = text(&files, "report.md");
    for (number, title) in [(1, "100 % reads"), (2, "75 % reads")] {
        let name = format!("charts/64-kib-sequential-time-{number}.svg");
        assert!(markdown.contains(&name), "{markdown}");
        let title = title.replace(" %", "\u{a0}%");
        assert!(
            markdown.contains(&format!("over time, {title}. Measured from 10 s")),
            "{markdown}"
        );
        assert!(text(&files, &name).contains(&format!(">{title}</text>")), "{title}");
    }
    assert!(!files.iter().any(|file| file.name.ends_with("-time-3.svg")));
}

/// Reads and writes apart are known by their operations alone, a pure run by its throughput too.
#[test]
fn the_rate_is_one_that_is_known_of_every_line() {
    let made = with_series(&[mixed(), pure()].concat());
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    let pure = text(&files, "charts/64-kib-sequential-time-1.svg");
    assert!(pure.contains(">Throughput, MiB/s</text>") && pure.contains(">read</text>"));
    assert!(!pure.contains(">total</text>"), "all of it is reads");
    let mixed = text(&files, "charts/64-kib-sequential-time-2.svg");
    assert!(mixed.contains(">IOPS</text>"));
    for label in ["total", "read", "write"] {
        assert_eq!(mixed.matches(&format!(">{label}</text>")).count(), 2, "{label}");
    }
    assert!(mixed.contains(">measured and steady, 10 to 60 s</text>"), "{mixed}");
}

#[test]
fn the_data_says_where_a_chart_over_time_comes_from() {
    let made = with_series(&pure());
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    let data: serde_json::Value = serde_json::from_str(&text(&files, "report.json")).expect("JSON");
    let series = data["series"].as_array().expect("a list");
    assert_eq!(series.len(), 1);
    let point = series[0]["point"].as_u64().expect("an index") as usize;
    assert_eq!(data["points"][point]["runs"][0]["sources"][0], "pure.json");
    assert_eq!(series[0]["chart"], "64-kib-sequential-time-1");
    assert_eq!(series[0]["source"], "pure.json");
    assert_eq!(series[0]["run"], "pure.json#1");
    assert_eq!(series[0]["windows"], 60);
    assert_eq!(series[0]["window_s"], 1.0);
    assert_eq!(series[0]["measured_s"], serde_json::json!([10.0, 60.0]));
}

#[test]
fn windows_of_another_run_or_input_are_not_drawn() {
    let others = [
        minute("pure.json", "pure.json#2", &[(Op::READ, 1.0)]),
        minute("other.json", "pure.json#1", &[(Op::READ, 1.0)]),
    ];
    let files_of = |made: &Made| files(made, &Templates::built_in()).expect("built-in templates");
    assert_eq!(files_of(&with_series(&others.concat())), files_of(&made()), "as without");
}

/// Seven read shares, each an input with a minute of windows.
fn seven_points() -> Made {
    let names: Vec<String> = (0..7).map(|index| format!("share-{index}.json")).collect();
    let input = |(index, name): (f64, &String)| MeasuredInput {
        system: 0,
        path: name.clone(),
        rows: vec![row(name, 40.0 + 10.0 * index, Op::READ, 1000.0 + index)],
    };
    let indices = (0..7).map(f64::from);
    let inputs: Vec<MeasuredInput> = indices.zip(&names).map(input).collect();
    let windows = names
        .iter()
        .flat_map(|name| minute(name, &format!("{name}#1"), &[(Op::READ, 16_000.0)]))
        .collect::<Vec<SeriesRow>>();
    let made = with_series(&windows);
    let request = Request {
        campaign: &made.campaign,
        campaign_system: None,
        catalogue: Catalogue::built_in(),
        against: Against::Named(vec!["gcnv/flex-file/nfsv3/64k-sequential".into()]),
        tolerance: DEFAULT_TOLERANCE,
        latency_threshold_ns: DEFAULT_LATENCY_THRESHOLD_NS,
    };
    let comparison = compare(&inputs, &request).expect("a built-in reference");
    Made { comparison, ..made }
}

#[test]
fn of_many_points_six_are_drawn_spread_over_the_table() {
    let files = files(&seven_points(), &Templates::built_in()).expect("built-in templates");
    let charts = files.iter().filter(|file| file.name.contains("-time-")).count();
    assert_eq!(charts, 6);
    assert!(text(&files, "charts/64-kib-sequential-time-1.svg").contains(">100\u{a0}% reads<"));
    assert!(text(&files, "charts/64-kib-sequential-time-6.svg").contains(">40\u{a0}% reads<"));
    let markdown = text(&files, "report.md");
    let heading = "### Throughput and mean latency over time, 6 of 7 points\n";
    assert_eq!(markdown.matches(heading).count(), 1, "one heading for all of them");
    let data: serde_json::Value = serde_json::from_str(&text(&files, "report.json")).expect("JSON");
    assert_eq!(data["series"].as_array().map(Vec::len), Some(6));
}

/// A minute in which the rate falls to a tenth for some of its seconds.
fn with_slow(seconds: std::ops::Range<usize>) -> Vec<SeriesRow> {
    let mut windows = pure();
    for window in &mut windows {
        if seconds.contains(&(window.begin_s as usize)) {
            window.iops = window.iops.map(|rate| rate / 10.0);
        }
    }
    windows
}

fn steady_state(made: &Made) -> serde_json::Value {
    let files = files(made, &Templates::built_in()).expect("built-in templates");
    let data: serde_json::Value = serde_json::from_str(&text(&files, "report.json")).expect("JSON");
    data["steady_state"].clone()
}

#[test]
fn a_run_that_is_not_steady_is_told_on_page_1_and_in_its_section() {
    let made = with_series(&[mixed(), with_slow(50..60)].concat());
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    let markdown = text(&files, "report.md");
    let warning = "> Not steady all the time that was measured: 1 of 2 runs with interval data; it \
                   was not steady at its end (note ";
    assert!(markdown.contains(warning), "{markdown}");
    assert!(markdown.contains("| Steady | 1 of 2 runs throughout |"), "{markdown}");
    // Rounds of 5 s; of the last five three are at 76,800 and two at 7,680: mean 49,152, range 69,120,
    // and the fit falls by 20,736 a round.
    let line = "| 100\u{a0}% reads | 5.0 | 140.6 | \u{2212}168.8 | 0.0 | 0.0 | not at its end";
    assert!(markdown.contains(line), "{markdown}");
    assert!(markdown.contains("| 75\u{a0}% reads | 5.0 | 0.0 | 0.0 | 0.0 | 0.0 | throughout |"));
    assert!(markdown.contains("the rate ranges over 140.6 % of its mean (at most 20 %)"));
    assert!(markdown.contains("is cut into 10 equal rounds of at least 1 s"), "the method");
    let chart = text(&files, "charts/64-kib-sequential-time-1.svg");
    assert!(chart.contains(">measured, 10 to 60 s, not steady</text>"), "{chart}");
}

#[test]
fn the_data_has_the_rounds_of_every_run() {
    let states = steady_state(&with_series(&[mixed(), with_slow(10..20)].concat()));
    assert_eq!(states.as_array().map(Vec::len), Some(2));
    let late = states.as_array().expect("a list").iter().find(|it| it["source"] == "pure.json");
    let late = late.expect("the run of the input");
    assert_eq!(late["steady"], "later");
    assert_eq!(late["steady_s"], serde_json::json!([20.0, 60.0]));
    assert_eq!((&late["begin_s"], &late["round_s"]), (&10.0.into(), &5.0.into()));
    let rate = &late["tracked"][0];
    assert_eq!((&rate["metric"], &rate["unit"]), (&"iops".into(), &"1/s".into()));
    assert_eq!(rate["rounds"][0], 7680.0);
    assert_eq!(rate["rounds"][9], 76_800.0);
    assert_eq!((&rate["steady_from"], &rate["range"]), (&2.into(), &0.0.into()));
    assert_eq!(late["tracked"][1]["metric"], "latency");
}

#[test]
fn a_run_without_ten_rounds_is_not_judged_and_not_warned_of() {
    let short: Vec<SeriesRow> =
        with_slow(15..18).into_iter().filter(|it| it.begin_s < 18.0).collect();
    let made = with_series(&short);
    let states = steady_state(&made);
    assert_eq!(states[0]["steady"], "too short", "eight seconds are measured");
    assert_eq!((&states[0]["steady_s"], &states[0]["round_s"]), (&().into(), &().into()));
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    let markdown = text(&files, "report.md");
    assert!(!markdown.contains("Not steady") && !markdown.contains("### Steady state"));
    assert!(markdown.contains("| Steady | not known of 1 run |"), "{markdown}");
}
