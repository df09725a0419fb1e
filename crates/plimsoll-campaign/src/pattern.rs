//! Patterns of paths.

use std::fmt;

/// A pattern of paths below the campaign's folder, parts joined by `/`.
///
/// `*` stands for any characters within a part, none too; `?` for one character; a part `**` for any
/// number of parts, none too. Everything else stands for itself, upper and lower case apart. The whole
/// path must agree. Members of archives are paths as well: `runs.tar.gz!/client-a/*.json`.
///
/// ```
/// use plimsoll_campaign::Pattern;
///
/// let pattern = Pattern::parse("client-*/seq-64k-r?0.json").expect("a pattern");
/// assert!(pattern.matches("client-a/seq-64k-r50.json"));
/// assert!(!pattern.matches("client-a/seq-64k-r100.json"));
/// assert!(!pattern.matches("monday/client-a/seq-64k-r50.json"));
/// assert!(Pattern::parse("**/*.json").expect("a pattern").matches("a.json"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(String);

/// Why a text is no pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternError {
    /// It is empty, or two `/` follow each other, or it ends in one.
    EmptyPart,
    /// It begins with `/`: patterns are below the campaign's folder.
    Absolute,
    /// A part is `.` or `..`.
    Dots,
    /// It has a `\`.
    Backslash,
    /// `**` with something else in its part.
    TwoStars,
}

impl fmt::Display for PatternError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::EmptyPart => "a part of it is empty",
            Self::Absolute => "it does not begin in the campaign's folder",
            Self::Dots => "`.` and `..` are no parts of a pattern",
            Self::Backslash => "it has a `\\`, and parts are joined by `/`",
            Self::TwoStars => "`**` stands for whole parts, alone between two `/`",
        })
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// Reads a pattern; says what is wrong with one that could match no path.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        if text.starts_with('/') {
            return Err(PatternError::Absolute);
        }
        if text.contains('\\') {
            return Err(PatternError::Backslash);
        }
        for part in text.split('/') {
            match part {
                "" => return Err(PatternError::EmptyPart),
                "." | ".." => return Err(PatternError::Dots),
                "**" => {}
                _ if part.contains("**") => return Err(PatternError::TwoStars),
                _ => {}
            }
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether a path agrees with it: relative to the campaign's folder, its parts joined by `/`.
    /// Takes at most time proportional to the product of the two lengths.
    pub fn matches(&self, path: &str) -> bool {
        let pattern: Vec<&str> = self.0.split('/').collect();
        let parts: Vec<&str> = path.split('/').collect();
        matches(&pattern, &parts, |part| *part == "**", |pattern, part| part_matches(pattern, part))
    }

    /// The pattern as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn part_matches(pattern: &str, part: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let part: Vec<char> = part.chars().collect();
    matches(
        &pattern,
        &part,
        |wanted| *wanted == '*',
        |wanted, found| *wanted == '?' || wanted == found,
    )
}

/// Whether a sequence agrees with a pattern in which some items, the stars, stand for any number of
/// items. Only the last star passed needs another try: what an earlier one could take over, the
/// later one can take too.
fn matches<P, T>(
    pattern: &[P],
    items: &[T],
    is_star: impl Fn(&P) -> bool,
    agrees: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut item) = (0, 0);
    let mut last_star: Option<(usize, usize)> = None;
    while item < items.len() {
        match pattern.get(at) {
            Some(wanted) if is_star(wanted) => {
                last_star = Some((at, item));
                at += 1;
            }
            Some(wanted) if agrees(wanted, &items[item]) => {
                at += 1;
                item += 1;
            }
            _ => {
                let Some((star, taken)) = last_star else {
                    return false;
                };
                last_star = Some((star, taken + 1));
                at = star + 1;
                item = taken + 1;
            }
        }
    }
    pattern[at..].iter().all(is_star)
}

#[cfg(test)]
mod tests {
    use super::{Pattern, PatternError};
    use proptest::prelude::*;

    fn matches(pattern: &str, path: &str) -> bool {
        Pattern::parse(pattern).expect(pattern).matches(path)
    }

    #[test]
    fn stars_and_question_marks() {
        for (pattern, path, expected) in [
            ("*/seq64k-*.json", "client-a/seq64k-r50.json", true),
            ("*/seq64k-*.json", "seq64k-r50.json", false),
            ("*/seq64k-*.json", "a/b/seq64k-r50.json", false),
            ("*/seq64k-*.json", "a/seq64k-.json", true),
            ("*.json", "a/b.json", false),
            ("**", "a/b/c.json", true),
            ("**/*.json", "c.json", true),
            ("**/*.json", "a/b/c.json", true),
            ("a/**/c.json", "a/c.json", true),
            ("a/**/c.json", "a/b/b/c.json", true),
            ("a/**/c.json", "b/c.json", false),
            ("a/**", "a", true),
            ("**/b/**/d", "a/b/c/b/d", true),
            ("r?.json", "r5.json", true),
            ("r?.json", "r.json", false),
            ("r?.json", "r測.json", true),
            ("r?.json", "r/.json", false),
            ("R1.json", "r1.json", false),
            ("[a-b].json", "a.json", false),
            ("[a-b].json", "[a-b].json", true),
            ("*a*b*", "xaxbx", true),
            ("*a*b", "ab", true),
            ("*a*b", "aba", false),
            ("runs.tar.gz!/*/a.json", "runs.tar.gz!/c/a.json", true),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} on {path}");
        }
    }

    #[test]
    fn what_could_match_nothing_is_no_pattern() {
        for (text, error) in [
            ("", PatternError::EmptyPart),
            ("a//b", PatternError::EmptyPart),
            ("a/", PatternError::EmptyPart),
            ("/a", PatternError::Absolute),
            ("../a", PatternError::Dots),
            ("./a", PatternError::Dots),
            ("a\\b", PatternError::Backslash),
            ("a/**.json", PatternError::TwoStars),
            ("***", PatternError::TwoStars),
        ] {
            assert_eq!(Pattern::parse(text), Err(error), "{text}");
        }
    }

    /// The meaning, written down as it is said, trying everything.
    fn means(pattern: &[&str], path: &[&str]) -> bool {
        match (pattern, path) {
            ([], []) => true,
            (["**", rest @ ..], _) => {
                means(rest, path) || !path.is_empty() && means(pattern, &path[1..])
            }
            ([wanted, pattern @ ..], [part, path @ ..]) => {
                part_means(wanted, part) && means(pattern, path)
            }
            _ => false,
        }
    }

    fn part_means(pattern: &str, part: &str) -> bool {
        let Some(wanted) = pattern.chars().next() else {
            return part.is_empty();
        };
        let pattern = &pattern[wanted.len_utf8()..];
        let rest = part.chars().next().map(|first| (first, &part[first.len_utf8()..]));
        match (wanted, rest) {
            ('*', None) => part_means(pattern, ""),
            ('*', Some((_, rest))) => {
                part_means(pattern, part) || part_means(&format!("*{pattern}"), rest)
            }
            (_, None) => false,
            (_, Some((first, rest))) => {
                (wanted == '?' || wanted == first) && part_means(pattern, rest)
            }
        }
    }

    proptest! {
        #[test]
        fn a_pattern_matches_what_it_means(
            pattern in "(\\*\\*|[ab*?]{1,5})(/(\\*\\*|[ab*?]{1,5})){0,4}",
            path in "[ab]{0,5}(/[ab]{0,5}){0,5}",
        ) {
            let Ok(parsed) = Pattern::parse(&pattern) else {
                return Ok(());
            };
            let expected = means(&pattern.split('/').collect::<Vec<_>>(), &path.split('/').collect::<Vec<_>>());
            prop_assert_eq!(parsed.matches(&path), expected, "{} on {}", pattern, path);
        }

        #[test]
        fn a_path_without_wildcards_matches_itself_alone(path in "[a-cß]{1,4}(/[a-cß]{1,4}){0,3}", other in "[a-cß]{1,4}(/[a-cß]{1,4}){0,3}") {
            let pattern = Pattern::parse(&path).expect("a pattern");
            prop_assert!(pattern.matches(&path));
            prop_assert_eq!(pattern.matches(&other), path == other);
        }

        #[test]
        fn stars_take_in_everything_and_no_text_panics(path in "\\PC{0,30}", text in "\\PC{0,30}") {
            prop_assert!(Pattern::parse("**").expect("a pattern").matches(&path));
            if let Ok(pattern) = Pattern::parse(&text) {
                pattern.matches(&path);
            }
        }
    }

    #[test]
    fn many_stars_take_no_time_that_grows_out_of_hand() {
        let pattern = format!("{}b", "*a".repeat(60));
        assert!(!matches(&pattern, &"a".repeat(4000)));
    }
}
