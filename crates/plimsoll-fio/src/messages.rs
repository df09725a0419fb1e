//! What fio says around its documents.
//!
//! The set of messages is open-ended, and they go to the same place as the document. What looks
//! like a message is a finding of its own; other text (progress, the human report, a prompt) is
//! noted once.

use plimsoll_read::Text;
use plimsoll_schema::{Code, Finding};
use std::ops::Range;

/// Messages of one input that are told in full; there may be one for each failed operation.
const TOLD: usize = 5;

/// A message and where it stands.
#[derive(Debug)]
pub(crate) struct Message {
    /// Offset in the text.
    pub(crate) at: usize,
    /// What is to be said of it.
    pub(crate) finding: Finding,
}

/// The messages in the text around documents.
pub(crate) fn messages(text: &Text, around: &[Range<usize>]) -> Vec<Message> {
    let mut told: Vec<Message> = Vec::new();
    let mut more = 0;
    let mut other: Option<(usize, &str)> = None;
    let mut others = 0;
    for (at, line) in lines(text.as_str(), around) {
        match classify(line) {
            Line::Interrupted => told.push(message(text, at, line, Code::RunInterrupted)),
            Line::Message if told.len() < TOLD => {
                told.push(message(text, at, line, Code::ToolMessage));
            }
            Line::Message => more += 1,
            Line::Other => {
                others += 1;
                other.get_or_insert((at, line));
            }
            Line::Progress => {}
        }
    }
    if more > 0 {
        let finding = Finding::new(
            Code::ToolMessage,
            &**text.source(),
            format!("{more} more messages of fio stand around the document"),
        );
        told.push(Message { at: text.as_str().len(), finding });
    }
    if let Some((at, line)) = other {
        let message = format!(
            "{others} {} of other text around the document, the first one {:?}",
            if others == 1 { "line" } else { "lines" },
            shortened(line)
        );
        let finding = Finding::new(Code::OtherText, &**text.source(), message)
            .at(format!("line {}", text.line(at)));
        told.push(Message { at, finding });
    }
    told
}

/// Lines that are not empty; a progress line ends with a carriage return.
fn lines<'t>(text: &'t str, around: &'t [Range<usize>]) -> impl Iterator<Item = (usize, &'t str)> {
    around.iter().flat_map(move |range| {
        let mut at = range.start;
        text[range.clone()].split_inclusive(['\n', '\r']).filter_map(move |line| {
            let begin = at + (line.len() - line.trim_start().len());
            at += line.len();
            let line = line.trim();
            (!line.is_empty()).then_some((begin, line))
        })
    })
}

enum Line {
    Interrupted,
    Message,
    Progress,
    Other,
}

fn classify(line: &str) -> Line {
    // Lines of a client are led by `<hostname> `.
    let line = match line.strip_prefix('<').and_then(|rest| rest.split_once("> ")) {
        Some((_, rest)) => rest,
        None => line,
    };
    let lower = line.to_ascii_lowercase();
    if lower.contains("terminating on signal") {
        Line::Interrupted
    } else if line.starts_with("fio: ") || lower.contains("error") || lower.contains("failed") {
        Line::Message
    } else if line.starts_with("Jobs: ") || line.starts_with("hostname=") {
        Line::Progress
    } else {
        Line::Other
    }
}

fn message(text: &Text, at: usize, line: &str, code: Code) -> Message {
    let finding = Finding::new(code, &**text.source(), format!("fio wrote {:?}", shortened(line)))
        .at(format!("line {}", text.line(at)))
        .showing(text.excerpt(at..at + line.len(), "this message"));
    Message { at, finding }
}

fn shortened(line: &str) -> String {
    const SHOWN: usize = 160;
    if line.chars().count() <= SHOWN {
        return line.to_owned();
    }
    line.chars().take(SHOWN).chain(['…']).collect()
}
