//! Windows with every kind of field, and hostile texts.

use crate::any_row::{Line, text};
use plimsoll_schema::{Op, SeriesRow, WindowLatency, series};
use proptest::option;
use proptest::prelude::*;

/// A window of which nothing but its place is known.
pub(crate) fn empty_window() -> SeriesRow {
    SeriesRow {
        source: "a".into(),
        run: None,
        workload: None,
        op: Op::TOTAL,
        begin_s: 0.0,
        window_s: 1.0,
        is_measured: true,
        operations: None,
        iops: None,
        bytes_per_second: None,
        latency: WindowLatency::default(),
    }
}

fn latency() -> impl Strategy<Value = WindowLatency> {
    proptest::array::uniform8(option::of(any::<f64>())).prop_map(
        |[mean_ns, min_ns, max_ns, p50_ns, p90_ns, p95_ns, p99_ns, p999_ns]| WindowLatency {
            mean_ns,
            min_ns,
            max_ns,
            p50_ns,
            p90_ns,
            p95_ns,
            p99_ns,
            p999_ns,
        },
    )
}

/// Any window.
pub(crate) fn window() -> impl Strategy<Value = SeriesRow> {
    let texts = (text(), option::of(text()), option::of(text()), text());
    let times = (any::<f64>(), any::<f64>(), option::of(any::<u64>()));
    let rates = (option::of(any::<f64>()), option::of(any::<f64>()));
    (texts, times, rates, latency(), any::<bool>()).prop_map(
        |(texts, times, rates, latency, is_measured)| {
            let (source, run, workload, op) = texts;
            let (begin_s, window_s, operations) = times;
            let (iops, bytes_per_second) = rates;
            SeriesRow {
                source,
                run,
                workload,
                op: Op::named(op.to_string()),
                begin_s,
                window_s,
                is_measured,
                operations,
                iops,
                bytes_per_second,
                latency,
            }
        },
    )
}

/// The line that a window makes.
pub(crate) fn series_line(window: &SeriesRow) -> Line<'_> {
    series::columns().iter().map(|column| (column.name, (column.cell)(window))).collect()
}
