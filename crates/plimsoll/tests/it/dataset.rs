//! `plimsoll convert -o DIR`: what later runs add, and what is there at any moment.

use crate::support::{Ended, fixtures, plimsoll_in};
use plimsoll_frame::FrameReader;
use plimsoll_schema::Cell;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const GOOD: &str = "randrw-4k-70-30__fio-3.33.json";
const OTHER: &str = "several-block-sizes__fio-3.33.json";
const BAD: &str = "err/truncated-in-jobs__fio-3.33.json";

/// A folder with `in/`, in which are copies of fixtures under other names.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("in")).expect("a folder");
    for (from, to) in files {
        put(folder.path(), from, to);
    }
    folder
}

pub(crate) fn put(folder: &Path, from: &str, to: &str) {
    let to = folder.join("in").join(to);
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    fs::copy(fixtures().join("fio").join(from), to).expect("a fixture");
}

pub(crate) fn convert_in(folder: &Path, arguments: &[&str]) -> Ended {
    let output = plimsoll_in(folder).arg("convert").args(arguments).output();
    Ended::from(output.expect("the program starts"))
}

/// All files below a folder, also behind links, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return files };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

/// The texts in some columns of a table of Parquet files, `-` for what is no text, sorted.
pub(crate) fn texts(files: &[PathBuf], columns: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for file in files {
        let open = File::open(file).expect("a file");
        let mut reader = match file.extension() {
            Some(ending) if ending == "arrow" => FrameReader::arrow(open).expect("Arrow"),
            _ => FrameReader::parquet(open).expect("Parquet"),
        };
        let each = &mut |cells: &[Cell<'_>]| {
            let text = |cell: &Cell<'_>| match cell {
                Cell::Text(text) => text.to_string(),
                Cell::Integer(number) => number.to_string(),
                Cell::Float(number) => number.to_string(),
                Cell::TextList(texts) => texts.join(";"),
                Cell::Null => "-".to_owned(),
            };
            lines.push(cells.iter().map(text).collect::<Vec<_>>().join(" "));
            Ok(())
        };
        reader.lines(columns, each).expect("a whole file");
    }
    lines.sort();
    lines
}

/// The rows of a dataset, as far as they tell rows apart.
pub(crate) fn rows(dataset: &Path) -> Vec<String> {
    texts(&files(&dataset.join("rows")), &["source", "locator", "iops", "findings"])
}

/// The table of inputs of a dataset.
fn sources(dataset: &Path) -> Vec<String> {
    let columns =
        ["source", "path", "size_bytes", "sha256", "format", "rows", "findings", "outcome"];
    texts(&[dataset.join("sources.parquet")], &columns)
}

fn findings(dataset: &Path) -> Vec<String> {
    texts(&[dataset.join("findings.parquet")], &["input", "code", "level", "source", "locator"])
}

/// Everything in a dataset.
fn all(dataset: &Path) -> [Vec<String>; 3] {
    [rows(dataset), sources(dataset), findings(dataset)]
}

#[test]
fn a_dataset_has_rows_sources_and_findings() {
    let folder = folder(&[(GOOD, "a.json"), (BAD, "b.json")]);
    fs::write(folder.path().join("in/notes.txt"), "to do\n").expect("a file");
    let ended = convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    let expected = "1 of 3 inputs read, 1 passed over, 1 failed; 4 rows written; 1 error, 1 note";
    assert_eq!(ended.summary(), expected);
    let out = folder.path().join("out");
    let own = rows(&out);
    assert_eq!(own.len(), 4);
    assert!(own.iter().all(|row| row.starts_with("in/a.json /jobs/0/")), "{own:?}");
    // The size and checksum of the fixture, as other tools tell them.
    let size = fs::metadata(folder.path().join("in/a.json")).expect("a file").len();
    let of_input = sources(&out);
    let [read, failed, skipped] = of_input.as_slice() else { panic!("{of_input:?}") };
    assert!(read.starts_with(&format!("in/a.json in/a.json {size} ")), "{read}");
    assert!(read.ends_with(" fio-json 4 0 read"), "{read}");
    assert!(failed.ends_with(" 0 1 failed") && failed.starts_with("in/b.json "), "{failed}");
    assert_eq!(skipped, "in/notes.txt in/notes.txt - - - 0 1 skipped");
    let codes: Vec<String> = texts(&[out.join("findings.parquet")], &["code", "input"]);
    assert_eq!(codes, ["document-damaged in/b.json", "no-result in/notes.txt"]);
}

#[test]
fn a_second_run_reads_what_is_new_or_changed_and_deletes_nothing() {
    let folder = folder(&[(GOOD, "a.json"), (OTHER, "b.json"), (BAD, "c.json")]);
    let (out, whole) = (folder.path().join("out"), folder.path().join("whole"));
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    let before = files(&out.join("rows"));
    let ended = convert_in(folder.path(), &["in", "-o", "out"]);
    assert!(ended.summary().starts_with("0 of 3 inputs read, 2 unchanged, 1 failed; 0 rows"));
    assert_eq!(ended.status, 3, "what failed is tried again, and fails again");
    assert_eq!(files(&out.join("rows")), before, "no file of it was written anew");

    put(folder.path(), OTHER, "a.json");
    put(folder.path(), GOOD, "c.json");
    put(folder.path(), GOOD, "sub/d.json");
    let ended = convert_in(folder.path(), &["in", "-o", "out"]);
    assert_eq!(
        (ended.status, ended.summary().split(';').next()),
        (0, Some("3 of 4 inputs read, 1 unchanged"))
    );
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "whole/"]);
    assert_eq!(all(&out), all(&whole));

    fs::remove_file(folder.path().join("in/b.json")).expect("a file");
    let ended = convert_in(folder.path(), &["in", "-o", "out"]);
    assert_eq!(ended.summary().split(';').next(), Some("0 of 3 inputs read, 3 unchanged"));
    assert_eq!(all(&out), all(&whole), "what is no longer there stays in the dataset");
}

#[test]
fn what_is_said_of_logs_decides_whether_they_are_read_anew() {
    let folder = folder(&[("log/operations__fio-3.33__clat.1.log", "run_clat.1.log")]);
    let run = |options: &[&str]| {
        let arguments = [&["in", "--series", "--to", "parquet", "-o", "out"], options].concat();
        convert_in(folder.path(), &arguments).summary().split(';').next().map(str::to_owned)
    };
    let (anew, as_before) = ("1 input read", "0 of 1 input read, 1 unchanged");
    assert_eq!(run(&[]).as_deref(), Some(anew));
    assert_eq!(run(&[]).as_deref(), Some(as_before));
    assert_eq!(run(&["--fio-version", "3.33"]).as_deref(), Some(anew));
    assert_eq!(run(&["--fio-version", "3.33", "--window", "2"]).as_deref(), Some(anew));
    assert_eq!(run(&["--fio-version", "3.33", "--window", "2"]).as_deref(), Some(as_before));
}

#[test]
fn rows_that_were_read_otherwise_are_read_anew_whatever_runs_came_between() {
    let folder =
        folder(&[("log/operations__fio-3.33__clat.1.log", "run_clat.1.log"), (GOOD, "b.json")]);
    let run = |input: &str, version: &str, output: &str| {
        let arguments = [input, "--to", "parquet", "-o", output, "--fio-version", version];
        convert_in(folder.path(), &arguments).summary().to_owned()
    };
    run("in/run_clat.1.log", "2.2", "out");
    run("in/b.json", "3.33", "out");
    assert!(run("in/run_clat.1.log", "3.33", "out").starts_with("1 input read;"));
    let arguments = ["in", "--to", "parquet", "-o", "whole", "--fio-version", "3.33"];
    convert_in(folder.path(), &arguments);
    let rows = |dataset: &str| {
        let mut rows = Vec::new();
        for file in files(&folder.path().join(dataset).join("rows")) {
            rows.extend(texts(&[file], &["source", "op", "latency_mean_ns"]));
        }
        rows.sort();
        rows
    };
    assert_eq!(rows("out"), rows("whole"));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_now_stays_as_it_was() {
    let folder = folder(&[(GOOD, "a.json"), (OTHER, "b.json")]);
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    let before = all(&folder.path().join("out"));
    let path = folder.path().join("in/a.json");
    fs::remove_file(&path).expect("a file");
    std::os::unix::fs::symlink("gone", &path).expect("a link");
    let ended = convert_in(folder.path(), &["in", "-o", "out"]);
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    assert!(ended.stderr.contains("input-unreadable"), "{}", ended.stderr);
    assert_eq!(all(&folder.path().join("out")), before);
}

#[test]
fn a_part_that_is_named_alone_takes_nothing_from_the_whole() {
    let folder = folder(&[]);
    let from = fixtures().join("vdbench/single__vdbench-5.04.07");
    fs::create_dir(folder.path().join("in/run")).expect("a folder");
    for name in ["summary.html", "flatfile.html", "totals.html"] {
        fs::copy(from.join(name), folder.path().join("in/run").join(name)).expect("a file");
    }
    convert_in(folder.path(), &["in/run", "--to", "parquet", "-o", "out"]);
    let whole = all(&folder.path().join("out"));
    let ended = convert_in(folder.path(), &["in/run/summary.html", "-o", "out"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let both = all(&folder.path().join("out"));
    for (whole, both) in whole.iter().zip(&both) {
        assert!(whole.iter().all(|line| both.contains(line)), "{both:?}");
    }
    assert!(both[0].len() > whole[0].len());
}

#[test]
fn what_was_said_of_an_archive_goes_when_it_is_mended() {
    let folder = folder(&[(GOOD, "b.json")]);
    let bytes = fs::read(fixtures().join("archives/run-in-pieces.tar.gz")).expect("a fixture");
    let path = folder.path().join("in/x.tar.gz");
    fs::write(&path, &bytes[..bytes.len() - 200]).expect("room");
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    let of_the_archive = |line: &String| line.starts_with("in/x.tar.gz in/x.tar.gz ");
    assert!(sources(&folder.path().join("out")).iter().any(of_the_archive));
    fs::write(&path, &bytes).expect("room");
    convert_in(folder.path(), &["in", "-o", "out"]);
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "whole"]);
    assert_eq!(all(&folder.path().join("out")), all(&folder.path().join("whole")));
}

#[cfg(unix)]
#[test]
fn a_copy_without_its_links_is_still_the_dataset() {
    let folder = folder(&[(GOOD, "a.json")]);
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    let out = folder.path().join("out");
    let before = all(&out);
    for link in ["rows", "sources.parquet", "findings.parquet", ".plimsoll/current"] {
        fs::remove_file(out.join(link)).expect("a link");
    }
    put(folder.path(), OTHER, "b.json");
    let ended = convert_in(folder.path(), &["in", "-o", "out"]);
    assert!(ended.summary().starts_with("1 of 2 inputs read, 1 unchanged;"), "{}", ended.stderr);
    let after = all(&out);
    assert!(
        before[0].iter().all(|line| after[0].contains(line)) && after[0].len() > before[0].len()
    );
}

#[cfg(unix)]
#[test]
fn links_of_a_run_that_was_killed_before_its_last_step_are_in_nobody_s_way() {
    let folder = folder(&[(GOOD, "in.json")]);
    let out = folder.path().join("out");
    fs::create_dir_all(out.join(".plimsoll/1")).expect("a folder");
    std::os::unix::fs::symlink(".plimsoll/current/rows", out.join("rows")).expect("a link");
    fs::create_dir(folder.path().join("none")).expect("a folder");
    assert_eq!(convert_in(folder.path(), &["none", "--to", "csv", "-o", "out"]).status, 4);
    let ended = convert_in(folder.path(), &["in", "--to", "csv", "-o", "out"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(out.join("rows").is_dir());
}

#[test]
fn every_format_goes_on_where_it_was() {
    for format in ["csv", "jsonl", "arrow"] {
        let folder = folder(&[(GOOD, "a.json"), (OTHER, "b.json")]);
        let to = ["--to", format, "--partition-by", "op", "--series"];
        convert_in(folder.path(), &[&["in", "-o", "out"], &to[..]].concat());
        put(folder.path(), OTHER, "a.json");
        put(folder.path(), GOOD, "c.json");
        let ended = convert_in(folder.path(), &["in", "-o", "out"]);
        let expected = Some("2 of 3 inputs read, 1 unchanged");
        assert_eq!(ended.summary().split(';').next(), expected, "{format}");
        convert_in(folder.path(), &[&["in", "-o", "whole"], &to[..]].concat());
        let (out, whole) = (folder.path().join("out"), folder.path().join("whole"));
        for table in ["rows", &format!("sources.{format}"), &format!("findings.{format}")] {
            let lines = lines(&out.join(table), format);
            assert!(lines.len() > 8 || table != "rows", "{format} {table}");
            assert_eq!(lines, self::lines(&whole.join(table), format), "{format} {table}");
        }
        assert!(out.join("series").is_dir(), "{format}");
    }
}

/// All lines of a table, each after the folder it lies in.
fn lines(table: &Path, format: &str) -> BTreeSet<String> {
    let files = if table.is_dir() { files(table) } else { vec![table.to_owned()] };
    let of_file = |file: &PathBuf| {
        let lines = match format {
            "arrow" => texts(std::slice::from_ref(file), &["source", "locator", "iops", "sha256"]),
            _ => fs::read_to_string(file).expect("text").lines().map(str::to_owned).collect(),
        };
        let folder = file.parent().and_then(Path::file_name).expect("a folder");
        let folder = folder.to_string_lossy().replace("out", "").replace("whole", "");
        lines.into_iter().map(move |line| format!("{folder}: {line}")).collect::<Vec<_>>()
    };
    files.iter().flat_map(of_file).collect()
}

#[test]
fn folders_are_named_by_columns_that_the_files_have_not() {
    let folder = folder(&[(GOOD, "a.json")]);
    let by = ["--partition-by", "tool,protocol,op"];
    let arguments = [&["in", "--to", "parquet", "-o", "out"], &by[..]].concat();
    assert_eq!(convert_in(folder.path(), &arguments).status, 0);
    let out = folder.path().join("out/rows");
    let files = files(&out);
    let names: Vec<String> = files
        .iter()
        .map(|file| file.strip_prefix(&out).expect("below").display().to_string())
        .collect();
    let place = "tool=fio/protocol=__HIVE_DEFAULT_PARTITION__";
    assert_eq!(
        names,
        [
            format!("{place}/op=read/part-00001-00001.parquet"),
            format!("{place}/op=write/part-00001-00002.parquet")
        ]
    );
    let columns = ["source", "level", "tool", "protocol", "op"];
    assert_eq!(texts(&files[..1], &columns), ["in/a.json job - - -", "in/a.json run - - -"]);
    let reader = FrameReader::parquet(File::open(&files[0]).expect("a file")).expect("Parquet");
    assert_eq!(reader.about("plimsoll.inputs"), Some("in"));
    assert_eq!(reader.about("plimsoll.schema"), Some("1"));
    assert_eq!(reader.about("plimsoll.shape"), Some("wide"));
}

#[test]
fn a_run_that_reads_nothing_leaves_everything_as_it_was() {
    let folder = folder(&[(BAD, "a.json")]);
    let ended = convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    assert_eq!(ended.status, 4, "{}", ended.stderr);
    assert!(!folder.path().join("out").exists(), "it was not there before");
    put(folder.path(), GOOD, "a.json");
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    let before = all(&folder.path().join("out"));
    put(folder.path(), BAD, "a.json");
    assert_eq!(convert_in(folder.path(), &["in", "-o", "out"]).status, 4);
    assert_eq!(all(&folder.path().join("out")), before);
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_touched() {
    let folder = folder(&[(GOOD, "a.json")]);
    fs::create_dir(folder.path().join("full")).expect("a folder");
    fs::write(folder.path().join("full/mine.txt"), "mine").expect("a file");
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    for (arguments, expected) in [
        (&["in", "-o", "new/"][..], "does not tell the format"),
        (&["-", "-o", "out"], "standard input has no name"),
        (&["in", "-o", "full", "--to", "csv"], "full is a folder with other files in it"),
        (&["in", "-o", "in", "--to", "csv"], "lie in each other"),
        (&["in", "-o", "in/out", "--to", "csv"], "lie in each other"),
        (&["out/rows", "-o", "out"], "lie in each other"),
        (&["in", "-o", "out", "--to", "csv"], "the dataset is of parquet, and csv is asked for"),
        (&["in", "-o", "out", "--series"], "the dataset has no interval data"),
        (&["in", "-o", "out", "--partition-by", "op"], "the dataset has no folders by columns"),
        (&["in", "-o", "new", "--to", "xlsx"], "new is a folder, and a workbook is a file"),
        (&["in", "-o", "a.csv", "--partition-by", "op"], "a.csv is one file, which has no folders"),
        (&["in", "-o", "new", "--to", "csv", "--partition-by", "iops"], "no folders are made by"),
    ] {
        let ended = convert_in(folder.path(), arguments);
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(expected), "{arguments:?}: {}", ended.stderr);
    }
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["full", "in", "out"]);
}

/// Files of a folder that are one input, then are not, and one input that is replaced by another.
#[test]
fn an_input_of_several_files_is_replaced_as_a_whole() {
    let folder = folder(&[]);
    let from = fixtures().join("vdbench");
    let one = fs::read_dir(&from)
        .expect("fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("flatfile.html").is_file() && path.join("summary.html").is_file())
        .min()
        .expect("a folder of vdbench");
    let to = folder.path().join("in/run");
    fs::create_dir(&to).expect("a folder");
    for entry in fs::read_dir(&one).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if path.is_file() && name != "flatfile.html" {
            fs::copy(&path, to.join(name)).expect("a file");
        }
    }
    let (out, whole) = (folder.path().join("out"), folder.path().join("whole"));
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "out"]);
    fs::copy(one.join("flatfile.html"), to.join("flatfile.html")).expect("a file");
    convert_in(folder.path(), &["in", "-o", "out"]);
    convert_in(folder.path(), &["in", "--to", "parquet", "-o", "whole"]);
    assert_eq!(all(&out), all(&whole));
    let ended = convert_in(folder.path(), &["in", "-o", "out"]);
    assert!(ended.summary().contains(" 1 unchanged"), "{}", ended.summary());
    assert_eq!(all(&out), all(&whole));
}
