//! The findings of this crate, and the inputs that end with one.

use crate::{Outcome, ReadInput};
use plimsoll_read::{Reader, over_the_limit};
use plimsoll_schema::{Code, Finding};
use std::any::Any;
use std::io;
use std::sync::Arc;

/// Why something could not be read, before it is known what it is called.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) code: Code,
    pub(crate) message: String,
    /// What to do, if that is not what its code says.
    pub(crate) help: Option<String>,
}

impl Trouble {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None }
    }

    /// A limit was passed, which this option raises.
    pub(crate) fn of_limit(
        code: Code,
        message: impl Into<String>,
        option: Option<&'static str>,
    ) -> Self {
        let help = option.map(|option| format!("If it is genuine, raise {option}."));
        Self { help, ..Self::new(code, message) }
    }

    /// The archive may be right, but not for us.
    pub(crate) fn not_unpacked(message: impl Into<String>) -> Self {
        let help = Some("Unpack it, and read what comes out.".to_owned());
        Self { help, ..Self::new(Code::InputUnreadable, message) }
    }

    /// The finding about this source.
    pub(crate) fn about(self, source: &str) -> Finding {
        let finding = Finding::new(self.code, source, self.message);
        match self.help {
            Some(help) => finding.with_help(help),
            None => finding,
        }
    }
}

/// The system could not read the input.
pub(crate) fn unreadable(source: &str, error: &io::Error) -> Finding {
    let message = match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        _ => format!("cannot read the input: {error}"),
    };
    Finding::new(Code::InputUnreadable, source, message)
}

/// A stream is greater than what may be held in memory.
pub(crate) fn too_large(limit: u64) -> Trouble {
    Trouble::of_limit(Code::InputTooLarge, over_the_limit(limit), Some("--max-input-size"))
}

/// A member of an archive is greater than what may be held in memory.
pub(crate) fn member_too_large(limit: u64) -> Trouble {
    let bytes = if limit == 1 { "byte" } else { "bytes" };
    let message = format!("the member is greater than the limit of {limit} {bytes}");
    Trouble::of_limit(Code::InputTooLarge, message, Some("--max-member-size"))
}

/// An archive lies too deep in others.
pub(crate) fn too_deep(limit: u32) -> Trouble {
    let message = match limit {
        1 => "it is an archive inside an archive, and was not opened".to_owned(),
        _ => format!("it lies more than {limit} archives deep, and was not opened"),
    };
    Trouble::of_limit(Code::NestedArchive, message, Some("--max-nesting"))
}

/// Members that belong together are greater than what may be held back.
pub(crate) fn too_much_held(limit: u64) -> Trouble {
    let message = format!(
        "files that may belong to one run take more than {limit} bytes: they were read in parts, \
         and results may be missing or incomplete"
    );
    Trouble::of_limit(Code::LimitReached, message, Some("--max-held-size"))
}

/// A link, or another name, leads to what was met as `first`.
pub(crate) fn met_before(source: &str, first: &str) -> Finding {
    Finding::new(Code::AlreadyRead, source, format!("it is the same as {first}, and counts there"))
}

/// The same path was named twice.
pub(crate) fn named_before(source: &str, first: &str) -> Finding {
    let other = if source == first { String::new() } else { format!(" as {first}") };
    let message = format!("it was named before{other}, and counts once");
    Finding::new(Code::AlreadyRead, source, message)
}

/// A reader panicked.
pub(crate) fn stopped(source: &str, panic: &(dyn Any + Send)) -> Finding {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "for a reason it did not tell".to_owned());
    let message = format!("the reader stopped unexpectedly: {text}, please report it");
    Finding::new(Code::DocumentNotUnderstood, source, message)
        .with_help("This is a fault in Plimsoll, not in the input.")
}

/// What the readers look for, for inputs that none of them knows.
pub(crate) fn looked_for(readers: &[&dyn Reader]) -> String {
    let formats = readers.iter().map(|reader| reader.format());
    let formats: Vec<String> =
        formats.map(|format| format!("{} ({})", format.title, format.looks_for)).collect();
    format!("Plimsoll knows: {}", formats.join("; "))
}

impl ReadInput {
    /// An input of which nothing but a finding is left.
    pub(crate) fn ended(outcome: Outcome, finding: Finding) -> Self {
        Self {
            source: finding.source.as_str().into(),
            format: None,
            why: None,
            sources: Vec::new(),
            rows: Vec::new(),
            windows: Vec::new(),
            findings: vec![Arc::new(finding)],
            language: None,
            explanations: Vec::new(),
            outcome,
        }
    }
}
