//! What holds for a whole page.

use super::facts::Facts;
use super::wording::Wording;
use crate::document::{Block, Content, Document, Passage, Table};
use crate::markdown::unescaped;
use plimsoll_lexicon::{Languages, Locale, Marks, conditions, page_language};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A page as a whole.
pub(crate) struct Page {
    /// The language that its words are in.
    pub(crate) words: Option<Locale>,
    /// The language that it declares.
    pub(crate) declared: Option<Locale>,
    /// The languages whose words are looked for.
    pub(crate) languages: Languages,
    /// What all its numbers say about marks.
    pub(crate) marks: Marks,
    /// What those of each table say, in their order.
    pub(crate) marks_of_tables: Vec<Marks>,
    /// The product that it is about, in the vendor's English form.
    pub(crate) product: Option<Arc<str>>,
    /// Where machine translation lost a numeral.
    pub(crate) damage: Option<String>,
    /// The labels and headers that were understood: tables repeat them in every line.
    wordings: RefCell<HashMap<String, Rc<Wording>>>,
    /// The sizes of blocks that were read: tables repeat them too.
    block_sizes: RefCell<HashMap<String, Option<u64>>>,
}

/// No more text than this is asked for the language of a page, in bytes.
const TEXT_FOR_LANGUAGE: usize = 32 * 1024;

impl Page {
    pub(crate) fn of(document: &Document) -> Self {
        let declared = document.language.as_deref().and_then(Locale::parse);
        let words = page_language(declared, &words_of(document)).map(|(locale, _)| locale);
        let languages =
            words.map_or_else(Languages::all, |locale| Languages::of_page(locale.language));
        let marks_of_tables: Vec<Marks> = document.tables().map(marks_of_table).collect();
        let mut marks = marks_of_prose(document);
        for of_table in &marks_of_tables {
            marks.add(of_table);
        }
        Self {
            words,
            declared,
            languages,
            marks,
            marks_of_tables,
            product: product_of(document),
            damage: damage_of(document),
            wordings: RefCell::default(),
            block_sizes: RefCell::default(),
        }
    }

    /// What a header or a label says.
    pub(crate) fn wording(&self, text: &str) -> Rc<Wording> {
        if let Some(known) = self.wordings.borrow().get(text) {
            return Rc::clone(known);
        }
        let wording = Rc::new(Wording::of(text, self.languages));
        self.wordings.borrow_mut().insert(text.to_owned(), Rc::clone(&wording));
        wording
    }
}

impl Page {
    /// The size of a block, as an option of a tool is written: `bs=64k`.
    pub(crate) fn block_size(&self, option: String) -> Option<u64> {
        if let Some(known) = self.block_sizes.borrow().get(&option) {
            return *known;
        }
        let size = Facts::of(&conditions(&option, self.languages)).block_size;
        self.block_sizes.borrow_mut().insert(option, size);
        size
    }
}

/// No passage of words is longer, in bytes: what is longer is data, and takes its time to look through.
const LONGEST_PASSAGE: usize = 64 * 1024;

/// The passages of a document that are prose; code stays as it was written, in every language.
pub(crate) fn prose(block: &Block) -> Option<&Passage> {
    let passage = match block {
        Block::Heading(_, passage)
        | Block::Paragraph(passage)
        | Block::ListItem(_, passage)
        | Block::Caption(passage) => passage,
        Block::Code(_) | Block::Table(_) => return None,
    };
    (passage.text.len() <= LONGEST_PASSAGE).then_some(passage)
}

/// The words of a page, as far as its language needs them.
fn words_of(document: &Document) -> String {
    let mut text = String::new();
    let mut add = |piece: &str| {
        if text.len() < TEXT_FOR_LANGUAGE {
            text.push_str(&piece[..piece.floor_char_boundary(TEXT_FOR_LANGUAGE)]);
            text.push('\n');
        }
    };
    for block in &document.blocks {
        if let Some(passage) = prose(block) {
            add(&passage.text);
        }
        if let Block::Table(table) = block {
            table.titles.iter().for_each(|title| add(&title.text));
            table.rows.iter().flat_map(|row| &row.cells).for_each(|cell| add(&cell.text));
        }
    }
    text
}

fn marks_of_prose(document: &Document) -> Marks {
    let mut marks = Marks::default();
    for passage in document.blocks.iter().filter_map(prose) {
        marks.see_prose(&unescaped(&passage.text));
    }
    marks
}

/// What the cells of a table say about marks. Numbers that a sheet stores as numbers say nothing.
fn marks_of_table(table: &Table) -> Marks {
    let mut marks = Marks::default();
    for cell in table.body().iter().flat_map(|row| &row.cells) {
        let is_short = cell.text.len() <= LONGEST_PASSAGE;
        if cell.origin.is_none() && cell.content == Content::Text && is_short {
            marks.see_cell(&unescaped(&cell.text));
        }
    }
    marks
}

/// Products whose published pages are known, by the name that every translation keeps.
const PRODUCTS: &[&str] = &["Google Cloud NetApp Volumes", "Azure NetApp Files"];

/// How many passages at the begin of a page say what it is about.
const PASSAGES_OF_INTRODUCTION: usize = 3;

fn product_of(document: &Document) -> Option<Arc<str>> {
    let introduction = document.blocks.iter().filter_map(prose).take(PASSAGES_OF_INTRODUCTION);
    let texts: Vec<&str> = document
        .title
        .as_deref()
        .into_iter()
        .chain(introduction.map(|it| it.text.as_str()))
        .collect();
    let is_named = |product: &&&str| texts.iter().any(|text| text.contains(**product));
    let mut named = PRODUCTS.iter().filter(is_named);
    let first = named.next()?;
    named.next().is_none().then(|| (*first).into())
}

/// Where a numeral was lost: translation programs put `XNUMX` where they have none. One such place
/// means that the others may stand in each other's places.
fn damage_of(document: &Document) -> Option<String> {
    const LOST: &str = "XNUMX";
    for block in &document.blocks {
        if let Some(passage) = prose(block)
            && passage.text.contains(LOST)
        {
            return Some(format!("line {}", passage.line));
        }
        let Block::Table(table) = block else { continue };
        for (row, line) in table.rows.iter().enumerate() {
            if let Some(column) = line.cells.iter().position(|cell| cell.text.contains(LOST)) {
                return Some(table.locator(row, column));
            }
        }
    }
    None
}
