//! What an archive and those inside it come to, compressed members such as `a.json.gz` included.
//!
//! The walk unpacks archives in order, and adds up as it goes. A compressed member is unpacked when it is read: on
//! any thread, when the walk is further on. Its bytes stand in a ledger, in the order in which members are handed over,
//! and a member is judged by what the walk had unpacked when it passed it on, what those before it came to, and its
//! own bytes. So it does not depend on the threads which member is the first that is too much:
//!
//! * While it is read, what those before it came to *so far* is a lower bound: who is above the limit by that is refused.
//! * When it is handed over, those before it have come to their end, and it is judged once more.
//!
//! Chance remains where a reader reads several members at the same time and fails on one: how much it read of the others
//! is not always the same.
//!
//! The guard is hard: members that are read at the same time may each unpack up to the limit, later ones nothing.
//! What the walk unpacks is limited by itself.

use crate::finding::Trouble;
use crate::limits::{Limits, Passed};
use plimsoll_schema::Code;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// What an archive and those inside it share: a bomb is made of small archives as well.
#[derive(Debug)]
pub(crate) struct Totals {
    limits: Limits,
    /// The size of the outermost archive; of a stream, as much as was read.
    stored: AtomicU64,
    entries: AtomicU64,
    /// What the walk unpacked: archives, and the begin of compressed members.
    walked: AtomicU64,
    members: Mutex<Ledger>,
}

impl Totals {
    pub(crate) fn new(limits: &Limits, stored_bytes: u64) -> Arc<Self> {
        Arc::new(Self {
            limits: *limits,
            stored: AtomicU64::new(stored_bytes),
            entries: AtomicU64::new(0),
            walked: AtomicU64::new(0),
            members: Mutex::default(),
        })
    }

    /// Counts a member, and says how many there are.
    pub(crate) fn add_entry(&self) -> u64 {
        self.entries.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Counts bytes of a stream.
    pub(crate) fn add_stored(&self, bytes: u64) {
        self.stored.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts bytes that the walk unpacked, and says how many there are.
    pub(crate) fn add_walked(&self, bytes: u64) -> u64 {
        self.walked.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes)
    }

    fn members(&self) -> MutexGuard<'_, Ledger> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What compressed members came to so far, in the order in which they are handed over.
#[derive(Debug, Default)]
struct Ledger {
    /// The number of the first that was not handed over.
    first: u64,
    /// What those came to that were.
    handed_over: u64,
    /// What the others came to so far.
    open: VecDeque<u64>,
}

impl Ledger {
    /// A place at the end.
    fn enter(&mut self) -> u64 {
        self.open.push_back(0);
        self.first + self.open.len() as u64 - 1
    }

    /// Adds bytes at a place, and says what there is up to it.
    fn add(&mut self, number: u64, bytes: u64) -> u64 {
        let at = (number - self.first) as usize;
        self.open[at] = self.open[at].saturating_add(bytes);
        self.open.range(..=at).fold(self.handed_over, |sum, bytes| sum.saturating_add(*bytes))
    }

    /// Hands over the first, and says what it came to, and what there is up to it.
    fn hand_over(&mut self) -> (u64, u64) {
        let own = self.open.pop_front().unwrap_or(0);
        self.first += 1;
        self.handed_over = self.handed_over.saturating_add(own);
        (own, self.handed_over)
    }
}

/// The share of a compressed member in the totals of its archive.
#[derive(Debug)]
pub(crate) struct Share {
    totals: Arc<Totals>,
    /// How much the walk unpacked of it.
    begin_bytes: u64,
    /// Up to where it has been counted: each byte counts once, however often it is read.
    counted: AtomicU64,
    place: OnceLock<Place>,
}

/// The place of a member in the order in which members are handed over.
#[derive(Debug)]
struct Place {
    number: u64,
    /// What the walk had unpacked when it passed the member on.
    walked: u64,
    /// The size of the archive, as far as it was known then.
    stored: u64,
}

impl Share {
    /// That of a member of which the walk unpacked the begin.
    pub(crate) fn new(totals: &Arc<Totals>, begin_bytes: u64) -> Arc<Self> {
        let counted = AtomicU64::new(begin_bytes);
        let totals = Arc::clone(totals);
        Arc::new(Self { totals, begin_bytes, counted, place: OnceLock::new() })
    }

    /// The walk passes the member on. If its begin is too much, the archive ends at the next member.
    pub(crate) fn enter(&self) {
        self.place.get_or_init(|| Place {
            number: self.totals.members().enter(),
            walked: self.totals.add_walked(self.begin_bytes),
            stored: self.totals.stored.load(Ordering::Relaxed),
        });
    }

    /// Counts what was read up to a position.
    fn count(&self, position: u64) -> Result<(), Passed> {
        // Before its place is known, readers look at its begin.
        let Some(place) = self.place.get() else { return Ok(()) };
        let before = self.counted.fetch_max(position, Ordering::Relaxed);
        if position <= before {
            return Ok(());
        }
        let members = self.totals.members().add(place.number, position - before);
        self.judge(place, members)
    }

    /// The member is handed over, as the first of those that were not: what there is to say if it is too much.
    pub(crate) fn hand_over(&self) -> Option<Trouble> {
        let place = self.place.get()?;
        let (own, members) = self.totals.members().hand_over();
        // Of one that is no greater than its begin nothing was unpacked in vain.
        let passed = self.judge(place, members).err().filter(|_| own > 0)?;
        let message = format!("{}; it was not read on", passed.limit);
        Some(Trouble::of_limit(Code::LimitReached, message, passed.option))
    }

    fn judge(&self, place: &Place, members: u64) -> Result<(), Passed> {
        let unpacked = place.walked.saturating_add(members);
        let limits = &self.totals.limits;
        match limits.passed("the archive that holds it", unpacked, unpacked, place.stored) {
            Some(passed) => Err(passed),
            None => Ok(()),
        }
    }
}

/// Counts the unpacked bytes of a member as its share.
pub(crate) struct Shared<'a, R> {
    inner: R,
    share: &'a Share,
    position: u64,
}

impl<'a, R> Shared<'a, R> {
    pub(crate) fn new(inner: R, share: &'a Share) -> Self {
        Self { inner, share, position: 0 }
    }
}

impl<R: Read> Read for Shared<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.position += count as u64;
        self.share.count(self.position).map_err(io::Error::from)?;
        Ok(count)
    }
}
