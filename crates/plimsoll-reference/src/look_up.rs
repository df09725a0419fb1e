//! Finding entries by id or prefix, and near ids for a mistyped one.

use crate::entry::Entry;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use strsim::damerau_levenshtein;

/// An id or prefix that no entry has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownReference {
    /// What was asked for.
    pub asked: String,
    /// Up to three ids or prefixes that are near, the nearest first.
    pub near: Vec<String>,
}

impl fmt::Display for UnknownReference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the catalogue has no reference `{}`", self.asked)?;
        if !self.near.is_empty() {
            write!(formatter, "; near it: {}", self.near.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownReference {}

/// The entry of this id, or the entries below this prefix: `gcnv/extreme` is a prefix of
/// `gcnv/extreme/nfsv3/8k-random` and not of `gcnv/extreme-x`. A `/` at the end changes nothing.
pub(crate) fn find(
    entries: &[Arc<Entry>],
    asked: &str,
) -> Result<Vec<Arc<Entry>>, UnknownReference> {
    let prefix = asked.strip_suffix('/').unwrap_or(asked);
    let found: Vec<_> =
        entries.iter().filter(|entry| is_at_or_below(&entry.id, prefix)).map(Arc::clone).collect();
    if found.is_empty() {
        let ids = entries.iter().map(|entry| &*entry.id);
        return Err(UnknownReference { asked: asked.to_owned(), near: near(ids, prefix) });
    }
    Ok(found)
}

fn is_at_or_below(id: &str, prefix: &str) -> bool {
    id.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Up to three ids or prefixes of ids near `asked`: those that go on where it ends, up to the next `/`;
/// then those with few letters changed or swapped, else those that contain it.
fn near<'a>(ids: impl Iterator<Item = &'a str>, asked: &str) -> Vec<String> {
    let candidates: BTreeSet<&str> = ids.flat_map(prefixes).collect();
    let most = (asked.chars().count() / 4).max(2);
    let goes_on = |id: &str| {
        id.strip_prefix(asked).is_some_and(|rest| !asked.is_empty() && !rest.contains('/'))
    };
    let mut near: Vec<(bool, usize, &str)> = candidates
        .iter()
        .map(|id| (!goes_on(id), damerau_levenshtein(id, asked), *id))
        .filter(|(is_other, distance, _)| !is_other || *distance <= most)
        .collect();
    if near.is_empty() && !asked.is_empty() {
        let containing = candidates.iter().filter(|id| id.contains(asked));
        near.extend(containing.map(|id| (true, id.len(), *id)));
    }
    near.sort_unstable();
    near.into_iter().take(3).map(|(_, _, id)| id.to_owned()).collect()
}

/// The id and every prefix of it that ends before a `/`.
fn prefixes(id: &str) -> impl Iterator<Item = &str> {
    id.match_indices('/').map(|(at, _)| &id[..at]).chain([id])
}

#[cfg(test)]
mod tests {
    use super::{is_at_or_below, near};

    const IDS: [&str; 4] = [
        "gcnv/extreme/nfsv3/8k-random",
        "gcnv/extreme/smb/8k-random",
        "gcnv/flex-file/nfsv3/8k-random",
        "aff-a300/fc/sql",
    ];

    #[test]
    fn prefixes_end_at_a_slash() {
        assert!(is_at_or_below("gcnv/extreme/smb", "gcnv/extreme"));
        assert!(is_at_or_below("gcnv/extreme", "gcnv/extreme"));
        assert!(!is_at_or_below("gcnv/extreme-x/smb", "gcnv/extreme"));
        assert!(!is_at_or_below("gcnv/extreme", "gcnv/extreme/smb"));
        assert!(!is_at_or_below("gcnv/extreme", ""));
    }

    #[test]
    fn mistyped_and_shortened_ids_have_suggestions() {
        for (asked, expected) in [
            ("gcnv/extrme", vec!["gcnv/extreme"]),
            ("aff-a200/fc/sql", vec!["aff-a300/fc/sql"]),
            ("aff-a300/fc/s", vec!["aff-a300/fc/sql", "aff-a300/fc"]),
            ("gcnv/ex", vec!["gcnv/extreme"]),
            ("smb", vec!["gcnv/extreme/smb", "gcnv/extreme/smb/8k-random"]),
            ("powerstore/t", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(near(IDS.into_iter(), asked), expected, "{asked}");
        }
    }
}
