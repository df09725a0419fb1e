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
    assert!(mixed.contains(">measured, 10 to 60 s</text>"));
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
