//! Figures against the numbers in the file.

use crate::support::{fixture, read_fixture};
use plimsoll_schema::{Code, Distribution, Kind, MeasuredLevel, Metric, Op, Percentile, Row, Stat};

fn rows(name: &str, level: MeasuredLevel) -> Vec<Row> {
    let outcome = read_fixture(name);
    outcome.result.expect("a fixture that can be read");
    outcome.kept.rows.into_iter().filter(|row| row.identity.level == level).collect()
}

/// All percentile figures of a row.
fn percentiles(row: &Row) -> Vec<(Percentile, f64)> {
    let of_shown_kind = row.figures.iter().filter(|figure| figure.kind == row.latency_kind);
    of_shown_kind
        .filter_map(|figure| match figure.stat {
            Stat::Percentile(percentile) => Some((percentile, figure.value)),
            _ => None,
        })
        .collect()
}

#[test]
fn percentiles_from_bins_are_those_that_fio_printed() {
    for name in [
        "json-plus-randread__fio-2.18.json",
        "json-plus-randread__fio-3.1.json",
        "json-plus-randread__fio-3.33.json",
        "json-plus-two-jobs__fio-3.33.json",
    ] {
        for row in rows(name, MeasuredLevel::Job).iter().filter(|row| !row.long_shape_only) {
            let distribution = row.distribution.as_ref().expect("json+ has bins");
            let printed = percentiles(row);
            assert!(printed.len() >= 17, "{name} prints {} percentiles", printed.len());
            for (percentile, value) in printed {
                let from_bins = distribution.percentile(percentile);
                assert_eq!(from_bins, Some(value), "{name} {} {percentile}", row.identity.locator);
            }
        }
    }
}

#[test]
fn a_run_of_two_jobs_has_the_percentiles_of_all_operations() {
    let name = "json-plus-two-jobs__fio-3.33.json";
    let jobs = rows(name, MeasuredLevel::Job);
    let run = &rows(name, MeasuredLevel::Run)[0];
    let mut all: Vec<f64> = jobs
        .iter()
        .filter_map(|row| row.distribution.as_ref())
        .flat_map(Distribution::bins)
        .flat_map(|bin| std::iter::repeat_n(bin.value, bin.count as usize))
        .collect();
    all.sort_by(f64::total_cmp);
    let merged = percentiles(run);
    assert_eq!(merged.len(), percentiles(&jobs[0]).len());
    for (percentile, value) in merged {
        let rank = percentile.rank(all.len() as u64) as usize;
        assert_eq!(all[rank - 1].total_cmp(&value), std::cmp::Ordering::Equal, "{percentile}");
    }
}

/// Whether a number stands in a text as the value of a key, with nothing more behind it.
fn holds_number(text: &str, written: &str) -> bool {
    let value = format!(" : {written}");
    let mut behind = text.match_indices(&value).map(|(at, _)| &text[at + value.len()..]);
    behind.any(|behind| behind.starts_with([',', '}', ' ', '\r', '\n']))
}

#[test]
fn every_number_that_was_written_is_in_the_file() {
    assert!(holds_number("\"a\" : 12,", "12") && !holds_number("\"a\" : 123,", "12"));
    for name in ["randrw-4k-70-30__fio-3.33.json", "randrw-4k__fio-2.21.json"] {
        let text = String::from_utf8(fixture(name)).expect("UTF-8");
        for row in rows(name, MeasuredLevel::Job) {
            for figure in &row.figures {
                let written = figure.written.as_deref().expect("a job row computes nothing");
                assert!(holds_number(&text, written), "{name}: {written}");
            }
        }
        for row in rows(name, MeasuredLevel::Run) {
            assert!(row.figures.iter().all(|figure| figure.written.is_none()), "run rows compute");
        }
    }
}

#[test]
fn microseconds_and_kibibytes_of_old_releases_are_converted_once() {
    let row = &rows("randrw-4k__fio-2.21.json", MeasuredLevel::Job)[0];
    let mean = row.latency(Stat::Mean).expect("a mean");
    let written = mean.written.as_deref().expect("as printed");
    let moved: f64 = format!("{written}e3").parse().expect("a number");
    assert_eq!(mean.value.total_cmp(&moved), std::cmp::Ordering::Equal);
    let throughput = row.figure(Metric::Throughput, Stat::Mean, None).expect("a throughput");
    let printed: f64 =
        throughput.written.as_deref().expect("as printed").parse().expect("a number");
    assert!((throughput.value - printed * 1024.0).abs() < 1e-9);
}

#[test]
fn percentiles_of_total_latency_stay_out_of_the_completion_latency() {
    let row = &rows("percentiles-of-total-latency-only__fio-3.33.json", MeasuredLevel::Job)[0];
    let p99 = Stat::Percentile(Percentile::P99);
    assert_eq!(row.latency_kind, Some(Kind::COMPLETION));
    assert_eq!(row.latency(p99), None);
    assert!(row.figure(Metric::Latency, p99, Some(&Kind::TOTAL)).is_some());
}

#[test]
fn releases_3_1_to_3_10_print_percentiles_of_the_total_latency_under_the_completion_latency() {
    let text = String::from_utf8(fixture("chosen-percentiles__fio-3.1.json")).expect("UTF-8");
    let asked = text.replacen("\"rw\" : ", "\"lat_percentiles\" : \"1\", \"rw\" : ", 1);
    assert_ne!(text, asked);
    let outcome = crate::support::read("asked.json", asked.as_bytes());
    outcome.result.expect("still a document");
    let row = &outcome.kept.rows[0];
    let p99 = Stat::Percentile(Percentile::P99);
    assert_eq!(row.latency(p99), None);
    assert!(row.figure(Metric::Latency, p99, Some(&Kind::TOTAL)).is_some());
}

#[test]
fn the_summary_of_all_clients_is_checked_and_not_counted() {
    let text =
        String::from_utf8(fixture("client-server-two-servers__fio-3.33.json")).expect("UTF-8");
    let at = text.rfind("\"total_ios\" : 147186").expect("the summary's count of writes");
    let wrong = format!("{}\"total_ios\" : 147187{}", &text[..at], &text[at + 20..]);
    let outcome = crate::support::read("wrong.json", wrong.as_bytes());
    outcome.result.expect("still a document");
    let differs = outcome.kept.findings.iter().find(|it| it.code == Code::TotalDiffers);
    let message = &differs.expect("a finding").message;
    assert_eq!(message, "`All clients` counts 147187 write operations, its entries 147186");
    assert!(
        outcome.kept.rows.iter().all(|row| row.identity.workload.as_deref() != Some("All clients"))
    );
}

#[test]
fn latencies_of_each_priority_stand_in_the_long_shape() {
    let rows = rows("two-priorities__fio-3.33.json", MeasuredLevel::Job);
    let parameter =
        |row: &Row| row.identity.parameters.last().map(|(key, value)| format!("{key}={value}"));
    let of_priority = |wanted: &str| {
        let found = rows.iter().find(|row| parameter(row).as_deref() == Some(wanted));
        found.unwrap_or_else(|| panic!("no {wanted}"))
    };
    let count = |row: &Row| row.figure(Metric::Operations, Stat::Sum, None).map(|it| it.value);
    let (none, real_time) = (of_priority("prio=0/0"), of_priority("prio=1/0"));
    assert!(none.long_shape_only && real_time.long_shape_only);
    assert_eq!(none.identity.locator, "/jobs/0/read/prios/0");
    assert_eq!(count(none).zip(count(real_time)).map(|(one, other)| one + other), count(&rows[0]));
    for stat in [Stat::Mean, Stat::Percentile(Percentile::P99)] {
        assert!(none.figure(Metric::Latency, stat, Some(&Kind::COMPLETION)).is_some(), "{stat}");
    }
}

#[test]
fn clients_that_ran_one_after_the_other_are_not_added_up() {
    let text =
        String::from_utf8(fixture("client-server-two-servers__fio-3.42.json")).expect("UTF-8");
    let first = text.find("\"job_start\" : ").expect("3.36 and later print it") + 14;
    let digits = text[first..].find(',').expect("a number") + first;
    let start: i64 = text[first..digits].parse().expect("milliseconds");
    let later = format!("{}{}{}", &text[..first], start + 60_000, &text[digits..]);
    let outcome = crate::support::read("later.json", later.as_bytes());
    outcome.result.expect("still a document");
    assert!(outcome.kept.findings.iter().any(|it| it.code == Code::RunsNotTogether));
    let reads = |row: &&Row| {
        row.identity.level == MeasuredLevel::Run && row.identity.op.as_ref() == Some(&Op::READ)
    };
    assert_eq!(outcome.kept.rows.iter().filter(reads).count(), 2);
    let together = rows("client-server-two-servers__fio-3.42.json", MeasuredLevel::Run);
    assert_eq!(together.iter().filter(reads).count(), 1);
}
