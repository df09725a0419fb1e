//! The reader of vdbench's output.

use crate::about::About;
use crate::doubts;
use crate::files::{FileKind, is_vdbench_name, recognise};
use crate::output::Output;
use crate::points::points;
use crate::rows::give_rows;
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
};
use plimsoll_schema::Origin;
use std::sync::Arc;

/// Reads output directories of vdbench, and single files of them.
#[derive(Debug)]
pub struct Vdbench;

static FORMAT: Format = Format {
    name: "vdbench",
    title: "vdbench output",
    looks_for: "an output directory of vdbench, or its summary.html, totals.html, flatfile.html, console text or `parseflat` CSV",
    origin: Origin::Measured,
};

impl Reader for Vdbench {
    fn format(&self) -> &'static Format {
        &FORMAT
    }

    /// All files of an output that lie in one folder are one input. Files of several outputs in one folder
    /// (several consoles, summaries under names of their own) are inputs of their own.
    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let files: Vec<Seen> = listing
            .entries
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| {
                let (kind, why) = recognise(&entry.name, &entry.head_text())?;
                let is_named_so = is_vdbench_name(&entry.name, &kind);
                Some(Seen { index, kind, why, is_named_so })
            })
            .collect();
        let (alone, mut together): (Vec<&Seen>, Vec<&Seen>) =
            files.iter().partition(|file| file.is_an_output_of_its_own(&files));
        together.sort_by_key(|file| file.index);
        let mut claims: Vec<Claim> = alone
            .into_iter()
            .map(|file| Claim::on_entry(file.index, confidence(&file.kind), file.why.clone()))
            .collect();
        // Other files tell nothing by themselves.
        let tells = |file: &&&Seen| file.kind.is_core() || matches!(file.kind, FileKind::Report(_));
        if let Some(first) = together.iter().filter(tells).min_by_key(|file| file.kind.rank()) {
            let why = match together.len() {
                1 => first.why.clone(),
                count => {
                    let name = &listing.entries[first.index].name;
                    format!("it has {count} files of one output, among them {name}: {}", first.why)
                }
            };
            let confidence = confidence(&first.kind);
            let entries = together.iter().map(|file| file.index).collect();
            claims.push(Claim::on_entries(entries, confidence, why));
        }
        claims
    }

    fn part(&self, entry: &Entry<'_>) -> Part {
        match recognise(&entry.name, &entry.head_text()) {
            Some(_) => Part::Gathers,
            None => Part::Alone,
        }
    }

    fn hint(&self, entry: &Entry<'_>) -> Option<String> {
        let (kind, _) = recognise(&entry.name, &entry.head_text())?;
        let title = kind.title();
        Some(format!("{title} of vdbench, which has no figures without a summary or a flat file"))
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let files: Vec<(FileKind, &Entry<'_>)> = bundle
            .entries
            .iter()
            .map(|entry| {
                let kind = recognise(&entry.name, &entry.head_text()).map(|(kind, _)| kind);
                // `--from vdbench` may name a file that does not look like one of its own.
                (kind.unwrap_or(FileKind::Console), *entry)
            })
            .collect();
        let output = Output::read(&files, options)?;
        let about = About::new(&output, Arc::clone(&bundle.source));
        doubts::of_files(&about, sink);
        let points = points(&about);
        if points.iter().all(|point| point.start.is_format()) {
            return Err(doubts::nothing(&about, &points).into());
        }
        let missing = doubts::missing(&about, bundle.entries.len() > 1);
        for finding in missing.into_iter().chain(doubts::unknown_version(&about)) {
            sink.finding(finding);
        }
        if give_rows(&about, &points, sink) {
            Ok(())
        } else {
            Err(doubts::nothing(&about, &points).into())
        }
    }
}

/// A file of the listing that is one of vdbench's.
struct Seen {
    index: usize,
    kind: FileKind,
    why: String,
    /// Whether it has the name that vdbench gives it.
    is_named_so: bool,
}

impl Seen {
    /// Whether it is an output by itself: of several of a kind only the one with vdbench's own name can belong to
    /// the other files. Console texts and what `parseflat` wrote have no such name: several of them are
    /// several outputs.
    fn is_an_output_of_its_own(&self, all: &[Self]) -> bool {
        let alike = all.iter().filter(|other| other.kind == self.kind).count();
        self.kind.is_core() && alike > 1 && !self.is_named_so
    }
}

fn confidence(kind: &FileKind) -> Confidence {
    match kind {
        FileKind::Summary | FileKind::Totals | FileKind::FlatFile | FileKind::Log => {
            Confidence::Certain
        }
        _ => Confidence::Likely,
    }
}
