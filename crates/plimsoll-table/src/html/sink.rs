//! Takes what html5ever builds from a page. No tree is kept: an element hands on what stands around it, and text goes to
//! where it belongs at once, so the memory that a page takes is that of its tables and paragraphs.

use super::page::Page;
use super::place::Place;
use super::role::{Role, value};
use crate::limits::{Budget, Excess};
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName, local_name, ns};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What the tree builder knows an element by.
pub(super) type Handle = Rc<Element>;

/// An element that is open, or of which a copy may be opened.
#[derive(Debug)]
pub(super) struct Element {
    name: QualName,
    role: Role,
    /// What stands around what is in it; `None` until it has its place in the page. The rules for misnested elements may
    /// move it later, which changes nothing for a reader.
    place: Cell<Option<Place>>,
    /// What stands around it.
    around: Cell<Place>,
    /// What a `<template>` holds.
    content: Option<Rc<Element>>,
}

impl Element {
    fn new(name: QualName, role: Role) -> Self {
        let (place, around) = (Cell::default(), Cell::default());
        Self { name, role, place, around, content: None }
    }
}

/// Puts a page together.
#[derive(Debug)]
pub(super) struct PageSink {
    page: RefCell<Page>,
    /// The line before the first one of the page.
    lines_before: usize,
    /// Lines that whoever counts them did not see.
    lines_skipped: Cell<u64>,
    /// What stands around what is in the table that began last, until somebody takes it.
    table: Cell<Option<Place>>,
    /// What stands around what is in the next element, which was begun before.
    next_place: Cell<Option<Place>>,
    document: Rc<Element>,
}

impl PageSink {
    pub(super) fn new(line: usize, tables_before: usize, budget: Budget) -> Self {
        let name = QualName::new(None, ns!(), local_name!(""));
        let page = RefCell::new(Page::new(line, tables_before, budget));
        let document = Rc::new(Element::new(name, Role::Inline));
        Self {
            page,
            lines_before: line - 1,
            lines_skipped: Cell::new(0),
            table: Cell::new(None),
            next_place: Cell::new(None),
            document,
        }
    }

    /// Ends the page early.
    pub(super) fn pass(&self, excess: Excess) {
        self.page.borrow_mut().pass(excess);
    }

    /// Whoever counts the lines that come did not see so many.
    pub(super) fn skip_lines(&self, lines: u64) {
        self.lines_skipped.set(lines);
    }

    /// An element begins that the tree builder does not know of. What stands around what is in it.
    pub(super) fn begin(&self, role: &Role, around: Place) -> Place {
        self.page.borrow_mut().begin(role, around)
    }

    /// Text in a place.
    pub(super) fn text(&self, text: &str, place: Place) {
        self.page.borrow_mut().text(text, place);
    }

    /// What stands around what is in the table that began since this was asked last.
    pub(super) fn take_table(&self) -> Option<Place> {
        self.table.take()
    }

    /// The element that comes next was begun before, and this stands around what is in it.
    pub(super) fn put_next_at(&self, place: Place) {
        self.next_place.set(Some(place));
    }

    /// Whether the page holds too much to go on.
    pub(super) fn is_full(&self) -> bool {
        self.page.borrow().excess.is_some()
    }

    fn put(&self, around: Place, child: NodeOrText<Rc<Element>>) {
        let mut page = self.page.borrow_mut();
        match child {
            NodeOrText::AppendText(text) => page.text(&text, around),
            NodeOrText::AppendNode(element) => {
                if element.place.get().is_none() {
                    let begun = self.next_place.take();
                    let place = begun.unwrap_or_else(|| page.begin(&element.role, around));
                    if element.role == Role::Table {
                        self.table.set(Some(place));
                    }
                    element.around.set(around);
                    element.place.set(Some(place));
                }
            }
        }
    }
}

impl TreeSink for PageSink {
    type Handle = Rc<Element>;
    type Output = Page;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Page {
        self.page.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {
        self.page.borrow_mut().error();
    }

    fn get_document(&self) -> Rc<Element> {
        Rc::clone(&self.document)
    }

    fn elem_name<'a>(&'a self, element: &'a Rc<Element>) -> &'a QualName {
        &element.name
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Rc<Element> {
        if name.local == local_name!("html") {
            let language = value(&attributes, "lang").or_else(|| value(&attributes, "xml:lang"));
            self.page.borrow_mut().set_language(language.unwrap_or_default());
        }
        let role = Role::of(&name, &attributes);
        let mut element = Element::new(name, role);
        if flags.template {
            let content = Element::new(element.name.clone(), Role::Hidden);
            content.place.set(Some(Place { is_hidden: true, ..Place::default() }));
            element.content = Some(Rc::new(content));
        }
        Rc::new(element)
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Element> {
        Rc::clone(&self.document)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<Element> {
        Rc::clone(&self.document)
    }

    fn append(&self, parent: &Rc<Element>, child: NodeOrText<Rc<Element>>) {
        // A comment is the document itself, and has no place.
        if !matches!(&child, NodeOrText::AppendNode(node) if Rc::ptr_eq(node, &self.document)) {
            self.put(parent.place.get().unwrap_or_default(), child);
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Rc<Element>,
        _: &Rc<Element>,
        child: NodeOrText<Rc<Element>>,
    ) {
        self.append_before_sibling(element, child);
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, element: &Rc<Element>) -> Rc<Element> {
        element.content.clone().unwrap_or_else(|| Rc::clone(element))
    }

    fn same_node(&self, one: &Rc<Element>, other: &Rc<Element>) -> bool {
        Rc::ptr_eq(one, other)
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Rc<Element>, child: NodeOrText<Rc<Element>>) {
        if !matches!(&child, NodeOrText::AppendNode(node) if Rc::ptr_eq(node, &self.document)) {
            self.put(Place { is_stray: true, ..sibling.around.get() }, child);
        }
    }

    fn add_attrs_if_missing(&self, element: &Rc<Element>, attributes: Vec<Attribute>) {
        if element.name.local == local_name!("html") {
            let language = value(&attributes, "lang").unwrap_or_default();
            self.page.borrow_mut().set_language(language);
        }
    }

    fn remove_from_parent(&self, _: &Rc<Element>) {}

    fn reparent_children(&self, _: &Rc<Element>, _: &Rc<Element>) {}

    fn set_current_line(&self, line: u64) {
        let line = (line + self.lines_skipped.get()) as usize;
        self.page.borrow_mut().line = self.lines_before + line;
    }
}
