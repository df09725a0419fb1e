//! What was read against the arithmetic of the table.
//!
//! A number with two readings is decided where only one of them fits its neighbours; a value that
//! contradicts another keeps what is printed, with a finding.

use super::Work;
use super::grid::{Grid, Shape, is_rate};
use super::point::{Point, Value};
use super::section::Section;
use plimsoll_schema::{Bound, Code, Metric, Op};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) fn points(
    grid: &Grid<'_>,
    points: &mut [Point],
    section: &Section,
    work: &mut Work<'_>,
) {
    decide_by_throughput(points, section);
    if grid.shape == Shape::SizeColumns {
        decide_by_rise(points);
    }
    decide_by_plain_numbers(points);
    report_numbers(grid, points, work);
    compare_throughput(grid, points, section, work);
    if grid.shape == Shape::Mixes {
        compare_shares(grid, points, work);
    }
}

/// How far the throughput may be from IOPS × block size before one of them must be wrong. Rounded
/// figures differ by a few per cent, a wrong unit by a factor.
const GREATEST_RATIO: f64 = 1.3;

/// How near they must be to decide a reading.
const NEAR: f64 = 1.05;

fn decide_by_throughput(points: &mut [Point], section: &Section) {
    for point in points {
        let Some(block) = point.facts.block_size.or(section.headings.block_size) else { continue };
        let block = block as f64;
        let iops = point.value(Metric::Iops).map(Value::candidates).unwrap_or_default();
        let throughput = point.value(Metric::Throughput).map(Value::candidates).unwrap_or_default();
        let agree = |iops: f64, bytes: f64| ratio(iops * block, bytes) < NEAR;
        let fitting: Vec<(usize, usize)> = (0..iops.len())
            .flat_map(|one| (0..throughput.len()).map(move |other| (one, other)))
            .filter(|(one, other)| agree(iops[*one], throughput[*other]))
            .collect();
        let [(of_iops, of_throughput)] = fitting.as_slice() else { continue };
        let test = "IOPS × block size is the throughput";
        for value in &mut point.values {
            let reading = if value.metric == Metric::Iops { *of_iops } else { *of_throughput };
            if is_rate(value.metric)
                && let Some(confirmed) = value.quantity.confirm(reading, test)
            {
                value.quantity = confirmed;
            }
        }
    }
}

fn ratio(one: f64, other: f64) -> f64 {
    let ratio = one / other;
    if ratio < 1.0 { 1.0 / ratio } else { ratio }
}

/// Decides open numbers of a line whose values rise with the sizes of the columns: the reading that
/// lies between the decided values before and behind it, if the other does not.
fn decide_by_rise(points: &mut [Point]) {
    let mut lines: BTreeMap<usize, Vec<&mut Value>> = BTreeMap::new();
    for value in points.iter_mut().flat_map(|point| &mut point.values) {
        if is_rate(value.metric) {
            lines.entry(value.place.0).or_default().push(value);
        }
    }
    for mut values in lines.into_values() {
        values.sort_by_key(|value| value.place.1);
        let decided: Vec<Option<f64>> = values.iter().map(|value| value.base()).collect();
        let known: Vec<f64> = decided.iter().copied().flatten().collect();
        if known.is_empty() || !known.is_sorted() {
            continue;
        }
        for (at, value) in values.iter_mut().enumerate().filter(|(_, value)| value.is_open()) {
            let least = decided[..at].iter().flatten().last().copied();
            let greatest = decided[at..].iter().flatten().next().copied();
            let fits = |it: f64| {
                least.is_none_or(|least| least <= it) && greatest.is_none_or(|most| it <= most)
            };
            let candidates = value.candidates();
            let fitting: Vec<usize> =
                (0..candidates.len()).filter(|index| fits(candidates[*index])).collect();
            if let [only] = fitting.as_slice()
                && let Some(confirmed) =
                    value.quantity.confirm(*only, "the line rises from size to size")
            {
                value.quantity = confirmed;
            }
        }
    }
}

/// Decides open numbers of a table that also has whole numbers without any mark (`0`): those of a
/// table with a fixed number of decimals would have them too (`0.000`), and where the number is not
/// fixed, none of them would end in 0 (`2.730`). So the mark groups.
fn decide_by_plain_numbers(points: &mut [Point]) {
    const FEWEST: usize = 2;
    let values = || points.iter().flat_map(|point| &point.values).filter(|it| is_rate(it.metric));
    let open = || values().filter(|value| value.is_open());
    let mark = |value: &Value| {
        value.quantity.written.find(['.', ',']).map(|at| value.quantity.written.as_bytes()[at])
    };
    let first = open().next().and_then(mark);
    let have_one_mark = first.is_some() && open().all(|value| mark(value) == first);
    let end_in_zero = open().filter(|value| value.quantity.written.ends_with('0')).count();
    let is_plain = |value: &Value| value.quantity.written.bytes().all(|byte| byte.is_ascii_digit());
    let others_are_plain =
        values().any(is_plain) && values().all(|it| it.is_open() || is_plain(it));
    if !(have_one_mark && end_in_zero >= FEWEST && others_are_plain) {
        return;
    }
    let test = "the table has whole numbers without decimals, beside numbers that end in 0";
    for value in points.iter_mut().flat_map(|point| &mut point.values) {
        if is_rate(value.metric)
            && let Some(confirmed) = value.quantity.confirm(0, test)
        {
            value.quantity = confirmed;
        }
    }
}

/// Reports numbers that stayed open, and those that doubtful evidence decided. Open ones are taken
/// out of their points.
fn report_numbers(grid: &Grid<'_>, points: &mut [Point], work: &mut Work<'_>) {
    use plimsoll_lexicon::Decision;
    for point in points {
        for value in &point.values {
            let locator = || grid.table.locator(value.place.0, value.place.1);
            let written = &value.quantity.written;
            match &value.quantity.decision {
                Decision::Undecided { why, .. } => {
                    let candidates: Vec<String> =
                        value.quantity.candidates().iter().map(ToString::to_string).collect();
                    let message = format!(
                        "{written:?} may be {}: {why}; it gives no value",
                        candidates.join(" or ")
                    );
                    point.findings.push(work.find(Code::NumberAmbiguous, message, locator()));
                }
                Decision::Value { how, .. } if how.needs_finding() => {
                    let number =
                        value.quantity.number().map(|it| it.to_string()).unwrap_or_default();
                    let message = format!("{written:?} was read as {number}: {how}");
                    point.findings.push(work.find(Code::NumberByEvidence, message, locator()));
                }
                _ => {}
            }
        }
        point.values.retain(|value| !value.is_open());
    }
}

/// IOPS × block size against the throughput of the same row.
fn compare_throughput(
    grid: &Grid<'_>,
    points: &mut [Point],
    section: &Section,
    work: &mut Work<'_>,
) {
    for point in points {
        let Some(block) = point.facts.block_size.or(section.headings.block_size) else { continue };
        let (Some(iops), Some(throughput)) =
            (point.value(Metric::Iops), point.value(Metric::Throughput))
        else {
            continue;
        };
        let is_value = |value: &Value| matches!(value.bound, Bound::Exact | Bound::About);
        let (Some(rate), Some(bytes)) = (iops.base(), throughput.base()) else { continue };
        if !(is_value(iops) && is_value(throughput)) || rate <= 0.0 || bytes <= 0.0 {
            continue;
        }
        let product = rate * block as f64;
        if ratio(product, bytes) < GREATEST_RATIO {
            continue;
        }
        let place = |value: &Value| grid.table.locator(value.place.0, value.place.1);
        let message = format!(
            "{} IOPS ({}) of {block} bytes are {product} bytes a second, and the throughput is {bytes} ({})",
            iops.quantity.written,
            place(iops),
            place(throughput),
        );
        let finding = work.find(Code::FiguresContradict, message, place(throughput));
        point.findings.push(finding);
    }
}

/// The share of the reads in each column against its header: within one point.
fn compare_shares(grid: &Grid<'_>, points: &mut [Point], work: &mut Work<'_>) {
    let mut columns: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for (at, point) in points.iter().enumerate() {
        for value in &point.values {
            columns.entry((value.place.1, value.metric.word())).or_default().push(at);
        }
    }
    for ((column, _), of_column) in columns {
        let Some(said) = grid.read_share(column) else { continue };
        let of = |op: &Op| {
            let is_it = |at: &&usize| points[**at].facts.op.as_ref() == Some(op);
            let mut all = of_column.iter().filter(is_it);
            let first = all.next()?;
            // Two lines of one operation are two tests: which pairs belong together is not told.
            all.next().is_none().then(|| points[*first].values.first()?.base()).flatten()
        };
        let (Some(read), Some(write)) = (of(&Op::READ), of(&Op::WRITE)) else { continue };
        let share = 100.0 * read / (read + write);
        if !share.is_finite() || (share - said).abs() <= 1.0 {
            continue;
        }
        let message = format!(
            "the reads are {share:.1} % of the column, and its header says {said} %: a value may stand in its neighbour's column"
        );
        let header = grid.table.header_rows.saturating_sub(1);
        let finding =
            work.find(Code::FiguresContradict, message, grid.table.locator(header, column));
        for at in of_column {
            points[at].findings.push(Arc::clone(&finding));
        }
    }
}
