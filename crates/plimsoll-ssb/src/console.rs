//! The console text of SSB.
//!
//! ```text
//! **********************************************************************************************
//! Starting process for user 1 threads 1                                                      *
//! **********************************************************************************************
//! …
//! Starting test. Run time = 900 seconds with Read Percent = 80%  *
//! **********************************************************************************************
//!
//! User: 1 stopping after 900 Seconds
//! ```
//!
//! Each user is one process, whatever number of threads its line names. Errors of the database stand between these lines
//! as its driver words them; a user that one of them ended has no line that it stopped. They may hold names and
//! statements, so they are counted and not repeated.

use std::collections::BTreeSet;

const STARTING_USER: &str = "Starting process for user ";
const STARTING_TEST: &str = "Starting test. Run time = ";
const USER: &str = "User: ";

/// How other lines begin that are no messages: those of the script that fills the database.
const OF_SETUP: [&str; 4] = ["*", "Start Time:", "Stop Time:", "Elapsed Time:"];

/// What a console text tells of a run.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Console {
    /// The users that were started.
    pub(crate) started: BTreeSet<u64>,
    /// The users that said that they stopped.
    pub(crate) stopped: BTreeSet<u64>,
    /// The tests that were started.
    pub(crate) tests: Vec<Test>,
    /// How many lines are messages, and the first of them.
    pub(crate) messages: usize,
    pub(crate) first_message: Option<usize>,
}

/// A test that was started.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Test {
    /// The line that says so, from 1.
    pub(crate) line: usize,
    /// How long its users work, in seconds. A statement that has begun is finished afterwards.
    pub(crate) run_time_s: Option<f64>,
    /// The share of reads that was asked for, in per cent.
    pub(crate) read_percent: Option<f64>,
}

impl Test {
    /// The share that SSB acts by: of ten statements a whole number are reads, so 85 acts as 80.
    pub(crate) fn effective_read_percent(&self) -> Option<f64> {
        Some((self.read_percent? / 10.0).floor() * 10.0)
    }
}

/// Whether a text is one.
pub(crate) fn is_console(head: &str) -> bool {
    head.lines().any(|line| line.starts_with(STARTING_TEST) || line.starts_with(STARTING_USER))
}

impl Console {
    /// Reads a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut console = Self::default();
        for (index, line) in text.lines().enumerate() {
            console.line(index + 1, line.trim());
        }
        console
    }

    fn line(&mut self, number: usize, line: &str) {
        if let Some(rest) = line.strip_prefix(STARTING_USER) {
            self.started.extend(leading(rest));
        } else if let Some(rest) = line.strip_prefix(STARTING_TEST) {
            let share = rest.split_once("Read Percent = ").map(|(_, share)| share);
            self.tests.push(Test {
                line: number,
                run_time_s: leading(rest).map(|seconds| seconds as f64).filter(|it| *it > 0.0),
                read_percent: share.and_then(leading).map(|it| it as f64).filter(|it| *it <= 100.0),
            });
        } else if let Some(user) = stopped(line) {
            self.stopped.insert(user);
        } else if !line.is_empty() && !OF_SETUP.iter().any(|begin| line.starts_with(begin)) {
            self.messages += 1;
            self.first_message.get_or_insert(number);
        }
    }

    /// The users that were started and did not stop.
    pub(crate) fn lost(&self) -> Vec<u64> {
        self.started.difference(&self.stopped).copied().collect()
    }
}

fn stopped(line: &str) -> Option<u64> {
    let rest = line.strip_prefix(USER)?;
    rest.contains("stopping after").then(|| leading(rest)).flatten()
}

/// The number that a text begins with.
fn leading(text: &str) -> Option<u64> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Console, Test, is_console};
    use proptest::prelude::*;

    const TEXT: &str = "\
*****
Starting process for user 1 threads 4            *
*****
Starting process for user 2 threads 4            *
*****
Starting test. Run time = 30 seconds with Read Percent = 85%  *
*****

('40001', 'deadlock')
User: 1 stopping after 31 Seconds
";

    #[test]
    fn users_run_time_and_read_share_are_told() {
        let console = Console::of(TEXT);
        assert!(is_console(TEXT) && !is_console("User: 1 stopping after 31 Seconds"));
        assert_eq!(console.started.len(), 2, "threads do not multiply users");
        let [test] = console.tests.as_slice() else { panic!("one test") };
        assert_eq!(*test, Test { line: 6, run_time_s: Some(30.0), read_percent: Some(85.0) });
        assert_eq!(test.effective_read_percent(), Some(80.0));
        assert_eq!(console.lost(), [2]);
        assert_eq!((console.messages, console.first_message), (1, Some(9)));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "(Starting test. Run time = |Read Percent = |User: |stopping after|[0-9]{1,25}|%|\n|\\PC){0,30}") {
            let console = Console::of(&text);
            prop_assert!(console.lost().len() <= console.started.len());
        }
    }
}
