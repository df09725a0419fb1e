//! Every kind of container, told by its bytes.

use crate::packing::{Files, bz2, gz, tar, xz, zip, zip_with, zst};
use crate::support::Scene;
use std::io::Write as _;
use zip::CompressionMethod;

const TWO: Files<'_> = &[("b/2.num", b"2"), ("a.num", b"1")];

#[test]
fn archives_of_every_kind_are_read_under_any_name() {
    let tar = tar(TWO);
    for (what, bytes) in [
        ("tar.gz", gz(&tar)),
        ("tar.bz2", bz2(&tar)),
        ("tar.zst", zst(&tar)),
        ("tar.xz", xz(&tar)),
        ("zip, deflated", zip(TWO)),
        ("zip, stored", zip_with(TWO, CompressionMethod::Stored)),
        ("tar", tar),
    ] {
        for name in ["results", "results.json"] {
            let lines = Scene::with(name, &bytes).lines(name);
            let expected = [format!("read {name}!/b/2.num 2"), format!("read {name}!/a.num 1")];
            assert_eq!(lines, expected, "{what}");
        }
    }
}

#[test]
fn a_compressed_file_keeps_its_name() {
    for (name, bytes) in [
        ("a.num.gz", gz(b"1")),
        ("a.num.bz2", bz2(b"1")),
        ("a.num.zst", zst(b"1")),
        ("a.num.xz", xz(b"1")),
    ] {
        let expected = [format!("read {name} 1")];
        assert_eq!(Scene::with(name, &bytes).lines(name), expected);
        let scene = Scene::with("x.tar", tar(&[(name, &bytes)]));
        assert_eq!(scene.lines("x.tar"), [format!("read x.tar!/{name} 1")]);
    }
}

#[test]
fn pieces_compressed_one_by_one_are_one_content() {
    for pack in [gz, bz2, zst, xz] {
        let joined = [pack(b"12"), pack(b"3"), pack(b"")].concat();
        assert_eq!(Scene::with("a.num", &joined).lines("a.num"), ["read a.num 123"]);
        // tar itself begins in one piece and ends in another.
        let whole = tar(TWO);
        let joined = [pack(&whole[..700]), pack(&whole[700..])].concat();
        assert_eq!(Scene::with("x", &joined).lines("x"), ["read x!/b/2.num 2", "read x!/a.num 1"]);
    }
    // pzstd begins with a frame that decoders skip.
    let skippable = b"\x50\x2A\x4D\x18\x04\0\0\0\x07\0\0\0";
    let joined = [&skippable[..], &zst(b"4")].concat();
    assert_eq!(Scene::with("a.num", &joined).lines("a.num"), ["read a.num 4"]);
}

#[test]
fn archives_inside_archives_are_opened_in_their_place() {
    let inner = tar(&[("a.num", b"1"), ("d/b.num", b"2")]);
    let (packed, zipped) = (gz(&inner), zip(TWO));
    let twice = tar(&[("deep.zip", &zipped)]);
    let files: Files<'_> =
        &[("inner.tgz", &packed), ("c.num", b"3"), ("e/twice.tar", &twice), ("f.num", b"4")];
    let expected = [
        "read x!/inner.tgz!/a.num 1",
        "read x!/inner.tgz!/d/b.num 2",
        "read x!/c.num 3",
        "read x!/e/twice.tar!/deep.zip!/b/2.num 2",
        "read x!/e/twice.tar!/deep.zip!/a.num 1",
        "read x!/f.num 4",
    ];
    assert_eq!(Scene::with("x", tar(files)).lines("x"), expected);
    assert_eq!(Scene::with("x", zip(files)).lines("x"), expected);
}

#[test]
fn a_zip_of_64_bits_is_a_zip() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    writer.start_file("a.num", options.large_file(true)).expect("a member");
    writer.write_all(b"1").expect("memory");
    let bytes = writer.finish().expect("an archive in memory").into_inner();
    assert_eq!(Scene::with("x", bytes).lines("x"), ["read x!/a.num 1"]);
    // More members than 16 bits can count.
    let names: Vec<String> = (0..65_600).map(|number| format!("{number}/")).collect();
    let mut files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    files.push(("b.num", b"2"));
    assert_eq!(Scene::with("x", zip(&files)).lines("x"), ["read x!/b.num 2"]);
}

#[test]
fn names_of_a_zip_that_are_not_in_utf_8_are_in_the_code_page_of_dos() {
    let mut bytes = zip_with(&[("m_1.num", b"1"), ("m_2.num", b"2")], CompressionMethod::Stored);
    for (name, other) in [(b"m_1.num", b"m\x811.num"), (b"m_2.num", b"m\xE12.num")] {
        while let Some(at) = bytes.windows(name.len()).position(|part| part == name) {
            bytes[at..at + name.len()].copy_from_slice(other);
        }
    }
    assert_eq!(Scene::with("x", bytes).lines("x"), ["read x!/mü1.num 1", "read x!/mß2.num 2"]);
}

#[test]
fn a_document_that_is_a_zip_file_is_a_file() {
    let sheet: Files<'_> = &[("xl/workbook.xml", b"<a/>"), ("[Content_Types].xml", b"<a/>")];
    let open: Files<'_> = &[("mimetype", b"application/ods"), ("content.xml", b"<a/>")];
    for files in [sheet, open] {
        let document = zip_with(files, CompressionMethod::Stored);
        let run = Scene::with("a.num", &document).read(&["a.num"]);
        assert_eq!(run.listings.len(), 1);
        assert_eq!(run.summary.read, 1, "the reader was given it: {:?}", run.lines());
        let scene = Scene::with("x.tar", tar(&[("a.num", &document)]));
        assert_eq!(scene.read(&["x.tar"]).summary.read, 1);
    }
    let later: Files<'_> = &[("a.num", b"1"), ("mimetype", b"text")];
    let lines = Scene::with("x.zip", zip(later)).lines("x.zip");
    assert_eq!(lines, ["read x.zip!/a.num 1", "skipped x.zip!/mimetype no-result"]);
}

#[test]
fn names_in_archives_are_labels() {
    let long = format!("{}/a.num", "long-name".repeat(30));
    let files: Files<'_> = &[
        ("./a.num", b"1"),
        ("/etc/b.num", b"2"),
        ("../../c.num", b"3"),
        ("./", b""),
        (&long, b"4"),
    ];
    let expected = [
        "read x.tar!/a.num 1".to_owned(),
        "read x.tar!/etc/b.num 2".to_owned(),
        "read x.tar!/../../c.num 3".to_owned(),
        format!("read x.tar!/{long} 4"),
    ];
    assert_eq!(Scene::with("x.tar", tar(files)).lines("x.tar"), expected);
    let scene = Scene::with("x.zip", zip(&[("dir\\a.part", b"1"), ("dir\\b.part", b"2")]));
    let run = scene.read(&["x.zip"]);
    assert_eq!(run.listings, ["x.zip!/dir: a.part b.part"], "as some Windows programs write them");
}

#[test]
fn a_tar_older_than_posix_is_known_by_its_checksum() {
    let mut archive = tar(&[("a.num", b"1")]);
    archive[257..265].fill(0);
    set_checksum(&mut archive);
    assert_eq!(Scene::with("x", &archive).lines("x"), ["read x!/a.num 1"]);
    let written = archive.clone();
    for first in *b" \t\n\x0b" {
        archive[148] = first;
        archive[149..156].copy_from_slice(&written[148..155]);
        assert_eq!(Scene::with("x", &archive).lines("x"), ["read x!/a.num 1"], "{first}");
    }
    archive[150] ^= 1;
    assert_eq!(Scene::with("x", &archive).lines("x"), ["failed x input-unknown"]);
}

/// Makes the first header of an archive valid again.
pub(crate) fn set_checksum(archive: &mut [u8]) {
    archive[148..156].fill(b' ');
    let sum: u32 = archive[..512].iter().map(|byte| u32::from(*byte)).sum();
    archive[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
}

#[test]
fn what_is_no_file_in_an_archive_is_passed_over_with_a_note() {
    let mut builder = tar::Builder::new(Vec::new());
    let header = |entry_type, size| {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(entry_type);
        header.set_size(size);
        header
    };
    let mut global = header(tar::EntryType::XGlobalHeader, 12);
    builder.append_data(&mut global, "pax_global_header", &b"12 comment=a"[..]).expect("a header");
    let mut folder = header(tar::EntryType::Directory, 0);
    builder.append_data(&mut folder, "d/", &b""[..]).expect("a folder");
    let mut file = header(tar::EntryType::Regular, 1);
    builder.append_data(&mut file, "d/a.num", &b"1"[..]).expect("a member");
    for (entry_type, name, target) in [
        (tar::EntryType::Link, "d/b.num", "./d/a.num"),
        (tar::EntryType::Symlink, "passwd.num", "/etc/passwd"),
    ] {
        builder.append_link(&mut header(entry_type, 0), name, target).expect("a link");
    }
    for (entry_type, name) in [(tar::EntryType::Fifo, "pipe"), (tar::EntryType::Char, "null")] {
        builder.append_data(&mut header(entry_type, 0), name, &b""[..]).expect("a member");
    }
    let run = Scene::with("x", builder.into_inner().expect("an archive in memory")).read(&["x"]);
    assert_eq!(
        run.lines(),
        [
            "read x!/d/a.num 1",
            "skipped x!/d/b.num already-read",
            "skipped x!/passwd.num no-result",
            "skipped x!/pipe no-result",
            "skipped x!/null no-result",
        ]
    );
    let message = |at: usize| run.inputs[at].findings[0].message.clone();
    assert_eq!(message(1), "it is a hard link to d/a.num, and counts there");
    assert_eq!(message(2), "it is a symbolic link to /etc/passwd, and was not followed");
    assert_eq!(message(3), "it is no file: a pipe or a device");
}

#[test]
fn a_link_in_a_zip_is_passed_over_with_a_note() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    writer.add_symlink("a.num", "/etc/passwd", options).expect("a link");
    let archive = writer.finish().expect("an archive in memory").into_inner();
    assert_eq!(
        Scene::with("x", archive).lines("x"),
        ["skipped x!/a.num no-result", "failed x input-unknown"]
    );
}

#[test]
fn members_of_one_name_have_labels_of_their_own() {
    let files: Files<'_> = &[
        ("a.num", b"1"),
        ("a.num (2)", b"2"),
        ("a.num", b"3"),
        ("d/a.num", b"4"),
        ("a.num", b"5"),
    ];
    assert_eq!(
        Scene::with("x", tar(files)).lines("x"),
        [
            "read x!/a.num 1",
            "read x!/a.num (2) 2",
            "read x!/a.num (3) 3",
            "read x!/d/a.num 4",
            "read x!/a.num (4) 5",
        ]
    );
}

#[test]
fn names_that_are_no_text_stay_apart() {
    let mut archive = tar(&[("a_.num", b"1"), ("a_.num", b"2")]);
    for (at, byte) in [(0, 0xFE), (1024, 0xFF)] {
        archive[at + 1] = byte;
        set_checksum(&mut archive[at..]);
    }
    assert_eq!(
        Scene::with("x", archive).lines("x"),
        ["read x!/a\\xFE.num 1", "read x!/a\\xFF.num 2"]
    );
}

#[test]
fn zero_bytes_after_gzip_data_are_padding_and_nothing_else_is() {
    let padded = |padding: &[u8]| [&gz(b"12")[..], &gz(b"3"), padding].concat();
    for size in [1, 511, 70_000] {
        let scene = Scene::with("a.num", padded(&vec![0; size]));
        assert_eq!(scene.lines("a.num"), ["read a.num 123"], "{size} zero bytes");
    }
    for wrong in [&b"\0x"[..], b"x", b"\0\x1F\x8B", &[vec![0; 70_000], b"x".to_vec()].concat()] {
        let scene = Scene::with("a.num", padded(wrong));
        assert_eq!(scene.lines("a.num"), ["failed a.num archive-damaged"], "{} bytes", wrong.len());
    }
}

#[test]
fn a_sparse_file_whose_map_is_among_its_bytes_is_refused() {
    let mut builder = tar::Builder::new(Vec::new());
    let extensions = [("GNU.sparse.major", &b"1"[..]), ("GNU.sparse.name", b"a.num")];
    builder.append_pax_extensions(extensions).expect("extensions");
    let mut header = tar::Header::new_ustar();
    header.set_size(4);
    builder.append_data(&mut header, "GNUSparseFile.1/a.num", &b"1\n0\n"[..]).expect("a member");
    let mut header = tar::Header::new_ustar();
    header.set_size(1);
    builder.append_data(&mut header, "b.num", &b"2"[..]).expect("a member");
    let archive = builder.into_inner().expect("an archive in memory");
    assert_eq!(
        Scene::with("x", archive).lines("x"),
        ["failed x!/GNUSparseFile.1/a.num document-not-understood", "read x!/b.num 2"]
    );
}

#[test]
fn a_member_that_cannot_be_unpacked_says_why_and_leaves_the_others() {
    // Where the field lies after the signature of a member's own header and of the directory's.
    let (flags, method) = ([6, 8], [8, 10]);
    for (field, value, expected) in
        [(flags, 1, "it is encrypted"), (method, 14, "it is packed with")]
    {
        let mut bytes = zip(&[("1.num", b"1"), ("2.num", b"2")]);
        for (signature, offset) in [b"PK\x03\x04", b"PK\x01\x02"].into_iter().zip(field) {
            let at = bytes.windows(4).position(|part| part == signature).expect("a header");
            bytes[at + offset] = value;
        }
        let run = Scene::with("x", bytes).read(&["x"]);
        assert_eq!(run.lines(), ["failed x!/1.num input-unreadable", "read x!/2.num 2"]);
        let message = &run.inputs[0].findings[0].message;
        assert!(message.starts_with(expected), "{message}");
    }
}
