//! Where something stands in a TOML file. Only what this workspace writes is understood: one table
//! header or one key a line. What a manifest means is cargo's to say; this tells the line.

/// A line with a key, or the header of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item<'a> {
    /// From 1.
    pub(super) line: usize,
    /// The table, as written between its brackets.
    pub(super) table: &'a str,
    /// The key, with its dots; empty for the header itself.
    pub(super) key: &'a str,
    /// What follows the equals sign.
    pub(super) value: &'a str,
}

/// All keys and headers, in order.
pub(super) fn items(text: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut table = "";
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        let header = line.strip_prefix('[').and_then(|rest| rest.rsplit_once(']'));
        if let Some((name, "")) = header.map(|(name, rest)| (name, without_comment(rest))) {
            table = name.trim_matches(['[', ']', ' ']);
            items.push(Item { line: at + 1, table, key: "", value: "" });
        } else if let Some((key, value)) = line.split_once('=')
            && !line.starts_with('#')
        {
            let (key, value) = (key.trim(), without_comment(value));
            items.push(Item { line: at + 1, table, key, value });
        }
    }
    items
}

/// The line on which a dependency is asked for, in `dependencies` or one of its sister tables.
pub(super) fn dependency_line(text: &str, table: &str, name: &str) -> usize {
    let found = items(text).into_iter().find(|item| {
        let own = item.table == table || item.table.ends_with(&format!(".{table}"));
        let key = item.key.split('.').next().unwrap_or_default();
        let sub_table = item.table.strip_suffix(name).and_then(|rest| rest.strip_suffix('.'));
        own && key.trim_matches('"') == name
            || sub_table.is_some_and(|rest| rest == table || rest.ends_with(&format!(".{table}")))
    });
    found.map_or(1, |item| item.line)
}

fn without_comment(text: &str) -> &str {
    text.split_once(" #").map_or(text, |(before, _)| before).trim()
}

#[cfg(test)]
mod tests {
    use super::{Item, dependency_line, items};

    const MANIFEST: &str = r#"[package]
name = "a" # a name
license.workspace = true

[dependencies]
serde_json.workspace = true
# tar = "1"
[target.'cfg(unix)'.dependencies]
libc = "0.2"
[dev-dependencies.zip]
version = "9"
[dev-dependencies]
serde_json = "1"
"#;

    #[test]
    fn keys_know_their_table_and_line() {
        let items = items(MANIFEST);
        assert_eq!(items[0], Item { line: 1, table: "package", key: "", value: "" });
        assert_eq!(items[1], Item { line: 2, table: "package", key: "name", value: "\"a\"" });
        let tables: Vec<&str> =
            items.iter().filter(|item| item.key.is_empty()).map(|item| item.table).collect();
        assert_eq!(
            tables,
            [
                "package",
                "dependencies",
                "target.'cfg(unix)'.dependencies",
                "dev-dependencies.zip",
                "dev-dependencies"
            ]
        );
    }

    #[test]
    fn a_dependency_is_found_in_its_own_table() {
        assert_eq!(dependency_line(MANIFEST, "dependencies", "serde_json"), 6);
        assert_eq!(dependency_line(MANIFEST, "dev-dependencies", "serde_json"), 13);
        assert_eq!(dependency_line(MANIFEST, "dependencies", "libc"), 9);
        assert_eq!(dependency_line(MANIFEST, "dev-dependencies", "zip"), 10);
        assert_eq!(dependency_line(MANIFEST, "dependencies", "tar"), 1, "a comment is none");
    }
}
