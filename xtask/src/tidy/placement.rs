//! What lies where: the folder of the workspace, the folders of the crates, and what their
//! manifests take from the workspace.

use super::rules::{INHERITED, TOP_LEVEL};
use super::{Violation, manifest};
use crate::workspace::Tree;
use std::collections::BTreeMap;

/// Checks the places of all files.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = top_level(tree);
    let mut crates: BTreeMap<&str, &str> = BTreeMap::new();
    for path in tree.paths() {
        if let Some(inside) = path.strip_prefix("crates/") {
            crates.entry(inside.split('/').next().unwrap_or(inside)).or_insert(path);
        }
    }
    for (name, first) in crates {
        let path = format!("crates/{name}/Cargo.toml");
        match tree.text(&path) {
            Some(text) => violations.extend(manifest(&path, name, text)),
            None => violations.push(Violation::new(
                first,
                1,
                "crate-folder",
                format!("crates/{name} is no crate: it has no Cargo.toml; move it or write one"),
            )),
        }
    }
    if let Some(text) = tree.text("xtask/Cargo.toml") {
        violations.extend(manifest("xtask/Cargo.toml", "xtask", text));
    }
    violations
}

fn top_level(tree: &Tree) -> Vec<Violation> {
    let mut unknown: BTreeMap<&str, &str> = BTreeMap::new();
    for path in tree.paths() {
        let name = path.split('/').next().unwrap_or(path);
        if !TOP_LEVEL.contains(&name) {
            unknown.entry(name).or_insert(path);
        }
    }
    let violation = |(name, path): (&str, &str)| {
        let message = format!(
            "{name} has no place at the top level; move or remove it, or give it one in TOP_LEVEL of \
             xtask/src/tidy/rules.rs"
        );
        Violation::new(path, 1, "top-level", message)
    };
    unknown.into_iter().map(violation).collect()
}

fn manifest(path: &str, name: &str, text: &str) -> Vec<Violation> {
    let items = manifest::items(text);
    let mut violations = Vec::new();
    let named = items.iter().find(|item| item.table == "package" && item.key == "name");
    let quoted = format!("\"{name}\"");
    if named.is_none_or(|item| item.value != quoted) {
        let line = named.map_or(1, |item| item.line);
        let message = format!("a crate is named like its folder; write name = {quoted}");
        violations.push(Violation::new(path, line, "manifest", message));
    }
    for (table, key) in INHERITED {
        let is_there = |item: &manifest::Item<'_>| {
            item.table == *table && item.key == *key && item.value == "true"
        };
        if !items.iter().any(is_there) {
            let plain = key.split('.').next().unwrap_or(key);
            let line = items.iter().find(|item| item.table == *table && item.key == plain);
            let message =
                format!("what holds for all crates is said once; write {key} = true in [{table}]");
            violations.push(Violation::new(
                path,
                line.map_or(1, |item| item.line),
                "manifest",
                message,
            ));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::workspace::Tree;

    const MANIFEST: &str = "[package]\nname = \"plimsoll-fio\"\nrust-version.workspace = true\n\
        license.workspace = true\npublish.workspace = true\n\n[lints]\nworkspace = true\n";

    fn said(files: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::of(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_crate_as_it_should_be() {
        assert_eq!(
            said(&[
                ("Cargo.toml", ""),
                (".ci/run", ""),
                ("crates/plimsoll-fio/Cargo.toml", MANIFEST),
                ("crates/plimsoll-fio/src/lib.rs", ""),
                ("xtask/Cargo.toml", &MANIFEST.replace("plimsoll-fio", "xtask")),
            ]),
            [""; 0]
        );
    }

    #[test]
    fn what_has_no_place_at_the_top_is_told_once() {
        let said = said(&[("notes/a.md", ""), ("notes/b.md", ""), ("result.json", "")]);
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].starts_with("notes/a.md:1: top-level: notes has no place"), "{}", said[0]);
    }

    #[test]
    fn a_crate_is_named_like_its_folder() {
        let [message] = &said(&[("crates/plimsoll-vdbench/Cargo.toml", MANIFEST)])[..] else {
            panic!("one")
        };
        assert!(
            message.starts_with("crates/plimsoll-vdbench/Cargo.toml:2: manifest: "),
            "{message}"
        );
    }

    #[test]
    fn a_folder_without_a_manifest_is_no_crate() {
        for path in ["crates/plimsoll-fio/src/lib.rs", "crates/notes.md"] {
            let [message] = &said(&[(path, "")])[..] else { panic!("one") };
            assert!(message.starts_with(&format!("{path}:1: crate-folder: ")), "{message}");
        }
    }

    #[test]
    fn what_a_manifest_says_for_itself_is_told() {
        for (line, own) in [
            ("rust-version.workspace = true", "rust-version = \"1.80\""),
            ("license.workspace = true", "license = \"MIT\""),
            ("publish.workspace = true", "publish = true"),
            ("workspace = true\n", "workspace = false\n"),
            ("\n[lints]\nworkspace = true\n", ""),
            ("\n[lints]\nworkspace = true\n", "\n[dependencies]\nworkspace = true\n"),
        ] {
            for path in ["crates/plimsoll-fio/Cargo.toml", "xtask/Cargo.toml"] {
                let (begin, end) = MANIFEST.rsplit_once(line).expect("it is there");
                let text = format!("{begin}{own}{end}");
                let text = if path.starts_with("xtask") {
                    text.replace("plimsoll-fio", "xtask")
                } else {
                    text
                };
                let said = said(&[(path, &text)]);
                assert_eq!(said.len(), 1, "{own:?}: {said:?}");
            }
        }
    }
}
