//! The container that workbooks of 1997 to 2003 are, and encrypted ones of any age (MS-CFB). calamine reads it again; this
//! looks first whether its chains end, which calamine takes for granted.

use super::{OLE, Trouble};
use std::collections::HashMap;

/// From here on a number is no sector.
const FIRST_RESERVED: u32 = 0xFFFF_FFFA;

/// Streams below this size lie in the sectors of 64 bytes that a stream of the root holds.
const SMALL_STREAM: usize = 4096;
const SMALL_SECTOR: usize = 64;

/// The most sectors whose places stand in the header.
const IN_HEADER: usize = 109;

/// A stream: where it begins and its length.
#[derive(Debug, Clone, Copy)]
struct Entry {
    first: u32,
    length: usize,
}

/// A container.
#[derive(Debug)]
pub(super) struct Container<'a> {
    bytes: &'a [u8],
    sector_size: usize,
    /// For each sector the one that follows.
    next: Vec<u32>,
    small_next: Vec<u32>,
    small: Vec<u8>,
    entries: HashMap<String, Entry>,
}

impl<'a> Container<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Trouble> {
        Self::of(bytes).ok_or_else(damaged)
    }

    fn of(bytes: &'a [u8]) -> Option<Self> {
        if !bytes.starts_with(OLE) || bytes.len() < 512 {
            return None;
        }
        let sector_size = match u16_at(bytes, 30)? {
            9 => 512,
            12 => 4096,
            _ => return None,
        };
        let (small, small_next) = (Vec::new(), Vec::new());
        let mut container = Self {
            bytes,
            sector_size,
            next: Vec::new(),
            small_next,
            small,
            entries: HashMap::new(),
        };
        container.read_next()?;
        let directory = container.chain(u32_at(bytes, 48)?, usize::MAX)?;
        let mut root = None;
        for entry in directory.chunks_exact(128) {
            let (name, entry) = (
                name(entry),
                Entry { first: u32_at(entry, 116)?, length: u32_at(entry, 120)? as usize },
            );
            root.get_or_insert(entry);
            container.entries.entry(name.to_ascii_lowercase()).or_insert(entry);
        }
        let small_sectors = u32_at(bytes, 64)? as usize;
        if small_sectors > 0 {
            let root = root?;
            // calamine believes these lengths.
            if root.length > bytes.len() || small_sectors > bytes.len() / sector_size {
                return None;
            }
            container.small = container.chain(root.first, root.length)?;
            let numbers = container.chain(u32_at(bytes, 60)?, small_sectors * sector_size)?;
            container.small_next =
                numbers.chunks_exact(4).filter_map(|number| u32_at(number, 0)).collect();
        }
        Some(container)
    }

    /// Which sector follows each: numbers in sectors, whose places stand in the header and in a chain of sectors.
    fn read_next(&mut self) -> Option<()> {
        let mut places: Vec<u32> =
            (0..IN_HEADER).filter_map(|at| u32_at(self.bytes, 76 + 4 * at)).collect();
        let mut more = u32_at(self.bytes, 68)?;
        let mut steps = 0;
        while more < FIRST_RESERVED {
            steps += 1;
            if steps > self.sectors() {
                return None;
            }
            let sector = self.sector(more)?;
            let numbers = sector.chunks_exact(4).filter_map(|number| u32_at(number, 0));
            places.extend(numbers);
            more = places.pop()?;
        }
        for place in places.into_iter().filter(|place| *place < FIRST_RESERVED) {
            let sector = self.sector(place)?;
            self.next.extend(sector.chunks_exact(4).filter_map(|number| u32_at(number, 0)));
            if self.next.len() > self.bytes.len() {
                return None;
            }
        }
        Some(())
    }

    fn sectors(&self) -> usize {
        self.bytes.len() / self.sector_size
    }

    /// The last one may be cut off.
    fn sector(&self, number: u32) -> Option<&'a [u8]> {
        let start = (number as usize + 1).checked_mul(self.sector_size)?;
        let rest = self.bytes.get(start..)?;
        (!rest.is_empty()).then(|| &rest[..rest.len().min(self.sector_size)])
    }

    /// The bytes of a chain, unless it leads nowhere or back into itself.
    fn chain(&self, first: u32, length: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let (mut sector, mut steps) = (first, 0);
        while sector < FIRST_RESERVED && bytes.len() < length {
            steps += 1;
            if steps > self.sectors() + 1 {
                return None;
            }
            let piece = self.sector(sector)?;
            bytes.extend_from_slice(&piece[..piece.len().min(length - bytes.len())]);
            sector = *self.next.get(sector as usize)?;
        }
        Some(bytes)
    }

    fn small_chain(&self, first: u32, length: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut sector = first;
        while sector < FIRST_RESERVED && bytes.len() < length {
            let start = sector as usize * SMALL_SECTOR;
            let piece = self.small.get(start..)?;
            let piece = &piece[..piece.len().min(SMALL_SECTOR).min(length - bytes.len())];
            if piece.is_empty() {
                return None;
            }
            bytes.extend_from_slice(piece);
            sector = *self.small_next.get(sector as usize)?;
        }
        Some(bytes)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(&name.to_ascii_lowercase())
    }

    /// A stream, if there is one of this name.
    pub(super) fn stream(&self, name: &str) -> Option<Result<Vec<u8>, Trouble>> {
        let entry = *self.entries.get(&name.to_ascii_lowercase())?;
        let is_small = entry.length < SMALL_STREAM;
        let read = if entry.length > self.bytes.len() {
            None
        } else if is_small {
            self.small_chain(entry.first, entry.length)
        } else {
            self.chain(entry.first, entry.length)
        };
        Some(read.ok_or_else(damaged))
    }
}

fn damaged() -> Trouble {
    Trouble::Damaged(
        "the sectors of the file do not fit together: it was cut or changed".to_owned(),
    )
}

fn name(entry: &[u8]) -> String {
    let units = entry[..64].chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let units: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
    String::from_utf16_lossy(&units)
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}
