//! Archives: members as they are stored, a folder at a time.

use crate::account::Container;
use crate::content::Stored;
use crate::finding::{Trouble, too_deep, too_much_held};
use crate::gatherers::Gatherers;
use crate::gathering::Gathering;
use crate::item::{Archive, Item, Label};
use crate::late::{Fetched, LateFolders, fetch};
use crate::limits::Meter;
use crate::members::{MemberBytes, MemberHead, Pass, pass};
use crate::stream::{ReadFolders, read_apart};
use crate::walk::Walk;
use crate::{InputOptions, Outcome};
use plimsoll_schema::{Finding, Level};
use std::collections::{HashMap, HashSet};
use std::io;
use std::rc::Rc;
use std::sync::Arc;

/// Reads an archive.
pub(crate) fn read(walk: &mut Walk<'_, '_>, archive: &Archive) -> io::Result<()> {
    let limits = &walk.options.limits;
    let source = &archive.label.source;
    if walk.open_archives.len() >= limits.max_nesting as usize {
        return walk.ended(Outcome::Failed, too_deep(limits.max_nesting).about(source));
    }
    let meter = match walk.open_archives.last() {
        Some(outer) => Meter::inside(outer),
        None => Meter::outermost(limits, archive.stored.known_size_bytes()),
    };
    walk.open_archives.push(Rc::clone(&meter));
    walk.begin()?;
    let options = walk.options;
    let mut unpacking = Unpacking::new(walk, archive, &meter);
    let trouble = pass(archive, &meter, options, &mut unpacking)?;
    unpacking.leave()?;
    let last = unpacking.last.take();
    walk.open_archives.pop();
    if let Some(trouble) = trouble {
        walk.ended(Outcome::Failed, cut_short(trouble, source, last.as_deref()))?;
    }
    let empty = Some("the archive holds no files");
    walk.end(Container { source: Arc::clone(source), is_named: archive.label.is_named, empty })
}

/// What ended an archive early, and where.
fn cut_short(trouble: Trouble, source: &str, last: Option<&str>) -> Finding {
    let place = match last {
        Some(last) => format!("the last member read is {last}"),
        None => "no member could be read".to_owned(),
    };
    let mut finding = trouble.about(source);
    finding.message = format!("{}; {place}", finding.message);
    finding
}

/// What a member is.
pub(crate) fn member_item(
    archive: &Archive,
    head: &MemberHead<'_>,
    bytes: MemberBytes,
    meter: &Meter,
    options: &InputOptions<'_>,
) -> Item {
    let source: Arc<str> = format!("{}!/{}", archive.label.source, head.label).into();
    match bytes {
        Err(trouble) if trouble.code.level() == Level::Note => {
            Item::Ended(Outcome::Skipped, trouble.about(&source))
        }
        Err(trouble) => Item::Ended(Outcome::Failed, trouble.about(&source)),
        Ok(bytes) => {
            let (_, name) = head.folder_and_name();
            let label = Label {
                name: name.to_owned(),
                source,
                below: below(archive, head).into(),
                is_named: false,
                met_as: None,
            };
            Item::new(label, Stored::Memory(bytes), None, Some(meter), options)
        }
    }
}

/// Whether a member is left out because the user said so.
pub(crate) fn is_excluded(
    archive: &Archive,
    head: &MemberHead<'_>,
    options: &InputOptions<'_>,
) -> bool {
    !options.exclude.is_empty() && options.exclude.excludes(&below(archive, head))
}

/// Where a member lies below what was named.
fn below(archive: &Archive, head: &MemberHead<'_>) -> String {
    match &*archive.label.below {
        "" => head.name.to_owned(),
        archive => format!("{archive}/{}", head.name),
    }
}

/// How much may wait in a folder of which it is not known whether something that gathers will come, in bytes.
const JOINING_BYTES: u64 = 16 << 20;

/// The pass that reads members as they come.
struct Unpacking<'u, 'w, 'a> {
    walk: &'u mut Walk<'w, 'a>,
    archive: &'u Archive,
    meter: Rc<Meter>,
    /// The folder of the last member, in the archive.
    folder: String,
    gathering: Gathering,
    /// Which folders go on later, once somebody asks.
    late: Option<LateFolders>,
    /// Members of folders that go on later, fetched ahead: they have not come yet.
    fetched: HashMap<String, Fetched>,
    /// Where something gathers, once somebody asks.
    gatherers: Option<Gatherers>,
    /// The numbers of members that were given to their folder before they came.
    given: HashSet<u64>,
    /// The folders that were read, of an archive over which there is no second pass.
    read: Option<ReadFolders>,
    /// The folders of which it was said that they were read in parts.
    told: HashSet<String>,
    /// The number of the last member that came.
    at: u64,
    /// The last member that was read in full.
    last: Option<String>,
}

impl<'u, 'w, 'a> Unpacking<'u, 'w, 'a> {
    fn new(walk: &'u mut Walk<'w, 'a>, archive: &'u Archive, meter: &Rc<Meter>) -> Self {
        Self {
            walk,
            archive,
            meter: Rc::clone(meter),
            folder: String::new(),
            gathering: Gathering::new(Arc::clone(&archive.label.source)),
            late: None,
            fetched: HashMap::new(),
            gatherers: None,
            read: archive.stored.is_stream().then(ReadFolders::default),
            told: HashSet::new(),
            given: HashSet::new(),
            at: 0,
            last: None,
        }
    }

    fn enter(&mut self, folder: &str) {
        folder.clone_into(&mut self.folder);
        let source = &self.archive.label.source;
        self.gathering = Gathering::new(match folder {
            "" => Arc::clone(source),
            folder => format!("{source}!/{folder}").into(),
        });
    }

    /// Brings the folder to its end.
    fn leave(&mut self) -> io::Result<()> {
        if self.gathering.is_holding() && self.read.is_none() && self.may_gather_later() {
            if !self.fetched.contains_key(&self.folder) {
                self.fetch()?;
            }
            self.add_fetched()?;
        }
        self.settle()
    }

    fn settle(&mut self) -> io::Result<()> {
        let gathers = self.gathering.gathers();
        if self.gathering.is_holding()
            && let Some(read) = &mut self.read
            && read.add(&self.folder, gathers)
        {
            self.tell_once(read_apart())?;
        }
        self.walk.settle(&mut self.gathering)?;
        let given = self.gathering.take_given();
        if let Some(late) = &mut self.late {
            late.forget(&self.folder, &given);
        }
        self.given.extend(given);
        Ok(())
    }

    /// Whether a member that is stored later may make a run of what waits.
    fn may_gather_later(&self) -> bool {
        let comes = |gatherers: &Gatherers| gatherers.come_after(self.at, &self.folder);
        self.gathering.gathers() || self.gatherers.as_ref().is_none_or(comes)
    }

    /// Fetches what belongs to the folder and is stored later.
    fn fetch(&mut self) -> io::Result<()> {
        let options = self.walk.options;
        let late = match self.late.take() {
            Some(late) => late,
            None => LateFolders::of(self.archive, options)?,
        };
        let late = self.late.insert(late);
        if !late.may_belong_to(&self.folder, self.at, self.gathering.gathers()) {
            return Ok(());
        }
        let room = options.limits.max_held_bytes.saturating_sub(self.gathering.held_bytes());
        if late.known_bytes_after(self.at, &self.folder).is_some_and(|bytes| bytes > room) {
            return self.hold_no_more();
        }
        // What was fetched before makes room, and is fetched again.
        self.fetched.clear();
        let wanted = late.fetched_with(self.at, &self.folder, room);
        self.fetched = fetch(self.archive, wanted, room, &self.meter, options)?;
        late.know(&self.fetched);
        // Where the names told too small sizes, others may have had no room: they have a pass of their own.
        self.fetched.retain(|folder, fetched| *folder == self.folder || !fetched.is_too_much);
        Ok(())
    }

    /// Adds what was fetched to what waits, if something among both gathers.
    fn add_fetched(&mut self) -> io::Result<()> {
        let Some(fetched) = self.fetched.remove(&self.folder) else { return Ok(()) };
        if !self.gathering.gathers() && !fetched.gathers() {
            return Ok(());
        }
        if fetched.is_too_much {
            return self.hold_no_more();
        }
        fetched.members.into_iter().for_each(|member| self.gathering.add_late(member));
        Ok(())
    }

    /// Reads what waits for something that gathers, if nothing such will come.
    fn stop_waiting_in_vain(&mut self) -> io::Result<()> {
        if self.read.is_some() {
            // If something that gathers comes after all, that is said then.
            self.gathering.expect_no_gatherer();
            return self.settle();
        }
        let gatherers = match self.gatherers.take() {
            Some(gatherers) => gatherers,
            None => Gatherers::after(self.at, self.archive, self.walk.options)?,
        };
        if !self.gatherers.insert(gatherers).come_after(self.at, &self.folder) {
            self.gathering.expect_no_gatherer();
            self.settle()?;
        }
        Ok(())
    }

    /// Says that parts of the folder are read apart from each other: they are too much.
    fn hold_no_more(&mut self) -> io::Result<()> {
        self.tell_once(too_much_held(self.walk.options.limits.max_held_bytes))
    }

    fn tell_once(&mut self, trouble: Trouble) -> io::Result<()> {
        if !self.told.insert(self.folder.clone()) {
            return Ok(());
        }
        let finding = trouble.about(self.gathering.folder());
        self.walk.ended(Outcome::Failed, finding)
    }
}

impl Pass for Unpacking<'_, '_, '_> {
    fn wants(&mut self, head: &MemberHead<'_>) -> bool {
        if is_excluded(self.archive, head, self.walk.options) {
            self.walk.excluded += 1;
            return false;
        }
        !self.given.contains(&head.at)
    }

    fn take(&mut self, head: &MemberHead<'_>, bytes: MemberBytes) -> io::Result<()> {
        let (folder, _) = head.folder_and_name();
        if folder != self.folder {
            self.leave()?;
            self.enter(folder);
        }
        self.at = head.at;
        if let Some(fetched) = self.fetched.get_mut(folder) {
            while fetched.members.pop_front_if(|member| member.at <= head.at).is_some() {}
        }
        if bytes.is_ok() {
            self.last = Some(head.name.to_owned());
        }
        let item = member_item(self.archive, head, bytes, &self.meter, self.walk.options);
        let ready = self.gathering.add(item);
        self.walk.pass_on_all(ready)?;
        let most = self.walk.options.limits.max_held_bytes;
        if !self.gathering.gathers() && self.gathering.held_bytes() > most.min(JOINING_BYTES) {
            self.stop_waiting_in_vain()?;
        }
        if self.gathering.held_bytes() > most {
            self.hold_no_more()?;
            self.settle()?;
        }
        Ok(())
    }
}
