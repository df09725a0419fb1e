//! The terse form against the fields of its lines.

use crate::support::{figures_of_jobs, fixture, fixtures, read_as, read_by_claim, rows_of};
use plimsoll_fio::FioTerse;
use plimsoll_schema::{Kind, MeasuredLevel, Metric, Op, Percentile, Row, Stat};
use proptest::prelude::*;

fn rows(name: &str, level: MeasuredLevel) -> Vec<Row> {
    let rows = rows_of(&format!("terse/{name}"));
    let is_shown = |row: &Row| row.identity.level == level && !row.long_shape_only;
    rows.into_iter().filter(is_shown).collect()
}

fn value(row: &Row, metric: Metric) -> Option<f64> {
    row.figure(metric, Stat::Mean, None).map(|figure| figure.value)
}

/// The line and the field that a locator names, from 0.
fn place(row: &Row) -> (usize, usize) {
    let words: Vec<&str> = row.identity.locator.split(' ').collect();
    (words[1].parse::<usize>().unwrap() - 1, words[3].parse::<usize>().unwrap() - 1)
}

#[test]
fn every_figure_is_the_field_that_fio_put_there() {
    let mut seen = 0;
    for path in std::fs::read_dir(fixtures().join("terse")).expect("a folder") {
        let name = path.expect("an entry").file_name().into_string().expect("a name in UTF-8");
        let text = String::from_utf8(fixture(&format!("terse/{name}"))).expect("UTF-8");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(';').collect()).collect();
        for row in rows(&name, MeasuredLevel::Job) {
            let (line, first) = place(&row);
            let field = |index: usize| lines[line][first + index];
            let written = |metric, stat, kind: Option<&Kind>| {
                row.figure(metric, stat, kind).and_then(|figure| figure.written.as_deref())
            };
            assert_eq!(written(Metric::Bytes, Stat::Sum, None), Some(field(0)));
            assert_eq!(written(Metric::Throughput, Stat::Mean, None), Some(field(1)));
            assert_eq!(written(Metric::Iops, Stat::Mean, None), Some(field(2)));
            let clat = Some(&Kind::COMPLETION);
            for (index, stat) in [Stat::Min, Stat::Max, Stat::Mean, Stat::Stddev].iter().enumerate()
            {
                assert_eq!(written(Metric::Latency, *stat, clat), Some(field(8 + index)));
                assert_eq!(
                    written(Metric::Latency, *stat, Some(&Kind::TOTAL)),
                    Some(field(32 + index))
                );
            }
            let p99 = written(Metric::Latency, Stat::Percentile(Percentile::P99), clat);
            assert_eq!(p99, field(24).strip_prefix("99.000000%="), "{name}");
            let seconds = row.identity.duration_s.expect("a runtime");
            assert!((seconds * 1000.0 - field(3).parse::<f64>().expect("a number")).abs() < 1e-6);
            let kib: f64 = field(1).parse().expect("a number");
            assert_eq!(value(&row, Metric::Throughput), Some(kib * 1024.0));
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} rows");
}

#[test]
fn latencies_are_microseconds_in_every_version() {
    for (name, mean, greatest) in [
        ("randrw__fio-2.0.15.txt", 2_339.683, 21_629_000.0),
        ("randrw__fio-3.1.txt", 2_006.22, 9_051_000.0),
    ] {
        let read = &rows(name, MeasuredLevel::Job)[0];
        assert_eq!(read.latency(Stat::Mean).map(|it| it.value), Some(mean), "{name}");
        assert_eq!(read.latency(Stat::Max).map(|it| it.value), Some(greatest), "{name}");
    }
}

#[test]
fn version_5_tells_the_samples_of_rates() {
    let read = &rows("randrw-version-5__fio-3.33.txt", MeasuredLevel::Job)[0];
    let sample = |metric, stat| read.figure(metric, stat, Some(&Kind::SAMPLES)).map(|it| it.value);
    assert_eq!(sample(Metric::Throughput, Stat::Mean), Some(43_355.0 * 1024.0));
    assert_eq!(sample(Metric::Iops, Stat::Mean), Some(10_838.5));
    assert_eq!(sample(Metric::Iops, Stat::Samples), Some(2.0));
}

#[test]
fn unified_reporting_is_the_total() {
    let ops = |name| -> Vec<Option<Op>> {
        rows(name, MeasuredLevel::Job).into_iter().map(|row| row.identity.op).collect()
    };
    assert_eq!(ops("unified-reporting-mixed__fio-3.33.txt"), [Some(Op::TOTAL)]);
    let both = [Some(Op::READ), Some(Op::WRITE), Some(Op::TOTAL)];
    assert_eq!(ops("unified-reporting-both-version-5__fio-3.33.txt"), both);
}

#[test]
fn names_may_hold_semicolons() {
    let jobs = rows("semicolons__fio-3.33.txt", MeasuredLevel::Job);
    assert!(jobs.iter().all(|row| row.identity.workload.as_deref() == Some("a;b")));
}

#[test]
fn of_the_states_of_a_run_the_last_one_counts() {
    let jobs = rows("status-interval-two-jobs__fio-3.33.txt", MeasuredLevel::Job);
    let lines: Vec<usize> = jobs.iter().map(|row| place(row).0 + 1).collect();
    assert_eq!(lines, [7, 7, 8, 8], "the last two of eight lines");
    let alone = rows("status-interval-null-engine__fio-3.33.txt", MeasuredLevel::Job);
    assert_eq!(alone.iter().map(place).collect::<Vec<_>>(), [(2, 5)]);
}

#[test]
fn jobs_of_one_run_add_up_and_runs_that_follow_each_other_do_not() {
    let runs = |name| rows(name, MeasuredLevel::Run);
    // Three jobs without a disk: their shares prove that they ran together.
    let name = "three-jobs-null-engine__fio-3.33.txt";
    let sum: f64 =
        rows(name, MeasuredLevel::Job).iter().filter_map(|it| value(it, Metric::Iops)).sum();
    assert_eq!(
        runs(name).iter().map(|it| value(it, Metric::Iops)).collect::<Vec<_>>(),
        [Some(sum)]
    );
    // Three runs, each with other counters of its disk.
    assert_eq!(runs("three-runs-in-one-file__fio-3.33.txt").len(), 6);
    // Three runs without a disk and with shares of 100 %: nothing tells.
    let unclear = runs("three-runs-null-engine__fio-3.33.txt");
    assert_eq!(unclear.len(), 1);
    assert_eq!(value(&unclear[0], Metric::Iops), None);
    assert!(unclear[0].finding_codes().contains(&"together-unclear"));
}

#[test]
fn a_client_run_is_the_sum_of_its_jobs_without_the_summary() {
    let name = "client-server-two-servers__fio-3.33.txt";
    let jobs = rows(name, MeasuredLevel::Job);
    assert_eq!(jobs.len(), 6);
    let runs = rows(name, MeasuredLevel::Run);
    let (read, write) = (10_307.0 + 10_294.0, 26_991.0 + 30_052.0 + 32_681.0 + 32_121.0);
    let rates: Vec<_> = runs.iter().map(|row| value(row, Metric::Iops)).collect();
    assert_eq!(rates, [Some(read), Some(write)]);
    assert!(runs.iter().all(|row| row.identity.clients.is_none()), "no line names a host");
}

#[test]
fn a_cut_line_gives_no_figure_and_the_others_do() {
    for path in std::fs::read_dir(fixtures().join("terse")).expect("a folder") {
        let name = path.expect("an entry").file_name().into_string().expect("a name in UTF-8");
        let bytes = fixture(&format!("terse/{name}"));
        let whole = read_as(&FioTerse, &name, &bytes);
        let has_states = whole.codes().contains(&"document-superseded");
        let expected = figures_of_jobs(&whole);
        for cut in (0..bytes.len()).step_by(97) {
            let outcome = read_as(&FioTerse, &name, &bytes[..cut]);
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
fn an_unreadable_line_is_told_and_nothing_is_added_up_without_it() {
    let text = String::from_utf8(fixture("terse/two-jobs-with-description__fio-3.33.txt")).unwrap();
    let damaged = text.replacen(";7108;", ";71x8;", 1);
    let outcome = read_by_claim("a.txt", damaged.as_bytes());
    outcome.result.as_ref().expect("the first line is whole");
    assert!(outcome.codes().contains(&"line-unreadable"), "{:?}", outcome.codes());
    let levels: Vec<_> = outcome.kept.rows.iter().map(|row| row.identity.level).collect();
    assert!(!levels.contains(&MeasuredLevel::Run));
    assert!(outcome.kept.rows.iter().all(|row| row.finding_codes().contains(&"line-unreadable")));
}

/// The figures of each operation of the jobs of a text, without their places.
fn by_operation(text: &str) -> Vec<(Option<Op>, Vec<plimsoll_schema::Figure>)> {
    let outcome = read_as(&FioTerse, "a.txt", text.as_bytes());
    if outcome.result.is_err() {
        return Vec::new();
    }
    let rows = outcome.kept.rows.into_iter();
    let jobs = rows.filter(|row| row.identity.level == MeasuredLevel::Job && !row.long_shape_only);
    jobs.map(|row| (row.identity.op, row.figures)).collect()
}

proptest! {
    /// A field too many or too few in any place gives the right figures or none.
    #[test]
    fn a_field_inserted_or_removed_moves_no_number(
        fixture_index in 0usize..5,
        at in 0usize..260,
        inserted in proptest::option::of(prop_oneof![
            Just(String::new()), Just("0".to_owned()), "[1-9][0-9]{0,6}", Just("0.0%".to_owned()),
            Just("0.000000".to_owned()), Just("99.000000%=5".to_owned()), "[a-z]{1,4}",
        ]),
    ) {
        let names = [
            "randrw-version-2__fio-3.33.txt",
            "randrw-version-3__fio-3.33.txt",
            "randrw-version-4__fio-3.33.txt",
            "randrw-version-5__fio-3.33.txt",
            "continue-on-error__fio-3.33.txt",
        ];
        let text = String::from_utf8(fixture(&format!("terse/{}", names[fixture_index]))).unwrap();
        let mut fields: Vec<&str> = text.trim_end().split(';').collect();
        let at = at % fields.len();
        match &inserted {
            Some(field) => fields.insert(at, field),
            None => drop(fields.remove(at)),
        }
        let expected = by_operation(&text);
        for row in by_operation(&(fields.join(";") + "\n")) {
            prop_assert!(expected.contains(&row), "{inserted:?} at {at}: {row:?}");
        }
    }

    /// Nothing that looks like a line makes it panic.
    #[test]
    fn no_line_panics(rest in "[0-9;%=.\n a-z]{0,400}", version in 2u8..6) {
        let text = format!("{version};fio-3.33;a;0;0;{rest}");
        let _ = read_as(&FioTerse, "a.txt", text.as_bytes());
    }
}
