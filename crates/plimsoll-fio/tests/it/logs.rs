//! Logs: alone, and beside the JSON of their run.

use crate::support::{FORMS, fixture};
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, choose};
use plimsoll_schema::{Code, Kind, Metric, Op, Percentile, Row, SeriesRow, Stat};
use std::ops::ControlFlow;

/// A log fixture.
pub(crate) fn log(name: &str) -> Vec<u8> {
    fixture(&format!("log/{name}"))
}

/// What became of the files of one folder: of each claim its files, and what was read of them.
pub(crate) struct Folder {
    pub(crate) claims: Vec<(Vec<String>, String)>,
    pub(crate) kept: Vec<(Kept, Result<(), ReadError>)>,
}

impl Folder {
    /// What was read of the only claim.
    pub(crate) fn only(mut self) -> Kept {
        assert_eq!(self.claims.len(), 1, "{:?}", self.claims);
        let (kept, result) = self.kept.remove(0);
        result.expect("a log that can be read");
        kept
    }
}

/// Reads the files of a folder, interval data too.
pub(crate) fn read(files: &[(&str, &[u8])], options: &ReadOptions) -> Folder {
    let entries: Vec<Entry<'_>> =
        files.iter().map(|(name, bytes)| Entry::named(name, bytes)).collect();
    let listing = Listing { folder: "out".into(), entries: &entries };
    let (choices, findings) = choose(&listing, &FORMS, None);
    assert!(findings.is_empty(), "{findings:?}");
    let mut folder = Folder { claims: Vec::new(), kept: Vec::new() };
    for choice in choices {
        let claimed: Vec<&Entry<'_>> =
            choice.claim.entries.iter().map(|it| &entries[*it]).collect();
        let source = choice.claim.source(&listing).clone();
        let names = claimed.iter().map(|entry| entry.name.clone()).collect();
        folder.claims.push((names, source.to_string()));
        let mut kept = Kept::default();
        let result =
            FORMS[choice.reader].read(&Bundle { source, entries: claimed }, options, &mut kept);
        folder.kept.push((kept, result));
    }
    folder
}

/// Interval data is wanted, of a log of this release.
pub(crate) fn of_release(version: &str) -> ReadOptions {
    ReadOptions { series: true, fio_version: Some(version.into()), ..ReadOptions::default() }
}

pub(crate) fn series() -> ReadOptions {
    ReadOptions { series: true, ..ReadOptions::default() }
}

/// Time, value and direction of every row of a log, read the simplest way.
pub(crate) fn values(bytes: &[u8]) -> Vec<(u64, u64, usize)> {
    let number =
        |field: Option<&str>| field.and_then(|it| it.trim().parse().ok()).expect("a number");
    let row = |line: &str| {
        let mut fields = line.split(',');
        let (time, value) = (number(fields.next()), number(fields.next()));
        (time, value, number(fields.next()) as usize)
    };
    String::from_utf8_lossy(bytes).lines().map(row).collect()
}

pub(crate) fn value(row: &Row, metric: Metric, stat: Stat, kind: Option<&Kind>) -> Option<f64> {
    row.figure(metric, stat, kind).map(|figure| figure.value)
}

fn row<'k>(kept: &'k Kept, op: &Op) -> &'k Row {
    let mut rows = kept.rows.iter().filter(|row| row.identity.op.as_ref() == Some(op));
    let row = rows.next().expect("a row of the operation");
    assert!(rows.next().is_none(), "one row for each direction");
    row
}

fn codes(kept: &Kept) -> Vec<&'static str> {
    kept.findings.iter().map(|finding| finding.code.word()).collect()
}

fn is_near(one: Option<f64>, other: f64) -> bool {
    one.is_some_and(|one| (one - other).abs() <= other.abs() * 1e-9)
}

#[test]
fn a_log_of_operations_gives_what_its_lines_come_to() {
    let bytes = log("operations__fio-3.33__clat.1.log");
    let kept = read(&[("a_clat.1.log", &bytes)], &of_release("3.33")).only();
    let values = values(&bytes);
    let last = values.iter().map(|(time, ..)| *time).max().expect("rows") as f64;
    for (direction, op) in [(0, Op::READ), (1, Op::WRITE)] {
        let own: Vec<f64> =
            values.iter().filter(|it| it.2 == direction).map(|it| it.1 as f64).collect();
        let (row, clat) = (row(&kept, &op), Some(&Kind::COMPLETION));
        let count = own.len() as f64;
        assert_eq!(value(row, Metric::Operations, Stat::Sum, None), Some(count));
        assert!(is_near(value(row, Metric::Iops, Stat::Mean, None), count * 1000.0 / last));
        let mean = own.iter().sum::<f64>() / count;
        assert!(is_near(value(row, Metric::Latency, Stat::Mean, clat), mean));
        assert_eq!(
            value(row, Metric::Latency, Stat::Min, clat),
            own.iter().copied().reduce(f64::min)
        );
        assert_eq!(
            value(row, Metric::Latency, Stat::Max, clat),
            own.iter().copied().reduce(f64::max)
        );
        assert_eq!(row.identity.block_size_bytes, Some(4096));
        assert_eq!(row.latency_kind, Some(Kind::COMPLETION));
        let distribution = row.distribution.as_ref().expect("bins");
        assert_eq!(distribution.total(), own.len() as u64);
        assert!(row.figures.iter().all(|figure| figure.written.is_none()), "all are computed");
    }
    assert_eq!(kept.rows.len(), 2);
    assert!(kept.findings.is_empty(), "{:?}", kept.findings);
}

#[test]
fn rates_of_single_operations_are_never_averaged() {
    for name in ["operations__fio-3.33__iops.1.log", "operations__fio-3.33__bw.1.log"] {
        let bytes = log(name);
        let kept = read(&[(name, &bytes)], &series()).only();
        let reads = values(&bytes).iter().filter(|it| it.2 == 0).count() as f64;
        let row = row(&kept, &Op::READ);
        assert_eq!(value(row, Metric::Operations, Stat::Sum, None), Some(reads), "{name}");
        assert_eq!(value(row, Metric::Bytes, Stat::Sum, None), Some(reads * 4096.0));
        assert_eq!(value(row, Metric::Iops, Stat::Mean, Some(&Kind::SAMPLES)), None);
        assert_eq!(row.latency_kind, None);
        assert!(is_near(value(row, Metric::Iops, Stat::Mean, None), reads * 100.0), "in 10 ms");
    }
}

#[test]
fn the_unit_of_latencies_is_that_of_the_release() {
    let bytes = log("operations__fio-2.21__lat.1.log");
    let mean = |options: &ReadOptions| {
        let kept = read(&[("a_lat.1.log", &bytes)], options).only();
        let mean = value(row(&kept, &Op::READ), Metric::Latency, Stat::Mean, Some(&Kind::TOTAL));
        (mean, codes(&kept))
    };
    assert_eq!(mean(&of_release("2.21")), (Some(3000.0), vec![]));
    assert_eq!(mean(&of_release("fio-3.1")), (Some(3.0), vec![]));
    assert_eq!(mean(&series()), (None, vec!["latency-unit-unknown"]));
}

#[test]
fn columns_are_those_of_the_release_and_its_options() {
    for (name, version) in [
        ("operations-with-offset__fio-3.1__clat.1.log", "3.1"),
        ("operations-with-offset-and-priority__fio-3.33__clat.log", "3.33"),
    ] {
        let bytes = log(name);
        let kept = read(&[(name, &bytes)], &of_release(version)).only();
        let writes: Vec<u64> =
            values(&bytes).iter().filter(|it| it.2 == 1).map(|it| it.1).collect();
        let max =
            value(row(&kept, &Op::WRITE), Metric::Latency, Stat::Max, Some(&Kind::COMPLETION));
        assert_eq!(max, writes.iter().max().map(|max| *max as f64), "{name}");
    }
    let name = "averages-and-maxima__fio-3.42__clat.1.log";
    let kept = read(&[(name, &log(name))], &of_release("3.42")).only();
    let first = &kept.windows[0];
    assert_eq!((first.latency.mean_ns, first.latency.max_ns), (Some(88_868.0), Some(12_563_863.0)));
}

#[test]
fn averages_keep_their_windows_and_have_no_rate_of_operations() {
    let bytes = log("averages__fio-3.33__bw.1.log");
    let kept = read(&[("a_bw.1.log", &bytes)], &series()).only();
    let reads = row(&kept, &Op::READ);
    assert_eq!(value(reads, Metric::Iops, Stat::Mean, None), None);
    let samples = value(reads, Metric::Throughput, Stat::Max, Some(&Kind::SAMPLES));
    let greatest = values(&bytes).iter().filter(|it| it.2 == 0).map(|it| it.1).max();
    assert_eq!(samples, greatest.map(|it| it as f64 * 1024.0));
    let windows: Vec<&SeriesRow> = kept.windows.iter().filter(|it| it.op == Op::READ).collect();
    assert_eq!(windows.len(), 6);
    assert_eq!(windows[1].bytes_per_second, Some(38_637.0 * 1024.0));
    let place = |window: &SeriesRow| (window.begin_s, window.window_s);
    assert_eq!((place(windows[0]), place(windows[4])), ((0.0, 0.5), (2.0, 0.499)));
    let sum: f64 = windows.iter().filter_map(|it| Some(it.bytes_per_second? * it.window_s)).sum();
    assert!(is_near(value(reads, Metric::Throughput, Stat::Mean, None), sum / 3.0));
}

#[test]
fn missing_windows_are_gaps_and_leave_no_mean() {
    let bytes = b"500, 100, 0, 0, 0\n1000, 100, 0, 0, 0\n2500, 100, 0, 0, 0\n3000, 40, 0, 0, 0\n";
    let kept = read(&[("a_bw.1.log", bytes)], &series()).only();
    let begins: Vec<f64> = kept.windows.iter().map(|window| window.begin_s).collect();
    assert_eq!(begins, [0.0, 0.5, 2.0, 2.5]);
    assert_eq!(value(&kept.rows[0], Metric::Throughput, Stat::Mean, None), None);
    assert_eq!(codes(&kept), ["windows-missing"]);
    assert_eq!(kept.findings[0].message, "2 windows are missing");
}

#[test]
fn latencies_that_are_averages_have_no_mean_over_all() {
    let bytes = log("averages__fio-3.33__clat.1.log");
    let kept = read(&[("a_clat.1.log", &bytes)], &of_release("3.33")).only();
    let reads = row(&kept, &Op::READ);
    assert_eq!(reads.latency(Stat::Mean), None);
    assert_eq!(reads.finding_codes(), ["latency-not-averaged"]);
    assert!(value(reads, Metric::Latency, Stat::Mean, Some(&Kind::SAMPLES)).is_some());
    assert_eq!(kept.windows[0].latency.mean_ns, Some(105_142.0));
}

#[test]
fn logs_beside_their_json_give_windows_of_its_runs_and_no_rows() {
    let json = fixture("two-jobs-with-logs__fio-3.33.json");
    let alone = read(&[("logs-avg.json", &json)], &series()).only();
    let logs: Vec<(String, Vec<u8>)> = ["bw.1", "bw.2", "iops.1", "clat.1"]
        .map(|kind| {
            (format!("logs-avg_{kind}.log"), log(&format!("averages__fio-3.33__{kind}.log")))
        })
        .to_vec();
    for document in ["logs-avg.json", "result.json"] {
        let mut files: Vec<(&str, &[u8])> = vec![(document, &json)];
        files.extend(logs.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
        files.push(("logs-avg_slat.1.log", b""));
        let folder = read(&files, &series());
        assert_eq!(folder.claims[0].1, document, "the input is called after the result");
        assert_eq!(folder.claims[0].0.len(), 6);
        let kept = folder.only();
        assert_eq!(kept.rows.len(), alone.rows.len());
        for (one, other) in kept.rows.iter().zip(&alone.rows) {
            assert_eq!(
                (&one.figures, &one.identity.locator),
                (&other.figures, &other.identity.locator)
            );
        }
        let window = &kept.windows[0];
        let of_row = &kept.rows[0].identity;
        assert_eq!((&window.source, &window.run), (&of_row.source, &of_row.run));
        assert_eq!((&window.workload, &window.op), (&of_row.workload, &Op::READ));
        assert_eq!(window.bytes_per_second, Some((32_264.0 + 30_328.0) * 1024.0), "of both jobs");
        assert_eq!(window.iops, None, "of one job of two");
        assert_eq!(window.latency.mean_ns, Some(105_142.0));
        assert_eq!(codes(&kept).iter().filter(|code| **code == "logs-missing").count(), 2);
        assert_eq!(kept.windows.len(), 12, "one row for each window and operation");
        let plain = read(&files, &ReadOptions::default()).only();
        assert!(plain.windows.is_empty());
    }
}

/// A document of two jobs of one run; each has these options beside its name.
fn two_jobs(first: &str, second: &str) -> String {
    let job = |name: &str, options: &str| {
        format!(
            r#"{{"jobname" : "{name}", "groupid" : 0, "error" : 0, "job options" : {{"name" : "{name}", "rw" : "randread", "log_avg_msec" : "1000"{options}}}, "read" : {{"total_ios" : 30000, "iops" : 500, "runtime" : 60000}}}}"#
        )
    };
    format!(
        r#"{{"fio version" : "fio-3.33", "jobs" : [{}, {}]}}"#,
        job("x", first),
        job("y", second)
    )
}

/// Begins and rates of windows.
type Shown = Vec<(f64, Option<f64>)>;

/// The windows beside a document, and the codes of findings; each log has three windows.
fn windows_beside(json: &str, logs: &[&str]) -> (Shown, Vec<&'static str>) {
    let rows = b"1000, 500, 0, 0, 0\n2000, 500, 0, 0, 0\n3000, 500, 0, 0, 0\n";
    let mut files: Vec<(&str, &[u8])> = vec![("a.json", json.as_bytes())];
    files.extend(logs.iter().map(|name| (*name, rows.as_slice())));
    let kept = read(&files, &series()).only();
    let shown = kept.windows.iter().map(|window| (window.begin_s, window.iops)).collect();
    (shown, codes(&kept))
}

#[test]
fn the_rate_of_a_run_is_not_that_of_the_jobs_that_have_logs() {
    let json = two_jobs("", "");
    let (all, findings) = windows_beside(&json, &["a_iops.1.log", "a_iops.2.log"]);
    assert_eq!((all.len(), findings), (6, vec![]));
    assert!(all.iter().all(|(_, iops)| *iops == Some(500.0)), "{all:?}");
    for logs in [&["a_iops.1.log"][..], &["a_iops.1.log", "a_clat.2.log"]] {
        let (some, findings) = windows_beside(&json, logs);
        assert!(!some.is_empty() && some.iter().all(|(_, iops)| iops.is_none()), "{some:?}");
        assert!(findings.contains(&"logs-missing"), "{findings:?}");
    }
}

#[test]
fn a_log_counts_from_the_begin_of_its_job_and_windows_from_that_of_the_run() {
    let logs = ["a_iops.1.log", "a_iops.2.log"];
    let begins = |first: &str, second: &str| -> Vec<f64> {
        let (windows, _) = windows_beside(&two_jobs(first, second), &logs);
        windows.iter().map(|(begin_s, _)| *begin_s).collect()
    };
    let delay = r#", "startdelay" : "30""#;
    assert_eq!(begins("", delay), [0.0, 1.0, 2.0, 30.0, 31.0, 32.0]);
    assert_eq!(begins(delay, delay), [0.0, 1.0, 2.0, 0.0, 1.0, 2.0], "both begin together");
}

#[test]
fn jobs_that_begin_at_random_times_have_no_rate_together() {
    let json = two_jobs("", r#", "startdelay" : "5-10""#);
    let (windows, findings) = windows_beside(&json, &["a_iops.1.log", "a_iops.2.log"]);
    assert_eq!(windows.len(), 6);
    assert!(windows.iter().all(|(_, iops)| iops.is_none()), "{windows:?}");
    assert!(findings.contains(&"together-unclear"), "{findings:?}");
}

#[test]
fn release_and_options_come_from_the_json_beside_a_log() {
    let (json, lat) = (log("operations__fio-2.21.json"), log("operations__fio-2.21__lat.1.log"));
    let files: [(&str, &[u8]); 2] = [("v2_21-logs.json", &json), ("v2_21-logs_lat.1.log", &lat)];
    let kept = read(&files, &series()).only();
    let reads: Vec<f64> =
        values(&lat).iter().filter(|it| it.2 == 0).map(|it| it.1 as f64).collect();
    let mean = reads.iter().sum::<f64>() / reads.len() as f64 * 1000.0;
    assert!(is_near(kept.windows[0].latency.mean_ns, mean), "{:?}", kept.windows[0]);
    assert_eq!(kept.windows[0].operations, Some(reads.len() as u64));
}

#[test]
fn logs_of_another_run_are_inputs_of_their_own() {
    let json = fixture("two-jobs-with-logs__fio-3.33.json");
    let other = log("operations__fio-3.33__clat.1.log");
    let folder = read(&[("logs-avg.json", &json), ("else_clat.1.log", &other)], &series());
    let sources: Vec<&str> = folder.claims.iter().map(|(_, source)| source.as_str()).collect();
    assert_eq!(sources, ["logs-avg.json", "else_clat.1.log"]);
}

#[test]
fn a_log_of_no_job_belongs_to_no_run() {
    let json = fixture("two-jobs-with-logs__fio-3.33.json");
    let bytes = log("averages__fio-3.33__bw.1.log");
    let kept = read(&[("logs-avg.json", &json), ("logs-avg_bw.7.log", &bytes)], &series()).only();
    assert!(codes(&kept).contains(&"log-unplaced"));
    assert_eq!((&kept.windows[0].run, &kept.windows[0].workload), (&None, &None));
}

#[test]
fn histograms_count_every_operation() {
    let bytes = log("histogram__fio-3.33__clat-hist.1.log");
    let json = log("histogram__fio-3.33.json");
    let result = read(&[("logs-hist.json", &json)], &series()).only();
    let kept = read(&[("logs-hist_clat_hist.1.log", &bytes)], &series()).only();
    let (reads, of_json) = (row(&kept, &Op::READ), &result.rows[0]);
    let count = |row: &Row| value(row, Metric::Operations, Stat::Sum, None);
    assert_eq!(count(reads), count(of_json));
    assert_eq!(value(reads, Metric::Iops, Stat::Mean, None), None, "rows are no single operations");
    let p99 = Stat::Percentile(Percentile::P99);
    let (one, other) = (reads.latency(p99), of_json.latency(p99));
    let (one, other) = (one.expect("from bins").value, other.expect("as printed").value);
    assert!(
        (one - other).abs() <= other / 8.0,
        "{one} and {other}: both in one bin of coarseness 3"
    );
    assert_eq!((reads.latency(Stat::Min), reads.latency(Stat::Max)), (None, None));
    let windows: Vec<u64> = kept
        .windows
        .iter()
        .filter(|window| window.op == Op::READ)
        .filter_map(|window| window.operations)
        .collect();
    assert_eq!(windows, [9631, 8903, 11207]);
    let beside =
        read(&[("logs-hist.json", &json), ("logs-hist_clat_hist.1.log", &bytes)], &series());
    let beside = beside.only();
    assert_eq!(beside.windows.len(), kept.windows.len());
    assert_eq!(beside.rows.len(), result.rows.len());
}

#[test]
fn histograms_of_jobs_and_hosts_are_added_up() {
    let bytes = log("histogram__fio-3.33__clat-hist.1.log");
    let one = read(&[("a_clat_hist.1.log", &bytes)], &series()).only();
    let names = ["a_clat_hist.1.log", "a_clat_hist.2.log", "a_clat_hist.1.log.client-b"];
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, bytes.as_slice())).collect();
    let all = read(&files, &series()).only();
    assert_eq!(all.windows.len(), one.windows.len());
    for (one, all) in one.windows.iter().zip(&all.windows) {
        assert_eq!(all.operations, one.operations.map(|count| 3 * count));
        assert_eq!(all.latency.p99_ns, one.latency.p99_ns, "the same distribution three times");
    }
    let bins = |kept: &Kept| kept.rows[0].distribution.as_ref().map(|it| it.bins().count());
    assert_eq!(bins(&all), bins(&one));
    assert_eq!(all.rows[0].identity.source.as_ref(), "out");
    assert_eq!(all.rows[0].identity.jobs, Some(3));
}

#[test]
fn stray_memory_in_a_histogram_is_no_count() {
    let text = String::from_utf8(log("histogram__fio-3.33__clat-hist.1.log")).expect("ASCII");
    let stray = text.replacen(", 573, ", ", 288230376923725848, ", 1);
    assert_ne!(text, stray);
    let kept = read(&[("a_clat_hist.1.log", stray.as_bytes())], &series()).only();
    let found = kept.findings.iter().find(|finding| finding.code == Code::CountsImpossible);
    assert_eq!(found.expect("a finding").locator.as_deref(), Some("line 2"));
    let writes: Vec<Option<u64>> = kept
        .windows
        .iter()
        .filter(|window| window.op == Op::WRITE)
        .map(|window| window.operations)
        .collect();
    assert_eq!(writes, [Some(8926)]);
}

#[test]
fn a_histogram_that_counts_more_than_the_json_is_not_believed() {
    let text = String::from_utf8(log("histogram__fio-3.33__clat-hist.1.log")).expect("ASCII");
    let json = log("histogram__fio-3.33.json");
    let more = text.replacen(", 573, ", ", 57300, ", 1);
    let files: [(&str, &[u8]); 2] =
        [("logs-hist.json", &json), ("logs-hist_clat_hist.1.log", more.as_bytes())];
    let kept = read(&files, &series()).only();
    assert!(codes(&kept).contains(&"counts-impossible"));
    assert!(kept.windows.iter().all(|window| window.op == Op::READ), "writes are left out");
    assert!(!kept.windows.is_empty());
}

#[test]
fn a_log_by_another_name_is_read_where_it_was_named() {
    let bytes = log("operations__fio-3.33__clat.1.log");
    let kept = read(&[("stdin", &bytes)], &of_release("3.33")).only();
    assert_eq!(codes(&kept), ["log-kind-unknown"]);
    assert_eq!(kept.rows[0].latency_kind, None);
    assert_eq!(value(&kept.rows[0], Metric::Operations, Stat::Sum, None), Some(132.0));
}

#[test]
fn every_cut_gives_the_complete_lines() {
    for name in [
        "operations__fio-3.33__clat.1.log",
        "operations__fio-2.21__lat.1.log",
        "averages__fio-3.33__bw.1.log",
        "histogram__fio-3.33__clat-hist.1.log",
    ] {
        let bytes = log(name);
        for cut in (0..bytes.len()).step_by(97) {
            let cut = &bytes[..cut];
            let rows =
                values(&cut[..cut.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)]);
            let complete = rows.len();
            let folder = read(&[(name, cut)], &of_release("3.33"));
            if complete == 0 {
                continue;
            }
            let kept = folder.only();
            let directions: Vec<usize> =
                (0..3).filter(|it| rows.iter().any(|row| row.2 == *it)).collect();
            assert!(kept.rows.len() >= directions.len(), "{name} cut at {}", cut.len());
            let counted: f64 = kept
                .rows
                .iter()
                .filter_map(|row| value(row, Metric::Operations, Stat::Sum, None))
                .sum();
            if name.starts_with("operations") {
                let last_counts = counted as usize - complete;
                assert!(last_counts <= 1, "{name} cut at {}: {counted} of {complete}", cut.len());
            }
        }
    }
}

#[test]
fn chunks_are_not_seen() {
    // Longer than a piece, so that lines and windows cross the ends of pieces.
    let bytes = log("operations__fio-3.33__clat.1.log");
    let many: Vec<u8> = (0..200).flat_map(|_| bytes.clone()).collect();
    let entry = Entry::named("a_clat.1.log", &many);
    let mut pieces = 0;
    entry
        .chunks(256 * 1024, |_| {
            pieces += 1;
            ControlFlow::Continue(())
        })
        .expect("memory");
    assert!(pieces > 3);
    let kept = read(&[("a_clat.1.log", &many)], &of_release("3.33")).only();
    let one = read(&[("a_clat.1.log", &bytes)], &of_release("3.33")).only();
    assert_eq!(kept.windows[0].operations, one.windows[0].operations.map(|count| 200 * count));
    assert_eq!(kept.windows[0].latency.p99_ns, one.windows[0].latency.p99_ns);
}

#[test]
fn windows_that_are_late_each_time_are_not_missing() {
    // As releases of 2013 log them, with the first operation in a row of its own.
    let rows = (0..200).map(|number| format!("{}, {}, 0, 131072\n", number * 503, 100 + number));
    let text: String = rows.collect();
    let kept = read(&[("a_bw.log", text.as_bytes())], &series()).only();
    assert!(kept.findings.is_empty(), "{:?}", kept.findings);
    assert_eq!(kept.windows.len(), 199, "the first row is no window");
    let mut ends = kept.windows.iter().map(|window| window.begin_s + window.window_s);
    let mut begins = kept.windows.iter().skip(1).map(|window| window.begin_s);
    assert!(begins.all(|begin| ends.next().is_some_and(|end| (end - begin).abs() < 1e-9)));
    let mean = value(&kept.rows[0], Metric::Throughput, Stat::Mean, None);
    assert!(is_near(mean, 200.0 * 1024.0), "{mean:?}");
}
