//! Documents that cannot be read, in words.

use crate::find::Damaged;
use crate::found::Unreadable;
use crate::messages::Message;
use crate::reading::Form;
use crate::scanner::Problem;
use plimsoll_read::{ReadError, Sink, Text};
use plimsoll_schema::{Code, Finding};
use std::ops::Range;

/// Why there is no document. What fio says instead of it comes first.
pub(crate) fn no_document(
    text: &Text,
    damaged: &[Damaged],
    messages: Vec<Message>,
    sink: &mut dyn Sink,
) -> ReadError {
    let has_messages = messages.iter().any(|it| it.finding.code == Code::ToolMessage);
    for Message { finding, .. } in messages {
        sink.finding(finding);
    }
    let source = &**text.source();
    match damaged.first() {
        Some(first) => {
            let is_too_long = first.error.problem == Problem::TooMany;
            let code =
                if is_too_long { Code::DocumentNotUnderstood } else { Code::DocumentDamaged };
            broken(text, first, first.error.at, code).into()
        }
        None if has_messages => Finding::new(
            Code::NothingMeasured,
            source,
            "there is no document, only messages of fio",
        )
        .into(),
        None => Finding::new(
            Code::DocumentNotUnderstood,
            source,
            "there is no document with a list of jobs (`jobs` or `client_stats`) in it",
        )
        .into(),
    }
}

/// Lines that are told one by one.
const TOLD: usize = 20;

/// Pieces of a text form that cannot be read, and where they stand.
pub(crate) fn unreadable(text: &Text, pieces: &[Unreadable]) -> Vec<(usize, Finding)> {
    let finding = |piece: &Unreadable| {
        let code = if piece.is_cut_off { Code::CutOff } else { Code::LineUnreadable };
        let finding = Finding::new(code, &**text.source(), &*piece.why)
            .at(format!("line {}", text.line(piece.place.start)))
            .showing(text.excerpt(piece.place.clone(), "here"));
        (piece.place.start, finding)
    };
    let mut findings: Vec<_> = pieces.iter().take(TOLD).map(finding).collect();
    if let Some(next) = pieces.get(TOLD) {
        let message = format!("{} more lines cannot be read", pieces.len() - TOLD);
        let others = Finding::new(Code::LineUnreadable, &**text.source(), message)
            .at(format!("line {}", text.line(next.place.start)));
        findings.push((next.place.start, others));
    }
    findings
}

/// Why there is nothing in a text form. What fio says instead of it comes first.
pub(crate) fn no_lines(
    text: &Text,
    form: Form,
    pieces: &[Unreadable],
    messages: Vec<Message>,
    sink: &mut dyn Sink,
) -> ReadError {
    let has_messages = messages.iter().any(|it| it.finding.code == Code::ToolMessage);
    for Message { finding, .. } in messages {
        sink.finding(finding);
    }
    let source = &**text.source();
    if let Some((_, first)) = unreadable(text, pieces).into_iter().next() {
        return Finding { code: Code::DocumentDamaged, ..first }.into();
    }
    if has_messages {
        return Finding::new(
            Code::NothingMeasured,
            source,
            "there is nothing but messages of fio in it",
        )
        .into();
    }
    let missing = match form {
        Form::Terse => "there is no line of the terse form (`3;fio-…`) in it",
        Form::Json | Form::Human => "there is no report about a job (`(groupid=0, jobs=1)`) in it",
    };
    Finding::new(Code::DocumentNotUnderstood, source, missing).into()
}

/// A damaged document beside complete ones, of which the next one begins at `following`. Only the
/// last piece of a text can have been cut off; elsewhere something is missing in the middle.
pub(crate) fn beside(text: &Text, damaged: &Damaged, following: Option<usize>) -> Finding {
    match following {
        // Where a value was cut off, the next document was taken for it.
        Some(next) => broken(text, damaged, damaged.error.at.min(next), Code::DocumentDamaged),
        None if damaged.is_cut_off() => broken(text, damaged, damaged.error.at, Code::CutOff),
        None => broken(text, damaged, damaged.error.at, Code::DocumentDamaged),
    }
}

fn broken(text: &Text, damaged: &Damaged, at: usize, code: Code) -> Finding {
    let begin = text.line(damaged.start);
    let message = match damaged.error.problem {
        Problem::Ends => format!("the document that begins in line {begin} ends in the middle"),
        Problem::Expected(what) => {
            format!("the document that begins in line {begin} breaks off: {what} should stand here")
        }
        Problem::TooDeep => {
            format!("the document that begins in line {begin} nests deeper than fio's do")
        }
        Problem::TooMany => {
            format!("the document that begins in line {begin} has more entries than any run")
        }
    };
    let (place, label) = if damaged.is_cut_off() {
        (last_words(text.as_str(), damaged.start..at), "the last of it")
    } else {
        (at..at + 1, "here")
    };
    Finding::new(code, &**text.source(), message)
        .at(format!("line {}", text.line(place.start)))
        .showing(text.excerpt(place, label))
}

/// What stands last in a part of a text: the end of its last line that is not blank.
fn last_words(text: &str, part: Range<usize>) -> Range<usize> {
    const SHOWN: usize = 60;
    let words = text[part.clone()].trim_end();
    let line = words.rfind('\n').map_or(0, |end| end + 1);
    let is_shown = |at: usize, first: char| !first.is_whitespace() && words.len() - at <= SHOWN;
    let mut places = words[line..].char_indices().map(|(at, first)| (line + at, first));
    let begin = places.find(|(at, first)| is_shown(*at, *first)).map_or(words.len(), |(at, _)| at);
    part.start + begin..part.start + words.len()
}

pub(crate) fn nothing_measured(text: &Text) -> Finding {
    Finding::new(Code::NothingMeasured, &**text.source(), "no job of the document did any I/O")
}
