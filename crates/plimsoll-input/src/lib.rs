//! From paths to rows: the whole chain, given a list of readers.
//!
//! ```text
//!  paths      walk             look at the bytes      one Listing for what     a Bundle a claim
//!  ────────►  files, folders ──────────────────────►  belongs together   ────► reader ──────────► each
//!  (`list`,   (`walk`)         archives are opened    (`gathering`,            (`work`, `reading`,
//!  `pattern`)                  in place (`archive`)   `claims`)                on all threads: `line`)
//! ```
//!
//! * [`read_inputs`] takes what the user named. Files that stand next to each other in the same
//!   folder are looked at together; every folder that is walked is one, and so is every folder of an archive.
//! * What a file is, its bytes tell (`kind`), never its name. A single compressed file is content
//!   like any other, decompressed whenever it is opened; what was seen of its begin is kept with it (`content`), so
//!   that a small file is read once. An archive is read in one pass (`members`), and so are archives in it;
//!   names in it are labels and never become paths. Nothing is written to disk.
//! * Most files are read as soon as they come. Those of which a reader says that they may be one of several
//!   of a run wait until their folder ends (`gathering`), members of archives in memory, and there only as long as something
//!   may come that gathers (`gatherers`). Where an archive holds a folder
//!   in pieces, what belongs to it is fetched by a pass of its own (`late`).
//! * Each claim, and each file that nobody claims, ends as one [`ReadInput`], in the order of the
//!   contract: inputs as named, entries of a folder by the bytes of their names with sub-folders in
//!   their place, members as stored. A claim on several entries counts at its first. The number of threads changes
//!   nothing of it.
//! * An input that cannot be read is a [`ReadInput`] too, with a finding that says why, and the
//!   rest is still read. A reader that panics fails its input, not the run.
//!
//! What links lead to a second time counts once (`visited`): a link to a place below the named folder
//! is left to that place, and a folder outside of it is walked where the first link leads to it. A
//! file that stands under two names is shown to the readers under both, for a run's folder may need
//! it, but a claim on nothing else than files that were met before is not read again.
//!
//! A file that was found, and in which no reader sees a result, is skipped with a note; one that
//! was named is a failure, and so is a named folder or archive in which nothing was read.
//!
//! This crate reads files; it parses none of them.

mod account;
mod archive;
mod claims;
mod compression;
mod content;
mod finding;
mod gatherers;
mod gathering;
mod gzip;
mod item;
mod kind;
mod label;
mod late;
mod limits;
mod line;
mod list;
mod look;
mod members;
mod pattern;
mod reading;
mod stream;
mod tar_members;
mod totals;
mod visited;
mod walk;
mod work;
mod zip_members;
mod zlib;

pub use label::label;
pub use limits::Limits;
pub use list::listed;
pub use pattern::{Exclude, Pattern, PatternError, expanded};

use account::Account;
use plimsoll_read::{Explanation, Format, ReadOptions, Reader};
use plimsoll_schema::{Finding, Row, SeriesRow, SourceRecord};
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use walk::Walk;

/// How inputs are read.
pub struct InputOptions<'a> {
    /// Who is asked, in this order where two are equally sure.
    pub readers: &'a [&'a dyn Reader],
    /// The name of the only format that is asked, `--from`.
    pub from: Option<&'a str>,
    /// What the readers are told.
    pub read: ReadOptions,
    /// Whether [`ReadInput::sources`] are wanted: checksums cost as much as reading many a format.
    pub records_sources: bool,
    /// How far archives may unfold.
    pub limits: Limits,
    /// What is left out.
    pub exclude: Exclude,
    /// How many threads are busy at the same time, that of the caller among them. While a reader shares the work on one
    /// input among threads of its own, its thread waits for these.
    pub threads: NonZeroUsize,
    /// Files that will be replaced by what is made of the inputs. The walk ends with
    /// [`InputIsOutput`] where it meets one of them.
    pub outputs: Vec<PathBuf>,
}

impl<'a> InputOptions<'a> {
    /// These readers, as many threads as there are processors, nothing else said.
    pub fn new(readers: &'a [&'a dyn Reader]) -> Self {
        Self {
            readers,
            from: None,
            read: ReadOptions::default(),
            records_sources: false,
            limits: Limits::default(),
            exclude: Exclude::default(),
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            outputs: Vec::new(),
        }
    }

    /// The readers that are asked.
    pub(crate) fn asked(&self) -> impl Iterator<Item = &'a dyn Reader> {
        let is_asked =
            |reader: &&dyn Reader| self.from.is_none_or(|name| name == reader.format().name);
        self.readers.iter().copied().filter(is_asked)
    }
}

/// An input, found in a folder, would be replaced by what is made of it.
#[derive(Debug)]
pub struct InputIsOutput {
    /// The input.
    pub source: String,
}

impl fmt::Display for InputIsOutput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} is an input, and would be replaced", self.source)
    }
}

impl std::error::Error for InputIsOutput {}

/// What became of one input: a claim, or a file, folder or archive that came to nothing.
#[derive(Debug)]
pub struct ReadInput {
    /// The input as named, archive members after `!/`; the folder where several files are one input.
    pub source: Arc<str>,
    /// The format it was read as, if a reader claimed it.
    pub format: Option<&'static Format>,
    /// Why the reader claimed it.
    pub why: Option<String>,
    /// The files that were read, in the order of the claim, if [`InputOptions::records_sources`] asks for them.
    /// Of a failed input only those that were read to their end.
    pub sources: Vec<SourceRecord>,
    /// Its rows; none unless it was read.
    pub rows: Vec<Row>,
    /// Its interval data, if it was asked for; none unless it was read.
    pub windows: Vec<SeriesRow>,
    /// Everything doubtful about it.
    pub findings: Vec<Arc<Finding>>,
    /// The language of a published page, a BCP 47 tag, if its words tell it.
    pub language: Option<Arc<str>>,
    /// How its figures were read, if that was asked for and had to be decided.
    pub explanations: Vec<Explanation>,
    /// How it ended.
    pub outcome: Outcome,
}

/// How an input ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A reader read it, and it has rows; or, if interval data was asked for, that alone.
    Read,
    /// It was found, not named, and holds no result; or it counts already under another name.
    Skipped,
    /// It could not be read, or was named and holds no result.
    Failed,
}

/// How many inputs ended in which way.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Inputs that were found: as many as were read, skipped or failed.
    pub found: usize,
    /// Inputs that were read.
    pub read: usize,
    /// Inputs that were skipped.
    pub skipped: usize,
    /// Those of the skipped that look like results to a reader which cannot read them yet.
    pub hinted: usize,
    /// Inputs that could not be read, and named ones that hold no result.
    pub failed: usize,
    /// Files, folders, archives and members that were left out because [`InputOptions::exclude`] says so. They
    /// are no inputs.
    pub excluded: usize,
}

/// Reads everything that was named, and hands over each input as soon as it was read.
///
/// An input is a path, or `-` for standard input. Whatever cannot be read is a [`ReadInput`] with
/// [`Outcome::Failed`]; an error is returned only if `each` returned it, or if an input would be
/// replaced ([`InputIsOutput`]), and ends the run.
pub fn read_inputs<I: AsRef<OsStr>>(
    inputs: &[I],
    options: &InputOptions<'_>,
    each: &mut dyn FnMut(ReadInput) -> io::Result<()>,
) -> io::Result<Summary> {
    let inputs: Vec<&OsStr> = inputs.iter().map(AsRef::as_ref).collect();
    read_walked(options, each, |walk| walk.named(&inputs))
}

/// Reads bytes as if they were a file of this name that was named.
pub fn read_bytes(
    name: &str,
    bytes: Vec<u8>,
    options: &InputOptions<'_>,
    each: &mut dyn FnMut(ReadInput) -> io::Result<()>,
) -> io::Result<Summary> {
    read_walked(options, each, |walk| walk.bytes(name, bytes))
}

fn read_walked<'a>(
    options: &'a InputOptions<'a>,
    each: &'a mut dyn FnMut(ReadInput) -> io::Result<()>,
    over: impl FnOnce(&mut Walk<'_, 'a>) -> io::Result<()> + Send,
) -> io::Result<Summary> {
    let mut account = Account::new(options, each);
    let mut walked = Walked::default();
    line::run(options, &mut account, |out| {
        let mut walk = Walk::new(options, out);
        let result = over(&mut walk);
        // What came before an error counts.
        walk.flush()?;
        walked = Walked { found: walk.found, excluded: walk.excluded };
        result
    })?;
    let Walked { found, excluded } = walked;
    let summary = account.summary();
    Ok(Summary { found: found + summary.found, excluded, ..summary })
}

/// What a walk came to.
#[derive(Default)]
struct Walked {
    found: usize,
    excluded: usize,
}
