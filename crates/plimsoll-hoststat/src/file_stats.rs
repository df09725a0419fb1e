//! Snapshots of `sys.dm_io_virtual_file_stats` (SQL Server) in CSV.
//!
//! ```text
//! database_id,file_id,sample_ms,num_of_reads,num_of_bytes_read,io_stall_read_ms,num_of_writes,num_of_bytes_written,io_stall_write_ms,…
//! 5,1,81000,1200,9830400,900,300,2457600,150,…
//! 5,1,381000,4501200,…                       the same file, later
//! ```
//!
//! Every number counts since the instance was started, so one snapshot is no result. The difference of two is, over the
//! difference of their `sample_ms` (milliseconds since the computer was started). Two snapshots are two files, or the rows
//! of one: those of a database file with the least and the greatest `sample_ms` count. Columns are bound by name; others
//! (`database_name`, `io_stall`, `size_on_disk_bytes`, queued stalls) may stand beside them.

use crate::log::{Device, Log, Measure, Quantity, Reading, Sample, Side};
use crate::place::{File, Seen};
use plimsoll_read::ReadError;
use plimsoll_schema::{Code, Finding};
use std::collections::BTreeMap;

/// The columns that are read, in the order of [`Snapshot::counts`].
const COUNTS: [&str; 6] = [
    "num_of_reads",
    "num_of_bytes_read",
    "io_stall_read_ms",
    "num_of_writes",
    "num_of_bytes_written",
    "io_stall_write_ms",
];

/// Columns that name a database or one of its files; the first that is there counts.
const NAMES: [&[&str]; 2] = [
    &["database_name", "db_name", "database", "database_id"],
    &["logical_name", "file_name", "name", "physical_name", "file_id"],
];

/// Whether a text is one: its first line names the columns.
pub(crate) fn is_text(head: &str) -> bool {
    let header = head.lines().next().unwrap_or_default().to_ascii_lowercase();
    ["num_of_reads", "num_of_writes", "io_stall"].iter().all(|name| header.contains(name))
}

/// What a database file did since the instance was started.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Snapshot {
    at_ms: i64,
    counts: [i64; COUNTS.len()],
}

/// Reads the texts of files that hold snapshots.
pub(crate) fn parse(texts: &[(&str, File)]) -> Result<Log<'static>, ReadError> {
    let mut snapshots: BTreeMap<(usize, String), Vec<Snapshot>> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    let mut log = Log::new("sql-server");
    let mut last_line = 1;
    for (text, file) in texts {
        let mut rows = Rows::of(text, file)?;
        while let Some((name, snapshot)) = rows.next_row() {
            let place = order.iter().position(|known| *known == name).unwrap_or_else(|| {
                order.push(name.clone());
                order.len() - 1
            });
            snapshots.entry((place, name)).or_default().push(snapshot);
        }
        last_line = last_line.max(rows.line);
        log.findings.extend(rows.doubt(file));
    }
    let (_, file) = texts.first().ok_or_else(|| Finding::new(Code::InputEmpty, "", "no file"))?;
    log.samples.push(Sample { first: 1, last: last_line, ends_at_s: None, counts: true });
    for ((_, name), taken) in snapshots {
        let first = taken.iter().min_by_key(|snapshot| snapshot.at_ms);
        let last = taken.iter().max_by_key(|snapshot| snapshot.at_ms);
        let Some((first, last)) = first.zip(last) else { continue };
        let length_ms = last.at_ms - first.at_ms;
        if length_ms <= 0 {
            continue;
        }
        let longest = log.one_interval_s.unwrap_or_default().max(length_ms as f64 / 1e3);
        log.one_interval_s = Some(longest);
        let mut device = Device::new(name);
        device.readings.push(difference(first, last, &device.name, file)?);
        log.devices.push(device);
    }
    if log.devices.is_empty() {
        let message =
            "there is one snapshot only: its counters count since the instance was started";
        let help = "take a snapshot before the run and one after it, and give both files, or one file with the rows of both";
        let finding = file.finding_at(Code::NoInterval, 1, message);
        return Err(finding.with_help(help).into());
    }
    Ok(log)
}

/// What a file did between two snapshots.
fn difference(
    first: &Snapshot,
    last: &Snapshot,
    name: &str,
    file: &File,
) -> Result<Reading<'static>, ReadError> {
    let counted: Vec<i64> =
        last.counts.iter().zip(&first.counts).map(|(last, first)| last - first).collect();
    if counted.iter().any(|count| *count < 0) {
        let message = format!(
            "the counters of {name} went down between the snapshots: the instance was started in between"
        );
        return Err(file.finding_at(Code::NoInterval, 1, message).into());
    }
    let seconds = (last.at_ms - first.at_ms) as f64 / 1e3;
    let mut reading = Reading::of(0);
    for (side, counts) in [Side::Read, Side::Write].into_iter().zip(counted.chunks(3)) {
        let [operations, bytes, stall_ms] = counts else { continue };
        let mut set = |measure, value| reading.set_computed(Quantity(side, measure), value);
        set(Measure::Iops, *operations as f64 / seconds);
        set(Measure::Throughput, *bytes as f64 / seconds);
        if *operations > 0 {
            set(Measure::Latency, *stall_ms as f64 * 1e6 / *operations as f64);
        }
    }
    Ok(reading)
}

/// The rows of a file.
struct Rows<'t> {
    lines: std::str::Lines<'t>,
    line: usize,
    delimiter: char,
    names: [Option<usize>; NAMES.len()],
    at: usize,
    counts: [usize; COUNTS.len()],
    left: Seen,
}

impl<'t> Rows<'t> {
    fn of(text: &'t str, file: &File) -> Result<Self, ReadError> {
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default();
        let delimiter =
            [';', '\t', '|'].into_iter().find(|mark| header.contains(*mark)).unwrap_or(',');
        let columns: Vec<String> =
            header.split(delimiter).map(|cell| bare(cell).to_ascii_lowercase()).collect();
        let place = |name: &str| columns.iter().position(|column| column == name);
        let needed = |name: &str| {
            place(name).ok_or_else(|| {
                let message = format!("the header has no column {name}");
                ReadError::from(file.finding_at(Code::DocumentNotUnderstood, 1, message))
            })
        };
        let mut counts = [0; COUNTS.len()];
        for (count, name) in counts.iter_mut().zip(COUNTS) {
            *count = needed(name)?;
        }
        let names = NAMES.map(|names| names.iter().find_map(|name| place(name)));
        let at = needed("sample_ms")?;
        Ok(Self { lines, line: 1, delimiter, names, at, counts, left: Seen::default() })
    }

    fn next_row(&mut self) -> Option<(String, Snapshot)> {
        loop {
            let line = self.lines.next()?;
            self.line += 1;
            if line.trim().is_empty() {
                continue;
            }
            match self.row(line) {
                Some(row) => return Some(row),
                // The line of dashes that sqlcmd writes below the header.
                None if line.chars().all(|it| it == '-' || it == self.delimiter || it == ' ') => {}
                None => self.left.push(self.line),
            }
        }
    }

    fn row(&self, line: &str) -> Option<(String, Snapshot)> {
        let cells: Vec<&str> = line.split(self.delimiter).map(bare).collect();
        let number = |column: usize| cells.get(column)?.parse::<i64>().ok();
        let mut counts = [0; COUNTS.len()];
        for (count, column) in counts.iter_mut().zip(self.counts) {
            *count = number(column).filter(|count| *count >= 0)?;
        }
        let names = self.names.iter().flatten().filter_map(|column| cells.get(*column).copied());
        let name = names.collect::<Vec<_>>().join(":");
        Some((name, Snapshot { at_ms: number(self.at)?, counts }))
    }

    fn doubt(&self, file: &File) -> Option<Finding> {
        let line = self.left.first()?;
        let message = format!("{} cannot be read; the rows were left out", self.left.in_words());
        Some(file.finding_at(Code::LineUnreadable, line, message))
    }
}

fn bare(cell: &str) -> &str {
    cell.trim().trim_matches('"').trim()
}

#[cfg(test)]
mod tests {
    use super::{is_text, parse};
    use crate::log::{Measure, Side};
    use crate::place::File;
    use plimsoll_read::ReadError;
    use plimsoll_schema::Code;

    const HEADER: &str = "database_id,file_id,sample_ms,num_of_reads,num_of_bytes_read,io_stall_read_ms,num_of_writes,num_of_bytes_written,io_stall_write_ms,io_stall,size_on_disk_bytes";

    fn parse_texts(texts: &[&str]) -> Result<crate::log::Log<'static>, ReadError> {
        let file = || File { source: "stats.csv".into(), name: None };
        let texts: Vec<(&str, File)> = texts.iter().map(|text| (*text, file())).collect();
        parse(&texts)
    }

    #[test]
    fn the_difference_of_two_snapshots_is_the_result() {
        let before = format!(
            "{HEADER}\n5,1,1000,100,819200,50,10,81920,5,55,1\n5,2,1000,0,0,0,40,40960,8,8,1\n"
        );
        let after = format!(
            "{HEADER}\n5,1,11000,1100,9011200,1050,60,491520,105,1155,1\n5,2,11000,0,0,0,140,143360,58,58,1\n"
        );
        assert!(is_text(&before));
        let both = format!("{before}{}", after.split_once('\n').expect("a header").1);
        for log in [parse_texts(&[&before, &after]), parse_texts(&[&both])] {
            let log = log.expect("two snapshots");
            assert_eq!(log.one_interval_s, Some(10.0));
            let names: Vec<&str> = log.devices.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, ["5:1", "5:2"]);
            let reading = &log.devices[0].readings[0];
            assert_eq!(reading.own(Side::Read, Measure::Iops), Some(100.0));
            assert_eq!(reading.own(Side::Read, Measure::Throughput), Some(819_200.0));
            assert_eq!(
                reading.own(Side::Read, Measure::Latency),
                Some(1e6),
                "1000 ms for 1000 reads"
            );
            assert_eq!(
                reading.own(Side::Write, Measure::Latency),
                Some(2e6),
                "100 ms for 50 writes"
            );
        }
    }

    #[test]
    fn one_snapshot_and_one_of_another_life_are_no_result() {
        let one = format!("{HEADER}\n5,1,1000,100,819200,50,10,81920,5,55,1\n");
        assert_eq!(
            parse_texts(&[&one]).map_err(|it| it.into_finding().code).err(),
            Some(Code::NoInterval)
        );
        let restarted = format!("{one}5,1,11000,50,409600,25,10,81920,5,30,1\n");
        assert_eq!(
            parse_texts(&[&restarted]).map_err(|it| it.into_finding().code).err(),
            Some(Code::NoInterval)
        );
        let short = "database_id,num_of_reads,num_of_writes,io_stall\n1,2,3,4\n";
        assert_eq!(
            parse_texts(&[short]).map_err(|it| it.into_finding().code).err(),
            Some(Code::DocumentNotUnderstood)
        );
    }
}
