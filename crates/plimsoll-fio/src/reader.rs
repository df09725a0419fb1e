//! The readers of what fio prints of a run: JSON, the terse form, the report for people.
//!
//! A file may hold several forms of one run (`--output-format=normal,json,terse`). Whichever reader claims it,
//! the same is read: JSON if there is a document, else what the other forms say together.

use crate::human;
use crate::log;
use crate::reading::{Form, read_entry};
use crate::terse;
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
    Sought, TextForm,
};
use plimsoll_schema::Origin;

/// Reads fio's `json` and `json+` output, of local and of client/server runs. Logs of the same run beside it
/// give interval data.
#[derive(Debug)]
pub struct FioJson;

/// Reads fio's `terse` output, versions 2 to 5.
#[derive(Debug)]
pub struct FioTerse;

/// Reads fio's `normal` output, of 2.0 to 3.42.
#[derive(Debug)]
pub struct FioHuman;

static JSON: Format = Format {
    name: "fio-json",
    title: "fio JSON",
    looks_for: "a document of `fio --output-format=json` or `json+`, with text around it or not",
    origin: Origin::Measured,
};

static TERSE: Format = Format {
    name: "fio-terse",
    title: "fio terse output",
    looks_for: "lines of `fio --output-format=terse` (`--minimal`), such as `3;fio-3.33;…`",
    origin: Origin::Measured,
};

static HUMAN: Format = Format {
    name: "fio-human",
    title: "fio report for people",
    looks_for: "reports about jobs as `fio` prints them by default, `job: (groupid=0, jobs=1): err= 0: …`",
    origin: Origin::Measured,
};

impl Reader for FioJson {
    fn format(&self) -> &'static Format {
        &JSON
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let mut claims = claims(listing, |entry, head| recognise_json(&entry.name, head));
        log::claim_logs(listing, &mut claims);
        claims
    }

    /// Logs belong to the document of their run, and a document may have logs.
    fn part(&self, entry: &Entry<'_>) -> Part {
        log::part(entry, |head| holds_json(&entry.name, head))
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let is_document = |entry: &Entry<'_>| holds_json(&entry.name, &entry.head_text());
        let (logs, documents) = log::split(bundle, is_document);
        let (mut runs, mut jobs) = (0, Vec::new());
        let wants_logs = options.series && !logs.is_empty();
        for entry in documents {
            let logged = wants_logs.then_some(&mut jobs);
            read_entry(entry, options, Form::Json, &mut runs, logged, sink)?;
        }
        if wants_logs {
            log::read_logs(&logs, &jobs, options, sink);
        }
        Ok(())
    }
}

impl Reader for FioTerse {
    fn format(&self) -> &'static Format {
        &TERSE
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        claims(listing, |entry, head| {
            let is_json = TextForm::of(head) == TextForm::Json || holds_json(&entry.name, head);
            if is_json { None } else { recognise_terse(head) }
        })
    }

    fn part(&self, _: &Entry<'_>) -> Part {
        Part::Alone
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        read(bundle, options, Form::Terse, sink)
    }
}

impl Reader for FioHuman {
    fn format(&self) -> &'static Format {
        &HUMAN
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        claims(listing, |entry, head| {
            let is_json = TextForm::of(head) == TextForm::Json || holds_json(&entry.name, head);
            if is_json || recognise_terse(head).is_some() { None } else { recognise_human(head) }
        })
    }

    fn part(&self, _: &Entry<'_>) -> Part {
        Part::Alone
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        read(bundle, options, Form::Human, sink)
    }
}

/// A claim on each entry that is recognised by name and head.
fn claims(
    listing: &Listing<'_>,
    recognise: impl Fn(&Entry<'_>, &str) -> Option<(Confidence, String)>,
) -> Vec<Claim> {
    let claim = |(index, entry): (usize, &Entry<'_>)| {
        let (confidence, why) = recognise(entry, &entry.head_text())?;
        Some(Claim::on_entry(index, confidence, why))
    };
    listing.entries.iter().enumerate().filter_map(claim).collect()
}

fn read(
    bundle: &Bundle<'_>,
    options: &ReadOptions,
    form: Form,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let mut runs = 0;
    for entry in &bundle.entries {
        read_entry(entry, options, form, &mut runs, None, sink)?;
    }
    Ok(())
}

/// The key that every document of fio has.
static VERSION: Sought = Sought::new("\"fio version\"");

/// Whether the begin of a file is that of fio's JSON, and by what this is seen.
fn recognise_json(name: &str, head: &str) -> Option<(Confidence, String)> {
    if let Some(at) = version_at(head) {
        let value = head[at + VERSION.as_str().len()..]
            .trim_start_matches([' ', ':', '\t', '\r', '\n', '"']);
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
    if TextForm::of(head) == TextForm::Json {
        return None;
    }
    let shows_progress = head.contains("Jobs: ") && head.contains("(f=");
    (shows_progress && head.contains("[eta"))
        .then(|| (Confidence::Possible, "it begins with fio's progress line".to_owned()))
}

/// Whether a document is seen, rather than suspected.
fn holds_json(name: &str, head: &str) -> bool {
    let is_sure = |(confidence, _)| confidence > Confidence::Possible;
    version_at(head).is_some() || recognise_json(name, head).is_some_and(is_sure)
}

fn version_at(head: &str) -> Option<usize> {
    VERSION.find(head)
}

/// What stands in every line of the terse form: its version, or of the second a list of percentiles.
static TERSE_PARTS: [Sought; 2] = [Sought::new(";fio-"), Sought::new("%=")];

/// What stands in every line that begins a report about a job, or announces one.
static HUMAN_PARTS: [Sought; 2] = [Sought::new(": (groupid="), Sought::new("): rw=")];

/// Whether it is worth looking for lines: most texts are of other formats.
fn has_one(parts: &[Sought], head: &str) -> bool {
    parts.iter().any(|part| part.is_in(head))
}

fn recognise_terse(head: &str) -> Option<(Confidence, String)> {
    if !has_one(&TERSE_PARTS, head) {
        return None;
    }
    let line = crate::lines::lines(head).find(|line| terse::begins_terse(line.words))?;
    let version = &line.words[..1];
    let why = format!("line {} is one of the terse form, version {version}", line.number);
    let confidence = if version == "2" { Confidence::Likely } else { Confidence::Certain };
    Some((confidence, why))
}

fn recognise_human(head: &str) -> Option<(Confidence, String)> {
    if !has_one(&HUMAN_PARTS, head) {
        return None;
    }
    let mut lines = crate::lines::lines(head);
    if let Some(line) = lines.find(|line| human::begins_a_job(line.words)) {
        let why = format!("line {} begins a report about a job (`groupid=`)", line.number);
        return Some((Confidence::Certain, why));
    }
    let line = crate::lines::lines(head).find(|line| human::announces_a_job(line.words))?;
    Some((Confidence::Likely, format!("line {} announces a job (`rw=`)", line.number)))
}
