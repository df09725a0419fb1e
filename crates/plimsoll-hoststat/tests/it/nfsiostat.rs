//! nfsiostat: figures against the text, several mounts, the wait beside the answer.

use crate::support::{
    File, assert_close, fixture, iops, latency, read, read_fixture, throughput, value,
};
use plimsoll_schema::{Kind, Metric, Row, Stat};

fn response(row: &Row) -> Option<f64> {
    row.figure(Metric::Latency, Stat::Mean, Some(&Kind::RESPONSE)).map(|figure| figure.value)
}

#[test]
fn mounts_are_parts_of_the_run() {
    let outcome = read_fixture("hoststat/nfsiostat-two-mounts__by-hand.txt");
    assert_eq!(outcome.codes(), [""; 0]);
    let reads = outcome.run("read");
    assert_eq!((iops(reads), throughput(reads)), (Some(400.0), Some(3200.0 * 1024.0)));
    assert_close(latency(reads), (300.0 * 2e6 + 100.0 * 4e6) / 400.0);
    assert_close(response(reads), (300.0 * 1e6 + 100.0 * 3e6) / 400.0);
    assert_eq!(value(reads, Metric::Errors, Stat::Sum), None, "this version prints none");
    let total = outcome.run("total");
    assert_eq!(iops(total), Some(500.0));
    assert_close(latency(total), (300.0 * 2e6 + 100.0 * 4e6 + 100.0 * 3e6) / 500.0);
    let first = outcome.job("/data1", "write");
    assert_eq!(
        (iops(first), latency(first), response(first)),
        (Some(100.0), Some(3e6), Some(1.5e6))
    );
    assert_eq!(first.figures[0].written.as_deref(), Some("100.000"));
    let of_second =
        outcome.kept.rows.iter().filter(|row| row.identity.workload.as_deref() == Some("/data2"));
    let ops: Vec<&str> = of_second
        .filter_map(|row| row.identity.op.as_ref())
        .map(plimsoll_schema::Op::word)
        .collect();
    assert_eq!(ops, ["read", "total"], "a direction that did nothing has no row");
    assert_eq!(reads.identity.duration_s, None, "nothing tells the interval");
}

/// The means of the fixture are those of its lines, read here in another way.
#[test]
fn means_are_those_of_the_lines() {
    let file = fixture("ssb/nfsiostat__by-generator/nfsiostat.out");
    let outcome = read(std::slice::from_ref(&file));
    let text = file.text();
    let lines: Vec<&str> = text.lines().collect();
    for op in ["read", "write"] {
        let heading = format!("{op}:");
        let numbers: Vec<Vec<f64>> = lines
            .windows(2)
            .filter(|pair| pair[0].starts_with(&heading))
            .map(|pair| pair[1].split_whitespace().filter_map(|cell| cell.parse().ok()).collect())
            .skip(1)
            .collect();
        // ops/s, kB/s, kB/op, retrans, RTT, exe, queue, errors; shares in brackets are no numbers.
        assert!(numbers.iter().all(|line| line.len() == 8));
        let count = numbers.len() as f64;
        let operations: f64 = numbers.iter().map(|line| line[0]).sum();
        let weighted =
            |column: usize| numbers.iter().map(|line| line[0] * line[column]).sum::<f64>();
        let row = outcome.run(op);
        assert_close(iops(row), operations / count);
        assert_close(
            throughput(row),
            numbers.iter().map(|line| line[1] * 1024.0).sum::<f64>() / count,
        );
        assert_close(response(row), weighted(4) * 1e6 / operations);
        assert_close(latency(row), weighted(5) * 1e6 / operations);
        assert_eq!(value(row, Metric::Errors, Stat::Sum), Some(0.0), "this version prints them");
    }
}

#[test]
fn a_text_that_ends_in_a_report_loses_that_report_only() {
    let text = fixture("ssb/nfsiostat__by-generator/nfsiostat.out").text();
    let last = text.rfind("bollard").expect("a mount");
    let whole_reports = read(&[File::new("nfsiostat.out", &text[..last])]);
    for cut in [last + 60, text.len() - 10, text.len() - 100] {
        let outcome = read(&[File::new("nfsiostat.out", &text[..cut])]);
        assert_eq!(outcome.codes(), ["cut-off"], "cut at {cut}");
        assert_eq!(iops(outcome.run("read")), iops(whole_reports.run("read")));
    }
}
