//! gzip: members one after the other are one content (RFC 1952, 2.2).

use flate2::{Decompress, DecompressError, FlushDecompress, Status};
use std::io::{self, BufRead, Read};

/// The binary logarithm of the greatest window that the format has.
const WINDOW_BITS: u8 = 15;

/// Unpacks all members. Zero bytes after the last are passed over, as gzip does: tapes and block
/// devices fill up their blocks. Anything else there is damage.
///
/// What stands before damage is given first, however much is asked for at a time.
pub(crate) struct GzipMembers<R> {
    packed: R,
    inflate: Decompress,
    state: State,
}

enum State {
    InMember,
    AtEnd,
    /// What is to be said when all before it was given.
    Damaged(io::Error),
    Told,
}

impl<R: BufRead> GzipMembers<R> {
    pub(crate) fn new(packed: R) -> Self {
        let inflate = Decompress::new_gzip(WINDOW_BITS);
        Self { packed, inflate, state: State::InMember }
    }

    /// Unpacks what is there; gives how many bytes, which may be none before the end.
    fn step(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let packed = self.packed.fill_buf()?;
        let is_end = packed.is_empty();
        let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
        let result = self.inflate.decompress(packed, buffer, FlushDecompress::None);
        let taken = (self.inflate.total_in() - before_in) as usize;
        let count = (self.inflate.total_out() - before_out) as usize;
        self.packed.consume(taken);
        match result {
            Ok(Status::StreamEnd) => match is_at_end(&mut self.packed) {
                Ok(true) => self.state = State::AtEnd,
                Ok(false) => self.inflate.reset(true),
                Err(error) => self.state = State::Damaged(error),
            },
            Ok(_) if taken == 0 && count == 0 => {
                let stuck = if is_end { ends_early() } else { damaged("it leads nowhere") };
                self.state = State::Damaged(stuck);
            }
            Ok(_) => {}
            Err(error) => self.state = State::Damaged(damaged(&what_is_wrong(&error))),
        }
        Ok(count)
    }
}

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            match std::mem::replace(&mut self.state, State::Told) {
                State::InMember => self.state = State::InMember,
                State::AtEnd => {
                    self.state = State::AtEnd;
                    return Ok(0);
                }
                State::Damaged(error) => return Err(error),
                State::Told => return Err(damaged("reading failed before")),
            }
            let count = self.step(buffer)?;
            if count > 0 {
                return Ok(count);
            }
        }
        Ok(0)
    }
}

fn ends_early() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the gzip data are damaged: {why}"))
}

fn what_is_wrong(error: &DecompressError) -> String {
    match error.message() {
        Some("incorrect data check") => "their checksum is another".to_owned(),
        Some("incorrect length check") => "their length is another".to_owned(),
        Some(message) => message.to_owned(),
        None => "they cannot be unpacked".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::GzipMembers;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use proptest::prelude::*;
    use std::io::{self, BufReader, Read as _, Write as _};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("room in memory");
        encoder.finish().expect("room in memory")
    }

    /// What comes out, and how it ends.
    fn unpacked(packed: &[u8], packed_piece: usize, piece: usize) -> (Vec<u8>, io::Result<()>) {
        let mut members = GzipMembers::new(BufReader::with_capacity(packed_piece, packed));
        let (mut all, mut buffer) = (Vec::new(), vec![0; piece]);
        loop {
            match members.read(&mut buffer) {
                Ok(0) => return (all, Ok(())),
                Ok(count) => all.extend_from_slice(&buffer[..count]),
                Err(error) => return (all, Err(error)),
            }
        }
    }

    #[test]
    fn what_stands_before_damage_comes_out_however_much_is_asked_for() {
        let text: Vec<u8> =
            (0u32..40_000).flat_map(|it| (it * it).to_string().into_bytes()).collect();
        let mut bytes = packed(&text);
        let checksum = bytes.len() - 8;
        bytes[checksum] ^= 1;
        for piece in [100, 64 * 1024, 1 << 20] {
            let (all, end) = unpacked(&bytes, 4096, piece);
            assert_eq!(all, text);
            let error = end.expect_err("another checksum").to_string();
            assert_eq!(error, "the gzip data are damaged: their checksum is another");
            let (all, end) = unpacked(&bytes[..checksum], 4096, piece);
            assert_eq!(all, text);
            assert_eq!(end.map_err(|it| it.kind()), Err(io::ErrorKind::UnexpectedEof));
        }
        let middle = bytes.len() / 2;
        bytes[middle..middle + 40].fill(0xFF);
        let (few, _) = unpacked(&bytes, 4096, 16);
        let (many, _) = unpacked(&bytes, 4096, 1 << 20);
        assert!(few == many && text.len() / 3 < many.len() && many.len() < text.len());
    }

    proptest! {
        #[test]
        fn members_and_zero_bytes_are_one_content(parts in proptest::collection::vec("[a-c]{0,300}", 1..4), zeros in 0usize..70, packed_piece in 1usize..90, piece in 1usize..400, cut in 1usize..400) {
            let mut bytes: Vec<u8> = parts.iter().flat_map(|part| packed(part.as_bytes())).collect();
            let cut = bytes.len().saturating_sub(cut);
            let whole = unpacked(&bytes[..cut], packed_piece, piece).0;
            prop_assert!(parts.concat().as_bytes().starts_with(&whole));
            bytes.resize(bytes.len() + zeros, 0);
            let (all, end) = unpacked(&bytes, packed_piece, piece);
            prop_assert_eq!(all, parts.concat().into_bytes());
            prop_assert!(end.is_ok());
            bytes.push(b'x');
            let (all, end) = unpacked(&bytes, packed_piece, piece);
            prop_assert_eq!(all, parts.concat().into_bytes());
            prop_assert!(end.is_err());
        }
    }
}
