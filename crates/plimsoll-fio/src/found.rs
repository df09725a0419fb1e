//! What a form that is made of lines holds.

use crate::document::Document;
use std::ops::Range;

/// What was found in the lines of a text.
#[derive(Debug, Default)]
pub(crate) struct FoundLines<'t> {
    /// What was printed of each run, or of one state of it, in order.
    pub(crate) documents: Vec<Document<'t>>,
    /// Lines that should belong to one of them and cannot be read, in order.
    pub(crate) unreadable: Vec<Unreadable>,
    /// The other lines before, between and behind them.
    pub(crate) around: Vec<Vec<Range<usize>>>,
}

/// A piece that cannot be read.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// Where it stands in the text.
    pub(crate) place: Range<usize>,
    /// What is wrong with it, in words.
    pub(crate) why: String,
    /// Whether the text simply ends too early.
    pub(crate) is_cut_off: bool,
}
