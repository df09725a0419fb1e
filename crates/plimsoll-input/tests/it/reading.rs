//! What a reader may do, and what is kept of it.

use crate::packing::{gz, tar};
use crate::support::{NumberReader, Scene};
use plimsoll_input::{Outcome, read_inputs};
use plimsoll_read::Reader;
use std::io;

/// `sha256sum` of a file that holds `12` and a line feed.
const TWELVE: &str = "a1fb50e6c86fae1679ef3351296fd6713411a08cf8dd1790a4fd05fae8688164";

#[test]
fn an_error_keeps_the_findings_and_drops_the_rows() {
    let run = Scene::with("a.num", "bad").read(&["a.num"]);
    assert_eq!(run.lines(), ["failed a.num other-text value-unreadable"]);
    let input = &run.inputs[0];
    assert_eq!(input.format.map(|format| format.name), Some("number"));
    assert_eq!(input.why.as_deref(), Some("its name says so"));
}

#[test]
fn an_input_without_rows_is_not_read() {
    let scene = Scene::with("a.num", "nothing");
    assert_eq!(scene.lines("a.num"), ["failed a.num nothing-measured"]);
    let scene = Scene::with("a.num", "said");
    assert_eq!(scene.lines("a.num"), ["failed a.num document-damaged"], "the reader said why");
}

#[test]
fn files_are_recorded_only_if_that_is_asked_for() {
    let mut scene = Scene::with("a.num", "12");
    assert_eq!(scene.read(&["a.num"]).inputs[0].sources.len(), 1);
    scene.records_sources = false;
    let run = scene.read(&["a.num"]);
    assert_eq!((run.inputs[0].rows.len(), run.inputs[0].sources.len()), (1, 0));
}

#[test]
fn interval_data_is_kept_if_asked_for_and_dropped_with_the_rows() {
    let mut scene = Scene::with("d/a.num", "windows");
    scene.write("d/b.num", "bad windows");
    let run = scene.read(&["d"]);
    let failed = ["failed d/a.num nothing-measured", "failed d/b.num value-unreadable"];
    assert_eq!(run.lines(), failed, "without it, the first holds nothing");
    scene.read.series = true;
    let run = scene.read(&["d"]);
    assert_eq!(run.lines(), ["read d/a.num", failed[1]], "interval data is enough");
    let begins = |at: usize| run.inputs[at].windows.iter().map(|window| window.begin_s);
    assert_eq!(begins(0).collect::<Vec<_>>(), [0.0, 1.0]);
    assert_eq!(begins(1).count(), 0, "none of an input that was not read to its end");
}

#[test]
fn a_reader_that_panics_fails_its_input_and_not_the_run() {
    let scene = Scene::with("d/a.num", "panic");
    scene.write("d/b.num", "2");
    let run = scene.read(&["d"]);
    assert_eq!(run.lines(), ["failed d/a.num document-not-understood", "read d/b.num 2"]);
    let message = &run.inputs[0].findings[0].message;
    assert_eq!(message, "the reader stopped unexpectedly: it met the word panic, please report it");
}

#[test]
fn a_reader_that_panics_while_it_looks_fails_the_folder() {
    let scene = Scene::with("d/panic.claim", "");
    scene.write("d/sub/b.num", "2");
    let run = scene.read(&["d"]);
    assert_eq!(
        run.lines(),
        [
            "failed d/panic.claim document-not-understood",
            "skipped d/panic.claim no-result",
            "read d/sub/b.num 2",
        ]
    );
    assert_eq!(run.inputs[0].format.map(|format| format.name), Some("number"));
}

#[test]
fn what_was_read_is_hashed_after_decompression_whoever_read_it() {
    let scene = Scene::with("d/plain.num", "12\n");
    scene.write("d/packed.num.gz", gz(b"12\n"));
    scene.write("d/x.tar", tar(&[("member.num", b"12\n"), ("head-only.num", b"12\n")]));
    scene.write("d/head-only.num", "12\n");
    scene.write("d/unknown.txt", "12\n");
    let hashes = scene.read(&["d"]).hashes();
    let expected = [
        "d/head-only.num",
        "d/packed.num.gz",
        "d/plain.num",
        "d/x.tar!/head-only.num",
        "d/x.tar!/member.num",
    ];
    assert_eq!(hashes.keys().map(String::as_str).collect::<Vec<_>>(), expected);
    assert!(hashes.values().all(|hash| *hash == (3, TWELVE.to_owned())), "{hashes:?}");
}

#[test]
fn an_input_whose_end_is_damaged_is_not_read_even_if_the_reader_does_not_need_it() {
    let mut packed = gz("1 ".repeat(1000).as_bytes());
    packed.truncate(packed.len() - 4);
    let scene = Scene::with("head-only.num", packed);
    assert_eq!(scene.lines("head-only.num"), ["failed head-only.num archive-damaged"]);
}

#[test]
fn the_user_s_word_makes_a_named_file_an_input() {
    let mut scene = Scene::with("a.txt", "7");
    scene.write("d/b.txt", "8");
    scene.from = Some("number");
    let run = scene.read(&["a.txt", "d"]);
    assert_eq!(
        run.lines(),
        ["read a.txt 7", "skipped d/b.txt no-result", "failed d input-unknown"]
    );
}

#[test]
fn an_error_of_the_sink_ends_the_run() {
    let scene = Scene::with("d/a.num", "1");
    scene.write("d/b.num", "2");
    let reader = NumberReader::default();
    let readers: [&dyn Reader; 1] = [&reader];
    let options = scene.options(&readers);
    let mut seen = Vec::new();
    let result = read_inputs(&[scene.path("d")], &options, &mut |input| {
        seen.push(input.outcome);
        Err(io::ErrorKind::BrokenPipe.into())
    });
    assert_eq!(result.map_err(|error| error.kind()), Err(io::ErrorKind::BrokenPipe));
    assert_eq!(seen, [Outcome::Read]);
}

#[test]
fn a_doubt_about_the_format_comes_with_the_input() {
    let scene = Scene::with("d/a.num", "1");
    scene.write("d/b.txt", "");
    let reader = NumberReader::default();
    let readers: [&dyn Reader; 2] = [&reader, &reader];
    let options = scene.options(&readers);
    let mut codes = Vec::new();
    let summary = read_inputs(&[scene.path("d")], &options, &mut |input| {
        codes.push(input.findings.iter().map(|finding| finding.code.word()).collect::<Vec<_>>());
        Ok(())
    });
    assert_eq!(summary.expect("`each` never fails").read, 1);
    assert_eq!(codes, [vec!["format-ambiguous"], vec!["no-result"]]);
}
