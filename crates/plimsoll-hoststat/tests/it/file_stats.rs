//! Snapshots of SQL Server's file statistics: figures against the differences of the numbers.

use crate::support::{File, assert_close, fixture, iops, latency, read, read_fixture, throughput};

#[test]
fn the_difference_of_two_snapshots_is_the_run() {
    let one_file = read_fixture("hoststat/file-stats-two-snapshots__by-hand.csv");
    let two_files = read(&[
        fixture("hoststat/file-stats__by-hand/after.csv"),
        fixture("hoststat/file-stats__by-hand/before.csv"),
    ]);
    assert_eq!(two_files.claims.len(), 1, "two snapshots are one input");
    for outcome in [&one_file, &two_files] {
        assert_eq!(outcome.codes(), [""; 0]);
        // 600 s: 12,000,000 reads of 8 KiB, 24,000,000 ms; 1,200,000 and 300,000 writes.
        let reads = outcome.run("read");
        assert_eq!((iops(reads), throughput(reads)), (Some(20_000.0), Some(163_840_000.0)));
        assert_eq!(latency(reads), Some(2e6));
        assert_eq!(reads.identity.duration_s, Some(600.0));
        let writes = outcome.run("write");
        assert_eq!(iops(writes), Some(2_500.0));
        assert_close(latency(writes), (1_800_000.0 + 150_000.0) / 1_500_000.0 * 1e6);
        assert_eq!(iops(outcome.run("total")), Some(22_500.0));
        let log = outcome.job("tpdata:2", "write");
        assert_eq!((iops(log), latency(log)), (Some(500.0), Some(500_000.0)));
    }
}

#[test]
fn one_snapshot_is_no_result() {
    let outcome = read_fixture("hoststat/file-stats__by-hand/before.csv");
    assert_eq!(outcome.codes(), ["no-interval"]);
    let text = fixture("hoststat/file-stats-two-snapshots__by-hand.csv").text();
    let broken = text.replace("12001000", "n/a");
    let outcome = read(&[File::new("stats.csv", broken)]);
    assert_eq!(outcome.codes(), ["line-unreadable"]);
    assert_eq!(outcome.finding("line-unreadable").locator.as_deref(), Some("line 4"));
}
