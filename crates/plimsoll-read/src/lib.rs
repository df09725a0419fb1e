//! What a reader is, what it is given, and how one is chosen.
//!
//! A [`Reader`] is pure: it sees a [`Listing`] (everything that was named or walked in one folder),
//! answers with [`Claim`]s, and reads each [`Bundle`] it was given into a [`Sink`]. It opens no
//! file, asks no clock and no environment, and does not know whether its input lies in a folder,
//! an archive or on standard input.
//!
//! Can the rest of the input still be right? Then what is doubtful is a finding, and reading goes
//! on. If not, reading ends with a [`ReadError`], and no row of the bundle counts.

mod claim;
mod decode;
mod entry;
mod error;
mod form;
mod head;
mod memory;
mod pieces;
mod text;

pub use claim::{Choice, Claim, Confidence, choose};
pub use decode::decode;
pub use entry::{Bundle, Chunk, Content, Entry, Listing, over_the_limit};
pub use error::ReadError;
pub use form::{Sought, TextForm, find};
pub use head::{HEAD_BYTES, Head};
pub use memory::MemoryFile;
pub use pieces::{Piece, Pieces};
pub use text::Text;

use plimsoll_schema::{Finding, Origin, Row, SeriesRow};
use std::sync::Arc;

/// A format, for people and for `--from`.
#[derive(Debug)]
pub struct Format {
    /// Its name for `--from`, in kebab case.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What a reader looks for, in one sentence: shown where nothing was found.
    pub looks_for: &'static str,
    /// Whether it holds what was measured, or what was published.
    pub origin: Origin,
}

/// What the user said about inputs that no file tells.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// The greatest input that is held in memory as a whole, in bytes.
    pub max_input_bytes: u64,
    /// Whether interval data is wanted. Without it a reader gives no windows.
    pub series: bool,
    /// Whether it is wanted to know how figures were read whose reading had to be decided.
    pub explain: bool,
    /// The language of published pages, a BCP 47 tag; `None` if readers are to find out.
    pub language: Option<Arc<str>>,
    /// The release of fio that wrote logs beside which no JSON tells it, such as `3.33`.
    pub fio_version: Option<Arc<str>>,
    /// How long a window of interval data is that a reader puts together from single operations, in
    /// seconds. Interval data of a tool keeps its own windows.
    pub window_s: f64,
}

impl Default for ReadOptions {
    /// 256 MiB: five times the greatest JSON document seen. What a reader makes of a text may take
    /// many times its size, in the worst documents twenty times: that still fits a laptop. Logs are
    /// read in pieces and have no such limit.
    fn default() -> Self {
        Self {
            max_input_bytes: 256 << 20,
            series: false,
            explain: false,
            language: None,
            fio_version: None,
            window_s: 1.0,
        }
    }
}

/// Turns inputs of one format into rows.
pub trait Reader: Sync {
    /// The format it reads.
    fn format(&self) -> &'static Format;

    /// Which entries are inputs of this format, how sure that is, and why.
    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim>;

    /// Whether an entry may be one of several that are one input: a file of a run's folder, whatever lies
    /// beside it. Only such entries of a folder are shown to [`claim`](Self::claim) together; all others are
    /// shown alone, as soon as they are met, so that a folder of a hundred thousand results is not held until
    /// it ends. A claim on several entries may hold no other ones.
    fn part(&self, entry: &Entry<'_>) -> Part;

    /// The greatest confidence that its claims have. Where another reader is surer, it need not look.
    fn greatest_confidence(&self) -> Confidence {
        Confidence::Certain
    }

    /// What an entry that nobody claims may be, although this reader does not read it: words that
    /// follow "it looks like", and no word of the entry's own, which may be a secret.
    fn hint(&self, _entry: &Entry<'_>) -> Option<String> {
        None
    }

    /// Reads one input. Rows given to the sink count only if this returns without error.
    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError>;
}

/// How an entry stands to the others of its folder, for a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// It is an input of its own, or none.
    Alone,
    /// It belongs to another entry if there is one that gathers: a report beside the settings of the run that
    /// it was made of. In a folder where none gathers it is shown alone.
    Joins,
    /// Others may belong to it, or to the same input as it does.
    Gathers,
}

/// Takes what a reader finds.
pub trait Sink {
    /// Takes a row, in the order of the input.
    fn row(&mut self, row: Row);

    /// Says that so many rows follow at least, so that there is room for them.
    fn expect_rows(&mut self, _count: usize) {}

    /// Takes a window of a run, in the order of the input. Given only where
    /// [`ReadOptions::series`] asks for it.
    fn window(&mut self, window: SeriesRow);

    /// Takes a finding, and gives it back for the rows that it touches.
    fn finding(&mut self, finding: Finding) -> Arc<Finding>;

    /// Takes the language that the words of a published page are in, a BCP 47 tag.
    fn language(&mut self, _tag: &str) {}

    /// Takes how a piece of the input was read, in the order of the input. Given only where
    /// [`ReadOptions::explain`] asks for it.
    fn explanation(&mut self, _explanation: Explanation) {}
}

/// How a piece of an input was read, where that had to be decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Where it is: `table 2 row 1 column 3`, `Sheet1!B4`.
    pub locator: String,
    /// What it shows.
    pub text: String,
    /// What was read, and by what evidence; or why nothing was.
    pub reading: String,
}

/// A sink that keeps everything: what is read before it is known whether it counts.
#[derive(Debug, Default)]
pub struct Kept {
    /// The rows, in order.
    pub rows: Vec<Row>,
    /// The windows, in order.
    pub windows: Vec<SeriesRow>,
    /// The findings, in order.
    pub findings: Vec<Arc<Finding>>,
    /// The language of the words.
    pub language: Option<Arc<str>>,
    /// How pieces of the input were read, in order.
    pub explanations: Vec<Explanation>,
}

impl Sink for Kept {
    fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    fn expect_rows(&mut self, count: usize) {
        self.rows.reserve(count);
    }

    fn window(&mut self, window: SeriesRow) {
        self.windows.push(window);
    }

    fn finding(&mut self, finding: Finding) -> Arc<Finding> {
        let finding = Arc::new(finding);
        self.findings.push(Arc::clone(&finding));
        finding
    }

    fn language(&mut self, tag: &str) {
        self.language = Some(tag.into());
    }

    fn explanation(&mut self, explanation: Explanation) {
        self.explanations.push(explanation);
    }
}
