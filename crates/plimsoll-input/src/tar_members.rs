//! tar archives, compressed or not, read in order.

use crate::InputOptions;
use crate::archive::{Member, Visit, member_name};
use crate::compression::{Compression, unpack};
use crate::content::Stored;
use crate::finding::{Trouble, too_large};
use crate::label::label_of_bytes;
use crate::limits::Meter;
use plimsoll_schema::Code;
use std::io::{self, Read};
use std::rc::Rc;
use tar::{Archive, Entry, EntryType};

/// What may stand before a member's bytes: its header, long names, extended attributes, and the
/// map of a sparse file. They are held in memory, whatever they claim to be.
const HEADER_BYTES: u64 = 1 << 20;

/// Hands the files of an archive to `visit`. What ends the archive early is returned.
pub(crate) fn read(
    stored: &Stored,
    compression: Option<Compression>,
    options: &InputOptions<'_>,
    visit: Visit<'_>,
) -> io::Result<Option<Trouble>> {
    let meter = Meter::new(&options.limits);
    let opened = stored.open().and_then(|stored| unpack(stored, compression, &meter));
    let unpacked = match opened {
        Ok(unpacked) => unpacked,
        Err(error) => return Ok(Some(meter.unopened(&error))),
    };
    let mut archive = Archive::new(unpacked);
    if let Some(trouble) = members(&mut archive, &meter, options.read.max_input_bytes, visit)? {
        return Ok(Some(trouble));
    }
    // The compressed stream ends with its checksum, after tar's own end.
    meter.allow(u64::MAX);
    let rest = io::copy(&mut archive.into_inner(), &mut io::sink());
    Ok(rest.err().map(|error| meter.trouble(error)))
}

fn members(
    archive: &mut Archive<Box<dyn Read + '_>>,
    meter: &Rc<Meter>,
    max_input_bytes: u64,
    visit: Visit<'_>,
) -> io::Result<Option<Trouble>> {
    let mut entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return Ok(Some(meter.trouble(error))),
    };
    let mut number = 0;
    let mut unread = 0u64;
    loop {
        meter.allow(unread.saturating_add(HEADER_BYTES));
        let mut entry = match entries.next() {
            None => return Ok(None),
            Some(Ok(entry)) => entry,
            Some(Err(error)) => return Ok(Some(meter.trouble(error))),
        };
        number += 1;
        if !meter.allows_member(number) {
            return Ok(Some(meter.trouble("it has too many members")));
        }
        unread = stored_bytes(&entry);
        let name = label_of_bytes(&entry.path_bytes());
        let name = member_name(&name);
        // Before POSIX a folder was a file whose name ends with a slash.
        if name.is_empty() || name.ends_with('/') {
            continue;
        }
        let bytes = if is_file(entry.header().entry_type()) {
            match bytes(&mut entry, meter, max_input_bytes) {
                Err(trouble) if !leaves_others(trouble.code) => return Ok(Some(trouble)),
                bytes => bytes,
            }
        } else {
            match no_file(&entry) {
                Some(trouble) => Err(trouble),
                None => continue,
            }
        };
        visit(Member { name: name.to_owned(), bytes })?;
    }
}

/// Whether what follows a member can still be read.
fn leaves_others(code: Code) -> bool {
    matches!(code, Code::InputTooLarge | Code::DocumentNotUnderstood)
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
    Some(Trouble { code, message })
}

/// The bytes in the archive; a sparse file may be of any size when it is read.
fn stored_bytes<R: Read>(entry: &Entry<'_, R>) -> u64 {
    let padding = 512;
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
    max_input_bytes: u64,
) -> Result<Vec<u8>, Trouble> {
    let size = entry.size();
    if size > max_input_bytes {
        return Err(too_large(max_input_bytes));
    }
    if is_pax_sparse(entry) {
        let message = "it is a sparse file in the PAX format, which is not supported".to_owned();
        return Err(Trouble { code: Code::DocumentNotUnderstood, message });
    }
    meter.allow(u64::MAX);
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).map_err(|error| meter.trouble(error))?;
    if (bytes.len() as u64) < size {
        return Err(meter.trouble("it ends inside a member"));
    }
    // Holes of a sparse file pass no decoder, and take memory all the same.
    let holes = size.saturating_sub(stored_bytes(entry));
    meter.count(holes).map_err(|error| meter.trouble(error))?;
    Ok(bytes)
}
