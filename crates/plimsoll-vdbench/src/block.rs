//! The rows of one run definition in one file: its intervals, its average.

use crate::interval_rows::{IntervalRows, KeptRow};
use crate::label::Span;
use crate::layout::{Column, Layout, Statistic};
use crate::number::{Cell, with_ascii_digits};
use crate::start::Start;
use crate::steady::Steady;
use crate::version::Era;
use std::sync::Arc;

/// What one file tells of one run definition that started.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    /// The start, as far as the file tells it: a flat file has the name and what was asked for.
    pub(crate) start: Start,
    /// Line of the start, or of the first row where there is no such line; from 1.
    pub(crate) line: usize,
    /// The columns of its rows.
    pub(crate) layout: Arc<Layout>,
    /// Which versions these speak for.
    pub(crate) era: Option<Era>,
    /// What was asked for, where the file has columns for it.
    pub(crate) asked: Asked,
    /// Its average row.
    pub(crate) average: Option<Average>,
    /// What its intervals say.
    pub(crate) intervals: Intervals,
}

/// The columns of a flat file that say what was asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Asked {
    /// The first transfer size of a list, in bytes.
    pub(crate) transfer_size: Option<f64>,
    /// Threads of one storage definition.
    pub(crate) threads: Option<f64>,
    /// Reads in per cent.
    pub(crate) read_percent: Option<f64>,
    /// Random accesses in per cent.
    pub(crate) seek_percent: Option<f64>,
}

/// An average row.
#[derive(Debug, Clone)]
pub(crate) struct Average {
    /// The intervals that its label names.
    pub(crate) span: Span,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// Its cells exactly as printed, in the order of the columns.
    pub(crate) cells: Vec<Box<str>>,
    /// Rows beneath it, with the same columns: standard deviations and maxima.
    pub(crate) deviations: Option<Vec<Box<str>>>,
    /// See there.
    pub(crate) maxima: Option<Vec<Box<str>>>,
}

impl Average {
    /// The text of a column.
    pub(crate) fn text(&self, layout: &Layout, column: Column) -> Option<&str> {
        let text = self.cells.get(layout.place(column)?)?;
        matches!(read(text), Cell::Number(_)).then_some(text)
    }

    /// The text of a statistic that tables of file systems print in a row beneath the average.
    pub(crate) fn text_beneath(&self, layout: &Layout, column: Column) -> Option<&str> {
        let (row, above) = match column {
            Column::OpResponse(op, Statistic::Deviation) => {
                (&self.deviations, Column::OpResponse(op, Statistic::Mean))
            }
            Column::OpResponse(op, Statistic::Maximum) => {
                (&self.maxima, Column::OpResponse(op, Statistic::Mean))
            }
            Column::OpRateDeviation(op) => (&self.deviations, Column::OpRate(op)),
            Column::OpRateMaximum(op) => (&self.maxima, Column::OpRate(op)),
            _ => return None,
        };
        let text = row.as_ref()?.get(layout.place(above)?)?;
        matches!(read(text), Cell::Number(_)).then_some(text)
    }

    /// Whether anything was measured: it covers an interval, and does not say that there is no rate.
    pub(crate) fn is_measurement(&self, layout: &Layout) -> bool {
        let rate = layout.place(Column::Rate).and_then(|place| self.cells.get(place));
        self.span.count() > 0 && rate.is_none_or(|text| read(text) != Cell::Absent)
    }

    /// Cells that hold neither a number nor a sign for none.
    pub(crate) fn unreadable<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = &'a str> {
        let cells = layout.columns.iter().zip(&self.cells);
        cells
            .filter(|(column, _)| column.is_some())
            .filter_map(|(_, text)| (read(text) == Cell::Unreadable).then_some(&**text))
    }
}

/// What is measured is never below 0.
fn read(text: &str) -> Cell {
    match Cell::read(&with_ascii_digits(text.as_bytes())) {
        Cell::Number(number) if number < 0.0 => Cell::Unreadable,
        cell => cell,
    }
}

/// What is kept of the intervals of a run definition. The rows themselves only where a series is wanted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Intervals {
    /// How many rows there are.
    pub(crate) count: usize,
    /// The greatest number of an interval.
    pub(crate) last: u32,
    /// The mean transfer size, if it was the same in every interval that transferred anything; bytes.
    pub(crate) one_size: Option<u64>,
    /// What the intervals of the average amount to.
    pub(crate) steady: Option<Steady>,
    /// Values of the last interval before those of the average.
    pub(crate) before: Option<KeptRow>,
    /// The length of an interval by the times of the rows, in milliseconds.
    pub(crate) length_ms: Option<u32>,
    /// Time of day of the first row.
    pub(crate) first_time: Option<u32>,
    /// Moment of the first row, in milliseconds since 1970, where the file has stamps in UTC.
    pub(crate) first_stamp_ms: Option<i64>,
    /// Whether response times were printed with decimals, if any were seen.
    pub(crate) has_decimal_times: Option<bool>,
    /// All of them, if they are wanted.
    pub(crate) rows: Option<IntervalRows>,
}

/// Whether the greatest response time of an average can be that of the warm-up: flat files of 5.04.07
/// print the maximum since the begin of a file-system run, in average rows too.
pub(crate) fn may_be_of_warm_up(block: &Block, column: Column, maximum: f64) -> bool {
    debug_assert!(matches!(
        column,
        Column::Response(Statistic::Maximum) | Column::OpResponse(_, Statistic::Maximum)
    ));
    let Some(average) = &block.average else { return true };
    if average.span.first <= 1 {
        return false;
    }
    let before = block.intervals.before.as_ref().and_then(|before| before.value(column));
    before.is_none_or(|before| before >= maximum)
}
