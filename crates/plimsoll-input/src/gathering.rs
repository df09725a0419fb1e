//! The files of a folder: most are read as they come; those that may belong together wait for each other.

use crate::claims::Claims;
use crate::item::{Archive, Item};
use crate::late::LateMember;
use crate::walk::Folder;
use crate::work::{Claimed, Work};
use crate::{InputOptions, Outcome, ReadInput};
use plimsoll_read::{Choice, Entry, Listing, Part};
use plimsoll_schema::Finding;
use std::sync::Arc;

/// How much the heads of what waits may take, in bytes. What comes after it is read again.
const HEADS_BYTES: u64 = 8 << 20;

/// What waits of one folder: from the first file that may be a part of a run to the last that was met. What comes
/// after it waits too, because a claim on several files counts at its first.
pub(crate) struct Gathering {
    folder: Arc<str>,
    held: Vec<Item>,
    /// The numbers of the last of these: members of an archive that were fetched before they came.
    late: Vec<u64>,
    /// The numbers of those that were claimed together with what came.
    given: Vec<u64>,
    /// Whether one of what waits gathers others.
    gathers: bool,
    /// Whether nothing that gathers will come, so that what only joins others need not wait.
    is_without_gatherer: bool,
    held_bytes: u64,
    /// What the heads among it take.
    heads_bytes: u64,
}

/// What need not wait any longer.
pub(crate) enum Ready {
    /// To be read.
    Work(Work),
    /// To be opened.
    Archive(Archive),
    /// To be walked.
    Folder(Folder),
    /// At its end.
    Ended(Box<ReadInput>),
}

impl Gathering {
    pub(crate) fn new(folder: Arc<str>) -> Self {
        Self {
            folder,
            held: Vec::new(),
            late: Vec::new(),
            given: Vec::new(),
            gathers: false,
            is_without_gatherer: false,
            held_bytes: 0,
            heads_bytes: 0,
        }
    }

    pub(crate) fn folder(&self) -> &Arc<str> {
        &self.folder
    }

    /// Whether anything waits.
    pub(crate) fn is_holding(&self) -> bool {
        !self.held.is_empty()
    }

    /// Whether one of what waits gathers others.
    pub(crate) fn gathers(&self) -> bool {
        self.gathers
    }

    /// Nothing that gathers will come.
    pub(crate) fn expect_no_gatherer(&mut self) {
        self.is_without_gatherer = true;
    }

    /// How much memory is taken by what waits.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.held_bytes
    }

    /// Takes the next item, and gives it back if it need not wait.
    pub(crate) fn add(&mut self, item: Item) -> Option<Ready> {
        let waits = match item.part() {
            Part::Alone => false,
            Part::Joins => !self.is_without_gatherer,
            Part::Gathers => true,
        };
        if self.held.is_empty() && !waits {
            return Some(self.ready(item));
        }
        self.hold(item);
        None
    }

    /// Takes a member of an archive that has not come yet, after everything that has.
    pub(crate) fn add_late(&mut self, LateMember { at, item }: LateMember) {
        self.late.push(at);
        self.hold(item);
    }

    /// The numbers of late members that were claimed together with what came: they need not come again.
    pub(crate) fn take_given(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.given)
    }

    fn hold(&mut self, mut item: Item) {
        if let Item::File(file) = &mut item {
            file.content.forget_head(self.heads_bytes < HEADS_BYTES);
            self.heads_bytes += file.content.head_bytes();
        }
        self.held_bytes += item.held_bytes();
        self.gathers |= item.part() == Part::Gathers;
        self.held.push(item);
    }

    /// Asks the readers whose the parts are, and gives back everything that waits, in order. Late members go with the claim on
    /// something that came; the others are left to their own place.
    pub(crate) fn settle(&mut self, options: &InputOptions<'_>) -> Vec<Ready> {
        (self.held_bytes, self.heads_bytes) = (0, 0);
        let gathers = std::mem::take(&mut self.gathers);
        let held = std::mem::take(&mut self.held);
        let late = std::mem::take(&mut self.late);
        let came = held.len() - late.len();
        if !gathers {
            return held.into_iter().take(came).map(|item| self.ready(item)).collect();
        }
        let mut held: Vec<Option<Item>> = held.into_iter().map(Some).collect();
        let (mut claims, parts) = self.claims(&held, options);
        let mut ready: Vec<Ready> = stopped(&mut claims);
        let mut part = 0;
        for at in 0..came {
            if parts.get(part) != Some(&at) {
                ready.extend(held[at].take().map(|item| self.ready(item)));
                continue;
            }
            if let Some(choice) = claims.take(part) {
                let places = choice.claim.entries.iter().map(|part| parts[*part]);
                self.given.extend(places.filter_map(|at| late.get(at.checked_sub(came)?)));
                ready.push(Ready::Work(self.claimed(&choice, &mut claims, &mut held, &parts)));
            } else if !claims.is_claimed(part)
                && let Some(Item::File(file)) = held[at].take()
            {
                ready.push(Ready::Work(Work::Unclaimed(Box::new(file))));
            }
            part += 1;
        }
        ready
    }

    /// The claims on the parts, and where these are.
    fn claims(&self, held: &[Option<Item>], options: &InputOptions<'_>) -> (Claims, Vec<usize>) {
        let mut entries: Vec<Entry<'_>> = Vec::new();
        let mut parts = Vec::new();
        for (at, item) in held.iter().enumerate() {
            if let Some(Item::File(file)) = item
                && file.part > Part::Alone
            {
                entries.push(file.entry());
                parts.push(at);
            }
        }
        let listing = Listing { folder: Arc::clone(&self.folder), entries: &entries };
        (Claims::on(&listing, options), parts)
    }

    fn ready(&self, item: Item) -> Ready {
        match item {
            Item::File(file) => Ready::Work(Work::alone(&self.folder, file)),
            Item::Archive(archive) => Ready::Archive(archive),
            Item::Folder(folder) => Ready::Folder(folder),
            Item::Ended(outcome, finding) => {
                Ready::Ended(Box::new(ReadInput::ended(outcome, finding)))
            }
        }
    }

    fn claimed(
        &self,
        choice: &Choice,
        claims: &mut Claims,
        held: &mut [Option<Item>],
        parts: &[usize],
    ) -> Work {
        let files =
            choice.claim.entries.iter().filter_map(|part| match held[parts[*part]].take() {
                Some(Item::File(file)) => Some(file),
                _ => None,
            });
        let files = files.collect();
        Work::Claimed(Box::new(Claimed::new(choice, claims, &self.folder, files)))
    }
}

/// The readers that stopped while they looked.
fn stopped(claims: &mut Claims) -> Vec<Ready> {
    let ended = |(format, finding): (_, Finding)| {
        let input = ReadInput::ended(Outcome::Failed, finding);
        Ready::Ended(Box::new(ReadInput { format: Some(format), ..input }))
    };
    std::mem::take(&mut claims.stopped).into_iter().map(ended).collect()
}
