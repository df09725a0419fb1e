//! The bytes between polars and the writer.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Memory that polars writes to and that is emptied into the real writer after each group.
///
/// polars keeps its writer to itself and turns what it answers into text: a closed pipe could no
/// longer be told from a full disk. Memory does not fail, and the real writer's errors stay whole.
#[derive(Clone, Default)]
pub(crate) struct Spool(Arc<Mutex<Vec<u8>>>);

impl Spool {
    /// Writes everything to `writer` and keeps nothing.
    pub(crate) fn empty_into(&self, writer: &mut impl Write) -> io::Result<()> {
        let mut bytes = self.bytes();
        writer.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        // Bytes are whole at any time, whoever panicked while holding them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Spool {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.bytes().extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
