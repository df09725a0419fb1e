//! Licence expressions: `(MIT OR Apache-2.0) AND Unicode-3.0`, and `/` for OR as in old manifests.

use std::iter::Peekable;
use std::str::SplitWhitespace;

/// Whether the licences that are allowed are enough for an expression.
pub(super) fn is_satisfied(expression: &str, allowed: &[&str]) -> Result<bool, String> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let satisfied = either(&mut words, allowed)?;
    match words.next() {
        None => Ok(satisfied),
        Some(word) => Err(format!("unexpected {word:?}")),
    }
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

fn either(words: &mut Words<'_>, allowed: &[&str]) -> Result<bool, String> {
    let mut satisfied = both(words, allowed)?;
    while words.next_if_eq(&"OR").is_some() {
        satisfied |= both(words, allowed)?;
    }
    Ok(satisfied)
}

fn both(words: &mut Words<'_>, allowed: &[&str]) -> Result<bool, String> {
    let mut satisfied = one(words, allowed)?;
    while words.next_if_eq(&"AND").is_some() {
        satisfied &= one(words, allowed)?;
    }
    Ok(satisfied)
}

fn one(words: &mut Words<'_>, allowed: &[&str]) -> Result<bool, String> {
    match words.next() {
        None => Err("a licence is missing at the end".to_owned()),
        Some("(") => {
            let satisfied = either(words, allowed)?;
            words.next_if_eq(&")").ok_or("a parenthesis is not closed")?;
            Ok(satisfied)
        }
        Some(word @ (")" | "OR" | "AND" | "WITH")) => Err(format!("unexpected {word:?}")),
        Some(licence) if words.next_if_eq(&"WITH").is_some() => {
            let exception = words.next().ok_or("an exception is missing at the end")?;
            Ok(allowed.contains(&format!("{licence} WITH {exception}").as_str()))
        }
        Some(licence) => Ok(allowed.contains(&licence)),
    }
}

#[cfg(test)]
mod tests {
    use super::is_satisfied;

    const ALLOWED: &[&str] =
        &["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"];

    #[test]
    fn expressions_are_satisfied_or_not() {
        for (expression, expected) in [
            ("MIT", true),
            ("MPL-2.0", false),
            ("MIT OR MPL-2.0", true),
            ("MPL-2.0 OR MIT", true),
            ("MIT AND MPL-2.0", false),
            ("MIT/Apache-2.0", true),
            ("MPL-2.0 / MIT", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("(MIT OR Apache-2.0) AND MPL-2.0", false),
            ("(MPL-2.0 AND MIT) OR (MIT AND Unicode-3.0)", true),
            ("((MPL-2.0))", false),
            // AND binds closer than OR.
            ("MIT OR MPL-2.0 AND GPL-3.0-only", true),
            ("MPL-2.0 AND GPL-3.0-only OR MIT", true),
            ("MPL-2.0 AND (GPL-3.0-only OR MIT)", false),
            // An exception is part of the licence.
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0 WITH LLVM-exception OR MPL-2.0", true),
            ("MIT WITH LLVM-exception", false),
            // Names are compared whole.
            ("MIT-0", false),
            ("mit", false),
        ] {
            assert_eq!(is_satisfied(expression, ALLOWED), Ok(expected), "{expression}");
        }
    }

    #[test]
    fn what_is_no_expression_is_an_error() {
        for expression in [
            "",
            "MIT OR",
            "OR MIT",
            "MIT MIT",
            "(MIT",
            "MIT)",
            "()",
            "MIT WITH",
            "MIT or Apache-2.0",
        ] {
            assert!(is_satisfied(expression, ALLOWED).is_err(), "{expression:?}");
        }
    }
}
