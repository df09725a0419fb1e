//! One story of many files: what belongs to which point, when it was, and what of it failed.

use crate::support::{File, Input, Outcome, read, read_series, read_with_limit, value};
use plimsoll_schema::{Metric, Op, Row, Stat};

const SINGLE: &str = "single__vdbench-5.04.07";
const SEVERAL: &str = "several-run-definitions__vdbench-5.04.07";
const OPERATIONS: &str = "file-system-loops__vdbench-5.04.07";
const SEEK_SHARES: &str = "seek-share-loops__vdbench-5.04.07";

/// A fixture of which one file is changed.
fn edited(fixture: &str, file: &str, edit: impl Fn(String) -> String) -> Input {
    let mut input = Input::fixture(fixture);
    change(&mut input, file, edit);
    input
}

fn change(input: &mut Input, file: &str, edit: impl Fn(String) -> String) {
    let file = input.files.iter_mut().find(|it| it.name == file).expect("a file of the fixture");
    let before = file.text();
    let after = edit(before.clone());
    assert_ne!(before, after, "{} is changed", file.name);
    file.bytes = after.into_bytes();
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

/// A file without the lines that hold a text.
fn without_lines(text: &str, held: &[&str]) -> String {
    let kept = text.split_inclusive('\n').filter(|line| !held.iter().any(|it| line.contains(it)));
    kept.collect()
}

/// An operation that failed at a time of day.
fn failed_at(time: &str) -> String {
    format!("{time} n-0: {time} op: read  lun: /d lba: 0 0x0 xfer: 4096 errno: EIO: 'I/O error' \n")
}

fn with_errors(fixture: &str, times: &[&str]) -> Input {
    let errors: String = times.iter().map(|time| failed_at(time)).collect();
    edited(fixture, "errorlog.html", |text| text + &errors)
}

/// The errors of each point.
fn errors(outcome: &Outcome) -> Vec<Option<f64>> {
    outcome.totals().into_iter().map(|row| value(row, Metric::Errors, Stat::Sum)).collect()
}

/// For each point, whether a finding touches it.
fn touched(outcome: &Outcome, code: &str) -> Vec<bool> {
    let has = |row: &Row| row.findings.iter().any(|finding| finding.code.word() == code);
    outcome.totals().into_iter().map(has).collect()
}

fn rates(outcome: &Outcome) -> Vec<Option<f64>> {
    outcome.totals().into_iter().map(|row| value(row, Metric::Iops, Stat::Mean)).collect()
}

fn starts(outcome: &Outcome) -> Vec<Option<String>> {
    let totals = outcome.totals().into_iter();
    totals.map(|row| row.identity.started_at.map(|moment| moment.to_string())).collect()
}

#[test]
fn errors_belong_to_the_point_that_ran_when_they_were_logged() {
    let outcome = with_errors(SEVERAL, &["11:08:24.000", "11:08:24.500", "11:08:32.000"]).read();
    assert_eq!(errors(&outcome), [Some(2.0), Some(0.0), Some(1.0)]);
    assert_eq!(touched(&outcome, "job-failed"), [true, false, true]);
    // An hour after the last point was to end.
    let outcome = with_errors(SEVERAL, &["12:08:33.000"]).read();
    assert_eq!(errors(&outcome), [Some(0.0); 3]);
}

#[test]
fn errors_of_files_that_are_prepared_belong_to_no_point() {
    let outcome = with_errors(OPERATIONS, &["11:20:01.000", "11:20:03.000"]).read();
    assert_eq!(errors(&outcome), [Some(0.0), Some(1.0), Some(0.0), Some(0.0)]);
}

#[test]
fn the_announcement_of_corrupted_data_is_no_operation() {
    let found =
        "11:08:24.000 n-0: 11:08:24.000 At least one Data Validation error has been detected.\n";
    let log = found.to_owned() + &failed_at("11:08:24.010");
    let outcome = edited(SEVERAL, "errorlog.html", |text| text + &log).read();
    assert_eq!(errors(&outcome), [Some(1.0), Some(0.0), Some(0.0)]);
    let outcome = edited(SEVERAL, "errorlog.html", |text| text + found).read();
    assert_eq!(
        errors(&outcome),
        [Some(1.0), Some(0.0), Some(0.0)],
        "without an operation it is one"
    );
}

#[test]
fn errors_that_no_log_has_are_not_none() {
    let event = "11/30/2026-11:08:28-UTC \tI/O error detected. See errorlog.html\n";
    let before = "11/30/2026-11:08:29-UTC \tWorkload done";
    let input = edited(SEVERAL, "status.html", |text| {
        replaced(&text, before, &(event.to_owned() + before))
    });
    let outcome = input.read();
    assert_eq!(errors(&outcome), [Some(0.0), None, None]);
    assert_eq!(touched(&outcome, "job-failed"), [false, true, true]);
    let outcome = input.without(&["errorlog.html"]).read();
    assert_eq!(errors(&outcome), [None, None, None]);
    assert_eq!(touched(&outcome, "job-failed"), [false, true, true]);
}

#[test]
fn errors_of_a_run_of_a_day_are_not_told_apart() {
    let mut input = with_errors(SEVERAL, &["11:08:24.000"]);
    for file in ["summary.html", "logfile.html", "totals.html"] {
        change(&mut input, file, |text| text.replace("elapsed=3;", "elapsed=86400;"));
    }
    // The status tells that it ended after seconds.
    assert_eq!(errors(&input.read()), [Some(1.0), Some(0.0), Some(0.0)]);
    let outcome = input.without(&["status.html", "flatfile.html"]).read();
    assert_eq!(errors(&outcome), [None, None, None]);
    assert_eq!(touched(&outcome, "job-failed"), [true; 3]);
}

#[test]
fn dates_are_those_of_the_status_and_of_the_flat_file() {
    let later = |text: String| {
        let (first, rest) = text.split_at(text.find("Seq_Write_128K").expect("it started"));
        let begin = first.rfind("11/30/2026").expect("a date");
        let (first, second) = first.split_at(begin);
        format!("{first}{}", (second.to_owned() + rest).replace("11/30/2026", "12/03/2026"))
    };
    let expected =
        ["2026-11-30T11:08:22.002Z", "2026-12-03T11:08:26.001Z", "2026-12-03T11:08:30.001Z"];
    let expected = expected.map(|moment| Some(moment.to_owned()));
    let input = edited(SEVERAL, "status.html", later);
    assert_eq!(starts(&input.read()), expected);
    let input = edited(SEVERAL, "flatfile.html", |text| {
        let at = text.find("\n11:08:27").expect("the first row of the second one");
        text[..at].to_owned() + &text[at..].replace("11/30/2026", "12/03/2026")
    });
    assert_eq!(starts(&input.without(&["status.html"]).read()), expected);
}

#[test]
fn columns_of_a_later_version_are_believed_before_a_line_that_names_another() {
    let whole = Input::fixture(SEVERAL).read();
    let outcome = edited(SEVERAL, "logfile.html", |text| {
        replaced(&text, "distribution: vdbench50407", "distribution: vdbench50406")
    })
    .without(&["console.txt"])
    .read();
    assert_eq!(rates(&outcome), rates(&whole));
    assert!(!outcome.codes().contains(&"average-includes-warm-up"), "{:?}", outcome.codes());
}

#[test]
fn a_clock_that_was_set_back_makes_no_day() {
    // The second run definition starts at 11:08:26, ten seconds before the first one by the new clock.
    let outcome = edited(SEVERAL, "summary.html", |text| text.replace("11:08:26.", "11:08:12."))
        .without(&["status.html", "flatfile.html", "logfile.html", "console.txt", "totals.html"])
        .read();
    let dates: Vec<_> = starts(&outcome).into_iter().flatten().collect();
    assert_eq!(dates.len(), 3);
    assert!(dates.iter().all(|date| date.starts_with("2026-11-30T11:08:")), "{dates:?}");
}

#[test]
fn what_follows_a_day_of_an_unknown_date_has_no_start() {
    let mut input = Input::fixture(SEVERAL).without(&["status.html", "flatfile.html"]);
    for file in ["summary.html", "logfile.html", "totals.html"] {
        let second = "I/O rate: 50; elapsed=3;";
        change(&mut input, file, |text| replaced(&text, second, "I/O rate: 50; elapsed=90000;"));
    }
    let [first, second, third] = &starts(&input.read())[..] else { panic!("three points") };
    assert_eq!(first.as_deref(), Some("2026-11-30T11:08:22.002Z"));
    assert_eq!(second.as_deref(), Some("2026-11-30T11:08:26.001Z"));
    assert_eq!(third.as_deref(), None);
}

#[test]
fn a_flat_file_that_lacks_a_point_does_not_shift_the_others() {
    for (fixture, rows) in
        [(OPERATIONS, ["11:20:03.", "11:20:04."]), (SEEK_SHARES, ["11:48:43.", "11:48:44."])]
    {
        let whole = rates(&Input::fixture(fixture).read());
        let input = edited(fixture, "flatfile.html", |text| without_lines(&text, &rows));
        let outcome = input.read();
        let apart = |(one, other): (&Option<f64>, &Option<f64>)| {
            (one.expect("a rate") - other.expect("a rate")).abs()
        };
        let found = rates(&outcome);
        assert_eq!(found.len(), whole.len());
        // One of them is printed with fewer digits.
        assert!(found.iter().zip(&whole).all(|pair| apart(pair) <= 0.5), "{found:?} {whole:?}");
        assert_eq!(outcome.messages("files-disagree"), [""; 0]);
    }
}

#[test]
fn a_limit_may_have_a_fraction() {
    let input = edited(SINGLE, "flatfile.html", |text| text.replace(" 500 ", " 500.5 "));
    let outcome = input.read();
    let [total] = outcome.totals()[..] else { panic!("one point") };
    assert_eq!(total.identity.target_iops, Some(500.5));
    assert_eq!(total.figures[0].written.as_deref(), Some("505"), "of the flat file");
}

#[test]
fn a_console_text_of_two_runs_adds_no_point() {
    let mut input = Input::fixture(SINGLE);
    change(&mut input, "console.txt", |text| {
        text.clone() + &text.replace("11:08:", "13:08:").replace("505.0", "999.0")
    });
    let outcome = input.read();
    assert_eq!(rates(&outcome), [Some(505.0)]);
    assert_eq!(outcome.messages("files-disagree"), [""; 0]);
    // Where nobody else tells of a start it has two.
    let mut without = input.without(&["flatfile.html", "totals.html", "logfile.html"]);
    change(&mut without, "summary.html", |text| text.split("<a name").next().unwrap().to_owned());
    assert_eq!(rates(&without.read()), [Some(505.0), Some(999.0)]);
    let console = input.files.iter().filter(|file| file.name == "console.txt").cloned();
    assert_eq!(rates(&read(&console.collect::<Vec<_>>())), [Some(505.0), Some(999.0)]);
}

#[test]
fn a_parameter_file_of_another_run_is_told_by_the_flat_file() {
    let input = edited(SINGLE, "parmfile.html", |text| replaced(&text, "threads=4", "threads=16"));
    let outcome = input.read();
    assert_eq!(outcome.totals()[0].identity.jobs, None);
    let message = "threads of rd1: 4 in flatfile.html line 46, 16 in parmfile.html";
    assert_eq!(outcome.messages("files-disagree"), [message]);
    assert_eq!(touched(&outcome, "files-disagree"), [true]);
    let input = edited(SINGLE, "parmfile.html", |text| replaced(&text, "rdpct=70", "rdpct=20"));
    let outcome = input.read();
    assert_eq!(outcome.totals()[0].identity.read_percent, Some(70.0));
    let message =
        "share of reads asked for in rd1: 70 % in flatfile.html line 46, 20 % in parmfile.html";
    assert_eq!(outcome.messages("files-disagree"), [message]);
    // Without the flat file nobody contradicts.
    let outcome = input.without(&["flatfile.html"]).read();
    assert_eq!(outcome.totals()[0].identity.read_percent, Some(20.0));
}

#[test]
fn a_copy_under_another_name_does_not_replace_a_file() {
    let mut input = Input::fixture(SINGLE);
    let text = input.file("parmfile.html").expect("a parameter file").text();
    input.files.push(File::new("parmfile.html.bak", text.replace("threads=4", "threads=32")));
    input.files.push(File::new("a-parmfile.html", text.replace("threads=4", "threads=64")));
    input.files.sort_by(|one, other| one.name.cmp(&other.name));
    let outcome = input.read();
    assert_eq!(outcome.totals()[0].identity.jobs, Some(4));
    assert_eq!(outcome.codes(), [""; 0]);
}

#[test]
fn points_that_differ_in_threads_are_told_apart_where_those_in_all_are_not_known() {
    let parameters = |outcome: &Outcome| -> Vec<String> {
        let shown = |row: &Row| {
            let pairs = row.identity.parameters.iter().map(|(key, value)| format!("{key}={value}"));
            pairs.collect::<Vec<_>>().join(" ")
        };
        let totals = outcome.kept.rows.iter().filter(|row| row.identity.op == Some(Op::TOTAL));
        totals.map(shown).collect()
    };
    let input = Input::fixture(OPERATIONS);
    let known = parameters(&input.read());
    assert!(known.iter().all(|it| !it.contains("threads")), "{known:?}");
    let unknown = parameters(&input.without(&["parmfile.html"]).read());
    let of_run: Vec<&String> = unknown.iter().filter(|it| it.starts_with("threads")).collect();
    assert_eq!(
        of_run,
        [
            "threads=1 operation=read",
            "threads=1 operation=write",
            "threads=2 operation=read",
            "threads=2 operation=write"
        ]
    );
    let reports = unknown.iter().filter(|it| it.starts_with("fsd=fsd1 threads=2"));
    assert_eq!(reports.count(), 2, "{unknown:?}");
}

#[test]
fn a_point_that_the_user_ended_is_told() {
    let event = "11/30/2026-11:08:28-UTC \tUser requested early shutdown of this run.\n";
    let before = "11/30/2026-11:08:29-UTC \tWorkload done";
    let input = edited(SEVERAL, "status.html", |text| {
        replaced(&text, before, &(event.to_owned() + before))
    });
    let outcome = input.read();
    assert_eq!(touched(&outcome, "run-interrupted"), [false, true, false]);
    let message = "Seq_Write_128K was ended before its time, as vdbench reports: \
                   User requested early shutdown of this run.";
    assert_eq!(outcome.messages("run-interrupted"), [message]);
    // Without the starts it may have been any of them.
    let mut input = input;
    change(&mut input, "status.html", |text| without_lines(&text, &["\tStarting\t"]));
    assert_eq!(touched(&input.read(), "run-interrupted"), [true; 3]);
}

#[test]
fn a_file_that_is_too_large_is_missing() {
    let mut input = Input::fixture(SINGLE);
    for file in ["parmfile.html", "histogram.html", "errorlog.html", "status.html"] {
        change(&mut input, file, |text| text + &"\n".repeat(60_000));
    }
    let outcome = read_with_limit(&input.files, 50_000);
    assert_eq!(outcome.codes(), ["input-too-large"; 2]);
    let [total] = outcome.totals()[..] else { panic!("one point") };
    assert_eq!((total.identity.jobs, total.distribution.is_some()), (Some(4), false));
    let places: Vec<_> =
        outcome.kept.findings.iter().map(|finding| finding.locator.as_deref()).collect();
    assert_eq!(places, [Some("histogram.html"), Some("parmfile.html")]);
    // Logs are read line by line.
    assert_eq!(value(total, Metric::Errors, Stat::Sum), Some(0.0));
}

#[test]
fn one_interval_alone_may_have_the_mean_of_several_sizes() {
    let interval = "11:08:16.015           2      500.0     1.95    5467  72.20    0.076    0.101    0.012     4.17     0.05    0.225    0.0  88.7  40.4\n";
    let average = "11:08:17.038     avg_2-2      500.0     1.95    5467  72.20    0.076    0.101    0.012     4.17     0.05    0.225    0.0  88.7  40.4\n";
    let summary = |intervals: &str| {
        let text = Input::fixture(SINGLE).file("summary.html").expect("a summary").text();
        let rows = text.find("11:08:14.103").expect("a row");
        [File::new("summary.html", text[..rows].to_owned() + intervals + average)]
    };
    let size = |intervals: &str| read(&summary(intervals)).totals()[0].identity.block_size_bytes;
    assert_eq!(size(interval), None);
    let before = interval.replace("           2 ", "           1 ");
    assert_eq!(size(&(before + interval)), Some(5467));
    // The parameter file names it.
    let mut files = summary(interval).to_vec();
    let parameters = "<title>Vdbench output/parmfile.html</title><pre>\nsd=sd1,lun=/d\nwd=wd1,sd=sd1,xfersize=5467\nrd=rd1,wd=wd1\n";
    files.push(File::new("parmfile.html", parameters));
    assert_eq!(read(&files).totals()[0].identity.block_size_bytes, Some(5467));
}

#[test]
fn how_long_an_interval_is_is_never_guessed() {
    let totals = Input::fixture(SINGLE).file("totals.html").expect("totals").clone();
    let lasted = |interval: &str| {
        let parameters = format!(
            "<title>Vdbench output/parmfile.html</title><pre>\nsd=sd1,lun=/d\nwd=wd1,sd=sd1\nrd=rd1,wd=wd1{interval}\n"
        );
        let outcome = read(&[totals.clone(), File::new("parmfile.html", parameters)]);
        (outcome.totals()[0].identity.duration_s, touched(&outcome, "files-disagree")[0])
    };
    // Four intervals in four seconds.
    assert_eq!(lasted(""), (Some(3.0), false));
    assert_eq!(lasted(",interval=1"), (Some(3.0), false));
    assert_eq!(lasted(",interval=5"), (None, true));
}

#[test]
fn windows_need_the_length_of_an_interval() {
    let text = Input::fixture(SINGLE).file("summary.html").expect("a summary").text();
    let end = text.find("11:08:15.034").expect("a second row");
    let files = [File::new("summary.html", &text.as_bytes()[..end])];
    let outcome = read_series(&files);
    assert!(outcome.kept.windows.is_empty());
    let message =
        "no file tells how long an interval of rd1 is: the series has none of its windows";
    assert_eq!(outcome.messages("file-missing"), [message]);
    assert_eq!(read(&files).messages("file-missing"), [""; 0], "nobody asked for them");
}

#[test]
fn times_beyond_all_measure_are_no_times() {
    for elapsed in ["1e300", "-4", "99999999999999999999"] {
        let text = Input::fixture(SINGLE).file("summary.html").expect("a summary").text();
        let average = text.lines().find(|line| line.contains("avg_2-4")).expect("an average");
        let rows = text.find("11:08:14.103").expect("a row");
        let text = text[..rows].replace("elapsed=4;", &format!("elapsed={elapsed};"));
        let outcome = read(&[File::new("summary.html", format!("{text}{average}\n"))]);
        assert_eq!(outcome.totals()[0].identity.duration_s, None, "{elapsed}");
        assert_eq!(rates(&outcome), [Some(505.0)]);
    }
}
