//! Benchmarks of databases: their folders as inputs, and the report about them.

use crate::support::{Ended, fixtures, plimsoll_in};
use std::fs;

fn report(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().to_string_lossy().into_owned();
    let mut command = plimsoll_in(&fixtures());
    command.arg("report").args(arguments).args([
        "--date",
        "2026-01-02",
        "--format",
        "md",
        "-o",
        &to,
    ]);
    let ended = Ended::from(command.output().expect("the program starts"));
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    fs::read_to_string(folder.path().join("report.md")).expect("the report")
}

/// The line of a table that begins so, by its cells.
fn cells<'r>(report: &'r str, begin: &str) -> Vec<&'r str> {
    let line = report.lines().find(|line| line.starts_with(begin));
    let line = line.unwrap_or_else(|| panic!("no line begins with {begin}:\n{report}"));
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The reports of the three runs print 15,866.3, 30,777.8 and 55,381.0 requests a second.
#[test]
fn several_numbers_of_sessions_are_a_curve_of_the_database() {
    let report = report(&["slob/series__slob-2.5.4", "--set", "protocol=iSCSI"]);
    assert!(report.contains("\n## Database, SLOB\n"), "{report}");
    assert_eq!(cells(&report, "| 8 sessions |")[2..5], ["15,866", "128", "564"]);
    assert_eq!(cells(&report, "| 32 sessions |")[5], "peak");
    assert!(report.contains("The latency is that of reads"), "{report}");
    assert!(report.contains("| Application, 1/s |"), "{report}");
    assert!(report.contains("| Transactions, 1/s |"), "{report}");
}

#[test]
fn a_run_of_ssb_is_set_beside_the_published_one_without_naming_it() {
    let report = report(&[
        "ssb/perfmon-en__by-generator",
        "--set",
        "protocol=iSCSI",
        "--set",
        "product=Google Cloud NetApp Volumes",
    ]);
    assert!(report.contains("\n## Database, SSB\n"), "{report}");
    let latency = cells(&report, "| Database, SSB | 80 | read + write | 1 | 1.85 |");
    assert_eq!(latency[6..9], ["&lt; 1.00", "0.54", "▼ falls short"]);
    assert!(report.contains("the page tells the workload by its tool alone"), "{report}");
}

#[test]
fn no_password_of_slob_leaves_its_settings() {
    let mut command = plimsoll_in(&fixtures());
    let output = command.args(["convert", "slob", "--findings", "-", "-o"]);
    let folder = tempfile::tempdir().expect("a folder");
    let output = output.arg(folder.path().join("rows.csv")).output().expect("the program starts");
    let ended = Ended::from(output);
    let rows = fs::read_to_string(folder.path().join("rows.csv")).expect("rows");
    for text in [&ended.stdout, &ended.stderr, &rows] {
        assert!(!text.to_lowercase().contains("passwd"), "{text}");
    }
    assert!(rows.lines().count() > 10, "{rows}");
}
