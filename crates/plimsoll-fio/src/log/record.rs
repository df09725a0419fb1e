//! Compressed logs (`log_store_compressed`), shown as the lines that fio makes of them.
//!
//! Inflated, they are records of fio's own, little-endian, one after the other (`struct io_sample` in its
//! `iolog.h`):
//!
//! | release | bytes | time | value | direction | block size |
//! |---|---|---|---|---|---|
//! | up to 3.17 | 24 | 0 | 8 | 16 | 20, four bytes |
//! | 3.18 to 3.36 | 32 | 0 | 8 | 16 | 24 |
//! | 3.37 and later | 40 | 0 | 8, the greatest at 16 | 24 | 32 |
//!
//! The highest bits of the direction say what else there is: the offset and the time of issue, eight bytes
//! each at the end, and whether the greatest value is one. Which release wrote a log is told by the
//! records: only its own layout makes sense of them.

use plimsoll_read::{Content, Entry};
use std::borrow::Cow;
use std::io::{self, Read, Write as _};

const HAS_OFFSET: u32 = 0x8000_0000;
const HAS_PRIORITY: u32 = 0x4000_0000;
const HAS_MAX: u32 = 0x2000_0000;
const HAS_ISSUE_TIME: u32 = 0x1000_0000;
const FLAGS: u32 = HAS_OFFSET | HAS_PRIORITY | HAS_MAX | HAS_ISSUE_TIME;

/// No I/O is greater than a terabyte.
const GREATEST_BLOCK: u64 = 1 << 40;
/// So many records are looked at.
const RECORDS: usize = 64;
/// How much is made at a time.
const TEXT_BYTES: usize = 64 * 1024;

/// Where the fields of a record stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    length: usize,
    direction: usize,
    block_size: usize,
    has_long_block_size: bool,
    flags: u32,
}

/// Layouts without what flags add, the newest first: older ones make sense of fewer records.
const LAYOUTS: [Layout; 3] = [
    Layout { length: 40, direction: 24, block_size: 32, has_long_block_size: true, flags: 0 },
    Layout { length: 32, direction: 16, block_size: 24, has_long_block_size: true, flags: 0 },
    Layout { length: 24, direction: 16, block_size: 20, has_long_block_size: false, flags: 0 },
];

impl Layout {
    /// The layout of the records with which a log begins. Of one or two records several may make sense:
    /// then whole ones are the likely ones.
    fn of(head: &[u8]) -> Option<Self> {
        // Room that was reserved and never written to fits every layout.
        if head.iter().all(|byte| *byte == 0) {
            return None;
        }
        let fits = |layout: &&Self| layout.fits(head);
        let layouts = LAYOUTS.iter().filter_map(|layout| layout.with_flags(head));
        let layouts: Vec<Self> = layouts.collect();
        let mut fitting = layouts.iter().filter(fits);
        let is_whole = |layout: &&Self| head.len().is_multiple_of(layout.length);
        fitting.clone().find(is_whole).or_else(|| fitting.next()).copied()
    }

    /// The layout, with what the flags of the first record add.
    fn with_flags(&self, head: &[u8]) -> Option<Self> {
        let flags = four(head, self.direction)? & FLAGS;
        let more = [HAS_OFFSET, HAS_ISSUE_TIME].iter().filter(|flag| flags & **flag != 0).count();
        Some(Self { length: self.length + 8 * more, flags, ..*self })
    }

    /// Whether it makes sense of the first records.
    fn fits(&self, head: &[u8]) -> bool {
        let records: Vec<&[u8]> = head.chunks_exact(self.length).take(RECORDS).collect();
        let time = |record: &&[u8]| eight(record, 0);
        !records.is_empty()
            && records.is_sorted_by_key(time)
            && records.iter().all(|record| self.makes_sense(record))
    }

    fn makes_sense(&self, record: &[u8]) -> bool {
        let flags = four(record, self.direction).unwrap_or(u32::MAX);
        let padding =
            self.has_long_block_size.then(|| record.get(self.direction + 6..self.direction + 8));
        flags & !FLAGS <= 2
            && flags & FLAGS == self.flags
            && self.block_size_of(record).is_some_and(|size| size < GREATEST_BLOCK)
            && padding.flatten().is_none_or(|padding| padding == [0, 0])
    }

    fn block_size_of(&self, record: &[u8]) -> Option<u64> {
        if self.has_long_block_size {
            eight(record, self.block_size)
        } else {
            four(record, self.block_size).map(u64::from)
        }
    }

    /// Writes a record as a line.
    fn write(&self, record: &[u8], text: &mut Vec<u8>) -> io::Result<()> {
        let field = |at| eight(record, at).unwrap_or(0);
        write!(text, "{}, {}", field(0), field(8))?;
        if self.flags & HAS_MAX != 0 {
            write!(text, ", {}", field(16))?;
        }
        let direction = four(record, self.direction).unwrap_or(0) & !FLAGS;
        writeln!(text, ", {direction}, {}", self.block_size_of(record).unwrap_or(0))
    }
}

fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn four(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The content of a log as lines, whether it is stored so or not.
pub(crate) enum Lines<'e> {
    /// It is.
    Stored(&'e dyn Content),
    /// It holds records.
    Records(Records<'e>),
}

/// A content that holds records.
pub(crate) struct Records<'e> {
    content: &'e dyn Content,
    layout: Layout,
}

impl<'e> Lines<'e> {
    /// The content of an entry.
    pub(crate) fn of(entry: &Entry<'e>) -> Self {
        // In text every byte of these would be above the blank, or a line end.
        let has_records = |head: &Cow<'_, [u8]>| head.contains(&0);
        let head = entry.head().ok().filter(has_records);
        match head.and_then(|head| Layout::of(&head)) {
            Some(layout) => Self::Records(Records { content: entry.content, layout }),
            None => Self::Stored(entry.content),
        }
    }

    /// The lines themselves.
    pub(crate) fn content(&self) -> &dyn Content {
        match self {
            Self::Stored(content) => *content,
            Self::Records(records) => records,
        }
    }
}

impl Content for Records<'_> {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        let inner = self.content.open()?;
        Ok(Box::new(Shown { inner, layout: self.layout, text: Vec::new(), given: 0 }))
    }

    fn size(&self) -> Option<u64> {
        None
    }
}

/// Records that are read as lines.
struct Shown<'e> {
    inner: Box<dyn Read + 'e>,
    layout: Layout,
    text: Vec<u8>,
    /// How much of the text was given.
    given: usize,
}

impl Read for Shown<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.text.len() {
            self.given = 0;
            self.text.clear();
            let mut records = Vec::new();
            let wanted = TEXT_BYTES / self.layout.length * self.layout.length;
            self.inner.by_ref().take(wanted as u64).read_to_end(&mut records)?;
            // A record that was cut off is none.
            for record in records.chunks_exact(self.layout.length) {
                self.layout.write(record, &mut self.text)?;
            }
        }
        let rest = &self.text[self.given..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::{HAS_ISSUE_TIME, HAS_MAX, HAS_OFFSET, HAS_PRIORITY, Lines};
    use plimsoll_read::Entry;
    use std::io::Read as _;

    fn shown(bytes: &[u8]) -> String {
        let entry = Entry::named("a_clat.1.log.fz", &bytes);
        let lines = Lines::of(&entry);
        let mut text = String::new();
        lines.content().open().expect("memory").read_to_string(&mut text).expect("text");
        text
    }

    /// Numbers and how many bytes each takes.
    fn record(fields: &[(u64, usize)]) -> Vec<u8> {
        fields.iter().flat_map(|(value, length)| value.to_le_bytes()[..*length].to_vec()).collect()
    }

    #[test]
    fn zero_bytes_are_no_records() {
        let zeros = vec![0; 4800];
        let entry = Entry::named("a_clat.1.log", &zeros);
        assert!(matches!(Lines::of(&entry), Lines::Stored(_)));
    }

    #[test]
    fn records_of_all_releases() {
        let old = |time, flags| record(&[(time, 8), (20, 8), (1 | flags, 4), (4096, 4)]);
        assert_eq!(shown(&[old(0, 0), old(1, 0)].concat()), "0, 20, 1, 4096\n1, 20, 1, 4096\n");
        let flagged = [old(7, u64::from(HAS_OFFSET)), record(&[(8192, 8)])].concat();
        assert_eq!(shown(&flagged), "7, 20, 1, 4096\n");
        let new = |time, flags: u32| {
            record(&[(time, 8), (20, 8), (u64::from(1 | flags), 4), (5, 2), (0, 2), (4096, 8)])
        };
        assert_eq!(shown(&[new(0, 0), new(1, 0)].concat()), "0, 20, 1, 4096\n1, 20, 1, 4096\n");
        let flags = HAS_MAX | HAS_PRIORITY | HAS_OFFSET | HAS_ISSUE_TIME;
        let newest = record(&[
            (500, 8),
            (20, 8),
            (30, 8),
            (u64::from(flags), 4),
            (5, 2),
            (0, 2),
            (0, 8),
            (4096, 8),
            (77, 8),
        ]);
        assert_eq!(shown(&newest), "500, 20, 30, 0, 0\n");
    }

    #[test]
    fn a_cut_record_is_none_and_text_stays() {
        let mut cut = record(&[(0, 8), (20, 8), (1, 4), (0, 4), (4096, 8)]).repeat(2);
        cut.truncate(40);
        assert_eq!(shown(&cut), "0, 20, 1, 4096\n");
        assert_eq!(shown(b"0, 20, 1, 4096\n"), "0, 20, 1, 4096\n");
    }
}
