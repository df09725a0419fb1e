//! Workloads that a page tells by name alone: `SQL 90-10`, `VDI full clone boot`.

use crate::curve::Curve;
use crate::request::Told;
use crate::selection::Selection;
use plimsoll_reference::Entry;

/// Whether a page tells the workload of a reference by its name alone.
pub(crate) fn tells_by_name(entry: &Entry) -> bool {
    entry.pattern.is_none() && entry.block_size_bytes.is_none()
}

/// Whether a curve is set beside a reference as the same workload by its name. `None` if the page tells
/// the workload by its name alone, and nobody says that the curve is of that name: neither by naming the
/// reference's whole id, nor in the name of the step or of the workload.
pub(crate) fn by_name(
    curve: &Curve,
    entry: &Entry,
    selection: &Selection<'_>,
    told: &Told<'_>,
) -> Option<bool> {
    if !tells_by_name(entry) {
        return Some(false);
    }
    let wanted = words(&entry.workload);
    let step = told.step.map(|step| step.name.as_str());
    let is_called_so = step.into_iter().chain(curve.name.as_deref()).any(|it| words(it) == wanted);
    (is_called_so || selection.is_named_by_id(entry)).then_some(true)
}

/// The words of a name, whatever stands between them and however they are written.
fn words(name: &str) -> Vec<String> {
    name.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_are_compared_by_their_words() {
        for name in ["SQL 90-10", "sql_90_10", " Sql (90/10)"] {
            assert_eq!(words(name), ["sql", "90", "10"], "{name}");
        }
        assert_ne!(words("SQL 90-10"), words("SQL"));
    }
}
