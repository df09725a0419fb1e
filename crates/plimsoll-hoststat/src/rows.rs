//! From a log to rows, and to windows where interval data is asked for.

use crate::context::RunContext;
use crate::log::{Device, Log, Measure, Side};
use crate::means::{Mean, Readings, Time};
use crate::place::File;
use crate::window::{Counted, counted};
use jiff::Timestamp;
use plimsoll_read::{ReadError, Sink};
use plimsoll_schema::{
    Code, Figure, Finding, Identity, Kind, MeasuredLevel, Metric, Op, Row, SeriesRow, Stat, Window,
    WindowLatency,
};
use std::sync::Arc;

/// Gives the rows of a log: those of the run, then those of each device.
pub(crate) fn give(
    log: &Log<'_>,
    file: &File,
    context: &RunContext,
    wants_windows: bool,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let mut findings: Vec<Arc<Finding>> = context.findings.clone();
    findings.extend(log.findings.iter().map(|finding| sink.finding(finding.clone())));
    let counted = counted(log, context.run_time_s, context.interval_s);
    if counted.samples.is_empty() {
        return Err(without_interval(log, file).into());
    }
    let place = log.place(&samples_of(log, &counted));
    if let Some((code, message)) = &counted.doubt {
        let finding = Finding::new(*code, &*file.source, message.clone()).at(file.at(&place));
        findings.push(sink.finding(finding));
    }
    let giving = Giving { log, file, context, counted: &counted, findings, place };
    if giving.give_rows(sink) == 0 {
        let message = match counted.samples.len() {
            1 => "no device did any I/O in the only interval".to_owned(),
            count => format!("no device did any I/O in the {count} intervals"),
        };
        let finding = Finding::new(Code::NothingMeasured, &*file.source, message);
        return Err(finding.at(file.at(&giving.place)).into());
    }
    if wants_windows {
        giving.give_windows(sink);
    }
    Ok(())
}

fn samples_of(log: &Log<'_>, counted: &Counted) -> Vec<crate::log::Sample> {
    counted.samples.iter().map(|sample| log.samples[*sample]).collect()
}

/// Why there is nothing to count.
fn without_interval(log: &Log<'_>, file: &File) -> Finding {
    let message = match log.samples.as_slice() {
        [] => format!("there is no complete sample of {}", log.tool),
        [_] => {
            "there is one report only, which covers the time before the first interval".to_owned()
        }
        more => format!("none of the {} samples has figures of an interval", more.len()),
    };
    Finding::new(Code::NoInterval, &*file.source, message).at(file.at(&log.place(&log.samples)))
}

struct Giving<'l, 't> {
    log: &'l Log<'t>,
    file: &'l File,
    context: &'l RunContext,
    counted: &'l Counted,
    /// Those that touch every row.
    findings: Vec<Arc<Finding>>,
    place: String,
}

impl<'t> Giving<'_, 't> {
    /// Gives all rows, and says how many.
    fn give_rows(&self, sink: &mut dyn Sink) -> usize {
        let run = Readings::of(&self.log.of_run(), &self.counted.samples);
        let mut given = self.give_subject(&run, &self.identity(MeasuredLevel::Run), sink);
        if given == 0 {
            return 0;
        }
        for device in self.log.devices.iter().filter(|device| device.is_job) {
            let readings = Readings::of(&[device], &self.counted.samples);
            given += self.give_subject(&readings, &self.device_identity(device), sink);
        }
        given
    }

    /// Gives the rows of the run or of a device; a direction that did nothing has none.
    fn give_subject(
        &self,
        of: &Readings<'_, 't>,
        identity: &Identity,
        sink: &mut dyn Sink,
    ) -> usize {
        let mut given = 0;
        for side in Side::ALL {
            let rates = [Measure::Iops, Measure::Throughput].map(|measure| of.rate(side, measure));
            if !rates.iter().flatten().any(|mean| mean.value > 0.0) {
                continue;
            }
            let mut row = Row::new(Identity { op: Some(op(side)), ..identity.clone() });
            row.is_workload_of_tool = self.context.is_workload_of_tool;
            row.findings.clone_from(&self.findings);
            row.window = self.window();
            let [iops, throughput] = rates;
            row.figures.extend(figure(Metric::Iops, Stat::Mean, iops));
            row.figures.extend(figure(Metric::Throughput, Stat::Mean, throughput));
            self.add_times(&mut row, of, side, sink);
            row.figures.extend(figure(Metric::Errors, Stat::Sum, of.sum(side, Measure::Errors)));
            let outstanding = of.rate(side, Measure::Outstanding);
            row.figures.extend(figure(Metric::QueueDepth, Stat::Mean, outstanding));
            sink.row(row);
            given += 1;
        }
        given
    }

    fn add_times(&self, row: &mut Row, of: &Readings<'_, 't>, side: Side, sink: &mut dyn Sink) {
        let kinds = [
            (Measure::Latency, Kind::TOTAL),
            (Measure::Response, Kind::RESPONSE),
            (Measure::Queued, Kind::named("queue")),
        ];
        for (measure, kind) in kinds {
            let time = of.time(side, measure);
            if time == Time::Partly {
                let message = format!(
                    "some {} have no {} latency, so that of all is not known",
                    operations(side),
                    kind.word()
                );
                let finding = Finding::new(Code::LatencyNotMerged, &*self.file.source, message);
                row.findings.push(sink.finding(finding.at(self.file.at(&self.place))));
            }
            let figure = figure(Metric::Latency, Stat::Mean, time.mean());
            if figure.is_some() && kind == Kind::TOTAL {
                row.latency_kind = Some(kind.clone());
            }
            row.figures.extend(figure.map(|figure| figure.of_kind(kind)));
        }
    }

    fn identity(&self, level: MeasuredLevel) -> Identity {
        let known = &self.context.identity;
        Identity {
            locator: self.file.at(&self.place),
            level,
            duration_s: self.context.run_time_s.or_else(|| self.duration_s()),
            started_at: known
                .started_at
                .or_else(|| Timestamp::from_millisecond(self.window()?.begin_ms).ok()),
            ..known.clone()
        }
    }

    fn device_identity(&self, device: &Device<'_>) -> Identity {
        let mut identity = self.identity(MeasuredLevel::Job);
        identity.workload = Some(device.name.as_str().into());
        if let Some(host) = &device.host {
            identity.parameters.insert(0, ("host".into(), Arc::clone(host)));
        }
        identity
    }

    /// Begin and end of the counted samples, in the seconds of the log.
    fn span_s(&self) -> Option<(f64, f64)> {
        let (first, last) = (*self.counted.samples.first()?, *self.counted.samples.last()?);
        Some((self.begin_s(first)?, self.log.samples[last].ends_at_s?))
    }

    /// A sample begins where the one before it ends.
    fn begin_s(&self, sample: usize) -> Option<f64> {
        let before = sample.checked_sub(1).and_then(|before| self.log.samples[before].ends_at_s);
        let by_interval = || Some(self.log.samples[sample].ends_at_s? - self.counted.interval_s?);
        before.or_else(by_interval)
    }

    fn duration_s(&self) -> Option<f64> {
        let by_interval = || Some(self.counted.samples.len() as f64 * self.counted.interval_s?);
        let by_times = self.span_s().map(|(begin, end)| ((end - begin) * 1e3).round() / 1e3);
        by_times.filter(|length| *length > 0.0).or_else(by_interval)
    }

    fn window(&self) -> Option<Window> {
        let (begin, end) = self.span_s()?;
        let at =
            |seconds: f64| Some(self.log.epoch_ms?.saturating_add((seconds * 1e3).round() as i64));
        let resolution_ms = (self.counted.interval_s.unwrap_or_default() * 1e3).round() as i64;
        Some(Window { begin_ms: at(begin)?, end_ms: at(end)?, resolution_ms })
    }

    /// Gives what the run did in each of the counted samples.
    fn give_windows(&self, sink: &mut dyn Sink) {
        let devices = self.log.of_run();
        let start = self.counted.samples.first().and_then(|first| self.begin_s(*first));
        for (index, sample) in self.counted.samples.iter().enumerate() {
            let of = Readings::of(&devices, &[*sample]);
            let Some((begin_s, window_s)) = self.extent_s(index, *sample, start) else { return };
            for side in Side::ALL {
                let iops = of.rate(side, Measure::Iops).map(|mean| mean.value);
                let throughput = of.rate(side, Measure::Throughput).map(|mean| mean.value);
                if iops.or(throughput).is_none_or(|rate| rate == 0.0) {
                    continue;
                }
                let latency = of.time(side, Measure::Latency).mean().map(|mean| mean.value);
                sink.window(SeriesRow {
                    source: Arc::clone(&self.context.identity.source),
                    run: self.context.identity.run.clone(),
                    workload: self.context.identity.workload.clone(),
                    op: op(side),
                    begin_s,
                    window_s,
                    is_measured: true,
                    operations: None,
                    iops,
                    bytes_per_second: throughput,
                    latency: WindowLatency { mean_ns: latency, ..WindowLatency::default() },
                });
            }
        }
    }

    /// Begin of a sample, in seconds since that of the first, and its length. To the millisecond: time
    /// stamps have no more digits, and a difference of two of them should show none.
    fn extent_s(&self, index: usize, sample: usize, start: Option<f64>) -> Option<(f64, f64)> {
        let rounded = |seconds: f64| (seconds * 1e3).round() / 1e3;
        let by_times = || {
            let begin = self.begin_s(sample)?;
            let length = self.log.samples[sample].ends_at_s? - begin;
            (length > 0.0).then_some((rounded(begin - start?), rounded(length)))
        };
        let by_interval = || {
            let length = self.counted.interval_s?;
            Some((index as f64 * length, length))
        };
        by_times().or_else(by_interval)
    }
}

fn op(side: Side) -> Op {
    match side {
        Side::Read => Op::READ,
        Side::Write => Op::WRITE,
        Side::Total => Op::TOTAL,
    }
}

fn operations(side: Side) -> &'static str {
    match side {
        Side::Read => "reads",
        Side::Write => "writes",
        Side::Total => "operations",
    }
}

fn figure(metric: Metric, stat: Stat, mean: Option<Mean<'_>>) -> Option<Figure> {
    let mean = mean?;
    Some(match mean.written {
        Some(written) => Figure::written(metric, stat, mean.value, written),
        None => Figure::computed(metric, stat, mean.value),
    })
}
