//! Texts with markup: Markdown, AsciiDoc and reStructuredText, and plain text, which may hold tables too.
//!
//! A page is read line by line. To read along: `lines` are the lines, `heading` and `inline` say what stands in one,
//! `pipe`, `framed`, `asciidoc` and `rest` read tables and what else goes over several lines.

mod asciidoc;
mod entity;
mod framed;
mod heading;
mod inline;
mod lines;
mod pipe;
mod rest;
mod text;

pub(crate) use text::read;

use std::borrow::Cow;

/// A text without the escapes of Markdown: `2\.048` is `2.048`.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut letters = text.chars().peekable();
    let mut unescaped = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let is_escape = letter == '\\' && letters.peek().is_some_and(char::is_ascii_punctuation);
        unescaped.push(if is_escape { letters.next().unwrap_or(letter) } else { letter });
    }
    Cow::Owned(unescaped)
}

#[cfg(test)]
mod tests;
