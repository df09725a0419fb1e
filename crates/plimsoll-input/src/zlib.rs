//! zlib streams (RFC 1950). fio stores compressed logs so (`log_store_compressed`), one stream for each
//! chunk, one after the other: together they are one content.

use flate2::bufread::ZlibDecoder;
use std::io::{self, BufRead, Read};

/// Whether bytes begin with the header of a zlib stream with a window of 32 KiB, at the levels that
/// programs use: the third, 5E, is also the begin of a text such as `x^2`.
pub(crate) fn is_zlib(head: &[u8]) -> bool {
    matches!(head, [0x78, 0x01 | 0x9C | 0xDA, ..])
}

/// Unpacks all streams.
pub(crate) struct ZlibStreams<R> {
    /// `None` after the end.
    stream: Option<ZlibDecoder<R>>,
}

impl<R: BufRead> ZlibStreams<R> {
    pub(crate) fn new(packed: R) -> Self {
        Self { stream: Some(ZlibDecoder::new(packed)) }
    }
}

impl<R: BufRead> Read for ZlibStreams<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(stream) = &mut self.stream {
            let count = stream.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if stream.get_mut().fill_buf()?.is_empty() {
                self.stream = None;
            } else {
                self.stream = self.stream.take().map(|ended| ZlibDecoder::new(ended.into_inner()));
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{ZlibStreams, is_zlib};
    use std::io::{self, Read as _};

    /// A log as fio 3.33 stored it (`--log_compression=16k --log_store_compressed=1`): 64 records of 32 bytes.
    #[rustfmt::skip]
    const LOG: [u8; 52] = [
        0x78, 0x9C, 0x63, 0x60, 0x80, 0x00, 0x3F, 0x69, 0x06, 0x54, 0x20, 0x80,
        0xCA, 0x95, 0x63, 0x18, 0x95, 0x1F, 0xC9, 0xF2, 0xF2, 0x03, 0x6C, 0xFF,
        0x60, 0x97, 0x17, 0x19, 0xE2, 0xFA, 0x07, 0xDA, 0xFC, 0x51, 0x79, 0xFC,
        0xF2, 0xA3, 0xF9, 0x6F, 0x54, 0x1E, 0x9F, 0x3C, 0xB9, 0xE9, 0x03, 0x00,
        0xD4, 0x36, 0x0B, 0xA7,
    ];

    fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        ZlibStreams::new(packed).read_to_end(&mut bytes).map(|_| bytes)
    }

    #[test]
    fn chunks_that_follow_each_other_are_one_content() {
        let one = unpacked(&LOG).expect("a whole stream");
        assert_eq!((one.len(), &one[8..16]), (64 * 32, &6990u64.to_le_bytes()[..]));
        let two = unpacked(&LOG.repeat(2)).expect("two whole streams");
        assert_eq!(two, one.repeat(2));
    }

    #[test]
    fn a_stream_that_is_cut_is_damaged() {
        for cut in [1, 10, LOG.len() - 1] {
            assert!(unpacked(&LOG[..cut]).is_err(), "cut at {cut}");
        }
        let followed = [&LOG[..], b"text"].concat();
        assert!(unpacked(&followed).is_err(), "something else follows");
    }

    #[test]
    fn only_the_usual_headers_count() {
        assert!(is_zlib(&LOG));
        for other in [&b"x^2 + y^2"[..], b"x", b"", b"xyz"] {
            assert!(!is_zlib(other), "{other:?}");
        }
    }
}
