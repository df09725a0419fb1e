//! Inputs that no reader claims: what they look like, in a few words.

use crate::finding::looked_for;
use crate::{Outcome, ReadInput};
use plimsoll_read::{Entry, HEAD_BYTES, ReadError, Reader, decode};
use plimsoll_schema::{Code, Finding};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How much of a text is shown, in characters.
const SHOWN: usize = 60;

/// Magic numbers of what is most often given by mistake.
const KNOWN: &[(&[u8], &str)] = &[
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"PK\x03\x04", "a zip file"),
    (b"\x1F\x8B", "gzip data"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// Magic numbers of archives and compressed files that are not unpacked.
const PACKED: &[(&[u8], &str)] = &[
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive, which is not unpacked"),
    (b"Rar!", "a RAR archive, which is not unpacked"),
    (b"\x04\x22\x4D\x18", "LZ4 data, which is not unpacked"),
    (b"\x1F\x9D", "data of compress (.Z), which is not unpacked"),
    (b"LZIP", "lzip data, which is not unpacked"),
];

/// An entry that no reader claims.
pub(crate) struct Looked {
    /// What became of it.
    pub(crate) input: ReadInput,
    /// Whether a reader says that it looks like a result.
    pub(crate) is_hinted: bool,
}

/// What became of an entry that no reader claims.
pub(crate) fn unclaimed(entry: &Entry<'_>, readers: &[&dyn Reader]) -> Looked {
    let source = &*entry.source;
    let head = match entry.head() {
        Ok(head) => head,
        Err(error) => {
            let error = ReadError::Io { source: source.to_owned(), error };
            let input = ReadInput::ended(Outcome::Failed, error.into_finding());
            return Looked { input, is_hinted: false };
        }
    };
    if let Some(finding) = packed(source, &head).filter(|_| !entry.is_named) {
        return Looked { input: ReadInput::ended(Outcome::Failed, finding), is_hinted: false };
    }
    let hint = hint(entry, readers);
    let is_hinted = hint.is_some();
    let input = if entry.is_named {
        ReadInput::ended(Outcome::Failed, named(source, &head, hint, readers))
    } else {
        // Only of a file that was named is something shown: findings go into reports, and a folder
        // may hold passwords.
        let looks = hint.or_else(|| empty(&head).or_else(|| kind(&head)).map(str::to_owned));
        let looks = looks.as_deref().unwrap_or("text");
        let message = format!("it holds no benchmark result that a reader knows: {looks}");
        ReadInput::ended(Outcome::Skipped, Finding::new(Code::NoResult, source, message))
    };
    Looked { input, is_hinted }
}

/// What there is to say of an archive that was found and cannot be opened: results may be missing.
fn packed(source: &str, head: &[u8]) -> Option<Finding> {
    let (_, name) = PACKED.iter().find(|(magic, _)| head.starts_with(magic))?;
    let finding = Finding::new(Code::InputUnreadable, source, format!("it looks like {name}"));
    Some(finding.with_help("If it holds results, unpack it, and read what comes out."))
}

fn named(source: &str, head: &[u8], hint: Option<String>, readers: &[&dyn Reader]) -> Finding {
    if head.is_empty() {
        return Finding::new(Code::InputEmpty, source, "the input is empty");
    }
    if let Some(white_space) = empty(head) {
        return Finding::new(Code::InputEmpty, source, format!("the input holds {white_space}"));
    }
    let looks = hint.or_else(|| kind(head).map(str::to_owned)).unwrap_or_else(|| shown(head));
    let message = format!("no reader knows it; it looks like {looks}");
    Finding::new(Code::InputUnknown, source, message).with_help(looked_for(readers))
}

/// The first hint of a reader. One that panics has none.
fn hint(entry: &Entry<'_>, readers: &[&dyn Reader]) -> Option<String> {
    let ask =
        |reader: &&dyn Reader| catch_unwind(AssertUnwindSafe(|| reader.hint(entry))).ok().flatten();
    readers.iter().find_map(ask)
}

/// In what way it is empty, if it is.
fn empty(head: &[u8]) -> Option<&'static str> {
    if head.is_empty() {
        return Some("an empty file");
    }
    let is_whole = head.len() < HEAD_BYTES;
    (is_whole && decode(head).text.trim().is_empty()).then_some("nothing but white space")
}

/// What it is, unless it is text.
fn kind(head: &[u8]) -> Option<&'static str> {
    if let Some((_, name)) = KNOWN.iter().chain(PACKED).find(|(magic, _)| head.starts_with(magic)) {
        return Some(name);
    }
    if head.iter().all(|byte| *byte == 0) {
        return Some("nothing but zero bytes");
    }
    let decoded = decode(head);
    let is_binary =
        |character: char| character.is_control() && !matches!(character, '\t'..='\r' | '\u{1B}');
    let odd = decoded.text.chars().filter(|character| is_binary(*character)).count();
    // Text in an old encoding has some bytes that are none, and a log may hold a stray NUL.
    (8 * (odd + decoded.replaced) > decoded.text.chars().count()).then_some("binary data")
}

/// The begin of a text, without characters that would move the cursor.
fn shown(head: &[u8]) -> String {
    let text = decode(head).text;
    let begin: String = text.trim_start().chars().take(SHOWN).collect();
    let lower = begin.to_lowercase();
    if ["passw", "secret", "token", "private key"].iter().any(|word| lower.contains(word)) {
        return "text with a secret in its first line".to_owned();
    }
    let mut escaped = String::new();
    for character in begin.trim_end().chars() {
        if character.is_control() {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    format!("text beginning with “{escaped}”")
}
