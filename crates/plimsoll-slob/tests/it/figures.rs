//! What the run folders say, figure by figure.

use crate::support::{File, assert_shows, folder, read, shown, without};
use plimsoll_schema::{Metric, Op, Pattern};

#[test]
fn a_run_is_read_from_its_html_report_with_its_settings() {
    let outcome = read(&folder("awr__slob-2.5.4"));
    assert_eq!(outcome.kept.rows.len(), 3);
    for row in &outcome.kept.rows {
        let identity = &row.identity;
        assert_eq!(identity.tool.as_deref(), Some("slob"));
        assert_eq!(identity.tool_version.as_deref(), Some("2.5.4.0"));
        assert_eq!((identity.jobs, identity.clients), (Some(16), Some(1)));
        assert_eq!((identity.read_percent, identity.pattern), (Some(80.0), Some(Pattern::Random)));
        assert_eq!(identity.duration_s, Some(64.0));
        assert!(identity.locator.starts_with("awr.html line "), "{}", identity.locator);
        assert_eq!(identity.parameters_text().as_deref(), Some("scale=80M work_unit=64"));
    }
    let (read_row, write) = (outcome.run(&Op::READ), outcome.run(&Op::WRITE));
    assert_shows(read_row, Metric::Iops, 19_784.58);
    assert_shows(read_row, Metric::Throughput, 162_238_842.87);
    assert_shows(read_row, Metric::Latency, 613_050.0);
    assert_shows(write, Metric::Iops, 7_221.56);
    assert_eq!(shown(write, Metric::Latency), None);
    assert_shows(outcome.run(&Op::TOTAL), Metric::Transactions, 66.58);
    assert_eq!(read_row.identity.block_size_bytes, Some(8192));
    assert_eq!(write.identity.block_size_bytes, None);
    assert!(outcome.codes().is_empty(), "{:?}", outcome.codes());
}

#[test]
fn of_several_reports_of_a_run_the_best_one_counts() {
    let files = folder("cluster-and-instance__slob-2.1");
    let of_what = |files: &[File]| {
        let outcome = read(files);
        outcome.run(&Op::READ).identity.locator.split(' ').next().map(str::to_owned)
    };
    assert_eq!(of_what(&files).as_deref(), Some("awr.html"));
    assert_eq!(of_what(&without(&files, &["awr.html"])).as_deref(), Some("awr.txt"));
    assert_eq!(
        of_what(&without(&files, &["awr.html", "awr.txt"])).as_deref(),
        Some("awr-rac.html")
    );
    // A report that was cut comes after one that is whole.
    let mut cut = files;
    let html = cut.iter_mut().find(|file| file.name == "awr.html").expect("the report");
    html.bytes.truncate(html.bytes.len() * 2 / 3);
    assert_eq!(of_what(&cut).as_deref(), Some("awr.txt"));
}

#[test]
fn an_old_run_is_known_by_its_call() {
    let outcome = read(&folder("cluster-and-instance__slob-2.1"));
    let row = outcome.run(&Op::READ);
    assert_eq!((row.identity.jobs, &row.identity.tool_version), (Some(128), &None));
    assert_shows(row, Metric::Iops, 60_084.4);
    assert_shows(row, Metric::Latency, 27_369e9 / 18_189_135.0);
}

#[test]
fn sessions_are_schemas_times_threads() {
    let outcome = read(&folder("statspack-german-host__slob-2.5.4"));
    let row = outcome.run(&Op::READ);
    assert_eq!((row.identity.jobs, row.identity.read_percent), (Some(24), Some(90.0)));
    assert_shows(row, Metric::Iops, 13_875.0);
    assert_shows(outcome.run(&Op::WRITE), Metric::Iops, 2_674.7);
}

#[test]
fn an_interval_longer_than_the_run_is_told() {
    let outcome = read(&folder("long-interval__slob-2.5.4"));
    assert_eq!(outcome.codes(), ["interval-longer-than-run"]);
    assert_eq!(outcome.run(&Op::TOTAL).finding_codes(), ["interval-longer-than-run"]);
    assert_eq!(outcome.run(&Op::TOTAL).identity.duration_s, Some(366.0));
    assert_shows(outcome.run(&Op::READ), Metric::Iops, 24_550.8);
}

#[test]
fn a_series_has_a_run_for_each_number_of_sessions() {
    let outcome = read(&folder("series__slob-2.5.4"));
    let reads: Vec<(Option<u64>, Option<f64>)> = outcome
        .runs(&Op::READ)
        .iter()
        .map(|row| (row.identity.jobs, shown(row, Metric::Iops)))
        .collect();
    assert_eq!(
        reads,
        [(Some(16), Some(22_546.4)), (Some(32), Some(40_569.8)), (Some(8), Some(11_622.9))]
    );
    let runs: Vec<String> = outcome
        .runs(&Op::TOTAL)
        .iter()
        .filter_map(|row| row.identity.run.as_deref().map(str::to_owned))
        .collect();
    assert_eq!(runs, ["run#1", "run#2", "run#3"]);
}

#[test]
fn a_console_text_without_number_belongs_to_no_run_of_a_series() {
    let mut files = folder("series__slob-2.5.4");
    files.push(File::new(
        "console.txt",
        "$ sh ./runit.sh -s 99 -t 1\nNOTIFY  : x\nUPDATE_PCT: 50\t\n",
    ));
    files.push(File::new(
        "console.txt.8",
        "$ sh ./runit.sh -s 4 -t 2\nNOTIFY  : x\nUPDATE_PCT: 30\t\n",
    ));
    let outcome = read(&files);
    let told: Vec<(Option<u64>, Option<f64>)> = outcome
        .runs(&Op::READ)
        .iter()
        .map(|row| (row.identity.jobs, row.identity.read_percent))
        .collect();
    assert_eq!(told, [(Some(16), Some(80.0)), (Some(32), Some(80.0)), (Some(8), Some(70.0))]);
    assert_eq!(outcome.codes(), ["files-disagree"]);
}

#[test]
fn one_damaged_report_of_a_series_leaves_the_others() {
    let mut files = folder("series__slob-2.5.4");
    let report = files.iter_mut().find(|file| file.name == "awr.txt.32").expect("a report");
    report.bytes.truncate(900);
    let outcome = read(&files);
    assert_eq!(outcome.runs(&Op::READ).len(), 2);
    assert!(
        outcome.errors.is_empty() && outcome.codes().contains(&"document-damaged"),
        "{:?}",
        outcome.codes()
    );
}

#[test]
fn without_a_report_the_host_s_log_counts() {
    let outcome = read(&folder("without-report__slob-2.5.4"));
    let row = outcome.run(&Op::READ);
    assert_eq!(row.identity.tool.as_deref(), Some("slob"));
    assert_eq!((row.identity.jobs, row.identity.read_percent), (Some(16), Some(80.0)));
    assert_eq!(row.identity.duration_s, Some(60.0));
    assert_shows(row, Metric::Iops, 12_456.254);
    assert_shows(outcome.run(&Op::WRITE), Metric::Iops, 4_536.018);
    assert_eq!(outcome.codes(), ["file-missing"]);
    assert_eq!(row.finding_codes(), ["file-missing"]);
}

#[test]
fn scans_make_a_mixed_pattern_without_one_block_size() {
    let mut files = folder("awr__slob-2.5.4");
    for file in &mut files {
        if matches!(file.name.as_str(), "console.txt" | "slob.conf") {
            let text = file
                .text()
                .replace("SCAN_PCT: 0", "SCAN_PCT: 10")
                .replace("SCAN_PCT=0", "SCAN_PCT=10");
            file.bytes = text.into_bytes();
        }
    }
    let outcome = read(&files);
    let identity = &outcome.run(&Op::READ).identity;
    assert_eq!((identity.pattern, identity.block_size_bytes), (Some(Pattern::Mixed), None));
}

#[test]
fn logs_of_several_numbers_of_sessions_are_several_runs() {
    let mut files = folder("without-report__slob-2.5.4");
    files.retain(|file| file.name != "console.txt");
    let log = files.iter_mut().find(|file| file.name == "iostat.out").expect("the log");
    log.name = "iostat.out.8".to_owned();
    let mut other = log.clone();
    other.name = "iostat.out.16".to_owned();
    files.push(other);
    let outcome = read(&files);
    let runs: Vec<(Option<u64>, Option<f64>)> = outcome
        .runs(&Op::READ)
        .iter()
        .map(|row| (row.identity.jobs, row.identity.duration_s))
        .collect();
    assert_eq!(runs, [(Some(8), Some(60.0)), (Some(16), Some(60.0))]);
}

#[test]
fn what_is_left_of_a_damaged_report_is_no_second_run() {
    let mut files = folder("awr__slob-2.5.4");
    let html = files.iter_mut().find(|file| file.name == "awr.html").expect("the report");
    html.bytes.truncate(900);
    let outcome = read(&files);
    let row = outcome.run(&Op::READ);
    assert_eq!((row.identity.jobs, row.identity.read_percent), (Some(16), Some(80.0)));
    assert_shows(row, Metric::Iops, 19_784.6);
    assert_eq!(outcome.codes(), ["document-damaged"]);
}
