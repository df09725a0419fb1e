//! The built-in catalogue against `fixtures/reference/reference-values.tsv`, the list it was made
//! from, in both directions: what is edited in one of them has to be right in the other.

use crate::{Catalogue, Entry, Evidence, Point, Status};
use plimsoll_schema::{Bound, Claimed, Figure, Metric, Op, Pattern, Row, Stat};
use std::collections::{BTreeMap, BTreeSet};

const VALUES: &str = include_str!("../../../fixtures/reference/reference-values.tsv");

/// A line of the fixture, by column.
type Line = BTreeMap<String, String>;

/// A figure of the catalogue with all it belongs to, and its place for counting.
struct Found<'a> {
    place: (String, usize, usize),
    entry: &'a Entry,
    point: &'a Point,
    figure: &'a Figure,
    evidence: &'a Evidence,
}

fn lines() -> Vec<Line> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).from_reader(VALUES.as_bytes());
    reader.deserialize().map(|line| line.expect("a line of the fixture")).collect()
}

fn is_usable(line: &Line) -> bool {
    !line["status"].starts_with("refused")
        && ["result", "estimate", "limit"].contains(&line["kind"].as_str())
}

fn figures() -> Vec<Found<'static>> {
    let mut found = Vec::new();
    for entry in Catalogue::built_in().entries() {
        for (row, point) in entry.points.iter().enumerate() {
            assert_eq!(point.row.figures.len(), point.evidence.len());
            let pairs = point.row.figures.iter().zip(&point.evidence);
            found.extend(pairs.enumerate().map(|(number, (figure, evidence))| Found {
                place: (entry.id.to_string(), row, number),
                entry,
                point,
                figure,
                evidence,
            }));
        }
    }
    found
}

/// Metric and statistic of a line. The page names no percentile for the worst case of sysbench, so
/// the fixture has no column for it.
fn measure(line: &Line) -> (Metric, Stat) {
    match line["metric"].as_str() {
        "iops" => (Metric::Iops, Stat::Mean),
        "bytes_per_second" => (Metric::Throughput, Stat::Mean),
        "transactions_per_second" => (Metric::Transactions, Stat::Mean),
        "latency_mean_ns" => (Metric::Latency, Stat::Mean),
        "-" if line["measure"].starts_with("worst-case latency") => (Metric::Latency, Stat::Max),
        other => panic!("{other} of {}", line["value_id"]),
    }
}

fn number(text: &str) -> Option<f64> {
    (!text.is_empty()).then(|| text.parse().expect("a number"))
}

fn text(column: Option<&str>) -> &str {
    column.unwrap_or_default()
}

fn is_the_value(line: &Line, found: &Found<'_>) -> bool {
    let identity = &found.point.row.identity;
    let value = number(&line["value"]).expect("every line has a value");
    *found.entry.id == line["reference"]
        && identity.claim.map(Claimed::word) == Some(&line["kind"])
        && identity.op.as_ref().map(Op::word) == Some(&line["op"])
        && identity.read_percent == number(&line["read_percent"])
        && (found.figure.metric, found.figure.stat) == measure(line)
        && found.figure.value.to_bits() == value.to_bits()
        && found.figure.bound.map(Bound::word) == Some(&line["bound"])
        && tier(line).is_none_or(|tier| parameter(&found.point.row, "tier") == Some(tier))
}

fn tier(line: &Line) -> Option<&str> {
    ["hot", "cool"].into_iter().find(|tier| line["value_id"].contains(&format!("/{tier}-tier/")))
}

fn parameter<'a>(row: &'a Row, key: &str) -> Option<&'a str> {
    let (_, value) = row.identity.parameters.iter().find(|(k, _)| &**k == key)?;
    Some(value)
}

#[test]
fn every_usable_line_is_one_figure_and_every_figure_a_line() {
    let figures = figures();
    let mut used = BTreeSet::new();
    for line in lines().iter().filter(|line| is_usable(line)) {
        let hits: Vec<_> = figures.iter().filter(|found| is_the_value(line, found)).collect();
        let [hit] = hits.as_slice() else {
            panic!("{} is in {} figures of the catalogue", line["value_id"], hits.len());
        };
        assert!(used.insert(hit.place.clone()), "{} is there twice", line["value_id"]);
        check_identity(line, hit);
        check_evidence(line, hit);
        check_point(line, hit.point);
    }
    for found in &figures {
        let is_known = used.contains(&found.place) || is_said_by_the_measure(found);
        assert!(is_known, "{:?} is no line of the fixture", found.place);
    }
    assert_eq!(used.len(), 284, "usable lines");
}

/// "IOPS below 1 ms" is one line of the fixture and two figures of a row.
fn is_said_by_the_measure(found: &Found<'_>) -> bool {
    found.point.name.as_deref() == Some("below-1-ms")
        && found.figure.metric == Metric::Latency
        && found.figure.bound == Some(Bound::Below)
        && found.figure.value.to_bits() == 1e6f64.to_bits()
}

fn check_point(line: &Line, point: &Point) {
    let measure = &line["measure"];
    let name = text(point.name.as_deref());
    let below = point.row.latency(Stat::Mean).is_some_and(|latency| {
        latency.bound == Some(Bound::Below) && latency.value.to_bits() == 1e6f64.to_bits()
    });
    if measure.ends_with("below 1 ms") {
        assert_eq!((name, below), ("below-1-ms", true), "{}", line["value_id"]);
    } else if measure.contains("peak") {
        assert_eq!((name, below), ("peak", false), "{}", line["value_id"]);
    } else {
        assert_ne!(name, "below-1-ms", "{}", line["value_id"]);
    }
}

fn check_identity(line: &Line, found: &Found<'_>) {
    let identity = &found.point.row.identity;
    let whole = |value: Option<u64>| value.map(|it| it.to_string()).unwrap_or_default();
    let pattern = identity.pattern.map(Pattern::word);
    let columns = [
        ("page_title", (*identity.source).to_owned()),
        ("product", text(identity.product.as_deref()).to_owned()),
        ("service_level", text(identity.service_level.as_deref()).to_owned()),
        ("protocol", text(identity.protocol.as_deref()).to_owned()),
        ("tool", text(identity.tool.as_deref()).to_owned()),
        ("pattern", text(pattern).to_owned()),
        ("block_size_bytes", whole(identity.block_size_bytes)),
        ("clients", whole(identity.clients)),
        ("jobs_total", whole(identity.jobs)),
        ("iodepth", whole(identity.queue_depth)),
        ("vendor", found.entry.page.vendor.clone()),
        ("publisher", found.entry.page.publisher.clone()),
        ("page_date", found.entry.page.date.clone()),
        ("locales", found.entry.page.locales.join("; ")),
    ];
    for (column, value) in columns {
        assert_eq!(line[column], value, "{column} of {}", line["value_id"]);
    }
    assert_eq!(parameters(line), conditions(&found.point.row), "{}", line["value_id"]);
}

/// The parameters of a row that are conditions: all but those that only tell points apart.
fn conditions(row: &Row) -> Vec<(String, String)> {
    row.identity
        .parameters
        .iter()
        .filter(|(key, _)| &**key != "point")
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect()
}

/// What the parameters of a line's row are to be, in their order.
fn parameters(line: &Line) -> Vec<(String, String)> {
    let columns = [
        ("client_type", "client_type"),
        ("os", "os"),
        ("working_set_bytes", "working_set_bytes_total"),
        ("nconnect", "nconnect"),
        ("rsize_wsize_bytes", "rsize_wsize_bytes"),
        ("nr_sessions", "nr_sessions"),
        ("smb_connections_per_rss_interface", "smb_connections_per_rss_interface"),
        ("volumes", "volumes"),
        ("volume_bytes", "volume_bytes"),
        ("pool_bytes", "pool_bytes"),
        ("pool_limit_bytes_per_second", "pool_limit_bytes_per_second"),
        ("pool_limit_iops", "pool_limit_iops"),
    ];
    let stated = columns.into_iter().filter(|(_, column)| !line[*column].is_empty());
    stated
        .map(|(key, column)| (key.to_owned(), line[column].clone()))
        .chain(tier(line).map(|tier| ("tier".to_owned(), tier.to_owned())))
        .collect()
}

fn check_evidence(line: &Line, found: &Found<'_>) {
    let status = match line["status"].as_str() {
        status if status.starts_with("agreed") => Status::Agreed,
        "one source" => Status::OneSource,
        "one source: a clean sentence of a damaged page" => Status::UndamagedSentence,
        status if status.starts_with("repaired: the numerals") => Status::Repaired,
        status if status.starts_with("repaired: number in its own") => Status::RepairedInPlace,
        other => panic!("{other}"),
    };
    assert_eq!(found.evidence.status, status, "{}", line["value_id"]);
    let cell = (line["cell"] != "prose").then_some(line["cell"].as_str());
    assert_eq!(found.evidence.cell.as_deref(), cell, "{}", line["value_id"]);
    let row = &found.point.row;
    if let Some(code) = status.code() {
        let start = format!("{} {}: ", found.figure.metric, found.evidence.written);
        let has_footnote = row
            .findings
            .iter()
            .any(|finding| finding.code == code && finding.message.starts_with(&start));
        assert!(has_footnote, "{} has no footnote", line["value_id"]);
    } else {
        assert!(row.findings.is_empty(), "{} needs no footnote", line["value_id"]);
    }
    check_numeral(line, found);
}

/// The numeral of the catalogue is that of the page, where the fixture has the plain number.
fn check_numeral(line: &Line, found: &Found<'_>) {
    let written = found.figure.written.as_deref().expect("every figure was printed");
    let (digits, factor) = match written.strip_suffix('K') {
        Some(digits) => (digits, 1000.0),
        None => (written, 1.0),
    };
    let printed = number(&digits.replace(',', "")).expect("a numeral") * factor;
    assert_eq!(Some(printed), number(&line["value_as_printed"]), "{}", line["value_id"]);
}

#[test]
fn refused_values_are_not_in_the_catalogue() {
    let figures = figures();
    let refused: Vec<_> = lines().into_iter().filter(|line| !is_usable(line)).collect();
    assert_eq!(refused.len(), 39);
    for line in refused.iter().filter(|line| line["metric"] != "-") {
        let found = figures.iter().any(|found| is_the_value(line, found));
        assert!(!found, "{} is refused", line["value_id"]);
    }
}

#[test]
fn rows_by_claim() {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for row in Catalogue::built_in().rows() {
        let claim = row.identity.claim.expect("every published row claims something");
        *count.entry(claim.word()).or_default() += 1;
    }
    let expected = [("estimate", 28), ("limit", 3), ("result", 207)];
    assert_eq!(count, BTreeMap::from(expected));
    assert_eq!(Catalogue::built_in().entries().len(), 59);
}
