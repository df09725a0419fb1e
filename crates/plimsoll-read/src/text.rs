//! Text with places in it.

use crate::decode::Decoded;
use plimsoll_schema::Excerpt;
use std::ops::Range;
use std::sync::Arc;

/// How much of a line is shown on either side of the place that is meant.
const SHOWN: usize = 100;

/// The text of an entry, which can say where an offset is.
#[derive(Debug, Clone)]
pub struct Text {
    source: Arc<str>,
    content: String,
    replaced: usize,
}

impl Text {
    pub(crate) fn new(source: Arc<str>, decoded: Decoded) -> Self {
        Self { source, content: decoded.text, replaced: decoded.replaced }
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
    #[expect(clippy::naive_bytecount, reason = "only diagnostics ask, a few times an input")]
    pub fn line(&self, offset: usize) -> usize {
        let before = &self.content.as_bytes()[..offset.min(self.content.len())];
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    /// The lines around a place, for a diagnostic: the line before it, its own, and the next.
    pub fn excerpt(&self, place: Range<usize>, label: impl Into<String>) -> Excerpt {
        let bytes = self.content.as_bytes();
        let at = place.start.min(bytes.len());
        let line_start = |offset: usize| {
            bytes[..offset].iter().rposition(|byte| *byte == b'\n').map_or(0, |found| found + 1)
        };
        let line_end = |offset: usize| {
            let found = bytes[offset..].iter().position(|byte| *byte == b'\n');
            found.map_or(bytes.len(), |length| offset + length)
        };
        let own = line_start(at);
        let start = if own == 0 { 0 } else { line_start(own - 1) };
        let own_end = line_end(at);
        let end = if own_end == bytes.len() { own_end } else { line_end(own_end + 1) };
        // A document may be a single line of megabytes.
        let start = self.boundary_below(start.max(at.saturating_sub(SHOWN)));
        let end = self.boundary_below(end.min(at + SHOWN));
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

#[cfg(test)]
mod tests {
    use super::Text;
    use crate::decode::Decoded;
    use proptest::prelude::*;

    fn text(text: &str) -> Text {
        Text::new("a.json".into(), Decoded { text: text.into(), replaced: 0 })
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
