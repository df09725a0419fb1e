//! `errorlog.html`: failed operations and corrupted data.
//!
//! ```text
//! <title>Vdbench output/errorlog.html</title><pre>
//! Vdbench error log, created 11:22:01 Nov 30 2026 UTC
//! Error log. If there are no error messages beyond this line then there were no Data Validation or I/O errors.
//!
//! 11:22:10.532 localhost-0: 11:22:10.531 op: write  lun: /data/f1 lba: 17797120 0x010F9000 xfer: 4096 errno: ENOSPC: 'No space left on device'
//! ```
//!
//! Each failed operation has one line with `errno:`. File-system runs describe it once more in the
//! lines that follow. Corrupted data is announced once with `Data Validation error`, before the lines
//! of the operations that found it. All else, such as messages on maps and on what was validated, is no
//! error. On Windows the operating system's message may hold a line break.

use crate::clock::{TIME_BYTES, time_of_day};
use crate::number::with_ascii_digits;
use plimsoll_read::Text;

/// The texts of so many errors are kept; those that follow are mostly alike.
const TEXTS_KEPT: usize = 5;

/// So many characters of a text are kept.
const LONGEST_TEXT: usize = 200;

/// So many lines may a message of the operating system have.
const LINES_OF_MESSAGE: usize = 3;

/// What kind of error it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// An operation failed.
    Operation,
    /// Corrupted data was found for the first time.
    Corruption,
}

/// An error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LoggedError {
    /// Where it stands, from 1.
    pub(crate) line: usize,
    /// When it was logged where vdbench runs, in milliseconds since midnight there.
    pub(crate) time: Option<u32>,
    /// Its kind.
    pub(crate) kind: ErrorKind,
}

/// The errors of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorLog {
    /// All of them, in order.
    pub(crate) errors: Vec<LoggedError>,
    /// What the first ones say, without their times, shortened.
    pub(crate) first_texts: Vec<String>,
}

impl ErrorLog {
    /// How many operations failed. Corrupted data that no operation is told for counts as one.
    pub(crate) fn count(&self) -> usize {
        let operations =
            self.errors.iter().filter(|error| error.kind == ErrorKind::Operation).count();
        if operations == 0 { self.errors.len().min(1) } else { operations }
    }
}

/// Reads the file.
pub(crate) fn parse(text: &Text) -> ErrorLog {
    parse_text(text.as_str())
}

fn parse_text(text: &str) -> ErrorLog {
    let mut log = ErrorLog::default();
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let Some(kind) = kind(line) else { continue };
        let time = time_of_day(&with_ascii_digits(line.as_bytes()));
        log.errors.push(LoggedError { line: number, time, kind });
        if log.first_texts.len() < TEXTS_KEPT {
            let following = lines.clone().map(|(_, line)| line);
            log.first_texts.push(shortened(&message(line, following)));
        }
    }
    log
}

fn kind(line: &str) -> Option<ErrorKind> {
    if line.contains("errno:") {
        Some(ErrorKind::Operation)
    } else {
        // The head speaks of errors in general.
        let is_corruption =
            line.contains("Data Validation error") && !line.starts_with("Error log.");
        is_corruption.then_some(ErrorKind::Corruption)
    }
}

/// The message without its times. If the text of the operating system is not closed, it goes on in the
/// next lines.
fn message<'t>(line: &str, following: impl Iterator<Item = &'t str>) -> String {
    let mut message = without_times(line);
    let mut is_open = message.matches('\'').count() % 2 == 1;
    for line in following.take(LINES_OF_MESSAGE) {
        if !is_open || time_of_day(&with_ascii_digits(line.as_bytes())).is_some() {
            break;
        }
        message.push(' ');
        message.push_str(line);
        is_open = !line.contains('\'');
    }
    message
}

/// `11:22:10.532 n1-0: 11:22:10.531 op: …` has the times of the master and of the slave.
fn without_times(line: &str) -> String {
    let is_time = |word: &str| {
        let digits = with_ascii_digits(word.as_bytes());
        digits.len() == TIME_BYTES && time_of_day(&digits).is_some()
    };
    let words: Vec<&str> = line.split_whitespace().take(LONGEST_TEXT).collect();
    let mut kept = words.iter().enumerate().filter(|(at, word)| *at > 2 || !is_time(word));
    let first = kept.next().map(|(_, word)| *word).unwrap_or_default().to_owned();
    kept.fold(first, |message, (_, word)| message + " " + word)
}

fn shortened(message: &str) -> String {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match message.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorKind, ErrorLog, LoggedError, parse_text};
    use proptest::prelude::*;

    const HEAD: &str = "<title>Vdbench output/errorlog.html</title><pre>\n\
        Vdbench error log, created 11:22:01 Nov 30 2026 UTC \n\
        Error log. If there are no error messages beyond this line then there were no Data Validation or I/O errors.\n\n";

    fn failed(line: usize, time: u32) -> LoggedError {
        LoggedError { line, time: Some(time), kind: ErrorKind::Operation }
    }

    #[test]
    fn a_head_and_messages_are_no_errors() {
        let text = format!(
            "{HEAD}11:24:25.380 localhost-0: Created new mmap file: /tmp/x mmap size: 8k\n\
             11:24:25.381 localhost-0: Allocating Data Validation map: 8,192 one-byte entries for each 4,096-byte block.\n\
             11:24:32.420 localhost-0: 11:24:32.401 Total amount of key blocks read and validated:   10,429; key blocks marked in error:    0 \n"
        );
        assert_eq!(parse_text(&text), ErrorLog::default());
        let old = "<pre>\nError log. If there is no data beyond this line then there were no Data validation or I/O errors.\n\n";
        assert_eq!(parse_text(old), ErrorLog::default());
    }

    #[test]
    fn each_failed_operation_is_one_error() {
        let text = format!(
            "{HEAD}11:22:10.532 n1-0: 11:22:10.531 op: write  lun: /data/f1 lba:     17797120 0x010F9000 xfer:     4096 errno: ENOSPC: 'No space left on device' \n\
             11:22:10.537 n1-0: 11:22:10.534 Read error using file /data/f1\nError:         EINVAL: 'Invalid argument'\nlba:           1150976\n\
             11:22:10.543 n1-0: 11:22:10.538 op: read   lun: /data/f2 lba:  0 0x0 xfer:     512 errno: EIO: 'I/O error' \n"
        );
        let log = parse_text(&text);
        assert_eq!(log.errors, [failed(5, 40_930_532), failed(9, 40_930_543)]);
        assert_eq!(log.count(), 2);
        assert_eq!(
            log.first_texts,
            [
                "n1-0: op: write lun: /data/f1 lba: 17797120 0x010F9000 xfer: 4096 errno: ENOSPC: 'No space left on device'",
                "n1-0: op: read lun: /data/f2 lba: 0 0x0 xfer: 512 errno: EIO: 'I/O error'",
            ]
        );
    }

    #[test]
    fn corrupted_data_is_counted_by_its_operations() {
        let found = "11:22:10.532 n1-0: 11:22:10.531 At least one Data Validation error has been detected.   \n";
        let log = parse_text(&format!("{HEAD}{found}"));
        assert_eq!((log.count(), log.errors[0].kind), (1, ErrorKind::Corruption));
        let operation = "11:22:11.000 n1-0: 11:22:10.999 op: read lun: /d lba: 0 0x0 xfer: 4096 errno: 60003: 'A data corruption has been detected' \n";
        assert_eq!(parse_text(&format!("{HEAD}{found}{operation}")).count(), 1);
        assert_eq!(parse_text(&format!("{HEAD}{found}{operation}{operation}")).count(), 2);
    }

    #[test]
    fn messages_of_windows_may_have_a_line_break() {
        let text = format!(
            "{HEAD}11:22:10.532 n-0: 11:22:10.531 op: read lun: \\\\.\\X lba: 0 0x0 xfer: 512 errno: ERROR_NOT_READY: 'The device is not ready.\r\n' \r\n\
             11:22:10.533 n-0: 11:22:10.532 op: read lun: \\\\.\\X lba: 0 0x0 xfer: 512 errno: ERROR_CRC: 'Bad\n"
        );
        let log = parse_text(&text);
        assert_eq!(log.errors, [failed(5, 40_930_532), failed(7, 40_930_533)]);
        assert!(
            log.first_texts[0].ends_with("ERROR_NOT_READY: 'The device is not ready. '"),
            "{log:?}"
        );
        assert!(log.first_texts[1].ends_with("ERROR_CRC: 'Bad"), "{log:?}");
    }

    #[test]
    fn times_may_have_other_digits_and_texts_are_shortened() {
        let path = "x".repeat(900);
        let text =
            format!("{HEAD}١١:٢٢:١٠.٥٣٢ n1-0: ١١:٢٢:١٠.٥٣١ op: read lun: /{path} errno: EIO\n")
                .repeat(9);
        let log = parse_text(&text);
        assert_eq!((log.count(), log.first_texts.len()), (9, 5));
        assert_eq!(log.errors[0], failed(5, 40_930_532));
        assert!(log.first_texts[0].starts_with("n1-0: op: read lun: /xxx"), "{log:?}");
        assert_eq!(log.first_texts[0].chars().count(), 201);
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(lines in proptest::collection::vec("errno: '|11:22:10.53.|Data Validation error|\\PC{0,20}", 0..20)) {
            let read = parse_text(&lines.join("\n"));
            let failures = lines.iter().filter(|line| line.contains("errno:")).count();
            prop_assert!(read.count() >= failures);
        }
    }
}
