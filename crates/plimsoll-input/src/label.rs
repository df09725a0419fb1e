//! What inputs are called in messages and rows.

use std::ffi::OsStr;
use std::fmt::Write as _;

/// A name or path as text. Bytes that are no text become `\xNN`, so that two names which differ in
/// nothing else stay two.
pub fn label(name: &OsStr) -> String {
    label_of_bytes(name.as_encoded_bytes())
}

/// The same for a name that was never one of the file system.
pub(crate) fn label_of_bytes(name: &[u8]) -> String {
    let mut label = String::with_capacity(name.len());
    for piece in name.utf8_chunks() {
        label.push_str(piece.valid());
        for byte in piece.invalid() {
            let _ = write!(label, "\\x{byte:02X}");
        }
    }
    label
}
