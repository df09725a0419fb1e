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
    /// The answer, in one sentence; empty where nothing was set beside published values.
    pub verdict: String,
    /// Where nothing was: the most that was measured, a line for each main workload.
    pub headline: Vec<String>,
    /// How often each verdict was given; verdicts that were not given are left out.
    pub counts: Vec<VerdictCount>,
    /// What did not finish, was not steady, not comparable or not readable, a sentence each.
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
    pub sources: Vec<SourceView>,
    /// Headings and fixed words, in the report's language.
    pub words: Words,
    /// Program and version.
    pub generator: String,
}

impl ReportView {
    /// All charts, in the order of the page.
    pub fn charts(&self) -> impl Iterator<Item = &ChartView> {
        let of_sections = self.sections.iter().flat_map(|section| {
            let over_time = section.over_time.iter().flat_map(|group| &group.charts);
            section.charts.iter().chain(over_time)
        });
        self.load_lines.iter().chain(of_sections)
    }
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
    /// What stands out, in a sentence or two; empty where nothing was set beside published values.
    pub lead: String,
    /// The charts.
    pub charts: Vec<ChartView>,
    /// Runs over time, one heading for all of them.
    pub over_time: Option<ChartGroupView>,
    /// Against published values, then what was measured.
    pub tables: Vec<TableView>,
    /// What differs between the two tests, a line for each reference.
    pub differences: Vec<String>,
}

/// Charts of one kind.
#[derive(Debug, Clone, Serialize)]
pub struct ChartGroupView {
    /// The heading above all of them.
    pub title: String,
    /// The charts, each with a title of its own in the picture.
    pub charts: Vec<ChartView>,
}

/// A chart.
#[derive(Debug, Clone, Serialize)]
pub struct ChartView {
    /// Its file name without ending: `a-z0-9-`.
    pub name: String,
    /// The title above it; empty if the picture holds it.
    pub title: String,
    /// A sentence below it; empty for most.
    pub remark: String,
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
    /// Sentences below it: what a sign in a cell means, what is not known.
    pub remarks: Vec<String>,
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
    /// A sign that a remark below the table explains; empty for most.
    pub sign: String,
    /// Numbers of the notes that touch it.
    pub notes: Vec<usize>,
    /// For a verdict: its word in data, for styles.
    pub verdict: Option<String>,
}

/// An input that was read, or was to be.
#[derive(Debug, Clone, Serialize)]
pub struct SourceView {
    /// Its name.
    pub name: String,
    /// Numbers of the notes about it.
    pub notes: Vec<usize>,
    /// Tool, begin, duration, and the points that its figures belong to.
    pub about: String,
    /// Its files: one without a name if it is a file itself.
    pub files: Vec<FileView>,
}

/// A file of an input.
#[derive(Debug, Clone, Serialize)]
pub struct FileView {
    /// Its name within the input; empty if it is the input.
    pub name: String,
    /// Its size in bytes; empty if it could not be read.
    pub size: String,
    /// SHA-256 in hexadecimal; empty if it could not be read to its end.
    pub checksum: String,
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
    /// What to do; empty if there is nothing to do, or nothing that a reader of the report can do.
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
    /// Heading of the names of inputs and their files.
    pub file: String,
    /// Heading of the sizes of files.
    pub size: String,
    /// Heading of the checksums of files.
    pub checksum: String,
}
