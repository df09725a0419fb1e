//! Notes on cells: marks that are cut off before a number is read, and kept.
//!
//! A note that is joined to its number makes 80001 of `8000<sup>1</sup>`. So notes go first, before
//! compatibility forms are unified, which would turn ① into 1.

use crate::fold::{cluster_length, is_invisible};
use unicode_normalization::UnicodeNormalization;

/// A note on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The mark, as written: `①`, `\*`, `<sup>1</sup>`.
    pub text: String,
    /// What kind of mark it is.
    pub kind: NoteKind,
}

/// The kinds of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// A mark that is nothing else: `*`, `†`, `①`, `¹`, `[1]`, `<sup>…</sup>`, `![note](note.png)`.
    Mark,
    /// A lone digit behind a number, `25,000 1`, which is a note only because the page has such
    /// notes: cutting it off is a finding.
    LoneDigit,
}

/// A cell without its notes, with escapes resolved and compatibility forms unified, and the way back.
#[derive(Debug, Default)]
pub(crate) struct Clean {
    /// The text that is left. Blanks of numbers are U+0020, all others U+0009; nothing at its ends.
    pub(crate) text: String,
    /// The notes, in order.
    pub(crate) notes: Vec<Note>,
    /// For each byte of the text: where its original begins and ends.
    origin: Vec<(usize, usize)>,
}

impl Clean {
    /// Cuts the notes off a cell and cleans it. `lone_digits`: the page has notes that are a lone
    /// digit behind a number.
    pub(crate) fn of(cell: &str, lone_digits: bool) -> Self {
        let mut clean = Self {
            text: String::with_capacity(cell.len()),
            notes: Vec::new(),
            origin: Vec::with_capacity(cell.len()),
        };
        let (mut at, mut has_content) = (0, false);
        while at < cell.len() {
            if let Some(end) = note_at(cell, at, has_content) {
                let text = cell[at..end].trim().to_owned();
                clean.notes.push(Note { text, kind: NoteKind::Mark });
                clean.push(' ', at, end);
                at = end;
                continue;
            }
            has_content |= !cell[at..].starts_with(char::is_whitespace);
            at += clean.take(&cell[at..], at);
        }
        clean.trim();
        if lone_digits {
            clean.cut_lone_digit();
        }
        clean
    }

    /// The bytes of the original cell that a range of the text, which is not empty, stands for.
    pub(crate) fn original(&self, range: &std::ops::Range<usize>) -> std::ops::Range<usize> {
        self.origin[range.start].0..self.origin[range.end - 1].1
    }

    /// Takes the next character with what combines with it; gives how many bytes that were.
    fn take(&mut self, rest: &str, at: usize) -> usize {
        let bytes = rest.as_bytes();
        // Markdown: a backslash before punctuation makes it plain.
        if bytes[0] == b'\\' && bytes.get(1).is_some_and(u8::is_ascii_punctuation) {
            self.push(bytes[1].into(), at, at + 2);
            return 2;
        }
        if bytes[0].is_ascii() && bytes.get(1).is_none_or(u8::is_ascii) {
            let character = char::from(bytes[0]);
            let is_other_blank = character.is_whitespace() && character != ' ';
            self.push(if is_other_blank { '\t' } else { character }, at, at + 1);
            return 1;
        }
        let cluster = &rest[..cluster_length(rest).unwrap_or(rest.len())];
        let end = at + cluster.len();
        for character in cluster.nfkc().filter(|character| !is_invisible(*character)) {
            // NFKC has made the no-break, thin and figure spaces U+0020; other blanks (tabs, line
            // ends, the wide U+3000) must not join the digits beside them.
            let is_wide =
                cluster.starts_with(['\u{3000}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}']);
            let blank = if is_wide { '\t' } else { character };
            self.push(
                if character.is_whitespace() && character != ' ' { '\t' } else { blank },
                at,
                end,
            );
        }
        cluster.len()
    }

    fn push(&mut self, character: char, begin: usize, end: usize) {
        self.text.push(character);
        self.origin.extend(std::iter::repeat_n((begin, end), character.len_utf8()));
    }

    fn trim(&mut self) {
        let end = self.text.trim_end().len();
        let begin = end - self.text[..end].trim_start().len();
        self.text.truncate(end);
        self.text.drain(..begin);
        self.origin.truncate(end);
        self.origin.drain(..begin);
    }

    /// Cuts a lone 1 to 9 off that stands behind a grouped number and a blank.
    fn cut_lone_digit(&mut self) {
        let Some((before, digit)) = self.text.rsplit_once([' ', '\t']) else { return };
        let is_note = digit.len() == 1
            && matches!(digit.as_bytes()[0], b'1'..=b'9')
            && is_grouped_at_its_end(before.trim_end());
        if is_note {
            self.notes.push(Note { text: digit.to_owned(), kind: NoteKind::LoneDigit });
            let end = before.trim_end().len();
            self.text.truncate(end);
            self.origin.truncate(end);
        }
    }
}

/// Whether a text ends in a digit, a mark and three digits: `25,000`.
fn is_grouped_at_its_end(text: &str) -> bool {
    let Some((before, group)) = text.rsplit_once([',', '.', ' ']) else { return false };
    group.len() == 3
        && group.bytes().all(|byte| byte.is_ascii_digit())
        && before.ends_with(|character: char| character.is_ascii_digit())
}

/// How far the end of a mark is looked for, in bytes: no mark is longer, and long texts stay cheap.
const LONGEST_MARK: usize = 300;

/// The end of the note that begins at this byte, if one does. `has_content`: something stands before.
fn note_at(cell: &str, at: usize, has_content: bool) -> Option<usize> {
    let rest = &cell[at..];
    let first = rest.chars().next()?;
    let length = match first {
        '<' => tag_length(rest)?,
        '!' => image_length(rest)?,
        '[' => bracket_length(rest)?,
        '*' | '\\' if has_content => star_length(rest, cell[..at].ends_with(char::is_whitespace))?,
        '†' | '‡' | '⁎' | '∗' | '※' => first.len_utf8(),
        _ if is_note_digit(first) => {
            rest.chars().take_while(|it| is_note_digit(*it)).map(char::len_utf8).sum()
        }
        _ => return None,
    };
    Some(at + length)
}

/// Superscript and circled numbers.
fn is_note_digit(character: char) -> bool {
    matches!(
        character,
        '¹' | '²' | '³' | '⁰' | '⁴'..='⁹' | '①'..='⑳' | '⓪' | '⓫'..='⓾' | '❶'..='➓'
    )
}

/// `<sup>…</sup>`, and a closing tag without its begin.
fn tag_length(rest: &str) -> Option<usize> {
    let is_tag = |tag: &str| rest.get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag));
    if is_tag("</sup>") {
        return Some("</sup>".len());
    }
    if !is_tag("<sup>") {
        return None;
    }
    let closing =
        |at: &usize| rest.get(*at..*at + 6).is_some_and(|it| it.eq_ignore_ascii_case("</sup>"));
    let end = (0..rest.len().min(LONGEST_MARK)).find(closing);
    end.map(|at| at + "</sup>".len())
}

/// `![text](address)`.
fn image_length(rest: &str) -> Option<usize> {
    let bytes = &rest.as_bytes()[..rest.len().min(LONGEST_MARK)];
    let text_end = bytes.strip_prefix(b"![")?.windows(2).position(|it| it == b"](")? + "![".len();
    let address_end = bytes[text_end..].iter().position(|byte| *byte == b')')? + text_end;
    Some(address_end + 1)
}

/// `[1]`, `[^1]`, `[a]`: a short mark in brackets.
fn bracket_length(rest: &str) -> Option<usize> {
    let end = rest.bytes().take(5).position(|byte| byte == b']')?;
    let mark = rest[1..end].trim_start_matches('^');
    let is_mark = (1..=2).contains(&mark.len()) && mark.bytes().all(|it| it.is_ascii_digit())
        || mark.len() == 1 && mark.bytes().all(|it| it.is_ascii_lowercase());
    is_mark.then_some(end + 1)
}

/// Stars, also escaped (`\*`, `\\\*`) and with blanks between them, at the end of the cell or before
/// a blank. A star before anything else multiplies or is emphasis and is no note.
fn star_length(rest: &str, is_detached: bool) -> Option<usize> {
    let (mut stars, mut end) = (0, 0);
    for (at, character) in rest.char_indices().take(16) {
        match character {
            '*' => {
                stars += 1;
                end = at + 1;
            }
            '\\' | ' ' => {}
            _ => break,
        }
    }
    let behind = &rest[end..];
    let is_last = behind.trim_start().is_empty();
    let is_attached =
        !is_detached && behind.starts_with(|it: char| it.is_whitespace() || it == ')');
    (stars > 0 && (is_last || is_attached)).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::{Clean, NoteKind};
    use proptest::prelude::*;

    fn cleaned(cell: &str) -> (String, Vec<String>) {
        let clean = Clean::of(cell, false);
        (clean.text, clean.notes.into_iter().map(|note| note.text).collect())
    }

    #[test]
    fn notes_are_cut_off_and_kept() {
        for (cell, text, note) in [
            (r"30.000\*", "30.000", r"\*"),
            (r"25000\\\*", "25000", r"\\\*"),
            ("30.000*", "30.000", "*"),
            ("25000 ①", "25000", "①"),
            ("25,000①", "25,000", "①"),
            ("8 000<sup>1</sup>", "8 000", "<sup>1</sup>"),
            ("1\\.000 MB/s*", "1.000 MB/s", "*"),
            ("400†", "400", "†"),
            (r"P1\*", "P1", r"\*"),
            ("P1**", "P1", "**"),
            ("ıOPS * *", "ıOPS", "* *"),
            (
                "6.000 ![Fußnote](/images/numberone.png)",
                "6.000",
                "![Fußnote](/images/numberone.png)",
            ),
            ("140³", "140", "³"),
            ("140 [1]", "140", "[1]"),
            ("140[^2]", "140", "[^2]"),
            ("25000* IOPS", "25000  IOPS", "*"),
        ] {
            assert_eq!(cleaned(cell), (text.to_owned(), vec![note.to_owned()]), "{cell}");
        }
        for cell in ["0.5*容量", "* 5", "**bold**x", "[0.25|2|4|10]", "40 MiB/s + 0,04 * x", "<b>"]
        {
            assert_eq!(cleaned(cell).1, Vec::<String>::new(), "{cell}");
        }
    }

    #[test]
    fn escapes_and_compatibility_forms_are_resolved() {
        assert_eq!(cleaned(r"2\.048").0, "2.048");
        assert_eq!(cleaned("１２３％").0, "123%");
        assert_eq!(cleaned("1\u{202f}527,3 ㎆/s").0, "1 527,3 MB/s");
        assert_eq!(cleaned("1\u{3000}527").0, "1\t527");
        assert_eq!(cleaned(" 5\n000 ").0, "5\t000");
        assert_eq!(cleaned("1\u{200b}00").0, "100");
    }

    #[test]
    fn a_lone_digit_is_a_note_only_where_the_page_has_such_notes() {
        assert_eq!(Clean::of("25,000 1", false).text, "25,000 1");
        let clean = Clean::of("25,000 1", true);
        assert_eq!((clean.text.as_str(), clean.notes[0].kind), ("25,000", NoteKind::LoneDigit));
        for kept in ["25 1", "25,000 12", "25,000 000", "25,00 1", "x 1"] {
            assert_eq!(Clean::of(kept, true).text, kept);
        }
    }

    proptest! {
        #[test]
        fn no_cell_panics(cell in "[0-9 *\\\\<>supA/!()\\[\\]①²†é한\u{301}.,]{0,24}") {
            let clean = Clean::of(&cell, true);
            for (at, character) in clean.text.char_indices() {
                let original = clean.original(&(at..at + character.len_utf8()));
                prop_assert!(cell.get(original).is_some());
            }
        }
    }
}
