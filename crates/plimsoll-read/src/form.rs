//! What a text is built of, and what it contains.

use memchr::memmem::{self, Finder};
use std::sync::OnceLock;

/// Where a part of a text begins, in bytes. Readers look for what tells their format in the heads of all inputs, and
/// most often in vain: this is many times as fast as `str::find`.
pub fn find(text: &str, part: &str) -> Option<usize> {
    memmem::find(text.as_bytes(), part.as_bytes())
}

/// What is looked for in many texts: made ready once.
#[derive(Debug)]
pub struct Sought {
    part: &'static str,
    finder: OnceLock<Finder<'static>>,
}

impl Sought {
    /// This part.
    pub const fn new(part: &'static str) -> Self {
        Self { part, finder: OnceLock::new() }
    }

    /// The part itself.
    pub fn as_str(&self) -> &'static str {
        self.part
    }

    /// Where it begins in a text, in bytes, as [`find`] does.
    pub fn find(&self, text: &str) -> Option<usize> {
        self.finder().find(text.as_bytes())
    }

    /// All places where it begins.
    pub fn all<'t>(&'t self, text: &'t str) -> impl Iterator<Item = usize> + 't {
        self.finder().find_iter(text.as_bytes())
    }

    /// Whether it stands in a text.
    pub fn is_in(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    fn finder(&self) -> &Finder<'static> {
        self.finder.get_or_init(|| Finder::new(self.part))
    }
}

/// What a text is built of, as its first characters tell. Who knows its format by lines need not look for them in a
/// document: most of what lies in archives of results are documents, and every reader is asked about each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextForm {
    /// An object or a list of objects of JSON.
    Json,
    /// HTML or XML.
    Markup,
    /// Anything else: lines.
    Lines,
}

impl TextForm {
    /// That of a text that begins so.
    pub fn of(head: &str) -> Self {
        let head = head.trim_start_matches('\u{FEFF}').trim_start();
        let is_list =
            || head.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'));
        if head.starts_with('{') || is_list() {
            Self::Json
        } else if head.starts_with('<') {
            Self::Markup
        } else {
            Self::Lines
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TextForm;

    #[test]
    fn a_form_is_told_by_the_first_characters() {
        for (head, form) in [
            ("{\"a\": 1}", TextForm::Json),
            ("\u{FEFF}\n  {", TextForm::Json),
            ("[\n{}]", TextForm::Json),
            ("[12:30:01] a log\n{", TextForm::Lines),
            ("fio: a message\n{\n", TextForm::Lines),
            ("<pre>\n", TextForm::Markup),
            (" <!DOCTYPE html>", TextForm::Markup),
            ("", TextForm::Lines),
        ] {
            assert_eq!(TextForm::of(head), form, "{head:?}");
        }
    }
}
