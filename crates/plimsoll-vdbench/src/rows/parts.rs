//! Whether the reports of all storage definitions, or of all hosts, add up to the whole.

use super::PointRows;
use crate::label::Span;
use crate::measure::{Of, Reading};
use plimsoll_schema::{Code, Finding};

impl PointRows<'_> {
    /// That reports do not add up to an average: they are of another run, or some were changed. Asked only of
    /// kinds of which every report that the summary lists is there; a definition that was idle has no average.
    pub(super) fn parts_disagree(
        &self,
        printed: &Reading<'_>,
        span: Span,
        place: &str,
    ) -> Option<Finding> {
        let listed = [
            ("sd", self.about.storage_definitions().map(|count| count as u64)),
            ("host", self.about.hosts()),
        ];
        let (rate, _) = printed.rate(Of::Total)?;
        listed.into_iter().find_map(|(key, listed)| {
            let parts = self.rates_of(key, span);
            if Some(parts.len() as u64) != listed {
                return None;
            }
            let sum: f64 = parts.iter().sum();
            // Reports print one decimal of a rate, or four digits of a file system's, and cut the rest off.
            let tolerance = 0.1 * parts.len() as f64 + 2e-3 * rate;
            if (sum - rate).abs() <= tolerance {
                return None;
            }
            let message = format!(
                "the {key} reports of {} add up to {sum:.1} operations per second, and {place} has {rate}",
                self.point.start.name
            );
            Some(Finding::new(Code::FilesDisagree, &*self.about.source, message).at(place))
        })
    }

    /// The rates of all reports of a kind.
    fn rates_of(&self, key: &str, span: Span) -> Vec<f64> {
        let reports = self.about.output.reports.iter().zip(&self.point.reports);
        let of_kind = reports.filter(|((of, _), _)| of.key == key);
        of_kind
            .map(|((_, file), block)| {
                let block = block.map(|block| &file.told.blocks[block])?;
                let average = block.average.as_ref().filter(|it| it.span == span)?;
                let reading = Reading::printed(block, average, false, self.about.declared);
                reading.rate(Of::Total).map(|(rate, _)| rate)
            })
            .map(Option::unwrap_or_default)
            .collect()
    }
}
