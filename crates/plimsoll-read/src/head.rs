//! The begin of a content, by which it is told what the content is.

use crate::decode::decode;
use std::sync::OnceLock;

/// How much of an entry is looked at to find out what it is.
pub const HEAD_BYTES: usize = 64 * 1024;

/// The begin of a content, kept because many readers look at it: it is read once, and turned into text once.
#[derive(Debug)]
pub struct Head {
    bytes: Vec<u8>,
    text: OnceLock<String>,
}

impl Head {
    /// The first [`HEAD_BYTES`], or all of a smaller content.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, text: OnceLock::new() }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether nothing follows.
    pub fn is_whole(&self) -> bool {
        self.bytes.len() < HEAD_BYTES
    }

    /// As text; bytes that are no text become U+FFFD.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| decode(&self.bytes).text)
    }

    /// Gives up the text, which can be made again.
    pub fn forget_text(&mut self) {
        self.text = OnceLock::new();
    }
}
