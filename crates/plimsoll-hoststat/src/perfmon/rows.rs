//! The rows of a log.

use super::line::{Cells, Delimiter};
use super::path::Columns;
use crate::log::{Log, Reading, Sample};
use crate::place::{File, Seen};
use jiff::civil::DateTime;
use plimsoll_read::ReadError;
use plimsoll_schema::Code;

/// Lines that are left out.
#[derive(Default)]
struct Left {
    /// They have another number of cells than the header.
    misshapen: Seen,
    /// The least and the greatest number of cells of those.
    cells: Option<(usize, usize)>,
    /// A cell is no number.
    unreadable: Seen,
    /// The time cannot be read; the line counts.
    timeless: Seen,
    /// The last line is not whole.
    cut: Option<usize>,
}

/// Reads the rows of a text that begins at the end of line `header`.
pub(super) fn read<'t>(
    text: &'t str,
    header: usize,
    delimiter: Delimiter,
    columns: &Columns<'_>,
    log: &mut Log<'t>,
    file: &File,
) -> Result<(), ReadError> {
    let mut left = Left::default();
    let mut cells: Vec<&'t str> = Vec::with_capacity(columns.count());
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let has_end = line.ends_with('\n');
        let row = line.trim_end_matches(['\n', '\r']);
        if row.trim().is_empty() {
            continue;
        }
        let number = header + index;
        let mut found = Cells::of(row, delimiter);
        cells.clear();
        cells.extend(found.by_ref());
        // Quotes tell that the last number is whole; without them it may lack digits.
        let is_whole = has_end || (row.ends_with('"') && !found.is_open());
        if !is_whole || (!has_end && cells.len() < columns.count()) {
            left.cut = Some(number);
        } else if cells.len() == columns.count() {
            row_of(&cells, number, columns, log, &mut left);
        } else if !is_note(row, &cells) {
            left.misshapen(number, cells.len());
        }
    }
    left.give(columns.count(), header, log, file)
}

/// Whether a line is none of the log: behind its rows typeperf says, in the language of the system, that it ends.
fn is_note(row: &str, cells: &[&str]) -> bool {
    !row.starts_with('"') && cells.len() <= 3 && time_s(cells[0]).is_none()
}

fn row_of<'t>(
    cells: &[&'t str],
    number: usize,
    columns: &Columns<'_>,
    log: &mut Log<'t>,
    left: &mut Left,
) {
    let sample = log.samples.len();
    let ends_at_s = time_s(cells[0]);
    if ends_at_s.is_none() {
        left.timeless.push(number);
    }
    let mut counts = true;
    for (column, cell) in cells[1..].iter().enumerate() {
        let Some((device, quantity, unit)) = columns.get(column) else { continue };
        let written = cell.trim();
        // Blank: the first interval of a rate, or an instance that is not there.
        if written.is_empty() {
            continue;
        }
        let Some(value) = unit.read(written) else {
            counts = false;
            continue;
        };
        let readings = &mut log.devices[device].readings;
        if readings.last().is_none_or(|reading| reading.sample != sample) {
            readings.push(Reading::of(sample));
        }
        if let Some(reading) = readings.last_mut() {
            reading.set(quantity, value, written);
        }
    }
    if !counts {
        left.unreadable.push(number);
    }
    log.samples.push(Sample { first: number, last: number, ends_at_s, counts });
}

/// Seconds since 1970 in the local time of the log: `05/14/2024 13:02:11.418`, month first in every language.
fn time_s(cell: &str) -> Option<f64> {
    let (date, time) = cell.trim().split_once(' ')?;
    let numbers = |text: &str, mark| -> Option<[i16; 3]> {
        let mut parts = text.split(mark).map(|part| part.parse::<i16>().ok());
        let three = [parts.next()??, parts.next()??, parts.next()??];
        parts.next().is_none().then_some(three)
    };
    let [month, day, year] = numbers(date, '/')?;
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let [hour, minute, second] = numbers(clock, ':')?;
    let small = |value: i16| i8::try_from(value).ok();
    let moment = DateTime::new(
        year,
        small(month)?,
        small(day)?,
        small(hour)?,
        small(minute)?,
        small(second)?,
        0,
    );
    let moment = jiff::tz::Offset::UTC.to_timestamp(moment.ok()?).ok()?;
    let fraction = plimsoll_unit::decimal(&format!("0.{fraction}"))?;
    Some(moment.as_second() as f64 + fraction)
}

impl Left {
    fn misshapen(&mut self, line: usize, cells: usize) {
        self.misshapen.push(line);
        let (least, greatest) = self.cells.unwrap_or((cells, cells));
        self.cells = Some((least.min(cells), greatest.max(cells)));
    }

    /// Tells what was left out. A header that fits no line tells nothing.
    fn give(
        self,
        columns: usize,
        header: usize,
        log: &mut Log<'_>,
        file: &File,
    ) -> Result<(), ReadError> {
        if let Some((least, greatest)) = self.cells {
            let places = self.misshapen.in_words();
            let have = if self.misshapen.count() == 1 { "has" } else { "have" };
            let counts = if least == greatest {
                least.to_string()
            } else {
                format!("{least} to {greatest}")
            };
            let message = format!("the header has {columns} cells, and {places} {have} {counts}");
            if log.samples.is_empty() {
                let message = format!("{message}: which counter a value belongs to cannot be told");
                return Err(file.finding_at(Code::DocumentNotUnderstood, header, message).into());
            }
            let line = self.misshapen.first().unwrap_or(header);
            let message = format!("{message}; they were left out");
            log.findings.push(file.finding_at(Code::LineUnreadable, line, message));
        }
        if let Some(line) = self.unreadable.first() {
            let message = format!(
                "cells of {} are no numbers; the intervals were left out",
                self.unreadable.in_words()
            );
            log.findings.push(file.finding_at(Code::ValueUnreadable, line, message));
        }
        if let Some(line) = self.timeless.first() {
            let message = format!(
                "the times of {} are not written as month/day/year hour:minute:second",
                self.timeless.in_words()
            );
            log.findings.push(file.finding_at(Code::ValueUnreadable, line, message));
        }
        if let Some(line) = self.cut {
            let message = format!("the log ends within line {line}; it was left out");
            log.findings.push(file.finding_at(Code::CutOff, line, message));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::time_s;

    #[test]
    fn times_have_the_month_first() {
        assert_eq!(time_s("01/02/1970 00:00:01.500"), Some(86_401.5));
        assert_eq!(time_s("12/29/2020 18:34:28"), Some(1_609_266_868.0));
        for text in [
            "29/12/2020 18:34:28.308",
            "2020-12-29 18:34:28",
            "",
            "12/29/2020",
            "12/29/2020 25:00:00.0",
        ] {
            assert_eq!(time_s(text), None, "{text}");
        }
    }
}
