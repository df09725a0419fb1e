//! A report that was cut tells less, and nothing else.

use crate::support::{REPORTS, fixture, is_near, read};
use plimsoll_schema::{Metric, Row};

/// How far a figure may be from that of the whole report: without the section with more digits, it comes from one
/// with three of them, and a wait from the next list, which counts if it is known within 5 %.
fn tolerance(metric: Metric) -> f64 {
    match metric {
        Metric::Latency | Metric::Wait => 0.06,
        _ => 0.006,
    }
}

fn assert_says_no_more(row: &Row, whole: &[Row], place: &str) {
    let same =
        whole.iter().find(|it| it.identity.op == row.identity.op).expect("the same operation");
    for figure in &row.figures {
        let of_whole = same.figure(figure.metric, figure.stat, figure.kind.as_ref());
        let of_whole =
            of_whole.unwrap_or_else(|| panic!("{place}: {figure:?} is not in the whole"));
        assert!(
            is_near(figure.value, of_whole.value, tolerance(figure.metric)),
            "{place}: {figure:?}, not {of_whole:?}"
        );
    }
    let (duration, of_whole) = (row.identity.duration_s, same.identity.duration_s);
    if let Some((duration, of_whole)) = duration.zip(of_whole) {
        assert!(is_near(duration, of_whole, 0.01), "{place}: {duration} s, not {of_whole} s");
    }
    let (version, of_whole) = (&row.identity.tool_version, &same.identity.tool_version);
    assert!(version.is_none() || version == of_whole, "{place}: {version:?}");
}

#[test]
fn a_report_cut_anywhere_says_nothing_else() {
    let mut rows = 0;
    for name in REPORTS {
        let bytes = fixture(name);
        let whole = read(name, &bytes).kept.rows;
        for cut in (0..bytes.len()).step_by(97) {
            let outcome = read(name, &bytes[..cut]);
            let place = format!("{name} cut at {cut}");
            for row in &outcome.kept.rows {
                assert_says_no_more(row, &whole, &place);
                rows += 1;
            }
            // The last line says only that it is the last one.
            let lacks_more = cut + 40 < bytes.len();
            let is_told = outcome
                .codes()
                .iter()
                .any(|code| matches!(*code, "report-cut-off" | "document-damaged"));
            assert!(is_told || !lacks_more, "{place}: {:?}", outcome.codes());
        }
    }
    assert!(rows > 3000, "{rows} rows");
}

#[test]
fn half_a_number_is_none() {
    let name = "instance__awr-19c.txt";
    let text = String::from_utf8(fixture(name)).expect("UTF-8");
    let line = text.find("physical write total IO requests").expect("the line");
    let figure = line + text[line..].find("76,251.9").expect("the figure");
    let cut = read(name, &text.as_bytes()[..figure + 4]);
    let whole_line = line + text[line..].find('\n').expect("a line end") + 1;
    let whole = read(name, &text.as_bytes()[..whole_line]);
    let iops = |outcome: &crate::support::Outcome| {
        let row = outcome.row(&plimsoll_schema::Op::WRITE);
        row.figure(Metric::Iops, plimsoll_schema::Stat::Mean, None)
            .and_then(|it| it.written.clone())
    };
    assert_eq!(iops(&whole).as_deref(), Some("76,251.9"));
    assert_eq!(
        cut.row(&plimsoll_schema::Op::WRITE).figure(
            Metric::Operations,
            plimsoll_schema::Stat::Sum,
            None
        ),
        None
    );
    assert!(cut.codes().contains(&"report-cut-off"), "{:?}", cut.codes());
}
