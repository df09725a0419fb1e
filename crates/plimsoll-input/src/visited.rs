//! What was met before: links lead to the same folder or file again, and it must count once.

use crate::InputIsOutput;
use crate::label::label;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, Metadata};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file or folder, whatever it is called.
#[derive(Debug, PartialEq, Eq, Hash)]
#[cfg(unix)]
pub(crate) struct Identity(u64, u64);

/// A file or folder, whatever it is called.
#[derive(Debug, PartialEq, Eq, Hash)]
#[cfg(not(unix))]
pub(crate) struct Identity(PathBuf);

impl Identity {
    /// Without another look at the path: a walk that resolved each of its paths would take time
    /// with the third power of their depth.
    #[cfg(unix)]
    pub(crate) fn of(_path: &Path, metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self(metadata.dev(), metadata.ino())
    }

    #[cfg(not(unix))]
    pub(crate) fn of(path: &Path, _metadata: &Metadata) -> Self {
        Self(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
    }
}

#[cfg(unix)]
fn has_other_names(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    metadata.nlink() > 1
}

#[cfg(not(unix))]
fn has_other_names(_metadata: &Metadata) -> bool {
    true
}

/// Values by the hashes of their keys: a million names may take any room. Two keys of one hash are one.
pub(crate) struct Hashes<V> {
    met: HashMap<u64, V>,
    hasher: BuildHasherDefault<DefaultHasher>,
}

impl<V> Default for Hashes<V> {
    fn default() -> Self {
        Self { met: HashMap::new(), hasher: BuildHasherDefault::default() }
    }
}

impl<V> Hashes<V> {
    /// Keeps a value. If there is one already, that stays, and comes back.
    pub(crate) fn insert(&mut self, key: impl Hash, value: V) -> Option<&V> {
        match self.met.entry(self.hasher.hash_one(key)) {
            Entry::Occupied(met) => Some(met.into_mut()),
            Entry::Vacant(place) => {
                place.insert(value);
                None
            }
        }
    }
}

/// The folders and files that were met within one named input.
#[derive(Debug, Default)]
pub(crate) struct Visited {
    /// The folder that was named, and where it really lies.
    root: Option<(Arc<str>, PathBuf)>,
    met: HashMap<Identity, Arc<str>>,
}

impl Visited {
    /// Nothing yet, below a folder that was named.
    pub(crate) fn below(source: &Arc<str>, path: &Path) -> Self {
        let root = fs::canonicalize(path).ok().map(|path| (Arc::clone(source), path));
        Self { root, met: HashMap::new() }
    }

    /// Remembers a file or folder. If it was met before: as what.
    pub(crate) fn meet(
        &mut self,
        source: &Arc<str>,
        path: &Path,
        metadata: &Metadata,
    ) -> Option<Arc<str>> {
        match self.met.entry(Identity::of(path, metadata)) {
            Entry::Occupied(met) => Some(Arc::clone(met.get())),
            Entry::Vacant(place) => {
                place.insert(Arc::clone(source));
                None
            }
        }
    }

    /// The same for a file that was met under one of its names, through a link or not. One that has no other name, and
    /// that no link leads to, is met once: a folder of a hundred thousand is not remembered.
    pub(crate) fn meet_file(
        &mut self,
        source: &Arc<str>,
        path: &Path,
        metadata: &Metadata,
        is_linked: bool,
    ) -> Option<Arc<str>> {
        if !is_linked && !has_other_names(metadata) {
            return None;
        }
        self.meet(source, path, metadata)
    }

    /// What the target of a link is called, if it lies below the named folder: the walk meets it
    /// there, under its own name.
    pub(crate) fn own_place(&self, link: &Path) -> Option<Arc<str>> {
        let (source, root) = self.root.as_ref()?;
        let target = fs::canonicalize(link).ok()?;
        let below = target.strip_prefix(root).ok()?;
        if below.as_os_str().is_empty() {
            return Some(Arc::clone(source));
        }
        let separator = if source.ends_with('/') { "" } else { "/" };
        Some(format!("{source}{separator}{}", label(below.as_os_str())).into())
    }
}

/// The files that will be replaced by what is made of the inputs.
#[derive(Debug, Default)]
pub(crate) struct Outputs(Vec<Identity>);

impl Outputs {
    pub(crate) fn of(paths: &[PathBuf]) -> Self {
        let identity = |path: &PathBuf| Some(Identity::of(path, &fs::metadata(path).ok()?));
        Self(paths.iter().filter_map(identity).collect())
    }

    /// Ends the run at an input that would be replaced by its own rows.
    pub(crate) fn refuse(&self, source: &str, path: &Path, metadata: &Metadata) -> io::Result<()> {
        let is_replaced = !self.0.is_empty()
            && metadata.is_file()
            && self.0.contains(&Identity::of(path, metadata));
        if is_replaced {
            return Err(io::Error::other(InputIsOutput { source: source.to_owned() }));
        }
        Ok(())
    }
}
