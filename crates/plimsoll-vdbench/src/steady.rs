//! What the intervals after the warm-up amount to.
//!
//! Averages of 5.04.05 and 5.04.06 contain the last interval of the warm-up, because the warm-up flag is set
//! right after its statistics were only requested. What such an average should be follows from the rows of
//! the intervals that its label names: rates are the mean of the rows, response times are weighted by
//! operations, and the greatest is the greatest of the rows.

use crate::interval_rows::{IntervalRows, KeptColumns, KeptRow};
use crate::label::Span;
use crate::layout::{Column, READ, Statistic, WRITE};
use std::sync::Arc;

/// Figures of a span of intervals, computed from their rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Steady {
    /// A value for each column, where the rows tell it.
    row: KeptRow,
    /// Reads and writes per second of a block run, whose tables print their share only.
    by_direction: [f64; 2],
}

impl Steady {
    /// Over the rows of a span; `None` unless every interval has its row.
    pub(crate) fn over(span: Span, rows: &IntervalRows, is_file_system: bool) -> Option<Self> {
        let inside = rows.within(span)?;
        let columns = rows.columns();
        let values = columns.iter().enumerate().map(|(slot, column)| {
            let rate = RateOf::column(columns, column);
            let pairs = inside.iter().map(|cells| (cells[slot], rate.at(cells)));
            combined(column, is_file_system, pairs)
        });
        let by_direction = [READ, WRITE].map(|op| {
            let rate = RateOf::op(columns, op);
            mean(inside.iter().map(|cells| rate.at(cells)))
        });
        Some(Self { row: KeptRow::new(Arc::clone(columns), values.collect()), by_direction })
    }

    /// The value of a column.
    pub(crate) fn value(&self, column: Column) -> Option<f64> {
        self.row.value(column)
    }

    /// Reads or writes per second.
    pub(crate) fn op_rate(&self, op: usize) -> Option<f64> {
        self.by_direction.get(op).copied().filter(|rate| rate.is_finite())
    }
}

/// What the cells of a column amount to, given each with the rate of its operations; NaN where they do not tell.
fn combined(
    column: Column,
    is_file_system: bool,
    pairs: impl Iterator<Item = (f64, f64)> + Clone,
) -> f64 {
    match column {
        Column::Rate
        | Column::OpRate(_)
        | Column::Megabytes
        | Column::MegabytesRead
        | Column::MegabytesWritten => mean(pairs.map(|(value, _)| value)),
        Column::Response(Statistic::Mean)
        | Column::ReadPercent
        | Column::OpResponse(_, Statistic::Mean) => weighted_mean(pairs),
        // In file-system rows they are those since the begin of the run, warm-up included.
        Column::Response(Statistic::Maximum) | Column::OpResponse(_, Statistic::Maximum)
            if !is_file_system =>
        {
            greatest(pairs)
        }
        _ => f64::NAN,
    }
}

/// Where the rate of an operation stands in a kept row.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RateOf {
    /// In a column of its own.
    Column(usize),
    /// It is the rate of all times the share of reads.
    Reads { rate: usize, percent: usize },
    /// It is the rate of all times what reads leave.
    Writes { rate: usize, percent: usize },
    /// Nowhere.
    Nowhere,
}

impl RateOf {
    /// That of all operations.
    pub(crate) fn all(columns: &KeptColumns) -> Self {
        columns.slot(Column::Rate).map_or(Self::Nowhere, Self::Column)
    }

    /// That of one operation: printed in file-system rows, the rate times the share in others.
    pub(crate) fn op(columns: &KeptColumns, op: usize) -> Self {
        if let Some(slot) = columns.slot(Column::OpRate(op)) {
            return Self::Column(slot);
        }
        match (op, columns.slot(Column::Rate), columns.slot(Column::ReadPercent)) {
            (READ, Some(rate), Some(percent)) => Self::Reads { rate, percent },
            (WRITE, Some(rate), Some(percent)) => Self::Writes { rate, percent },
            _ => Self::Nowhere,
        }
    }

    /// That of the operations which a column is about.
    fn column(columns: &KeptColumns, column: Column) -> Self {
        match column {
            Column::OpResponse(op, _) => Self::op(columns, op),
            _ => Self::all(columns),
        }
    }

    /// The rate in a row; NaN where there is none. In an idle interval nobody reads, and the share of reads may be
    /// absent.
    pub(crate) fn at(self, cells: &[f64]) -> f64 {
        let share_of =
            |rate: f64, percent: f64| if rate == 0.0 { 0.0 } else { rate * percent / 100.0 };
        match self {
            Self::Column(slot) => cells[slot],
            Self::Reads { rate, percent } => share_of(cells[rate], cells[percent]),
            Self::Writes { rate, percent } => share_of(cells[rate], 100.0 - cells[percent]),
            Self::Nowhere => f64::NAN,
        }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// A mean over those rows in which there was anything to weigh.
fn weighted_mean(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (value, weight) in pairs.filter(|(_, weight)| *weight != 0.0) {
        sum += value * weight;
        weights += weight;
    }
    sum / weights
}

/// The greatest over those rows in which anything happened; NaN if one of them does not tell it.
fn greatest(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let values = pairs.filter(|(_, rate)| *rate != 0.0).map(|(value, _)| value);
    values
        .reduce(|one, other| if one.is_nan() || one > other { one } else { other })
        .unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::Steady;
    use crate::interval_rows::{IntervalRows, KeptColumns, Use};
    use crate::label::Span;
    use crate::layout::{Column, Layout, READ, Statistic, WRITE};
    use std::sync::Arc;

    const SPAN: Span = Span { first: 2, last: 3 };

    /// Intervals of a block run: rate, MB/sec, read%, resp, `read_resp`, `write_resp`, `resp_max`.
    fn rows(intervals: &[[f64; 7]]) -> IntervalRows {
        let header = "rate MB/sec read% resp read_resp write_resp resp_max";
        let layout = Layout::of_flat_file(header.split(' '));
        let all = Use { series: false, averages: true };
        let mut rows = IntervalRows::new(Arc::new(KeptColumns::of(&layout, all)));
        for (number, cells) in (1..).zip(intervals) {
            rows.push(number, |place| cells[place]);
        }
        rows
    }

    /// Three intervals, the first of them warm-up.
    const INTERVALS: [[f64; 7]; 3] = [
        [10.0, 1.0, 50.0, 9.0, 9.0, 9.0, 99.0],
        [100.0, 2.0, 75.0, 1.0, 1.0, 1.0, 5.0],
        [300.0, 4.0, 50.0, 2.0, 3.0, 1.0, 4.0],
    ];

    fn is_close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn rates_are_means_and_times_are_weighted_by_operations() {
        let steady = Steady::over(SPAN, &rows(&INTERVALS), false).expect("all rows");
        let value = |column| steady.value(column).expect("a value");
        assert!(is_close(value(Column::Rate), 200.0));
        assert!(is_close(value(Column::Megabytes), 3.0));
        assert!(is_close(value(Column::Response(Statistic::Mean)), (100.0 + 600.0) / 400.0));
        // 75 reads at 1 ms and 150 at 3 ms.
        assert!(is_close(value(Column::OpResponse(READ, Statistic::Mean)), 525.0 / 225.0));
        assert!(is_close(value(Column::Response(Statistic::Maximum)), 5.0));
        assert!(is_close(steady.op_rate(READ).expect("reads"), 112.5));
        assert!(is_close(steady.op_rate(WRITE).expect("writes"), 87.5));
        assert_eq!(steady.value(Column::Response(Statistic::Deviation)), None);
    }

    #[test]
    fn a_span_with_a_missing_row_tells_nothing() {
        assert_eq!(Steady::over(Span { first: 2, last: 4 }, &rows(&INTERVALS), false), None);
    }

    #[test]
    fn an_idle_interval_has_neither_reads_nor_writes() {
        const NONE: f64 = f64::NAN;
        let mut intervals = INTERVALS;
        intervals[1] = [0.0, 0.0, NONE, 0.0, NONE, NONE, NONE];
        let steady = Steady::over(SPAN, &rows(&intervals), false).expect("all rows");
        assert_eq!(steady.op_rate(READ), Some(75.0));
        assert_eq!(steady.op_rate(WRITE), Some(75.0));
        assert_eq!(steady.value(Column::OpResponse(READ, Statistic::Mean)), Some(3.0));
        assert_eq!(steady.value(Column::Response(Statistic::Maximum)), Some(4.0));
        assert_eq!(steady.value(Column::ReadPercent), Some(50.0));
    }

    #[test]
    fn a_figure_that_a_busy_interval_lacks_is_not_told() {
        let mut intervals = INTERVALS;
        (intervals[1][4], intervals[1][6]) = (f64::NAN, f64::NAN);
        let steady = Steady::over(SPAN, &rows(&intervals), false).expect("all rows");
        assert_eq!(steady.value(Column::OpResponse(READ, Statistic::Mean)), None);
        assert_eq!(steady.value(Column::Response(Statistic::Maximum)), None);
    }
}
