//! Rows of the reports of definitions and hosts, each report its own.

use super::{PointRows, Shared};
use crate::block::Block;
use crate::files::ReportOf;
use crate::measure::{Of, Reading};
use crate::output::File;
use crate::tables::Told;
use plimsoll_read::Sink;
use plimsoll_schema::{Identity, MeasuredLevel};
use std::sync::Arc;

impl PointRows<'_> {
    /// Gives the rows of all reports; whether there are any.
    pub(super) fn give_reports(&self, shared: &mut Shared, sink: &mut dyn Sink) -> bool {
        let output = self.about.output;
        let mut has_rows = false;
        for ((of, file), block) in output.reports.iter().zip(&self.point.reports) {
            if let Some(block) = block {
                has_rows |= self.give_report(of, file, &file.told.blocks[*block], shared, sink);
            }
        }
        has_rows
    }

    fn give_report(
        &self,
        of: &ReportOf,
        file: &File<Told>,
        block: &Block,
        shared: &mut Shared,
        sink: &mut dyn Sink,
    ) -> bool {
        let Some(average) = block.average.as_ref().filter(|it| it.is_measurement(&block.layout))
        else {
            return false;
        };
        let printed = Reading::printed(block, average, false, self.about.declared);
        let is_recomputed = self.warm_up_is_included(average.span, block);
        let recomputed = block.intervals.steady.as_ref().filter(|_| is_recomputed);
        let recomputed = recomputed.map(|steady| printed.recomputed(steady));
        let reading = recomputed.unwrap_or(printed);
        // A definition that had nothing to do.
        if reading.rate(Of::Total).is_none_or(|(rate, _)| rate == 0.0) {
            return false;
        }
        let locator = format!("{} line {}", file.name, average.line);
        let mut findings = self.doubts.of_time.clone();
        if is_recomputed {
            let finding = shared.warm_up.get_or_insert_with(|| {
                let (span, recomputed) = (average.span, recomputed.as_ref());
                sink.finding(self.includes_warm_up(span, &printed, recomputed, &locator))
            });
            findings.push(Arc::clone(finding));
        }
        let mut identity = Identity {
            level: MeasuredLevel::Job,
            locator,
            jobs: None,
            clients: None,
            target_iops: None,
            block_size_bytes: self.conditions.size_of_report(block),
            read_percent: self.conditions.read_percent(Some(&reading)),
            parameters: vec![(of.key.into(), of.name.as_str().into())],
            ..self.conditions.identity.clone()
        };
        identity.parameters.extend(self.conditions.loops.iter().cloned());
        self.set_times(&mut identity, Some(average.span));
        self.give_ops(&identity, &reading, &findings, None, shared, sink);
        true
    }
}
