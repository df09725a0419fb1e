//! Workloads that a page tells by a name alone, be it that of the workload (`SQL 90-10`, `VDI full clone
//! boot`) or that of the tool, where it runs one of its own.

use crate::curve::Curve;
use crate::judgement::Reason;
use crate::point::Point;
use crate::request::Told;
use crate::selection::Selection;
use plimsoll_reference::Entry;
use plimsoll_schema::Row;

/// What tells that a measured workload and that of a reference are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// Pattern, block size and share of reads.
    Shape,
    /// The name of the workload.
    Name,
    /// The tool.
    Tool,
}

impl Known {
    pub(crate) fn reason(self) -> Option<Reason> {
        match self {
            Self::Shape => None,
            Self::Name => Some(Reason::KnownByName),
            Self::Tool => Some(Reason::KnownByTool),
        }
    }

    /// What tells that a point and a reference are one workload. `None` if nothing does. Only a whole
    /// curve is known by its name: what a page calls so is a peak, or the rate at a latency.
    pub(crate) fn of_point(
        point: &Point,
        entry: &Entry,
        selection: &Selection<'_>,
    ) -> Option<Self> {
        if !tells_by_name(entry) {
            return Some(Self::Shape);
        }
        let row = point.ops().first().and_then(|op| point.row(op));
        if row.is_some_and(|row| is_of_tool(&row, entry)) {
            return Some(Self::Tool);
        }
        // Somebody asked for just this: then what is missing is said.
        selection.is_named_by_id(entry).then_some(Self::Shape)
    }

    /// What tells that a curve and a reference are one workload. `None` if the page tells the workload
    /// by a name alone, and nobody says that the curve is of that name: neither the tool, nor naming
    /// the reference's whole id, nor the name of the step or of the workload.
    pub(crate) fn of_curve(
        curve: &Curve,
        entry: &Entry,
        selection: &Selection<'_>,
        told: &Told<'_>,
    ) -> Option<Self> {
        if !tells_by_name(entry) {
            return Some(Self::Shape);
        }
        if curve.row().is_some_and(|row| is_of_tool(&row, entry)) {
            return Some(Self::Tool);
        }
        let wanted = words(&entry.workload);
        let step = told.step.map(|step| step.name.as_str());
        let is_called_so =
            step.into_iter().chain(curve.name.as_deref()).any(|it| words(it) == wanted);
        (is_called_so || selection.is_named_by_id(entry)).then_some(Self::Name)
    }
}

/// Whether a page tells the workload of a reference by its name alone.
pub(crate) fn tells_by_name(entry: &Entry) -> bool {
    entry.pattern.is_none() && entry.block_size_bytes.is_none()
}

/// Whether a row is of the one workload of the tool that the page names.
pub(crate) fn is_of_tool(row: &Row, entry: &Entry) -> bool {
    let tool = row.identity.tool.as_deref();
    row.is_workload_of_tool && tool.is_some() && tool == entry.tool.as_deref()
}

/// The words of a name, whatever stands between them and however they are written.
fn words(name: &str) -> Vec<String> {
    name.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_are_compared_by_their_words() {
        for name in ["SQL 90-10", "sql_90_10", " Sql (90/10)"] {
            assert_eq!(words(name), ["sql", "90", "10"], "{name}");
        }
        assert_ne!(words("SQL 90-10"), words("SQL"));
    }
}
