//! Runs that are killed, stopped, or not alone.

use crate::dataset::{convert_in, folder, put, rows};
use crate::support::plimsoll_in;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

const GOOD: &str = "randrw-4k-70-30__fio-3.33.json";
const OTHER: &str = "several-block-sizes__fio-3.33.json";

/// How often a run is killed.
const KILLS: u32 = 50;

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = plimsoll_in(folder);
    command.arg("convert").args(arguments).stdin(Stdio::piped()).stderr(Stdio::piped());
    command.stdout(Stdio::null()).spawn().expect("the program starts")
}

/// Lets a process run for a time, or until it ends.
fn wait_at_most(child: &mut Child, time: Duration) {
    // Nothing is ever sent: the channel is a clock that ends with the time.
    let (_sender, clock) = channel::<()>();
    let begin = Instant::now();
    while begin.elapsed() < time && child.try_wait().expect("a process").is_none() {
        let _ = clock.recv_timeout(Duration::from_millis(1));
    }
}

/// Numbers that are spread evenly, the same in every run of the test.
fn spread(number: u32) -> u32 {
    number.wrapping_mul(2_654_435_769) >> 16
}

#[test]
fn a_killed_run_leaves_the_old_dataset_or_the_new_one() {
    let folder = folder(&[(GOOD, "a.json"), (GOOD, "b.json"), (GOOD, "c.json")]);
    let arguments = ["in", "--to", "parquet", "-o", "out", "--partition-by", "op"];
    let out = folder.path().join("out");
    convert_in(folder.path(), &arguments);
    let mut old = rows(&out);
    assert_eq!(old.len(), 12);
    // About as long as a run takes, so that some runs come to their end.
    let mut time = Duration::from_millis(100);
    let (mut ended, mut killed) = (0, 0);
    for kill in 0..KILLS {
        // One file changes every time, sometimes one is new.
        put(folder.path(), if kill % 2 == 0 { OTHER } else { GOOD }, "b.json");
        if kill % 10 == 0 {
            put(folder.path(), GOOD, &format!("new-{kill}.json"));
        }
        let begin = Instant::now();
        let mut child = start(folder.path(), &arguments);
        wait_at_most(&mut child, time * (spread(kill) % 1000) / 800);
        let was_alive = child.try_wait().expect("a process").is_none();
        child.kill().expect("a process");
        child.wait().expect("a process");
        let there = rows(&out);
        if was_alive {
            killed += 1;
        } else {
            ended += 1;
        }
        time = if was_alive { time * 9 / 8 } else { begin.elapsed() * 7 / 8 };
        assert_eq!(convert_in(folder.path(), &arguments).status, 0, "the next run completes it");
        let new = rows(&out);
        assert!(there == old || there == new, "kill {kill}: neither the old nor the new rows");
        assert!(was_alive || there == new, "kill {kill}: it came to its end");
        old = new;
    }
    assert!(killed > 0 && ended > 0, "{killed} runs were killed, and {ended} ended before");
    let whole = ["in", "--to", "parquet", "-o", "whole", "--partition-by", "op"];
    convert_in(folder.path(), &whole);
    assert_eq!(old, rows(&folder.path().join("whole")), "as if nothing had happened");
    let left: Vec<_> = fs::read_dir(out.join(".plimsoll")).expect("a folder").collect();
    assert_eq!(left.len(), 3, "the lock, the link and one version");
}

#[cfg(unix)]
#[test]
fn a_killed_first_run_leaves_nothing_that_looks_like_a_dataset() {
    let folder = folder(&[(GOOD, "a.json")]);
    // It waits for its standard input.
    let mut child = start(folder.path(), &["in", "/dev/stdin", "--to", "parquet", "-o", "out"]);
    let lock = folder.path().join("out/.plimsoll/lock");
    while fs::read(&lock).map_or(0, |text| text.len()) == 0 {
        assert!(child.try_wait().expect("a process").is_none(), "it waits");
    }
    let ended = convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    assert_eq!(ended.status, 2, "{}", ended.stderr);
    let expected = format!("another run is writing into out: process {}", child.id());
    assert!(ended.stderr.contains(&expected), "{}", ended.stderr);
    child.kill().expect("a process");
    child.wait().expect("a process");
    assert!(!folder.path().join("out/rows").exists());
    let ended = convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    assert_eq!(ended.status, 0, "nobody holds the lock: {}", ended.stderr);
    let expected = format!("did not come to its end (process {}", child.id());
    assert!(ended.stderr.contains(&expected), "{}", ended.stderr);
    assert_eq!(rows(&folder.path().join("out")).len(), 4);
}

#[test]
fn two_runs_do_not_write_one_file() {
    let folder = folder(&[(GOOD, "a.json")]);
    let mut child = start(folder.path(), &["in", "-", "-o", "rows.csv"]);
    let part = folder.path().join(".rows.csv.part");
    while !part.exists() {
        assert!(child.try_wait().expect("a process").is_none(), "it waits");
    }
    let ended = convert_in(folder.path(), &["in", "-o", "rows.csv"]);
    assert_eq!(ended.status, 2, "{}", ended.stderr);
    assert!(ended.stderr.contains("another run is writing it"), "{}", ended.stderr);
    child.kill().expect("a process");
    child.wait().expect("a process");
    assert!(part.exists() && !folder.path().join("rows.csv").exists());
    assert_eq!(convert_in(folder.path(), &["in", "-o", "rows.csv"]).status, 0);
    assert!(!part.exists(), "what a killed run left is taken");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_complete() {
    let folder = folder(&[(GOOD, "a.json"), (GOOD, "b.json")]);
    let mut child =
        start(folder.path(), &["in", "/dev/stdin", "in/b.json", "--to", "parquet", "-o", "out"]);
    let begun = folder.path().join("out/.plimsoll/1/sources.parquet");
    while !begun.exists() {
        assert!(child.try_wait().expect("a process").is_none(), "it waits");
    }
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("kill").success());
    // After the end of standard input the walk goes on, and sees that it is to stop.
    child.stdin.take().expect("piped").write_all(b"nothing").expect("it reads");
    let status = child.wait().expect("a process");
    assert_eq!(status.code(), Some(130));
    let stderr = BufReader::new(child.stderr.take().expect("piped"));
    let told: Vec<String> = stderr.lines().map(|line| line.expect("text")).collect();
    let last = told.last().map(String::as_str).unwrap_or_default();
    assert!(last.contains("stopped: "), "{told:?}");
    let out = folder.path().join("out");
    let complete = rows(&out).len();
    assert!([0, 4, 8].contains(&complete), "whole inputs: {complete}");
    assert_eq!(convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]).status, 0);
    assert_eq!(rows(&out).len(), 8);
}
