//! The lines of an entry, one at a time: an output directory may hold gigabytes.

use plimsoll_read::{Entry, ReadError, ReadOptions};
use std::ops::ControlFlow;

/// How much is read at a time, in bytes: a few thousand lines, and little enough for a processor's cache.
pub(crate) const PIECE_BYTES: usize = 256 * 1024;

/// Hands over each line without its end, numbered from 1. A last line without an end is cut and is marked so.
pub(crate) fn each_line(
    entry: &Entry<'_>,
    options: &ReadOptions,
    mut each: impl FnMut(Line<'_>),
) -> Result<(), ReadError> {
    let mut number = 0;
    // PowerShell's `>` turns a console's text into UTF-16, which has no lines to be cut at.
    if has_zero_bytes(entry) {
        let text = entry.text(options)?;
        lines_of(text.as_str().as_bytes(), &mut number, &mut each);
        return Ok(());
    }
    entry.chunks(PIECE_BYTES, |chunk| {
        lines_of(chunk.bytes, &mut number, &mut each);
        ControlFlow::Continue(())
    })
}

/// One line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Its bytes, without line end.
    pub(crate) bytes: &'a [u8],
    /// Whether the file stops within it.
    pub(crate) is_cut: bool,
}

pub(crate) fn lines_of(bytes: &[u8], number: &mut usize, each: &mut impl FnMut(Line<'_>)) {
    let mut begin = 0;
    let mut hand_over = |bytes: &[u8], is_cut| {
        *number += 1;
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        each(Line { number: *number, bytes, is_cut });
    };
    for end in memchr::memchr_iter(b'\n', bytes) {
        hand_over(&bytes[begin..end], false);
        begin = end + 1;
    }
    if begin < bytes.len() {
        hand_over(&bytes[begin..], true);
    }
}

fn has_zero_bytes(entry: &Entry<'_>) -> bool {
    use std::io::Read as _;
    let mut begin = Vec::new();
    let read = entry.content.open().and_then(|it| it.take(64).read_to_end(&mut begin));
    read.is_ok() && begin.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::lines_of;

    #[test]
    fn lines_lose_their_ends_and_the_last_one_is_cut_without() {
        let mut lines = Vec::new();
        let mut number = 0;
        lines_of(b"a\r\n\nb", &mut number, &mut |line| {
            lines.push((line.number, line.bytes.to_vec(), line.is_cut));
        });
        assert_eq!(
            lines,
            [(1, b"a".to_vec(), false), (2, Vec::new(), false), (3, b"b".to_vec(), true)]
        );
    }
}
