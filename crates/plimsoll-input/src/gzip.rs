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
    /// After a member, and after zero bytes behind it or not.
    BehindMember {
        has_padding: bool,
    },
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
            Ok(Status::StreamEnd) => self.state = State::BehindMember { has_padding: false },
            Ok(_) if taken == 0 && count == 0 => {
                let stuck = if is_end { ends_early() } else { damaged("it leads nowhere") };
                self.state = State::Damaged(stuck);
            }
            Ok(_) => {}
            Err(error) => self.state = State::Damaged(damaged(&what_is_wrong(&error))),
        }
        Ok(count)
    }

    /// Passes over zero bytes, and looks whether another member follows. Who is interrupted may ask again.
    fn go_on(&mut self, mut has_padding: bool) -> io::Result<()> {
        loop {
            let rest = self.packed.fill_buf()?;
            let zeros = rest.iter().take_while(|byte| **byte == 0).count();
            let (is_end, is_other) = (rest.is_empty(), zeros < rest.len());
            has_padding |= zeros > 0;
            self.packed.consume(zeros);
            self.state = State::BehindMember { has_padding };
            if is_end {
                self.state = State::AtEnd;
            } else if is_other && has_padding {
                let message = "something else follows the zero bytes at its end";
                self.state = State::Damaged(io::Error::new(io::ErrorKind::InvalidData, message));
            } else if is_other {
                self.inflate.reset(true);
                self.state = State::InMember;
            } else {
                continue;
            }
            return Ok(());
        }
    }
}

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            match &self.state {
                State::InMember => {
                    let count = self.step(buffer)?;
                    if count > 0 {
                        return Ok(count);
                    }
                }
                State::BehindMember { has_padding } => self.go_on(*has_padding)?,
                State::AtEnd => return Ok(0),
                State::Damaged(_) | State::Told => {
                    return Err(match std::mem::replace(&mut self.state, State::Told) {
                        State::Damaged(error) => error,
                        _ => damaged("reading failed before"),
                    });
                }
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

#[cfg(test)]
mod tests {
    use super::GzipMembers;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use proptest::prelude::*;
    use std::io::{self, BufReader, Read, Write as _};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("room in memory");
        encoder.finish().expect("room in memory")
    }

    /// Bytes that are interrupted before each piece.
    struct Interrupted<'b>(&'b [u8], bool);

    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }

    /// What comes out, and how it ends.
    fn unpacked(packed: &[u8], packed_piece: usize, piece: usize) -> (Vec<u8>, io::Result<()>) {
        let packed = Interrupted(packed, false);
        let mut members = GzipMembers::new(BufReader::with_capacity(packed_piece, packed));
        let (mut all, mut buffer) = (Vec::new(), vec![0; piece]);
        loop {
            match members.read(&mut buffer) {
                Ok(0) => return (all, Ok(())),
                Ok(count) => all.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
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
            let (some, end) = unpacked(&bytes[..cut], packed_piece, piece);
            prop_assert!(parts.concat().as_bytes().starts_with(&some));
            let ends: Vec<usize> = (0..=parts.len()).map(|count| parts[..count].iter().map(|part| packed(part.as_bytes()).len()).sum()).collect();
            prop_assert_eq!(end.is_ok(), cut > 0 && ends.contains(&cut));
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
