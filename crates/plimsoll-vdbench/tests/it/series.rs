//! Windows of a run: interval rows as they are printed.

use crate::support::{Input, Outcome, all_fixtures, read_series};
use plimsoll_schema::{Op, SeriesRow};

fn of_op<'o>(outcome: &'o Outcome, op: &Op) -> Vec<&'o SeriesRow> {
    outcome.kept.windows.iter().filter(|window| window.op == *op).collect()
}

/// The cells of all intervals of a flat file: number, rate, MB/sec, resp.
fn intervals(input: &Input, columns: [&str; 3]) -> Vec<(u32, [f64; 3])> {
    let text = input.file("flatfile.html").expect("a flat file").text();
    let mut lines = text.lines().filter(|line| !line.starts_with(['*', '<']));
    let header = lines.find(|line| line.trim_start().starts_with("tod ")).expect("a header");
    let names: Vec<String> = header.split_whitespace().map(str::to_lowercase).collect();
    let place = |name: &str| names.iter().position(|it| it == name).expect("a column");
    let rows = lines.filter_map(|line| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let number = cells[place("interval")].parse().ok()?;
        let run = cells[place("run")];
        let is_format = run == "SD_format" || run.starts_with("format_for_");
        let cell = |name: &str| cells[place(name)].parse().expect("a number");
        (!is_format).then(|| (number, columns.map(cell)))
    });
    rows.collect()
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

#[test]
fn without_the_option_there_are_no_windows() {
    for input in all_fixtures() {
        assert!(input.read().kept.windows.is_empty(), "{}", input.name);
    }
}

#[test]
fn rows_and_findings_are_the_same_with_windows() {
    for input in all_fixtures() {
        let (plain, series) = (input.read(), read_series(&input.files));
        assert_eq!(plain.kept.rows, series.kept.rows, "{}", input.name);
        assert_eq!(plain.codes(), series.codes(), "{}", input.name);
    }
}

#[test]
fn windows_are_the_intervals_of_the_flat_file() {
    let mut compared = 0;
    for input in all_fixtures() {
        let is_decimal = input.name.starts_with("decimal-megabytes__");
        let megabyte = if is_decimal { 1e6 } else { 1_048_576.0 };
        let has_rows = input.file("flatfile.html").is_some_and(|it| it.text().contains("\n11:"));
        // Digits of another script are read in `figures.rs`.
        if !has_rows || input.name.contains("locale-ar") {
            continue;
        }
        let expected = intervals(&input, ["rate", "mb/sec", "resp"]);
        let outcome = read_series(&input.files);
        let windows = of_op(&outcome, &Op::TOTAL);
        assert_eq!(windows.len(), expected.len(), "{}", input.name);
        for (window, (number, [rate, megabytes, response])) in windows.iter().zip(&expected) {
            let place = format!("{} {:?} {number}", input.name, window.run);
            assert!(is_close(window.iops.expect("a rate"), *rate), "{place}");
            let bytes = window.bytes_per_second.expect("a throughput");
            assert!(is_close(bytes, megabytes * megabyte), "{place}");
            assert!(is_close(window.begin_s, f64::from(number - 1) * window.window_s), "{place}");
            let mean = window.latency.mean_ns;
            assert_eq!(mean.is_some(), *rate > 0.0, "{place}");
            assert!(mean.is_none_or(|mean| is_close(mean, response * 1e6)), "{place}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared} windows");
}

#[test]
fn reads_and_writes_of_a_window_add_up_to_its_rate() {
    let input = Input::fixture("single__vdbench-5.04.07");
    let outcome = read_series(&input.files);
    let [total, read, write] = [Op::TOTAL, Op::READ, Op::WRITE].map(|op| of_op(&outcome, &op));
    assert_eq!((total.len(), read.len(), write.len()), (4, 4, 4));
    for ((total, read), write) in total.iter().zip(&read).zip(&write) {
        let [total, read, write] = [total, read, write].map(|it| it.iops.expect("a rate"));
        assert!(is_close(read + write, total), "{read} + {write} of {total}");
    }
}

#[test]
fn windows_are_measured_where_they_count_for_the_figures() {
    let measured = |name: &str| -> Vec<bool> {
        let outcome = read_series(&Input::fixture(name).files);
        of_op(&outcome, &Op::TOTAL).iter().map(|window| window.is_measured).collect()
    };
    assert_eq!(measured("single__vdbench-5.04.07"), [false, true, true, true]);
    // With `warmup=2`; the averages of 5.04.06 contain a window of the warm-up, those of rows do not.
    for version in ["5.04.06", "5.04.07"] {
        let name = format!("warm-up__vdbench-{version}");
        assert_eq!(measured(&name), [false, false, true, true, true], "{name}");
    }
    // The first run definition ended, the second one was stopped: it has no figures.
    for name in ["interrupted__vdbench-5.04.07", "killed__vdbench-5.04.07"] {
        let expected = [false, true].into_iter().chain([false; 7]).collect::<Vec<_>>();
        assert_eq!(measured(name), expected, "{name}");
    }
}

#[test]
fn the_mean_of_the_measured_windows_is_the_rate_of_the_row() {
    for name in ["single__vdbench-5.04.02", "single__vdbench-5.04.06", "warm-up__vdbench-5.04.07"] {
        let outcome = read_series(&Input::fixture(name).files);
        let windows = of_op(&outcome, &Op::TOTAL);
        let measured = windows.iter().filter(|window| window.is_measured);
        let rates: Vec<f64> = measured.filter_map(|window| window.iops).collect();
        let mean = rates.iter().sum::<f64>() / rates.len() as f64;
        let row = outcome.totals()[0];
        let rate = row.figures[0].value;
        // Printed with four decimals.
        assert!((mean - rate).abs() <= 0.000_051, "{name}: {mean} and {rate}");
        assert_eq!(windows[0].run, row.identity.run);
        assert_eq!(windows[0].workload, row.identity.workload);
    }
}

#[test]
fn windows_come_from_the_summary_where_there_is_no_flat_file() {
    let input = Input::fixture("single__vdbench-5.04.07").without(&["flatfile.html"]);
    let outcome = read_series(&input.files);
    let rates: Vec<f64> =
        of_op(&outcome, &Op::TOTAL).iter().filter_map(|window| window.iops).collect();
    assert_eq!(rates, [491.0, 481.0, 500.0, 534.0]);
    let lone = input.without(&["summary.html", "logfile.html", "console.txt"]);
    assert!(read_series(&lone.files).kept.windows.is_empty(), "totals have averages only");
}
