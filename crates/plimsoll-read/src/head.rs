//! The begin of a content, by which it is told what the content is.

use crate::decode::{decode, is_text_as_it_stands};
use std::sync::OnceLock;

/// How much of an entry is looked at to find out what it is.
pub const HEAD_BYTES: usize = 64 * 1024;

/// The begin of a content, kept because many readers look at it: it is read once, and turned into text once.
#[derive(Debug)]
pub struct Head {
    stored: Stored,
}

#[derive(Debug)]
enum Stored {
    /// Bytes that are their text: nearly all are.
    Text(String),
    /// Bytes, and the text that is made of them.
    Bytes(Vec<u8>, OnceLock<String>),
}

impl Head {
    /// The first [`HEAD_BYTES`], or all of a smaller content.
    pub fn new(bytes: Vec<u8>) -> Self {
        let stored = if is_text_as_it_stands(&bytes) {
            String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes)
        } else {
            Err(bytes)
        };
        let stored =
            stored.map_or_else(|bytes| Stored::Bytes(bytes, OnceLock::new()), Stored::Text);
        Self { stored }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.stored {
            Stored::Text(text) => text.as_bytes(),
            Stored::Bytes(bytes, _) => bytes,
        }
    }

    /// Whether nothing follows.
    pub fn is_whole(&self) -> bool {
        self.bytes().len() < HEAD_BYTES
    }

    /// As text; bytes that are no text become U+FFFD.
    pub fn text(&self) -> &str {
        match &self.stored {
            Stored::Text(text) => text,
            Stored::Bytes(bytes, text) => text.get_or_init(|| decode(bytes).text),
        }
    }

    /// All of the content as text, if nothing follows and its bytes are its text.
    pub fn whole_text(&self) -> Option<&str> {
        match &self.stored {
            Stored::Text(text) if self.is_whole() => Some(text),
            _ => None,
        }
    }

    /// Gives up the text, which can be made again.
    pub fn forget_text(&mut self) {
        if let Stored::Bytes(_, text) = &mut self.stored {
            *text = OnceLock::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Head;
    use crate::decode::decode;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn its_text_is_what_is_decoded(bytes in proptest::collection::vec(prop_oneof![Just(0u8), Just(0xEF), Just(0xBB), Just(0xBF), Just(0xFF), Just(0xFE), b'a'..b'd', any::<u8>()], 0..12), text in "[a-c\u{0}\u{FEFF}測]{0,6}") {
            for bytes in [bytes, text.into_bytes()] {
                let mut head = Head::new(bytes.clone());
                prop_assert_eq!(head.bytes(), &bytes[..]);
                prop_assert_eq!(head.text(), decode(&bytes).text);
                head.forget_text();
                prop_assert_eq!(head.text(), decode(&bytes).text);
            }
        }
    }
}
