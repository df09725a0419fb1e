//! The text of `nfsiostat` (nfs-utils), of any version.
//!
//! ```text
//! server:/export mounted on /mnt:
//!
//!            ops/s       rpc bklog                    older: op/s
//!         4084.878           0.000
//!
//! read:              ops/s            kB/s           kB/op         retrans    avg RTT (ms)    avg exe (ms)  …
//!                 3673.760       29991.943           8.164        0 (0.0%)           0.825           0.872  …
//! write:             ops/s  …
//! ```
//!
//! Every report has a block for each mount, and no time stamp: how often it was taken is in the command line only. The
//! first report covers the time since the mount. Newer versions add `avg queue (ms)` and `errors`; very old ones print
//! every number on a line of its own, so numbers are counted and lines are not. kB are 1024 bytes. RTT is the time from
//! sending to the answer; exe is that and the wait before it.

use crate::log::Measure::{Errors, Iops, Latency, Queued, Response, Throughput};
use crate::log::{Device, Log, Measure, Quantity, Reading, Sample, Side};
use crate::number::Unit;
use crate::place::{File, Seen};
use plimsoll_schema::Code;

/// Whether a text is one.
pub(crate) fn is_text(head: &str) -> bool {
    let has_mount = head.lines().any(|line| mount(line).is_some());
    let has_table =
        head.lines().any(|line| heading(line).is_some_and(|(_, columns)| columns.len() > 3));
    has_mount && has_table
}

/// Reads a text.
pub(crate) fn parse<'t>(text: &'t str, file: &File) -> Log<'t> {
    let mut parser =
        Parser { log: Log::new("nfsiostat"), at: None, table: None, broken: Seen::default() };
    // A line without an end may be the begin of a longer one.
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    for (index, line) in text[..whole].lines().enumerate() {
        parser.line(index + 1, line);
    }
    parser.finish(file)
}

/// A column of a table, if it is read.
type Column = Option<(Measure, Unit)>;

struct Parser<'t> {
    log: Log<'t>,
    /// The mount whose block is read, by its index.
    at: Option<usize>,
    table: Option<Table>,
    /// Lines at which a table of numbers is not whole.
    broken: Seen,
}

/// A table whose numbers are read.
struct Table {
    line: usize,
    side: Side,
    columns: Vec<Column>,
    filled: usize,
}

impl<'t> Parser<'t> {
    fn line(&mut self, number: usize, line: &'t str) {
        if let Some(name) = mount(line) {
            self.end_table();
            self.block(number, name);
        } else if let Some((side, columns)) = heading(line) {
            self.end_table();
            if self.at.is_some() {
                self.table = Some(Table { line: number, side, columns, filled: 0 });
            }
        } else if self.table.is_some() {
            self.numbers(number, line);
        }
    }

    /// A block begins, and with a mount that the report has already, a report.
    fn block(&mut self, line: usize, name: &str) {
        let known = self.log.devices.iter().position(|device| device.name == name);
        let is_in_report = known.is_some_and(|device| {
            let last = self.log.devices[device].readings.last();
            last.is_some_and(|reading| reading.sample + 1 == self.log.samples.len())
        });
        if is_in_report || self.log.samples.is_empty() {
            let counts = !self.log.samples.is_empty();
            self.log.samples.push(Sample { first: line, last: line, ends_at_s: None, counts });
        }
        let device = known.unwrap_or_else(|| {
            self.log.devices.push(Device::new(name));
            self.log.devices.len() - 1
        });
        self.log.devices[device].readings.push(Reading::of(self.log.samples.len() - 1));
        self.at = Some(device);
    }

    fn numbers(&mut self, number: usize, line: &'t str) {
        let (Some(table), Some(device)) = (&mut self.table, self.at) else { return };
        let Some(reading) = self.log.devices[device].readings.last_mut() else { return };
        // A share in per cent stands behind its count: `0 (0.0%)`.
        for cell in line.split_ascii_whitespace().filter(|cell| !is_share(cell)) {
            let Some(column) = table.columns.get(table.filled) else { break };
            if let Some((measure, unit)) = column {
                let Some(value) = unit.read(cell) else { break };
                reading.set(Quantity(table.side, *measure), value, cell);
            }
            table.filled += 1;
        }
        if let Some(sample) = self.log.samples.last_mut() {
            sample.last = number;
        }
        if table.filled == table.columns.len() {
            self.table = None;
        }
    }

    /// A table that has not all of its numbers makes its report useless.
    fn end_table(&mut self) {
        let Some(table) = self.table.take() else { return };
        self.broken.push(table.line);
        if let Some(sample) = self.log.samples.last_mut() {
            sample.counts = false;
        }
    }

    fn finish(mut self, file: &File) -> Log<'t> {
        let is_in_table = self.table.is_some();
        if let Some(line) = self.broken.first() {
            let places = self.broken.in_words();
            let message = format!(
                "the tables at {places} have not all of their numbers; the reports were left out"
            );
            self.log.findings.push(file.finding_at(Code::LineUnreadable, line, message));
        }
        let last = self.log.samples.len().saturating_sub(1);
        if let Some(sample) = self.log.samples.get_mut(last) {
            let is_whole = self.log.devices.iter().all(|device| {
                let before = device.readings.iter().rev().any(|it| it.sample + 1 == last);
                let reading = device.readings.iter().rev().find(|it| it.sample == last);
                let has_both = |reading: &Reading<'_>| {
                    reading.own(Side::Read, Iops).is_some()
                        && reading.own(Side::Write, Iops).is_some()
                };
                reading.map_or(!before, has_both)
            });
            if is_in_table || !is_whole {
                sample.counts = false;
                let first = sample.first;
                let message = format!(
                    "the text ends within the report that begins at line {first}; it was left out"
                );
                self.log.findings.push(file.finding_at(Code::CutOff, first, message));
            }
        }
        self.log
    }
}

/// The mount point of the line that begins a block.
fn mount(line: &str) -> Option<&str> {
    let (export, mount) = line.trim_end().strip_suffix(':')?.split_once(" mounted on ")?;
    (!export.is_empty() && !mount.is_empty()).then_some(mount)
}

/// Direction and columns of the line above the numbers of an operation.
fn heading(line: &str) -> Option<(Side, Vec<Column>)> {
    let (side, names) = match line.split_once(':')? {
        ("read", names) => (Side::Read, names),
        ("write", names) => (Side::Write, names),
        _ => return None,
    };
    let names = names.split_ascii_whitespace().filter(|name| !matches!(*name, "avg" | "(ms)"));
    let columns = names.map(|name| {
        Some(match name {
            "ops/s" | "op/s" => (Iops, Unit::One),
            "kB/s" => (Throughput, Unit::Kibibytes),
            "RTT" => (Response, Unit::Milliseconds),
            "exe" => (Latency, Unit::Milliseconds),
            "queue" => (Queued, Unit::Milliseconds),
            "errors" => (Errors, Unit::One),
            _ => return None,
        })
    });
    let columns: Vec<Column> = columns.collect();
    (!columns.is_empty()).then_some((side, columns))
}

fn is_share(cell: &str) -> bool {
    cell.starts_with('(') || cell.ends_with("%)")
}

#[cfg(test)]
mod tests {
    use super::{heading, is_text, parse};
    use crate::log::{Measure, Side};
    use crate::place::File;

    fn file() -> File {
        File { source: "nfsiostat.out".into(), name: None }
    }

    const OLD: &str = "
filer:/vol mounted on /data:

op/s		rpc bklog
12.00 	   0.00
read:
		ops/s		kB/s
read:             ops/s            kB/s           kB/op         retrans         avg RTT (ms)    avg exe (ms)
		  10.500
		  84.000
		   8.000
		       0 (0.0%)
		   0.500
		   0.750
write:            ops/s            kB/s           kB/op         retrans         avg RTT (ms)    avg exe (ms)
		   1.500
		  12.000
		   8.000
		       1 (0.1%)
		   0.250
		   0.500
";

    #[test]
    fn numbers_on_lines_of_their_own_are_those_of_the_columns() {
        assert!(is_text(OLD));
        let log = parse(OLD, &file());
        let reading = &log.devices[0].readings[0];
        assert_eq!(log.devices[0].name, "/data");
        assert_eq!(reading.own(Side::Read, Measure::Iops), Some(10.5));
        assert_eq!(reading.own(Side::Write, Measure::Throughput), Some(12288.0));
        assert_eq!(reading.own(Side::Write, Measure::Latency), Some(500_000.0));
        assert_eq!(reading.own(Side::Read, Measure::Response), Some(500_000.0));
        assert_eq!(reading.own(Side::Read, Measure::Errors), None, "not printed");
        assert!(log.findings.is_empty(), "{:?}", log.findings);
    }

    #[test]
    fn several_mounts_are_parts_of_one_report() {
        let block = |mount: &str| OLD.replace("/data", mount);
        let text = format!("{}{}", block("/a"), block("/b")).repeat(3);
        let log = parse(&text, &file());
        assert_eq!(log.samples.len(), 3);
        assert_eq!(log.devices.iter().map(|it| it.readings.len()).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(log.samples.iter().map(|it| it.counts).collect::<Vec<_>>(), [false, true, true]);
    }

    #[test]
    fn columns_are_bound_by_name() {
        let (side, columns) = heading(
            "write:  ops/s kB/s kB/op retrans avg RTT (ms) avg exe (ms) avg queue (ms) errors",
        )
        .expect("a heading");
        assert_eq!((side, columns.len()), (Side::Write, 8));
        assert_eq!(columns.iter().flatten().count(), 6);
        assert!(heading("getattr: ops/s").is_none());
    }
}
