//! From a listing to inputs: claims, then each item in its place.

use crate::archive::{self, Archive};
use crate::claims::Claims;
use crate::content::{Stored, StoredContent};
use crate::finding::{looked_for, unreadable};
use crate::kind::{Kind, detect};
use crate::walk::{self, Folder};
use crate::{InputOptions, Outcome, ReadInput, Summary, look, reading};
use plimsoll_read::{Entry, Listing, Reader};
use plimsoll_schema::{Code, Finding};
use std::io;
use std::path::PathBuf;
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

/// The run: options, where inputs go, and what became of them so far.
pub(crate) struct Chain<'a> {
    pub(crate) options: &'a InputOptions<'a>,
    /// The folders that are being walked, as the file system calls them.
    pub(crate) open_folders: Vec<PathBuf>,
    each: &'a mut dyn FnMut(ReadInput) -> io::Result<()>,
    summary: Summary,
}

impl<'a> Chain<'a> {
    pub(crate) fn new(
        options: &'a InputOptions<'a>,
        each: &'a mut dyn FnMut(ReadInput) -> io::Result<()>,
    ) -> Self {
        Self { options, open_folders: Vec::new(), each, summary: Summary::default() }
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

    /// Brings everything in a folder to its end, in order.
    pub(crate) fn settle(&mut self, folder: Arc<str>, items: &[Item]) -> io::Result<()> {
        let entries: Vec<Entry<'_>> = items.iter().filter_map(Item::entry).collect();
        let listing = Listing { folder, entries: &entries };
        let mut claims = Claims::on(&listing, self.options);
        for (format, finding) in std::mem::take(&mut claims.stopped) {
            let input = ReadInput::ended(Outcome::Failed, finding);
            self.emit(ReadInput { format: Some(format), ..input })?;
        }
        let mut entry = 0;
        for item in items {
            match item {
                Item::Content(..) => {
                    self.settle_entry(&listing, &mut claims, entry)?;
                    entry += 1;
                }
                Item::Archive(archive) => archive::read(self, archive)?,
                Item::Folder(folder) => walk::folder(self, folder)?,
                Item::Ended(outcome, finding) => self.emit_ended(*outcome, finding.clone())?,
            }
        }
        Ok(())
    }

    fn settle_entry(
        &mut self,
        listing: &Listing<'_>,
        claims: &mut Claims,
        entry: usize,
    ) -> io::Result<()> {
        if let Some(choice) = claims.take(entry) {
            let reader = self.options.readers[choice.reader];
            let mut input = reading::read(reader, listing, choice, &self.options.read);
            let doubts = claims.findings_on(&input.source).into_iter().map(Arc::new);
            input.findings.splice(0..0, doubts);
            self.emit(input)
        } else if claims.is_claimed(entry) {
            Ok(())
        } else {
            self.emit(look::unclaimed(&listing.entries[entry], &self.asked()))
        }
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
