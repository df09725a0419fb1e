//! From a listing to inputs: claims, then each item in its place.

use crate::archive::{self, Archive};
use crate::claims::Claims;
use crate::content::{Stored, StoredContent};
use crate::finding::{looked_for, met_before, unreadable};
use crate::kind::{Kind, detect};
use crate::reading::Claimed;
use crate::visited::{Outputs, Visited};
use crate::walk::{self, Folder};
use crate::{InputOptions, Outcome, ReadInput, Summary, look, reading};
use plimsoll_read::{Choice, Entry, Listing, Reader};
use plimsoll_schema::{Code, Finding};
use std::io;
use std::sync::Arc;

/// What stands in a folder, in its place.
pub(crate) enum Item {
    /// A file or archive member for the readers.
    Content(Label, StoredContent),
    /// An archive, which holds folders of its own.
    Archive(Archive),
    /// A sub-folder.
    Folder(Folder),
    /// Something that has come to its end already.
    Ended(Outcome, Finding),
}

/// What a file or archive member is called.
pub(crate) struct Label {
    /// Its name in its folder.
    pub(crate) name: String,
    /// The input as named.
    pub(crate) source: Arc<str>,
    /// Whether the user named it.
    pub(crate) is_named: bool,
    /// What the same file was called when it was met before. It still stands beside its
    /// neighbours, one of which may be the first that needs it; alone it does not count again.
    pub(crate) met_as: Option<Arc<str>>,
}

impl Item {
    /// Looks at stored bytes, and makes of them what they are.
    pub(crate) fn new(label: Label, stored: Stored, options: &InputOptions<'_>) -> Self {
        let compression = match detect(&stored, &options.limits) {
            Err(error) => {
                return Self::Ended(Outcome::Failed, unreadable(&label.source, &error));
            }
            Ok(kind @ (Kind::Tar(_) | Kind::Zip)) => {
                return Self::Archive(Archive { label, stored, kind });
            }
            Ok(Kind::Compressed(compression)) => Some(compression),
            Ok(Kind::Plain) => None,
        };
        let limits = options.limits.clone();
        Self::Content(label, StoredContent { stored, compression, limits })
    }

    fn met_as(&self) -> Option<&Arc<str>> {
        let Self::Content(label, _) = self else { return None };
        label.met_as.as_ref()
    }

    fn entry(&self) -> Option<Entry<'_>> {
        let Self::Content(label, content) = self else { return None };
        Some(Entry {
            name: label.name.clone(),
            source: Arc::clone(&label.source),
            is_named: label.is_named,
            content,
        })
    }
}

/// A folder of which some items have come to their end. Folders are opened in each other without
/// recursion: how deep they lie is for the file system to limit, not for the stack.
struct Opened {
    folder: Arc<str>,
    items: Vec<Item>,
    /// The item that is next.
    next: usize,
    claims: Claims,
    /// The items that are entries of the listing, in order.
    entries: Vec<usize>,
    /// The next of them.
    next_entry: usize,
    /// What there is to say when it ends, if it was walked.
    walked: Option<Walked>,
}

impl Opened {
    /// What an entry of the listing is called.
    fn source(&self, entry: usize) -> Option<Arc<str>> {
        Some(self.items.get(*self.entries.get(entry)?)?.entry()?.source)
    }
}

/// A folder that is being walked.
pub(crate) struct Walked {
    pub(crate) source: Arc<str>,
    pub(crate) is_named: bool,
    /// The summary before its first item.
    pub(crate) before: Summary,
}

/// The run: options, where inputs go, and what became of them so far.
pub(crate) struct Chain<'a> {
    pub(crate) options: &'a InputOptions<'a>,
    /// What the walk of the named folder met so far.
    pub(crate) visited: Visited,
    pub(crate) outputs: Outputs,
    each: &'a mut dyn FnMut(ReadInput) -> io::Result<()>,
    summary: Summary,
}

impl<'a> Chain<'a> {
    pub(crate) fn new(
        options: &'a InputOptions<'a>,
        each: &'a mut dyn FnMut(ReadInput) -> io::Result<()>,
    ) -> Self {
        let outputs = Outputs::of(&options.outputs);
        let (visited, summary) = (Visited::default(), Summary::default());
        Self { options, visited, outputs, each, summary }
    }

    pub(crate) fn summary(&self) -> Summary {
        self.summary
    }

    /// Hands an input over.
    pub(crate) fn emit(&mut self, input: ReadInput) -> io::Result<()> {
        match input.outcome {
            Outcome::Read => self.summary.read += 1,
            Outcome::Skipped => self.summary.skipped += 1,
            Outcome::Failed => self.summary.failed += 1,
        }
        (self.each)(input)
    }

    /// Hands over an input of which nothing but a finding is left.
    pub(crate) fn emit_ended(&mut self, outcome: Outcome, finding: Finding) -> io::Result<()> {
        self.emit(ReadInput::ended(outcome, finding))
    }

    /// Brings everything in a folder to its end, in order, and the folders in it.
    pub(crate) fn settle(&mut self, folder: Arc<str>, items: Vec<Item>) -> io::Result<()> {
        let mut open = vec![self.open(folder, items, None)?];
        while let Some(opened) = open.last_mut() {
            if opened.next < opened.items.len() {
                if let Some(folder) = self.settle_next(opened)? {
                    open.extend(self.enter(&folder)?);
                }
            } else if let Some(Opened { walked: Some(walked), .. }) = open.pop() {
                self.settle_container(&walked.source, walked.is_named, walked.before)?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, folder: &Folder) -> io::Result<Option<Opened>> {
        let before = self.summary;
        let Some(items) = walk::items(self, folder)? else { return Ok(None) };
        let source = Arc::clone(&folder.source);
        let walked = Walked { source: Arc::clone(&source), is_named: folder.is_named, before };
        self.open(source, items, Some(walked)).map(Some)
    }

    /// Asks the readers about everything that stands in a folder.
    fn open(
        &mut self,
        folder: Arc<str>,
        items: Vec<Item>,
        walked: Option<Walked>,
    ) -> io::Result<Opened> {
        let listed: Vec<Entry<'_>> = items.iter().filter_map(Item::entry).collect();
        let listing = Listing { folder: Arc::clone(&folder), entries: &listed };
        let mut claims = Claims::on(&listing, self.options);
        for (format, finding) in std::mem::take(&mut claims.stopped) {
            let input = ReadInput::ended(Outcome::Failed, finding);
            self.emit(ReadInput { format: Some(format), ..input })?;
        }
        let is_entry = |at: &usize| matches!(items[*at], Item::Content(..));
        let entries = (0..items.len()).filter(is_entry).collect();
        Ok(Opened { folder, items, next: 0, claims, entries, next_entry: 0, walked })
    }

    /// Brings the next item to its end, or hands over the folder that it is.
    fn settle_next(&mut self, opened: &mut Opened) -> io::Result<Option<Folder>> {
        let at = opened.next;
        opened.next += 1;
        match &opened.items[at] {
            Item::Content(..) => {
                let entry = opened.next_entry;
                opened.next_entry += 1;
                self.settle_entry(opened, entry)?;
            }
            Item::Archive(archive) => archive::read(self, archive)?,
            Item::Folder(folder) => return Ok(Some(folder.clone())),
            Item::Ended(outcome, finding) => self.emit_ended(*outcome, finding.clone())?,
        }
        Ok(None)
    }

    fn settle_entry(&mut self, opened: &mut Opened, entry: usize) -> io::Result<()> {
        if let Some(choice) = opened.claims.take(entry) {
            return self.settle_claim(opened, choice);
        }
        if opened.claims.is_claimed(entry) {
            return Ok(());
        }
        match opened.items[opened.entries[entry]].entry() {
            Some(entry) => self.emit_unclaimed(&entry),
            None => Ok(()),
        }
    }

    fn settle_claim(&mut self, opened: &mut Opened, choice: Choice) -> io::Result<()> {
        let items = choice.claim.entries.iter().map(|entry| &opened.items[opened.entries[*entry]]);
        let entries: Vec<Entry<'_>> = items.clone().filter_map(Item::entry).collect();
        let named = match entries.as_slice() {
            [entry] => Some(Arc::clone(&entry.source)),
            _ => choice.claim.called_after.and_then(|entry| opened.source(entry)),
        };
        let source = named.unwrap_or_else(|| Arc::clone(&opened.folder));
        let met: Vec<&Arc<str>> = items.filter_map(Item::met_as).collect();
        if met.len() == entries.len() {
            return self.emit_ended(Outcome::Skipped, met_before(&source, met[0]));
        }
        let claimed = Claimed { source, entries, why: choice.claim.why };
        let mut input = reading::read(self.options.readers[choice.reader], claimed, self.options);
        let doubts = opened.claims.findings_on(&input.source).into_iter().map(Arc::new);
        input.findings.splice(0..0, doubts);
        self.emit(input)
    }

    fn emit_unclaimed(&mut self, entry: &Entry<'_>) -> io::Result<()> {
        let looked = look::unclaimed(entry, &self.asked());
        if looked.is_hinted && looked.input.outcome == Outcome::Skipped {
            self.summary.hinted += 1;
        }
        self.emit(looked.input)
    }

    /// After a folder or an archive: did it hold anything?
    pub(crate) fn settle_container(
        &mut self,
        source: &str,
        is_named: bool,
        before: Summary,
    ) -> io::Result<()> {
        if self.summary.read > before.read || self.summary.failed > before.failed {
            return Ok(());
        }
        let is_empty = self.summary == before;
        match (is_named, is_empty) {
            (true, true) => {
                let finding = Finding::new(Code::InputEmpty, source, "it holds no files");
                self.emit_ended(Outcome::Failed, finding)
            }
            (true, false) => {
                let message = "no file in it holds a benchmark result that a reader knows";
                let help = looked_for(&self.asked());
                let finding = Finding::new(Code::InputUnknown, source, message).with_help(help);
                self.emit_ended(Outcome::Failed, finding)
            }
            (false, _) => Ok(()),
        }
    }

    /// The readers that were asked.
    fn asked(&self) -> Vec<&'a dyn Reader> {
        let is_asked = |reader: &&&dyn Reader| {
            self.options.from.is_none_or(|name| name == reader.format().name)
        };
        self.options.readers.iter().filter(is_asked).copied().collect()
    }
}
