//! What holds for a whole output, whichever of its files says it.

use crate::clock::{DAY_MS, elapsed_ms};
use crate::files::FileKind;
use crate::output::Output;
use crate::points::Point;
use crate::status::{Event, What};
use crate::version::{Era, averages_include_warm_up};
use std::sync::Arc;

/// Facts of an output.
#[derive(Debug)]
pub(crate) struct About<'o> {
    /// Its files.
    pub(crate) output: &'o Output,
    /// What its rows call their source.
    pub(crate) source: Arc<str>,
    /// The version, where a file names it.
    pub(crate) version: Option<Arc<str>>,
    /// Whether averages contain the last interval of the warm-up.
    pub(crate) includes_warm_up: bool,
    /// Whether nothing tells if they do.
    pub(crate) is_of_unknown_version: bool,
    /// Whether response times of tables are nanoseconds.
    pub(crate) is_d23: bool,
}

impl<'o> About<'o> {
    /// Gathers them.
    pub(crate) fn new(output: &'o Output, source: Arc<str>) -> Self {
        let facts = || output.cores.iter().map(|(_, file)| &file.told.facts);
        let version = facts().find_map(|facts| facts.version.clone());
        let era = era(output);
        let includes_warm_up = match &version {
            Some(version) => averages_include_warm_up(version),
            None => era == Some(Era::Between),
        };
        let is_of_unknown_version = version.is_none() && era.is_none();
        let is_d23 = facts().any(|facts| facts.has_argument("-d23"));
        Self { output, source, version, includes_warm_up, is_of_unknown_version, is_d23 }
    }

    /// Storage definitions that have a report, where the summary lists them.
    pub(crate) fn storage_definitions(&self) -> Option<usize> {
        let facts = &self.output.core(&FileKind::Summary)?.told.facts;
        Some(facts.storage_definitions).filter(|count| *count > 0)
    }

    /// Hosts that have a report, where the summary lists them.
    pub(crate) fn hosts(&self) -> Option<u64> {
        let facts = &self.output.core(&FileKind::Summary)?.told.facts;
        Some(facts.hosts as u64).filter(|count| *count > 0)
    }
}

/// Which versions the files speak for, where none names it.
fn era(output: &Output) -> Option<Era> {
    let told = || output.cores.iter().map(|(_, file)| &file.told);
    told().find_map(|told| told.facts.era).or_else(|| {
        let reports = output.reports.iter().map(|(_, file)| &file.told);
        told().chain(reports).filter(|told| told.facts.is_html).find_map(|told| {
            let block = told.blocks.iter().find(|block| !block.layout.columns.is_empty())?;
            Era::of_table(&block.layout, told.facts.title.is_some())
        })
    })
}

/// The moment at which each point started, in milliseconds since 1970, where the zone is known to be UTC.
///
/// Lines have times without dates. The summary says when it was created; from there each start is the next
/// moment with its time of day. Without it, `status.html` has the second of each start, and the flat
/// file that of the first interval's end.
pub(crate) fn begins_ms(
    about: &About<'_>,
    points: &[Point],
    lengths_s: &[Option<f64>],
) -> Vec<Option<i64>> {
    let created = about.output.core(&FileKind::Summary).and_then(|file| file.told.facts.created_ms);
    let mut now = created;
    let events = about.output.status.as_ref().map(|file| file.told.events.as_slice());
    let mut events = events.unwrap_or_default();
    let mut begins = Vec::with_capacity(points.len());
    for (point, length_s) in points.iter().zip(lengths_s) {
        let stamped = next_start(&mut events, &point.start.name);
        now = match (now, point.start.time) {
            (Some(before), Some(time)) => {
                let time_before = before.rem_euclid(i64::from(DAY_MS)) as u32;
                Some(before + i64::from(elapsed_ms(time_before, time)))
            }
            _ => None,
        };
        let by_rows = || {
            let mut blocks = point.core_blocks(about.output);
            let first = blocks.find_map(|(_, block)| block.intervals.first_stamp_ms)?;
            Some(first - ((*length_s)? * 1000.0) as i64)
        };
        begins.push(now.or(stamped).or_else(by_rows));
    }
    begins
}

/// The moment of the next start of this name, in milliseconds since 1970.
fn next_start(events: &mut &[Event], name: &str) -> Option<i64> {
    let is_start = |event: &Event| matches!(&event.what, What::Starting(run) if run.name == name);
    let at = events.iter().position(is_start)?;
    let moment = events[at].stamp.timestamp();
    *events = &events[at + 1..];
    moment.map(jiff::Timestamp::as_millisecond)
}
