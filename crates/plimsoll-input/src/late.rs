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

/// The folders of an archive that go on after another folder came between.
pub(crate) struct LateFolders {
    /// Folders with their late members. Once they were fetched, only those that may be parts of a run.
    members: HashMap<String, Vec<Late>>,
    /// The folders in the order in which the walk leaves them first.
    order: Vec<String>,
}

/// What is known of a late member.
#[derive(Debug, Clone, Copy)]
struct Late {
    /// Its number in the archive.
    at: u64,
    bytes: u64,
    /// How it stands to others of its folder, once it was fetched.
    part: Option<Part>,
}

impl LateFolders {
    /// Looks at all names. What ends the archive early ends this too.
    pub(crate) fn of(archive: &Archive, options: &InputOptions<'_>) -> io::Result<Self> {
        let mut pieces = Pieces {
            archive,
            options,
            current: None,
            left: HashSet::new(),
            order: Vec::new(),
            members: HashMap::new(),
        };
        pass(archive, &Meter::new(&options.limits), options, &mut pieces)?;
        let Pieces { members, mut order, .. } = pieces;
        order.retain(|folder| members.contains_key(folder));
        Ok(Self { members, order })
    }

    fn after(&self, after: u64, folder: &str) -> impl Iterator<Item = &Late> {
        self.members.get(folder).into_iter().flatten().filter(move |late| late.at > after)
    }

    /// The bytes of the late members of a folder that come after a member; `None` if there are none.
    fn bytes_after(&self, after: u64, folder: &str) -> Option<u64> {
        self.after(after, folder).map(|late| late.bytes).reduce(u64::saturating_add)
    }

    /// The same, if it is known that they may be parts of a run.
    pub(crate) fn known_bytes_after(&self, after: u64, folder: &str) -> Option<u64> {
        let is_known = self.after(after, folder).all(|late| late.part.is_some());
        self.bytes_after(after, folder).filter(|_| is_known)
    }

    /// Whether a late member may belong to what waits of a folder, of which something gathers or not.
    pub(crate) fn may_belong_to(&self, folder: &str, after: u64, gathers: bool) -> bool {
        let may_gather = |late: &Late| late.part.is_none_or(|part| part == Part::Gathers);
        self.after(after, folder).any(|late| gathers || may_gather(late))
    }

    /// A folder, and the next others whose late members may be held back with its own, within so many bytes: with the
    /// numbers of these members.
    pub(crate) fn fetched_with(
        &self,
        after: u64,
        folder: &str,
        most_bytes: u64,
    ) -> HashMap<String, HashSet<u64>> {
        let numbers = |folder: &str| self.after(after, folder).map(|late| late.at).collect();
        let mut left =
            most_bytes.saturating_sub(self.bytes_after(after, folder).unwrap_or_default());
        let mut fetched = HashMap::from([(folder.to_owned(), numbers(folder))]);
        // The walk leaves next those that follow; it has left those before, and may come back to them.
        let next = self.order.iter().position(|other| other == folder).map_or(0, |at| at + 1);
        let (before, following) = self.order.split_at(next);
        for other in following.iter().chain(before).filter(|other| *other != folder) {
            let Some(bytes) = self.bytes_after(after, other) else { continue };
            if bytes > left {
                break;
            }
            left -= bytes;
            fetched.insert(other.clone(), numbers(other));
        }
        fetched
    }

    /// Keeps in mind which late members may be parts of a run: no others need be fetched again.
    pub(crate) fn know(&mut self, fetched: &HashMap<String, Fetched>) {
        for (folder, fetched) in fetched {
            self.members.insert(folder.clone(), fetched.parts.clone());
        }
    }

    /// Late members that were given to their folder are late no more.
    pub(crate) fn forget(&mut self, folder: &str, given: &[u64]) {
        if let Some(members) = self.members.get_mut(folder).filter(|_| !given.is_empty()) {
            let given: HashSet<&u64> = given.iter().collect();
            members.retain(|late| !given.contains(&late.at));
        }
    }
}

/// The pass over the names, which tells a folder that goes on from one that was left.
struct Pieces<'p, 'a> {
    archive: &'p Archive,
    options: &'p InputOptions<'a>,
    current: Option<String>,
    left: HashSet<String>,
    order: Vec<String>,
    members: HashMap<String, Vec<Late>>,
}

impl Pass for Pieces<'_, '_> {
    fn wants(&mut self, head: &MemberHead<'_>) -> bool {
        if is_excluded(self.archive, head, self.options) {
            return false;
        }
        let (folder, _) = head.folder_and_name();
        if self.current.as_deref() != Some(folder)
            && let Some(left) = self.current.replace(folder.to_owned())
            && self.left.insert(left.clone())
        {
            self.order.push(left);
        }
        if self.left.contains(folder) {
            let late = Late { at: head.at, bytes: head.size_bytes, part: None };
            self.members.entry(folder.to_owned()).or_default().push(late);
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

/// What was fetched of a folder.
#[derive(Default)]
pub(crate) struct Fetched {
    /// Which late members may be parts of a run.
    parts: Vec<Late>,
    /// These; none if they are too much.
    pub(crate) members: VecDeque<LateMember>,
    /// Whether they are more than may be held.
    pub(crate) is_too_much: bool,
}

impl Fetched {
    /// Whether one of the late members gathers others.
    pub(crate) fn gathers(&self) -> bool {
        self.parts.iter().any(|late| late.part == Some(Part::Gathers))
    }
}

/// Fetches members of folders, as far as they may be parts of runs, and no more than may be held.
pub(crate) fn fetch(
    archive: &Archive,
    wanted: HashMap<String, HashSet<u64>>,
    most_bytes: u64,
    meter: &Meter,
    options: &InputOptions<'_>,
) -> io::Result<HashMap<String, Fetched>> {
    let fetched = wanted.keys().map(|folder| (folder.clone(), Fetched::default())).collect();
    let mut fetching = Fetching { archive, wanted, left: most_bytes, meter, options, fetched };
    // What ends the archive early is met again by the pass that comes to it.
    pass(archive, &Meter::new(&options.limits), options, &mut fetching)?;
    Ok(fetching.fetched)
}

struct Fetching<'f, 'a> {
    archive: &'f Archive,
    wanted: HashMap<String, HashSet<u64>>,
    /// How much more may be held.
    left: u64,
    /// For which counts what is fetched, and not what is passed over.
    meter: &'f Meter,
    options: &'f InputOptions<'a>,
    fetched: HashMap<String, Fetched>,
}

impl Pass for Fetching<'_, '_> {
    fn wants(&mut self, head: &MemberHead<'_>) -> bool {
        let (folder, _) = head.folder_and_name();
        self.wanted.get(folder).is_some_and(|numbers| numbers.contains(&head.at))
    }

    fn take(&mut self, head: &MemberHead<'_>, bytes: MemberBytes) -> io::Result<()> {
        let mut item = member_item(self.archive, head, bytes, self.meter, self.options);
        let part = item.part();
        if part == Part::Alone {
            return Ok(());
        }
        item.forget_head();
        let bytes = item.held_bytes();
        let fetched = self.fetched.entry(head.folder_and_name().0.to_owned()).or_default();
        fetched.parts.push(Late { at: head.at, bytes, part: Some(part) });
        if bytes > self.left {
            fetched.is_too_much = true;
            let freed: u64 = fetched.members.drain(..).map(|late| late.item.held_bytes()).sum();
            self.left += freed;
        }
        if !fetched.is_too_much {
            self.left -= bytes;
            fetched.members.push_back(LateMember { at: head.at, item });
        }
        Ok(())
    }
}
