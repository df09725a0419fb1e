//! The lines of a text, one after the other, with a look at those that follow.

/// A line and its number, from 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    /// Without its end.
    pub(crate) text: &'a str,
}

impl<'a> Line<'a> {
    /// The text without white space around it.
    pub(crate) fn trimmed(&self) -> &'a str {
        self.text.trim()
    }

    /// Whether nothing stands in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.trimmed().is_empty()
    }

    /// How far it is indented, in columns; a tab goes to the next multiple of four.
    pub(crate) fn indent(&self) -> usize {
        let mut column = 0;
        for letter in self.text.bytes() {
            match letter {
                b' ' => column += 1,
                b'\t' => column = (column / 4 + 1) * 4,
                _ => break,
            }
        }
        column
    }
}

/// What is left of a text. A clone looks ahead.
#[derive(Debug, Clone)]
pub(crate) struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self { rest: text, number: 0 }
    }

    /// The line that comes next.
    pub(crate) fn peek(&self) -> Option<Line<'a>> {
        self.clone().next()
    }

    /// The text from a line that was peeked at to where another cursor stands.
    pub(crate) fn text_to(&self, end: &Self) -> &'a str {
        &self.rest[..self.rest.len() - end.rest.len()]
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.number += 1;
        Some(Line { number: self.number, text: line.strip_suffix('\r').unwrap_or(line) })
    }
}
