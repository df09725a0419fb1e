//! Tables of `awr_info.sh`.

use crate::support::{File, assert_shows, folder, read, shown, single};
use plimsoll_schema::{Kind, Metric, Op, Row, Stat};

fn of_file<'a>(rows: &[&'a Row], file: &str) -> &'a Row {
    rows.iter()
        .find(|row| row.identity.workload.as_deref() == Some(file))
        .expect("a line of the table")
}

#[test]
fn the_newer_table_counts_requests_of_the_application() {
    let outcome = read(&[single("tables/requests__slob-2.5.4.txt")]);
    let (reads, writes) = (outcome.runs(&Op::READ), outcome.runs(&Op::WRITE));
    assert_eq!((reads.len(), writes.len()), (3, 3));
    let row = of_file(&reads, "awr.txt.32");
    assert_eq!((row.identity.jobs, row.identity.duration_s), (Some(32), Some(305.0)));
    assert_shows(row, Metric::Iops, 37_534.0);
    assert_shows(row, Metric::Throughput, 293.3 * 1_048_576.0);
    assert_shows(row, Metric::Latency, 623_000.0);
    let requests =
        row.figure(Metric::Iops, Stat::Mean, Some(&Kind::APPLICATION)).expect("requests");
    assert_eq!(requests.written.as_deref(), Some("37534"));
    assert_eq!(row.figure(Metric::Iops, Stat::Mean, Some(&Kind::TOTAL)), None);
    let write = of_file(&writes, "awr.txt.64");
    assert_shows(write, Metric::Throughput, 190.0 * 1_048_576.0);
    assert_eq!(shown(write, Metric::Latency), None);
    let batch =
        write.figure(Metric::Wait, Stat::Mean, Some(&Kind::named("db file parallel write")));
    assert_eq!(batch.map(|it| it.value), Some(254_000.0));
    assert_shows(
        of_file(&outcome.runs(&Op::TOTAL), "awr.txt.16"),
        Metric::Iops,
        20_146.0 + 7_333.0,
    );
    assert!(outcome.codes().is_empty(), "{:?}", outcome.codes());
}

#[test]
fn the_older_table_counts_blocks() {
    let outcome = read(&[single("tables/blocks__slob-2.1.txt")]);
    for op in [Op::READ, Op::WRITE, Op::TOTAL] {
        let row = outcome.run(&op);
        assert_eq!(shown(row, Metric::Iops), None);
        assert_eq!(row.finding_codes(), ["blocks-not-requests"]);
    }
    assert_shows(outcome.run(&Op::READ), Metric::Throughput, 392_167_424.0);
    assert_shows(outcome.run(&Op::READ), Metric::Latency, 1_235_000.0);
    assert_eq!(outcome.codes(), ["blocks-not-requests"]);
}

#[test]
fn an_empty_cell_is_not_known_and_neither_is_a_latency_of_0() {
    let outcome = read(&[single("tables/made-with-mawk__slob-2.5.4.txt")]);
    assert_shows(outcome.run(&Op::READ), Metric::Iops, 68_873.0);
    assert_eq!(shown(outcome.run(&Op::READ), Metric::Latency), None);
    assert_eq!(shown(outcome.run(&Op::WRITE), Metric::Throughput), None);
    assert_eq!(shown(outcome.run(&Op::TOTAL), Metric::Throughput), None);
    assert_eq!(outcome.codes(), ["value-missing", "value-missing"]);
    let zero = single("tables/requests__slob-2.5.4.txt").text().replace("|   517|", "|     0|");
    let outcome = read(&[File::new("t.txt", zero)]);
    assert_eq!(shown(of_file(&outcome.runs(&Op::READ), "awr.txt.16"), Metric::Latency), None);
    assert_eq!(outcome.codes(), ["value-missing"]);
}

#[test]
fn columns_are_known_by_their_names() {
    let moved = "FILE|PWRITES|SESSIONS|LIO|PREADS|ELAPSED|\nawr.txt.4|20|4|9|1,010|305|\n";
    let outcome = read(&[File::new("t.txt", moved)]);
    assert_shows(outcome.run(&Op::READ), Metric::Iops, 1010.0);
    assert_shows(outcome.run(&Op::WRITE), Metric::Iops, 20.0);
    assert_eq!(outcome.run(&Op::READ).identity.jobs, Some(4));
}

#[test]
fn a_line_with_other_cells_than_the_header_is_none() {
    let text =
        single("tables/requests__slob-2.5.4.txt").text().replace("awr.txt.32|32|", "awr.txt.32|");
    let outcome = read(&[File::new("t.txt", text)]);
    assert_eq!(outcome.runs(&Op::READ).len(), 2);
    assert_eq!(outcome.codes(), ["line-unreadable"]);
    assert_eq!(outcome.kept.findings[0].locator.as_deref(), Some("line 3"));
}

#[test]
fn a_table_beside_its_reports_tells_nothing_twice() {
    let mut files = folder("series__slob-2.5.4");
    files.push(single("tables/requests__slob-2.5.4.txt"));
    let outcome = read(&files);
    assert_eq!(outcome.claims.len(), 1);
    let named: Vec<_> =
        outcome.runs(&Op::READ).iter().filter_map(|row| row.identity.workload.clone()).collect();
    assert_eq!(named, ["awr.txt.64".into()], "16 and 32 are reports here, 64 is not");
    assert_eq!(outcome.codes(), ["document-repeated", "document-repeated"]);
}
