//! Where rows came from.

/// One file or archive member that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRecord {
    /// The input as named, archive members after `!/`.
    pub source: String,
    /// Size in bytes of what was read, after decompression.
    pub size_bytes: u64,
    /// SHA-256 of these bytes, in hexadecimal.
    pub sha256: String,
}
