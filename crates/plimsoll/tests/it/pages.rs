//! Published pages: converted, inspected, imported, and kept apart from results.

use crate::support::{Ended, fixtures, plimsoll, plimsoll_in};
use insta::assert_snapshot;
use std::fs;
use std::path::Path;

/// A text with a table that names a rate and holds no figure of one.
const WITHOUT_FIGURES: &str = "| option | meaning |\n|---|---|\n| --iops | limits the IOPS |\n";

fn run_in(folder: &Path, arguments: &[&str]) -> Ended {
    Ended::from(plimsoll_in(folder).args(arguments).output().expect("the program starts"))
}

fn rows(ended: &Ended) -> Vec<serde_json::Value> {
    let lines = ended.stdout.lines();
    lines.map(|line| serde_json::from_str(line).expect("JSON lines")).collect()
}

#[test]
fn inspect_explains_each_cell() {
    let ended = plimsoll(&["inspect", "--explain", "vendor/ko-table.html"]);
    assert_snapshot!("inspect-explained", ended.transcript());
}

#[test]
fn bounds_have_their_signs() {
    let ended = plimsoll(&["inspect", "vendor/de-table.md"]);
    let line = |op: &str| {
        let mut lines =
            ended.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines.find(|words| words.contains(&op) && words.last().is_some_and(|it| it.contains('<')))
    };
    assert!(
        line("read").is_some_and(|it| it.ends_with(&["~157.0", "-", "<1000"])),
        "{}",
        ended.stdout
    );
    assert!(
        line("write").is_some_and(|it| it.ends_with(&["≤145.0", "-", "<2000"])),
        "{}",
        ended.stdout
    );
}

#[test]
fn a_text_without_figures_is_passed_over_where_the_walk_found_it_and_fails_where_it_was_named() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("README.md"), WITHOUT_FIGURES).expect("written");
    let page = fixtures().join("vendor/fr-table.md");
    fs::copy(page, folder.path().join("fr-table.md")).expect("written");
    let walked = run_in(folder.path(), &["convert", "."]);
    assert_eq!(walked.status, 0, "{}", walked.stderr);
    assert!(walked.summary().starts_with("1 of 2 inputs read, 1 passed over"), "{}", walked.stderr);
    assert!(!rows(&walked).is_empty());
    assert!(rows(&walked).iter().all(|row| row["origin"] == "published"));
    let named = run_in(folder.path(), &["convert", "README.md"]);
    assert_eq!(named.status, 4);
    assert!(named.stderr.contains("nothing-published"), "{}", named.stderr);
}

#[test]
fn a_page_is_no_result_to_set_beside_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report");
    let to = report.to_string_lossy();
    let ended = plimsoll(&["report", "vendor/de-table.md", "--date", "2026-01-02", "-o", &to]);
    assert_eq!(ended.status, 4, "{}", ended.stderr);
    assert!(ended.stderr.contains("input-unknown"), "{}", ended.stderr);
    assert!(!report.exists());
}

#[test]
fn the_language_of_the_machine_changes_no_number() {
    let convert = |locale: &str| {
        let mut command = plimsoll_in(&fixtures());
        for variable in ["LC_ALL", "LANG", "LC_NUMERIC"] {
            command.env(variable, locale);
        }
        Ended::from(command.args(["convert", "vendor"]).output().expect("the program starts"))
    };
    let plain = convert("C");
    assert!(rows(&plain).len() > 500, "{}", plain.stderr);
    for locale in ["de_DE.UTF-8", "tr_TR.UTF-8"] {
        assert_eq!(convert(locale).stdout, plain.stdout, "{locale}");
    }
}

#[test]
fn the_user_s_language_decides_what_nothing_else_does() {
    let values = |lang: &str| {
        let ended = plimsoll(&["convert", "vendor/ambiguous-dots.csv", "--lang", lang]);
        rows(&ended).iter().map(|row| row["iops"].as_f64()).collect::<Vec<_>>()
    };
    assert_eq!(values("auto"), []);
    assert_eq!(values("de"), [Some(1024.0), Some(2048.0), Some(4096.0)]);
}

#[test]
fn an_imported_page_is_a_reference_to_compare_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("own.toml");
    let own = own.to_string_lossy();
    let imported = plimsoll(&["reference", "import", "vendor/ja-table.xlsx", "-o", &own]);
    assert_eq!(imported.status, 0, "{}", imported.stderr);
    let text = fs::read_to_string(&*own).expect("the file");
    assert!(text.contains("locales = [\"ja\"]"), "its words tell the language: {text}");
    let listed = plimsoll(&["reference", "list", "import", "--catalogue", &own]);
    let id = listed.stdout.lines().find_map(|line| {
        let id = line.split_whitespace().next()?;
        id.contains("/iscsi/").then_some(id)
    });
    let id = id.unwrap_or_else(|| panic!("{}", listed.stdout));
    let shown = plimsoll(&["reference", "show", id, "--catalogue", &own]);
    assert!(shown.stdout.contains(" 140366 "), "{}", shown.stdout);
    let checked = plimsoll(&[
        "check",
        "fio/randrw-4k-70-30__fio-3.33.json",
        "--against",
        id,
        "--catalogue",
        &own,
        "--set",
        "protocol=iSCSI",
    ]);
    assert_eq!(checked.status, 1, "another block size: nothing matched; {}", checked.stderr);
}
