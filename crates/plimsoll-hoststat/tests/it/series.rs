//! Interval data: what the run did in each sample that counts.

use crate::support::{all_fixtures, fixture, iops, read_told};

#[test]
fn the_windows_are_the_samples_and_their_mean_is_the_row() {
    for (path, length_s) in [
        ("ssb/perfmon-en__by-generator/perfmon.csv", Some(15.0)),
        ("ssb/iostat-de__by-generator/iostat.out", Some(3.0)),
        ("hoststat/iostat-old-columns__by-hand.txt", Some(3.0)),
        ("hoststat/nfsiostat-two-mounts__by-hand.txt", None),
    ] {
        let outcome = read_told(&[fixture(path)], None, true);
        let totals: Vec<_> =
            outcome.kept.windows.iter().filter(|window| window.op.word() == "total").collect();
        let Some(length_s) = length_s else {
            assert!(totals.is_empty(), "{path}: nothing tells when its samples were");
            continue;
        };
        assert_eq!(totals[0].begin_s.to_bits(), 0f64.to_bits(), "{path}");
        assert!(totals.iter().all(|window| (window.window_s - length_s).abs() < 1.0), "{path}");
        assert!(totals.is_sorted_by(|one, next| one.begin_s < next.begin_s), "{path}");
        let mean =
            totals.iter().filter_map(|window| window.iops).sum::<f64>() / totals.len() as f64;
        let row = outcome.run("total");
        assert!(iops(row).is_some_and(|iops| (iops - mean).abs() < 1e-6 * mean), "{path}");
        assert!(totals.iter().all(|window| window.run == row.identity.run));
        assert!(totals.iter().all(|window| window.latency.mean_ns.is_some()), "{path}");
    }
}

#[test]
fn interval_data_changes_no_row() {
    for path in all_fixtures() {
        let [plain, series] =
            [false, true].map(|series| read_told(&[fixture(&path)], None, series));
        assert!(plain.kept.windows.is_empty(), "{path}");
        assert_eq!(plain.kept.rows, series.kept.rows, "{path}");
    }
}
