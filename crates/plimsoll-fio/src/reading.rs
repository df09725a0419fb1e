//! From a text to rows.

use crate::condensed::Condensed;
use crate::damage::{beside, no_document, no_lines, nothing_measured, unreadable};
use crate::document::{Document, JobEntry, Naming};
use crate::entry::Place;
use crate::find::{Found, find};
use crate::found::FoundLines;
use crate::log::LoggedJob;
use crate::logged;
use crate::messages::{Message, messages};
use crate::precision::rounded;
use crate::rows::job_rows;
use crate::runs::sort;
use crate::unexpected::{Unexpected, unexpected};
use crate::{human, terse};
use plimsoll_read::{Entry, ReadError, ReadOptions, Sink, Text};
use plimsoll_schema::{Code, Finding};
use std::collections::VecDeque;
use std::sync::Arc;

/// A form in which fio prints what it measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Json,
    Terse,
    Human,
}

/// Findings that touch what stands behind them, and where in the text they were made, in order.
type Told = VecDeque<(usize, Arc<Finding>)>;

/// Reads an entry that is said to be of a form. A JSON document in it says all that the others say. `logged`
/// takes what it says about logs of the run.
pub(crate) fn read_entry(
    entry: &Entry<'_>,
    options: &ReadOptions,
    form: Form,
    runs: &mut usize,
    logged: Option<&mut Vec<LoggedJob>>,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    if form == Form::Json
        && let Some(condensed) = Condensed::of_great(entry, options)
        && let Some(document) = condensed.only_document()
    {
        let found = Found { documents: vec![document], ..Found::default() };
        let has_rows = read_json(condensed.text(), found, runs, logged, sink)?;
        return if has_rows { Ok(()) } else { Err(nothing_measured(condensed.text()).into()) };
    }
    read_text(&entry.text(options)?, form, runs, logged, sink)
}

fn read_text(
    text: &Text,
    form: Form,
    runs: &mut usize,
    logged: Option<&mut Vec<LoggedJob>>,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    if text.replaced() > 0 {
        let message = format!("{} byte sequences are no text", text.replaced());
        sink.finding(Finding::new(Code::TextReplaced, &**text.source(), message));
    }
    let found = find(text.as_str());
    let has_rows = if form == Form::Json || !found.documents.is_empty() {
        read_json(text, found, runs, logged, sink)?
    } else {
        read_lines(text, form, runs, sink)?
    };
    if has_rows { Ok(()) } else { Err(nothing_measured(text).into()) }
}

/// Gives whether there are rows.
fn read_json(
    text: &Text,
    found: Found<'_>,
    runs: &mut usize,
    logged: Option<&mut Vec<LoggedJob>>,
    sink: &mut dyn Sink,
) -> Result<bool, ReadError> {
    let Found { documents, damaged, around } = found;
    let messages = messages(text, &around);
    if documents.is_empty() {
        return Err(no_document(text, &damaged, messages, sink));
    }
    let mut told = tell(messages, sink);
    for damage in &damaged {
        let following = documents.iter().map(|it| it.place.start).find(|it| *it > damage.start);
        let finding = sink.finding(beside(text, damage, following));
        // A damaged document says nothing about the good one after it.
        if finding.code == Code::CutOff {
            told.push_back((damage.start, finding));
        }
    }
    Ok(each_document(text, documents, told, runs, logged, sink))
}

/// Reads what stands in lines: the terse form, and reports for people where there is none. Gives whether
/// there are rows.
fn read_lines(
    text: &Text,
    form: Form,
    runs: &mut usize,
    sink: &mut dyn Sink,
) -> Result<bool, ReadError> {
    let FoundLines { documents, unreadable: damaged, around } = found_lines(text.as_str());
    let messages = messages(text, &around);
    if documents.is_empty() {
        return Err(no_lines(text, form, &damaged, messages, sink));
    }
    let mut told = tell(messages, sink);
    for (at, finding) in unreadable(text, &damaged) {
        told.push_back((at, sink.finding(finding)));
    }
    told.make_contiguous().sort_by_key(|(at, _)| *at);
    Ok(each_document(text, documents, told, runs, None, sink))
}

/// Terse lines and reports for people. Where they tell of one run, the lines count, whose numbers are not
/// rounded; the reports say what was announced of the jobs.
fn found_lines(text: &str) -> FoundLines<'_> {
    let (mut terse, mut human) = (terse::find(text), human::find(text));
    if terse.documents.is_empty() && terse.unreadable.is_empty() {
        return human;
    }
    if human.documents.is_empty() && human.unreadable.is_empty() {
        return terse;
    }
    if tell_of_the_same(&terse.documents, &human.documents) {
        for (one, other) in terse.documents.iter_mut().zip(human.documents) {
            for (entry, reported) in one.entries.iter_mut().zip(other.entries) {
                entry.header = reported.header;
                entry.jobs = reported.jobs;
            }
        }
    } else {
        terse.documents.extend(human.documents);
        terse.documents.sort_by_key(|document| document.place.start);
    }
    terse.unreadable.extend(human.unreadable);
    // What is a line of the other form is no other text.
    for stretch in &mut human.around {
        stretch.retain(|line| !terse::begins_terse(&text[line.clone()]));
    }
    human.around.retain(|stretch| !stretch.is_empty());
    FoundLines { around: human.around, ..terse }
}

fn tell_of_the_same(terse: &[Document<'_>], human: &[Document<'_>]) -> bool {
    let is_same_job = |(one, other): (&JobEntry<'_>, &JobEntry<'_>)| {
        one.name == other.name && one.group_number() == other.group_number()
    };
    let are_same = |(one, other): (&Document<'_>, &Document<'_>)| {
        one.entries.len() == other.entries.len()
            && one.entries.iter().zip(&other.entries).all(is_same_job)
    };
    terse.len() == human.len() && terse.iter().zip(human).all(are_same)
}

fn tell(messages: Vec<Message>, sink: &mut dyn Sink) -> Told {
    messages.into_iter().map(|Message { at, finding }| (at, sink.finding(finding))).collect()
}

/// Makes the rows of the documents that count; gives whether there are any.
fn each_document(
    text: &Text,
    documents: Vec<Document<'_>>,
    mut told: Told,
    runs: &mut usize,
    mut logged: Option<&mut Vec<LoggedJob>>,
    sink: &mut dyn Sink,
) -> bool {
    let sorted = sort(documents);
    note_unused(text, &sorted.repeated, &sorted.superseded, sink);
    let count = sorted.used.len();
    let mut has_rows = false;
    for (index, (number, document)) in sorted.used.into_iter().enumerate() {
        let Unexpected { in_entries, elsewhere } = unexpected(text, &document, sink);
        let are_lines = matches!(document.naming, Naming::Lines(_));
        // With a single document, all that is told touches it; so does what stands behind the last lines.
        let is_all = count == 1 || are_lines && index + 1 == count;
        let mut findings = take_those_before(&mut told, (!is_all).then_some(document.place.end));
        findings.extend(elsewhere);
        findings.extend(rounded(text, &document).map(|finding| sink.finding(finding)));
        let place = Place {
            document: &document,
            source: Arc::clone(text.source()),
            prefix: if count > 1 { format!("document {number} ") } else { String::new() },
            version: version(&document),
            findings,
            unexpected: in_entries,
        };
        let rows = job_rows(&place, runs, sink);
        if let Some(logged) = &mut logged {
            logged.extend(logged::jobs(&place, &rows.jobs));
        }
        drop(document);
        has_rows |= rows.hand_over(sink);
    }
    has_rows
}

/// The findings that touch a document: those before its end, or all that are left.
fn take_those_before(told: &mut Told, end: Option<usize>) -> Vec<Arc<Finding>> {
    let mut findings = Vec::new();
    while let Some((_, finding)) = told.pop_front_if(|(at, _)| end.is_none_or(|end| *at < end)) {
        if finding.code != Code::OtherText {
            findings.push(finding);
        }
    }
    findings
}

/// `fio-3.33` is version 3.33.
fn version(document: &Document<'_>) -> Option<Arc<str>> {
    let version = document.version.as_deref()?;
    Some(version.strip_prefix("fio-").unwrap_or(version).into())
}

fn note_unused(text: &Text, repeated: &[usize], superseded: &[usize], sink: &mut dyn Sink) {
    for (code, numbers, what) in [
        (Code::DocumentRepeated, repeated, "repeat an earlier one"),
        (Code::DocumentSuperseded, superseded, "are earlier states of one that follows"),
    ] {
        if !numbers.is_empty() {
            let list: Vec<String> = numbers.iter().map(usize::to_string).collect();
            let message = format!("documents that {what}: {}", list.join(", "));
            sink.finding(Finding::new(code, &**text.source(), message));
        }
    }
}
