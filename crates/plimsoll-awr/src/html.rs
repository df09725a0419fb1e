//! Tables of HTML reports, found by their summaries. No tree is built: most of a report is SQL text, latches and
//! segments, over which the scanner jumps from one `<table` to the next.
//!
//! A row ends where the next one or the table ends, and so do cells: an end tag may be missing. A row that nothing
//! ends was cut and does not count.

use crate::gathering::Gathering;
use crate::section::Section;
use memchr::memmem::Finder;

/// Hands over every table that is read.
pub(crate) fn tables<'a>(text: &'a str, gathering: &mut Gathering<'a>) {
    let begins = Finder::new("<table");
    let mut at = 0;
    while let Some(found) = begins.find(&text.as_bytes()[at..]) {
        let tag_at = at + found + "<table".len();
        let Some(tag_length) = memchr::memchr(b'>', &text.as_bytes()[tag_at..]) else { return };
        let tag = &text[tag_at..tag_at + tag_length];
        at = tag_at + tag_length + 1;
        if let Some(section) = summary(tag).and_then(Section::of_summary) {
            at = table(text, at, section, gathering);
        }
    }
}

/// The summary of a table's begin tag.
fn summary(tag: &str) -> Option<&str> {
    let value = tag[tag.find("summary=")? + "summary=".len()..].trim_start();
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    value[1..].split(quote).next()
}

/// What a tag begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    Row,
    Head,
    Cell,
    CellEnd,
    Table,
    /// A tag within a cell.
    Other,
}

impl Tag {
    /// By what follows the `<`.
    fn of(rest: &[u8]) -> Self {
        match rest {
            [b't', b'd', b' ' | b'>' | b'\n' | b'\r' | b'\t', ..] => Self::Cell,
            [b't', b'h', b' ' | b'>' | b'\n' | b'\r' | b'\t', ..] => Self::Head,
            [b'/', b't', b'd' | b'h', b'>', ..] => Self::CellEnd,
            [b't', b'r', b' ' | b'>', ..] | [b'/', b't', b'r', ..] => Self::Row,
            [b't', b'a', b'b', b'l', b'e', ..] | [b'/', b't', b'a', b'b', b'l', b'e', ..] => {
                Self::Table
            }
            _ => Self::Other,
        }
    }
}

/// Hands over the rows of one table, whose begin tag ends before `at`; gives the place behind it.
fn table<'a>(
    text: &'a str,
    mut at: usize,
    section: Section,
    gathering: &mut Gathering<'a>,
) -> usize {
    let bytes = text.as_bytes();
    let mut row = Row { cells: Vec::with_capacity(16), at, has_head: false };
    // The cell that is open, until its text is known.
    let mut is_open = false;
    while let Some(found) = memchr::memchr(b'<', &bytes[at..]) {
        let tag_at = at + found;
        if is_open {
            row.extend(&text[at..tag_at]);
        }
        let tag = Tag::of(&bytes[tag_at + 1..]);
        if tag == Tag::Table {
            row.hand_over(section, gathering);
            return tag_at + 1;
        }
        let Some(length) = memchr::memchr(b'>', &bytes[tag_at..]) else { return bytes.len() };
        at = tag_at + length + 1;
        match tag {
            Tag::Row => {
                row.hand_over(section, gathering);
                row.at = tag_at;
                is_open = false;
            }
            Tag::Head | Tag::Cell => {
                row.has_head |= tag == Tag::Head;
                row.cells.push("");
                is_open = true;
            }
            Tag::CellEnd => is_open = false,
            Tag::Table | Tag::Other => {}
        }
    }
    bytes.len()
}

/// A row that is being read.
struct Row<'a> {
    cells: Vec<&'a str>,
    at: usize,
    has_head: bool,
}

impl<'a> Row<'a> {
    /// More text of the last cell. What matters stands in one piece, with tags around it at most.
    fn extend(&mut self, text: &'a str) {
        if let Some(cell @ &mut "") = self.cells.last_mut() {
            *cell = trimmed(text);
        }
    }

    /// Gives the row away and begins another.
    fn hand_over(&mut self, section: Section, gathering: &mut Gathering<'a>) {
        if self.cells.is_empty() {
            return;
        }
        if self.has_head {
            let columns: Vec<String> = self.cells.iter().map(|cell| decoded(cell)).collect();
            gathering.head(section, &columns);
        } else {
            gathering.row(section, &self.cells, self.at);
        }
        self.cells.clear();
        self.has_head = false;
    }
}

/// Text without blanks around it, spelled out or not.
fn trimmed(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let rest = ["&#160;", "&nbsp;"]
            .iter()
            .find_map(|it| text.strip_prefix(it).or(text.strip_suffix(it)));
        match rest {
            Some(rest) => text = rest.trim(),
            None => return text,
        }
    }
}

/// The text of a heading, its characters no longer spelled out.
fn decoded(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&#160;", " ").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::{decoded, summary, trimmed};

    #[test]
    fn summaries_are_found_in_either_quotes() {
        assert_eq!(summary(" border=\"0\" summary=\"load profile\""), Some("load profile"));
        assert_eq!(summary(" summary='it''s' width=\"600\""), Some("it"));
        assert_eq!(summary(" summary=\"cut"), Some("cut"));
        assert_eq!(summary(" class=\"tdiff\""), None);
        assert_eq!(summary(" summary="), None);
    }

    #[test]
    fn padding_is_no_text() {
        assert_eq!(trimmed("&#160;"), "");
        assert_eq!(trimmed("  &#160; 5.09 (mins)&nbsp;\n"), "5.09 (mins)");
        assert_eq!(decoded(" &lt;=1s"), " <=1s");
    }
}
