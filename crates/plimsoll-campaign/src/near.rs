//! Which key somebody meant.

use strsim::damerau_levenshtein;

/// Names that tools and pages use for a key.
const OTHER_NAMES: [(&str, &str); 12] = [
    ("iodepth", "queue_depth"),
    ("qd", "queue_depth"),
    ("threads", "jobs"),
    ("numjobs", "jobs"),
    ("hosts", "clients"),
    ("machine_type", "client_type"),
    ("operating_system", "os"),
    ("dataset", "working_set"),
    ("bandwidth", "throughput"),
    ("pattern", "files"),
    ("reference", "against"),
    ("name", "title"),
];

/// What to do about an unknown key: the nearest of the known ones, or all of them.
pub(crate) fn help<'a>(asked: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(asked, known.clone()) {
        Some(key) => format!("did you mean `{key}`?"),
        None => format!("the keys here are {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// The key that differs in few letters, or has another name that was asked for, or is the begin of
/// what was asked for (`working_set_bytes`).
fn nearest<'a>(asked: &str, known: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let asked = asked.to_lowercase().replace(['-', ' '], "_");
    let other = OTHER_NAMES.iter().find(|(name, _)| *name == asked).map(|(_, key)| *key);
    if let Some(key) = known.clone().find(|key| Some(*key) == other) {
        return Some(key);
    }
    let most = (asked.chars().count() / 3).max(1);
    let by_letters = known
        .clone()
        .map(|key| (damerau_levenshtein(key, &asked), key))
        .filter(|(distance, _)| *distance <= most)
        .min();
    by_letters
        .map(|(_, key)| key)
        .or_else(|| known.filter(|key| asked.starts_with(*key)).max_by_key(|key| key.len()))
}

#[cfg(test)]
mod tests {
    use super::{help, nearest};

    const KEYS: [&str; 6] = ["clients", "os", "queue_depth", "working_set", "volume", "volumes"];

    #[test]
    fn slips_other_names_and_longer_names_are_understood() {
        for (asked, expected) in [
            ("client", Some("clients")),
            ("Working-Set", Some("working_set")),
            ("iodepth", Some("queue_depth")),
            ("queuedepth", Some("queue_depth")),
            ("working_set_bytes", Some("working_set")),
            ("volume_bytes", Some("volume")),
            ("vloumes", Some("volumes")),
            ("o", Some("os")),
            ("threads", None),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(asked, KEYS.into_iter()), expected, "{asked}");
        }
    }

    #[test]
    fn without_a_near_one_all_are_named() {
        assert_eq!(help("ost", KEYS.into_iter()), "did you mean `os`?");
        assert_eq!(
            help("colour", KEYS.into_iter()),
            "the keys here are clients, os, queue_depth, working_set, volume, volumes"
        );
    }
}
