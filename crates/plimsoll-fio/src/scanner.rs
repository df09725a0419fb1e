//! JSON as fio writes it, pulled token by token out of the text.
//!
//! fio escapes only `"` and `\` in strings, so descriptions hold raw control characters; it prints
//! `nan` where a mean has no values; it repeats keys, sometimes because they are different things
//! (every `filename`), sometimes because they are nothing (`"0.00" : 0`). Strict parsers refuse all
//! of that or keep the last of equal keys. This scanner gives every pair in order, borrows strings
//! and numbers as they were written, knows where it is, and stops where the value ends, so that
//! several documents may follow each other in one text.

use crate::fields::Oddities;
use plimsoll_schema::Distribution;
use std::borrow::Cow;

/// A number exactly as written. It is a number by its place; whether it can be read as one
/// (`nan` cannot) is decided where it is used.
pub(crate) type Number<'t> = &'t str;

/// How deep values may lie in each other. fio's own go six deep.
const GREATEST_DEPTH: usize = 64;

/// Where and why a text is no JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// Offset in the text.
    pub(crate) at: usize,
    /// What stands there.
    pub(crate) problem: Problem,
}

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Problem {
    /// It ends before the value does.
    Ends,
    /// Something else should stand there.
    Expected(&'static str),
    /// Values lie too deep in each other.
    TooDeep,
    /// A list has more elements than any run has entries.
    TooMany,
}

/// Pulls values out of a text.
#[derive(Debug)]
pub(crate) struct Scanner<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
    /// The keys and indices that lead to where it is.
    pub(crate) path: Vec<Step<'t>>,
    /// What is well formed, and not what it should be.
    pub(crate) oddities: Oddities,
    /// Bins further on that were left out of the text, and where (`condensed`).
    pub(crate) counted_bins: &'t [(usize, Distribution)],
}

/// A part of the way from a value into the depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'t> {
    /// A key as written.
    Key(&'t str),
    /// An index into an array.
    Index(usize),
}

impl<'t> Scanner<'t> {
    /// A scanner that begins at an offset.
    pub(crate) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at, path: Vec::new(), oddities: Oddities::default(), counted_bins: &[] }
    }

    /// Where it is.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// What stands here and behind.
    pub(crate) fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Calls `each` with every key of an object; `each` takes the value.
    pub(crate) fn object(
        &mut self,
        each: impl FnMut(&mut Self, Cow<'t, str>) -> Result<(), SyntaxError>,
    ) -> Result<(), SyntaxError> {
        self.object_by(Self::string, each)
    }

    /// The same, with what `key` makes of every key.
    pub(crate) fn object_by<K>(
        &mut self,
        mut key: impl FnMut(&mut Self) -> Result<K, SyntaxError>,
        mut each: impl FnMut(&mut Self, K) -> Result<(), SyntaxError>,
    ) -> Result<(), SyntaxError> {
        self.members(b'{', b'}', "`,` or `}`", |scanner| {
            scanner.next()?;
            let opens = scanner.at;
            let key = key(scanner)?;
            if let Some(step) = scanner.path.last_mut() {
                *step = Step::Key(&scanner.text[opens + 1..scanner.at - 1]);
            }
            scanner.expect(b':', "`:`")?;
            each(scanner, key)
        })
    }

    /// Calls `each` for every element of an array; `each` takes the element.
    pub(crate) fn array(
        &mut self,
        each: impl FnMut(&mut Self) -> Result<(), SyntaxError>,
    ) -> Result<(), SyntaxError> {
        self.members(b'[', b']', "`,` or `]`", each)
    }

    fn members(
        &mut self,
        open: u8,
        close: u8,
        separators: &'static str,
        mut each: impl FnMut(&mut Self) -> Result<(), SyntaxError>,
    ) -> Result<(), SyntaxError> {
        self.expect(open, if open == b'{' { "`{`" } else { "`[`" })?;
        if !self.may_go_deeper() {
            return Err(self.problem(Problem::TooDeep));
        }
        self.path.push(Step::Index(0));
        if self.next()? == close {
            self.at += 1;
        } else {
            loop {
                each(self)?;
                match self.next()? {
                    b',' => {
                        self.at += 1;
                        if let Some(Step::Index(index)) = self.path.last_mut() {
                            *index += 1;
                        }
                    }
                    byte if byte == close => {
                        self.at += 1;
                        break;
                    }
                    _ => return Err(self.problem(Problem::Expected(separators))),
                }
            }
        }
        self.path.pop();
        Ok(())
    }

    /// Takes this string, if it stands here without escapes.
    #[inline]
    pub(crate) fn takes_string(&mut self, string: &str) -> bool {
        let end = string.len() + 1;
        let stands_here = match self.rest().split_at_checked(end) {
            Some(([b'"', text @ ..], [b'"', ..])) => text == string.as_bytes(),
            _ => false,
        };
        if stands_here {
            self.at += end + 1;
        }
        stands_here
    }

    /// A string without its quotes. A backslash before a character that needs none is kept.
    pub(crate) fn string(&mut self) -> Result<Cow<'t, str>, SyntaxError> {
        self.expect(b'"', "a string")?;
        let start = self.at;
        let rest = self.rest();
        let Some(length) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
            self.at = self.text.len();
            return Err(self.problem(Problem::Ends));
        };
        self.at += length;
        if rest[length] == b'\\' {
            return self.escaped_string(start);
        }
        let string = &self.text[start..self.at];
        self.at += 1;
        Ok(Cow::Borrowed(string))
    }

    fn escaped_string(&mut self, start: usize) -> Result<Cow<'t, str>, SyntaxError> {
        let mut string = self.text[start..self.at].to_owned();
        let mut characters = self.text[self.at..].char_indices();
        while let Some((_, character)) = characters.next() {
            match character {
                '"' => {
                    self.at = self.text.len() - characters.as_str().len();
                    return Ok(Cow::Owned(string));
                }
                '\\' => {
                    let Some((_, escaped)) = characters.next() else {
                        break;
                    };
                    match escaped {
                        'n' => string.push('\n'),
                        't' => string.push('\t'),
                        'r' => string.push('\r'),
                        'b' => string.push('\u{8}'),
                        'f' => string.push('\u{C}'),
                        '"' | '\\' | '/' => string.push(escaped),
                        'u' => string.push(code_point(&mut characters)),
                        other => string.extend(['\\', other]),
                    }
                }
                other => string.push(other),
            }
        }
        self.at = self.text.len();
        Err(self.problem(Problem::Ends))
    }

    /// Passes over one value.
    pub(crate) fn skip(&mut self) -> Result<(), SyntaxError> {
        match self.next()? {
            b'{' => self.object(|scanner, _| scanner.skip()),
            b'[' => self.array(Self::skip),
            b'"' => self.string().map(drop),
            byte if is_bare(byte) => {
                self.bare();
                Ok(())
            }
            _ => Err(self.problem(Problem::Expected("a value"))),
        }
    }

    /// The bare word that stands here: a number, `true`, `null`.
    pub(crate) fn bare(&mut self) -> &'t str {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.iter().take_while(|byte| is_bare(**byte)).count();
        &self.text[start..self.at]
    }

    fn expect(&mut self, wanted: u8, name: &'static str) -> Result<(), SyntaxError> {
        if self.next()? == wanted {
            self.at += 1;
            return Ok(());
        }
        Err(self.problem(Problem::Expected(name)))
    }

    /// The next byte that is no white space; it is not taken.
    pub(crate) fn next(&mut self) -> Result<u8, SyntaxError> {
        let rest = self.rest();
        let Some(length) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) else {
            self.at = self.text.len();
            return Err(self.problem(Problem::Ends));
        };
        self.at += length;
        Ok(rest[length])
    }

    /// Whether another value may lie in the one where it is.
    pub(crate) fn may_go_deeper(&self) -> bool {
        self.path.len() < GREATEST_DEPTH
    }

    /// A problem with what stands here.
    pub(crate) fn problem(&self, problem: Problem) -> SyntaxError {
        SyntaxError { at: self.at, problem }
    }
}

/// The bytes of numbers and of `true`, `null`, `nan`, `-inf`.
pub(crate) fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// Four hexadecimal digits, a second four for a surrogate pair; U+FFFD for what is none.
fn code_point(characters: &mut std::str::CharIndices<'_>) -> char {
    let mut unit = || {
        let digits = characters.as_str().get(..4)?;
        let unit = u32::from_str_radix(digits, 16).ok()?;
        for _ in 0..4 {
            characters.next();
        }
        Some(unit)
    };
    let Some(first) = unit() else {
        return char::REPLACEMENT_CHARACTER;
    };
    if !(0xD800..0xDC00).contains(&first) {
        return char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER);
    }
    if !characters.as_str().starts_with("\\u") {
        return char::REPLACEMENT_CHARACTER;
    }
    characters.next();
    characters.next();
    let digits = characters.as_str().get(..4).and_then(|it| u32::from_str_radix(it, 16).ok());
    let Some(second) = digits.filter(|it| (0xDC00..0xE000).contains(it)) else {
        return char::REPLACEMENT_CHARACTER;
    };
    for _ in 0..4 {
        characters.next();
    }
    let point = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::{Problem, Scanner, SyntaxError};
    use proptest::prelude::*;

    /// All pairs of a flat object, values as text.
    fn pairs(text: &str) -> Result<Vec<(String, String)>, SyntaxError> {
        let mut pairs = Vec::new();
        let mut scanner = Scanner::new(text, 0);
        scanner.object(|scanner, key| {
            let value = scanner.scalar()?.unwrap_or_default();
            pairs.push((key.into_owned(), value.into_owned()));
            Ok(())
        })?;
        Ok(pairs)
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.to_owned(), value.to_owned())
    }

    #[test]
    fn every_pair_comes_in_order_also_of_equal_keys() {
        let text = r#"{"0.00" : 0, "filename" : "a", "0.00" : 0, "filename" : "b"}"#;
        let expected =
            [pair("0.00", "0"), pair("filename", "a"), pair("0.00", "0"), pair("filename", "b")];
        assert_eq!(pairs(text).unwrap(), expected);
    }

    #[test]
    fn strings_may_hold_what_fio_does_not_escape() {
        let text = "{\"a\" : \"line\nline\t\u{1}\", \"b\" : \"q \\\" back \\\\ C:\\dir \\u6e2c\\ud83d\\ude00\\ud83d\"}";
        let expected =
            [pair("a", "line\nline\t\u{1}"), pair("b", "q \" back \\ C:\\dir 測😀\u{FFFD}")];
        assert_eq!(pairs(text).unwrap(), expected);
    }

    #[test]
    fn numbers_keep_their_spelling() {
        assert_eq!(
            pairs(r#"{"a" : 0.000000, "b":-nan,"c":1e+3}"#).unwrap(),
            [pair("a", "0.000000"), pair("b", "-nan"), pair("c", "1e+3")]
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let expected = |at, what| Err(SyntaxError { at, problem: Problem::Expected(what) });
        assert_eq!(pairs(r#"{"a" 1}"#), expected(5, "`:`"));
        assert_eq!(pairs(r#"{"a" : 1 "b""#), expected(9, "`,` or `}`"));
        assert_eq!(pairs("{1"), expected(1, "a string"));
        assert_eq!(pairs(r#"{"a" : }"#), expected(7, "a value"));
        assert_eq!(pairs(r#"{"a" : "b"#), Err(SyntaxError { at: 9, problem: Problem::Ends }));
        assert_eq!(pairs(r#"{"a" : "b\"#), Err(SyntaxError { at: 10, problem: Problem::Ends }));
    }

    #[test]
    fn depth_is_bounded() {
        let deep = format!("{{\"a\":{}", "[".repeat(100_000));
        let error = Scanner::new(&deep, 0).skip().expect_err("too deep");
        assert_eq!(error.problem, Problem::TooDeep);
    }

    proptest! {
        #[test]
        fn no_text_panics_and_the_place_lies_in_it(text in "[\\[\\]{}\",:\\\\u0-9a-f \n測]{0,80}") {
            let mut scanner = Scanner::new(&text, 0);
            let result = scanner.skip();
            prop_assert!(scanner.at() <= text.len() && text.is_char_boundary(scanner.at()));
            if let Err(error) = result {
                prop_assert!(error.at <= text.len());
            }
        }
    }
}
