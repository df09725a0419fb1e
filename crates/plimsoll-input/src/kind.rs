//! What stored bytes are, told by the bytes alone: names are often wrong, and standard input has
//! none.

use crate::compression::{Compression, unpack_alone};
use crate::content::Stored;
use crate::limits::Limits;
use std::io::{self, Read};
use zip::ZipArchive;

/// The size of a tar header, in bytes; the magic numbers of everything else are shorter.
const TAR_HEADER_BYTES: usize = 512;

/// What stored bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A content as it is.
    Plain,
    /// A single compressed content.
    Compressed(Compression),
    /// An archive that is read in order.
    Tar(Option<Compression>),
    /// An archive that is read through its directory.
    Zip,
}

/// Looks at the begin of the bytes.
pub(crate) fn detect(stored: &Stored, limits: &Limits) -> io::Result<Kind> {
    let mut head = Vec::new();
    stored.open()?.take(TAR_HEADER_BYTES as u64).read_to_end(&mut head)?;
    if is_zip(&head) {
        return Ok(if is_document(stored, &head) { Kind::Plain } else { Kind::Zip });
    }
    let Some(compression) = Compression::of(&head) else {
        return Ok(if is_tar(&head) { Kind::Tar(None) } else { Kind::Plain });
    };
    let mut unpacked = Vec::new();
    // Damage is met again, and reported, when the content is read: what came out before it decides.
    let _ = unpack_alone(stored.open()?, compression, limits)?
        .take(TAR_HEADER_BYTES as u64)
        .read_to_end(&mut unpacked);
    Ok(if is_tar(&unpacked) { Kind::Tar(Some(compression)) } else { Kind::Compressed(compression) })
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
fn is_tar(head: &[u8]) -> bool {
    let Some(header) = head.get(..TAR_HEADER_BYTES) else { return false };
    if &header[257..262] == b"ustar" {
        return true;
    }
    let field = tar::Header::from_byte_slice(header).cksum();
    let own = 148..156;
    let sum = (0..TAR_HEADER_BYTES)
        .map(|at| if own.contains(&at) { u32::from(b' ') } else { u32::from(header[at]) })
        .sum::<u32>();
    header[0] != 0 && field.is_ok_and(|field| field == sum)
}
