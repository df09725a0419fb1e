//! The run beside which a log was taken.

use crate::place::File;
use plimsoll_read::Entry;
use plimsoll_schema::{Finding, Identity, Origin};
use std::sync::Arc;

/// What other files tell of the run beside which a log was taken, for the rows of the log.
#[derive(Debug, Clone)]
pub struct RunContext {
    /// What every row begins as: source, tool and its version, run, users, share of reads. `locator`, `level`, `op`,
    /// `workload` of devices, `duration_s` and, where the log names its offset from UTC, `started_at` are filled in.
    pub identity: Identity,
    /// How long the load ran, in seconds. The samples that cover it and have the most operations count; without it all
    /// of them but the first report.
    pub run_time_s: Option<f64>,
    /// Seconds between two reports, as the command line of the log says; for logs without time stamps.
    pub interval_s: Option<f64>,
    /// Findings that touch every row; the sink has them already.
    pub findings: Vec<Arc<Finding>>,
    /// Whether the run is of a tool that runs one workload of its own: [`Row::is_workload_of_tool`](plimsoll_schema::Row).
    pub is_workload_of_tool: bool,
    /// Whether the input has several files, so that places name theirs.
    pub has_several_files: bool,
}

impl RunContext {
    /// That of a log by itself: nothing is known but the tool that wrote it.
    pub fn alone(source: Arc<str>, tool: &'static str) -> Self {
        let run = format!("{source}#1").into();
        let identity = Identity::new(source, String::new(), Origin::Measured);
        Self {
            identity: Identity { tool: Some(tool.into()), run: Some(run), ..identity },
            run_time_s: None,
            interval_s: None,
            findings: Vec::new(),
            is_workload_of_tool: false,
            has_several_files: false,
        }
    }

    /// How places of an entry are told.
    pub(crate) fn file(&self, entry: &Entry<'_>) -> File {
        let name = self.has_several_files.then(|| entry.name.clone());
        File { source: Arc::clone(&entry.source), name }
    }
}
