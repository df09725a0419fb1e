//! The inside of a plain table, which most large tables are: groups, rows, cells, text in them.
//!
//! Where such tags stand as they should, the tree builder has nothing to put right, so what is in them goes to the page
//! at once. At the first tag that may mean more, the tree builder is told which elements are open, and goes on.

use crate::html::place::Place;
use crate::html::role::Role;
use crate::html::sink::PageSink;
use html5ever::tokenizer::{Tag, TagKind};
use html5ever::{LocalName, QualName, local_name, ns};

/// A table that is open, and what is open in it.
#[derive(Debug)]
pub(super) struct PlainTable {
    place: Place,
    open: Vec<Open>,
    /// White space between rows and cells: what comes behind it decides where it belongs.
    space: String,
}

/// An element that is open.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) tag: Tag,
    pub(super) place: Place,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Group,
    Row,
    Cell,
    /// A paragraph or a part of a text.
    Words,
}

/// What became of a tag.
#[derive(Debug)]
pub(super) enum Taken {
    /// It was read.
    Read,
    /// It ends the table.
    End(Tag),
    /// It is not as plain as that.
    Other(Tag),
}

impl PlainTable {
    pub(super) fn new(place: Place) -> Self {
        Self { place, open: Vec::new(), space: String::new() }
    }

    /// The elements that are open, the outermost first, and the white space behind the last tag.
    pub(super) fn into_open(self) -> (Vec<Open>, String) {
        (self.open, self.space)
    }

    /// Reads text. Whether it may stand here.
    pub(super) fn text(&mut self, text: &str, sink: &PageSink) -> bool {
        let (kind, place) = self.inmost();
        if matches!(kind, Some(Kind::Cell | Kind::Words)) {
            sink.text(text, place);
            return true;
        }
        let is_space = text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C'));
        if is_space {
            self.space.push_str(text);
        }
        is_space
    }

    /// Reads a tag.
    pub(super) fn tag(&mut self, tag: Tag, sink: &PageSink) -> Taken {
        match tag.kind {
            TagKind::StartTag => self.start(tag, sink),
            TagKind::EndTag => self.end(tag, sink),
        }
    }

    /// Ends the white space between tags.
    pub(super) fn end_space(&mut self, sink: &PageSink) {
        if !self.space.is_empty() {
            sink.text(&self.space, self.inmost().1);
            self.space.clear();
        }
    }

    fn start(&mut self, tag: Tag, sink: &PageSink) -> Taken {
        let kind = match &*tag.name {
            "thead" | "tbody" | "tfoot" => Kind::Group,
            "tr" => Kind::Row,
            "td" | "th" => Kind::Cell,
            "p" | "span" | "sup" | "sub" | "b" | "strong" | "i" | "em" | "code" | "a" | "br"
            | "img" => Kind::Words,
            _ => return Taken::Other(tag),
        };
        let closed: &[Kind] = match kind {
            Kind::Group => &[Kind::Cell, Kind::Row, Kind::Group],
            Kind::Row => &[Kind::Cell, Kind::Row],
            Kind::Cell => &[Kind::Cell],
            Kind::Words => &[],
        };
        let left = self.left_without(closed);
        let parent = left.checked_sub(1).map(|at| self.open[at].kind);
        let may_stand = match kind {
            Kind::Group => parent.is_none(),
            Kind::Row => matches!(parent, None | Some(Kind::Group)),
            Kind::Cell => parent == Some(Kind::Row),
            Kind::Words => self.may_hold(&tag.name),
        };
        if !may_stand {
            return Taken::Other(tag);
        }
        self.end_space(sink);
        self.open.truncate(left);
        if kind == Kind::Row && parent.is_none() {
            self.begin(tag_of(local_name!("tbody")), Kind::Group, sink);
        }
        self.begin(tag, kind, sink);
        Taken::Read
    }

    fn end(&mut self, tag: Tag, sink: &PageSink) -> Taken {
        let (kind, closed): (_, &[Kind]) = match &*tag.name {
            "table" => (None, &[Kind::Cell, Kind::Row, Kind::Group]),
            "thead" | "tbody" | "tfoot" => (Some(Kind::Group), &[Kind::Cell, Kind::Row]),
            "tr" => (Some(Kind::Row), &[Kind::Cell]),
            _ => (None, &[]),
        };
        let left = self.left_without(closed);
        if tag.name == local_name!("table") {
            if left > 0 {
                return Taken::Other(tag);
            }
            self.end_space(sink);
            return Taken::End(tag);
        }
        let ended = left.checked_sub(1).map(|at| &self.open[at]);
        let is_its =
            |open: &Open| open.tag.name == tag.name && kind.is_none_or(|it| it == open.kind);
        if !ended.is_some_and(is_its) {
            return Taken::Other(tag);
        }
        self.end_space(sink);
        self.open.truncate(left - 1);
        Taken::Read
    }

    fn begin(&mut self, tag: Tag, kind: Kind, sink: &PageSink) {
        let name = QualName::new(None, ns!(html), tag.name.clone());
        let place = sink.begin(&Role::of(&name, &tag.attrs), self.inmost().1);
        // These have no content.
        if !matches!(tag.name, local_name!("br") | local_name!("img")) {
            self.open.push(Open { tag, place, kind });
        }
    }

    /// How many elements stay open if those of some kinds are closed that stand at the end.
    fn left_without(&self, kinds: &[Kind]) -> usize {
        let others = self.open.iter().rposition(|open| !kinds.contains(&open.kind));
        others.map_or(0, |at| at + 1)
    }

    /// Whether words may begin here: in a cell, a paragraph in nothing else, and a link in no other.
    fn may_hold(&self, name: &LocalName) -> bool {
        let is_in_cell = matches!(self.inmost().0, Some(Kind::Cell | Kind::Words));
        let is_open = |name: &LocalName| self.open.iter().any(|open| open.tag.name == *name);
        is_in_cell
            && match *name {
                local_name!("p") => self.inmost().0 == Some(Kind::Cell),
                local_name!("a") => !is_open(name),
                _ => true,
            }
    }

    /// What is open inmost, and what stands around what is in it.
    fn inmost(&self) -> (Option<Kind>, Place) {
        self.open.last().map_or((None, self.place), |open| (Some(open.kind), open.place))
    }
}

fn tag_of(name: LocalName) -> Tag {
    Tag {
        kind: TagKind::StartTag,
        name,
        self_closing: false,
        attrs: Vec::new(),
        had_duplicate_attributes: false,
    }
}
