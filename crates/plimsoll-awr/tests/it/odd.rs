//! Reports that are not as they should be.

use crate::support::{Outcome, fixture, mean, read, text};
use plimsoll_schema::{Kind, Metric, Op, Stat};

const TEXT: &str = "copied-from-sqlplus__awr-19c.txt";

fn iops(outcome: &Outcome, op: &Op) -> Option<f64> {
    mean(outcome.row(op), Metric::Iops, &Kind::TOTAL)
}

/// A text without the lines from one that begins so to the next that begins otherwise.
fn without_section(text: &str, begin: &str) -> String {
    let mut is_left_out = false;
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        if line.contains("DB/Inst:") || line.starts_with("End of Report") {
            is_left_out = line.contains(begin) && !line.contains(" - ");
        }
        if !is_left_out {
            kept.push_str(line);
        }
    }
    kept
}

#[test]
fn reports_without_rates_are_told_by_name_and_not_claimed() {
    let outcome = read("ash.html", &fixture("err/active-session-history.html"));
    assert!(!outcome.is_claimed);
    let hint = outcome.hint.expect("a hint");
    assert!(hint.starts_with("an ASH report of Oracle"), "{hint}");
    for head in [
        "\n          ADDM Report for Task 'TASK_7'\n",
        "WORKLOAD REPOSITORY COMPARE PERIOD REPORT\n",
    ] {
        let outcome = read("report.txt", head.as_bytes());
        assert!(!outcome.is_claimed && outcome.hint.is_some(), "{head}");
    }
}

#[test]
fn without_instance_activity_the_io_profile_tells_what_has_three_digits() {
    let outcome = read(TEXT, without_section(&text(TEXT), "Instance Activity Stats").as_bytes());
    assert_eq!(iops(&outcome, &Op::READ), Some(5115.1));
    let megabytes = outcome.row(&Op::READ).figure(Metric::Throughput, Stat::Mean, None).cloned();
    assert_eq!(
        megabytes.map(|it| (it.value, it.written)),
        Some((40.0 * 1_048_576.0, Some("40.0".into())))
    );
    // 5.2 requests and 0.1 MB have too few digits.
    assert_eq!(iops(&outcome, &Op::WRITE), None);
    assert_eq!(iops(&outcome, &Op::TOTAL), None);
    assert_eq!(outcome.codes(), ["section-missing"]);
    assert_eq!(outcome.row(&Op::WRITE).finding_codes(), ["section-missing"]);
}

#[test]
fn blocks_and_requests_of_the_application_never_stand_for_those_of_the_storage() {
    let text = text("instance__awr-11.2.0.3.txt");
    let outcome = read("a.txt", without_section(&text, "Instance Activity Stats").as_bytes());
    for op in [Op::READ, Op::WRITE, Op::TOTAL] {
        assert_eq!(outcome.row(&op).figure(Metric::Iops, Stat::Mean, None), None);
    }
    assert!(outcome.row(&Op::READ).latency(Stat::Mean).is_some());
    assert!(outcome.codes().contains(&"section-missing"));
}

#[test]
fn a_pluggable_database_does_not_see_the_writes() {
    let text = text(TEXT).replace(
        "WORKLOAD REPOSITORY report for",
        "WORKLOAD REPOSITORY PDB report (root snapshots)",
    );
    let outcome = read(TEXT, text.as_bytes());
    assert_eq!(iops(&outcome, &Op::READ), Some(5115.1));
    for op in [Op::WRITE, Op::TOTAL] {
        let row = outcome.row(&op);
        let rates =
            [Metric::Iops, Metric::Throughput].map(|metric| row.figure(metric, Stat::Mean, None));
        assert_eq!(rates, [None, None]);
        assert_eq!(row.finding_codes(), ["writes-not-seen"]);
    }
}

#[test]
fn a_report_over_no_time_has_no_figures() {
    let text = text(TEXT).replace(
        "End Snap:      6588 20-Jan-24 08:23:56",
        "End Snap:      6587 20-Jan-24 08:18:51",
    );
    let outcome = read(TEXT, text.as_bytes());
    assert_eq!(outcome.kept.rows.len(), 3);
    for row in &outcome.kept.rows {
        assert!(row.figures.is_empty() && row.identity.duration_s.is_none(), "{row:?}");
        assert_eq!(row.finding_codes(), ["interval-empty"]);
    }
}

#[test]
fn numbers_of_another_language_are_none_and_not_others() {
    let swapped: String = text(TEXT)
        .chars()
        .map(|character| match character {
            ',' => '.',
            '.' => ',',
            other => other,
        })
        .collect();
    let outcome = read(TEXT, swapped.as_bytes());
    assert_eq!(iops(&outcome, &Op::READ), None);
    assert!(outcome.codes().contains(&"value-unreadable"), "{:?}", outcome.codes());
}

#[test]
fn dates_of_another_language_leave_the_minutes() {
    let text = text(TEXT)
        .replace("20-Jan-24 08:18:51", "31-Jän-24 23:59:51")
        .replace("20-Jan-24 08:23:56", "01-Feb-24 00:04:56");
    let outcome = read(TEXT, text.as_bytes());
    let duration = outcome.row(&Op::READ).identity.duration_s.expect("minutes");
    assert!((duration - 5.09 * 60.0).abs() < 1e-9, "{duration}");
    assert_eq!(outcome.codes(), ["interval-unclear"]);
    // Where the month is the same, its name does not matter.
    let same = self::text(TEXT).replace("20-Jan-24", "20-janv.-24");
    assert_eq!(read(TEXT, same.as_bytes()).row(&Op::READ).identity.duration_s, Some(305.0));
}

#[test]
fn snapshots_that_contradict_the_minutes_are_told() {
    let text = text(TEXT).replace("5.09 (mins)", "65.09 (mins)");
    let outcome = read(TEXT, text.as_bytes());
    assert_eq!(outcome.row(&Op::READ).identity.duration_s, Some(305.0));
    assert_eq!(outcome.codes(), ["figures-contradict"]);
}

#[test]
fn other_encodings_give_the_same_figures() {
    let plain = read(TEXT, text(TEXT).as_bytes());
    let utf_16: Vec<u8> = std::iter::once(0xFEFF)
        .chain(text(TEXT).encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let outcome = read(TEXT, &utf_16);
    assert_eq!(outcome.row(&Op::READ).figures, plain.row(&Op::READ).figures);
    let latin = text(TEXT).replace("fathom  ", "gr\u{1}ben  ").into_bytes();
    let latin: Vec<u8> =
        latin.into_iter().map(|byte| if byte == 1 { 0xFC } else { byte }).collect();
    let outcome = read(TEXT, &latin);
    assert_eq!(outcome.row(&Op::READ).figures, plain.row(&Op::READ).figures);
    assert_eq!(outcome.codes(), ["text-replaced"]);
}

#[test]
fn layouts_that_are_not_known_are_told() {
    let later = text(TEXT).replace("EE      19.0.0.0.0", "EE      23.0.0.0.0");
    let outcome = read(TEXT, later.as_bytes());
    assert_eq!(outcome.row(&Op::READ).identity.tool_version.as_deref(), Some("23.0.0.0.0"));
    assert_eq!(outcome.codes(), ["layout-unverified"]);
    let statspack =
        text("instance__statspack-11.2.0.4.txt").replace("08:19 11.2.0.4.0", "08:19 12.1.0.2.0");
    assert_eq!(read("s.txt", statspack.as_bytes()).codes(), ["layout-unverified"]);
}

#[test]
fn a_report_with_its_front_page_only_is_damaged() {
    let text = text(TEXT);
    let front = &text[..text.find("Load Profile").expect("a section")];
    let outcome = read(TEXT, front.as_bytes());
    assert_eq!(outcome.codes(), ["document-damaged"]);
    assert!(outcome.error.is_some() && outcome.kept.rows.is_empty());
}

#[test]
fn columns_are_known_by_their_headings() {
    let html = text("instance__awr-19c.html");
    let moved = html
        .replace(
            "<th class=\"awrbg\" scope=\"col\">Total</th><th class=\"awrbg\" scope=\"col\">per Second</th>",
            "<th class=\"awrbg\" scope=\"col\">per Second</th><th class=\"awrbg\" scope=\"col\">Total</th>",
        );
    assert_ne!(html, moved);
    let outcome = read("a.html", moved.as_bytes());
    let read = outcome.row(&Op::READ);
    let operations = read.figure(Metric::Operations, Stat::Sum, None).expect("a count");
    assert_eq!(operations.written.as_deref(), Some("151,598.90"));
    assert_eq!(mean(read, Metric::Iops, &Kind::TOTAL), Some(46_201_761.0));
}

/// A text report of a cluster in the way that HTML titles and text rulers suggest.
#[test]
fn a_text_report_of_a_cluster_is_read_by_its_headings() {
    let text = "WORKLOAD REPOSITORY REPORT (RAC)

Database Instances Included In Report
-> Listed in order of instance number, I#

  I# Instance  Host       Startup         Release    Elapsed Time(min) DB time(min)
---- --------- ---------- --------------- ---------- ----------------- ------------
   1 demo1     a          14-Jan-24 10:00 19.0.0.0.0              5.09       158.69

Top Timed Foreground Events        DB/Inst: DEMO/demo  Snaps: 1-2
-> Instance '*' - cluster wide summary

   I# Class    Event                            Waits   Total(s) Avg(ms)
----- -------- ------------------------- ------------ ---------- -------
    * User I/O db file sequential read        200,000     100.00    0.50
    1          db file sequential read        100,000      90.00    0.90
          -------------------------------------------------------------

System Statistics (Global)         DB/Inst: DEMO/demo  Snaps: 1-2

Statistic                                     Total     per Second     per Trans
-------------------------------- ------------------ -------------- -------------
physical read total IO requests             304,800        1,000.0           1.0
physical write total IO requests             30,480          100.0           1.0
          -------------------------------------------------------------

End of Report
";
    let outcome = read("awr_rac.txt", text.as_bytes());
    assert_eq!(iops(&outcome, &Op::TOTAL), Some(1100.0));
    assert_eq!(outcome.row(&Op::READ).latency(Stat::Mean).map(|it| it.value), Some(500_000.0));
    assert_eq!(outcome.row(&Op::READ).identity.tool_version.as_deref(), Some("19.0.0.0.0"));
    assert_eq!(outcome.codes(), ["layout-unverified", "section-missing"]);
}

#[test]
fn a_second_report_in_a_file_is_told() {
    let (first, second) = (text(TEXT), text("instance__awr-19c.txt"));
    let outcome = read(TEXT, format!("{first}\n{second}").as_bytes());
    assert_eq!(outcome.row(&Op::READ).figures, read(TEXT, first.as_bytes()).row(&Op::READ).figures);
    assert_eq!(outcome.codes(), ["report-left-out"]);
    let html = text("instance__awr-19c.html");
    let outcome =
        read("a.html", format!("{html}{}", text("instance__awr-11.2.0.4.html")).as_bytes());
    assert_eq!(
        outcome.row(&Op::READ).figures,
        read("a.html", html.as_bytes()).row(&Op::READ).figures
    );
    assert_eq!(outcome.codes(), ["report-left-out"]);
}

#[test]
fn page_breaks_may_be_form_feeds() {
    let fed = text(TEXT).replace("\nInstance Activity Stats  ", "\n\u{C}Instance Activity Stats  ");
    assert_eq!(
        read(TEXT, fed.as_bytes()).row(&Op::READ).figures,
        read(TEXT, text(TEXT).as_bytes()).row(&Op::READ).figures
    );
}

#[test]
fn a_container_on_the_front_page_makes_a_report_one_of_a_pluggable_database() {
    let container = "Container DB Id  Container Name       Open Time\n--------------- --------------- ---------------\n     2098765433 HOLD1           10-Jan-24 08:22\n\nHost Name   ";
    let text = text(TEXT).replace("Host Name   ", container);
    let outcome = read(TEXT, text.as_bytes());
    assert_eq!(outcome.row(&Op::WRITE).finding_codes(), ["writes-not-seen"]);
    assert_eq!(outcome.row(&Op::READ).identity.tool_version.as_deref(), Some("19.0.0.0.0"));
}
