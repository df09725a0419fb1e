//! What a reference says of a measured point.

use plimsoll_reference::{Entry, Evidence, Point as ReferencePoint};
use plimsoll_schema::{Bound, Claimed, Code, Figure, Finding, Metric, Op, Row, Stat};
use std::sync::Arc;

/// A published value beside a measured one.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedValue {
    /// In base units.
    pub value: f64,
    /// How it bounds what it speaks of.
    pub bound: Option<Bound>,
    /// Half a unit of its last printed digit, in base units.
    pub half_digit: f64,
    /// As the page prints it; `None` if it was interpolated.
    pub written: Option<String>,
    /// Where on the page, or between which points it was interpolated.
    pub place: String,
    /// Set if it was interpolated.
    pub between: Option<Between>,
    /// Footnotes of the catalogue.
    pub findings: Vec<Arc<Finding>>,
}

/// Between which published points a value was interpolated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Between {
    /// Read share of the lower point, in per cent.
    pub low_percent: f64,
    /// Read share of the upper point, in per cent.
    pub high_percent: f64,
}

/// A figure of a published point, with its evidence.
pub(crate) fn value_of(point: &ReferencePoint, metric: Metric) -> Option<PublishedValue> {
    let row = &point.row;
    let at = row.figures.iter().position(|figure| is_mean_of(figure, row, metric))?;
    let figure = &row.figures[at];
    let evidence: Option<&Evidence> = point.evidence.get(at);
    let place = evidence.map(Evidence::place).filter(|place| !place.is_empty());
    Some(PublishedValue {
        value: figure.value,
        bound: figure.bound,
        half_digit: evidence.map_or(0.0, |it| it.half_digit),
        written: evidence.map(|it| it.written.clone()),
        place: place.unwrap_or_else(|| row.identity.locator.clone()),
        between: None,
        findings: footnotes_of(point, at),
    })
}

/// The footnotes of one figure. The row holds one for each figure whose status calls for one, in the
/// order of its figures.
fn footnotes_of(point: &ReferencePoint, at: usize) -> Vec<Arc<Finding>> {
    let codes: Vec<Option<Code>> = point.evidence.iter().map(|it| it.status.code()).collect();
    let findings = &point.row.findings;
    let noted = |codes: &[Option<Code>]| codes.iter().flatten().count();
    let code = codes.get(at).copied().flatten();
    if noted(&codes) == findings.len() {
        return code.map(|_| Arc::clone(&findings[noted(&codes[..at])])).into_iter().collect();
    }
    findings.iter().filter(|finding| Some(finding.code) == code).cloned().collect()
}

fn is_mean_of(figure: &Figure, row: &Row, metric: Metric) -> bool {
    let kind_fits = match metric {
        Metric::Latency => figure.kind == row.latency_kind,
        _ => figure.kind.is_none(),
    };
    figure.metric == metric && figure.stat == Stat::Mean && kind_fits
}

/// The metrics that a published point states.
pub(crate) fn metrics_of(point: &ReferencePoint) -> Vec<Metric> {
    [Metric::Throughput, Metric::Iops, Metric::Transactions, Metric::Latency]
        .into_iter()
        .filter(|metric| value_of(point, *metric).is_some())
        .collect()
}

/// Interpolates a rate between the two neighbouring read shares that the reference states results
/// for. With T = read + write, 1/T is linear in the share of reads, and the parts follow from the
/// share: moving a byte takes as long as it does at either neighbour, weighted by their part.
pub(crate) fn interpolate(
    entry: &Entry,
    op: &Op,
    metric: Metric,
    read_percent: f64,
) -> Option<PublishedValue> {
    if !matches!(metric, Metric::Throughput | Metric::Iops) {
        return None;
    }
    let totals = totals(entry, metric);
    if totals.iter().any(|total| (total.read_percent - read_percent).abs() < 1e-9) {
        return None;
    }
    let low = totals.iter().rfind(|total| total.read_percent < read_percent)?;
    let high = totals.iter().find(|total| total.read_percent > read_percent)?;
    let weight = (read_percent - low.read_percent) / (high.read_percent - low.read_percent);
    let inverse = (1.0 - weight) / low.value + weight / high.value;
    let share = match op {
        op if *op == Op::READ => read_percent / 100.0,
        op if *op == Op::WRITE => 1.0 - read_percent / 100.0,
        op if *op == Op::TOTAL => 1.0,
        _ => return None,
    };
    Some(PublishedValue {
        value: share / inverse,
        bound: [low, high].iter().any(|it| it.is_about).then_some(Bound::About),
        // A part is rounded as its total is, by its share of it.
        half_digit: share * low.half_digit.max(high.half_digit),
        written: None,
        place: format!("{} and {}", low.place, high.place),
        between: Some(Between { low_percent: low.read_percent, high_percent: high.read_percent }),
        findings: low.findings.iter().chain(&high.findings).cloned().collect(),
    })
}

/// Read + write at one read share.
#[derive(Debug)]
struct Total {
    read_percent: f64,
    value: f64,
    half_digit: f64,
    is_about: bool,
    place: String,
    findings: Vec<Arc<Finding>>,
}

/// The totals of a reference's results, by read share. Only values that are exact or `about` can
/// be interpolated: a bound says too little.
fn totals(entry: &Entry, metric: Metric) -> Vec<Total> {
    let mut totals: Vec<Total> = Vec::new();
    let results = entry.points.iter().filter(|it| it.row.identity.claim == Some(Claimed::Result));
    let mut shares: Vec<f64> =
        results.clone().filter_map(|point| point.row.identity.read_percent).collect();
    shares.sort_by(f64::total_cmp);
    shares.dedup();
    for share in shares {
        let at_share = |point: &&ReferencePoint| {
            point.row.identity.read_percent.is_some_and(|it| (it - share).abs() < 1e-9)
        };
        let of = |op: Op| {
            let point = results
                .clone()
                .filter(at_share)
                .find(|point| point.row.identity.op.as_ref() == Some(&op))?;
            let value = value_of(point, metric)?;
            matches!(value.bound, None | Some(Bound::Exact | Bound::About)).then_some(value)
        };
        // A pure load may be stated by one side alone.
        let parts: Vec<PublishedValue> = match (of(Op::TOTAL), of(Op::READ), of(Op::WRITE)) {
            (Some(total), _, _) => vec![total],
            (None, Some(read), Some(write)) => vec![read, write],
            (None, Some(read), None) if share >= 100.0 => vec![read],
            (None, None, Some(write)) if share <= 0.0 => vec![write],
            _ => continue,
        };
        let value: f64 = parts.iter().map(|part| part.value).sum();
        if value > 0.0 {
            totals.push(Total {
                read_percent: share,
                value,
                half_digit: parts.iter().map(|part| part.half_digit).sum(),
                is_about: parts.iter().any(|part| part.bound == Some(Bound::About)),
                place: parts[0].place.clone(),
                findings: parts.iter().flat_map(|part| part.findings.clone()).collect(),
            });
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::{interpolate, value_of};
    use plimsoll_reference::Catalogue;
    use plimsoll_schema::{Code, Metric, Op};

    const MIB: f64 = 1024.0 * 1024.0;

    #[test]
    fn flex_file_at_60_percent_reads() {
        let entry = Catalogue::built_in()
            .entry("gcnv/flex-file/nfsv3/64k-sequential")
            .expect("a built-in reference");
        let at_60 = |op: &Op| {
            let value = interpolate(entry, op, Metric::Throughput, 60.0).expect("two neighbours");
            (value.value / MIB).round() as u64
        };
        // 50 % is 1345 + 1344, 75 % is 2963 + 989 MiB/s: 1 / T is linear between them.
        assert_eq!(at_60(&Op::TOTAL), 3083);
        assert_eq!(at_60(&Op::READ), 1850);
        assert_eq!(at_60(&Op::WRITE), 1233);
    }

    #[test]
    fn a_part_is_rounded_by_its_share_of_the_total() {
        let entry = Catalogue::built_in()
            .entry("gcnv/flex-file/nfsv3/64k-sequential")
            .expect("a built-in reference");
        let half = |op: &Op| {
            interpolate(entry, op, Metric::Throughput, 60.0).expect("two neighbours").half_digit
        };
        // Totals are sums of two values that are printed in whole MiB/s.
        for (op, expected) in [(Op::TOTAL, 1.0), (Op::READ, 0.6), (Op::WRITE, 0.4)] {
            assert!((half(&op) / MIB - expected).abs() < 1e-9, "{op:?}");
        }
    }

    #[test]
    fn footnotes_belong_to_the_figure_they_are_about() {
        let text = r#"
            [page]
            vendor = "Acme"
            publisher = "Acme"
            title = "A page"
            date = "2026-01"
            locales = ["en"]
            reading = "By hand."
            product = "Acme array"

            [[reference]]
            id = "acme/8k"
            workload = "8 KiB random"
            claim = "result"
            point = [{ op = "read", iops = { value = "100", lines = "1", status = "agreed" }, throughput = { value = "2 MB/s", lines = "2", status = "repaired" }, latency = { value = "3 ms", lines = "3", status = "undamaged-sentence" } }]
        "#;
        let catalogue = Catalogue::parse("acme.toml", text).expect("a catalogue");
        let point = &catalogue.entries()[0].points[0];
        for (metric, place, codes) in [
            (Metric::Iops, "line 1", &[][..]),
            (Metric::Throughput, "line 2", &[Code::ReferenceRepaired]),
            (Metric::Latency, "line 3", &[Code::ReferenceDamagedPage]),
        ] {
            let value = value_of(point, metric).expect("a figure");
            let found: Vec<Code> = value.findings.iter().map(|finding| finding.code).collect();
            assert_eq!((value.place.as_str(), &*found), (place, codes), "{metric}");
        }
    }

    #[test]
    fn nothing_is_extrapolated_and_latencies_are_not_interpolated() {
        let entry = Catalogue::built_in()
            .entry("gcnv/flex-file/nfsv3/64k-sequential")
            .expect("a built-in reference");
        assert!(interpolate(entry, &Op::READ, Metric::Throughput, 100.0).is_none());
        assert!(interpolate(entry, &Op::READ, Metric::Latency, 60.0).is_none());
        assert!(interpolate(entry, &Op::READ, Metric::Iops, 60.0).is_none());
    }
}
