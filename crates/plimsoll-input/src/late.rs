//! Members that are stored apart from the rest of their folder: which there are, and how they are fetched.
//!
//! A run's folder may lie in pieces: `tar -r` appends to it, `zip -u` adds to it, a parallel packer mixes it
//! with its neighbours. When the walk leaves a folder of which parts wait, the names of the archive tell, once,
//! which folders go on later. What may be a part of one of these is then fetched by a pass of its own, for
//! as many folders as may be held back at once.

use crate::InputOptions;
use crate::archive::{is_excluded, member_item};
use crate::item::{Archive, Item};
use crate::limits::Meter;
use crate::members::{MemberBytes, MemberHead, Pass, pass};
use plimsoll_read::Part;
use std::collections::{HashMap, HashSet, VecDeque};
use std::io;

/// The folders of an archive that go on after another folder came between, in the order in which they do.
#[derive(Default)]
pub(crate) struct LateFolders {
    /// Folders with the numbers and the bytes of their late members.
    members: HashMap<String, Vec<(u64, u64)>>,
    order: Vec<String>,
    pieces: Pieces,
}

/// Tells a folder that goes on from one that was left.
#[derive(Default)]
struct Pieces {
    current: Option<String>,
    left: HashSet<String>,
}

impl Pieces {
    /// Whether a member is late: its folder was left before it.
    fn is_late(&mut self, folder: &str) -> bool {
        if self.current.as_deref() != Some(folder) {
            self.left.extend(self.current.replace(folder.to_owned()));
        }
        self.left.contains(folder)
    }
}

impl LateFolders {
    /// Looks at all names. What ends the archive early ends this too.
    pub(crate) fn of(archive: &Archive, options: &InputOptions<'_>) -> io::Result<Self> {
        let mut late = Self::default();
        pass(archive, &Meter::new(&options.limits, 0), options, &mut late)?;
        late.pieces = Pieces::default();
        Ok(late)
    }

    /// The bytes of the members of a folder that come late and after a member; `None` if there are none.
    pub(crate) fn bytes_after(&self, after: u64, folder: &str) -> Option<u64> {
        let members = self.members.get(folder)?.iter().filter(|(at, _)| *at > after);
        members.map(|(_, bytes)| *bytes).reduce(u64::saturating_add)
    }

    /// A folder, and the others whose late members may be held back with its own, within so many bytes.
    pub(crate) fn fetched_with(
        &self,
        after: u64,
        folder: &str,
        most_bytes: u64,
    ) -> HashSet<String> {
        let bytes_of = |folder: &str| self.bytes_after(after, folder).unwrap_or(0);
        let mut left = most_bytes.saturating_sub(bytes_of(folder));
        let mut fetched = HashSet::from([folder.to_owned()]);
        for other in &self.order {
            let bytes = bytes_of(other);
            if bytes > left {
                break;
            }
            if fetched.insert(other.clone()) {
                left -= bytes;
            }
        }
        fetched
    }
}

impl Pass for LateFolders {
    fn wants(&mut self, head: &MemberHead<'_>) -> bool {
        let (folder, _) = head.folder_and_name();
        if self.pieces.is_late(folder) {
            if !self.members.contains_key(folder) {
                self.order.push(folder.to_owned());
            }
            let members = self.members.entry(folder.to_owned()).or_default();
            members.push((head.at, head.size_bytes));
        }
        false
    }

    fn take(&mut self, _: &MemberHead<'_>, _: MemberBytes) -> io::Result<()> {
        Ok(())
    }
}

/// A late member that may be a part of a run.
pub(crate) struct LateMember {
    /// Its number in the archive.
    pub(crate) at: u64,
    pub(crate) item: Item,
}

/// Fetches the late members of these folders that come after a member and may be parts of runs.
pub(crate) fn fetch(
    archive: &Archive,
    folders: &HashSet<String>,
    after: u64,
    meter: &Meter,
    options: &InputOptions<'_>,
) -> io::Result<HashMap<String, VecDeque<LateMember>>> {
    let fetched = HashMap::new();
    let mut fetching =
        Fetching { archive, folders, after, meter, options, pieces: Pieces::default(), fetched };
    // What ends the archive early is met again by the pass that comes to it.
    pass(archive, &Meter::new(&options.limits, 0), options, &mut fetching)?;
    Ok(fetching.fetched)
}

struct Fetching<'f, 'a> {
    archive: &'f Archive,
    folders: &'f HashSet<String>,
    after: u64,
    /// For which counts what is fetched, and not what is passed over.
    meter: &'f Meter,
    options: &'f InputOptions<'a>,
    pieces: Pieces,
    fetched: HashMap<String, VecDeque<LateMember>>,
}

impl Pass for Fetching<'_, '_> {
    fn wants(&mut self, head: &MemberHead<'_>) -> bool {
        let (folder, _) = head.folder_and_name();
        self.pieces.is_late(folder)
            && head.at > self.after
            && self.folders.contains(folder)
            && !is_excluded(self.archive, head, self.options)
    }

    fn take(&mut self, head: &MemberHead<'_>, bytes: MemberBytes) -> io::Result<()> {
        let item = member_item(self.archive, head, bytes, self.meter, self.options);
        if item.part() > Part::Alone {
            let (folder, _) = head.folder_and_name();
            let members = self.fetched.entry(folder.to_owned()).or_default();
            members.push_back(LateMember { at: head.at, item });
        }
        Ok(())
    }
}
