//! A log in memory: samples in the order of time, and what each device did in each of them.
//!
//! All formats become this shape, and everything behind it (`window`, `means`, `rows`) knows no format.

use plimsoll_schema::Finding;
use std::sync::Arc;

/// Which operations a number speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Read,
    Write,
    /// Both, by a number of the tool's own: `tps`, `await`, `Disk Transfers/sec`.
    Total,
}

impl Side {
    pub(crate) const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Total];
}

/// What a number measures, in base units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Measure {
    /// Operations per second.
    Iops,
    /// Bytes per second.
    Throughput,
    /// Nanoseconds from the request to its end, the wait in the host's queue included.
    Latency,
    /// Nanoseconds from sending to the answer (nfsiostat `avg RTT`).
    Response,
    /// Nanoseconds in the host's queue (nfsiostat `avg queue`).
    Queued,
    /// Operations of the interval that failed.
    Errors,
    /// Operations outstanding, the mean of the interval.
    Outstanding,
}

impl Measure {
    pub(crate) const COUNT: usize = 7;
}

/// What a number is: one place in a [`Reading`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Quantity(pub(crate) Side, pub(crate) Measure);

impl Quantity {
    const COUNT: usize = 3 * Measure::COUNT;

    fn slot(self) -> usize {
        self.0 as usize * Measure::COUNT + self.1 as usize
    }
}

/// How many samples keep the text of their numbers: of more, every figure is a mean and has none.
const SAMPLES_WITH_TEXT: usize = 2;

/// What one device did in one sample.
#[derive(Debug, Clone)]
pub(crate) struct Reading<'t> {
    /// The index of the sample.
    pub(crate) sample: usize,
    /// NaN where there is none.
    values: [f64; Quantity::COUNT],
    texts: Vec<(Quantity, &'t str)>,
}

impl<'t> Reading<'t> {
    pub(crate) fn of(sample: usize) -> Self {
        Self { sample, values: [f64::NAN; Quantity::COUNT], texts: Vec::new() }
    }

    /// Takes a value in base units, and how it was written.
    pub(crate) fn set(&mut self, quantity: Quantity, value: f64, written: &'t str) {
        self.values[quantity.slot()] = value;
        if self.sample < SAMPLES_WITH_TEXT {
            self.texts.push((quantity, written));
        }
    }

    /// Takes a value that no text has.
    pub(crate) fn set_computed(&mut self, quantity: Quantity, value: f64) {
        self.values[quantity.slot()] = value;
    }

    /// The value that the log has.
    pub(crate) fn own(&self, side: Side, measure: Measure) -> Option<f64> {
        let value = self.values[Quantity(side, measure).slot()];
        (!value.is_nan()).then_some(value)
    }

    /// The text of a value, as long as it is kept.
    pub(crate) fn written(&self, side: Side, measure: Measure) -> Option<&'t str> {
        let mut texts = self.texts.iter();
        texts.find(|(quantity, _)| *quantity == Quantity(side, measure)).map(|(_, text)| *text)
    }

    /// A rate or count. That of both directions is their sum, else the tool's own number.
    pub(crate) fn rate(&self, side: Side, measure: Measure) -> Option<f64> {
        if side != Side::Total {
            return self.own(side, measure);
        }
        let sum = || Some(self.own(Side::Read, measure)? + self.own(Side::Write, measure)?);
        sum().or_else(|| self.own(Side::Total, measure))
    }

    /// The parts that a mean time is made of, each with its operations per second: both directions
    /// where each has a time, else the tool's own. `None` where there were operations without a time.
    pub(crate) fn times(&self, side: Side, measure: Measure) -> Option<Vec<(f64, f64)>> {
        let part = |side| {
            let operations = self.rate(side, Measure::Iops)?;
            match self.own(side, measure) {
                _ if operations == 0.0 => Some((0.0, 0.0)),
                time => Some((time?, operations)),
            }
        };
        if side == Side::Total {
            let both = part(Side::Read).zip(part(Side::Write));
            return both
                .map(|(read, write)| vec![read, write])
                .or_else(|| Some(vec![part(Side::Total)?]));
        }
        Some(vec![part(side)?])
    }
}

/// A disk, a share, a mount, a file of a database.
#[derive(Debug)]
pub(crate) struct Device<'t> {
    /// As the tool names it.
    pub(crate) name: String,
    /// The host it belongs to, where the log names several.
    pub(crate) host: Option<Arc<str>>,
    /// Whether it is a part of the run: others repeat parts (`dm-0`, `_Total`) or carry other load.
    pub(crate) is_of_run: bool,
    /// Whether it gets rows of its own.
    pub(crate) is_job: bool,
    /// In the order of the samples.
    pub(crate) readings: Vec<Reading<'t>>,
}

impl Device<'_> {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { name, host: None, is_of_run: true, is_job: true, readings: Vec::new() }
    }
}

/// What was measured in one interval. The interval ends where the sample was taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sample {
    /// Its first line, from 1; in JSON the index of its object.
    pub(crate) first: usize,
    /// Its last line.
    pub(crate) last: usize,
    /// When it ends, in seconds since any time that is the same for the whole log.
    pub(crate) ends_at_s: Option<f64>,
    /// Whether it counts: not what was measured since the host started, and not a damaged one.
    pub(crate) counts: bool,
}

/// How places of samples are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Places {
    Lines,
    /// `iostat -o JSON`.
    Statistics,
}

/// A log as it was read.
#[derive(Debug)]
pub(crate) struct Log<'t> {
    pub(crate) tool: &'static str,
    pub(crate) places: Places,
    pub(crate) samples: Vec<Sample>,
    pub(crate) devices: Vec<Device<'t>>,
    /// Milliseconds since 1970, UTC, of the time that [`Sample::ends_at_s`] counts from, where the log
    /// tells its offset from UTC.
    pub(crate) epoch_ms: Option<i64>,
    /// How long the only interval is, in seconds, where the log is the difference of two snapshots.
    pub(crate) one_interval_s: Option<f64>,
    /// What is doubtful about it.
    pub(crate) findings: Vec<Finding>,
}

impl<'t> Log<'t> {
    pub(crate) fn new(tool: &'static str) -> Self {
        Self {
            tool,
            places: Places::Lines,
            samples: Vec::new(),
            devices: Vec::new(),
            epoch_ms: None,
            one_interval_s: None,
            findings: Vec::new(),
        }
    }

    /// The devices that the run is made of.
    pub(crate) fn of_run(&self) -> Vec<&Device<'t>> {
        self.devices.iter().filter(|device| device.is_of_run).collect()
    }

    /// Where samples stand.
    pub(crate) fn place(&self, samples: &[Sample]) -> String {
        let (Some(first), Some(last)) = (samples.first(), samples.last()) else {
            return "line 1".to_owned();
        };
        match self.places {
            Places::Lines if first.first == last.last => format!("line {}", first.first),
            Places::Lines => format!("lines {} to {}", first.first, last.last),
            Places::Statistics if first.first == last.last => {
                format!("/sysstat/hosts/0/statistics/{}", first.first)
            }
            Places::Statistics => {
                format!("/sysstat/hosts/0/statistics/{} to {}", first.first, last.last)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Measure, Quantity, Reading, Side};

    #[test]
    fn both_directions_make_the_total_and_the_tool_s_own_number_stands_where_one_lacks() {
        let mut reading = Reading::of(0);
        reading.set(Quantity(Side::Total, Measure::Iops), 9.0, "9");
        assert_eq!(reading.rate(Side::Total, Measure::Iops), Some(9.0));
        reading.set(Quantity(Side::Read, Measure::Iops), 4.0, "4");
        assert_eq!(reading.rate(Side::Total, Measure::Iops), Some(9.0));
        reading.set(Quantity(Side::Write, Measure::Iops), 0.0, "0");
        assert_eq!(reading.rate(Side::Total, Measure::Iops), Some(4.0));
        assert_eq!(reading.written(Side::Read, Measure::Iops), Some("4"));
        assert_eq!(reading.times(Side::Total, Measure::Latency), None, "operations without a time");
        reading.set(Quantity(Side::Read, Measure::Latency), 50.0, "50");
        assert_eq!(
            reading.times(Side::Total, Measure::Latency),
            Some(vec![(50.0, 4.0), (0.0, 0.0)])
        );
    }
}
