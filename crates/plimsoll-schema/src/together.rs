//! What ran at the same time, added up.
//!
//! Rates are added, means are weighted by operations, the least minimum and the greatest maximum
//! stand for all. Percentiles come from merged distributions or are absent; a standard deviation
//! of several parts is absent. What differs between the parts is `None`. Latencies that are absent
//! although parts have them are told, with the reason.

use crate::distribution::Distribution;
use crate::figure::{Figure, Kind, Metric, Percentile, Stat};
use crate::finding::Finding;
use crate::row::{Identity, Row, Window};
use crate::term::MeasuredLevel;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Parts added up.
#[derive(Debug, Clone, PartialEq)]
pub struct Together {
    /// The row of all parts: level `run`, every figure computed.
    pub row: Row,
    /// Why a latency that some parts measured is absent, as the end of a sentence.
    pub latency_missing: Option<String>,
    /// Why percentiles that some parts have are absent, as the end of a sentence.
    pub percentiles_missing: Option<String>,
}

/// Adds up rows of one operation that ran at the same time. `None` without a row.
///
/// The identity is that of the first part, less what the parts do not share. `jobs` and
/// `target_iops` are sums, `duration_s` is the longest, `started_at` the earliest.
pub fn together(parts: &[&Row]) -> Option<Together> {
    let (first, last) = (parts.first()?, parts.last()?);
    let mut row = Row::new(common_identity(parts));
    row.window = common_window(parts);
    row.findings = all_findings(parts);
    if let [only] = parts {
        row.latency_kind.clone_from(&only.latency_kind);
        row.distribution.clone_from(&only.distribution);
        row.figures = only.figures.iter().map(Figure::as_computed).collect();
        return Some(Together { row, latency_missing: None, percentiles_missing: None });
    }
    row.identity.locator = format!("{} … {}", first.identity.locator, last.identity.locator);
    row.figures.extend(sums(parts));
    let kinds: BTreeSet<Kind> = parts
        .iter()
        .flat_map(|part| &part.figures)
        .filter(|figure| figure.metric == Metric::Latency)
        .filter_map(|figure| figure.kind.clone())
        .collect();
    row.figures.extend(kinds.iter().flat_map(|kind| common_latency(parts, kind)));
    row.latency_kind = same(parts, |part| part.latency_kind.clone()).flatten();
    let latency_missing = latency_missing(&row, parts, &kinds);
    let percentiles_missing = merge_percentiles(&mut row, parts);
    Some(Together { row, latency_missing, percentiles_missing })
}

/// What all parts have in common.
fn common_identity(parts: &[&Row]) -> Identity {
    let mut identity = parts[0].identity.clone();
    identity.level = MeasuredLevel::Run;
    identity.tool_version = same(parts, |row| row.identity.tool_version.clone()).flatten();
    identity.workload = same(parts, |row| row.identity.workload.clone()).flatten();
    identity.op = same(parts, |row| row.identity.op.clone()).flatten();
    identity.pattern = same(parts, |row| row.identity.pattern).flatten();
    identity.read_percent = same(parts, |row| row.identity.read_percent).flatten();
    identity.block_size_bytes = same(parts, |row| row.identity.block_size_bytes).flatten();
    identity.queue_depth = same(parts, |row| row.identity.queue_depth).flatten();
    identity.jobs = parts.iter().map(|row| row.identity.jobs).sum();
    identity.target_iops = parts.iter().map(|row| row.identity.target_iops).sum();
    identity.started_at = parts.iter().filter_map(|row| row.identity.started_at).min();
    identity.duration_s =
        parts.iter().filter_map(|row| row.identity.duration_s).max_by(f64::total_cmp);
    identity
        .parameters
        .retain(|parameter| parts.iter().all(|part| part.identity.parameters.contains(parameter)));
    identity
}

/// The value that all have, if they do.
fn same<T: PartialEq>(parts: &[&Row], value: impl Fn(&Row) -> T) -> Option<T> {
    let mut values = parts.iter().map(|part| value(part));
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

/// From the first begin to the last end, if all are known.
fn common_window(parts: &[&Row]) -> Option<Window> {
    let mut windows = parts.iter().map(|part| part.window);
    let first = windows.next()??;
    windows.try_fold(first, |all, window| Some(all.and(&window?)))
}

fn all_findings(parts: &[&Row]) -> Vec<Arc<Finding>> {
    let mut known = HashSet::new();
    let findings = parts.iter().flat_map(|part| &part.findings);
    findings.filter(|finding| known.insert(Arc::as_ptr(finding))).cloned().collect()
}

/// Rates and counts, where every part has them.
fn sums(parts: &[&Row]) -> Vec<Figure> {
    const ADDED: [(Metric, Stat); 8] = [
        (Metric::Operations, Stat::Sum),
        (Metric::Bytes, Stat::Sum),
        (Metric::Iops, Stat::Mean),
        (Metric::Throughput, Stat::Mean),
        (Metric::Transactions, Stat::Mean),
        (Metric::Errors, Stat::Sum),
        (Metric::ShortOperations, Stat::Sum),
        (Metric::DroppedOperations, Stat::Sum),
    ];
    let of = |part: &Row, metric, stat| Some(part.figure(metric, stat, None)?.value);
    ADDED
        .iter()
        .filter_map(|(metric, stat)| {
            let sum: f64 =
                parts.iter().map(|part| of(part, *metric, *stat)).sum::<Option<f64>>()?;
            Some(Figure::computed(*metric, *stat, sum))
        })
        .collect()
}

/// Mean weighted by operations, least minimum, greatest maximum: only if all parts measured it.
fn common_latency(parts: &[&Row], kind: &Kind) -> Vec<Figure> {
    let of = |part: &Row, stat| Some(part.figure(Metric::Latency, stat, Some(kind))?.value);
    let all = |stat| parts.iter().map(|part| of(part, stat)).collect::<Option<Vec<f64>>>();
    let weights = parts.iter().map(|part| operations(part)).collect::<Option<Vec<f64>>>();
    let mean = all(Stat::Mean).zip(weights).and_then(|(means, weights)| {
        let operations: f64 = weights.iter().sum();
        let weighted: f64 = means.iter().zip(&weights).map(|(mean, weight)| mean * weight).sum();
        (operations > 0.0).then(|| weighted / operations)
    });
    let least = all(Stat::Min).and_then(|values| values.into_iter().min_by(f64::total_cmp));
    let greatest = all(Stat::Max).and_then(|values| values.into_iter().max_by(f64::total_cmp));
    [(Stat::Mean, mean), (Stat::Min, least), (Stat::Max, greatest)]
        .into_iter()
        .filter_map(|(stat, value)| {
            Some(Figure::computed(Metric::Latency, stat, value?).of_kind(kind.clone()))
        })
        .collect()
}

/// How many operations a part did. Where none were counted (fio before 2.2), rate times duration.
fn operations(part: &Row) -> Option<f64> {
    let value = |metric, stat| Some(part.figure(metric, stat, None)?.value);
    value(Metric::Operations, Stat::Sum)
        .or_else(|| Some(value(Metric::Iops, Stat::Mean)? * part.identity.duration_s?))
}

/// Which latencies are absent because only some parts measured them, or because nothing tells how
/// much each part weighs.
fn latency_missing(row: &Row, parts: &[&Row], kinds: &BTreeSet<Kind>) -> Option<String> {
    let has_mean = |row: &Row, kind| row.figure(Metric::Latency, Stat::Mean, Some(kind)).is_some();
    let (mut partly, mut unweighted) = (Vec::new(), Vec::new());
    for kind in kinds.iter().filter(|kind| !has_mean(row, kind)) {
        match parts.iter().filter(|part| has_mean(part, kind)).count() {
            0 => {}
            count if count == parts.len() => unweighted.push(kind.word()),
            _ => partly.push(kind.word()),
        }
    }
    if !partly.is_empty() {
        return Some(format!("not all of them measured {} latency", partly.join(" and ")));
    }
    if !unweighted.is_empty() {
        let kinds = unweighted.join(" and ");
        return Some(format!("nothing tells how much each weighs in the mean {kinds} latency"));
    }
    let shows_one = parts.iter().any(|part| part.latency_kind.is_some());
    (shows_one && row.latency_kind.is_none())
        .then(|| "they are known by different kinds of latency".to_owned())
}

/// Percentiles of all operations from the merged bins. Gives the reason where they are absent.
fn merge_percentiles(row: &mut Row, parts: &[&Row]) -> Option<String> {
    let kind = row.latency_kind.clone()?;
    // Merged bins give every percentile, also one that only some parts were asked for.
    let wanted: BTreeSet<Percentile> =
        parts.iter().flat_map(|part| percentiles_of(part, &kind)).collect();
    if wanted.is_empty() {
        return None;
    }
    let merged = match merge(parts) {
        Ok(merged) => merged,
        Err(why) => return Some(why),
    };
    for percentile in wanted {
        if let Some(value) = merged.percentile(percentile) {
            let figure = Figure::computed(Metric::Latency, Stat::Percentile(percentile), value);
            row.figures.push(figure.of_kind(kind.clone()));
        }
    }
    row.distribution = Some(merged);
    None
}

fn percentiles_of(part: &Row, kind: &Kind) -> BTreeSet<Percentile> {
    let of_kind = part.figures.iter().filter(|figure| figure.kind.as_ref() == Some(kind));
    of_kind
        .filter_map(|figure| match figure.stat {
            Stat::Percentile(percentile) => Some(percentile),
            _ => None,
        })
        .collect()
}

fn merge(parts: &[&Row]) -> Result<Distribution, String> {
    let distributions: Option<Vec<&Distribution>> =
        parts.iter().map(|part| part.distribution.as_ref()).collect();
    let Some(distributions) = distributions else {
        return Err("not all of them printed the bins of their latencies".to_owned());
    };
    Distribution::merged(&distributions)
        .map_err(|error| format!("their bins cannot be merged: {error}"))
}

#[cfg(test)]
mod tests {
    use super::together;
    use crate::distribution::{Bin, Distribution};
    use crate::figure::{Figure, Kind, Metric, Percentile, Stat};
    use crate::row::{Identity, Row, Window};
    use crate::term::{MeasuredLevel, Origin};

    const P99: Stat = Stat::Percentile(Percentile::P99);

    /// A part with so many operations in a second, all of them in one bin.
    fn part(operations: u64, latency: f64) -> Row {
        let identity = Identity::new("a.json".into(), "/a".into(), Origin::Measured);
        let mut row = Row::new(identity);
        row.identity.jobs = Some(2);
        row.identity.duration_s = Some(1.0);
        row.window = Some(Window { begin_ms: 0, end_ms: 1000, resolution_ms: 1 });
        row.figures = vec![
            Figure::written(Metric::Operations, Stat::Sum, operations as f64, "as printed"),
            Figure::computed(Metric::Iops, Stat::Mean, operations as f64),
            Figure::computed(Metric::Latency, Stat::Mean, latency).of_kind(Kind::COMPLETION),
            Figure::computed(Metric::Latency, Stat::Max, latency).of_kind(Kind::COMPLETION),
            Figure::computed(Metric::Latency, P99, latency).of_kind(Kind::COMPLETION),
        ];
        row.latency_kind = Some(Kind::COMPLETION);
        let bin = Bin { lower: latency, upper: latency + 1.0, value: latency, count: operations };
        row.distribution = Distribution::from_bins([bin]).ok();
        row
    }

    fn value(row: &Row, metric: Metric, stat: Stat) -> Option<f64> {
        let kind = (metric == Metric::Latency).then_some(Kind::COMPLETION);
        row.figure(metric, stat, kind.as_ref()).map(|figure| figure.value)
    }

    #[test]
    fn rates_add_means_are_weighted_and_percentiles_come_from_merged_bins() {
        let (one, other) = (part(990, 10.0), part(10, 1010.0));
        let all = together(&[&one, &other]).expect("two parts");
        assert_eq!((all.latency_missing, all.percentiles_missing), (None, None));
        let row = all.row;
        assert_eq!(row.identity.level, MeasuredLevel::Run);
        assert_eq!(row.identity.jobs, Some(4));
        assert_eq!(value(&row, Metric::Iops, Stat::Mean), Some(1000.0));
        assert_eq!(value(&row, Metric::Latency, Stat::Mean), Some(20.0));
        assert_eq!(value(&row, Metric::Latency, Stat::Max), Some(1010.0));
        assert_eq!(value(&row, Metric::Latency, P99), Some(10.0), "990 of 1000 took 10 ns");
        assert!(row.figures.iter().all(|figure| figure.written.is_none()));
    }

    #[test]
    fn what_one_part_lacks_is_absent() {
        let (one, mut other) = (part(10, 10.0), part(10, 20.0));
        other.figures.retain(|figure| figure.metric != Metric::Iops);
        other.distribution = None;
        other.identity.jobs = None;
        let all = together(&[&one, &other]).expect("two parts");
        assert_eq!(value(&all.row, Metric::Iops, Stat::Mean), None);
        assert_eq!(value(&all.row, Metric::Latency, P99), None);
        assert_eq!(all.row.identity.jobs, None);
        let why = all.percentiles_missing.expect("a reason");
        assert_eq!(why, "not all of them printed the bins of their latencies");
    }

    #[test]
    fn a_latency_that_one_part_lacks_is_absent_with_a_reason() {
        let (one, mut other) = (part(10, 10.0), part(10, 20.0));
        other.figures.retain(|figure| figure.metric != Metric::Latency);
        other.latency_kind = None;
        let all = together(&[&one, &other]).expect("two parts");
        assert_eq!(value(&all.row, Metric::Latency, Stat::Mean), None);
        let why = all.latency_missing.expect("a reason");
        assert_eq!(why, "not all of them measured completion latency");

        let mut total = part(10, 20.0);
        total.latency_kind = Some(Kind::TOTAL);
        for figure in total.figures.iter_mut().filter(|it| it.metric == Metric::Latency) {
            figure.kind = Some(Kind::TOTAL);
        }
        let all = together(&[&one, &total]).expect("two parts");
        assert_eq!(all.row.latency_kind, None);
        let why = all.latency_missing.expect("a reason");
        assert_eq!(why, "not all of them measured completion and total latency");
    }

    #[test]
    fn merged_bins_give_percentiles_that_only_one_part_printed() {
        let (one, mut other) = (part(990, 10.0), part(10, 1010.0));
        other.figures.retain(|figure| figure.stat != P99);
        let all = together(&[&one, &other]).expect("two parts");
        assert_eq!(value(&all.row, Metric::Latency, P99), Some(10.0));
        other.distribution = None;
        let all = together(&[&one, &other]).expect("two parts");
        assert_eq!(value(&all.row, Metric::Latency, P99), None);
        assert!(all.percentiles_missing.is_some());
    }

    #[test]
    fn without_counts_a_part_weighs_its_rate_times_its_duration() {
        let uncounted = |rate, duration, latency| {
            let mut part = part(rate, latency);
            part.figures.retain(|figure| figure.metric != Metric::Operations);
            part.identity.duration_s = Some(duration);
            part
        };
        let (one, other) = (uncounted(100, 3.0, 10.0), uncounted(100, 1.0, 50.0));
        let all = together(&[&one, &other]).expect("two parts");
        assert_eq!(value(&all.row, Metric::Latency, Stat::Mean), Some(20.0));
        let mut unknown = other.clone();
        unknown.identity.duration_s = None;
        let all = together(&[&one, &unknown]).expect("two parts");
        assert_eq!(value(&all.row, Metric::Latency, Stat::Mean), None);
        assert!(all.latency_missing.is_some());
    }

    #[test]
    fn one_part_keeps_its_figures_and_none_is_nothing() {
        let one = part(10, 10.0);
        let all = together(&[&one]).expect("one part").row;
        assert_eq!(value(&all, Metric::Latency, P99), Some(10.0));
        assert_eq!(all.figures.len(), one.figures.len());
        assert_eq!(together(&[]), None);
    }
}
