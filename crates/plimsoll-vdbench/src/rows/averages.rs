//! The rows of a point that was measured: which file's average counts, and what others say of it.

use super::{PointRows, Shared};
use crate::agree;
use crate::block::{Average, Block};
use crate::files::FileKind;
use crate::label::Span;
use crate::measure::{Of, Reading};
use crate::output::File;
use crate::tables::Told;
use crate::version::Era;
use plimsoll_read::Sink;
use plimsoll_schema::{Code, Finding, Metric, Stat};
use std::sync::Arc;

/// An average, and where it stands.
pub(super) struct Found<'o> {
    kind: &'o FileKind,
    file: &'o File<Told>,
    block: &'o Block,
    pub(super) average: &'o Average,
}

impl Found<'_> {
    /// Whether anything was measured.
    pub(super) fn is_measurement(&self) -> bool {
        self.average.is_measurement(&self.block.layout)
    }
}

impl<'o> PointRows<'o> {
    /// The averages of all core files, most exact first.
    pub(super) fn averages(&self) -> Vec<Found<'o>> {
        let output = self.about.output;
        self.point
            .core_blocks(output)
            .filter_map(|(file, block)| {
                let (kind, file) = &output.cores[file];
                let average = block.average.as_ref()?;
                Some(Found { kind, file, block, average })
            })
            .collect()
    }

    fn reading(&self, found: &Found<'o>) -> Reading<'o> {
        let is_flat = found.kind.is_flat();
        Reading::printed(found.block, found.average, is_flat, self.about.declared)
    }

    /// The line of the average in the summary, in totals or flat file where the summary has none.
    pub(super) fn locator(&self, found: &[Found<'o>]) -> String {
        let rank = |found: &&Found<'_>| match found.kind {
            FileKind::Summary => 0,
            FileKind::Totals => 1,
            FileKind::FlatFile | FileKind::FlatFileCsv => 2,
            _ => 3,
        };
        if let Some(found) = found.iter().min_by_key(rank) {
            return format!("{} line {}", found.file.name, found.average.line);
        }
        let output = self.about.output;
        let blocks: Vec<_> = self.point.core_blocks(output).collect();
        let with_start = blocks.iter().find(|(file, _)| !output.cores[*file].0.is_flat());
        match with_start.or(blocks.first()) {
            Some((file, block)) => format!("{} line {}", output.cores[*file].1.name, block.line),
            None => String::new(),
        }
    }

    /// The rows of a point that was measured; a finding if its histogram counts other operations.
    pub(super) fn give_measured(
        &self,
        found: &[Found<'o>],
        best: &Found<'o>,
        shared: &mut Shared,
        sink: &mut dyn Sink,
    ) -> Option<Finding> {
        let printed = self.reading(best);
        let mut findings: Vec<Arc<Finding>> = Vec::new();
        let locator = self.locator(found);
        let recomputed = self.recomputed(found, best);
        if self.warm_up_is_included(best.average.span, best.block) {
            let finding =
                self.includes_warm_up(best.average.span, &printed, recomputed.as_ref(), &locator);
            findings.push(Arc::clone(shared.warm_up.insert(sink.finding(finding))));
        }
        let reading = recomputed.unwrap_or(printed);
        findings.extend(self.disagreement(found, &printed, best).map(|it| sink.finding(it)));
        let place = format!("{} line {}", best.file.name, best.average.line);
        let parts = self.parts_disagree(&printed, best.average.span, &place);
        findings.extend(parts.map(|it| sink.finding(it)));
        findings.extend(self.unreadable(best).map(|it| sink.finding(it)));
        findings.extend(self.doubts_here());
        let mut identity = self.conditions.identity.clone();
        identity.locator = locator;
        identity.read_percent = self.conditions.read_percent(Some(&reading));
        self.set_times(&mut identity, Some(best.average.span));
        let has_distribution =
            self.give_ops(&identity, &reading, &findings, self.histogram, shared, sink);
        let total =
            self.histogram.and_then(|it| it.total.as_ref()).filter(|_| !has_distribution)?;
        let (file, name) = (self.about.output.histograms.as_ref()?, &self.point.start.name);
        let message = format!(
            "the histogram of {name} counts {} operations, not those of its average: some versions \
             of vdbench count the warm-up",
            total.operations()
        );
        let finding = Finding::new(Code::DistributionOfOtherTime, &*self.about.source, message);
        Some(finding.at(format!("{} line {}", file.name, total.line)))
    }

    /// Whether an average contains an interval of the warm-up. Columns that only later versions print tell that
    /// it does not, whatever another file says of the version.
    pub(super) fn warm_up_is_included(&self, span: Span, block: &Block) -> bool {
        self.about.includes_warm_up && span.first > 1 && block.era != Some(Era::From50407)
    }

    /// What an average should be that contains an interval of the warm-up.
    fn recomputed(&self, found: &[Found<'o>], best: &Found<'o>) -> Option<Reading<'o>> {
        if !self.warm_up_is_included(best.average.span, best.block) {
            return None;
        }
        found.iter().filter(|it| it.average.span == best.average.span).find_map(|it| {
            let steady = it.block.intervals.steady.as_ref()?;
            Some(self.reading(it).recomputed(steady))
        })
    }

    /// That an average contains an interval of the warm-up, with both values where both are known.
    pub(super) fn includes_warm_up(
        &self,
        span: Span,
        printed: &Reading<'_>,
        recomputed: Option<&Reading<'_>>,
        locator: &str,
    ) -> Finding {
        let name = &self.point.start.name;
        let Span { first, last } = span;
        let of = |reading: &Reading<'_>| {
            let figures = reading.measures(Of::Total).figures;
            let value = |metric, stat| {
                figures.iter().find(|it| it.metric == metric && it.stat == stat).map(|it| it.value)
            };
            let iops = value(Metric::Iops, Stat::Mean).unwrap_or_default();
            let latency = value(Metric::Latency, Stat::Mean).unwrap_or_default() / 1e6;
            format!("{iops:.1} IOPS at {latency:.4} ms")
        };
        let outcome = match recomputed {
            Some(recomputed) => {
                format!("printed {}, computed from the intervals {}", of(printed), of(recomputed))
            }
            None => format!("{} stand as printed, for there are no interval rows", of(printed)),
        };
        let warm_up = first - 1;
        let message = format!(
            "the average avg_{first}-{last} of {name} contains interval {warm_up} of the warm-up: {outcome}"
        );
        Finding::new(Code::AverageIncludesWarmUp, &*self.about.source, message).at(locator)
    }

    fn disagreement(
        &self,
        found: &[Found<'o>],
        printed: &Reading<'o>,
        best: &Found<'o>,
    ) -> Option<Finding> {
        let others = found.iter().filter(|it| !std::ptr::eq(it.block, best.block));
        others.filter(|it| it.is_measurement()).find_map(|it| {
            let difference = if it.average.span == best.average.span {
                let other = self.reading(it);
                agree::difference(printed, &other)
                    .or_else(|| agree::difference_of_intervals(printed, &other))?
            } else {
                agree::Difference {
                    what: "intervals of the average".to_owned(),
                    chosen: best.average.span.to_string(),
                    other: it.average.span.to_string(),
                }
            };
            let message = format!(
                "{} of {}: {} in {} line {}, {} in {} line {}",
                difference.what,
                self.point.start.name,
                difference.chosen,
                best.file.name,
                best.average.line,
                difference.other,
                it.file.name,
                it.average.line
            );
            let finding = Finding::new(Code::FilesDisagree, &*self.about.source, message);
            Some(finding.at(format!("{} line {}", it.file.name, it.average.line)))
        })
    }

    fn unreadable(&self, best: &Found<'o>) -> Option<Finding> {
        let cell = best.average.unreadable(&best.block.layout).next()?;
        let shown: String = cell.chars().take(40).collect();
        let message = format!("{shown:?} is no number");
        let finding = Finding::new(Code::ValueUnreadable, &*self.about.source, message);
        Some(finding.at(format!("{} line {}", best.file.name, best.average.line)))
    }
}
