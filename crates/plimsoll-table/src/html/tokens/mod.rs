//! The tokens of a page: text, tags, comments. They go to the tree builder of html5ever, which knows where each belongs.
//!
//! html5ever has a reader of tokens too, which goes from character to character; this one goes from mark to mark, and
//! gives the same tokens. What is rare is left to that one: document types, sections of foreign markup, what is cut off
//! at the end.

mod plain_table;
mod raw;
mod reference;
mod tag;
#[cfg(test)]
mod tests;

use super::sink::{Handle, PageSink};
use super::tags::Tags;
use crate::limits::{Excess, MAX_ATTRIBUTES};
use html5ever::interface::TreeSink as _;
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tokenizer::states::{Rcdata, ScriptData};
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink as _, TokenSinkResult};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, Parser, parse_document};
use memchr::{memchr, memchr3, memmem};
use plain_table::{PlainTable, Taken};
use raw::{Raw, RawKind};
use reference::Reference;
use std::borrow::Cow;
use tag::TagText;

/// No tag and no comment is kept until its end is there if it is longer, in bytes.
const LONGEST_TOKEN: usize = 64 * 1024;

/// Reads the tokens of a page piece by piece.
pub(super) struct Tokens {
    parser: Parser<PageSink>,
    mode: Mode,
    /// The table that is open, as long as it is plain.
    table: Option<PlainTable>,
    /// The begin of a token, whose end is in the next piece.
    cut_off: String,
    /// The line that is being read, from 1.
    line: u64,
    /// How many lines html5ever's own reader has seen end.
    lines_given: u64,
    /// What looks for too many attributes where html5ever's own reader reads.
    tags: Tags,
    /// Whether the last piece ended with U+000D, so that U+000A behind it ends no second line.
    ends_with_return: bool,
    /// Whether lines of the piece end with U+000D.
    has_returns: bool,
    /// Whether nothing was read yet.
    is_at_begin: bool,
}

/// What is being read.
#[derive(Debug, Clone, Copy)]
enum Mode {
    /// Text with tags.
    Markup,
    /// The content of an element in which there are no tags.
    Raw(Raw),
    /// What html5ever's own reader reads, up to the end.
    Given,
}

/// How much of a text was read; `None` if it ends within a token.
type Read = Option<usize>;

impl Tokens {
    pub(super) fn new(sink: PageSink) -> Self {
        let tree_builder =
            TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        let options = ParseOpts { tree_builder, ..ParseOpts::default() };
        Self {
            parser: parse_document(sink, options),
            mode: Mode::Markup,
            table: None,
            cut_off: String::new(),
            line: 1,
            lines_given: 0,
            tags: Tags::default(),
            ends_with_return: false,
            has_returns: false,
            is_at_begin: true,
        }
    }

    pub(super) fn sink(&self) -> &PageSink {
        &self.parser.tokenizer.sink.sink
    }

    /// Reads the next piece.
    pub(super) fn push(&mut self, piece: &str) {
        // The mark of an encoding is no text.
        let is_at_begin = std::mem::take(&mut self.is_at_begin);
        let piece = piece.strip_prefix('\u{FEFF}').filter(|_| is_at_begin).unwrap_or(piece);
        let piece = self.with_plain_line_ends(piece);
        if self.cut_off.is_empty() {
            let read = self.read(&piece);
            self.cut_off.push_str(&piece[read..]);
        } else {
            let mut text = std::mem::take(&mut self.cut_off);
            text.push_str(&piece);
            let read = self.read(&text);
            text.drain(..read);
            self.cut_off = text;
        }
        if self.cut_off.len() > LONGEST_TOKEN {
            self.give_rest();
        }
    }

    /// The sink with all that the page holds.
    pub(super) fn finish(mut self) -> Parser<PageSink> {
        if let Mode::Raw(raw) = self.mode
            && !raw.is_end_tag(&self.cut_off)
        {
            let text = std::mem::take(&mut self.cut_off);
            self.text(&if raw.has_references() {
                reference::resolved_in_text(&text)
            } else {
                text.into()
            });
        }
        if !self.sink().is_full() {
            self.give_rest();
        }
        self.parser
    }

    /// A piece with U+000A alone at the end of each line.
    fn with_plain_line_ends<'a>(&mut self, piece: &'a str) -> Cow<'a, str> {
        let is_split = std::mem::take(&mut self.ends_with_return);
        let piece = piece.strip_prefix('\n').filter(|_| is_split).unwrap_or(piece);
        self.has_returns = memchr(b'\r', piece.as_bytes()).is_some();
        if !self.has_returns {
            return piece.into();
        }
        self.ends_with_return = piece.ends_with('\r');
        piece.replace("\r\n", "\n").replace('\r', "\n").into()
    }

    /// How much of a text was read: all of it, unless it ends within a token.
    fn read(&mut self, text: &str) -> usize {
        let mut at = 0;
        while at < text.len() && !self.sink().is_full() {
            let rest = &text[at..];
            let read = match self.mode {
                Mode::Markup => self.markup(rest),
                Mode::Raw(raw) => self.raw(rest, raw),
                Mode::Given => {
                    self.give(rest);
                    Some(rest.len())
                }
            };
            match read {
                Some(length) => at += length,
                None => break,
            }
        }
        at
    }

    fn markup(&mut self, rest: &str) -> Read {
        let bytes = rest.as_bytes();
        match bytes[0] {
            b'<' => self.mark(rest),
            b'&' => self.reference(rest),
            0 => {
                self.leave_table();
                self.send(Token::NullCharacterToken);
                Some(1)
            }
            _ => {
                let end = memchr3(b'<', b'&', 0, bytes).unwrap_or(bytes.len());
                self.text(&rest[..end]);
                Some(end)
            }
        }
    }

    /// What a `<` begins.
    fn mark(&mut self, rest: &str) -> Read {
        match rest.as_bytes().get(1)? {
            b'!' => self.declaration(rest),
            b'?' => Some(self.comment(&rest[..=rest.find('>')?])),
            b'/' => match rest.as_bytes().get(2)? {
                b'>' => Some("</>".len()),
                letter if letter.is_ascii_alphabetic() => self.tag(rest),
                _ => Some(self.comment(&rest[..=rest.find('>')?])),
            },
            letter if letter.is_ascii_alphabetic() => self.tag(rest),
            _ => {
                self.text("<");
                Some(1)
            }
        }
    }

    fn declaration(&mut self, rest: &str) -> Read {
        const DOCTYPE: &str = "<!doctype";
        const SECTION: &str = "<![CDATA[";
        let begins_with = |text: &str| {
            rest.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text))
        };
        if let Some(comment) = rest.strip_prefix("<!--") {
            let length = "<!--".len() + length_of_comment(comment)?;
            return Some(self.comment(&rest[..length]));
        }
        if rest.len() < DOCTYPE.len() && !rest.contains('>') {
            return None;
        }
        if begins_with(DOCTYPE) {
            let end = rest.find('>')? + 1;
            self.give(&rest[..end]);
            return Some(end);
        }
        let tree_builder = &self.parser.tokenizer.sink;
        if rest.starts_with(SECTION)
            && tree_builder.adjusted_current_node_present_but_not_in_html_namespace()
        {
            self.mode = Mode::Given;
            return Some(0);
        }
        Some(self.comment(&rest[..=rest.find('>')?]))
    }

    /// A comment. What it says is not looked at.
    fn comment(&mut self, comment: &str) -> usize {
        self.count_lines(comment);
        match &mut self.table {
            Some(table) => table.end_space(&self.parser.tokenizer.sink.sink),
            None => self.send(Token::CommentToken(StrTendril::new())),
        }
        comment.len()
    }

    /// What an `&` begins.
    fn reference(&mut self, rest: &str) -> Read {
        match reference::of_text(rest) {
            Reference::CutOff => None,
            Reference::None => {
                self.text("&");
                Some(1)
            }
            Reference::Characters(text, length) => {
                // A line end that is written as a reference ends no line of the page.
                self.characters(StrTendril::from(text));
                Some(length)
            }
        }
    }

    fn tag(&mut self, rest: &str) -> Read {
        let TagText { tag, length, attributes } = tag::read(rest)?;
        if attributes > MAX_ATTRIBUTES {
            self.sink().pass(Excess::Attributes);
            return Some(length);
        }
        self.count_lines(&rest[..length]);
        let Some(tag) = self.tag_of_table(tag) else { return Some(length) };
        let name = (tag.kind == TagKind::StartTag).then(|| tag.name.clone());
        self.sink().take_table();
        match self.process(Token::TagToken(tag)) {
            TokenSinkResult::RawData(kind) => {
                let kind = match kind {
                    Rcdata => RawKind::WithReferences,
                    ScriptData => RawKind::Script,
                    _ => RawKind::Text,
                };
                self.mode =
                    name.and_then(|name| Raw::of(kind, &name)).map_or(Mode::Given, Mode::Raw);
            }
            TokenSinkResult::Plaintext => {
                self.parser.tokenizer.set_plaintext_state();
                self.mode = Mode::Given;
            }
            _ => self.table = self.sink().take_table().map(PlainTable::new),
        }
        Some(length)
    }

    /// Reads a tag of a plain table. A tag that is none of it is given back.
    fn tag_of_table(&mut self, tag: Tag) -> Option<Tag> {
        let Some(table) = &mut self.table else { return Some(tag) };
        let sink = &self.parser.tokenizer.sink.sink;
        sink.set_current_line(self.line);
        match table.tag(tag, sink) {
            Taken::Read => None,
            Taken::End(tag) => {
                self.table = None;
                Some(tag)
            }
            Taken::Other(tag) => {
                self.leave_table();
                Some(tag)
            }
        }
    }

    /// Leaves the rest of a table to the tree builder, which has to know what is open.
    fn leave_table(&mut self) {
        let Some(table) = self.table.take() else { return };
        let (open, space) = table.into_open();
        for element in open {
            self.sink().put_next_at(element.place);
            self.send(Token::TagToken(element.tag));
        }
        if !space.is_empty() {
            self.send(Token::CharacterTokens(StrTendril::from(space)));
        }
    }

    fn raw(&mut self, rest: &str, mut raw: Raw) -> Read {
        if rest.starts_with('&') && raw.has_references() {
            return self.reference(rest);
        }
        if raw.is_end_tag(rest) {
            let read = self.tag(rest)?;
            self.mode = Mode::Markup;
            return Some(read);
        }
        let length = raw.text(rest)?;
        self.mode = Mode::Raw(raw);
        self.text(&rest[..length]);
        Some(length)
    }

    fn text(&mut self, text: &str) {
        if !self.has_returns {
            self.run(text);
            return;
        }
        // html5ever ends a run of text at such a line end, which says on which line a paragraph begins.
        for line in text.split_inclusive('\n') {
            let words = line.trim_end_matches('\n');
            self.run(words);
            self.run(&line[words.len()..]);
        }
    }

    /// Sends text, which stands on the line where it ends.
    fn run(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.count_lines(text);
        let text = match self.mode {
            // Here a zero byte has no meaning of its own.
            Mode::Raw(_) => StrTendril::from(&*tag::without_zero(text)),
            Mode::Markup | Mode::Given => StrTendril::from_slice(text),
        };
        self.characters(text);
    }

    fn characters(&mut self, text: StrTendril) {
        if let Some(table) = &mut self.table {
            let sink = &self.parser.tokenizer.sink.sink;
            sink.set_current_line(self.line);
            if table.text(&text, sink) {
                return;
            }
            self.leave_table();
        }
        self.send(Token::CharacterTokens(text));
    }

    fn count_lines(&mut self, text: &str) {
        self.line += text.bytes().filter(|byte| *byte == b'\n').count() as u64;
    }

    fn process(&self, token: Token) -> TokenSinkResult<Handle> {
        self.parser.tokenizer.sink.process_token(token, self.line)
    }

    /// The same of a token that changes nothing of how the next ones are read.
    fn send(&self, token: Token) {
        let _ = self.process(token);
    }

    /// Gives a text to html5ever's own reader.
    fn give(&mut self, text: &str) {
        if self.tags.are_too_full(text.as_bytes()) {
            self.sink().pass(Excess::Attributes);
            return;
        }
        self.leave_table();
        self.sink().skip_lines(self.line - 1 - self.lines_given);
        self.parser.process(StrTendril::from_slice(text));
        self.sink().skip_lines(0);
        let before = self.line;
        self.count_lines(text);
        self.lines_given += self.line - before;
    }

    /// Gives what was cut off to html5ever's own reader, and all that comes.
    fn give_rest(&mut self) {
        let rest = std::mem::take(&mut self.cut_off);
        self.mode = Mode::Given;
        self.give(&rest);
    }
}

/// Where a comment ends, from behind its `<!--`.
fn length_of_comment(text: &str) -> Option<usize> {
    if let Some(begin) = [">", "->"].into_iter().find(|begin| text.starts_with(begin)) {
        return Some(begin.len());
    }
    let mut at = 0;
    loop {
        at += memmem::find(&text.as_bytes()[at..], b"--")?;
        let behind = &text[at + "--".len()..];
        if let Some(end) = [">", "!>"].into_iter().find(|end| behind.starts_with(end)) {
            return Some(at + "--".len() + end.len());
        }
        at += 1;
    }
}
