//! Headings: with marks before them, or underlined.

use super::lines::Line;

/// Marks with which headings are underlined.
const UNDERLINES: &str = "=-~^\"'`#*+.:_";

/// A heading, and how many lines it takes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Heading<'a> {
    pub(super) level: Level,
    pub(super) text: &'a str,
    pub(super) lines: usize,
}

/// What says how far out a heading stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Number(u8),
    /// The mark that underlines it.
    Underline(char),
}

impl<'a> Heading<'a> {
    /// The heading in a line, or in it and the next one.
    pub(super) fn of(line: &Line<'a>, next: Option<&Line<'a>>, is_rest: bool) -> Option<Self> {
        let text = line.trimmed();
        let marked = marked(text, '#').or_else(|| marked(text, '=')).or_else(|| element(text));
        if let Some((level, text)) = marked {
            return Some(Self { level: Level::Number(level), text, lines: 1 });
        }
        let mark = underline(text, next?.trimmed(), is_rest)?;
        (line.indent() < 4).then_some(Self { level: Level::Underline(mark), text, lines: 2 })
    }
}

/// `## Text`, `== Text ==`.
fn marked(text: &str, mark: char) -> Option<(u8, &str)> {
    let rest = text.trim_start_matches(mark);
    let level = text.len() - rest.len();
    let is_apart = rest.starts_with([' ', '\t'])
        || mark == '#' && !rest.is_ascii() && !rest.starts_with(char::is_numeric);
    let words = rest.trim();
    if !(1..=6).contains(&level) || !is_apart || words.is_empty() {
        return None;
    }
    // Closing marks are no text, where they stand apart.
    let closed = words.trim_end_matches(mark);
    let words =
        if closed.len() < words.len() && closed.ends_with(' ') { closed.trim_end() } else { words };
    Some((level as u8, words))
}

/// `<h2 id="x">Text</h2>`
fn element(text: &str) -> Option<(u8, &str)> {
    let rest = text.strip_prefix("<h").or_else(|| text.strip_prefix("<H"))?;
    let level = rest.bytes().next().filter(|digit| (b'1'..=b'6').contains(digit))? - b'0';
    let (_, words) = rest.split_once('>')?;
    let end = words.to_ascii_lowercase().find("</h")?;
    Some((level, &words[..end]))
}

/// The mark that underlines a line. Other marks than those of Markdown have to be as long as the text, and only
/// reStructuredText has them.
fn underline(text: &str, below: &str, is_rest: bool) -> Option<char> {
    let mark = below.chars().next().filter(|mark| UNDERLINES.contains(*mark))?;
    let length = below.len();
    let is_line = length >= 3 && below.chars().all(|letter| letter == mark);
    let has_words = text.chars().any(char::is_alphanumeric);
    let is_list = text.starts_with(['-', '*', '+', '|', '>', ':']);
    let is_long_enough =
        if is_rest { length >= text.chars().count() } else { matches!(mark, '=' | '-') };
    (is_line && has_words && !is_list && is_long_enough).then_some(mark)
}

/// A line of marks only, which parts what stands above from what stands below.
pub(super) fn is_parting(text: &str) -> bool {
    let mut marks = text.chars().filter(|letter| !letter.is_whitespace());
    let first = marks.next();
    first.is_some_and(|first| {
        UNDERLINES.contains(first) && text.len() >= 3 && marks.all(|mark| mark == first)
    })
}

#[cfg(test)]
mod tests {
    use super::{Heading, Level, is_parting};
    use crate::markdown::lines::Lines;

    fn heading(text: &str, is_rest: bool) -> Option<(Level, &str)> {
        let mut lines = Lines::of(text);
        let line = lines.next()?;
        Heading::of(&line, lines.next().as_ref(), is_rest)
            .map(|heading| (heading.level, heading.text))
    }

    #[test]
    fn marked_and_underlined() {
        assert_eq!(heading("## Tests ##", false), Some((Level::Number(2), "Tests")));
        assert_eq!(heading("##성능", false), Some((Level::Number(2), "성능")));
        assert_eq!(heading("#1 in tests", false), None);
        assert_eq!(heading("== Tests", false), Some((Level::Number(2), "Tests")));
        assert_eq!(heading("<h3 id=\"a\">Tests</h3>", false), Some((Level::Number(3), "Tests")));
        assert_eq!(heading("Tests\n---", false), Some((Level::Underline('-'), "Tests")));
        assert_eq!(heading("Tests\n^^^^^", false), None);
        assert_eq!(heading("Tests\n^^^^^", true), Some((Level::Underline('^'), "Tests")));
        assert_eq!(heading("- item\n---", false), None);
        assert_eq!(heading("#hashtag", false), None);
    }

    #[test]
    fn parting_lines() {
        assert!(is_parting("---") && is_parting("* * *") && is_parting("====="));
        assert!(!is_parting("--") && !is_parting("-x-"));
    }
}
