//! Every exit status, and what it means.
//!
//! | status | [`Exit`] | when |
//! |---|---|---|
//! | 0 | [`Exit::Read`] | every input was read |
//! | 1 | [`Exit::NotMet`] | `check`: a figure falls short, is inconclusive or not comparable, or nothing corresponds to the references |
//! | 2 | [`Exit::Usage`] | wrong usage: arguments that make no sense, an output that cannot be created |
//! | 3 | [`Exit::SomeFailed`] | some inputs could not be read; everything else was written |
//! | 4 | [`Exit::NothingRead`] | nothing could be read, or what was read could not be written: there is no output |
//! | 130 | [`Exit::Stopped`] | `convert`: Ctrl-C, or a request to terminate; 128 + 2, as shells have it |
//!
//! `check` gives 1 before 3: a verdict that is not met stays so, whatever else could not be read.
//!
//! A pipe that is closed on the reading end (`plimsoll convert … | head`) is no failure: the
//! command ends at once, without a word, with status 0. What had not been read by then counts
//! neither way, and files of `-o` and `--findings` do not appear.

use plimsoll_input::Summary;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Every input was read.
    Read = 0,
    /// The verdict is not met.
    NotMet = 1,
    /// Wrong usage.
    Usage = 2,
    /// Some inputs could not be read.
    SomeFailed = 3,
    /// Nothing could be read, or nothing could be written.
    NothingRead = 4,
    /// The user stopped it.
    Stopped = 130,
}

/// The statuses of all commands, for `--help`.
pub(crate) const ALL_HELP: &str = "\
Exit status:
  0  every input was read
  1  check: a figure falls short, is inconclusive or not comparable, or nothing corresponds
  2  wrong usage
  3  some inputs could not be read; everything else was written
  4  nothing could be read, or the output could not be written";

/// The same, for `--help` of a command that gives no verdict.
pub(crate) const HELP: &str = "\
Exit status:
  0  every input was read
  2  wrong usage
  3  some inputs could not be read; everything else was written
  4  nothing could be read, or the output could not be written";

/// The same, for `convert --help`.
pub(crate) const CONVERT_HELP: &str = "\
Exit status:
  0    every input was read
  2    wrong usage
  3    some inputs could not be read; everything else was written
  4    nothing could be read, or the output could not be written
  130  stopped by Ctrl-C; a dataset keeps what was complete by then";

/// The same, for `check --help`.
pub(crate) const CHECK_HELP: &str = "\
Exit status:
  0  every figure meets or exceeds its published value
  1  a figure falls short, is inconclusive or not comparable, or nothing corresponds
  2  wrong usage
  3  met, but some inputs could not be read
  4  nothing could be read, or the output could not be written";

impl Exit {
    /// The status after reading inputs. Files that were passed over (no benchmark result, found in
    /// a folder) fail nothing, but a folder that holds nothing else was not read.
    pub(crate) fn after(summary: &Summary) -> Self {
        match (summary.read, summary.failed) {
            (0, _) => Self::NothingRead,
            (_, 0) => Self::Read,
            _ => Self::SomeFailed,
        }
    }
}
