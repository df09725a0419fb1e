//! The order of inputs, and what is looked at together.

use crate::packing::tar;
use crate::support::Scene;

#[test]
fn folders_are_walked_by_the_bytes_of_names_with_sub_folders_in_their_place() {
    let scene = Scene::new();
    for name in ["d/a.num", "d/b/z.num", "d/b/B.num", "d/c.num", "d/b.num", "d/.hidden/.h.num"] {
        scene.write(name, "1");
    }
    let run = scene.read(&["d"]);
    assert_eq!(
        run.lines(),
        [
            "read d/.hidden/.h.num 1",
            "read d/a.num 1",
            "read d/b/B.num 1",
            "read d/b/z.num 1",
            "read d/b.num 1",
            "read d/c.num 1",
        ]
    );
    assert_eq!(run.listings, ["d: a.num b.num c.num", "d/.hidden: .h.num", "d/b: B.num z.num"]);
}

#[test]
fn named_files_keep_their_order_and_are_looked_at_together_where_they_are_neighbours() {
    let scene = Scene::new();
    for name in ["c.num", "a.num", "d/x.num", "e/y.num", "b.num"] {
        scene.write(name, "1");
    }
    let run = scene.read(&["c.num", "a.num", "d/x.num", "e", "b.num"]);
    assert_eq!(
        run.lines(),
        ["read c.num 1", "read a.num 1", "read d/x.num 1", "read e/y.num 1", "read b.num 1"]
    );
    let shown: Vec<&str> =
        run.listings.iter().filter_map(|listing| Some(listing.split_once(": ")?.1)).collect();
    assert_eq!(shown, ["c.num a.num", "x.num", "y.num", "b.num"]);
}

#[test]
fn a_claim_on_several_files_counts_at_the_first() {
    let scene = Scene::new();
    for (name, text) in [("1.part", "1"), ("2.num", "2"), ("3.part", "3"), ("4.num", "4")] {
        scene.write(format!("d/{name}"), text);
    }
    let run = scene.read(&["d"]);
    assert_eq!(run.lines(), ["read d 1 3", "read d/2.num 2", "read d/4.num 4"]);
    let sources: Vec<String> =
        run.inputs[0].sources.iter().map(|record| run.short(&record.source)).collect();
    assert_eq!(sources, ["d/1.part", "d/3.part"]);
}

#[test]
fn an_archive_in_a_folder_stands_in_its_place() {
    let scene = Scene::with("d/a.num", "1");
    scene.write("d/b.tar", tar(&[("z.num", b"2"), ("y.num", b"3")]));
    scene.write("d/c.num", "4");
    assert_eq!(
        scene.lines("d"),
        ["read d/a.num 1", "read d/b.tar!/z.num 2", "read d/b.tar!/y.num 3", "read d/c.num 4"]
    );
}

#[test]
fn members_of_a_folder_that_follow_each_other_are_looked_at_together() {
    let files: [(&str, &[u8]); 6] = [
        ("run/", b""),
        ("run/2.part", b"2"),
        ("run/1.part", b"1"),
        ("run/logs/3.part", b"3"),
        ("run/4.part", b"4"),
        ("5.part", b"5"),
    ];
    let run = Scene::with("x.tar", tar(&files)).read(&["x.tar"]);
    assert_eq!(
        run.listings,
        [
            "x.tar!/run: 2.part 1.part",
            "x.tar!/run/logs: 3.part",
            "x.tar!/run: 4.part",
            "x.tar: 5.part",
        ]
    );
    let first = &run.lines()[0];
    assert_eq!(first, "read x.tar!/run 2 1");
}

#[test]
fn a_folder_named_with_a_slash_has_no_double_one() {
    let scene = Scene::with("d/a.num", "1");
    assert_eq!(scene.lines("d/"), ["read d/a.num 1"]);
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_sorted_by_their_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scene = Scene::new();
    for name in [&b"d/\xFF.num"[..], b"d/\xC3\xA4.num", b"d/z.num"] {
        scene.write(OsStr::from_bytes(name), "1");
    }
    let lines = scene.lines("d");
    assert_eq!(lines, ["read d/z.num 1", "read d/ä.num 1", "read d/\\xFF.num 1"]);
}
