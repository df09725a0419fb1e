//! The documents in a text.
//!
//! A file of `--output` is usually one document and a newline, but anything may stand around it:
//! messages, progress lines ending in a carriage return, the human report, a prompt, earlier
//! documents. So every `{` may begin a document, and what does begin one is seen by reading it.

use crate::document::Document;
use crate::parse::document;
use crate::scanner::{Problem, Scanner, SyntaxError};
use std::ops::Range;

/// The text between two documents, less objects that are none.
pub(crate) type Stretch = Vec<Range<usize>>;

/// What a text holds.
#[derive(Debug, Default)]
pub(crate) struct Found<'t> {
    /// The complete documents, in order.
    pub(crate) documents: Vec<Document<'t>>,
    /// Documents that begin and do not end.
    pub(crate) damaged: Vec<Damaged>,
    /// What stands between and around documents.
    pub(crate) around: Vec<Stretch>,
}

/// A document that cannot be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Damaged {
    /// Where it begins.
    pub(crate) start: usize,
    /// Where and why reading stopped.
    pub(crate) error: SyntaxError,
}

impl Damaged {
    /// Whether the text simply ends too early.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.error.problem == Problem::Ends
    }
}

/// Finds all documents of fio in a text.
pub(crate) fn find(text: &str) -> Found<'_> {
    let mut found = Found::default();
    let mut around = Around::default();
    let mut at = 0;
    while let Some(start) = next_object(text, at) {
        let mut scanner = Scanner::new(text, start);
        at = start + 1;
        match document(&mut scanner) {
            Ok(Some(document)) => {
                around.end_stretch(start);
                at = document.place.end;
                around.go_on_from(at, at);
                found.documents.push(document);
            }
            // Another object, perhaps one with a document inside.
            Ok(None) => around.pass_over(text, start..scanner.at()),
            Err(error) => {
                let is_new = found.damaged.last().is_none_or(|last| last.error.at <= start);
                if is_new && looks_like_a_document(&text[start..error.at]) {
                    around.end_stretch(start);
                    let is_tried = found.damaged.len() < CLOSINGS_LOOKED_FOR;
                    let closing = is_tried.then(|| closing(text, start)).flatten();
                    around.go_on_from(error.at, closing.unwrap_or(error.at));
                    found.damaged.push(Damaged { start, error });
                }
            }
        }
    }
    around.end_stretch(text.len());
    found.around = around.stretches;
    found
}

/// Of so many damaged documents the end is looked for: each time it may be that of the text.
const CLOSINGS_LOOKED_FOR: usize = 16;

/// Collects the text that belongs to no document and no other object.
#[derive(Debug, Default)]
struct Around {
    stretches: Vec<Stretch>,
    stretch: Stretch,
    /// Where what follows belongs to nothing, for sure and probably: a damaged object may or may
    /// not go on behind the damage.
    from: (usize, usize),
}

impl Around {
    fn end_stretch(&mut self, end: usize) {
        let (surely, probably) = self.from;
        let begin = if probably <= end { probably } else { surely };
        if begin < end {
            self.stretch.push(begin..end);
        }
        self.stretches.extend(Some(std::mem::take(&mut self.stretch)).filter(|it| !it.is_empty()));
    }

    fn go_on_from(&mut self, surely: usize, probably: usize) {
        // What is inside of another object is not around it.
        let (passed, _) = self.from;
        self.from = (surely.max(passed), probably.max(passed));
    }

    fn pass_over(&mut self, text: &str, object: Range<usize>) {
        let (_, begin) = self.from;
        if begin > object.start {
            return;
        }
        let between = begin..object.start;
        let is_list = |it: char| it.is_ascii_whitespace() || matches!(it, ',' | '[' | ']');
        if !text[between.clone()].chars().all(is_list) {
            self.stretch.push(between);
        }
        self.from = (object.end, object.end);
    }
}

/// Where the object that begins at an offset is closed, whatever is wrong inside.
fn closing(text: &str, start: usize) -> Option<usize> {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_string,
            b'"' => is_string = !is_string,
            b'{' if !is_string => depth += 1,
            b'}' if !is_string => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The next `{` whose object has a key.
fn next_object(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(found) = bytes.get(at..)?.iter().position(|byte| *byte == b'{') {
        at += found;
        let key = bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
        if matches!(key, Some(b'"') | None) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Whether an object that broke off was a document: its first key is the version, or it came as
/// far as its list of jobs.
fn looks_like_a_document(read: &str) -> bool {
    let after_brace = read.get(1..).unwrap_or_default().trim();
    // The text may end within the key.
    ["\"fio version\"", "\"jobs\"", "\"client_stats\""]
        .iter()
        .any(|key| after_brace.starts_with(key) || key.starts_with(after_brace))
}

#[cfg(test)]
mod tests {
    use super::{Found, find};
    use proptest::prelude::*;

    const ONE: &str = r#"{"fio version" : "fio-3.33", "jobs" : [{"jobname" : "a"}]}"#;

    fn counts(found: &Found<'_>) -> (usize, usize) {
        (found.documents.len(), found.damaged.len())
    }

    fn around<'t>(text: &'t str, found: &Found<'_>) -> Vec<&'t str> {
        found.around.iter().flatten().map(|range| &text[range.clone()]).collect()
    }

    #[test]
    fn a_document_is_found_wherever_it_stands() {
        for text in [
            ONE.to_owned(),
            format!("\nfio: terminating on signal 2\n{ONE}\n"),
            format!("Jobs: 1 (f=1): [r(1)][100.0%]\r{ONE}"),
            format!("{{not json}} {{ \"a\" : 1 }} {ONE}"),
            format!("{{ \"wrapped\" : {ONE} }}"),
            format!("[{ONE}]"),
        ] {
            let found = find(&text);
            assert_eq!(counts(&found), (1, 0), "{text}");
            assert_eq!(found.documents[0].entries[0].name.as_deref(), Some("a"), "{text}");
        }
    }

    #[test]
    fn several_documents_and_the_text_around_them() {
        let text = format!("before {ONE} between {ONE} after");
        let found = find(&text);
        assert_eq!(counts(&found), (2, 0));
        assert_eq!(around(&text, &found), ["before ", " between ", " after"]);
    }

    #[test]
    fn what_stands_in_an_object_is_not_around_it() {
        let no_list = r#"{"jobs" : {"0" : {"error" : 0}}}"#;
        let deep = format!("{{\"jobs\" : {}\n\"error\" : 0{}}}", "[".repeat(99), "]".repeat(99));
        let holed = ONE.replace("\"jobname\"", "\0\0\0\"jobname\"");
        for object in [no_list, &deep, &holed] {
            let text = format!("before {object} between {ONE} after");
            let found = find(&text);
            let words: String = around(&text, &found).concat();
            assert_eq!(words, "before  between  after", "{object}");
        }
        let wrapped = format!("before {{ \"error\" : 1, \"wrapped\" : {ONE} }} after");
        assert_eq!(around(&wrapped, &find(&wrapped)), ["before ", " after"]);
    }

    #[test]
    fn a_piece_of_a_document_is_damaged_and_hides_no_other() {
        let cut = &ONE[..ONE.len() - 6];
        let found = find(cut);
        assert_eq!(counts(&found), (0, 1));
        assert!(found.damaged[0].is_cut_off());
        // Where a value was cut, the next document is taken for it, and the text ends too early.
        let text = format!("{cut} {ONE}");
        assert_eq!(counts(&find(&text)), (1, 1));
        // Elsewhere the next document is what should not stand there.
        let text = format!("{} {ONE}", &ONE[..ONE.len() - 3]);
        let found = find(&text);
        assert_eq!(counts(&found), (1, 1));
        assert!(!found.damaged[0].is_cut_off());
    }

    #[test]
    fn a_cut_in_every_place_leaves_no_document() {
        for end in 0..ONE.len() {
            let found = find(&ONE[..end]);
            assert!(found.documents.is_empty(), "cut at {end}");
            let shown = found.damaged.iter().all(super::Damaged::is_cut_off);
            assert!(shown, "cut at {end}: {:?}", found.damaged);
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[\\[\\]{}\",: a-j\n測]{0,120}") {
            let found = find(&text);
            for range in found.around.iter().flatten() {
                prop_assert!(text.get(range.clone()).is_some());
            }
        }
    }
}
