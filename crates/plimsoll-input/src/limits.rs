//! Limits against decompression bombs, and the meter that watches them.

use crate::finding::Trouble;
use plimsoll_schema::Code;
use std::cell::{Cell, OnceCell};
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

/// Below this nothing is said about the ratio: a log of zeros packs a thousandfold, and is small.
const RATIO_JUDGED_ABOVE_BYTES: u64 = 16 << 20;

/// How far an archive or a compressed file may unfold.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Members of one archive, folders and links included.
    pub max_entries: u64,
    /// Bytes that one archive or compressed file may have after decompression.
    pub max_unpacked_bytes: u64,
    /// Unpacked bytes for each packed one. Judged above 16 MiB unpacked only.
    pub max_ratio: u64,
}

impl Default for Limits {
    /// A million members, 64 GiB, a thousandfold: far above every archive of results seen. gzip
    /// cannot pack more than 1032 to 1, and does not come near that with figures.
    fn default() -> Self {
        Self { max_entries: 1_000_000, max_unpacked_bytes: 64 << 30, max_ratio: 1000 }
    }
}

/// Counts what goes into and comes out of one archive or compressed file.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    packed: Cell<u64>,
    /// Whether `packed` is the size of the whole, not what was read so far.
    is_packed_whole: Cell<bool>,
    unpacked: Cell<u64>,
    /// Where `unpacked` has to stop for now.
    ceiling: Cell<u64>,
    /// The limit that was passed, in words.
    passed: OnceCell<String>,
    /// Whether the system failed to read, so that the archive itself may be whole.
    has_failed: Cell<bool>,
}

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Rc<Self> {
        Rc::new(Self {
            limits: limits.clone(),
            packed: Cell::new(0),
            is_packed_whole: Cell::new(false),
            unpacked: Cell::new(0),
            ceiling: Cell::new(u64::MAX),
            passed: OnceCell::new(),
            has_failed: Cell::new(false),
        })
    }

    /// The size of an archive that is not read in order: its members may share packed bytes, which
    /// must not count again with each of them.
    pub(crate) fn set_packed(&self, bytes: u64) {
        self.packed.set(bytes);
        self.is_packed_whole.set(true);
    }

    /// Counts members: is another one allowed?
    pub(crate) fn allows_member(&self, number: u64) -> bool {
        if number > self.limits.max_entries {
            self.pass(format!("it has more than {} members", self.limits.max_entries));
        }
        self.passed.get().is_none()
    }

    /// Allows so many bytes until this is called again.
    pub(crate) fn allow(&self, bytes: u64) {
        self.ceiling.set(self.unpacked.get().saturating_add(bytes));
    }

    /// Counts bytes that came out.
    pub(crate) fn count(&self, bytes: u64) -> io::Result<()> {
        let unpacked = self.unpacked.get().saturating_add(bytes);
        self.unpacked.set(unpacked);
        let Limits { max_unpacked_bytes, max_ratio, .. } = self.limits;
        let ratio = unpacked / self.packed.get().max(1);
        if unpacked > max_unpacked_bytes {
            self.pass(format!("it unpacks to more than {max_unpacked_bytes} bytes"));
        } else if unpacked > RATIO_JUDGED_ABOVE_BYTES && ratio > max_ratio {
            self.pass(format!("it unpacks to more than {max_ratio} times its size"));
        } else if unpacked > self.ceiling.get() {
            self.pass("the headers of a member are too long".to_owned());
        }
        match self.passed.get() {
            None => Ok(()),
            Some(limit) => Err(io::Error::new(io::ErrorKind::FileTooLarge, limit.clone())),
        }
    }

    /// What an error of a decoder or of an archive's structure means.
    pub(crate) fn trouble(&self, error: impl fmt::Display) -> Trouble {
        if let Some(limit) = self.passed.get() {
            Trouble { code: Code::LimitReached, message: format!("{limit}; it was not read on") }
        } else if self.has_failed.get() {
            let message = format!("cannot read the input: {error}");
            Trouble { code: Code::InputUnreadable, message }
        } else {
            Trouble { code: Code::ArchiveDamaged, message: format!("it is damaged: {error}") }
        }
    }

    /// It could not be opened.
    pub(crate) fn unopened(&self, error: &io::Error) -> Trouble {
        self.has_failed.set(true);
        self.trouble(error)
    }

    fn pass(&self, limit: String) {
        // The first limit is the cause; those passed after it are its consequences.
        let _ = self.passed.set(limit);
    }

    /// Decoders report damage as one of half a dozen kinds; here it has one.
    fn decoder_error(&self, error: io::Error) -> io::Error {
        let text = error.to_string();
        let needs_memory =
            error.kind() == io::ErrorKind::OutOfMemory || text.contains("requires too much memory");
        if needs_memory {
            self.pass(format!("it cannot be unpacked with the memory allowed ({text})"));
            io::Error::new(io::ErrorKind::FileTooLarge, text)
        } else if self.has_failed.get() || self.passed.get().is_some() {
            error
        } else if error.kind() == io::ErrorKind::UnexpectedEof {
            io::Error::new(io::ErrorKind::UnexpectedEof, "the compressed data end early")
        } else {
            io::Error::new(io::ErrorKind::InvalidData, text)
        }
    }
}

/// Counts packed bytes.
pub(crate) struct Packed<R> {
    inner: R,
    meter: Rc<Meter>,
}

impl<R> Packed<R> {
    pub(crate) fn new(inner: R, meter: &Rc<Meter>) -> Self {
        Self { inner, meter: Rc::clone(meter) }
    }
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer).inspect_err(|error| {
            if error.kind() != io::ErrorKind::Interrupted {
                self.meter.has_failed.set(true);
            }
        })?;
        if !self.meter.is_packed_whole.get() {
            self.meter.packed.set(self.meter.packed.get().saturating_add(count as u64));
        }
        Ok(count)
    }
}

impl<R: Seek> Seek for Packed<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        // A damaged directory makes the archive reader seek to impossible places: no failure of
        // the system.
        self.inner.seek(to)
    }
}

/// Counts unpacked bytes, and says what a decoder's error means.
pub(crate) struct Unpacked<R> {
    inner: R,
    meter: Rc<Meter>,
    is_broken: bool,
}

impl<R> Unpacked<R> {
    pub(crate) fn new(inner: R, meter: &Rc<Meter>) -> Self {
        Self { inner, meter: Rc::clone(meter), is_broken: false }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_broken {
            // Some decoders panic when they are asked again.
            return Err(io::Error::new(io::ErrorKind::InvalidData, "reading failed before"));
        }
        let result = match self.inner.read(buffer) {
            Ok(count) => self.meter.count(count as u64).map(|()| count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => Err(self.meter.decoder_error(error)),
        };
        self.is_broken = result.is_err();
        result
    }
}
