//! The command lines of a run, as a user keeps them beside its output.
//!
//! They hold passwords (`-p`): nothing of them is taken but how often a log was taken and how long the run was to take.

use std::path::Path;

/// How the scripts of SSB are called, in its files and in its documentation.
const SCRIPTS: [&str; 2] = ["start_3sb", "startssb"];

/// What command lines tell.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Command {
    /// Seconds between two reports of `nfsiostat` or `iostat`.
    pub(crate) interval_s: Option<f64>,
    /// Seconds that the run was to take (`-S`).
    pub(crate) run_time_s: Option<f64>,
}

/// Whether a text is one or more command lines of a run.
pub(crate) fn is_command(head: &str) -> bool {
    if head.lines().take(200).count() == 200 {
        return false;
    }
    let calls_script = head.lines().any(|line| SCRIPTS.iter().any(|script| line.contains(script)));
    calls_script || Command::of(head).interval_s.is_some()
}

impl Command {
    /// Reads a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut command = Self::default();
        for line in text.lines() {
            let mut words = line.split_whitespace().skip_while(|word| is_prompt(word));
            if SCRIPTS.iter().any(|script| line.contains(script)) {
                words.find(|word| *word == "-S");
                command.run_time_s = command.run_time_s.or(words.next().and_then(seconds));
            } else if words.next().is_some_and(is_monitor) {
                command.interval_s = command.interval_s.or(words.find_map(seconds));
            }
        }
        command
    }
}

fn is_prompt(word: &str) -> bool {
    matches!(word, "$" | "#" | "sudo" | "nohup" | "LC_ALL=C" | "LANG=C")
}

fn is_monitor(word: &str) -> bool {
    let name = Path::new(word).file_name().and_then(|name| name.to_str());
    matches!(name, Some("nfsiostat" | "iostat"))
}

fn seconds(word: &str) -> Option<f64> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit()) && word.len() < 10;
    word.parse::<f64>().ok().filter(|seconds| is_number && *seconds > 0.0)
}

#[cfg(test)]
mod tests {
    use super::{Command, is_command};

    #[test]
    fn the_interval_is_the_first_number_of_the_monitor() {
        let interval = |text| Command::of(text).interval_s;
        assert_eq!(interval("nfsiostat 10 66 /var/lib/mysql"), Some(10.0));
        assert_eq!(interval("$ LC_ALL=C /usr/bin/iostat -t -xm 5 > iostat.out"), Some(5.0));
        assert_eq!(interval("logman start ssb  (15 s samples)"), None);
        assert_eq!(interval("iostat -x"), None);
    }

    #[test]
    fn the_run_time_is_that_of_the_script() {
        let text =
            "python3 start_3sb.py -S 300 -u 24 -r 80 -s mysql -p XXXXX -t 1\niostat -t -xm 5\n";
        assert!(is_command(text));
        assert_eq!(Command::of(text), Command { interval_s: Some(5.0), run_time_s: Some(300.0) });
        assert!(!is_command("a report about start times\n"));
    }
}
