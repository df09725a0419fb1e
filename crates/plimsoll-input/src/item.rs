//! What stands in a folder: files, archives, sub-folders, and what ended before it was read.

use crate::content::{Stored, StoredContent};
use crate::finding::unreadable;
use crate::kind::{ArchiveKind, Kind, detect};
use crate::limits::Meter;
use crate::walk::Folder;
use crate::{InputOptions, Outcome};
use plimsoll_read::{Entry, Part, Reader};
use plimsoll_schema::{Code, Finding};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What stands in a folder, in its place.
pub(crate) enum Item {
    /// A file or archive member for the readers.
    File(FileItem),
    /// An archive, which holds folders of its own.
    Archive(Archive),
    /// A sub-folder.
    Folder(Folder),
    /// Something that has come to its end already.
    Ended(Outcome, Finding),
}

/// A file or archive member for the readers.
pub(crate) struct FileItem {
    pub(crate) label: Label,
    pub(crate) content: StoredContent,
    /// How it stands to the others of its folder, as the reader says who gathers most.
    pub(crate) part: Part,
}

/// An archive, to be read in place.
pub(crate) struct Archive {
    pub(crate) label: Label,
    pub(crate) stored: Stored,
    pub(crate) kind: ArchiveKind,
}

/// What a file or archive member is called.
#[derive(Clone)]
pub(crate) struct Label {
    /// Its name in its folder.
    pub(crate) name: String,
    /// The input as named.
    pub(crate) source: Arc<str>,
    /// Where it lies below what was named, for patterns of what is left out; what was named itself lies
    /// nowhere.
    pub(crate) below: Arc<str>,
    /// Whether the user named it.
    pub(crate) is_named: bool,
    /// What the same file was called when it was met before. It still stands beside its
    /// neighbours, one of which may be the first that needs it; alone it does not count again.
    pub(crate) met_as: Option<Arc<str>>,
}

impl Item {
    /// Looks at stored bytes, and makes of them what they are. A file may be open already; a member of an archive has
    /// its meter.
    pub(crate) fn new(
        label: Label,
        stored: Stored,
        opened: Option<File>,
        meter: Option<&Meter>,
        options: &InputOptions<'_>,
    ) -> Self {
        if stored.size_bytes() == 0 && !label.is_named && has_packed_name(&label.name) {
            let message = "by its name it is an archive or a compressed file, but it is empty";
            return Self::Ended(
                Outcome::Failed,
                Finding::new(Code::InputEmpty, &*label.source, message),
            );
        }
        match detect(stored, opened, meter, &options.limits) {
            Err(error) => Self::Ended(Outcome::Failed, unreadable(&label.source, &error)),
            Ok(Kind::Archive(stored, kind)) => Self::Archive(Archive { label, stored, kind }),
            Ok(Kind::Content(content)) => {
                let mut file = FileItem { label, content, part: Part::Alone };
                file.part = part(&file.entry(), options);
                Self::File(file)
            }
        }
    }

    /// How it stands to the others of its folder.
    pub(crate) fn part(&self) -> Part {
        match self {
            Self::File(file) => file.part,
            _ => Part::Alone,
        }
    }

    /// Gives up what was kept of its begin.
    pub(crate) fn forget_head(&mut self) {
        if let Self::File(file) = self {
            file.content.forget_head(false);
        }
    }

    /// How much memory it takes.
    pub(crate) fn held_bytes(&self) -> u64 {
        match self {
            Self::File(file) => file.content.held_bytes(),
            Self::Archive(archive) => archive.stored.held_bytes(),
            Self::Folder(_) | Self::Ended(..) => 0,
        }
    }
}

impl FileItem {
    pub(crate) fn entry(&self) -> Entry<'_> {
        Entry {
            name: self.label.name.clone(),
            source: Arc::clone(&self.label.source),
            is_named: self.label.is_named,
            content: &self.content,
        }
    }
}

/// Whether a name is that of an archive or a compressed file. Only of a file without bytes its name says more
/// than these: what it held is missing.
fn has_packed_name(name: &str) -> bool {
    const ENDINGS: [&str; 13] =
        ["tar", "gz", "tgz", "bz2", "tbz2", "xz", "txz", "zst", "tzst", "zip", "7z", "rar", "lz4"];
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// Asks the readers. One that panics is asked again when it looks for claims, which tells of it.
fn part(entry: &Entry<'_>, options: &InputOptions<'_>) -> Part {
    let ask = |reader: &dyn Reader| catch_unwind(AssertUnwindSafe(|| reader.part(entry)));
    let parts = options.asked().map(|reader| ask(reader).unwrap_or(Part::Alone));
    parts.max().unwrap_or(Part::Alone)
}
