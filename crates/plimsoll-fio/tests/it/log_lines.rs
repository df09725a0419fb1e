//! Lines that do not fit, and times that are not in order: findings, and never an end.

use crate::logs::{of_release, read, value};
use plimsoll_read::Kept;
use plimsoll_schema::{Code, Finding, Metric, Stat};
use std::fmt::Write as _;

fn kept(text: &str) -> Kept {
    read(&[("a_clat.1.log", text.as_bytes())], &of_release("3.33")).only()
}

fn of_code(kept: &Kept, code: Code) -> Vec<&Finding> {
    kept.findings.iter().map(|finding| &**finding).filter(|finding| finding.code == code).collect()
}

fn operations(kept: &Kept) -> usize {
    let counts = kept.rows.iter().filter_map(|row| value(row, Metric::Operations, Stat::Sum, None));
    counts.sum::<f64>() as usize
}

/// Rows at these times.
fn log(times: impl IntoIterator<Item = u64>) -> String {
    times.into_iter().fold(String::new(), |mut text, time| {
        let _ = writeln!(text, "{time}, 100, 0, 4096, 0");
        text
    })
}

#[test]
fn the_first_twenty_lines_that_do_not_fit_are_told_and_the_others_counted() {
    let mut text = log(0..40);
    for number in 0..25 {
        let _ = writeln!(text, "{number}, 4w50605, 1, 4096, 0");
    }
    text += &log(40..45);
    let kept = kept(&text);
    assert_eq!(operations(&kept), 45);
    let findings = of_code(&kept, Code::LineUnreadable);
    assert_eq!(findings.len(), 21);
    assert_eq!(findings[0].locator.as_deref(), Some("line 41"));
    assert_eq!(findings[0].message, "the line does not fit the log: 0, 4w50605, 1, 4096, 0");
    assert_eq!(findings[19].locator.as_deref(), Some("line 60"));
    assert_eq!(findings[20].message, "5 more lines do not fit the log");
    assert!(kept.rows[0].finding_codes().contains(&"line-unreadable"));
}

#[test]
fn a_last_line_without_end_counts_if_it_is_whole() {
    for (end, counted, is_cut) in [
        ("5, 100, 0, 4096, 0", 2, false),
        ("5, 100, 0, 4096, ", 1, true),
        ("5, 100, 0, 40", 1, true),
        ("5, 1", 1, true),
    ] {
        let kept = kept(&format!("4, 100, 0, 4096, 0\n{end}"));
        assert_eq!(operations(&kept), counted, "{end}");
        assert_eq!(of_code(&kept, Code::CutOff).len(), usize::from(is_cut), "{end}");
    }
    // Without columns behind it, the block size itself may be cut.
    for (end, counted) in [("5, 100, 0, 4096", 2), ("5, 100, 0, 40", 1)] {
        let kept = kept(&format!("4, 100, 0, 4096\n{end}"));
        assert_eq!(operations(&kept), counted, "{end}");
    }
}

#[test]
fn times_that_begin_anew_make_windows_of_their_own() {
    // With per_job_logs=0 one log holds the rows of several jobs, one after the other.
    let kept = kept(&(log((0..5000).step_by(10)) + &log((0..5000).step_by(20))));
    assert_eq!(operations(&kept), 750);
    let begins: Vec<f64> = kept.windows.iter().map(|window| window.begin_s).collect();
    assert_eq!(begins, [0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0, 2.0, 3.0, 4.0]);
    let findings = of_code(&kept, Code::TimesDisordered);
    assert_eq!(findings[0].message, "times run backwards at 1 place, first from 4990 to 0 ms");
    assert_eq!(findings[0].locator.as_deref(), Some("line 501"));
}

#[test]
fn a_single_time_of_its_own_is_a_damaged_line() {
    for stray in [7, 900_000_000] {
        let text = log(100_000..100_200) + &log([stray]) + &log(100_200..101_900);
        let kept = kept(&text);
        assert_eq!(operations(&kept), 1901, "it counts for the whole");
        let counts: Vec<Option<u64>> =
            kept.windows.iter().map(|window| window.operations).collect();
        assert_eq!(counts, [Some(1000), Some(900)], "and stands in no window: {stray}");
        let messages: Vec<&str> =
            of_code(&kept, Code::TimesDisordered).iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages.len(), 2, "{messages:?}");
        assert_eq!(messages[1], "1 row of a time of its own is in no window");
    }
}

#[test]
fn several_block_sizes_are_none() {
    let lines = [
        "0, 100, 0, 4096, 0",
        "0, 100, 1, 8192, 0",
        "0, 100, 0, 4096, 0",
        "0, 100, 1, 4096, 0",
        "0, 100, 0, 4096, 0",
    ];
    let kept = kept(&(lines.join("\n") + "\n"));
    let size = |row: &plimsoll_schema::Row| row.identity.block_size_bytes;
    assert_eq!(kept.rows.iter().map(size).collect::<Vec<_>>(), [Some(4096), None]);
    let bytes = value(&kept.rows[1], Metric::Bytes, Stat::Sum, None);
    assert_eq!(bytes.map(|bytes| bytes as u64), Some(12_288));
}

#[test]
fn times_that_jump_are_told() {
    let kept = kept(&(log(0..100) + &log(500_000..500_100)));
    let findings = of_code(&kept, Code::TimesDisordered);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].message, "times jump at 1 place, first from 99 to 500000 ms");
    let begins: Vec<f64> = kept.windows.iter().map(|window| window.begin_s).collect();
    assert_eq!(begins, [0.0, 500.0]);
}

#[test]
fn line_ends_and_blanks_of_other_programs_are_no_fault() {
    let text = "0, 100, 0, 4096, 0\r\n\r\n1, 200, 0, 4096, 0\r\n1, 300, 0, 4096, 0\r\n";
    let read = kept(text);
    assert_eq!(operations(&read), 3);
    assert!(read.findings.is_empty(), "{:?}", read.findings);
    let read = kept("0,100,0,4096,0\n0,200,0,4096,0\n");
    assert_eq!(operations(&read), 2);
}
