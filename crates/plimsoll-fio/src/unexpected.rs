//! Values that are not what they should be, in words.

use crate::document::Document;
use crate::fields::{Oddity, OddityKind};
use plimsoll_read::{Sink, Text};
use plimsoll_schema::{Code, Finding};
use std::sync::Arc;

/// The findings of a document's unexpected values.
#[derive(Debug)]
pub(crate) struct Unexpected {
    /// Of values in entries: they touch the rows of the entry. In order, with their offset.
    pub(crate) in_entries: Vec<(usize, Arc<Finding>)>,
    /// Of values elsewhere: they touch all rows of the document.
    pub(crate) elsewhere: Vec<Arc<Finding>>,
}

/// Tells the first few one by one, and the others together.
pub(crate) fn unexpected(text: &Text, document: &Document<'_>, sink: &mut dyn Sink) -> Unexpected {
    let oddities = &document.oddities;
    let mut findings: Vec<(usize, Arc<Finding>)> = Vec::new();
    for (oddity, pointer) in oddities.list.iter().zip(&oddities.pointers) {
        let at = oddity.at;
        let excerpt = text.excerpt(at..at + 1, "this value");
        let finding = finding(text, at, &in_words(*oddity, pointer)).showing(excerpt);
        findings.push((at, sink.finding(finding)));
    }
    let others = &oddities.list[findings.len()..];
    if let Some(first) = others.first() {
        let message = format!(
            "{} more values are not of the type that their key promises, or contradict another one of the same key",
            others.len()
        );
        let finding = sink.finding(finding(text, first.at, &message));
        findings.extend(others.iter().map(|other| (other.at, Arc::clone(&finding))));
    }
    let is_in_entry = |(at, _): &(usize, Arc<Finding>)| {
        let next = document.entry_places.partition_point(|place| place.end <= *at);
        document.entry_places.get(next).is_some_and(|place| place.contains(at))
    };
    let (in_entries, mut elsewhere): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_in_entry);
    elsewhere.dedup_by(|(_, one), (_, other)| Arc::ptr_eq(one, other));
    let elsewhere = elsewhere.into_iter().map(|(_, finding)| finding).collect();
    Unexpected { in_entries, elsewhere }
}

fn in_words(oddity: Oddity, pointer: &str) -> String {
    let name = pointer.rsplit('/').next().unwrap_or_default();
    match oddity.kind {
        OddityKind::OtherType => {
            format!("the value of `{name}` ({pointer}) is not of the type that its key promises")
        }
        OddityKind::Repeated => format!(
            "the key `{name}` ({pointer}) stands more than once, with different values: none of them counts"
        ),
    }
}

fn finding(text: &Text, at: usize, message: &str) -> Finding {
    let line = format!("line {}", text.line(at));
    Finding::new(Code::ValueUnreadable, &**text.source(), message).at(line)
}
