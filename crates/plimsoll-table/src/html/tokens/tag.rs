//! Tags, with whatever attributes they have.

use super::reference::resolved_in_attribute;
use crate::limits::MAX_ATTRIBUTES;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind};
use html5ever::{Attribute, LocalName, QualName, ns};
use std::borrow::Cow;

/// A tag, and how it is written.
#[derive(Debug)]
pub(super) struct TagText {
    pub(super) tag: Tag,
    /// How many bytes it takes.
    pub(super) length: usize,
    /// How many attributes it has, with those that it repeats.
    pub(super) attributes: usize,
}

/// The tag that a text begins with; `None` if the text ends within it.
pub(super) fn read(text: &str) -> Option<TagText> {
    let is_end = text.as_bytes()[1] == b'/';
    let kind = if is_end { TagKind::EndTag } else { TagKind::StartTag };
    let mut cursor = Cursor { text, at: if is_end { 2 } else { 1 } };
    let begin = cursor.at;
    cursor.go_to(|byte| is_space(byte) || matches!(byte, b'/' | b'>'))?;
    let name = &text[begin..cursor.at];
    let mut tag = Tag {
        kind,
        name: LocalName::from(&*lower(name)),
        self_closing: false,
        attrs: Vec::new(),
        had_duplicate_attributes: false,
    };
    let mut attributes = 0;
    loop {
        cursor.go_to(|byte| !is_space(byte))?;
        match cursor.peek()? {
            b'>' => break,
            b'/' => {
                cursor.at += 1;
                tag.self_closing = cursor.peek()? == b'>';
            }
            _ => {
                attributes += 1;
                let (name, value) = cursor.attribute()?;
                if attributes <= MAX_ATTRIBUTES {
                    add(&mut tag, name, value);
                }
            }
        }
    }
    Some(TagText { tag, length: cursor.at + 1, attributes })
}

fn add(tag: &mut Tag, name: &str, value: &str) {
    let name = LocalName::from(&*lower(name));
    if tag.attrs.iter().any(|attribute| attribute.name.local == name) {
        tag.had_duplicate_attributes = true;
        return;
    }
    let is_other = |byte: u8| matches!(byte, 0 | b'&');
    let value = if value.bytes().any(is_other) {
        StrTendril::from(&*resolved_in_attribute(&without_zero(value)))
    } else {
        StrTendril::from_slice(value)
    };
    tag.attrs.push(Attribute { name: QualName::new(None, ns!(), name), value });
}

/// A place in a text.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes on to a byte; `None` if there is none.
    fn go_to(&mut self, is_it: impl Fn(u8) -> bool) -> Option<()> {
        self.at += self.text.as_bytes()[self.at..].iter().position(|byte| is_it(*byte))?;
        Some(())
    }

    /// An attribute and its value.
    fn attribute(&mut self) -> Option<(&'a str, &'a str)> {
        let begin = self.at;
        // An equals sign at its begin is part of its name.
        self.at += 1;
        self.go_to(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='))?;
        let name = &self.text[begin..self.at];
        self.go_to(|byte| !is_space(byte))?;
        if self.peek()? != b'=' {
            return Some((name, ""));
        }
        self.at += 1;
        self.go_to(|byte| !is_space(byte))?;
        Some((name, self.value()?))
    }

    fn value(&mut self) -> Option<&'a str> {
        let first = self.peek()?;
        let is_quoted = matches!(first, b'"' | b'\'');
        self.at += usize::from(is_quoted);
        let begin = self.at;
        if is_quoted {
            self.go_to(|byte| byte == first)?;
        } else {
            self.go_to(|byte| is_space(byte) || byte == b'>')?;
        }
        let value = &self.text[begin..self.at];
        self.at += usize::from(is_quoted);
        Some(value)
    }
}

/// White space between attributes.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C')
}

/// A name as it is compared: letters of ASCII are small.
fn lower(name: &str) -> Cow<'_, str> {
    let is_other = |byte: u8| byte == 0 || byte.is_ascii_uppercase();
    if name.bytes().any(is_other) {
        without_zero(name).to_ascii_lowercase().into()
    } else {
        name.into()
    }
}

/// A text with zero bytes replaced as browsers do it.
pub(super) fn without_zero(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{FFFD}").into() } else { text.into() }
}
