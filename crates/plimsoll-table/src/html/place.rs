//! Where text of a page belongs, told by the elements around it.

/// What stands around an element. It is passed on from each element to those in it, so that nothing has to be kept of
/// an element that is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Place {
    /// How many elements stand around it.
    pub(super) depth: usize,
    /// Whether it is not shown.
    pub(super) is_hidden: bool,
    /// Whether it was written between the rows of a table, where nothing may stand: it belongs before the table.
    pub(super) is_stray: bool,
    /// The paragraph, a number that no other has.
    pub(super) passage: u32,
    /// What the paragraph is.
    pub(super) kind: Kind,
    /// How many lists stand around it.
    pub(super) lists: u8,
    /// The mark of a note: a number that no other has, or 0.
    pub(super) mark: u32,
    /// Whether the mark is a link, which may be an ordinary one.
    pub(super) is_link: bool,
    /// The number of the innermost table, or 0.
    pub(super) table: usize,
    /// Which part of that table.
    pub(super) part: Part,
}

/// What a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Paragraph,
    Heading(u8),
    Item(u8),
    Caption,
    Code,
    Title,
}

/// A part of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Part {
    /// Between its parts, where no text stands.
    #[default]
    Between,
    Caption,
    /// A cell, by a number that no other has.
    Cell(u32),
}
