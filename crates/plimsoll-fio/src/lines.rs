//! The lines of a text that is held as a whole.

use std::ops::Range;

/// One line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line<'t> {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Where in the text its words begin.
    pub(crate) at: usize,
    /// Its words, without line end. Progress that ends in a carriage return before them is left out.
    pub(crate) words: &'t str,
    /// Whether the text stops within it: it has no line end.
    pub(crate) is_cut: bool,
}

impl Line<'_> {
    /// Where its words stand.
    pub(crate) fn place(&self) -> Range<usize> {
        self.at..self.at + self.words.len()
    }
}

/// All lines of a text.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut begin = 0;
    text.split_inclusive('\n').zip(1..).map(move |(line, number)| {
        let whole = line.strip_suffix('\n');
        let words = whole.unwrap_or(line);
        let words = words.strip_suffix('\r').unwrap_or(words);
        let progress = words.rfind('\r').map_or(0, |at| at + 1);
        let at = begin + progress;
        begin += line.len();
        Line { number, at, words: &words[progress..], is_cut: whole.is_none() }
    })
}

/// Without the `<host> ` that fio puts before what a client says, and that host.
pub(crate) fn without_host(words: &str) -> (&str, Option<&str>) {
    let split = words.strip_prefix('<').and_then(|rest| rest.split_once("> "));
    split.map_or((words, None), |(host, rest)| (rest, Some(host)))
}

#[cfg(test)]
mod tests {
    use super::{Line, lines, without_host};

    #[test]
    fn lines_lose_their_ends_and_progress() {
        let found: Vec<Line<'_>> = lines("a\r\n\nJobs: 1\rb\n測c").collect();
        let line = |number, at, words, is_cut| Line { number, at, words, is_cut };
        let expected = [
            line(1, 0, "a", false),
            line(2, 3, "", false),
            line(3, 12, "b", false),
            line(4, 14, "測c", true),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_client_s_host_is_taken_off() {
        assert_eq!(without_host("<vm> Starting"), ("Starting", Some("vm")));
        assert_eq!(without_host("<vm> "), ("", Some("vm")));
        assert_eq!(without_host("vm> a"), ("vm> a", None));
    }
}
