//! Archives that come only once, on standard input or from a pipe: tar archives are read as they come.
//!
//! Of everything else that comes only once the bytes are kept, up to a limit. A second pass over a stream is not possible, so
//! what lies apart from the rest of its run is read apart.

use crate::compression::{Compression, unpack_alone};
use crate::finding::Trouble;
use crate::kind::{ArchiveKind, TAR_HEADER_BYTES, is_tar};
use crate::limits::Limits;
use plimsoll_schema::Code;
use std::collections::HashMap;
use std::io::{self, Cursor, Read};
use std::sync::{Mutex, PoisonError};

/// How much of a compressed stream is read to find the begin of what it holds: a block of bzip2 has 900 kB.
const BEGIN_BYTES: u64 = 2 << 20;

/// A stream of which nothing was read, as far as others see.
pub(crate) type Unread = Box<dyn Read + Send>;

/// A stream that is opened once.
pub(crate) struct Stream(Mutex<Option<Unread>>);

impl Stream {
    pub(crate) fn new(unread: Unread) -> Self {
        Self(Mutex::new(Some(unread)))
    }

    pub(crate) fn open(&self) -> io::Result<Unread> {
        let unread = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        unread.ok_or_else(|| io::Error::new(io::ErrorKind::Unsupported, "a stream is read once"))
    }
}

/// Looks at the begin of a stream: the stream again, and how it is read in order if it is an archive that can be.
pub(crate) fn in_order(
    mut stream: Unread,
    limits: &Limits,
) -> io::Result<(Unread, Option<ArchiveKind>)> {
    let mut begin = Vec::new();
    stream.by_ref().take(TAR_HEADER_BYTES as u64).read_to_end(&mut begin)?;
    let compression = Compression::of(&begin);
    let is_tar = match compression {
        None => is_tar(&begin),
        Some(compression) => {
            let head = Cursor::new(begin.clone());
            let rest = Recorded { stream: &mut stream, record: &mut begin }.take(BEGIN_BYTES);
            let mut unpacked = Vec::new();
            // Damage is met again when it is read.
            let _ = unpack_alone(head.chain(rest), compression, limits)?
                .take(TAR_HEADER_BYTES as u64)
                .read_to_end(&mut unpacked);
            is_tar(&unpacked)
        }
    };
    let stream = Box::new(Cursor::new(begin).chain(stream));
    Ok((stream, is_tar.then_some(ArchiveKind::Tar(compression))))
}

/// Keeps what is read of a stream.
struct Recorded<'r> {
    stream: &'r mut Unread,
    record: &'r mut Vec<u8>,
}

impl Read for Recorded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.record.extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}

/// The folders of a stream that were read, and whether something in them gathers.
#[derive(Default)]
pub(crate) struct ReadFolders(HashMap<String, bool>);

impl ReadFolders {
    /// A folder, or another piece of it, is read: whether files that may belong together are read apart from each other.
    pub(crate) fn add(&mut self, folder: &str, gathers: bool) -> bool {
        let Some(before) = self.0.get_mut(folder) else {
            self.0.insert(folder.to_owned(), gathers);
            return false;
        };
        *before |= gathers;
        *before
    }
}

/// Files that may belong together were read apart from each other.
pub(crate) fn read_apart() -> Trouble {
    let message = "files that may belong to one run are stored apart from each other, and a stream is read once: they were read in \
                   parts, and results may be missing or incomplete";
    let help = "Save the archive, and name its file: then they are put together.";
    Trouble { help: Some(help.to_owned()), ..Trouble::new(Code::LimitReached, message) }
}
