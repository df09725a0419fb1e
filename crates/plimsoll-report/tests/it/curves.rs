//! A load curve in the report: its tables, its chart, its data.

use crate::comparison::{Made, files, text};
use plimsoll_campaign::Campaign;
use plimsoll_compare::{
    Against, DEFAULT_LATENCY_THRESHOLD_NS, DEFAULT_TOLERANCE, MeasuredInput, Request, compare,
};
use plimsoll_reference::Catalogue;
use plimsoll_report::Templates;
use plimsoll_schema::{
    Figure, Identity, Kind, LoadStep, MeasuredLevel, Metric, Op, Origin, Pattern, Row, Stat, Window,
};

/// Per cent of the maximum (0 is the run without a limit), operations per second, milliseconds.
type Loaded = (f64, f64, f64);

/// It passes 1 ms a quarter of the way from 440,000 to 520,000.
const USUAL: [Loaded; 6] = [
    (0.0, 640_000.0, 6.2),
    (10.0, 64_000.0, 0.2),
    (50.0, 320_000.0, 0.4),
    (80.0, 440_000.0, 0.8),
    (90.0, 520_000.0, 1.6),
    (100.0, 630_000.0, 5.0),
];

fn row(run: i64, (percent, iops, milliseconds): Loaded) -> Row {
    let mut row = Row::new(Identity::new("a300".into(), format!("line {run}"), Origin::Measured));
    row.identity.tool = Some("vdbench".into());
    row.identity.tool_version = Some("5.04.07".into());
    row.identity.run = Some(format!("a300#{run}").into());
    row.identity.level = MeasuredLevel::Run;
    row.identity.workload = Some("rd1".into());
    row.identity.op = Some(Op::READ);
    row.identity.pattern = Some(Pattern::Random);
    row.identity.read_percent = Some(100.0);
    row.identity.block_size_bytes = Some(4096);
    row.identity.jobs = Some(128);
    row.identity.clients = Some(1);
    let percent = (percent > 0.0).then_some(percent);
    row.identity.target_iops = percent.map(|percent| percent * 6400.0);
    row.load_step = Some(LoadStep { curve: "rd1".into(), percent_of_maximum: percent });
    let begin_ms = 1_796_000_000_000 + run * 100_000;
    row.window = Some(Window { begin_ms, end_ms: begin_ms + 60_000, resolution_ms: 1 });
    row.latency_kind = Some(Kind::RESPONSE);
    let latency = |stat, time: f64| {
        Figure::computed(Metric::Latency, stat, time * 1e6).of_kind(Kind::RESPONSE)
    };
    row.figures = vec![
        Figure::computed(Metric::Iops, Stat::Mean, iops),
        Figure::computed(Metric::Throughput, Stat::Mean, iops * 4096.0),
        latency(Stat::Mean, milliseconds),
        latency(Stat::Max, milliseconds * 10.0),
    ];
    row
}

fn made(loads: &[Loaded], latency_threshold_ns: f64) -> Made {
    let campaign = Campaign::parse(
        "campaign.toml",
        "title = \"Curve\"\n[system]\nproduct = \"AFF A300\"\nprotocol = \"FC\"\n",
    )
    .expect("a campaign");
    let rows: Vec<Row> = (1..).zip(loads).map(|(run, load)| row(run, *load)).collect();
    let inputs = [MeasuredInput { system: 0, path: "a300".to_owned(), rows: rows.clone() }];
    let request = Request {
        campaign: &campaign,
        campaign_system: None,
        catalogue: Catalogue::built_in(),
        against: Against::Campaign,
        tolerance: DEFAULT_TOLERANCE,
        latency_threshold_ns,
    };
    let comparison = compare(&inputs, &request).expect("built-in references");
    let (findings, sources, series) = (Vec::new(), Vec::new(), Vec::new());
    Made { campaign, comparison, findings, sources, rows, series }
}

fn markdown(made: &Made) -> String {
    text(&files(made, &Templates::built_in()).expect("built-in templates"), "report.md")
}

fn data(made: &Made) -> serde_json::Value {
    let files = files(made, &Templates::built_in()).expect("built-in templates");
    serde_json::from_str(&text(&files, "report.json")).expect("JSON")
}

/// The lines of a table by the beginning of its caption.
fn table<'m>(markdown: &'m str, caption: &str) -> Vec<Vec<&'m str>> {
    let mut lines = markdown.lines().skip_while(|line| !line.starts_with(caption)).skip(4);
    let cells = |line: &'m str| line.trim_matches('|').split('|').map(str::trim).collect();
    lines.by_ref().take_while(|line| line.starts_with('|')).map(cells).collect()
}

#[test]
fn a_section_with_a_curve() {
    let text = markdown(&made(&USUAL, DEFAULT_LATENCY_THRESHOLD_NS));
    let section = text.find("## 4 KiB random").expect("its section");
    let end = text.find("## Conditions").expect("what follows");
    insta::assert_snapshot!("curve_section", &text[section..end]);
}

#[test]
fn the_data_has_the_curve_with_both_neighbours() {
    let data = data(&made(&USUAL, DEFAULT_LATENCY_THRESHOLD_NS));
    let curve = &data["curves"][0];
    assert_eq!((&curve["name"], &curve["op"]), (&"rd1".into(), &"read".into()));
    let loads = curve["loads"].as_array().expect("a list");
    let percents: Vec<Option<f64>> =
        loads.iter().map(|load| load["percent_of_maximum"].as_f64()).collect();
    assert_eq!(percents, [Some(10.0), Some(50.0), Some(80.0), Some(90.0), Some(100.0), None]);
    assert_eq!(loads[5]["is_maximum"], true);
    assert_eq!(loads[5]["points"], serde_json::json!([0]));
    assert_eq!(loads[0]["latency_max_ns"]["mean"], 2e6);
    assert_eq!(curve["peak"]["iops"], 640_000.0);
    assert_eq!(curve["peak"]["latency_mean_ns"], 6.2e6);
    let crossing = &curve["crossing"];
    assert_eq!(crossing["kind"], "interpolated");
    assert_eq!(crossing["iops"]["mean"].as_f64().map(f64::round), Some(460_000.0));
    assert_eq!(crossing["between"][0]["iops"], 440_000.0);
    assert_eq!(crossing["between"][1]["iops"], 520_000.0);
    assert_eq!(crossing["between"][1]["latency_mean_ns"], 1.6e6);
    let at = |judgement: &serde_json::Value| judgement["on_curve"]["crossing"]["kind"].clone();
    let judgements = data["judgements"].as_array().expect("a list");
    assert_eq!(judgements.len(), 3);
    assert_eq!(judgements.iter().filter(|it| at(it) == "interpolated").count(), 1);
    assert!(judgements.iter().all(|it| it["on_curve"]["curve"] == 0));
}

#[test]
fn other_thresholds_stand_in_lines_of_their_own() {
    let text = markdown(&made(&USUAL, 300_000.0));
    let lines = table(&text, "### Peak, and rate at a latency");
    let figures: Vec<[&str; 3]> =
        lines.iter().map(|cells| [cells[0], cells[3], cells[4]]).collect();
    let expected = [
        ["measured", "0.300", "≈ 192,000"],
        ["measured", "1.000", "≈ 460,000"],
        ["aff-a300/fc/4k-random-read", "1.000", "450,000 [2]"],
    ];
    assert_eq!(figures, expected);
    assert!(text.contains("The rate at a latency (here 0.3\u{A0}ms)"), "the method");
}

#[test]
fn what_was_not_measured_is_no_plain_number() {
    let never = [(10.0, 50_000.0, 0.1), (50.0, 200_000.0, 0.2), (0.0, 400_000.0, 0.5)];
    let text = markdown(&made(&never, DEFAULT_LATENCY_THRESHOLD_NS));
    let lines = table(&text, "### Peak, and rate at a latency");
    assert_eq!(lines[0][4], "≥ 400,000");
    assert!(lines[0][5].starts_with("at least: no load is above 1\u{A0}ms"), "{}", lines[0][5]);
    let verdicts = table(&text, "### Operations per second against");
    let at_1_ms = verdicts.iter().find(|cells| cells[1].ends_with("at 1\u{A0}ms"));
    let cells = at_1_ms.expect("a line");
    assert_eq!((cells[3], cells[7]), ("≥ 400,000", "◆ inconclusive"));

    let always = [(10.0, 50_000.0, 1.1), (50.0, 200_000.0, 2.0), (0.0, 300_000.0, 9.0)];
    let text = markdown(&made(&always, DEFAULT_LATENCY_THRESHOLD_NS));
    let lines = table(&text, "### Peak, and rate at a latency");
    assert_eq!(lines[0][4], "–");
    assert_eq!(lines[0][5], "below the lowest load, 50,000\u{A0}IOPS (1.1\u{A0}ms)");
}
