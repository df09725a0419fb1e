//! Asks the readers whose the entries of a listing are.

use crate::InputOptions;
use crate::finding::stopped;
use plimsoll_read::{
    Bundle, Choice, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions,
    Reader, Sink, choose,
};
use plimsoll_schema::Finding;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Whose the entries of a listing are.
pub(crate) struct Claims {
    /// The claims that won, by their first entries.
    choices: Vec<Option<Choice>>,
    is_claimed: Vec<bool>,
    /// Doubts about the choice.
    findings: Vec<Finding>,
    /// Readers that panicked while they looked.
    pub(crate) stopped: Vec<(&'static Format, Finding)>,
}

impl Claims {
    /// Asks all readers.
    pub(crate) fn on(listing: &Listing<'_>, options: &InputOptions<'_>) -> Self {
        let stopped = Mutex::new(Vec::new());
        let guarded: Vec<Guarded<'_>> = options
            .readers
            .iter()
            .map(|reader| Guarded { reader: *reader, stopped: &stopped })
            .collect();
        let readers: Vec<&dyn Reader> =
            guarded.iter().map(|reader| reader as &dyn Reader).collect();
        let count = listing.entries.len();
        let (chosen, findings) = match count {
            0 => (Vec::new(), Vec::new()),
            _ => choose(listing, &readers, options.from),
        };
        let mut claims = Self {
            choices: (0..count).map(|_| None).collect(),
            is_claimed: vec![false; count],
            findings,
            stopped: stopped.into_inner().unwrap_or_else(PoisonError::into_inner),
        };
        for choice in chosen {
            for entry in &choice.claim.entries {
                claims.is_claimed[*entry] = true;
            }
            let first = choice.claim.entries[0];
            claims.choices[first] = Some(choice);
        }
        claims
    }

    /// The claim that counts at this entry.
    pub(crate) fn take(&mut self, entry: usize) -> Option<Choice> {
        self.choices[entry].take()
    }

    /// Whether the entry belongs to a claim, its own or that of an entry before it.
    pub(crate) fn is_claimed(&self, entry: usize) -> bool {
        self.is_claimed[entry]
    }

    /// The doubts about the claim on this source.
    pub(crate) fn findings_on(&mut self, source: &str) -> Vec<Finding> {
        self.findings.extract_if(.., |finding| finding.source == source).collect()
    }
}

/// A reader that cannot end the run, and cannot claim what is not there.
struct Guarded<'a> {
    reader: &'a dyn Reader,
    stopped: &'a Mutex<Vec<(&'static Format, Finding)>>,
}

impl Reader for Guarded<'_> {
    fn format(&self) -> &'static Format {
        self.reader.format()
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        match catch_unwind(AssertUnwindSafe(|| self.reader.claim(listing))) {
            Ok(claims) => {
                let count = listing.entries.len();
                claims.into_iter().filter_map(|claim| well_formed(claim, count)).collect()
            }
            Err(panic) => {
                let source = match listing.entries {
                    [entry] => &entry.source,
                    _ => &listing.folder,
                };
                let finding = stopped(source, panic.as_ref());
                let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
                stopped.push((self.format(), finding));
                Vec::new()
            }
        }
    }

    fn part(&self, entry: &Entry<'_>) -> Part {
        self.reader.part(entry)
    }

    fn greatest_confidence(&self) -> Confidence {
        self.reader.greatest_confidence()
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        self.reader.read(bundle, options, sink)
    }
}

/// A claim on entries that exist, ascending, each once.
fn well_formed(mut claim: Claim, count: usize) -> Option<Claim> {
    claim.entries.sort_unstable();
    claim.entries.dedup();
    claim.entries.retain(|entry| *entry < count);
    (!claim.entries.is_empty()).then_some(claim)
}
