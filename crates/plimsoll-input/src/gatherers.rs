//! Where in an archive something gathers others.
//!
//! What only joins others waits for something that gathers. Where nothing such comes, the members of a folder would all be
//! held for nothing: so when much waits, a pass over the rest of the archive finds out, once and for all folders.

use crate::InputOptions;
use crate::archive::{is_excluded, member_item};
use crate::item::Archive;
use crate::limits::Meter;
use crate::members::{MemberBytes, MemberHead, Pass, pass};
use plimsoll_read::Part;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

/// The folders of an archive in which something gathers, with the number of the last member that does.
pub(crate) struct Gatherers(HashMap<String, u64>);

impl Gatherers {
    /// Looks at all members after one. What ends the archive early ends this too.
    pub(crate) fn after(
        after: u64,
        archive: &Archive,
        options: &InputOptions<'_>,
    ) -> io::Result<Self> {
        // What is unpacked here counts when the walk comes to it.
        let meter = Meter::new(&options.limits);
        let mut looking =
            Looking { archive, after, options, meter: Rc::clone(&meter), last: HashMap::new() };
        pass(archive, &meter, options, &mut looking)?;
        Ok(Self(looking.last))
    }

    /// Whether something gathers in a folder after a member.
    pub(crate) fn come_after(&self, after: u64, folder: &str) -> bool {
        self.0.get(folder).is_some_and(|last| *last > after)
    }
}

struct Looking<'l, 'a> {
    archive: &'l Archive,
    after: u64,
    options: &'l InputOptions<'a>,
    meter: Rc<Meter>,
    last: HashMap<String, u64>,
}

impl Pass for Looking<'_, '_> {
    fn wants(&mut self, head: &MemberHead<'_>) -> bool {
        head.at > self.after && !is_excluded(self.archive, head, self.options)
    }

    fn take(&mut self, head: &MemberHead<'_>, bytes: MemberBytes) -> io::Result<()> {
        let item = member_item(self.archive, head, bytes, &self.meter, self.options);
        if item.part() == Part::Gathers {
            let (folder, _) = head.folder_and_name();
            self.last.insert(folder.to_owned(), head.at);
        }
        Ok(())
    }
}
