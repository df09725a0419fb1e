//! Which rows of a table are told, and of which run definition.

use crate::support::{File, Input, Outcome, read, read_series, value};
use plimsoll_schema::{Metric, Row, Stat};

fn console() -> String {
    Input::fixture("alone/console__by-hand.txt").files[0].text()
}

fn read_console(text: &str) -> Outcome {
    read(&[File::new("console.txt", text)])
}

/// The text without lines that hold something.
fn without(text: &str, what: &str) -> String {
    let lines = text.lines().filter(|line| !line.contains(what));
    lines.map(|line| line.to_owned() + "\n").collect()
}

/// Each line with something before it.
fn prefixed(text: &str, prefix: &str) -> String {
    text.lines().flat_map(|line| [prefix, line, "\n"]).collect()
}

/// Name and rate of each point.
fn points(outcome: &Outcome) -> Vec<(&str, Option<f64>)> {
    let point = |row: &&'_ Row| value(row, Metric::Iops, Stat::Mean);
    let name = |row: &'_ Row| row.identity.workload.clone();
    let names: Vec<_> = outcome.totals().iter().map(|row| name(row)).collect();
    let rates: Vec<_> = outcome.totals().iter().map(point).collect();
    let known = ["steady", "most", "Random_Read_8K", "Seq_Write_128K", "max-run.1"];
    let find = |name: &Option<std::sync::Arc<str>>| {
        *known.iter().find(|known| name.as_deref() == Some(**known)).expect("a known name")
    };
    names.iter().map(find).zip(rates).collect()
}

const BOTH: [(&str, Option<f64>); 2] = [("steady", Some(2500.0)), ("most", Some(12366.7))];

#[test]
fn rows_after_a_missing_start_are_of_no_run_definition() {
    let text = without(&console(), "Starting RD=most");
    let outcome = read_console(&text);
    assert_eq!(points(&outcome), BOTH[..1]);
    let strays = "rows belong to no run definition whose start is there, and do not count: lines 19, \
                  20, 21, 22, 23";
    assert_eq!(outcome.messages("line-unreadable"), [strays]);
    // Nor are they where the first run definition has no average.
    let begin = text.find("10:00:06.033").expect("the average");
    let end = begin + text[begin..].find('\n').expect("its end") + 1;
    let outcome = read_console(&(text[..begin].to_owned() + &text[end..]));
    assert_eq!(points(&outcome), [("steady", None)]);
    assert_eq!(outcome.codes(), ["line-unreadable", "average-missing"]);
}

#[test]
fn a_second_average_is_of_no_run_definition() {
    let totals = Input::fixture("alone/totals-several-run-definitions__vdbench-5.04.07.html");
    let whole = totals.read();
    let names = ["Random_Read_8K", "Seq_Write_128K", "max-run.1"];
    let expected: Vec<_> = points(&whole);
    assert_eq!(expected.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    let text = without(&totals.files[0].text(), "Starting RD=Seq_Write_128K");
    let outcome = read(&[File::new("totals.html", text)]);
    assert_eq!(points(&outcome), [expected[0], expected[2]]);
    assert_eq!(outcome.messages("line-unreadable").len(), 1);
}

#[test]
fn a_message_that_begins_with_a_number_is_no_interval() {
    let message = "10:00:04.500 2 sequential workloads on all slaves are done, and 14 more words follow \
                   until the line is as long as that of a row\n";
    let text = console().replacen("10:00:05.012", &format!("{message}10:00:05.012"), 1);
    let (outcome, whole) = (read_console(&text), read_console(&console()));
    assert_eq!(points(&outcome), BOTH);
    assert_eq!(outcome.codes(), whole.codes());
    // Nor does one make an average of 5.04.06 impossible to compute.
    let summary = Input::fixture("alone/summary-warm-up__vdbench-5.04.06.html");
    let text = summary.files[0].text();
    let is_fourth =
        |line: &&str| line.get(12..).is_some_and(|it| it.trim_start().starts_with("4 "));
    let row = text.lines().find(is_fourth).expect("interval 4");
    let message = format!("{}4 sequential workloads{}", &row[..13], " word".repeat(20));
    let text = text.replacen(row, &format!("{row}\n{message}"), 1);
    let (outcome, whole) = (read(&[File::new("summary.html", text)]), summary.read());
    assert_eq!(outcome.totals()[0].figures, whole.totals()[0].figures);
    assert_eq!(outcome.codes(), whole.codes());
}

/// What other programs write before the lines of a console.
const PREFIXES: [&str; 6] = [
    "2026-11-30T11:08:14.123456789Z ",
    "2026-11-30T11:08:14.123456789Z stdout F ",
    "2026-11-30 11:08:14.123 [main] ",
    "11:08:14,123 1270 INFO ",
    "<14>Nov 30 11:08:14 node1 vdbench[1270]: ",
    "[   17.785757] cloud-init[1270]: ",
];

#[test]
fn lines_are_read_behind_a_prefix_with_times_of_its_own() {
    let expected = read_series(&[File::new("console.txt", console())]);
    assert_eq!(points(&expected), BOTH);
    for prefix in PREFIXES {
        let outcome = read_series(&[File::new("console.txt", prefixed(&console(), prefix))]);
        assert_eq!(outcome.kept.rows, expected.kept.rows, "{prefix}");
        assert_eq!(outcome.kept.windows, expected.kept.windows, "{prefix}");
        assert_eq!(outcome.codes(), expected.codes(), "{prefix}");
    }
}

/// Figures that tables of file systems print beneath their averages.
fn samples(outcome: &Outcome) -> Vec<(Option<String>, String, f64)> {
    let figures = outcome.kept.rows.iter().flat_map(|row| {
        let op = row.identity.op.as_ref().map(|op| op.word().to_owned());
        let beneath = row.figures.iter().filter(|figure| figure.stat != Stat::Mean);
        beneath.map(move |it| (op.clone(), format!("{:?} {:?}", it.metric, it.stat), it.value))
    });
    figures.collect()
}

#[test]
fn rows_with_blank_cells_are_read_behind_a_prefix_too() {
    let input = Input::fixture("file-system-metadata__vdbench-5.04.07");
    let console = input.file("console.txt").expect("console text").text();
    let expected = samples(&read_console(&console));
    assert!(expected.len() > 10, "{expected:?}");
    for prefix in PREFIXES {
        assert_eq!(samples(&read_console(&prefixed(&console, prefix))), expected, "{prefix}");
    }
    // The prefix of each line may have its own width.
    let mut number = 0;
    let counted = console.lines().map(|line| {
        number += 7;
        format!("{number}: {line}\n")
    });
    assert_eq!(samples(&read_console(&counted.collect::<String>())), expected);
}

#[test]
fn rows_with_blank_cells_whose_cells_stand_elsewhere_do_not_count() {
    let input = Input::fixture("file-system-metadata__vdbench-5.04.07");
    let console = input.file("console.txt").expect("console text").text();
    let moved = console.lines().map(|line| match line.find("std_") {
        Some(at) => {
            let label_end = at + line[at..].find(' ').unwrap_or(line.len() - at);
            format!("{}  {}\n", &line[..label_end], &line[label_end..])
        }
        None => line.to_owned() + "\n",
    });
    let outcome = read_console(&moved.collect::<String>());
    let deviations =
        samples(&outcome).iter().filter(|(_, what, _)| what.contains("Stddev")).count();
    assert_eq!(deviations, 0);
    assert_eq!(outcome.messages("line-unreadable").len(), 1);
}

#[test]
fn rows_beneath_a_header_that_is_not_understood_do_not_count() {
    let (first, rest) = console()
        .split_once("Starting RD=most")
        .map(|(first, rest)| {
            (first.to_owned(), rest.replacen("rate  1024**2", "rate  x  1024**2", 1))
        })
        .expect("two run definitions");
    let outcome = read_console(&format!("{first}Starting RD=most{rest}"));
    assert_eq!(points(&outcome), [BOTH[0], ("most", None)]);
    assert_eq!(outcome.codes(), ["line-unreadable", "average-missing"]);
}

#[test]
fn a_header_with_too_many_columns_is_refused() {
    let columns = " x".repeat(1000);
    let cells = " 1".repeat(1000);
    let flat = format!(
        "<title>Vdbench output/flatfile.html</title><pre>\n* 'flatfile.html' contains\n\
         tod Run Interval rate resp{columns}\n11:00:00.000 rd1 avg_2-4 100 1.5{cells}\n"
    );
    let outcome = read(&[File::new("flatfile.html", flat)]);
    assert!(outcome.kept.rows.is_empty());
    assert_eq!(outcome.messages("line-unreadable").len(), 1);
}
