//! The order of inputs, and what is looked at together.

use crate::packing::{gz, tar, zip};
use crate::support::Scene;
use plimsoll_input::read_inputs;
use plimsoll_read::{
    Bundle, Claim, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
};
use plimsoll_schema::Origin;
use std::sync::{Condvar, Mutex};
use std::thread::{self, ThreadId};

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
    let alone =
        ["d/.hidden: .h.num", "d: a.num", "d/b: B.num", "d/b: z.num", "d: b.num", "d: c.num"];
    assert_eq!(run.listings, alone, "what belongs to nothing else is shown as it comes");
}

#[test]
fn named_files_keep_their_order_and_are_looked_at_together_where_they_are_neighbours() {
    let scene = Scene::new();
    for name in ["c.part", "a.part", "d/x.part", "e/y.part", "b.part"] {
        scene.write(name, "1");
    }
    let run = scene.read(&["c.part", "a.part", "d/x.part", "e", "b.part"]);
    let shown: Vec<&str> =
        run.listings.iter().filter_map(|listing| Some(listing.split_once(": ")?.1)).collect();
    assert_eq!(shown, ["c.part a.part", "x.part", "y.part", "b.part"]);
    let rows: Vec<usize> = run.inputs.iter().map(|input| input.rows.len()).collect();
    assert_eq!(rows, [2, 1, 1, 1]);
    let lone: Vec<String> = run.lines().split_off(1);
    assert_eq!(lone, ["read d/x.part 1", "read e/y.part 1", "read b.part 1"]);
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
fn what_only_joins_others_is_shown_alone_where_none_gathers() {
    let files = |last: &'static str| [("d/1.join", &b"1"[..]), ("d/2.num", b"2"), (last, b"3")];
    let alone = ["d: 1.join", "d: 2.num", "d: 3.join"];
    let together = ["d: 1.join 3.part", "d: 2.num"];
    for (last, listings) in [("d/3.join", &alone[..]), ("d/3.part", &together)] {
        let scene = Scene::new();
        for (name, text) in files(last) {
            scene.write(name, text);
        }
        let run = scene.read(&["d"]);
        assert_eq!(run.listings, listings);
        let expected = match listings.len() {
            3 => vec!["read d/1.join 1", "read d/2.num 2", "read d/3.join 3"],
            _ => vec!["read d 1 3", "read d/2.num 2"],
        };
        assert_eq!(run.lines(), expected);
        let packed = Scene::with("x", tar(&files(last)));
        assert_eq!(
            packed.lines("x"),
            expected.iter().map(|line| line.replace(" d", " x!/d")).collect::<Vec<_>>()
        );
    }
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

/// Three runs in pieces, among files that belong to nothing.
const PIECES: [(&str, &[u8]); 11] = [
    ("a/1.part", b"1"),
    ("b/0.num", b"20"),
    ("b/2.part", b"2"),
    ("a/", b""),
    ("a/3.num", b"3"),
    ("c/4.num", b"4"),
    ("a/5.part", b"5"),
    ("b/6.part", b"6"),
    ("c/7.part", b"7"),
    ("8.num", b"8"),
    ("a/9.part", b"9"),
];

/// What is read of them: a run counts at its first part, everything else in its place.
const OF_PIECES: [&str; 7] = [
    "read x!/a 1 5 9",
    "read x!/b/0.num 20",
    "read x!/b 2 6",
    "read x!/a/3.num 3",
    "read x!/c/4.num 4",
    "read x!/c/7.part 7",
    "read x!/8.num 8",
];

#[test]
fn a_run_in_pieces_is_put_together_wherever_they_are_stored() {
    for bytes in [tar(&PIECES), gz(&tar(&PIECES)), zip(&PIECES)] {
        assert_eq!(Scene::with("x", &bytes).lines("x"), OF_PIECES);
        let outer = tar(&[("0.num", b"0"), ("x", &bytes), ("9.num", b"9")]);
        let inside = OF_PIECES.map(|line| line.replace("x!/", "o!/x!/"));
        let expected =
            [vec!["read o!/0.num 0".into()], inside.to_vec(), vec!["read o!/9.num 9".into()]];
        assert_eq!(Scene::with("o", &outer).lines("o"), expected.concat());
    }
}

#[test]
fn pieces_are_fetched_for_as_many_runs_as_may_be_held() {
    // Every run has four pieces, each between those of all others.
    let names: Vec<String> =
        (0..4).flat_map(|piece| (0..9).map(move |run| format!("{run}/{piece}.part"))).collect();
    let text = [b' '; 99];
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &text[..])).collect();
    let bytes: Vec<u8> = tar(&files);
    let mut whole = Vec::new();
    // Room for one run, for two, and for all; with less, they are read in parts.
    for (held, has_room) in [(4 * 99, true), (7 * 99, true), (1 << 20, true), (4 * 99 - 1, false)] {
        let mut scene = Scene::with("x", &bytes);
        scene.limits.max_held_bytes = held;
        let run = scene.read(&["x"]);
        let failed = run.lines().iter().filter(|line| line.ends_with("limit-reached")).count();
        assert_eq!(failed, if has_room { 0 } else { 9 }, "{held}: {:?}", run.lines());
        let listings: Vec<&String> = run.listings.iter().collect();
        if has_room {
            let expected = (0..9).map(|run| format!("x!/{run}: 0.part 1.part 2.part 3.part"));
            assert_eq!(listings, expected.collect::<Vec<_>>().iter().collect::<Vec<_>>());
            whole.push(run.lines());
        } else {
            assert_eq!(listings.len(), 2 * 9, "the first piece alone");
        }
    }
    assert!(whole.windows(2).all(|pair| pair[0] == pair[1]), "{whole:?}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut scene = Scene::with("d/x", tar(&PIECES));
    let many: Vec<(String, Vec<u8>)> = (0..700)
        .map(|number| (format!("{number:03}.num"), number.to_string().into_bytes()))
        .collect();
    let files: Vec<(&str, &[u8])> =
        many.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    scene.write("d/many.zip", zip(&files));
    scene.write("d/bad.num", "bad");
    scene.write("d/panic.num", "panic");
    scene.write("d/empty.tar", tar(&[("a/", b"")]));
    scene.write("d/none.tar", tar(&[("a.txt", b"a")]));
    // Greater than a batch, and together greater than what one takes.
    for number in 0..5 {
        let blanks = " ".repeat(300_000);
        scene.write(format!("d/big{number}.num"), format!("{blanks}{number}"));
    }
    scene.write("none/a.txt", "a");
    let names = ["d", "none", "gone"];
    let expected = scene.read(&names);
    assert_eq!((expected.summary.read, expected.summary.failed), (700 + 7 + 5, 4));
    for threads in [2, 3, 8] {
        scene.threads = threads;
        let other = scene.read(&names);
        assert_eq!(other.lines(), expected.lines(), "{threads} threads");
        assert_eq!(other.summary, expected.summary, "{threads} threads");
    }
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

/// A reader that would gather everything and claims nothing. It finds out how far the walk goes before it has to read.
#[derive(Default)]
struct Idle {
    state: Mutex<Seen>,
    changed: Condvar,
}

#[derive(Default)]
struct Seen {
    /// How many files the walk came to.
    files: usize,
    walk: Option<ThreadId>,
    /// How many these were when the walk had to read for the first time.
    ahead: Option<usize>,
}

impl Reader for Idle {
    fn format(&self) -> &'static Format {
        static IDLE: Format =
            Format { name: "idle", title: "Idle", looks_for: "", origin: Origin::Measured };
        &IDLE
    }

    fn claim(&self, _: &Listing<'_>) -> Vec<Claim> {
        Vec::new()
    }

    fn part(&self, _: &Entry<'_>) -> Part {
        let mut seen = self.state.lock().expect("no test panics with it");
        seen.files += 1;
        seen.walk = Some(thread::current().id());
        Part::Gathers
    }

    /// Who is not the walk waits for it.
    fn hint(&self, _: &Entry<'_>) -> Option<String> {
        let mut seen = self.state.lock().expect("no test panics with it");
        if seen.walk == Some(thread::current().id()) {
            seen.ahead = seen.ahead.or(Some(seen.files));
            self.changed.notify_all();
        }
        let waited = self.changed.wait_while(seen, |seen| seen.ahead.is_none());
        drop(waited.expect("no test panics with it"));
        None
    }

    fn read(&self, _: &Bundle<'_>, _: &ReadOptions, _: &mut dyn Sink) -> Result<(), ReadError> {
        unreachable!("it claims nothing")
    }
}

#[test]
fn the_walk_is_not_far_ahead_with_files_that_belong_to_nobody() {
    let text = vec![b' '; 70_000];
    let names: Vec<String> = (0..100).map(|number| format!("{number}/a.txt")).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), text.as_slice())).collect();
    let mut scene = Scene::with("x", tar(&files));
    scene.threads = 2;
    let reader = Idle::default();
    let readers: [&dyn Reader; 1] = [&reader];
    let options = scene.options(&readers);
    read_inputs(&[scene.path("x")], &options, &mut |_| Ok(())).expect("`each` never fails");
    let seen = reader.state.into_inner().expect("no test panics with it");
    // Eight batches in the line, and what is on the way to it and from it.
    assert!(seen.ahead.is_some_and(|ahead| ahead < 20), "{:?}", seen.ahead);
    assert_eq!(seen.files, 100);
}
