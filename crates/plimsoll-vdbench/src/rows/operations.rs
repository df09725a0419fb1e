//! The rows of all operations of a reading.

use super::{PointRows, Shared};
use crate::histogram::{Histogram, RunHistograms};
use crate::layout::{READ, WRITE};
use crate::measure::{Of, RESPONSE, Reading};
use plimsoll_read::Sink;
use plimsoll_schema::{Code, Figure, Finding, Identity, MeasuredLevel, Metric, Op, Row, Stat};
use std::sync::Arc;

impl PointRows<'_> {
    /// Gives a row for all operations together and one for each that happened; whether one of them has a
    /// distribution.
    pub(super) fn give_ops(
        &self,
        identity: &Identity,
        reading: &Reading<'_>,
        findings: &[Arc<Finding>],
        histogram: Option<&RunHistograms>,
        shared: &mut Shared,
        sink: &mut dyn Sink,
    ) -> bool {
        let ops = reading.ops();
        let mut has_distribution = false;
        let rows = std::iter::once((Of::Total, Op::TOTAL))
            .chain(ops.iter().map(|op| (Of::Op(*op), reading.block.layout.ops[*op].clone())));
        for (of, op) in rows {
            let measures = reading.measures(of);
            let mut row = Row::new(Identity { op: Some(op), ..identity.clone() });
            row.figures = measures.figures;
            row.latency_kind = Some(RESPONSE);
            row.load_step.clone_from(&self.load_step);
            row.window = self.window();
            row.findings = findings.to_vec();
            if of == Of::Total && identity.level == MeasuredLevel::Run {
                row.figures.extend(self.errors_figure());
            }
            if !matches!(of, Of::Total | Of::Op(READ | WRITE)) {
                (row.identity.block_size_bytes, row.identity.pattern) = (None, None);
            }
            if measures.has_unproven_maximum {
                let finding = || sink.finding(self.maximum_unproven(identity));
                row.findings.push(Arc::clone(shared.unproven.get_or_insert_with(finding)));
            }
            let histogram = histogram.and_then(|it| of_operation(it, of));
            let histogram = histogram.filter(|it| counts_the_same(it, &row, reading.is_flat));
            let maximum = row.latency(Stat::Max).map(|figure| figure.value);
            row.distribution = histogram.and_then(|it| it.distribution(maximum));
            has_distribution |= row.distribution.is_some();
            sink.row(row);
        }
        if identity.level == MeasuredLevel::Run {
            give_processors(identity, reading, sink);
        }
        has_distribution
    }

    fn errors_figure(&self) -> Option<Figure> {
        let count = self.error_count()?;
        Some(Figure::computed(Metric::Errors, Stat::Sum, count as f64))
    }

    fn maximum_unproven(&self, identity: &Identity) -> Finding {
        let message = format!(
            "greatest latencies of {} are not above those of its warm-up, and may be of it",
            self.point.start.name
        );
        let finding = Finding::new(Code::MaximumUnproven, &*self.about.source, message);
        finding.at(identity.locator.clone())
    }
}

fn of_operation(histogram: &RunHistograms, of: Of) -> Option<&Histogram> {
    match of {
        Of::Total => histogram.total.as_ref(),
        Of::Op(READ) => histogram.read.as_ref(),
        Of::Op(WRITE) => histogram.write.as_ref(),
        Of::Op(_) => None,
    }
}

/// Whether a histogram counts the operations of the average: some versions count the warm-up too.
fn counts_the_same(histogram: &Histogram, row: &Row, is_flat: bool) -> bool {
    let rate = row.figure(Metric::Iops, Stat::Mean, None).map(|figure| figure.value);
    let Some((rate, duration_s)) = rate.zip(row.identity.duration_s) else { return false };
    let counted = histogram.operations() as f64;
    // A table prints one decimal of a rate, a flat file four. Of reads and writes it is their share that is
    // printed, with two decimals or four.
    let (half_a_digit, share) = if is_flat { (0.000_05, 1e-5) } else { (0.05, 1e-4) };
    let of_shares =
        if row.identity.op == Some(Op::TOTAL) { 0.0 } else { share * rate * duration_s };
    let tolerance = 1.0 + half_a_digit * duration_s + of_shares;
    (counted - rate * duration_s).abs() <= tolerance
}

/// Processor time stands in the long shape, and belongs to no operation.
fn give_processors(identity: &Identity, reading: &Reading<'_>, sink: &mut dyn Sink) {
    let figures = reading.processors();
    if !figures.is_empty() {
        let mut row = Row::new(Identity { op: None, ..identity.clone() });
        row.figures = figures;
        row.long_shape_only = true;
        sink.row(row);
    }
}
