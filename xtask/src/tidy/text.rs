//! What text may not hold, and how long a file may be.

use super::rules::{LONG_FILE, LONGEST_FILE, MACHINE_FOLDERS, THIS_FILE, UNFINISHED};
use super::{Violation, has_extension};
use crate::workspace::Tree;

/// Checks all files that are text.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (path, text) in tree.texts().filter(|(path, _)| *path != THIS_FILE) {
        let is_rust = has_extension(path, "rs");
        // Fixtures stay as their tool wrote them, paths of its machine included; snapshots quote them.
        let is_fixture = (path.starts_with("fixtures/") && !has_extension(path, "toml"))
            || has_extension(path, "snap");
        for (line, content) in text.lines().enumerate() {
            let at = line + 1;
            if !is_fixture && (is_rust || has_extension(path, "md")) {
                violations.extend(unfinished(path, at, content));
            }
            if !is_fixture {
                violations.extend(machine_folder(path, at, content));
            }
        }
        if is_rust {
            violations.extend(length(path, text.lines().count()));
        }
    }
    violations
}

fn unfinished(path: &str, line: usize, content: &str) -> Option<Violation> {
    let mut words = content.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let word = words.find(|word| UNFINISHED.contains(word))?;
    let message = format!("{word} marks unfinished work; finish it or open an issue");
    Some(Violation::new(path, line, "unfinished", message))
}

fn machine_folder(path: &str, line: usize, content: &str) -> Option<Violation> {
    let begins_a_path = |at: usize| {
        // `crates/work/src` and `../home/` are other paths.
        let before = content[..at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || "_-.~}>)".contains(letter))
    };
    let folder = MACHINE_FOLDERS
        .iter()
        .find(|folder| content.match_indices(*folder).any(|(at, _)| begins_a_path(at)))?;
    let message =
        format!("a path in {folder} is there on one machine only; name it from this folder");
    Some(Violation::new(path, line, "machine-path", message))
}

fn length(path: &str, lines: usize) -> Option<Violation> {
    if lines <= LONG_FILE {
        return None;
    }
    let advice = lines <= LONGEST_FILE;
    let line = if advice { LONG_FILE } else { LONGEST_FILE } + 1;
    let message = if advice {
        format!("{lines} lines; a place to ask whether it is two things")
    } else {
        format!("{lines} lines, and {LONGEST_FILE} are the most; find the two things it is")
    };
    Some(Violation { advice, ..Violation::new(path, line, "file-length", message) })
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::Violation;
    use crate::tidy::rules::{MACHINE_FOLDERS, THIS_FILE, UNFINISHED};
    use crate::workspace::Tree;

    fn said(path: &str, text: &str) -> Vec<Violation> {
        check(&Tree::of(&[(path, text)]))
    }

    #[test]
    fn unfinished_work_is_told_in_sources_and_pages() {
        for word in UNFINISHED {
            for path in ["crates/a/src/lib.rs", "docs/a.md"] {
                let [violation] = &said(path, &format!("one\n// {word}: two\n"))[..] else {
                    panic!("{word} in {path}")
                };
                assert_eq!((violation.line, violation.rule), (2, "unfinished"));
            }
            assert_eq!(said("a.toml", word), [], "not a source or page");
            assert_eq!(said("docs/a.md", &format!("a{word} {word}_B")), [], "part of a word");
        }
    }

    #[test]
    fn folders_of_one_machine_are_told_in_all_text() {
        for folder in MACHINE_FOLDERS {
            for begin in ["", "see ", "\"", "file://", "="] {
                let [violation] = &said("docs/a.txt", &format!("one\n{begin}{folder}b"))[..] else {
                    panic!("{begin}{folder}")
                };
                assert_eq!((violation.line, violation.rule), (2, "machine-path"));
            }
            for begin in ["a", "..", "~", "${A}", "<root>"] {
                assert_eq!(said("docs/a.txt", &format!("{begin}{folder}b")), [], "{begin}{folder}");
            }
        }
    }

    #[test]
    fn what_a_tool_wrote_stays_as_it_is() {
        let text = format!("{}fio {}", MACHINE_FOLDERS[0], UNFINISHED[0]);
        assert_eq!(said("fixtures/fio/a.md", &text), []);
        assert_eq!(said("fixtures/PROVENANCE.toml", &text).len(), 1, "that we wrote");
        assert_eq!(said(THIS_FILE, &text), []);
    }

    #[test]
    fn a_long_file_is_a_question_and_a_longer_one_an_error() {
        for (lines, expected) in [
            (600, None),
            (601, Some((601, true))),
            (800, Some((601, true))),
            (801, Some((801, false))),
        ] {
            let said = said("crates/a/src/lib.rs", &"\n".repeat(lines));
            let found = said.first().map(|violation| (violation.line, violation.advice));
            assert_eq!(found, expected, "{lines} lines");
        }
        assert_eq!(said("docs/a.md", &"\n".repeat(1000)), []);
    }
}
