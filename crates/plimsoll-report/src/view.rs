//! The report as a reader sees it: every sentence finished, every number formatted.
//!
//! A renderer chooses no word and formats no number: Markdown, PDF and HTML differ in layout alone.

use serde::Serialize;

/// A whole report.
#[derive(Debug, Clone, Serialize)]
pub struct ReportView {
    /// BCP 47 tag of its language.
    pub language: String,
    /// The title.
    pub title: String,
    /// The date on the page, for people.
    pub date: String,
    /// The same, ISO 8601.
    pub iso_date: String,
    /// What was tested, in one line; empty if nobody said.
    pub subject: String,
    /// A sentence of the campaign that must not be missed.
    pub notice: Option<String>,
    /// The answer, in one sentence.
    pub verdict: String,
    /// How often each verdict was given; verdicts that were not given are left out.
    pub counts: Vec<VerdictCount>,
    /// What was not steady, not comparable or not readable, a sentence each.
    pub warnings: Vec<String>,
    /// When, by which tool, how often.
    pub facts: Vec<Fact>,
    /// The load lines, one for each rate that is required.
    pub load_lines: Vec<ChartView>,
    /// The verdicts, a table for each quantity.
    pub summary: Vec<TableView>,
    /// One for each workload.
    pub sections: Vec<SectionView>,
    /// The conditions of both sides, a table for each reference.
    pub conditions: Vec<TableView>,
    /// How it was compared, a paragraph each.
    pub method: Vec<String>,
    /// The findings, numbered from 1.
    pub notes: Vec<NoteView>,
    /// Everything that was read.
    pub sources: TableView,
    /// Headings and fixed words, in the report's language.
    pub words: Words,
    /// Program and version.
    pub generator: String,
}

/// How often a verdict was given.
#[derive(Debug, Clone, Serialize)]
pub struct VerdictCount {
    /// The verdict's word in data, for styles.
    pub verdict: String,
    /// A sign that tells it without colour.
    pub symbol: String,
    /// Its word in the report's language.
    pub label: String,
    /// How often.
    pub count: usize,
}

/// A label with its value.
#[derive(Debug, Clone, Serialize)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// Its value.
    pub value: String,
}

/// A workload: pattern and block size.
#[derive(Debug, Clone, Serialize)]
pub struct SectionView {
    /// The heading.
    pub heading: String,
    /// Anchor within the document: `a-z0-9-`.
    pub anchor: String,
    /// What stands out, in a sentence or two.
    pub lead: String,
    /// The charts.
    pub charts: Vec<ChartView>,
    /// Against published values, then what was measured.
    pub tables: Vec<TableView>,
    /// What differs between the two tests, a line for each reference.
    pub differences: Vec<String>,
}

/// A chart.
#[derive(Debug, Clone, Serialize)]
pub struct ChartView {
    /// Its file name without ending: `a-z0-9-`.
    pub name: String,
    /// The title above it.
    pub title: String,
    /// What it shows, for those who cannot see it.
    pub alternative: String,
    /// The picture, SVG.
    pub svg: String,
}

/// A table.
#[derive(Debug, Clone, Serialize, Default)]
pub struct TableView {
    /// What it shows.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<ColumnView>,
    /// Its rows; each has as many cells as there are columns.
    pub rows: Vec<Vec<CellView>>,
}

/// A column of a table.
#[derive(Debug, Clone, Serialize)]
pub struct ColumnView {
    /// Its heading.
    pub heading: String,
    /// The unit of its numbers; empty for none.
    pub unit: String,
    /// Whether it holds numbers: they stand at the right, with the same number of decimals.
    pub is_number: bool,
}

/// A field of a table.
#[derive(Debug, Clone, Serialize, Default)]
pub struct CellView {
    /// What stands there.
    pub text: String,
    /// Numbers of the notes that touch it.
    pub notes: Vec<usize>,
    /// For a verdict: its word in data, for styles.
    pub verdict: Option<String>,
}

/// A numbered note.
#[derive(Debug, Clone, Serialize)]
pub struct NoteView {
    /// Its number, from 1.
    pub number: usize,
    /// The code of the finding.
    pub code: String,
    /// Its level, in the report's language.
    pub level: String,
    /// What was found.
    pub message: String,
    /// Where: input and place in it.
    pub place: String,
    /// What to do.
    pub advice: String,
}

/// Headings and fixed words.
#[derive(Debug, Clone, Serialize)]
pub struct Words {
    /// Heading of the summary.
    pub summary: String,
    /// Heading of the conditions.
    pub conditions: String,
    /// Heading of the method.
    pub method: String,
    /// Heading of the notes.
    pub notes: String,
    /// Heading of the sources.
    pub sources: String,
    /// Label of the date.
    pub date: String,
    /// "page", for "page n of m".
    pub page: String,
    /// "of", for "page n of m".
    pub of: String,
    /// What to do, before an advice.
    pub advice: String,
}
