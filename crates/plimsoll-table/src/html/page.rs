//! A page while it is read: text goes to the paragraph or the cell that it stands in.

use super::open::{OpenPassage, OpenTable};
use super::place::{Kind, Part, Place};
use super::role::Role;
use crate::document::{Block, Document, Doubt, DoubtKind, Form, Passage, Table};
use crate::grid::{Grid, NoGrid, expand};
use crate::limits::{Budget, Excess, MAX_COLUMNS, MAX_DEPTH, MAX_ELEMENTS, MAX_ERRORS};
use crate::space::Folded;
use std::collections::HashSet;

/// A page while it is read.
#[derive(Debug)]
pub(super) struct Page {
    /// The line that is being read, from 1.
    pub(super) line: usize,
    /// The limit that was passed: nothing more is kept.
    pub(super) excess: Option<Excess>,
    budget: Budget,
    document: Document,
    title: Folded,
    /// For each block the number of the table in which it stands, or 0.
    within: Vec<usize>,
    /// Tables that only arrange the page.
    layout_tables: HashSet<usize>,
    tables: Vec<OpenTable>,
    passage: Option<OpenPassage>,
    /// A heading in a cell: text of the cell, and a heading if the table only arranges the page.
    inner_heading: Option<(usize, OpenPassage)>,
    last_table: usize,
    elements: usize,
    errors: usize,
    last_id: u32,
}

impl Page {
    /// A page that begins at a line, below so many tables.
    pub(super) fn new(line: usize, tables_before: usize, budget: Budget) -> Self {
        Self {
            line,
            excess: None,
            budget,
            document: Document::new(Form::Html),
            title: Folded::default(),
            within: Vec::new(),
            layout_tables: HashSet::new(),
            tables: Vec::new(),
            passage: None,
            inner_heading: None,
            last_table: tables_before,
            elements: 0,
            errors: 0,
            last_id: 0,
        }
    }

    /// The language that the page names; the first one holds.
    pub(super) fn set_language(&mut self, language: &str) {
        if self.document.language.is_none() && !language.trim().is_empty() {
            self.document.language = Some(language.trim().to_owned());
        }
    }

    /// An element begins. What stands around what is in it.
    pub(super) fn begin(&mut self, role: &Role, around: Place) -> Place {
        let mut place = Place { depth: around.depth + 1, ..around };
        self.elements += 1;
        if place.depth > MAX_DEPTH {
            self.pass(Excess::Depth);
        } else if self.elements > MAX_ELEMENTS {
            self.pass(Excess::Elements);
        }
        if self.excess.is_some() || place.is_hidden {
            return place;
        }
        match role {
            Role::Inline => {}
            Role::Hidden => place.is_hidden = true,
            Role::Break => self.line_end(place),
            Role::Picture(text) => self.picture(text, place),
            Role::Raised | Role::NoteLink => {
                if place.mark == 0 {
                    place.mark = self.next_id();
                    place.is_link = *role == Role::NoteLink;
                }
            }
            Role::Title => place.kind = Kind::Title,
            Role::Flow => place.passage = self.next_id(),
            Role::List => {
                place.passage = self.next_id();
                place.lists = place.lists.saturating_add(1);
            }
            Role::Item => {
                place.passage = self.next_id();
                place.kind = Kind::Item(place.lists.max(1));
            }
            Role::Heading(level) => {
                place.passage = self.next_id();
                place.kind = Kind::Heading(*level);
            }
            Role::Caption => {
                place.passage = self.next_id();
                place.kind = Kind::Caption;
            }
            Role::Code => {
                place.passage = self.next_id();
                place.kind = Kind::Code;
            }
            Role::Table => {
                place.table = self.begin_table(around);
                place.part = Part::Between;
                place.is_stray = false;
            }
            Role::TableCaption | Role::RowGroup(_) | Role::Row | Role::Cell(_) => {
                place.part = self.begin_part(role, place);
            }
        }
        place
    }

    /// Counts an error in the markup.
    pub(super) fn error(&mut self) {
        self.errors += 1;
        if self.errors > MAX_ERRORS {
            self.pass(Excess::Errors);
        }
    }

    fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1);
        self.last_id
    }

    pub(super) fn pass(&mut self, excess: Excess) {
        self.excess.get_or_insert(excess);
    }

    fn count(&mut self, counted: Result<(), Excess>) {
        if let Err(excess) = counted {
            self.pass(excess);
        }
    }

    /// Closes the tables that what comes now does not stand in. Whether its own table is open.
    fn settle(&mut self, place: Place) -> bool {
        if self.is_innermost(place.table) {
            return true;
        }
        if place.is_stray {
            return place.table == 0;
        }
        if place.table != 0 && !self.tables.iter().any(|table| table.number == place.table) {
            return false;
        }
        while self.tables.last().is_some_and(|table| table.number != place.table) {
            self.end_table();
        }
        true
    }

    fn is_innermost(&self, number: usize) -> bool {
        self.tables.last().is_some_and(|table| table.number == number)
    }

    fn begin_table(&mut self, around: Place) -> usize {
        self.settle(around);
        self.end_passage();
        self.end_heading();
        if let Some(outer) = self.tables.last_mut() {
            outer.is_layout = true;
            self.layout_tables.insert(outer.number);
        }
        self.give_cell();
        self.last_table += 1;
        let number = self.last_table;
        let block = self.document.blocks.len();
        self.push_block(Block::Table(Table::default()));
        self.tables.push(OpenTable::new(number, self.line, block));
        number
    }

    /// What the cell of a table says that arranges the page, as a paragraph.
    fn give_cell(&mut self) {
        let line = self.line;
        let Some(outer) = self.tables.last_mut().filter(|table| table.is_layout) else { return };
        let Some(cell) = &mut outer.cell else { return };
        let text = cell.give();
        if !text.is_empty() {
            self.push_block(Block::Paragraph(Passage { text, line, notes: Vec::new() }));
        }
    }

    fn begin_part(&mut self, role: &Role, place: Place) -> Part {
        if place.table == 0 || !self.settle(place) {
            return Part::Between;
        }
        self.end_heading();
        self.give_cell();
        let (id, line) = (self.next_id(), self.line);
        let Some(table) = self.tables.last_mut() else { return Part::Between };
        match role {
            Role::TableCaption => {
                table.end_cell();
                table.caption.get_or_insert_with(|| OpenPassage::new(place, line));
                Part::Caption
            }
            Role::Cell(traits) => {
                table.begin_cell(id, *traits);
                let counted = self.budget.cell(0);
                self.count(counted);
                Part::Cell(id)
            }
            Role::RowGroup(is_head) => {
                table.begin_group(*is_head);
                Part::Between
            }
            _ => {
                table.begin_row(line);
                let counted = self.budget.cell(0);
                self.count(counted);
                Part::Between
            }
        }
    }

    /// Text in a place.
    pub(super) fn text(&mut self, text: &str, place: Place) {
        if self.excess.is_some() || place.is_hidden {
            return;
        }
        let grown = if place.kind == Kind::Title {
            self.title.push(text)
        } else if place.table == 0 {
            self.passage_text(text, place)
        } else {
            self.table_text(text, place)
        };
        let counted = self.budget.text(grown);
        self.count(counted);
    }

    fn passage_text(&mut self, text: &str, place: Place) -> usize {
        self.settle(place);
        if self.passage.as_ref().is_some_and(|passage| passage.id != place.passage) {
            self.end_passage();
        }
        let line = self.line;
        let passage = self.passage.get_or_insert_with(|| OpenPassage::new(place, line));
        if passage.is_empty() {
            // White space before it is no begin.
            *passage = OpenPassage::new(place, line);
        }
        passage.push(text, place)
    }

    fn table_text(&mut self, text: &str, place: Place) -> usize {
        if !self.settle(place) {
            return 0;
        }
        if let Kind::Heading(_) = place.kind {
            self.heading_text(text, place);
        }
        let Some(table) = self.tables.last_mut() else { return 0 };
        match place.part {
            Part::Between => 0,
            Part::Caption => table.caption.as_mut().map_or(0, |caption| caption.push(text, place)),
            Part::Cell(id) => match &mut table.cell {
                Some(cell) if cell.id == id => cell.push(text, place),
                _ => 0,
            },
        }
    }

    fn heading_text(&mut self, text: &str, place: Place) {
        if self.inner_heading.as_ref().is_some_and(|(_, heading)| heading.id != place.passage) {
            self.end_heading();
        }
        let line = self.line;
        let (_, heading) =
            self.inner_heading.get_or_insert_with(|| (place.table, OpenPassage::new(place, line)));
        let grown = heading.push(text, place);
        let counted = self.budget.text(grown);
        self.count(counted);
    }

    /// The words that a place belongs to, if there are any yet.
    fn words(&mut self, place: Place) -> Option<&mut super::open::Marked> {
        if !self.settle(place) {
            return None;
        }
        if place.table == 0 {
            return self.passage.as_mut().map(|passage| &mut passage.words);
        }
        let table = self.tables.last_mut()?;
        match place.part {
            Part::Cell(_) => table.cell.as_mut().map(super::open::OpenCell::words),
            Part::Caption => table.caption.as_mut().map(|caption| &mut caption.words),
            Part::Between => None,
        }
    }

    fn line_end(&mut self, place: Place) {
        if place.kind == Kind::Code {
            self.text("\n", place);
        } else if let Some(words) = self.words(place) {
            words.line_end();
        }
    }

    fn picture(&mut self, text: &str, place: Place) {
        let text = text.trim();
        let is_cell = matches!(place.part, Part::Cell(_));
        if let Some(words) = self.words(place).filter(|_| is_cell && !text.is_empty()) {
            words.push_note(text);
            let counted = self.budget.text(text.len());
            self.count(counted);
        }
    }

    fn push_block(&mut self, block: Block) {
        self.within.push(self.tables.last().map_or(0, |table| table.number));
        self.document.blocks.push(block);
        let counted = self.budget.block();
        self.count(counted);
    }

    fn end_passage(&mut self) {
        if let Some(block) = self.passage.take().and_then(OpenPassage::finish) {
            self.push_block(block);
            // It stands outside of tables, even while one is open that it was found in.
            if let Some(within) = self.within.last_mut() {
                *within = 0;
            }
        }
    }

    fn end_heading(&mut self) {
        let Some((table, heading)) = self.inner_heading.take() else { return };
        if let Some(block) = heading.finish() {
            self.push_block(block);
            if let Some(within) = self.within.last_mut() {
                *within = table;
            }
        }
    }

    fn end_table(&mut self) {
        self.end_heading();
        self.give_cell();
        let Some(mut open) = self.tables.pop() else { return };
        open.end_cell();
        let mut table = Table { number: open.number, line: open.line, ..Table::default() };
        if let Some(Block::Paragraph(caption)) = open.caption.and_then(caption) {
            table.titles.push(caption);
        }
        match expand(open.rows, &mut self.budget) {
            Ok(Grid { rows, header_rows }) => {
                // Where all is header nothing is.
                table.is_header_marked = header_rows > 0 && header_rows < rows.len();
                (table.rows, table.header_rows) = (rows, header_rows);
                table.guess_header();
            }
            Err(NoGrid::TooWide) => {
                let message =
                    format!("the table has more than {MAX_COLUMNS} columns; it was left out");
                let doubt = Doubt::new(DoubtKind::TableTooWide, message);
                self.document.doubts.push(doubt.at(format!("table {}", open.number)));
            }
            Err(NoGrid::Excess(excess)) => self.pass(excess),
        }
        self.document.blocks[open.block] = Block::Table(table);
    }

    /// The document, with what stands in tables that only arrange the page, and what is left of the budget.
    pub(super) fn finish(mut self) -> Result<(Document, Budget), Excess> {
        while !self.tables.is_empty() && self.excess.is_none() {
            self.end_table();
        }
        self.end_passage();
        if let Some(excess) = self.excess {
            return Err(excess);
        }
        let Self { mut document, within, layout_tables, title, budget, .. } = self;
        let mut within = within.into_iter();
        document.blocks.retain(|block| {
            let within = within.next().unwrap_or(0);
            within == 0 || matches!(block, Block::Table(_)) || layout_tables.contains(&within)
        });
        document.title = Some(title.finish()).filter(|title| !title.is_empty());
        Ok((document, budget))
    }
}

/// A caption as a plain paragraph, whatever stands in it.
fn caption(caption: OpenPassage) -> Option<Block> {
    caption.finish().map(|block| match block {
        Block::Heading(_, passage)
        | Block::ListItem(_, passage)
        | Block::Caption(passage)
        | Block::Code(passage) => Block::Paragraph(passage),
        block => block,
    })
}
