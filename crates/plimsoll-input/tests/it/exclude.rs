//! What is left out, and what patterns stand for.

use crate::packing::{tar, zip};
use crate::support::Scene;
use plimsoll_input::{Pattern, expanded};
use std::ffi::OsString;

#[test]
fn what_is_excluded_is_no_input() {
    let inner = zip(&[("a.num", b"1"), ("logs/b.num", b"2"), ("old/c.num", b"3")]);
    let archive = tar(&[("d/x.zip", &inner), ("d/e.num", b"4"), ("logs/f.part", b"5")]);
    let names = ["r/logs/g.num", "r/h.num", "r/sub/i.num", "r/sub/j.log.num", "k.num"];
    for (patterns, expected, excluded) in [
        (
            vec!["logs"],
            vec![
                "read r/h.num 6",
                "read r/sub/i.num 6",
                "read r/sub/j.log.num 6",
                "read r/y.tar!/d/x.zip!/a.num 1",
                "read r/y.tar!/d/x.zip!/old/c.num 3",
                "read r/y.tar!/d/e.num 4",
                "read k.num 6",
            ],
            3,
        ),
        (
            vec!["*.log.*", "y.tar/d/x.zip", "logs/*", "k*"],
            vec![
                "read r/h.num 6",
                "read r/sub/i.num 6",
                "read r/y.tar!/d/e.num 4",
                "read r/y.tar!/logs/f.part 5",
            ],
            4,
        ),
        (
            vec!["**/old", "sub/", "*.tar/**/*.part", "g.num"],
            vec![
                "read r/h.num 6",
                "read r/y.tar!/d/x.zip!/a.num 1",
                "read r/y.tar!/d/x.zip!/logs/b.num 2",
                "read r/y.tar!/d/e.num 4",
                "read k.num 6",
            ],
            4,
        ),
    ] {
        let mut scene = Scene::new();
        for name in names {
            scene.write(name, "6");
        }
        scene.write("r/y.tar", &archive);
        scene.exclude.clone_from(&patterns);
        let run = scene.read(&["r", "k.num"]);
        assert_eq!(run.lines(), expected, "{patterns:?}");
        assert_eq!(run.summary.excluded, excluded, "{patterns:?}");
    }
}

#[test]
fn an_excluded_part_is_none_of_the_run() {
    let files: [(&str, &[u8]); 4] =
        [("d/1.part", b"1"), ("e.num", b"2"), ("d/3.part", b"3"), ("d/4.part", b"4")];
    let mut scene = Scene::with("x", tar(&files));
    scene.exclude = vec!["3.*"];
    assert_eq!(scene.lines("x"), ["read x!/d 1 4", "read x!/e.num 2"]);
}

#[test]
fn a_pattern_that_makes_no_sense_says_why() {
    let error = "a[".parse::<Pattern>().expect_err("nothing closes it");
    assert!(error.to_string().contains("unclosed character class"), "{error}");
}

#[test]
fn a_pattern_stands_for_what_matches_it() {
    let scene = Scene::new();
    for name in ["b/2.num", "b/10.num", "b/x.txt", "b/c/3.num", "a/4.num", "5.num", "[6].num"] {
        scene.write(name, "1");
    }
    let root = scene.root().to_str().expect("a folder in UTF-8").to_owned();
    let found = |pattern: &str| -> Vec<String> {
        let paths = expanded(&OsString::from(format!("{root}/{pattern}")));
        let short = |path: OsString| path.to_string_lossy().replace(&format!("{root}/"), "");
        paths.into_iter().map(short).collect()
    };
    assert_eq!(found("*/*.num"), ["a/4.num", "b/10.num", "b/2.num"]);
    assert_eq!(
        found("**/*.num"),
        ["5.num", "[6].num", "a/4.num", "b/10.num", "b/2.num", "b/c/3.num"]
    );
    assert_eq!(found("b/{x,y}.*"), ["b/x.txt"]);
    assert_eq!(found("[ab]/"), ["a", "b"]);
    assert_eq!(found("[6].num"), ["[6].num"], "there is such a path");
    assert_eq!(found("gone*.num"), ["gone*.num"], "nothing matches");
    assert_eq!(found("5.num"), ["5.num"]);
}
