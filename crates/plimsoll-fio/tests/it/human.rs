//! The report for people against its text.

use crate::support::{figures_of_jobs, fixture, fixtures, read_as, rows_of};
use plimsoll_fio::FioHuman;
use plimsoll_schema::{Kind, MeasuredLevel, Metric, Op, Pattern, Percentile, Row, Stat};
use proptest::prelude::*;

fn rows(name: &str, level: MeasuredLevel) -> Vec<Row> {
    let rows = rows_of(&format!("human/{name}"));
    rows.into_iter().filter(|row| row.identity.level == level).collect()
}

/// The job row of an operation, and all its details.
fn job(name: &str, op: &Op) -> Row {
    let mut jobs = rows(name, MeasuredLevel::Job).into_iter();
    jobs.find(|row| row.identity.op.as_ref() == Some(op)).expect("a row of that operation")
}

fn mean(row: &Row, metric: Metric) -> Option<(f64, &str)> {
    let figure = row.figure(metric, Stat::Mean, None)?;
    Some((figure.value, figure.written.as_deref().unwrap_or_default()))
}

#[test]
fn every_number_that_was_written_is_in_the_report() {
    let mut seen = 0;
    for path in std::fs::read_dir(fixtures().join("human")).expect("a folder") {
        let name = path.expect("an entry").file_name().into_string().expect("a name in UTF-8");
        let text = String::from_utf8(fixture(&format!("human/{name}"))).expect("UTF-8");
        for row in rows(&name, MeasuredLevel::Job) {
            for figure in &row.figures {
                let written = figure.written.as_deref().expect("a job row computes nothing");
                assert!(text.contains(written), "{name}: {written}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen} figures");
}

#[test]
fn rates_and_bandwidths_by_their_prefixes() {
    for (name, op, iops, bandwidth) in [
        (
            "randrw__fio-2.0.15.txt",
            Op::READ,
            (147_043.0, "147043"),
            (588_175.0 * 1024.0, "588175KB/s"),
        ),
        (
            "named-json__fio-2.2.10.json",
            Op::READ,
            (611_027.0, "611027"),
            (2386.9 * 1_048_576.0, "2386.9MB/s"),
        ),
        ("randrw__fio-3.33.txt", Op::WRITE, (8528.0, "8528"), (33.3 * 1_048_576.0, "33.3MiB/s")),
        ("kb-base-1000__fio-3.33.txt", Op::READ, (13_600.0, "13.6k"), (55_600_000.0, "55.6MB/s")),
        (
            "nine-significant-figures__fio-3.33.txt",
            Op::READ,
            (8973.0, "8973"),
            (36_753_518.0, "36753518B/s"),
        ),
        (
            "unit-base-1__fio-3.33.txt",
            Op::READ,
            (11_700.0, "11.7k"),
            (366.0 * 131_072.0, "366Mibit/s"),
        ),
    ] {
        let row = job(name, &op);
        assert_eq!(mean(&row, Metric::Iops), Some(iops), "{name}");
        let (value, written) = mean(&row, Metric::Throughput).expect("a bandwidth");
        assert_eq!(written, bandwidth.1, "{name}");
        assert!((value - bandwidth.0).abs() < 1e-6, "{name}: {value}");
    }
}

#[test]
fn units_are_those_of_each_line() {
    let jobs = rows("several-block-sizes__fio-3.33.txt", MeasuredLevel::Job);
    let of = |workload: &str, op: &Op| {
        let is_wanted = |row: &&Row| {
            row.identity.workload.as_deref() == Some(workload)
                && row.identity.op.as_ref() == Some(op)
        };
        jobs.iter().find(is_wanted).expect("a row")
    };
    // Latency in nanoseconds with a prefix, percentiles in microseconds.
    let split = of("split", &Op::READ);
    let latency = |row: &Row, stat| row.latency(stat).map(|figure| figure.value);
    assert_eq!(latency(split, Stat::Max), Some(9_600_800.0));
    assert_eq!(latency(split, Stat::Percentile(Percentile::P99)), Some(1_287_000.0));
    assert_eq!(latency(split, Stat::Percentile(Percentile::P9999)), Some(9_634_000.0));
    assert_eq!(latency(of("rand4k", &Op::READ), Stat::Mean), Some(81_570.0));
    // Sampled bandwidths in MiB/s for one job, in KiB/s for the others.
    let sampled = |row: &Row| {
        row.figure(Metric::Throughput, Stat::Mean, Some(&Kind::SAMPLES)).map(|figure| figure.value)
    };
    assert_eq!(sampled(of("seq128k", &Op::WRITE)), Some(3819.4 * 1_048_576.0));
    assert_eq!(sampled(of("rand4k", &Op::READ)), Some(46_562.0 * 1024.0));
}

#[test]
fn conditions_come_from_the_line_that_announces_the_job() {
    let jobs = rows("several-block-sizes__fio-3.33.txt", MeasuredLevel::Job);
    let sizes: Vec<_> = jobs
        .iter()
        .filter(|row| !row.long_shape_only)
        .map(|row| {
            (row.identity.workload.as_deref().unwrap_or_default(), row.identity.block_size_bytes)
        })
        .collect();
    let expected = [
        ("rand4k", Some(4096)),
        ("seq128k", Some(131_072)),
        ("split", None),
        ("split", None),
        ("range", None),
        ("range", None),
        ("bs-rw-differ", Some(8192)),
        ("bs-rw-differ", Some(32_768)),
    ];
    assert_eq!(sizes, expected);
    let rounded = job("kb-base-1000-64k__fio-3.33.txt", &Op::READ);
    assert_eq!(rounded.identity.block_size_bytes, Some(65_536), "printed as 65.5kB");
    assert_eq!(rounded.identity.pattern, Some(Pattern::Random));
}

#[test]
fn an_entry_of_several_sections_has_what_they_share() {
    let row = job("grouped-over-sections__fio-3.33.txt", &Op::WRITE);
    let identity = &row.identity;
    assert_eq!((identity.jobs, identity.block_size_bytes, identity.pattern), (Some(3), None, None));
    assert_eq!(identity.queue_depth, Some(1));
    assert_eq!(identity.read_percent, None, "one reads, the others write");
}

#[test]
fn operations_errors_and_fsync_are_counted() {
    let write = job("fsync__fio-3.33.txt", &Op::WRITE);
    let count = |row: &Row, metric| row.figure(metric, Stat::Sum, None).map(|figure| figure.value);
    assert_eq!(count(&write, Metric::Operations), Some(3024.0));
    assert_eq!(write.latency(Stat::Mean).map(|it| it.value), Some(4828.34));
    let sync = job("fsync__fio-3.33.txt", &Op::SYNC);
    assert!(sync.long_shape_only);
    assert_eq!(sync.identity.locator, "line 19");
    let latency = sync.figure(Metric::Latency, Stat::Mean, Some(&Kind::TOTAL));
    assert_eq!(latency.map(|it| it.value), Some(2_598_630.0));
    let failed = job("no-space-left__fio-3.33.txt", &Op::WRITE);
    assert!(failed.finding_codes().contains(&"job-failed"));
    assert_eq!(count(&failed, Metric::Errors), None, "28 is an errno");
}

#[test]
fn of_a_mix_beside_its_parts_only_latencies_are_told() {
    let total = job("unified-reporting-both__fio-3.33.txt", &Op::TOTAL);
    assert_eq!(mean(&total, Metric::Iops), None);
    assert_eq!(total.latency(Stat::Mean).map(|it| it.value), Some(28_119.13));
    let only = job("unified-reporting-mixed__fio-3.33.txt", &Op::TOTAL);
    assert_eq!(mean(&only, Metric::Iops), Some((20_800.0, "20.8k")));
    assert_eq!(only.figure(Metric::Operations, Stat::Sum, None).map(|it| it.value), Some(20_824.0));
}

#[test]
fn latencies_by_priority_are_not_those_of_all() {
    let read = job("two-priorities__fio-3.33.txt", &Op::READ);
    let percentile = |stat| read.latency(Stat::Percentile(stat)).map(|it| it.value);
    assert_eq!(percentile(Percentile::P99), Some(3_654_000.0));
    let all = read.figures.iter().filter(|it| matches!(it.stat, Stat::Percentile(_)));
    assert_eq!(all.count(), 17);
}

#[test]
fn latency_that_was_not_measured_is_absent() {
    let read = job("latency-switched-off__fio-3.33.txt", &Op::READ);
    assert_eq!(read.latency_kind, None);
    assert!(mean(&read, Metric::Iops).is_some());
    let missed = job("steady-state-missed__fio-3.33.txt", &Op::READ);
    assert!(missed.finding_codes().contains(&"steady-state-missed"));
}

#[test]
fn of_the_states_of_a_run_the_last_one_counts_and_of_several_runs_all() {
    let run_count = |name| {
        let mut runs: Vec<_> =
            rows(name, MeasuredLevel::Run).into_iter().map(|row| row.identity.run).collect();
        runs.dedup();
        runs.len()
    };
    assert_eq!(run_count("status-interval__fio-3.33.txt"), 1);
    let read = job("status-interval__fio-3.33.txt", &Op::READ);
    assert_eq!(read.figure(Metric::Operations, Stat::Sum, None).map(|it| it.value), Some(48_177.0));
    assert_eq!(run_count("three-runs-in-one-file__fio-3.33.txt"), 3);
}

#[test]
fn clients_are_one_run_and_their_summary_is_no_row() {
    let name = "client-server-two-servers__fio-3.33.txt";
    let jobs: Vec<_> =
        rows(name, MeasuredLevel::Job).into_iter().filter(|row| !row.long_shape_only).collect();
    assert_eq!(jobs.len(), 6);
    assert!(jobs.iter().all(|row| row.identity.workload.as_deref() != Some("All clients")));
    let runs = rows(name, MeasuredLevel::Run);
    assert_eq!(mean(&runs[0], Metric::Iops).map(|(value, _)| value), Some(9099.0 + 9118.0));
    assert_eq!(runs[0].identity.clients, Some(1), "two servers on one host");
}

#[test]
fn every_row_says_that_it_was_rounded() {
    for row in rows("randrw__fio-3.33.txt", MeasuredLevel::Run) {
        assert_eq!(row.finding_codes(), ["rounded-in-source"]);
    }
}

#[test]
fn a_cut_report_gives_the_figures_of_the_whole_or_none() {
    for path in std::fs::read_dir(fixtures().join("human")).expect("a folder") {
        let name = path.expect("an entry").file_name().into_string().expect("a name in UTF-8");
        let bytes = fixture(&format!("human/{name}"));
        let whole = read_as(&FioHuman, &name, &bytes);
        let has_states = whole.codes().contains(&"document-superseded");
        let expected = figures_of_jobs(&whole);
        for cut in (0..bytes.len()).step_by(97) {
            let outcome = read_as(&FioHuman, &name, &bytes[..cut]);
            if outcome.result.is_err() {
                continue;
            }
            for row in figures_of_jobs(&outcome) {
                assert!(has_states || expected.contains(&row), "{name} cut at {cut}: {}", row.0);
            }
        }
    }
}

#[test]
fn what_a_cut_report_has_is_not_added_up() {
    let text = String::from_utf8(fixture("human/client-server-two-servers__fio-3.33.txt")).unwrap();
    let end = text.rfind("jobB: (groupid=0").expect("the last job");
    let outcome = read_as(&FioHuman, "a.txt", &text.as_bytes()[..end + 300]);
    outcome.result.as_ref().expect("five jobs are whole");
    assert!(outcome.codes().contains(&"cut-off"));
    let levels = outcome.kept.rows.iter().map(|row| row.identity.level);
    assert!(levels.clone().count() > 5);
    assert!(levels.into_iter().all(|level| level == MeasuredLevel::Job));
}

proptest! {
    /// Lines of reports in any order, each whole or cut: no panic.
    #[test]
    fn no_order_of_lines_panics(lines in proptest::collection::vec((0usize..500, 0usize..120), 0..60)) {
        let text = String::from_utf8(fixture("human/several-block-sizes__fio-3.33.txt")).unwrap()
            + &String::from_utf8(fixture("human/randrw__fio-2.2.10.txt")).unwrap()
            + &String::from_utf8(fixture("human/client-server-two-servers__fio-3.33.txt")).unwrap();
        let all: Vec<&str> = text.lines().collect();
        let mixed: Vec<&str> = lines
            .iter()
            .map(|(index, length)| {
                let line = all[index % all.len()];
                line.get(..*length).unwrap_or(line)
            })
            .collect();
        let _ = read_as(&FioHuman, "a.txt", mixed.join("\n").as_bytes());
    }
}
