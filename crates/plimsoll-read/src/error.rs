//! Why an input could not be read.

use plimsoll_schema::{Code, Finding};
use std::fmt;
use std::io;

/// Why an input could not be read. An input that cannot be opened is one thing, an input that is
/// wrong another: the first may be right on the next try.
#[derive(Debug)]
pub enum ReadError {
    /// It could not be opened, unpacked or read.
    Io {
        /// The input as named.
        source: String,
        /// What the system said.
        error: io::Error,
    },
    /// It was read, and is not what it should be.
    Input(Box<Finding>),
    /// It was read, and holds no result at all: nothing is wrong with it unless the user named it.
    NoResult(Box<Finding>),
}

impl ReadError {
    /// As a finding of level error.
    pub fn into_finding(self) -> Finding {
        match self {
            Self::Io { source, error } => {
                let code = match error.kind() {
                    io::ErrorKind::FileTooLarge => Code::LimitReached,
                    io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                        Code::ArchiveDamaged
                    }
                    _ => Code::InputUnreadable,
                };
                Finding::new(code, source, format!("cannot read the input: {error}"))
            }
            Self::Input(finding) | Self::NoResult(finding) => *finding,
        }
    }
}

impl From<Finding> for ReadError {
    fn from(finding: Finding) -> Self {
        Self::Input(Box::new(finding))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { source, error } => write!(formatter, "{source}: {error}"),
            Self::Input(finding) | Self::NoResult(finding) => {
                write!(formatter, "{}: {}", finding.source, finding.message)
            }
        }
    }
}

impl std::error::Error for ReadError {}
