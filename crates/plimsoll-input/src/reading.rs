//! Reads one claim.

use crate::content::Hashed;
use crate::finding::stopped;
use crate::{InputOptions, Outcome, ReadInput};
use plimsoll_read::{Bundle, Entry, Kept, ReadError, ReadOptions, Reader};
use plimsoll_schema::{Code, Finding, Level, SourceRecord};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A claim, and what it is on.
pub(crate) struct Claimed<'a> {
    /// What the input is called: its entry if there is one, else the folder.
    pub(crate) source: Arc<str>,
    /// Its entries, in the order of the claim.
    pub(crate) entries: Vec<Entry<'a>>,
    /// Why the reader claimed them.
    pub(crate) why: String,
}

/// Reads the entries of a claim with the reader that made it.
pub(crate) fn read<'a>(
    reader: &dyn Reader,
    claimed: Claimed<'a>,
    options: &InputOptions<'_>,
) -> ReadInput {
    let Claimed { source, entries: claimed, why } = claimed;
    let hashed = |entry: &Entry<'a>| Hashed::new(entry.content, options.records_sources);
    let hashed: Vec<Hashed<'_>> = claimed.iter().map(hashed).collect();
    let mut kept = Kept::default();
    let result = {
        let entries: Vec<Entry<'_>> = claimed.iter().zip(&hashed).map(with_content).collect();
        let bundle = Bundle { source: Arc::clone(&source), entries: entries.iter().collect() };
        run(reader, &bundle, &options.read, &mut kept)
    };
    let result = result.and_then(|()| complete(&claimed, &hashed));
    let mut input = ReadInput {
        source,
        format: Some(reader.format()),
        why: Some(why),
        sources: records(&claimed, &hashed),
        rows: kept.rows,
        windows: kept.windows,
        findings: kept.findings,
        language: kept.language,
        explanations: kept.explanations,
        outcome: Outcome::Read,
    };
    if let Err(failure) = result {
        let (outcome, finding) = ended(failure, claimed.iter().any(|entry| entry.is_named));
        input.outcome = outcome;
        input.rows.clear();
        input.windows.clear();
        input.findings.extend(finding.map(Arc::new));
    }
    input
}

/// How an input ends that gave no rows, and what is left to say.
fn ended(failure: Failure, is_named: bool) -> (Outcome, Option<Finding>) {
    match failure {
        Some(ReadError::NoResult(finding)) if !is_named => {
            let note = Finding::new(Code::NoResult, finding.source, finding.message);
            (Outcome::Skipped, Some(note))
        }
        Some(error) => (Outcome::Failed, Some(error.into_finding())),
        None => (Outcome::Failed, None),
    }
}

/// What was wrong; none where the reader has said so already.
type Failure = Option<ReadError>;

fn run(
    reader: &dyn Reader,
    bundle: &Bundle<'_>,
    options: &ReadOptions,
    kept: &mut Kept,
) -> Result<(), Failure> {
    match catch_unwind(AssertUnwindSafe(|| reader.read(bundle, options, kept))) {
        Err(panic) => Err(Some(stopped(&bundle.source, panic.as_ref()).into())),
        Ok(Err(error)) => Err(Some(error)),
        Ok(Ok(())) if !kept.rows.is_empty() || !kept.windows.is_empty() => Ok(()),
        Ok(Ok(())) => {
            let is_told = kept.findings.iter().any(|finding| finding.level() == Level::Error);
            let message = "the input is complete, but holds no figures";
            let finding = Finding::new(Code::NothingMeasured, &*bundle.source, message);
            Err((!is_told).then_some(finding.into()))
        }
    }
}

/// Reads what the reader left out: an input whose end is damaged is not read, whoever needs it.
fn complete(claimed: &[Entry<'_>], hashed: &[Hashed<'_>]) -> Result<(), Failure> {
    for (entry, content) in claimed.iter().zip(hashed) {
        content
            .complete()
            .map_err(|error| ReadError::Io { source: entry.source.to_string(), error })?;
    }
    Ok(())
}

fn records(claimed: &[Entry<'_>], hashed: &[Hashed<'_>]) -> Vec<SourceRecord> {
    let pairs = claimed.iter().zip(hashed);
    pairs.filter_map(|(entry, content)| content.record(&entry.source)).collect()
}

fn with_content<'a>((entry, content): (&Entry<'_>, &'a Hashed<'_>)) -> Entry<'a> {
    Entry {
        name: entry.name.clone(),
        source: Arc::clone(&entry.source),
        is_named: entry.is_named,
        content,
    }
}
