//! Figures against the numbers in the files, which are read here once more, in the plainest way.

use crate::support::{File, Input, all_fixtures, inputs_below, shared_samples, value};
use plimsoll_schema::{Metric, Op, Row, Stat};
use std::collections::HashMap;

/// Digits and decimal signs of all locales as `0`–`9` and `.`.
fn plain(text: &str) -> String {
    let plain = |letter: char| match letter {
        '٠'..='٩' => char::from(b'0' + (letter as u32 - '٠' as u32) as u8),
        '٫' => '.',
        other => other,
    };
    text.chars().map(plain).collect()
}

fn number(text: &str) -> Option<f64> {
    plain(text).replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// One row of a flat file: cells by the names of their columns, in lower case.
type Cells = HashMap<String, String>;

/// The rows of a flat file's run definitions, in order; those that prepare files are none.
fn flat_rows(file: &File) -> Vec<Cells> {
    let text = plain(&file.text());
    let mut lines = text.lines().filter(|line| !line.starts_with(['*', '<']));
    let names: Vec<String> = match lines.find(|line| line.trim_start().starts_with("tod ")) {
        Some(header) => header.split_whitespace().map(str::to_lowercase).collect(),
        None => return Vec::new(),
    };
    let cells = |line: &str| -> Cells {
        let words = line.split_whitespace().map(str::to_owned);
        names.iter().cloned().zip(words).collect()
    };
    let rows = lines.map(cells).filter(|row| row.len() == names.len());
    rows.filter(|row| !row["run"].starts_with("format_for_") && row["run"] != "SD_format").collect()
}

/// First and last interval of `avg_2-4`.
fn span(label: &str) -> Option<(u32, u32)> {
    let (first, last) = label.strip_prefix("avg_")?.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?)).filter(|(first, last)| first <= last)
}

/// What a total row should say, in its units.
#[derive(Debug, PartialEq)]
struct Expected {
    workload: String,
    iops: Option<f64>,
    bytes_per_second: Option<f64>,
    mean_ns: Option<f64>,
    max_ns: Option<f64>,
    stddev_ns: Option<f64>,
}

impl Expected {
    fn of_row(row: &Row) -> Self {
        Self {
            workload: row.identity.workload.as_deref().unwrap_or_default().to_owned(),
            iops: value(row, Metric::Iops, Stat::Mean),
            bytes_per_second: value(row, Metric::Throughput, Stat::Mean),
            mean_ns: value(row, Metric::Latency, Stat::Mean),
            max_ns: value(row, Metric::Latency, Stat::Max),
            stddev_ns: value(row, Metric::Latency, Stat::Stddev),
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        let agree = |one: Option<f64>, other: Option<f64>| match (one, other) {
            (Some(one), Some(other)) => is_close(one, other),
            (one, other) => one == other,
        };
        self.workload == other.workload
            && agree(self.iops, other.iops)
            && agree(self.bytes_per_second, other.bytes_per_second)
            && agree(self.mean_ns, other.mean_ns)
            && agree(self.max_ns, other.max_ns)
            && agree(self.stddev_ns, other.stddev_ns)
    }
}

/// Whether the averages of a flat file contain the last interval of the warm-up: those of 5.04.05 and
/// 5.04.06, which have stamps and no maxima by direction.
fn contains_warm_up(row: &Cells) -> bool {
    row.contains_key("timestamp") && !row.contains_key("read_max") && !row.contains_key("rate_std")
}

/// The averages of a flat file as rows should tell them.
fn expected(file: &File, bytes_of_a_megabyte: f64) -> Vec<Expected> {
    let rows = flat_rows(file);
    let mut expected = Vec::new();
    let mut intervals: Vec<&Cells> = Vec::new();
    for row in &rows {
        if row["interval"] == "1" {
            intervals.clear();
        }
        match span(&row["interval"]) {
            Some((first, last)) => {
                let is_measured = |it: &&&Cells| {
                    it["interval"].parse().is_ok_and(|it: u32| (first..=last).contains(&it))
                };
                let mut average = printed(row, bytes_of_a_megabyte);
                if is_file_system(row) {
                    // A greatest that is not above that of the warm-up may be of the warm-up.
                    let warm_up =
                        intervals.iter().find(|it| it["interval"] == (first - 1).to_string());
                    let before = warm_up.and_then(|it| number(it.get("resp_max")?));
                    let is_proven = |max: &f64| before.is_some_and(|before| before * 1e6 < *max);
                    average.max_ns = average.max_ns.filter(is_proven);
                }
                if contains_warm_up(row) {
                    let measured: Vec<&Cells> =
                        intervals.iter().filter(is_measured).copied().collect();
                    assert_eq!(measured.len() as u32, last + 1 - first, "{}", file.name);
                    recompute(&mut average, &measured, bytes_of_a_megabyte);
                }
                expected.push(average);
            }
            None => intervals.push(row),
        }
    }
    expected
}

fn is_file_system(row: &Cells) -> bool {
    row.contains_key("read_rate")
}

fn printed(row: &Cells, bytes_of_a_megabyte: f64) -> Expected {
    let cell = |name: &str| row.get(name).and_then(|text| number(text));
    let milliseconds = |name: &str| cell(name).map(|it| it * 1e6);
    // The statistics of all operations of a file system are 0, or those since the begin.
    let is_told = |it: &f64| !is_file_system(row) || *it > 0.0;
    Expected {
        workload: row["run"].clone(),
        iops: cell("rate"),
        bytes_per_second: cell("mb/sec").map(|it| it * bytes_of_a_megabyte),
        mean_ns: milliseconds("resp"),
        max_ns: milliseconds("resp_max").filter(is_told),
        stddev_ns: milliseconds("resp_std").filter(is_told),
    }
}

fn recompute(average: &mut Expected, intervals: &[&Cells], bytes_of_a_megabyte: f64) {
    let cell = |row: &Cells, name: &str| number(&row[name]).expect("an interval has numbers");
    let count = intervals.len() as f64;
    let rates: f64 = intervals.iter().map(|row| cell(row, "rate")).sum();
    let megabytes: f64 = intervals.iter().map(|row| cell(row, "mb/sec")).sum();
    let times: f64 = intervals.iter().map(|row| cell(row, "rate") * cell(row, "resp")).sum();
    average.iops = Some(rates / count);
    average.bytes_per_second = Some(megabytes / count * bytes_of_a_megabyte);
    average.mean_ns = Some(times / rates * 1e6);
    average.stddev_ns = None;
    if !is_file_system(intervals[0]) {
        let maxima = intervals.iter().map(|row| cell(row, "resp_max") * 1e6);
        average.max_ns = maxima.max_by(f64::total_cmp);
    }
}

/// `-mb` makes megabytes of block runs decimal.
fn bytes_of_a_megabyte(input: &Input) -> f64 {
    let log = input.file("logfile.html").map(File::text).unwrap_or_default();
    let is_decimal = log.contains("scanned: '-mb'") && input.file("fsd1.html").is_none();
    if is_decimal { 1e6 } else { 1_048_576.0 }
}

fn assert_flat_file_is_told(input: &Input, file: &File) {
    let outcome = input.read();
    let expected = expected(file, bytes_of_a_megabyte(input));
    let measured: Vec<&Row> =
        outcome.totals().into_iter().filter(|row| !row.figures.is_empty()).collect();
    let told: Vec<Expected> = measured
        .iter()
        .map(|row| Expected::of_row(row))
        // The average of a run that was stopped may be in the summary alone.
        .filter(|told| expected.iter().any(|it| it.workload == told.workload))
        .collect();
    assert_eq!(told.len(), expected.len(), "{}: {told:?}", input.name);
    for (told, expected) in told.iter().zip(&expected) {
        assert!(told.is_like(expected), "{}: {told:?}, not {expected:?}", input.name);
    }
}

#[test]
fn total_rows_tell_the_averages_of_the_flat_file() {
    let mut compared = 0;
    for input in all_fixtures() {
        let is_flat =
            |file: &&File| file.bytes.windows(9).any(|it| it == b"  Run  In" || it == b"tod      ");
        let named = input.file("flatfile.html");
        let lone = input.files.first().filter(|_| input.name.contains("flatfile-")).filter(is_flat);
        if let Some(file) = named.or(lone)
            && !flat_rows(file).is_empty()
        {
            assert_flat_file_is_told(&input, file);
            compared += 1;
        }
    }
    assert!(compared >= 35, "{compared} flat files");
}

/// The shared samples are no part of the repository; elsewhere this test holds of nothing.
#[test]
fn total_rows_tell_the_averages_of_shared_flat_files() {
    for input in inputs_below(&shared_samples()) {
        if let Some(file) = input.file("flatfile.html") {
            assert_flat_file_is_told(&input, file);
        }
    }
}

/// The words of an average row behind its label.
fn words_of_average(line: &str) -> Vec<String> {
    let (_, behind) = line.split_once("avg_").unwrap_or_else(|| panic!("no average: {line}"));
    behind.split_whitespace().skip(1).map(str::to_owned).collect()
}

/// The line that a locator names, and those beneath it.
fn lines_at<'i>(input: &'i Input, locator: &str) -> Vec<String> {
    let (name, line) = locator.rsplit_once(" line ").expect("a file and a line");
    let line: usize = line.parse().expect("a number");
    let file: &'i File = input.file(name).unwrap_or_else(|| panic!("no file {name}"));
    file.text().lines().skip(line - 1).take(3).map(str::to_owned).collect()
}

/// What a table's average says, by the places of its cells in the versions that are known.
fn of_table(row: &Row, words: &[String], is_file_system: bool) -> Expected {
    let cell = |at: usize| words.get(at).and_then(|word| number(word));
    let time = |at: usize| cell(at).map(|it| it * 1e6);
    let greater = time(7).zip(time(8)).map(|(read, write)| read.max(write));
    let (bytes, mean, max, stddev) = if is_file_system {
        (cell(11), time(1), None, None)
    } else if row.identity.tool_version.as_deref() == Some("5.04.02") || words.len() == 12 {
        (cell(1), time(4), time(7), time(8))
    } else {
        (cell(1), time(4), greater, time(9))
    };
    Expected {
        workload: row.identity.workload.as_deref().unwrap_or_default().to_owned(),
        iops: cell(0),
        bytes_per_second: bytes.map(|it| it * 1_048_576.0),
        mean_ns: mean,
        max_ns: max,
        stddev_ns: stddev,
    }
}

#[test]
fn total_rows_without_a_flat_file_tell_the_line_of_their_locator() {
    let mut compared = 0;
    for name in [
        "without-flatfile__by-hand",
        "empty-flatfile__by-hand",
        "locale-fr__by-hand",
        "locale-ru__by-hand",
        "alone/summary-locale-de__vdbench-5.04.02.html",
        "alone/summary-locale-ar-eg__vdbench-5.04.07.html",
        "alone/totals-several-run-definitions__vdbench-5.04.07.html",
        "alone/totals__vdbench-5.04.05.html",
        "alone/console__by-hand.txt",
        "alone/console-log-prefix__by-hand.txt",
    ] {
        let input = Input::fixture(name);
        let outcome = input.read();
        assert!(!outcome.totals().is_empty(), "{name}");
        for row in outcome.totals() {
            let words = words_of_average(&lines_at(&input, &row.identity.locator)[0]);
            let (told, expected) = (Expected::of_row(row), of_table(row, &words, false));
            assert!(told.is_like(&expected), "{name}: {told:?}, not {expected:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 16);
}

#[test]
fn total_rows_of_every_directory_without_its_flat_file_tell_the_line_of_their_locator() {
    let mut compared = 0;
    for input in all_fixtures().iter().filter(|input| input.file("flatfile.html").is_some()) {
        // Times in nanoseconds and decimal megabytes have tests of their own.
        if input.name.contains("d23") || bytes_of_a_megabyte(input) < 1_048_576.0 {
            continue;
        }
        let input = input.without(&["flatfile.html"]);
        for row in input.read().totals() {
            if row.figures.is_empty() || row.finding_codes().contains(&"average-includes-warm-up") {
                continue;
            }
            let words = words_of_average(&lines_at(&input, &row.identity.locator)[0]);
            let is_file_system = input.file("fsd1.html").is_some();
            let mut expected = of_table(row, &words, is_file_system);
            let mut told = Expected::of_row(row);
            if is_file_system {
                (told.max_ns, told.stddev_ns) = (None, None);
                expected.bytes_per_second = expected.bytes_per_second.or(told.bytes_per_second);
            }
            assert!(told.is_like(&expected), "{}: {told:?}, not {expected:?}", input.name);
            compared += 1;
        }
    }
    assert!(compared >= 60, "{compared} rows");
}

#[test]
fn reads_and_writes_of_block_runs_are_shares_of_the_rate() {
    let mut compared = 0;
    for input in all_fixtures() {
        let Some(file) = input.file("flatfile.html") else { continue };
        let rows = flat_rows(file);
        if rows.first().is_none_or(|row| is_file_system(row) || contains_warm_up(row)) {
            continue;
        }
        let outcome = input.read();
        for (op, response) in [(Op::READ, "read_resp"), (Op::WRITE, "write_resp")] {
            let averages = rows.iter().filter(|row| span(&row["interval"]).is_some());
            let expected: Vec<(f64, f64)> = averages
                .filter_map(|row| {
                    let cell = |name: &str| number(&row[name]).expect("a number");
                    let reads = cell("read%");
                    let share = if op == Op::READ { reads } else { 100.0 - reads };
                    (share > 0.0).then(|| (cell("rate") * share / 100.0, cell(response) * 1e6))
                })
                .collect();
            // A run that was stopped may have its average in the summary alone.
            let told = outcome.runs(&op);
            assert!(told.len() >= expected.len(), "{}", input.name);
            for (row, (rate, mean)) in told.iter().zip(&expected) {
                let figure = |metric| value(row, metric, Stat::Mean).expect("a figure");
                assert!(is_close(figure(Metric::Iops), *rate), "{}: {rate}", input.name);
                assert!(is_close(figure(Metric::Latency), *mean), "{}: {mean}", input.name);
                assert_eq!(row.figure(Metric::Throughput, Stat::Mean, None), None);
                compared += 1;
            }
        }
    }
    assert!(compared >= 60, "{compared} rows");
}

#[test]
fn every_text_that_was_written_stands_where_its_row_says_or_in_the_flat_file() {
    for input in all_fixtures() {
        let flat_averages: String = input
            .files
            .iter()
            .filter(|file| file.name.contains("flat"))
            .flat_map(|file| file.text().lines().map(str::to_owned).collect::<Vec<_>>())
            .filter(|line| line.contains("avg_"))
            .map(|line| line + "\n")
            .collect();
        for row in &input.read().kept.rows {
            let written = row.figures.iter().filter_map(|figure| figure.written.as_deref());
            let written: Vec<&str> = written.collect();
            if written.is_empty() || input.name.contains("utf-16") {
                continue;
            }
            let lines = lines_at(&input, &row.identity.locator).join("\n") + "\n" + &flat_averages;
            let lines = if input.name.contains(".csv") { lines.replace(',', " ") } else { lines };
            let words: Vec<&str> = lines.split_ascii_whitespace().collect();
            for text in written {
                assert!(words.contains(&text), "{} {}: {text}", input.name, row.identity.locator);
            }
        }
    }
}

#[test]
fn a_text_of_windows_or_in_utf_16_tells_the_same() {
    let figures = |input: &Input| -> Vec<Expected> {
        input.read().totals().iter().map(|row| Expected::of_row(row)).collect()
    };
    let plain = figures(&Input::fixture("alone/console__by-hand.txt"));
    assert_eq!(plain.len(), 2);
    assert_eq!(figures(&Input::fixture("alone/console-utf-16__by-hand.txt")), plain);
    assert_eq!(figures(&Input::fixture("alone/console-log-prefix__by-hand.txt")), plain);
    for mut input in all_fixtures() {
        if input.name.contains("utf-16") {
            continue;
        }
        let expected = figures(&input);
        for file in &mut input.files {
            file.bytes = file.text().replace('\n', "\r\n").into_bytes();
        }
        assert_eq!(figures(&input), expected, "{}", input.name);
    }
}

#[test]
fn nanoseconds_of_d23_are_read_as_such() {
    let input = Input::fixture("option-d23__vdbench-5.04.07");
    let [whole, table] = [input.clone(), input.without(&["flatfile.html"])].map(|it| it.read());
    let [whole, table] = [&whole, &table].map(|it| Expected::of_row(it.totals()[0]));
    let (exact, printed) = (whole.mean_ns.expect("a mean"), table.mean_ns.expect("a mean"));
    // The flat file has four decimals of a millisecond, the table whole nanoseconds.
    assert!((exact - printed).abs() <= 50.0, "{exact} and {printed}");
    let (exact, printed) = (whole.max_ns.expect("a maximum"), table.max_ns.expect("a maximum"));
    assert!((exact - printed).abs() <= 50.0, "{exact} and {printed}");
    let (exact, printed) = (whole.stddev_ns.expect("one"), table.stddev_ns.expect("one"));
    assert!((exact - printed).abs() <= 500.0, "the deviation stays in ms: {exact} and {printed}");
}

#[test]
fn decimal_megabytes_are_told_by_their_header_or_by_the_rate() {
    let input = Input::fixture("decimal-megabytes__vdbench-5.04.07");
    for input in
        [input.clone(), input.without(&["flatfile.html"]), input.without(&["summary.html"])]
    {
        let outcome = input.read();
        let told = Expected::of_row(outcome.totals()[0]);
        let size = outcome.totals()[0].identity.block_size_bytes.expect("one size") as f64;
        let bytes = told.iops.expect("a rate") * size;
        let ratio = told.bytes_per_second.expect("a throughput") / bytes;
        assert!((ratio - 1.0).abs() < 0.01, "{ratio}: a binary megabyte is 4.9 % more");
    }
}
