//! The wide shape: one line for each measured thing and operation.

use crate::cell::{Cell, ColumnType};
use crate::column::{self, FINDINGS, IDENTITY, PUBLICATION};
use crate::figure::{Metric, Percentile, Stat};
use crate::row::Row;
use crate::term::Origin;
use std::sync::LazyLock;

use ColumnType::{Float, Integer, Text};

/// A column whose field depends on the row alone.
pub type Column = column::Column<Row>;

/// All columns of the wide shape, in order.
pub fn columns() -> &'static [&'static Column] {
    static COLUMNS: LazyLock<Vec<&Column>> = LazyLock::new(|| {
        IDENTITY.iter().chain(&FIGURES).chain(&PUBLICATION).chain(&FINDINGS).collect()
    });
    &COLUMNS
}

/// Whether a row stands in the wide shape at all.
pub fn has(row: &Row) -> bool {
    !row.long_shape_only
}

static FIGURES: [Column; 20] = [
    Column::new("operations", Integer, "operations counted for this row", |row| {
        count(row, Metric::Operations)
    }),
    Column::new("iops", Float, "operations per second", |row| rate(row, Metric::Iops)),
    Column::new("bytes_per_second", Float, "bytes per second", |row| rate(row, Metric::Throughput)),
    Column::new("latency_mean_ns", Float, "mean latency in nanoseconds", |row| {
        latency(row, Stat::Mean)
    }),
    Column::new("latency_min_ns", Float, "least latency in nanoseconds", |row| {
        latency(row, Stat::Min)
    }),
    Column::new("latency_max_ns", Float, "greatest latency in nanoseconds", |row| {
        latency(row, Stat::Max)
    }),
    Column::new("latency_stddev_ns", Float, "standard deviation in nanoseconds", |row| {
        latency(row, Stat::Stddev)
    }),
    Column::new("latency_p50_ns", Float, "median latency in nanoseconds", |row| {
        latency(row, Stat::Percentile(Percentile::P50))
    }),
    Column::new("latency_p90_ns", Float, "90th percentile in nanoseconds", |row| {
        latency(row, Stat::Percentile(Percentile::P90))
    }),
    Column::new("latency_p95_ns", Float, "95th percentile in nanoseconds", |row| {
        latency(row, Stat::Percentile(Percentile::P95))
    }),
    Column::new("latency_p99_ns", Float, "99th percentile in nanoseconds", |row| {
        latency(row, Stat::Percentile(Percentile::P99))
    }),
    Column::new("latency_p999_ns", Float, "99.9th percentile in nanoseconds", |row| {
        latency(row, Stat::Percentile(Percentile::P999))
    }),
    Column::new("latency_p9999_ns", Float, "99.99th percentile in nanoseconds", |row| {
        latency(row, Stat::Percentile(Percentile::P9999))
    }),
    Column::new("latency_kind", Text, "`completion`, `total`, `response`, `wait`", |row| {
        Cell::text(row.latency_kind.as_ref().map(super::figure::Kind::word))
    }),
    Column::new("transactions_per_second", Float, "database benchmarks", |row| {
        rate(row, Metric::Transactions)
    }),
    Column::new("errors", Integer, "operations that failed, a count", |row| {
        count(row, Metric::Errors)
    }),
    Column::new(
        "iops_bound",
        Text,
        "published values: `exact`, `about`, `below`, `at_most`, `above`, `at_least`, `up_to`; null for measured",
        |row| bound(row, Metric::Iops),
    ),
    Column::new("bytes_per_second_bound", Text, "the same, of the throughput", |row| {
        bound(row, Metric::Throughput)
    }),
    Column::new("latency_bound", Text, "the same, of the mean latency", |row| {
        Cell::text(
            published(row)
                .and_then(|row| row.latency(Stat::Mean)?.bound)
                .map(super::figure::Bound::word),
        )
    }),
    Column::new("transactions_per_second_bound", Text, "the same, of the transactions", |row| {
        bound(row, Metric::Transactions)
    }),
];

fn rate(row: &Row, metric: Metric) -> Cell<'_> {
    Cell::float(row.figure(metric, Stat::Mean, None).map(|figure| figure.value))
}

/// A count. What is no whole number, or is greater than those that are exact, is none.
fn count(row: &Row, metric: Metric) -> Cell<'_> {
    const GREATEST_EXACT: f64 = 9_007_199_254_740_992.0;
    let is_count = |value: &f64| (0.0..=GREATEST_EXACT).contains(value) && value.fract() == 0.0;
    let value = row.figure(metric, Stat::Sum, None).map(|figure| figure.value).filter(is_count);
    Cell::integer(value.map(|value| value as u64))
}

fn latency(row: &Row, stat: Stat) -> Cell<'_> {
    Cell::float(row.latency(stat).map(|figure| figure.value))
}

fn bound(row: &Row, metric: Metric) -> Cell<'_> {
    let bound = published(row).and_then(|row| row.figure(metric, Stat::Mean, None)?.bound);
    Cell::text(bound.map(super::figure::Bound::word))
}

/// What was measured has no bounds: nothing needs to be looked for.
fn published(row: &Row) -> Option<&Row> {
    (row.identity.origin == Origin::Published).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::{Metric, Stat, count};
    use crate::cell::Cell;
    use crate::figure::Figure;
    use crate::row::{Identity, Row};
    use crate::term::Origin;

    #[test]
    fn a_count_is_whole_and_exact_or_null() {
        for (value, expected) in [
            (0.0, Cell::Integer(0)),
            (12.0, Cell::Integer(12)),
            (9_007_199_254_740_992.0, Cell::Integer(1 << 53)),
            (9_007_199_254_740_994.0, Cell::Null),
            (1e300, Cell::Null),
            (1.5, Cell::Null),
            (-1.0, Cell::Null),
            (f64::NAN, Cell::Null),
        ] {
            let mut row = Row::new(Identity::new("a.json".into(), String::new(), Origin::Measured));
            row.figures = vec![Figure::computed(Metric::Operations, Stat::Sum, value)];
            assert_eq!(count(&row, Metric::Operations), expected, "{value}");
        }
    }
}
