//! Windows of logs of single operations are those of their rows, put together the simplest way.

use crate::logs::{of_release, read};
use plimsoll_read::{Kept, ReadOptions};
use plimsoll_schema::{Op, Percentile, SeriesRow, WindowLatency};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A log of these rows: time, value and direction.
fn log(rows: &[(u64, u64, usize)]) -> String {
    rows.iter().fold(String::new(), |mut text, (time, value, direction)| {
        let _ = writeln!(text, "{time}, {value}, {direction}, 4096, 0");
        text
    })
}

fn windows(text: &str, window_s: f64) -> Kept {
    let options = ReadOptions { window_s, ..of_release("3.33") };
    read(&[("a_clat.1.log", text.as_bytes())], &options).only()
}

/// Latencies of each window and direction, in order.
type Expected = BTreeMap<(u64, usize), Vec<u64>>;

fn expected(rows: &[(u64, u64, usize)], window_ms: u64) -> Expected {
    let mut windows = Expected::new();
    for (time, value, direction) in rows {
        windows.entry((time / window_ms, *direction)).or_default().push(*value);
    }
    for values in windows.values_mut() {
        values.sort_unstable();
    }
    windows
}

fn check(window: &SeriesRow, begin_s: f64, direction: usize, values: &[u64]) {
    assert_eq!(window.op, [Op::READ, Op::WRITE, Op::TRIM][direction]);
    assert!((window.begin_s - begin_s).abs() < 1e-9, "{window:?}");
    assert_eq!(window.operations, Some(values.len() as u64));
    let mean = values.iter().sum::<u64>() as f64 / values.len() as f64;
    assert!(window.latency.mean_ns.is_some_and(|it| (it - mean).abs() <= mean * 1e-9));
    let of_rank = |percentile: Percentile| {
        Some(values[percentile.rank(values.len() as u64).max(1) as usize - 1] as f64)
    };
    let latency = &window.latency;
    assert_eq!(latency.min_ns, values.first().map(|it| *it as f64));
    assert_eq!(latency.max_ns, values.last().map(|it| *it as f64));
    assert_eq!(latency.p50_ns, of_rank(Percentile::P50));
    assert_eq!(latency.p90_ns, of_rank(Percentile::P90));
    assert_eq!(latency.p95_ns, of_rank(Percentile::P95));
    assert_eq!(latency.p99_ns, of_rank(Percentile::P99));
    assert_eq!(latency.p999_ns, of_rank(Percentile::P999));
}

/// Rows in the order of time: steps from row to row, values and directions.
fn rows() -> impl Strategy<Value = Vec<(u64, u64, usize)>> {
    let step = prop_oneof![9 => 0u64..3, 1 => 0u64..2500];
    let value = (any::<u32>(), 0u32..24).prop_map(|(value, shift)| u64::from(value >> shift));
    proptest::collection::vec((step, value, 0usize..3), 1..400).prop_map(|rows| {
        let mut time = 0;
        let at = |(step, value, direction): (u64, u64, usize)| {
            time += step;
            (time, value, direction)
        };
        rows.into_iter().map(at).collect()
    })
}

proptest! {
    #[test]
    fn windows_hold_the_rows_of_their_time(rows in rows(), window_ms in prop_oneof![Just(1000u64), Just(250), Just(3)]) {
        let kept = windows(&log(&rows), window_ms as f64 / 1000.0);
        let expected = expected(&rows, window_ms);
        let done: Vec<&SeriesRow> = kept.windows.iter().filter(|window| window.operations != Some(0)).collect();
        prop_assert_eq!(done.len(), expected.len());
        for (window, ((number, direction), values)) in done.into_iter().zip(&expected) {
            check(window, (number * window_ms) as f64 / 1000.0, *direction, values);
        }
    }

    #[test]
    fn times_a_little_out_of_order_change_nothing(mut rows in rows(), swaps in proptest::collection::vec(any::<prop::sample::Index>(), 0..20)) {
        let ordered = expected(&rows, 100_000);
        for swap in swaps {
            let at = swap.index(rows.len());
            if at > 0 { rows.swap(at - 1, at); }
        }
        let kept = windows(&log(&rows), 100.0);
        let counted: Vec<Option<u64>> = kept.windows.iter().map(|window| window.operations).collect();
        let expected: Vec<Option<u64>> = ordered.values().map(|values| Some(values.len() as u64)).collect();
        prop_assert_eq!(counted, expected);
    }
}

#[test]
fn jobs_are_put_together_window_by_window() {
    let one: Vec<(u64, u64, usize)> = (0..5000).map(|at| (at, at * 7 % 1009, 0)).collect();
    let other: Vec<(u64, u64, usize)> = (0..9000).map(|at| (at / 2, at * 13 % 2003, 0)).collect();
    let (first, second) = (log(&one), log(&other));
    let json = r#"{"fio version" : "fio-3.33", "jobs" : [{"jobname" : "j", "groupid" : 0, "error" : 0, "job options" : {"numjobs" : "2", "rw" : "randread"}, "read" : {"total_ios" : 14000, "iops" : 1, "runtime" : 5000}}]}"#;
    let files: [(&str, &[u8]); 3] = [
        ("a.json", json.as_bytes()),
        ("a_clat.1.log", first.as_bytes()),
        ("a_clat.2.log", second.as_bytes()),
    ];
    let kept = read(&files, &of_release("3.33")).only();
    let all: Vec<(u64, u64, usize)> = one.into_iter().chain(other).collect();
    let expected = expected(&all, 1000);
    assert_eq!(kept.windows.len(), expected.len());
    for (window, ((number, direction), values)) in kept.windows.iter().zip(&expected) {
        check(window, *number as f64, *direction, values);
    }
}

/// Every operation has a row: nothing was done where there is none.
#[test]
fn windows_without_rows_between_others_are_zeros() {
    let kept = windows(&log(&[(1010, 5, 0), (4200, 6, 0), (4999, 7, 0)]), 1.0);
    let begins: Vec<f64> = kept.windows.iter().map(|window| window.begin_s).collect();
    assert_eq!(begins, [1.0, 2.0, 3.0, 4.0], "nothing is known before the first operation");
    let empty = &kept.windows[1];
    assert_eq!(
        (empty.operations, empty.iops, empty.bytes_per_second),
        (Some(0), Some(0.0), Some(0.0))
    );
    assert_eq!(empty.latency, WindowLatency::default());
    assert_eq!((kept.windows[0].iops, kept.windows[3].iops), (Some(1.0), Some(2.0)));
    assert!(kept.findings.is_empty(), "{:?}", kept.findings);
}

#[test]
fn a_direction_that_paused_has_zeros() {
    let kept =
        windows(&log(&[(10, 5, 0), (20, 5, 1), (1500, 6, 0), (2500, 6, 1), (2999, 6, 0)]), 1.0);
    let writes = kept.windows.iter().filter(|window| window.op == Op::WRITE);
    let counts: Vec<Option<u64>> = writes.map(|window| window.operations).collect();
    assert_eq!(counts, [Some(1), Some(0), Some(1)]);
    assert_eq!(kept.windows.len(), 6, "and there are no trims");
}

#[test]
fn where_times_jump_windows_are_missing() {
    let kept = windows(&log(&[(10, 5, 0), (70_500, 6, 0), (71_500, 6, 0)]), 1.0);
    let begins: Vec<f64> = kept.windows.iter().map(|window| window.begin_s).collect();
    assert_eq!(begins, [0.0, 70.0, 71.0]);
    assert_eq!(kept.findings[0].code.word(), "times-disordered");
}

#[test]
fn the_rate_of_a_window_in_which_the_log_ends_is_not_known() {
    let kept = windows(&log(&[(10, 5, 0), (1500, 6, 0)]), 1.0);
    let rates: Vec<Option<f64>> = kept.windows.iter().map(|window| window.iops).collect();
    assert_eq!(rates, [Some(1.0), None]);
    assert_eq!(kept.windows[1].operations, Some(1));
}

#[test]
fn times_that_count_from_1970_begin_with_the_first_row() {
    let begin = 1_796_036_958_294;
    let kept = windows(&log(&[(begin, 5, 0), (begin + 1200, 6, 0)]), 1.0);
    let begins: Vec<f64> = kept.windows.iter().map(|window| window.begin_s).collect();
    assert_eq!(begins, [0.0, 1.0]);
    assert_eq!(kept.findings[0].code.word(), "times-since-epoch");
}

#[test]
fn a_window_of_too_many_operations_has_percentiles_of_a_grid() {
    let rows: Vec<(u64, u64, usize)> = (0..1_200_000).map(|at| (0, 1000 + at % 5000, 0)).collect();
    let kept = windows(&log(&rows), 1.0);
    assert_eq!(kept.windows[0].operations, Some(1_200_000));
    let p50 = kept.windows[0].latency.p50_ns.expect("a percentile");
    assert!((p50 - 3499.0).abs() <= 3499.0 / 1024.0, "{p50}");
    assert_eq!(kept.windows[0].latency.max_ns, Some(5999.0));
    assert_eq!(kept.rows[0].finding_codes(), ["latency-from-bins"]);
}
