//! Makes archives and compressed files.

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Files of an archive, in order: name and bytes. A name that ends with `/` is a folder.
pub(crate) type Files<'a> = &'a [(&'a str, &'a [u8])];

pub(crate) fn tar(files: Files<'_>) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        append(&mut builder, name, bytes);
    }
    builder.into_inner().expect("an archive in memory")
}

fn append(builder: &mut tar::Builder<Vec<u8>>, name: &str, bytes: &[u8]) {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    if name.ends_with('/') {
        header.set_entry_type(tar::EntryType::Directory);
    }
    if name.len() < 100 {
        // As tools write it: the builder would refuse `..` and drop `./`.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, bytes).expect("a member");
    } else {
        builder.append_data(&mut header, name, bytes).expect("a member with a long name");
    }
}

pub(crate) fn zip(files: Files<'_>) -> Vec<u8> {
    zip_with(files, CompressionMethod::Deflated)
}

pub(crate) fn zip_with(files: Files<'_>, method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in files {
        if name.ends_with('/') {
            writer.add_directory(*name, options).expect("a folder");
        } else {
            writer.start_file(*name, options).expect("a member");
            writer.write_all(bytes).expect("its bytes");
        }
    }
    writer.finish().expect("an archive in memory").into_inner()
}

pub(crate) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

pub(crate) fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

pub(crate) fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("memory");
    // As the program does, and the library does not.
    encoder.include_checksum(true).expect("a setting");
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

pub(crate) fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut writer = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).expect("memory");
    writer.write_all(bytes).expect("memory");
    writer.finish().expect("memory")
}
