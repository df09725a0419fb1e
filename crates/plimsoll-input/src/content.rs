//! Where the bytes of an input lie, and how they are reached.

use crate::compression::{Compression, unpack_alone};
use crate::limits::Limits;
use crate::stream::Stream;
use crate::totals::{Share, Shared};
use plimsoll_read::{Content, HEAD_BYTES, Head};
use plimsoll_schema::SourceRecord;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// Both, for archives that are read through their directory.
pub(crate) trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Bytes as they lie on disk, or came from a stream or an archive.
pub(crate) enum Stored {
    /// A file, opened whenever it is looked at: a folder may hold forty thousand.
    File {
        /// Where it lies.
        path: PathBuf,
        /// Its size in bytes when it was found.
        size_bytes: u64,
    },
    /// Bytes that cannot be read again.
    Memory(Vec<u8>),
    /// An archive that comes only once, and is read as it comes.
    Stream(Stream),
    /// All of them are the head of their content.
    InHead,
}

impl Stored {
    pub(crate) fn open(&self) -> io::Result<Box<dyn ReadSeek + '_>> {
        Ok(match self {
            Self::File { path, .. } => Box::new(File::open(path)?),
            Self::Memory(bytes) => Box::new(Cursor::new(bytes.as_slice())),
            Self::Stream(_) | Self::InHead => return Err(io::ErrorKind::NotSeekable.into()),
        })
    }

    /// Opens them to be read in order. A stream is opened once.
    pub(crate) fn open_in_order(&self) -> io::Result<Box<dyn Read + '_>> {
        match self {
            Self::Stream(stream) => Ok(stream.open()?),
            _ => Ok(Box::new(self.open()?)),
        }
    }

    pub(crate) fn is_stream(&self) -> bool {
        matches!(self, Self::Stream(_))
    }

    /// Their size; that of a stream is not known before its end.
    pub(crate) fn known_size_bytes(&self) -> Option<u64> {
        (!self.is_stream()).then(|| self.size_bytes())
    }

    /// How much there is; of a stream, how much is kept.
    pub(crate) fn size_bytes(&self) -> u64 {
        match self {
            Self::File { size_bytes, .. } => *size_bytes,
            Self::Memory(bytes) => bytes.len() as u64,
            Self::Stream(_) | Self::InHead => 0,
        }
    }

    /// How much memory they take.
    pub(crate) fn held_bytes(&self) -> u64 {
        match self {
            Self::File { .. } | Self::Stream(_) | Self::InHead => 0,
            Self::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// The first [`HEAD_BYTES`]; of a file that was opened already, from there.
    pub(crate) fn head(&self, opened: Option<File>) -> io::Result<StoredHead<'_>> {
        let (path, size_bytes) = match self {
            Self::File { path, size_bytes } => (path, size_bytes),
            Self::Memory(bytes) => {
                return Ok(StoredHead::InMemory(&bytes[..bytes.len().min(HEAD_BYTES)]));
            }
            Self::Stream(_) | Self::InHead => return Err(io::ErrorKind::NotSeekable.into()),
        };
        let (opened, size_bytes) = if let Some(opened) = opened {
            (opened, *size_bytes)
        } else {
            // What was said of a path may be older than the file.
            let opened = File::open(path)?;
            let size_bytes = opened.metadata()?.len();
            (opened, size_bytes)
        };
        // Not a byte more than it had when it was opened: to ask whether it has grown is a call for each file. Files of
        // the kernel say that they are empty, and are not.
        let wanted = if size_bytes == 0 { HEAD_BYTES as u64 } else { size_bytes };
        let wanted = wanted.min(HEAD_BYTES as u64);
        let mut bytes = Vec::with_capacity(wanted as usize);
        opened.take(wanted).read_to_end(&mut bytes)?;
        Ok(StoredHead::Read(Head::new(bytes)))
    }
}

/// The begin of stored bytes.
pub(crate) enum StoredHead<'a> {
    /// Bytes that are in memory anyway.
    InMemory(&'a [u8]),
    /// Bytes that were read.
    Read(Head),
}

impl StoredHead<'_> {
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::InMemory(bytes) => bytes,
            Self::Read(head) => head.bytes(),
        }
    }

    /// It, to be kept beside the bytes; none where it would be all of them, in memory twice.
    pub(crate) fn into_kept(self) -> Option<Head> {
        match self {
            Self::InMemory(bytes) => (bytes.len() == HEAD_BYTES).then(|| Head::new(bytes.to_vec())),
            Self::Read(head) => Some(head),
        }
    }
}

/// How a content is compressed.
pub(crate) struct Compressed {
    pub(crate) compression: Compression,
    pub(crate) limits: Limits,
    /// Its share in the totals of the archive that it is a member of.
    pub(crate) share: Option<Arc<Share>>,
}

/// Stored bytes as a reader sees them: decompressed.
pub(crate) struct StoredContent {
    stored: Stored,
    compressed: Option<Compressed>,
    head: Option<Head>,
}

impl StoredContent {
    /// Bytes that are no archive and not compressed.
    pub(crate) fn plain(stored: Stored, head: Option<Head>) -> Self {
        Self { stored, compressed: None, head }
    }

    /// Bytes in memory, fewer than a head has: they are their head.
    pub(crate) fn small(bytes: Vec<u8>) -> Self {
        Self { stored: Stored::InHead, compressed: None, head: Some(Head::new(bytes)) }
    }

    /// A single compressed content.
    pub(crate) fn compressed(stored: Stored, compressed: Compressed, head: Option<Head>) -> Self {
        Self { stored, compressed: Some(compressed), head }
    }

    /// Its share in the totals of the archive that it is a member of, if it is compressed.
    pub(crate) fn share(&self) -> Option<&Arc<Share>> {
        self.compressed.as_ref()?.share.as_ref()
    }

    /// Gives up the memory of what can be made again: a text beside the bytes of the head, and the head too unless it
    /// would have to be read again and may be kept, or is all there is.
    pub(crate) fn forget_head(&mut self, may_be_kept: bool) {
        let is_all = matches!(self.stored, Stored::InHead);
        if !is_all && (!may_be_kept || self.stored.held_bytes() > 0) {
            self.head = None;
        } else if let Some(head) = &mut self.head {
            head.forget_text();
        }
    }

    /// Keeps the head if it is not kept: many readers are about to look at it. What cannot be read is for them
    /// to meet.
    pub(crate) fn keep_head(&mut self) {
        if self.head.is_some() {
            return;
        }
        let size = self.size().unwrap_or(0).min(HEAD_BYTES as u64);
        let mut bytes = Vec::with_capacity(size as usize);
        let read = self
            .open_stored()
            .and_then(|stored| stored.take(HEAD_BYTES as u64).read_to_end(&mut bytes));
        self.head = read.is_ok().then(|| Head::new(bytes));
    }

    /// How much memory it takes.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.stored.held_bytes() + self.head_bytes()
    }

    /// How much memory the head takes.
    pub(crate) fn head_bytes(&self) -> u64 {
        self.head.as_ref().map_or(0, |head| head.bytes().len() as u64)
    }

    /// How much is to be read, as stored.
    pub(crate) fn stored_bytes(&self) -> u64 {
        match self.stored {
            Stored::InHead => self.head_bytes(),
            _ => self.stored.size_bytes(),
        }
    }

    fn open_stored(&self) -> io::Result<Box<dyn Read + '_>> {
        let stored = self.stored.open()?;
        let Some(Compressed { compression, limits, share }) = &self.compressed else {
            return Ok(Box::new(stored));
        };
        let unpacked = unpack_alone(stored, *compression, limits)?;
        Ok(match share {
            None => unpacked,
            Some(share) => Box::new(Shared::new(unpacked, share)),
        })
    }
}

impl Content for StoredContent {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        match &self.head {
            None => self.open_stored(),
            Some(head) => {
                let (bytes, is_whole) = (head.bytes(), head.is_whole());
                Ok(Box::new(FromHead { content: self, head: bytes, is_whole, rest: None }))
            }
        }
    }

    fn size(&self) -> Option<u64> {
        match (&self.head, &self.compressed) {
            (Some(head), _) if head.is_whole() => Some(head.bytes().len() as u64),
            (_, None) => Some(self.stored.size_bytes()),
            _ => None,
        }
    }

    fn kept_head(&self) -> Option<&Head> {
        self.head.as_ref()
    }

    fn kept_text(&self) -> Option<&str> {
        self.head.as_ref()?.whole_text()
    }
}

/// Reads what was kept of a content, and opens it only for what follows.
struct FromHead<'a> {
    content: &'a StoredContent,
    /// What is left of the head.
    head: &'a [u8],
    /// Whether nothing follows the head.
    is_whole: bool,
    rest: Option<Box<dyn Read + 'a>>,
}

impl FromHead<'_> {
    fn open_rest(&mut self) -> io::Result<()> {
        let head_bytes = self.content.head_bytes();
        let content = self.content;
        self.rest = Some(if content.compressed.is_some() {
            let mut rest = content.open_stored()?;
            io::copy(&mut rest.by_ref().take(head_bytes), &mut io::sink())?;
            rest
        } else {
            let mut rest = content.stored.open()?;
            rest.seek(SeekFrom::Start(head_bytes))?;
            Box::new(rest)
        });
        Ok(())
    }
}

impl Read for FromHead<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.head.is_empty() || self.is_whole {
            return self.head.read(buffer);
        }
        if self.rest.is_none() {
            self.open_rest()?;
        }
        self.rest.as_mut().map_or(Ok(0), |rest| rest.read(buffer))
    }
}

/// A content that is hashed while a reader reads it, so that the bytes pass only once.
pub(crate) struct Hashed<'a> {
    content: &'a dyn Content,
    /// Whether a checksum is wanted; if not, it is only known whether it was read to its end.
    wants_checksum: bool,
    hash: OnceLock<Hash>,
}

struct Hash {
    size_bytes: u64,
    /// None if it is not wanted.
    sha256: Option<String>,
}

impl<'a> Hashed<'a> {
    pub(crate) fn new(content: &'a dyn Content, wants_checksum: bool) -> Self {
        Self { content, wants_checksum, hash: OnceLock::new() }
    }

    /// What was read, if it was read to its end and hashed.
    pub(crate) fn record(&self, source: &str) -> Option<SourceRecord> {
        let Hash { size_bytes, sha256 } = self.hash.get()?;
        let sha256 = sha256.clone()?;
        Some(SourceRecord { source: source.to_owned(), size_bytes: *size_bytes, sha256 })
    }

    /// Reads it to its end, if no reader has.
    pub(crate) fn complete(&self) -> io::Result<()> {
        if self.hash.get().is_some() {
            return Ok(());
        }
        let mut reader = self.open()?;
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
        }
    }
}

impl Content for Hashed<'_> {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        let inner = self.content.open()?;
        if self.hash.get().is_some() {
            return Ok(inner);
        }
        let digest = self.wants_checksum.then(Sha256::new);
        Ok(Box::new(Hashing { inner, digest, size_bytes: 0, hash: &self.hash }))
    }

    fn size(&self) -> Option<u64> {
        self.content.size()
    }

    fn kept_head(&self) -> Option<&Head> {
        self.content.kept_head()
    }

    fn kept_text(&self) -> Option<&str> {
        let text = self.content.kept_text()?;
        self.hash.get_or_init(|| {
            let digest = self.wants_checksum.then(|| Sha256::digest(text));
            Hash { size_bytes: text.len() as u64, sha256: digest.map(|it| hexadecimal(&it)) }
        });
        Some(text)
    }
}

struct Hashing<'a> {
    inner: Box<dyn Read + 'a>,
    digest: Option<Sha256>,
    size_bytes: u64,
    hash: &'a OnceLock<Hash>,
}

impl Read for Hashing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if let Some(digest) = &mut self.digest {
            digest.update(&buffer[..count]);
        }
        self.size_bytes += count as u64;
        if count == 0 && !buffer.is_empty() {
            self.hash.get_or_init(|| Hash {
                size_bytes: self.size_bytes,
                sha256: self.digest.clone().map(|digest| hexadecimal(&digest.finalize())),
            });
        }
        Ok(count)
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
