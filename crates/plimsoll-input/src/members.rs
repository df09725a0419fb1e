//! The members of an archive, in the order in which they are stored, for whoever passes over them.

use crate::InputOptions;
use crate::finding::Trouble;
use crate::item::Archive;
use crate::kind::ArchiveKind;
use crate::limits::Meter;
use crate::visited::Hashes;
use crate::{tar_members, zip_members};
use std::borrow::Cow;
use std::io;
use std::rc::Rc;

/// What is known of a member before it is read.
pub(crate) struct MemberHead<'m> {
    /// Its number in the archive, from 0; what is no file counts too.
    pub(crate) at: u64,
    /// Its whole name in the archive, see [`member_name`].
    pub(crate) name: &'m str,
    /// What it is called: as it is named, with a number if another before it has that name.
    pub(crate) label: Cow<'m, str>,
    /// Its size after unpacking, as its header says.
    pub(crate) size_bytes: u64,
}

impl MemberHead<'_> {
    /// The folder in the archive that it lies in, and its name there.
    pub(crate) fn folder_and_name(&self) -> (&str, &str) {
        self.name.rsplit_once('/').unwrap_or(("", self.name))
    }
}

/// The bytes of a member, or why they were not read while others still may be: a trouble of level note says that
/// it is no file.
pub(crate) type MemberBytes = Result<Vec<u8>, Trouble>;

/// Passes over the members of an archive. Its errors end the run.
pub(crate) trait Pass {
    /// Whether a member is to be read.
    fn wants(&mut self, head: &MemberHead<'_>) -> bool;

    /// Takes a member that it wants.
    fn take(&mut self, head: &MemberHead<'_>, bytes: MemberBytes) -> io::Result<()>;
}

/// Makes a pass. What ends the archive early is returned.
pub(crate) fn pass(
    archive: &Archive,
    meter: &Rc<Meter>,
    options: &InputOptions<'_>,
    pass: &mut dyn Pass,
) -> io::Result<Option<Trouble>> {
    let limit = options.limits.max_member_bytes;
    match archive.kind {
        ArchiveKind::Tar(compression) => {
            tar_members::read(&archive.stored, compression, meter, limit, pass)
        }
        ArchiveKind::Zip => zip_members::read(&archive.stored, meter, limit, pass),
    }
}

/// The names of an archive so far. Two names of one hash would give the second a number that it does not need, and
/// harm nothing.
#[derive(Default)]
pub(crate) struct Names(Hashes<()>);

impl Names {
    /// What a member is called: as it is named, with a number if another has that name. `tar -r`
    /// and `-u` append what is newer, and both are there.
    pub(crate) fn label<'n>(&mut self, name: &'n str) -> Cow<'n, str> {
        let mut own = Cow::Borrowed(name);
        let mut number = 1u64;
        while self.0.insert(&*own, ()).is_some() {
            number += 1;
            own = format!("{name} ({number})").into();
        }
        own
    }
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
