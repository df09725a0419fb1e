//! Archives that are cut or altered: nothing panics, and what came before is read.

use crate::packing::{Files, bz2, gz, tar, xz, zip, zst};
use crate::support::Scene;

const THREE: Files<'_> = &[("1.num", b"1"), ("d/2.num", b"2"), ("d/3.num", b"3")];

/// All lines for every cut of the bytes: `x` with its first bytes only.
fn cuts(bytes: &[u8]) -> Vec<(usize, Vec<String>)> {
    let scene = Scene::new();
    (0..bytes.len())
        .map(|length| {
            scene.write("x", &bytes[..length]);
            (length, scene.lines("x"))
        })
        .collect()
}

/// The lines of an archive that was cut: some of the members, then the damage.
fn check_cut(length: usize, lines: &[String]) -> usize {
    let whole = ["read x!/1.num 1", "read x!/d/2.num 2", "read x!/d/3.num 3"];
    let (last, members) = lines.split_last().expect("something is said");
    assert_eq!(members, &whole[..members.len()], "cut at {length}");
    let is_said = ["failed x archive-damaged", "failed x input-unknown", "failed x input-empty"];
    assert!(is_said.contains(&last.as_str()), "cut at {length}: {lines:?}");
    members.len()
}

#[test]
fn a_compressed_tar_cut_anywhere_gives_the_members_before_the_cut() {
    for (pack, at_least) in [(gz as fn(&[u8]) -> Vec<u8>, 3), (bz2, 0), (zst, 0), (xz, 0)] {
        let bytes = pack(&tar(THREE));
        let most = cuts(&bytes).iter().map(|(length, lines)| check_cut(*length, lines)).max();
        assert!(most >= Some(at_least), "{most:?}");
    }
}

#[test]
fn a_zip_cut_anywhere_gives_the_members_before_the_cut() {
    let bytes = zip(THREE);
    let members: Vec<usize> =
        cuts(&bytes).iter().map(|(length, lines)| check_cut(*length, lines)).collect();
    assert!(members.is_sorted(), "a later cut never gives less: {members:?}");
    assert_eq!(members.last(), Some(&3), "without its directory all members are still there");
    assert!([0, 1, 2].iter().all(|count| members.contains(count)), "{members:?}");
}

#[test]
fn a_tar_cut_inside_a_member_says_after_which() {
    let bytes = tar(&[("1.num", b"1"), ("2.num", &[b'2'; 700])]);
    let run = Scene::with("x", &bytes[..1024 + 512 + 100]).read(&["x"]);
    assert_eq!(run.lines(), ["read x!/1.num 1", "failed x archive-damaged"]);
    assert_eq!(
        run.last_words(),
        "it is damaged: it ends inside a member; the last member read is 1.num | -"
    );
    let bytes = tar(&[("1.num", &[b'1'; 700])]);
    let run = Scene::with("x", &bytes[..600]).read(&["x"]);
    assert!(run.last_words().contains("no member could be read"), "{}", run.last_words());
}

#[test]
fn a_tar_cut_between_members_is_seen_to_be_cut() {
    for whole in [tar(&[("1.num", b"1"), ("2.num", b"2")]), tar(&[("1.num", b"1")])] {
        let run = Scene::with("x", &whole[..1024]).read(&["x"]);
        assert_eq!(run.lines(), ["read x!/1.num 1", "failed x archive-damaged"]);
        assert!(run.last_words().contains("without the mark at the end"), "{}", run.last_words());
        // One block of zeros is enough.
        let mut closed = whole[..1024].to_vec();
        closed.extend([0; 512]);
        assert_eq!(Scene::with("x", &closed).lines("x"), ["read x!/1.num 1"]);
    }
}

#[test]
fn a_compressed_file_cut_anywhere_is_damaged() {
    for pack in [gz as fn(&[u8]) -> Vec<u8>, bz2, zst, xz] {
        let bytes = pack(b"123456");
        let scene = Scene::new();
        // Before its magic number is complete it could be anything.
        for length in 10..bytes.len() {
            scene.write("a.num", &bytes[..length]);
            assert_eq!(scene.lines("a.num"), ["failed a.num archive-damaged"], "{length}");
            // No reader claims this one.
            scene.write("d/a.txt", &bytes[..length]);
            assert_eq!(scene.lines("d"), ["failed d/a.txt archive-damaged"], "{length}");
        }
    }
}

#[test]
fn altered_bytes_never_panic_and_never_alter_a_figure_unsaid() {
    let tar = tar(THREE);
    for (what, bytes) in [
        ("gz", gz(&tar)),
        ("bz2", bz2(&tar)),
        ("zst", zst(&tar)),
        ("xz", xz(&tar)),
        ("zip", zip(THREE)),
    ] {
        let scene = Scene::new();
        for at in 0..bytes.len() {
            for flip in [0x01, 0x80, 0xFF] {
                let mut altered = bytes.clone();
                altered[at] ^= flip;
                scene.write("x", &altered);
                let run = scene.read(&["x"]);
                let place = format!("{what}: byte {at} ^ {flip:#x}: {:?}", run.lines());
                let rows = run.inputs.iter().flat_map(|input| &input.rows);
                let mut numbers = rows.filter_map(|row| row.identity.workload.as_deref());
                // A name has no checksum in a zip: its member may be passed over with a note.
                let is_right = numbers.all(|number| ["1", "2", "3"].contains(&number))
                    && run.inputs.len() >= 3;
                assert!(is_right || run.summary.failed > 0, "{place}");
            }
        }
    }
}

#[test]
fn a_damaged_member_of_a_zip_leaves_the_others() {
    let mut bytes = zip(&[("1.num", b"1"), ("2.num", &[b'2'; 100]), ("3.num", b"3")]);
    let name = b"2.num";
    let at = bytes.windows(name.len()).position(|part| part == name).expect("the first header");
    bytes[at + name.len()] = 0xFF;
    assert_eq!(
        Scene::with("x", bytes).lines("x"),
        ["read x!/1.num 1", "failed x!/2.num archive-damaged", "read x!/3.num 3"]
    );
}

#[test]
fn a_checksum_after_the_last_member_counts() {
    let mut bytes = gz(&tar(THREE));
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    let run = Scene::with("x", bytes).read(&["x"]);
    assert_eq!(run.lines().last().map(String::as_str), Some("failed x archive-damaged"));
    assert_eq!(run.summary.read, 3);
}

#[test]
fn members_of_a_zip_with_the_same_name_are_not_missing_in_silence() {
    let mut bytes = zip(&[("1.num", b"1"), ("2.num", b"2")]);
    let names = |bytes: &[u8]| -> Vec<usize> {
        let places = bytes.windows(5).enumerate();
        places.filter(|(_, part)| *part == b"2.num").map(|(at, _)| at).collect()
    };
    for at in names(&bytes) {
        bytes[at] = b'1';
    }
    let run = Scene::with("x", bytes).read(&["x"]);
    assert_eq!(run.lines(), ["read x!/1.num 2", "failed x archive-damaged"]);
    assert!(run.last_words().contains("the same name"), "{}", run.last_words());
}
