//! Limits against decompression bombs.

use crate::containers::set_checksum;
use crate::packing::{bz2, gz, tar, xz, zip, zst};
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
            "it has more than 2 members; it was not read on; the last member read is 2.num | \
             If it is genuine, raise --max-entries."
        );
        scene.limits.max_entries = 3;
        assert_eq!(scene.read(&["x"]).summary.read, 3, "three of three are allowed");
    }
}

#[test]
fn unpacked_bytes_are_limited() {
    let zeros = vec![b'0'; 100_000];
    let files: [(&str, &[u8]); 3] = [("1.num", b"1"), ("2.num", &zeros), ("3.num", b"3")];
    for bytes in
        [gz(&tar(&files)), bz2(&tar(&files)), zst(&tar(&files)), xz(&tar(&files)), zip(&files)]
    {
        let mut scene = Scene::with("x", &bytes);
        scene.limits.max_unpacked_bytes = 50_000;
        assert_eq!(scene.lines("x"), ["read x!/1.num 1", "failed x limit-reached"]);
        scene.limits.max_unpacked_bytes = 150_000;
        assert_eq!(scene.read(&["x"]).summary.read, 3);
    }
    for bytes in [gz(&zeros), bz2(&zeros), zst(&zeros), xz(&zeros)] {
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
fn a_member_over_its_limit_is_refused_and_the_others_are_read() {
    let files: [(&str, &[u8]); 3] = [("1.num", b"1"), ("2.num", &[b'2'; 11]), ("3.num", b"3")];
    for bytes in [gz(&tar(&files)), zip(&files)] {
        let mut scene = Scene::with("x", &bytes);
        scene.limits.max_member_bytes = 10;
        let run = scene.read(&["x"]);
        assert_eq!(
            run.lines(),
            ["read x!/1.num 1", "failed x!/2.num input-too-large", "read x!/3.num 3"]
        );
        let finding = &run.inputs[1].findings[0];
        assert_eq!(finding.message, "the member is greater than the limit of 10 bytes");
        assert_eq!(finding.help.as_deref(), Some("If it is genuine, raise --max-member-size."));
        scene.limits.max_member_bytes = 11;
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

#[test]
fn archives_inside_archives_have_a_limit() {
    let mut bytes = tar(&[("a.num", b"1")]);
    for depth in 2..=4 {
        let name = format!("{depth}.num");
        bytes = tar(&[("x", &bytes), (&name, b"2")]);
    }
    let mut scene = Scene::with("x", &bytes);
    assert_eq!(scene.read(&["x"]).summary.read, 4);
    scene.limits.max_nesting = 2;
    let run = scene.read(&["x"]);
    assert_eq!(
        run.lines(),
        ["failed x!/x!/x nested-archive", "read x!/x!/3.num 2", "read x!/4.num 2"]
    );
    let finding = &run.inputs[0].findings[0];
    assert_eq!(finding.message, "it lies more than 2 archives deep, and was not opened");
    scene.limits.max_nesting = 1;
    assert_eq!(scene.lines("x"), ["failed x!/x nested-archive", "read x!/4.num 2"]);
}

#[test]
fn what_is_inside_archives_counts_for_the_outermost() {
    let inner = zip(&[("1.num", b"1"), ("2.num", b"2")]);
    let files: [(&str, &[u8]); 3] = [("a.zip", &inner), ("b.zip", &inner), ("3.num", b"3")];
    let mut scene = Scene::with("x", tar(&files));
    scene.limits.max_entries = 7;
    assert_eq!(scene.read(&["x"]).summary.read, 5, "seven of seven are allowed");
    scene.limits.max_entries = 5;
    let expected = [
        "read x!/a.zip!/1.num 1",
        "read x!/a.zip!/2.num 2",
        "read x!/b.zip!/1.num 1",
        "failed x!/b.zip limit-reached",
        "failed x limit-reached",
    ];
    assert_eq!(scene.lines("x"), expected);
    let zeros = vec![b'0'; 3000];
    let inner = zip(&[("1.num", &zeros)]);
    let files: [(&str, &[u8]); 2] = [("a.zip", &inner), ("b.zip", &inner)];
    let mut scene = Scene::with("x", zip(&files));
    scene.limits.max_unpacked_bytes = 5000;
    let lines = scene.lines("x");
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1], "failed x!/b.zip limit-reached", "together they are too much");
}

#[test]
fn a_folder_over_the_held_limit_is_read_in_parts_and_that_is_said() {
    let files: [(&str, &[u8]); 4] =
        [("d/1.part", b"1"), ("d/2.part", b"2"), ("d/3.part", b"3"), ("e/4.num", b"4")];
    let mut scene = Scene::with("x", tar(&files));
    scene.limits.max_held_bytes = 3;
    assert_eq!(scene.lines("x"), ["read x!/d 1 2 3", "read x!/e/4.num 4"]);
    scene.limits.max_held_bytes = 1;
    let run = scene.read(&["x"]);
    assert_eq!(
        run.lines(),
        ["failed x!/d limit-reached", "read x!/d 1 2", "read x!/d/3.part 3", "read x!/e/4.num 4"]
    );
    let help = run.inputs[0].findings[0].help.clone();
    assert_eq!(help.as_deref(), Some("If it is genuine, raise --max-held-size."));
}

/// Zeros, ten thousand times as many as their archive has bytes.
#[test]
fn a_bomb_of_zeros_ends_at_the_ratio() {
    let zeros = vec![0; 64 << 20];
    let bomb = zst(&tar(&[("0.num", b"0"), ("zeros", &zeros)]));
    let run = Scene::with("x", &bomb).read(&["x"]);
    assert_eq!(run.lines(), ["read x!/0.num 0", "failed x limit-reached"]);
    assert!(run.last_words().starts_with("it unpacks to more than 1000 times its size"));
    // Of a member that is too large nothing is held, and the bytes that are passed over count.
    let mut scene = Scene::with("x", &bomb);
    scene.limits.max_member_bytes = 1 << 20;
    assert_eq!(
        scene.lines("x"),
        ["read x!/0.num 0", "failed x!/zeros input-too-large", "failed x limit-reached"]
    );
}

/// A gzip member that unpacks to an archive which holds the same bytes again would have no end; an archive
/// that holds an archive that holds … is the same to who opens it.
#[test]
fn an_archive_in_an_archive_without_end_is_left_where_the_limit_is() {
    let mut bytes = gz(&tar(&[("a.num", b"1")]));
    for _ in 0..40 {
        bytes = gz(&tar(&[("again.tar.gz", &bytes)]));
    }
    let run = Scene::with("x", &bytes).read(&["x"]);
    let deepest = format!("failed x{} nested-archive", "!/again.tar.gz".repeat(8));
    assert_eq!(run.lines(), [deepest]);
}

/// A text that packs to next to nothing: a number, and so many blanks.
fn padded(bytes: usize) -> Vec<u8> {
    let mut text = vec![b' '; bytes];
    text[0] = b'1';
    text
}

#[test]
fn what_compressed_members_unpack_to_counts_for_their_archive() {
    let names: Vec<String> = (0..10).map(|number| format!("{number}.num.bz2")).collect();
    let packed = bz2(&padded(1 << 20));
    let mut files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), packed.as_slice())).collect();
    files.push(("last.num", b"2"));
    for bytes in [gz(&tar(&files)), zip(&files), tar(&[("inner.tar", &tar(&files))])] {
        let mut scene = Scene::with("x", &bytes);
        scene.records_sources = false;
        assert_eq!(scene.read(&["x"]).summary.read, 11);
        // The archive itself unpacks to some ten thousand bytes.
        scene.limits.max_unpacked_bytes = 7 << 19;
        let run = scene.read(&["x"]);
        let outcomes: String = run.lines().iter().map(|line| &line[..1]).collect();
        assert_eq!(outcomes, "rrrfffffffr", "three fit: {:?}", run.lines());
        let finding = &run.inputs[9].findings[0];
        assert_eq!(finding.code.word(), "limit-reached");
        assert!(finding.message.contains("more than 3670016 bytes"), "{}", finding.message);
        let help = finding.help.as_deref();
        assert_eq!(help, Some("If it is genuine, raise --max-unpacked-size."));
        for threads in [2, 3, 8] {
            scene.threads = threads;
            let other = scene.read(&["x"]);
            assert_eq!(other.lines(), run.lines(), "{threads} threads");
            assert_eq!(other.summary, run.summary, "{threads} threads");
        }
    }
}

#[test]
fn the_ratio_of_an_archive_is_that_of_its_compressed_members_too() {
    let packed = bz2(&padded(3 << 20));
    let names: Vec<String> = (0..8).map(|number| format!("{number}.num.bz2")).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), packed.as_slice())).collect();
    let mut scene = Scene::with("x", gz(&tar(&files)));
    let run = scene.read(&["x"]);
    assert_eq!((run.summary.read, run.summary.failed), (5, 3), "nothing is said up to 16 MiB");
    assert!(run.last_words().ends_with("raise --max-ratio."), "{}", run.last_words());
    scene.limits.max_ratio = 1_000_000;
    assert_eq!(scene.read(&["x"]).summary.read, 8);
}

#[test]
fn small_compressed_members_count_as_they_come() {
    let packed = gz(&padded(60_000));
    let names: Vec<String> = (0..40).map(|number| format!("{number}.num.gz")).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), packed.as_slice())).collect();
    let mut scene = Scene::with("x", zip(&files));
    scene.limits.max_unpacked_bytes = 1 << 20;
    for threads in [1, 2] {
        scene.threads = threads;
        let run = scene.read(&["x"]);
        assert!((10..20).contains(&run.summary.read), "{:?}", run.lines());
        assert_eq!(run.lines().last().map(String::as_str), Some("failed x limit-reached"));
    }
}

#[test]
fn what_is_read_twice_counts_once() {
    let files: [(&str, &[u8]); 2] =
        [("d/1.part.gz", &gz(&padded(1 << 20))), ("d/2.part.gz", &gz(&padded(1 << 20)))];
    let mut scene = Scene::with("x", zip(&files));
    scene.limits.max_unpacked_bytes = (2 << 20) + 10_000;
    assert_eq!(scene.read(&["x"]).summary.read, 2);
}
