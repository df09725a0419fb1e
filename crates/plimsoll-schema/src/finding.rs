//! What is doubtful, and for whom it is written.

use crate::code::Code;
use crate::term::words;
use std::ops::Range;

words! {
    /// How much a finding weighs.
    Level {
        /// Worth knowing; no figure is in doubt.
        Note = "note",
        /// A figure is in doubt, or was left out.
        Warning = "warning",
        /// An input, or a part of one, could not be read.
        Error = "error",
    }
}

/// A piece of the input, to be shown with a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// Whole lines of the input, or as much of a very long line as can be shown.
    pub text: String,
    /// The number of its first line in the input, from 1.
    pub first_line: usize,
    /// The bytes of `text` that are meant.
    pub highlight: Range<usize>,
    /// What is there, in a few words.
    pub label: String,
}

/// Something doubtful: what, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which kind of doubt; it also says how much it weighs.
    pub code: Code,
    /// What was found, in one sentence without a full stop, with the figures that show it.
    pub message: String,
    /// The input as named, archive members after `!/`.
    pub source: String,
    /// Where in the input: a JSON pointer, `line 14`, `Sheet1!B4`.
    pub locator: Option<String>,
    /// What the reader of the finding can do, where this differs from the code's general advice.
    pub help: Option<String>,
    /// The place itself, for the terminal.
    pub excerpt: Option<Excerpt>,
}

impl Finding {
    /// A finding about a whole input.
    pub fn new(code: Code, source: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            source: source.into(),
            locator: None,
            help: None,
            excerpt: None,
        }
    }

    /// The same finding, at a place in the input.
    #[must_use]
    pub fn at(self, locator: impl Into<String>) -> Self {
        Self { locator: Some(locator.into()), ..self }
    }

    /// The same finding, with advice of its own.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The same finding, showing the place.
    #[must_use]
    pub fn showing(self, excerpt: Excerpt) -> Self {
        Self { excerpt: Some(excerpt), ..self }
    }

    /// What to do about it.
    pub fn advice(&self) -> &str {
        self.help.as_deref().unwrap_or(self.code.explanation().advice)
    }

    /// How much it weighs.
    pub fn level(&self) -> Level {
        self.code.level()
    }
}
