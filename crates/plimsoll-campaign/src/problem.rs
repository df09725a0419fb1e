//! What is wrong with a campaign file or an option.

use std::fmt;
use std::ops::Range;

/// Something wrong with a campaign: where, what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file, as it was named; `None` for an option of the command line.
    pub file: Option<String>,
    /// The line, from 1; `None` where the problem is in none.
    pub line: Option<usize>,
    /// The key, with the tables it stands in: `conditions.clients`, `step.files`.
    pub key: Option<String>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for Problem {
    /// `FILE:LINE: KEY: message (help)`; what is not known is left out.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            formatter.write_str(file)?;
            if let Some(line) = self.line {
                write!(formatter, ":{line}")?;
            }
            formatter.write_str(": ")?;
        }
        if let Some(key) = &self.key {
            write!(formatter, "{key}: ")?;
        }
        write!(formatter, "{} ({})", self.message, self.help)
    }
}

impl std::error::Error for Problem {}

/// What is wrong with a value, before anybody knows where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) help: String,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }

    /// The problem of an option of the command line.
    pub(crate) fn of_option(self, key: &str) -> Problem {
        let Self { message, help } = self;
        Problem { file: None, line: None, key: Some(key.to_owned()), message, help }
    }
}

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

    /// Notes a fault of a key at these bytes of the file.
    pub(crate) fn add(&mut self, at: Range<usize>, key: &str, fault: Fault) {
        let Fault { message, help } = fault;
        let line = Some(self.line(at.start));
        let key = Some(key.to_owned());
        self.found.push(Problem { file: Some(self.file.to_owned()), line, key, message, help });
    }

    /// Notes that the file is no TOML, in the words of the library.
    pub(crate) fn add_toml(&mut self, error: &toml::de::Error) {
        self.found.push(Problem {
            file: Some(self.file.to_owned()),
            line: error.span().map(|bytes| self.line(bytes.start)),
            key: None,
            message: error.message().lines().collect::<Vec<_>>().join(", "),
            help: "docs/campaigns.md has a complete example".to_owned(),
        });
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
