//! The files that the templates see: the view, the layout, charts and attachments.

use super::fonts::Fonts;
use super::printable::printable;
use super::{PdfError, PdfOptions};
use crate::view::ReportView;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use typst::foundations::Bytes;
use typst::syntax::{FileId, RootedPath, VirtualPath, VirtualRoot};

/// The files that the templates see beside each other.
pub(super) struct Files {
    /// What is in them.
    pub(super) contents: Vec<(FileId, Bytes)>,
    /// The characters that no font has.
    pub(super) replaced: Vec<char>,
}

impl Files {
    pub(super) fn new(
        view: &ReportView,
        options: &PdfOptions,
        fonts: &Fonts,
    ) -> Result<Self, PdfError> {
        let mut replaced = BTreeSet::new();
        let mut contents = BTreeMap::new();
        for chart in view.charts() {
            // The line ends of the file are not text.
            let covers = |one: char| fonts.covers(one);
            let lines = chart.svg.lines().map(|line| {
                let (line, missing) = printable(&line.replace('\t', " "), covers);
                replaced.extend(missing);
                line
            });
            let svg = lines.collect::<Vec<_>>().join("\n");
            let name = format!("charts/{}.svg", chart.name);
            if contents.insert(name.clone(), svg.into_bytes()).is_some() {
                return Err(PdfError::Twice(name));
            }
        }
        for attachment in &options.attachments {
            let name = attachment_path(&attachment.name);
            if contents.insert(name.clone(), attachment.bytes.clone()).is_some() {
                return Err(PdfError::Twice(name));
            }
        }
        let mut shown =
            serde_json::to_value(view).map_err(|error| PdfError::Engine(error.to_string()))?;
        each_text(&mut shown, &mut |text| {
            let (printed, missing) = printable(text, |one| fonts.covers(one));
            if !missing.is_empty() {
                replaced.extend(missing);
                *text = printed;
            }
        });
        contents.insert("view.json".to_owned(), shown.to_string().into_bytes());
        contents.insert(
            "layout.json".to_owned(),
            layout(view, options, fonts).to_string().into_bytes(),
        );
        let contents = contents
            .into_iter()
            .map(|(name, bytes)| Ok((file_id(&name)?, Bytes::new(bytes))))
            .collect::<Result<_, PdfError>>()?;
        Ok(Self { contents, replaced: replaced.into_iter().collect() })
    }
}

/// A file of the closed world by its name.
pub(super) fn file_id(name: &str) -> Result<FileId, PdfError> {
    let path = VirtualPath::new(name).map_err(|_| PdfError::Name(name.to_owned()))?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

fn attachment_path(name: &str) -> String {
    format!("attachments/{name}")
}

/// What a template needs to know that the reader does not.
fn layout(view: &ReportView, options: &PdfOptions, fonts: &Fonts) -> Value {
    let mut subtags = view.language.split('-');
    let language = subtags.next().unwrap_or("en").to_lowercase();
    let region = subtags.clone().find(|subtag| subtag.len() == 2);
    let script = subtags.find(|subtag| subtag.len() == 4);
    let attachments = options.attachments.iter().map(|attachment| {
        json!({
            "name": attachment.name,
            "path": attachment_path(&attachment.name),
            "mime": attachment.mime,
            "description": attachment.description,
            "relationship": attachment.relationship.name(),
        })
    });
    json!({
        "paper": options.paper.name(),
        "fonts": fonts.families,
        "language": language,
        "region": region,
        "script": script.map(str::to_lowercase),
        "attachments": attachments.collect::<Vec<_>>(),
    })
}

/// Every text in a JSON value, but not the charts, which are files of their own.
fn each_text(value: &mut Value, change: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_text(item, change)),
        Value::Object(fields) => {
            fields.remove("svg");
            fields.values_mut().for_each(|field| each_text(field, change));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
