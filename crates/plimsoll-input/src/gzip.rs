//! gzip: members one after the other are one content (RFC 1952, 2.2).

use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};

/// Unpacks all members. Zero bytes after the last are passed over, as gzip does: tapes and block
/// devices fill up their blocks. Anything else there is damage.
pub(crate) struct GzipMembers<R> {
    /// `None` after the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> GzipMembers<R> {
    pub(crate) fn new(packed: R) -> Self {
        Self { member: Some(GzDecoder::new(packed)) }
    }
}

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if is_at_end(member.get_mut())? {
                self.member = None;
            } else {
                self.member = self.member.take().map(|ended| GzDecoder::new(ended.into_inner()));
            }
        }
        Ok(0)
    }
}

/// Whether nothing follows but zero bytes; these are passed over.
fn is_at_end(packed: &mut impl BufRead) -> io::Result<bool> {
    let mut has_padding = false;
    loop {
        let rest = packed.fill_buf()?;
        let Some(other) = rest.iter().position(|byte| *byte != 0) else {
            let zeros = rest.len();
            if zeros == 0 {
                return Ok(true);
            }
            has_padding = true;
            packed.consume(zeros);
            continue;
        };
        return if has_padding || other > 0 {
            let message = "something else follows the zero bytes at its end";
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        } else {
            Ok(false)
        };
    }
}
