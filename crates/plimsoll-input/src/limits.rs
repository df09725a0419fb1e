//! Limits against decompression bombs, and the meter that watches them.

use crate::finding::Trouble;
use crate::totals::{Share, Totals};
use plimsoll_schema::Code;
use std::cell::{Cell, OnceCell};
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;
use std::sync::Arc;

/// Below this nothing is said about the ratio: a log of zeros packs a thousandfold, and is small.
const RATIO_JUDGED_ABOVE_BYTES: u64 = 16 << 20;

/// How far archives and compressed files may unfold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Members of one archive with all archives inside it, folders and links included.
    pub max_entries: u64,
    /// Bytes that one archive with all archives and compressed files inside it, or one compressed file, may have
    /// after decompression.
    pub max_unpacked_bytes: u64,
    /// Unpacked bytes for each packed one. Judged above 16 MiB unpacked only.
    pub max_ratio: u64,
    /// How deep an archive may lie in archives; 1 allows none inside another.
    pub max_nesting: u32,
    /// Bytes of one member of an archive, unpacked. A member is held in memory while it is read.
    pub max_member_bytes: u64,
    /// Bytes of members that wait for others of their folder, which may belong to the same run.
    pub max_held_bytes: u64,
}

impl Default for Limits {
    /// A million members, 64 GiB, a thousandfold, eight archives deep: far above every archive of results seen.
    /// gzip cannot pack more than 1032 to 1, and does not come near that with figures. 1 GiB for a
    /// member, 512 MiB held back: several times the greatest folder of a run seen.
    fn default() -> Self {
        Self {
            max_entries: 1_000_000,
            max_unpacked_bytes: 64 << 30,
            max_ratio: 1000,
            max_nesting: 8,
            max_member_bytes: 1 << 30,
            max_held_bytes: 512 << 20,
        }
    }
}

impl Limits {
    /// The limit that `it` passes: with so many bytes in all, and so many unpacked ones of so many packed ones.
    pub(crate) fn passed(
        &self,
        it: &str,
        total: u64,
        unpacked: u64,
        packed: u64,
    ) -> Option<Passed> {
        let Self { max_unpacked_bytes, max_ratio, .. } = self;
        if total > *max_unpacked_bytes {
            let limit = format!("{it} unpacks to more than {max_unpacked_bytes} bytes");
            Some(Passed { limit, option: Some("--max-unpacked-size") })
        } else if unpacked > RATIO_JUDGED_ABOVE_BYTES && unpacked / packed.max(1) > *max_ratio {
            let limit = format!("{it} unpacks to more than {max_ratio} times its size");
            Some(Passed { limit, option: Some("--max-ratio") })
        } else {
            None
        }
    }
}

/// A limit that was passed.
#[derive(Debug, Clone)]
pub(crate) struct Passed {
    /// Which, in words.
    pub(crate) limit: String,
    /// The option that raises it, if one does.
    pub(crate) option: Option<&'static str>,
}

impl From<Passed> for io::Error {
    fn from(passed: Passed) -> Self {
        let Passed { limit, option } = passed;
        let raised =
            option.map(|option| format!(" ({option} raises the limit)")).unwrap_or_default();
        Self::new(io::ErrorKind::FileTooLarge, format!("{limit}{raised}"))
    }
}

/// Counts what goes into and comes out of one archive or compressed file.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    totals: Arc<Totals>,
    /// Whether it is only known how much there is when it was read.
    is_stream: bool,
    packed: Cell<u64>,
    /// Whether `packed` is the size of the whole, not what was read so far.
    is_packed_whole: Cell<bool>,
    unpacked: Cell<u64>,
    /// Where `unpacked` has to stop for now.
    ceiling: Cell<u64>,
    /// The first limit that was passed.
    passed: OnceCell<Passed>,
    /// Whether the system failed to read, so that the archive itself may be whole.
    has_failed: Cell<bool>,
}

impl Meter {
    /// That of a content, or of a pass of which nothing counts elsewhere.
    pub(crate) fn new(limits: &Limits) -> Rc<Self> {
        Self::outermost(limits, Some(0))
    }

    /// That of an archive in no other. The size of a stream is not known.
    pub(crate) fn outermost(limits: &Limits, stored_bytes: Option<u64>) -> Rc<Self> {
        let totals = Totals::new(limits, stored_bytes.unwrap_or(0));
        Self::with(limits, totals, stored_bytes.is_none())
    }

    /// That of an archive inside another: what it holds counts for the outer one too.
    pub(crate) fn inside(outer: &Self) -> Rc<Self> {
        Self::with(&outer.limits, Arc::clone(&outer.totals), false)
    }

    fn with(limits: &Limits, totals: Arc<Totals>, is_stream: bool) -> Rc<Self> {
        Rc::new(Self {
            limits: *limits,
            totals,
            is_stream,
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

    /// Counts a member: is it allowed?
    pub(crate) fn allows_member(&self) -> bool {
        let entries = self.totals.add_entry();
        let most = self.limits.max_entries;
        if entries > most {
            let members = if most == 1 { "member" } else { "members" };
            self.pass(format!("it has more than {most} {members}"), Some("--max-entries"));
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
        let total = self.totals.add_walked(bytes);
        if let Some(passed) = self.limits.passed("it", total, unpacked, self.packed.get()) {
            self.pass(passed.limit, passed.option);
        } else if unpacked > self.ceiling.get() {
            self.pass("the headers of a member are too long".to_owned(), None);
        }
        match self.passed.get() {
            None => Ok(()),
            Some(passed) => Err(passed.clone().into()),
        }
    }

    /// The share of a compressed member, whose begin was unpacked.
    pub(crate) fn share(&self, begin_bytes: u64) -> Arc<Share> {
        Share::new(&self.totals, begin_bytes)
    }

    /// What an error of a decoder or of an archive's structure means.
    pub(crate) fn trouble(&self, error: impl fmt::Display) -> Trouble {
        if let Some(Passed { limit, option }) = self.passed.get() {
            let message = format!("{limit}; it was not read on");
            Trouble::of_limit(Code::LimitReached, message, *option)
        } else if self.has_failed.get() {
            Trouble::new(Code::InputUnreadable, format!("cannot read the input: {error}"))
        } else {
            Trouble::new(Code::ArchiveDamaged, format!("it is damaged: {error}"))
        }
    }

    /// It could not be opened.
    pub(crate) fn unopened(&self, error: &io::Error) -> Trouble {
        self.has_failed.set(true);
        self.trouble(error)
    }

    fn pass(&self, limit: String, option: Option<&'static str>) {
        // The first limit is the cause; those passed after it are its consequences.
        let _ = self.passed.set(Passed { limit, option });
    }

    /// Decoders report damage as one of half a dozen kinds; here it has one.
    fn decoder_error(&self, error: io::Error) -> io::Error {
        let text = error.to_string();
        let needs_memory =
            error.kind() == io::ErrorKind::OutOfMemory || text.contains("requires too much memory");
        if needs_memory {
            self.pass(format!("it cannot be unpacked with the memory allowed ({text})"), None);
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
        if self.meter.is_stream {
            self.meter.totals.add_stored(count as u64);
        }
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
