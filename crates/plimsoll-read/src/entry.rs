//! What a reader is given.

use crate::ReadOptions;
use crate::decode::{Decoding, decode};
use crate::error::ReadError;
use crate::head::{HEAD_BYTES, Head};
use crate::pieces::{Piece, Pieces};
use crate::text::Text;
use plimsoll_schema::{Code, Finding};
use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How much is read of a text at a time.
const TEXT_PIECE_BYTES: usize = 64 * 1024;

/// The bytes of one file or archive member, after decompression.
pub trait Content: Sync {
    /// Opens it at its begin.
    fn open(&self) -> io::Result<Box<dyn Read + '_>>;

    /// Its size in bytes, where it is known without reading it.
    fn size(&self) -> Option<u64>;

    /// Its begin, where that was kept.
    fn kept_head(&self) -> Option<&Head> {
        None
    }

    /// All of it, where that is kept as a text. To take it is to read it.
    fn kept_text(&self) -> Option<&str> {
        None
    }
}

/// One file or archive member.
pub struct Entry<'a> {
    /// Its name within its folder.
    pub name: String,
    /// The input as the user named it or the walk found it, archive members after `!/`.
    pub source: Arc<str>,
    /// Whether the user named it, rather than the walk finding it.
    pub is_named: bool,
    /// Its bytes.
    pub content: &'a dyn Content,
}

/// A piece of an entry that ends at the end of a line, or at the end of the entry.
#[derive(Debug)]
pub struct Chunk<'a> {
    /// Where it begins in the entry, in bytes.
    pub offset: u64,
    /// Its bytes.
    pub bytes: &'a [u8],
}

impl<'a> Entry<'a> {
    /// A file that the user named, by a path that is its name alone.
    pub fn named(name: &str, content: &'a dyn Content) -> Self {
        Self { name: name.to_owned(), source: name.into(), is_named: true, content }
    }
}

impl Entry<'_> {
    /// The first [`HEAD_BYTES`], or all of a smaller entry.
    pub fn head(&self) -> io::Result<Cow<'_, [u8]>> {
        if let Some(head) = self.content.kept_head() {
            return Ok(Cow::Borrowed(head.bytes()));
        }
        let known = self.content.size().map_or(0, |size| size.min(HEAD_BYTES as u64));
        let mut head = Vec::with_capacity(known as usize);
        self.content.open()?.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
        Ok(Cow::Owned(head))
    }

    /// The head as text; bytes that are no text become U+FFFD. Empty if it cannot be read: that is
    /// reported when the entry is read as a whole.
    pub fn head_text(&self) -> Cow<'_, str> {
        if let Some(head) = self.content.kept_head() {
            return Cow::Borrowed(head.text());
        }
        self.head().map(|head| Cow::Owned(decode(&head).text)).unwrap_or_default()
    }

    /// All of it as text.
    pub fn text(&self, options: &ReadOptions) -> Result<Text, ReadError> {
        let limit = options.max_input_bytes;
        let too_large =
            || Finding::new(Code::InputTooLarge, &*self.source, over_the_limit(limit)).into();
        let kept = self.content.kept_head().and_then(Head::whole_text);
        if kept.is_some_and(|text| text.len() as u64 > limit) {
            return Err(too_large());
        }
        if let Some(text) = self.content.kept_text() {
            return Ok(Text::of(Arc::clone(&self.source), text.to_owned()));
        }
        let failed = |error| ReadError::Io { source: self.source.to_string(), error };
        let known = self.content.size().filter(|size| *size <= limit).unwrap_or(0);
        let mut decoding = Decoding::with_capacity(known as usize);
        let mut reader = self.content.open().map_err(failed)?;
        // One byte more, to see the end of a small entry at once.
        let size = self.content.size().unwrap_or(u64::MAX).saturating_add(1);
        let mut buffer = vec![0; TEXT_PIECE_BYTES.min(usize::try_from(size).unwrap_or(usize::MAX))];
        let mut held = 0;
        loop {
            let count = match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(failed(error)),
            };
            held += count as u64;
            if held > limit {
                return Err(too_large());
            }
            decoding.push(&buffer[..count]);
        }
        Ok(Text::new(Arc::clone(&self.source), decoding.finish()))
    }

    /// Its bytes in pieces of about `chunk_bytes` that end at line ends, in order, until `each`
    /// breaks. A line longer than that makes its piece longer; one of more than 16 MiB is an error.
    pub fn chunks(
        &self,
        chunk_bytes: usize,
        mut each: impl FnMut(Chunk<'_>) -> ControlFlow<()>,
    ) -> Result<(), ReadError> {
        let mut pieces = self.pieces(chunk_bytes)?;
        let mut piece = Piece::default();
        while pieces.next_into(&mut piece)? {
            if each(Chunk { offset: piece.offset, bytes: piece.bytes() }).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The same, for a caller that asks for one piece after the other.
    pub fn pieces(&self, piece_bytes: usize) -> Result<Pieces<'_>, ReadError> {
        let failed = |error| ReadError::Io { source: self.source.to_string(), error };
        let reader = self.content.open().map_err(failed)?;
        Ok(Pieces::new(reader, Arc::clone(&self.source), piece_bytes))
    }
}

/// That an input is greater than what may be held in memory, in words.
pub fn over_the_limit(limit_bytes: u64) -> String {
    let bytes = if limit_bytes == 1 { "byte" } else { "bytes" };
    format!("the input is greater than the limit of {limit_bytes} {bytes}")
}

/// Everything that was named or walked in one folder, folders in archives too.
pub struct Listing<'a> {
    /// The folder as named, for inputs that are a folder.
    pub folder: Arc<str>,
    /// Its files, in the order in which they count.
    pub entries: &'a [Entry<'a>],
}

/// The entries of one claim.
pub struct Bundle<'a> {
    /// What the rows call their source: the entry if there is one, else the folder.
    pub source: Arc<str>,
    /// Its entries, in the order of the claim.
    pub entries: Vec<&'a Entry<'a>>,
}

#[cfg(test)]
mod tests {
    use super::Entry;
    use crate::{ReadError, ReadOptions};
    use plimsoll_schema::Code;
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    fn entry(content: &Vec<u8>) -> Entry<'_> {
        Entry::named("a.log", content)
    }

    #[test]
    fn an_input_over_the_limit_is_refused_and_one_at_the_limit_is_not() {
        let content = vec![b'x'; 10];
        let at_the_limit =
            entry(&content).text(&ReadOptions { max_input_bytes: 10, ..ReadOptions::default() });
        assert_eq!(at_the_limit.expect("ten of ten bytes").as_str(), "xxxxxxxxxx");
        match entry(&content).text(&ReadOptions { max_input_bytes: 9, ..ReadOptions::default() }) {
            Err(ReadError::Input(finding)) => assert_eq!(finding.code, Code::InputTooLarge),
            other => panic!("ten of nine bytes: {:?}", other.map(|text| text.as_str().to_owned())),
        }
    }

    #[test]
    fn a_limit_is_counted_in_the_singular_where_it_is_one() {
        assert!(super::over_the_limit(1).ends_with(" limit of 1 byte"));
        assert!(super::over_the_limit(10).ends_with(" limit of 10 bytes"));
    }

    #[test]
    fn chunks_stop_when_asked_to() {
        let content = b"1\n2\n3\n4\n".to_vec();
        let mut seen = Vec::new();
        entry(&content)
            .chunks(2, |chunk| {
                seen.push((chunk.offset, chunk.bytes.to_vec()));
                if seen.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .expect("memory can be read");
        assert_eq!(seen, [(0, b"1\n".to_vec()), (2, b"2\n".to_vec())]);
    }

    #[test]
    fn a_line_without_end_is_refused_before_it_is_held_as_a_whole() {
        let content = vec![b'x'; 40 << 20];
        match entry(&content).chunks(1 << 20, |_| panic!("no line ends here")) {
            Err(ReadError::Input(finding)) => assert_eq!(finding.code, Code::InputTooLarge),
            other => panic!("{other:?}"),
        }
    }

    proptest! {
        #[test]
        fn chunks_hold_whole_lines_and_nothing_is_lost(lines in proptest::collection::vec("[a-z]{0,9}", 0..40), size in 1usize..30, ends in any::<bool>()) {
            let mut text = lines.join("\n");
            if ends { text.push('\n'); }
            let content = text.clone().into_bytes();
            let mut joined = Vec::new();
            entry(&content).chunks(size, |chunk| {
                assert_eq!(chunk.offset, joined.len() as u64);
                joined.extend_from_slice(chunk.bytes);
                assert!(joined.len() == text.len() || chunk.bytes.ends_with(b"\n"));
                ControlFlow::Continue(())
            }).expect("memory can be read");
            prop_assert_eq!(String::from_utf8(joined).expect("ASCII"), text);
        }
    }
}
