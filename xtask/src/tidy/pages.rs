//! The pages of `docs/` that are made from the code are as the code would make them.

use super::Violation;
use crate::docs;
use crate::workspace::Tree;

/// Checks the pages that `cargo xtask docs` writes.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let pages = docs::pages();
    pages.iter().filter_map(|(path, made)| compare(path, tree.text(path), made)).collect()
}

fn compare(path: &str, there: Option<&str>, made: &str) -> Option<Violation> {
    let Some(there) = there else {
        let message = "the page is not here; run cargo xtask docs".to_owned();
        return Some(Violation::new(path, 1, "generated-page", message));
    };
    let same = there.lines().zip(made.lines()).take_while(|(there, made)| there == made).count();
    let message = "not as the code makes it; change the code, then run cargo xtask docs".to_owned();
    (there != made).then(|| Violation::new(path, same + 1, "generated-page", message))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::docs;
    use crate::workspace::Tree;

    #[test]
    fn pages_as_they_are_made_are_right() {
        let pages = docs::pages();
        let files: Vec<(&str, &str)> =
            pages.iter().map(|(path, text)| (*path, text.as_str())).collect();
        assert_eq!(check(&Tree::of(&files)), []);
        assert!(files.iter().all(|(_, text)| text.lines().count() > 10), "they are not empty");
    }

    #[test]
    fn a_changed_page_is_told_at_the_first_difference() {
        let [(findings, made), (schema, _)] = docs::pages();
        let changed = made.replacen("\n| [`", "\n| old [`", 1);
        let violations = check(&Tree::of(&[(findings, &changed)]));
        let places: Vec<(&str, usize)> =
            violations.iter().map(|violation| (violation.path.as_str(), violation.line)).collect();
        let line =
            changed.lines().position(|line| line.starts_with("| old")).expect("it is there") + 1;
        assert_eq!(places, [(findings, line), (schema, 1)], "the other one is missing");
    }
}
