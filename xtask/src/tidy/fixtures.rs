//! Fixtures: named by what they are, and each with an entry that says where it comes from.
//!
//! An entry of `fixtures/PROVENANCE.toml` is a table named by the path from `fixtures/`, of a file
//! or of a folder that is one input (with a `/` at its end), and says at least one thing:
//!
//! ```toml
//! ["fio/randread-4k-qd32__fio-3.36.json"]
//! made = "fio 3.36, job file in fio/jobs, on a loop device"
//! ```

use super::{Violation, has_extension, manifest};
use crate::workspace::Tree;

const PROVENANCE: &str = "fixtures/PROVENANCE.toml";

/// Checks the names and the provenance of all fixtures.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let fixtures: Vec<&str> =
        tree.paths().filter_map(|path| path.strip_prefix("fixtures/")).filter(is_fixture).collect();
    let entries = entries(tree.text(PROVENANCE).unwrap_or_default());
    let mut violations = Vec::new();
    for fixture in &fixtures {
        if !is_well_named(fixture) {
            let message = "a fixture is named in lower case, by words with `-` and parts with `__` between them; \
                rename it"
                .to_owned();
            violations.push(at_fixture(fixture, "fixture-name", message));
        }
        if !entries.iter().any(|entry| entry.covers(fixture)) {
            let message =
                format!("nothing says where it comes from; add [\"{fixture}\"] to {PROVENANCE}");
            violations.push(at_fixture(fixture, "fixture-provenance", message));
        }
    }
    for entry in &entries {
        let Entry { path, line, keys } = entry;
        let message = if *keys == 0 {
            format!("the entry {path:?} says nothing; say how the fixture was made")
        } else if !fixtures.iter().any(|fixture| entry.covers(fixture)) {
            format!("there is no fixture {path:?}; remove the entry or correct its path")
        } else {
            continue;
        };
        violations.push(Violation::new(PROVENANCE, *line, "fixture-provenance", message));
    }
    violations
}

fn at_fixture(fixture: &str, rule: &'static str, message: String) -> Violation {
    Violation::new(format!("fixtures/{fixture}"), 1, rule, message)
}

/// Whether a file is one, and not about them or made from them.
fn is_fixture(path: &&str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    *path != "PROVENANCE.toml" && name != "README.md" && !has_extension(name, "snap")
}

/// Whether every part of a path is in kebab case, with `__` between what is said of the fixture.
fn is_well_named(path: &str) -> bool {
    path.split('/').all(|part| {
        let plain = part.replace("__", ".");
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.');
        plain.bytes().all(is_plain) && !plain.starts_with('-') && !plain.contains("--")
    })
}

/// A table of the provenance file.
struct Entry {
    path: String,
    line: usize,
    keys: usize,
}

impl Entry {
    /// Whether it speaks of this fixture: of itself, or of the folder it is part of.
    fn covers(&self, fixture: &str) -> bool {
        fixture == self.path || self.path.ends_with('/') && fixture.starts_with(&self.path)
    }
}

fn entries(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for item in manifest::items(text) {
        if item.key.is_empty() {
            let path = item.table.trim_matches(['"', '\'']).to_owned();
            entries.push(Entry { path, line: item.line, keys: 0 });
        } else if let Some(entry) = entries.last_mut() {
            entry.keys += 1;
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::{check, is_well_named};
    use crate::workspace::Tree;

    fn said(files: &[&str], provenance: &str) -> Vec<String> {
        let files = files.iter().map(|path| (*path, ""));
        let files: Vec<_> = files.chain([("fixtures/PROVENANCE.toml", provenance)]).collect();
        check(&Tree::of(&files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_entry_speaks_of_a_file_or_of_a_folder() {
        let files = [
            "fixtures/fio/a.json",
            "fixtures/vdbench/curve/flatfile.html",
            "fixtures/README.md",
            "fixtures/fio/A.snap",
        ];
        let provenance = "[\"fio/a.json\"]\nmade = \"so\"\n[\"vdbench/curve/\"]\nmade = \"so\"\n";
        assert_eq!(said(&files, provenance), [""; 0]);
    }

    #[test]
    fn a_fixture_without_an_entry_is_told() {
        assert_eq!(
            said(&["fixtures/fio/a.json"], "[\"fio\"]\nmade = \"so\"\n"),
            [
                "fixtures/fio/a.json:1: fixture-provenance: nothing says where it comes from; add \
                 [\"fio/a.json\"] to fixtures/PROVENANCE.toml",
                "fixtures/PROVENANCE.toml:1: fixture-provenance: there is no fixture \"fio\"; remove the \
                 entry or correct its path"
            ]
        );
    }

    #[test]
    fn an_entry_that_says_nothing_is_told() {
        let [message] = &said(&["fixtures/a.json"], "# made = \"so\"\n[\"a.json\"]\n")[..] else {
            panic!("one")
        };
        assert!(message.starts_with("fixtures/PROVENANCE.toml:2: "), "{message}");
    }

    #[test]
    fn a_fixture_that_is_not_in_kebab_case_is_told() {
        let provenance = "[\"fio/\"]\nmade = \"so\"\n";
        let [message] = &said(&["fixtures/fio/Rand_Read.json"], provenance)[..] else {
            panic!("one")
        };
        assert!(message.starts_with("fixtures/fio/Rand_Read.json:1: fixture-name: "), "{message}");
    }

    #[test]
    fn names() {
        for name in ["randread-4k-qd32__fio-3.36.json", "err/truncated-in-jobs.json", "awr.txt.8"] {
            assert!(is_well_named(name), "{name}");
        }
        for name in ["a_b.json", "A.json", "a b", "err/Cut.json", "é.json", "a--b", "-a", "a___b"]
        {
            assert!(!is_well_named(name), "{name}");
        }
    }
}
