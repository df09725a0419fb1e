//! From bytes to text.
//!
//! Tools write UTF-8, or bytes that are nearly so; PowerShell's `>` turns them into UTF-16. Which
//! of these it is can be told with certainty. Older encodings of vendors' pages cannot, and are not
//! guessed here.

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_16BE, UTF_16LE};

/// So many bytes tell the encoding.
const TELLING_BYTES: usize = 8;

/// So much of UTF-16 is decoded at a time, in bytes of text. The decoder touches all the room that it is
/// given, so it is given no more than this.
const PIECE_BYTES: usize = 16 * 1024;

/// Text, and how much of it was none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// Without a byte order mark.
    pub text: String,
    /// How many sequences of bytes became U+FFFD.
    pub replaced: usize,
}

/// Decodes UTF-8, or UTF-16 in either byte order, with or without a byte order mark.
pub fn decode(bytes: &[u8]) -> Decoded {
    let mut decoding = Decoding::with_capacity(bytes.len());
    decoding.push(bytes);
    decoding.finish()
}

/// Whether bytes, if they are UTF-8, are their own text: neither UTF-16 nor behind a byte order mark.
pub(crate) fn is_text_as_it_stands(bytes: &[u8]) -> bool {
    utf_16(bytes).is_none() && !bytes.starts_with(b"\xEF\xBB\xBF")
}

/// Text that is decoded piece by piece: bytes and text of an input are never held both.
pub(crate) struct Decoding {
    /// Bytes that wait for those after them: the first, until they tell the encoding; then the
    /// begin of a character in UTF-8.
    waiting: Vec<u8>,
    encoding: Option<Told>,
    text: String,
    replaced: usize,
}

/// The encoding, once it is told.
enum Told {
    Utf8,
    Utf16 { decoder: Decoder, piece: String },
}

impl Decoding {
    /// With room for a text of so many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        let text = String::with_capacity(bytes);
        Self { waiting: Vec::new(), encoding: None, text, replaced: 0 }
    }

    /// Decodes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let is_told = self.encoding.is_some() || self.waiting.len() + bytes.len() >= TELLING_BYTES;
        if is_told && self.waiting.is_empty() {
            self.decode(bytes, false);
        } else {
            self.waiting.extend_from_slice(bytes);
            if is_told {
                let bytes = std::mem::take(&mut self.waiting);
                self.decode(&bytes, false);
            }
        }
    }

    /// The whole text.
    pub(crate) fn finish(mut self) -> Decoded {
        let bytes = std::mem::take(&mut self.waiting);
        self.decode(&bytes, true);
        Decoded { text: self.text, replaced: self.replaced }
    }

    fn decode(&mut self, mut bytes: &[u8], is_last: bool) {
        if self.encoding.is_none() {
            self.encoding = Some(match utf_16(bytes) {
                Some(encoding) => Told::Utf16 {
                    decoder: encoding.new_decoder_with_bom_removal(),
                    piece: String::with_capacity(PIECE_BYTES),
                },
                None => Told::Utf8,
            });
            bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        }
        match &mut self.encoding {
            Some(Told::Utf16 { decoder, piece }) => {
                self.replaced += push_utf_16(&mut self.text, bytes, decoder, piece, is_last);
            }
            _ => self.push_utf_8(bytes, is_last),
        }
    }

    fn push_utf_8(&mut self, bytes: &[u8], is_last: bool) {
        // What is text as a whole is checked many times faster than piece by piece.
        if let Ok(text) = std::str::from_utf8(bytes) {
            self.text.push_str(text);
            return;
        }
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.text.push_str(chunk.valid());
            let invalid = chunk.invalid();
            let may_go_on = !is_last && chunks.peek().is_none() && is_begun(invalid);
            if may_go_on {
                self.waiting.extend_from_slice(invalid);
            } else if !invalid.is_empty() {
                self.text.push('\u{FFFD}');
                self.replaced += 1;
            }
        }
    }
}

/// Whether more bytes may make a character of these.
fn is_begun(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// How many sequences were none is counted only where there are some: the text may hold U+FFFD.
fn push_utf_16(
    text: &mut String,
    mut bytes: &[u8],
    decoder: &mut Decoder,
    piece: &mut String,
    is_last: bool,
) -> usize {
    let mut replaced = 0;
    loop {
        piece.clear();
        let (result, read, has_replaced) = decoder.decode_to_string(bytes, piece, is_last);
        if has_replaced {
            replaced += piece.matches('\u{FFFD}').count();
        }
        text.push_str(piece);
        bytes = &bytes[read..];
        if result == CoderResult::InputEmpty {
            return replaced;
        }
    }
}

/// UTF-16 has a mark, or its first characters are ASCII, every second byte 0.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.get(..TELLING_BYTES)?;
    let zero = |at: usize| start[at] == 0;
    let (even, odd) = ([0, 2, 4, 6], [1, 3, 5, 7]);
    if start.starts_with(b"\xFF\xFE") {
        Some(UTF_16LE)
    } else if start.starts_with(b"\xFE\xFF") {
        Some(UTF_16BE)
    } else if odd.into_iter().all(zero) && !even.into_iter().any(zero) {
        Some(UTF_16LE)
    } else if even.into_iter().all(zero) && !odd.into_iter().any(zero) {
        Some(UTF_16BE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoding, PIECE_BYTES, decode};
    use proptest::prelude::*;

    fn utf_16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(unit).collect()
    }

    #[test]
    fn every_way_a_tool_s_text_is_stored() {
        let text = "{ \"fio version\" : \"測試\" }\r\n";
        let with_mark = format!("\u{FEFF}{text}");
        for (stored, how) in [
            (text.as_bytes().to_vec(), "UTF-8"),
            (with_mark.clone().into_bytes(), "UTF-8 with a mark"),
            (utf_16(&with_mark, u16::to_le_bytes), "UTF-16LE with a mark"),
            (utf_16(&with_mark, u16::to_be_bytes), "UTF-16BE with a mark"),
            (utf_16(text, u16::to_le_bytes), "UTF-16LE"),
            (utf_16(text, u16::to_be_bytes), "UTF-16BE"),
        ] {
            let decoded = decode(&stored);
            assert_eq!(decoded.text, text, "{how}");
            assert_eq!(decoded.replaced, 0, "{how}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_counted() {
        let decoded = decode(b"caf\xE9 \xFF");
        assert_eq!(decoded.text, "caf\u{FFFD} \u{FFFD}");
        assert_eq!(decoded.replaced, 2);
        assert_eq!(decode(b"").text, "");
    }

    #[test]
    fn a_run_of_bytes_that_are_no_text_takes_the_room_of_its_text_only() {
        let mut decoding = Decoding::with_capacity(0);
        for _ in 0..64 {
            decoding.push(&[0xFF; PIECE_BYTES]);
        }
        let decoded = decoding.finish();
        assert_eq!(decoded.replaced, 64 * PIECE_BYTES);
        assert_eq!(decoded.text.len(), 3 * 64 * PIECE_BYTES);
        assert!(decoded.text.capacity() <= 2 * decoded.text.len(), "{}", decoded.text.capacity());
    }

    proptest! {
        #[test]
        fn text_in_pieces_is_the_text_as_a_whole(
            bytes in proptest::collection::vec(prop_oneof![Just(b'a'), Just(0xE6), Just(0x9F), any::<u8>()], 0..60),
            at in 0usize..60,
        ) {
            let (one, other) = bytes.split_at(at.min(bytes.len()));
            let mut decoding = Decoding::with_capacity(0);
            decoding.push(one);
            decoding.push(other);
            prop_assert_eq!(decoding.finish(), decode(&bytes));
            if super::utf_16(&bytes).is_none() && !bytes.starts_with(b"\xEF\xBB\xBF") {
                prop_assert_eq!(decode(&bytes).text, String::from_utf8_lossy(&bytes));
            }
        }

        #[test]
        fn nothing_is_lost_between_pieces(text in "[a測\u{10348}]{20}", times in 500usize..700) {
            let text = text.repeat(times);
            let utf_16 = utf_16(&text, u16::to_le_bytes);
            prop_assert_eq!(&decode(&[b"\xFF\xFE", &utf_16[..]].concat()).text, &text);
            prop_assert_eq!(decode(text.as_bytes()).text, text);
        }
    }
}
