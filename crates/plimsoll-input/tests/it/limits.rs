//! Limits against decompression bombs.

use crate::containers::set_checksum;
use crate::packing::{gz, tar, xz, zip, zst};
use crate::support::Scene;
use plimsoll_input::Limits;

#[test]
fn the_number_of_members_is_limited() {
    let files: [(&str, &[u8]); 3] = [("1.num", b"1"), ("2.num", b"2"), ("3.num", b"3")];
    for bytes in [tar(&files), zip(&files)] {
        let mut scene = Scene::with("x", &bytes);
        scene.limits.max_entries = 2;
        let run = scene.read(&["x"]);
        assert_eq!(run.lines(), ["read x!/1.num 1", "read x!/2.num 2", "failed x limit-reached"]);
        assert_eq!(
            run.last_words(),
            "it has more than 2 members; it was not read on; the last member read is 2.num | -"
        );
        scene.limits.max_entries = 3;
        assert_eq!(scene.read(&["x"]).summary.read, 3, "three of three are allowed");
    }
}

#[test]
fn unpacked_bytes_are_limited() {
    let zeros = vec![b'0'; 100_000];
    let files: [(&str, &[u8]); 3] = [("1.num", b"1"), ("2.num", &zeros), ("3.num", b"3")];
    for bytes in [gz(&tar(&files)), zst(&tar(&files)), xz(&tar(&files)), zip(&files)] {
        let mut scene = Scene::with("x", &bytes);
        scene.limits.max_unpacked_bytes = 50_000;
        assert_eq!(scene.lines("x"), ["read x!/1.num 1", "failed x limit-reached"]);
        scene.limits.max_unpacked_bytes = 150_000;
        assert_eq!(scene.read(&["x"]).summary.read, 3);
    }
    for bytes in [gz(&zeros), zst(&zeros), xz(&zeros)] {
        let mut scene = Scene::with("a.num", &bytes);
        scene.limits.max_unpacked_bytes = 99_999;
        assert_eq!(scene.lines("a.num"), ["failed a.num limit-reached"]);
        scene.limits.max_unpacked_bytes = 100_000;
        assert_eq!(scene.read(&["a.num"]).summary.read, 1);
    }
}

#[test]
fn the_ratio_is_limited_above_16_mib() {
    // zstd packs zeros ten thousandfold; gzip could not.
    for (mebibytes, expected) in [(15, "read a.num 0"), (18, "failed a.num limit-reached")] {
        let mut content = vec![b' '; mebibytes << 20];
        content[0] = b'0';
        let packed = zst(&content);
        assert!(content.len() / packed.len() > 1000, "{} bytes", packed.len());
        let mut scene = Scene::with("a.num", &packed);
        assert_eq!(scene.lines("a.num"), [expected]);
        scene.limits.max_ratio = 1_000_000;
        assert_eq!(scene.lines("a.num"), ["read a.num 0"]);
    }
}

#[test]
fn a_member_over_the_input_limit_is_refused_and_the_others_are_read() {
    let files: [(&str, &[u8]); 3] = [("1.num", b"1"), ("2.num", &[b'2'; 11]), ("3.num", b"3")];
    for bytes in [gz(&tar(&files)), zip(&files)] {
        let mut scene = Scene::with("x", &bytes);
        scene.read.max_input_bytes = 10;
        assert_eq!(
            scene.lines("x"),
            ["read x!/1.num 1", "failed x!/2.num input-too-large", "read x!/3.num 3"]
        );
        scene.read.max_input_bytes = 11;
        assert_eq!(scene.read(&["x"]).summary.read, 3);
    }
}

#[test]
fn a_name_of_megabytes_is_not_held() {
    let mut archive = tar(&[("1.num", b"1")]);
    archive.truncate(1024);
    let name = vec![b'n'; 3 << 20];
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(name.len() as u64);
    let mut bytes = header.as_bytes().to_vec();
    set_checksum(&mut bytes);
    archive.extend([bytes, name, tar(&[("2.num", b"2")])].concat());
    let run = Scene::with("x", &archive).read(&["x"]);
    assert_eq!(run.lines(), ["read x!/1.num 1", "failed x limit-reached"]);
    assert!(run.last_words().contains("the headers of a member are too long"));
}

#[test]
fn holes_of_a_sparse_file_count() {
    let hole = 1 << 20;
    let mut header = tar::Header::new_gnu();
    header.as_gnu_mut().expect("a GNU header").name[..5].copy_from_slice(b"a.num");
    header.set_entry_type(tar::EntryType::GNUSparse);
    header.set_size(512);
    let gnu = header.as_gnu_mut().expect("a GNU header");
    gnu.set_real_size(hole + 512);
    gnu.sparse[0].set_offset(hole);
    gnu.sparse[0].set_length(512);
    let mut archive = header.as_bytes().to_vec();
    set_checksum(&mut archive);
    archive.extend([b' '; 512]);
    archive.extend([0; 1024]);
    let mut scene = Scene::with("x", &archive);
    let run = scene.read(&["x"]);
    assert_eq!(run.summary.read, 1, "{:?}", run.lines());
    assert_eq!(run.hashes().values().next().map(|hash| hash.0), Some(hole + 512));
    scene.limits = Limits { max_unpacked_bytes: hole, ..Limits::default() };
    assert_eq!(scene.lines("x"), ["failed x limit-reached"]);
}

#[test]
fn a_size_beyond_all_numbers_is_refused() {
    for size in [1 << 40, u64::MAX - 4096, u64::MAX] {
        let mut archive = tar(&[("1.num", b"1"), ("2.num", b"2")]);
        let mut header = tar::Header::new_gnu();
        header.set_size(size);
        archive[1024 + 124..1024 + 136].copy_from_slice(&header.as_bytes()[124..136]);
        set_checksum(&mut archive[1024..]);
        let lines = Scene::with("x", &archive).lines("x");
        assert_eq!(lines[0], "read x!/1.num 1", "{size}");
        assert_eq!(lines.last().map(String::as_str), Some("failed x archive-damaged"), "{size}");
    }
}
