//! Tables, cells and paragraphs that are still being read.

use super::place::{Kind, Place};
use super::role::CellTraits;
use crate::document::{Block, Cell, Passage};
use crate::grid::{SpannedCell, SpannedRow};
use crate::space::Folded;

/// The longest text of a link that is taken for the mark of a note, in characters: `[12]`.
const LONGEST_MARK: usize = 5;

/// Text with marks of notes in it.
#[derive(Debug, Default)]
pub(super) struct Marked {
    pub(super) text: Folded,
    notes: Vec<String>,
    /// The mark that is being read: which one, whether it is a link, its text.
    mark: Option<(u32, bool, Folded)>,
    /// Whether a mark would stand at the begin of a line, where it says which note follows.
    is_line_start: bool,
}

impl Marked {
    fn at_line_start() -> Self {
        Self { is_line_start: true, ..Self::default() }
    }

    /// Adds text. How many bytes it grew.
    pub(super) fn push(&mut self, piece: &str, place: Place) -> usize {
        if place.mark == 0 {
            self.end_mark();
            let grown = self.text.push(piece);
            self.is_line_start &= grown == 0;
            return grown;
        }
        if self.mark.as_ref().is_none_or(|(mark, ..)| *mark != place.mark) {
            self.end_mark();
            self.mark = Some((place.mark, place.is_link, Folded::default()));
        }
        self.mark.as_mut().map_or(0, |(_, _, text)| text.push(piece))
    }

    /// Adds a mark that is no text, the words of a picture.
    pub(super) fn push_note(&mut self, note: &str) {
        self.end_mark();
        self.notes.push(note.to_owned());
    }

    /// Adds white space.
    pub(super) fn space(&mut self) {
        self.end_mark();
        self.text.space();
    }

    /// Adds the end of a line.
    pub(super) fn line_end(&mut self) {
        self.space();
        self.is_line_start = true;
    }

    fn end_mark(&mut self) {
        let Some((_, is_link, text)) = self.mark.take() else { return };
        let text = text.finish();
        let is_words = is_link && text.chars().count() > LONGEST_MARK;
        if text.is_empty() {
        } else if is_words || self.is_line_start {
            self.text.push(&text);
            if !is_words {
                self.text.space();
            }
        } else {
            self.notes.push(text);
        }
    }

    /// The text and the marks that were taken off.
    fn finish(mut self) -> (String, Vec<String>) {
        self.end_mark();
        (self.text.finish(), self.notes)
    }
}

/// A paragraph that is being read.
#[derive(Debug)]
pub(super) struct OpenPassage {
    pub(super) id: u32,
    kind: Kind,
    line: usize,
    pub(super) words: Marked,
    /// Program text as it is.
    code: String,
}

impl OpenPassage {
    pub(super) fn new(place: Place, line: usize) -> Self {
        Self {
            id: place.passage,
            kind: place.kind,
            line,
            words: Marked::at_line_start(),
            code: String::new(),
        }
    }

    /// Adds text. How many bytes it grew.
    pub(super) fn push(&mut self, piece: &str, place: Place) -> usize {
        if self.kind == Kind::Code {
            self.code.push_str(piece);
            return piece.len();
        }
        self.words.push(piece, place)
    }

    /// Whether nothing but white space was read.
    pub(super) fn is_empty(&self) -> bool {
        self.code.is_empty() && self.words.text.as_str().is_empty() && self.words.mark.is_none()
    }

    /// The block that it is, unless it has no text.
    pub(super) fn finish(self) -> Option<Block> {
        let (mut text, notes) = self.words.finish();
        if self.kind == Kind::Code {
            self.code.trim_matches('\n').clone_into(&mut text);
        }
        let passage = Passage { text, line: self.line, notes };
        if passage.text.is_empty() {
            return None;
        }
        Some(match self.kind {
            Kind::Heading(level) => Block::Heading(level, passage),
            Kind::Item(depth) => Block::ListItem(depth, passage),
            Kind::Caption => Block::Caption(passage),
            Kind::Code => Block::Code(passage),
            Kind::Paragraph | Kind::Title => Block::Paragraph(passage),
        })
    }
}

/// A cell that is being read.
#[derive(Debug)]
pub(super) struct OpenCell {
    pub(super) id: u32,
    traits: CellTraits,
    words: Marked,
    /// The paragraph that the last text was in.
    passage: u32,
    /// How much of the text was given as paragraphs, because a table stands in the cell.
    given: usize,
}

impl OpenCell {
    fn new(id: u32, traits: CellTraits) -> Self {
        Self { id, traits, words: Marked::default(), passage: 0, given: 0 }
    }

    pub(super) fn push(&mut self, piece: &str, place: Place) -> usize {
        if self.passage != place.passage {
            self.passage = place.passage;
            self.words.space();
        }
        self.words.push(piece, place)
    }

    pub(super) fn words(&mut self) -> &mut Marked {
        &mut self.words
    }

    /// The text since this was asked last.
    pub(super) fn give(&mut self) -> String {
        self.words.space();
        let text = self.words.text.as_str();
        let new = text[self.given..].trim().to_owned();
        self.given = text.len();
        new
    }

    fn finish(self) -> SpannedCell {
        let (mut text, mut notes) = self.words.finish();
        if text.is_empty() && !notes.is_empty() && !self.traits.is_header {
            // A cell of nothing but a link or a raised text: that is what it says.
            text = notes.join(" ");
            notes.clear();
        }
        let CellTraits { columns, rows, .. } = self.traits;
        SpannedCell { cell: Cell::of_text(text, notes), columns, rows }
    }
}

/// A table that is being read.
#[derive(Debug)]
pub(super) struct OpenTable {
    pub(super) number: usize,
    pub(super) line: usize,
    /// Where it stands among the blocks.
    pub(super) block: usize,
    /// Whether a table stands in it: then it only arranges the page.
    pub(super) is_layout: bool,
    pub(super) caption: Option<OpenPassage>,
    pub(super) rows: Vec<SpannedRow>,
    pub(super) cell: Option<OpenCell>,
    group: usize,
    is_head: bool,
}

impl OpenTable {
    pub(super) fn new(number: usize, line: usize, block: usize) -> Self {
        Self {
            number,
            line,
            block,
            is_layout: false,
            caption: None,
            rows: Vec::new(),
            cell: None,
            group: 0,
            is_head: false,
        }
    }

    pub(super) fn begin_group(&mut self, is_head: bool) {
        self.end_cell();
        self.group += 1;
        self.is_head = is_head;
    }

    pub(super) fn begin_row(&mut self, line: usize) {
        self.end_cell();
        let (group, is_header) = (self.group, self.is_head);
        self.rows.push(SpannedRow { line, group, is_header, cells: Vec::new() });
    }

    pub(super) fn begin_cell(&mut self, id: u32, traits: CellTraits) {
        self.end_cell();
        self.cell = Some(OpenCell::new(id, traits));
    }

    /// A row is header if its group is, or if it has header cells only: cells without text may be either.
    pub(super) fn end_cell(&mut self) {
        let (Some(cell), Some(row)) = (self.cell.take(), self.rows.last_mut()) else { return };
        let is_header = cell.traits.is_header;
        let cell = cell.finish();
        if !self.is_head {
            let is_first = row.cells.is_empty();
            let fits = is_header || cell.cell.is_empty();
            row.is_header = fits && (is_first || row.is_header);
        }
        row.cells.push(cell);
    }
}
