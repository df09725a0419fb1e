//! What stored bytes are, told by the bytes alone: names are often wrong, and standard input has
//! none.

use crate::compression::{Compression, unpack_alone};
use crate::content::{Compressed, Stored, StoredContent};
use crate::limits::{Limits, Meter};
use plimsoll_read::{HEAD_BYTES, Head};
use std::fs::File;
use std::io::{self, Read};
use zip::ZipArchive;

/// The size of a tar header, in bytes; the magic numbers of everything else are shorter.
pub(crate) const TAR_HEADER_BYTES: usize = 512;

/// What stored bytes are.
pub(crate) enum Kind {
    /// A file for the readers.
    Content(StoredContent),
    /// An archive.
    Archive(Stored, ArchiveKind),
}

/// How an archive is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArchiveKind {
    /// In order.
    Tar(Option<Compression>),
    /// Through its directory.
    Zip,
}

/// Looks at the begin of the bytes. What was read of a content stays with it, so that a small file
/// is read once, whoever wants to see it. What a member of an archive unpacks to counts for its meter.
pub(crate) fn detect(
    stored: Stored,
    opened: Option<File>,
    meter: Option<&Meter>,
    limits: &Limits,
) -> io::Result<Kind> {
    let packed = stored.head(opened)?;
    if is_zip(packed.bytes()) {
        if !is_document(&stored, packed.bytes()) {
            drop(packed);
            return Ok(Kind::Archive(stored, ArchiveKind::Zip));
        }
    } else if let Some(compression) = Compression::of(packed.bytes()) {
        return compressed(stored, compression, meter, limits);
    } else if is_tar(packed.bytes()) {
        return Ok(Kind::Archive(stored, ArchiveKind::Tar(None)));
    }
    let head = packed.into_kept();
    Ok(Kind::Content(match (stored, head) {
        (Stored::Memory(bytes), None) => StoredContent::small(bytes),
        (stored, head) => StoredContent::plain(stored, head),
    }))
}

fn compressed(
    stored: Stored,
    compression: Compression,
    meter: Option<&Meter>,
    limits: &Limits,
) -> io::Result<Kind> {
    let mut unpacked = Vec::new();
    // Damage is met again, and reported, when the content is read: what came out before it decides.
    let result = {
        let mut packed = unpack_alone(stored.open()?, compression, limits)?;
        let mut up_to = |length: usize, unpacked: &mut Vec<u8>| {
            let missing = length - unpacked.len();
            packed.by_ref().take(missing as u64).read_to_end(unpacked)
        };
        // No more than tells an archive, which is unpacked again: it may be one of thousands.
        let result = up_to(TAR_HEADER_BYTES, &mut unpacked);
        if is_tar(&unpacked) {
            None
        } else {
            Some(result.and_then(|_| up_to(HEAD_BYTES, &mut unpacked)))
        }
    };
    let Some(result) = result else {
        return Ok(Kind::Archive(stored, ArchiveKind::Tar(Some(compression))));
    };
    let share = meter.map(|meter| meter.share(unpacked.len() as u64));
    let head = result.is_ok().then(|| Head::new(unpacked));
    let compressed = Compressed { compression, limits: *limits, share };
    Ok(Kind::Content(StoredContent::compressed(stored, compressed, head)))
}

/// A member's header, or the end of a directory without members.
fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// Office documents are zip files: those of Microsoft (ECMA-376) have a part of this name, those
/// of OASIS and EPUB begin with their type.
fn is_document(stored: &Stored, head: &[u8]) -> bool {
    let types = "[Content_Types].xml";
    let first = first_zip_name(head);
    if first == b"mimetype" || first == types.as_bytes() {
        return true;
    }
    let archive = stored.open().ok().and_then(|stored| ZipArchive::new(stored).ok());
    archive.is_some_and(|archive| archive.index_for_name(types).is_some())
}

/// The name in the first member's header, as far as it is there.
fn first_zip_name(head: &[u8]) -> &[u8] {
    let length =
        head.get(26..28).map_or(0, |length| usize::from(length[0]) | usize::from(length[1]) << 8);
    head.get(30..30 + length).unwrap_or_default()
}

/// POSIX and GNU headers have a magic number; older ones only their checksum, which other bytes
/// meet by chance once in some millions.
pub(crate) fn is_tar(head: &[u8]) -> bool {
    let Some(header) = head.get(..TAR_HEADER_BYTES) else { return false };
    if &header[257..262] == b"ustar" {
        return true;
    }
    let own = 148..156;
    let sum = || {
        let sum = |bytes: &[u8]| bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>();
        sum(&header[..own.start]) + u32::from(b' ') * own.len() as u32 + sum(&header[own.end..])
    };
    // The library tells at length what is no number, which is what it finds in nearly all files.
    let mut field = header[own.clone()].iter().take_while(|byte| **byte != 0);
    let is_octal = field.all(|byte| matches!(byte, b'0'..=b'7' | b'+' | b' ' | b'\t'..=b'\r'));
    let field = || tar::Header::from_byte_slice(header).cksum();
    header[0] != 0 && is_octal && field().is_ok_and(|field| field == sum())
}
