//! From bytes to text.
//!
//! Tools write UTF-8, or bytes that are nearly so; PowerShell's `>` turns them into UTF-16. Which
//! of these it is can be told with certainty. Older encodings of vendors' pages cannot, and are not
//! guessed here.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// Text, and how much of it was none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// Without a byte order mark.
    pub text: String,
    /// How many sequences of bytes became U+FFFD.
    pub replaced: usize,
}

/// Decodes UTF-8, or UTF-16 in either byte order, with or without a byte order mark.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some(encoding) = utf_16(&bytes) {
        let (text, _) = encoding.decode_with_bom_removal(&bytes);
        let replaced = text.matches('\u{FFFD}').count();
        return Decoded { text: text.into_owned(), replaced };
    }
    let bytes = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => rest.to_vec(),
        None => bytes,
    };
    match String::from_utf8(bytes) {
        Ok(text) => Decoded { text, replaced: 0 },
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let replaced = text.matches('\u{FFFD}').count();
            Decoded { text, replaced }
        }
    }
}

/// UTF-16 has a mark, or its first characters are ASCII, every second byte 0.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.get(..8)?;
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
    use super::decode;

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
            let decoded = decode(stored);
            assert_eq!(decoded.text, text, "{how}");
            assert_eq!(decoded.replaced, 0, "{how}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_counted() {
        let decoded = decode(b"caf\xE9 \xFF".to_vec());
        assert_eq!(decoded.text, "caf\u{FFFD} \u{FFFD}");
        assert_eq!(decoded.replaced, 2);
        assert_eq!(decode(Vec::new()).text, "");
    }
}
