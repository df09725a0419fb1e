//! Which files of a folder are one output, and which are outputs of their own.

use crate::support::{File, Input, Outcome, fixtures, inputs_below, read, shared_samples};
use plimsoll_read::{Confidence, Entry, Listing, Reader};
use plimsoll_vdbench::Vdbench;

const SINGLE: &str = "single__vdbench-5.04.07";

/// A file of a fixture under another name.
fn renamed(fixture: &str, file: &str, name: &str) -> File {
    let input = Input::fixture(fixture);
    File::new(name, input.file(file).expect("a file of the fixture").bytes.clone())
}

/// The claims on files: the names of each, how sure it is and why.
fn claims(files: &[File]) -> Vec<(Vec<&str>, Confidence, String)> {
    let entries: Vec<Entry<'_>> =
        files.iter().map(|file| Entry::named(&file.name, &file.bytes)).collect();
    let listing = Listing { folder: "output".into(), entries: &entries };
    let named = |indices: Vec<usize>| indices.iter().map(|it| files[*it].name.as_str()).collect();
    let claims = Vdbench.claim(&listing).into_iter();
    claims.map(|claim| (named(claim.entries), claim.confidence, claim.why)).collect()
}

fn rates(outcome: &Outcome) -> Vec<String> {
    let written = outcome.totals().into_iter().map(|row| row.figures[0].written.clone());
    written.map(|text| text.expect("as printed").to_string()).collect()
}

#[test]
fn a_directory_is_one_claim_on_all_its_files() {
    let input = Input::fixture(SINGLE);
    let [(names, confidence, why)] = &claims(&input.files)[..] else { panic!("one claim") };
    let all: Vec<&str> = input.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!((names, *confidence), (&all, Confidence::Certain));
    assert!(why.starts_with("it has 12 files of one output, "), "{why}");
}

#[test]
fn files_of_others_are_left_to_others() {
    let mut input = Input::fixture(SINGLE);
    let ours = input.files.len();
    input.files.push(File::new("index.html", "<html><body><pre>rate resp</pre></body></html>"));
    input.files.push(File::new("notes.txt", "I started vdbench at noon\n"));
    input.files.push(File::new("report.html", "<pre>\nDisk report, created at noon\n"));
    input.files.push(File::new("rows.csv", "host,read,write\na,1,2\n"));
    let [(names, ..)] = &claims(&input.files)[..] else { panic!("one claim") };
    assert_eq!(names.len(), ours);
    assert!(claims(&input.files[ours..]).is_empty(), "without an output beside them neither");
}

#[test]
fn files_without_figures_are_no_output() {
    let files = [
        renamed(SINGLE, "parmfile.html", "parmfile.html"),
        renamed(SINGLE, "skew.html", "skew.html"),
    ];
    assert!(claims(&files).is_empty(), "{:?}", claims(&files));
}

#[test]
fn two_console_texts_are_two_outputs() {
    let files = [
        renamed(SINGLE, "console.txt", "monday.txt"),
        renamed("single__vdbench-5.04.02", "console.txt", "tuesday.txt"),
    ];
    let outcome = read(&files);
    assert_eq!(outcome.claims, [["monday.txt"], ["tuesday.txt"]]);
    assert_eq!(rates(&outcome), ["505.0", "499.67"]);
    let runs: Vec<_> = outcome.totals().iter().map(|row| row.identity.run.clone()).collect();
    assert_eq!(runs, [Some("monday.txt#1".into()), Some("tuesday.txt#1".into())]);
}

#[test]
fn summaries_under_names_of_their_own_are_outputs_of_their_own() {
    let mut files = vec![
        renamed("single__vdbench-5.04.05", "summary.html", "before.html"),
        renamed("single__vdbench-5.04.02", "summary.html", "with-new-cache.html"),
    ];
    assert_eq!(read(&files).claims, [["before.html"], ["with-new-cache.html"]]);
    // Beside an output they are not part of it.
    files.extend(Input::fixture(SINGLE).files);
    let outcome = read(&files);
    let sizes: Vec<usize> = outcome.claims.iter().map(Vec::len).collect();
    assert_eq!(sizes, [1, 1, files.len() - 2]);
    assert_eq!(outcome.totals().len(), 3);
    // One alone may have any name.
    assert_eq!(read(&files[..1]).totals().len(), 1);
}

#[test]
fn tables_that_parseflat_wrote_are_outputs_of_their_own() {
    let csv = |name: &str| {
        renamed(&format!("alone/{name}__by-hand.csv"), &format!("{name}__by-hand.csv"), name)
    };
    let files = [csv("parseflat-averages"), csv("parseflat-chosen-columns")];
    let outcome = read(&files);
    assert_eq!(outcome.claims.len(), 2);
    assert_eq!(rates(&outcome), ["2500", "12366.6667", "2500", "12366.6667"]);
}

#[test]
fn names_of_compressed_files_are_theirs_without_the_ending() {
    let input = Input::fixture(SINGLE);
    let plain = rates(&input.read());
    let mut files = input.files;
    for (file, ending) in files.iter_mut().zip(["gz", "zst", "xz", "bz2"].iter().cycle()) {
        file.name = format!("{}.{ending}", file.name);
    }
    let [(names, confidence, _)] = &claims(&files)[..] else { panic!("one claim") };
    assert_eq!((names.len(), *confidence), (files.len(), Confidence::Certain));
    let outcome = read(&files);
    assert_eq!(rates(&outcome), plain);
    let locator = &outcome.totals()[0].identity.locator;
    assert!(locator.starts_with("summary.html."), "as the user finds it: {locator}");
    // Files of 5.04.02 have no title line, so that their names count.
    let mut old = Input::fixture("single__vdbench-5.04.02");
    old.files.iter_mut().for_each(|file| file.name += ".gz");
    assert_eq!(old.read().totals()[0].identity.jobs, Some(4), "from parmfile.html.gz");
}

#[test]
fn a_file_that_does_not_look_like_one_is_read_where_the_user_says_so() {
    // The lines of a summary without the head by which it is known.
    let summary = renamed(SINGLE, "summary.html", "copied.txt");
    let text = summary.text();
    let table = &text[text.find("11:08:13.002 Starting").expect("a start")..];
    let table = table.replace("; For loops: None", "");
    let files = [File::new("copied.txt", table)];
    let outcome = read(&files);
    assert_eq!(outcome.claims, [[""; 0]; 0], "nobody claims it");
    assert_eq!(rates(&outcome), ["505.0"]);
    let other = read(&[File::new("notes.txt", "nothing of the kind\n")]);
    assert_eq!(other.codes(), ["nothing-measured"]);
}

#[test]
fn parts_of_a_directory_are_told_to_be_missing() {
    let input = Input::fixture(SINGLE);
    let missing = |names: &[&str]| -> Vec<String> {
        let outcome = input.without(names).read();
        outcome.messages("file-missing").iter().map(|it| (*it).to_owned()).collect()
    };
    assert_eq!(missing(&[]), [""; 0]);
    assert_eq!(
        missing(&["flatfile.html", "parmfile.html"]),
        [
            "the output lacks flatfile.html (figures with four decimals), parmfile.html (threads, pattern)"
        ]
    );
    // Who names a single file knows that the others are not there.
    let lone = input.files.iter().filter(|file| file.name == "summary.html").cloned();
    let outcome = read(&lone.collect::<Vec<_>>());
    assert_eq!(outcome.codes(), [""; 0]);
}

/// Output of other tools and pages of vendors. They are no part of the repository, so elsewhere this
/// test holds of the fixtures of fio alone.
#[test]
fn output_of_others_is_refused() {
    let base = fixtures();
    let mut inputs = inputs_below(&base.join("../fio"));
    assert!(!inputs.is_empty(), "the fixtures of fio are there");
    let shared = inputs_below(&shared_samples().join(".."));
    inputs.extend(shared.into_iter().filter(|input| !input.name.starts_with("vdbench")));
    for input in inputs {
        assert!(claims(&input.files).is_empty(), "{}: {:?}", input.name, claims(&input.files));
        for file in &input.files {
            let outcome = read(std::slice::from_ref(file));
            assert!(outcome.kept.rows.is_empty(), "{} {}", input.name, file.name);
        }
    }
}
