//! Who may use what: the arrows between the crates, and external crates that have one owner.

use super::rules::{ARROWS, OWNERS, names};
use super::{Violation, manifest};
use crate::metadata::{Dependency, Metadata, Package};
use crate::workspace::Tree;

/// Checks what every crate of the workspace asks for.
pub(super) fn check(tree: &Tree, metadata: &Metadata) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (package, path) in metadata.members() {
        let text = tree.text(path).unwrap_or_default();
        let arrows = ARROWS.iter().find(|(name, _)| *name == package.name);
        if arrows.is_none() {
            violations.push(no_place(package, path));
        }
        for dependency in &package.dependencies {
            let against = if dependency.internal {
                arrows.and_then(|(_, uses)| no_arrow(package, uses, dependency))
            } else {
                not_the_owner(package, dependency)
            };
            if let Some((rule, message)) = against {
                let line = manifest::dependency_line(text, dependency.table, dependency.key());
                violations.push(Violation::new(path, line, rule, message));
            }
        }
    }
    violations
}

fn no_place(package: &Package, path: &str) -> Violation {
    let message = format!(
        "{} has no place among the crates; say in ARROWS of xtask/src/tidy/rules.rs what it may use",
        package.name
    );
    Violation::new(path, 1, "arrows", message)
}

fn no_arrow(
    package: &Package,
    allowed: &[&str],
    dependency: &Dependency,
) -> Option<(&'static str, String)> {
    let (name, used) = (&package.name, &dependency.name);
    let others = if allowed.is_empty() { "no other crate".to_owned() } else { allowed.join(", ") };
    let message = format!(
        "{name} may not use {used}, but {others}; move what it needs to where both may use it"
    );
    (!allowed.iter().any(|pattern| names(pattern, used))).then_some(("arrows", message))
}

fn not_the_owner(package: &Package, dependency: &Dependency) -> Option<(&'static str, String)> {
    let (name, used) = (&package.name, &dependency.name);
    let of_used = OWNERS.iter().filter(|(pattern, _)| names(pattern, used));
    let owners: Vec<&str> = of_used.map(|(_, owner)| *owner).collect();
    let first = owners.first()?;
    let message = format!(
        "{used} belongs to {}, not to {name}; let {first} do what it is needed for",
        owners.join(" and ")
    );
    (!owners.contains(&name.as_str())).then_some(("external-owner", message))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::metadata::{Dependency, Metadata, Package};
    use crate::workspace::Tree;

    /// What is said about a crate that asks for others in a table, each on a line of its own.
    fn said(name: &str, table: &'static str, dependencies: &[&str]) -> Vec<String> {
        let path = format!("crates/{name}/Cargo.toml");
        let manifest =
            format!("[{table}]\n{}.workspace = true\n", dependencies.join(".workspace = true\n"));
        let tree = Tree::of(&[(&path, &manifest)]);
        let dependencies = dependencies.iter().map(|dependency| Dependency {
            name: (*dependency).to_owned(),
            rename: None,
            table,
            internal: dependency.starts_with("plimsoll"),
        });
        let package = Package {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            license: None,
            member: Some(path.clone()),
            dependencies: dependencies.collect(),
        };
        let metadata = Metadata { packages: vec![package], target_directory: "target".into() };
        check(&tree, &metadata).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_arrow_that_is_not_in_the_table_is_told_at_its_line() {
        assert_eq!(
            said("plimsoll-compare", "dependencies", &["plimsoll-schema", "plimsoll-fio"]),
            [
                "crates/plimsoll-compare/Cargo.toml:3: arrows: plimsoll-compare may not use plimsoll-fio, but \
                 plimsoll-campaign, plimsoll-reference, plimsoll-schema, plimsoll-unit; move what it needs to \
                 where both may use it"
            ]
        );
        assert_eq!(said("plimsoll-unit", "dependencies", &["plimsoll-schema"]).len(), 1);
    }

    #[test]
    fn dev_dependencies_follow_the_same_arrows() {
        assert_eq!(said("plimsoll-fio", "dev-dependencies", &["plimsoll-input"]).len(), 1);
    }

    #[test]
    fn the_command_line_may_use_all() {
        let all = ["plimsoll-fio", "plimsoll-input", "plimsoll-report"];
        assert_eq!(said("plimsoll", "dependencies", &all), [""; 0]);
    }

    #[test]
    fn a_crate_without_a_place_is_told() {
        let [message] = &said("plimsoll-novel", "dependencies", &["plimsoll-unit"])[..] else {
            panic!("one")
        };
        assert!(message.contains(":1: arrows: plimsoll-novel has no place"), "{message}");
    }

    #[test]
    fn external_crates_stay_with_their_owner() {
        for (name, external) in [
            ("plimsoll-export", "polars"),
            ("plimsoll-export", "zip"),
            ("plimsoll-compare", "typst-as-lib"),
            ("plimsoll-compare", "kuva"),
            ("plimsoll-input", "clap"),
            ("plimsoll-read", "miette-derive"),
            ("plimsoll", "minijinja"),
            ("xtask", "clap"),
        ] {
            let [message] = &said(name, "dependencies", &[external])[..] else {
                panic!("{name} uses {external}")
            };
            assert!(
                message.contains(&format!(":2: external-owner: {external} belongs to")),
                "{message}"
            );
        }
        assert_eq!(said("plimsoll-input", "dependencies", &["tar", "zip", "serde_json"]), [""; 0]);
        assert_eq!(said("plimsoll", "dependencies", &["clap", "miette"]), [""; 0]);
    }
}
