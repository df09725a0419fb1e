//! The reader of fio JSON.

use crate::damage::{beside, no_document, nothing_measured};
use crate::document::Document;
use crate::entry::Place;
use crate::find::{Found, find};
use crate::messages::{Message, messages};
use crate::rows::document_rows;
use crate::runs::sort;
use crate::unexpected::{Unexpected, unexpected};
use plimsoll_read::{
    Bundle, Claim, Confidence, Format, Listing, ReadError, ReadOptions, Reader, Sink, Text,
};
use plimsoll_schema::{Code, Finding, Origin};
use std::collections::VecDeque;
use std::sync::Arc;

/// Reads fio's `json` and `json+` output, of local and of client/server runs.
#[derive(Debug)]
pub struct FioJson;

static FORMAT: Format = Format {
    name: "fio-json",
    title: "fio JSON",
    looks_for: "a document of `fio --output-format=json` or `json+`, with text around it or not",
    origin: Origin::Measured,
};

impl Reader for FioJson {
    fn format(&self) -> &'static Format {
        &FORMAT
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let claim = |(index, entry): (usize, &plimsoll_read::Entry<'_>)| {
            let (confidence, why) = recognise(&entry.name, &entry.head_text())?;
            Some(Claim::on_entry(index, confidence, why))
        };
        listing.entries.iter().enumerate().filter_map(claim).collect()
    }

    fn may_be_part(&self, _: &plimsoll_read::Entry<'_>) -> bool {
        false
    }

    fn hint(&self, entry: &plimsoll_read::Entry<'_>) -> Option<String> {
        crate::hint::hint(&entry.head_text())
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let mut runs = 0;
        for entry in &bundle.entries {
            read_text(&entry.text(options)?, &mut runs, sink)?;
        }
        Ok(())
    }
}

/// Whether the begin of a file is that of fio's JSON, and by what this is seen.
fn recognise(name: &str, head: &str) -> Option<(Confidence, String)> {
    if let Some((_, rest)) = head.split_once("\"fio version\"") {
        let value = rest.trim_start_matches([' ', ':', '\t', '\r', '\n', '"']);
        let version: String = value.chars().take_while(|it| !matches!(it, '"' | '\n')).collect();
        return Some((Confidence::Certain, format!("it names its version, {version}")));
    }
    let has_jobs = ["\"jobs\"", "\"client_stats\""].iter().any(|key| head.contains(key));
    if has_jobs && head.contains("\"jobname\"") {
        return Some((Confidence::Likely, "it has a list of jobs with `jobname`".to_owned()));
    }
    let is_json = std::path::Path::new(name).extension().is_some_and(|it| it == "json");
    if is_json && head.trim_start().starts_with("fio: ") {
        return Some((
            Confidence::Possible,
            "a .json that begins with a message of fio".to_owned(),
        ));
    }
    let shows_progress = head.contains("Jobs: ") && head.contains("(f=");
    (shows_progress && head.contains("[eta"))
        .then(|| (Confidence::Possible, "it begins with fio's progress line".to_owned()))
}

fn read_text(text: &Text, runs: &mut usize, sink: &mut dyn Sink) -> Result<(), ReadError> {
    if text.replaced() > 0 {
        let message = format!("{} byte sequences are no text", text.replaced());
        sink.finding(Finding::new(Code::TextReplaced, &**text.source(), message));
    }
    let Found { documents, damaged, around } = find(text.as_str());
    let messages = messages(text, &around);
    if documents.is_empty() {
        return Err(no_document(text, &damaged, messages, sink));
    }
    let mut messages: VecDeque<(usize, Arc<Finding>)> =
        messages.into_iter().map(|Message { at, finding }| (at, sink.finding(finding))).collect();
    for damage in &damaged {
        let following = documents.iter().map(|it| it.place.start).find(|it| *it > damage.start);
        let finding = sink.finding(beside(text, damage, following));
        // A damaged document says nothing about the good one after it.
        if finding.code == Code::CutOff {
            messages.push_back((damage.start, finding));
        }
    }
    let sorted = sort(documents);
    note_unused(text, &sorted.repeated, &sorted.superseded, sink);
    let are_several = sorted.used.len() > 1;
    let mut has_rows = false;
    for (number, document) in &sorted.used {
        let Unexpected { in_entries, elsewhere } = unexpected(text, document, sink);
        let mut findings = take_those_of(&mut messages, document, are_several);
        findings.extend(elsewhere);
        let place = Place {
            document,
            source: Arc::clone(text.source()),
            prefix: if are_several { format!("document {number} ") } else { String::new() },
            version: version(document),
            findings,
            unexpected: in_entries,
        };
        let rows = document_rows(&place, runs, sink);
        has_rows |= !rows.is_empty();
        for row in rows {
            sink.row(row);
        }
    }
    if has_rows { Ok(()) } else { Err(nothing_measured(text).into()) }
}

/// The messages that touch a document: those before its end. With a single document all do.
fn take_those_of(
    messages: &mut VecDeque<(usize, Arc<Finding>)>,
    document: &Document<'_>,
    are_several: bool,
) -> Vec<Arc<Finding>> {
    let mut findings = Vec::new();
    while let Some((_, finding)) =
        messages.pop_front_if(|(at, _)| !are_several || *at < document.place.end)
    {
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
