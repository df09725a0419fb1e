//! The licences of everything that is linked or run to build.

use super::rules::{LICENCE_EXCEPTIONS, LICENCES};
use super::{Violation, spdx};
use crate::metadata::{Metadata, Package};
use crate::workspace::Tree;

/// Checks that every package comes under licences that are allowed.
pub(super) fn check(tree: &Tree, metadata: &Metadata) -> Vec<Violation> {
    let lock = tree.text("Cargo.lock").unwrap_or_default();
    let objections = metadata.packages.iter().filter_map(|package| {
        let Package { name, version, .. } = package;
        let message = format!("{name} {version} {}", objection(package)?);
        Some(Violation::new("Cargo.lock", line(lock, package), "licence", message))
    });
    objections.collect()
}

fn objection(package: &Package) -> Option<String> {
    let Some(expression) = &package.license else {
        return Some("names no licence expression; use another crate".to_owned());
    };
    let exceptions = LICENCE_EXCEPTIONS.iter().filter(|(name, _)| *name == package.name);
    let allowed: Vec<&str> =
        LICENCES.iter().copied().chain(exceptions.map(|(_, licence)| *licence)).collect();
    match spdx::is_satisfied(expression, &allowed) {
        Ok(true) => None,
        Ok(false) => Some(format!(
            "comes under {expression:?}, which the allowed licences do not satisfy; use another \
             crate, or have the licence added to xtask/src/tidy/rules.rs and deny.toml"
        )),
        Err(error) => {
            Some(format!("has a licence expression {expression:?} that is none: {error}"))
        }
    }
}

/// The line of a package in `Cargo.lock`.
fn line(lock: &str, package: &Package) -> usize {
    let name = format!("name = \"{}\"", package.name);
    let version = format!("version = \"{}\"", package.version);
    let lines: Vec<&str> = lock.lines().collect();
    let found = lines.windows(2).position(|pair| pair[0] == name && pair[1] == version);
    found.map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::metadata::{Metadata, Package};
    use crate::workspace::Tree;

    const LOCK: &str = "[[package]]\nname = \"one\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"one\"\nversion = \"2.0.0\"\n";

    fn said(license: Option<&str>) -> Vec<String> {
        let package = Package {
            name: "one".to_owned(),
            version: "2.0.0".to_owned(),
            license: license.map(str::to_owned),
            member: None,
            dependencies: Vec::new(),
        };
        let metadata = Metadata { packages: vec![package], target_directory: "target".into() };
        check(&Tree::of(&[("Cargo.lock", LOCK)]), &metadata)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn what_is_allowed_is_passed_over() {
        assert_eq!(said(Some("(MIT OR Apache-2.0) AND Unicode-3.0")), [""; 0]);
    }

    #[test]
    fn what_is_not_allowed_is_told_at_its_line() {
        let [message] = &said(Some("MPL-2.0"))[..] else { panic!("one") };
        assert!(message.starts_with("Cargo.lock:6: licence: one 2.0.0 comes under"), "{message}");
    }

    #[test]
    fn no_licence_and_no_expression_are_told() {
        for license in [None, Some("MIT and more")] {
            assert_eq!(said(license).len(), 1, "{license:?}");
        }
    }
}
