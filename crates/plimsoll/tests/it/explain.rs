//! `plimsoll explain`.

use crate::support::plimsoll;
use insta::assert_snapshot;
use plimsoll_schema::Code;

#[test]
fn an_entry_of_the_registry() {
    assert_snapshot!("explain-code", plimsoll(&["explain", "percentiles-not-merged"]).transcript());
}

#[test]
fn without_a_code_all_are_listed() {
    let ended = plimsoll(&["explain"]);
    let listed: Vec<&str> = ended
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let all: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
    assert_eq!(listed, all);
    assert!(ended.stdout.lines().all(|line| line.chars().count() <= 100), "{}", ended.stdout);
    assert_eq!(ended.status, 0);
}

#[test]
fn an_unknown_code_is_wrong_usage_and_the_nearest_are_named() {
    assert_snapshot!("explain-unknown", plimsoll(&["explain", "cut_of"]).transcript());
    for (word, tip) in [
        ("cutoff", "a similar code exists: cut-off"),
        ("Input_Empty", "input-empty"),
        ("percentile", "percentiles-not-merged"),
        ("xyzzy", "`plimsoll explain` lists all codes"),
    ] {
        let ended = plimsoll(&["explain", word]);
        assert_eq!(ended.status, 2, "{word}");
        assert!(ended.stderr.contains(tip), "{word}: {}", ended.stderr);
    }
}
