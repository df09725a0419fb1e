//! Compressed streams: which one it is, and its decoder.

use crate::gzip::GzipMembers;
use crate::limits::{Limits, Meter, Packed, Unpacked};
use crate::zlib::{ZlibStreams, is_zlib};
use lzma_rust2::XzReader;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

/// xz names the memory that its dictionary needs, up to 4 GiB; `xz -9` takes 65 MiB.
const XZ_MEMORY_KIB: u32 = 512 * 1024;

/// How a stream is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
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
            [0xFD, b'7', b'z', b'X', b'Z', 0x00, ..] => Some(Self::Xz),
            // RFC 8878: a frame, or a skippable frame, with which pzstd begins its files.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Self::Zstd),
            _ if is_zlib(head) => Some(Self::Zlib),
            _ => None,
        }
    }
}

/// Unpacks a stream; without a compression it only counts. Several gzip members, xz or
/// zlib streams or zstd frames one after the other are one content.
pub(crate) fn unpack<'a>(
    packed: impl Read + 'a,
    compression: Option<Compression>,
    meter: &Rc<Meter>,
) -> io::Result<Box<dyn Read + 'a>> {
    let packed = Packed::new(packed, meter);
    Ok(match compression {
        None => Box::new(Unpacked::new(packed, meter)),
        Some(Compression::Gzip) => {
            Box::new(Unpacked::new(GzipMembers::new(BufReader::new(packed)), meter))
        }
        Some(Compression::Zlib) => {
            Box::new(Unpacked::new(ZlibStreams::new(BufReader::new(packed)), meter))
        }
        Some(Compression::Zstd) => {
            Box::new(Unpacked::new(zstd::stream::read::Decoder::new(packed)?, meter))
        }
        Some(Compression::Xz) => {
            // It reads its headers byte by byte.
            let decoder = XzReader::new_mem_limit(BufReader::new(packed), true, XZ_MEMORY_KIB);
            Box::new(Unpacked::new(decoder, meter))
        }
    })
}

/// Unpacks a stream that is a content of its own, with a meter of its own.
pub(crate) fn unpack_alone<'a>(
    packed: impl Read + 'a,
    compression: Compression,
    limits: &Limits,
) -> io::Result<Box<dyn Read + 'a>> {
    unpack(packed, Some(compression), &Meter::new(limits))
}
