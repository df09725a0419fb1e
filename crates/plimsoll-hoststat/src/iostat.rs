//! The text of sysstat's `iostat`, of any version and locale.
//!
//! ```text
//! Linux 6.1.0 (host)    30.11.2026    _x86_64_   (2 CPU)
//!
//! 30.11.2026 11:08:58                                  with -t; in the form of the locale
//! avg-cpu:  %user   %nice %system %iowait  %steal   %idle
//!           40,64    2,93   14,31    0,24    0,51   41,37
//!
//! Device            r/s     rMB/s   r_await     w/s     wMB/s   w_await  aqu-sz  %util
//! vda            707,70      8,03      0,12  580,60     21,99      0,88    0,61   6,18
//!
//! 30.11.2026 11:08:59                                  the next report
//! ```
//!
//! Column names are the same in every locale; which columns there are depends on options and version, so they are
//! bound by the heading (`column`). The first report after a `Linux` line covers the time since the host started, and
//! counts for nothing. Devices repeat each other (`device`). `iostat -o JSON` has the same names (`json`).

mod column;
mod device;
pub(crate) mod json;

use crate::clock::{Clock, moment, seconds_of_day};
use crate::log::{Device, Log, Reading, Sample};
use crate::place::{File, Seen};
use column::{Layout, column};
use plimsoll_schema::{Code, Finding};
use std::collections::HashMap;

/// Whether a text is one: its first line, and the heading of a table of devices.
pub(crate) fn is_text(head: &str) -> bool {
    head.lines().take(3).any(is_banner) && head.lines().any(|line| Layout::of(line).is_some())
}

/// The line with which a call of a sysstat tool begins.
pub(crate) fn is_banner(line: &str) -> bool {
    line.starts_with("Linux ") && line.trim_end().ends_with(')')
}

/// Reads a text.
pub(crate) fn parse<'t>(text: &'t str, file: &File) -> Log<'t> {
    let mut parser = Parser::new();
    // A line without an end may be the begin of a longer one.
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    for (index, line) in text[..whole].lines().enumerate() {
        parser.line(index + 1, line);
    }
    parser.finish(!text[whole..].trim().is_empty(), file)
}

struct Parser<'t> {
    log: Log<'t>,
    devices: Devices,
    heading: &'t str,
    layout: Layout,
    is_in_table: bool,
    is_first_report: bool,
    /// Whether the next line has the processor's numbers.
    is_processor_next: bool,
    clock: Clock,
    /// The time of the report that comes.
    time_s: Option<f64>,
    /// Lines in tables that do not have their columns.
    misshapen: Seen,
    /// Lines with a cell that is no number.
    unreadable: Seen,
}

impl<'t> Parser<'t> {
    fn new() -> Self {
        Self {
            log: Log::new("iostat"),
            devices: Devices::default(),
            heading: "",
            layout: Layout::default(),
            is_in_table: false,
            is_first_report: true,
            is_processor_next: false,
            clock: Clock::default(),
            time_s: None,
            misshapen: Seen::default(),
            unreadable: Seen::default(),
        }
    }

    fn line(&mut self, number: usize, line: &'t str) {
        if line.trim().is_empty() {
            self.is_in_table = false;
        } else if std::mem::take(&mut self.is_processor_next) {
            // What processors did is not read.
        } else if line.starts_with("avg-cpu") {
            self.is_in_table = false;
            self.is_processor_next = true;
        } else if is_banner(line) {
            self.is_first_report = true;
            self.is_in_table = false;
        } else if line == self.heading {
            self.report(number);
        } else if let Some(layout) = Layout::of(line) {
            (self.layout, self.heading) = (layout, line);
            self.report(number);
        } else if self.is_in_table {
            self.row(number, line);
        } else {
            self.time(line);
        }
    }

    /// The heading of a table: a report begins.
    fn report(&mut self, line: usize) {
        self.is_in_table = true;
        self.devices.next = 0;
        let counts = !std::mem::take(&mut self.is_first_report);
        let ends_at_s = self.time_s.take();
        self.log.samples.push(Sample { first: line, last: line, ends_at_s, counts });
    }

    fn time(&mut self, line: &str) {
        let Some(of_day) = seconds_of_day(line) else { return };
        let elapsed = self.clock.elapsed_s(of_day);
        if let Some(moment) = moment(line).filter(|_| self.log.epoch_ms.is_none()) {
            self.log.epoch_ms = Some(moment.as_millisecond() - (elapsed * 1e3) as i64);
        }
        self.time_s = Some(elapsed);
    }

    fn row(&mut self, number: usize, line: &'t str) {
        let Some(sample) = self.log.samples.last_mut() else { return };
        sample.last = number;
        let index = self.log.samples.len() - 1;
        match self.layout.read(line, index) {
            Ok((name, reading)) => {
                let device = self.devices.find(&mut self.log.devices, name);
                self.log.devices[device].readings.push(reading);
            }
            Err(doubt) => {
                self.log.samples[index].counts = false;
                match doubt {
                    Unread::Shape => self.misshapen.push(number),
                    Unread::Value => self.unreadable.push(number),
                }
            }
        }
    }

    fn finish(mut self, has_rest: bool, file: &File) -> Log<'t> {
        if let Some(finding) = self.drop_cut_report(has_rest, file) {
            self.log.findings.push(finding);
        }
        let doubts = [
            (Code::LineUnreadable, &self.misshapen, "the columns of the table above it"),
            (Code::ValueUnreadable, &self.unreadable, "numbers in all columns that are read"),
        ];
        for (code, seen, what) in doubts {
            let Some(line) = seen.first() else { continue };
            let (places, have) = (seen.in_words(), if seen.count() == 1 { "has" } else { "have" });
            let message = format!("{places} {have} not {what}; the reports were left out");
            self.log.findings.push(file.finding_at(code, line, message));
        }
        device::mark_repeats(&mut self.log.devices);
        self.log
    }

    /// Leaves out the last report if the text ends within it.
    fn drop_cut_report(&mut self, has_rest: bool, file: &File) -> Option<Finding> {
        let last = self.log.samples.len().checked_sub(1)?;
        let devices_in = |sample: usize| {
            let has_it = |device: &&Device<'_>| {
                device.readings.iter().rev().any(|reading| reading.sample == sample)
            };
            self.log.devices.iter().filter(has_it).count()
        };
        let lacks_devices = last > 0 && self.is_in_table && devices_in(last) < devices_in(last - 1);
        let is_empty = devices_in(last) == 0;
        if !(self.is_in_table && has_rest || lacks_devices || is_empty) {
            return None;
        }
        let sample = &mut self.log.samples[last];
        sample.counts = false;
        let message = format!(
            "the text ends within the report that begins at line {}; it was left out",
            sample.first
        );
        Some(file.finding_at(Code::CutOff, sample.first, message))
    }
}

/// Why a line is left out.
enum Unread {
    /// It does not have the columns.
    Shape,
    /// A cell is no number.
    Value,
}

impl Layout {
    /// The device of a line, and what it did.
    fn read<'t>(&self, line: &'t str, sample: usize) -> Result<(&'t str, Reading<'t>), Unread> {
        let mut reading = Reading::of(sample);
        let (mut name, mut count) = (None, 0);
        for (at, cell) in line.split_ascii_whitespace().enumerate() {
            count += 1;
            if at == self.device {
                name = Some(cell);
            } else if let Some(Some((quantity, unit))) = self.columns.get(at) {
                let value = unit.read(cell).ok_or(Unread::Value)?;
                reading.set(*quantity, value, cell);
            }
        }
        if count != self.columns.len() {
            return Err(Unread::Shape);
        }
        Ok((name.ok_or(Unread::Shape)?, reading))
    }
}

/// Devices by name. Reports list them in the same order, so the next one is mostly the one that is meant.
#[derive(Default)]
struct Devices {
    next: usize,
    by_name: HashMap<String, usize>,
}

impl Devices {
    fn find(&mut self, devices: &mut Vec<Device<'_>>, name: &str) -> usize {
        let index = match devices.get(self.next) {
            Some(device) if device.name == name => self.next,
            _ => *self.by_name.entry(name.to_owned()).or_insert_with(|| {
                devices.push(Device::new(name));
                devices.len() - 1
            }),
        };
        self.next = index + 1;
        index
    }
}

/// Takes the number of a column by its name, as JSON has it; `None` if it is no number.
fn named<'t>(reading: &mut Reading<'t>, name: &str, text: &'t str) -> Option<()> {
    let Some((quantity, unit)) = column(name) else { return Some(()) };
    reading.set(quantity, unit.read(text)?, text);
    Some(())
}
