//! `slob.conf`: assignments of the shell.
//!
//! ```text
//! #### SLOB 2.5.4.0 slob.conf
//!
//! UPDATE_PCT=20
//! export RUN_TIME=300        # seconds
//! SCALE="80M"
//! #RUN_TIME=999
//! ```
//!
//! The last assignment of a name counts. A value with anything but letters, digits and points in it is none of those
//! that are read.

use crate::files::whole_lines;
use crate::settings::Settings;
use plimsoll_read::find;

/// Names that only `slob.conf` has together.
const TELLING: [&str; 4] = ["UPDATE_PCT", "WORK_UNIT", "WORK_LOOP", "REDO_STRESS"];

/// Whether a text is one.
pub(crate) fn is_conf(head: &str) -> bool {
    let has = |name: &str| head.lines().filter_map(assignment).any(|(found, _)| found == name);
    let is_written = find(head, "UPDATE_PCT").is_some();
    is_written && has("UPDATE_PCT") && TELLING.iter().filter(|name| has(name)).count() >= 2
}

/// Reads one.
pub(crate) fn read(text: &str) -> Settings {
    let mut settings = Settings { version: version(text), ..Settings::default() };
    for (name, value) in whole_lines(text).filter_map(assignment) {
        settings.set(name, value);
    }
    settings
}

/// Name and value of a line, without comment and quotes.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let line = line.strip_prefix("export ").unwrap_or(line).trim_start();
    let (name, value) = line.split_once('=')?;
    let is_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    let quoted =
        ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.split(*quote).next());
    let bare = || value.split([' ', '\t', '#', ';', '\r']).next().unwrap_or_default();
    let value = quoted.unwrap_or_else(bare).trim();
    let is_plain = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
    Some((name, if is_plain { value } else { "" }))
}

/// The version in the comment that the file begins with.
fn version(text: &str) -> Option<String> {
    /// The comment stands in the first line; a copy may have lost it to one of its own.
    const LINES: usize = 5;
    let comments = whole_lines(text).take(LINES).filter(|line| line.trim_start().starts_with('#'));
    let is_version = |word: &&str| {
        word.contains('.')
            && word
                .split('.')
                .all(|part| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit()))
    };
    comments
        .filter_map(|line| line.split_once("SLOB"))
        .find_map(|(_, rest)| rest.split_whitespace().next().filter(is_version))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{is_conf, read};
    use proptest::prelude::*;

    const TEXT: &str = "#### SLOB 2.5.4.0 slob.conf\n\nUPDATE_PCT=20\nexport RUN_TIME=300 # seconds\nSCAN_PCT='5'\n\
        #RUN_TIME=999\nWORK_UNIT=64\nSCALE=\"80M\"\nTHREADS_PER_SCHEMA=2\t# sessions\nSYSDBA_PASSWD=\"se cret\"\n\
        export UPDATE_PCT RUN_TIME\n";

    #[test]
    fn assignments_are_read_without_comments_and_quotes() {
        assert!(is_conf(TEXT));
        let settings = read(TEXT);
        assert_eq!(settings.version.as_deref(), Some("2.5.4.0"));
        assert_eq!(settings.update_percent, Some(20.0));
        assert_eq!(settings.scan_percent, Some(5.0));
        assert_eq!(settings.run_time_s, Some(300));
        assert_eq!(settings.threads_per_schema, Some(2));
        assert_eq!(
            settings.parameters(),
            [("scale", "80M".to_owned()), ("work_unit", "64".to_owned())]
        );
    }

    #[test]
    fn a_secret_is_never_kept() {
        for line in
            ["SYSDBA_PASSWD=hunter2", "export SYSDBA_PASSWD='hunter2'", "SCALE=$(echo hunter2)"]
        {
            let settings = read(&format!("{TEXT}{line}\n"));
            assert!(!format!("{settings:?}").contains("hunter2"), "{settings:?}");
        }
    }

    #[test]
    fn the_last_assignment_counts() {
        assert_eq!(read("UPDATE_PCT=20\nUPDATE_PCT=30\n").update_percent, Some(30.0));
        assert_eq!(read("# settings of SLOB runs\nUPDATE_PCT=20\n").version, None);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[A-Z_=#\"' \n0-9$]{0,200}") {
            let _ = (is_conf(&text), read(&text));
        }
    }
}
