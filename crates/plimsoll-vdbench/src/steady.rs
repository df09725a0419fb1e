//! What the intervals after the warm-up amount to.
//!
//! Averages of 5.04.05 and 5.04.06 contain the last interval of the warm-up, because the warm-up flag is set
//! right after its statistics were only requested. What such an average should be follows from the rows of
//! the intervals that its label names: rates are the mean of the rows, response times are weighted by
//! operations, and the greatest is the greatest of the rows.

use crate::block::IntervalRows;
use crate::label::Span;
use crate::layout::{Column, Layout, READ, Statistic, WRITE};

/// Figures of a span of intervals, computed from their rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Steady {
    /// A value for each column; NaN where the rows do not tell it.
    values: Vec<f64>,
    /// Reads and writes per second of a block run, whose tables print their share only.
    by_direction: [f64; 2],
}

impl Steady {
    /// Over the rows of a span; `None` unless every interval has its row.
    pub(crate) fn over(span: Span, layout: &Layout, rows: &IntervalRows) -> Option<Self> {
        let columns = layout.columns.len();
        let inside: Vec<&[f64]> = rows
            .iter(columns)
            .filter(|(number, _)| span.contains(*number))
            .map(|(_, cells)| cells)
            .collect();
        if inside.len() != span.count() as usize {
            return None;
        }
        let values = layout.columns.iter().enumerate().map(|(place, column)| match column {
            Some(column) => combined(layout, *column, place, &inside),
            None => f64::NAN,
        });
        let by_direction = [READ, WRITE].map(|op| {
            let rate = RateOf::op(layout, op);
            mean(inside.iter().map(|cells| rate.at(cells)), inside.len())
        });
        Some(Self { values: values.collect(), by_direction })
    }

    /// The value of a column.
    pub(crate) fn value(&self, layout: &Layout, column: Column) -> Option<f64> {
        let value = *self.values.get(layout.place(column)?)?;
        value.is_finite().then_some(value)
    }

    /// Reads or writes per second.
    pub(crate) fn op_rate(&self, op: usize) -> Option<f64> {
        self.by_direction.get(op).copied().filter(|rate| rate.is_finite())
    }
}

fn combined(layout: &Layout, column: Column, place: usize, inside: &[&[f64]]) -> f64 {
    let cells = || inside.iter().map(|cells| cells[place]);
    let weighted =
        |rate: RateOf| weighted_mean(inside.iter().map(|cells| (cells[place], rate.at(cells))));
    match column {
        Column::Rate
        | Column::OpRate(_)
        | Column::Megabytes
        | Column::MegabytesRead
        | Column::MegabytesWritten => mean(cells(), inside.len()),
        Column::Response(Statistic::Mean) | Column::ReadPercent => weighted(RateOf::all(layout)),
        Column::OpResponse(op, Statistic::Mean) => weighted(RateOf::op(layout, op)),
        // In file-system rows they are those since the begin of the run, warm-up included.
        Column::Response(Statistic::Maximum) | Column::OpResponse(_, Statistic::Maximum)
            if !layout.is_file_system =>
        {
            cells().fold(f64::NAN, f64::max)
        }
        _ => f64::NAN,
    }
}

/// Where the rate of an operation stands in a row.
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
    fn all(layout: &Layout) -> Self {
        layout.place(Column::Rate).map_or(Self::Nowhere, Self::Column)
    }

    /// That of one operation: printed in file-system rows, the rate times the share in others.
    pub(crate) fn op(layout: &Layout, op: usize) -> Self {
        if let Some(place) = layout.place(Column::OpRate(op)) {
            return Self::Column(place);
        }
        match (op, layout.place(Column::Rate), layout.place(Column::ReadPercent)) {
            (READ, Some(rate), Some(percent)) => Self::Reads { rate, percent },
            (WRITE, Some(rate), Some(percent)) => Self::Writes { rate, percent },
            _ => Self::Nowhere,
        }
    }

    /// The rate in a row; NaN where there is none.
    pub(crate) fn at(self, cells: &[f64]) -> f64 {
        match self {
            Self::Column(place) => cells[place],
            Self::Reads { rate, percent } => cells[rate] * cells[percent] / 100.0,
            Self::Writes { rate, percent } => cells[rate] * (100.0 - cells[percent]) / 100.0,
            Self::Nowhere => f64::NAN,
        }
    }
}

fn mean(values: impl Iterator<Item = f64>, count: usize) -> f64 {
    values.sum::<f64>() / count as f64
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

#[cfg(test)]
mod tests {
    use super::Steady;
    use crate::block::IntervalRows;
    use crate::label::Span;
    use crate::layout::{Column, Layout, READ, Statistic, WRITE};

    fn layout() -> Layout {
        Layout::of_flat_file("rate MB/sec read% resp read_resp write_resp resp_max".split(' '))
    }

    /// Three intervals, the first of them warm-up.
    fn rows() -> IntervalRows {
        IntervalRows {
            numbers: vec![1, 2, 3],
            cells: [
                [10.0, 1.0, 50.0, 9.0, 9.0, 9.0, 99.0],
                [100.0, 2.0, 75.0, 1.0, 1.0, 1.0, 5.0],
                [300.0, 4.0, 50.0, 2.0, 3.0, 1.0, 4.0],
            ]
            .concat(),
        }
    }

    #[test]
    fn rates_are_means_and_times_are_weighted_by_operations() {
        let layout = layout();
        let steady = Steady::over(Span { first: 2, last: 3 }, &layout, &rows()).expect("all rows");
        let value = |column| steady.value(&layout, column).expect("a value");
        let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(close(value(Column::Rate), 200.0));
        assert!(close(value(Column::Megabytes), 3.0));
        assert!(close(value(Column::Response(Statistic::Mean)), (100.0 + 600.0) / 400.0));
        // 75 reads at 1 ms and 150 at 3 ms.
        assert!(close(value(Column::OpResponse(READ, Statistic::Mean)), 525.0 / 225.0));
        assert!(close(value(Column::Response(Statistic::Maximum)), 5.0));
        assert!(close(steady.op_rate(READ).expect("reads"), 112.5));
        assert!(close(steady.op_rate(WRITE).expect("writes"), 87.5));
        assert_eq!(steady.value(&layout, Column::Response(Statistic::Deviation)), None);
    }

    #[test]
    fn a_span_with_a_missing_row_tells_nothing() {
        assert_eq!(Steady::over(Span { first: 2, last: 4 }, &layout(), &rows()), None);
    }
}
