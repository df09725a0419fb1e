//! Only a few crates touch files, the environment and the clock; all others are given what they
//! need and give back what they made. Tests are free to do as they like.

use super::rules::{OUTSIDE, TOUCH_THE_OUTSIDE};
use super::source::{self, Path, Token};
use super::{Violation, has_extension};
use crate::workspace::Tree;

/// Checks the sources of every crate that does not touch the outside.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let files: Vec<File<'_>> =
        tree.texts().filter_map(|(path, text)| File::parse(path, text)).collect();
    let for_tests: Vec<String> = files.iter().flat_map(File::modules_for_tests).collect();
    let is_for_test = |file: &File<'_>| {
        let stem = file.path.trim_end_matches(".rs");
        for_tests.iter().any(|module| {
            stem.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    files.iter().filter(|file| !is_for_test(file)).flat_map(File::violations).collect()
}

/// A source file of a crate that does not touch the outside.
struct File<'a> {
    path: &'a str,
    crate_name: &'a str,
    tokens: Vec<Token<'a>>,
    /// The modules in other files that are compiled for tests only.
    modules: Vec<&'a str>,
}

impl<'a> File<'a> {
    fn parse(path: &'a str, text: &'a str) -> Option<Self> {
        let (crate_name, file) = path.strip_prefix("crates/")?.split_once('/')?;
        let is_meant = file.starts_with("src/")
            && has_extension(file, "rs")
            && !TOUCH_THE_OUTSIDE.contains(&crate_name);
        let (tokens, modules) = is_meant.then(|| source::without_tests(&source::tokens(text)))?;
        Some(Self { path, crate_name, tokens, modules })
    }

    /// Where the modules lie that are compiled for tests only: paths without `.rs`.
    fn modules_for_tests(&self) -> Vec<String> {
        let stem = self.path.trim_end_matches(".rs");
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let own = if matches!(name, "lib" | "main" | "mod") { folder } else { stem };
        self.modules.iter().map(|module| format!("{own}/{module}")).collect()
    }

    fn violations(&self) -> Vec<Violation> {
        let paths = source::paths(&self.tokens);
        paths.iter().filter_map(|path| self.violation(path)).collect()
    }

    fn violation(&self, path: &Path<'_>) -> Option<Violation> {
        let (named, touched) = OUTSIDE.iter().find(|(pattern, _)| {
            let pattern: Vec<&str> = pattern.split("::").collect();
            path.segments.windows(pattern.len()).any(|window| window == pattern)
        })?;
        let message = format!(
            "{named} touches {touched}, which {} does not; take what is needed as an argument, only {} \
             reach outside",
            self.crate_name,
            TOUCH_THE_OUTSIDE.join(", "),
        );
        Some(Violation::new(self.path, path.line, "outside-world", message))
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::OUTSIDE;
    use crate::workspace::Tree;

    /// Where something is said about files.
    fn places(files: &[(&str, &str)]) -> Vec<String> {
        let violations = check(&Tree::of(files));
        violations.iter().map(|it| format!("{}:{}", it.path, it.line)).collect()
    }

    #[test]
    fn each_way_outside_is_told() {
        for source in [
            "use std::fs;",
            "use std::fs::File;",
            "use std::{io, fs::File};",
            "use std::{\n    collections::{BTreeMap}, fs};",
            "fn f() { ::std::env::var(\"A\"); }",
            "use std::process::Command;",
            "use std::net::TcpStream;",
            "use std::*;",
            "use std::time::SystemTime; fn f() { SystemTime::now(); }",
            "fn f() { std::time::Instant::now(); }",
            "fn f() -> Option<u8> { map(jiff::Timestamp::now) }",
            "fn f() { Zoned::now() }",
            "use std::thread; fn f() { thread::sleep(x) }",
            "#[cfg(not(test))] use std::fs;",
        ] {
            assert_eq!(places(&[("crates/plimsoll-fio/src/lib.rs", source)]).len(), 1, "{source}");
        }
        for (named, _) in OUTSIDE {
            let source = format!("use {named};");
            assert_eq!(places(&[("crates/plimsoll-fio/src/a/b.rs", &source)]).len(), 1, "{source}");
        }
    }

    #[test]
    fn what_stays_inside_is_not() {
        for source in [
            "use std::io::Read;",
            "// std::fs\n/* std::env */ const A: &str = \"std::net\";",
            "const A: &str = std::env!(\"CARGO_PKG_VERSION\");",
            "use crate::process::env; use other::fs;",
            "use std::time::Instant; fn f(now: Instant) { now.elapsed(); }",
            "#[cfg(test)]\nmod tests {\n    use std::fs;\n}",
        ] {
            assert_eq!(places(&[("crates/plimsoll-fio/src/lib.rs", source)]), [""; 0], "{source}");
        }
    }

    #[test]
    fn the_line_is_that_of_the_name() {
        let source = "use std::{\n    io,\n    fs,\n};\n#[cfg(test)]\nmod tests {\n}\nfn f() { std::env::args(); }";
        let path = "crates/plimsoll-fio/src/lib.rs";
        assert_eq!(places(&[(path, source)]), [format!("{path}:3"), format!("{path}:8")]);
    }

    #[test]
    fn crates_that_reach_outside_and_tests_are_free() {
        let outside = "use std::fs;";
        assert_eq!(
            places(&[
                ("crates/plimsoll/src/main.rs", outside),
                ("crates/plimsoll-input/src/walk.rs", outside),
                ("crates/plimsoll-fio/tests/all/main.rs", outside),
                ("crates/plimsoll-fio/benches/read.rs", outside),
                ("xtask/src/main.rs", outside),
            ]),
            [""; 0]
        );
    }

    #[test]
    fn test_modules_in_files_of_their_own_are_free() {
        let outside = "use std::fs;";
        assert_eq!(
            places(&[
                ("crates/plimsoll-fio/src/lib.rs", "#[cfg(test)] mod tests; mod a;"),
                ("crates/plimsoll-fio/src/tests.rs", outside),
                ("crates/plimsoll-fio/src/tests/more.rs", outside),
                ("crates/plimsoll-fio/src/a.rs", "#[cfg(test)] mod cases;"),
                ("crates/plimsoll-fio/src/a/cases.rs", outside),
                ("crates/plimsoll-fio/src/testsuite.rs", outside),
                ("crates/plimsoll-export/src/tests.rs", outside),
            ]),
            ["crates/plimsoll-export/src/tests.rs:1", "crates/plimsoll-fio/src/testsuite.rs:1"]
        );
    }
}
