//! The report: a comparison as a person reads it.
//!
//! [`report`] computes a [`view::ReportView`] once, every sentence finished and every number
//! formatted, and renders it: PDF and Markdown by templates, `report.json` with everything the
//! report rests on. It returns named bytes; it touches no file and asks no clock, so the same input
//! gives the same bytes.
//!
//! * `build` makes the view; `english` holds its sentences, `number` its numbers, `notes` its notes;
//! * `run_series` keeps of a run's interval data what a chart can show;
//! * [`chart`] draws, [`mod@pdf`] and `markdown` render;
//! * [`data`] is the shape of `report.json`, whose JSON Schema is `docs/report.schema.json`.

mod attachments;
mod build;
pub mod chart;
pub mod data;
mod english;
mod input;
mod markdown;
mod notes;
mod number;
pub mod pdf;
mod run_series;
mod touch;
pub mod view;

pub use build::view;
pub use input::{ReadSource, ReportInput};
pub use markdown::{TemplateError, Templates};
pub use run_series::{OpSeries, RunSeries};

use std::fmt;

/// A form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// `report.pdf`.
    Pdf,
    /// `report.md`, and the charts it links to.
    Markdown,
    /// `report.json`.
    Json,
}

/// A file of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedBytes {
    /// Its name, for instance `report.md`; parts are joined by `/`.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Why a report could not be made.
#[derive(Debug)]
pub enum ReportError {
    /// A template is wrong.
    Template(TemplateError),
    /// The PDF cannot be made.
    Pdf(pdf::PdfError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Template(error) => error.fmt(formatter),
            Self::Pdf(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for ReportError {}

/// Makes a report in the forms that are asked for, in the order of [`Form`]. Rows and data are also
/// inside the PDF.
pub fn report(
    input: &ReportInput<'_>,
    forms: &[Form],
    paper: pdf::Paper,
    templates: &Templates,
) -> Result<Vec<NamedBytes>, ReportError> {
    let view = view(input);
    let data = data::json(&data::of(input));
    let mut files = Vec::new();
    if forms.contains(&Form::Pdf) {
        let options = pdf::PdfOptions {
            paper,
            attachments: attachments::of(input, &data),
            identifier: attachments::identifier(input),
            templates: templates.own("pdf/"),
            ..pdf::PdfOptions::default()
        };
        let bytes = pdf::pdf(&view, &options).map_err(ReportError::Pdf)?;
        files.push(NamedBytes { name: "report.pdf".into(), bytes });
    }
    if forms.contains(&Form::Markdown) {
        let text = markdown::render(&view, templates).map_err(ReportError::Template)?;
        files.push(NamedBytes { name: "report.md".into(), bytes: text.into_bytes() });
        files.extend(charts(&view));
    }
    if forms.contains(&Form::Json) {
        files.push(NamedBytes { name: "report.json".into(), bytes: data });
    }
    Ok(files)
}

/// The charts that the Markdown links to.
fn charts(view: &view::ReportView) -> Vec<NamedBytes> {
    view.charts()
        .map(|chart| NamedBytes {
            name: format!("charts/{}.svg", chart.name),
            bytes: chart.svg.clone().into_bytes(),
        })
        .collect()
}
