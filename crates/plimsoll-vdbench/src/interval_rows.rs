//! Interval rows in memory. Of each only those columns are kept from which something is computed: a flat file of a
//! file system has 89, and may have a million rows.

use crate::label::Span;
use crate::layout::{Column, Layout, Statistic};
use std::collections::HashMap;
use std::sync::Arc;

/// What the rows of a run definition are kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Use {
    /// For a series.
    pub(crate) series: bool,
    /// For averages that contain the warm-up and are computed anew.
    pub(crate) averages: bool,
}

/// The columns that are kept.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct KeptColumns {
    /// Each with its place in a line, in the order of the line.
    columns: Vec<(usize, Column)>,
    /// Where in a kept row each of them stands.
    slots: HashMap<Column, usize>,
}

impl KeptColumns {
    /// Those of a table that its rows are kept for.
    pub(crate) fn of(layout: &Layout, use_: Use) -> Self {
        let columns: Vec<(usize, Column)> = layout
            .columns
            .iter()
            .enumerate()
            .filter_map(|(place, column)| Some((place, (*column)?)))
            .filter(|(place, column)| layout.place(*column) == Some(*place))
            .filter(|(_, column)| is_kept(*column, layout.is_file_system, use_))
            .collect();
        let slots = columns.iter().enumerate().map(|(slot, (_, column))| (*column, slot)).collect();
        Self { columns, slots }
    }

    /// Where a column stands in a kept row.
    pub(crate) fn slot(&self, column: Column) -> Option<usize> {
        self.slots.get(&column).copied()
    }

    /// What each cell of a kept row is.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Column> {
        self.columns.iter().map(|(_, column)| *column)
    }

    /// The place of each in a line.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().map(|(place, _)| *place)
    }
}

fn is_kept(column: Column, is_file_system: bool, use_: Use) -> bool {
    match column {
        // Two files of an output are compared by them.
        Column::Rate | Column::Megabytes => true,
        // Those of file systems are running maxima: the one before the average is what the warm-up reached.
        Column::Response(Statistic::Maximum) | Column::OpResponse(_, Statistic::Maximum) => {
            is_file_system || use_.series || use_.averages
        }
        Column::MegabytesRead
        | Column::MegabytesWritten
        | Column::OpRate(_)
        | Column::Response(Statistic::Mean)
        | Column::OpResponse(_, Statistic::Mean)
        | Column::ReadPercent => use_.series || use_.averages,
        // With rate and megabytes it tells what a megabyte is.
        Column::TransferSize => use_.series,
        _ => false,
    }
}

/// One value for each column that is kept; NaN where there is none.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KeptRow {
    columns: Arc<KeptColumns>,
    values: Vec<f64>,
}

impl KeptRow {
    /// Of values in the order of the columns.
    pub(crate) fn new(columns: Arc<KeptColumns>, values: Vec<f64>) -> Self {
        Self { columns, values }
    }

    /// The value of a column, if there is one.
    pub(crate) fn value(&self, column: Column) -> Option<f64> {
        let value = *self.values.get(self.columns.slot(column)?)?;
        value.is_finite().then_some(value)
    }
}

/// Interval rows, by ascending numbers. NaN stands for a cell without a value.
#[derive(Debug, Clone, Default)]
pub(crate) struct IntervalRows {
    columns: Arc<KeptColumns>,
    numbers: Vec<u32>,
    cells: Vec<f64>,
}

impl IntervalRows {
    /// None yet.
    pub(crate) fn new(columns: Arc<KeptColumns>) -> Self {
        Self { columns, numbers: Vec::new(), cells: Vec::new() }
    }

    /// Their columns.
    pub(crate) fn columns(&self) -> &Arc<KeptColumns> {
        &self.columns
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Adds one whose number is above those before it, given the value at each place of its line.
    pub(crate) fn push(&mut self, number: u32, value_at: impl Fn(usize) -> f64) {
        debug_assert!(self.numbers.last().is_none_or(|last| *last < number));
        self.numbers.push(number);
        self.cells.extend(self.columns.places().map(value_at));
    }

    /// Each interval with its cells.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &[f64])> {
        self.numbers.iter().enumerate().map(|(index, number)| (*number, self.cells_of(index)))
    }

    /// The row of an interval.
    pub(crate) fn row(&self, number: u32) -> Option<KeptRow> {
        let index = self.numbers.binary_search(&number).ok()?;
        Some(KeptRow::new(Arc::clone(&self.columns), self.cells_of(index).to_vec()))
    }

    /// The cells of the intervals of a span, unless one of them has no row or the span is empty.
    pub(crate) fn within(&self, span: Span) -> Option<Vec<&[f64]>> {
        let first = self.numbers.binary_search(&span.first).ok()?;
        let last = self.numbers.binary_search(&span.last).ok()?;
        let is_whole = span.count() > 0 && last + 1 - first == span.count() as usize;
        is_whole.then(|| (first..=last).map(|index| self.cells_of(index)).collect())
    }

    /// Empties them; their memory is used again.
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.cells.clear();
    }

    /// Takes all of them.
    pub(crate) fn take(&mut self) -> Self {
        let mut taken = std::mem::replace(self, Self::new(Arc::clone(&self.columns)));
        taken.numbers.shrink_to_fit();
        taken.cells.shrink_to_fit();
        taken
    }

    fn cells_of(&self, index: usize) -> &[f64] {
        let width = self.columns.columns.len();
        &self.cells[index * width..(index + 1) * width]
    }
}

#[cfg(test)]
mod tests {
    use super::{IntervalRows, KeptColumns, Use};
    use crate::label::Span;
    use crate::layout::{Column, Layout, READ, Statistic};
    use std::sync::Arc;

    const BARE: Use = Use { series: false, averages: false };

    #[test]
    fn only_what_something_is_computed_from_is_kept() {
        let header = "tod Run Interval reqrate rate MB/sec bytes/io read% resp resp_max xfersize cpu_user rate";
        let layout = Layout::of_flat_file(header.split(' '));
        let kept = |use_| KeptColumns::of(&layout, use_).iter().collect::<Vec<_>>();
        assert_eq!(kept(BARE), [Column::Rate, Column::Megabytes]);
        assert_eq!(kept(Use { averages: true, ..BARE }).len(), 5);
        assert_eq!(kept(Use { series: true, ..BARE }).len(), 6, "and the transfer size");
        let files =
            "Run Interval Rate Resp Resp_max Read_rate Read_resp Read_resp_max Read_resp_std";
        let layout = Layout::of_flat_file(files.split(' '));
        let kept: Vec<Column> = KeptColumns::of(&layout, BARE).iter().collect();
        let greatest = Column::OpResponse(READ, Statistic::Maximum);
        assert_eq!(kept, [Column::Rate, Column::Response(Statistic::Maximum), greatest]);
    }

    #[test]
    fn a_span_has_its_rows_only_if_all_of_them_are_there() {
        let layout = Layout::of_flat_file("tod rate".split(' '));
        let mut rows = IntervalRows::new(Arc::new(KeptColumns::of(&layout, BARE)));
        for number in [1, 2, 3, 5] {
            rows.push(number, |place| f64::from(number * 10) + place as f64);
        }
        let within = |first, last| rows.within(Span { first, last });
        assert_eq!(within(2, 3), Some(vec![&[21.0][..], &[31.0]]));
        assert_eq!(within(2, 5), None, "there is no interval 4");
        assert_eq!(within(5, 5), Some(vec![&[51.0][..]]));
        assert_eq!(within(3, 2), None);
        assert_eq!(within(3, 6), None);
        assert_eq!(within(1, u32::MAX), None);
        assert_eq!(rows.row(5).and_then(|row| row.value(Column::Rate)), Some(51.0));
        assert_eq!(rows.row(4), None);
    }
}
