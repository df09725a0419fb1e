//! What fio says around its documents.
//!
//! The set of messages is open-ended, and they go to the same place as the document. What looks
//! like a message is a finding of its own; other text (progress, the human report, a prompt) is
//! noted once.

use crate::find::Stretch;
use plimsoll_read::Text;
use plimsoll_schema::{Code, Finding};
use std::ops::Range;

/// Messages between two documents that are told in full; there may be one for each failed
/// operation.
pub(crate) use crate::fields::TOLD;

/// A message and where it stands.
#[derive(Debug)]
pub(crate) struct Message {
    /// Offset in the text.
    pub(crate) at: usize,
    /// What is to be said of it.
    pub(crate) finding: Finding,
}

/// The messages in the text around documents. Each touches the document after it, so what is told
/// is counted anew between any two of them.
pub(crate) fn messages(text: &Text, around: &[Stretch]) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    let mut other: Option<(usize, &str)> = None;
    let mut others = 0;
    for stretch in around {
        let [mut interruptions, mut tool_messages] =
            [Code::RunInterrupted, Code::ToolMessage].map(Told::new);
        let ranges = stretch.iter().cloned();
        for (at, line) in ranges.flat_map(|range| lines(text.as_str(), range)) {
            match classify(line) {
                Line::Interrupted => messages.extend(interruptions.tell(text, at, line)),
                Line::Message => messages.extend(tool_messages.tell(text, at, line)),
                Line::Other => {
                    others += 1;
                    other.get_or_insert((at, line));
                }
                Line::Progress => {}
            }
        }
        messages.extend(interruptions.rest(text));
        messages.extend(tool_messages.rest(text));
    }
    if let Some((at, line)) = other {
        let message = format!(
            "{others} {} of other text around the document, the first one {:?}",
            if others == 1 { "line" } else { "lines" },
            shortened(line)
        );
        let finding = Finding::new(Code::OtherText, &**text.source(), message)
            .at(format!("line {}", text.line(at)));
        messages.push(Message { at, finding });
    }
    messages.sort_by_key(|message| message.at);
    messages
}

/// Messages of one kind: the first few are told, the others counted.
struct Told {
    code: Code,
    in_full: usize,
    more: usize,
    first_of_more: usize,
}

impl Told {
    fn new(code: Code) -> Self {
        Self { code, in_full: 0, more: 0, first_of_more: 0 }
    }

    fn tell(&mut self, text: &Text, at: usize, line: &str) -> Option<Message> {
        if self.in_full == TOLD {
            if self.more == 0 {
                self.first_of_more = at;
            }
            self.more += 1;
            return None;
        }
        self.in_full += 1;
        let said = format!("fio wrote {:?}", shortened(line));
        let finding = Finding::new(self.code, &**text.source(), said)
            .at(format!("line {}", text.line(at)))
            .showing(text.excerpt(at..at + line.len(), "this message"));
        Some(Message { at, finding })
    }

    fn rest(self, text: &Text) -> Option<Message> {
        let (at, more) = (self.first_of_more, self.more);
        let finding = Finding::new(
            self.code,
            &**text.source(),
            format!("{more} more messages of fio stand around the document"),
        );
        (more > 0).then_some(Message { at, finding })
    }
}

/// Lines that are not empty; a progress line ends with a carriage return.
fn lines(text: &str, part: Range<usize>) -> impl Iterator<Item = (usize, &str)> {
    let mut at = part.start;
    text[part].split_inclusive(['\n', '\r']).filter_map(move |line| {
        let is_blank = |it: char| it.is_whitespace() || it == '\0';
        let begin = at + (line.len() - line.trim_start_matches(is_blank).len());
        at += line.len();
        let line = line.trim_matches(is_blank);
        (!line.is_empty()).then_some((begin, line))
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
    } else if line.starts_with('"') {
        // A line of a document that is damaged before it.
        Line::Other
    } else if line.starts_with("fio: ") || lower.contains("error") || lower.contains("failed") {
        Line::Message
    } else if line.starts_with("Jobs: ") || line.starts_with("hostname=") {
        Line::Progress
    } else {
        Line::Other
    }
}

fn shortened(line: &str) -> String {
    const SHOWN: usize = 160;
    if line.chars().count() <= SHOWN {
        return line.to_owned();
    }
    line.chars().take(SHOWN).chain(['…']).collect()
}
