//! The reader of single reports.

use crate::kind::{ReportKind, other_report, recognise};
use crate::report::Report;
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
};
use plimsoll_schema::{Identity, Origin};
use std::sync::Arc;

/// Reads AWR and Statspack reports, each for itself.
#[derive(Debug)]
pub struct Awr;

static FORMAT: Format = Format {
    name: "awr",
    title: "AWR or Statspack report",
    looks_for: "a report of Oracle's AWR (text or HTML, of an instance or a cluster) or Statspack",
    origin: Origin::Measured,
};

impl Reader for Awr {
    fn format(&self) -> &'static Format {
        &FORMAT
    }

    /// Every report is an input. A report that a load generator left belongs to its run, and whoever reads the run
    /// is surer of it.
    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let entries = listing.entries.iter().enumerate();
        entries
            .filter_map(|(index, entry)| {
                let kind = recognise(&entry.head_text())?;
                let why = format!("its title is that of {}", kind.title());
                Some(Claim::on_entry(index, Confidence::Likely, why))
            })
            .collect()
    }

    /// Whose run a report belongs to is for the readers of runs to say.
    fn part(&self, _: &Entry<'_>) -> Part {
        Part::Alone
    }

    fn greatest_confidence(&self) -> Confidence {
        Confidence::Likely
    }

    fn hint(&self, entry: &Entry<'_>) -> Option<String> {
        let what = other_report(&entry.head_text())?;
        Some(format!("{what}, which has no rates over an interval"))
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        for (entry, number) in bundle.entries.iter().zip(1..) {
            let text = entry.text(options)?;
            // `--from awr` may name a file whose begin was lost.
            let kind = recognise(text.as_str()).unwrap_or(ReportKind::AwrText);
            let report = Report::read(&text, kind, None);
            let base = identity(&bundle.source, number, &report);
            for row in report.rows(&base, sink)? {
                sink.row(row);
            }
        }
        Ok(())
    }
}

/// What a report alone tells of its run.
fn identity(source: &Arc<str>, number: usize, report: &Report<'_>) -> Identity {
    let mut identity = Identity::new(Arc::clone(source), String::new(), Origin::Measured);
    identity.tool = Some(report.kind().tool().into());
    identity.tool_version = report.release().map(Into::into);
    identity.run = Some(format!("{source}#{number}").into());
    identity
}
