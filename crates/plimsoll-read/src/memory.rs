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
