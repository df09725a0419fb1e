//! Inputs that no reader claims: what they look like, in a few words.

use crate::finding::looked_for;
use crate::{Outcome, ReadInput};
use plimsoll_read::{Entry, ReadError, Reader, decode};
use plimsoll_schema::{Code, Finding};

/// How much of a text is shown, in characters.
const SHOWN: usize = 60;

/// Magic numbers of what is most often given by mistake.
const KNOWN: &[(&[u8], &str)] = &[
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"PK\x03\x04", "a zip file"),
    (b"\x1F\x8B", "gzip data"),
    (b"BZh", "bzip2 data, which is not unpacked"),
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive, which is not unpacked"),
    (b"Rar!", "a RAR archive, which is not unpacked"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// What became of an entry that no reader claims.
pub(crate) fn unclaimed(entry: &Entry<'_>, readers: &[&dyn Reader]) -> ReadInput {
    let source = &*entry.source;
    let head = match entry.head() {
        Ok(head) => head,
        Err(error) => {
            let error = ReadError::Io { source: source.to_owned(), error };
            return ReadInput::ended(Outcome::Failed, error.into_finding());
        }
    };
    if !entry.is_named {
        // Only of a file that was named is something shown: findings go into reports, and a folder
        // may hold passwords.
        let looks = if head.is_empty() { "an empty file" } else { kind(&head).unwrap_or("text") };
        let message = format!("it holds no benchmark result that a reader knows: {looks}");
        return ReadInput::ended(Outcome::Skipped, Finding::new(Code::NoResult, source, message));
    }
    let finding = if head.is_empty() {
        Finding::new(Code::InputEmpty, source, "the input is empty")
    } else {
        let looks = kind(&head).map_or_else(|| shown(head), str::to_owned);
        Finding::new(
            Code::InputUnknown,
            source,
            format!("no reader knows it; it looks like {looks}"),
        )
        .with_help(looked_for(readers))
    };
    ReadInput::ended(Outcome::Failed, finding)
}

/// What it is, unless it is text.
fn kind(head: &[u8]) -> Option<&'static str> {
    if let Some((_, name)) = KNOWN.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(name);
    }
    if head.iter().all(|byte| *byte == 0) {
        return Some("nothing but zero bytes");
    }
    let decoded = decode(head.to_vec());
    let is_binary =
        |character: char| character.is_control() && !matches!(character, '\t'..='\r' | '\u{1B}');
    let odd = decoded.text.chars().filter(|character| is_binary(*character)).count();
    // Text in an old encoding has some bytes that are none, and a log may hold a stray NUL.
    (8 * (odd + decoded.replaced) > decoded.text.chars().count()).then_some("binary data")
}

/// The begin of a text, without characters that would move the cursor.
fn shown(head: Vec<u8>) -> String {
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
