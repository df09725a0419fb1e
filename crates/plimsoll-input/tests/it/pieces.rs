//! What waits for others of its folder in an archive, and what is fetched for it.

use crate::packing::{Files, tar, zip};
use crate::support::{NumberReader, Scene};
use plimsoll_input::read_inputs;
use plimsoll_read::{
    Bundle, Claim, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
};
use std::sync::Mutex;

/// A reader of numbers, and what it was asked for, in order.
#[derive(Default)]
struct Watched {
    reader: NumberReader,
    events: Mutex<Vec<String>>,
}

impl Watched {
    fn note(&self, what: &str, source: &str) {
        let (_, name) = source.rsplit_once("!/").expect("a member of an archive");
        self.events.lock().expect("no test panics with it").push(format!("{what} {name}"));
    }
}

impl Reader for Watched {
    fn format(&self) -> &'static Format {
        self.reader.format()
    }

    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        // A note is an input of its own, whatever it joins.
        let notes = listing.entries.iter().enumerate().filter(|(_, entry)| is_note(entry));
        let notes = notes.map(|(at, _)| {
            Claim::on_entry(at, self.reader.greatest_confidence(), "its name says so")
        });
        self.reader.claim(listing).into_iter().chain(notes).collect()
    }

    fn part(&self, entry: &Entry<'_>) -> Part {
        self.note("asked", &entry.source);
        if is_note(entry) { Part::Joins } else { self.reader.part(entry) }
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        self.note("read", &bundle.entries[0].source);
        self.reader.read(bundle, options, sink)
    }
}

fn is_note(entry: &Entry<'_>) -> bool {
    entry.name.contains(".note")
}

/// What was asked for while the file `x` was read.
fn events(scene: &Scene) -> Vec<String> {
    let reader = Watched::default();
    let readers: [&dyn Reader; 1] = [&reader];
    let options = scene.options(&readers);
    let summary =
        read_inputs(&[scene.path("x")], &options, &mut |_| Ok(())).expect("it never fails");
    assert_eq!(summary.failed, 0);
    reader.events.into_inner().expect("no test panics with it")
}

/// The names of what was read, in order.
fn read(scene: &Scene) -> Vec<String> {
    let read = |event: String| event.strip_prefix("read ").map(str::to_owned);
    events(scene).into_iter().filter_map(read).collect()
}

fn files<'f>(names: &'f [String], text: &'f [u8]) -> Vec<(&'f str, &'f [u8])> {
    names.iter().map(|name| (name.as_str(), text)).collect()
}

#[test]
fn what_joins_others_does_not_wait_where_nothing_gathers() {
    let mut text = vec![b' '; 1 << 20];
    text[0] = b'1';
    let names: Vec<String> = (10..35).map(|number| format!("d/{number}.join")).collect();
    let elsewhere = [("e/1.part", &b"1"[..]), ("e/2.join", b"2")];
    let mut scene = Scene::with("x", tar(&[files(&names, &text).as_slice(), &elsewhere].concat()));
    scene.records_sources = false;
    let events = events(&scene);
    let read: Vec<&str> = events.iter().filter_map(|event| event.strip_prefix("read ")).collect();
    assert_eq!(read, [names.iter().map(String::as_str).collect(), vec!["e/1.part"]].concat());
    let last =
        events.iter().rposition(|event| event == "asked d/34.join").expect("it is asked for");
    let read_before = events[..last].iter().filter(|event| event.starts_with("read")).count();
    assert_eq!(read_before, 24, "all but the last were read when it came");
}

#[test]
fn a_limit_on_what_waits_is_none_on_what_waits_in_vain() {
    let names: Vec<String> = (1..10).map(|number| format!("d/{number}.join")).collect();
    let mut several = files(&names, b"12");
    several.push(("e/1.part", b"1"));
    for bytes in [tar(&several), zip(&several)] {
        let mut scene = Scene::with("x", &bytes);
        scene.limits.max_held_bytes = 7;
        let run = scene.read(&["x"]);
        assert_eq!((run.summary.read, run.summary.failed), (10, 0), "{:?}", run.lines());
    }
    // Where something gathers, wherever it is stored, they belong to it.
    several.push(("d/0.part", b"0"));
    let mut scene = Scene::with("x", tar(&several));
    scene.limits.max_held_bytes = 7;
    assert_eq!(scene.lines("x")[0], "failed x!/d limit-reached");
    scene.limits.max_held_bytes = 100;
    assert_eq!(scene.lines("x")[0], "read x!/d 12 12 12 12 12 12 12 12 12 0");
}

#[test]
fn what_is_no_part_of_a_run_has_no_share_in_what_waits() {
    let big = vec![b'1'; 30_000];
    let inner = tar(&[("deep.num", &big)]);
    let files: [(&str, &[u8]); 6] = [
        ("1.part", b"1"),
        ("2.part", b"2"),
        ("sub/readme.txt", b"text"),
        ("big.bin", &big),
        ("inner.tar", &inner),
        ("left-out.part", &big),
    ];
    let late: [(&str, &[u8]); 1] = [("3.part", b"3")];
    for (files, first) in
        [(files.to_vec(), "read x 1 2"), ([&files[..], &late].concat(), "read x 1 2 3")]
    {
        let mut scene = Scene::with("x", tar(&files));
        scene.limits.max_held_bytes = 10_000;
        scene.exclude = vec!["left-out.part"];
        let run = scene.read(&["x"]);
        assert_eq!(run.lines()[0], first);
        assert_eq!(run.summary.failed, 0, "{:?}", run.lines());
    }
}

#[test]
fn what_nobody_gathers_stands_in_its_own_place() {
    let alone: Files<'_> = &[("a/1.join", b"1"), ("b/2.num", b"2"), ("a/3.join", b"3")];
    let with_a_run: Files<'_> = &[
        ("a/1.part", b"1"),
        ("b/2.num", b"2"),
        ("a/3.note", b"3"),
        ("b/4.num", b"4"),
        ("a/5.part", b"5"),
        ("a/6.join", b"6"),
    ];
    let places: [(Files<'_>, &[&str]); 2] = [
        (alone, &["a/1.join", "b/2.num", "a/3.join"]),
        (with_a_run, &["a/1.part", "b/2.num", "a/3.note", "b/4.num"]),
    ];
    for (files, expected) in places {
        for bytes in [tar(files), zip(files)] {
            assert_eq!(read(&Scene::with("x", &bytes)), expected);
        }
    }
}

#[test]
fn a_pass_fetches_for_as_many_of_the_next_folders_as_may_be_held() {
    // The settings of all runs come first, and then what belongs to them, in another order.
    let mut names: Vec<String> = (0..60).map(|run| format!("{run}/1.part")).collect();
    names.push("between.num".to_owned());
    names.extend((0..60).rev().map(|run| format!("{run}/2.join")));
    let text = [b' '; 100];
    let mut scene = Scene::with("x", tar(&files(&names, &text)));
    // Room for one that came, and ten that have not come.
    scene.limits.max_held_bytes = 1100;
    let events = events(&scene);
    let asked = |event: &&String| event.starts_with("asked");
    let is_late: Vec<bool> =
        events.iter().filter(asked).map(|event| event.contains(".join")).collect();
    let passes = is_late.chunk_by(|one, other| one == other).filter(|asked| asked[0]).count();
    assert_eq!(passes, 6, "{events:?}");
    assert_eq!(is_late.iter().filter(|is_late| **is_late).count(), 60, "each is fetched once");
}
