//! What `check` and `report` say of a comparison that came to little or nothing.

use crate::support::{Ended, fixtures, plimsoll, plimsoll_in};

/// `iorate=300,forxfersize=(4k,64k),forthreads=(1,4),forrdpct=(0,50,100)`, random.
const LOOPS: &str = "vdbench/loops__vdbench-5.04.07";

/// Published: 450K below 1 ms; 635,342 IOPS at 6.4 ms.
const RANDOM_READ: &str = "aff-a300/fc/4k-random-read";

/// What `check` prints on standard output, as words without the blanks between columns.
fn lines(ended: &Ended) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    ended.stdout.lines().map(words).collect()
}

#[test]
fn a_limited_rate_is_not_comparable_with_a_maximum_and_says_why_once() {
    let ended = plimsoll(&["check", LOOPS, "--against", RANDOM_READ, "--set", "protocol=FC"]);
    assert_eq!(ended.status, 1, "{}", ended.stderr);
    let lines = lines(&ended);
    let judged: Vec<&String> = lines.iter().filter(|line| line.contains("100 read 1")).collect();
    // Rate and latency of two published points, for one and for four threads.
    assert_eq!(judged.len(), 8, "{}", ended.stdout);
    for line in judged {
        let end = "– ○ not comparable the rate was limited to 300 IOPS";
        assert!(line.ends_with(end), "no ratio, and the reason: {line}");
    }
    assert!(!ended.stdout.contains("falls short"), "{}", ended.stdout);
    assert!(!ended.stderr.contains("repeats-differ"), "one and four threads: {}", ended.stderr);
    let allowed = ["check", LOOPS, "--against", RANDOM_READ, "--set", "protocol=FC"];
    let allowed = plimsoll(&[&allowed[..], &["--allow", "not-comparable"]].concat());
    assert_eq!(allowed.status, 0, "{}", allowed.stdout);
}

#[test]
fn a_prefix_to_which_nothing_corresponds_is_one_warning_with_the_reason() {
    let ended = plimsoll(&["check", LOOPS, "--against", "gcnv", "--set", "protocol=FC"]);
    assert_eq!(ended.status, 1);
    let text = ended.stderr.split_whitespace().filter(|it| *it != "│" && *it != "|");
    let text = text.collect::<Vec<_>>().join(" ");
    assert_eq!(text.matches("reference-not-matched").count(), 1, "{}", ended.stderr);
    assert!(text.contains("references below gcnv ("), "{text}");
    assert!(text.contains("protocol FC, published"), "{text}");
    assert!(ended.summary().ends_with("; 1 warning"), "{}", ended.summary());
}

#[test]
fn warnings_that_are_not_printed_are_counted() {
    let mut arguments = vec!["check", LOOPS];
    for reference in [
        "aff-a300/fc/64k-sequential-read",
        "aff-a300/fc/64k-sequential-write",
        "gcnv/flex-file/nfsv3/64k-sequential",
        "gcnv/flex-file/nfsv3/8k-random",
        "gcnv/extreme/nfsv3/8k-random",
    ] {
        arguments.extend(["--against", reference]);
    }
    let report = tempfile::tempdir().expect("a folder");
    for (command, place) in
        [("check", "`plimsoll report` lists all of them"), ("report", "the report has all of them")]
    {
        arguments[0] = command;
        let output = plimsoll_in(&fixtures())
            .args(&arguments)
            .args((command == "report").then_some("-o"))
            .args((command == "report").then_some(report.path()))
            .output()
            .expect("the program starts");
        let ended = Ended::from(output);
        let line = format!("(2 reference-not-matched): {place}");
        assert!(ended.stderr.contains(&line), "{command}: {}", ended.stderr);
        assert!(ended.summary().contains("; 5 warnings"), "{command}: {}", ended.summary());
    }
}

#[test]
fn without_anything_to_compare_with_it_says_so() {
    const SAID: &str = "no reference chosen; use --against ID or --set product=…";
    let ended = plimsoll(&["check", LOOPS]);
    assert_eq!((ended.status, ended.stdout.trim_end()), (1, SAID));
    let of_product = plimsoll(&["check", LOOPS, "--set", "product=Some array"]);
    assert!(!of_product.stdout.contains("no reference chosen"), "{}", of_product.stdout);
    let report = tempfile::tempdir().expect("a folder");
    let output = plimsoll_in(&fixtures())
        .args(["report", LOOPS, "--format", "md", "-o"])
        .arg(report.path())
        .output()
        .expect("the program starts");
    let ended = Ended::from(output);
    assert_eq!(ended.status, 0);
    assert!(ended.stderr.lines().any(|line| line == SAID), "{}", ended.stderr);
}

#[test]
fn names_of_references_that_do_not_exist_have_a_way_out() {
    for (against, tip) in [
        (
            "aff-a300/fc/4k",
            "did you mean aff-a300/fc/4k-random-read, aff-a300/fc/4k-random-write, aff-a300/fc?",
        ),
        ("aff-a300,gcnv", "--against may be given several times, once for each reference"),
    ] {
        let ended = plimsoll(&["check", LOOPS, "--against", against]);
        assert_eq!(ended.status, 2);
        assert!(ended.stderr.contains(tip), "{against}: {}", ended.stderr);
    }
}
