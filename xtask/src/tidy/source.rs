//! Rust source, as far as [`super::purity`] needs it: words without comments and strings, without
//! what is compiled for tests only, and the paths that are named.

/// A word or sign of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// From 1.
    pub(super) line: usize,
}

/// A path such as `std::fs::read`, with groups in `use` taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Path<'a> {
    pub(super) segments: Vec<&'a str>,
    /// The line of its last part that is its own, from 1.
    pub(super) line: usize,
}

/// The words and signs of a source, without comments, strings and characters.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let left_out = if first.is_whitespace() {
            Some(first.len_utf8())
        } else {
            comment_length(rest).or_else(|| string_length(rest)).or_else(|| char_length(rest))
        };
        let length = left_out.unwrap_or_else(|| {
            let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
            match rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()) {
                0 if rest.starts_with("::") => 2,
                0 => first.len_utf8(),
                word => word,
            }
        });
        let text = &rest[..length];
        if left_out.is_none() {
            tokens.push(Token { text, line });
        }
        line += text.matches('\n').count();
        at += length;
    }
    tokens
}

fn comment_length(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    let mut at = rest.strip_prefix("/*").map(|_| 2)?;
    let mut depth = 1;
    while depth > 0 {
        let Some(next) = rest[at..].find(['/', '*']) else {
            return Some(rest.len());
        };
        at += next;
        let step = match rest.as_bytes().get(at..at + 2) {
            Some(b"/*") => 1,
            Some(b"*/") => -1,
            _ => 0,
        };
        depth += step;
        at += if step == 0 { 1 } else { 2 };
    }
    Some(at)
}

fn string_length(rest: &str) -> Option<usize> {
    let prefix = rest.find(|letter| !matches!(letter, 'b' | 'c' | 'r'))?;
    let raw = rest[..prefix].contains('r');
    let after = &rest[prefix..];
    let hashes = if raw { after.find(|letter| letter != '#')? } else { 0 };
    let content = after[hashes..].strip_prefix('"').filter(|_| prefix <= 2)?;
    let begin = rest.len() - content.len();
    if raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(content.find(&end).map_or(rest.len(), |at| begin + at + end.len()));
    }
    let mut escaped = false;
    let end = content.find(|letter| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    });
    Some(end.map_or(rest.len(), |at| begin + at + 1))
}

/// The length of a character. The quote of a lifetime is none.
fn char_length(rest: &str) -> Option<usize> {
    let content = rest.strip_prefix('\'')?;
    let first = content.chars().next()?;
    // After a backslash comes at least one more: it may be a quote.
    let least = if first == '\\' { 2 } else { first.len_utf8() };
    let after = content.get(least..)?;
    let more = if first == '\\' { after.find('\'')? } else { 0 };
    after[more..].starts_with('\'').then_some(1 + least + more + 1)
}

/// What is compiled outside tests, and the modules in other files that are compiled for tests only.
pub(super) fn without_tests<'a>(tokens: &[Token<'a>]) -> (Vec<Token<'a>>, Vec<&'a str>) {
    const FOR_TESTS: &[&str] = &["[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if begins(&tokens[at..], "#", FOR_TESTS) {
            let begin = at + 1 + FOR_TESTS.len();
            at = begin + item_length(&tokens[begin..]);
            modules.extend(module_elsewhere(&tokens[begin..at]));
        } else if begins(&tokens[at..], "#", &["!"]) && begins(&tokens[at + 1..], "!", FOR_TESTS) {
            return (Vec::new(), modules);
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    (kept, modules)
}

fn begins(tokens: &[Token<'_>], first: &str, next: &[&str]) -> bool {
    let mut texts = tokens.iter().map(|token| token.text);
    texts.next() == Some(first) && next.iter().all(|expected| texts.next() == Some(*expected))
}

/// How many tokens belong to an item: up to its semicolon or its closing brace.
fn item_length(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(token.text, ";" | "}") {
            return at + 1;
        }
    }
    tokens.len()
}

/// The name of `mod name;`.
fn module_elsewhere<'a>(item: &[Token<'a>]) -> Option<&'a str> {
    match item {
        [.., keyword, name, end] if keyword.text == "mod" && end.text == ";" => Some(name.text),
        _ => None,
    }
}

/// The paths that are named, whether in `use` or elsewhere. Macros (`std::env!`) are none.
pub(super) fn paths<'a>(tokens: &[Token<'a>]) -> Vec<Path<'a>> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = if is_word(tokens, at) { path(tokens, at, &[], &mut paths) } else { at + 1 };
    }
    paths
}

/// Reads one path, or a group of them that begin alike, and says where the next thing begins.
fn path<'a>(
    tokens: &[Token<'a>],
    mut at: usize,
    begin: &[&'a str],
    paths: &mut Vec<Path<'a>>,
) -> usize {
    let mut segments = begin.to_vec();
    let mut line = 0;
    while is_word(tokens, at) || is(tokens, at, "*") && !segments.is_empty() {
        segments.push(tokens[at].text);
        line = tokens[at].line;
        at += 1;
        if !is(tokens, at, "::") {
            break;
        }
        at += 1;
        if is(tokens, at, "{") {
            return group(tokens, at + 1, &segments, paths);
        }
    }
    if !is(tokens, at, "!") {
        paths.push(Path { segments, line });
    }
    at
}

/// Reads the parts of a group, up to its closing brace.
fn group<'a>(
    tokens: &[Token<'a>],
    mut at: usize,
    begin: &[&'a str],
    paths: &mut Vec<Path<'a>>,
) -> usize {
    while at < tokens.len() && !is(tokens, at, "}") {
        if is(tokens, at, "as") {
            at += 2;
        } else if is_word(tokens, at) || is(tokens, at, "*") {
            at = path(tokens, at, begin, paths);
        } else {
            at += 1;
        }
    }
    at + 1
}

fn is(tokens: &[Token<'_>], at: usize, text: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.text == text)
}

fn is_word(tokens: &[Token<'_>], at: usize) -> bool {
    let first = tokens.get(at).and_then(|token| token.text.chars().next());
    first.is_some_and(|first| first.is_alphabetic() || first == '_')
}

#[cfg(test)]
mod tests {
    use super::{paths, tokens, without_tests};

    fn words(source: &str) -> Vec<&str> {
        tokens(source).iter().map(|token| token.text).collect()
    }

    fn named(source: &str) -> Vec<(String, usize)> {
        let found = paths(&tokens(source));
        found.iter().map(|path| (path.segments.join("::"), path.line)).collect()
    }

    #[test]
    fn comments_strings_and_characters_are_left_out() {
        for (source, expected) in [
            ("a // b\nc", &["a", "c"][..]),
            ("a /* b /* c */ d */ e", &["a", "e"]),
            ("a /* * / b", &["a"]),
            (r#"a "b \" c" d"#, &["a", "d"]),
            (r#"a "b \\" d"#, &["a", "d"]),
            (r##"a r#"b " c"# d"##, &["a", "d"]),
            (r#"a br"b\" b"c" c"d" e"#, &["a", "e"]),
            (r"a '\'' b '\\' c '\u{1F}' d", &["a", "b", "c", "d"]),
            ("a '\"' b '測' c", &["a", "b", "c"]),
            ("&'a str", &["&", "'", "a", "str"]),
            ("r#fn x", &["r", "#", "fn", "x"]),
        ] {
            assert_eq!(words(source), expected, "{source}");
        }
    }

    #[test]
    fn lines_are_counted_through_all_that_is_left_out() {
        let source = "a /*\n*/ \"\n\" r\"\n\" // x\nb";
        assert_eq!(tokens(source).last().map(|token| token.line), Some(5));
    }

    #[test]
    fn groups_are_taken_apart() {
        let source = "use std::{\n    collections::{BTreeMap, *},\n    self as s,\n    io as fs,\n};\nlet a = b * ::c::d::<e>(f::g!());";
        let expected = [
            ("use", 1),
            ("std::collections::BTreeMap", 2),
            ("std::collections::*", 2),
            ("std::self", 3),
            ("std::io", 4),
            ("let", 6),
            ("a", 6),
            ("b", 6),
            ("c::d", 6),
            ("e", 6),
        ];
        let expected: Vec<_> =
            expected.iter().map(|(path, line)| ((*path).to_owned(), *line)).collect();
        assert_eq!(named(source), expected);
    }

    #[test]
    fn what_is_for_tests_is_left_out() {
        let source = "a; #[cfg(test)] #[allow(x)] mod tests { fn b() { c(); } } d; #[cfg(test)] use e::{f}; g;
            #[cfg(test)] pub(crate) mod h; i; #[cfg(not(test))] mod j { k }";
        let (kept, modules) = without_tests(&tokens(source));
        let kept: String = kept.iter().map(|token| token.text).collect();
        assert_eq!(kept, "a;d;;g;i;#[cfg(not(test))]modj{k}");
        assert_eq!(modules, ["h"]);
        assert_eq!(without_tests(&tokens("#![cfg(test)] a")).0, []);
    }
}
