//! `report` and `check` on the demo campaign.

use crate::support::{Ended, fixtures, plimsoll, plimsoll_in};
use std::fs;
use std::path::Path;

const DEMO: &str = "demo-campaign";

fn report_into(folder: &Path, more: &[&str]) -> Ended {
    let output = plimsoll_in(&fixtures())
        .args(["report", DEMO, "-o"])
        .arg(folder)
        .args(more)
        .output()
        .expect("the program starts");
    Ended::from(output)
}

fn file(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file of the report")
}

#[test]
fn the_demo_campaign_as_markdown() {
    let folder = tempfile::tempdir().expect("a folder");
    let ended = report_into(folder.path(), &[]);
    assert_eq!(ended.status, 3, "one of its files is damaged: {}", ended.stderr);
    insta::assert_snapshot!("demo_report", file(folder.path(), "report.md"));
}

/// What the demo campaign is made for: see `fixtures/demo-campaign/make`.
#[test]
fn the_demo_campaign_has_every_kind_of_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    report_into(folder.path(), &[]);
    let data: serde_json::Value =
        serde_json::from_str(&file(folder.path(), "report.json")).expect("JSON");
    let judgements = data["judgements"].as_array().expect("a list");
    let has = |key: &str, value: &str| judgements.iter().any(|it| it[key] == value);
    for verdict in ["exceeds", "meets", "falls short"] {
        assert!(has("verdict", verdict), "nothing {verdict}");
    }
    assert!(has("likeness", "indicative") && has("likeness", "like for like"));
    assert!(judgements.iter().any(|it| it["published"]["interpolated_between"].is_array()));
    let repeats = |it: &serde_json::Value| it["measured"]["values"].as_array().map(Vec::len);
    assert!(judgements.iter().any(|it| repeats(it) == Some(3)), "no three repeats");
    let damaged = data["findings"].as_array().expect("a list").iter();
    assert_eq!(damaged.filter(|it| it["code"] == "document-damaged").count(), 1);
}

#[test]
fn the_same_campaign_gives_the_same_bytes_with_one_thread_or_two() {
    let (one, other) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    for (folder, threads) in [(&one, "1"), (&other, "2")] {
        let output = plimsoll_in(&fixtures())
            .env("RAYON_NUM_THREADS", threads)
            .args(["report", DEMO, "-o"])
            .arg(folder.path())
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(3));
    }
    let bytes = |folder: &Path, name: &str| fs::read(folder.join(name)).expect("a file");
    let mut names = vec!["report.pdf".to_owned(), "report.md".to_owned(), "report.json".to_owned()];
    for entry in fs::read_dir(one.path().join("charts")).expect("a folder") {
        let name = entry.expect("a file").file_name();
        names.push(format!("charts/{}", name.to_string_lossy()));
    }
    assert!(names.len() > 5, "no charts: {names:?}");
    for name in names {
        assert!(bytes(one.path(), &name) == bytes(other.path(), &name), "{name} differs");
    }
}

/// Single JSON documents of fio hold no interval data.
#[test]
fn without_interval_data_nothing_is_drawn_over_time_and_the_report_says_so() {
    let (with, without) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let ended = report_into(with.path(), &["--series", "--format", "md"]);
    assert!(ended.stderr.contains("no input has interval data"), "{}", ended.stderr);
    assert_eq!(ended.status, 3, "as without: one of its files is damaged");
    let plain = report_into(without.path(), &["--format", "md"]);
    assert!(!plain.stderr.contains("interval data"), "{}", plain.stderr);
    for name in ["report.md", "report.json"] {
        assert_eq!(file(with.path(), name), file(without.path(), name), "{name}");
    }
}

#[test]
fn templates_of_the_user_replace_the_built_in_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let templates = folder.path().join("templates");
    fs::create_dir_all(templates.join("markdown")).expect("a folder");
    let template = templates.join("markdown/report.md.j2");
    fs::write(&template, "{{ title }}: {{ counts | length }}\n").expect("a file");
    let arguments = ["--templates", templates.to_str().expect("UTF-8")];
    report_into(folder.path(), &arguments);
    assert!(file(folder.path(), "report.md").starts_with("Demonstration"));
    fs::write(&template, "{{ nonsense }}\n").expect("a file");
    let ended = report_into(folder.path(), &arguments);
    assert_eq!(ended.status, 2);
    assert!(ended.stderr.contains("markdown/report.md.j2:1"), "{}", ended.stderr);
}

#[test]
fn check_gives_the_verdict_as_its_status() {
    let ended = plimsoll(&["check", DEMO]);
    insta::assert_snapshot!("check_demo", ended.transcript());
    assert_eq!(ended.status, 1);
    let one_client = "demo-campaign/client-a/seq-64k-r100.json";
    let not_matched =
        plimsoll(&["check", one_client, "--against", "aff-a300/fc", "--set", "protocol=FC"]);
    assert_eq!(not_matched.status, 1, "nothing corresponds: {}", not_matched.stdout);
    let unknown =
        plimsoll(&["check", one_client, "--against", "gcnv/extreme/nfsv3/64k-sequential"]);
    assert_eq!(unknown.status, 1, "the protocol is not known: {}", unknown.stdout);
    let allowed = plimsoll(&[
        "check",
        one_client,
        "--against",
        "gcnv/extreme/nfsv3/64k-sequential",
        "--allow",
        "not-comparable",
    ]);
    assert_eq!(allowed.status, 0, "{}", allowed.stdout);
}

#[test]
fn wrong_usage_names_the_way_out() {
    for (arguments, expected) in [
        (&["report", DEMO, "--against", "gcnv/extrem"][..], "did you mean gcnv/extreme"),
        (&["report", DEMO, "--set", "protcol=NFSv3"], "protocol"),
        (&["report", DEMO, "--set", "protocol"], "KEY=VALUE"),
        (&["report", DEMO, "--tolerance", "many"], "no number"),
        (&["report", DEMO, "--templates", "fio"], "markdown/report.md.j2"),
        (&["reference", "show", "gcnv/nothing"], "reference"),
    ] {
        let ended = plimsoll(arguments);
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(expected), "{arguments:?}: {}", ended.stderr);
    }
}

#[test]
fn nothing_read_makes_no_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = plimsoll_in(&fixtures())
        .args(["report", "fio/err/truncated-in-jobs__fio-3.33.json", "-o"])
        .arg(folder.path().join("report"))
        .output()
        .expect("the program starts");
    assert_eq!(Ended::from(output).status, 4);
    assert!(!folder.path().join("report").exists());
}

#[test]
fn the_catalogue_is_listed_and_shown() {
    insta::assert_snapshot!(
        "reference_list",
        plimsoll(&["reference", "list", "gcnv"]).transcript()
    );
    let shown = plimsoll(&["reference", "show", "gcnv/flex-file/nfsv3/64k-sequential"]);
    insta::assert_snapshot!("reference_show", shown.transcript());
}
