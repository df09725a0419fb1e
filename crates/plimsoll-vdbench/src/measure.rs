//! From cells to figures in base units: operations and bytes per second, nanoseconds.
//!
//! A 0 is a figure only where it is one: at a rate of 0 there are no response times, and at a rate above it a
//! throughput or a response time of 0 has lost its digits to the printing.

use crate::block::{Average, Block, may_be_of_warm_up};
use crate::layout::{Column, Layout, READ, Statistic, WRITE};
use crate::number::{decimal, with_ascii_digits};
use crate::steady::Steady;
use crate::units::{Declared, Units};
use plimsoll_schema::{Figure, Kind, Metric, Stat};
use plimsoll_unit::decimal_shifted;

/// What kind of latency vdbench's response time is.
pub(crate) const RESPONSE: Kind = Kind::RESPONSE;

/// Where the figures of a point come from.
#[derive(Clone, Copy)]
pub(crate) enum Measured<'b> {
    /// An average as printed.
    Printed(&'b Average),
    /// Computed from the rows of the intervals, because the printed average contains the warm-up.
    Recomputed(&'b Steady),
}

/// A block, and how its figures are to be read.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'b> {
    /// The block.
    pub(crate) block: &'b Block,
    /// Its figures.
    pub(crate) measured: Measured<'b>,
    /// Whether it is one of a flat file.
    pub(crate) is_flat: bool,
    /// What its cells are in.
    pub(crate) units: Units,
}

/// The operation whose figures are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    /// All operations.
    Total,
    /// One of [`Layout::ops`].
    Op(usize),
}

/// The figures of an operation, and what is doubtful about them.
#[derive(Default)]
pub(crate) struct Measures {
    /// In the order of the columns.
    pub(crate) figures: Vec<Figure>,
    /// Whether a maximum was left out, because the warm-up may have set it.
    pub(crate) has_unproven_maximum: bool,
}

impl<'b> Reading<'b> {
    /// That of an average as printed; `is_flat` if its block is one of a flat file.
    pub(crate) fn printed(
        block: &'b Block,
        average: &'b Average,
        is_flat: bool,
        declared: Declared,
    ) -> Self {
        let units = Units::of(block, is_flat, declared);
        Self { block, measured: Measured::Printed(average), is_flat, units }
    }

    /// The same block, computed from the rows of its intervals.
    pub(crate) fn recomputed(self, steady: &'b Steady) -> Self {
        Self { measured: Measured::Recomputed(steady), ..self }
    }

    fn layout(&self) -> &'b Layout {
        &self.block.layout
    }

    /// The value of a column, and its text if it was printed.
    fn cell(&self, column: Column) -> Option<(f64, Option<&'b str>)> {
        match self.measured {
            Measured::Printed(average) => {
                let text = average
                    .text(self.layout(), column)
                    .or_else(|| average.text_beneath(self.layout(), column))?;
                decimal(&with_ascii_digits(text.as_bytes())).map(|value| (value, Some(text)))
            }
            Measured::Recomputed(steady) => steady.value(column).map(|value| (value, None)),
        }
    }

    /// Operations per second, if the table tells; the text only where it was printed.
    pub(crate) fn rate(&self, of: Of) -> Option<(f64, Option<&'b str>)> {
        let Of::Op(op) = of else { return self.cell(Column::Rate) };
        if let Some(rate) = self.cell(Column::OpRate(op)) {
            return Some(rate);
        }
        if self.layout().is_file_system || op > WRITE {
            return None;
        }
        if let Measured::Recomputed(steady) = self.measured {
            return steady.op_rate(op).map(|rate| (rate, None));
        }
        let (rate, _) = self.cell(Column::Rate)?;
        if rate == 0.0 {
            return Some((rate, None));
        }
        let (percent, _) = self.cell(Column::ReadPercent)?;
        let share = if op == READ { percent } else { 100.0 - percent };
        Some((rate * share / 100.0, None))
    }

    /// The operations that happened: block runs tell of reads and writes where they print their times.
    pub(crate) fn ops(&self) -> Vec<usize> {
        let layout = self.layout();
        let is_told = |op: usize| {
            let time = Column::OpResponse(op, Statistic::Mean);
            layout.is_file_system || layout.place(time).is_some()
        };
        let happened = |op: &usize| self.rate(Of::Op(*op)).is_some_and(|(rate, _)| rate > 0.0);
        (0..layout.ops.len()).filter(|op| is_told(*op)).filter(happened).collect()
    }

    /// Reads in per cent of reads and writes, as measured.
    pub(crate) fn read_percent(&self) -> Option<f64> {
        if !self.layout().is_file_system {
            let percent = self.cell(Column::ReadPercent).filter(|_| !self.is_idle(Of::Total));
            return percent.map(|(percent, _)| percent);
        }
        let rate = |op| self.cell(Column::OpRate(op)).map(|(rate, _)| rate);
        let (reads, writes) = (rate(READ)?, rate(WRITE)?);
        (reads + writes > 0.0).then(|| 100.0 * reads / (reads + writes))
    }

    /// The figures of an operation.
    pub(crate) fn measures(&self, of: Of) -> Measures {
        let mut measures = Measures::default();
        let figures = &mut measures.figures;
        if let Some((rate, text)) = self.rate(of) {
            figures.push(figure(Metric::Iops, Stat::Mean, rate, text));
        }
        figures.extend(self.sampled_rates(of));
        figures.extend(self.throughput(of));
        figures.extend(self.latency(of, Statistic::Mean));
        match self.maximum(of) {
            Maximum::Proven(figure) => figures.push(figure),
            Maximum::Unproven => measures.has_unproven_maximum = true,
            Maximum::NotPrinted => {}
        }
        figures.extend(self.latency(of, Statistic::Deviation));
        if of == Of::Total
            && let Some((depth, text)) = self.cell(Column::QueueDepth)
        {
            measures.figures.push(figure(Metric::QueueDepth, Stat::Mean, depth, text));
        }
        measures
    }

    /// Standard deviation and greatest of the rates of the intervals: file systems, 5.04.07.
    fn sampled_rates(&self, of: Of) -> Vec<Figure> {
        let Of::Op(op) = of else { return Vec::new() };
        [(Column::OpRateDeviation(op), Stat::Stddev), (Column::OpRateMaximum(op), Stat::Max)]
            .into_iter()
            .filter_map(|(column, stat)| {
                let (value, text) = self.cell(column).filter(|(value, _)| *value > 0.0)?;
                Some(figure(Metric::Iops, stat, value, text).of_kind(Kind::SAMPLES))
            })
            .collect()
    }

    /// Processor time of the hosts, by what it was spent on.
    pub(crate) fn processors(&self) -> Vec<Figure> {
        let named = |column, kind: Option<&'static str>| {
            let (value, text) = self.cell(column)?;
            let figure = figure(Metric::HostCpu, Stat::Mean, value, text);
            Some(match kind {
                Some(kind) => figure.of_kind(Kind::named(kind)),
                None => figure,
            })
        };
        let parts = [
            (Column::Cpu, None),
            (Column::CpuUser, Some("user")),
            (Column::CpuSystem, Some("system")),
        ];
        parts.into_iter().filter_map(|(column, kind)| named(column, kind)).collect()
    }

    fn throughput(&self, of: Of) -> Option<Figure> {
        let column = match of {
            Of::Total => Column::Megabytes,
            Of::Op(READ) => Column::MegabytesRead,
            Of::Op(WRITE) => Column::MegabytesWritten,
            Of::Op(_) => return None,
        };
        let (megabytes, text) = self.cell(column)?;
        if megabytes == 0.0 && !self.transfers_nothing(of) {
            return None;
        }
        let bytes = megabytes * self.units.megabyte;
        Some(figure(Metric::Throughput, Stat::Mean, bytes, text))
    }

    /// Whether a throughput of 0 is one. Most operations of file systems transfer nothing.
    fn transfers_nothing(&self, of: Of) -> bool {
        let is_of_files = of == Of::Total && self.layout().is_file_system;
        self.is_idle(of)
            || (is_of_files && [READ, WRITE].iter().all(|op| self.is_idle(Of::Op(*op))))
    }

    /// Whether nothing of an operation happened, as far as it is told.
    fn is_idle(&self, of: Of) -> bool {
        self.rate(of).is_some_and(|(rate, _)| rate == 0.0)
    }

    /// A time of an operation that happened. 5.04.07 prints 0 also for what it did not compute.
    fn response(&self, of: Of, statistic: Statistic) -> Option<(f64, Option<&'b str>)> {
        let told = self.cell(response(of, statistic)).filter(|(value, _)| *value > 0.0);
        told.filter(|_| !self.is_idle(of))
    }

    fn latency(&self, of: Of, statistic: Statistic) -> Option<Figure> {
        let (value, text) = self.response(of, statistic)?;
        self.time(value, text, statistic)
    }

    fn time(&self, value: f64, text: Option<&'b str>, statistic: Statistic) -> Option<Figure> {
        let power = self.units.power(statistic);
        let nanoseconds = match text {
            Some(text) => {
                let ascii = with_ascii_digits(text.as_bytes());
                let ascii = std::str::from_utf8(&ascii).ok()?.replace(',', ".");
                decimal_shifted(&ascii, power)?
            }
            None => value * 10f64.powi(power),
        };
        let stat = match statistic {
            Statistic::Mean => Stat::Mean,
            Statistic::Maximum => Stat::Max,
            Statistic::Deviation => Stat::Stddev,
        };
        Some(figure(Metric::Latency, stat, nanoseconds, text).of_kind(RESPONSE))
    }

    fn maximum(&self, of: Of) -> Maximum {
        let column = response(of, Statistic::Maximum);
        if self.cell(column).is_none() && of == Of::Total && !self.layout().is_file_system {
            return self.greater_of_both();
        }
        let Some((value, text)) = self.response(of, Statistic::Maximum) else {
            return Maximum::NotPrinted;
        };
        if self.layout().is_file_system && may_be_of_warm_up(self.block, column, value) {
            return Maximum::Unproven;
        }
        self.time(value, text, Statistic::Maximum).map_or(Maximum::NotPrinted, Maximum::Proven)
    }

    /// Block tables of 5.04.07 print the maxima of reads and of writes only.
    fn greater_of_both(&self) -> Maximum {
        let both = [READ, WRITE].map(|op| self.cell(response(Of::Op(op), Statistic::Maximum)));
        let [Some(read), Some(write)] = both else { return Maximum::NotPrinted };
        let (value, text) = if read.0 >= write.0 { read } else { write };
        if value == 0.0 || self.is_idle(Of::Total) {
            return Maximum::NotPrinted;
        }
        self.time(value, text, Statistic::Maximum).map_or(Maximum::NotPrinted, Maximum::Proven)
    }
}

enum Maximum {
    Proven(Figure),
    Unproven,
    NotPrinted,
}

fn response(of: Of, statistic: Statistic) -> Column {
    match of {
        Of::Total => Column::Response(statistic),
        Of::Op(op) => Column::OpResponse(op, statistic),
    }
}

fn figure(metric: Metric, stat: Stat, value: f64, text: Option<&str>) -> Figure {
    match text {
        Some(text) => Figure::written(metric, stat, value, text),
        None => Figure::computed(metric, stat, value),
    }
}
