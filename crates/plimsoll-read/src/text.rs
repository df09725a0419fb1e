//! Text with places in it.

use crate::decode::Decoded;
use plimsoll_schema::Excerpt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// How much of a line is shown on either side of the place that is meant.
const SHOWN: usize = 100;

/// How far apart the places are of which the line is remembered.
const LINES_COUNTED_EVERY: usize = 4096;

/// The text of an entry, which can say where an offset is.
#[derive(Debug, Clone)]
pub struct Text {
    source: Arc<str>,
    content: String,
    replaced: usize,
    /// The number of line ends before every [`LINES_COUNTED_EVERY`] bytes, once somebody asks: an
    /// input may have as many findings as it has lines.
    line_ends_before: OnceLock<Vec<usize>>,
}

impl Text {
    pub(crate) fn new(source: Arc<str>, decoded: Decoded) -> Self {
        Self {
            source,
            content: decoded.text,
            replaced: decoded.replaced,
            line_ends_before: OnceLock::new(),
        }
    }

    /// Text that a reader decoded itself.
    pub fn of(source: Arc<str>, content: String) -> Self {
        Self::new(source, Decoded { text: content, replaced: 0 })
    }

    /// The input as named.
    pub fn source(&self) -> &Arc<str> {
        &self.source
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.content
    }

    /// How many sequences of bytes were no text and became U+FFFD.
    pub fn replaced(&self) -> usize {
        self.replaced
    }

    /// The number of the line that holds an offset, from 1. A line ends with a line feed.
    pub fn line(&self, offset: usize) -> usize {
        let bytes = self.content.as_bytes();
        let offset = offset.min(bytes.len());
        let before = self.line_ends_before.get_or_init(|| line_ends_before(bytes));
        let piece = offset / LINES_COUNTED_EVERY;
        before[piece] + line_ends(&bytes[piece * LINES_COUNTED_EVERY..offset]) + 1
    }

    /// The lines around a place, for a diagnostic: the line before it, its own, and the next.
    pub fn excerpt(&self, place: Range<usize>, label: impl Into<String>) -> Excerpt {
        let bytes = self.content.as_bytes();
        let at = place.start.min(bytes.len());
        // No more is looked at than can be shown: a document may be a single line of megabytes.
        let (least, greatest) = (at.saturating_sub(SHOWN), bytes.len().min(at + SHOWN));
        let line_start = |offset: usize| {
            let found = bytes[least..offset].iter().rposition(|byte| *byte == b'\n');
            found.map_or(least, |found| least + found + 1)
        };
        let line_end = |offset: usize| {
            let found = bytes[offset..greatest].iter().position(|byte| *byte == b'\n');
            found.map_or(greatest, |length| offset + length)
        };
        let own = line_start(at);
        let start = if own == least { own } else { line_start(own - 1) };
        let own_end = line_end(at);
        let end = if own_end == greatest { own_end } else { line_end(own_end + 1) };
        let (start, end) = (self.boundary_below(start), self.boundary_below(end));
        let place_end = self.boundary_below(place.end.clamp(at, end));
        Excerpt {
            text: self.content[start..end].to_owned(),
            first_line: self.line(start),
            highlight: at - start..place_end.max(at) - start,
            label: label.into(),
        }
    }

    fn boundary_below(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.content.len());
        while !self.content.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

fn line_ends(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

fn line_ends_before(bytes: &[u8]) -> Vec<usize> {
    let mut counted = 0;
    let mut before = vec![0];
    for piece in bytes.chunks(LINES_COUNTED_EVERY) {
        counted += line_ends(piece);
        before.push(counted);
    }
    before
}

#[cfg(test)]
mod tests {
    use super::Text;
    use crate::decode::Decoded;
    use proptest::prelude::*;

    fn text(text: &str) -> Text {
        Text::new("a.json".into(), Decoded { text: text.into(), replaced: 0 })
    }

    #[test]
    fn a_line_is_counted_wherever_it_stands() {
        let lines = "测 or so\n".repeat(2000);
        let text = text(&lines);
        for (at, _) in lines.char_indices().step_by(7) {
            assert_eq!(text.line(at), lines[..at].matches('\n').count() + 1, "at {at}");
        }
        assert_eq!(text.line(lines.len() + 10), 2001);
    }

    #[test]
    fn an_excerpt_shows_the_line_with_its_neighbours() {
        let excerpt = text("one\ntwo\nthree\nfour\nfive").excerpt(8..13, "here");
        assert_eq!(excerpt.text, "two\nthree\nfour");
        assert_eq!(excerpt.first_line, 2);
        assert_eq!(&excerpt.text[excerpt.highlight], "three");
    }

    #[test]
    fn a_line_of_megabytes_is_cut_around_the_place() {
        let long = "測".repeat(1_000_000);
        let excerpt = text(&long).excerpt(1_500_000..1_500_003, "here");
        assert!(excerpt.text.len() <= 206, "{} bytes", excerpt.text.len());
        assert_eq!(&excerpt.text[excerpt.highlight], "測");
    }

    proptest! {
        #[test]
        fn every_place_of_every_text_has_an_excerpt(content in "[a\n測 ]{0,60}", from in 0usize..70, length in 0usize..70) {
            let at = (0..=from.min(content.len())).rev().find(|at| content.is_char_boundary(*at)).unwrap_or(0);
            let shown = text(&content).excerpt(at..at + length, "here");
            prop_assert!(shown.text.get(shown.highlight.clone()).is_some(), "{:?}", shown);
            prop_assert!(content.contains(&shown.text));
        }
    }
}
