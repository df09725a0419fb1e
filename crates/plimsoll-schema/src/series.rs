//! Interval data: what was measured in one window of time.

use crate::cell::{Cell, ColumnType};
use crate::column;
use crate::term::Op;
use std::sync::Arc;

use ColumnType::{Float, Integer, Text};

/// One window of one operation: interval data of a tool, or a log put together by windows.
///
/// Rows of a series say what happened while a run went on; they are no results. The run they belong to is
/// that of the [`Row`](crate::Row) with the same `run` and `workload`. A window of which nothing is known is
/// absent: it is no zero. One in which nothing was done, where the tool tells that, has rates of 0.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesRow {
    /// The input as named, archive members after `!/`.
    pub source: Arc<str>,
    /// The run it belongs to, as in the rows.
    pub run: Option<Arc<str>>,
    /// The tool's own name of the workload.
    pub workload: Option<Arc<str>>,
    /// The operation.
    pub op: Op,
    /// Begin of the window in seconds since the start of the run.
    pub begin_s: f64,
    /// Its length in seconds.
    pub window_s: f64,
    /// Whether the window counts for the figures of its run: `false` for warm-up, and for windows of a run
    /// whose figures do not exist because it did not finish. Charts mark
    /// the measured window by it; it is no column of a written series.
    pub is_measured: bool,
    /// Operations counted in it, where the tool counts them.
    pub operations: Option<u64>,
    /// Operations per second.
    pub iops: Option<f64>,
    /// Bytes per second.
    pub bytes_per_second: Option<f64>,
    /// Latencies, in nanoseconds.
    pub latency: WindowLatency,
}

/// The latencies of one window, in nanoseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WindowLatency {
    /// The mean, weighted by operations.
    pub mean_ns: Option<f64>,
    /// The least.
    pub min_ns: Option<f64>,
    /// The greatest.
    pub max_ns: Option<f64>,
    /// The median.
    pub p50_ns: Option<f64>,
    /// 90 % of the operations were not slower.
    pub p90_ns: Option<f64>,
    /// 95 %.
    pub p95_ns: Option<f64>,
    /// 99 %.
    pub p99_ns: Option<f64>,
    /// 99.9 %.
    pub p999_ns: Option<f64>,
}

/// A column of the series.
pub type Column = column::Column<SeriesRow>;

/// All columns of the series, in order.
pub fn columns() -> &'static [Column] {
    &COLUMNS
}

static COLUMNS: [Column; 17] = [
    Column::new("source", Text, "the input as named, archive members after `!/`", |window| {
        Cell::Text((&*window.source).into())
    }),
    Column::new("run", Text, "the run it belongs to, as in the rows", |window| {
        Cell::text(window.run.as_deref())
    }),
    Column::new(
        "workload",
        Text,
        "the tool's own name of the workload, as in the rows",
        |window| Cell::text(window.workload.as_deref()),
    ),
    Column::new("op", Text, "the operation, as in the rows", |window| {
        Cell::Text(window.op.word().into())
    }),
    Column::new(
        "begin_s",
        Float,
        "begin of the window, seconds since the start of the run",
        |window| Cell::float(Some(window.begin_s)),
    ),
    Column::new("window_s", Float, "length of the window in seconds", |window| {
        Cell::float(Some(window.window_s))
    }),
    Column::new("operations", Integer, "operations counted in the window", |window| {
        Cell::integer(window.operations)
    }),
    Column::new("iops", Float, "operations per second", |window| Cell::float(window.iops)),
    Column::new("bytes_per_second", Float, "bytes per second", |window| {
        Cell::float(window.bytes_per_second)
    }),
    Column::new("latency_mean_ns", Float, "mean latency in nanoseconds", |window| {
        Cell::float(window.latency.mean_ns)
    }),
    Column::new("latency_min_ns", Float, "least latency in nanoseconds", |window| {
        Cell::float(window.latency.min_ns)
    }),
    Column::new("latency_max_ns", Float, "greatest latency in nanoseconds", |window| {
        Cell::float(window.latency.max_ns)
    }),
    Column::new("latency_p50_ns", Float, "median latency in nanoseconds", |window| {
        Cell::float(window.latency.p50_ns)
    }),
    Column::new("latency_p90_ns", Float, "90th percentile in nanoseconds", |window| {
        Cell::float(window.latency.p90_ns)
    }),
    Column::new("latency_p95_ns", Float, "95th percentile in nanoseconds", |window| {
        Cell::float(window.latency.p95_ns)
    }),
    Column::new("latency_p99_ns", Float, "99th percentile in nanoseconds", |window| {
        Cell::float(window.latency.p99_ns)
    }),
    Column::new("latency_p999_ns", Float, "99.9th percentile in nanoseconds", |window| {
        Cell::float(window.latency.p999_ns)
    }),
];

#[cfg(test)]
mod tests {
    use super::{Op, SeriesRow, WindowLatency, columns};
    use crate::cell::Cell;

    /// A window of which nothing but its place is known.
    fn empty() -> SeriesRow {
        SeriesRow {
            source: "a.zip!/out".into(),
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

    fn cells(window: &SeriesRow) -> Vec<Cell<'_>> {
        columns().iter().map(|column| (column.cell)(window)).collect()
    }

    #[test]
    fn the_columns_are_those_of_the_contract() {
        let names: Vec<&str> = columns().iter().map(|column| column.name).collect();
        let contract = "source run workload op begin_s window_s operations iops bytes_per_second \
                        latency_mean_ns latency_min_ns latency_max_ns latency_p50_ns \
                        latency_p90_ns latency_p95_ns latency_p99_ns latency_p999_ns";
        assert_eq!(names, contract.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn every_column_shows_its_own_field() {
        let latency = WindowLatency {
            mean_ns: Some(3.5),
            min_ns: Some(4.0),
            max_ns: Some(5.0),
            p50_ns: Some(6.0),
            p90_ns: Some(7.0),
            p95_ns: Some(8.0),
            p99_ns: Some(9.0),
            p999_ns: Some(10.0),
        };
        let window = SeriesRow {
            run: Some("a.zip!/out#2".into()),
            workload: Some("rd1".into()),
            op: Op::READ,
            begin_s: 60.0,
            window_s: 5.0,
            operations: Some(0),
            iops: Some(1.0),
            bytes_per_second: Some(2.0),
            latency,
            ..empty()
        };
        let texts = ["a.zip!/out", "a.zip!/out#2", "rd1", "read"];
        let mut expected: Vec<Cell<'_>> =
            texts.into_iter().map(|text| Cell::Text(text.into())).collect();
        expected.extend([60.0, 5.0].map(Cell::Float));
        expected.push(Cell::Integer(0));
        expected.extend([1.0, 2.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0].map(Cell::Float));
        assert_eq!(cells(&window), expected);
    }

    #[test]
    fn what_is_not_known_is_null() {
        let mut window = empty();
        let known = [true, false, false, true, true, true];
        let is_known =
            |cells: &[Cell<'_>]| cells.iter().map(|cell| *cell != Cell::Null).collect::<Vec<_>>();
        assert_eq!(is_known(&cells(&window))[..6], known);
        assert_eq!(is_known(&cells(&window))[6..], [false; 11]);
        window.iops = Some(f64::NAN);
        assert_eq!(is_known(&cells(&window))[6..], [false; 11], "what is no number is not known");
    }
}
