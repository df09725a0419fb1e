//! Why there is no PDF.

use std::fmt;
use typst::diag::SourceDiagnostic;
use typst::syntax::{DiagSpan, FileId};
use typst::{World, WorldExt};

/// Why there is no PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PdfError {
    /// The date of the view is no date; this is it.
    Date(String),
    /// A name cannot be that of a file: a template, a chart or an attachment.
    Name(String),
    /// Two charts or two attachments have this name.
    Twice(String),
    /// A template of this name is not to be replaced: it makes the document meet the standards.
    Reserved(String),
    /// An extra font file, counted from 0, holds no font.
    Font {
        /// Which of [`PdfOptions::extra_fonts`](super::PdfOptions::extra_fonts).
        index: usize,
    },
    /// Templates or charts are wrong, or set what the standards do not allow.
    Template(Vec<TemplateFault>),
    /// The engine could not be set up.
    Engine(String),
}

/// What is wrong in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateFault {
    /// Its file, as given: `table.typ`, `charts/load.svg`; none if it is nowhere in particular.
    pub file: Option<String>,
    /// Line and column in it, both from 1, the column in characters.
    pub place: Option<(usize, usize)>,
    /// What is wrong.
    pub message: String,
    /// What may help.
    pub hints: Vec<String>,
}

impl fmt::Display for PdfError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Date(text) => write!(formatter, "`{text}` is no date like 2026-03-12"),
            Self::Name(name) => write!(formatter, "`{name}` cannot be the name of a file"),
            Self::Twice(name) => write!(formatter, "`{name}` is there twice"),
            Self::Reserved(name) => write!(formatter, "the template `{name}` cannot be replaced"),
            Self::Font { index } => write!(formatter, "extra font {} holds no font", index + 1),
            Self::Template(faults) => {
                for (index, fault) in faults.iter().enumerate() {
                    let separator = if index == 0 { "" } else { "\n" };
                    write!(formatter, "{separator}{fault}")?;
                }
                Ok(())
            }
            Self::Engine(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for PdfError {}

impl fmt::Display for TemplateFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(formatter, "{file}")?;
            if let Some((line, column)) = self.place {
                write!(formatter, ":{line}:{column}")?;
            }
            write!(formatter, ": ")?;
        }
        formatter.write_str(&self.message)?;
        self.hints.iter().try_for_each(|hint| write!(formatter, " ({hint})"))
    }
}

/// What typst found, with spans resolved to places.
///
/// A fault that lies in no file of ours, such as a standard that is not met, is told where the
/// call that led to it stands.
pub(super) fn faults<'a>(
    world: &dyn World,
    diagnostics: impl IntoIterator<Item = &'a SourceDiagnostic>,
) -> Vec<TemplateFault> {
    diagnostics.into_iter().map(|diagnostic| fault(world, diagnostic)).collect()
}

fn fault(world: &dyn World, diagnostic: &SourceDiagnostic) -> TemplateFault {
    let traced = diagnostic.trace.iter().map(|point| DiagSpan::from(point.span));
    let span = std::iter::once(diagnostic.span).chain(traced).find(|span| span.id().is_some());
    let file = span.and_then(DiagSpan::id);
    TemplateFault {
        file: file.map(|id| id.vpath().get_without_slash().to_owned()),
        place: span.zip(file).and_then(|(span, id)| place(world, span, id)),
        message: diagnostic.message.to_string(),
        hints: diagnostic.hints.iter().map(|hint| hint.v.to_string()).collect(),
    }
}

/// Line and column, from 1.
fn place(world: &dyn World, span: DiagSpan, id: FileId) -> Option<(usize, usize)> {
    let start = world.range(span)?.start;
    let bytes = world.file(id).ok();
    let text = world.source(id).ok().map(|source| source.text().to_owned());
    let text = text.or_else(|| bytes.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok()))?;
    let before = text.get(..start)?;
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|one| *one != '\n').count() + 1;
    Some((line, column))
}
