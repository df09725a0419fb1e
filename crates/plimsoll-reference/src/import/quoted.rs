//! Texts of strangers inside TOML: strings, comments, parts of ids.

use std::fmt::Write as _;

/// The greatest length of a line of comment, in characters.
const COMMENT_WIDTH: usize = 110;

/// A TOML string on one line, whatever the text holds.
pub(super) fn string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// A comment, in lines that each begin with `indent` and `#`. No character of the text can end it.
pub(super) fn comment(indent: &str, text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty())
    {
        let length = word.chars().count();
        if width == 0 || width + 1 + length > COMMENT_WIDTH {
            let end = if width == 0 { "" } else { "\n" };
            let _ = write!(lines, "{end}{indent}#");
            width = indent.len() + 1;
        }
        lines.push(' ');
        lines.push_str(word);
        width += 1 + length;
    }
    lines.push('\n');
    lines
}

/// Text of several lines, each made a comment: what a reviewer may take back by removing the marks.
pub(super) fn commented_out(indent: &str, text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.strip_prefix(indent).unwrap_or(line);
        let blank = if line.is_empty() { "" } else { " " };
        format!("{indent}#{blank}{line}\n")
    });
    lines.collect()
}

/// A part of an id: `a-z`, `0-9`, and `-` for whatever stands between. Empty if nothing is left, as
/// of a text in another script.
pub(super) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

#[cfg(test)]
mod tests {
    use super::{comment, commented_out, slug, string};

    #[test]
    fn strings_and_comments_hold_any_text() {
        assert_eq!(string("a \"b\" \\ c\nd\u{7}"), r#""a \"b\" \\ c\nd\u0007""#);
        assert_eq!(
            comment("  ", "left out\nid = \"x\"\r\u{0}end"),
            "  # left out id = \"x\" end\n"
        );
        let long = comment("", &"word ".repeat(40));
        assert_eq!(long.lines().count(), 2);
        assert!(long.lines().all(|line| line.starts_with("# word") && line.len() <= 112), "{long}");
        assert_eq!(commented_out("", "a = 1\n\nb = 2\n"), "# a = 1\n#\n# b = 2\n");
    }

    #[test]
    fn slugs_are_parts_of_ids() {
        for (text, expected) in [
            ("Table 2", "table-2"),
            ("n2-standard-32가상 머신", "n2-standard-32"),
            ("--Préparé (v2)!", "pr-par-v2"),
            ("가격", ""),
        ] {
            assert_eq!(slug(text), expected);
        }
    }
}
