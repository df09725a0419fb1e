//! The documents in a text.
//!
//! A file of `--output` is usually one document and a newline, but anything may stand around it:
//! messages, progress lines ending in a carriage return, the human report, a prompt, earlier
//! documents. So every `{` may begin a document, and what does begin one is seen by reading it.

use crate::document::{Document, document};
use crate::scanner::{Problem, Scanner, SyntaxError};
use std::ops::Range;

/// What a text holds.
#[derive(Debug, Default)]
pub(crate) struct Found<'t> {
    /// The complete documents, in order.
    pub(crate) documents: Vec<Document<'t>>,
    /// Documents that begin and do not end.
    pub(crate) damaged: Vec<Damaged>,
    /// What stands between and around documents.
    pub(crate) around: Vec<Range<usize>>,
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
    // Where the text begins that belongs to no document.
    let mut around = 0;
    let mut at = 0;
    while let Some(start) = next_object(text, at) {
        let mut scanner = Scanner::new(text, start);
        match document(&mut scanner) {
            Ok(Some(document)) => {
                found.around.push(around..start);
                at = document.place.end;
                around = at;
                found.documents.push(document);
            }
            // Another object, perhaps one with a document inside.
            Ok(None) => at = start + 1,
            Err(error) => {
                let is_new = found.damaged.last().is_none_or(|last| last.error.at <= start);
                if is_new && looks_like_a_document(&text[start..error.at]) {
                    found.around.push(around..start);
                    around = error.at;
                    found.damaged.push(Damaged { start, error });
                }
                at = start + 1;
            }
        }
    }
    found.around.push(around.min(text.len())..text.len());
    found.around.retain(|range| !range.is_empty());
    found
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
        found.around.iter().map(|range| &text[range.clone()]).collect()
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
            for range in &found.around {
                prop_assert!(text.get(range.clone()).is_some());
            }
        }
    }
}
