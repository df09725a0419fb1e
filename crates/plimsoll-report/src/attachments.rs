//! What lies inside the PDF: the rows as CSV, and the data of the report.

use crate::input::ReportInput;
use crate::pdf::{Attachment, Relationship};
use plimsoll_export::{RowWriter, Shape, TextFormat};

/// The attachments, in the order of their names.
pub(crate) fn of(input: &ReportInput<'_>, data: &[u8]) -> Vec<Attachment> {
    let attachment = |name: &str, mime: &str, description: &str, relationship, bytes| Attachment {
        name: name.to_owned(),
        mime: mime.to_owned(),
        description: description.to_owned(),
        relationship,
        bytes,
    };
    vec![
        attachment(
            "report.json",
            "application/json",
            "Everything that the report rests on: points, verdicts, conditions, findings, sources",
            Relationship::Data,
            data.to_vec(),
        ),
        attachment(
            "rows.csv",
            "text/csv",
            "Every row that was read, in the wide shape of the shared schema",
            Relationship::Source,
            rows(input).unwrap_or_default(),
        ),
    ]
}

/// The rows as CSV. Writing into memory does not fail.
fn rows(input: &ReportInput<'_>) -> Option<Vec<u8>> {
    let mut writer = RowWriter::new(Vec::new(), TextFormat::Csv, Shape::Wide).ok()?;
    for row in input.rows {
        writer.row(row).ok()?;
    }
    writer.finish().ok()
}

/// What tells this report from any other: its title, date, and the checksums of all it rests on.
pub(crate) fn identifier(input: &ReportInput<'_>) -> String {
    let mut parts = vec![input.campaign.title.clone().unwrap_or_default(), input.date.to_string()];
    parts.extend(input.sources.iter().map(|source| source.record.sha256.clone()));
    parts.join("\n")
}
