//! Great documents without the bins of json+.
//!
//! Four fifths of such a document are bins. They are counted while the text is read, on all cores, and only the rest is
//! held and looked at. Whether what looked like bins are the bins of a latency shows then: all of them must be
//! asked for where they stand. A text that holds anything but one document in which all is as it should be is
//! read anew as a whole, because what is told of a text is told with its places.

use crate::bins;
use crate::document::{Document, TimeUnit};
use crate::parse::document;
use crate::scanner::Scanner;
use plimsoll_read::{Entry, ReadOptions, Text};
use plimsoll_schema::Distribution;
use rayon::prelude::*;
use std::io::Read;
use std::sync::Arc;

/// From this size on documents are condensed. Smaller ones come in many files, which are read at the same time
/// anyway.
const GREAT_BYTES: u64 = 4 << 20;

/// How much of a text is looked through at a time, and how much is read meanwhile: so many pieces.
const PIECE_BYTES: usize = 128 << 10;
const PIECES: usize = 16;

/// Pieces end before the name of an entry, so that each holds whole bins.
const PIECE_ENDS_BEFORE: &[u8] = b"\"jobname\"";

const KEY: &[u8] = b"\"bins\"";

/// What stands in place of bins that were counted.
const EMPTY: &str = "{}";

/// A text without those bins that are as fio writes them.
#[derive(Debug)]
pub(crate) struct Condensed {
    text: Text,
    bins: LeftOut,
}

/// Where bins were left out of a text, in order, and what they count.
type LeftOut = Vec<(usize, Distribution)>;

impl Condensed {
    /// Condenses the text of a great entry. `None` for other entries, and for whatever is no text in UTF-8.
    pub(crate) fn of_great(entry: &Entry<'_>, options: &ReadOptions) -> Option<Self> {
        let is_great = |size: &u64| (GREAT_BYTES..=options.max_input_bytes).contains(size);
        let size = entry.content.size().filter(is_great)? as usize;
        let reader = entry.content.open().ok()?;
        Self::read(Pieces::new(reader, PIECE_BYTES), size, Arc::clone(&entry.source))
    }

    fn read(mut pieces: Pieces<impl Read>, size: usize, source: Arc<str>) -> Option<Self> {
        // Room that is not written to takes no memory.
        let mut condensed = CondensedPiece::with_capacity(size);
        let mut read = pieces.next_few()?;
        let mut done = Vec::new();
        while !(read.is_empty() && done.is_empty()) {
            // Three things at a time: reading, counting what was read before, joining what was counted before.
            let these = std::mem::take(&mut read);
            let (mut next, mut counted) = (None, None);
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| {
                    let all = these.into_par_iter().map(Piece::condensed);
                    counted = all.collect::<Option<Vec<_>>>();
                });
                next = pieces.next_few();
                for piece in done {
                    condensed.push(piece);
                }
            });
            (read, done) = (next?, counted?);
            if pieces.taken > size {
                return None;
            }
        }
        let CondensedPiece { rest, bins } = condensed;
        (pieces.taken == size).then(|| Self { text: Text::of(source, rest), bins })
    }

    /// What is left of the text.
    pub(crate) fn text(&self) -> &Text {
        &self.text
    }

    /// The document, if the text holds nothing else, and nothing is to be told of the values in it.
    pub(crate) fn only_document(&self) -> Option<Document<'_>> {
        let text = self.text.as_str();
        let is_blank = |text: &str| text.bytes().all(|byte| byte.is_ascii_whitespace());
        let start = text.find('{').filter(|start| is_blank(&text[..*start]))?;
        let mut scanner = Scanner::new(text, start);
        scanner.counted_bins = &self.bins;
        let document = document(&mut scanner).ok()??;
        let is_all = scanner.counted_bins.is_empty() && is_blank(&text[document.place.end..]);
        (is_all && document.oddities.list.is_empty()).then_some(document)
    }
}

impl Scanner<'_> {
    /// Takes the bins that stand here, if they were counted and left out.
    pub(crate) fn counted_bins(&mut self, unit: TimeUnit) -> Option<Distribution> {
        let ((at, distribution), others) = self.counted_bins.split_first()?;
        if *at != self.at() || unit != TimeUnit::Nanoseconds {
            return None;
        }
        self.counted_bins = others;
        self.at += EMPTY.len();
        Some(distribution.clone())
    }
}

/// Takes pieces out of a reader.
struct Pieces<R> {
    reader: R,
    piece_bytes: usize,
    /// What was read and is behind the end of the last piece.
    held: Vec<u8>,
    /// How many bytes were read.
    taken: usize,
}

impl<R: Read> Pieces<R> {
    fn new(reader: R, piece_bytes: usize) -> Self {
        Self { reader, piece_bytes, held: Vec::new(), taken: 0 }
    }

    /// The next few pieces, none at the end. `None` if they cannot be read.
    fn next_few(&mut self) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        while pieces.len() < PIECES {
            let bytes = self.next()?;
            if bytes.is_empty() {
                break;
            }
            pieces.push(Piece(bytes));
        }
        Some(pieces)
    }

    /// The next piece, longer than others where an entry is.
    fn next(&mut self) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.held.len() + self.piece_bytes);
        bytes.append(&mut self.held);
        loop {
            let searched = bytes.len().saturating_sub(PIECE_ENDS_BEFORE.len());
            let wanted = self.piece_bytes as u64;
            let count = self.reader.by_ref().take(wanted).read_to_end(&mut bytes).ok()?;
            self.taken += count;
            if count < self.piece_bytes {
                return Some(bytes);
            }
            let end = memchr::memmem::rfind(&bytes[searched..], PIECE_ENDS_BEFORE);
            if let Some(end) = end.map(|end| searched + end).filter(|end| *end > 0) {
                self.held = bytes.split_off(end);
                return Some(bytes);
            }
        }
    }
}

/// A piece of a text.
struct Piece(Vec<u8>);

/// The same without its bins.
struct CondensedPiece {
    rest: String,
    bins: LeftOut,
}

impl CondensedPiece {
    fn with_capacity(capacity: usize) -> Self {
        Self { rest: String::with_capacity(capacity), bins: LeftOut::new() }
    }

    /// Adds the piece behind it.
    fn push(&mut self, piece: Self) {
        let begin = self.rest.len();
        self.rest.push_str(&piece.rest);
        self.bins.extend(piece.bins.into_iter().map(|(at, counted)| (begin + at, counted)));
    }
}

impl Piece {
    /// Leaves out what looks like bins and is as fio writes them. `None` if it is no text.
    fn condensed(self) -> Option<CondensedPiece> {
        let text = std::str::from_utf8(&self.0).ok()?;
        let CondensedPiece { mut rest, mut bins } = CondensedPiece::with_capacity(text.len() / 4);
        let mut from = 0;
        for key in memchr::memmem::find_iter(text.as_bytes(), KEY) {
            // In documents of such a size the unit is that of fio 3.
            let counted = value_after_key(text.as_bytes(), key + KEY.len()).and_then(|value| {
                let after = &text.as_bytes()[value..];
                Some((value, bins::counted(after, TimeUnit::Nanoseconds)?))
            });
            if let Some((value, (distribution, length))) = counted {
                rest.push_str(&text[from..value]);
                bins.push((rest.len(), distribution));
                rest.push_str(EMPTY);
                from = value + length;
            }
        }
        rest.push_str(&text[from..]);
        Some(CondensedPiece { rest, bins })
    }
}

/// Where the value begins whose key ends at an offset.
fn value_after_key(text: &[u8], key_end: usize) -> Option<usize> {
    let next = |from: usize| {
        let blank = text[from..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        Some((from + blank, text[from + blank]))
    };
    let (colon, _) = next(key_end).filter(|(_, byte)| *byte == b':')?;
    next(colon + 1).map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::{Condensed, Pieces};
    use crate::find::find;
    use proptest::prelude::*;

    /// Condensed in pieces of so many bytes; `None` also where there is more than one document in which all is
    /// as it should be.
    fn with_document<T>(
        text: &str,
        piece_bytes: usize,
        check: impl FnOnce(&Condensed, crate::document::Document<'_>) -> T,
    ) -> Option<T> {
        let pieces = Pieces::new(text.as_bytes(), piece_bytes);
        let condensed = Condensed::read(pieces, text.len(), "a.json".into())?;
        let document = condensed.only_document()?;
        Some(check(&condensed, document))
    }

    /// Whether a text can be read without its bins; if so, the same must be read.
    fn is_condensed(text: &str, piece_bytes: usize) -> bool {
        let is_same = with_document(text, piece_bytes, |_, document| {
            let whole = find(text);
            assert!(whole.damaged.is_empty() && whole.documents.len() == 1, "{text}");
            let other = &whole.documents[0];
            assert!(other.oddities.list.is_empty(), "{text}");
            assert_eq!(document.entries, other.entries, "{text}");
            assert_eq!(document.version, other.version);
            assert_eq!(document.global_options, other.global_options);
            assert_eq!(document.is_client_run, other.is_client_run);
        });
        is_same.is_some()
    }

    fn bins(count: u64) -> String {
        let bins: Vec<String> = (0..64).map(|value| format!("\"{value}\" : {count}")).collect();
        format!("{{\n{}\n}}", bins.join(",\n"))
    }

    /// An entry with bins, and more keys of it and of its latency.
    fn entry(number: u64, of_entry: &str, of_latency: &str) -> String {
        let bins = bins(number + 1);
        format!(
            r#"{{"jobname" : "job{number}", {of_entry} "read" : {{"total_ios" : 9, "clat_ns" : {{{of_latency} "bins" : {bins}}}}}}}"#
        )
    }

    fn document(entries: &[String]) -> String {
        format!(r#"{{"fio version" : "fio-3.33", "jobs" : [{}]}}"#, entries.join(", "))
    }

    /// Ten entries, of which the sixth has more keys.
    fn with_sixth(of_entry: &str, of_latency: &str) -> String {
        let entries = (0..10).map(|number| match number {
            5 => entry(number, of_entry, of_latency),
            _ => entry(number, "", ""),
        });
        document(&entries.collect::<Vec<_>>())
    }

    /// A piece of the documents here that holds some entries.
    const FEW_ENTRIES: usize = 3000;

    #[test]
    fn without_bins_the_same_is_read() {
        let text = with_sixth("", "");
        for piece_bytes in [1000, 1001, FEW_ENTRIES, 1 << 20] {
            assert!(is_condensed(&text, piece_bytes), "{piece_bytes}");
            let left =
                with_document(&text, piece_bytes, |condensed, _| condensed.text.as_str().len());
            assert!(left.is_some_and(|left| left < text.len() / 5), "{left:?} bytes are left");
        }
        assert!(is_condensed(&format!("\n {text}\n"), FEW_ENTRIES));
        // Entries that are greater than pieces, and than what is found of their begin in one.
        for piece_bytes in [1, 9, 100] {
            assert!(is_condensed(&text, piece_bytes), "{piece_bytes}");
        }
        // Bins that are not as fio writes them stay where they are.
        assert!(is_condensed(&text.replacen("\"0\" : 6", "\"00\" : 6", 1), FEW_ENTRIES));
    }

    #[test]
    fn texts_that_only_look_like_entries_or_bins_are_no_trap() {
        for of_entry in [
            r#""desc" : "{ \"jobname\" : \"x\", \"bins\" : { \"5\" : 1 }","#,
            r#""desc" : "{\"jobname\"","#,
            r#""desc\"bins" : "x","#,
            r#""bins" : 5,"#,
            r#""other" : {"jobname" : "x"},"#,
        ] {
            assert!(is_condensed(&with_sixth(of_entry, ""), FEW_ENTRIES), "{of_entry}");
        }
        // These are bins, and of no latency.
        for of_entry in [
            r#""bins" : {"5" : 1},"#,
            r#""other" : {"bins" : {"5" : 1}},"#,
            r#""desc\"bins" : {"5" : 1},"#,
            r#""write" : {"clat" : {"bins" : {"5" : 1}}},"#,
        ] {
            assert!(!is_condensed(&with_sixth(of_entry, ""), FEW_ENTRIES), "{of_entry}");
        }
    }

    #[test]
    fn whatever_is_to_be_told_is_read_as_a_whole() {
        let repeated = bins(5);
        for (of_entry, of_latency) in [
            ("", r#""N" : "many","#.to_owned()),
            (r#""groupid" : 1, "groupid" : 2,"#, String::new()),
            ("", format!(r#""bins" : {repeated},"#)),
            (r#""read" : {"clat_ns" : {"bins" : {"5" : 1}}},"#, String::new()),
        ] {
            assert!(!is_condensed(&with_sixth(of_entry, &of_latency), FEW_ENTRIES), "{of_entry}");
        }
        let text = with_sixth("", "");
        let cut = &text[..text.len() / 2];
        let two = format!("{text}\n{text}");
        let after_message = format!("fio: pid=1\n{text}");
        let holed = text.replace("\"job5\"", "\"job5\" \0");
        for text in [cut, &two, &after_message, &holed, "[1]", "", "{"] {
            assert!(!is_condensed(text, FEW_ENTRIES), "{text}");
        }
        let mut no_text = text.clone().into_bytes();
        no_text[3] = 0xFF;
        let pieces = Pieces::new(no_text.as_slice(), FEW_ENTRIES);
        assert!(Condensed::read(pieces, text.len(), "a.json".into()).is_none());
    }

    #[test]
    fn a_text_of_another_size_than_told_is_not_condensed() {
        let text = with_sixth("", "");
        for told in [text.len() - 1, text.len() + 1, 1] {
            let pieces = Pieces::new(text.as_bytes(), FEW_ENTRIES);
            assert!(Condensed::read(pieces, told, "a.json".into()).is_none());
        }
    }

    proptest! {
        #[test]
        fn damage_anywhere_changes_nothing(at in 0usize..10_000, length in 0usize..40, filling in "[\\[\\]{}\",: 0-9n-]{0,6}", piece_bytes in 1usize..5000) {
            let mut text = with_sixth("", "\"N\" : 384,");
            let at = at % text.len();
            text.replace_range(at..text.len().min(at + length), &filling);
            // Where it can still be read without its bins, it is the same that is read.
            is_condensed(&text, piece_bytes);
        }
    }
}
