//! Interval rows as a series.

use crate::block::Block;
use crate::interval_rows::KeptColumns;
use crate::label::Span;
use crate::layout::{Column, READ, Statistic, WRITE};
use crate::steady::RateOf;
use crate::units::Units;
use plimsoll_read::Sink;
use plimsoll_schema::{Identity, Op, SeriesRow, WindowLatency};
use std::sync::Arc;

/// What windows are made of beside the rows.
pub(crate) struct Windows<'i> {
    /// The identity of the point.
    pub(crate) identity: &'i Identity,
    /// The units of the block.
    pub(crate) units: Units,
    /// The length of an interval in seconds.
    pub(crate) length_s: f64,
    /// The intervals that count for the figures of the point.
    pub(crate) measured: Option<Span>,
}

impl Windows<'_> {
    /// Gives those of a block, for all operations and for each that happened.
    pub(crate) fn give(&self, block: &Block, sink: &mut dyn Sink) {
        let Some(rows) = &block.intervals.rows else { return };
        let (layout, columns) = (&*block.layout, &**rows.columns());
        let total = Place::of_all(columns, layout.is_file_system);
        let ops = layout
            .ops
            .iter()
            .enumerate()
            .map(|(op, name)| Place::of_op(columns, layout.is_file_system, op, name.clone()));
        let happened = |place: &Place| rows.iter().any(|(_, cells)| place.rate.at(cells) > 0.0);
        let ops: Vec<Place> = ops.filter(|it| it.mean.is_some()).filter(happened).collect();
        for (number, cells) in rows.iter() {
            for place in std::iter::once(&total).chain(&ops) {
                sink.window(self.window(number, cells, place));
            }
        }
    }

    fn window(&self, number: u32, cells: &[f64], place: &Place) -> SeriesRow {
        let value = |slot: Option<usize>| Some(cells[slot?]).filter(|value| value.is_finite());
        let rate = place.rate.at(cells);
        let latency = |slot, statistic| {
            let time = value(slot).filter(|time| *time > 0.0 && rate != 0.0)?;
            Some(nanoseconds(time, self.units.power(statistic)))
        };
        // One of 0 has lost its digits to the printing, unless there was nothing to transfer.
        let megabytes = value(place.megabytes).filter(|megabytes| {
            *megabytes > 0.0 || place.transfers.iter().all(|it| it.at(cells) == 0.0)
        });
        SeriesRow {
            source: Arc::clone(&self.identity.source),
            run: self.identity.run.clone(),
            workload: self.identity.workload.clone(),
            op: place.op.clone(),
            begin_s: f64::from(number - 1) * self.length_s,
            window_s: self.length_s,
            is_measured: self.measured.is_some_and(|span| span.contains(number)),
            operations: None,
            iops: rate.is_finite().then_some(rate),
            bytes_per_second: megabytes.map(|it| it * self.units.megabyte),
            latency: WindowLatency {
                mean_ns: latency(place.mean, Statistic::Mean),
                max_ns: latency(place.max, Statistic::Maximum),
                ..WindowLatency::default()
            },
        }
    }
}

/// Where the figures of an operation stand in a kept row.
struct Place {
    op: Op,
    rate: RateOf,
    megabytes: Option<usize>,
    /// The rates of the operations that transfer the megabytes.
    transfers: Vec<RateOf>,
    mean: Option<usize>,
    max: Option<usize>,
}

impl Place {
    fn of_all(columns: &KeptColumns, is_file_system: bool) -> Self {
        let rate = RateOf::all(columns);
        let by_direction = || [READ, WRITE].map(|op| RateOf::op(columns, op)).to_vec();
        let max = columns.slot(Column::Response(Statistic::Maximum));
        Self {
            op: Op::TOTAL,
            rate,
            megabytes: columns.slot(Column::Megabytes),
            transfers: if is_file_system { by_direction() } else { vec![rate] },
            mean: columns.slot(Column::Response(Statistic::Mean)),
            max: max.filter(|_| !is_file_system),
        }
    }

    fn of_op(columns: &KeptColumns, is_file_system: bool, op: usize, name: Op) -> Self {
        let rate = RateOf::op(columns, op);
        let megabytes = match op {
            READ => columns.slot(Column::MegabytesRead),
            WRITE => columns.slot(Column::MegabytesWritten),
            _ => None,
        };
        // In file-system rows it is that since the begin of the run.
        let max = columns.slot(Column::OpResponse(op, Statistic::Maximum));
        Self {
            op: name,
            rate,
            megabytes,
            transfers: vec![rate],
            mean: columns.slot(Column::OpResponse(op, Statistic::Mean)),
            max: max.filter(|_| !is_file_system),
        }
    }
}

/// A printed time in nanoseconds: a flat file has four decimals of a millisecond, so that a thousandth of a
/// nanosecond is no digit of it but a rounding of the product.
fn nanoseconds(time: f64, power: i32) -> f64 {
    (time * 10f64.powi(power) * 1e3).round() / 1e3
}
