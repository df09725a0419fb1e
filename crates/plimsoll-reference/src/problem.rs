//! What is wrong with a catalogue file.

use std::fmt;
use std::ops::Range;

/// Something wrong with a catalogue file: where, what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1; `None` where the problem is in none.
    pub line: Option<usize>,
    /// The reference it is in.
    pub id: Option<String>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for Problem {
    /// `FILE:LINE: ID: message (help)`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        if let Some(id) = &self.id {
            write!(formatter, ": {id}")?;
        }
        write!(formatter, ": {} ({})", self.message, self.help)
    }
}

impl std::error::Error for Problem {}

/// The problems of one file, as they are found.
pub(crate) struct Problems<'a> {
    file: &'a str,
    text: &'a str,
    found: Vec<Problem>,
}

impl<'a> Problems<'a> {
    pub(crate) fn of(file: &'a str, text: &'a str) -> Self {
        Self { file, text, found: Vec::new() }
    }

    /// Notes a problem at these bytes of the file.
    pub(crate) fn add(
        &mut self,
        at: Option<Range<usize>>,
        id: Option<&str>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found.push(Problem {
            file: self.file.to_owned(),
            line: at.map(|bytes| self.line(bytes.start)),
            id: id.map(str::to_owned),
            message: message.into(),
            help: help.into(),
        });
    }

    /// Notes what the TOML library found, whose words name the keys that are allowed.
    pub(crate) fn add_toml(
        &mut self,
        error: &toml::de::Error,
        within: Option<Range<usize>>,
        id: Option<&str>,
    ) {
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        let help = "docs/catalogue.md lists the keys and their forms";
        self.add(error.span().or(within), id, message, help);
    }

    /// All of them in the order of the file, or `value` if there are none.
    pub(crate) fn or<T>(mut self, value: T) -> Result<T, Vec<Problem>> {
        if self.found.is_empty() {
            return Ok(value);
        }
        self.found.sort_by_key(|problem| problem.line);
        Err(self.found)
    }

    /// The line of this byte, from 1.
    pub(crate) fn line(&self, byte: usize) -> usize {
        let before = self.text.get(..byte).unwrap_or(self.text);
        before.matches('\n').count() + 1
    }
}
