//! Where a figure was read and what supports it.

use crate::file::{FileFigure, FilePoint, FileReference};
use crate::status::Status;
use plimsoll_schema::{Figure, Finding};

/// Where a figure was read, how sure that is, and what supports it.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The figure as the catalogue file writes it, with bound and unit (`~157,000`, `< 1 ms`).
    pub written: String,
    /// How sure the reading is.
    pub status: Status,
    /// The cell (`table 1 row 1 column 2`); `None` for a value in a sentence.
    pub cell: Option<String>,
    /// The lines of the saved page, from 1 (`26 (ko), 27 (zh-Hant)`).
    pub lines: Option<String>,
    /// What supports the value, or what to know about it.
    pub check: Option<String>,
    /// Half a unit of the last printed digit, in the figure's base unit: how far the value may be
    /// off by rounding alone.
    pub half_digit: f64,
}

impl Evidence {
    /// What the file says of a figure, of its point, of its reference or of the page, in this
    /// order. `Err` says what is missing.
    pub(crate) fn of(
        figure: &FileFigure,
        point: &FilePoint,
        reference: &FileReference,
        page: Option<Status>,
        half_digit: f64,
    ) -> Result<Self, &'static str> {
        let first = |of: [&Option<String>; 3]| of.into_iter().find_map(Clone::clone);
        let status = figure.status.or(point.status).or(reference.status).or(page);
        let evidence = Self {
            written: figure.value.clone(),
            status: status.ok_or("it has no `status`")?,
            cell: first([&figure.cell, &point.cell, &reference.cell]),
            lines: first([&figure.lines, &point.lines, &reference.lines]),
            check: first([&figure.check, &point.check, &reference.check]),
            half_digit,
        };
        if evidence.cell.is_none() && evidence.lines.is_none() {
            return Err("it has neither `cell` nor `lines`, so nobody can look it up");
        }
        Ok(evidence)
    }

    /// The place for people: the cell, else the lines.
    pub fn place(&self) -> String {
        match (&self.cell, &self.lines) {
            (Some(cell), _) => cell.clone(),
            (None, Some(lines)) => format!("line {lines}"),
            (None, None) => String::new(),
        }
    }

    /// The footnote of a figure of this evidence, if its status calls for one.
    pub(crate) fn footnote(&self, figure: &Figure, title: &str) -> Option<Finding> {
        let code = self.status.code()?;
        if self.status == Status::Imported {
            // The same words for all of them: a report says them once.
            return Some(Finding::new(code, title, self.status.meaning()).at(self.place()));
        }
        let mut message = format!("{} {}: {}", figure.metric, self.written, self.status.meaning());
        if let Some(check) = &self.check {
            message.push_str("; support: ");
            message.push_str(check);
        }
        Some(Finding::new(code, title, message).at(self.place()))
    }
}
