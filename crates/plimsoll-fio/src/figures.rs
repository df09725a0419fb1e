//! The numbers of one direction, in base units, with the text they were read from.

use crate::document::{Direction, Latency, LatencyName, Priority, SampleName, TimeUnit};
use crate::plausible::contradictions;
use crate::scanner::Number;
use plimsoll_schema::{Distribution, Figure, Kind, Metric, Percentile, Stat};
use plimsoll_unit::{PrefixRule, decimal_shifted, parse_rounded_size};

/// Bytes of the unit of `bw` and of `io_bytes` up to 2.20. It is 1024 even with kb_base=1000.
const KIB: f64 = 1024.0;

/// From here on (2^53) not every count is a number that can be held.
pub(crate) const INEXACT: f64 = 9_007_199_254_740_992.0;

/// Figures as they are collected, and what could not be read.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) list: Vec<Figure>,
    /// Which latency the wide shape shows.
    pub(crate) latency_kind: Option<Kind>,
    /// The distribution of that latency.
    pub(crate) distribution: Option<Distribution>,
    pub(crate) doubts: Vec<FigureDoubt>,
}

/// What about figures is doubtful.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FigureDoubt {
    /// A number that is none.
    Unreadable { key: &'static str, written: String },
    /// A count that is too great to be held exactly.
    TooGreat { key: &'static str, written: String },
    /// A key that should be a percentile and is none.
    NoPercentile { key: String },
    /// Figures that cannot be right together.
    Contradictory { why: String },
    /// Bins that are no distribution of what was counted.
    Bins { why: String },
    /// Sampled rates of single operations.
    UselessSamples,
}

impl Figures {
    /// Everything that one direction measured. `percentiles_are_total` says that percentiles
    /// printed with the completion latency are those of the total latency.
    pub(crate) fn of_direction(direction: &Direction<'_>, percentiles_are_total: bool) -> Self {
        let mut figures = Self::default();
        figures.counts(direction);
        // People are shown `12.1k` in powers of ten, whatever the prefixes of bytes mean.
        let rate = direction.rounded.map_or(Scale::Base, |_| Scale::Rounded(PrefixRule::Iec));
        figures.number(Metric::Iops, Stat::Mean, "iops", direction.iops, rate);
        let (key, bandwidth, scale) = match direction.bw_bytes {
            Some(bytes) => ("bw_bytes", Some(bytes), direction.byte_scale()),
            None => ("bw", direction.bw, Scale::Kib),
        };
        figures.number(Metric::Throughput, Stat::Mean, key, bandwidth, scale);
        for (name, latency) in &direction.latencies {
            figures.latency(*name, latency, percentiles_are_total);
        }
        figures.latency_kind = figures.kind_to_show();
        figures.distribution = figures.distribution_to_keep(direction, percentiles_are_total);
        figures.samples(direction);
        figures.doubts.extend(contradictions(&figures.list, direction));
        figures
    }

    /// The latency of fsync.
    pub(crate) fn of_sync(latency: &Latency<'_>) -> Self {
        let mut figures = Self::default();
        figures.number(Metric::Operations, Stat::Sum, "N", latency.count, Scale::Base);
        figures.latency(LatencyName::Total, latency, false);
        figures
    }

    /// The latencies of one priority.
    pub(crate) fn of_priority(priority: &Priority<'_>) -> Self {
        let mut figures = Self::default();
        let counted = priority.latencies.iter().find_map(|(_, latency)| latency.count);
        figures.number(Metric::Operations, Stat::Sum, "N", counted, Scale::Base);
        for (name, latency) in &priority.latencies {
            figures.latency(*name, latency, false);
        }
        figures
    }

    fn counts(&mut self, direction: &Direction<'_>) {
        self.number(Metric::Operations, Stat::Sum, "total_ios", direction.total_ios, Scale::Base);
        let bytes_scale = if direction.prints_bytes { direction.byte_scale() } else { Scale::Kib };
        self.number(Metric::Bytes, Stat::Sum, "io_bytes", direction.io_bytes, bytes_scale);
        for (metric, key, number) in [
            (Metric::ShortOperations, "short_ios", direction.short_ios),
            (Metric::DroppedOperations, "drop_ios", direction.drop_ios),
        ] {
            self.number(metric, Stat::Sum, key, number, Scale::Base);
        }
    }

    /// Adds a number; one that is not a number, is below 0 or is a count that is not whole or not
    /// exact, is a doubt and no figure.
    pub(crate) fn number(
        &mut self,
        metric: Metric,
        stat: Stat,
        key: &'static str,
        number: Option<Number<'_>>,
        scale: Scale,
    ) {
        self.number_of_kind(metric, stat, None, key, number, scale);
    }

    /// The same, of a kind.
    pub(crate) fn number_of_kind(
        &mut self,
        metric: Metric,
        stat: Stat,
        kind: Option<Kind>,
        key: &'static str,
        number: Option<Number<'_>>,
        scale: Scale,
    ) {
        let Some(written) = number else { return };
        match scale.apply(written) {
            Some(value) if stat == Stat::Sum && value >= INEXACT => {
                self.doubts.push(FigureDoubt::TooGreat { key, written: written.to_owned() });
            }
            Some(value) if stat != Stat::Sum || scale.is_rounded() || value.fract() == 0.0 => {
                let figure = Figure::written(metric, stat, value, written);
                self.list.push(Figure { kind, ..figure });
            }
            _ => self.unreadable(key, written),
        }
    }

    /// Notes a number that is none, once.
    pub(crate) fn unreadable(&mut self, key: &'static str, written: Number<'_>) {
        let doubt = FigureDoubt::Unreadable { key, written: written.to_owned() };
        if !self.doubts.contains(&doubt) {
            self.doubts.push(doubt);
        }
    }

    fn latency(&mut self, name: LatencyName, latency: &Latency<'_>, percentiles_are_total: bool) {
        if !latency.is_measured() {
            return;
        }
        if let Some(count) = latency.count.filter(|count| Scale::Base.apply(count).is_none()) {
            self.unreadable("N", count);
        }
        let scale = latency.scale(latency.unit);
        let kind = name.kind();
        for (stat, key, number) in [
            (Stat::Mean, "mean", latency.mean),
            (Stat::Min, "min", latency.min),
            (Stat::Max, "max", latency.max),
            (Stat::Stddev, "stddev", latency.stddev),
        ] {
            self.number_of_kind(Metric::Latency, stat, Some(kind.clone()), key, number, scale);
        }
        let kind = if percentiles_are_total && name == LatencyName::Completion {
            Kind::TOTAL
        } else {
            kind
        };
        for (percent, value) in &latency.percentiles {
            let known = plimsoll_unit::decimal(percent).and_then(Percentile::from_percent);
            let Some(percentile) = known else {
                self.doubts.push(FigureDoubt::NoPercentile { key: percent.clone().into_owned() });
                continue;
            };
            let (stat, kind) = (Stat::Percentile(percentile), Some(kind.clone()));
            let scale = latency.scale(latency.percentile_unit.unwrap_or(latency.unit));
            self.number_of_kind(Metric::Latency, stat, kind, "percentile", Some(value), scale);
        }
    }

    /// Completion latency, or total latency where only that was measured.
    fn kind_to_show(&self) -> Option<Kind> {
        [Kind::COMPLETION, Kind::TOTAL].into_iter().find(|kind| {
            self.list.iter().any(|figure| {
                figure.metric == Metric::Latency
                    && figure.stat == Stat::Mean
                    && figure.kind.as_ref() == Some(kind)
            })
        })
    }

    fn distribution_to_keep(
        &mut self,
        direction: &Direction<'_>,
        percentiles_are_total: bool,
    ) -> Option<Distribution> {
        let shown = self.latency_kind.as_ref()?;
        let (name, latency) = direction.latencies.iter().find(|(name, _)| name.kind() == *shown)?;
        if percentiles_are_total && *name == LatencyName::Completion {
            return None;
        }
        let whole = |number: Option<Number<'_>>| number.and_then(|it| it.parse::<u64>().ok());
        let counted = whole(latency.count).or_else(|| whole(direction.total_ios));
        match latency.bins.as_ref()?.distribution(counted) {
            Ok(distribution) => distribution,
            Err(why) => {
                self.doubts.push(FigureDoubt::Bins { why });
                None
            }
        }
    }

    /// Sampled rates. They are left out where they were taken of single operations (logging of
    /// every operation makes them all 1), and where no sample was taken (all of them 0).
    fn samples(&mut self, direction: &Direction<'_>) {
        let sample = |wanted| {
            direction.samples.iter().find(|(name, _)| *name == wanted).map(|(_, number)| *number)
        };
        let count = |number: Option<Number<'_>>| number.and_then(plimsoll_unit::decimal);
        let (samples, operations) =
            (count(sample(SampleName::IopsSamples)), count(direction.total_ios));
        if samples.is_some_and(|it| it > 0.0) && samples == operations {
            self.doubts.push(FigureDoubt::UselessSamples);
            return;
        }
        let taken = |name| count(sample(name)).is_some_and(|number| number > 0.0);
        let has_rates = taken(SampleName::IopsMax);
        let has_bandwidth = taken(SampleName::BandwidthMax);
        for (name, number) in &direction.samples {
            let (metric, stat, scale) = name.figure();
            let scale = match (scale, direction.sample_bytes) {
                (Scale::Kib, Some(bytes)) => Scale::Times(bytes),
                (scale, _) => scale,
            };
            if if metric == Metric::Iops { has_rates } else { has_bandwidth } {
                let kind = Some(Kind::SAMPLES);
                self.number_of_kind(metric, stat, kind, "samples", Some(number), scale);
            }
        }
    }
}

/// From the unit of a key to the base unit.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scale {
    /// It is the base unit.
    Base,
    /// From a unit of time, rounded once.
    Time(TimeUnit),
    /// The same, of a number that may have a prefix: `9600.8k`.
    PrefixedTime(TimeUnit),
    /// Times 1024.
    Kib,
    /// Times so many.
    Times(u64),
    /// The number is rounded for people, and prefix and unit stand behind it: `33.3MiB/s`.
    Rounded(PrefixRule),
}

impl Scale {
    fn apply(self, written: &str) -> Option<f64> {
        let value = match self {
            Self::Base => decimal_shifted(written, 0),
            Self::Time(unit) => decimal_shifted(written, unit.power_of_ten()),
            Self::PrefixedTime(unit) => {
                decimal_shifted(written, unit.power_of_ten()).or_else(|| {
                    Some(parse_rounded_size(written, PrefixRule::Iec).ok()? * unit.nanoseconds())
                })
            }
            Self::Kib => decimal_shifted(written, 0).map(|value| value * KIB),
            Self::Times(bytes) => decimal_shifted(written, 0).map(|value| value * bytes as f64),
            Self::Rounded(rule) => rounded(written, rule),
        };
        value.filter(|value| *value >= 0.0)
    }

    fn is_rounded(self) -> bool {
        matches!(self, Self::Rounded(_))
    }
}

/// A number for people in base units: `12.1k`, `33.3MiB/s`, `384042B/s`, `280Mibit/s`.
pub(crate) fn rounded(written: &str, rule: PrefixRule) -> Option<f64> {
    let amount = written.strip_suffix("/s").unwrap_or(written);
    match amount.strip_suffix("bit") {
        Some(bits) => parse_rounded_size(bits, rule).ok().map(|bits| bits / 8.0),
        None => parse_rounded_size(amount, rule).ok(),
    }
}

impl Direction<'_> {
    /// The scale of numbers of bytes that name no unit by their key.
    fn byte_scale(&self) -> Scale {
        self.rounded.map_or(Scale::Base, Scale::Rounded)
    }
}

impl LatencyName {
    fn kind(self) -> Kind {
        match self {
            Self::Submission => Kind::SUBMISSION,
            Self::Completion => Kind::COMPLETION,
            Self::Total => Kind::TOTAL,
        }
    }
}

impl SampleName {
    fn figure(self) -> (Metric, Stat, Scale) {
        match self {
            Self::BandwidthMin => (Metric::Throughput, Stat::Min, Scale::Kib),
            Self::BandwidthMax => (Metric::Throughput, Stat::Max, Scale::Kib),
            Self::BandwidthMean => (Metric::Throughput, Stat::Mean, Scale::Kib),
            Self::BandwidthDeviation => (Metric::Throughput, Stat::Stddev, Scale::Kib),
            Self::BandwidthSamples => (Metric::Throughput, Stat::Samples, Scale::Base),
            Self::IopsMin => (Metric::Iops, Stat::Min, Scale::Base),
            Self::IopsMax => (Metric::Iops, Stat::Max, Scale::Base),
            Self::IopsMean => (Metric::Iops, Stat::Mean, Scale::Base),
            Self::IopsDeviation => (Metric::Iops, Stat::Stddev, Scale::Base),
            Self::IopsSamples => (Metric::Iops, Stat::Samples, Scale::Base),
        }
    }
}

impl Latency<'_> {
    /// Measurement may be switched off (gtod_reduce, disable_clat), and synchronous engines have no
    /// submission latency: then N is 0 (3.18 and later), and all numbers are 0.
    pub(crate) fn is_measured(&self) -> bool {
        let above_zero = |number: Option<Number<'_>>| {
            number.and_then(plimsoll_unit::decimal).is_some_and(|value| value > 0.0)
        };
        if self.count.and_then(plimsoll_unit::decimal) == Some(0.0) {
            return false;
        }
        above_zero(self.min) || above_zero(self.max) || above_zero(self.mean)
    }

    fn scale(&self, unit: TimeUnit) -> Scale {
        if self.has_prefixes { Scale::PrefixedTime(unit) } else { Scale::Time(unit) }
    }

    /// The greatest unit that one of its numbers is counted in.
    pub(crate) fn coarsest_unit(&self) -> TimeUnit {
        self.percentile_unit.map_or(self.unit, |unit| unit.max(self.unit))
    }
}
