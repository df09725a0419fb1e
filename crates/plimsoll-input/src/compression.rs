//! Compressed streams: which one it is, and its decoder.

use crate::gzip::GzipMembers;
use crate::limits::{Limits, Meter, Packed, Unpacked};
use crate::zlib::{ZlibStreams, is_zlib};
use bzip2::bufread::MultiBzDecoder;
use lzma_rust2::XzReader;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

/// xz names the memory that its dictionary needs, up to 4 GiB; `xz -9` takes 65 MiB.
const XZ_MEMORY_KIB: u32 = 512 * 1024;

/// How a stream is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    Bzip2,
    Gzip,
    Xz,
    Zlib,
    Zstd,
}

impl Compression {
    /// The compression whose magic number begins the bytes.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1F, 0x8B, 0x08, ..] => Some(Self::Gzip),
            // After the level comes π, of a block, or its square root, where there is none.
            [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..]
                if rest.starts_with(b"\x31\x41\x59\x26\x53\x59")
                    || rest.starts_with(b"\x17\x72\x45\x38\x50\x90") =>
            {
                Some(Self::Bzip2)
            }
            [0xFD, b'7', b'z', b'X', b'Z', 0x00, ..] => Some(Self::Xz),
            // RFC 8878: a frame, or a skippable frame, with which pzstd begins its files.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Self::Zstd),
            _ if is_zlib(head) => Some(Self::Zlib),
            _ => None,
        }
    }
}

/// How much packed content is read at a time.
const PACKED_PIECE_BYTES: usize = 32 * 1024;

/// How much of an archive is unpacked at a time. Members are small, their headers smaller; each time that gzip's decoder
/// is asked it moves its window, of 32 KiB.
const PIECE_BYTES: usize = 64 * 1024;

/// Unpacks an archive, whose members are read one by one; without a compression it only counts.
pub(crate) fn unpack_archive<'a>(
    packed: impl Read + 'a,
    compression: Option<Compression>,
    meter: &Rc<Meter>,
) -> io::Result<Box<dyn Read + 'a>> {
    let packed = Packed::new(packed, meter);
    // Of the other decoders an error takes with it what they had unpacked when it came: they are not asked for more
    // than one member.
    Ok(match compression {
        None => {
            let whole = BufReader::with_capacity(PIECE_BYTES, packed);
            Box::new(Unpacked::new(whole, meter))
        }
        Some(Compression::Gzip) => {
            let packed = BufReader::with_capacity(PACKED_PIECE_BYTES, packed);
            let members = BufReader::with_capacity(PIECE_BYTES, GzipMembers::new(packed));
            Box::new(Unpacked::new(members, meter))
        }
        Some(compression) => unpack(packed, compression, meter)?,
    })
}

/// Unpacks a stream. Several gzip members, bzip2, xz or zlib streams or zstd frames one after the other are one content.
fn unpack<'a>(
    packed: Packed<impl Read + 'a>,
    compression: Compression,
    meter: &Rc<Meter>,
) -> io::Result<Box<dyn Read + 'a>> {
    let packed = BufReader::with_capacity(PACKED_PIECE_BYTES, packed);
    Ok(match compression {
        Compression::Bzip2 => Box::new(Unpacked::new(MultiBzDecoder::new(packed), meter)),
        Compression::Gzip => Box::new(Unpacked::new(GzipMembers::new(packed), meter)),
        Compression::Zstd => {
            Box::new(Unpacked::new(zstd::stream::read::Decoder::with_buffer(packed)?, meter))
        }
        Compression::Zlib => Box::new(Unpacked::new(ZlibStreams::new(packed), meter)),
        Compression::Xz => {
            let decoder = XzReader::new_mem_limit(packed, true, XZ_MEMORY_KIB);
            Box::new(Unpacked::new(decoder, meter))
        }
    })
}

/// Unpacks a stream that is a content of its own, with a meter of its own. If it is a member of an archive, what comes out
/// counts there too: see `totals.rs`.
pub(crate) fn unpack_alone<'a>(
    packed: impl Read + 'a,
    compression: Compression,
    limits: &Limits,
) -> io::Result<Box<dyn Read + 'a>> {
    let meter = Meter::new(limits);
    unpack(Packed::new(packed, &meter), compression, &meter)
}
