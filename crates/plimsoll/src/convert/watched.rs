//! Readers that are watched: how many bytes they have read, and what they need not read.

use super::dataset::Known;
use plimsoll_input::ReadInput;
use plimsoll_read::{
    Bundle, Claim, Confidence, Content, Entry, Format, Head, Listing, Part, ReadError, ReadOptions,
    Reader, Sink,
};
use plimsoll_schema::{Code, Finding, Identity, Origin, Row};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is said of an input that is not read, by which it is told from others.
const NOT_READ: &str = "it is not read";

/// What is to be read.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    All,
    /// What is not in the dataset yet.
    New(&'a Known),
    /// Nothing: the claims tell enough.
    Nothing,
}

/// A reader that is watched.
pub(super) struct Watched<'a> {
    pub(super) reader: &'static dyn Reader,
    pub(super) wanted: Wanted<'a>,
    /// The bytes that were read, after decompression.
    pub(super) bytes: &'a AtomicU64,
}

/// Whether an input was claimed and not read, because that is not wanted. It has no figures.
pub(super) fn was_spared(input: &ReadInput) -> bool {
    input.findings.last().is_some_and(|finding| finding.message == NOT_READ)
}

impl Reader for Watched<'_> {
    fn format(&self) -> &'static Format {
        self.reader.format()
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        self.reader.claim(listing)
    }

    fn part(&self, entry: &Entry<'_>) -> Part {
        self.reader.part(entry)
    }

    fn greatest_confidence(&self) -> Confidence {
        self.reader.greatest_confidence()
    }

    fn hint(&self, entry: &Entry<'_>) -> Option<String> {
        self.reader.hint(entry)
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let contents = bundle.entries.iter().map(|entry| entry.content);
        let counted: Vec<Counted<'_>> =
            contents.map(|content| Counted { content, bytes: self.bytes }).collect();
        let pairs = bundle.entries.iter().zip(&counted);
        let entries: Vec<Entry<'_>> =
            pairs.map(|(entry, content)| with_content(entry, content)).collect();
        let bundle =
            Bundle { source: Arc::clone(&bundle.source), entries: entries.iter().collect() };
        let not_read = || Finding::new(Code::NoResult, &*bundle.source, NOT_READ);
        match self.wanted {
            Wanted::Nothing => Err(ReadError::NoResult(Box::new(not_read()))),
            // What cannot be read is for the reader to tell.
            Wanted::New(known) if known.recognises(self.format(), &bundle).unwrap_or(false) => {
                // An input that was read has rows, and the folder it lies in holds one.
                let place =
                    Identity::new(Arc::clone(&bundle.source), String::new(), Origin::Measured);
                sink.row(Row::new(place));
                sink.finding(not_read());
                Ok(())
            }
            Wanted::All | Wanted::New(_) => self.reader.read(&bundle, options, sink),
        }
    }
}

fn with_content<'a>(entry: &Entry<'_>, content: &'a dyn Content) -> Entry<'a> {
    Entry {
        name: entry.name.clone(),
        source: Arc::clone(&entry.source),
        is_named: entry.is_named,
        content,
    }
}

/// A content whose bytes are counted as they are read.
struct Counted<'a> {
    content: &'a dyn Content,
    bytes: &'a AtomicU64,
}

impl Content for Counted<'_> {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(Counting { inner: self.content.open()?, bytes: self.bytes }))
    }

    fn size(&self) -> Option<u64> {
        self.content.size()
    }

    fn kept_head(&self) -> Option<&Head> {
        self.content.kept_head()
    }

    fn kept_text(&self) -> Option<&str> {
        let text = self.content.kept_text()?;
        self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        Some(text)
    }
}

struct Counting<'a> {
    inner: Box<dyn Read + 'a>,
    bytes: &'a AtomicU64,
}

impl Read for Counting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
