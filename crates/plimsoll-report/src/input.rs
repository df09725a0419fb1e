//! What a report is made from.

use crate::run_series::RunSeries;
use jiff::civil::Date;
use plimsoll_campaign::Campaign;
use plimsoll_compare::Comparison;
use plimsoll_schema::{Finding, Row, SourceRecord, Window};
use std::sync::Arc;

/// Everything that a report is made from; nothing else enters it.
#[derive(Debug)]
pub struct ReportInput<'r> {
    /// What the files cannot tell.
    pub campaign: &'r Campaign,
    /// Points, verdicts and their findings.
    pub comparison: &'r Comparison,
    /// The names of the systems, in the order of the inputs.
    pub systems: &'r [String],
    /// Everything that was read.
    pub sources: &'r [ReadSource],
    /// Findings of reading, also of inputs that gave no rows.
    pub findings: &'r [Arc<Finding>],
    /// All rows, for the tables inside the PDF.
    pub rows: &'r [Row],
    /// Interval data of the inputs' runs, if it was asked for.
    pub series: &'r [RunSeries],
    /// The date on the page.
    pub date: Date,
    /// By how much a measured value may differ and still meet the published one.
    pub tolerance: f64,
}

/// One file that was read, or was to be.
#[derive(Debug, Clone)]
pub struct ReadSource {
    /// Its name, size and checksum.
    pub record: SourceRecord,
    /// The input it belongs to: itself, or a folder whose files are one input.
    pub input: Arc<str>,
    /// What it is; `None` if nothing could be read from it.
    pub format: Option<&'static str>,
    /// Tool and version.
    pub tool: Option<String>,
    /// When what it tells of was measured.
    pub window: Option<Window>,
}
