//! Patterns of names: which paths a list names, and what is left out.

use crate::label::label;
use globset::{GlobBuilder, GlobMatcher, GlobSet, GlobSetBuilder};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What makes a name a pattern.
const MARKS: [char; 4] = ['*', '?', '[', '{'];

/// A pattern of names: `*` and `?` stand for characters other than `/`, `**` for any number of folders, `[a-z]` for one of
/// these characters, `{a,b}` for one of these words.
#[derive(Debug, Clone)]
pub struct Pattern(globset::Glob);

/// A pattern that makes no sense.
#[derive(Debug)]
pub struct PatternError(globset::Error);

impl fmt::Display for PatternError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0.kind(), formatter)
    }
}

impl std::error::Error for PatternError {}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let glob = GlobBuilder::new(text.trim_end_matches('/')).literal_separator(true).build();
        glob.map(Self).map_err(PatternError)
    }
}

/// What is left out: files, folders, archives and members of these names.
#[derive(Debug, Clone, Default)]
pub struct Exclude {
    /// Patterns without a slash: they match a name wherever it stands.
    names: GlobSet,
    /// All others: they match a path below what was named.
    paths: GlobSet,
}

impl Exclude {
    /// Leaves out what matches one of these patterns. One without a slash matches the names of files and folders
    /// wherever they stand, one with a slash their paths below what was named; those of archives go
    /// on inside: `old/*.tar.gz/logs`.
    pub fn new(patterns: &[Pattern]) -> Result<Self, PatternError> {
        let of = |has_slash: bool| {
            let mut set = GlobSetBuilder::new();
            for Pattern(glob) in patterns.iter().filter(|it| it.0.glob().contains('/') == has_slash)
            {
                set.add(glob.clone());
            }
            set.build().map_err(PatternError)
        };
        Ok(Self { names: of(false)?, paths: of(true)? })
    }

    /// Whether nothing is left out.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.paths.is_empty()
    }

    /// Whether a path is left out, or a folder that it lies in.
    pub(crate) fn excludes(&self, below: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let ends = below.match_indices('/').map(|(at, _)| at).chain([below.len()]);
        let mut begin = 0;
        for end in ends {
            if self.names.is_match(&below[begin..end]) || self.paths.is_match(&below[..end]) {
                return true;
            }
            begin = end + 1;
        }
        false
    }

    /// Whether something that was named is left out.
    pub(crate) fn excludes_named(&self, input: &OsStr) -> bool {
        let path = Path::new(input);
        path.file_name().is_some_and(|name| self.names.is_match(label(name)))
            || self.paths.is_match(label(input))
    }
}

/// The paths that an input stands for: itself, or, if there is no such path and it is a pattern, all that
/// match it, by the bytes of their names. A pattern that nothing matches stands for itself.
pub fn expanded(input: &OsStr) -> Vec<OsString> {
    let itself = vec![input.to_owned()];
    let Some(text) = input.to_str().filter(|text| text.contains(MARKS)) else { return itself };
    if Path::new(text).symlink_metadata().is_ok() {
        return itself;
    }
    let Ok(Pattern(glob)) = text.parse() else { return itself };
    // The pattern's folders up to the first that is none.
    let fixed = text.find(MARKS).and_then(|at| text[..at].rfind('/')).map_or(0, |at| at + 1);
    let depth = if text.contains("**") { usize::MAX } else { text[fixed..].matches('/').count() };
    let mut found = Vec::new();
    matches(Path::new(&text[..fixed]), depth, &glob.compile_matcher(), &mut found);
    if found.is_empty() { itself } else { found }
}

/// Finds what matches, in a folder and so deep in its sub-folders; links to folders are not followed.
fn matches(folder: &Path, depth: usize, glob: &GlobMatcher, found: &mut Vec<OsString>) {
    let is_here = folder.as_os_str().is_empty();
    let listed = fs::read_dir(if is_here { Path::new(".") } else { folder });
    let mut entries: Vec<(PathBuf, bool)> = listed
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| {
            let is_folder = entry.file_type().is_ok_and(|it| it.is_dir());
            (folder.join(entry.file_name()), is_folder)
        })
        .collect();
    entries.sort();
    for (path, is_folder) in entries {
        if glob.is_match(&path) {
            found.push(path.clone().into_os_string());
        } else if is_folder && depth > 0 {
            matches(&path, depth - 1, glob, found);
        }
    }
}
