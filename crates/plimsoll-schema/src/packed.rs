//! Counts of a few of many bins, in little room.
//!
//! A latency distribution has some hundred bins out of some thousand, most of them with small counts. Each is kept
//! as the number of bins left out before it and its count, seven bits to a byte: three bytes for most.

use std::sync::Arc;

/// The bits of a byte that belong to the number; the highest one says that another byte follows.
const BITS: u32 = 7;
const MORE: u8 = 1 << BITS;

/// Indices of bins, ascending, with their counts. Copies share the same memory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Packed {
    bytes: Arc<[u8]>,
}

impl Packed {
    /// The indices and counts, in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u64)> {
        let mut bytes = self.bytes.iter();
        let mut next = 0;
        std::iter::from_fn(move || {
            let index = next + take(&mut bytes)? as usize;
            next = index + 1;
            Some((index, take(&mut bytes)?))
        })
    }
}

/// Packs counts.
#[derive(Debug)]
pub(crate) struct Packing {
    bytes: Vec<u8>,
    next: usize,
}

impl Packing {
    /// With room for most distributions.
    pub(crate) fn new() -> Self {
        Self { bytes: Vec::with_capacity(1024), next: 0 }
    }

    /// The least index that can be added.
    pub(crate) fn next(&self) -> usize {
        self.next
    }

    /// Adds a count; its index must be at least [`Self::next`].
    pub(crate) fn push(&mut self, index: usize, count: u64) {
        debug_assert!(index >= self.next, "{index} after {}", self.next);
        put(&mut self.bytes, (index - self.next) as u64);
        put(&mut self.bytes, count);
        self.next = index + 1;
    }

    /// All that were added.
    pub(crate) fn finish(self) -> Packed {
        Packed { bytes: self.bytes.into() }
    }
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= u64::from(MORE) {
        bytes.push(number as u8 | MORE);
        number >>= BITS;
    }
    bytes.push(number as u8);
}

fn take<'b>(bytes: &mut impl Iterator<Item = &'b u8>) -> Option<u64> {
    let mut number = 0;
    let mut shift = 0;
    loop {
        let byte = *bytes.next()?;
        number |= u64::from(byte & !MORE) << shift;
        if byte & MORE == 0 {
            return Some(number);
        }
        shift += BITS;
    }
}

#[cfg(test)]
mod tests {
    use super::Packing;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_out_again(gaps in proptest::collection::vec((0usize..3000, 0u32..64, any::<u64>()), 0..50)) {
            let mut packing = Packing::new();
            let mut pushed = Vec::new();
            for (gap, shift, count) in gaps {
                let pair = (packing.next() + gap, count >> shift);
                packing.push(pair.0, pair.1);
                pushed.push(pair);
            }
            prop_assert_eq!(packing.finish().iter().collect::<Vec<_>>(), pushed);
        }
    }

    #[test]
    fn a_bin_with_a_small_count_takes_two_bytes() {
        let mut packing = Packing::new();
        for index in 0..100 {
            packing.push(index, 127);
        }
        assert_eq!(packing.finish().bytes.len(), 200);
    }
}
