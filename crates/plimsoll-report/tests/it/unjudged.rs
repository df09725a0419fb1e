//! Reports in which nothing is set beside published values, and those of runs that did not finish.

use crate::comparison::{Made, files, text};
use plimsoll_campaign::Campaign;
use plimsoll_compare::{
    Against, DEFAULT_LATENCY_THRESHOLD_NS, DEFAULT_TOLERANCE, MeasuredInput, Request, compare,
};
use plimsoll_reference::Catalogue;
use plimsoll_report::{ReadSource, RunSeries, Templates};
use plimsoll_schema::{
    Code, Figure, Finding, Identity, Kind, LoadStep, MeasuredLevel, Metric, Op, Origin, Pattern,
    Row, SeriesRow, SourceRecord, Stat, Window, WindowLatency,
};
use std::sync::Arc;

const BEGIN_MS: i64 = 1_796_000_000_000;

/// The total of a pure read run of vdbench, which alone tells the throughput, and the row of its reads.
fn read_run(run: i64, iops: f64, milliseconds: f64) -> [Row; 2] {
    let mut total = Row::new(Identity::new("out".into(), format!("line {run}"), Origin::Measured));
    total.identity.tool = Some("vdbench".into());
    total.identity.run = Some(format!("out#{run}").into());
    total.identity.level = MeasuredLevel::Run;
    total.identity.workload = Some(format!("rd{run}").into());
    total.identity.op = Some(Op::TOTAL);
    total.identity.pattern = Some(Pattern::Random);
    total.identity.read_percent = Some(100.0);
    total.identity.block_size_bytes = Some(65536);
    total.identity.jobs = Some(2);
    let begin_ms = BEGIN_MS + run * 60_000;
    total.identity.started_at = jiff::Timestamp::from_millisecond(begin_ms).ok();
    total.window = Some(Window { begin_ms, end_ms: begin_ms + 10_000, resolution_ms: 1 });
    total.latency_kind = Some(Kind::RESPONSE);
    total.figures = vec![
        Figure::computed(Metric::Iops, Stat::Mean, iops),
        Figure::computed(Metric::Latency, Stat::Mean, milliseconds * 1e6).of_kind(Kind::RESPONSE),
    ];
    let mut read = total.clone();
    read.identity.op = Some(Op::READ);
    total.figures.push(Figure::computed(Metric::Throughput, Stat::Mean, iops * 65536.0));
    [total, read]
}

/// The same of a load curve; 0 per cent is the run without a limit.
fn load(run: i64, percent: f64, iops: f64, milliseconds: f64) -> [Row; 2] {
    read_run(run, iops, milliseconds).map(|mut row| {
        let percent = (percent > 0.0).then_some(percent);
        row.identity.workload = Some(match percent {
            Some(percent) => format!("rd1_({percent}%)").into(),
            None => "rd1".into(),
        });
        row.load_step = Some(LoadStep { curve: "rd1".into(), percent_of_maximum: percent });
        row
    })
}

fn curve() -> Vec<Row> {
    let loads = [
        (0.0, 58_700.0, 3.1),
        (10.0, 5_887.0, 0.3),
        (50.0, 29_743.0, 0.4),
        (70.0, 41_040.0, 0.5),
        (80.0, 46_880.0, 0.6),
        (90.0, 52_963.0, 0.8),
        (100.0, 48_668.0, 3.0),
    ];
    (1..)
        .zip(loads)
        .flat_map(|(run, (percent, iops, time))| load(run, percent, iops, time))
        .collect()
}

/// A run that began and has no figures, with what became of it.
fn without_figures(run: i64, findings: &[Arc<Finding>]) -> Row {
    let [mut row, _] = read_run(run, 0.0, 0.0);
    (row.figures, row.window, row.latency_kind) = (Vec::new(), None, None);
    row.findings = findings.to_vec();
    row
}

fn made(rows: Vec<Row>, findings: Vec<Arc<Finding>>) -> Made {
    made_against(rows, findings, Against::Campaign)
}

fn made_against(rows: Vec<Row>, findings: Vec<Arc<Finding>>, against: Against) -> Made {
    let campaign =
        Campaign::parse("campaign.toml", "title = \"Trial\"\n[system]\nprotocol = \"FC\"\n")
            .expect("a campaign");
    let inputs = [MeasuredInput { system: 0, path: "out".to_owned(), rows: rows.clone() }];
    let request = Request {
        campaign: &campaign,
        campaign_system: None,
        catalogue: Catalogue::built_in(),
        against,
        tolerance: DEFAULT_TOLERANCE,
        latency_threshold_ns: DEFAULT_LATENCY_THRESHOLD_NS,
    };
    let comparison = compare(&inputs, &request).expect("built-in references");
    let file = |name: &str| ReadSource {
        input: "out".into(),
        record: SourceRecord {
            source: format!("out/{name}"),
            size_bytes: 9933,
            sha256: "0123456789abcdef".into(),
        },
        format: Some("vdbench output"),
        tool: Some("vdbench 5.04.07".to_owned()),
        window: rows[0].window,
    };
    let sources = vec![file("flatfile.html"), file("summary.html")];
    Made { campaign, comparison, findings, sources, rows, series: Vec::new() }
}

fn markdown(made: &Made) -> String {
    text(&files(made, &Templates::built_in()).expect("built-in templates"), "report.md")
}

/// The lines between the date and the facts.
fn page_1(markdown: &str) -> Vec<&str> {
    let lines = markdown.lines().skip_while(|line| !line.starts_with("Date:")).skip(1);
    lines.take_while(|line| !line.starts_with("| |")).filter(|line| !line.is_empty()).collect()
}

#[test]
fn without_references_the_headline_says_what_was_measured() {
    let text = markdown(&made(curve(), Vec::new()));
    // 52,963 IOPS were done at 0.8 ms, and the next load did less at 3 ms: no more was reached within 1 ms.
    let expected = "**64 KiB random read: peak 58,700\u{a0}IOPS at 3.1\u{a0}ms; 52,963\u{a0}IOPS \
                    within 1\u{a0}ms**";
    assert_eq!(page_1(&text), [expected]);
    assert!(!text.contains("published"), "nothing was asked for: {text}");
}

#[test]
fn without_a_curve_the_headline_has_the_greatest_rate_of_each_workload() {
    let mut rows: Vec<Row> =
        (1..).zip([900.0, 1600.0]).flat_map(|(run, it)| read_run(run, it, 0.5)).collect();
    let mut other = read_run(3, 2000.0, 0.25);
    for row in &mut other {
        row.identity.pattern = Some(Pattern::Sequential);
        row.identity.block_size_bytes = Some(4096);
    }
    rows.extend(other);
    let expected = [
        "**64 KiB random read: 100\u{a0}MiB/s, 1,600\u{a0}IOPS at 0.5\u{a0}ms**",
        "**4 KiB sequential read: 125\u{a0}MiB/s, 2,000\u{a0}IOPS at 0.25\u{a0}ms**",
    ];
    assert_eq!(page_1(&markdown(&made(rows, Vec::new()))), expected);
}

fn failures() -> Vec<Arc<Finding>> {
    [
        (Code::AverageMissing, "rd2 started and has no average: there are 3 intervals of it"),
        (Code::JobFailed, "5 operations were logged as failed, the first: No space left on device"),
        (Code::RunAborted, "vdbench gave up before the end: 'data_errors=5' requested."),
    ]
    .map(|(code, message)| Arc::new(Finding::new(code, "out", message)))
    .to_vec()
}

fn aborted() -> Made {
    let mut rows = read_run(1, 1600.0, 0.5).to_vec();
    let failures = failures();
    rows.push(without_figures(2, &failures));
    made(rows, failures)
}

#[test]
fn a_run_that_did_not_finish_is_told_on_page_1_causes_first() {
    let text = markdown(&aborted());
    let warning = "> 1 of 2 points has no figures: vdbench gave up before the end: 'data_errors=5' \
                   requested; 5 operations were logged as failed, the first: No space left on device \
                   (notes 1 to 3).";
    assert_eq!(page_1(&text)[1..], [warning]);
    let mut all = vec![without_figures(1, &failures()[..1])];
    all.push(without_figures(2, &failures()[..1]));
    let text = markdown(&made(all, Vec::new()));
    assert_eq!(
        page_1(&text),
        [
            "**No run has figures.**",
            "> None of the 2 points has figures: rd2 started and has no average: there are 3 intervals \
             of it (note 1).",
        ]
    );
}

#[test]
fn a_failure_beside_figures_is_told_in_its_own_words() {
    let mut rows = read_run(1, 1600.0, 0.5).to_vec();
    let failed = Arc::clone(&failures()[1]);
    for row in &mut rows {
        row.findings.push(Arc::clone(&failed));
    }
    let text = markdown(&made(rows, vec![failed]));
    let warning = "> Failed: 5 operations were logged as failed, the first: No space left on device (note 1).";
    assert_eq!(page_1(&text)[1..], [warning]);
}

#[test]
fn the_time_of_the_measurements_covers_runs_without_figures() {
    let fact = |made: &Made| {
        let text = markdown(made);
        let line = text.lines().find(|line| line.starts_with("| Measured |")).expect("a fact");
        line.trim_matches(['|', ' ']).trim_start_matches("Measured | ").to_owned()
    };
    // The first began at 00:54:20 and lasted 10 s, the second at 00:55:20.
    let mut made = aborted();
    assert_eq!(fact(&made), "2026-11-30, 00:54:20 to 00:55:20 UTC or later");
    let window = SeriesRow {
        source: "out".into(),
        run: Some("out#2".into()),
        workload: Some("rd2".into()),
        op: Op::TOTAL,
        is_measured: false,
        begin_s: 2.0,
        window_s: 1.0,
        operations: None,
        iops: Some(100.0),
        bytes_per_second: None,
        latency: WindowLatency::default(),
    };
    made.series = RunSeries::of(&[window]);
    assert_eq!(fact(&made), "2026-11-30, 00:54:20 to 00:55:23 UTC", "its windows end after 3 s");
}

#[test]
fn a_throughput_of_the_total_is_marked_as_one() {
    let text = markdown(&made(read_run(1, 1600.0, 0.5).to_vec(), Vec::new()));
    let head = text.lines().find(|line| line.starts_with("| Job |")).expect("a table");
    assert!(
        head.contains("| Threads |") && head.contains("| Throughput\u{a0}\\*, MiB/s |"),
        "{head}"
    );
    assert!(!head.contains("percentile") && !head.contains("Depth"), "no row has one: {head}");
    assert!(text.contains("\n\\* Taken from the total of the run"), "{text}");
    let mut own = read_run(1, 1600.0, 0.5);
    own[1].figures.push(Figure::computed(Metric::Throughput, Stat::Mean, 1600.0 * 65536.0));
    assert!(!markdown(&made(own.to_vec(), Vec::new())).contains("Taken from the total"));
}

#[test]
fn files_of_an_input_stand_below_it() {
    let text = markdown(&made(read_run(1, 1600.0, 0.5).to_vec(), Vec::new()));
    let sources = &text[text.find("## Sources").expect("sources")..];
    let lines: Vec<&str> = sources.lines().filter(|line| line.starts_with('|')).skip(2).collect();
    let expected = [
        "| **out**: vdbench 5.04.07 · 2026-11-30 00:54:20 UTC · 10.0 s · 64 KiB random, 100\u{a0}% reads | | |",
        "| flatfile.html | 9,933 | 0123456789abcdef |",
        "| summary.html | 9,933 | 0123456789abcdef |",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_line_that_bends_back_is_explained_and_the_chart_names_its_loads() {
    let made = made(curve(), Vec::new());
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    assert!(text(&files, "report.md").contains(
        "\nThe line bends back where more was asked for and less was done: 48,668\u{a0}IOPS at \
         100\u{a0}% after 52,963\u{a0}IOPS at 90\u{a0}%.\n"
    ));
    let svg = text(&files, "charts/64-kib-random-curve.svg");
    for load in ["10", "50", "70", "80", "100"] {
        assert!(svg.contains(&format!(">{load}\u{a0}%</text>")), "{load}: {svg}");
    }
}

#[test]
fn peak_and_neighbours_of_the_threshold_are_drawn_over_time_in_the_order_of_load() {
    let windows: Vec<SeriesRow> = curve()
        .iter()
        .flat_map(|row| [0.0, 1.0, 2.0].map(|begin_s| (row, begin_s)))
        .map(|(row, begin_s)| SeriesRow {
            source: "out".into(),
            run: row.identity.run.clone(),
            workload: row.identity.workload.clone(),
            op: row.identity.op.clone().expect("an operation"),
            is_measured: true,
            begin_s,
            window_s: 1.0,
            operations: None,
            iops: Some(100.0),
            bytes_per_second: Some(6_553_600.0),
            latency: WindowLatency { mean_ns: Some(1e6), ..WindowLatency::default() },
        })
        .collect();
    let made = Made { series: RunSeries::of(&windows), ..made(curve(), Vec::new()) };
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    let titles = [
        "10\u{a0}%",
        "70\u{a0}%",
        "80\u{a0}%",
        "90\u{a0}%: last within 1\u{a0}ms",
        "100\u{a0}%: first above 1\u{a0}ms",
        "maximum: peak",
    ];
    for (number, title) in (1..).zip(titles) {
        let svg = text(&files, &format!("charts/64-kib-random-time-{number}.svg"));
        let title = title.replace('%', "% of the maximum");
        assert!(svg.contains(&format!(">{title}</text>")), "{number} is not {title}: {svg}");
        assert!(svg.contains(">IOPS</text>"), "the rate of a curve");
    }
    assert!(
        text(&files, "report.md")
            .contains("### Operations per second and mean latency over time, 6 of 7 points\n")
    );
}

#[test]
fn what_was_found_in_comparing_is_named() {
    let against = Against::Named(vec![
        "aff-a300/fc/4k-random-read".into(),
        "aff-a300/fc/4k-random-write".into(),
    ]);
    let made = made_against(curve(), Vec::new(), against);
    let text = markdown(&made);
    let page_1 = page_1(&text);
    assert_eq!(page_1[0], "**Nothing that was measured corresponds to a published value.**");
    let warning = "> 2 references have no counterpart in what was measured (notes 1 and 2).";
    assert_eq!(page_1[1..], [warning]);
    assert!(!text.contains("reference show"), "the command line is not the reader's");
}

#[test]
fn published_values_far_above_are_not_drawn_and_the_chart_says_so() {
    let mut rows = Vec::new();
    for (run, share) in (1..).zip([100.0, 50.0]) {
        for mut row in read_run(run, 300.0, 0.5) {
            row.identity.block_size_bytes = Some(4096);
            row.identity.read_percent = Some(share);
            rows.push(row);
        }
    }
    let against = Against::Named(vec!["aff-a300/fc/4k-random-read".into()]);
    let made = made_against(rows, Vec::new(), against);
    assert!(!made.comparison.judgements.is_empty(), "one of them is a pure read");
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    let svg = text(&files, "charts/4-kib-random-read-share.svg");
    assert!(svg.contains(">read, measured</text>") && !svg.contains("published"), "{svg}");
    assert!(
        text(&files, "report.md").contains("2 published values are more than 20 times as great")
    );
}

#[test]
fn loads_published_at_one_share_are_not_joined() {
    let mut rows = Vec::new();
    for (run, share, iops) in [(1, 100.0, 500_000.0), (2, 50.0, 300_000.0)] {
        for mut row in read_run(run, iops, 0.5) {
            row.identity.block_size_bytes = Some(4096);
            row.identity.read_percent = Some(share);
            rows.push(row);
        }
    }
    let against = Against::Named(vec!["aff-a300/fc/4k-random-read".into()]);
    let made = made_against(rows, Vec::new(), against);
    let files = files(&made, &Templates::built_in()).expect("built-in templates");
    let svg = text(&files, "charts/4-kib-random-read-share.svg");
    for label in ["read, published below 1 ms", "read, published peak"] {
        assert_eq!(svg.matches(&format!(">{label}</text>")).count(), 1, "{svg}");
    }
    assert!(!svg.contains("stroke-dasharray=\"5 3\""), "no line from one load to the other");
}
