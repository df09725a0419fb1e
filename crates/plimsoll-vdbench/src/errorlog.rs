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
use crate::lines::Line;
use crate::message::shortened;
use crate::number::with_ascii_digits;

/// So many characters of a text are kept.
const LONGEST_TEXT: usize = 200;

/// So many lines may a message of the operating system have.
const LINES_OF_MESSAGE: usize = 3;

/// The times of so many errors are kept: a disk that is gone fails millions of operations.
const MOST_TIMES: usize = 1_000_000;

/// What kind of error it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErrorKind {
    /// An operation failed.
    Operation,
    /// Corrupted data was found for the first time.
    Corruption,
}

/// The errors of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorLog {
    operations: Errors,
    corruptions: Errors,
}

/// The errors of a kind.
#[derive(Debug, Default, PartialEq, Eq)]
struct Errors {
    count: usize,
    /// When each was logged where vdbench runs, in milliseconds since midnight there.
    times: Vec<Option<u32>>,
    first: Option<FirstError>,
}

/// What the first error of a kind says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FirstError {
    /// Where it stands, from 1.
    pub(crate) line: usize,
    /// Its text without the times, shortened.
    pub(crate) text: String,
}

impl ErrorLog {
    /// How many operations failed. Corrupted data that no operation is told for counts as one.
    pub(crate) fn count(&self) -> usize {
        if self.operations.count > 0 {
            self.operations.count
        } else {
            self.corruptions.count.min(1)
        }
    }

    /// When each of those that count was logged, in milliseconds since midnight; `None` if this is not known of
    /// all of them.
    pub(crate) fn times(&self) -> Option<Vec<u32>> {
        let errors = self.counted();
        let times: Option<Vec<u32>> = errors.times.iter().take(self.count()).copied().collect();
        times.filter(|times| times.len() == self.count())
    }

    /// The first of those that count.
    pub(crate) fn first(&self) -> Option<&FirstError> {
        self.counted().first.as_ref()
    }

    fn counted(&self) -> &Errors {
        if self.operations.count > 0 { &self.operations } else { &self.corruptions }
    }

    fn of_mut(&mut self, kind: ErrorKind) -> &mut Errors {
        match kind {
            ErrorKind::Operation => &mut self.operations,
            ErrorKind::Corruption => &mut self.corruptions,
        }
    }
}

/// Reads the lines of the file.
#[derive(Debug, Default)]
pub(crate) struct ErrorLines {
    log: ErrorLog,
    /// The text of the first error of a kind, while its message goes on in the next lines.
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    kind: ErrorKind,
    line: usize,
    text: String,
    lines_left: usize,
}

impl ErrorLines {
    /// Takes the next line.
    pub(crate) fn line(&mut self, line: Line<'_>) {
        let text = String::from_utf8_lossy(line.bytes);
        let Some(kind) = kind(&text) else { return self.goes_on(&text) };
        self.close();
        let time = time_of_day(&with_ascii_digits(line.bytes));
        let errors = self.log.of_mut(kind);
        errors.count += 1;
        if errors.times.len() < MOST_TIMES {
            errors.times.push(time);
        }
        if errors.count == 1 {
            let text = without_times(&text);
            let lines_left = if is_open(&text) { LINES_OF_MESSAGE } else { 0 };
            self.open = Some(Open { kind, line: line.number, text, lines_left });
        }
    }

    /// What the file told.
    pub(crate) fn finish(mut self) -> ErrorLog {
        self.close();
        self.log
    }

    /// If the text of the operating system is not closed, it goes on.
    fn goes_on(&mut self, text: &str) {
        let Some(open) = self.open.as_mut().filter(|open| open.lines_left > 0) else { return };
        if time_of_day(&with_ascii_digits(text.as_bytes())).is_some() {
            open.lines_left = 0;
            return;
        }
        open.text.push(' ');
        open.text.extend(text.chars().take(LONGEST_TEXT));
        open.lines_left = if text.contains('\'') { 0 } else { open.lines_left - 1 };
    }

    fn close(&mut self) {
        if let Some(Open { kind, line, text, .. }) = self.open.take() {
            self.log.of_mut(kind).first =
                Some(FirstError { line, text: shortened(&folded(&text), LONGEST_TEXT) });
        }
    }
}

fn is_open(message: &str) -> bool {
    message.matches('\'').count() % 2 == 1
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

/// A text whose lines are one.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{ErrorLines, ErrorLog};
    use crate::lines::lines_of;
    use proptest::prelude::*;

    const HEAD: &str = "<title>Vdbench output/errorlog.html</title><pre>\n\
        Vdbench error log, created 11:22:01 Nov 30 2026 UTC \n\
        Error log. If there are no error messages beyond this line then there were no Data Validation or I/O errors.\n\n";

    fn parse_text(text: &str) -> ErrorLog {
        let mut lines = ErrorLines::default();
        lines_of(text.as_bytes(), &mut 0, &mut |line| lines.line(line));
        lines.finish()
    }

    /// Line and text of the first error.
    fn first(log: &ErrorLog) -> (usize, &str) {
        let first = log.first().expect("an error");
        (first.line, &first.text)
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
        assert_eq!((log.count(), log.times()), (2, Some(vec![40_930_532, 40_930_543])));
        let text = "n1-0: op: write lun: /data/f1 lba: 17797120 0x010F9000 xfer: 4096 errno: ENOSPC: 'No space left on device'";
        assert_eq!(first(&log), (5, text));
    }

    #[test]
    fn corrupted_data_is_counted_by_its_operations() {
        let found = "11:22:10.532 n1-0: 11:22:10.531 At least one Data Validation error has been detected.   \n";
        let log = parse_text(&format!("{HEAD}{found}{found}"));
        assert_eq!((log.count(), log.times()), (1, Some(vec![40_930_532])));
        assert_eq!(first(&log), (5, "n1-0: At least one Data Validation error has been detected."));
        let operation = "11:22:11.000 n1-0: 11:22:10.999 op: read lun: /d lba: 0 0x0 xfer: 4096 errno: 60003: 'A data corruption has been detected' \n";
        let log = parse_text(&format!("{HEAD}{found}{operation}"));
        assert_eq!((log.count(), log.times()), (1, Some(vec![40_931_000])));
        assert_eq!(first(&log).0, 6);
        assert_eq!(parse_text(&format!("{HEAD}{found}{operation}{operation}")).count(), 2);
    }

    #[test]
    fn messages_of_windows_may_have_a_line_break() {
        let broken = "11:22:10.532 n-0: 11:22:10.531 op: read lun: \\\\.\\X lba: 0 0x0 xfer: 512 errno: ERROR_NOT_READY: 'The device is not ready.\r\n' \r\n";
        let log = parse_text(&format!("{HEAD}{broken}{broken}"));
        assert_eq!((log.count(), log.times().map(|it| it.len())), (2, Some(2)));
        assert_eq!(first(&log).0, 5);
        assert!(first(&log).1.ends_with("ERROR_NOT_READY: 'The device is not ready. '"), "{log:?}");
        // Without the rest.
        let cut = broken.split('\r').next().expect("a line");
        let log = parse_text(&format!("{HEAD}{cut}\n{broken}"));
        assert!(first(&log).1.ends_with("'The device is not ready."), "{log:?}");
    }

    #[test]
    fn times_may_have_other_digits_and_texts_are_shortened() {
        let path = "x".repeat(900);
        let text =
            format!("{HEAD}١١:٢٢:١٠.٥٣٢ n1-0: ١١:٢٢:١٠.٥٣١ op: read lun: /{path} errno: EIO\n")
                .repeat(9);
        let log = parse_text(&text);
        assert_eq!((log.count(), log.times()), (9, Some(vec![40_930_532; 9])));
        let (line, text) = first(&log);
        assert!(line == 5 && text.starts_with("n1-0: op: read lun: /xxx"), "{log:?}");
        assert_eq!(text.chars().count(), 201);
    }

    #[test]
    fn an_error_without_a_time_may_be_of_any_point() {
        let log = parse_text(&format!(
            "{HEAD}op: read errno: EIO\n11:22:10.532 n: op: read errno: EIO\n"
        ));
        assert_eq!((log.count(), log.times()), (2, None));
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
