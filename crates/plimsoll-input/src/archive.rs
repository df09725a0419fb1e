//! Archives: one pass over the members, a folder at a time.

use crate::chain::{Chain, Item, Label};
use crate::content::Stored;
use crate::finding::Trouble;
use crate::kind::Kind;
use crate::{Outcome, tar_members, zip_members};
use plimsoll_schema::{Code, Finding, Level};
use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::io;
use std::sync::Arc;

/// How much of one folder is held before its members are read without waiting for the rest: more
/// than any run's folder seen, so that only archives of unrelated files are cut into parts.
const HELD_BYTES: u64 = 1 << 30;

/// An archive, opened in place.
pub(crate) struct Archive {
    pub(crate) label: Label,
    pub(crate) stored: Stored,
    pub(crate) kind: Kind,
}

/// A member that is a file.
pub(crate) struct Member {
    /// Its whole name in the archive, see [`member_name`].
    pub(crate) name: String,
    /// Its bytes, or why they were not read while others still may be: a trouble of level note says
    /// that it is no file.
    pub(crate) bytes: Result<Vec<u8>, Trouble>,
}

/// Takes members in the order in which they are stored. Its errors end the run.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(Member) -> io::Result<()>;

/// Reads an archive.
pub(crate) fn read(chain: &mut Chain<'_>, archive: &Archive) -> io::Result<()> {
    let before = chain.summary();
    let options = chain.options;
    let source = &*archive.label.source;
    let mut unpacking = Unpacking {
        chain,
        source,
        folder: String::new(),
        items: Vec::new(),
        held: 0,
        names: Names::default(),
        last: None,
    };
    let trouble = {
        let visit: Visit<'_> = &mut |member| unpacking.take(member);
        match archive.kind {
            Kind::Tar(compression) => {
                tar_members::read(&archive.stored, compression, options, visit)?
            }
            _ => zip_members::read(&archive.stored, options, visit)?,
        }
    };
    unpacking.settle()?;
    if let Some(trouble) = trouble {
        let place = match &unpacking.last {
            Some(last) => format!("the last member read is {last}"),
            None => "no member could be read".to_owned(),
        };
        let message = format!("{}; {place}", trouble.message);
        let finding = Finding::new(trouble.code, source, message);
        return chain.emit_ended(Outcome::Failed, finding);
    }
    if chain.summary() == before && !archive.label.is_named {
        let finding = Finding::new(Code::NoResult, source, "the archive holds no files");
        return chain.emit_ended(Outcome::Skipped, finding);
    }
    chain.settle_container(source, archive.label.is_named, before)
}

/// The members of one folder, held until the folder changes.
struct Unpacking<'c, 'a> {
    chain: &'c mut Chain<'a>,
    source: &'c str,
    folder: String,
    items: Vec<Item>,
    /// Bytes of the members held.
    held: u64,
    names: Names,
    /// The last member that was read in full.
    last: Option<String>,
}

impl Unpacking<'_, '_> {
    fn take(&mut self, member: Member) -> io::Result<()> {
        let (folder, name) = member.name.rsplit_once('/').unwrap_or(("", &member.name));
        let limit = self.chain.options.read.max_input_bytes.max(HELD_BYTES);
        if folder != self.folder || self.held > limit {
            self.settle()?;
            folder.clone_into(&mut self.folder);
        }
        let own_name = self.names.of(&member.name);
        let source: Arc<str> = format!("{}!/{own_name}", self.source).into();
        let name = name.to_owned();
        let label = Label { name, source: Arc::clone(&source), is_named: false, met_as: None };
        self.items.push(match member.bytes {
            Err(trouble) if trouble.code.level() == Level::Note => {
                Item::Ended(Outcome::Skipped, trouble.about(&source))
            }
            Err(trouble) => Item::Ended(Outcome::Failed, trouble.about(&source)),
            Ok(bytes) => {
                self.held += bytes.len() as u64;
                self.last = Some(member.name);
                match Item::new(label, Stored::Memory(bytes), self.chain.options) {
                    Item::Archive(nested) => not_opened(&nested),
                    item => item,
                }
            }
        });
        Ok(())
    }

    fn settle(&mut self) -> io::Result<()> {
        let items = std::mem::take(&mut self.items);
        self.held = 0;
        if items.is_empty() {
            return Ok(());
        }
        let folder = match self.folder.as_str() {
            "" => self.source.into(),
            folder => format!("{}!/{folder}", self.source).into(),
        };
        self.chain.settle(folder, items)
    }
}

/// The names of an archive so far, as hashes: a million names may take any room. Two names of one
/// hash would give the second a number that it does not need, and harm nothing.
#[derive(Default)]
struct Names {
    met: HashSet<u64>,
    hasher: BuildHasherDefault<DefaultHasher>,
}

impl Names {
    /// What a member is called: as it is named, with a number if another has that name. `tar -r`
    /// and `-u` append what is newer, and both are there.
    fn of<'n>(&mut self, name: &'n str) -> Cow<'n, str> {
        let mut own = Cow::Borrowed(name);
        let mut number = 1u64;
        while !self.met.insert(self.hasher.hash_one(&*own)) {
            number += 1;
            own = format!("{name} ({number})").into();
        }
        own
    }
}

fn not_opened(nested: &Archive) -> Item {
    let message = "it is an archive inside an archive, and was not opened";
    let finding = Finding::new(Code::NestedArchive, &*nested.label.source, message);
    Item::Ended(Outcome::Skipped, finding)
}

/// A member's name as a label: relative, without the `./` that `tar c .` writes. It is never used
/// as a path, so `..` may stay.
pub(crate) fn member_name(name: &str) -> &str {
    let mut name = name;
    loop {
        let rest = name.strip_prefix("./").or_else(|| name.strip_prefix('/'));
        match rest {
            Some(rest) => name = rest,
            None => return name,
        }
    }
}
