//! What is made from the arguments, and the list of formats.

use crate::support::{plimsoll, plimsoll_in};
use std::fs;

#[test]
fn completions_know_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ended = plimsoll(&["completions", shell]);
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        for word in ["convert", "partition-by", "explain"] {
            assert!(ended.stdout.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn every_command_has_a_man_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let status = plimsoll_in(folder.path()).args(["man", "-o", "man/man1"]).status();
    assert!(status.expect("the program starts").success());
    let page =
        |name: &str| fs::read_to_string(folder.path().join("man/man1").join(name)).expect("a page");
    assert!(page("plimsoll.1").contains("plimsoll\\-convert(1)"));
    assert!(page("plimsoll-convert.1").contains("partition\\-by"));
    assert!(page("plimsoll-reference-list.1").contains("Lists references"));
    assert!(!folder.path().join("man/man1/plimsoll-completions.1").exists(), "it is hidden");
}

#[test]
fn formats_are_listed() {
    let ended = plimsoll(&["formats"]);
    assert_eq!(ended.status, 0);
    for word in
        ["fio-json", "vdbench", "measured", "published", "parquet", ".xlsx", ".arrow, .feather"]
    {
        assert!(ended.stdout.contains(word), "{word}: {}", ended.stdout);
    }
}
