//! The cells of a line, found once.

use std::ops::Range;

/// Where the cells of a line stand; used again for every line, so that its memory is.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    places: Vec<Range<usize>>,
}

impl Cells {
    /// Finds cells that are separated by blanks. Blanks are ASCII, whatever the locale.
    pub(crate) fn find_words(&mut self, text: &[u8]) {
        self.places.clear();
        let mut begin = None;
        for (at, byte) in text.iter().enumerate() {
            match (begin, *byte == b' ') {
                (None, false) => begin = Some(at),
                (Some(from), true) => {
                    self.places.push(from..at);
                    begin = None;
                }
                _ => {}
            }
        }
        if let Some(from) = begin {
            self.places.push(from..text.len());
        }
    }

    /// Finds cells that are separated by commas, with or without quotes.
    pub(crate) fn find_fields(&mut self, text: &[u8]) {
        self.places.clear();
        let mut begin = 0;
        for end in memchr::memchr_iter(b',', text).chain([text.len()]) {
            let (mut from, mut to) = (begin, end);
            while from < to && matches!(text[from], b' ' | b'"') {
                from += 1;
            }
            while from < to && matches!(text[to - 1], b' ' | b'"') {
                to -= 1;
            }
            self.places.push(from..to);
            begin = end + 1;
        }
    }

    /// Empties the last one: where a file stops, a number may lack digits.
    pub(crate) fn empty_last(&mut self) {
        if let Some(last) = self.places.last_mut() {
            last.end = last.start;
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.places.len()
    }

    /// One of them; empty where there is none.
    pub(crate) fn get<'t>(&self, text: &'t [u8], index: Option<usize>) -> &'t [u8] {
        index
            .and_then(|index| self.places.get(index))
            .and_then(|place| text.get(place.clone()))
            .unwrap_or_default()
    }

    /// The first so many.
    pub(crate) fn iter<'t>(&self, text: &'t [u8], count: usize) -> impl Iterator<Item = &'t [u8]> {
        self.places.iter().take(count).map(|place| &text[place.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::Cells;

    #[test]
    fn words_and_fields_are_found() {
        let mut cells = Cells::default();
        let text = b"  11:22 avg_2-4   0.5 ";
        cells.find_words(text);
        assert_eq!(
            cells.iter(text, 9).collect::<Vec<_>>(),
            [b"11:22".as_slice(), b"avg_2-4", b"0.5"]
        );
        let text = br#""rd1", 2 ,,n/a"#;
        cells.find_fields(text);
        assert_eq!(cells.iter(text, 9).collect::<Vec<_>>(), [b"rd1".as_slice(), b"2", b"", b"n/a"]);
        assert_eq!(cells.get(text, Some(7)), b"");
    }
}
