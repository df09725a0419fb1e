//! Figures that were rounded when they were printed.

use crate::document::Document;
use plimsoll_read::Text;
use plimsoll_schema::{Code, Finding};

/// From this release on fio measures nanoseconds.
const NANOSECONDS_SINCE: (u32, u32) = (2, 99);

/// That the figures of a document are less exact than they were measured, and how.
pub(crate) fn rounded(text: &Text, document: &Document<'_>) -> Option<Finding> {
    let mut directions = document.entries.iter().flat_map(|entry| &entry.directions);
    let is_for_people = directions.next().is_some_and(|(_, it)| it.rounded.is_some());
    let message = if is_for_people {
        "the report for people rounds its numbers, most of them to four digits"
    } else if document.is_terse() && document.release() >= Some(NANOSECONDS_SINCE) {
        "the terse form cuts latencies off to whole microseconds, but means and deviations"
    } else {
        return None;
    };
    let finding = Finding::new(Code::RoundedInSource, &**text.source(), message);
    Some(finding.at(format!("line {}", text.line(document.place.start))))
}
