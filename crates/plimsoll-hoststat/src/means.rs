//! What the counted samples amount to: means of rates, means of times weighted by operations.

use crate::log::{Device, Measure, Reading, Side};

/// A figure of several samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mean<'t> {
    /// In base units.
    pub(crate) value: f64,
    /// How it was written, where it is a single number of the log.
    pub(crate) written: Option<&'t str>,
}

/// The readings of some devices in some samples.
pub(crate) struct Readings<'l, 't> {
    /// Those of one sample after the other.
    all: Vec<&'l Reading<'t>>,
}

impl<'l, 't> Readings<'l, 't> {
    pub(crate) fn of(devices: &[&'l Device<'t>], samples: &[usize]) -> Self {
        let mut all = Vec::with_capacity(devices.len() * samples.len());
        for sample in samples {
            for device in devices {
                let found = device.readings.binary_search_by_key(sample, |it| it.sample);
                all.extend(found.ok().map(|at| &device.readings[at]));
            }
        }
        Self { all }
    }

    /// The mean over samples of what all devices did together.
    pub(crate) fn rate(&self, side: Side, measure: Measure) -> Option<Mean<'t>> {
        let (mut sum, mut count, mut last) = (0.0, 0u32, None);
        for reading in &self.all {
            let Some(rate) = reading.rate(side, measure) else { continue };
            sum += rate;
            count += u32::from(last.replace(reading.sample) != Some(reading.sample));
        }
        let is_own = |reading: &Reading<'t>| reading.own(side, measure) == Some(sum);
        let written = self.only().filter(|it| is_own(it)).and_then(|it| it.written(side, measure));
        (count > 0).then(|| Mean { value: sum / f64::from(count), written })
    }

    /// All of a count together.
    pub(crate) fn sum(&self, side: Side, measure: Measure) -> Option<Mean<'t>> {
        let values: Vec<f64> = self.all.iter().filter_map(|it| it.rate(side, measure)).collect();
        let written = self.only().and_then(|only| only.written(side, measure));
        (!values.is_empty()).then(|| Mean { value: values.iter().sum(), written })
    }

    /// The mean time of an operation.
    pub(crate) fn time(&self, side: Side, measure: Measure) -> Time<'t> {
        let (mut weighted, mut operations, mut without) = (0.0, 0.0, false);
        for reading in &self.all {
            let rate = reading.rate(side, Measure::Iops).unwrap_or_default();
            if rate == 0.0 {
                continue;
            }
            match reading.times(side, measure) {
                Some(parts) => {
                    for (time, weight) in parts {
                        weighted += time * weight;
                        operations += weight;
                    }
                }
                None => without = true,
            }
        }
        match (operations > 0.0, without) {
            (false, _) => Time::None,
            (true, true) => Time::Partly,
            (true, false) => match self.only().filter(|it| it.own(side, measure).is_some()) {
                Some(only) => Time::of_one(only, side, measure, weighted / operations),
                None => Time::All(Mean { value: weighted / operations, written: None }),
            },
        }
    }

    fn only(&self) -> Option<&'l Reading<'t>> {
        match self.all.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// A mean time of operations, as far as all of them have one.
#[derive(Debug, PartialEq)]
pub(crate) enum Time<'t> {
    /// Nothing tells it.
    None,
    /// Some operations have a time and others none.
    Partly,
    /// All have one.
    All(Mean<'t>),
}

impl<'t> Time<'t> {
    /// Of a single reading: its own number, which multiplying and dividing could have changed.
    fn of_one(only: &Reading<'t>, side: Side, measure: Measure, weighted: f64) -> Self {
        let by_direction = |side| only.own(side, measure).is_some();
        if side == Side::Total && by_direction(Side::Read) && by_direction(Side::Write) {
            return Self::All(Mean { value: weighted, written: None });
        }
        let value = only.own(side, measure).unwrap_or(weighted);
        Self::All(Mean { value, written: only.written(side, measure) })
    }

    /// The mean, if all operations have a time.
    pub(crate) fn mean(self) -> Option<Mean<'t>> {
        match self {
            Self::All(mean) => Some(mean),
            Self::None | Self::Partly => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mean, Readings, Time};
    use crate::log::{Device, Measure, Quantity, Reading, Side};

    /// A device with (operations per second, latency) of its reads in each sample.
    fn device(reads: &[Option<(f64, Option<f64>)>]) -> Device<'static> {
        let mut device = Device::new("sda");
        for (sample, read) in reads.iter().enumerate() {
            let Some((rate, latency)) = read else { continue };
            let mut reading = Reading::of(sample);
            reading.set(Quantity(Side::Read, Measure::Iops), *rate, "rate");
            if let Some(latency) = latency {
                reading.set(Quantity(Side::Read, Measure::Latency), *latency, "latency");
            }
            device.readings.push(reading);
        }
        device
    }

    #[test]
    fn rates_are_added_over_devices_and_averaged_over_samples() {
        let one = device(&[Some((10.0, None)), Some((30.0, None))]);
        let other = device(&[None, Some((20.0, None))]);
        let rate = Readings::of(&[&one, &other], &[0, 1]).rate(Side::Read, Measure::Iops);
        assert_eq!(rate, Some(Mean { value: 30.0, written: None }));
        let single = Readings::of(&[&one], &[1]).rate(Side::Read, Measure::Iops);
        assert_eq!(single, Some(Mean { value: 30.0, written: Some("rate") }));
        assert_eq!(Readings::of(&[&one], &[]).rate(Side::Read, Measure::Iops), None);
    }

    #[test]
    fn times_are_weighted_by_operations_and_no_operation_weighs_nothing() {
        let one = device(&[Some((10.0, Some(4.0))), Some((30.0, Some(8.0))), Some((0.0, None))]);
        let time = |devices: &[&Device<'static>], samples: &[usize]| {
            Readings::of(devices, samples).time(Side::Read, Measure::Latency)
        };
        assert_eq!(time(&[&one], &[0, 1, 2]), Time::All(Mean { value: 7.0, written: None }));
        assert_eq!(time(&[&one], &[2]), Time::None);
        let silent = device(&[Some((10.0, None))]);
        assert_eq!(time(&[&one, &silent], &[0, 1]), Time::Partly);
        assert_eq!(time(&[&silent], &[0]), Time::None);
        let written = Some("latency");
        assert_eq!(time(&[&one], &[1]), Time::All(Mean { value: 8.0, written }));
    }
}
