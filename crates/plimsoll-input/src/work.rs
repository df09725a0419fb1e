//! What is read apart from everything else, on any thread.

use crate::claims::Claims;
use crate::finding::met_before;
use crate::item::FileItem;
use crate::totals::Share;
use crate::{InputOptions, Outcome, ReadInput, look, reading};
use plimsoll_read::{Choice, Claim, Entry, Listing};
use plimsoll_schema::Finding;
use std::slice;
use std::sync::Arc;

/// What is to be read.
pub(crate) enum Work {
    /// A file that belongs to no other, of which nobody knows yet whose it is.
    Alone(Box<(Arc<str>, FileItem)>),
    /// The files of a claim.
    Claimed(Box<Claimed>),
    /// A file that belongs to nobody.
    Unclaimed(Box<FileItem>),
}

/// Files that a reader claimed as one input.
pub(crate) struct Claimed {
    /// Index of the reader.
    reader: usize,
    /// What the input is called: its file if there is one, the one it is called after, else the folder.
    source: Arc<str>,
    files: Vec<FileItem>,
    why: String,
    /// Doubts about the choice of the reader.
    doubts: Vec<Finding>,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Done {
    /// Inputs, in order: one, after readers that stopped while they looked.
    pub(crate) inputs: Vec<ReadInput>,
    /// Whether it was passed over, and a reader says that it looks like a result.
    pub(crate) is_hinted: bool,
    /// The shares of what was read in the totals of its archive.
    pub(crate) shares: Vec<Arc<Share>>,
}

impl Claimed {
    pub(crate) fn new(
        choice: &Choice,
        claims: &mut Claims,
        folder: &Arc<str>,
        files: Vec<FileItem>,
    ) -> Self {
        let Claim { entries, called_after, .. } = &choice.claim;
        let called_after =
            called_after.and_then(|entry| files.get(entries.iter().position(|own| *own == entry)?));
        let source = match (files.as_slice(), called_after) {
            ([file], _) | (_, Some(file)) => &file.label.source,
            _ => folder,
        };
        let source = Arc::clone(source);
        let doubts = claims.findings_on(&source);
        Self { reader: choice.reader, source, files, why: choice.claim.why.clone(), doubts }
    }
}

impl Done {
    /// One input.
    pub(crate) fn of(input: ReadInput) -> Self {
        Self { inputs: vec![input], ..Self::default() }
    }

    /// What is handed over: its input fails if it is too much for its archive.
    pub(crate) fn handed_over(mut self) -> Self {
        let troubles: Vec<_> =
            self.shares.drain(..).filter_map(|share| share.hand_over()).collect();
        if let Some(trouble) = troubles.into_iter().next()
            && let Some(input) = self.inputs.pop()
        {
            // How far it came depends on the threads: nothing of that is told.
            let ended = ReadInput::ended(Outcome::Failed, trouble.about(&input.source));
            self.inputs.push(ReadInput { format: input.format, why: input.why, ..ended });
            self.is_hinted = false;
        }
        self
    }
}

impl Work {
    /// A file that belongs to no other, in its folder.
    pub(crate) fn alone(folder: &Arc<str>, file: FileItem) -> Self {
        Self::Alone(Box::new((Arc::clone(folder), file)))
    }

    /// How much is to be read, as stored: about as much memory as it takes, before and after. Of a file that belongs to
    /// nobody only the begin is read, but until then it takes what it holds.
    pub(crate) fn stored_bytes(&self) -> u64 {
        match self {
            Self::Alone(alone) => alone.1.content.stored_bytes(),
            Self::Claimed(claimed) => {
                claimed.files.iter().map(|file| file.content.stored_bytes()).sum()
            }
            Self::Unclaimed(file) => file.content.held_bytes(),
        }
    }

    /// Reads it.
    pub(crate) fn run(self, options: &InputOptions<'_>) -> Done {
        let shares = self.shares().map(Arc::clone).collect();
        let done = match self {
            Self::Alone(alone) => run_alone(&alone.0, alone.1, options),
            Self::Claimed(claimed) => Done::of(run_claimed(*claimed, options)),
            Self::Unclaimed(file) => run_unclaimed(&file.entry(), options),
        };
        Done { shares, ..done }
    }

    /// The shares of its files in the totals of their archive.
    pub(crate) fn shares(&self) -> impl Iterator<Item = &Arc<Share>> {
        self.files().iter().filter_map(|file| file.content.share())
    }

    fn files(&self) -> &[FileItem] {
        match self {
            Self::Alone(alone) => slice::from_ref(&alone.1),
            Self::Claimed(claimed) => &claimed.files,
            Self::Unclaimed(file) => slice::from_ref(file),
        }
    }
}

fn run_alone(folder: &Arc<str>, mut file: FileItem, options: &InputOptions<'_>) -> Done {
    file.content.keep_head();
    let mut claims = {
        let entries = [file.entry()];
        Claims::on(&Listing { folder: Arc::clone(folder), entries: &entries }, options)
    };
    let mut done = Done::default();
    for (format, finding) in std::mem::take(&mut claims.stopped) {
        let input = ReadInput::ended(Outcome::Failed, finding);
        done.inputs.push(ReadInput { format: Some(format), ..input });
    }
    let rest = match claims.take(0) {
        None => run_unclaimed(&file.entry(), options),
        Some(choice) => {
            let claimed = Claimed::new(&choice, &mut claims, folder, vec![file]);
            Done::of(run_claimed(claimed, options))
        }
    };
    done.inputs.extend(rest.inputs);
    Done { is_hinted: rest.is_hinted, ..done }
}

fn run_claimed(claimed: Claimed, options: &InputOptions<'_>) -> ReadInput {
    let Claimed { reader, source, files, why, doubts } = claimed;
    if let Some(first) = all_met_before(&files) {
        return ReadInput::ended(Outcome::Skipped, met_before(&source, first));
    }
    let entries = files.iter().map(FileItem::entry).collect();
    let claimed = reading::Claimed { source, entries, why };
    let mut input = reading::read(options.readers[reader], claimed, options);
    input.findings.splice(0..0, doubts.into_iter().map(Arc::new));
    input
}

/// What the first was called when it was met, if all of them were met before.
fn all_met_before(files: &[FileItem]) -> Option<&Arc<str>> {
    let is_met = files.iter().all(|file| file.label.met_as.is_some());
    files.first().filter(|_| is_met).and_then(|file| file.label.met_as.as_ref())
}

fn run_unclaimed(entry: &Entry<'_>, options: &InputOptions<'_>) -> Done {
    let looked = look::unclaimed(entry, &options.asked().collect::<Vec<_>>());
    let is_hinted = looked.is_hinted && looked.input.outcome == Outcome::Skipped;
    Done { is_hinted, ..Done::of(looked.input) }
}
