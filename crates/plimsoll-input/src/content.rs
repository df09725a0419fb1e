//! Where the bytes of an input lie, and how they are reached.

use crate::compression::{Compression, unpack_alone};
use crate::limits::Limits;
use plimsoll_read::Content;
use plimsoll_schema::SourceRecord;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::PathBuf;
use std::sync::OnceLock;

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
}

impl Stored {
    pub(crate) fn open(&self) -> io::Result<Box<dyn ReadSeek + '_>> {
        Ok(match self {
            Self::File { path, .. } => Box::new(File::open(path)?),
            Self::Memory(bytes) => Box::new(Cursor::new(bytes.as_slice())),
        })
    }

    pub(crate) fn size_bytes(&self) -> u64 {
        match self {
            Self::File { size_bytes, .. } => *size_bytes,
            Self::Memory(bytes) => bytes.len() as u64,
        }
    }
}

/// Stored bytes as a reader sees them: decompressed.
pub(crate) struct StoredContent {
    pub(crate) stored: Stored,
    pub(crate) compression: Option<Compression>,
    pub(crate) limits: Limits,
}

impl Content for StoredContent {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        let stored = self.stored.open()?;
        match self.compression {
            None => Ok(Box::new(stored)),
            Some(compression) => unpack_alone(stored, compression, &self.limits),
        }
    }

    fn size(&self) -> Option<u64> {
        self.compression.is_none().then(|| self.stored.size_bytes())
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
