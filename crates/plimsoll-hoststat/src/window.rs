//! Which samples count.
//!
//! A log is begun before the load and ended after it. Without a run time every sample counts but the first report,
//! which covers the time since the host started, and those without figures. With a run time, those consecutive samples
//! count that cover it and have the most operations.

use crate::log::{Log, Measure, Side};
use plimsoll_schema::Code;
use std::ops::Range;

/// The samples that count.
#[derive(Debug, PartialEq)]
pub(crate) struct Counted {
    /// Their indices, ascending.
    pub(crate) samples: Vec<usize>,
    /// The time between two samples in seconds, as far as it is known.
    pub(crate) interval_s: Option<f64>,
    /// What is doubtful about the choice.
    pub(crate) doubt: Option<(Code, String)>,
}

/// Chooses those of a log, given how long the load ran and, where the log has no time stamps, how often it was taken.
pub(crate) fn counted(log: &Log<'_>, run_time_s: Option<f64>, interval_s: Option<f64>) -> Counted {
    let operations = operations(log);
    let usable: Vec<usize> =
        (0..operations.len()).filter(|sample| operations[*sample].is_some()).collect();
    let interval_s = interval_of(log).or(interval_s);
    let all = |doubt| Counted { samples: usable.clone(), interval_s, doubt };
    let Some(run_time_s) = run_time_s else { return all(None) };
    if let Some(length_s) = log.one_interval_s {
        return all(doubt_of_one_interval(length_s, run_time_s));
    }
    let Some(interval) = interval_s else {
        let message = "nothing tells how long an interval of the log is, so which of them the run covers is not known: all \
                       of them count, those without load too";
        return all(Some((Code::RunWindowUnclear, message.to_owned())));
    };
    let count = (run_time_s / interval).round().max(1.0);
    if count > usable.len() as f64 {
        let message = format!(
            "the run took {run_time_s} s, and the log has {} of the {count} intervals of {interval} s that cover it",
            usable.len()
        );
        return all(Some((Code::RunWindowUnclear, message)));
    }
    let loads: Vec<f64> = usable.iter().filter_map(|sample| operations[*sample]).collect();
    let greatest = greatest(&loads, count as usize);
    Counted { samples: usable[greatest].to_vec(), interval_s, doubt: None }
}

/// Whether two snapshots lie further or less far apart than the run took, by more than a tenth.
fn doubt_of_one_interval(length_s: f64, run_time_s: f64) -> Option<(Code, String)> {
    let code = if length_s > run_time_s * 1.1 {
        Code::IntervalLongerThanRun
    } else if length_s < run_time_s * 0.9 {
        Code::RunWindowUnclear
    } else {
        return None;
    };
    Some((code, format!("the snapshots lie {length_s} s apart, and the run took {run_time_s} s")))
}

/// Operations per second of the run in each sample; `None` where the sample does not count or has none.
fn operations(log: &Log<'_>) -> Vec<Option<f64>> {
    let mut operations = vec![None; log.samples.len()];
    for reading in log.of_run().into_iter().flat_map(|device| &device.readings) {
        let sum: &mut Option<f64> = &mut operations[reading.sample];
        let rate = reading.rate(Side::Total, Measure::Iops);
        let one =
            || reading.own(Side::Read, Measure::Iops).or(reading.own(Side::Write, Measure::Iops));
        if let Some(rate) = rate.or_else(one) {
            *sum = Some(sum.unwrap_or_default() + rate);
        }
    }
    for (operations, sample) in operations.iter_mut().zip(&log.samples) {
        if !sample.counts {
            *operations = None;
        }
    }
    operations
}

/// The middle one of the times between two samples. Single ones may be off: a clock is set, a sample is late.
fn interval_of(log: &Log<'_>) -> Option<f64> {
    if log.one_interval_s.is_some() {
        return log.one_interval_s;
    }
    let between = |pair: &[crate::log::Sample]| Some(pair[1].ends_at_s? - pair[0].ends_at_s?);
    let mut times: Vec<f64> =
        log.samples.windows(2).filter_map(between).filter(|time| *time > 0.0).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// The first of the ranges of this many loads with the greatest sum. There are as many.
fn greatest(loads: &[f64], count: usize) -> Range<usize> {
    let mut sum: f64 = loads[..count].iter().sum();
    let (mut best, mut begin) = (sum, 0);
    for end in count..loads.len() {
        sum += loads[end] - loads[end - count];
        if sum > best {
            (best, begin) = (sum, end + 1 - count);
        }
    }
    begin..begin + count
}

#[cfg(test)]
mod tests {
    use super::{Counted, counted, greatest};
    use crate::log::{Device, Log, Measure, Quantity, Reading, Sample, Side};
    use plimsoll_schema::Code;
    use proptest::prelude::*;

    /// A log of a device with these operations per second, every five seconds.
    fn log(operations: &[f64], has_times: bool) -> Log<'static> {
        let mut log = Log::new("iostat");
        let mut device = Device::new("sda");
        for (sample, rate) in operations.iter().enumerate() {
            let ends_at_s = has_times.then_some(sample as f64 * 5.0);
            log.samples.push(Sample { first: 1, last: 1, ends_at_s, counts: sample > 0 });
            let mut reading = Reading::of(sample);
            reading.set(Quantity(Side::Read, Measure::Iops), *rate, "");
            device.readings.push(reading);
        }
        log.devices.push(device);
        log
    }

    fn samples(counted: &Counted) -> &[usize] {
        &counted.samples
    }

    #[test]
    fn the_samples_with_the_load_cover_the_run_time() {
        let with_times = log(&[900.0, 1.0, 80.0, 90.0, 85.0, 2.0], true);
        assert_eq!(samples(&counted(&with_times, Some(15.0), None)), [2, 3, 4]);
        assert_eq!(samples(&counted(&with_times, None, None)), [1, 2, 3, 4, 5]);
        let short = counted(&with_times, Some(60.0), None);
        assert_eq!(samples(&short), [1, 2, 3, 4, 5]);
        assert_eq!(short.doubt.map(|(code, _)| code), Some(Code::RunWindowUnclear));
        let without = log(&[900.0, 1.0, 80.0, 90.0, 85.0, 2.0], false);
        assert_eq!(samples(&counted(&without, Some(10.0), Some(5.0))), [3, 4]);
        let unclear = counted(&without, Some(10.0), None);
        assert_eq!(samples(&unclear), [1, 2, 3, 4, 5]);
        assert!(unclear.doubt.is_some());
    }

    proptest! {
        #[test]
        fn no_range_is_greater(loads in proptest::collection::vec(0u32..1000, 1..30), count in 1usize..30) {
            let loads: Vec<f64> = loads.into_iter().map(f64::from).collect();
            let count = count.min(loads.len());
            let found: f64 = loads[greatest(&loads, count)].iter().sum();
            for range in loads.windows(count) {
                prop_assert!(range.iter().sum::<f64>() <= found);
            }
        }
    }
}
