//! What the commands that read inputs have in common.

use crate::arguments::InputArguments;
use crate::tally::counted;
use plimsoll_input::{InputOptions, Summary};
use plimsoll_read::{ReadOptions, Reader};
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// Who is asked, and what readers and the walk are told.
pub(crate) fn options<'a>(
    arguments: &'a InputArguments,
    readers: &'a [&'a dyn Reader],
) -> InputOptions<'a> {
    let mut read = ReadOptions::default();
    if let Some(max_input_bytes) = arguments.limits.max_input_size {
        read.max_input_bytes = max_input_bytes;
    }
    let usual = InputOptions::new(readers);
    InputOptions {
        from: arguments.from.as_deref(),
        read,
        records_sources: true,
        limits: arguments.limits.limits(),
        exclude: arguments.excluded(),
        threads: arguments.threads.unwrap_or(usual.threads),
        ..usual
    }
}

/// `3 of 17 inputs read, 12 passed over (9 look like results that are not read yet), 2 failed`.
pub(crate) fn how_it_went(summary: &Summary) -> String {
    how_it_went_again(summary, 0)
}

/// The same, where some inputs did not change since they were read.
pub(crate) fn how_it_went_again(summary: &Summary, unchanged: usize) -> String {
    let inputs = summary.read + unchanged + summary.skipped + summary.failed;
    let mut text = String::new();
    if summary.read < inputs {
        let _ = write!(text, "{} of ", summary.read);
    }
    let _ = write!(text, "{} read", counted(inputs, "input"));
    if unchanged > 0 {
        let _ = write!(text, ", {unchanged} unchanged");
    }
    if summary.skipped > 0 {
        let _ = write!(text, ", {} passed over", summary.skipped);
    }
    match summary.hinted {
        0 => {}
        1 => text.push_str(" (1 looks like a result that is not read yet)"),
        hinted => {
            let _ = write!(text, " ({hinted} look like results that are not read yet)");
        }
    }
    if summary.failed > 0 {
        let _ = write!(text, ", {} failed", summary.failed);
    }
    text
}

/// Writes a line to standard error. If that is closed, there is nobody to tell.
pub(crate) fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
