//! A piece of the input, cut to what a terminal shows, with the line numbers of the input.

use crate::look::printable;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use plimsoll_schema::Excerpt;
use std::ops::Range;
use unicode_width::UnicodeWidthChar as _;

/// Stands where a line was cut.
const CUT: &str = "…";

const TAB: &str = "    ";

/// An excerpt as it is printed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ShownExcerpt {
    /// Every line ends with a line feed: miette marks no place behind the last character.
    text: String,
    /// Of the first line, from 1.
    first_line: usize,
    /// Bytes of `text`, within one line; empty for a place between two characters.
    pub(crate) highlight: Range<usize>,
    /// What is there.
    pub(crate) label: String,
}

impl ShownExcerpt {
    /// Cuts long lines to `columns`, and a highlight over several lines to the first of them.
    pub(crate) fn of(excerpt: &Excerpt, columns: usize) -> Self {
        let mut shown = Self {
            text: String::new(),
            first_line: excerpt.first_line,
            highlight: 0..0,
            label: printable(&excerpt.label),
        };
        let Range { start: from, end: to } = excerpt.highlight;
        let mut start = 0;
        for line in excerpt.text.split('\n') {
            let end = start + line.len();
            let is_meant = (start..=end).contains(&from);
            let line = line.strip_suffix('\r').unwrap_or(line);
            if is_meant {
                let from = (from - start).min(line.len());
                let place = from..to.saturating_sub(start).clamp(from, line.len());
                shown.highlight = shown.push(line, place, columns);
            } else if end < excerpt.text.len() || !line.is_empty() {
                shown.push(line, 0..0, columns);
            }
            start = end + 1;
        }
        shown
    }

    /// Adds a line, as much of it around `place` as fits; says where `place` is now.
    fn push(&mut self, line: &str, place: Range<usize>, columns: usize) -> Range<usize> {
        let window = window(line, place.start, columns);
        let within = |at: usize| at.clamp(window.start, window.end);
        if window.start > 0 {
            self.text.push_str(CUT);
        }
        self.push_cleaned(line.get(window.start..within(place.start)));
        let start = self.text.len();
        self.push_cleaned(line.get(within(place.start)..within(place.end)));
        let end = self.text.len();
        self.push_cleaned(line.get(within(place.end)..window.end));
        if window.end < line.len() {
            self.text.push_str(CUT);
        }
        self.text.push('\n');
        start..end
    }

    /// Offsets within a character would be a fault of a reader: nothing is shown of that piece.
    fn push_cleaned(&mut self, piece: Option<&str>) {
        self.text.push_str(&printable(&piece.unwrap_or_default().replace('\t', TAB)));
    }
}

/// The bytes of a line that are shown, `at` among them.
fn window(line: &str, at: usize, columns: usize) -> Range<usize> {
    let width = |(_, character): &(usize, char)| match character {
        '\t' => TAB.len(),
        character => character.width().unwrap_or(1),
    };
    if line.char_indices().map(|it| width(&it)).sum::<usize>() <= columns {
        return 0..line.len();
    }
    // What stands before a place explains it better than what follows.
    let room = columns.saturating_sub(2 * CUT.chars().count()).max(1);
    let before = line.char_indices().rev().filter(|(index, _)| *index < at);
    let (start, used) = fill(before, room * 2 / 3, width);
    let start = start.unwrap_or(at);
    let after = line.char_indices().filter(|(index, _)| *index >= at);
    let (last, _) = fill(after, room - used, width);
    let end = last.map_or(at, |last| last + line[last..].chars().next().map_or(0, char::len_utf8));
    start..end
}

/// The index of the last character that still fits, and the columns that were filled.
fn fill(
    characters: impl Iterator<Item = (usize, char)>,
    room: usize,
    width: impl Fn(&(usize, char)) -> usize,
) -> (Option<usize>, usize) {
    let mut used = 0;
    let mut last = None;
    for character in characters {
        if used + width(&character) > room {
            break;
        }
        used += width(&character);
        last = Some(character.0);
    }
    (last, used)
}

impl SourceCode for ShownExcerpt {
    /// The excerpt has its context already, so all of it is the context of any place in it.
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let line = self.first_line.saturating_sub(1);
        let whole = SourceSpan::from((0, self.text.len()));
        let count = self.text.lines().count();
        Ok(Box::new(MietteSpanContents::new(self.text.as_bytes(), whole, line, 0, count)))
    }
}

#[cfg(test)]
mod tests {
    use super::ShownExcerpt;
    use plimsoll_schema::Excerpt;
    use proptest::prelude::*;

    fn shown(text: &str, highlight: std::ops::Range<usize>, columns: usize) -> (String, String) {
        let excerpt = Excerpt { text: text.into(), first_line: 7, highlight, label: "here".into() };
        let shown = ShownExcerpt::of(&excerpt, columns);
        let meant = shown.text[shown.highlight.clone()].to_owned();
        (shown.text, meant)
    }

    #[test]
    fn long_lines_are_cut_around_what_is_meant() {
        for (text, highlight, columns, cut, meant) in [
            ("short\nlines", 6..11, 20, "short\nlines\n", "lines"),
            ("0123456789", 0..1, 8, "012345…\n", "0"),
            ("0123456789", 9..10, 8, "…56789\n", "9"),
            ("0123456789", 5..9, 8, "…123456…\n", "56"),
            ("測測測測測測", 9..12, 8, "…測測測…\n", "測"),
            ("a\tb", 2..3, 20, "a    b\n", "b"),
            ("a\u{1b}[0mb\r\nc", 6..6, 20, "a\u{FFFD}[0mb\nc\n", ""),
            ("one\ntwo\nthree", 4..13, 20, "one\ntwo\nthree\n", "two"),
            ("one\n", 4..4, 20, "one\n\n", ""),
            ("one\n", 0..3, 20, "one\n", "one"),
        ] {
            assert_eq!(shown(text, highlight, columns), (cut.into(), meant.into()), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_excerpt_can_be_rendered(
            text in "[a測\t\r\n\u{1b}]{0,40}",
            from in 0usize..130,
            length in 0usize..50,
            columns in 0usize..30,
        ) {
            let highlight = from..from + length;
            let excerpt = Excerpt { text, first_line: 1, highlight, label: "here".into() };
            let shown = ShownExcerpt::of(&excerpt, columns);
            let meant = shown.text.get(shown.highlight.clone());
            prop_assert!(meant.is_some_and(|meant| !meant.contains('\n')), "{:?}", shown);
        }
    }
}
