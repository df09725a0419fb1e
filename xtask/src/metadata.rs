//! What `cargo metadata` says, as far as it is asked here.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// The workspace and everything it depends on, for all platforms.
#[derive(Debug)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) target_directory: PathBuf,
}

/// A crate of the workspace or of a registry.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The licence expression, as written in its manifest.
    pub(crate) license: Option<String>,
    /// For a crate of the workspace: its manifest, from the folder of the workspace.
    pub(crate) member: Option<String>,
    /// What its manifest asks for.
    pub(crate) dependencies: Vec<Dependency>,
}

/// An entry in the dependency tables of a manifest.
#[derive(Debug)]
pub(crate) struct Dependency {
    /// The name of the crate.
    pub(crate) name: String,
    /// The name in the manifest, where it is another.
    pub(crate) rename: Option<String>,
    /// The table: `dependencies`, `dev-dependencies` or `build-dependencies`.
    pub(crate) table: &'static str,
    /// Whether it is given by a path: a crate of the workspace.
    pub(crate) internal: bool,
}

impl Metadata {
    /// Reads what `cargo metadata --format-version 1` prints.
    pub(crate) fn parse(json: &str) -> Result<Self, String> {
        let document: Value = serde_json::from_str(json)
            .map_err(|error| format!("cargo metadata printed no JSON: {error}"))?;
        let root = string(&document, "workspace_root")?;
        let members: Vec<&str> =
            list(&document, "workspace_members")?.iter().filter_map(Value::as_str).collect();
        let packages = list(&document, "packages")?
            .iter()
            .map(|package| Package::parse(package, &root, &members))
            .collect::<Result<_, _>>()?;
        Ok(Self { packages, target_directory: string(&document, "target_directory")?.into() })
    }

    /// The crates of the workspace, each with its manifest.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&Package, &str)> {
        self.packages.iter().filter_map(|package| Some((package, package.member.as_deref()?)))
    }
}

impl Package {
    fn parse(package: &Value, root: &str, members: &[&str]) -> Result<Self, String> {
        let id = string(package, "id")?;
        let manifest = string(package, "manifest_path")?;
        let relative = Path::new(&manifest).strip_prefix(root).ok();
        let member = relative
            .filter(|_| members.contains(&id.as_str()))
            .map(|path| path.to_string_lossy().replace('\\', "/"));
        let dependencies = list(package, "dependencies")?
            .iter()
            .map(Dependency::parse)
            .collect::<Result<_, _>>()?;
        Ok(Self {
            name: string(package, "name")?,
            version: string(package, "version")?,
            license: package["license"].as_str().map(str::to_owned),
            member,
            dependencies,
        })
    }
}

impl Dependency {
    fn parse(dependency: &Value) -> Result<Self, String> {
        Ok(Self {
            name: string(dependency, "name")?,
            rename: dependency["rename"].as_str().map(str::to_owned),
            table: match dependency["kind"].as_str() {
                Some("dev") => "dev-dependencies",
                Some("build") => "build-dependencies",
                _ => "dependencies",
            },
            internal: dependency["path"].is_string(),
        })
    }

    /// The name in the manifest.
    pub(crate) fn key(&self) -> &str {
        self.rename.as_deref().unwrap_or(&self.name)
    }
}

fn string(value: &Value, key: &str) -> Result<String, String> {
    let text = value[key].as_str().map(str::to_owned);
    text.ok_or_else(|| format!("cargo metadata printed no {key:?}"))
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a Vec<Value>, String> {
    value[key].as_array().ok_or_else(|| format!("cargo metadata printed no {key:?}"))
}

#[cfg(test)]
mod tests {
    use super::Metadata;

    #[test]
    fn members_dependencies_and_renames_are_read() {
        let metadata = Metadata::parse(
            r#"{
              "workspace_root": "/w", "target_directory": "/w/target", "workspace_members": ["a-id"],
              "packages": [
                { "id": "a-id", "name": "a", "version": "0.1.0", "license": "MIT",
                  "manifest_path": "/w/crates/a/Cargo.toml", "dependencies": [
                    { "name": "b", "rename": null, "kind": null, "path": "/w/crates/b" },
                    { "name": "polars", "rename": "bears", "kind": "dev" } ] },
                { "id": "c-id", "name": "c", "version": "1.0.0", "license": null,
                  "manifest_path": "/registry/c/Cargo.toml", "dependencies": [] }
              ]
            }"#,
        )
        .expect("it is well formed");
        let members: Vec<_> =
            metadata.members().map(|(it, path)| (it.name.as_str(), path)).collect();
        assert_eq!(members, [("a", "crates/a/Cargo.toml")]);
        let [b, polars] = &metadata.packages[0].dependencies[..] else { panic!("two") };
        assert_eq!((b.key(), b.table, b.internal), ("b", "dependencies", true));
        assert_eq!(
            (polars.key(), polars.table, polars.internal),
            ("bears", "dev-dependencies", false)
        );
        assert_eq!(metadata.packages[1].license, None);
    }

    #[test]
    fn what_is_missing_is_named() {
        let error =
            Metadata::parse(r#"{"workspace_root": "/w"}"#).expect_err("there are no members");
        assert!(error.contains("workspace_members"), "{error}");
    }
}
