//! Bytes in memory as the content of an entry: what tests, benches and fuzz targets of readers read.

use crate::entry::Content;
use std::io::{self, Read};

impl Content for &[u8] {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(*self))
    }

    fn size(&self) -> Option<u64> {
        Some(self.len() as u64)
    }
}

impl Content for Vec<u8> {
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(self.as_slice()))
    }

    fn size(&self) -> Option<u64> {
        Some(self.len() as u64)
    }
}

/// A file in memory, with its name in its folder.
#[derive(Debug, Clone)]
pub struct MemoryFile {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl MemoryFile {
    /// A file of this name.
    pub fn new(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.to_owned(), bytes: bytes.into() }
    }

    /// Its text; what is no UTF-8 is lost.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}
