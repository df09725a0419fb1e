//! Units that a header does not tell: nanoseconds of `-d23`, decimal megabytes of `-mb`; and figures of 0.

use crate::support::{File, Input, Outcome, read, read_series, value};
use plimsoll_schema::{Metric, Op, Row, Stat};

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// Changes the words of rows: those of a block table behind the label, those of a flat file behind the header.
fn with_words(file: &File, change: impl Fn(usize, &str) -> String) -> File {
    let text = file.text();
    let changed = text.lines().map(|line| {
        let is_row = line.len() > 40 && line.as_bytes()[..2].iter().all(u8::is_ascii_digit);
        let is_flat = file.name == "flatfile.html";
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_table_row = words.get(1).is_some_and(|word| {
            word.starts_with("avg_") || word.parse::<u32>().is_ok() && words.len() > 10
        });
        if !(is_row && (is_flat || is_table_row)) {
            return line.to_owned() + "\n";
        }
        let words = words.iter().enumerate().map(|(at, word)| change(at, word));
        words.collect::<Vec<String>>().join(" ") + "\n"
    });
    File::new(&file.name, changed.collect::<String>())
}

/// A run of 5.04.06 as it would be with an option: its averages contain the warm-up and are computed anew.
fn with_option(option: &str, change: impl Fn(&File) -> File) -> Input {
    let mut input = Input::fixture("single__vdbench-5.04.06");
    for file in &mut input.files {
        *file = match file.name.as_str() {
            "logfile.html" => {
                let given = format!("input argument scanned: '{option}'\n11:15:04.379 input");
                File::new(&file.name, file.text().replacen("input", &given, 1))
            }
            "summary.html" | "totals.html" | "sd1.html" | "localhost.html" | "flatfile.html" => {
                change(file)
            }
            _ => file.clone(),
        };
    }
    input
}

/// `-d23` multiplies the means and maxima of tables by a million, and prints no decimals.
fn d23() -> Input {
    with_option("-d23", |file| match file.name.as_str() {
        "flatfile.html" => file.clone(),
        _ => with_words(file, |at, word| match word.parse::<f64>() {
            Ok(milliseconds) if (6..10).contains(&at) => format!("{:.0}", milliseconds * 1e6),
            _ => word.to_owned(),
        }),
    })
}

/// `-mb` makes the megabytes of tables and of the flat file decimal.
fn mb() -> Input {
    with_option("-mb", |file| {
        let place = if file.name == "flatfile.html" { 6 } else { 3 };
        let mut changed = with_words(file, |at, word| match word.parse::<f64>() {
            Ok(megabytes) if at == place => format!("{:.4}", megabytes * 1.048_576),
            _ => word.to_owned(),
        });
        if file.name != "flatfile.html" {
            changed.bytes = changed.text().replace("1024**2", "1000**2").into_bytes();
        }
        changed
    })
}

/// The same input without its averages, as of a run that was stopped.
fn unfinished(input: &Input) -> Input {
    let mut input = input.clone();
    for file in &mut input.files {
        let lines = file.text();
        let lines = lines.lines().filter(|line| !line.contains("avg_"));
        file.bytes = lines.map(|line| line.to_owned() + "\n").collect::<String>().into_bytes();
    }
    input
}

fn figures(row: &Row) -> [Option<f64>; 5] {
    [
        value(row, Metric::Iops, Stat::Mean),
        value(row, Metric::Throughput, Stat::Mean),
        value(row, Metric::Latency, Stat::Mean),
        value(row, Metric::Latency, Stat::Max),
        value(row, Metric::Latency, Stat::Stddev),
    ]
}

fn assert_figures_are_like(told: &Outcome, expected: &Outcome, tolerance: f64) {
    assert!(!expected.kept.rows.is_empty());
    assert_eq!(told.kept.rows.len(), expected.kept.rows.len());
    for (told, expected) in told.kept.rows.iter().zip(&expected.kept.rows) {
        for (told, expected) in figures(told).into_iter().zip(figures(expected)) {
            let is_like = match (told, expected) {
                (Some(told), Some(expected)) => (told - expected).abs() <= tolerance * expected,
                (told, expected) => told == expected,
            };
            assert!(is_like, "{told:?}, not {expected:?}");
        }
    }
}

/// Latency and throughput of each window of all operations.
fn windows(outcome: &Outcome) -> Vec<[f64; 2]> {
    let totals = outcome.kept.windows.iter().filter(|window| window.op == Op::TOTAL);
    let figures = totals.map(|window| {
        [window.latency.mean_ns.expect("a mean"), window.bytes_per_second.expect("a throughput")]
    });
    figures.collect()
}

const LACKING: [&[&str]; 3] = [&[], &["flatfile.html"], &["summary.html", "totals.html"]];

#[test]
fn computed_averages_of_d23_are_those_of_milliseconds() {
    let plain = Input::fixture("single__vdbench-5.04.06");
    for without in LACKING {
        let (told, expected) = (d23().without(without).read(), plain.without(without).read());
        assert!(expected.codes().contains(&"average-includes-warm-up"));
        assert_figures_are_like(&told, &expected, 1e-9);
    }
}

#[test]
fn windows_of_d23_are_those_of_milliseconds_with_an_average_or_without() {
    let plain = Input::fixture("single__vdbench-5.04.06");
    let log = ["logfile.html"];
    for without in LACKING {
        let expected = windows(&read_series(&plain.without(without).files));
        assert_eq!(expected.len(), 4);
        // Block tables tell it without the log too.
        for input in
            [d23(), d23().without(&log), unfinished(&d23()), unfinished(&d23()).without(&log)]
        {
            let told = windows(&read_series(&input.without(without).files));
            assert_eq!(told.len(), expected.len());
            for (told, expected) in told.iter().flatten().zip(expected.iter().flatten()) {
                assert!(is_close(*told, *expected), "{told}, not {expected}");
            }
        }
    }
}

#[test]
fn computed_averages_and_windows_of_decimal_megabytes_are_those_of_binary_ones() {
    let plain = Input::fixture("single__vdbench-5.04.06");
    for without in LACKING {
        let (told, expected) = (mb().without(without).read(), plain.without(without).read());
        // Tables print two decimals of some two megabytes.
        assert_figures_are_like(&told, &expected, 1e-3);
        let expected = windows(&read_series(&plain.without(without).files));
        // Flat files tell it without the log or the summary too, by their rates.
        for input in [mb(), unfinished(&mb()), unfinished(&mb()).without(&["logfile.html"])] {
            let told = windows(&read_series(&input.without(without).files));
            assert_eq!(told.len(), expected.len());
            for ([_, told], [_, expected]) in told.iter().zip(&expected) {
                assert!((told - expected).abs() <= 1e-3 * expected, "{told}, not {expected}");
            }
        }
    }
}

#[test]
fn a_flat_file_with_too_few_digits_has_the_megabytes_of_the_tables() {
    let small = |input: &Input| {
        let mut input = input.without(&["sd1.html", "localhost.html", "totals.html"]);
        for file in input.files.iter_mut().filter(|file| file.name == "flatfile.html") {
            *file = with_words(file, |at, word| match at {
                // 0.0016 decimal megabytes or binary ones: nobody can tell.
                5 => "0.4".to_owned(),
                6 => "0.0016".to_owned(),
                _ => word.to_owned(),
            });
        }
        input
    };
    for (input, megabyte) in [(mb(), 1e6), (Input::fixture("single__vdbench-5.04.06"), 1_048_576.0)]
    {
        for input in [small(&input), small(&input).without(&["logfile.html"])] {
            let outcome = input.read();
            let bytes = value(outcome.totals()[0], Metric::Throughput, Stat::Mean);
            assert!(is_close(bytes.expect("a throughput"), 0.0016 * megabyte), "{bytes:?}");
        }
    }
}

/// The console text with another average of its first run definition.
fn console_with(average: &str) -> Outcome {
    let console = Input::fixture("alone/console__by-hand.txt").files.remove(0);
    let lines = console.text();
    let mut is_first = true;
    let lines = lines.lines().map(|line| {
        let is_average = line.contains("avg_2-4") && std::mem::take(&mut is_first);
        format!("{}\n", if is_average { average } else { line })
    });
    read(&[File::new("console.txt", lines.collect::<String>())])
}

#[test]
fn at_a_rate_of_0_there_are_no_latencies() {
    let outcome = console_with(
        "10:00:06.033     avg_2-4        0.0     0.00       0   0.00    0.000    0.000    0.000     0.00     0.00    0.000    0.0  20.0   8.0",
    );
    let row = outcome.totals()[0];
    assert_eq!(figures(row), [Some(0.0), Some(0.0), None, None, None]);
    assert_eq!(row.identity.read_percent, None);
    assert_eq!(outcome.runs(&Op::READ).len(), 1, "of the other run definition");
}

#[test]
fn a_figure_whose_digits_were_lost_is_absent() {
    let outcome = console_with(
        "10:00:06.033     avg_2-4        1.0     0.00     512  75.00    0.000    0.000    0.001     0.00     0.00    0.000    0.0  20.0   8.0",
    );
    assert_eq!(figures(outcome.totals()[0]), [Some(1.0), None, None, None, None]);
    assert_eq!(figures(outcome.runs(&Op::READ)[0]), [Some(0.75), None, None, None, None]);
    assert_eq!(figures(outcome.runs(&Op::WRITE)[0]), [Some(0.25), None, Some(1000.0), None, None]);
    let mut flat = Input::fixture("alone/flatfile-34-columns__by-hand.html");
    let places = [5, 7];
    flat.files[0].name = "flatfile.html".into();
    flat.files[0] = with_words(&flat.files[0], |at, word| {
        if places.contains(&at) { "0.0000".to_owned() } else { word.to_owned() }
    });
    let outcome = flat.read();
    let [rate, bytes, ..] = figures(outcome.totals()[0]);
    assert!(rate.is_some_and(|rate| rate > 0.0));
    assert_eq!(bytes, None);
}

#[test]
fn files_that_are_not_read_or_written_transfer_0_bytes() {
    let outcome = Input::fixture("file-system-metadata__vdbench-5.04.07").read();
    let rows = outcome.totals();
    let idle: Vec<_> = rows.iter().filter(|row| figures(row)[1] == Some(0.0)).collect();
    assert!(!idle.is_empty() && idle.iter().all(|row| figures(row)[0] > Some(0.0)));
}

#[test]
fn an_average_without_a_rate_is_no_measurement() {
    let outcome = console_with(
        "10:00:06.033     avg_2-4        NaN      NaN       0    NaN    0.000    0.000    0.000     0.00     0.00    0.000    0.0  20.0   8.0",
    );
    let row = outcome.totals()[0];
    assert!(row.figures.is_empty());
    assert_eq!(row.identity.duration_s, None);
    assert_eq!(row.finding_codes(), ["average-missing"]);
    assert_eq!(
        outcome.messages("average-missing"),
        ["the average avg_2-4 of steady tells no rate"]
    );
    assert_eq!(outcome.totals().len(), 2);
}
