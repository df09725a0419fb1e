//! What is allowed in this workspace: the tables that `cargo xtask tidy` checks against.
//!
//! A name in a table may end in `*`, which stands for any rest.

/// Which crates of the workspace a crate may use, in any of its dependency tables.
///
/// A crate that is missing here is an error: a new one says first where it stands. Readers of other
/// tools get a line like that of `plimsoll-fio`.
pub(super) const ARROWS: &[(&str, &[&str])] = &[
    ("plimsoll-unit", &[]),
    ("plimsoll-fonts", &[]),
    ("plimsoll-schema", &["plimsoll-unit"]),
    ("plimsoll-lexicon", &["plimsoll-schema", "plimsoll-unit"]),
    ("plimsoll-read", &["plimsoll-schema", "plimsoll-unit"]),
    ("plimsoll-fio", READER),
    ("plimsoll-vdbench", READER),
    ("plimsoll-awr", READER),
    (
        "plimsoll-hoststat",
        &["plimsoll-lexicon", "plimsoll-read", "plimsoll-schema", "plimsoll-unit"],
    ),
    ("plimsoll-slob", READER_OF_RUN_FOLDERS),
    ("plimsoll-ssb", READER_OF_RUN_FOLDERS),
    ("plimsoll-table", &["plimsoll-lexicon", "plimsoll-read", "plimsoll-schema", "plimsoll-unit"]),
    ("plimsoll-input", &["plimsoll-read", "plimsoll-schema"]),
    ("plimsoll-export", &["plimsoll-schema"]),
    ("plimsoll-frame", &["plimsoll-schema"]),
    ("plimsoll-campaign", &["plimsoll-schema", "plimsoll-unit"]),
    ("plimsoll-reference", &["plimsoll-schema", "plimsoll-unit"]),
    (
        "plimsoll-compare",
        &["plimsoll-campaign", "plimsoll-reference", "plimsoll-schema", "plimsoll-unit"],
    ),
    (
        "plimsoll-report",
        &[
            "plimsoll-campaign",
            "plimsoll-compare",
            "plimsoll-export",
            "plimsoll-fonts",
            "plimsoll-lexicon",
            "plimsoll-reference",
            "plimsoll-schema",
            "plimsoll-unit",
        ],
    ),
    (
        "plimsoll-fuzz",
        &[
            "plimsoll-awr",
            "plimsoll-fio",
            "plimsoll-hoststat",
            "plimsoll-input",
            "plimsoll-lexicon",
            "plimsoll-read",
            "plimsoll-schema",
            "plimsoll-ssb",
            "plimsoll-table",
            "plimsoll-vdbench",
        ],
    ),
    ("plimsoll", &["plimsoll-*"]),
    ("xtask", &["plimsoll-schema", "plimsoll-unit"]),
];

/// What a crate that reads the output of one tool may use.
const READER: &[&str] = &["plimsoll-read", "plimsoll-schema", "plimsoll-unit"];

/// What a crate may use that reads a run's folder in which reports and host statistics lie.
const READER_OF_RUN_FOLDERS: &[&str] =
    &["plimsoll-awr", "plimsoll-hoststat", "plimsoll-read", "plimsoll-schema", "plimsoll-unit"];

/// External crates that belong to one crate of the workspace, and to which; where there are two lines for a crate, to two.
pub(super) const OWNERS: &[(&str, &str)] = &[
    ("bzip2", "plimsoll-input"),
    ("calamine", "plimsoll-table"),
    // Workbooks that were written are read back in tests.
    ("calamine", "plimsoll-export"),
    ("clap*", "plimsoll"),
    ("flate2", "plimsoll-input"),
    ("html5ever", "plimsoll-table"),
    ("kuva", "plimsoll-report"),
    ("libfuzzer-sys", "plimsoll-fuzz"),
    ("lzma-rust2", "plimsoll-input"),
    ("miette*", "plimsoll"),
    ("minijinja*", "plimsoll-report"),
    ("polars*", "plimsoll-frame"),
    ("tar", "plimsoll-input"),
    ("typst*", "plimsoll-report"),
    ("zip", "plimsoll-input"),
    // A workbook is one input whose parts lie in a zip file: nobody else reads into it.
    ("zip", "plimsoll-table"),
    ("zstd", "plimsoll-input"),
];

/// The crates that touch files, the environment and the clock.
pub(super) const TOUCH_THE_OUTSIDE: &[&str] = &["plimsoll", "plimsoll-input", "xtask"];

/// What no other crate names, and what it would touch.
pub(super) const OUTSIDE: &[(&str, &str)] = &[
    ("std::*", "everything"),
    ("std::env", "the environment"),
    ("std::fs", "files"),
    ("std::net", "the network"),
    ("std::process", "processes"),
    ("Instant::now", "the clock"),
    ("SystemTime::now", "the clock"),
    ("Timestamp::now", "the clock"),
    ("Zoned::now", "the clock"),
    ("thread::sleep", "the clock"),
];

/// What may lie in the folder of the workspace.
pub(super) const TOP_LEVEL: &[&str] = &[
    ".cargo",
    ".ci",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "clippy.toml",
    "crates",
    "deny.toml",
    "docs",
    "fixtures",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "templates",
    "typos.toml",
    "xtask",
];

/// What the manifest of every crate takes from that of the workspace: table and key.
pub(super) const INHERITED: &[(&str, &str)] = &[
    ("lints", "workspace"),
    ("package", "license.workspace"),
    ("package", "publish.workspace"),
    ("package", "rust-version.workspace"),
];

/// The licences that a dependency may come under. `deny.toml` has the same list.
pub(super) const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "OFL-1.1",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Words that mark work as unfinished: what is left to do is an issue, not a comment.
pub(super) const UNFINISHED: &[&str] = &["TODO", "FIXME", "XXX"];

/// Folders that only one machine has.
pub(super) const MACHINE_FOLDERS: &[&str] = &["/home/", "/root/", "/work/"];

/// The file that has to name what text may not hold: this one.
pub(super) const THIS_FILE: &str = "xtask/src/tidy/rules.rs";

/// The length in lines from which a Rust file is a place to ask whether it is two things.
pub(super) const LONG_FILE: usize = 600;

/// The length in lines that no Rust file passes.
pub(super) const LONGEST_FILE: usize = 800;

/// Whether a name is the one meant, or begins like it where it ends in `*`.
pub(super) fn names(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(begin) => name.starts_with(begin),
        None => name == pattern,
    }
}

/// Single crates that may come under one more licence, and why they are there. deny.toml has the same.
pub(super) const LICENCE_EXCEPTIONS: &[(&str, &str)] = &[
    // Some files of libFuzzer; it is linked into fuzz targets, never into Plimsoll.
    ("libfuzzer-sys", "NCSA"),
    // The terms of bzip2 itself, in the manner of BSD, under which its translation into Rust stays.
    ("libbz2-rs-sys", "bzip2-1.0.6"),
    // Weak copyleft of single files, which we do not change: typst-as-lib brings it in by `dirs`.
    ("option-ext", "MPL-2.0"),
];

#[cfg(test)]
mod tests {
    use super::{ARROWS, LICENCE_EXCEPTIONS, LICENCES, OWNERS, TOUCH_THE_OUTSIDE, names};
    use crate::tidy::text;
    use crate::workspace::Tree;

    #[test]
    fn a_star_stands_for_any_rest() {
        assert!(names("typst*", "typst-as-lib") && names("typst*", "typst"));
        assert!(!names("tar", "tarpc") && !names("typst*", "a-typst"));
    }

    /// Each arrow leads to a crate further up in the table, so there is no way back.
    #[test]
    fn the_arrows_have_one_direction() {
        for (at, (name, uses)) in ARROWS.iter().enumerate() {
            for used in *uses {
                let above = ARROWS[..at].iter().any(|(above, _)| names(used, above));
                assert!(above, "{name} uses {used}, which must stand above it");
            }
        }
    }

    #[test]
    fn the_tables_speak_of_crates_that_have_a_place() {
        let owners = OWNERS.iter().map(|(_, owner)| owner);
        for name in owners.chain(TOUCH_THE_OUTSIDE) {
            assert!(ARROWS.iter().any(|(known, _)| known == name), "{name}");
        }
    }

    /// Here and not beside the rule, because this is the file that may hold such text.
    #[test]
    fn what_text_may_not_hold() {
        for text in ["// TODO", "FIXME: a", "(XXX)", "/home/a", "\"/root/a\"", "in /work/a"] {
            let violations = text::check(&Tree::of(&[("docs/a.md", text)]));
            assert_eq!(violations.len(), 1, "{text}: {violations:?}");
        }
    }

    #[test]
    fn deny_toml_allows_the_same_licences() {
        let deny = include_str!("../../../deny.toml");
        let list = deny.split_once("\nallow = [").and_then(|(_, rest)| rest.split_once(']'));
        let (list, _) = list.expect("deny.toml has a list of allowed licences");
        let allowed: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        assert_eq!(allowed, LICENCES);
        for (name, licence) in LICENCE_EXCEPTIONS {
            let exception = format!("crate = \"{name}\"\nallow = [\"{licence}\"]");
            assert!(deny.contains(&exception), "{name}");
        }
        assert_eq!(deny.matches("[[licenses.exceptions]]").count(), LICENCE_EXCEPTIONS.len());
    }
}
