//! tar archives, compressed or not, read in order.

use crate::compression::{Compression, unpack_archive};
use crate::content::Stored;
use crate::finding::{Trouble, member_too_large};
use crate::label::label_of_bytes;
use crate::limits::Meter;
use crate::members::{MemberBytes, MemberHead, Names, Pass, member_name};
use plimsoll_schema::Code;
use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;
use tar::{Archive, Entry, EntryType};

/// What may stand before a member's bytes: its header, long names, extended attributes, and the
/// map of a sparse file. They are held in memory, whatever they claim to be.
const HEADER_BYTES: u64 = 1 << 20;

/// Everything in an archive fills blocks, and two blocks of zeros end it; some programs write one.
const BLOCK_BYTES: usize = 512;

/// Room for a member is made at once up to this, whatever size its header claims.
const ROOM_BYTES: u64 = 1 << 20;

/// Hands the files of an archive to a pass. What ends the archive early is returned.
pub(crate) fn read(
    stored: &Stored,
    compression: Option<Compression>,
    meter: &Rc<Meter>,
    max_member_bytes: u64,
    pass: &mut dyn Pass,
) -> io::Result<Option<Trouble>> {
    let opened =
        stored.open_in_order().and_then(|stored| unpack_archive(stored, compression, meter));
    let unpacked = match opened {
        Ok(unpacked) => unpacked,
        Err(error) => return Ok(Some(meter.unopened(&error))),
    };
    let zeros = Cell::new(0);
    let mut archive = Archive::new(ZerosWatched { inner: unpacked, zeros: &zeros });
    if let Some(trouble) = members(&mut archive, meter, max_member_bytes, pass)? {
        return Ok(Some(trouble));
    }
    if zeros.get() < BLOCK_BYTES {
        // Where it was cut between two members, nothing else tells.
        return Ok(Some(meter.trouble("it ends without the mark at the end of an archive")));
    }
    // The compressed stream ends with its checksum, after tar's own end.
    meter.allow(u64::MAX);
    let rest = io::copy(&mut archive.into_inner(), &mut io::sink());
    Ok(rest.err().map(|error| meter.trouble(error)))
}

/// Knows how many zero bytes came last.
struct ZerosWatched<'z, R> {
    inner: R,
    zeros: &'z Cell<usize>,
}

impl<R: Read> Read for ZerosWatched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        match buffer[..count].iter().rposition(|byte| *byte != 0) {
            Some(at) => self.zeros.set(count - at - 1),
            None => self.zeros.set(self.zeros.get().saturating_add(count)),
        }
        Ok(count)
    }
}

fn members(
    archive: &mut Archive<impl Read>,
    meter: &Rc<Meter>,
    max_member_bytes: u64,
    pass: &mut dyn Pass,
) -> io::Result<Option<Trouble>> {
    let mut entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return Ok(Some(meter.trouble(error))),
    };
    let mut names = Names::default();
    let mut unread = 0u64;
    for at in 0.. {
        meter.allow(unread.saturating_add(HEADER_BYTES));
        let mut entry = match entries.next() {
            None => break,
            Some(Ok(entry)) => entry,
            Some(Err(error)) => return Ok(Some(meter.trouble(error))),
        };
        if !meter.allows_member() {
            return Ok(Some(meter.trouble("it has too many members")));
        }
        unread = stored_bytes(&entry);
        let name = label_of_bytes(&entry.path_bytes());
        let name = member_name(&name);
        let is_file = is_file(entry.header().entry_type());
        // Before POSIX a folder was a file whose name ends with a slash.
        if name.is_empty() || name.ends_with('/') || !is_file && no_file(&entry).is_none() {
            continue;
        }
        let label = names.label(name);
        let head = MemberHead { at, name, label, size_bytes: entry.size() };
        if !pass.wants(&head) {
            continue;
        }
        let bytes = match no_file(&entry) {
            Some(trouble) => Err(trouble),
            None => bytes(&mut entry, meter, max_member_bytes),
        };
        match bytes {
            Err(trouble) if !leaves_others(trouble.code) => return Ok(Some(trouble)),
            bytes => pass.take(&head, bytes)?,
        }
    }
    Ok(None)
}

/// Whether what follows a member can still be read.
fn leaves_others(code: Code) -> bool {
    !matches!(code, Code::ArchiveDamaged | Code::LimitReached | Code::InputUnreadable)
}

fn is_file(entry_type: EntryType) -> bool {
    matches!(entry_type, EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse)
}

/// Why a member that is no file was passed over; folders and headers are nothing to speak of.
fn no_file<R: Read>(entry: &Entry<'_, R>) -> Option<Trouble> {
    let target = || label_of_bytes(&entry.link_name_bytes().unwrap_or_default());
    let (code, message) = match entry.header().entry_type() {
        EntryType::Link => {
            // The bytes stand once, under the name that the archive met first.
            let target = target();
            let message =
                format!("it is a hard link to {}, and counts there", member_name(&target));
            (Code::AlreadyRead, message)
        }
        EntryType::Symlink => {
            let message = format!("it is a symbolic link to {}, and was not followed", target());
            (Code::NoResult, message)
        }
        EntryType::Char | EntryType::Block | EntryType::Fifo => {
            (Code::NoResult, "it is no file: a pipe or a device".to_owned())
        }
        _ => return None,
    };
    Some(Trouble::new(code, message))
}

/// The bytes in the archive; a sparse file may be of any size when it is read.
fn stored_bytes<R: Read>(entry: &Entry<'_, R>) -> u64 {
    let padding = BLOCK_BYTES as u64;
    match entry.header().entry_type() {
        EntryType::GNUSparse => entry.header().entry_size().unwrap_or(0).saturating_add(padding),
        _ => entry.size().saturating_add(padding),
    }
}

/// Whether it is a sparse file as `tar --format=pax --sparse` writes it: its map stands among its
/// bytes, and the library gives both.
fn is_pax_sparse<R: Read>(entry: &mut Entry<'_, R>) -> bool {
    let extensions = entry.pax_extensions().ok().flatten();
    extensions
        .into_iter()
        .flatten()
        .flatten()
        .any(|extension| extension.key_bytes().starts_with(b"GNU.sparse."))
}

fn bytes<R: Read>(
    entry: &mut Entry<'_, R>,
    meter: &Rc<Meter>,
    max_member_bytes: u64,
) -> MemberBytes {
    let size = entry.size();
    if size > max_member_bytes {
        return Err(member_too_large(max_member_bytes));
    }
    if is_pax_sparse(entry) {
        let message = "it is a sparse file in the PAX format, which is not supported";
        return Err(Trouble::new(Code::DocumentNotUnderstood, message));
    }
    meter.allow(u64::MAX);
    let mut bytes = Vec::with_capacity(size.min(ROOM_BYTES) as usize);
    entry.read_to_end(&mut bytes).map_err(|error| meter.trouble(error))?;
    if (bytes.len() as u64) < size {
        return Err(meter.trouble("it ends inside a member"));
    }
    // Holes of a sparse file pass no decoder, and take memory all the same.
    let holes = size.saturating_sub(stored_bytes(entry));
    meter.count(holes).map_err(|error| meter.trouble(error))?;
    Ok(bytes)
}
