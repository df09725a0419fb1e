//! What a file says about itself.

/// The metadata of a file, beside its columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    /// The word for what its lines stand for.
    pub(crate) shape: &'static str,
}

impl About {
    /// Keys and values, sorted.
    pub(crate) fn entries(self) -> [(&'static str, &'static str); 2] {
        [("plimsoll.shape", self.shape), ("plimsoll.version", env!("CARGO_PKG_VERSION"))]
    }
}
