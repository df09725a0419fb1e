//! What links and names lead to a second time counts once.

use crate::packing::tar;
use crate::support::{NumberReader, Scene};
use plimsoll_input::{InputIsOutput, read_inputs};
use plimsoll_read::Reader;
use std::fs;
use std::os::unix::fs::symlink;
use std::thread;

#[test]
fn folders_that_link_to_each_other_are_walked_once() {
    let scene = Scene::new();
    for folder in 0..12 {
        scene.write(format!("d/{folder:02}/{folder}.num"), folder.to_string());
        for other in (0..12).filter(|other| *other != folder) {
            let link = scene.path(format!("d/{folder:02}/to-{other:02}"));
            symlink(format!("../{other:02}"), link).expect("a link");
        }
    }
    let run = scene.read(&["d"]);
    assert_eq!((run.summary.read, run.summary.skipped), (12, 12 * 11));
    let read: Vec<String> =
        run.lines().into_iter().filter(|line| line.starts_with("read")).collect();
    let in_place: Vec<String> =
        (0..12).map(|folder| format!("read d/{folder:02}/{folder}.num {folder}")).collect();
    assert_eq!(read, in_place, "what lies below the named folder keeps its own names");
    assert_eq!(run.last_words(), "it is the same as d/10, and counts there | -");
    // The others lie outside now: the first link to each leads into it.
    let run = scene.read(&["d/00"]);
    assert_eq!(run.summary.read, 12);
    assert_eq!(run.lines()[1], "read d/00/to-01/1.num 1");
}

#[test]
fn a_file_under_several_names_is_read_once() {
    let scene = Scene::with("d/b.num", "1");
    symlink("b.num", scene.path("d/a.num")).expect("a link");
    fs::hard_link(scene.path("d/b.num"), scene.path("d/c.num")).expect("a link");
    scene.write("far.num", "2");
    symlink("../far.num", scene.path("d/x.num")).expect("a link");
    symlink("../far.num", scene.path("d/y.num")).expect("a link");
    let run = scene.read(&["d"]);
    assert_eq!(
        run.lines(),
        [
            "skipped d/a.num already-read",
            "read d/b.num 1",
            "skipped d/c.num already-read",
            "read d/x.num 2",
            "skipped d/y.num already-read",
        ]
    );
    assert_eq!(run.last_words(), "it is the same as d/x.num, and counts there | -");
    // Each input that is named is one of its own.
    assert_eq!(scene.read(&["d", "far.num"]).summary.read, 3);
}

#[test]
fn a_run_s_folder_keeps_a_file_that_links_share() {
    let scene = Scene::with("d/1/a.part", "1");
    scene.write("d/2/b.part", "2");
    scene.write("d/0.part", "3");
    for folder in ["1", "2"] {
        symlink("../0.part", scene.path(format!("d/{folder}/0.part"))).expect("a link");
    }
    assert_eq!(scene.lines("d"), ["read d/0.part 3", "read d/1 3 1", "read d/2 3 2"]);
}

#[test]
fn a_path_that_is_named_twice_is_read_once() {
    let scene = Scene::with("a.num", "1");
    scene.write("d/b.num", "2");
    scene.write("x", tar(&[("c.num", b"3")]));
    symlink("d", scene.path("link")).expect("a link");
    symlink("a.num", scene.path("a-link.num")).expect("a link");
    let run =
        scene.read(&["a.num", "a.num", "d/../a.num", "a-link.num", "d", "link", "d/", "x", "x"]);
    assert_eq!(
        run.lines(),
        [
            "read a.num 1",
            "skipped a.num already-read",
            "skipped d/../a.num already-read",
            "skipped a-link.num already-read",
            "read d/b.num 2",
            "skipped link already-read",
            "skipped d/ already-read",
            "read x!/c.num 3",
            "skipped x already-read",
        ]
    );
    assert_eq!(run.last_words(), "it was named before, and counts once | -");
    let message = run.short(&run.inputs[2].findings[0].message);
    assert_eq!(message, "it was named before as a.num, and counts once");
}

#[test]
fn folders_may_be_deeper_than_the_stack() {
    let scene = Scene::new();
    let depth = 600;
    scene.write(format!("d{}/a.num", "/d".repeat(depth)), "1");
    let walk = move || scene.read(&["d"]).lines();
    // A frame for each level would need ten times as much.
    let walker = thread::Builder::new().stack_size(192 << 10).spawn(walk).expect("a thread");
    let lines = walker.join().expect("no panic");
    assert_eq!(lines, [format!("read d{}/a.num 1", "/d".repeat(depth))]);
}

#[test]
fn an_input_that_would_be_replaced_ends_the_run() {
    let scene = Scene::with("d/a.num", "1");
    scene.write("rows.csv", "");
    symlink("../rows.csv", scene.path("d/z.csv")).expect("a link");
    let reader = NumberReader::default();
    let readers: [&dyn Reader; 1] = [&reader];
    let mut options = scene.options(&readers);
    options.outputs = vec![scene.path("rows.csv"), scene.path("not-there-yet.csv")];
    let error = read_inputs(&[scene.path("d")], &options, &mut |_| Ok(()))
        .expect_err("the link leads to the output");
    let found = error.get_ref().and_then(|error| error.downcast_ref::<InputIsOutput>());
    let source = found.map(|found| found.source.as_str());
    assert_eq!(source, scene.path("d/z.csv").to_str());
}
