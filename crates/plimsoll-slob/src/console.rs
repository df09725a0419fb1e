//! What `runit.sh` writes to the terminal: its settings in two forms, what it connects, and how long it took.
//!
//! ```text
//! $ sh ./runit.sh -s 16 -t 1                            $ sh ./runit.sh 128
//! NOTIFY  : 2024.10.07-10:06:57 : Sourcing in slob.conf  NOTIFY:
//! UPDATE_PCT: 20                                        UPDATE_PCT == 20
//! RUN_TIME: 60                                          RUN_TIME == 300
//! THREADS_PER_SCHEMA: 1 (-t option)                     NOTIFY: Triggering the test.
//! NOTIFY  : … : Connecting 1 (THREADS_PER_SCHEMA) session(s) to 16 schema(s) ...
//!                                                       Tm 303
//! ```

use crate::files::whole_lines;
use crate::settings::Settings;
use plimsoll_read::find;

/// Whether a text is one.
pub(crate) fn is_console(head: &str) -> bool {
    let has = |word: &str| find(head, word).is_some();
    let mut settings = head.lines().filter_map(setting);
    has("NOTIFY") && has("UPDATE_PCT") && settings.any(|(name, _)| name == "UPDATE_PCT")
}

/// Reads one.
pub(crate) fn read(text: &str) -> Settings {
    let mut settings = Settings::default();
    for line in whole_lines(text) {
        if let Some((name, value)) = setting(line) {
            settings.set(name, value);
        } else if let Some((_, arguments)) = line.split_once("runit.sh") {
            settings.take_call(arguments);
        } else if let Some((_, connected)) = line.split_once("Connecting ") {
            settings.take_connected(connected);
        }
    }
    settings.took_s = seconds(text);
    settings
}

/// Name and value of a line of settings.
fn setting(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(" == ").or_else(|| line.split_once(": "))?;
    let is_name = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
    let is_setting = name.contains('_') || name == "SCALE";
    (is_setting && name.bytes().all(is_name))
        .then(|| (name, value.split_whitespace().next().unwrap_or_default()))
}

/// The seconds of the line `Tm 303`.
pub(crate) fn seconds(text: &str) -> Option<u64> {
    whole_lines(text).find_map(|line| line.strip_prefix("Tm ")?.trim().parse().ok())
}

impl Settings {
    /// `-s 16 -t 2`, or the number of schemas alone.
    fn take_call(&mut self, arguments: &str) {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let option = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse::<u64>().ok()
        };
        let alone = || words.first()?.parse::<u64>().ok();
        self.schemas = option("-s").or_else(alone).or(self.schemas);
        self.threads_per_schema = option("-t").or(self.threads_per_schema);
    }

    /// `2 (THREADS_PER_SCHEMA) session(s) to 12 schema(s) ...`. What the call says goes before it.
    fn take_connected(&mut self, connected: &str) {
        let Some((threads, schemas)) = connected.split_once(" session(s) to ") else { return };
        let number = |text: &str| text.split_whitespace().next()?.parse::<u64>().ok();
        self.schemas = self.schemas.or(number(schemas));
        self.threads_per_schema = self.threads_per_schema.or(number(threads));
    }
}

#[cfg(test)]
mod tests {
    use super::{is_console, read};

    #[test]
    fn both_forms_tell_the_same() {
        let new = "$ sh ./runit.sh -s 12 -t 2\nNOTIFY  : 2024.05.07-13:54:29 : \nUPDATE_PCT: 10\t\t\t\nRUN_TIME: 60\n\
            SCALE: 80M (10240 blocks)\nTHREADS_PER_SCHEMA: 2 (-t option)\nTm 63\n";
        let old =
            "$ sh ./runit.sh 24\nNOTIFY: \nUPDATE_PCT == 10\nRUN_TIME == 60\nSCALE == 80M\nTm 63\n";
        for text in [new, old] {
            assert!(is_console(text));
            let settings = read(text);
            assert_eq!(settings.sessions(), Some(24));
            assert_eq!(settings.update_percent, Some(10.0));
            assert_eq!((settings.run_time_s, settings.took_s), (Some(60), Some(63)));
            assert_eq!(settings.parameters(), [("scale", "80M".to_owned())]);
        }
    }

    #[test]
    fn what_was_connected_tells_the_sessions_where_the_call_is_lost() {
        let text = "NOTIFY  : 2024.05.07-13:54:29 : Connecting 2 (THREADS_PER_SCHEMA) session(s) to 12 schema(s) ...\n";
        assert_eq!(read(text).sessions(), Some(24));
        assert_eq!(read("NOTIFY: Connecting users 1 2 3\n").sessions(), None);
    }

    #[test]
    fn prose_is_no_console() {
        assert!(!is_console("NOTE: UPDATE_PCT is a setting of SLOB\n"));
        assert!(!is_console("UPDATE_PCT=20\n"));
    }
}
