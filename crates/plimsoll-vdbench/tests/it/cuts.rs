//! Output that was cut anywhere: never a panic, and never a figure that the whole does not tell.
//!
//! A cut may lose rows and figures. Where a file of a directory is cut, what it told of a point may be
//! told by another file, with fewer digits; so the figures of a row must be those that the directory
//! tells with or without that file.

use crate::support::{File, Input, Outcome, all_fixtures, inputs_below, read, shared_samples};
use plimsoll_schema::{Identity, Metric, Row};

/// Cuts at every so many bytes, and where each run definition starts.
fn cuts(bytes: &[u8], step: usize) -> Vec<usize> {
    let starts = bytes.windows(12).enumerate().filter(|(_, it)| *it == b"Starting RD=");
    let starts = starts.map(|(at, _)| at);
    (0..bytes.len()).step_by(step).chain(starts.filter(|_| step > 97)).collect()
}

/// Rows that have figures.
fn measured(outcome: &Outcome) -> impl Iterator<Item = &Row> {
    outcome.kept.rows.iter().filter(|row| !row.figures.is_empty())
}

/// Whether a row says nothing that another one does not. The number of errors is that of the lines of
/// a file, and how many were cut off from it nobody knows.
fn says_no_more(row: &Row, whole: &Row) -> bool {
    let figures = row.figures.iter().filter(|figure| figure.metric != Metric::Errors);
    says_no_other(&row.identity, &whole.identity)
        && figures.into_iter().all(|figure| whole.figures.contains(figure))
        && (row.distribution.is_none() || row.distribution == whole.distribution)
        && (row.load_step.is_none() || row.load_step == whole.load_step)
}

fn says_no_other(one: &Identity, whole: &Identity) -> bool {
    fn agrees<T: PartialEq>(one: Option<&T>, whole: Option<&T>) -> bool {
        one.is_none() || one == whole
    }
    // The share of reads may be the one that was asked for, or the one that was measured.
    // Each file has the line of a start at its own millisecond.
    let starts = one.started_at.zip(whole.started_at);
    let shares = one.read_percent.zip(whole.read_percent);
    (&one.workload, &one.op, one.level) == (&whole.workload, &whole.op, whole.level)
        && one.parameters == whole.parameters
        && agrees(one.tool_version.as_ref(), whole.tool_version.as_ref())
        && agrees(one.pattern.as_ref(), whole.pattern.as_ref())
        && agrees(one.block_size_bytes.as_ref(), whole.block_size_bytes.as_ref())
        && agrees(one.jobs.as_ref(), whole.jobs.as_ref())
        && agrees(one.clients.as_ref(), whole.clients.as_ref())
        && agrees(one.target_iops.as_ref(), whole.target_iops.as_ref())
        && starts.is_none_or(|(one, whole)| one.duration_since(whole).abs().as_secs() == 0)
        && agrees(one.duration_s.as_ref(), whole.duration_s.as_ref())
        && shares.is_none_or(|(one, whole)| (one - whole).abs() <= 10.0)
}

#[test]
fn a_file_alone_tells_of_each_line_what_it_tells_as_a_whole() {
    let mut rows = 0;
    for input in all_fixtures() {
        for file in &input.files {
            let whole = read(std::slice::from_ref(file));
            for cut in cuts(&file.bytes, if file.bytes.len() > 100_000 { 997 } else { 97 }) {
                let outcome = read(&[File::new(&file.name, &file.bytes[..cut])]);
                for row in measured(&outcome) {
                    let is_same = |it: &&Row| {
                        it.identity.locator == row.identity.locator
                            && it.identity.op == row.identity.op
                            && says_no_more(row, it)
                    };
                    assert!(
                        measured(&whole).any(|it| is_same(&it)),
                        "{} {} cut at {cut}: {row:#?}",
                        input.name,
                        file.name
                    );
                    rows += 1;
                }
            }
        }
    }
    assert!(rows > 10_000, "{rows} rows");
}

/// Files from which a directory may tell its points, and what conditions are known from.
const TELLING: [&[&str]; 4] = [
    &["flatfile.html"],
    &["summary.html"],
    &["totals.html", "logfile.html", "console.txt"],
    &["parmfile.html"],
];

/// Files that no figure is read from.
const SILENT: [&str; 2] = ["skew.html", "anchors.html"];

/// All rows that a directory tells with and without each of its files.
fn all_that_is_told(input: &Input) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for without in 0..1u32 << TELLING.len() {
        let left_out: Vec<&str> = (0..TELLING.len())
            .filter(|bit| without & (1 << bit) != 0)
            .flat_map(|bit| TELLING[bit])
            .copied()
            .collect();
        for mut row in input.without(&left_out).read().kept.rows {
            row.findings.clear();
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    rows
}

/// Directories of which every file is cut at every 97th byte; those of the others at fewer places.
const CUT_FINELY: [&str; 3] =
    ["single__vdbench-5.04.05", "killed__vdbench-5.04.07", "locale-ar-eg__vdbench-5.04.07"];

#[test]
fn a_directory_with_a_cut_file_tells_nothing_else() {
    let mut rows = 0;
    for input in all_fixtures().iter().filter(|input| input.files.len() > 1) {
        let step = if CUT_FINELY.contains(&input.name.as_str()) { 97 } else { 1997 };
        let (whole, all) = (input.read(), all_that_is_told(input));
        let told = |index: &usize| !SILENT.contains(&input.files[*index].name.as_str());
        for index in (0..input.files.len()).filter(told) {
            for cut in cuts(&input.files[index].bytes, step) {
                let mut files = input.files.clone();
                files[index].bytes.truncate(cut);
                let outcome = read(&files);
                let place = format!("{} with {} cut at {cut}", input.name, files[index].name);
                for row in &outcome.kept.rows {
                    assert!(all.iter().any(|it| says_no_more(row, it)), "{place}: {row:#?}");
                    rows += 1;
                }
                let counts =
                    |outcome: &Outcome| (outcome.totals().len(), measured(outcome).count());
                let (points, figured) = counts(&outcome);
                let (all_points, all_figured) = counts(&whole);
                assert!(points <= all_points, "{place}: {points} points of {all_points}");
                assert!(figured <= all_figured, "{place}: more rows than of the whole");
            }
        }
    }
    assert!(rows > 10_000, "{rows} rows");
}

#[test]
fn a_last_line_without_an_end_counts_but_for_its_last_number() {
    let mut input = Input::fixture("alone/totals__vdbench-5.04.05.html");
    let whole = input.read();
    let end = input.files[0].bytes.trim_ascii_end().len();
    input.files[0].bytes.truncate(end);
    let cut = input.read();
    assert_eq!(cut.totals()[0].figures, whole.totals()[0].figures);
    let processors = |outcome: &Outcome| -> usize {
        let details = outcome.kept.rows.iter().filter(|row| row.long_shape_only);
        details.map(|row| row.figures.len()).sum()
    };
    assert_eq!((processors(&whole), processors(&cut)), (2, 1), "system time stands last");
    let message =
        "totals__vdbench-5.04.05.html stops within line 13: what stands last in it does not count";
    assert_eq!(cut.messages("cut-off"), [message]);
}

#[test]
fn half_a_start_or_a_version_is_none() {
    let console = Input::fixture("alone/console__by-hand.txt");
    let text = console.files[0].text();
    let read_to = |what: &str| {
        let end = text.find(what).expect("it stands there") + what.len();
        read(&[File::new("console.txt", &text.as_bytes()[..end])])
    };
    let outcome = read_to("Starting RD=most; I/O rate: Uncontrolled MAX; elapsed=4; For loops: No");
    let names: Vec<_> = outcome.totals().iter().map(|row| row.identity.workload.clone()).collect();
    assert_eq!(names, [Some("steady".into())]);
    assert_eq!(outcome.messages("cut-off").len(), 1);
    // `vdbench504` would be version 5.04.
    let parameters = "sd=sd1,lun=/dev/vdb,threads=8\nwd=wd1,sd=sd1\nrd=steady,wd=wd1,threads=1";
    let tables = text.split_once("\n\n").expect("a head").1;
    let files = [
        File::new("summary.html", format!("<pre>\nVdbench summary report, created so\n{tables}")),
        File::new(
            "logfile.html",
            "<title>Vdbench output/logfile.html</title><pre>\nVdbench distribution: vdbench504",
        ),
        File::new(
            "parmfile.html",
            format!("<title>Vdbench output/parmfile.html</title><pre>\n{parameters}"),
        ),
    ];
    let outcome = read(&files);
    let identity = &outcome.totals()[0].identity;
    assert_eq!((&identity.tool_version, identity.jobs), (&None, None), "16 threads, or 1");
    let mut whole = files;
    whole[1].bytes.extend_from_slice(b"07\n");
    whole[2].bytes.push(b'\n');
    let outcome = read(&whole);
    let identity = &outcome.totals()[0].identity;
    assert_eq!(identity.tool_version.as_deref(), Some("5.04.07"));
    assert_eq!(identity.jobs, Some(1));
}

/// The shared samples are no part of the repository; elsewhere this test holds of nothing.
#[test]
fn shared_samples_that_were_cut_tell_nothing_else() {
    for input in inputs_below(&shared_samples().join("public")) {
        let all = all_that_is_told(&input);
        for index in 0..input.files.len() {
            let length = input.files[index].bytes.len();
            for cut in (0..length).step_by(length / 3 + 1) {
                let mut files = input.files.clone();
                files[index].bytes.truncate(cut);
                let place = format!("{} with {} cut at {cut}", input.name, files[index].name);
                for row in &read(&files).kept.rows {
                    assert!(all.iter().any(|it| says_no_more(row, it)), "{place}: {row:#?}");
                }
            }
        }
    }
}
