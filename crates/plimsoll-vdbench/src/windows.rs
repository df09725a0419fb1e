//! Interval rows as a series.

use crate::block::Block;
use crate::label::Span;
use crate::layout::{Column, READ, Statistic, WRITE};
use crate::steady::RateOf;
use plimsoll_read::Sink;
use plimsoll_schema::{Identity, Op, SeriesRow, WindowLatency};
use std::sync::Arc;

/// How the intervals of a block are read.
pub(crate) struct Scales {
    /// Bytes of a megabyte.
    pub(crate) megabyte: f64,
    /// Nanoseconds of a printed unit of time.
    pub(crate) time: f64,
    /// The length of an interval in seconds.
    pub(crate) length_s: f64,
}

/// Gives the windows of a point. Those of `measured` count for its figures.
pub(crate) fn give(
    identity: &Identity,
    block: &Block,
    scales: &Scales,
    measured: Option<Span>,
    sink: &mut dyn Sink,
) {
    let Some(rows) = &block.intervals.rows else { return };
    let layout = &*block.layout;
    let columns = layout.columns.len();
    let ops: Vec<(usize, RateOf)> = (0..layout.ops.len())
        .filter(|op| layout.place(response(Some(*op), Statistic::Mean)).is_some())
        .map(|op| (op, RateOf::op(layout, op)))
        .filter(|(_, rate)| rows.iter(columns).any(|(_, cells)| rate.at(cells) > 0.0))
        .collect();
    for (number, cells) in rows.iter(columns) {
        let value = |column| {
            let value = cells[layout.place(column)?];
            value.is_finite().then_some(value)
        };
        let mut window = |op: Option<usize>, name: Op, rate: Option<f64>| {
            let megabytes = match op {
                None => value(Column::Megabytes),
                Some(READ) => value(Column::MegabytesRead),
                Some(WRITE) => value(Column::MegabytesWritten),
                Some(_) => None,
            };
            let happened = rate.is_some_and(|rate| rate > 0.0);
            let time = |statistic| {
                let time = value(response(op, statistic)).filter(|_| happened)?;
                Some(nanoseconds(time, scales.time))
            };
            sink.window(SeriesRow {
                source: Arc::clone(&identity.source),
                run: identity.run.clone(),
                workload: identity.workload.clone(),
                op: name,
                begin_s: f64::from(number - 1) * scales.length_s,
                window_s: scales.length_s,
                is_measured: measured.is_some_and(|span| span.contains(number)),
                operations: None,
                iops: rate,
                bytes_per_second: megabytes.map(|it| it * scales.megabyte),
                latency: WindowLatency {
                    mean_ns: time(Statistic::Mean),
                    // In file-system rows it is that since the begin of the run.
                    max_ns: (!layout.is_file_system).then(|| time(Statistic::Maximum)).flatten(),
                    ..WindowLatency::default()
                },
            });
        };
        window(None, Op::TOTAL, value(Column::Rate));
        for (op, rate) in &ops {
            let rate = rate.at(cells);
            window(Some(*op), layout.ops[*op].clone(), rate.is_finite().then_some(rate));
        }
    }
}

/// A printed time in nanoseconds: a flat file has four decimals of a millisecond, so that a thousandth of a
/// nanosecond is no digit of it but a rounding of the product.
fn nanoseconds(time: f64, scale: f64) -> f64 {
    (time * scale * 1e3).round() / 1e3
}

fn response(op: Option<usize>, statistic: Statistic) -> Column {
    match op {
        None => Column::Response(statistic),
        Some(op) => Column::OpResponse(op, statistic),
    }
}
