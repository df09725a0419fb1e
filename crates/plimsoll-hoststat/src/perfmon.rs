//! Logs of the Windows performance monitor as text: PDH-CSV 4.0 (relog, logman, typeperf, `Export-Counter`).
//!
//! ```text
//! "(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\HOST\PhysicalDisk(2 E:)\Disk Reads/sec","\\HOST\PhysicalDisk(_Total)\…"
//! "02/03/2024 09:30:00.208"," "," "
//! "02/03/2024 09:30:10.690","4021.5","4022.1"
//! ```
//!
//! The header names each column by host, object, instance and counter (`path`), in the language of the system and the
//! code page of the machine (`encoding`). The first cell has the zone and its offset from UTC in minutes, west positive.
//! Times are local, month first, everywhere; numbers have a point. A row is the mean of the interval that ends at its time;
//! rates of the first row, and of instances that are not there, are blank. `_Total` repeats the other instances.

pub(crate) mod encoding;
mod line;
mod path;
mod rows;
mod subjects;

use crate::log::{Log, Measure, Quantity, Side};
use crate::number::Unit;
use crate::place::File;
use line::{Cells, Delimiter};
use path::{Columns, Path};
use plimsoll_lexicon::Counter;
use plimsoll_read::ReadError;
use plimsoll_schema::{Code, Finding};

/// How the first cell begins.
const MARKS: [&str; 2] = ["(PDH-CSV 4.0)", "(PDH-TSV 4.0)"];

/// Whether a text is a log: its header has the mark of the format, or names counters.
pub(crate) fn is_text(head: &str) -> bool {
    let Some((_, _, header)) = header(head) else { return false };
    let first = header.trim_start_matches('"');
    // A program that stored the log again may have changed its first cell.
    let is_counter = |cell: &str| {
        Path::of(cell).is_some_and(|path| path.host.is_some() && path.instance.is_some())
    };
    MARKS.iter().any(|mark| first.starts_with(mark))
        || Cells::of(header, Delimiter::of(header)).take(4).any(is_counter)
}

/// The header's offset, number and text. typeperf begins with an empty line.
fn header(text: &str) -> Option<(usize, usize, &str)> {
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').take(3).enumerate() {
        let header = line.trim_end_matches(['\n', '\r']);
        if !header.trim().is_empty() {
            return Some((offset, index + 1, header));
        }
        offset += line.len();
    }
    None
}

/// Reads a text.
pub(crate) fn parse<'t>(text: &'t str, file: &File) -> Result<Log<'t>, ReadError> {
    let Some((offset, number, header)) = header(text) else {
        return Err(Finding::new(Code::InputEmpty, &*file.source, "the log has no header").into());
    };
    let delimiter = Delimiter::of(header);
    let mut log = Log::new("perfmon");
    let columns = Columns::of(Cells::of(header, delimiter), &mut log);
    columns.check(number, file)?;
    log.findings.extend(columns.doubts(number, file));
    log.epoch_ms = offset_minutes(header).map(|minutes| minutes * 60_000);
    let rest = &text[offset + header.len()..];
    rows::read(rest, number, delimiter, &columns, &mut log, file)?;
    subjects::check(&log, number, file)?;
    subjects::choose(&mut log, &columns);
    Ok(log)
}

/// The offset of the first cell: `(PDH-CSV 4.0) (W. Europe Standard Time)(-60)`. The name of the zone is in the language
/// of the system and may be empty.
fn offset_minutes(header: &str) -> Option<i64> {
    let first = header.split('"').find(|cell| !cell.is_empty())?;
    let (_, last) = first.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    last.parse().ok().filter(|minutes: &i64| minutes.abs() <= 15 * 60)
}

/// What a counter's numbers are.
fn quantity(counter: Counter) -> Option<(Quantity, Unit)> {
    let (side, measure, unit) = match counter {
        Counter::Reads => (Side::Read, Measure::Iops, Unit::One),
        Counter::Writes => (Side::Write, Measure::Iops, Unit::One),
        Counter::Transfers => (Side::Total, Measure::Iops, Unit::One),
        Counter::ReadBytes => (Side::Read, Measure::Throughput, Unit::One),
        Counter::WriteBytes => (Side::Write, Measure::Throughput, Unit::One),
        Counter::Bytes => (Side::Total, Measure::Throughput, Unit::One),
        Counter::ReadTime => (Side::Read, Measure::Latency, Unit::Seconds),
        Counter::WriteTime => (Side::Write, Measure::Latency, Unit::Seconds),
        Counter::TransferTime => (Side::Total, Measure::Latency, Unit::Seconds),
        Counter::Queue => (Side::Total, Measure::Outstanding, Unit::One),
        Counter::Other => return None,
    };
    Some((Quantity(side, measure), unit))
}

#[cfg(test)]
mod tests {
    use super::{is_text, offset_minutes};

    #[test]
    fn a_log_is_known_by_its_first_cell_or_its_counters() {
        for text in [
            "\"(PDH-CSV 4.0) ()(-540)\",\"\\\\A\\PhysicalDisk(_Total)\\Disk Reads/sec\"\r\n",
            "\r\n\"(PDH-CSV 4.0)\",\"\\\\A\\Memory\\Available Bytes\"\r\n",
            "(PDH-TSV 4.0)\t\\\\A\\PhysicalDisk(_Total)\\Disk Reads/sec\n",
            "Time;\\\\A\\PhysicalDisk(_Total)\\Disk Reads/sec\n",
        ] {
            assert!(is_text(text), "{text}");
        }
        assert!(!is_text("a,b,c\n1,2,3\n"));
        assert!(!is_text("sh -c a; printf \\[global\\]\\nsize=1m; b\n"));
        assert!(!is_text(""));
    }

    #[test]
    fn the_offset_is_the_last_number_in_brackets() {
        let offset = |first: &str| offset_minutes(&format!("\"{first}\",\"x\""));
        assert_eq!(offset("(PDH-CSV 4.0) (W. Europe Standard Time)(-60)"), Some(-60));
        assert_eq!(offset("(PDH-CSV 4.0) (Paris, Madrid)(-60)"), Some(-60));
        assert_eq!(offset("(PDH-CSV 4.0) ()(300)"), Some(300));
        assert_eq!(offset("(PDH-CSV 4.0)"), None);
        assert_eq!(offset("(PDH-CSV 4.0) ()(9999)"), None);
    }
}
